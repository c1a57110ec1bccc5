"""The package as its users see it, with boards and games of sgfmill."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sgfmill import boards, common, sgf

import wakari

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "examples" / "python"
PROGRAM = Path(os.environ.get("WAKARI", ROOT / "target" / "release" / "wakari"))

FINISHED = "(;SZ[3]KM[0];B[bb];W[];B[])"
# Black has the left, White the right; a white stone is dead at A2 and a black one at H8.
CORNERS = """
    . . . X O . . . .
    . . . X O . . X .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    O . . X O . . . .
    . . . X O . . . .
"""


def board(diagram: str) -> boards.Board:
    """A board of sgfmill."""
    rows = [line.split() for line in diagram.split("\n") if line.strip()][::-1]
    made = boards.Board(len(rows))
    for row, letters in enumerate(rows):
        for col, letter in enumerate(letters):
            if letter != ".":
                made.play(row, col, {"X": "b", "O": "w"}[letter])
    return made


def image(made: boards.Board, place: Callable[[int, int], tuple[int, int]], swap: bool) -> boards.Board:
    """A board turned, mirrored, or with its colours exchanged."""
    other = boards.Board(made.side)
    for colour, (row, col) in made.list_occupied_points():
        other.play(*place(row, col), common.opponent_of(colour) if swap else colour)
    return other


IMAGES: list[tuple[Callable[[int, int], tuple[int, int]], bool]] = [
    (lambda row, col: (row, col), False),
    (lambda row, col: (8 - row, col), False),
    (lambda row, col: (col, row), False),
    (lambda row, col: (8 - col, row), True),
    (lambda row, col: (row, 8 - col), True),
]


@pytest.mark.parametrize("place, swap", IMAGES)
def test_a_board_and_its_images_are_judged_alike(
    place: Callable[[int, int], tuple[int, int]], swap: bool
) -> None:
    judged = wakari.judge(image(board(CORNERS), place, swap), rules="japanese-1989", komi=0)
    black, white = ("w", "b") if swap else ("b", "w")
    assert judged.dead == {place(1, 0), place(7, 7)}
    assert judged.status(place(1, 0)) == "dead" and judged.status(place(0, 3)) == "alive"
    assert judged.owner(place(0, 0)) == black and judged.owner(place(8, 8)) == white
    assert judged.owner(place(5, 3)) == black and judged.chain(place(4, 4)).colour == white
    # 27 and 36 points of territory, and a dead stone each.
    assert judged.margin == 9 and judged.winner == white
    assert {name: len(points) for name, points in judged.territory.items()} == {black: 27, white: 36}


def test_colours_points_and_vertices_are_those_of_sgfmill() -> None:
    for row in range(25):
        for col in range(25):
            vertex = common.format_vertex((row, col))
            assert wakari.format_vertex((row, col)) == vertex
            assert wakari.move_from_vertex(vertex.lower()) == common.move_from_vertex(vertex, 25)
    for point in [(25, 0), (0, 25), (-1, 0)]:
        with pytest.raises(ValueError):
            wakari.format_vertex(point)
    for vertex in ["", "A", "I1", "A0", "A26", "pass", "A-1", "Ä1", "A²"]:
        with pytest.raises(ValueError):
            wakari.move_from_vertex(vertex)
    judged = wakari.judge(board(CORNERS), komi=0)
    assert judged.status("A2") == judged.status((1, 0)) == "dead"
    assert judged.chain("A2") == judged.chain((1, 0)) and judged.chain("A1") is None


def test_a_game_is_a_text_bytes_a_path_or_one_of_sgfmill(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(FINISHED)
    for game in [FINISHED, FINISHED.encode(), path, sgf.Sgf_game.from_string(FINISHED)]:
        judged = wakari.score(game, rules="chinese")
        assert (judged.score, judged.winner, judged.margin) == ("B+9", "b", 9)
        assert (judged.rules, judged.method, judged.recorded, judged.agrees) == ("chinese", "estimated", None, None)


def test_bytes_are_read_in_their_character_set() -> None:
    text = "(;CA[shift_jis]SZ[3]KM[0]RU[日本];B[bb];W[];B[])"
    assert wakari.score(text.encode("shift_jis"), rules="chinese").score == "B+9"


def test_terms_replace_those_of_the_record() -> None:
    assert wakari.score(FINISHED, rules={"scoring": "AREA", "ko": "SIMPLE"}, komi=2.5).score == "B+6.5"
    assert wakari.score(FINISHED, rules="japanese").margin == 8
    assert wakari.score(FINISHED, rules="japanese", prisoners={"b": 2}).margin == 10
    assert wakari.score("(;SZ[3]KM[9]RU[Chinese];B[bb];W[];B[])").margin == 0
    assert wakari.score("(;SZ[3]KM[9]RU[Chinese];B[bb];W[];B[])").winner is None
    assert wakari.score("(;SZ[3]KM[0];B[bb];W[ab];B[])", after=1).raw["after"] == 1


def test_life_and_death_by_the_letter() -> None:
    judged = wakari.score(ROOT / "gtp-tests" / "life" / "bent-four.sgf", rules="proposal-2012")
    assert judged.status("A7") == "dead" and judged.chain("A7").is_proved
    assert wakari.move_from_vertex("A7") in judged.proved_points
    # Its twin: a ko elsewhere that lasts.
    judged = wakari.score(ROOT / "gtp-tests" / "life" / "bent-four-twin.sgf", rules="proposal-2012", komi=0)
    statuses = {vertex: judged.status(vertex) for vertex in ["A9", "E9", "F9", "A4", "A1"]}
    assert statuses == {"A9": "alive", "E9": "dead", "F9": "alive", "A4": "alive", "A1": "alive"}
    assert judged.score == "B+18"


def test_what_players_agree_on_is_counted_and_contradicted() -> None:
    judged = wakari.judge(board(CORNERS), komi=0, dead=["A2"])
    assert judged.dead == {(1, 0)}
    path = ROOT / "gtp-tests" / "life" / "bent-four.sgf"
    judged = wakari.score(path, rules="proposal-2012", dead=[])
    assert judged.dead == frozenset() and judged.chain("A7").method == "agreed"
    assert [(6, 0) in chain.points for chain in judged.contradicted] == [True]
    assert wakari.score(path, rules="proposal-2012", dead=["A7"]).contradicted == ()


def test_a_diagram_says_the_same_as_a_board() -> None:
    from_board = wakari.judge(board(CORNERS), komi=0)
    assert wakari.judge(CORNERS, komi=0) == from_board
    assert wakari.judge(CORNERS.replace("X", "#"), komi=0) == from_board
    assert wakari.judge("X.\n..\n..", komi=0, rules="tromp-taylor").score == "B+6"


def test_explanations_name_the_rule() -> None:
    path = ROOT / "gtp-tests" / "life" / "bent-four.sgf"
    told = wakari.explain(path, ["A7"], rules="proposal-2012")
    assert "article 7" in told and "White A7, 7 stones: dead" in told
    assert "死" in wakari.explain(path, [(6, 0)], rules="proposal-2012", language="ja")
    assert "A2" in wakari.explain(board(CORNERS), komi=0)
    assert wakari.explain(path, compare="tromp-taylor") != told
    with pytest.raises(ValueError):
        wakari.explain(path, ["A7"], compare="chinese")
    with pytest.raises(ValueError, match="off the board"):
        wakari.explain(path, ["T19"])


@pytest.mark.parametrize(
    "text, told",
    [
        ("", "there is no game"),
        ("(;FF[4]\nSZ[99])", "line 2, column 4"),
        ("(;SZ[99])", "line 1"),
        ("(;GM[2])", "is not Go"),
        ("(;SZ[5]\n;AW[aa]AB[ab][ba])", "line 2, column 2: the stones cannot stand"),
        ("\x00\ud800", "."),
    ],
)
def test_what_is_no_game_is_a_value_error_with_file_and_place(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "broken.sgf"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ValueError, match=told):
        wakari.score(text)
    with pytest.raises(ValueError, match="^" + str(path)):
        wakari.score(path)


def test_what_is_endless_or_deep_is_read_as_far_as_there_is_a_game() -> None:
    assert wakari.score("(;SZ[5];B[aa]" + "(" * 100_000).raw["moves"] == 1
    with pytest.raises(ValueError, match="more than"):
        wakari.score("(;SZ[5]" + " " * (65 << 20))


def test_bad_terms_are_value_errors() -> None:
    for terms in [
        {"rules": "chess"},
        {"rules": {"ko": "NEVER"}},
        {"rules": {"ko": object()}},
        {"komi": 1e9},
        {"komi": float("nan")},
        {"after": 99},
        {"after": -1},
        {"to_move": "red"},
        {"dead": ["A1"]},
        {"dead": ["Z99"]},
        {"dead": [(99, 0)]},
        {"prisoners": {"b": -1}},
        {"prisoners": {"b": 10**12}},
        {"judge_as": "painting"},
        {"effort": 0},
        {"effort": float("inf")},
        {"effort": float("nan")},
        {"playouts": 0},
        {"playouts": -1},
        {"playouts": 2_000_000},
        {"seed": -1},
        {"seed": 2**64},
        {"language": "xx"},
    ]:
        with pytest.raises(ValueError):
            wakari.score(FINISHED, **terms)
    for diagram in ["", "X", "X.\n.", "X?\n..", "XO\nOX", "\n".join(["." * 26] * 26)]:
        with pytest.raises(ValueError):
            wakari.judge(diagram)
    for wrong in [None, 5, [[1, 0]]]:
        with pytest.raises(TypeError):
            wakari.judge(wrong)
        with pytest.raises(TypeError):
            wakari.score(wrong)
    with pytest.raises(FileNotFoundError):
        wakari.score(Path("no/such/file.sgf"))


def test_any_text_is_answered_or_refused() -> None:
    import random

    dice = random.Random(7)
    for _ in range(300):
        text = list(FINISHED)
        for _ in range(dice.randrange(1, 6)):
            text[dice.randrange(len(text))] = dice.choice("();[]BWabz\\\x00é死\n")
        try:
            wakari.score("".join(text), playouts=10)
        except ValueError:
            pass


def test_the_same_call_gives_the_same_result() -> None:
    assert wakari.judge(board(CORNERS)) == wakari.judge(board(CORNERS))
    assert "seed 7" in wakari.judge(board(CORNERS), seed=7, playouts=50).raw["settings"]
    assert "playouts 50" in wakari.judge(board(CORNERS), seed=7, playouts=50).raw["settings"]


def test_other_threads_run_while_a_game_is_judged() -> None:
    # An open board takes long enough to see it.
    opened = boards.Board(19)
    for row, col, colour in [(3, 3, "b"), (15, 15, "w"), (3, 15, "b"), (15, 3, "w")]:
        opened.play(row, col, colour)
    ended = threading.Event()

    def judging() -> None:
        wakari.judge(opened, effort=1, playouts=3000)
        ended.set()

    thread = threading.Thread(target=judging)
    thread.start()
    turns = 0
    while not ended.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns >= 20


def test_the_examples_in_the_docstrings_are_true() -> None:
    tried = doctest.testmod(wakari)
    assert tried.attempted >= 5 and tried.failed == 0


def test_rule_sets_have_names() -> None:
    assert "japanese-1989" in wakari.RULE_SETS and len(wakari.RULE_SETS) > 20
    for rules in wakari.RULE_SETS:
        judged = wakari.score(FINISHED, rules=rules)
        assert judged.rules == rules and judged.winner == "b"


@pytest.mark.skipif(not PROGRAM.exists(), reason=f"there is no {PROGRAM}")
def test_the_program_says_the_same() -> None:
    games = sorted((ROOT / "gtp-tests").rglob("*.sgf"))[:25]
    assert games
    requests, ours = [], []
    for path in games:
        text = path.read_text(encoding="utf-8", errors="replace")
        requests.append(json.dumps({"id": str(path), "sgf": text, "check": True}))
        try:
            ours.append(dict(wakari.score(text).raw))
        except ValueError as error:
            ours.append({"error": str(error)})
    told = subprocess.run(
        [PROGRAM, "score", "--worker"],
        input="\n".join(requests),
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = [json.loads(line) for line in told.stdout.splitlines()]
    assert len(theirs) == len(ours)
    for other, mine in zip(theirs, ours):
        if "error" in mine:
            assert other["error"].removeprefix("sgf: ") == mine["error"]
        else:
            assert {**other, "id": None} == mine


def test_the_notebook_scores_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[3]KM[0]RE[B+9]RU[Chinese];B[bb];W[];B[])")
    (tmp_path / "b.sgf").write_text("(;SZ[3]KM[0]RE[W+1]RU[Chinese];B[bb];W[];B[])")
    (tmp_path / "c.sgf").write_text("no game")
    run = subprocess.run(
        [sys.executable, PACKAGE / "score_folder.py", tmp_path], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    rows = [line.split() for line in run.stdout.splitlines()]
    assert any(row[1:] == ["a.sgf", "chinese", "B+9", "estimated", "B+9", "True"] for row in rows), run.stdout
    assert any(row[1:] == ["b.sgf", "chinese", "B+9", "estimated", "W+1", "False"] for row in rows), run.stdout
    assert any("c.sgf" in row for row in rows)


def test_the_notebook_says_where_there_is_no_game(tmp_path: Path) -> None:
    def complaint() -> str:
        run = subprocess.run(
            [sys.executable, PACKAGE / "score_folder.py", tmp_path], capture_output=True, text=True, check=False
        )
        assert run.returncode == 1 and "Traceback" not in run.stderr
        return run.stderr

    assert "has no file that ends in .sgf" in complaint()
    (tmp_path / "c.sgf").write_text("no game")
    assert "no game can be scored" in complaint()


def test_the_types_are_right(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    used = tmp_path / "used.py"
    used.write_text(
        "import wakari\n"
        "from sgfmill import boards  # type: ignore\n"
        "judged = wakari.judge('X.\\n..', to_move='b')\n"
        "lead: float | None = judged.margin\n"
        "winner: wakari.Colour | None = judged.winner\n"
        "told: str = wakari.explain('(;SZ[3])', ['A1', (0, 1)], language='ja')\n"
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import wakari\nwakari.judge('X.', to_move='red')\nlead: int = wakari.score('').winner\n")
    for arguments, expected in [(["-p", "wakari"], 0), ([used], 0), ([wrong], 1)]:
        run = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert run.returncode == expected, run.stdout
    assert run.stdout.count("error:") == 2, run.stdout
