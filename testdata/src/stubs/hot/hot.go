// Package hot is a stub, see go.mod.
package hot

import "time"

type EvictionAlgorithm string

const LRU EvictionAlgorithm = "lru"

type HotCacheConfig[K comparable, V any] struct{ _ int }

func NewHotCache[K comparable, V any](algorithm EvictionAlgorithm, capacity int) HotCacheConfig[K, V] {
	panic("stub")
}

func (cfg HotCacheConfig[K, V]) WithTTL(ttl time.Duration) HotCacheConfig[K, V] { panic("stub") }

func (cfg HotCacheConfig[K, V]) Build() *HotCache[K, V] { panic("stub") }

type HotCache[K comparable, V any] struct{ _ int }

func (c *HotCache[K, V]) Delete(key K) bool { panic("stub") }

func (c *HotCache[K, V]) Get(key K) (value V, found bool, err error) { panic("stub") }

func (c *HotCache[K, V]) Has(key K) bool { panic("stub") }

func (c *HotCache[K, V]) Peek(key K) (value V, ok bool) { panic("stub") }

func (c *HotCache[K, V]) Set(key K, v V) { panic("stub") }

func (c *HotCache[K, V]) SetWithTTL(key K, v V, ttl time.Duration) { panic("stub") }
