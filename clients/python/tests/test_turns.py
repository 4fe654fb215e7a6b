"""The requests of the turns of a seat, and the contents of a turn."""

import asyncio
import unittest
from collections.abc import AsyncIterator, Iterator

from tinsel.games.secret_santa.v1 import secret_santa_pb2 as santa
from tinsel.v1.game_pb2 import GameAction, GameLegal
from tinsel.v1.match_pb2 import Match, MatchState
from tinsel.v1.match_service_pb2 import WatchMatchRequest, WatchMatchResponse
from tinsel.v1.presentation_pb2 import Answer, Choice, Form
from tinsel_client import Client, NotRequested, Seat, TurnChoice, aio

ANSWERS = [Answer(decision="open"), Answer(decision="keep")]
ACTION = GameAction(secret_santa=santa.Action())


def snapshot(request: WatchMatchRequest) -> WatchMatchResponse:
    """The state of a seat with a pending decision, as the server sends it."""
    state = MatchState(match=Match(revision=5))
    if request.form or request.presentation:
        state.form.CopyFrom(Form(decision="open", choices=[Choice(answer=answer) for answer in ANSWERS]))
    if request.presentation:
        state.scene.SetInParent()
    if request.legal:
        state.legal.CopyFrom(GameLegal(secret_santa=santa.Legal()))
        state.choice_actions.extend([ACTION, ACTION])
    message = WatchMatchResponse()
    message.snapshot.state.CopyFrom(state)
    return message


class OneState(Client):
    """A client with one message in each watch."""

    def watch(self, request: WatchMatchRequest, token: str = "") -> Iterator[WatchMatchResponse]:
        assert not request.HasField("position"), "a watch without a cursor begins with a snapshot"
        yield snapshot(request)


class OneStateAsyncio(aio.Client):
    """The same for asyncio."""

    async def watch(self, request: WatchMatchRequest, token: str = "") -> AsyncIterator[WatchMatchResponse]:
        yield snapshot(request)


class Turns(unittest.TestCase):
    def setUp(self) -> None:
        client = OneState(["http://127.0.0.1:1"])
        self.addCleanup(client.close)
        self.seat = Seat(client, "match", "token", 0)

    def test_a_turn_has_only_its_form(self) -> None:
        (turn,) = self.seat.turns()
        self.assertEqual((turn.revision, turn.decision, turn.state.HasField("scene")), (5, "open", False))
        self.assertEqual([choice.answer for choice in turn.choices], ANSWERS)
        self.assertEqual([choice.action for choice in turn.choices], [None, None])
        with self.assertRaisesRegex(NotRequested, r"seat.turns\(legal=True\) requests"):
            turn.legal  # noqa: B018

    def test_a_turn_has_the_scene_and_the_legal_actions_on_request(self) -> None:
        (turn,) = self.seat.turns(scenes=True, legal=True)
        self.assertTrue(turn.state.HasField("scene") and turn.legal.HasField("secret_santa"))
        self.assertEqual([choice.action for choice in turn.choices], [ACTION, ACTION])

    def test_a_turn_of_asyncio_has_the_same(self) -> None:
        async def choices(legal: bool) -> list[TurnChoice]:
            async with OneStateAsyncio(["http://127.0.0.1:1"]) as client:
                seat = aio.Seat(client, "match", "token", 0)
                (turn,) = [turn async for turn in seat.turns(legal=legal)]
                if legal:
                    self.assertTrue(turn.legal.HasField("secret_santa"))
                else:
                    self.assertRaises(NotRequested, lambda: turn.legal)
                return turn.choices

        self.assertEqual([choice.action for choice in asyncio.run(choices(False))], [None, None])
        self.assertEqual([choice.action for choice in asyncio.run(choices(True))], [ACTION, ACTION])


if __name__ == "__main__":
    unittest.main()
