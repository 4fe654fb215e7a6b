// Command conformance is the program under test of `tinsel conformance`.
package main

import (
	"context"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"example.org/tinsel"
)

func main() {
	milliseconds := func(name string) time.Duration {
		number, _ := strconv.Atoi(os.Getenv(name))
		return time.Duration(number) * time.Millisecond
	}
	options := tinsel.Options{
		APIKey:      os.Getenv("TINSEL_API_KEY"),
		Attempt:     milliseconds("TINSEL_ATTEMPT_MS"),
		Deadline:    milliseconds("TINSEL_DEADLINE_MS"),
		Silence:     milliseconds("TINSEL_SILENCE_MS"),
		PingAfter:   milliseconds("TINSEL_PING_MS"),
		PingTimeout: milliseconds("TINSEL_PING_MS"),
	}
	if file := os.Getenv("TINSEL_CA"); file != "" {
		ca, err := os.ReadFile(file)
		check(err)
		options.CA = ca
	}
	client, err := tinsel.Connect(strings.Split(os.Getenv("TINSEL_SERVERS"), ","), options)
	check(err)
	ctx := context.Background()
	seat, err := client.Join(ctx, os.Getenv("TINSEL_MATCH"), "Tess")
	check(err)
	for turn, err := range seat.Turns(ctx, tinsel.TurnsOptions{}) {
		check(err)
		if _, err := turn.PlayDefault(ctx); !tinsel.IsStale(err) {
			check(err)
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
