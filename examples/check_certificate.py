#!/usr/bin/env python3
"""Checks certificates of proved positions, as docs/certificates.md and docs/proofs.md specify them.

    examples/check_certificate.py FILE.wkc...

Prints a line for each file: the proved claims, or the refused line and the reason. The exit status is 0 if all certificates
hold, 1 if one is refused, 2 without files. Written from the specification alone, with the standard library and a separate board.
"""
import re
import sys
from collections import namedtuple

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#$%&*+-=?@~^"
NAME = r"[^/.:,!0-9]"
ENTRY = rf"({NAME}|!)(\.|{NAME})(:[0-9]+(?:,[0-9]+)*|[0-9]*)"
WORD = re.compile(rf"({NAME}*)/((?:{ENTRY})*)")
PLAY = re.compile(ENTRY)
MOVE = re.compile(r"([^:]+)(?::([0-9]+))?")
PASS, KOPASS = 0, -1
COLORS = ["black", "white"]
PROCEDURES = ["proposal-2012", "japanese-1989", "local", "none"]
MOST_SITUATIONS = 400_000
MOST_STATES, MOST_STATES_TOGETHER = 250_000, 1_000_000
MOST_CLAIMS = 1_000
MOST_PROMISES = 64
MOST_BYTES = 16 << 20
STATUSES = ["alive", "dead", "seki", "unsettled"]
COVERED = ["benson", "safety", "enclosed", "territory", "strategy"]
GROUNDS = COVERED + ["read", "searched", "estimated", "agreed", "rules"]


class Refused(Exception):
    """The certificate is invalid: the line and the reason."""

    def __init__(self, line, why):
        super().__init__(f"line {line}: {why}" if line else why)


