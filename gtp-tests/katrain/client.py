"""Drives the engine with the code that KaTrain itself runs (katrain.core.engine and katrain.core.game_node), without its
window: of Kivy nothing is needed but two names. `python3 client.py ENGINE`; exit status 0 if all is well.
"""

import sys
import tempfile
import threading
import time
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "packages"))


class Observable:
    """What katrain.core.lang takes from Kivy."""

    def fbind(self, *_):
        pass

    funbind = fbind


def stub(name, **names):
    module = types.ModuleType(name)
    vars(module).update(names)
    sys.modules[name] = module


stub("kivy")
stub("kivy.utils", platform="linux")
stub("kivy._event", Observable=Observable)

from katrain.core.constants import ADDITIONAL_MOVE_ORDER, OUTPUT_ERROR, OUTPUT_KATAGO_STDERR  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game_node import GameNode  # noqa: E402
from pysgf import Move  # noqa: E402

PATIENCE = 60


class Application:
    """KaTrain, as far as its engine knows it."""

    def __init__(self):
        self.errors = []
        self.told = []

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(message)
        if level == OUTPUT_KATAGO_STDERR:
            self.told.append(message)

    def __call__(self, *message):
        self.errors.append(message)


def until(what, is_so):
    end = time.time() + PATIENCE
    while not is_so():
        assert time.time() < end, f"not in time: {what}"
        time.sleep(0.02)


def start(application, **settings):
    config = {
        "max_visits": 60,
        "fast_visits": 15,
        "max_time": 8.0,
        "wide_root_noise": 0.04,
        "_enable_ownership": True,
        "allow_recovery": False,
        **settings,
    }
    return KataGoEngine(application, config)


def play(node, player, at):
    return node.play(Move.from_gtp(at, player=player))


def game(rules="japanese", size="9"):
    return GameNode(properties={"SZ": [size], "KM": ["6.5"], "RU": [rules]})


def check_node(node, points):
    """What KaTrain shows of a node."""
    assert node.analysis_complete and node.root_visits >= 15, node.analysis
    assert len(node.ownership) == points and len(node.policy) == points + 1
    assert all(-1 <= owner <= 1 for owner in node.ownership)
    assert 0 <= node.winrate <= 1 and node.format_score() is not None
    moves = node.candidate_moves
    assert moves and moves[0]["order"] == 0, moves
    for move in moves:
        for name in ("pointsLost", "winrateLost", "visits", "pv", "scoreStdev", "utility"):
            assert name in move, (name, move)
        # Of moves that KaTrain knows from the node after them alone there is no more.
        if move["order"] < ADDITIONAL_MOVE_ORDER:
            assert 0 <= move["prior"] <= 1 and len(move["ownership"]) == points
    assert node.policy_ranking[0][0] > 0
    assert sum(chance for chance, _ in node.policy_ranking if chance > 0) > 0.99


def analyses_of_a_game(engine):
    """Each node is analyzed, and the analyses are brought together."""
    root = game()
    nodes = [root]
    for player, at in [("B", "C3"), ("W", "G7"), ("B", "G3"), ("W", "pass")]:
        nodes.append(play(nodes[-1], player, at))
    for node in nodes:
        node.analyze(engine, analyze_fast=True)
    until("five nodes", lambda: all(node.analysis_complete for node in nodes))
    for node in nodes:
        check_node(node, 81)
    assert nodes[1].points_lost is not None
    until("idle", engine.is_idle)
    return nodes


def more_of_a_node(engine, nodes):
    """Other moves, a part of the board, one move, every rule set of the dialog."""
    node = nodes[2]
    before = set(node.analysis["moves"])
    node.analyze(engine, find_alternatives=True)
    until("alternatives", lambda: set(node.analysis["moves"]) - before)
    until("idle", engine.is_idle)
    results = []
    engine.request_analysis(
        node, lambda result, partial: results.append(result), region_of_interest=[0, 2, 0, 2], visits=20
    )
    until("a region", lambda: results)
    region = {f"{column}{row}" for column in "ABC" for row in (1, 2, 3)}
    assert all(info["move"] in region | {"pass"} for info in results[-1]["moveInfos"]), results[-1]
    node.analyze(engine, refine_move=Move.from_gtp("E5", player="B"), visits=10)
    until("a move", lambda: "E5" in node.analysis["moves"])
    for rules in {*engine.RULESETS.values(), '{"scoring":"AREA","ko":"SIMPLE","suicide":true}'}:
        other = game(rules, "5")
        other.analyze(engine, visits=20)
        until(rules, lambda other=other: other.analysis_complete)
        check_node(other, 25)


def an_illegal_move_is_passed_over(engine, application, nodes):
    """What KaTrain tries on every point of a board: an illegal move is an error that it expects."""
    before = len(application.errors)
    nodes[1].analyze(engine, refine_move=Move.from_gtp("C3", player="W"))
    until("an error", engine.is_idle)
    assert application.errors[before:] == [], application.errors


def pondering(engine, nodes):
    """A search without end tells what it finds until KaTrain looks at another node."""
    seen = {0: set(), 1: set()}
    for number in seen:
        node = nodes[number]

        def tell(result, partial, number=number):
            seen[number].add((result["rootInfo"]["visits"], partial))

        engine.request_analysis(node, tell, ponder=True, time_limit=False)
        until("reports", lambda: len([1 for _, partial in seen[number] if partial]) > 2)
    until("the first one's end", lambda: any(not partial for _, partial in seen[0]))
    engine.stop_pondering()
    until("the second one's end", lambda: any(not partial for _, partial in seen[1]))
    until("idle", engine.is_idle)


def a_new_game(engine):
    """What was asked of the last game is taken back."""
    old = game(size="19")
    for _ in range(4):
        old.analyze(engine, visits=1_000_000, time_limit=False)
    until("sent", engine.write_queue.empty)
    engine.on_new_game()
    new = game(size="9")
    new.analyze(engine)
    until("the new game", lambda: new.analysis_complete)
    check_node(new, 81)


def main(program):
    application = Application()
    with tempfile.TemporaryDirectory() as folder:
        network, config = Path(folder, "a network.bin.gz"), Path(folder, "analysis.cfg")
        network.write_bytes(b"")
        config.write_text("numAnalysisThreads = 12\n")
        local = start(application, katago=program, model=str(network), config=str(config))
        nodes = analyses_of_a_game(local)
        more_of_a_node(local, nodes)
        an_illegal_move_is_passed_over(local, application, nodes)
        pondering(local, nodes)
        a_new_game(local)
        assert any("ready to begin handling requests" in line for line in application.told), application.told
        local.shutdown(finish=True)
    # Without `exec` KaTrain would end the shell and wait for the engine that is left.
    custom = start(application, altcommand=f'exec "{program}" analysis --threads 1')
    analyses_of_a_game(custom)
    custom.shutdown(finish=True)
    assert application.errors == [], application.errors
    assert threading.active_count() == 1, threading.enumerate()


main(sys.argv[1])
