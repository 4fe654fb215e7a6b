// Command first_bot takes a seat of a match and plays it to the end. Arguments: ADDRESS MATCH_ID
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"tinsel"
	presents "tinsel/gen/tinsel/games/presents_of_mine/v1"
	v1 "tinsel/gen/tinsel/v1"
)

func main() {
	ctx := context.Background()
	client := must(tinsel.Connect(os.Args[1:2], tinsel.Options{}))
	seat := must(client.Join(ctx, os.Args[2], "First Bot"))
	letters := &presents.Action_SelectPresents{SelectPresents: &presents.SelectPresents{Letters: []presents.Letter{1, 2, 3, 4, 5}}}
	typed := &v1.GameAction{Game: &v1.GameAction_PresentsOfMine{PresentsOfMine: &presents.Action{Action: letters}}}
	for turn, err := range seat.Turns(ctx) {
		if choices := must(turn, err).Choices(); turn.Decision() == "select_presents" {
			must(turn.Submit(ctx, tinsel.Decision{Action: typed})) // a typed action of one game
		} else if len(choices) > 0 {
			must(turn.Submit(ctx, tinsel.Decision{Answer: choices[rand.IntN(len(choices))].Answer}))
		} else {
			must(turn.PlayDefault(ctx))
		}
	}
	fmt.Println(seat.Outcome)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