class Board:
    """A board. Points are pairs of column and row, counted from 0; point sets are Python sets."""

    def __init__(self, width, height, stones):
        self.points = {(x, y) for x in range(width) for y in range(height)}
        self.near = {
            (x, y): {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & self.points
            for x, y in self.points
        }
        self.stones = stones

    def border(self, points):
        """Return the neighbors of a set that are not in it."""
        return set().union(*(self.near[at] for at in points)) - points

    def touches(self, points, other):
        return any(self.near[at] & other for at in points)

    def flood(self, seed, within):
        """Return the points of a set that are connected to the seed."""
        found = seed & within
        fresh = set(found)
        while fresh:
            fresh = set().union(*(self.near[at] for at in fresh)) & within - found
            found |= fresh
        return found

    def parts(self, points):
        """Yield the connected components of a set."""
        rest = set(points)
        while rest:
            part = self.flood({min(rest)}, rest)
            rest -= part
            yield part

    def chain(self, at):
        """Return the color and the stones of the chain at a point."""
        for color, stones in self.stones.items():
            if at in stones:
                return color, self.flood({at}, stones)
        return None, set()

    def is_narrow(self, inner):
        """Return true if there is no room for two eyes: at most one inner point, or two adjacent ones."""
        return len(inner) <= 1 or len(inner) == 2 and len(list(self.parts(inner))) == 1

    def regions(self, color):
        return self.parts(self.points - self.stones[color])


def other(color):
    return "white" if color == "black" else "black"


class Situation:
    """The relevant part of a zone: points, the owner's stones, the attacker's stones. Immutable."""

    def __init__(self, points, own, attackers):
        self.points, self.own, self.attackers = map(frozenset, (points, own, attackers))
        self.empty = self.points - self.own - self.attackers

    def within(self, points):
        return Situation(self.points & points, self.own & points, self.attackers & points)

    def is_same(self, other):
        return (self.points, self.own, self.attackers) == (other.points, other.own, other.attackers)


class Zone:
    """Play in a zone of a proof, or in a part that is taken by itself. Around such a part all stones stay."""

    def __init__(self, board, points, chains, promises, suicide, solid):
        self.board, self.listed, self.points = board, points, set(points)
        self.chains, self.promises, self.suicide = chains, promises, suicide
        self.protected = set().union(*chains)
        self.solid, self.taken, self.is_part = solid, set(), False

    def part(self, points):
        """Return the play in a part."""
        part = Zone(self.board, self.listed, [], [], self.suicide, self.solid)
        part.protected, part.taken, part.is_part = self.board.points - points, points, True
        return part

    def rooms(self, situation):
        """Return the parts of the territory with room for two eyes, ordered by their first points."""
        staying = self.protected | self.joined(situation.own)
        left = self.taken - staying
        beside = self.board.border(staying)
        rooms = [part for part in self.board.parts(left) if not self.board.is_narrow(part - beside)]
        return sorted(rooms, key=lambda room: min((y, x) for x, y in room))

    def is_free(self, situation):
        """Return true if the attacker has no stone in the territory, and all of it is relevant."""
        left = self.taken - self.joined(situation.own)
        return left <= situation.points and not self.taken & situation.attackers

    def open(self, situation):
        """Return the points with a neighbor that is neither relevant nor protected."""
        outside = self.board.border(situation.points) - self.protected
        return self.board.border(outside) & situation.points

    def joined(self, own):
        return self.board.flood({at for at in own if self.board.near[at] & self.protected}, own)

    def is_sound(self, situation):
        """Return true if no unconnected stone is at an open point."""
        loose = situation.own - self.joined(situation.own)
        return not loose or not loose & self.open(situation)

    def has_liberty(self, chain, situation):
        touched = self.board.touches(chain, situation.empty)
        return touched or bool(chain & self.open(situation))

    def attack(self, situation, at):
        """Return the situation after the attacker's play; None if it is not a play."""
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
        """Return the situation after the owner's play; None if it is impossible."""
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
        """Return true if all promises are kept, with `count` for liberties or for eyes."""
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
        """Return the next situations with their plays: this one, or its share in each part taken by itself."""
        if not are_parts:
            return [] if self.is_part else [(self, situation)]
        if not self.is_settled(situation):
            return []
        return [(self.part(room), situation.within(room)) for room in self.rooms(situation)]

    def read(self, word, number, line):
        """Parse a word: the relevant stones, and the attacks with their answers and the numbers of the next situations."""
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
        """Check the book; return the numbers of the situations that follow each situation."""
        stones = self.board.stones
        if self.points & self.protected:
            raise Refused(line, "the zone has protected stones")
        own, attackers = stones[owner] & self.points, stones[other(owner)] & self.points
        first = Situation(self.points, own, attackers)
        if not self.is_sound(first):
            raise Refused(line, "a loose stone is next to the outside")
        # The next situations with their plays, in full; then their relevant parts.
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
                numbers = [number_of(follow) for follow in follows.lstrip(":").split(",")]
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
        """Return the part of a situation that a word makes relevant, where all promises must hold, and its plays."""
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
    """Return true if a graph has a cycle: strikes out nodes without successors."""
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
    """Return the numbers of the chains that the promises of the zones make safe."""
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
    """Return true if each chain has two vital regions."""
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
    """Return the region at a point if it is enclosed; otherwise the empty set."""
    for region in board.regions(color):
        wall = board.border(region) & board.stones[color]
        if at in region and wall and wall <= living:
            inner = region - board.border(wall)
            if board.is_narrow(inner):
                return region
    return set()


class Grid:
    """A bitboard, from A1 to the right and up. An extra column separates the rows."""

    def __init__(self, width, height):
        self.row = width + 1
        self.all = sum(((1 << width) - 1) << y * self.row for y in range(height))
        self.shapes, self.boards = {}, {}

    def bits(self, points):
        return sum(1 << y * self.row + x for x, y in points)

    def near(self, points):
        """Return the neighbors of the points of a set."""
        row = self.row
        return (points << 1 | points >> 1 | points << row | points >> row) & self.all

    def flood(self, seed, within):
        """Return the points of a set that are connected to the seed."""
        row, found, before = self.row, seed & within, 0
        while found != before:
            before = found
            found |= (found << 1 | found >> 1 | found << row | found >> row) & within
        return found

    def parts(self, points):
        """Yield the connected components of a set, ordered by their first points."""
        while points:
            part = self.flood(points & -points, points)
            points ^= part
            yield part

    def is_narrow(self, points, wall):
        inner = points & ~self.near(wall)
        rest = inner & inner - 1
        return not rest or is_one(rest) and bool(self.near(rest) & inner)

    def shape(self, stones):
        """Return the chains and the regions of a color with these stones."""
        if stones not in self.shapes:
            self.shapes[stones] = Shape(self, stones)
        return self.shapes[stones]

    def board(self, stones):
        """Return the board with these black and white stones."""
        if stones not in self.boards:
            self.boards[stones] = Stones(self, stones)
        return self.boards[stones]


def is_one(points):
    return points != 0 and not points & points - 1


def each(points):
    while points:
        yield points & -points
        points &= points - 1


class Shape:
    """The chains of a color with their neighbors, and its regions with the stones they touch."""

    def __init__(self, grid, stones):
        self.chains = [(chain, grid.near(chain)) for chain in grid.parts(stones)]
        self.regions = [(part, grid.near(part) & stones) for part in grid.parts(grid.all & ~stones)]
        self.eyes = self.beside(self.regions)
        self.narrow = [region for region in self.regions if grid.is_narrow(region[0], stones)]

    def beside(self, regions):
        """Return the chains, each with its neighbors and the regions that touch it."""
        return [(chain, near, [r for r in regions if r[1] & chain]) for chain, near in self.chains]


def unconditional(chains, empty):
    """Return the largest set of chains where each has two vital regions that touch no other chains."""
    vital = []
    for chain, near, regions in chains:
        walls = [wall for region, wall in regions if not region & empty & ~near]
        if len(walls) > 1:
            vital.append((chain, walls))
    while True:
        united = sum(chain for chain, _ in vital)
        left = [(chain, walls) for chain, walls in vital if sum(not wall & ~united for wall in walls) > 1]
        if len(left) == len(vital):
            return united
        vital = left


class Stones:
    """The black and white stones as bits, and cached facts that depend on them only. Colors are 0 and 1."""

    def __init__(self, grid, stones):
        self.grid, self.stones = grid, stones
        self.empty = grid.all & ~(stones[0] | stones[1])
        self.shapes = [grid.shape(stones[color]) for color in (0, 1)]
        self.last = [self.last_liberties(shape) for shape in self.shapes]
        self.living = [unconditional(shape.eyes, self.empty) for shape in self.shapes]
        self.plays = {}

    def last_liberties(self, shape):
        """Map each point that is the only liberty of chains of a color to these chains."""
        last = {}
        for chain, near in shape.chains:
            liberties = near & self.empty
            if is_one(liberties):
                last[liberties] = last.get(liberties, 0) | chain
        return last

    def play(self, color, at):
        """Return the board after a play, the captured stones, and whether a ko is taken; None for suicide."""
        if (color, at) not in self.plays:
            near, own = self.grid.near(at), self.stones[color]
            taken = self.last[1 - color].get(at, 0)
            if not taken and not near & (self.empty | own & ~self.last[color].get(at, 0)):
                self.plays[color, at] = None
            else:
                stones = [self.stones[0] & ~taken, self.stones[1] & ~taken]
                stones[color] |= at
                is_ko = is_one(taken) and not near & own and near & (self.empty | taken) == taken
                self.plays[color, at] = self.grid.board(tuple(stones)), taken, is_ko
        return self.plays[color, at]

    def ko_stones(self, points):
        """Return the ko stones among these points."""
        found = 0
        for at in each(points):
            near = self.grid.near(at)
            for own in self.stones:
                around = self.grid.near(near & self.empty)
                if at & own and not near & own and is_one(near & self.empty) and not around & ~own:
                    found |= at
        return found

    def is_missed(self, color, closed):
        """Return true if a color misses one of the closed ko stones."""
        for at in each(closed & self.stones[1 - color]):
            liberty = self.grid.near(at) & self.empty
            if not self.grid.near(liberty) & self.last[1 - color].get(liberty, 0) & ~at:
                return True
        return False

    def kept(self, color):
        """Return the points that a color keeps."""
        living, others = self.living[color], self.living[1 - color]
        kept = living
        for part in self.grid.parts(self.grid.all & ~living) if living else ():
            if not part & others and self.grid.is_narrow(part, living):
                kept |= part
        return kept

    def is_owned(self, color, points):
        """Return true if a color owns one of the points."""
        if points & self.stones[color]:
            return True
        for part in self.grid.parts(self.empty) if points & self.empty else ():
            near = self.grid.near(part)
            if part & points and near & self.stones[color] and not near & self.stones[1 - color]:
                return True
        return False


Answer = namedtuple("Answer", "owner status kind chain area")
State = namedtuple("State", "board closed new gone side number")


class Game:
    """The local game of a question, with a strategy. The chain and the area of the question are bits."""

    def __init__(self, grid, procedure, board, answer, line):
        self.grid, self.line, self.is_1989 = grid, line, procedure == "japanese-1989"
        self.owner, self.status, self.kind, self.chain, self.area = answer
        self.winner = self.owner if self.status == "alive" else 1 - self.owner
        self.asked = self.chain | self.area
        self.place = place(board, self.chain or self.area & -self.area)
        self.border = board.living[self.winner] & grid.near(self.place)
        if self.area & ~self.place:
            raise Refused(line, "the area is not in the place of the game")
        is_first = self.kind == "point" or procedure == "proposal-2012"
        new = self.area & board.stones[self.owner] if self.kind == "area" else 0
        self.first = State(board, 0, new, not self.chain, self.owner if is_first else 1 - self.owner, 0)
        # Caches by board, by living or solid stones, and by the winner's stones.
        self.places, self.cut, self.keeping, self.owned, self.eyes = {}, {}, {}, {}, {}

    def after(self, state, move, number):
        """Return the state after a move and its cost; None if the move is impossible."""
        board, closed, new, gone, side, _ = state
        cost = 0
        if move == KOPASS:
            if not self.is_1989 or not board.is_missed(side, closed):
                return None
            closed = 0
        elif move == PASS:
            closed = closed if self.is_1989 else 0
        else:
            play = move & self.place & board.empty and board.play(side, move)
            if not play or play[1] & closed and is_one(play[1]):
                return None
            board, taken, is_ko = play
            closed = closed if self.is_1989 else 0
            if closed or is_ko:
                closed = board.ko_stones(closed | move if is_ko else closed)
            cost = bin(taken).count("1")
            if side == self.owner:
                new, cost = new | move & self.area, -cost
            else:
                new, gone = new & ~taken, gone or self.is_1989 and taken & self.chain != 0
        return State(board, closed, new, gone, 1 - side, number), cost

    def kept(self, board, color):
        """Return the points that a color keeps, which depend on the living stones only."""
        key = color, board.living[0], board.living[1]
        if key not in self.keeping:
            self.keeping[key] = board.kept(color)
        return self.keeping[key]

    def is_over(self, state):
        board = state.board
        living = board.living[self.owner]
        if self.winner == self.owner:
            if self.is_1989:
                return bool(state.new & living) or not state.gone and not self.chain & ~living
            return not self.chain & ~self.kept(board, self.owner)
        kept = self.kept(board, self.winner)
        if self.is_1989:
            is_taken = state.gone or not self.chain & ~kept
            return is_taken and not self.area & ~(kept | living & ~state.new)
        return bool(self.chain & kept)

    def where(self, board):
        """Return the solid stones, the points in play, and the walls."""
        if board not in self.places:
            shape = board.shapes[self.winner]
            if shape not in self.eyes:
                asked = self.asked if self.winner == self.owner else 0
                self.eyes[shape] = shape.beside([eye for eye in shape.narrow if not eye[0] & asked])
            solid = unconditional(self.eyes[shape], board.empty)
            if solid not in self.cut:
                rest = self.place & ~solid
                play = self.grid.flood(self.asked, rest)
                self.cut[solid] = solid, play, solid & self.grid.near(rest & ~play)
            self.places[board] = self.cut[solid]
        return self.places[board]

    def is_cut_off(self, state, play):
        """Return true if no chain that cuts off the place can be captured.

        Each lives, has a liberty in play or, on the winner's turn, a one-point eye.
        """
        board, near = state.board, self.grid.near
        rest = self.border & ~board.living[self.winner]
        while rest:
            chain = self.grid.flood(rest & -rest, board.stones[self.winner])
            liberties = near(chain) & board.empty
            has_eye = state.side == self.winner and any(not near(at) & ~chain for at in each(liberties))
            if not liberties & play and not has_eye:
                return False
            rest &= ~chain
        return True

    def is_owned(self, state):
        """Return true if the attacker owns a point of the chain."""
        board = state.board
        if board not in self.owned:
            self.owned[board] = board.is_owned(1 - self.owner, self.chain)
        return self.owned[board]

    def follow(self, moves):
        """Return the states reached if the winner plays these moves, and the graph of their successors with costs."""
        states, numbers, graph = [self.first], {self.first: 0}, {}
        words = iter(moves)
        for node, state in enumerate(states):
            graph[node] = []
            _, play, walls = self.where(state.board)
            if not self.is_cut_off(state, play):
                raise Refused(self.line, f"what cuts the place off can be taken in state {node + 1}")
            if self.is_over(state):
                continue
            if state.side == self.winner:
                move, number = next(words, (None, 0))
                if move is None:
                    raise Refused(self.line, f"there is no move for state {node + 1}")
                tested = state._replace(closed=state.closed & play) if move == KOPASS else state
                found = self.after(tested, move, number)
                if not found or move > 0 and not move & play:
                    raise Refused(self.line, f"the move for state {node + 1} cannot be played")
                coming = [found]
            else:
                tried = [*each(play & state.board.empty), PASS, KOPASS]
                coming = [self.after(state, move, state.number) for move in tried]
            for after, cost in filter(None, coming):
                if walls & ~self.where(after.board)[0]:
                    raise Refused(self.line, f"a wall does not stay after state {node + 1}")
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                graph[node].append((numbers[after], cost))
            if len(states) > MOST_STATES:
                raise Refused(self.line, "there are too many states")
        if next(words, None):
            raise Refused(self.line, "there are more moves than are needed")
        return states, graph

    def check(self, moves):
        """Refuse moves that do not succeed; return the number of states."""
        states, graph = self.follow(moves)
        if not all(self.is_won(states, within(graph, knot)) for knot in knots(graph)):
            raise Refused(self.line, "play can go on for ever without success")
        return len(states)

    def is_won(self, states, knot):
        """Return true if the cycles of a strongly connected component satisfy the claim."""
        if self.is_1989 and self.status == "alive":
            common = -1
            for node in knot:
                common &= states[node].new
            is_there = common or not any(states[node].gone for node in knot)
            return bool(is_there) and (self.kind == "point" or heights(knot, 1) is not None)
        if self.is_1989:
            new = 0
            for node in knot:
                new |= states[node].new
            common = [{node for node in knot if states[node].new & at} for at in each(new)]
            common.append({node for node in knot if not states[node].gone})
            for graph in (within(knot, nodes) for nodes in common):
                for circles in knots(graph):
                    if self.kind == "point" or has_cheap(within(graph, circles), circles):
                        return False
            return True
        owned = {node for node in knot if self.is_owned(states[node])}
        if self.status == "alive":
            return not knots(within(knot, owned)) and heights(knot, 1) is not None
        return len(owned) == len(knot) or not has_cheap(knot, set(knot) - owned)


def place(board, seed):
    """Return the component, without living stones, that contains the seed."""
    return board.grid.flood(seed, board.grid.all & ~(board.living[0] | board.living[1]))


def within(graph, nodes):
    """Return the subgraph of some nodes."""
    return {node: [edge for edge in graph[node] if edge[0] in nodes] for node in nodes}


def knots(graph):
    """Return the strongly connected components with a cycle (Tarjan's algorithm)."""
    found, order, lowest, stack = [], {}, {}, []
    for root in graph:
        way = [] if root in order else [(root, iter(graph[root]))]
        while way:
            node, edges = way[-1]
            if node not in order:
                order[node] = lowest[node] = len(order)
                stack.append(node)
            for to, _ in edges:
                if to not in order:
                    way.append((to, iter(graph[to])))
                    break
                # Nodes of a finished component have no entry in `lowest`.
                lowest[node] = min(lowest[node], lowest.get(to, lowest[node]))
            else:
                way.pop()
                low = lowest[node]
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], low)
                if low == order[node]:
                    start = len(stack) - 1
                    while stack[start] != node:
                        start -= 1
                    knot = set(stack[start:])
                    del stack[start:]
                    for done in knot:
                        del lowest[done]
                    if len(knot) > 1 or any(to == node for to, _ in graph[node]):
                        found.append(knot)
    return found


