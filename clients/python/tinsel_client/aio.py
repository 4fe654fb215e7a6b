"""A client of Tinsel for asyncio: the same shape as `tinsel_client.sync`, which is made from this module."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import grpc
from tinsel.v1 import (
    game_pb2,
    game_service_pb2,
    match_pb2,
    match_service_pb2,
    presentation_pb2,
)

from . import _asyncio as channels
from .errors import NoDefault, Refusal
from .position import Decided, Message, Next, Position, state_of
from .retries import Options, Retries, Servers
from .server import Server

Decision = presentation_pb2.Answer | game_pb2.GameAction


class Client:
    """A client of one deployment of Tinsel, which may have several servers.

    Calls that change something carry an idempotency key, and are retried at any server until one answers. They raise
    `Refusal` if a server refuses them, and `Unavailable` if none answers in time.
    """

    def __init__(self, addresses: Iterable[str], options: Options | None = None) -> None:
        """Takes addresses such as http://127.0.0.1:7400 or https://example.org."""
        self.options = options or Options()
        # Once, because the file can be missing when a connection is replaced.
        roots = Path(self.options.ca_file).read_bytes() if self.options.ca_file else None
        self._servers = Servers([partial(Server, address, self.options, roots, channels) for address in addresses])

    async def close(self) -> None:
        """Closes all connections. Calls and watches that are open end with `Unavailable`, or gRPC cancels them."""
        for server in self._servers.close():
            await server.channel.close()

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
    ) -> Host:
        """Creates a match that starts as soon as it is full. `values` are values of the game's options."""
        request = match_service_pb2.CreateMatchRequest(
            options=presentation_pb2.OptionValues(game_id=game_id, values=values),
            seats=seats,
            visibility=match_pb2.VISIBILITY_PRIVATE if private else match_pb2.VISIBILITY_PUBLIC,
        )
        return await self.create_with(request)

    async def create_with(self, request: match_service_pb2.CreateMatchRequest) -> Host:
        """Creates a match with this request."""
        created = await self.call("CreateMatch", _keyed(request))
        return Host(self, created.match_id, created.host_token, created.join_code)

    async def join(self, match_id: str, name: str) -> Seat:
        """Takes the first open seat of a match."""
        request = match_service_pb2.JoinMatchRequest(match_id=match_id, display_name=name, nonce=_nonce())
        return await self._joined("JoinMatch", request)

    async def join_by_code(self, join_code: str, name: str) -> Seat:
        """Takes the first open seat of the match with this join code."""
        request = match_service_pb2.JoinMatchRequest(join_code=join_code, display_name=name, nonce=_nonce())
        return await self._joined("JoinMatch", request)

    async def quick_match(self, game_id: str, name: str) -> Seat:
        """Takes a seat by matchmaking. The match starts when it is full."""
        options = presentation_pb2.OptionValues(game_id=game_id)
        request = match_service_pb2.QuickMatchRequest(options=options, display_name=name, nonce=_nonce())
        return await self._joined("QuickMatch", request)

    async def _joined(self, method: str, request: Any) -> Seat:
        joined = await self.call(method, _keyed(request))
        return Seat(self, joined.match_id, joined.seat_token, joined.seat)

    def host(self, match_id: str, token: str) -> Host:
        """The host of a match, by the token that the creation returned."""
        return Host(self, match_id, token)

    def seat(self, match_id: str, token: str, number: int) -> Seat:
        """The player of a seat, by the token that joining returned."""
        return Seat(self, match_id, token, number)

    def spectator(self, match_id: str) -> Viewer:
        """A spectator of a public match."""
        return Viewer(self, match_id, "")

    async def spectate_by_code(self, join_code: str) -> Viewer:
        """A spectator of the private match with this join code."""
        given = await self.call("SpectateMatch", match_service_pb2.SpectateMatchRequest(join_code=join_code))
        return Viewer(self, given.match_id, given.spectator_token)

    async def game(self, game_id: str) -> game_service_pb2.GetGameResponse:
        """A game with its options and components."""
        request = game_service_pb2.GetGameRequest(game_id=game_id, presentation=True)
        response: game_service_pb2.GetGameResponse = await self.call("GetGame", request)
        return response

    async def games(self) -> list[game_service_pb2.Game]:
        """All games."""
        return list((await self.call("ListGames", game_service_pb2.ListGamesRequest())).games)

    async def matches(self, filter: match_service_pb2.MatchFilter | None = None) -> AsyncIterator[match_pb2.Match]:
        """The public matches that meet the filter; without one, those that can be joined."""
        request = match_service_pb2.ListMatchesRequest(filter=filter)
        while True:
            page = await self.call("ListMatches", request)
            for match in page.matches:
                yield match
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def call(self, method: str, request: Any, token: str = "") -> Any:
        """Calls a method of the API by its name, with retries."""
        retries = Retries(self._servers, self.options)
        while True:
            server = self._servers.current()
            stub = server.games if method in ("GetGame", "ListGames") else server.matches
            metadata, timeout = self.metadata(token), retries.attempt()
            try:
                response = await getattr(stub, method)(request, timeout=timeout, metadata=metadata)
                self._servers.reached = True
                return response
            except grpc.RpcError as error:
                failure = Refusal.of(error)
                # The remaining time of the last attempt can be too short for a response.
                timed_out = not failure.reason and failure.code is grpc.StatusCode.DEADLINE_EXCEEDED
                silent = timed_out and timeout >= self.options.attempt
                await channels.sleep(retries.wait_after(failure, server, silent))

    def metadata(self, token: str) -> list[tuple[str, str]]:
        """The metadata of a call with this token."""
        credentials = {"authorization": token and f"Bearer {token}", "x-api-key": self.options.api_key}
        values = [(name, value.strip()) for name, value in credentials.items() if value]
        for name, value in values:
            if not value.isascii() or not value.isprintable():
                raise ValueError(f"{name} contains a character that metadata cannot contain")
        return values

    async def watch(self, match_id: str, token: str, cursor: str, presentation: bool) -> AsyncIterator[Message]:
        """The changes of a match after the cursor, from any server, until its end."""
        position = Position(match_id, cursor, presentation)
        failed: Retries[Server] | None = None
        resumes = False
        while True:
            server = self._servers.current()
            stream = server.matches.WatchMatch(position.request(), metadata=self.metadata(token))
            failure = Refusal(grpc.StatusCode.UNAVAILABLE, "the stream ended early")
            try:
                async for message in channels.messages(stream, self.options.silence):
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
                    if position.over:
                        return
                    failed = failed or Retries(self._servers, self.options)
                    await channels.sleep(failed.wait_after(failure, server))
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
                await channels.sleep(failed.wait_after(failure, server, silent))


