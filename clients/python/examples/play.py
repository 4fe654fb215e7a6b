"""Plays a match with bots to its end. Arguments: SERVERS GAME_ID [--step]

With --step it prints a line before each turn, and waits for a line on standard input.
"""

import random
import sys

from tinsel.v1.presentation_pb2 import FieldAnswer
from tinsel_client import Client, TinselError

servers, game_id, *step = sys.argv[1:]
client = Client(servers.split(","))
about = client.game(game_id)
# A short match, where the game offers one.
deals = [FieldAnswer(field="deals", number=1)] if any(option.name == "deals" for option in about.options) else []
host = client.create(game_id, deals, seats=about.game.seats_min)
seat = client.join(host.match_id, "Tess")
for _ in range(about.game.seats_min - 1):
    host.add_bot()

count = 0
for turn in seat.turns():
    count += 1
    if step:
        print(f"turn {count}", flush=True)
        sys.stdin.readline()
    try:
        if turn.choices:
            turn.submit(random.choice(turn.choices).answer)
        else:
            turn.play_default()
    except TinselError as error:
        if not error.is_stale:
            raise
print(f"ended: {count} turns")
names = {each.seat: each.display_name for each in seat.state().match.seats}
for standing in seat.outcome.standings if seat.outcome else []:
    print(f"{standing.rank}. {names[standing.seat]}")
