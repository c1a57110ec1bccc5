#!/usr/bin/env python3
"""Trains small networks in KataGo's format on the evaluations of a larger one.

    distill.py --teacher TEACHER.bin.gz --minutes 60 --network small.bin.gz:8x64:9=3,13=2 nine.rows thirteen.rows

The rows are written by `examples/teach.rs`, one board size per file; with --most the files may still grow. Rows without
targets are evaluated by the teacher, a KataGo network with ordinary and pooling blocks. A student is given as the file to
write, its blocks and channels or the file of a network to continue from, and the share of each board size. Several students
can learn from the rows at once. Needs PyTorch and NumPy, and preferably a GPU.

The students are residual networks with global pooling (He et al. 2016, Wu 2019). They have no batch normalization, which
mixed board sizes would disturb; their initialization is Fixup (Zhang, Dauphin and Ma 2019). Every fiftieth row is held out.
The losses printed last are on these rows: cross-entropies of moves, winner and owners, errors of score, deviation and lead,
the share of equal best moves, and the mean error of the lead in points.
"""

import argparse
import copy
import gzip
import itertools
import math
import re
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

PLANES, GLOBALS, NUMBERS = 22, 19, 6
HELD_OUT = 50
BLOCKS = ("ordinary_block", "gpool_block")
SIMPLE_KO = 6  # The global input that is 0 if only simple ko is forbidden.
PARTS = ("moves", "winner", "owners", "score", "deviation", "lead", "same", "off")
WEIGHTS = (1.0, 1.0, 1.0, 0.05, 0.02, 0.1, 0.0, 0.0)


