#!/usr/bin/env python3
"""Teaches a small network in KataGo's format from rows that `examples/teach.rs` writes.

    distill.py OUT.bin.gz --minutes 60 --batches 40000 nine.rows thirteen.rows nineteen.rows

Needs PyTorch and NumPy. Each file is of one size of board; batches come from the files in turn, as often as --share says. The
network is a residual one with global pooling (He and others 2016, Wu 2019), without batch normalization, which boards of several sizes would
disturb (Zhang, Dauphin and Ma 2019, Fixup initialization). Every fiftieth row is held out; what is printed are losses on these.
"""

import argparse
import gzip
import math
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

PLANES, GLOBALS, NUMBERS = 22, 19, 6
HELD_OUT = 50


class Rows:
    """The rows of a file, planes still as bits."""

    def __init__(self, path):
        data = np.memmap(path, dtype=np.uint8, mode="r")
        self.side = side = int(data[0])
        self.area = area = side * side
        plane = -(-area // 8)
        parts = [1, PLANES * plane, 4 * GLOBALS, 4 * NUMBERS, 2 * (area + 1), area]
        length = sum(parts)
        if len(data) % length:
            raise SystemExit(f"{path}: {len(data)} bytes are no rows of {length}")
        rows = np.array(data).reshape(-1, length)
        cuts = np.cumsum(parts)
        part = [rows[:, a:b] for a, b in zip([0, *cuts], cuts)]
        if (part[0] != side).any():
            raise SystemExit(f"{path}: boards of several sizes")

        def of(part, kind):
            return np.ascontiguousarray(part).view(kind)

        self.path, self.count = path, len(rows)
        self.planes = part[1].reshape(-1, PLANES, plane)
        self.globals = of(part[2], "<f4")
        self.numbers = of(part[3], "<f4")
        self.policy = of(part[4], "<u2")
        self.owners = of(part[5], "i1")
        numbers = np.arange(self.count)
        self.learned = numbers[numbers % HELD_OUT != 0]
        self.held_out = numbers[numbers % HELD_OUT == 0]

    def batch(self, which, symmetry):
        """Some rows, seen by one of the eight symmetries."""
        side, area, count = self.side, self.area, len(which)
        planes = np.unpackbits(self.planes[which], axis=2, bitorder="little", count=area)
        planes = torch.from_numpy(planes).view(count, PLANES, side, side)
        policy = torch.from_numpy(self.policy[which].astype(np.float32))
        policy = policy / policy.sum(1, keepdim=True)
        moves = policy[:, :area].view(count, 1, side, side)
        owners = torch.from_numpy(self.owners[which].astype(np.float32))
        owners = owners.view(count, 1, side, side)

        def seen(maps):
            if symmetry & 1:
                maps = maps.flip(2)
            if symmetry & 2:
                maps = maps.flip(3)
            return maps.transpose(2, 3) if symmetry & 4 else maps

        planes = seen(planes).to(torch.float32, memory_format=torch.channels_last)
        moves = seen(moves).reshape(count, area)
        return {
            "planes": planes,
            "globals": torch.from_numpy(self.globals[which]),
            "numbers": torch.from_numpy(self.numbers[which]),
            "policy": torch.cat([moves, policy[:, area:]], 1),
            "owners": seen(owners).reshape(count, area),
        }


def conv(inputs, outputs, side=3):
    return nn.Conv2d(inputs, outputs, side, padding=side // 2, bias=False)


class Norm(nn.Module):
    """A factor and a bias for each channel, then ReLU."""

    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, maps):
        return F.relu(maps * self.scale.view(1, -1, 1, 1) + self.bias.view(1, -1, 1, 1))


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
    def __init__(self, blocks, width, pooled, head):
        super().__init__()
        self.width = width
        self.planes = conv(PLANES, width)
        self.globals = nn.Linear(GLOBALS, width, bias=False)
        self.blocks = nn.ModuleList(
            Block(width, pooled if number % 2 == 1 else 0) for number in range(blocks)
        )
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
                block.second.weight *= 0.5 / math.sqrt(blocks)
            for last in (self.policy_last, self.policy_pass, self.ownership):
                last.weight *= 0.3

    def forward(self, planes, numbers):
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
        return policy, self.outcome(inner), self.score(inner), owners


def losses(network, batch):
    """Cross-entropies of moves, outcome and ownership; errors of score, deviation and lead in points."""
    policy, outcome, score, owners = (
        output.float() for output in network(batch["planes"], batch["globals"])
    )
    numbers = batch["numbers"]
    known = (batch["owners"][:, :1] > -127.5).float()
    share = known.sum().clamp(min=1)

    def of_known(loss):
        return (loss * known).sum() / share

    moves = -(batch["policy"] * F.log_softmax(policy, 1)).sum(1).mean()
    said = F.log_softmax(outcome, 1)
    winner = -(numbers[:, :3] * said).sum(1).mean()
    target = (0.5 + batch["owners"] / 254).clamp(0, 1)
    owned = F.binary_cross_entropy_with_logits(2 * owners, target, reduction="none")
    points = torch.stack([20 * score[:, 0], 20 * F.softplus(score[:, 1]), 20 * score[:, 2]], 1)
    off = F.huber_loss(points, numbers[:, 3:], reduction="none", delta=10.0) / 10
    return {
        "moves": moves,
        "winner": winner,
        "owners": of_known(owned.mean(1, keepdim=True)),
        "score": of_known(off[:, :1]),
        "deviation": of_known(off[:, 1:2]),
        "lead": of_known(off[:, 2:3]),
        "same": (policy.argmax(1) == batch["policy"].argmax(1)).float().mean(),
        "off": of_known((points[:, 2:3] - numbers[:, 5:6]).abs()),
    }


WEIGHTS = {"moves": 1.0, "winner": 1.0, "owners": 1.0, "score": 0.05, "deviation": 0.02, "lead": 0.1}


def write(network, path, name):
    """Writes a model file of version 10."""
    out = bytearray()

    def words(*each):
        out.extend("".join(f"{word}\n" for word in each).encode())

    def weights(tensor):
        # Sixteen bits of each weight: half as long when packed.
        numbers = tensor.detach().to(torch.bfloat16).float().contiguous().numpy()
        out.extend(b"@BIN@" + numbers.astype("<f4").tobytes() + b"\n")

    def put_conv(name, layer):
        outputs, inputs, height, width = layer.weight.shape
        words(name, height, width, inputs, outputs, 1, 1)
        weights(layer.weight.permute(2, 3, 1, 0))

    def put_linear(name, layer, bias=None):
        outputs, inputs = layer.weight.shape
        words(name, inputs, outputs)
        weights(layer.weight.t())
        if bias:
            words(bias, outputs)
            weights(layer.bias)

    def put_norm(name, norm):
        width = len(norm.scale)
        words(name, width, 1e-5, 1, 1)
        weights(torch.zeros(width))
        weights(torch.full((width,), 1 - 1e-5))
        weights(norm.scale)
        weights(norm.bias)
        words(f"{name}/relu")

    words(name, 10, PLANES, GLOBALS)
    width, blocks = network.width, network.blocks
    pooled = max(block.pooled for block in blocks)
    words("trunk", len(blocks), width, width, width - pooled, width, pooled)
    put_conv("planes", network.planes)
    put_linear("globals", network.globals)
    for number, block in enumerate(blocks, 1):
        at = f"block{number}"
        words("gpool_block" if block.pooled else "ordinary_block", at)
        put_norm(f"{at}/before", block.before)
        put_conv(f"{at}/first", block.first)
        if block.pooled:
            put_conv(f"{at}/pool", block.pool)
            put_norm(f"{at}/pool_norm", block.pool_norm)
            put_linear(f"{at}/to_bias", block.to_bias)
        put_norm(f"{at}/between", block.between)
        put_conv(f"{at}/second", block.second)
    put_norm("tip", network.tip)
    words("policy")
    put_conv("policy/first", network.policy_first)
    put_conv("policy/pool", network.policy_pool)
    put_norm("policy/pool_norm", network.policy_pool_norm)
    put_linear("policy/to_bias", network.policy_bias)
    put_norm("policy/norm", network.policy_norm)
    put_conv("policy/last", network.policy_last)
    put_linear("policy/pass", network.policy_pass)
    words("value")
    put_conv("value/first", network.value_first)
    put_norm("value/norm", network.value_norm)
    put_linear("value/inner", network.value_inner, "value/inner_bias")
    words("value/relu")
    put_linear("value/outcome", network.outcome, "value/outcome_bias")
    put_linear("value/score", network.score, "value/score_bias")
    put_conv("value/ownership", network.ownership)
    with open(path, "wb") as file:
        file.write(gzip.compress(bytes(out), 9, mtime=0))


def main():
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("out")
    parse.add_argument("rows", nargs="+")
    parse.add_argument("--from", dest="begin", help="weights to go on from (OUT.pt of another run)")
    parse.add_argument("--share", nargs="+", type=float, help="how often each file is learned from")
    parse.add_argument("--blocks", type=int, default=6)
    parse.add_argument("--width", type=int, default=64)
    parse.add_argument("--pooled", type=int, default=16)
    parse.add_argument("--head", type=int, default=32)
    parse.add_argument("--points", type=int, default=20000, help="points of a batch")
    parse.add_argument("--batches", type=int, default=20000)
    parse.add_argument("--minutes", type=float, help="end after so many, if that is earlier")
    parse.add_argument("--rate", type=float, default=2e-3)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--threads", type=int, default=2)
    options = parse.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    dice = np.random.default_rng(options.seed)
    files = [Rows(path) for path in options.rows]
    share = np.array(options.share or [1.0] * len(files))
    network = Network(options.blocks, options.width, options.pooled, options.head)
    if options.begin:
        network.load_state_dict(torch.load(options.begin))
    network = network.to(memory_format=torch.channels_last)
    mean = {name: weight.clone() for name, weight in network.state_dict().items()}
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.02)
    begin = time.time()
    seconds = 60 * options.minutes if options.minutes else math.inf
    said = {}

    def end(batch):
        """How far the training has come, 0 to 1."""
        return max(batch / options.batches, (time.time() - begin) / seconds)

    def finish():
        current = {name: weight.clone() for name, weight in network.state_dict().items()}
        network.load_state_dict(mean)
        network.eval()
        with torch.no_grad():
            for rows in files:
                which = rows.held_out[: 1024 if rows.side < 19 else 512]
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    loss = losses(network, rows.batch(which, 0))
                print(f"  {rows.path}", *(f"{k} {v:.4f}" for k, v in loss.items()), flush=True)
        torch.save(network.state_dict(), f"{options.out}.pt")
        write(network, options.out, options.out.split("/")[-1].split(".")[0])
        network.load_state_dict(current)
        network.train()

    batch, done = 0, 0.0
    while done < 1:
        done = min(1.0, end(batch))
        warm = min(1.0, batch / 500)
        rate = options.rate * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        rows = files[dice.choice(len(files), p=share / share.sum())]
        which = np.sort(dice.choice(rows.learned, max(8, options.points // rows.area)))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = losses(network, rows.batch(which, int(dice.integers(8))))
        optimizer.zero_grad(set_to_none=True)
        sum(weight * loss[name] for name, weight in WEIGHTS.items()).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        batch += 1
        keep = min(0.9995, batch / (batch + 20))
        with torch.no_grad():
            for name, weight in network.state_dict().items():
                mean[name].lerp_(weight, 1 - keep)
        kept = said.setdefault(rows.path, {})
        for name, value in loss.items():
            kept[name] = 0.98 * kept.get(name, value.item()) + 0.02 * value.item()
        if batch % 500 == 0:
            minutes = (time.time() - begin) / 60
            print(f"{batch} batches, {minutes:.1f} minutes, rate {rate:.2g}", flush=True)
            for path, kept in said.items():
                print(f"  {path}", *(f"{k} {v:.4f}" for k, v in kept.items()), flush=True)
        if batch % 2500 == 0:
            finish()
    print("held out:")
    finish()


if __name__ == "__main__":
    main()
