"""A client of Tinsel for asyncio."""

# generate.py makes sync.py from this module.

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import grpc
from tinsel.v1 import (
    game_pb2,
    game_service_pb2,
    match_pb2,
    match_service_pb2,
    presentation_pb2,
)

from . import methods
from ._asyncio import Server, sleep
from .errors import NoDefault, NotRequested, Refusal, deciding
from .forms import require
from .method import Method, Q, R, with_key
from .position import Decided, Message, Next, Position, TurnChoice, choices_of, is_over, state_of
from .retries import Options, Retries, Servers
from .server import Metadata

Decision = presentation_pb2.Answer | game_pb2.GameAction
Deciding = TypeVar("Deciding", match_service_pb2.SubmitActionRequest, match_service_pb2.ValidateActionRequest)


class Client:
    """A client of one deployment of Tinsel, which may have several servers.

    Calls that change something carry an idempotency key, and are retried at any server until one answers. They raise
    `Refusal` if a server refuses them, `Unavailable` if none answers in time, and `Closed` after `close`.
    """

    def __init__(self, addresses: Iterable[str], options: Options | None = None) -> None:
        """Takes a list of addresses such as http://127.0.0.1:7400 or https://example.org."""
        if isinstance(addresses, str):
            raise TypeError(f"the addresses are a string; give a list: [{addresses!r}]")
        self.options = options or Options()
        # Once, because the file can be missing when a connection is replaced.
        roots = Path(self.options.ca_file).read_bytes() if self.options.ca_file else None
        self._servers = Servers([partial(Server, address, self.options, roots) for address in addresses])

    async def close(self) -> None:
        """Closes all connections. Open calls and watches end with `Unavailable` or `Closed`, or gRPC cancels them."""
        for server in self._servers.close():
            await server.close()

    async def __aenter__(self) -> Client:
        """Closes all connections at the end of the block."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes all connections."""
        await self.close()

    async def create(
        self,
        game_id: str,
        values: Iterable[presentation_pb2.FieldAnswer] = (),
        seats: int | None = None,
        private: bool = False,
        time_control: match_pb2.TimeControl | None = None,
    ) -> Host:
        """Creates a match that starts as soon as it is full. `values` are values of the game's options. A game without
        a default number of seats, such as secret_santa, needs `seats`. Without `time_control`: no time limit.
        """
        request = match_service_pb2.CreateMatchRequest(
            options=presentation_pb2.OptionValues(game_id=game_id, values=values),
            seats=seats,
            visibility=match_pb2.VISIBILITY_PRIVATE if private else match_pb2.VISIBILITY_PUBLIC,
            time_control=time_control,
        )
        return await self.create_with(request)

    async def create_with(self, request: match_service_pb2.CreateMatchRequest) -> Host:
        """Creates a match with this request. With `take_seat`, also a seat for the caller: `Host.seat`."""
        if request.HasField("take_seat") and not request.take_seat.nonce and not request.request_id:
            seated = match_service_pb2.CreateMatchRequest()
            seated.CopyFrom(request)
            seated.take_seat.nonce = _nonce()
            request = seated
        created = await self.call(methods.CREATE_MATCH, request)
        host = Host(self, created.match_id, created.host_token, created.join_code)
        if created.HasField("seat"):
            host.seat = Seat(self, created.match_id, created.seat_token, created.seat)
        return host

    async def join(self, match_id: str, name: str) -> Seat:
        """Takes the first open seat of a match."""
        return await self._join(match_service_pb2.JoinMatchRequest(match_id=match_id, display_name=name))

    async def join_by_code(self, join_code: str, name: str) -> Seat:
        """Takes the first open seat of the match with this join code."""
        return await self._join(match_service_pb2.JoinMatchRequest(join_code=join_code, display_name=name))

    async def _join(self, request: match_service_pb2.JoinMatchRequest) -> Seat:
        request.nonce = _nonce()
        joined = await self.call(methods.JOIN_MATCH, request)
        return Seat(self, joined.match_id, joined.seat_token, joined.seat)

    async def reissue_seat(self, match_id: str, player_ref: str) -> Seat:
        """Returns the seat that a user of your platform took with this reference, with a new token.

        The new token replaces the old one. The call needs the API key with which the user took the seat.
        """
        request = match_service_pb2.ReissueSeatTokenRequest(match_id=match_id, player_ref=player_ref)
        reissued = await self.call(methods.REISSUE_SEAT_TOKEN, request)
        return Seat(self, match_id, reissued.seat_token, reissued.seat)

    async def quick_match(
        self,
        game_id: str,
        name: str,
        values: Iterable[presentation_pb2.FieldAnswer] = (),
        seats: int | None = None,
        time_control: match_pb2.TimeControl | None = None,
    ) -> Seat:
        """Takes a seat by matchmaking, with players who ask for the same setup. The match starts when it is full.
        Without `time_control`: 5 minutes for each decision.
        """
        request = match_service_pb2.QuickMatchRequest(
            options=presentation_pb2.OptionValues(game_id=game_id, values=values),
            seats=seats,
            time_control=time_control,
            display_name=name,
            nonce=_nonce(),
        )
        joined = await self.call(methods.QUICK_MATCH, request)
        return Seat(self, joined.match_id, joined.seat_token, joined.seat)

    def host(self, match_id: str, token: str) -> Host:
        """The host of a match, by the token that the creation returned, or by that of the host's seat."""
        return Host(self, match_id, token)

    def seat(self, match_id: str, token: str, number: int) -> Seat:
        """The player of a seat, by the token that joining returned."""
        return Seat(self, match_id, token, number)

    def spectator(self, match_id: str, token: str = "") -> Viewer:
        """A spectator of a public match, or with the token of `spectate_by_code` of a private one."""
        return Viewer(self, match_id, token)

    async def spectate_by_code(self, join_code: str) -> Viewer:
        """A spectator of the private match with this join code."""
        given = await self.call(methods.SPECTATE_MATCH, match_service_pb2.SpectateMatchRequest(join_code=join_code))
        return Viewer(self, given.match_id, given.spectator_token)

    async def game(self, game_id: str) -> game_service_pb2.GetGameResponse:
        """A game with its options and components."""
        request = game_service_pb2.GetGameRequest(game_id=game_id, presentation=True)
        return await self.call(methods.GET_GAME, request)

    async def games(self) -> list[game_service_pb2.Game]:
        """All games."""
        return list((await self.call(methods.LIST_GAMES, game_service_pb2.ListGamesRequest())).games)

    async def matches(self, filter: match_service_pb2.MatchFilter | None = None) -> AsyncIterator[match_pb2.Match]:
        """The public matches that meet the filter; without one, those that can be joined."""
        request = match_service_pb2.ListMatchesRequest(filter=filter)
        while True:
            page = await self.call(methods.LIST_MATCHES, request)
            for match in page.matches:
                yield match
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def call(self, method: Method[Q, R], request: Q, token: str = "") -> R:
        """Calls a method of `tinsel_client.methods`, with the retries of all other calls. Without a `request_id` in a
        request that can have one, it draws one.
        """
        request = with_key(request)
        retries = Retries(self._servers, self.options)
        while True:
            self._servers.check_open()
            server = self._servers.current()
            metadata, timeout = self.metadata(token), retries.attempt()
            try:
                response = await server.call(method, request, timeout, metadata)
                self._servers.reached = True
                return response
            except grpc.RpcError as error:
                failure = Refusal.of(error)
                # The remaining time of the last attempt can be too short for a response.
                timed_out = not failure.reason and failure.code is grpc.StatusCode.DEADLINE_EXCEEDED
                silent = timed_out and timeout >= self.options.attempt
                await sleep(retries.wait_after(failure, server, silent))

    def metadata(self, token: str) -> Metadata:
        """The metadata of a call with this token."""
        credentials = {"authorization": token and f"Bearer {token}", "x-api-key": self.options.api_key}
        values = tuple((name, value.strip()) for name, value in credentials.items() if value)
        for name, value in values:
            if not value.isascii() or not value.isprintable():
                raise ValueError(f"{name} contains a character that metadata cannot contain")
        return values

    async def watch(self, request: match_service_pb2.WatchMatchRequest, token: str = "") -> AsyncIterator[Message]:
        """The changes of a match that the request selects, from any server, until its end."""
        position = Position(request)
        failed: Retries[Server] | None = None
        resumes = False
        while True:
            self._servers.check_open()
            server = self._servers.current()
            metadata = self.metadata(token)
            stream = server.stream(methods.WATCH_MATCH, position.request(), self.options.silence, metadata)
            failure = Refusal(grpc.StatusCode.UNAVAILABLE, "the stream ended early")
            try:
                async for message in stream:
                    failed = None
                    resumes = self._servers.reached = True
                    following = position.receive(message)
                    if following is Next.DELIVER:
                        yield message
                    elif following is Next.MOVE:
                        self._servers.move_on(server)
                        break
                    elif following is Next.REOPEN:
                        break
                else:
                    position.end()
                    if position.over or await self._is_over(request.match_id, token, position.confirmed):
                        return
                    failed = failed or Retries(self._servers, self.options)
                    await sleep(failed.wait_after(failure, server))
            except (grpc.RpcError, TimeoutError) as error:
                if position.over:
                    return
                silent = isinstance(error, TimeoutError)
                if isinstance(error, grpc.RpcError):
                    failure = Refusal.of(error)
                else:
                    failure = Refusal(grpc.StatusCode.CANCELLED, "the stream is silent")
                # The server may still count the stream that has failed.
                if failure.reason == "TOO_MANY_STREAMS" and not resumes:
                    raise failure from None
                failed = failed or Retries(self._servers, self.options)
                await sleep(failed.wait_after(failure, server, silent))

    async def _is_over(self, match_id: str, token: str, confirmed: int | None) -> bool:
        """Whether the match is over at the revision that a heartbeat has confirmed: the watch has all changes."""
        if confirmed is None:
            return False
        request = match_service_pb2.GetMatchRequest(match_id=match_id)
        match = (await self.call(methods.GET_MATCH, request, token)).state.match
        return is_over(match) and match.revision == confirmed