def heights(graph, sign):
    """Return the largest cost, times the sign, of the paths to each node; None if it is unbounded."""
    # The Bellman-Ford algorithm.
    height, before = dict.fromkeys(graph, 0), {}
    risen, rounds = list(graph), 0
    while risen:
        rounds += 1
        # A cycle of predecessors has a positive cost. One appears if a cycle with positive cost exists.
        if not rounds & rounds - 1 and knots({node: before.get(node, []) for node in graph}):
            return None
        rising = {}
        for node in risen:
            for to, cost in graph[node]:
                if height[node] + sign * cost > height[to]:
                    height[to] = height[node] + sign * cost
                    before[to] = [(node, 0)]
                    rising[to] = True
        risen = list(rising)
    return height


def has_cheap(graph, nodes):
    """Return true if a cycle has a negative cost, or one through these nodes has cost 0."""
    height = heights(graph, -1)
    if height is None:
        return True
    level = {
        node: [(to, cost) for to, cost in edges if height[to] == height[node] - cost]
        for node, edges in graph.items()
    }
    return any(not nodes.isdisjoint(knot) for knot in knots(level))


class Reader:
    """Iterates over the lines of a text, without blank lines and comments, as (number, words)."""

    def __init__(self, text):
        # No other characters are spaces.
        lines = [(number, re.findall(r"[^ \t\r\f]+", line)) for number, line in enumerate(text.split("\n"), 1)]
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
        raise Refused(line, f"expected a point, not {word[:9]!r}")
    if row.startswith("0") or len(row) > 2 or int(row) > 25:
        raise Refused(line, f"expected a point, not {word[:9]!r}")
    return COLUMNS.index(column), int(row) - 1


