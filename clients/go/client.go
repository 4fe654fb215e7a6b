// Package tinsel is a client of Tinsel, a service for turn-based party games.
//
// Calls that change something carry an idempotency key, and are retried at any server until one answers. They fail with
// *Refusal if a server refuses them, with *Unavailable if none answers in time, and with ErrClosed after Client.Close.
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
	mathrand "math/rand/v2"
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
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "example.org/tinsel/gen/tinsel/v1"
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

// Close closes all connections. Open calls and watches end with *Unavailable or ErrClosed, and later ones with ErrClosed.
func (c *Client) Close() {
	c.servers.close()
}

// Setup is the setup of a new match. The zero value has all defaults.
type Setup struct {
	// Values are the values of options of the game; an omitted option has its default. Client.Game returns the options.
	Values []*v1.FieldAnswer
	// Seats is the number of seats. Required if the game has no default.
	Seats uint32
	// TimeControl has the time limits for decisions. Default: none, and 5 minutes for each decision in a quick match.
	TimeControl *v1.TimeControl
	// Private makes joining and watching require the join code of the host. A quick match is always public.
	Private bool
}

func (s Setup) seats() *uint32 {
	if s.Seats == 0 {
		return nil
	}
	return &s.Seats
}

// Create creates a match that starts as soon as it is full.
func (c *Client) Create(ctx context.Context, gameID string, setup Setup) (*Host, error) {
	options := &v1.OptionValues{GameId: gameID, Values: setup.Values}
	request := &v1.CreateMatchRequest{Options: options, Seats: setup.seats(), TimeControl: setup.TimeControl}
	if setup.Private {
		request.Visibility = v1.Visibility_VISIBILITY_PRIVATE
	}
	return c.CreateWith(ctx, request)
}

// CreateWith creates a match with this request. With TakeSeat, the caller gets a seat in the same step: see Host.Seat.
func (c *Client) CreateWith(ctx context.Context, request *v1.CreateMatchRequest) (*Host, error) {
	if seat := request.GetTakeSeat(); seat != nil && len(seat.Nonce) == 0 && request.RequestId == "" {
		request = proto.CloneOf(request)
		request.TakeSeat.Nonce = []byte(rand.Text())
	}
	created, err := Call(ctx, c, "", API.CreateMatch, request)
	if err != nil {
		return nil, err
	}
	host := &Host{Viewer: Viewer{c, created.MatchId, created.HostToken}, JoinCode: created.JoinCode}
	if created.Seat != nil {
		host.Seat = c.Seat(created.MatchId, created.SeatToken, *created.Seat)
	}
	return host, nil
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
	joined, err := Call(ctx, c, "", API.JoinMatch, request)
	return c.seated(joined, err)
}

// ReissueSeat returns the seat that a user of your platform took with this reference, with a new token, which replaces the
// old one. It needs the API key with which the user took the seat.
func (c *Client) ReissueSeat(ctx context.Context, matchID, playerRef string) (*Seat, error) {
	request := &v1.ReissueSeatTokenRequest{MatchId: matchID, PlayerRef: playerRef}
	reissued, err := Call(ctx, c, "", API.ReissueSeatToken, request)
	if err != nil {
		return nil, err
	}
	return c.Seat(matchID, reissued.SeatToken, reissued.GetSeat()), nil
}

// QuickMatch takes a seat by matchmaking, with players who ask for the same setup. The match starts when it is full.
func (c *Client) QuickMatch(ctx context.Context, gameID, name string, setup Setup) (*Seat, error) {
	options := &v1.OptionValues{GameId: gameID, Values: setup.Values}
	request := &v1.QuickMatchRequest{
		DisplayName: name, Options: options, Seats: setup.seats(), TimeControl: setup.TimeControl,
	}
	joined, err := Call(ctx, c, "", API.QuickMatch, request)
	return c.seated(joined, err)
}

func (c *Client) seated(in interface {
	GetMatchId() string
	GetSeatToken() string
	GetSeat() uint32
}, err error) (*Seat, error) {
	if err != nil {
		return nil, err
	}
	return c.Seat(in.GetMatchId(), in.GetSeatToken(), in.GetSeat()), nil
}

// Host is the host of a match, by the token that the creation returned, or by that of the host's seat.
func (c *Client) Host(matchID, token string) *Host { return &Host{Viewer: Viewer{c, matchID, token}} }

// Seat is the player of a seat, by the token that joining returned.
func (c *Client) Seat(matchID, token string, number uint32) *Seat {
	return &Seat{Viewer: Viewer{c, matchID, token}, Number: number}
}

// Spectator is a spectator of a match: of a public one without a token, of a private one by a token of SpectateByCode.
func (c *Client) Spectator(matchID, token string) *Viewer { return &Viewer{c, matchID, token} }

// SpectateByCode returns a spectator of the private match with this join code.
func (c *Client) SpectateByCode(ctx context.Context, joinCode string) (*Viewer, error) {
	given, err := Call(ctx, c, "", API.SpectateMatch, &v1.SpectateMatchRequest{JoinCode: joinCode})
	if err != nil {
		return nil, err
	}
	return c.Spectator(given.MatchId, given.SpectatorToken), nil
}