class Rows:
    """The rows of a file on the training device, with packed planes."""

    def __init__(self, path, most, device):
        self.path, self.device, self.taken = path, device, 0
        self.file = open(path, "rb")
        head = b""
        while not head:
            head = self.file.read(1)
            time.sleep(0 if head else 0.1)
        self.side = side = head[0]
        self.area = area = side * side
        self.plane = -(-area // 8)
        self.cuts = np.cumsum([1, PLANES * self.plane, 4 * GLOBALS, 4 * NUMBERS, 2 * (area + 1), area])
        self.length = int(self.cuts[-1])
        self.file.seek(0, 2)
        self.most = most or self.file.tell() // self.length
        self.file.seek(0)

        def room(width, kind):
            return torch.empty(self.most, width, dtype=kind, device=device)

        self.planes = room(PLANES * self.plane, torch.uint8)
        self.globals = room(GLOBALS, torch.float32)
        self.numbers = room(NUMBERS, torch.float32)
        self.policy = room(area + 1, torch.float16)
        self.owners = room(area, torch.int8)

    def take(self, count, teacher):
        """Load up to this many rows from the file; return the number loaded."""
        count = min(count, self.most - self.taken)
        data = self.file.read(count * self.length)
        rest = len(data) % self.length
        self.file.seek(-rest, 1)
        count = len(data) // self.length
        if count == 0:
            return 0
        rows = np.frombuffer(data, np.uint8)[: count * self.length].reshape(count, self.length)
        if (rows[:, 0] != self.side).any():
            raise SystemExit(f"{self.path}: boards of several sizes")

        def part(number, kind):
            begin, end = self.cuts[number], self.cuts[number + 1]
            part = np.ascontiguousarray(rows[:, begin:end]).view(kind)
            return torch.from_numpy(part).to(self.device)

        planes, numbers = part(0, np.uint8), part(1, "<f4")
        taught = part(2, "<f4")
        policy = part(3, "<i2").to(torch.int32).bitwise_and(0xFFFF).float()
        owners = part(4, "i1")
        if rows[0, -1] == 128:
            if teacher is None:
                raise SystemExit(f"{self.path}: nobody teaches these rows; give a --teacher")
            legal = policy > 0
            policy, taught, owners = ask(teacher, self.unpack(planes), numbers, legal)
        at = slice(self.taken, self.taken + count)
        self.planes[at], self.globals[at], self.numbers[at] = planes, numbers, taught
        self.policy[at] = policy / policy.sum(1, keepdim=True)
        self.owners[at] = owners
        self.taken += count
        return count

    def unpack(self, planes):
        bits = torch.arange(8, dtype=torch.uint8, device=self.device)
        planes = planes.view(-1, PLANES, self.plane, 1).bitwise_right_shift(bits).bitwise_and(1)
        planes = planes.view(-1, PLANES, 8 * self.plane)[:, :, : self.area]
        return planes.reshape(-1, PLANES, self.side, self.side)

    def draw(self, count):
        """Return the indices of training rows."""
        known = self.taken - -(-self.taken // HELD_OUT)
        which = torch.randint(known, (count,), device=self.device)
        return which + which // (HELD_OUT - 1) + 1

    def batch(self, which, symmetry):
        """Return some rows in one of the eight symmetries: planes, globals, numbers, policy, owners."""
        side, area = self.side, self.area
        policy = self.policy[which]

        def seen(maps):
            if symmetry & 1:
                maps = maps.flip(2)
            if symmetry & 2:
                maps = maps.flip(3)
            return maps.transpose(2, 3) if symmetry & 4 else maps

        planes = seen(self.unpack(self.planes[which]))
        moves = seen(policy[:, :area].view(-1, 1, side, side)).flatten(1)
        return [
            planes.to(torch.float32, memory_format=torch.channels_last),
            self.globals[which],
            self.numbers[which],
            torch.cat([moves, policy[:, area:]], 1).float(),
            seen(self.owners[which].view(-1, 1, side, side)).flatten(1).float(),
        ]


def conv(inputs, outputs, side=3):
    return nn.Conv2d(inputs, outputs, side, padding=side // 2, bias=False)


class Norm(nn.Module):
    """A scale and a bias for each channel, then ReLU."""

    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, maps):
        scale, bias = (each.to(maps.dtype).view(1, -1, 1, 1) for each in (self.scale, self.bias))
        return F.relu(torch.addcmul(bias, maps, scale))


def pool(maps, third):
    beyond = math.sqrt(maps.shape[2] * maps.shape[3]) - 14
    mean = maps.mean((2, 3))
    last = maps.amax((2, 3)) if third == "maximum" else mean * (0.01 * beyond**2 - 0.1)
    return torch.cat([mean, mean * (0.1 * beyond), last], 1)


class Block(nn.Module):
    def __init__(self, width, pooled):
        super().__init__()
        self.pooled = pooled
        self.before, self.between = Norm(width), Norm(width - pooled)
        self.first = conv(width, width - pooled)
        self.second = conv(width - pooled, width)
        if pooled:
            self.pool = conv(width, pooled)
            self.pool_norm = Norm(pooled)
            self.to_bias = nn.Linear(3 * pooled, width - pooled, bias=False)

    def forward(self, trunk):
        seen = self.before(trunk)
        maps = self.first(seen)
        if self.pooled:
            whole = pool(self.pool_norm(self.pool(seen)), "maximum")
            maps = maps + self.to_bias(whole)[:, :, None, None]
        return trunk + self.second(self.between(maps))


class Network(nn.Module):
    """A residual network. Each block is given by its number of pooled channels."""

    def __init__(self, blocks, width, head):
        super().__init__()
        self.width = width
        self.planes = conv(PLANES, width)
        self.globals = nn.Linear(GLOBALS, width, bias=False)
        self.blocks = nn.ModuleList(Block(width, pooled) for pooled in blocks)
        self.tip = Norm(width)
        self.policy_first, self.policy_pool = conv(width, head, 1), conv(width, head, 1)
        self.policy_pool_norm, self.policy_norm = Norm(head), Norm(head)
        self.policy_bias = nn.Linear(3 * head, head, bias=False)
        self.policy_last = conv(head, 1, 1)
        self.policy_pass = nn.Linear(3 * head, 1, bias=False)
        self.value_first, self.value_norm = conv(width, head, 1), Norm(head)
        self.value_inner = nn.Linear(3 * head, 2 * head)
        self.outcome = nn.Linear(2 * head, 3)
        self.score = nn.Linear(2 * head, 6)
        self.ownership = conv(head, 1, 1)
        with torch.no_grad():
            for block in self.blocks:
                block.second.weight *= 0.5 / math.sqrt(len(blocks))
            for last in (self.policy_last, self.policy_pass, self.ownership):
                last.weight *= 0.3

    def forward(self, planes, numbers):
        """Return the logits of moves and of the outcome, the score, and the ownership before tanh."""
        trunk = self.planes(planes) + self.globals(numbers)[:, :, None, None]
        for block in self.blocks:
            trunk = block(trunk)
        trunk = self.tip(trunk)
        whole = pool(self.policy_pool_norm(self.policy_pool(trunk)), "maximum")
        points = self.policy_first(trunk) + self.policy_bias(whole)[:, :, None, None]
        points = self.policy_last(self.policy_norm(points)).flatten(1)
        policy = torch.cat([points, self.policy_pass(whole)], 1)
        value = self.value_norm(self.value_first(trunk))
        inner = F.relu(self.value_inner(pool(value, "square")))
        owners = self.ownership(value).flatten(1)
        return policy.float(), self.outcome(inner).float(), self.score(inner).float(), owners.float()


def points_of(score):
    """Return the score, its deviation and the lead in points."""
    return torch.stack([20 * score[:, 0], 20 * F.softplus(score[:, 1]), 20 * score[:, 2]], 1)


@torch.no_grad()
def ask(teacher, planes, numbers, legal):
    """Return a teacher's evaluations in the format of the rows."""
    kind = next(teacher.parameters()).dtype
    planes = planes.to(kind, memory_format=torch.channels_last)
    policy, outcome, score, owners = teacher(planes, numbers.to(kind))
    policy = policy.masked_fill(~legal, -math.inf).softmax(1)
    ko = torch.zeros_like(outcome)
    ko[:, 2] = torch.where(numbers[:, SIMPLE_KO] == 0, 0.0, -math.inf)
    outcome = (outcome + ko).softmax(1)
    points = points_of(score) * (1 - outcome[:, 2:])
    return policy, torch.cat([outcome, points], 1), (127 * owners.tanh()).round().to(torch.int8)


def losses(network, planes, numbers, taught, policy, owners):
    """Return the losses of a network, one for each of PARTS."""
    said, outcome, score, owned = network(planes, numbers)
    moves = -(policy * F.log_softmax(said, 1)).sum(1).mean()
    winner = -(taught[:, :3] * F.log_softmax(outcome, 1)).sum(1).mean()
    target = (0.5 + owners / 254).clamp(0, 1)
    owners = F.binary_cross_entropy_with_logits(2 * owned, target)
    points = points_of(score)
    off = F.huber_loss(points, taught[:, 3:], reduction="none", delta=10.0).mean(0) / 10
    same = (said.argmax(1) == policy.argmax(1)).float().mean()
    lead = (points[:, 2] - taught[:, 5]).abs().mean()
    return torch.stack([moves, winner, owners, off[0], off[1], off[2], same, lead])


class Reader:
    """Reads the layers of a model file of version 8 to 10 with ordinary and pooling blocks."""

    def __init__(self, path):
        self.path, self.data, self.at = path, gzip.open(path).read(), 0

    def word(self):
        begin = self.at
        while self.data[begin : begin + 1].isspace():
            begin += 1
        self.at = begin
        while not self.data[self.at : self.at + 1].isspace():
            self.at += 1
        return self.data[begin : self.at].decode()

    def words(self, *each):
        for _ in each:
            self.word()

    def numbers(self, count):
        return [int(self.word()) for _ in range(count)]

    def weights(self, *shape):
        at = self.data.index(b"@BIN@", self.at) + 5
        self.at = at + 4 * math.prod(shape)
        return torch.from_numpy(np.frombuffer(self.data[at : self.at], "<f4").copy()).view(shape)

    def network(self):
        """Read a network with these blocks; its layers get the shapes in the file."""
        _, version, *_ = self.word(), *self.numbers(3)
        if version not in (8, 9, 10):
            raise SystemExit(f"{self.path}: version {version}; only 8 to 10 are read")
        self.word()
        count, width, *_ = self.numbers(6)
        return Network([1] * count, width, 1)

    def block(self, name, block):
        kind, _ = self.word(), self.word()
        if kind not in BLOCKS:
            raise SystemExit(f"{self.path}: a {kind}; only ordinary and pooling blocks are read")
        block.pooled = BLOCKS.index(kind)
        if not block.pooled:
            del block.pool, block.pool_norm, block.to_bias

    def conv(self, name, layer):
        self.word()
        height, width, inputs, outputs, *_ = self.numbers(6)
        weights = self.weights(height, width, inputs, outputs)
        layer.weight = nn.Parameter(weights.permute(3, 2, 0, 1).contiguous())
        layer.padding = (height // 2, width // 2)

    def linear(self, name, layer):
        self.word()
        inputs, outputs = self.numbers(2)
        layer.weight = nn.Parameter(self.weights(inputs, outputs).t().contiguous())
        if layer.bias is not None:
            self.word()
            layer.bias = nn.Parameter(self.weights(*self.numbers(1)))

    def norm(self, name, norm):
        self.word()
        (width,) = self.numbers(1)
        epsilon, has_scale, has_bias = float(self.word()), *self.numbers(2)
        mean, variance = self.weights(width), self.weights(width)
        scale = self.weights(width) if has_scale else torch.ones(width)
        bias = self.weights(width) if has_bias else torch.zeros(width)
        scale = scale / (variance + epsilon).sqrt()
        norm.scale, norm.bias = nn.Parameter(scale), nn.Parameter(bias - mean * scale)
        self.word()  # ReLU, as in all of these networks


class Writer:
    """Writes layers to a model file of version 10."""

    def __init__(self):
        self.data = bytearray()

    def words(self, *each):
        self.data.extend("".join(f"{word}\n" for word in each).encode())

    def weights(self, tensor):
        # bfloat16 precision halves the size of the compressed file.
        numbers = tensor.detach().cpu().to(torch.bfloat16).float().contiguous().numpy()
        self.data.extend(b"@BIN@" + numbers.astype("<f4").tobytes() + b"\n")

    def network(self, name, network):
        width, blocks = network.width, network.blocks
        pooled = max(len(block.pool.weight) for block in blocks if block.pooled)
        self.words(name, 10, PLANES, GLOBALS)
        self.words("trunk", len(blocks), width, width, width - pooled, width, pooled)

    def block(self, name, block):
        self.words(BLOCKS[block.pooled > 0], name)

    def conv(self, name, layer):
        outputs, inputs, height, width = layer.weight.shape
        self.words(name, height, width, inputs, outputs, 1, 1)
        self.weights(layer.weight.permute(2, 3, 1, 0))

    def linear(self, name, layer):
        outputs, inputs = layer.weight.shape
        self.words(name, inputs, outputs)
        self.weights(layer.weight.t())
        if layer.bias is not None:
            self.words(f"{name}_bias", outputs)
            self.weights(layer.bias)

    def norm(self, name, norm):
        width = len(norm.scale)
        self.words(name, width, 1e-5, 1, 1)
        self.weights(torch.zeros(width))
        self.weights(torch.full((width,), 1 - 1e-5))
        self.weights(norm.scale)
        self.weights(norm.bias)
        self.words(f"{name}/relu")


def go_through(network, file):
    """Read or write each layer in the order of the format."""
    file.conv("planes", network.planes)
    file.linear("globals", network.globals)
    for number, block in enumerate(network.blocks, 1):
        at = f"block{number}"
        file.block(at, block)
        file.norm(f"{at}/before", block.before)
        file.conv(f"{at}/first", block.first)
        if block.pooled:
            file.conv(f"{at}/pool", block.pool)
            file.norm(f"{at}/pool_norm", block.pool_norm)
            file.linear(f"{at}/to_bias", block.to_bias)
        file.norm(f"{at}/between", block.between)
        file.conv(f"{at}/second", block.second)
    file.norm("tip", network.tip)
    file.words("policy")
    file.conv("policy/first", network.policy_first)
    file.conv("policy/pool", network.policy_pool)
    file.norm("policy/pool_norm", network.policy_pool_norm)
    file.linear("policy/to_bias", network.policy_bias)
    file.norm("policy/norm", network.policy_norm)
    file.conv("policy/last", network.policy_last)
    file.linear("policy/pass", network.policy_pass)
    file.words("value")
    file.conv("value/first", network.value_first)
    file.norm("value/norm", network.value_norm)
    file.linear("value/inner", network.value_inner)
    file.words("value/relu")
    file.linear("value/outcome", network.outcome)
    file.linear("value/score", network.score)
    file.conv("value/ownership", network.ownership)


def read(path):
    """Read the network of a model file."""
    file = Reader(path)
    network = file.network()
    go_through(network, file)
    return network


def write(network, path, name):
    """Write a network as a model file."""
    file = Writer()
    file.network(name, network)
    go_through(network, file)
    with open(path, "wb") as out:
        out.write(gzip.compress(bytes(file.data), 9, mtime=0))


class Student:
    """A network in training, with a running average of its weights, which is saved."""

    def __init__(self, what, files, options, device):
        self.out, begin, sides = what.split(":")
        if shape := re.fullmatch(r"(\d+)x(\d+)", begin):
            blocks, width = map(int, shape.groups())
            pooled = [width // 4 if number % 2 else 0 for number in range(blocks)]
            network = Network(pooled, width, options.head)
        else:
            network = read(begin)
        self.network = network.to(device, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.network)
        self.weights = list(self.network.parameters())
        self.means = list(self.mean.parameters())
        for weight in self.weights:
            weight.grad = torch.zeros_like(weight)
        on_gpu = device.type == "cuda"
        self.optimizer = torch.optim.AdamW(self.weights, lr=options.rate, weight_decay=0.02, fused=on_gpu)
        share = dict(pair.split("=") for pair in sides.split(","))
        self.files = [rows for rows in files if str(rows.side) in share]
        alike = {side: sum(rows.side == side for rows in files) for side in range(2, 26)}
        share = np.array([float(share[str(rows.side)]) / alike[rows.side] for rows in self.files])
        self.share = share / share.sum()
        self.steps, self.graphs, self.device = 0, {}, device
        self.lately = {rows.side: None for rows in self.files}
        self.factors = torch.tensor(WEIGHTS, device=device)
        self.pool = None

    def gradients(self, batch):
        """Compute the gradients of a batch; return the losses."""
        with torch.autocast(self.device.type, dtype=torch.bfloat16, cache_enabled=False):
            loss = losses(self.network, *batch)
        found = torch.autograd.grad((loss * self.factors).sum(), self.weights)
        torch._foreach_copy_([weight.grad for weight in self.weights], list(found))
        return loss.detach()

    def gradients_by_graph(self, side, batch):
        """Compute the gradients by a recorded CUDA graph, which saves CPU time."""
        if side not in self.graphs:
            kept = [torch.empty_like(part).copy_(part) for part in batch]
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self.gradients(kept)
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self.pool):
                loss = self.gradients(kept)
            self.pool = self.pool or graph.pool()
            self.graphs[side] = graph, kept, loss
        graph, kept, loss = self.graphs[side]
        for into, part in zip(kept, batch):
            into.copy_(part)
        graph.replay()
        return loss

    def step(self, rate, points, dice):
        rows = self.files[dice.choice(len(self.files), p=self.share)]
        count = max(8, points // rows.area // 8 * 8)
        if rows.taken < 2 * HELD_OUT:
            return
        batch = rows.batch(rows.draw(count), int(dice.integers(8)))
        if self.device.type == "cuda":
            loss = self.gradients_by_graph(rows.side, batch)
        else:
            loss = self.gradients(batch)
        nn.utils.clip_grad_norm_(self.weights, 2.0)
        warm = min(1.0, self.steps / 500)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * warm
        self.optimizer.step()
        self.steps += 1
        keep = min(0.9995, self.steps / (self.steps + 20))
        with torch.no_grad():
            torch._foreach_lerp_(self.means, self.weights, 1 - keep)
            if self.lately[rows.side] is None:
                self.lately[rows.side] = loss.clone()
            self.lately[rows.side].lerp_(loss, 0.02)

    def report(self):
        print(f"  {self.out}: {self.steps} batches")
        for side, loss in self.lately.items():
            if loss is not None:
                print(f"    {side}:", *(f"{k} {v:.4f}" for k, v in zip(PARTS, loss.tolist())))

    @torch.no_grad()
    def finish(self):
        """Write the model file, and print the losses on the held-out rows."""
        print(f"{self.out} on rows held out:")
        for rows in self.files:
            which = torch.arange(0, rows.taken, HELD_OUT, device=self.device)[:2048]
            if len(which) == 0:
                continue
            loss = [losses(self.mean, *rows.batch(some, 0)) for some in which.split(256)]
            loss = torch.stack(loss).mean(0)
            print(f"    {rows.path}:", *(f"{k} {v:.4f}" for k, v in zip(PARTS, loss.tolist())), flush=True)
        self.save()

    def save(self):
        write(self.mean, self.out, self.out.split("/")[-1].split(".")[0])


def main():
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("rows", nargs="+")
    parse.add_argument("--network", action="append", required=True, help="OUT.bin.gz:8x64:9=3,13=2 or OUT.bin.gz:FROM.bin.gz:9=3,13=2")
    parse.add_argument("--teacher", help="a model file")
    parse.add_argument("--most", type=int, help="the most rows of each file, where files still grow")
    parse.add_argument("--asked", type=int, default=3, help="batches learned for each that the teacher is asked about")
    parse.add_argument("--head", type=int, default=32)
    parse.add_argument("--points", type=int, default=20000, help="points of a batch")
    parse.add_argument("--minutes", type=float, default=60)
    parse.add_argument("--rate", type=float, default=2e-3)
    parse.add_argument("--seed", type=int, default=1)
    options = parse.parse_args()
    begin = time.time()
    torch.manual_seed(options.seed)
    dice = np.random.default_rng(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device.type == "cuda":
        torch.set_num_threads(1)
    teacher = None
    if options.teacher:
        teacher = read(options.teacher).to(device, memory_format=torch.channels_last)
        teacher = teacher.half() if device.type == "cuda" else teacher
    files = [Rows(path, options.most, device) for path in options.rows]
    print(f"{time.time() - begin:.1f} s: began", flush=True)
    students = [Student(what, files, options, device) for what in options.network]
    turns = itertools.cycle(files)

    def take():
        """Load some rows of the next file that has new ones."""
        for rows in itertools.islice(turns, len(files)):
            if rows.take(options.points // rows.area // 8 * 8, teacher):
                return True
        return False

    if not options.most:
        while take():
            pass
    said = time.time()
    for step in itertools.count():
        done = (time.time() - begin) / (60 * options.minutes)
        if done >= 1:
            break
        if step % options.asked == 0:
            take()
        if all(rows.taken < 2 * HELD_OUT for rows in files):
            continue
        rate = options.rate * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * done)))
        for student in students:
            student.step(rate, options.points, dice)
        if time.time() - said > 60:
            said = time.time()
            rows = " ".join(f"{rows.side}:{rows.taken}" for rows in files)
            print(f"{said - begin:.0f} s, rate {rate:.2g}, rows {rows}")
            for student in students:
                student.report()
                student.save()
    if device.type == "cuda":
        torch.cuda.synchronize()
    for student in students:
        student.finish()
    print(f"{time.time() - begin:.0f} s, rows", *(f"{rows.path} {rows.taken}" for rows in files))


if __name__ == "__main__":
    main()
