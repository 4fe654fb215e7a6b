"""A program that type checkers reject: exactly the lines that end with `# wrong`."""

# pyright: strict

from tinsel.v1.game_pb2 import GameAction
from tinsel.v1.match_service_pb2 import JoinMatchRequest, StartMatchRequest
from tinsel.v1.presentation_pb2 import Answer, Form
from tinsel_client import Client, Seat, Turn, aio, check, methods


def play(client: Client, seat: Seat, turn: Turn) -> None:
    turn.submit("nonsense")  # wrong
    turn.submit(turn.form)  # wrong
    turn.submit(Answer(decision=1))  # wrong
    turn.submit(GameAction(no_such_game={}))  # wrong
    turn.legal.no_such_game  # wrong
    turn.legal()  # wrong
    turn.submit(turn.choices[0])  # wrong
    turn.submit(turn.choices[0].action)  # wrong
    seat.turns(presentation=True)  # wrong
    turn.form.no_such_field  # wrong
    check(turn.form, Form())  # wrong
    seat.submit(None)  # wrong
    seat.state(at_revision="1")  # wrong
    seat.watch("", after_revision="0")  # wrong
    client.quick_match("secret_santa", "Ada", seats="3")  # wrong
    client.call(methods.JOIN_MATCH, StartMatchRequest())  # wrong
    client.call("JoinMatch", JoinMatchRequest())  # wrong
    client.call(methods.JOIN_MATCH, JoinMatchRequest()).join_code  # wrong
    client.call(methods.WATCH_MATCH, StartMatchRequest())  # wrong


async def play_asyncio(turn: aio.Turn) -> None:
    await turn.submit("nonsense")  # wrong
    turn.legal.no_such_game  # wrong
    await turn.legal  # wrong
