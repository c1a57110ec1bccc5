#!/usr/bin/env python3
"""Checks certificates of proved positions, as docs/certificates.md specifies them.

    examples/check_certificate.py FILE.wkc...

Prints a line for each file: what it proves, or the line at which it is refused and why. The exit status is 0 if all hold, 1 if
one is refused, 2 without files. Written from the specification alone, with the standard library and a board of its own.
"""
import re
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#$%&*+-=?@~^"
NAME = r"[^/.:,!0-9]"
ENTRY = rf"({NAME}|!)(\.|{NAME})(:[0-9]+(?:,[0-9]+)*|[0-9]*)"
WORD = re.compile(rf"({NAME}*)/((?:{ENTRY})*)")
PLAY = re.compile(ENTRY)
MOST_SITUATIONS = 400_000
MOST_BYTES = 16 << 20
STATUSES = ["alive", "dead", "seki", "unsettled"]
COVERED = ["benson", "safety", "enclosed", "territory"]
GROUNDS = COVERED + ["read", "searched", "estimated", "agreed", "rules"]


class Refused(Exception):
    """Why a certificate is none, and in which line."""

    def __init__(self, line, why):
        super().__init__(f"line {line}: {why}" if line else why)


class Board:
    """Points are pairs of column and row from 0; sets of points are sets."""

    def __init__(self, width, height, stones):
        self.points = {(x, y) for x in range(width) for y in range(height)}
        self.near = {
            (x, y): {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & self.points
            for x, y in self.points
        }
        self.stones = stones

    def border(self, points):
        """The neighbours of a set that are not in it."""
        return set().union(*(self.near[at] for at in points)) - points

    def touches(self, points, other):
        return any(self.near[at] & other for at in points)

    def flood(self, seed, within):
        """What is connected with the seed within a set."""
        found = seed & within
        fresh = set(found)
        while fresh:
            fresh = set().union(*(self.near[at] for at in fresh)) & within - found
            found |= fresh
        return found

    def parts(self, points):
        """The connected parts of a set."""
        rest = set(points)
        while rest:
            part = self.flood({min(rest)}, rest)
            rest -= part
            yield part

    def chain(self, at):
        """The color and the stones of the chain at a point."""
        for color, stones in self.stones.items():
            if at in stones:
                return color, self.flood({at}, stones)
        return None, set()

    def is_narrow(self, inner):
        """Whether there is no room for two eyes: at most one inner point, or two that are neighbours."""
        return len(inner) <= 1 or len(inner) == 2 and len(list(self.parts(inner))) == 1

    def regions(self, color):
        return self.parts(self.points - self.stones[color])


def other(color):
    return "white" if color == "black" else "black"


class Situation:
    """What is minded of a zone: points, the owner's stones, the attacker's stones. Nothing changes a situation."""

    def __init__(self, points, own, attackers):
        self.points, self.own, self.attackers = map(frozenset, (points, own, attackers))
        self.empty = self.points - self.own - self.attackers

    def within(self, points):
        return Situation(self.points & points, self.own & points, self.attackers & points)

    def is_same(self, other):
        return (self.points, self.own, self.attackers) == (other.points, other.own, other.attackers)


class Zone:
    """Play in a zone of a proof, or in a part of it that is taken by itself: there all that is around stays."""

    def __init__(self, board, points, chains, promises, suicide, solid):
        self.board, self.listed, self.points = board, points, set(points)
        self.chains, self.promises, self.suicide = chains, promises, suicide
        self.protected = set().union(*chains)
        self.solid, self.taken, self.is_part = solid, set(), False

    def part(self, points):
        """The play in a part."""
        part = Zone(self.board, self.listed, [], [], self.suicide, self.solid)
        part.protected, part.taken, part.is_part = self.board.points - points, points, True
        return part

    def rooms(self, situation):
        """The parts of what is taken in which there is room for two eyes, in the order of their first points."""
        staying = self.protected | self.joined(situation.own)
        left = self.taken - staying
        beside = self.board.border(staying)
        rooms = [part for part in self.board.parts(left) if not self.board.is_narrow(part - beside)]
        return sorted(rooms, key=lambda room: min((y, x) for x, y in room))

    def is_free(self, situation):
        """Whether the attacker has nothing in what is taken, and all of it is minded."""
        left = self.taken - self.joined(situation.own)
        return left <= situation.points and not self.taken & situation.attackers

    def open(self, situation):
        """The points with a neighbour that is neither minded nor protected."""
        outside = self.board.border(situation.points) - self.protected
        return self.board.border(outside) & situation.points

    def joined(self, own):
        return self.board.flood({at for at in own if self.board.near[at] & self.protected}, own)

    def is_sound(self, situation):
        """Whether no loose stone is at an open point."""
        loose = situation.own - self.joined(situation.own)
        return not loose or not loose & self.open(situation)

    def has_liberty(self, chain, situation):
        touched = self.board.touches(chain, situation.empty)
        return touched or bool(chain & self.open(situation))

    def attack(self, situation, at):
        """The situation after the attacker's play, or None if it is no play."""
        points, own = set(situation.points), set(situation.own)
        attackers = situation.attackers | {at}
        joined = self.joined(situation.own)
        loose = situation.own - joined
        empty = situation.empty - {at}
        for stone in self.board.near[at] & loose:
            chain = self.board.flood({stone}, loose)
            if chain <= own and not self.board.touches(chain, empty):
                own -= chain
                part = self.board.flood({at}, situation.points - joined)
                if part & self.open(situation):
                    points -= chain
        after = Situation(points, own, attackers)
        chain = self.board.flood({at}, attackers)
        if not self.has_liberty(chain, after):
            if not self.suicide or len(chain) == 1:
                return None
            after = Situation(points, own, attackers - chain)
        return after

    def answer(self, situation, at):
        """The situation after the owner's play, or None if he cannot play there."""
        if at not in situation.empty:
            return None
        own = situation.own | {at}
        put = Situation(situation.points, own, situation.attackers)
        taken = set()
        for stone in self.board.near[at] & situation.attackers:
            chain = self.board.flood({stone}, situation.attackers)
            if not self.has_liberty(chain, put):
                taken |= chain
        after = Situation(situation.points, own, situation.attackers - taken)
        if at not in self.joined(own):
            chain = self.board.flood({at}, own)
            liberties = self.board.border(chain) & after.empty
            is_ko = len(chain) == 1 and len(taken) == 1 and liberties == taken
            if self.solid or chain & self.open(after) or not liberties or is_ko:
                return None
        return after

    def block(self, situation, chain):
        return self.board.flood(self.chains[chain], self.protected | self.joined(situation.own))

    def liberties(self, situation, block):
        return len(self.board.border(block) & situation.empty)

    def eyes(self, situation, block):
        touched = self.board.border(block)
        outside = self.open(situation)
        joined = self.joined(situation.own)
        staying = self.board.border(self.protected | joined)
        eyes = 0
        for part in self.board.parts(situation.points - joined):
            needed = part if self.suicide else part - situation.attackers
            far = part - touched
            is_kept = not part & self.taken or len(far) <= 1 and not far & staying
            is_eye = not part & outside and bool(part & situation.empty) and needed <= touched
            eyes += is_eye and is_kept
        return eyes

    def count_is_kept(self, count, situation):
        """Whether all promises are kept, if this counts liberties or eyes."""
        for kind, chain, rest in self.promises:
            block = self.block(situation, chain)
            if kind == "liberties":
                if count(situation, block) < rest:
                    return False
            elif not any(self.chains[to] & block for to in rest):
                if count(situation, block) < 2:
                    return False
        return True

    def holds(self, situation):
        return self.count_is_kept(self.liberties, situation)

    def is_settled(self, situation):
        return self.count_is_kept(self.eyes, situation)

    def coming(self, situation, are_parts):
        """What comes as situations: this one, or what of it is in each part that is taken by itself; with the play there."""
        if not are_parts:
            return [] if self.is_part else [(self, situation)]
        if not self.is_settled(situation):
            return []
        return [(self.part(room), situation.within(room)) for room in self.rooms(situation)]

    def read(self, word, number, line):
        """A word: the stones that are minded, and the plays, each with its answer and the number of what comes then."""
        found = WORD.fullmatch(word)
        if not found:
            raise Refused(line, f"word {number} cannot be read")
        plays = [play.groups() for play in PLAY.finditer(found[2])]
        named = found[1] + "".join(attack for attack, _, _ in plays if attack != "!")
        if not set(named) <= set(LETTERS[: len(self.listed)]):
            raise Refused(line, f"word {number} names what is no point of the zone")
        if len(set(named)) < len(named):
            raise Refused(line, f"word {number} names a point twice")
        return self.named(found[1]), plays

    def named(self, letters):
        return {self.listed[LETTERS.index(letter)] for letter in letters}

    def check(self, owner, parts, words, line):
        """Goes through the book; returns the numbers of what comes after each situation."""
        stones = self.board.stones
        if self.points & self.protected:
            raise Refused(line, "the zone has protected stones")
        own, attackers = stones[owner] & self.points, stones[other(owner)] & self.points
        first = Situation(self.points, own, attackers)
        if not self.is_sound(first):
            raise Refused(line, "a loose stone is next to the outside")
        # What comes, with the play there, before it is minded; then what is minded of it.
        come, minded, later = [(self, first)], [], []
        if parts:
            come = self.coming(first, True)
            if len(come) != parts:
                raise Refused(line, "the zone does not begin in as many parts, or is not settled")
        elif not words and (self.rooms(first) or not self.is_settled(first)):
            raise Refused(line, "there is no word for situation 1")
        after = {}
        for number, word in enumerate(words, 1):
            if number > len(come):
                raise Refused(line, f"word {number} is for no situation")
            play, coming = come[number - 1]
            situation, plays = play.situation(coming, word, number, line)
            if number == 1 and not parts and not situation.is_same(first):
                raise Refused(line, "the first situation is not the board")
            minded.append(situation)
            after[number] = []
            for attack, answer, follows in plays:
                comes = situation
                if attack != "!":
                    comes = play.attack(situation, self.listed[LETTERS.index(attack)])
                if comes is None:
                    if answer != "." or follows:
                        raise Refused(line, f"word {number} answers what is no play")
                    continue
                if answer != ".":
                    if answer not in LETTERS[: len(self.listed)]:
                        raise Refused(line, f"word {number} answers where no point is")
                    comes = play.answer(comes, self.listed[LETTERS.index(answer)])
                if comes is None:
                    raise Refused(line, f"word {number}: an answer cannot be played")
                if not follows:
                    if play.rooms(comes) or not play.is_settled(comes):
                        raise Refused(line, f"word {number}: an attack leads to what is not settled")
                    continue
                numbers = [int(follow) for follow in follows.lstrip(":").split(",")]
                states = play.coming(comes, follows.startswith(":"))
                if len(numbers) != len(states):
                    raise Refused(line, f"word {number} leads to other parts than it names")
                for follow, state in zip(numbers, states):
                    if follow == len(come) + 1:
                        come.append(state)
                    elif not 1 <= follow <= len(come):
                        raise Refused(line, f"word {number} leads to a situation without a number")
                    later.append((number, state, follow))
                    after[number].append(follow)
        if (words or parts) and len(words) < len(come):
            raise Refused(line, f"there is no word for situation {len(words) + 1}")
        for number, (play, comes), follows in later:
            joined = play.joined(comes.own)
            then, there = minded[follows - 1], come[follows - 1][0]
            is_there = play.is_part == there.is_part and play.taken == there.taken
            if not is_there or not joined <= then.points or not comes.within(then.points).is_same(then):
                raise Refused(line, f"word {number} does not lead to situation {follows}")
        return after

    def situation(self, come, word, number, line):
        """What a word minds of a situation, in which all promises must hold; and its plays."""
        stones, plays = self.read(word, number, line)
        empty = self.named(attack for attack, _, _ in plays if attack != "!")
        joined = self.joined(come.own)
        if not stones <= (come.own - joined) | come.attackers or not empty <= come.empty:
            raise Refused(line, f"word {number} minds what is not there")
        situation = come.within(joined | stones | empty)
        if not self.is_sound(situation):
            raise Refused(line, f"in situation {number} a loose stone is next to the outside")
        if not self.holds(situation):
            raise Refused(line, f"a promise does not hold in situation {number}")
        passes = sum(attack == "!" for attack, _, _ in plays)
        if passes > bool(self.taken) or not passes and not self.is_free(situation):
            raise Refused(line, f"word {number} answers passes otherwise than once")
        return situation, plays


def has_circle(after):
    """Whether one can come back to a node of a graph: strikes out those from which one comes nowhere."""
    left = {node: len(come) for node, come in after.items()}
    before = {node: [] for node in after}
    for node, come in after.items():
        for to in come:
            before[to].append(node)
    waiting = [node for node in after if not left[node]]
    struck = 0
    while waiting:
        struck += 1
        for node in before[waiting.pop()]:
            left[node] -= 1
            if not left[node]:
                waiting.append(node)
    return struck < len(after)


def safe_chains(count, zones):
    """The chains, as numbers, that the promises of the zones make safe."""
    ties = [promise for zone in zones for promise in zone if promise[0] == "tied"]

    def liberties(chain):
        group = {chain}
        while more := {to[0] for _, of, to in ties if len(to) == 1 and of in group} - group:
            group |= more
        counts = (
            max((n for kind, of, n in zone if kind == "liberties" and of in group), default=0)
            for zone in zones
        )
        return sum(counts)

    safe = {chain for chain in range(count) if liberties(chain) >= 2}
    while more := {of for _, of, to in ties if safe.issuperset(to)} - safe:
        safe |= more
    return safe


def is_benson(board, color, chains, suicide):
    """Whether each chain has two vital regions."""
    united = set().union(*chains)
    regions = [
        region
        for region in board.regions(color)
        if board.border(region) & board.stones[color] <= united
    ]

    def is_vital(region, chain):
        needed = region if suicide else region - board.stones[other(color)]
        return needed <= board.border(chain)

    return all(sum(is_vital(region, chain) for region in regions) >= 2 for chain in chains)


def enclosed(board, color, at, living):
    """The region at a point if it is enclosed, or nothing."""
    for region in board.regions(color):
        wall = board.border(region) & board.stones[color]
        if at in region and wall and wall <= living:
            inner = region - board.border(wall)
            if board.is_narrow(inner):
                return region
    return set()


class Reader:
    """The lines of a text that say something, one after the other, as (number, words)."""

    def __init__(self, text):
        lines = [(number, line.split()) for number, line in enumerate(text.split("\n"), 1)]
        self.lines = [line for line in lines if line[1] and not line[1][0].startswith("#")]
        self.last = text.count("\n")
        self.at = 0

    def next(self, keyword=None):
        if self.at == len(self.lines):
            raise Refused(self.last, "the text ends too early")
        self.at += 1
        line, words = self.lines[self.at - 1]
        if keyword and words[0] != keyword:
            raise Refused(line, f"expected {keyword}")
        return line, words

    def next_if(self, keyword):
        if self.at < len(self.lines) and self.lines[self.at][1][0] == keyword:
            return self.next()
        return None

    def choice(self, keyword, choices):
        line, words = self.next(keyword)
        if len(words) != 2 or words[1] not in choices:
            raise Refused(line, "expected " + " or ".join(choices))
        return words[1] == choices[0]


def point(word, line):
    column, row = word[:1].upper(), word[1:]
    if not column or column not in COLUMNS or not (row.isascii() and row.isdigit()):
        raise Refused(line, f"expected a point, not {word}")
    if row.startswith("0") or len(row) > 2 or int(row) > 25:
        raise Refused(line, f"expected a point, not {word}")
    return COLUMNS.index(column), int(row) - 1


def number(word):
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else 0


class Certificate:
    """A certificate, checked while it is read."""

    def __init__(self, text):
        reader = Reader(text)
        line, words = reader.next()
        if words != ["wakari-certificate", "3"]:
            raise Refused(line, "is no certificate of version 3")
        line, words = reader.next("rules")
        if len(words) != 2:
            raise Refused(line, "expected the name of the rules")
        self.suicide = reader.choice("suicide", ["allowed", "forbidden"])
        self.superko = reader.choice("superko", ["yes", "no"])
        self.board = self.read_board(reader)
        self.shown = {(ground, color): set() for ground in COVERED for color in self.board.stones}
        self.situations = 0
        claims = {"benson": self.benson, "safety": self.safety}
        regions, verdicts = [], []
        while True:
            line, words = reader.next()
            if words == ["end"]:
                break
            if words[0] in claims and len(words) > 1:
                claims[words[0]](line, words, reader)
            elif words[0] == "enclosed" and len(words) == 3:
                regions.append((line, self.color(words[1], line), point(words[2], line)))
            elif words[0] == "verdict" and len(words) == 4:
                verdicts.append((line, point(words[1], line), words[2], words[3]))
            else:
                raise Refused(line, "this line is unknown or out of place")
        if reader.at < len(reader.lines):
            raise Refused(reader.lines[reader.at][0], "something follows the end")
        for line, color, at in regions:
            region = enclosed(self.board, color, at, self.shown["benson", color])
            if not region:
                raise Refused(line, "the region is not enclosed")
            self.shown["enclosed", color] |= region
        self.check_verdicts(verdicts)

    @staticmethod
    def read_board(reader):
        head, words = reader.next("board")
        sides = [number(word) for word in words[1:]]
        if len(sides) != 2 or not all(2 <= side <= 25 for side in sides):
            raise Refused(head, "expected a width and a height")
        width, height = sides
        stones = {"black": set(), "white": set()}
        for y in reversed(range(height)):
            line, words = reader.next("row")
            if len(words) != 2 or len(words[1]) != width or set(words[1]) - set("XO."):
                raise Refused(line, "the rows are no board")
            for x, letter in enumerate(words[1]):
                if letter != ".":
                    stones["black" if letter == "X" else "white"].add((x, y))
        board = Board(width, height, stones)
        empty = board.points - stones["black"] - stones["white"]
        for color in stones:
            if not all(board.touches(chain, empty) for chain in board.parts(stones[color])):
                raise Refused(head, "a chain has no liberty")
        return board

    @staticmethod
    def color(word, line):
        if word not in ("black", "white"):
            raise Refused(line, "expected black or white")
        return word

    def chains(self, color, words, line):
        """The chains of stones of a color, none twice."""
        chains = []
        for word in words:
            found, chain = self.board.chain(point(word, line))
            if found != color or chain in chains:
                raise Refused(line, f"{word} is of no chain of that color, or of one named before")
            chains.append(chain)
        return chains

    def benson(self, line, words, _reader):
        color = self.color(words[1], line)
        chains = self.chains(color, words[2:], line)
        if not is_benson(self.board, color, chains, self.suicide):
            raise Refused(line, "a chain has no two vital regions")
        self.shown["benson", color].update(*chains)

    def safety(self, line, words, reader):
        owner = self.color(words[1], line)
        if len(words) < 3 or words[2] not in ("solid", "free"):
            raise Refused(line, "expected solid or free")
        solid = words[2] == "solid"
        if self.superko and not solid:
            raise Refused(line, "under superko a proof must be solid")
        chains = self.chains(owner, words[3:], line)
        zones, used, taken = [], set(), set()
        while head := reader.next_if("zone"):
            zone = self.zone(head, reader, owner, chains, solid)
            if used & (zone.points | zone.taken):
                raise Refused(head[0], "the zone shares a point with another one")
            used |= zone.points | zone.taken
            taken |= zone.taken
            zones.append(zone.promises)
        if safe_chains(len(chains), zones) != set(range(len(chains))):
            raise Refused(line, "the promises do not make every chain safe")
        self.shown["safety", owner].update(*chains)
        self.shown["territory", owner] |= taken

    def points(self, line, words):
        """The points that a line lists, none twice."""
        points = [point(word, line) for word in words[1:]]
        if len(set(points)) < len(points) or not self.board.points.issuperset(points):
            raise Refused(line, "a point is off the board or named twice")
        return points

    def zone(self, head, reader, owner, chains, solid):
        line, words = head
        points = self.points(line, words)
        if not 1 <= len(points) <= 64:
            raise Refused(line, "a zone has from 1 to 64 points")
        found = reader.next_if("takes")
        taken = set(self.points(*found)) if found else set()
        promises = []
        while found := reader.next_if("promise"):
            promises.append(self.promise(*found, chains))
        parts = 0
        if found := reader.next_if("parts"):
            parts = number(found[1][1]) if len(found[1]) == 2 else 0
            if not parts:
                raise Refused(found[0], "expected a number of parts")
        book = []
        while found := reader.next_if("book"):
            book += found[1][1:]
        self.situations += len(book)
        if self.situations > MOST_SITUATIONS:
            raise Refused(line, "there are too many situations")
        zone = Zone(self.board, points, chains, promises, self.suicide, solid)
        zone.taken = taken
        for part in self.board.parts(taken):
            border = self.board.border(part)
            if part & zone.protected or not border or not border <= zone.protected:
                raise Refused(line, "what is taken is not between protected stones")
        after = zone.check(owner, parts, book, line)
        if (taken or not solid) and has_circle(after):
            raise Refused(line, "a situation can come about again")
        return zone

    @staticmethod
    def promise(line, words, chains):
        def chain(word):
            at = point(word, line)
            for place, stones in enumerate(chains):
                if at in stones:
                    return place
            raise Refused(line, f"{word} is of no protected chain")

        if words[1:2] == ["liberties"] and len(words) == 4 and words[2] in ("1", "2"):
            return "liberties", chain(words[3]), int(words[2])
        if words[1:2] == ["tied"] and len(words) > 2:
            return "tied", chain(words[2]), [chain(word) for word in words[3:]]
        raise Refused(line, "expected a promise that is known")

    def check_verdicts(self, verdicts):
        judged = set()
        self.counts = {ground: [0, 0] for ground in GROUNDS}
        for line, at, status, ground in verdicts:
            color, chain = self.board.chain(at)
            if not chain or chain & judged:
                raise Refused(line, "there is no chain there, or a verdict on it already")
            if status not in STATUSES or ground not in GROUNDS:
                raise Refused(line, "expected a status and a ground")
            if ground in ("enclosed", "territory"):
                holds = status == "dead" and chain <= self.shown[ground, other(color)]
            elif ground in COVERED:
                holds = status in ("alive", "seki") and chain <= self.shown[ground, color]
            else:
                holds = True
            if not holds:
                raise Refused(line, "nothing shows this of the chain")
            judged |= chain
            self.counts[ground][0] += 1
            self.counts[ground][1] += len(chain)
        if judged != self.board.stones["black"] | self.board.stones["white"]:
            raise Refused(0, "there is a chain without a verdict")

    def __str__(self):
        proved = [sum(self.counts[ground][i] for ground in COVERED) for i in (0, 1)]
        every = [sum(self.counts[ground][i] for ground in GROUNDS) for i in (0, 1)]
        shown = set().union(*self.shown.values())
        points = f"{len(shown)} of {len(self.board.points)} points"
        text = f"proved {proved[0]} of {every[0]} chains, {proved[1]} of {every[1]} stones, {points}"

        def listed(grounds):
            found = [ground for ground in grounds if self.counts[ground][0]]
            return ", ".join(f"{ground} {self.counts[ground][0]}" for ground in found)

        rest = listed(ground for ground in GROUNDS if ground not in COVERED)
        parts = [part for part in (listed(COVERED), rest and f"not covered: {rest}") if part]
        return text + (f" ({'; '.join(parts)})" if parts else "")


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        try:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise Refused(0, "the file is too long")
            print(f"{path}: {Certificate(data.decode('ascii'))}")
        except (Refused, OSError, UnicodeDecodeError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
