package tinsel

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"

	v1 "example.org/tinsel/gen/tinsel/v1"
)

// connection is a connection to one server.
type connection struct {
	index uint32
	// target is the host and port.
	target  string
	channel *grpc.ClientConn
	api     API
	// calls is the number of open calls.
	calls int
}

func connect(index uint32, to *dialing) (*connection, error) {
	channel, err := grpc.NewClient(to.target, to.options...)
	if err != nil {
		return nil, err
	}
	api := API{v1.NewMatchServiceClient(channel), v1.NewGameServiceClient(channel)}
	return &connection{index: index, target: to.target, channel: channel, api: api}, nil
}

// servers are the servers of a client, beginning with a random one, so that clients spread over all servers.
type servers struct {
	connect []func() (*connection, error)
	// reached reports whether any server has responded.
	reached     atomic.Bool
	mutex       sync.Mutex
	connections []*connection
	current     uint32
	// replaced are replaced connections with open calls.
	replaced map[*connection]struct{}
	closed   bool
}

// choose returns the connection for a call, which releases it; ErrClosed if the client is closed.
func (s *servers) choose() (*connection, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	chosen := s.connections[s.current]
	chosen.calls++
	return chosen, nil
}

func (s *servers) release(chosen *connection) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	chosen.calls--
	s.closeIfUnused(chosen)
}

// moveOn selects the next server, unless another call has left this one already.
func (s *servers) moveOn(from *connection) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.current == from.index {
		s.current = (from.index + 1) % uint32(len(s.connections))
	}
}

// replace makes later calls use a new connection. Those of the silent one go on, because it may be alive.
func (s *servers) replace(silent *connection) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed || s.connections[silent.index] != silent {
		return
	}
	if next, err := s.connect[silent.index](); err == nil {
		s.connections[silent.index] = next
		s.replaced[silent] = struct{}{}
		s.closeIfUnused(silent)
	}
}

func (s *servers) closeIfUnused(c *connection) {
	if _, replaced := s.replaced[c]; replaced && c.calls == 0 {
		delete(s.replaced, c)
		_ = c.channel.Close() // fails only if it is closed
	}
}

func (s *servers) close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.closed = true
	for _, connection := range slices.AppendSeq(slices.Clone(s.connections), maps.Keys(s.replaced)) {
		_ = connection.channel.Close() // fails only if it is closed
	}
}

func (s *servers) isClosed() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.closed
}
