package tinsel

import (
	"cmp"
	"context"
	"iter"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// Viewer is a caller that may read a match: a spectator, a seat or the host.
type Viewer struct {
	client  *Client
	MatchID string
	// Token is the bearer token; empty for a spectator of a public match. Keep it secret.
	Token string
}

// String leaves out the token, so that a logged handle does not contain it.
func (v Viewer) String() string { return "match " + v.MatchID }

// Host is the host of a match. Methods that change something return the new revision.
type Host struct {
	Viewer
	// JoinCode is the join code of a private match.
	JoinCode string
}

// Seat is the player of a seat. Methods that change something return the new revision.
type Seat struct {
	Viewer
	Number uint32
	// Outcome is the result of the match, after the last turn; nil before, and for an aborted match.
	Outcome *v1.Outcome
}

// Decision is an answer to a form, or a typed action. Set one of the two.
type Decision struct {
	Answer *v1.Answer
	Action *v1.GameAction
}

// State returns the newest state, as the caller may see it.
func (v *Viewer) State(ctx context.Context) (*v1.MatchState, error) {
	request := &v1.GetMatchRequest{MatchId: v.MatchID}
	response, err := call(ctx, v.client, v.Token, v1.MatchServiceClient.GetMatch, request)
	return response.GetState(), err
}

// Watch yields snapshots and updates after the cursor of a message, or from a snapshot; until the end of the match or
// the first error.
func (v *Viewer) Watch(ctx context.Context, cursor string, presentation bool) iter.Seq2[*v1.WatchMatchResponse, error] {
	return v.client.watch(ctx, v.Token, positionAfter(v.MatchID, cursor, presentation))
}

// changed makes a call about the match, with an idempotency key if its request has one. It returns the revision.
func changed[Q proto.Message, A interface{ GetRevision() uint64 }](
	ctx context.Context, v *Viewer, m method[v1.MatchServiceClient, Q, A], request Q,
) (uint64, error) {
	fields := request.ProtoReflect().Descriptor().Fields()
	request.ProtoReflect().Set(fields.ByName("match_id"), protoreflect.ValueOf(v.MatchID))
	if key := fields.ByName("request_id"); key != nil {
		request.ProtoReflect().Set(key, protoreflect.ValueOf(requestID()))
	}
	response, err := call(ctx, v.client, v.Token, m, request)
	return response.GetRevision(), err
}

// AddBot gives the first open seat to a bot.
func (h *Host) AddBot(ctx context.Context) (uint64, error) {
	return changed(ctx, &h.Viewer, v1.MatchServiceClient.AddBot, &v1.AddBotRequest{})
}

// Start starts the match.
func (h *Host) Start(ctx context.Context) (uint64, error) {
	return changed(ctx, &h.Viewer, v1.MatchServiceClient.StartMatch, &v1.StartMatchRequest{})
}

// Abort ends the match early.
func (h *Host) Abort(ctx context.Context) (uint64, error) {
	return changed(ctx, &h.Viewer, v1.MatchServiceClient.AbortMatch, &v1.AbortMatchRequest{})
}

// Substitute makes a bot decide for an inactive player.
func (h *Host) Substitute(ctx context.Context, seat uint32) (uint64, error) {
	return changed(ctx, &h.Viewer, v1.MatchServiceClient.SubstituteSeat, &v1.SubstituteSeatRequest{Seat: &seat})
}

// Legal returns the legal actions, as a typed message.
func (s *Seat) Legal(ctx context.Context) (*v1.GameLegal, error) {
	request := &v1.ListLegalActionsRequest{MatchId: s.MatchID}
	response, err := call(ctx, s.client, s.Token, v1.MatchServiceClient.ListLegalActions, request)
	return response.GetLegal(), err
}

// Submit submits a decision, which the server validates on the newest state.
func (s *Seat) Submit(ctx context.Context, decision Decision) (uint64, error) {
	request := &v1.SubmitActionRequest{Answer: decision.Answer, Action: decision.Action}
	return changed(ctx, &s.Viewer, v1.MatchServiceClient.SubmitAction, request)
}

// SubmitAt submits a decision unless the match has changed since this revision.
func (s *Seat) SubmitAt(ctx context.Context, revision uint64, d Decision) (uint64, error) {
	request := &v1.SubmitActionRequest{ExpectedRevision: &revision, Answer: d.Answer, Action: d.Action}
	return changed(ctx, &s.Viewer, v1.MatchServiceClient.SubmitAction, request)
}

// Validate is a dry run of Submit, which changes nothing. It returns the revision of the state.
func (s *Seat) Validate(ctx context.Context, decision Decision) (uint64, error) {
	request := &v1.ValidateActionRequest{Answer: decision.Answer, Action: decision.Action}
	return changed(ctx, &s.Viewer, v1.MatchServiceClient.ValidateAction, request)
}

// Leave leaves the seat permanently. A bot decides for it.
func (s *Seat) Leave(ctx context.Context) (uint64, error) {
	return changed(ctx, &s.Viewer, v1.MatchServiceClient.LeaveMatch, &v1.LeaveMatchRequest{})
}

// Forfeit forfeits the match.
func (s *Seat) Forfeit(ctx context.Context) (uint64, error) {
	return changed(ctx, &s.Viewer, v1.MatchServiceClient.ForfeitMatch, &v1.ForfeitMatchRequest{})
}

// LetBotPlay makes a bot decide, until ReturnToSeat.
func (s *Seat) LetBotPlay(ctx context.Context) (uint64, error) {
	return changed(ctx, &s.Viewer, v1.MatchServiceClient.SubstituteSeat, &v1.SubstituteSeatRequest{})
}

// ReturnToSeat ends a substitution.
func (s *Seat) ReturnToSeat(ctx context.Context) (uint64, error) {
	return changed(ctx, &s.Viewer, v1.MatchServiceClient.ReturnToSeat, &v1.ReturnToSeatRequest{})
}

// Turn is a state in which a seat has a pending decision.
type Turn struct {
	State *v1.MatchState
	// Form is the decision as a form.
	Form      *v1.Form
	seat      *Seat
	decidedAt *uint64
}

// Turns yields each state in which the seat has a pending decision, until the end of the match or the first error.
func (s *Seat) Turns(ctx context.Context) iter.Seq2[*Turn, error] {
	return func(yield func(*Turn, error) bool) {
		// The revision of the last accepted action. States below it are outdated.
		var decidedAt uint64
		for message, err := range s.Watch(ctx, "", true) {
			if err != nil {
				yield(nil, err)
				return
			}
			state := StateOf(message)
			revision := state.GetMatch().GetRevision()
			if message.GetSnapshot() != nil {
				// The store can have lost the action.
				decidedAt = min(decidedAt, revision)
			}
			s.Outcome = cmp.Or(state.GetMatch().GetOutcome(), s.Outcome)
			if state.GetForm() == nil || revision < decidedAt {
				continue
			}
			if !yield(&Turn{state, state.Form, s, &decidedAt}, nil) {
				return
			}
		}
	}
}

// Revision is the revision of the state.
func (t *Turn) Revision() uint64 { return t.State.GetMatch().GetRevision() }

// Decision is the name of the decision.
func (t *Turn) Decision() string { return t.Form.Decision }

// Choices are all answers, in words. Empty if there are more than 16.
func (t *Turn) Choices() []*v1.Choice { return t.Form.Choices }

// Default is the decision that applies if the seat does not decide in time; it is empty if it is drawn at random.
func (t *Turn) Default() Decision {
	if t.Form.DefaultAnswer != nil {
		return Decision{Answer: t.Form.DefaultAnswer}
	}
	for _, pending := range t.State.GetMatch().GetPendingDecisions() {
		if pending.GetSeat() == t.seat.Number {
			return Decision{Action: pending.GetDefaultAction().GetAction()}
		}
	}
	return Decision{}
}

// Legal returns the legal actions, as a typed message.
func (t *Turn) Legal(ctx context.Context) (*v1.GameLegal, error) { return t.seat.Legal(ctx) }

// Submit submits an answer to the form, or a typed action. It returns the new revision.
func (t *Turn) Submit(ctx context.Context, decision Decision) (uint64, error) {
	revision, err := t.seat.Submit(ctx, decision)
	if err == nil {
		*t.decidedAt = revision
	}
	return revision, err
}

// PlayDefault submits the default. It returns the new revision.
func (t *Turn) PlayDefault(ctx context.Context) (uint64, error) {
	decision := t.Default()
	if decision == (Decision{}) {
		return 0, ErrNoDefault
	}
	return t.Submit(ctx, decision)
}
