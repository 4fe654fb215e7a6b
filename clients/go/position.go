package tinsel

import v1 "example.org/tinsel/gen/tinsel/v1"

// next is what to do after a message.
type next int

const (
	ignore next = iota
	deliver
	reopen
	// move reopens the stream at another server.
	move
)

// position is the progress of a watch.
type position struct {
	request *v1.WatchMatchRequest
	seen    uint64
	heard   bool
	over    bool
}

func positionAfter(matchID string, options WatchOptions) *position {
	p := &position{request: &v1.WatchMatchRequest{
		MatchId: matchID, Presentation: options.Presentation, LatestOnly: options.LatestOnly,
		Form: options.Form, Legal: options.Legal,
	}}
	p.resumeAt(options.Cursor)
	return p
}

// receive notes a message.
func (p *position) receive(message *v1.WatchMatchResponse) next {
	following := ignore
	switch content := message.Message.(type) {
	case *v1.WatchMatchResponse_Snapshot:
		state := content.Snapshot.State
		p.note(state, state.GetMatch().GetRevision())
		following = deliver
	case *v1.WatchMatchResponse_Update:
		revision := content.Update.Revision
		if p.seen != 0 && revision <= p.seen {
			return ignore
		}
		if p.seen != 0 && revision > p.seen+1 {
			p.restart()
			return reopen
		}
		p.note(content.Update.State, revision)
		following = deliver
	case *v1.WatchMatchResponse_Draining:
		following = move
	}
	if message.Cursor != "" {
		p.resumeAt(message.Cursor)
	}
	return following
}

func (p *position) note(state *v1.MatchState, revision uint64) {
	phase := state.GetMatch().GetPhase()
	p.heard, p.seen = true, revision
	p.over = phase == v1.MatchPhase_MATCH_PHASE_FINISHED || phase == v1.MatchPhase_MATCH_PHASE_ABORTED
}

func (p *position) restart() {
	p.resumeAt("")
	p.seen = 0
}

func (p *position) resumeAt(cursor string) {
	p.request.Position = nil
	if cursor != "" {
		p.request.Position = &v1.WatchMatchRequest_Cursor{Cursor: cursor}
	}
}

// StateOf returns the state that a message contains, or nil.
func StateOf(message *v1.WatchMatchResponse) *v1.MatchState {
	if snapshot := message.GetSnapshot(); snapshot != nil {
		return snapshot.State
	}
	return message.GetUpdate().GetState()
}
