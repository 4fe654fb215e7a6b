"""A bot: takes a seat of a match and plays it to the end. Arguments: ADDRESS MATCH_ID"""

import random
import sys

from tinsel.games.presents_of_mine.v1 import presents_of_mine_pb2 as presents
from tinsel.v1.game_pb2 import GameAction
from tinsel_client import Client

seat = Client([sys.argv[1]]).join(sys.argv[2], "First Bot")
for turn in seat.turns():
    if turn.decision == "select_presents":  # a typed action of one game
        first = [presents.LETTER_A, presents.LETTER_B, presents.LETTER_C, presents.LETTER_D, presents.LETTER_E]
        action = presents.Action(select_presents=presents.SelectPresents(letters=first))
        turn.submit(GameAction(presents_of_mine=action))
    elif turn.choices:
        turn.submit(random.choice(turn.choices).answer)
    else:
        turn.play_default()
print(seat.outcome)
