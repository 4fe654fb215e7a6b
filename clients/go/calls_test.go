package tinsel

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// table is a server with a scripted match.
type table struct {
	server
	submitted int
	// streams are the messages of each stream; the last one repeats.
	streams [][]*v1.WatchMatchResponse
	watched []*v1.WatchMatchRequest
	match   *v1.Match
}

func (s *table) SubmitAction(context.Context, *v1.SubmitActionRequest) (*v1.SubmitActionResponse, error) {
	s.submitted++
	return &v1.SubmitActionResponse{Revision: 6}, s.failure
}

func (s *table) GetMatch(context.Context, *v1.GetMatchRequest) (*v1.GetMatchResponse, error) {
	return &v1.GetMatchResponse{State: &v1.MatchState{Match: s.match}}, nil
}

func (s *table) WatchMatch(
	request *v1.WatchMatchRequest, stream grpc.ServerStreamingServer[v1.WatchMatchResponse],
) error {
	s.watched = append(s.watched, request)
	for _, message := range s.streams[min(len(s.watched), len(s.streams))-1] {
		if err := stream.Send(message); err != nil {
			return err
		}
	}
	return nil
}

func finished(revision uint64) *v1.Match {
	return &v1.Match{Revision: revision, Phase: v1.MatchPhase_MATCH_PHASE_FINISHED}
}

func message(revision uint64) *v1.WatchMatchResponse {
	return &v1.WatchMatchResponse{Cursor: strconv.FormatUint(revision, 10)}
}

func snapshot(revision uint64) *v1.WatchMatchResponse {
	bid := &v1.FormField_Number{Number: &v1.NumberField{Min: 1, Max: 4, Step: 1}}
	form := &v1.Form{Decision: "bid", Fields: []*v1.FormField{{FieldId: "bid", Kind: bid}}}
	sent := message(revision)
	state := &v1.MatchState{Match: finished(revision), Form: form}
	sent.Message = &v1.WatchMatchResponse_Snapshot{Snapshot: &v1.Snapshot{State: state}}
	return sent
}

func update(match *v1.Match) *v1.WatchMatchResponse {
	sent := message(match.Revision)
	change := &v1.Update{Revision: match.Revision, State: &v1.MatchState{Match: match}}
	sent.Message = &v1.WatchMatchResponse_Update{Update: change}
	return sent
}

func heartbeat(revision uint64) *v1.WatchMatchResponse {
	sent := message(revision)
	sent.Message = &v1.WatchMatchResponse_Heartbeat{Heartbeat: &v1.Heartbeat{Revision: revision}}
	return sent
}

// seatAt returns a seat of a server with these streams.
func seatAt(t *testing.T, s *table, streams ...[]*v1.WatchMatchResponse) *Seat {
	s.streams = streams
	if s.match == nil {
		s.match = finished(5)
	}
	return connected(t, s).Seat("match", "token", 0)
}

func bid(decision string, number int64) Decision {
	values := []*v1.FieldAnswer{{Field: "bid", Value: &v1.FieldAnswer_Number{Number: number}}}
	return Decision{Answer: &v1.Answer{Decision: decision, Fields: values}}
}

// submitted returns the error of a decision at a turn.
func submitted(t *testing.T, seat *Seat, decision Decision) error {
	for turn, err := range seat.Turns(t.Context(), TurnsOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := turn.Submit(t.Context(), decision); err != nil {
			return err
		}
	}
	return nil
}

func revisions(t *testing.T, seat *Seat, options WatchOptions) []uint64 {
	found := []uint64{}
	for message, err := range seat.Watch(t.Context(), options) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, StateOf(message).GetMatch().GetRevision())
	}
	return found
}

func TestAWrongAnswerIsReportedAndNotSent(t *testing.T) {
	server := &table{}
	seat := seatAt(t, server, []*v1.WatchMatchResponse{snapshot(5)})
	for _, test := range []struct {
		wrong    Decision
		expected InvalidAnswer
	}{
		{bid("bid", 5), InvalidAnswer{"fields[bid]", "5 is not possible; choose 1 to 4."}},
		{bid("pass", 1), InvalidAnswer{"decision", "The form is of the decision 'bid', not of 'pass'; answer this form."}},
	} {
		err := submitted(t, seat, test.wrong)
		var invalid *InvalidAnswer
		if !errors.As(err, &invalid) || *invalid != test.expected || IsStale(err) {
			t.Errorf("%v", err)
		}
	}
	if server.submitted != 0 {
		t.Errorf("%d answers were sent", server.submitted)
	}
	if err := submitted(t, seat, bid("bid", 4)); err != nil || server.submitted != 1 {
		t.Errorf("%v", err)
	}
}

