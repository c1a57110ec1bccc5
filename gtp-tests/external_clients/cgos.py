"""Plays games between two engines by way of the clients of CGOS (`client-python` of a checkout of zakki/cgos), with a stand-in for the
server on this machine. `python3 cgos.py CHECKOUT ENGINE`; exit status 0 if all is well.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

PATIENCE = 120
GAMES = 3
OPTIONS = "--rules cgos --threads 1 --playouts 80"

CONFIG = """Common:
  KillFile = kill.txt

GTPEngine:
  Name = Wakari
  CommandLine = {program} {options}
  ServerHost = 127.0.0.1
  ServerPort = {port}
  ServerUser = {user}
  ServerPassword = secret
  NumberOfGames = 9
"""


class Client:
    """A client, as the server sees it."""

    def __init__(self, listening):
        self.socket, _ = listening.accept()
        self.socket.settimeout(PATIENCE)
        self.lines = self.socket.makefile("rw", encoding="utf-8")
        assert "genmove_analyze" in self.ask("protocol genmove_analyze"), "it can send analyses"
        self.user = self.ask("username")
        assert self.ask("password") == "secret"

    def tell(self, line):
        self.lines.write(line + "\n")
        self.lines.flush()

    def ask(self, line):
        self.tell(line)
        answer = self.lines.readline().strip()
        assert answer, f"{line}: no answer"
        return answer


def check_analysis(text):
    """What viewers of CGOS take from the analysis of a move."""
    analysis = json.loads(text)
    assert 0 <= analysis["winrate"] <= 1 and isinstance(analysis["score"], (int, float)), text
    for move in analysis["moves"]:
        assert re.fullmatch(r"[A-HJ][1-9]|pass", move["move"]), text
        assert 0 <= move["winrate"] <= 1 and move["visits"] > 0 and isinstance(move["pv"], str), text


def play(number, black, white):
    """A game: `setup`, then moves by turns until both pass, one resigns, or it gets long."""
    begun = f"setup {number} 9 7.0 300000 {white.user}(1500?) {black.user}(1500?)"
    for client in (black, white):
        client.tell(begun)
    moves = []
    analyses = 0
    while moves[-2:] != ["pass", "pass"] and moves[-1:] != ["resign"] and len(moves) < 200:
        mover, other = (black, white) if len(moves) % 2 == 0 else (white, black)
        color = "bw"[len(moves) % 2]
        move, _, analysis = mover.ask(f"genmove {color} 290000").partition(" ")
        assert re.fullmatch(r"[a-hj][1-9]|pass|resign", move), move
        if analysis:
            check_analysis(analysis)
            analyses += 1
        moves.append(move)
        if move != "resign":
            other.tell(f"play {color} {move} 290000")
    # A move that is decided without a search, such as the last ones of a game, has no analysis.
    assert analyses > len(moves) / 2, f"{analyses} analyses of {len(moves)} moves"
    # Each way to end is told once.
    result = ["B+2.0", "W+Illegal", "B+Time"][number % 3]
    for client in (black, white):
        assert client.ask(f"gameover 2026-01-01 {result}") == "ready"
    return moves


def start(checkout, program, folder, user, port):
    place = Path(folder, user)
    place.mkdir()
    Path(place, "wakari.cfg").write_text(CONFIG.format(program=program, options=OPTIONS, port=port, user=user))
    source = Path(checkout, "client-python", "src").resolve()
    return subprocess.Popen(
        [sys.executable, "-B", str(source / "cgosclient.py"), "wakari.cfg"],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(source)},
        stdout=subprocess.DEVNULL,
    )


def main(checkout, program):
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE)
        port = listening.getsockname()[1]
        program = str(Path(program).resolve())
        processes = [start(checkout, program, folder, user, port) for user in ("one", "two")]
        try:
            clients = sorted((Client(listening) for _ in processes), key=lambda client: client.user)
            assert [client.user for client in clients] == ["one", "two"]
            games = [play(number, *(clients if number % 2 == 0 else clients[::-1])) for number in range(GAMES)]
            assert all(len(game) > 20 for game in games), games
            assert len({tuple(game) for game in games}) == len(games), "games repeat"
            for user in ("one", "two"):
                Path(folder, user, "kill.txt").touch()
            for client in clients:
                client.tell("info goodbye")
                assert client.lines.readline().strip() == "quit"
            for process in processes:
                assert process.wait(PATIENCE) == 0
        finally:
            for process in processes:
                if process.poll() is None:
                    process.kill()
    print("CGOS: ok")


main(*sys.argv[1:])
