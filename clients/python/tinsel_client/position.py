"""The position of a watch over all its streams, and the turns of a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from tinsel.v1 import game_pb2, match_pb2, match_service_pb2, presentation_pb2

Message = match_service_pb2.WatchMatchResponse


class Next(Enum):
    """What to do after a message."""

    DELIVER = auto()
    IGNORE = auto()
    REOPEN = auto()
    #: Reopen at another server.
    MOVE = auto()


class Position:
    """The position of a watch: what it has received."""

    def __init__(self, request: match_service_pb2.WatchMatchRequest) -> None:
        """Takes the request of the first stream."""
        self._request = match_service_pb2.WatchMatchRequest()
        self._request.CopyFrom(request)
        self._seen: int | None = None
        if request.HasField("after_revision"):
            self._seen = request.after_revision
        self._heard = False
        #: The revision up to which a heartbeat has confirmed that the stream has sent everything.
        self.confirmed: int | None = None
        #: Whether the match is over.
        self.over = False

    def request(self) -> match_service_pb2.WatchMatchRequest:
        """The request of the next stream."""
        self._heard = False
        self.confirmed = None
        return self._request

    def receive(self, message: Message) -> Next:
        """Notes a message."""
        kind = message.WhichOneof("message")
        if kind == "snapshot":
            self._note(message.snapshot.state, message.snapshot.state.match.revision)
        elif kind == "update":
            update = message.update
            if self._seen is not None and update.revision <= self._seen:
                return Next.IGNORE
            if self._seen is not None and update.revision > self._seen + 1:
                self._restart()
                return Next.REOPEN
            self._note(update.state, update.revision)
        elif kind == "heartbeat":
            self.confirmed = message.heartbeat.revision
        if message.cursor:
            self._request.cursor = message.cursor
        if kind == "draining":
            return Next.MOVE
        return Next.DELIVER if kind in ("snapshot", "update") else Next.IGNORE

    def _note(self, state: match_pb2.MatchState, revision: int) -> None:
        self._heard = True
        self.confirmed = None
        self._seen = revision
        self.over = is_over(state.match)

    def _restart(self) -> None:
        self._request.ClearField("position")
        self._seen = None

    def end(self) -> None:
        """Notes the end of a stream. One without any message can be of a match that was over before: read it whole."""
        if not self._heard and self.confirmed is None:
            self._restart()


class Decided:
    """The revision of a seat's last accepted action. States below it are outdated."""

    def __init__(self) -> None:
        """Begins without an action."""
        self.revision = 0

    def is_turn(self, message: Message, state: match_pb2.MatchState) -> bool:
        """Whether the seat has a pending decision in the state of this message."""
        if message.HasField("snapshot"):
            # The store can have lost the action.
            self.revision = min(self.revision, state.match.revision)
        return state.HasField("form") and state.match.revision >= self.revision


@dataclass(frozen=True)
class TurnChoice:
    """A complete answer to a form."""

    #: The answer in words.
    title: presentation_pb2.Text
    answer: presentation_pb2.Answer
    #: The answer as a typed action; None unless the turns have legal actions.
    action: game_pb2.GameAction | None = None


def is_over(match: match_pb2.Match) -> bool:
    """Whether the match is finished or aborted."""
    return match.phase in (match_pb2.MATCH_PHASE_FINISHED, match_pb2.MATCH_PHASE_ABORTED)


def choices_of(state: match_pb2.MatchState) -> Iterator[TurnChoice]:
    """The choices of the form of a state, with their typed actions if the state has them."""
    actions = iter(state.choice_actions)
    for choice in state.form.choices:
        yield TurnChoice(choice.title, choice.answer, next(actions, None))


def state_of(message: Message) -> match_pb2.MatchState | None:
    """The state that a message contains."""
    if message.HasField("snapshot"):
        return message.snapshot.state
    return message.update.state if message.update.HasField("state") else None