func TestARefusedAnswerOfTheFormIsStale(t *testing.T) {
	answer, action := bid("bid", 1), Decision{Action: &v1.GameAction{}}
	for _, test := range []struct {
		decision Decision
		code     codes.Code
		reason   string
		stale    bool
	}{
		{answer, codes.InvalidArgument, "MALFORMED_REQUEST", true},
		{answer, codes.FailedPrecondition, "ANSWER_NOT_IN_FORM", true},
		{answer, codes.Aborted, "REVISION_MISMATCH", true},
		{answer, codes.PermissionDenied, "SEAT_LEFT", false},
		{action, codes.InvalidArgument, "MALFORMED_REQUEST", false},
		{action, codes.FailedPrecondition, "NOT_YOUR_TURN", true},
		{action, codes.Aborted, "REVISION_MISMATCH", true},
		{action, codes.FailedPrecondition, "MATCH_NOT_STARTED", false},
		{action, codes.FailedPrecondition, "WRONG_GAME", false},
	} {
		failure := must(status.New(test.code, "refused").WithDetails(&errdetails.ErrorInfo{Reason: test.reason})).Err()
		seat := seatAt(t, &table{server: server{failure: failure}}, []*v1.WatchMatchResponse{snapshot(5)})
		err := submitted(t, seat, test.decision)
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Reason != test.reason || IsStale(err) != test.stale {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func TestAWatchSendsAllChangesFromTheFirstOneOnRequest(t *testing.T) {
	server := &table{}
	seat := seatAt(t, server,
		[]*v1.WatchMatchResponse{update(&v1.Match{Revision: 1}), update(&v1.Match{Revision: 2})},
		[]*v1.WatchMatchResponse{update(&v1.Match{Revision: 2}), update(finished(3))},
	)
	found := revisions(t, seat, WatchOptions{AfterRevision: new(uint64(0))})
	if !slices.Equal(found, []uint64{1, 2, 3}) {
		t.Errorf("%v", found)
	}
	first, ok := server.watched[0].Position.(*v1.WatchMatchRequest_AfterRevision)
	if !ok || first.AfterRevision != 0 || server.watched[1].GetCursor() != "2" {
		t.Errorf("%v", server.watched)
	}
	for _, err := range seat.Watch(t.Context(), WatchOptions{Cursor: "2", AfterRevision: new(uint64(0))}) {
		if err == nil || !strings.Contains(err.Error(), "only one") {
			t.Errorf("%v", err)
		}
	}
}

func TestAWatchAfterTheLastMessageOfAMatchEndsWithoutARepetition(t *testing.T) {
	server := &table{}
	found := revisions(t, seatAt(t, server, []*v1.WatchMatchResponse{heartbeat(5)}), WatchOptions{Cursor: "5"})
	if len(found) != 0 || len(server.watched) != 1 {
		t.Errorf("%v in %d streams", found, len(server.watched))
	}
}

func TestAStreamThatEndsAfterAHeartbeatResumesIfTheMatchGoesOn(t *testing.T) {
	server := &table{match: finished(6)}
	streams := [][]*v1.WatchMatchResponse{{heartbeat(5)}, {update(finished(6))}}
	found := revisions(t, seatAt(t, server, streams...), WatchOptions{Cursor: "5"})
	if !slices.Equal(found, []uint64{6}) || server.watched[1].GetCursor() != "5" {
		t.Errorf("%v of %v", found, server.watched)
	}
}

func TestAStreamWithoutAMessageIsReadWhole(t *testing.T) {
	server := &table{}
	streams := [][]*v1.WatchMatchResponse{{}, {snapshot(5)}}
	found := revisions(t, seatAt(t, server, streams...), WatchOptions{Cursor: "5"})
	if !slices.Equal(found, []uint64{5}) || server.watched[1].Position != nil {
		t.Errorf("%v of %v", found, server.watched)
	}
}

func TestAnErrorOfTheCallerIsReportedAtOnce(t *testing.T) {
	server := &table{}
	client, ctx := connected(t, server), t.Context()
	started := time.Now()
	_, name := client.Join(ctx, "match", "Ada\xff")
	_, emoji := client.Seat("match", "🎁", 0).Submit(ctx, Decision{})
	_, newline := client.Spectator("match", "to\nken").State(ctx, StateOptions{})
	failures := []error{name, emoji, newline}
	for _, viewer := range []*Viewer{client.Spectator("match\xff", ""), client.Spectator("match", "to\nken")} {
		for _, err := range viewer.Watch(ctx, WatchOptions{}) {
			failures = append(failures, err)
		}
	}
	for _, err := range failures {
		var unavailable *Unavailable
		if err == nil || errors.As(err, &unavailable) {
			t.Errorf("%v", err)
		}
	}
	if len(failures) != 5 || time.Since(started) > 5*time.Second || len(server.joins) != 0 {
		t.Errorf("%v after %v", failures, time.Since(started))
	}
}

func TestTheErrorOfAnUnknownHostNamesIt(t *testing.T) {
	client := must(Connect([]string{"http://no-such-host.invalid:7400"}, Options{Deadline: 300 * time.Millisecond}))
	defer client.Close()
	if _, err := client.Games(t.Context()); err == nil || !strings.Contains(err.Error(), "no-such-host.invalid:7400") {
		t.Errorf("%v", err)
	}
}

func TestAClosedClientReportsThatItIsClosed(t *testing.T) {
	client := connected(t, &table{})
	client.Close()
	if _, err := client.Games(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
	for _, err := range client.Spectator("match", "").Watch(t.Context(), WatchOptions{}) {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%v", err)
		}
	}
}
