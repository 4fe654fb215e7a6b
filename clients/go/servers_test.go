package tinsel

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc/connectivity"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// silentServer accepts connections and never sends a byte. It returns its address and the number of connections.
func silentServer(t *testing.T) (string, *atomic.Int32) {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { _ = listener.Close() })
	accepted := &atomic.Int32{}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = connection.Close() })
			accepted.Add(1)
		}
	}()
	return "http://" + listener.Addr().String(), accepted
}

func TestAnAddressWithTheWrongSchemeIsReportedAfterTwoAttempts(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	client := must(Connect([]string{strings.Replace(server.URL, "http:", "https:", 1)}, Options{}))
	defer client.Close()
	_, err := client.Games(t.Context())
	var unavailable *Unavailable
	if !errors.As(err, &unavailable) || unavailable.Attempts != 2 {
		t.Errorf("%v", err)
	}
}

func TestOnlyACompleteAttemptReplacesTheConnection(t *testing.T) {
	for _, test := range []struct {
		options  Options
		caller   time.Duration
		replaced bool
	}{
		{Options{Attempt: 100 * time.Millisecond, Deadline: 350 * time.Millisecond}, time.Minute, true},
		{Options{Attempt: 100 * time.Millisecond, Deadline: 100 * time.Millisecond}, time.Minute, true},
		{Options{Deadline: 100 * time.Millisecond}, time.Minute, false},
		{Options{}, 100 * time.Millisecond, false},
	} {
		address, _ := silentServer(t)
		client := must(Connect([]string{address}, test.options))
		first := client.servers.connections[0]
		ctx, cancel := context.WithTimeout(t.Context(), test.caller)
		if _, err := client.Games(ctx); err == nil {
			t.Error("a silent server answered")
		}
		cancel()
		if replaced := client.servers.connections[0] != first; replaced != test.replaced {
			t.Errorf("%+v: replaced is %t", test, replaced)
		}
		client.Close()
	}
}

func TestAClosedClientEndsItsCallsAndOpensNoConnection(t *testing.T) {
	address, accepted := silentServer(t)
	client := must(Connect([]string{address}, Options{}))
	ended := make(chan error)
	go func() {
		_, err := client.Games(t.Context())
		ended <- err
	}()
	for accepted.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	client.Close()
	var unavailable *Unavailable
	if err := <-ended; !errors.As(err, &unavailable) {
		t.Errorf("the call ended with %v", err)
	}
	first := client.servers.connections[0]
	client.servers.replace(first)
	if client.servers.connections[0] != first {
		t.Error("a closed client opened a connection")
	}
}

func TestCloseAlsoClosesReplacedConnectionsWithOpenCalls(t *testing.T) {
	address, _ := silentServer(t)
	client := must(Connect([]string{address}, Options{}))
	old := must(client.servers.choose())
	client.servers.replace(old)
	if state := old.channel.GetState(); state == connectivity.Shutdown {
		t.Fatal("a replaced connection closed before its last call")
	}
	client.Close()
	if state := old.channel.GetState(); state != connectivity.Shutdown {
		t.Errorf("a replaced connection is %v", state)
	}
	client.servers.release(old)
}

func TestAReplacedConnectionClosesAfterItsLastCall(t *testing.T) {
	address, _ := silentServer(t)
	client := must(Connect([]string{address}, Options{}))
	defer client.Close()
	old := must(client.servers.choose())
	client.servers.replace(old)
	client.servers.release(old)
	if state := old.channel.GetState(); state != connectivity.Shutdown {
		t.Errorf("a replaced connection is %v", state)
	}
}
