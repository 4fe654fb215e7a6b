// Command string_decision does not compile: a decision is a typed value.
package main

import (
	"context"

	"example.org/tinsel"
)

func main() {
	for turn := range new(tinsel.Seat).Turns(context.Background(), tinsel.TurnsOptions{}) {
		_, _ = turn.Submit(context.Background(), "nonsense")
	}
}
