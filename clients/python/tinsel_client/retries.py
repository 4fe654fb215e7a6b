"""The servers of a client, and the decision which failures to retry."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakSet

import grpc

from .errors import Closed, Refusal, Unavailable

S = TypeVar("S")


@dataclass(frozen=True)
class Options:
    """The options of a client. Durations are in seconds."""

    #: The API key. Keep it secret.
    api_key: str | None = field(default=None, repr=False)
    #: A PEM file with the CA certificates for https:// addresses. Default: the roots that gRPC contains.
    ca_file: str | None = None
    #: The maximum duration of one attempt.
    attempt: float = 10.0
    #: The maximum duration of all attempts together.
    deadline: float = 30.0
    #: The first wait before a retry; each further wait is twice as long.
    backoff: float = 0.05
    backoff_max: float = 2.0
    #: The maximum silence of a stream before it resumes on a new connection.
    silence: float = 45.0
    #: The time without a byte after which a connection with an open call is pinged.
    ping_after: float = 10.0
    #: The maximum time for the answer to a ping before the connection is closed.
    ping_timeout: float = 5.0


class Servers(Generic[S]):
    """The servers of a client, beginning with a random one, so that clients spread over all servers."""

    def __init__(self, connect: list[Callable[[], S]]) -> None:
        """Takes a function that connects to it for each server, at least one."""
        if not connect:
            raise ValueError("there is no address; give one such as http://127.0.0.1:7400")
        self._connect = random.sample(connect, len(connect))
        self._servers = [connect() for connect in self._connect]
        self._current = 0
        #: Threads share a blocking client.
        self._lock = Lock()
        #: The servers of all connections that exist, also of replaced ones with open calls.
        self._open = WeakSet(self._servers)
        self._closed = False
        #: Whether any server has responded.
        self.reached = False

    def __len__(self) -> int:
        return len(self._servers)

    def current(self) -> S:
        """The server for the next call."""
        return self._servers[self._current]

    def close(self) -> list[S]:
        """Prevents new connections. Returns the servers of all connections, to close them."""
        with self._lock:
            self._closed = True
            return list(self._open)

    def check_open(self) -> None:
        """Raises `Closed` if the client is closed."""
        if self._closed:
            raise Closed

    @property
    def closed(self) -> bool:
        """Whether the client is closed."""
        return self._closed

    def move_on(self, server: S) -> None:
        """Selects the next server, unless another call has left this one already."""
        if server is self.current():
            self._current = (self._current + 1) % len(self._servers)

    def replace(self, silent: S) -> None:
        """Later calls use a new connection. Those of the silent one go on, because it may be alive."""
        with self._lock:
            for index, server in enumerate(self._servers):
                if server is silent and not self._closed:
                    self._servers[index] = self._connect[index]()
                    self._open.add(self._servers[index])


class Retries(Generic[S]):
    """The retries of one call, or of one stream since its first failure after a message."""

    def __init__(self, servers: Servers[S], options: Options) -> None:
        """Starts the clock."""
        self._servers = servers
        self._options = options
        self._failures = 0
        self._wrong_addresses = 0
        self._until = time.monotonic() + options.deadline

    def attempt(self) -> float:
        """The maximum duration of the next attempt."""
        left = self._until - time.monotonic() if self._failures else self._options.deadline
        return max(0.001, min(self._options.attempt, left))

    def wait_after(self, failure: Refusal, server: S, silent: bool = False) -> float:
        """The wait before the next attempt. Raises if a retry cannot help, if there is no time left for it, or if the
        client is closed. A silent connection is replaced.
        """
        self._failures += 1
        self._wrong_addresses += _is_wrong_address(failure)
        self._servers.reached = self._servers.reached or bool(failure.reason)
        same = failure.reason in ("CONTENDED", "RATE_LIMITED", "STORE_REFUSES_WRITES")
        if not same and not _helps_elsewhere(failure):
            raise failure
        if not same:
            self._servers.move_on(server)
        if silent:
            self._servers.replace(server)
        rounds = self._failures // len(self._servers)
        wait = min(self._options.backoff * 2 ** min(rounds - 1, 30), self._options.backoff_max) if rounds else 0.0
        wait = max(wait * random.uniform(0.5, 1), failure.retry_after or 0.0)
        # If every server failed twice in this way and none has ever responded, the addresses are probably wrong.
        hopeless = rounds >= 2 and self._wrong_addresses == self._failures and not self._servers.reached
        if hopeless or self._servers.closed or time.monotonic() + wait >= self._until:
            raise Unavailable(self._failures, failure)
        return wait


def _helps_elsewhere(failure: Refusal) -> bool:
    if failure.reason == "OPEN_MATCH_LIMIT_REACHED":
        return False
    if failure.code is grpc.StatusCode.UNAVAILABLE or failure.retry_after is not None:
        return True
    # Every status of a server has a reason; without one, the connection broke.
    broken = (
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
    )
    return not failure.reason and failure.code in broken


def _is_wrong_address(failure: Refusal) -> bool:
    """Whether the port is closed, or TLS fails: the server does not use it, or its certificate is not accepted."""
    # gRPC reports the cause only as text; a server's status has a reason.
    unconnected = not failure.reason and failure.message.startswith("failed to connect")
    return unconnected and ("refused" in failure.message or "SSL_ERROR_SSL" in failure.message)
