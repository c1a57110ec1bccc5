"""Scores games of Go by the letter of the rules.

    >>> import wakari
    >>> judged = wakari.score("(;SZ[3]KM[0];B[bb];W[];B[])", rules="chinese")
    >>> judged.score, judged.winner, judged.margin
    ('B+9', 'b', 9.0)

Names are those of sgfmill: colours are ``'b'`` and ``'w'``, a point is a pair ``(row, col)`` counted from 0 at the
lower left, and a vertex is a text such as ``'A1'``. Wherever a point is taken, a vertex may stand instead.

What cannot be judged raises ``ValueError``, which for a file begins with its name and has the line and column. The same
call gives the same result on every machine. The global lock is released while a game is judged, so threads judge
games side by side.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol, TypeVar, Union, runtime_checkable

from . import _native

__all__ = [
    "RULE_SETS",
    "Board",
    "Chain",
    "Colour",
    "Judgement",
    "Point",
    "Record",
    "Status",
    "explain",
    "format_vertex",
    "judge",
    "move_from_vertex",
    "score",
]

Colour = Literal["b", "w"]
"""Black or White."""
Point = tuple[int, int]
"""Row and column, counted from 0 at the lower left."""
Status = Literal["alive", "dead", "seki", "unsettled"]
"""What becomes of a chain; ``unsettled`` where that depends on who plays first."""
Rules = Union[str, Mapping[str, Any]]
"""The name of a rule set, one of :data:`RULE_SETS`, or KataGo's object such as ``{"scoring": "AREA"}``."""

RULE_SETS: tuple[str, ...] = tuple(_native.rule_sets())
"""The names of the rule sets."""

_Value = TypeVar("_Value")
_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_INTERNAL = "internal error"
_MOST_PLAYOUTS = 1_000_000
_MOST_SEED = 2**64 - 1


@runtime_checkable
class Board(Protocol):
    """A board as sgfmill has it."""

    side: int

    def list_occupied_points(self) -> Iterable[tuple[str, Point]]:
        """The stones: their colours and points."""


@runtime_checkable
class SgfGame(Protocol):
    """A game as sgfmill has it (``sgfmill.sgf.Sgf_game``)."""

    def serialise(self) -> bytes:
        """The game as SGF."""


Record = Union[str, bytes, "os.PathLike[str]", SgfGame]
"""A game: SGF as text or bytes, the path of a file (not as a text but as ``pathlib.Path``), or one of sgfmill's."""


def format_vertex(point: Point) -> str:
    """The vertex of a point.

    >>> format_vertex((0, 8))
    'J1'

    Raises ``ValueError`` for what is on no board.
    """
    row, col = point
    if not (0 <= row < 25 and 0 <= col < 25):
        raise ValueError(f"not on any board: {point}")
    return f"{_COLUMNS[col]}{row + 1}"


def move_from_vertex(vertex: str) -> Point:
    """The point of a vertex.

    >>> move_from_vertex("J1")
    (0, 8)

    Raises ``ValueError`` for what is none; so is ``'pass'``.
    """
    col = _COLUMNS.find(vertex[:1].upper()) if vertex else -1
    row = int(vertex[1:]) - 1 if vertex[1:].isdecimal() else -1
    if not (col >= 0 and 0 <= row < 25):
        raise ValueError(f"not a vertex: {vertex!r}")
    return row, col


@dataclass(frozen=True)
class Chain:
    """Solidly connected stones, with what becomes of them."""

    colour: Colour
    """Whose they are."""
    points: frozenset[Point]
    """Where they stand."""
    status: Status
    """What becomes of them."""
    method: str
    """How that is known: ``proved``, ``read``, ``searched``, ``estimated`` or ``agreed``."""
    share: float | None
    """Where it rests on playouts: the share of them, 0 to 1, in which the chain stayed its owner's."""

    @property
    def is_proved(self) -> bool:
        """Whether the status is proved."""
        return self.method in ("proved", "read")


