"""Random playouts per second of games of OpenSpiel, in C++ on one core. usage: playouts.py SECONDS

A playout is a match of random legal actions from its start to its end. One call of `evaluate_bots` plays it without Python in
between. The number of decisions of a playout is counted in Python, before the measurement.
"""

import importlib.metadata
import json
import random
import sys
import time

import pyspiel

GAMES = ["tic_tac_toe", "connect_four", "leduc_poker", "gin_rummy", "hearts", "backgammon"]
COUNTED = 30


def playout_length(game) -> int:
    """Plays one match and returns its number of decisions of players."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, weights)[0])
        else:
            decisions += 1
            state.apply_action(random.choice(state.legal_actions()))
    return decisions


def measure(name: str, seconds: float) -> dict:
    game = pyspiel.load_game(name)
    decisions = sum(playout_length(game) for _ in range(COUNTED)) / COUNTED
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in range(game.num_players())]
    playouts, began = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, playouts)
        playouts += 1
    return {
        "side": f"OpenSpiel {name}",
        "players": game.num_players(),
        "playouts_per_s": playouts / elapsed,
        "decisions_per_playout": decisions,
        "decisions_per_s": decisions * playouts / elapsed,
    }


for game_name in GAMES:
    print("playouts", json.dumps(measure(game_name, float(sys.argv[1]))), flush=True)
print("version", importlib.metadata.version("open_spiel"))