@dataclass
class Viewer:
    """A caller that may read a match: a spectator, a seat or the host."""

    client: Client
    match_id: str
    #: The bearer token; empty for a spectator of a public match. Keep it secret.
    token: str = field(repr=False)

    async def state(
        self, presentation: bool = False, at_revision: int | None = None, form: bool = False, legal: bool = False
    ) -> match_pb2.MatchState:
        """The newest state, as the caller may see it. With `at_revision`: only view and scene, as they were then.
        `presentation`, `form` and `legal` request its scene and form, its form, and its legal actions.
        """
        request = match_service_pb2.GetMatchRequest(
            match_id=self.match_id, presentation=presentation, at_revision=at_revision, form=form, legal=legal
        )
        return (await self._call(methods.GET_MATCH, request)).state

    async def history(
        self, after_revision: int = 0, presentation: bool = False, scenes: bool = False
    ) -> AsyncIterator[match_service_pb2.HistoryEntry]:
        """The stored revisions after this one up to the newest, oldest first. With `presentation`: each event with its
        sentence. With `scenes`: the scene after each revision.
        """
        request = match_service_pb2.ListHistoryRequest(
            match_id=self.match_id, after_revision=after_revision, presentation=presentation, scenes=scenes
        )
        while True:
            page = await self._call(methods.LIST_HISTORY, request)
            for entry in page.entries:
                yield entry
                request.after_revision = entry.revision
            if not page.entries or request.after_revision >= page.newest_revision:
                return

    def watch(
        self,
        cursor: str = "",
        presentation: bool = False,
        latest_only: bool = False,
        form: bool = False,
        legal: bool = False,
        *,
        after_revision: int | None = None,
    ) -> AsyncIterator[Message]:
        """Snapshots and updates after the cursor of a message, or from a snapshot; until the end of the match. With
        `latest_only`: new states at most every 250 ms. `presentation`, `form` and `legal` are those of `state`.
        `after_revision`, instead of a cursor: the changes after this revision, which cannot detect lost writes. 0 sends
        all changes from the first one.
        """
        if cursor and after_revision is not None:
            raise ValueError("the watch has a cursor and after_revision; give only one of them")
        request = match_service_pb2.WatchMatchRequest(
            match_id=self.match_id,
            cursor=cursor or None,
            after_revision=after_revision,
            presentation=presentation,
            latest_only=latest_only,
            form=form,
            legal=legal,
        )
        return self.client.watch(request, self.token)

    async def _call(self, method: Method[Q, R], request: Q) -> R:
        return await self.client.call(method, request, self.token)

    async def _rematch(self) -> match_service_pb2.CreateRematchResponse:
        request = match_service_pb2.CreateRematchRequest(match_id=self.match_id, nonce=_nonce())
        return await self._call(methods.CREATE_REMATCH, request)