@dataclass(frozen=True)
class Judgement:
    """A judged position, counted."""

    raw: Mapping[str, Any] = field(repr=False)
    """Everything, as ``wakari score --json`` has it: vertices as texts, sides as ``black`` and ``white``."""

    def __repr__(self) -> str:
        return f"<Judgement {self.score} by {self.rules}, {self.method}>"

    @property
    def score(self) -> str:
        """The result as records have it: ``B+4.5``, ``0``; ``B+F`` where a foul decides."""
        return str(self.raw["score"])

    @property
    def winner(self) -> Colour | None:
        """Who has won; ``None`` if nobody has."""
        return _colour(self.score[0]) if "+" in self.score else None

    @property
    def margin(self) -> float | None:
        """By how many points, 0 for a draw; ``None`` where it is not the count that decides."""
        try:
            return float(self.score.partition("+")[2] if "+" in self.score else self.score)
        except ValueError:
            return None

    @property
    def rules(self) -> str:
        """The name of the rules by which it was judged."""
        return str(self.raw["rules"])

    @property
    def komi(self) -> float:
        """What White gets."""
        return float(self.raw["komi"])

    @property
    def method(self) -> Literal["proved", "estimated", "unsettled"]:
        """How the score is known: ``proved`` if every chain and every point is; ``unsettled`` where play still decides whose
        some points are.
        """
        method: Literal["proved", "estimated", "unsettled"] = self.raw["method"]
        return method

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """All chains on the board."""
        return tuple(_chain(entry) for entry in self.raw["statuses"])

    @cached_property
    def contradicted(self) -> tuple[Chain, ...]:
        """Where dead stones were agreed on: the chains of which the rules prove the contrary, as the rules judge them."""
        return tuple(_chain(entry) for entry in self.raw.get("contradicted", ()))

    @cached_property
    def dead(self) -> frozenset[Point]:
        """The dead stones of both sides."""
        return frozenset(
            point for chain in self.chains if chain.status == "dead" for point in chain.points
        )

    @cached_property
    def territory(self) -> Mapping[Colour, frozenset[Point]]:
        """The empty points and dead stones that each side surrounds, as the rules count them."""
        return _by_colour(self.raw["territory"], _points)

    @cached_property
    def dame(self) -> frozenset[Point]:
        """The empty points that are nobody's."""
        return _points(self.raw["dame"])

    @cached_property
    def unsettled(self) -> frozenset[Point]:
        """The points of which play still decides whose they are."""
        return _points(self.raw["unsettled"])

    @cached_property
    def proved_points(self) -> frozenset[Point]:
        """The points, with stones or without, of which it is proved whose they are or that they are nobody's."""
        return _points(self.raw["proved_points"])

    @property
    def prisoners(self) -> Mapping[Colour, int]:
        """The stones that each side has captured, without those that are dead on the board."""
        return _by_colour(self.raw["prisoners"], int)

    @property
    def points(self) -> Mapping[Colour, float]:
        """Each side's total."""
        return _by_colour(self.raw["points"], float)

    @property
    def recorded(self) -> str | None:
        """The result in the record."""
        recorded: str | None = self.raw["recorded"]
        return recorded

    @property
    def agrees(self) -> bool | None:
        """Whether the record has this result; ``None`` where it has none that was counted."""
        agrees: bool | None = self.raw["agrees"]
        return agrees

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the record has another result."""
        return tuple(self.raw.get("reasons", ()))

    def chain(self, point: Point | str) -> Chain | None:
        """The chain at a point; ``None`` where there is no stone."""
        at = _point(point)
        return next((chain for chain in self.chains if at in chain.points), None)

    def status(self, point: Point | str) -> Status | None:
        """What becomes of the stone at a point; ``None`` where there is none."""
        chain = self.chain(point)
        return chain.status if chain else None

    def owner(self, point: Point | str) -> Colour | None:
        """Whose a point is: of territory, or of the living stone that stands there."""
        at = _point(point)
        for colour, points in self.territory.items():
            if at in points:
                return colour
        chain = self.chain(at)
        return chain.colour if chain and chain.status in ("alive", "seki") else None

    def row(self) -> dict[str, Any]:
        """The facts of one value each, as a row for pandas."""
        return {
            "rules": self.rules,
            "komi": self.komi,
            "moves": self.raw["moves"],
            "score": self.score,
            "winner": self.winner,
            "margin": self.margin,
            "method": self.method,
            "proved_points": len(self.proved_points),
            "dead": len(self.dead),
            "recorded": self.recorded,
            "agrees": self.agrees,
        }


def score(
    record: Record,
    *,
    rules: Rules | None = None,
    komi: float | None = None,
    after: int | None = None,
    to_move: Colour | None = None,
    dead: Iterable[Point | str] | None = None,
    prisoners: Mapping[Colour, int] | None = None,
    judge_as: Literal["game", "diagram"] | None = None,
    effort: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
    language: Literal["en", "ja"] = "en",
) -> Judgement:
    """Judges and counts a recorded game.

    record -- SGF as text or bytes, a ``pathlib.Path``, or a game of sgfmill; of several games the first counts
    rules, komi -- whatever the record says; without either, the proposal of 2012
    after -- judges the position after so many moves
    to_move, dead, prisoners -- what the players have agreed on: who moves next, the dead stones (a stone of each chain),
        what each side holds, as in ``{'b': 3, 'w': 5}``
    judge_as -- ``'diagram'``: to the letter, even if it was played; ``'game'``: as one that was stopped, even if it was
        set up
    effort -- the most seconds, counted as work so that the result is the same everywhere; 2 if nothing is said
    playouts, seed -- of each estimate of life and death
    language -- of the reasons

    Raises ``ValueError`` if it cannot be judged, and ``OSError`` if a file cannot be read.
    """
    name, text = _read(record)
    terms = _terms(rules, komi, to_move, dead, prisoners, judge_as)
    request = {"sgf": text, "after": after, "check": True, "language": language, **terms}
    return Judgement(_ask(request, name, effort, playouts, seed))


def judge(
    board: Board | str,
    *,
    to_move: Colour = "b",
    rules: Rules | None = None,
    komi: float | None = None,
    dead: Iterable[Point | str] | None = None,
    prisoners: Mapping[Colour, int] | None = None,
    judge_as: Literal["game", "diagram"] = "game",
    effort: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
) -> Judgement:
    """Judges and counts a position.

    board -- a board of sgfmill, or a diagram: rows of ``X`` (or ``#``, Black), ``O`` (White) and ``.``, the top row
        first
    judge_as -- ``'game'``, one that was stopped there; or ``'diagram'``, to the letter, which makes a difference where dame
        are left open under the rules of 1989

    Everything else is as in :func:`score`.

    >>> judge('''
    ...     . X . O .
    ...     X X . O O
    ...     . X . O .
    ...     X X . O O
    ...     . X . O .
    ... ''', rules="chinese", komi=0).score
    '0'
    """
    terms = _terms(rules, komi, to_move, dead, prisoners, judge_as)
    return Judgement(_ask({**_set_up(board), **terms}, None, effort, playouts, seed))


def explain(
    what: Record | Board,
    points: Iterable[Point | str] | None = None,
    *,
    compare: Rules | None = None,
    language: Literal["en", "ja"] = "en",
    rules: Rules | None = None,
    komi: float | None = None,
    after: int | None = None,
    to_move: Colour | None = None,
    dead: Iterable[Point | str] | None = None,
    prisoners: Mapping[Colour, int] | None = None,
    judge_as: Literal["game", "diagram"] | None = None,
    effort: float | None = None,
    playouts: int | None = None,
    seed: int | None = None,
) -> str:
    """Says why stones live or die and points count: the rule that decides, and the play that shows it.

    what -- a game as in :func:`score`, or a board of sgfmill
    points -- of which; without them, everything that is doubtful
    compare -- other rules: says instead where these differ, and why
    language -- ``'en'`` or ``'ja'``

    Everything else is as in :func:`score`.
    """
    if points is not None and compare is not None:
        raise ValueError("both points and compare")
    name = None
    request: dict[str, Any] = {"language": language, "compare": compare}
    if compare is None:
        request["explain"] = True if points is None else [_vertex(point) for point in points]
    if isinstance(what, Board):
        request |= _set_up(what)
        judge_as = judge_as or "game"
    else:
        name, request["sgf"] = _read(what)
    request |= {"after": after, **_terms(rules, komi, to_move, dead, prisoners, judge_as)}
    return str(_ask(request, name, effort, playouts, seed)["explanation"])


def _read(record: Record) -> tuple[str | None, str]:
    """The name of a file, if it is one, and the text."""
    if isinstance(record, str):
        return None, record
    if isinstance(record, bytes):
        return None, _native.decode(record)
    if isinstance(record, os.PathLike):
        with open(record, "rb") as file:
            return os.fspath(record), _native.decode(file.read())
    if isinstance(record, SgfGame):
        return None, _native.decode(record.serialise())
    raise TypeError(f"not a game: {type(record).__name__}")


def _set_up(board: Board | str) -> dict[str, Any]:
    """A position as the beginning of a game."""
    if isinstance(board, str):
        return _diagram(board)
    if not isinstance(board, Board):
        raise TypeError(f"not a board: {type(board).__name__}")
    stones = [[colour, format_vertex(point)] for colour, point in board.list_occupied_points()]
    return {"size": board.side, "stones": stones}


def _diagram(text: str) -> dict[str, Any]:
    rows = ["".join(line.split()) for line in text.splitlines()]
    rows = [row for row in rows if row][::-1]
    colours = {"X": "b", "#": "b", "O": "w", ".": None}
    width = len(rows[0]) if rows else 0
    if max(len(rows), width) > 25:
        raise ValueError("sides are from 2 to 25 points long")
    stones = []
    for row, line in enumerate(rows):
        if len(line) != width:
            raise ValueError("the rows of the diagram are of different length")
        for col, letter in enumerate(line.upper()):
            if letter not in colours:
                raise ValueError(f"{letter!r} is neither X, O nor .")
            if colour := colours[letter]:
                stones.append([colour, format_vertex((row, col))])
    return {"size": [width, len(rows)], "stones": stones}


def _terms(
    rules: Rules | None,
    komi: float | None,
    to_move: Colour | None,
    dead: Iterable[Point | str] | None,
    prisoners: Mapping[Colour, int] | None,
    judge_as: str | None,
) -> dict[str, Any]:
    """The terms of a request."""
    held = None
    if prisoners is not None:
        held = {"black": prisoners.get("b", 0), "white": prisoners.get("w", 0)}
    return {
        "rules": rules if rules is None or isinstance(rules, str) else dict(rules),
        "komi": komi,
        "to_move": to_move,
        "dead": None if dead is None else [_vertex(point) for point in dead],
        "prisoners": held,
        "judge_as": judge_as,
    }


def _ask(
    request: Mapping[str, Any],
    name: str | None,
    effort: float | None,
    playouts: int | None,
    seed: int | None,
) -> Mapping[str, Any]:
    """The answer to a request, or an exception."""
    if playouts is not None and not 1 <= playouts <= _MOST_PLAYOUTS:
        raise ValueError("playouts: not a number from 1 to a million")
    if seed is not None and not 0 <= seed <= _MOST_SEED:
        raise ValueError("seed: not a number from 0 to 2**64 - 1")
    try:
        said = {key: value for key, value in request.items() if value is not None}
        text = json.dumps(said, allow_nan=False)
    except TypeError as error:
        raise ValueError(str(error)) from None
    answer: Mapping[str, Any] = json.loads(_native.answer(text, effort, playouts, seed))
    if "error" not in answer:
        return answer
    told = str(answer["error"]).removeprefix("sgf: ")
    if told.startswith(_INTERNAL):
        raise RuntimeError(told)
    raise ValueError(f"{name}: {told}" if name else told)


def _chain(entry: Mapping[str, Any]) -> Chain:
    return Chain(
        colour=_colour(entry["color"]),
        points=_points(entry["stones"]),
        status=entry["status"],
        method=entry["method"],
        share=entry.get("share"),
    )


def _colour(name: str) -> Colour:
    return "b" if name[0].lower() == "b" else "w"


def _by_colour(
    sides: Mapping[str, Any], value: Callable[[Any], _Value]
) -> Mapping[Colour, _Value]:
    return {"b": value(sides["black"]), "w": value(sides["white"])}


def _points(vertices: Iterable[str]) -> frozenset[Point]:
    return frozenset(map(move_from_vertex, vertices))


def _point(point: Point | str) -> Point:
    return move_from_vertex(point) if isinstance(point, str) else point


def _vertex(point: Point | str) -> str:
    return point if isinstance(point, str) else format_vertex(point)
