// Package tinsel is a client of Tinsel, a service for turn-based party games.
//
// Calls that change something carry an idempotency key, and are retried at any server until one answers. They fail with
// *Refusal if a server refuses them, and with *Unavailable if none answers in time.
package tinsel

//go:generate go run -C internal/generate .

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/url"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	v1 "example.org/tinsel/gen/tinsel/v1"
	mathrand "math/rand/v2"
)

// Client is a client of one deployment of Tinsel, which may have several servers.
type Client struct {
	servers *servers
	options Options
}

// Connect returns a client of the servers at these addresses, such as http://127.0.0.1:7400 or https://example.org.
func Connect(addresses []string, options Options) (*Client, error) {
	if len(addresses) == 0 {
		return nil, errors.New("there is no address; give one such as http://127.0.0.1:7400")
	}
	options = options.withDefaults()
	servers := &servers{current: mathrand.Uint32N(uint32(len(addresses))), replaced: map[*connection]struct{}{}}
	for index, address := range addresses {
		dialing, err := dialer(address, options)
		if err != nil {
			return nil, err
		}
		connect := func() (*connection, error) { return connect(uint32(index), dialing) }
		first, err := connect()
		if err != nil {
			return nil, err
		}
		servers.connect, servers.connections = append(servers.connect, connect), append(servers.connections, first)
	}
	return &Client{servers, options}, nil
}

// dialing is a target with the options to dial it.
type dialing struct {
	target  string
	options []grpc.DialOption
}

func dialer(address string, options Options) (*dialing, error) {
	target, err := url.Parse(address)
	if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
		return nil, fmt.Errorf("not the address of a server: %q; give one such as http://127.0.0.1:7400", address)
	}
	port := cmp.Or(target.Port(), map[string]string{"http": "80", "https": "443"}[target.Scheme])
	transport := insecure.NewCredentials()
	if target.Scheme == "https" {
		configuration := &tls.Config{}
		if options.CA != nil {
			configuration.RootCAs = x509.NewCertPool()
			if !configuration.RootCAs.AppendCertsFromPEM(options.CA) {
				return nil, errors.New("the CA contains no certificate; give PEM")
			}
		}
		transport = credentials.NewTLS(configuration)
	}
	waits := backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second}
	return &dialing{"dns:///" + net.JoinHostPort(target.Hostname(), port), []grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithDisableRetry(),
		grpc.WithNoProxy(), // all libraries ignore the variables of proxies
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: waits, MinConnectTimeout: 3 * time.Second}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: options.PingAfter, Timeout: options.PingTimeout}),
	}}, nil
}

// Must returns the value, and panics if there is an error: for short programs.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Close closes all connections. Calls and watches that are open end with *Unavailable.
func (c *Client) Close() {
	c.servers.close()
}

// Create creates a match that starts as soon as it is full.
func (c *Client) Create(ctx context.Context, gameID string) (*Host, error) {
	options := &v1.OptionValues{GameId: gameID}
	return c.CreateWith(ctx, &v1.CreateMatchRequest{Options: options})
}

// CreateWith creates a match with this request.
func (c *Client) CreateWith(ctx context.Context, request *v1.CreateMatchRequest) (*Host, error) {
	request.RequestId = cmp.Or(request.RequestId, requestID())
	created, err := call(ctx, c, "", v1.MatchServiceClient.CreateMatch, request)
	return &Host{Viewer{c, created.GetMatchId(), created.GetHostToken()}, created.GetJoinCode()}, err
}

// Join takes the first open seat of a match.
func (c *Client) Join(ctx context.Context, matchID, name string) (*Seat, error) {
	return c.join(ctx, &v1.JoinMatchRequest{MatchId: matchID, DisplayName: name})
}

// JoinByCode takes the first open seat of the match with this join code.
func (c *Client) JoinByCode(ctx context.Context, joinCode, name string) (*Seat, error) {
	return c.join(ctx, &v1.JoinMatchRequest{JoinCode: joinCode, DisplayName: name})
}

func (c *Client) join(ctx context.Context, request *v1.JoinMatchRequest) (*Seat, error) {
	request.RequestId, request.Nonce = requestID(), nonce()
	joined, err := call(ctx, c, "", v1.MatchServiceClient.JoinMatch, request)
	return c.seated(joined, err)
}

// QuickMatch takes a seat by matchmaking. The match starts when it is full.
func (c *Client) QuickMatch(ctx context.Context, gameID, name string) (*Seat, error) {
	options := &v1.OptionValues{GameId: gameID}
	request := &v1.QuickMatchRequest{Options: options, DisplayName: name, RequestId: requestID(), Nonce: nonce()}
	seated, err := call(ctx, c, "", v1.MatchServiceClient.QuickMatch, request)
	return c.seated(seated, err)
}

func (c *Client) seated(in interface {
	GetMatchId() string
	GetSeatToken() string
	GetSeat() uint32
}, err error) (*Seat, error) {
	return c.Seat(in.GetMatchId(), in.GetSeatToken(), in.GetSeat()), err
}

// Host is the host of a match, by the token that the creation returned.
func (c *Client) Host(matchID, token string) *Host { return &Host{Viewer{c, matchID, token}, ""} }

// Seat is the player of a seat, by the token that joining returned.
func (c *Client) Seat(matchID, token string, number uint32) *Seat {
	return &Seat{Viewer: Viewer{c, matchID, token}, Number: number}
}

// Spectator is a spectator of a public match.
func (c *Client) Spectator(matchID string) *Viewer { return &Viewer{c, matchID, ""} }

// SpectateByCode returns a spectator of the private match with this join code.
func (c *Client) SpectateByCode(ctx context.Context, joinCode string) (*Viewer, error) {
	request := &v1.SpectateMatchRequest{JoinCode: joinCode}
	given, err := call(ctx, c, "", v1.MatchServiceClient.SpectateMatch, request)
	return &Viewer{c, given.GetMatchId(), given.GetSpectatorToken()}, err
}

