// Package ccache is a stub, see go.mod.
package ccache

import "time"

type Configuration[T any] struct{ _ int }

func Configure[T any]() *Configuration[T] { panic("stub") }

func (c *Configuration[T]) MaxSize(max int64) *Configuration[T] { panic("stub") }

type Item[T any] struct{ _ int }

func (i *Item[T]) Expired() bool { panic("stub") }

type Cache[T any] struct{ *Configuration[T] }

func New[T any](config *Configuration[T]) *Cache[T] { panic("stub") }

func (c *Cache[T]) Delete(key string) bool { panic("stub") }

func (c *Cache[T]) Get(key string) *Item[T] { panic("stub") }

func (c *Cache[T]) Set(key string, value T, duration time.Duration) { panic("stub") }

func (c *Cache[T]) Setnx(key string, value T, duration time.Duration) { panic("stub") }
