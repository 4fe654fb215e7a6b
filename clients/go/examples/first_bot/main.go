// Command first_bot takes a seat of a match and plays it to the end. Arguments: ADDRESS MATCH_ID
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"

	"example.org/tinsel"
	presents "example.org/tinsel/gen/tinsel/games/presents_of_mine/v1"
	v1 "example.org/tinsel/gen/tinsel/v1"
)

func main() {
	if err := play(context.Background(), os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func play(ctx context.Context, address, matchID string) error {
	client, err := tinsel.Connect([]string{address}, tinsel.Options{})
	if err != nil {
		return err
	}
	seat, err := client.Join(ctx, matchID, "First Bot")
	if err != nil {
		return err
	}
	for turn, err := range seat.Turns(ctx, tinsel.TurnsOptions{}) {
		if err != nil {
			return err
		}
		if _, err := turn.Submit(ctx, decide(turn)); err != nil && !tinsel.IsStale(err) {
			return err
		}
	}
	fmt.Println(seat.Outcome)
	return nil
}

func decide(turn *tinsel.Turn) tinsel.Decision {
	if turn.Decision() == "select_presents" { // a typed action of one game
		selected := &presents.SelectPresents{Letters: []presents.Letter{1, 2, 3, 4, 5}}
		action := &presents.Action{Action: &presents.Action_SelectPresents{SelectPresents: selected}}
		return tinsel.Decision{Action: &v1.GameAction{Game: &v1.GameAction_PresentsOfMine{PresentsOfMine: action}}}
	}
	return tinsel.Decision{Answer: tinsel.Fill(turn.Form, rand.Int64N)} // a random answer of any other decision
}
