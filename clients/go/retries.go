package tinsel

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
)

// Options are the options of a client. The zero value has all defaults.
type Options struct {
	// APIKey is the API key, if the operator requires one. Keep it secret.
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
	// Silence is the maximum silence of a stream before it resumes on a new connection. Default: 45 seconds.
	Silence time.Duration
	// PingAfter is the time without a byte after which a connection with an open call is pinged. Default, and minimum of
	// gRPC for Go: 10 seconds.
	PingAfter time.Duration
	// PingTimeout is the maximum time for the answer to a ping before the connection is closed. Default: 5 seconds.
	PingTimeout time.Duration
}

func (o Options) withDefaults() Options {
	o.Attempt = cmp.Or(o.Attempt, 10*time.Second)
	o.Deadline = cmp.Or(o.Deadline, 30*time.Second)
	o.Backoff = cmp.Or(o.Backoff, 50*time.Millisecond)
	o.BackoffMax = cmp.Or(o.BackoffMax, 2*time.Second)
	o.Silence = cmp.Or(o.Silence, 45*time.Second)
	o.PingAfter = cmp.Or(o.PingAfter, 10*time.Second)
	o.PingTimeout = cmp.Or(o.PingTimeout, 5*time.Second)
	return o
}

// retries are those of one call, or of one stream since its first failure after a message.
type retries struct {
	client   *Client
	failures int
	// wrongAddresses is the number of failures because an address is probably wrong.
	wrongAddresses int
	until          time.Time
}

func (c *Client) retries() *retries {
	return &retries{client: c, until: time.Now().Add(c.options.Deadline)}
}

// attempt limits the next attempt.
func (r *retries) attempt(ctx context.Context) (context.Context, context.CancelFunc) {
	left := r.client.options.Deadline
	if r.failures > 0 {
		left = time.Until(r.until)
	}
	return context.WithTimeout(ctx, min(r.client.options.Attempt, left))
}

// waitAfter waits for the next attempt. It fails if a retry cannot help, if there is no time left for it, or if the client
// is closed. A silent connection is replaced.
func (r *retries) waitAfter(ctx context.Context, err error, from *connection, silent bool) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	failure, options, servers := refusalOf(err), r.client.options, r.client.servers
	if failure.Reason == "" {
		// The message of gRPC does not name an unknown host.
		failure.Message += " (server " + strings.TrimPrefix(from.target, "dns:///") + ")"
	}
	r.failures++
	if isWrongAddress(failure) {
		r.wrongAddresses++
	}
	if failure.Reason != "" {
		servers.reached.Store(true)
	}
	same := slices.Contains([]string{"CONTENDED", "RATE_LIMITED", "STORE_REFUSES_WRITES"}, failure.Reason)
	if !same {
		if !helpsElsewhere(failure) {
			return failure
		}
		servers.moveOn(from)
	}
	if silent {
		servers.replace(from)
	}
	var wait time.Duration
	rounds := r.failures / len(servers.connect)
	if rounds > 0 {
		wait = min(options.Backoff<<min(rounds-1, 20), options.BackoffMax)
		wait = wait/2 + rand.N(wait/2+1)
	}
	if failure.RetryAfter != nil {
		wait = max(wait, *failure.RetryAfter)
	}
	// If every server failed twice in this way and none has ever responded, the addresses are probably wrong.
	hopeless := rounds >= 2 && r.wrongAddresses == r.failures && !servers.reached.Load()
	if hopeless || servers.isClosed() || time.Now().Add(wait).After(r.until) {
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

// isWrongAddress reports whether the port is closed, or TLS fails: the server does not use it, or its certificate is not
// accepted. gRPC reports the cause only as text; a server's status has a reason.
func isWrongAddress(failure *Refusal) bool {
	unconnected := strings.Contains(failure.Message, "connection error: ")
	wrong := strings.Contains(failure.Message, "refused") || strings.Contains(failure.Message, "tls: ")
	return failure.Reason == "" && unconnected && wrong
}
