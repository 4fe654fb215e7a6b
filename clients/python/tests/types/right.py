"""A program that type checkers accept: each value has the type of its message."""

# pyright: strict

from collections.abc import AsyncIterator, Iterator
from random import Random

from tinsel.games.secret_santa.v1 import secret_santa_pb2 as santa
from tinsel.v1.game_pb2 import GameAction, GameLegal
from tinsel.v1.game_service_pb2 import Game
from tinsel.v1.match_pb2 import Match, MatchState, Outcome, TimeControl
from tinsel.v1.match_service_pb2 import HistoryEntry, JoinMatchRequest, JoinMatchResponse, WatchMatchResponse
from tinsel.v1.presentation_pb2 import Answer, FieldAnswer, Form, Text
from tinsel_client import (
    Client,
    Host,
    InvalidAnswer,
    Problem,
    Seat,
    Turn,
    TurnChoice,
    Viewer,
    aio,
    check,
    fill,
    methods,
)
from typing_extensions import assert_type


def play(client: Client) -> None:
    assert_type(client.games(), list[Game])
    assert_type(client.matches(), Iterator[Match])
    host = client.create("secret_santa", [FieldAnswer(field="deals", number=1)], seats=3, time_control=TimeControl())
    assert_type(host, Host)
    assert_type(host.add_bot("Ada"), int)
    seat = client.quick_match("secret_santa", "Ada", seats=3)
    assert_type(seat, Seat)
    assert_type(client.spectator(host.match_id, "token"), Viewer)
    joined = client.call(methods.JOIN_MATCH, JoinMatchRequest(join_code="7k3m9-q2xvd", nonce=b"chance"))
    assert_type(joined, JoinMatchResponse)
    for turn in seat.turns(scenes=True, legal=True):
        assert_type(turn, Turn)
        assert_type(turn.form, Form)
        assert_type(turn.choices, list[TurnChoice])
        for choice in turn.choices:
            assert_type(choice.title, Text)
            assert_type(turn.submit(choice.action or choice.answer), int)
        assert_type(turn.default, Answer | GameAction | None)
        assert_type(turn.legal, GameLegal)
        assert_type(turn.legal.secret_santa, santa.Legal)
        answer = fill(turn.form, Random(1))
        assert_type(check(turn.form, answer), Problem | None)
        assert_type(turn.submit(answer), int)
        turn.submit(GameAction(secret_santa=santa.Action()))
    assert_type(seat.outcome, Outcome | None)
    assert_type(seat.legal(), GameLegal)
    assert_type(seat.state(at_revision=3, form=True, legal=True), MatchState)
    assert_type(seat.history(scenes=True), Iterator[HistoryEntry])
    assert_type(seat.watch(after_revision=0), Iterator[WatchMatchResponse])
    assert_type(InvalidAnswer("fields[bid]", "wrong").is_stale, bool)
    assert_type(seat.watch(latest_only=True, form=True, legal=True), Iterator[WatchMatchResponse])


async def play_asyncio(client: aio.Client) -> None:
    seat = await client.join("match", "Ada")
    assert_type(seat.history(), AsyncIterator[HistoryEntry])
    async for turn in seat.turns(legal=True):
        assert_type(turn.legal, GameLegal)
        assert_type(await turn.submit(fill(turn.form, Random(1))), int)
