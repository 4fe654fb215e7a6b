package tinsel

import (
	"errors"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

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
	// seen is the last revision; nil before the first one.
	seen  *uint64
	heard bool
	// confirmed is the revision up to which a heartbeat has confirmed that the stream has sent everything.
	confirmed *uint64
	over      bool
}

func positionAfter(matchID string, options WatchOptions) (*position, error) {
	p := &position{request: &v1.WatchMatchRequest{
		MatchId: matchID, Presentation: options.Presentation, LatestOnly: options.LatestOnly,
		Form: options.Form, Legal: options.Legal,
	}}
	p.resumeAt(options.Cursor)
	if after := options.AfterRevision; after != nil {
		if options.Cursor != "" {
			return nil, errors.New("the watch has Cursor and AfterRevision; set only one of them")
		}
		p.request.Position = &v1.WatchMatchRequest_AfterRevision{AfterRevision: *after}
		p.seen = new(*after)
	}
	return p, nil
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
		if p.seen != nil && revision <= *p.seen {
			return ignore
		}
		if p.seen != nil && revision > *p.seen+1 {
			p.restart()
			return reopen
		}
		p.note(content.Update.State, revision)
		following = deliver
	case *v1.WatchMatchResponse_Heartbeat:
		p.confirmed = &content.Heartbeat.Revision
	case *v1.WatchMatchResponse_Draining:
		following = move
	}
	if message.Cursor != "" {
		p.resumeAt(message.Cursor)
	}
	return following
}

func (p *position) note(state *v1.MatchState, revision uint64) {
	p.heard, p.seen, p.confirmed = true, &revision, nil
	p.over = isOver(state.GetMatch())
}

// begin notes the beginning of a stream.
func (p *position) begin() {
	p.heard, p.confirmed = false, nil
}

// end notes the end of a stream. One without any message can be of a match that was over before: read it whole.
func (p *position) end() {
	if !p.heard && p.confirmed == nil {
		p.restart()
	}
}

func (p *position) restart() {
	p.resumeAt("")
	p.seen = nil
}

func (p *position) resumeAt(cursor string) {
	p.request.Position = nil
	if cursor != "" {
		p.request.Position = &v1.WatchMatchRequest_Cursor{Cursor: cursor}
	}
}

// isOver reports whether the match is finished or aborted.
func isOver(match *v1.Match) bool {
	phase := match.GetPhase()
	return phase == v1.MatchPhase_MATCH_PHASE_FINISHED || phase == v1.MatchPhase_MATCH_PHASE_ABORTED
}

// StateOf returns the state that a message contains, or nil.
func StateOf(message *v1.WatchMatchResponse) *v1.MatchState {
	if snapshot := message.GetSnapshot(); snapshot != nil {
		return snapshot.State
	}
	return message.GetUpdate().GetState()
}