@dataclass
class Host(Viewer):
    """The host of a match. Methods that change something return the new revision."""

    #: The join code of a private match.
    join_code: str = ""
    #: The seat that the creator took in the same step.
    seat: Seat | None = None

    async def add_bot(self, name: str = "") -> int:
        """Gives the first open seat to a bot."""
        request = match_service_pb2.AddBotRequest(match_id=self.match_id, display_name=name)
        return (await self._call(methods.ADD_BOT, request)).revision

    async def remove(self, seat: int) -> int:
        """Removes the player or bot of a seat from the lobby, and opens the seat."""
        request = match_service_pb2.RemovePlayerRequest(match_id=self.match_id, seat=seat)
        return (await self._call(methods.REMOVE_PLAYER, request)).revision

    async def transfer(self, seat: int) -> int:
        """Gives the host's rights to the player of a seat. From then on, the token of that seat is the host's."""
        request = match_service_pb2.TransferHostRequest(match_id=self.match_id, seat=seat)
        return (await self._call(methods.TRANSFER_HOST, request)).revision

    async def start(self) -> int:
        """Starts the match."""
        request = match_service_pb2.StartMatchRequest(match_id=self.match_id)
        return (await self._call(methods.START_MATCH, request)).revision

    async def abort(self) -> int:
        """Ends the match early."""
        request = match_service_pb2.AbortMatchRequest(match_id=self.match_id)
        return (await self._call(methods.ABORT_MATCH, request)).revision

    async def substitute(self, seat: int) -> int:
        """Makes a bot decide for an inactive player."""
        request = match_service_pb2.SubstituteSeatRequest(match_id=self.match_id, seat=seat)
        return (await self._call(methods.SUBSTITUTE_SEAT, request)).revision

    async def rematch(self) -> Host:
        """Returns the host of the rematch of a match that is over.

        The first call of a player or of the host creates the rematch.
        """
        rematch = await self._rematch()
        host = Host(self.client, rematch.match_id, rematch.host_token or rematch.seat_token, rematch.join_code)
        if rematch.HasField("seat"):
            host.seat = Seat(self.client, rematch.match_id, rematch.seat_token, rematch.seat)
        return host


