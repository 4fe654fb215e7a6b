"""A round robin of bots, with a table of their mean ranks. Arguments: SERVERS GAME_ID MATCHES

A bot is a function from a turn to an answer or action. The two bots of a match take its seats alternately.
"""

import asyncio
import itertools
import random
import sys
from collections import defaultdict

from tinsel_client import TinselError
from tinsel_client.aio import Client, Decision, Seat, Turn


def default(turn: Turn) -> Decision | None:
    return turn.default


def first(turn: Turn) -> Decision | None:
    return turn.choices[0].answer if turn.choices else turn.default


def at_random(turn: Turn) -> Decision | None:
    return random.choice(turn.choices).answer if turn.choices else turn.default


BOTS = {"default": default, "first": first, "random": at_random}


async def play(seat: Seat, bot: str) -> None:
    async for turn in seat.turns():
        decision = BOTS[bot](turn)
        if decision is None:
            raise SystemExit(f"{bot} makes no decision {turn.decision}")
        try:
            await turn.submit(decision)
        except TinselError as error:
            if not error.is_stale:
                raise


async def tournament(client: Client, game_id: str, matches: int) -> dict[str, list[int]]:
    ranks: dict[str, list[int]] = defaultdict(list)
    seats = (await client.game(game_id)).game.seats_min
    for pair in itertools.combinations(BOTS, 2):
        for number in range(matches):
            host = await client.create(game_id, seats=seats)
            # The order of the seats alternates from match to match.
            bots = [pair[(seat + number) % 2] for seat in range(seats)]
            joined = [await client.join(host.match_id, f"{bot} {seat + 1}") for seat, bot in enumerate(bots)]
            await asyncio.gather(*(play(seat, bot) for seat, bot in zip(joined, bots, strict=True)))
            outcome = joined[0].outcome
            for standing in outcome.standings if outcome else []:
                ranks[bots[standing.seat]].append(standing.rank)
    return ranks


async def main(servers: str, game_id: str, matches: str) -> None:
    async with Client(servers.split(",")) as client:
        ranks = await tournament(client, game_id, int(matches))
    print(f"{'bot':10} {'seats':>5} {'mean rank':>9}")
    for bot, own in sorted(ranks.items(), key=lambda entry: sum(entry[1]) / len(entry[1])):
        print(f"{bot:10} {len(own):5} {sum(own) / len(own):9.2f}")


asyncio.run(main(*sys.argv[1:]))
