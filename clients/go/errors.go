package tinsel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ErrNoDefault reports a decision with neither a default answer nor a default action that the seat may see.
var ErrNoDefault = errors.New("the decision has no default; submit one of its choices or a typed action")

// ErrClosed reports that the client is closed.
var ErrClosed = errors.New("the client is closed; connect another one")

// InvalidAnswer reports that an answer is not one of the form's, so that it was not sent.
type InvalidAnswer struct {
	// Path is the value with the problem, such as fields[bids].amounts[garnet_thief].
	Path string
	// Text is the problem and the valid values, in one sentence.
	Text string
}

// Error returns the path and the problem.
func (i *InvalidAnswer) Error() string {
	if i.Path == "" {
		return i.Text
	}
	return i.Path + ": " + i.Text
}

// Refusal reports that a server refused a call, and that nothing has changed. Decide by Reason and Domain; Message is
// for people.
type Refusal struct {
	// Code is the gRPC status code.
	Code codes.Code
	// Reason is a name such as MATCH_FULL; empty if no server sent the status.
	Reason string
	// Domain is the domain of the reason: tinsel.v1, or a game's.
	Domain string
	// Message is the error and its remedy, for people.
	Message string
	// Metadata are further values of the reason.
	Metadata map[string]string
	// Fields are the invalid fields of the request.
	Fields []*errdetails.BadRequest_FieldViolation
	// RetryAfter is the wait after which a retry can help; nil if a retry does not help.
	RetryAfter *time.Duration
	// TraceID is the trace ID of the call, for operators.
	TraceID string
	// stale reports that a decision is refused because the match can have changed.
	stale bool
}

// Unavailable reports that no server answered in time. The server may have applied the call.
type Unavailable struct {
	// Attempts is the number of attempts.
	Attempts int
	// Last is the failure of the last attempt.
	Last *Refusal
}

// Error returns the reason and the message.
func (r *Refusal) Error() string { return cmp.Or(r.Reason, r.Code.String()) + ": " + r.Message }

// Error returns the number of attempts and the last failure.
func (u *Unavailable) Error() string {
	return fmt.Sprintf("no response after %d attempts; the last one failed with %v", u.Attempts, u.Last)
}

// Limit is the limit that the call exceeds, if the status contains it.
func (r *Refusal) Limit() (int64, bool) {
	limit, err := strconv.ParseInt(r.Metadata["limit"], 10, 64)
	return limit, err == nil
}

// IsStale reports whether the error is the refusal of a decision because the match can have changed: go on with the turn
// of its newest state.
//
// Turn.Submit sends only answers of its form, so a refused one is late. A typed action that the rules refuse is reported in
// the same way as a late one: compare the revision of the newest state, or print the refusal.
func IsStale(err error) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.stale
}

// permanent are the reasons of refused decisions that no newer state of the match changes.
var permanent = []string{"MATCH_NOT_STARTED", "TLS_REQUIRED", "WRONG_GAME"}

// ofDecision notes of a refused decision whether it is stale. A checked one is an answer to the form of an earlier state.
func ofDecision(err error, checked bool) error {
	var refusal *Refusal
	if errors.As(err, &refusal) {
		changed := refusal.Code == codes.Aborted || refusal.Code == codes.FailedPrecondition
		malformed := refusal.Code == codes.InvalidArgument && refusal.Reason == "MALFORMED_REQUEST"
		refusal.stale = changed && (checked || !slices.Contains(permanent, refusal.Reason)) || checked && malformed
	}
	return err
}

func refusalOf(err error) *Refusal {
	from, _ := status.FromError(err)
	refusal := &Refusal{Code: from.Code(), Message: from.Message()}
	for _, detail := range from.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			refusal.Reason, refusal.Domain, refusal.Metadata = detail.Reason, detail.Domain, detail.Metadata
		case *errdetails.BadRequest:
			refusal.Fields = detail.FieldViolations
		case *errdetails.RetryInfo:
			wait := detail.RetryDelay.AsDuration()
			refusal.RetryAfter = &wait
		case *errdetails.RequestInfo:
			refusal.TraceID = detail.RequestId
		}
	}
	return refusal
}