@dataclass
class Seat(Viewer):
    """The player of a seat. Methods that change something return the new revision."""

    number: int
    #: The result of the match, after the last turn; None before, and for an aborted match.
    outcome: match_pb2.Outcome | None = None

    async def legal(self) -> game_pb2.GameLegal:
        """The legal actions, as a typed message."""
        request = match_service_pb2.ListLegalActionsRequest(match_id=self.match_id)
        return (await self._call(methods.LIST_LEGAL_ACTIONS, request)).legal

    async def submit(
        self, decision: Decision, expected_revision: int | None = None, expected_decision: int | None = None
    ) -> int:
        """Submits an answer to the form, or a typed action. `Turn.submit` also checks an answer before the call, and
        expects the decision of the turn.
        """
        request = match_service_pb2.SubmitActionRequest(
            match_id=self.match_id, expected_revision=expected_revision, expected_decision=expected_decision
        )
        with deciding():
            return (await self._call(methods.SUBMIT_ACTION, _deciding(request, decision))).revision

    async def validate(self, decision: Decision, expected_revision: int | None = None) -> int:
        """A dry run of `submit`, which changes nothing. Returns the revision of the state."""
        request = match_service_pb2.ValidateActionRequest(match_id=self.match_id, expected_revision=expected_revision)
        with deciding():
            return (await self._call(methods.VALIDATE_ACTION, _deciding(request, decision))).revision

    async def start(self) -> int:
        """Starts a full match that its host has not started in time."""
        request = match_service_pb2.StartMatchRequest(match_id=self.match_id)
        return (await self._call(methods.START_MATCH, request)).revision

    async def leave(self) -> int:
        """Leaves the seat permanently. A bot decides for it."""
        request = match_service_pb2.LeaveMatchRequest(match_id=self.match_id)
        return (await self._call(methods.LEAVE_MATCH, request)).revision

    async def forfeit(self) -> int:
        """Forfeits the match."""
        request = match_service_pb2.ForfeitMatchRequest(match_id=self.match_id)
        return (await self._call(methods.FORFEIT_MATCH, request)).revision

    async def let_bot_play(self) -> int:
        """Makes a bot decide, until `return_to_seat`."""
        request = match_service_pb2.SubstituteSeatRequest(match_id=self.match_id)
        return (await self._call(methods.SUBSTITUTE_SEAT, request)).revision

    async def return_to_seat(self) -> int:
        """Ends a substitution."""
        request = match_service_pb2.ReturnToSeatRequest(match_id=self.match_id)
        return (await self._call(methods.RETURN_TO_SEAT, request)).revision

    async def rematch(self) -> Seat:
        """Returns the seat that is reserved for the player in the rematch of a match that is over.

        The first call of a player or of the host creates the rematch.
        """
        rematch = await self._rematch()
        return Seat(self.client, rematch.match_id, rematch.seat_token, rematch.seat)

    async def turns(self, scenes: bool = False, legal: bool = False) -> AsyncIterator[Turn]:
        """Each state in which the seat has a pending decision, until the end of the match. With `scenes`: with its
        scene. With `legal`: with its legal actions, and with the typed actions of its choices.
        """
        decided = Decided()
        async for message in self.watch(presentation=scenes, form=True, legal=legal):
            state = state_of(message)
            if state is not None and state.match.HasField("outcome"):
                self.outcome = state.match.outcome
            if state is not None and decided.is_turn(message, state):
                yield Turn(self, state, decided)


