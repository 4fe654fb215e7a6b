package tinsel

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
)

// Options are the options of a client. The zero value has all defaults.
type Options struct {
	APIKey string
	// CA contains the CA certificates of https addresses as PEM. Default: the roots of the system.
	CA []byte
	// Attempt is the maximum duration of one attempt. Default: 10 seconds.
	Attempt time.Duration
	// Deadline is the maximum duration of all attempts together. Default: 30 seconds.
	Deadline time.Duration
	// Backoff is the first wait before a retry; each further wait is twice as long. Default: 50 milliseconds.
	Backoff time.Duration
	// BackoffMax is the maximum wait before a retry. Default: 2 seconds.
	BackoffMax time.Duration
	// Silence is the maximum silence of a stream before it is opened again. Default: 45 seconds.
	Silence time.Duration
}

func (o Options) withDefaults() Options {
	o.Attempt = cmp.Or(o.Attempt, 10*time.Second)
	o.Deadline = cmp.Or(o.Deadline, 30*time.Second)
	o.Backoff = cmp.Or(o.Backoff, 50*time.Millisecond)
	o.BackoffMax = cmp.Or(o.BackoffMax, 2*time.Second)
	o.Silence = cmp.Or(o.Silence, 45*time.Second)
	return o
}

// servers are the servers of a client, beginning with a random one, so that clients spread over all servers.
type servers struct {
	all     []*server
	current atomic.Uint32
}

func (s *servers) choose() *server { return s.all[s.current.Load()] }

// moveOn selects the next server, unless another call has left this one already.
func (s *servers) moveOn(from *server) {
	s.current.CompareAndSwap(from.index, (from.index+1)%uint32(len(s.all)))
}

// retries are those of one call, or of one stream since its first failure after a message.
type retries struct {
	client   *Client
	failures int
	until    time.Time
}

func (c *Client) retries() *retries {
	return &retries{client: c, until: time.Now().Add(c.options.Deadline)}
}

// attempt limits the next attempt.
func (r *retries) attempt(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, min(r.client.options.Attempt, time.Until(r.until)))
}

// waitAfter waits for the next attempt. It fails if a retry cannot help, or if there is no time left for it.
func (r *retries) waitAfter(ctx context.Context, err error, from *server) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failure, options := refusalOf(err), r.client.options
	r.failures++
	same := slices.Contains([]string{"CONTENDED", "RATE_LIMITED", "STORE_REFUSES_WRITES"}, failure.Reason)
	if !same {
		if !helpsElsewhere(failure) {
			return failure
		}
		r.client.servers.moveOn(from)
	}
	var wait time.Duration
	if rounds := r.failures / len(r.client.servers.all); rounds > 0 {
		wait = min(options.Backoff<<min(rounds-1, 20), options.BackoffMax)
		wait = wait/2 + rand.N(wait/2+1)
	}
	if failure.RetryAfter != nil {
		wait = max(wait, *failure.RetryAfter)
	}
	if time.Now().Add(wait).After(r.until) {
		return &Unavailable{r.failures, failure}
	}
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func helpsElsewhere(failure *Refusal) bool {
	if failure.Code == codes.Unavailable || failure.RetryAfter != nil {
		return failure.Reason != "OPEN_MATCH_LIMIT_REACHED"
	}
	// Every status of a server has a reason; a status with one of these codes and no reason is of a broken connection.
	broken := []codes.Code{codes.Canceled, codes.DeadlineExceeded, codes.Internal, codes.Unknown}
	return failure.Reason == "" && slices.Contains(broken, failure.Code)
}