def number(word):
    """Return the number of a word; 0 if it is not a number or too large."""
    return number_of(word) if word.isascii() and word.isdigit() else 0


def number_of(digits):
    """Return the number of some digits; 0 if it is too large."""
    digits = digits.lstrip("0")
    return int(digits) if 0 < len(digits) < 10 else 0


class Certificate:
    """A certificate, checked while it is read."""

    def __init__(self, text):
        reader = Reader(text)
        line, words = reader.next()
        if words != ["wakari-certificate", "4"]:
            raise Refused(line, "is no certificate of version 4")
        line, words = reader.next("rules")
        if len(words) != 2:
            raise Refused(line, "expected the name of the rules")
        self.suicide = reader.choice("suicide", ["allowed", "forbidden"])
        self.superko = reader.choice("superko", ["yes", "no"])
        line, words = reader.next("procedure")
        if len(words) != 2 or words[1] not in PROCEDURES:
            raise Refused(line, "expected a procedure that is known")
        self.procedure = words[1]
        self.board = self.read_board(reader)
        self.grid = Grid(*self.sides)
        self.bits = tuple(self.grid.bits(self.board.stones[color]) for color in COLORS)
        self.answers = []
        self.shown = {(ground, color): set() for ground in COVERED for color in self.board.stones}
        self.situations = self.states = made = 0
        claims = {"benson": self.benson, "safety": self.safety, "strategy": self.strategy}
        regions, verdicts = [], []
        while True:
            line, words = reader.next()
            if words == ["end"]:
                break
            made += words[0] != "verdict"
            if made > MOST_CLAIMS:
                raise Refused(line, "there are too many claims")
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

    def read_board(self, reader):
        head, words = reader.next("board")
        sides = [number(word) for word in words[1:]]
        if len(sides) != 2 or not all(2 <= side <= 25 for side in sides):
            raise Refused(head, "expected a width and a height")
        self.sides = width, height = sides
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
        """Return the chains at the named stones of a color, without duplicates."""
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
        """Return the points that a line lists, without duplicates."""
        points = [point(word, line) for word in words[1:]]
        if len(set(points)) < len(points) or not self.board.points.issuperset(points):
            raise Refused(line, "a point is off the board or named twice")
        return points

    def count(self, words, line):
        self.situations += words
        if self.situations > MOST_SITUATIONS:
            raise Refused(line, "there are too many situations and moves")

    def zone(self, head, reader, owner, chains, solid):
        line, words = head
        points = self.points(line, words)
        if not 1 <= len(points) <= 64:
            raise Refused(line, "a zone has from 1 to 64 points")
        found = reader.next_if("takes")
        taken = set(self.points(*found)) if found else set()
        promises = []
        while found := reader.next_if("promise"):
            if len(promises) == MOST_PROMISES:
                raise Refused(found[0], "a zone has at most 64 promises")
            promises.append(self.promise(*found, chains))
        parts = 0
        if found := reader.next_if("parts"):
            parts = number(found[1][1]) if len(found[1]) == 2 else 0
            if not parts:
                raise Refused(found[0], "expected a number of parts")
        book = []
        while found := reader.next_if("book"):
            book += found[1][1:]
        self.count(len(book) * max(len(promises), 1), line)
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
            raise Refused(line, f"{word[:9]!r} is of no protected chain")

        if words[1:2] == ["liberties"] and len(words) == 4 and words[2] in ("1", "2"):
            return "liberties", chain(words[3]), int(words[2])
        if words[1:2] == ["tied"] and len(words) > 2:
            return "tied", chain(words[2]), [chain(word) for word in words[3:]]
        raise Refused(line, "expected a promise that is known")

    def strategy(self, line, words, reader):
        owner = COLORS.index(self.color(words[1], line))
        status, kind = (words + ["", ""])[2:4]
        if status not in ("alive", "dead") or kind not in ("chain", "area", "point"):
            raise Refused(line, "expected a claim and a question that are known")
        if self.suicide or self.procedure == "none":
            raise Refused(line, "a strategy is for a procedure without suicide")
        chain = 0
        if kind == "chain":
            chain = self.chains(words[1], words[4:5], line)
            chain = self.grid.bits(chain[0]) if chain else 0
        points = self.points(line, words[4:] if chain else words[3:])
        if not chain and not points or kind == "point" and len(points) != 1:
            raise Refused(line, "a question is about a chain, a point or more")
        if self.procedure != "japanese-1989" and (not chain or points):
            raise Refused(line, "this procedure knows questions about chains only")
        moves = []
        while found := reader.next_if("play"):
            moves += found[1][1:]
        self.count(len(moves), line)
        read = {move: self.move(move, line) for move in set(moves)}
        answer = Answer(owner, status, kind, chain, self.grid.bits(points))
        self.grid.boards.clear()
        game = Game(self.grid, self.procedure, self.grid.board(self.bits), answer, line)
        self.states += game.check([read[move] for move in moves])
        if self.states > MOST_STATES_TOGETHER:
            raise Refused(line, "there are too many states")
        self.answers.append(answer)

    def move(self, word, line):
        """Return a move of a strategy, and the number that the winner remembers."""
        found = MOVE.fullmatch(word)
        remembered = number_of(found[2]) if found and found[2] else 0
        if not found or found[2] and not 0 < remembered <= 65535:
            raise Refused(line, f"expected a move, not {word}")
        if found[1] in ("pass", "kopass"):
            return PASS if found[1] == "pass" else KOPASS, remembered
        at = point(found[1], line)
        if at not in self.board.points:
            raise Refused(line, f"{word} is off the board")
        return self.grid.bits([at]), remembered

    def is_claimed(self, color, status, chain, area):
        """Return true if a strategy proves that a chain is alive or dead, with an area."""

        def shows(answer):
            if (answer.owner, answer.status) != (color, status):
                return False
            if answer.kind == "area":
                return status == "dead" and not (chain | area) & ~answer.area
            missing = answer.area & ~area if status == "alive" else area & ~answer.area
            return answer.kind == "chain" and answer.chain == chain and not missing

        return any(map(shows, self.answers))

    def follows(self, color, chain, status):
        """Return true if the status of a chain follows from the strategies."""
        status = "alive" if status == "seki" else status
        if status not in ("alive", "dead"):
            return False
        room = self.room(color, chain, status) if self.procedure == "japanese-1989" else 0
        return self.is_claimed(color, status, chain, room)

    def room(self, color, chain, status):
        """Return the points where new stones count, for the claim that a chain is alive or dead."""
        grid, board = self.grid, self.grid.board(self.bits)
        whole = place(board, chain)
        staying = [0, 0]
        for side in (0, 1):
            for part in grid.parts(board.stones[side] & whole & ~chain):
                area = part if side == color else 0
                shown = "dead" if status == "alive" else "alive"
                if self.is_claimed(side, shown, part, area) == (status == "dead"):
                    staying[side] |= part
        far = grid.flood(chain, whole & ~staying[color])
        near = grid.flood(chain, far & ~staying[1 - color])
        for part in grid.parts(board.empty):
            around = grid.near(part)
            if around & board.stones[1 - color] and around & (board.living[color] | staying[color]):
                near &= ~part
        return near | sum(at for at in each(far & ~near) if self.is_gained(color, at, status))

    def is_gained(self, color, at, status):
        def is_answered(answer):
            return any(
                (found.owner, found.status, found.kind, found.area) == (color, answer, "point", at)
                for found in self.answers
            )

        if status == "alive":
            return is_answered("dead")
        board = self.grid.board(self.bits)
        play = at & board.empty and board.play(color, at)
        return not is_answered("alive") and not (play and at & play[0].living[color])

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
            elif ground == "strategy":
                holds = self.follows(COLORS.index(color), self.grid.bits(chain), status)
                if status != "dead":
                    self.shown[ground, color] |= chain
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
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(errors="backslashreplace")
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
