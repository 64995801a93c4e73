//go:build ignore

// Measure runs a command and prints how long it took and how much memory it,
// or the largest process it started, had at its peak.
//
//	go run measure.go NAME DIR COMMAND [ARGUMENT...]
//
// It is no package of the module, so that installing the module's commands does
// not install it. It counts memory as Linux does, in kilobytes. The exit status of the command does not matter: linters fail on findings.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 4 {
		log.Fatal("usage: measure NAME DIR COMMAND [ARGUMENT...]")
	}
	cmd := exec.Command(os.Args[3], os.Args[4:]...)
	cmd.Dir = os.Args[2]
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	status := "ok"
	if exit, ok := err.(*exec.ExitError); ok {
		status = fmt.Sprintf("exit %d", exit.ExitCode())
	} else if err != nil {
		log.Fatal(err)
	}
	// Maxrss of the children is that of the largest of them.
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%-28s %8.2f s %8.0f MB   %s\n", os.Args[1], wall.Seconds(), float64(usage.Maxrss)/1024, status)
}