// Game returns a game with its options and components.
func (c *Client) Game(ctx context.Context, gameID string) (*v1.GetGameResponse, error) {
	return callGames(ctx, c, v1.GameServiceClient.GetGame, &v1.GetGameRequest{GameId: gameID, Presentation: true})
}

// Games returns all games.
func (c *Client) Games(ctx context.Context) ([]*v1.Game, error) {
	response, err := callGames(ctx, c, v1.GameServiceClient.ListGames, &v1.ListGamesRequest{})
	return response.GetGames(), err
}

// Matches yields the public matches that meet the filter; without one, those that can be joined.
func (c *Client) Matches(ctx context.Context, filter *v1.MatchFilter) iter.Seq2[*v1.Match, error] {
	return func(yield func(*v1.Match, error) bool) {
		request := &v1.ListMatchesRequest{Filter: filter}
		for more := true; more; more = request.PageToken != "" {
			page, err := call(ctx, c, "", v1.MatchServiceClient.ListMatches, request)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, match := range page.Matches {
				if !yield(match, nil) {
					return
				}
			}
			request.PageToken = page.NextPageToken
		}
	}
}

type method[S, Q, A any] func(S, context.Context, Q, ...grpc.CallOption) (A, error)

func call[Q, A any](ctx context.Context, c *Client, token string, m method[v1.MatchServiceClient, Q, A], q Q) (A, error) {
	return attempts(ctx, c, token, func(ctx context.Context, s *connection) (A, error) { return m(s.matches, ctx, q) })
}

func callGames[Q, A any](ctx context.Context, c *Client, m method[v1.GameServiceClient, Q, A], q Q) (A, error) {
	return attempts(ctx, c, "", func(ctx context.Context, s *connection) (A, error) { return m(s.games, ctx, q) })
}

// attempts makes a call, with retries.
func attempts[A any](ctx context.Context, c *Client, token string, try func(context.Context, *connection) (A, error)) (A, error) {
	retries := c.retries()
	for {
		server := c.servers.choose()
		started := time.Now()
		limited, cancel := retries.attempt(c.outgoing(ctx, token))
		answer, err := try(limited, server)
		// The remaining time of the caller or of the last attempt can be too short for a response.
		silent := limited.Err() != nil && time.Since(started) >= c.options.Attempt
		cancel()
		c.servers.release(server)
		if err == nil {
			c.servers.reached.Store(true)
			return answer, nil
		}
		if err := retries.waitAfter(ctx, err, server, silent); err != nil {
			return answer, err
		}
	}
}

func (c *Client) outgoing(ctx context.Context, token string) context.Context {
	if token != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+strings.TrimSpace(token))
	}
	if c.options.APIKey != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "x-api-key", strings.TrimSpace(c.options.APIKey))
	}
	return ctx
}

// watch yields the changes of a match from any server, until its end or the first error.
func (c *Client) watch(ctx context.Context, token string, p *position) iter.Seq2[*v1.WatchMatchResponse, error] {
	return func(yield func(*v1.WatchMatchResponse, error) bool) {
		var failed *retries
		resumes := false
		for {
			server, following, err := c.servers.choose(), ignore, error(nil)
			p.heard = false
			for message, failure := range c.stream(c.outgoing(ctx, token), server, p.request) {
				if err = failure; err != nil {
					break
				}
				failed = nil
				resumes = true
				c.servers.reached.Store(true)
				if following = p.receive(message); following == reopen || following == move {
					break
				}
				if following == deliver && !yield(message, nil) {
					return
				}
			}
			if errors.Is(err, io.EOF) {
				if !p.heard { // It can be of a match that was over before: read it whole.
					p.restart()
				}
				err = status.Error(codes.Unavailable, "the stream ended early")
			}
			if err != nil && p.over {
				return
			}
			if following == move {
				c.servers.moveOn(server)
			} else if refusal := refusalOf(err); refusal.Reason == "TOO_MANY_STREAMS" && !resumes {
				// Later, the server may still count the stream that has failed.
				yield(nil, refusal)
				return
			} else if err != nil {
				failed = cmp.Or(failed, c.retries())
				if err = failed.waitAfter(ctx, err, server, errors.Is(err, errSilent)); err != nil {
					yield(nil, err)
					return
				}
			}
		}
	}
}

// stream yields the messages of one stream, and the error that ends it: io.EOF if it ends without one.
func (c *Client) stream(
	ctx context.Context, server *connection, request *v1.WatchMatchRequest,
) iter.Seq2[*v1.WatchMatchResponse, error] {
	return func(yield func(*v1.WatchMatchResponse, error) bool) {
		defer c.servers.release(server)
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		silent := func() { cancel(errSilent) }
		silence := time.AfterFunc(c.options.Silence, silent)
		defer silence.Stop()
		stream, err := server.matches.WatchMatch(ctx, request)
		for err == nil {
			var message *v1.WatchMatchResponse
			message, err = stream.Recv()
			silence.Stop()
			if err != nil {
				break
			}
			if !yield(message, nil) {
				return
			}
			silence.Reset(c.options.Silence)
		}
		if cause := context.Cause(ctx); cause == errSilent {
			err = cause
		}
		yield(nil, err)
	}
}

// errSilent is the failure of a stream without a message for too long.
var errSilent = status.Error(codes.Canceled, "the stream is silent")

// requestID draws the idempotency key of a call, which every retry keeps.
func requestID() string { return rand.Text() }

// nonce draws a seat's part of the seed of a match, so that no other participant can choose the seed.
func nonce() []byte { return []byte(rand.Text()) }
