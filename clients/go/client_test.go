package tinsel

import (
	"cmp"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// server is a server with scripted responses.
type server struct {
	v1.UnimplementedMatchServiceServer
	// failure is the response to each call that takes a seat or creates a match.
	failure error
	joins   []*v1.JoinMatchRequest
	quick   *v1.QuickMatchRequest
	created *v1.CreateMatchRequest
	token   []string
	// rematches are the requests of CreateRematch.
	rematches []*v1.CreateRematchRequest
	// seated is the response to CreateMatch.
	seated *v1.CreateMatchResponse
}

func (s *server) CreateMatch(_ context.Context, request *v1.CreateMatchRequest) (*v1.CreateMatchResponse, error) {
	s.created = request
	return cmp.Or(s.seated, &v1.CreateMatchResponse{}), s.failure
}

func (s *server) TransferHost(
	ctx context.Context, request *v1.TransferHostRequest,
) (*v1.TransferHostResponse, error) {
	headers, _ := metadata.FromIncomingContext(ctx)
	s.token = append(s.token, headers.Get("authorization")...)
	return &v1.TransferHostResponse{Revision: uint64(request.GetSeat())}, s.failure
}

func (s *server) StartMatch(ctx context.Context, _ *v1.StartMatchRequest) (*v1.StartMatchResponse, error) {
	headers, _ := metadata.FromIncomingContext(ctx)
	s.token = append(s.token, headers.Get("authorization")...)
	return &v1.StartMatchResponse{Revision: 7}, s.failure
}

// CreateRematch returns the host's token for the host's token, and otherwise a seat.
func (s *server) CreateRematch(
	ctx context.Context, request *v1.CreateRematchRequest,
) (*v1.CreateRematchResponse, error) {
	headers, _ := metadata.FromIncomingContext(ctx)
	s.rematches = append(s.rematches, request)
	response := &v1.CreateRematchResponse{MatchId: "001-match", JoinCode: "code"}
	if slices.Equal(headers.Get("authorization"), []string{"Bearer host"}) {
		response.HostToken = "host of 001"
	} else {
		response.Seat, response.SeatToken = new(uint32(3)), "seat of 001"
	}
	return response, s.failure
}

func (s *server) JoinMatch(ctx context.Context, request *v1.JoinMatchRequest) (*v1.JoinMatchResponse, error) {
	headers, _ := metadata.FromIncomingContext(ctx)
	s.joins, s.token = append(s.joins, request), headers.Get("authorization")
	return &v1.JoinMatchResponse{}, s.failure
}

func (s *server) QuickMatch(_ context.Context, request *v1.QuickMatchRequest) (*v1.QuickMatchResponse, error) {
	s.quick = request
	return &v1.QuickMatchResponse{}, s.failure
}

func (s *server) SpectateMatch(context.Context, *v1.SpectateMatchRequest) (*v1.SpectateMatchResponse, error) {
	return &v1.SpectateMatchResponse{}, s.failure
}

// WatchMatch sends the last state of a match, in which seat 0 has a pending decision. The request selects its parts.
func (s *server) WatchMatch(
	request *v1.WatchMatchRequest, stream grpc.ServerStreamingServer[v1.WatchMatchResponse],
) error {
	state := &v1.MatchState{Match: &v1.Match{Revision: 5, Phase: v1.MatchPhase_MATCH_PHASE_FINISHED}}
	if request.Form {
		choices := []*v1.Choice{{Answer: &v1.Answer{Decision: "bid"}}, {Answer: &v1.Answer{Decision: "pass"}}}
		state.Form = &v1.Form{Decision: "bid", Choices: choices}
	}
	if request.Presentation {
		state.Scene = &v1.Scene{}
	}
	if request.Legal {
		state.Legal, state.ChoiceActions = &v1.GameLegal{}, []*v1.GameAction{{}, {}}
	}
	return stream.Send(&v1.WatchMatchResponse{Message: &v1.WatchMatchResponse_Snapshot{Snapshot: &v1.Snapshot{State: state}}})
}

// ListHistory has pages of two entries, of the revisions 1 to 5.
func (s *server) ListHistory(_ context.Context, request *v1.ListHistoryRequest) (*v1.ListHistoryResponse, error) {
	page := &v1.ListHistoryResponse{NewestRevision: 5}
	for revision := request.AfterRevision + 1; revision <= min(request.AfterRevision+2, 5); revision++ {
		page.Entries = append(page.Entries, &v1.HistoryEntry{Revision: revision})
	}
	return page, nil
}

func connected(t *testing.T, s v1.MatchServiceServer) *Client {
	t.Helper()
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	serving := grpc.NewServer()
	v1.RegisterMatchServiceServer(serving, s)
	go func() { _ = serving.Serve(listener) }() // ends with Stop
	t.Cleanup(serving.Stop)
	client := must(Connect([]string{"http://" + listener.Addr().String()}, Options{}))
	t.Cleanup(client.Close)
	return client
}

func TestARefusalHasAllDetailsOfTheStatusAndNoHandle(t *testing.T) {
	full := must(status.New(codes.FailedPrecondition, "the match is full").WithDetails(
		&errdetails.ErrorInfo{Reason: "MATCH_FULL", Domain: "tinsel.v1", Metadata: map[string]string{"limit": "8"}},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "seat"}}},
		&errdetails.RequestInfo{RequestId: "trace"},
	))
	client, ctx := connected(t, &server{failure: full.Err()}), t.Context()
	host, created := client.Create(ctx, "secret_santa", Setup{})
	seat, joined := client.Join(ctx, "000-match", "Ada")
	quick, quickly := client.QuickMatch(ctx, "secret_santa", "Ada", Setup{})
	viewer, spectated := client.SpectateByCode(ctx, "7k3m9-q2xvd")
	if host != nil || seat != nil || quick != nil || viewer != nil {
		t.Error("an error comes with a handle")
	}
	for _, err := range []error{created, joined, quickly, spectated} {
		var refusal *Refusal
		if !errors.As(err, &refusal) {
			t.Fatalf("%v is no refusal", err)
		}
		if limit, given := refusal.Limit(); limit != 8 || !given {
			t.Errorf("the limit is %d", limit)
		}
		if refusal.Domain != "tinsel.v1" || refusal.TraceID != "trace" || refusal.RetryAfter != nil ||
			len(refusal.Fields) != 1 || refusal.Fields[0].Field != "seat" || IsStale(err) ||
			refusal.Error() != "MATCH_FULL: the match is full" {
			t.Errorf("%+v", refusal)
		}
	}
}