@dataclass
class Viewer:
    """A caller that may read a match: a spectator, a seat or the host."""

    client: Client
    match_id: str
    #: The bearer token; empty for a spectator of a public match. Keep it secret.
    token: str = field(repr=False)

    async def state(self, presentation: bool = False) -> match_pb2.MatchState:
        """The newest state, as the caller may see it."""
        request = match_service_pb2.GetMatchRequest(match_id=self.match_id, presentation=presentation)
        state: match_pb2.MatchState = (await self._call("GetMatch", request)).state
        return state

    def watch(self, cursor: str = "", presentation: bool = False) -> AsyncIterator[Message]:
        """Snapshots and updates after the cursor of a message, or from a snapshot; until the end of the match."""
        return self.client.watch(self.match_id, self.token, cursor, presentation)

    async def _call(self, method: str, request: Any) -> Any:
        return await self.client.call(method, request, self.token)

    async def _change(self, method: str, request: Any) -> int:
        revision: int = (await self._call(method, _keyed(request))).revision
        return revision


@dataclass
class Host(Viewer):
    """The host of a match. Methods that change something return the new revision."""

    #: The join code of a private match.
    join_code: str = ""

    async def add_bot(self, name: str = "") -> int:
        """Gives the first open seat to a bot."""
        return await self._change("AddBot", match_service_pb2.AddBotRequest(match_id=self.match_id, display_name=name))

    async def start(self) -> int:
        """Starts the match."""
        return await self._change("StartMatch", match_service_pb2.StartMatchRequest(match_id=self.match_id))

    async def abort(self) -> int:
        """Ends the match early."""
        return await self._change("AbortMatch", match_service_pb2.AbortMatchRequest(match_id=self.match_id))

    async def substitute(self, seat: int) -> int:
        """Makes a bot decide for an inactive player."""
        request = match_service_pb2.SubstituteSeatRequest(match_id=self.match_id, seat=seat)
        return await self._change("SubstituteSeat", request)


