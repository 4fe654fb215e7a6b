// Command play plays a match with bots to its end. Arguments: SERVERS GAME_ID [--step]
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
	ctx, gameID, step := context.Background(), os.Args[2], len(os.Args) > 3
	client := tinsel.Must(tinsel.Connect(strings.Split(os.Args[1], ","), tinsel.Options{}))
	about := tinsel.Must(client.Game(ctx, gameID))
	seats := about.Game.SeatsMin
	options := &v1.OptionValues{GameId: gameID}
	if slices.ContainsFunc(about.Options, func(option *v1.GameOption) bool { return option.Name == "deals" }) {
		// A short match, where the game offers one.
		options.Values = []*v1.FieldAnswer{{Field: "deals", Value: &v1.FieldAnswer_Number{Number: 1}}}
	}
	host := tinsel.Must(client.CreateWith(ctx, &v1.CreateMatchRequest{Options: options, Seats: &seats}))
	seat := tinsel.Must(client.Join(ctx, host.MatchID, "Tess"))
	for range seats - 1 {
		tinsel.Must(host.AddBot(ctx))
	}

	count, input := 0, bufio.NewScanner(os.Stdin)
	for turn, err := range seat.Turns(ctx) {
		tinsel.Must(turn, err)
		count++
		if step {
			fmt.Println("turn", count)
			input.Scan()
		}
		decision := turn.Default()
		if choices := turn.Choices(); len(choices) > 0 {
			decision = tinsel.Decision{Answer: choices[rand.IntN(len(choices))].Answer}
		}
		if _, err := turn.Submit(ctx, decision); err != nil && !tinsel.IsStale(err) {
			log.Fatal(err)
		}
	}
	fmt.Printf("ended: %d turns\n", count)
	all := tinsel.Must(seat.State(ctx)).Match.Seats
	for _, standing := range seat.Outcome.GetStandings() {
		fmt.Printf("%d. %s\n", standing.Rank, all[standing.Seat].DisplayName)
	}
}
