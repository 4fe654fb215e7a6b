// Command play plays a match with bots to its end, at random. Arguments: SERVERS GAME_ID [--step]
//
// With --step it prints a line before each turn, and waits for a line on standard input.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"example.org/tinsel"
	v1 "example.org/tinsel/gen/tinsel/v1"
)

func main() {
	if err := play(context.Background(), strings.Split(os.Args[1], ","), os.Args[2], len(os.Args) > 3); err != nil {
		log.Fatal(err)
	}
}

func play(ctx context.Context, servers []string, gameID string, step bool) error {
	client, err := tinsel.Connect(servers, tinsel.Options{})
	if err != nil {
		return err
	}
	seat, err := join(ctx, client, gameID)
	if err != nil {
		return err
	}
	count, input := 0, bufio.NewScanner(os.Stdin)
	for turn, err := range seat.Turns(ctx, tinsel.TurnsOptions{}) {
		if err != nil {
			return err
		}
		count++
		if step {
			fmt.Println("turn", count)
			input.Scan()
		}
		decision := tinsel.Decision{Answer: tinsel.Fill(turn.Form, rand.Int64N)}
		if _, err := turn.Submit(ctx, decision); err != nil && !tinsel.IsStale(err) {
			return err
		}
	}
	fmt.Printf("ended: %d turns\n", count)
	state, err := seat.State(ctx, tinsel.StateOptions{})
	for _, standing := range seat.Outcome.GetStandings() {
		fmt.Printf("%d. %s\n", standing.Rank, state.GetMatch().GetSeats()[standing.Seat].DisplayName)
	}
	return err
}

// join takes a seat of a new match with bots.
func join(ctx context.Context, client *tinsel.Client, gameID string) (*tinsel.Seat, error) {
	about, err := client.Game(ctx, gameID)
	if err != nil {
		return nil, err
	}
	setup := tinsel.Setup{Seats: about.Game.SeatsMin}
	if slices.ContainsFunc(about.Options, func(option *v1.GameOption) bool { return option.Name == "deals" }) {
		// A short match, where the game offers one.
		setup.Values = []*v1.FieldAnswer{{Field: "deals", Value: &v1.FieldAnswer_Number{Number: 1}}}
	}
	host, err := client.Create(ctx, gameID, setup)
	if err != nil {
		return nil, err
	}
	seat, err := client.Join(ctx, host.MatchID, "Tess")
	for range setup.Seats - 1 {
		if err == nil {
			_, err = host.AddBot(ctx, "")
		}
	}
	return seat, err
}