@dataclass
class Seat(Viewer):
    """The player of a seat. Methods that change something return the new revision."""

    number: int
    #: The result of the match, after the last turn; None before, and for an aborted match.
    outcome: match_pb2.Outcome | None = None

    async def legal(self) -> game_pb2.GameLegal:
        """The legal actions, as a typed message."""
        request = match_service_pb2.ListLegalActionsRequest(match_id=self.match_id)
        legal: game_pb2.GameLegal = (await self._call("ListLegalActions", request)).legal
        return legal

    async def submit(self, decision: Decision, expected_revision: int | None = None) -> int:
        """Submits an answer to the form, or a typed action."""
        request = match_service_pb2.SubmitActionRequest(match_id=self.match_id, expected_revision=expected_revision)
        return await self._change("SubmitAction", _deciding(request, decision))

    async def validate(self, decision: Decision) -> int:
        """A dry run of `submit`, which changes nothing. Returns the revision of the state."""
        request = match_service_pb2.ValidateActionRequest(match_id=self.match_id)
        revision: int = (await self._call("ValidateAction", _deciding(request, decision))).revision
        return revision

    async def leave(self) -> int:
        """Leaves the seat permanently. A bot decides for it."""
        return await self._change("LeaveMatch", match_service_pb2.LeaveMatchRequest(match_id=self.match_id))

    async def forfeit(self) -> int:
        """Forfeits the match."""
        return await self._change("ForfeitMatch", match_service_pb2.ForfeitMatchRequest(match_id=self.match_id))

    async def let_bot_play(self) -> int:
        """Makes a bot decide, until `return_to_seat`."""
        request = match_service_pb2.SubstituteSeatRequest(match_id=self.match_id)
        return await self._change("SubstituteSeat", request)

    async def return_to_seat(self) -> int:
        """Ends a substitution."""
        return await self._change("ReturnToSeat", match_service_pb2.ReturnToSeatRequest(match_id=self.match_id))

    async def turns(self) -> AsyncIterator[Turn]:
        """Each state in which the seat has a pending decision, until the end of the match."""
        decided = Decided()
        async for message in self.watch(presentation=True):
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
    def choices(self) -> list[presentation_pb2.Choice]:
        """All answers, in words. Empty if there are more than 16."""
        return list(self.state.form.choices)

    @property
    def default(self) -> Decision | None:
        """The answer or action that applies if the seat does not decide in time; None if it is drawn at random."""
        if self.state.form.HasField("default_answer"):
            return self.state.form.default_answer
        for pending in self.state.match.pending_decisions:
            if pending.seat == self._seat.number and pending.default_action.HasField("action"):
                return pending.default_action.action
        return None

    async def legal(self) -> game_pb2.GameLegal:
        """The legal actions, as a typed message."""
        return await self._seat.legal()

    async def submit(self, decision: Decision) -> int:
        """Submits an answer to the form, or a typed action. Returns the new revision."""
        self._decided.revision = await self._seat.submit(decision)
        return self._decided.revision

    async def play_default(self) -> int:
        """Submits the default. Returns the new revision."""
        if self.default is None:
            raise NoDefault
        return await self.submit(self.default)


def _keyed(request: Any) -> Any:
    """Draws the idempotency key of a request, which every retry keeps, unless the caller has set one."""
    request.request_id = request.request_id or str(uuid.uuid4())
    return request


def _nonce() -> bytes:
    """The seat's part of the seed of the match, so that no other participant can choose the seed."""
    return secrets.token_bytes(16)


def _deciding(request: Any, decision: Decision) -> Any:
    part = request.answer if isinstance(decision, presentation_pb2.Answer) else request.action
    part.CopyFrom(decision)
    return request
