"""Drives the engine with the code of KataGoAnal, which writes what an analysis engine says of each position into a record: all
positions of a game are one query. `python3 client.py ENGINE`; exit status 0 if all is well.
"""

import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "packages"))

from KataGoAnal.inject import inject_analysis  # noqa: E402
from KataGoAnal.katago_driver import KataGoDriver  # noqa: E402
from KataGoAnal.sgf_io import Game  # noqa: E402

GAMES = [
    # The whole right side is Black's.
    b"(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese];B[gc];W[cg];B[gg];W[cc];B[fe];W[];B[ec])",
    b"(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[0.5]RU[Chinese]HA[3]AB[gc][cg][gg]PL[W];W[cc];B[ee])",
]


def analyze(driver, text):
    """The record of a game with what was said, and that."""
    game = Game.from_bytes(text)
    turns = driver.analyze_game(game, max_visits=200)
    assert [turn["turn"] for turn in turns] == list(range(len(game.mainline_moves) + 1)), turns
    for number, turn in enumerate(turns):
        assert 0 <= turn["winrate"] <= 1 and abs(turn["score_lead"]) <= 81, turn
        assert turn["visits"] >= 200, turn
        first = 0 if not game.initial_stones else 1
        assert turn["current_player"] == "BW"[(number + first) % 2], turn
        assert [move["order"] for move in turn["move_infos"]] == list(range(len(turn["move_infos"]))), turn
    inject_analysis(game, turns, max_visits=200)
    return game.serialise().decode(), turns


def main(engine):
    with tempfile.NamedTemporaryFile() as nothing:
        with KataGoDriver(engine, nothing.name, nothing.name) as driver:
            for text in GAMES:
                record, turns = analyze(driver, text)
                winrates = re.findall(r"(?:Black|White) Winrate: ([\d.]+)%", record)
                assert len(winrates) == len(turns), record
            # Probabilities and leads are Black's, whoever moves.
            assert all(turn["winrate"] > 0.5 and turn["score_lead"] > 0 for turn in turns), turns


main(sys.argv[1])
