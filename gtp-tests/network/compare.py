#!/usr/bin/env python3
"""Compares what Wakari and KataGo say of the same positions with the same network, number by number.

    compare.py --fetch DIR                 wheels of KaTrain from PyPI: two networks and a KataGo for Linux
    compare.py --ours "wakari gtp --network NET" --theirs "katago gtp -config CFG -model NET"

The moves of the games are drawn from the policy, some of them at random, so that there are ladders, kos, captures
and passes of all kinds. Standard library only. docs/networks.md says how KataGo runs on a processor.
"""

import argparse
import os
import random
import shlex
import stat
import subprocess
import sys
import zipfile

RULES = ["japanese", "chinese", "aga", "tromp-taylor"]
SIZES = [9, 9, 9, 13, 13, 19, 10, 7]
# The values before the policy, with the size from which differences are measured by the part of it.
VALUES = {
    "whiteWin": 1,
    "whiteLoss": 1,
    "noResult": 1,
    "whiteLead": 1,
    "whiteScoreSelfplay": 1,
    "whiteScoreSelfplaySq": 1,
    "varTimeLeft": 1,
    "shorttermWinlossError": 1,
    "shorttermScoreError": 1,
}
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Engine:
    """A program that speaks GTP."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"no answer to {command!r}")
            if line.strip():
                lines.append(line.rstrip("\n"))
            elif lines:
                break
        if not lines[0].startswith("="):
            sys.exit(f"{command!r}: {lines[0]}")
        lines[0] = lines[0][1:].strip()
        return lines


def numbers(lines, name, rows):
    start = lines.index(name) + 1
    words = " ".join(lines[start : start + rows]).split()
    return [None if word.upper() == "NAN" else float(word) for word in words]


def said(lines, rows):
    """All values of an answer to kata-raw-nn by name."""
    lines = [line.strip() for line in lines]
    values = {}
    for line in lines:
        word, _, rest = line.partition(" ")
        if word in VALUES or word == "policyPass":
            values[word] = [float(rest)]
    values["policy"] = numbers(lines, "policy", rows)
    values["whiteOwnership"] = numbers(lines, "whiteOwnership", rows)
    return values


def difference(name, one, other):
    """The largest difference between two lists of values; of large values, as a part of them."""
    worst = 0.0
    for a, b in zip(one, other):
        if (a is None) != (b is None):
            return float("inf")
        if a is not None:
            worst = max(worst, abs(a - b) / max(VALUES.get(name, 1), abs(b)))
    return worst if len(one) == len(other) else float("inf")


def vertex(place, side):
    return f"{COLUMNS[place % side]}{side - place // side}"


def chosen(values, side, dice, wild):
    """A move drawn from the policy, or any legal one."""
    policy = values["policy"] + values["policyPass"]
    legal = [place for place, share in enumerate(policy) if share is not None and share >= 0]
    if dice.random() < wild:
        place = dice.choice(legal)
    else:
        place = dice.choices(legal, [max(policy[place], 1e-9) for place in legal])[0]
    return "pass" if place == side * side else vertex(place, side)


def compare(ours, theirs, wanted, seed, tolerance, rules):
    dice = random.Random(seed)
    compared, worst, failed = 0, {}, 0
    while compared < wanted:
        side = dice.choice(SIZES)
        rule = rules[compared // 4 % len(rules)]
        komi = dice.choice([0.5, 6.5, 7.5, 7, 5.5, -3, 0, 20])
        wild = dice.choice([0.0, 0.05, 0.3, 1.0])
        setup = [f"boardsize {side}", "clear_board", f"kata-set-rules {rule}", f"komi {komi}"]
        if side >= 9 and dice.random() < 0.15:
            star = [vertex(place, side) for place in (2 * side + 2, side * side - 2 * side - 3, 3 * side - 3)]
            setup.append("set_free_handicap " + " ".join(star[: dice.choice([2, 3])]))
        history = list(setup)
        for engine in (ours, theirs):
            for command in setup:
                engine.ask(command)
        color = "white" if "handicap" in setup[-1] else "black"
        until = dice.randrange(1, side * side * 3 // 2)
        looks = {dice.randrange(until) for _ in range(4)} | {until - 1}
        passes = 0
        for number in range(until):
            symmetry = dice.randrange(8) if number in looks else 0
            optimism = dice.choice([0, 0, 0.5, 1]) if number in looks else 0
            question = f"kata-raw-nn {symmetry} {optimism}"
            answer = said(ours.ask(question), side)
            if number in looks or passes:
                reference = said(theirs.ask(question), side)
                compared += 1
                for name in reference:
                    off = difference(name, answer[name], reference[name])
                    worst[name] = max(worst.get(name, 0.0), off)
                    if off > tolerance:
                        failed += 1
                        print(f"{name} differs by {off:.5f} after {len(history)}: {'; '.join(history)}; {question}")
            move = "pass" if dice.random() < 0.02 else chosen(answer, side, dice, wild)
            history.append(f"play {color} {move}")
            for engine in (ours, theirs):
                engine.ask(history[-1])
            color = "white" if color == "black" else "black"
            passes = passes + 1 if move == "pass" else 0
            if passes == 2:
                answer = said(ours.ask("kata-raw-nn 0 0"), side)
                reference = said(theirs.ask("kata-raw-nn 0 0"), side)
                compared += 1
                for name in reference:
                    off = difference(name, answer[name], reference[name])
                    worst[name] = max(worst.get(name, 0.0), off)
                    if off > tolerance:
                        failed += 1
                        print(f"{name} differs by {off:.5f} at the end: {'; '.join(history)}")
                break
        print(f"{compared} positions compared", file=sys.stderr)
    for name, off in sorted(worst.items()):
        print(f"{name:22} {off:.6f}")
    print(f"{compared} positions, {failed} values beyond {tolerance}")
    return failed == 0


# The versions of KaTrain with a transformer and a KataGo that runs it, and with a residual network.
WHEELS = ["1.20", "1.13"]


def fetch(folder):
    """Unpacks wheels of KaTrain: prints where their networks and a KataGo are."""
    os.makedirs(folder, exist_ok=True)
    katago = os.path.join(folder, "katrain/KataGo/katago")
    for version in WHEELS:
        pip = [sys.executable, "-m", "pip", "download", f"katrain=={version}", "--no-deps", "--only-binary", ":all:"]
        # The older one announces an older Python than most have.
        subprocess.run([*pip, "--python-version", "3.11", "-d", folder], check=True)
        wheel = next(name for name in os.listdir(folder) if f"-{version}." in name and name.endswith(".whl"))
        with zipfile.ZipFile(os.path.join(folder, wheel)) as wheel:
            for name in wheel.namelist():
                is_katago = name == "katrain/KataGo/katago" and not os.path.exists(katago)
                if is_katago or name.endswith(".bin.gz"):
                    print(wheel.extract(name, folder))
    os.chmod(katago, os.stat(katago).st_mode | stat.S_IXUSR)
    subprocess.run([os.path.abspath(katago), "--appimage-extract"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    print(os.path.join(folder, "squashfs-root/AppRun"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fetch", metavar="DIR")
    parser.add_argument("--ours", metavar="COMMAND")
    parser.add_argument("--theirs", metavar="COMMAND")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tolerance", type=float, default=1e-3)
    parser.add_argument("--rules", default=",".join(RULES))
    arguments = parser.parse_args()
    if arguments.fetch:
        fetch(arguments.fetch)
    elif arguments.ours and arguments.theirs:
        ours, theirs = Engine(arguments.ours), Engine(arguments.theirs)
        rules = arguments.rules.split(",")
        same = compare(ours, theirs, arguments.positions, arguments.seed, arguments.tolerance, rules)
        sys.exit(0 if same else 1)
    else:
        parser.error("--fetch, or --ours and --theirs")


if __name__ == "__main__":
    main()
