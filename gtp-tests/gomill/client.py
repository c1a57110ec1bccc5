"""Plays games with the code of gomill itself: its controller, its games, and its ringmaster with a tournament. gomill is written for
Python 2: `.ci/run` translates it, and what Python 3 has elsewhere is given back here. `python3 client.py ENGINE`; exit status 0 if all is
well.
"""

import __future__

import builtins
import functools
import io
import re
import string
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "packages"))
string.maketrans = str.maketrans
# The translation takes the import away, not the name.
builtins.division = __future__.division
# What is said is text here, as everything is in Python 2.
subprocess.Popen = functools.partial(subprocess.Popen, encoding="latin-1")

from gomill import gtp_controller, gtp_games, ringmasters  # noqa: E402

OPTIONS = ["--threads", "1", "--playouts", "60", "--score-playouts", "100"]


def controller(program, *options):
    channel = gtp_controller.Subprocess_gtp_channel([program, *OPTIONS, *options])
    return gtp_controller.Gtp_controller(channel, "wakari")


def the_controller(program):
    """Every answer is read by gomill's parser; a session ends in order."""
    wakari = controller(program, "--size", "9")
    wakari.check_protocol_version()
    commands = wakari.list_commands()
    assert len(commands) == len(set(commands)) > 50 and "genmove" in commands
    assert wakari.known_command("final_score") and not wakari.known_command("nonsense")
    described = gtp_controller.Engine_description.from_controller(wakari)
    assert described.name == "Wakari" and described.version, vars(described)
    assert len(described.get_short_description()) < 40, described.get_short_description()
    for line in ["boardsize 9", "clear_board", "komi 6.5", "fixed_handicap 2", "play w e5", "undo", "time_settings 60 0 0"]:
        wakari.do_command(*line.split())
    board = wakari.do_command("showboard")
    assert len(re.findall(r"^ *(\d) .* \1$", board, re.MULTILINE)) == 9, board
    try:
        wakari.do_command("play", "b", "z99")
    except gtp_controller.BadGtpResponse as error:
        assert error.gtp_error_message.startswith("syntax error"), error.gtp_error_message
    else:
        raise AssertionError("a point off the board was taken")
    wakari.close()
    assert wakari.channel.exit_status == 0


def a_game(program, handicap):
    """Two engines play to the end, both score, and both say the same."""
    game = gtp_controller.Game_controller("one", "two")
    for colour, code in (("b", "one"), ("w", "two")):
        game.set_player_controller(colour, controller(program, "--rules", "japanese"))
        assert game.get_controller(colour), code
    played = gtp_games.Gtp_game(game, board_size=9, komi=6.5 if handicap == 0 else 0.5, move_limit=300)
    played.allow_scorer("b")
    played.allow_scorer("w")
    played.prepare()
    if handicap > 0:
        played.set_handicap(handicap, is_free=True)
    played.run()
    game.close_players()
    result = played.result
    assert result.winning_colour in ("b", "w") and not result.is_forfeit, result.describe()
    assert len(played.get_moves()) > 15, played.get_moves()
    if result.sgf_result[2:] != "R":
        assert "disagree" not in played.describe_scoring().lower(), played.describe_scoring()
    assert not game.describe_late_errors(), game.describe_late_errors()


TOURNAMENT = """
competition_type = "playoff"
description = "Wakari and itself"
stderr_to_log = True
players = {{
    "few": Player({few!r}, gtp_aliases={{"gomill-cpu_time": "cputime"}}),
    "more": Player({more!r}, startup_gtp_commands=["kata-set-rules chinese"]),
}}
board_size = 5
komi = 7
move_limit = 200
matchups = [Matchup("few", "more", alternating=True, scorer="players", number_of_games=4)]
"""


def a_tournament(program):
    """The ringmaster checks the players, plays the games and reports on them."""
    with tempfile.TemporaryDirectory() as folder:
        control = Path(folder, "wakari.ctl")
        few = " ".join([program, *OPTIONS, "--rules", "chinese"])
        control.write_text(TOURNAMENT.format(few=few, more=few.replace("--playouts 60", "--playouts 120")))
        ringmaster = ringmasters.Ringmaster(str(control))
        told = io.StringIO()
        ringmaster.set_stdout(told)
        ringmaster.set_display_mode("quiet")
        assert ringmaster.check_players(discard_stderr=True), told.getvalue()
        ringmaster.set_clean_status()
        ringmaster.run()
        ringmaster.report()
        report = Path(folder, "wakari.report").read_text()
        assert "4/4 games" in report or "(4/4" in report, report
        assert "wakari" in report.lower() and "forfeit" not in report, report


def main(program):
    the_controller(program)
    for handicap in (0, 3):
        a_game(program, handicap)
    a_tournament(program)
    print("gomill: ok")


main(sys.argv[1])