// Game returns a game with its options and components.
func (c *Client) Game(ctx context.Context, gameID string) (*v1.GetGameResponse, error) {
	return Call(ctx, c, "", API.GetGame, &v1.GetGameRequest{GameId: gameID, Presentation: true})
}

// Games returns all games.
func (c *Client) Games(ctx context.Context) ([]*v1.Game, error) {
	response, err := Call(ctx, c, "", API.ListGames, &v1.ListGamesRequest{})
	return response.GetGames(), err
}

// Matches yields the public matches that meet the filter; without one, those that can be joined.
func (c *Client) Matches(ctx context.Context, filter *v1.MatchFilter) iter.Seq2[*v1.Match, error] {
	return func(yield func(*v1.Match, error) bool) {
		request := &v1.ListMatchesRequest{Filter: filter}
		for more := true; more; more = request.PageToken != "" {
			page, err := Call(ctx, c, "", API.ListMatches, request)
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

// API has all RPCs of the service, for Call.
type API struct {
	v1.MatchServiceClient
	v1.GameServiceClient
}

// Call makes an RPC, such as API.JoinMatch, with a token or without one. All methods of this package use it: it
// authenticates, retries, and returns *Refusal and *Unavailable. It sends the request with a drawn request_id and nonce
// unless the request has them. To repeat a call after a crash, draw them yourself, and store them before the call.
func Call[Q, A proto.Message](
	ctx context.Context, c *Client, token string, rpc func(API, context.Context, Q, ...grpc.CallOption) (A, error), request Q,
) (A, error) {
	request = withKeys(request)
	retries := c.retries()
	outgoing, err := c.outgoing(ctx, token, request)
	if err != nil {
		var none A
		return none, err
	}
	for {
		server, err := c.servers.choose()
		if err != nil {
			var none A
			return none, err
		}
		started := time.Now()
		limited, cancel := retries.attempt(outgoing)
		answer, err := rpc(server.api, limited, request)
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

// withKeys returns the request with an idempotency key, which all retries keep, and with a part of the seed of the match,
// so that no other participant can choose the seed.
func withKeys[Q proto.Message](request Q) Q {
	request = proto.CloneOf(request)
	message := request.ProtoReflect()
	for name, value := range map[protoreflect.Name]protoreflect.Value{
		"request_id": protoreflect.ValueOf(rand.Text()), "nonce": protoreflect.ValueOf([]byte(rand.Text())),
	} {
		if field := message.Descriptor().Fields().ByName(name); field != nil && !message.Has(field) {
			message.Set(field, value)
		}
	}
	return request
}

// outgoing returns the context of a call with its credentials. It fails if a retry cannot help, because the credentials or
// the request cannot be sent.
func (c *Client) outgoing(ctx context.Context, token string, request proto.Message) (context.Context, error) {
	if _, err := proto.Marshal(request); err != nil {
		return nil, fmt.Errorf("the request cannot be sent: %w", err)
	}
	if token != "" {
		token = "Bearer " + strings.TrimSpace(token)
	}
	for _, credential := range [][2]string{{"authorization", token}, {"x-api-key", strings.TrimSpace(c.options.APIKey)}} {
		name, value := credential[0], credential[1]
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, fmt.Errorf("%s contains a character that metadata cannot contain", name)
		}
		if value != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, name, value)
		}
	}
	return ctx, nil
}

// watch yields the changes of a match from any server, until its end or the first error.
func (c *Client) watch(
	ctx context.Context, token, matchID string, options WatchOptions,
) iter.Seq2[*v1.WatchMatchResponse, error] {
	return func(yield func(*v1.WatchMatchResponse, error) bool) {
		p, err := positionAfter(matchID, options)
		if err != nil {
			yield(nil, err)
			return
		}
		outgoing, err := c.outgoing(ctx, token, p.request)
		if err != nil {
			yield(nil, err)
			return
		}
		var failed *retries
		resumes := false
		for {
			server, err := c.servers.choose()
			if err != nil {
				yield(nil, err)
				return
			}
			following := ignore
			p.begin()
			for message, failure := range c.stream(outgoing, server, p.request) {
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
				p.end()
				over, failure := c.isOver(ctx, token, matchID, p.confirmed)
				if failure != nil {
					yield(nil, failure)
				}
				if over || failure != nil {
					return
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

// isOver reports whether the match is over at the revision that a heartbeat has confirmed: the watch has all changes.
func (c *Client) isOver(ctx context.Context, token, matchID string, confirmed *uint64) (bool, error) {
	if confirmed == nil {
		return false, nil
	}
	response, err := Call(ctx, c, token, API.GetMatch, &v1.GetMatchRequest{MatchId: matchID})
	match := response.GetState().GetMatch()
	return isOver(match) && match.GetRevision() == *confirmed, err
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
		stream, err := server.api.WatchMatch(ctx, request)
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