func TestARetryAfterTheDeadlineIsUnavailable(t *testing.T) {
	limited := must(status.New(codes.ResourceExhausted, "too many calls").WithDetails(
		&errdetails.ErrorInfo{Reason: "RATE_LIMITED"}, &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Hour)},
	))
	_, err := connected(t, &server{failure: limited.Err()}).Join(t.Context(), "000-match", "Ada")
	var unavailable *Unavailable
	if !errors.As(err, &unavailable) || *unavailable.Last.RetryAfter != time.Hour || unavailable.Attempts != 1 {
		t.Errorf("%v", err)
	}
}

func TestCallSendsTheCallersKeysOrDrawsThem(t *testing.T) {
	server := &server{}
	client := connected(t, server)
	own := &v1.JoinMatchRequest{RequestId: "mine", Nonce: []byte("seed")}
	for _, request := range []*v1.JoinMatchRequest{own, {}, {}} {
		must(Call(t.Context(), client, "secret", API.JoinMatch, request))
	}
	first, second, third := server.joins[0], server.joins[1], server.joins[2]
	if first.RequestId != "mine" || string(first.Nonce) != "seed" {
		t.Errorf("%v", first)
	}
	if second.RequestId == third.RequestId || string(second.Nonce) == string(third.Nonce) || len(third.Nonce) == 0 {
		t.Errorf("%v, %v", second, third)
	}
	if len(server.token) != 1 || server.token[0] != "Bearer secret" {
		t.Errorf("%v", server.token)
	}
}

func TestACreatorHasASeatAndGivesItsRightsToAPlayer(t *testing.T) {
	seat := uint32(2)
	server := &server{seated: &v1.CreateMatchResponse{HostToken: "host", Seat: &seat, SeatToken: "seat"}}
	request := &v1.CreateMatchRequest{TakeSeat: &v1.TakeSeat{DisplayName: "Ada"}}
	host := must(connected(t, server).CreateWith(t.Context(), request))
	if host.Seat.Number != 2 || len(server.created.TakeSeat.Nonce) == 0 || len(request.TakeSeat.Nonce) != 0 {
		t.Errorf("%v, %v", host, server.created)
	}
	if given, started := must(host.Transfer(t.Context(), 2)), must(host.Seat.Start(t.Context())); given != 2 || started != 7 {
		t.Errorf("%d, %d", given, started)
	}
	if !slices.Equal(server.token, []string{"Bearer host", "Bearer seat"}) {
		t.Errorf("%v", server.token)
	}
}