class Turn:
    """A state in which a seat has a pending decision."""

    def __init__(self, seat: Seat, state: match_pb2.MatchState, decided: Decided) -> None:
        """Takes the state."""
        self._seat = seat
        self._decided = decided
        self.state = state

    @property
    def revision(self) -> int:
        """The revision of the state."""
        return self.state.match.revision

    @property
    def form(self) -> presentation_pb2.Form:
        """The decision as a form."""
        return self.state.form

    @property
    def decision(self) -> str:
        """The name of the decision."""
        return self.state.form.decision

    @property
    def number(self) -> int | None:
        """The number of the decision; None from a server of an earlier release."""
        pending = self._pending()
        return pending.number if pending is not None and pending.HasField("number") else None

    @property
    def choices(self) -> list[TurnChoice]:
        """All answers, in words. Empty if there are more than 16."""
        return list(choices_of(self.state))

    @property
    def default(self) -> Decision | None:
        """The answer or action that applies if the seat does not decide in time; None if it is drawn at random."""
        if self.state.form.HasField("default_answer"):
            return self.state.form.default_answer
        pending = self._pending()
        if pending is not None and pending.default_action.HasField("action"):
            return pending.default_action.action
        return None

    def _pending(self) -> match_pb2.Decision | None:
        own = (pending for pending in self.state.match.pending_decisions if pending.seat == self._seat.number)
        return next(own, None)

    @property
    def legal(self) -> game_pb2.GameLegal:
        """The legal actions of the state, as a typed message. Raises `NotRequested` without `turns(legal=True)`."""
        if not self.state.HasField("legal"):
            raise NotRequested
        return self.state.legal

    async def submit(self, decision: Decision) -> int:
        """Submits an answer to the form, or a typed action, for the decision of this turn. Returns the new revision.

        Raises `InvalidAnswer` and sends nothing if `check` finds a problem of an answer. If the server refuses a
        checked answer, the refusal is stale: the match has changed. A typed action is not checked: if the rules refuse
        it, the refusal is stale too. Compare `seat.state().match.revision` with `revision`: if they are equal, the
        action is wrong, and no new turn follows.
        """
        answers = isinstance(decision, presentation_pb2.Answer)
        if isinstance(decision, presentation_pb2.Answer):
            require(self.form, decision)
        with deciding(checked=answers):
            self._decided.revision = await self._seat.submit(decision, expected_decision=self.number)
        return self._decided.revision

    async def play_default(self) -> int:
        """Submits the default. Returns the new revision."""
        if self.default is None:
            raise NoDefault
        return await self.submit(self.default)


def _nonce() -> bytes:
    """The seat's part of the seed of the match, so that no other participant can choose the seed."""
    return secrets.token_bytes(16)


def _deciding(request: Deciding, decision: Decision) -> Deciding:
    if isinstance(decision, presentation_pb2.Answer):
        request.answer.CopyFrom(decision)
    else:
        request.action.CopyFrom(decision)
    return request
