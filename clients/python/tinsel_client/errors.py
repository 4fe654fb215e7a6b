"""The errors of calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2

#: The reasons of refused decisions that no newer state of the match changes.
_PERMANENT = ("MATCH_NOT_STARTED", "TLS_REQUIRED", "WRONG_GAME")
_CHANGED = (grpc.StatusCode.ABORTED, grpc.StatusCode.FAILED_PRECONDITION)


class TinselError(Exception):
    """Any error of the library."""

    @property
    def is_stale(self) -> bool:
        """Whether a decision is refused because the match can have changed: go on with the turn of its newest state."""
        return False


@dataclass(frozen=True)
class FieldViolation:
    """An invalid field of a request."""

    field: str
    description: str


# Errors are compared by identity, so that they can be hashed.
@dataclass(eq=False)
class Refusal(TinselError):
    """A server refused a call, and nothing has changed. Decide by `reason` and `domain`; `message` is for people."""

    code: grpc.StatusCode
    message: str
    #: The reason, such as MATCH_FULL; empty if no server sent the status.
    reason: str = ""
    #: The domain of the reason: tinsel.v1, or a game's.
    domain: str = ""
    metadata: dict[str, str] = field(default_factory=dict[str, str])
    fields: list[FieldViolation] = field(default_factory=list[FieldViolation])
    #: The seconds after which a retry can help; None if a retry does not help.
    retry_after: float | None = None
    #: The trace ID of the call, for operators.
    trace_id: str = ""
    _stale: bool = field(default=False, init=False, repr=False)

    def __post_init__(self) -> None:
        # Unpickling passes these to the constructor, and then restores the other fields.
        super().__init__(self.code, self.message)

    def __str__(self) -> str:
        return f"{self.reason or self.code.name}: {self.message}"

    @property
    def limit(self) -> int | None:
        """The limit that the call exceeds."""
        limit = self.metadata.get("limit", "")
        return int(limit) if limit.lstrip("-").isdigit() else None

    @property
    def is_stale(self) -> bool:
        """Whether a decision is refused because the match can have changed: go on with the turn of its newest state.

        `Turn.submit` sends only answers of its form, so a refused one is late. A typed action that the rules refuse is
        reported in the same way as a late one: compare the revision of the newest state, or print the refusal.
        """
        return self._stale

    @classmethod
    def of(cls, error: grpc.RpcError) -> Refusal:
        """Parses the status of a failed call, which both kinds of channels report alike."""
        status: Any = error
        refusal = cls(status.code(), status.details() or "")
        metadata: Iterable[tuple[str, Any]] = status.trailing_metadata() or ()
        binary = next((value for key, value in metadata if key == "grpc-status-details-bin"), b"")
        for detail in status_pb2.Status.FromString(binary).details:
            info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
            retry, request = error_details_pb2.RetryInfo(), error_details_pb2.RequestInfo()
            if detail.Unpack(info):
                refusal.reason, refusal.domain, refusal.metadata = info.reason, info.domain, dict(info.metadata)
            elif detail.Unpack(bad):
                refusal.fields = [FieldViolation(each.field, each.description) for each in bad.field_violations]
            elif detail.Unpack(retry):
                refusal.retry_after = retry.retry_delay.ToTimedelta().total_seconds()
            elif detail.Unpack(request):
                refusal.trace_id = request.request_id
        return refusal


@contextmanager
def deciding(checked: bool = False) -> Iterator[None]:
    """Notes of a refused decision whether it is stale. `checked`: it is an answer to the form of an earlier state."""
    try:
        yield
    except Refusal as refusal:
        malformed = refusal.code is grpc.StatusCode.INVALID_ARGUMENT and refusal.reason == "MALFORMED_REQUEST"
        changed = refusal.code in _CHANGED and (checked or refusal.reason not in _PERMANENT)
        refusal._stale = changed or (checked and malformed)
        raise


@dataclass(eq=False)
class InvalidAnswer(TinselError):
    """The answer is not one of the form's, so it was not sent."""

    #: The value with the problem, such as fields[bids].amounts[garnet_thief].
    path: str
    #: The problem and the valid values, in one sentence.
    text: str

    def __post_init__(self) -> None:
        super().__init__(self.path, self.text)

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text


class Closed(TinselError):
    """The client is closed."""

    def __str__(self) -> str:
        return "the client is closed; create another one"


@dataclass(eq=False)
class Unavailable(TinselError):
    """No server answered in time. The server may have applied the call."""

    #: The number of attempts.
    attempts: int
    #: The failure of the last attempt.
    last: Refusal

    def __post_init__(self) -> None:
        super().__init__(self.attempts, self.last)

    def __str__(self) -> str:
        return f"no response after {self.attempts} attempts; the last one failed with {self.last}"


class NoDefault(TinselError):
    """The decision has neither a default answer nor a default action that the seat may see."""

    def __str__(self) -> str:
        return "the decision has no default; submit one of its choices or a typed action"


class NotRequested(TinselError):
    """The states of the turns have no legal actions."""

    def __str__(self) -> str:
        return "the turn has no legal actions; seat.turns(legal=True) requests them"


class Unfillable(TinselError):
    """No random answer to the form was found, and the form has no default answer."""

    def __str__(self) -> str:
        return "no answer to the form was found, and it has no default answer; submit a typed action"