func TestARematchHasTheHostAndTheSeatOfTheCaller(t *testing.T) {
	server := &server{}
	client := connected(t, server)
	seat := must(client.Seat("000-match", "seat", 2).Rematch(t.Context()))
	if seat.MatchID != "001-match" || seat.Token != "seat of 001" || seat.Number != 3 {
		t.Errorf("%v", seat)
	}
	host := must(client.Host("000-match", "host").Rematch(t.Context()))
	if host.MatchID != "001-match" || host.Token != "host of 001" || host.JoinCode != "code" || host.Seat != nil {
		t.Errorf("%v", host)
	}
	host = must(client.Host("000-match", "seat").Rematch(t.Context()))
	if host.Token != "seat of 001" || host.Seat.Number != 3 {
		t.Errorf("%v", host)
	}
	first, second := server.rematches[0], server.rematches[1]
	if first.MatchId != "000-match" || len(first.Nonce) == 0 || string(first.Nonce) == string(second.Nonce) {
		t.Errorf("%v, %v", first, second)
	}
}

func TestARequestIsNotChanged(t *testing.T) {
	request := &v1.CreateMatchRequest{}
	must(connected(t, &server{}).CreateWith(t.Context(), request))
	if request.RequestId != "" {
		t.Error("a second match of the same request would be the first one")
	}
}

func TestAQuickMatchHasTheSetup(t *testing.T) {
	server := &server{}
	values := []*v1.FieldAnswer{{Field: "deals", Value: &v1.FieldAnswer_Number{Number: 1}}}
	client := connected(t, server)
	must(client.QuickMatch(t.Context(), "secret_santa", "Ada", Setup{Values: values, Seats: 4}))
	if server.quick.GetSeats() != 4 || len(server.quick.Options.Values) != 1 {
		t.Errorf("%v", server.quick)
	}
	must(client.QuickMatch(t.Context(), "presents_of_mine", "Ada", Setup{}))
	if server.quick.Seats != nil {
		t.Errorf("%v", server.quick)
	}
}

func TestAMatchIsPrivateOnRequest(t *testing.T) {
	server := &server{}
	client := connected(t, server)
	for _, private := range []bool{false, true} {
		must(client.Create(t.Context(), "presents_of_mine", Setup{Private: private}))
		if (server.created.Visibility == v1.Visibility_VISIBILITY_PRIVATE) != private {
			t.Errorf("%v", server.created)
		}
	}
}

func TestATurnHasItsFormAndTheRestOnRequest(t *testing.T) {
	seat := connected(t, &server{}).Seat("000-match", "token", 0)
	for _, more := range []bool{false, true} {
		count := 0
		for turn, err := range seat.Turns(t.Context(), TurnsOptions{Scenes: more, Legal: more}) {
			if err != nil {
				t.Fatal(err)
			}
			count++
			if (turn.Legal() != nil) != more || (turn.State.Scene != nil) != more {
				t.Errorf("%v of %v", more, turn.State)
			}
			choices := turn.Choices()
			if len(choices) != 2 || choices[1].Answer.Decision != "pass" {
				t.Fatalf("%v", choices)
			}
			for _, choice := range choices {
				if (choice.Action != nil) != more {
					t.Errorf("%v of %v", more, choice)
				}
			}
		}
		if count != 1 {
			t.Errorf("%d turns", count)
		}
	}
}

func TestTheHistoryHasEachRevisionOnce(t *testing.T) {
	viewer := connected(t, &server{}).Spectator("000-match", "")
	for after := range uint64(6) {
		expected := after + 1
		for entry, err := range viewer.History(t.Context(), HistoryOptions{AfterRevision: after}) {
			if err != nil || entry.Revision != expected {
				t.Errorf("%v, %v, expected %d", entry, err, expected)
			}
			expected++
		}
		if expected != 6 {
			t.Errorf("after %d: the last revision is %d", after, expected-1)
		}
	}
}

func TestAHandleDoesNotPrintItsToken(t *testing.T) {
	seat := connected(t, &server{}).Seat("000-match", "secret", 0)
	if text := seat.String(); strings.Contains(text, "secret") {
		t.Error(text)
	}
}

func TestAStringIsNoDecision(t *testing.T) {
	command := exec.Command("go", "build", "-o", os.DevNull, "./testdata/string_decision")
	output, err := command.CombinedOutput()
	expected := `cannot use "nonsense" (untyped string constant) as tinsel.Decision value`
	if err == nil || !strings.Contains(string(output), expected) {
		t.Errorf("%v: %s", err, output)
	}
}
