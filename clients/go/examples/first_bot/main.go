// Command first_bot takes a seat of a match and plays it to the end. Arguments: ADDRESS MATCH_ID
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"example.org/tinsel"
	presents "example.org/tinsel/gen/tinsel/games/presents_of_mine/v1"
	v1 "example.org/tinsel/gen/tinsel/v1"
)

func main() {
	ctx, letters := context.Background(), []presents.Letter{1, 2, 3, 4, 5}
	seat := tinsel.Must(tinsel.Must(tinsel.Connect(os.Args[1:2], tinsel.Options{})).Join(ctx, os.Args[2], "First Bot"))
	for turn, err := range seat.Turns(ctx) {
		if choices := tinsel.Must(turn, err).Choices(); turn.Decision() == "select_presents" { // a typed action of one game
			action := &presents.Action{Action: &presents.Action_SelectPresents{SelectPresents: &presents.SelectPresents{Letters: letters}}}
			tinsel.Must(turn.Submit(ctx, tinsel.Decision{Action: &v1.GameAction{Game: &v1.GameAction_PresentsOfMine{PresentsOfMine: action}}}))
		} else if len(choices) > 0 {
			tinsel.Must(turn.Submit(ctx, tinsel.Decision{Answer: choices[rand.IntN(len(choices))].Answer}))
		} else {
			tinsel.Must(turn.PlayDefault(ctx))
		}
	}
	fmt.Println(seat.Outcome)
}
