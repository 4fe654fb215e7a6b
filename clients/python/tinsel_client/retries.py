"""The servers of a client, and the decision which failures to retry."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import grpc

from .errors import Refusal, Unavailable

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
    #: The maximum silence of a stream before it is opened again.
    silence: float = 45.0


class Servers(Generic[S]):
    """The servers of a client, beginning with a random one, so that clients spread over all servers."""

    def __init__(self, servers: list[S]) -> None:
        """Takes the servers, at least one."""
        if not servers:
            raise ValueError("there is no address; give one such as http://127.0.0.1:7400")
        self._servers = random.sample(servers, len(servers))
        self._current = 0

    def __len__(self) -> int:
        return len(self._servers)

    def current(self) -> S:
        """The server for the next call."""
        return self._servers[self._current]

    def all(self) -> list[S]:
        """All servers."""
        return self._servers

    def move_on(self, server: S) -> None:
        """Selects the next server, unless another call has left this one already."""
        if server is self.current():
            self._current = (self._current + 1) % len(self._servers)


class Retries(Generic[S]):
    """The retries of one call, or of one stream since its first failure after a message."""

    def __init__(self, servers: Servers[S], options: Options) -> None:
        """Starts the clock."""
        self._servers = servers
        self._options = options
        self._failures = 0
        self._until = time.monotonic() + options.deadline

    def attempt(self) -> float:
        """The maximum duration of the next attempt."""
        return max(0.001, min(self._options.attempt, self._until - time.monotonic()))

    def wait_after(self, failure: Refusal, server: S) -> float:
        """The wait before the next attempt. Raises if a retry cannot help, or if there is no time left for it."""
        self._failures += 1
        same = failure.reason in ("CONTENDED", "RATE_LIMITED", "STORE_REFUSES_WRITES")
        if not same and not _helps_elsewhere(failure):
            raise failure
        if not same:
            self._servers.move_on(server)
        rounds = self._failures // len(self._servers)
        wait = min(self._options.backoff * 2 ** min(rounds - 1, 30), self._options.backoff_max) if rounds else 0.0
        wait = max(wait * random.uniform(0.5, 1), failure.retry_after or 0.0)
        if time.monotonic() + wait >= self._until:
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
