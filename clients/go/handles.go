package tinsel

import (
	"cmp"
	"context"
	"iter"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// Viewer is a caller that may read a match: a spectator, a seat or the host.
type Viewer struct {
	client *Client
	// MatchID is the ID of the match.
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
	// Seat is the seat that the creator took in the same step; nil without it.
	Seat *Seat
}

// Seat is the player of a seat. Methods that change something return the new revision.
type Seat struct {
	Viewer
	// Number is the number of the seat, from 0.
	Number uint32
	// Outcome is the result of the match, after the last turn; nil before, and for an aborted match.
	Outcome *v1.Outcome
}

// Decision is an answer to a form, or a typed action. Set one of the two.
type Decision struct {
	// Answer is a completed form.
	Answer *v1.Answer
	// Action is the typed action of a game.
	Action *v1.GameAction
}

// StateOptions are the options of Viewer.State. The zero value has all defaults.
type StateOptions struct {
	// AtRevision is a past revision, from 1. Default: the newest state.
	AtRevision uint64
	// Presentation requests the scene, and the form of a seat with a pending decision.
	Presentation bool
	// Form requests the form without the scene.
	Form bool
	// Legal requests the legal actions of a seat with a pending decision and, with a form, its choices as typed actions.
	Legal bool
}

// HistoryOptions are the options of Viewer.History. The zero value has all defaults.
type HistoryOptions struct {
	// AfterRevision is the last revision that the caller has. Default: from the beginning.
	AfterRevision uint64
	// Presentation requests a sentence with each event.
	Presentation bool
	// Scenes requests the scene after each revision.
	Scenes bool
}

// WatchOptions are the options of Viewer.Watch. The zero value has all defaults.
type WatchOptions struct {
	// Cursor is the cursor of the last message that the caller has processed. Default: the watch begins with a snapshot.
	Cursor string
	// AfterRevision is the last revision that the caller has, instead of a cursor: the watch has the changes after it, and
	// cannot detect lost writes. new(uint64(0)) requests all changes from the first one.
	AfterRevision *uint64
	// Presentation requests scenes, forms, and a sentence with each event.
	Presentation bool
	// Form requests forms without scenes and sentences.
	Form bool
	// Legal requests the legal actions of each state and, with a form, its choices as typed actions.
	Legal bool
	// LatestOnly requests new states at most every 250 milliseconds. The updates between them arrive together.
	LatestOnly bool
}

// TurnsOptions are the options of Seat.Turns. The zero value has all defaults: each turn has its form.
type TurnsOptions struct {
	// Scenes requests the scene of each turn.
	Scenes bool
	// Legal requests the legal actions of each turn, and the typed actions of its choices.
	Legal bool
}

// State returns the state, as the caller may see it.
func (v *Viewer) State(ctx context.Context, options StateOptions) (*v1.MatchState, error) {
	request := &v1.GetMatchRequest{
		MatchId: v.MatchID, Presentation: options.Presentation, Form: options.Form, Legal: options.Legal,
	}
	if options.AtRevision != 0 {
		request.AtRevision = &options.AtRevision
	}
	response, err := Call(ctx, v.client, v.Token, API.GetMatch, request)
	return response.GetState(), err
}

// History yields the entries of all stored revisions, oldest first, until the newest one or the first error.
func (v *Viewer) History(ctx context.Context, options HistoryOptions) iter.Seq2[*v1.HistoryEntry, error] {
	return func(yield func(*v1.HistoryEntry, error) bool) {
		request := &v1.ListHistoryRequest{
			MatchId: v.MatchID, AfterRevision: options.AfterRevision,
			Presentation: options.Presentation, Scenes: options.Scenes,
		}
		for more := true; more; {
			page, err := Call(ctx, v.client, v.Token, API.ListHistory, request)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, entry := range page.Entries {
				if !yield(entry, nil) {
					return
				}
				request.AfterRevision = entry.Revision
			}
			more = len(page.Entries) > 0 && request.AfterRevision < page.NewestRevision
		}
	}
}

// Watch yields snapshots and updates, until the end of the match or the first error.
func (v *Viewer) Watch(ctx context.Context, options WatchOptions) iter.Seq2[*v1.WatchMatchResponse, error] {
	return v.client.watch(ctx, v.Token, v.MatchID, options)
}

// changed returns the revision of a response.
func changed[A interface{ GetRevision() uint64 }](response A, err error) (uint64, error) {
	return response.GetRevision(), err
}

// AddBot gives the first open seat to a bot. If the name is empty, the server chooses one.
func (h *Host) AddBot(ctx context.Context, name string) (uint64, error) {
	request := &v1.AddBotRequest{MatchId: h.MatchID, DisplayName: name}
	return changed(Call(ctx, h.client, h.Token, API.AddBot, request))
}

// Remove removes the player or bot of a seat from the lobby, and opens the seat.
func (h *Host) Remove(ctx context.Context, seat uint32) (uint64, error) {
	request := &v1.RemovePlayerRequest{MatchId: h.MatchID, Seat: &seat}
	return changed(Call(ctx, h.client, h.Token, API.RemovePlayer, request))
}

// Transfer gives the host's rights to the player of a seat. From then on, the token of that seat is the host's.
func (h *Host) Transfer(ctx context.Context, seat uint32) (uint64, error) {
	request := &v1.TransferHostRequest{MatchId: h.MatchID, Seat: &seat}
	return changed(Call(ctx, h.client, h.Token, API.TransferHost, request))
}

// Start starts the match.
func (h *Host) Start(ctx context.Context) (uint64, error) {
	return changed(Call(ctx, h.client, h.Token, API.StartMatch, &v1.StartMatchRequest{MatchId: h.MatchID}))
}

// Abort ends the match early.
func (h *Host) Abort(ctx context.Context) (uint64, error) {
	return changed(Call(ctx, h.client, h.Token, API.AbortMatch, &v1.AbortMatchRequest{MatchId: h.MatchID}))
}

// Substitute makes a bot decide for an inactive player.
func (h *Host) Substitute(ctx context.Context, seat uint32) (uint64, error) {
	request := &v1.SubstituteSeatRequest{MatchId: h.MatchID, Seat: &seat}
	return changed(Call(ctx, h.client, h.Token, API.SubstituteSeat, request))
}

// Rematch returns the host of the rematch of a match that is over. The first call of a player or of the host creates the
// rematch.
func (h *Host) Rematch(ctx context.Context) (*Host, error) {
	rematch, err := Call(ctx, h.client, h.Token, API.CreateRematch, &v1.CreateRematchRequest{MatchId: h.MatchID})
	if err != nil {
		return nil, err
	}
	host := h.client.Host(rematch.MatchId, cmp.Or(rematch.HostToken, rematch.SeatToken))
	host.JoinCode = rematch.JoinCode
	if rematch.Seat != nil {
		host.Seat = h.client.Seat(rematch.MatchId, rematch.SeatToken, *rematch.Seat)
	}
	return host, nil
}

// Legal returns the legal actions of the newest state, as a typed message.
func (s *Seat) Legal(ctx context.Context) (*v1.GameLegal, error) {
	response, err := Call(ctx, s.client, s.Token, API.ListLegalActions, &v1.ListLegalActionsRequest{MatchId: s.MatchID})
	return response.GetLegal(), err
}

// Submit submits a decision, which the server validates on the newest state. Turn.Submit also checks an answer before the
// call.
func (s *Seat) Submit(ctx context.Context, decision Decision) (uint64, error) {
	return s.submit(ctx, decision, &v1.SubmitActionRequest{})
}

// SubmitAt submits a decision unless the match has changed since this revision.
func (s *Seat) SubmitAt(ctx context.Context, revision uint64, decision Decision) (uint64, error) {
	return s.submit(ctx, decision, &v1.SubmitActionRequest{ExpectedRevision: &revision})
}

// SubmitFor submits the decision with this number, unless it is no longer pending: see Turn.Number. With 0, the
// server does not check the number.
func (s *Seat) SubmitFor(ctx context.Context, number uint32, decision Decision) (uint64, error) {
	request := &v1.SubmitActionRequest{}
	if number != 0 {
		request.ExpectedDecision = &number
	}
	return s.submit(ctx, decision, request)
}

func (s *Seat) submit(ctx context.Context, decision Decision, request *v1.SubmitActionRequest) (uint64, error) {
	request.MatchId, request.Answer, request.Action = s.MatchID, decision.Answer, decision.Action
	revision, err := changed(Call(ctx, s.client, s.Token, API.SubmitAction, request))
	return revision, ofDecision(err, false)
}

// Validate is a dry run of Submit, which changes nothing. It returns the revision of the state.
func (s *Seat) Validate(ctx context.Context, decision Decision) (uint64, error) {
	request := &v1.ValidateActionRequest{MatchId: s.MatchID, Answer: decision.Answer, Action: decision.Action}
	revision, err := changed(Call(ctx, s.client, s.Token, API.ValidateAction, request))
	return revision, ofDecision(err, false)
}

// Start starts a full match that its host has not started in time.
func (s *Seat) Start(ctx context.Context) (uint64, error) {
	return changed(Call(ctx, s.client, s.Token, API.StartMatch, &v1.StartMatchRequest{MatchId: s.MatchID}))
}

// Leave leaves the seat permanently. A bot decides for it.
func (s *Seat) Leave(ctx context.Context) (uint64, error) {
	return changed(Call(ctx, s.client, s.Token, API.LeaveMatch, &v1.LeaveMatchRequest{MatchId: s.MatchID}))
}

// Forfeit forfeits the match.
func (s *Seat) Forfeit(ctx context.Context) (uint64, error) {
	return changed(Call(ctx, s.client, s.Token, API.ForfeitMatch, &v1.ForfeitMatchRequest{MatchId: s.MatchID}))
}

// LetBotPlay makes a bot decide, until ReturnToSeat.
func (s *Seat) LetBotPlay(ctx context.Context) (uint64, error) {
	return changed(Call(ctx, s.client, s.Token, API.SubstituteSeat, &v1.SubstituteSeatRequest{MatchId: s.MatchID}))
}

// ReturnToSeat ends a substitution.
func (s *Seat) ReturnToSeat(ctx context.Context) (uint64, error) {
	return changed(Call(ctx, s.client, s.Token, API.ReturnToSeat, &v1.ReturnToSeatRequest{MatchId: s.MatchID}))
}

// Rematch returns the seat that is reserved for the player in the rematch of a match that is over. The first call of a
// player or of the host creates the rematch.
func (s *Seat) Rematch(ctx context.Context) (*Seat, error) {
	request := &v1.CreateRematchRequest{MatchId: s.MatchID}
	rematch, err := Call(ctx, s.client, s.Token, API.CreateRematch, request)
	return s.client.seated(rematch, err)
}

// Turn is a state in which a seat has a pending decision.
type Turn struct {
	// State is the state with the pending decision.
	State *v1.MatchState
	// Form is the decision as a form.
	Form      *v1.Form
	seat      *Seat
	decidedAt *uint64
}

// TurnChoice is a complete answer to a form.
type TurnChoice struct {
	// Title is the answer in words.
	Title *v1.Text
	// Answer is the answer.
	Answer *v1.Answer
	// Action is the answer as a typed action; nil unless TurnsOptions.Legal requests it.
	Action *v1.GameAction
}

// Turns yields each state in which the seat has a pending decision, until the end of the match or the first error.
func (s *Seat) Turns(ctx context.Context, options TurnsOptions) iter.Seq2[*Turn, error] {
	return func(yield func(*Turn, error) bool) {
		// The revision of the last accepted action. States below it are outdated.
		var decidedAt uint64
		watch := WatchOptions{Presentation: options.Scenes, Form: true, Legal: options.Legal}
		for message, err := range s.Watch(ctx, watch) {
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

// Number is the number of the decision; 0 from a server of an earlier release.
func (t *Turn) Number() uint32 { return t.pending().GetNumber() }

// Choices are all answers, in words. Empty if there are more than 16.
func (t *Turn) Choices() []TurnChoice {
	actions := t.State.GetChoiceActions()
	choices := make([]TurnChoice, len(t.Form.Choices))
	for index, choice := range t.Form.Choices {
		choices[index] = TurnChoice{Title: choice.Title, Answer: choice.Answer}
		if index < len(actions) {
			choices[index].Action = actions[index]
		}
	}
	return choices
}

// Default is the decision that applies if the seat does not decide in time; it is empty if it is drawn at random.
func (t *Turn) Default() Decision {
	if t.Form.DefaultAnswer != nil {
		return Decision{Answer: t.Form.DefaultAnswer}
	}
	return Decision{Action: t.pending().GetDefaultAction().GetAction()}
}

// pending returns nil if the state has no decision of the seat.
func (t *Turn) pending() *v1.Decision {
	for _, pending := range t.State.GetMatch().GetPendingDecisions() {
		if pending.GetSeat() == t.seat.Number {
			return pending
		}
	}
	return nil
}

// Legal returns the legal actions of the state, as a typed message; nil unless TurnsOptions.Legal requests them.
func (t *Turn) Legal() *v1.GameLegal { return t.State.GetLegal() }

// Submit submits an answer to the form, or a typed action, for the decision of this turn. It returns the new revision.
//
// It returns an *InvalidAnswer and sends nothing if Check finds a problem of an answer. If the server refuses a checked
// answer, the refusal is stale: the match has changed. A typed action is not checked: if the rules refuse it, the refusal is
// stale too. Compare the revision of Seat.State with Revision: if they are equal, the action is wrong, and no new turn
// follows.
func (t *Turn) Submit(ctx context.Context, decision Decision) (uint64, error) {
	if decision.Answer != nil {
		if err := require(t.Form, decision.Answer); err != nil {
			return 0, err
		}
	}
	revision, err := t.seat.SubmitFor(ctx, t.Number(), decision)
	if err == nil {
		*t.decidedAt = revision
	}
	return revision, ofDecision(err, decision.Answer != nil)
}

// PlayDefault submits the default. It returns the new revision.
func (t *Turn) PlayDefault(ctx context.Context) (uint64, error) {
	decision := t.Default()
	if decision == (Decision{}) {
		return 0, ErrNoDefault
	}
	return t.Submit(ctx, decision)
}
