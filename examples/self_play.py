"""A small network that learns Półeczka by playing itself, on a CPU in minutes, until it beats *greedy*.

python examples/self_play.py [--minutes 5] [--deals 500]        needs torch

Greedy plays the action after which the game's own outlook is best. We begin with the same outlook (`env.outlooks()`),
look closer at the few actions that are best by it (`env.afterstates()`), and learn what the outlook gets wrong: the
value of a position is the outlook plus what a network adds, taught by TD(lambda) on the final difference in points.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

import kafelki
from kafelki.envs import BatchEnv, encoding_of
from kafelki.games.shelf.tables import FLOOR, KIND_LETTERS, PERSONAL_CARDS

KINDS, ROWS, COLUMNS, CELLS, SIDE = 6, 6, 5, 30, 9
MOST: Final = 6  # tiles of a group: more bring nothing
POINTS: Final = 10.0  # the unit of all values here
LOOKED_AT: Final = 8  # actions of a turn, the best by the outlook
LAMBDA: Final = 0.95
CURIOSITY: Final = 0.05  # how random self-play is
STEPS: Final = 32  # of self-play between lessons: about a match
RATE: Final = 2e-3  # how fast it learns in the beginning
SAMPLE: Final = 256  # positions learnt from at once
DEALT: Final = 7  # the seed of the deals it is measured by; it learns from others

PARTS: Final = encoding_of(kafelki.game("shelf")).parts
ON_FLOOR: Final = np.array([cell != "." for row in FLOOR for cell in row])  # of 9 x 9 cells, those that exist
WANTED: Final = np.array(  # kinds x cells x cards
    [[[wanted == kind for row in card for wanted in row] for card in PERSONAL_CARDS] for kind in KIND_LETTERS], np.int8
).swapaxes(1, 2)

THREADS: Final = 2
POOL: Final = ThreadPoolExecutor(THREADS)

N = TypeVar("N", bound=np.generic)
Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]


# ---- What the network is shown: positions lie along the last axis of all arrays, which makes this fast


class Seen(NamedTuple):
    """Positions: what there is of each kind of tile, of the table as a whole, and the outlook."""

    kinds: Tensor  # numbers x kinds x positions, int8
    table: Tensor  # numbers x positions
    outlook: Tensor

    def at(self, places: Tensor) -> Seen:
        return Seen(*(part[..., places] for part in self))

    def mirrored(self) -> Seen:
        """The same with left and right exchanged on both shelves."""
        kinds, table = torch.arange(len(self.kinds)), torch.arange(len(self.table))
        planes, heights = kinds[: 5 * CELLS].reshape(-1, COLUMNS), table[: 2 * COLUMNS].reshape(-1, COLUMNS)
        planes[:], heights[:] = planes.flip(1), heights.flip(1)
        return Seen(self.kinds[kinds], self.table[table], self.outlook)


def joined(all_seen: Iterable[Seen]) -> Seen:
    return Seen(*(torch.cat(parts, dim=-1) for parts in zip(*all_seen, strict=True)))


# The numbers of a kind: own tiles, their groups, the card, all own tiles, the other's groups; then on the floor, in the
# bag, on both shelves.
SCALE: Final = np.repeat([1, 4, 1, 1, 4, 4, 20, 8], [CELLS, CELLS, CELLS, CELLS, CELLS, 4, 1, 2])

TABLE: Final = 69  # numbers of the table as a whole: heights, goals, groups of each size and the rest of `show`


def group_sizes(shelf: Small) -> Small:
    """For each cell of a shelf (kinds x cells) the size of the group its tile belongs to; 0 where none stands."""
    kind = sum(tiles * np.int8(number) for number, tiles in enumerate(shelf, start=1)).reshape(ROWS, COLUMNS, -1)
    label = np.arange(1, CELLS + 1, dtype=np.int8).reshape(ROWS, COLUMNS, 1) * (kind > 0)
    sides = [(label[1:], label[:-1], (kind[1:] == kind[:-1]).view(np.int8))]
    sides += [(label[:, 1:], label[:, :-1], (kind[:, 1:] == kind[:, :-1]).view(np.int8))]
    for _ in range(MOST):  # the highest label of a group goes through all of it
        for one, other, alike in sides:
            np.maximum(one, other * alike, out=one)
            np.maximum(other, one * alike, out=other)
    label = label.reshape(CELLS, -1)
    size = (label[:, None] == label[None]).view(np.int8).sum(axis=1, dtype=np.int8)
    found: Small = np.minimum(size, MOST) * (label > 0)
    return found


def can_grow(tiles: Small) -> Bools:
    """The cells of a shelf with a free one above or beside."""
    free = np.pad(tiles.reshape(ROWS, COLUMNS, -1) == 0, ((1, 0), (1, 1), (0, 0)))
    found: Bools = free[1:, :-2] | free[1:, 2:] | free[:-1, 1:-1]
    return found.reshape(CELLS, -1)


def on_floor(floor: Small) -> Small:
    """For each kind (numbers x kinds): its tiles, those that may be taken, and the lines of two and three of them."""
    cells = np.zeros((KINDS, SIDE * SIDE, floor.shape[-1]), dtype=np.int8)
    cells[:, ON_FLOOR] = floor
    grid = cells.reshape(KINDS, SIDE, SIDE, -1)
    tiles = np.pad(grid.max(axis=0), ((1, 1), (1, 1), (0, 0)))
    shut_in = tiles[:-2, 1:-1] & tiles[2:, 1:-1] & tiles[1:-1, :-2] & tiles[1:-1, 2:]
    takeable = grid & ~shut_in & 1
    down, across = takeable[:, 1:] & takeable[:, :-1], takeable[:, :, 1:] & takeable[:, :, :-1]
    lines = [(down, across), (down[:, 1:] & down[:, :-1], across[:, :, 1:] & across[:, :, :-1])]
    return np.stack([total(grid), total(takeable), *(total(one) + total(other) for one, other in lines)])


def total(grid: Small) -> Small:
    found: Small = grid.sum(axis=(1, 2), dtype=np.int8)
    return found


def show(observations: npt.NDArray[np.int16], outlook: Floats) -> Seen:
    """Positions as the network takes them, from the seat whose observations these are."""
    columns = observations.astype(np.int8).T.copy()
    part = {one.name: columns[one.slice].reshape(*one.shape, -1) for one in PARTS}
    shelves, tokens = part["shelves"][:2], part["tokens"][:2]
    standing, groups = shelves.max(axis=1), [group_sizes(shelf) for shelf in shelves]
    wanted = WANTED[:, :, part["personal"][0].argmax(axis=0)]
    full = np.broadcast_to(standing[0], shelves[0].shape)
    planes = [shelves[0], shelves[0] * groups[0], wanted, full, shelves[1] * groups[1]]
    counts = [on_floor(part["floor"]), part["bag"][None], shelves.sum(axis=2, dtype=np.int8)]
    kinds = np.concatenate([*(plane.swapaxes(0, 1) for plane in planes), *counts])

    tiles = standing.mean(axis=1, dtype=np.float32)
    heights = standing.reshape(2, ROWS, COLUMNS, -1).mean(axis=1, dtype=np.float32)
    open_goals = [(part["goals"] * (own == 0)[:, None]).sum(axis=0) for own in tokens]
    sizes = [own * can for own, shelf in zip(groups, standing, strict=True) for can in (True, can_grow(shelf))]
    tally = [
        (own == size).sum(axis=0, dtype=np.int8) / np.float32(size) for own in sizes for size in range(1, MOST + 1)
    ]
    floor, first = part["floor"].sum(axis=(0, 1)) / 29, part["ply"] % 2
    more = np.stack([*tally, floor, first.reshape(-1), outlook, *(outlook * tiles)])
    table = np.concatenate([*heights, *open_goals, tiles, tiles > 0.9, part["end_token"][:2], more], dtype=np.float32)
    return Seen(torch.from_numpy(kinds), torch.from_numpy(table), torch.from_numpy(outlook))


class Layer(nn.Linear):
    def forward(self, numbers: Tensor) -> Tensor:
        return torch.addmm(self.bias[:, None], self.weight, numbers)


class Value(nn.Module):
    """How far before the other a seat will end. All kinds go through the same layers: no kind is special."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.scale = torch.from_numpy(1 / SCALE).float()
        self.table, self.kind = Layer(TABLE, width), nn.Linear(len(SCALE), width, bias=False)
        self.both, self.all = Layer(width, width), Layer(2 * width, width)
        self.trust, self.added = nn.Parameter(torch.ones(1)), Layer(width, 1)
        nn.init.zeros_(self.added.weight)  # so that it begins as the outlook
        nn.init.zeros_(self.added.bias)

    def forward(self, seen: Seen) -> Tensor:
        table, count = torch.relu(self.table(seen.table)), seen.kinds.shape[2]
        kinds = (self.kind.weight * self.scale) @ seen.kinds.reshape(-1, KINDS * count).float()
        kinds = torch.relu(kinds.reshape(-1, KINDS, count) + table[:, None]).reshape(-1, KINDS * count)
        kinds = torch.relu(self.both(kinds)).reshape(-1, KINDS, count).sum(dim=1)
        added: Tensor = self.added(torch.relu(self.all(torch.cat([kinds, table]))))[0]
        return self.trust * seen.outlook + added

    @torch.no_grad()
    def judge(self, observations: npt.NDArray[np.int16], outlook: Floats) -> tuple[Floats, Seen]:
        seen = show(observations, outlook)
        return self(seen).numpy(), seen


# ---- Playing


class Turn(NamedTuple):
    """A turn in every match of a batch: the actions looked at, what each is worth, and the positions after them."""

    actions: Ints  # matches x actions looked at; -1 where there are not so many
    worth: Floats
    after: Seen

    def best(self) -> Ints:
        return take(self.actions, self.worth.argmax(axis=1)[:, None])[:, 0]


def look(env: BatchEnv, value: Value) -> Turn:
    """The best actions by the outlook, and their worth by the network."""
    outlooks = np.where(env.masks, env.outlooks(), np.int32(-(10**6)))
    actions = np.argpartition(-outlooks, LOOKED_AT, axis=1)[:, :LOOKED_AT]
    legal, outlook = take(env.masks, actions), take(outlooks, actions) / np.float32(100 * POINTS)
    actions = np.where(legal, actions, -1)
    after = env.afterstates(actions).reshape(actions.size, -1)
    parts = POOL.map(value.judge, np.array_split(after, THREADS), np.array_split(outlook.reshape(-1), THREADS))
    worths, seen = zip(*parts, strict=True)
    worth = np.concatenate(worths).reshape(actions.shape)
    return Turn(actions, np.where(legal, worth, np.float32(-np.inf)), joined(seen))


def take(rows: npt.NDArray[N], places: Ints) -> npt.NDArray[N]:
    return np.take_along_axis(rows, places, axis=1)


def self_play(value: Value, env: BatchEnv, rng: np.random.Generator) -> tuple[Seen, Tensor]:
    """Some turns of both seats: the positions they made, and what each should have been worth."""
    every, played, worths, ends = np.arange(env.n), list[Seen](), list[Floats](), list[Floats]()
    for _ in range(STEPS):
        turn, seat = look(env, value), env.to_act.copy()
        chosen = (turn.worth + CURIOSITY * rng.gumbel(size=turn.worth.shape)).argmax(axis=1)
        env.step(turn.actions[every, chosen])
        played.append(turn.after.at(torch.from_numpy(every * LOOKED_AT + chosen)))
        worths.append(turn.worth[every, chosen])
        ends.append(np.where(env.done, env.rewards[every, seat] / POINTS, np.float32(np.nan)))
    nexts = [*worths[1:], -worths[-1]]  # the next turn is the other's; of the last one nothing more is known
    target, targets = nexts[-1], list[Floats]()
    for worth, end in zip(reversed(nexts), reversed(ends), strict=True):
        target = np.where(np.isnan(end), -((1 - LAMBDA) * worth + LAMBDA * target), end)
        targets.insert(0, target)
    return joined(played), torch.from_numpy(np.concatenate(targets))


def learn(value: Value, optimizer: torch.optim.Optimizer, seen: Seen, targets: Tensor) -> None:
    """Once as it was, and once in a mirror: a shelf is worth as much there."""
    for shown in (seen, seen.mirrored()):
        for places in torch.randperm(len(targets)).reshape(-1, SAMPLE):
            surprise = ((value(shown.at(places)) - targets[places]) ** 2).mean()
            optimizer.zero_grad()
            surprise.backward()
            optimizer.step()


# ---- How good it is


class Share(NamedTuple):
    """Matches won, a draw being half of one, with the half-width of a 95 % interval over deals."""

    won: float
    give_or_take: float

    def __str__(self) -> str:
        return f"{self.won:.1%} +- {self.give_or_take:.1%}"


def against_greedy(value: Value, deals: int, seed: int) -> Share:
    """Every deal is played twice, with seats swapped, so that the luck of the deal falls out."""
    won = np.zeros((2, deals))
    for own in (0, 1):
        env, left = BatchEnv("shelf", deals, 2, seed=seed, rewards="win"), np.ones(deals, dtype=np.bool_)
        while left.any():  # seats take turns and a match ends with a round: it is the same seat's turn in all matches
            env.step(look(env, value).best() if env.to_act[0] == own else env.choose("greedy"))
            over = env.done & left
            won[own, over] = env.rewards[over, own]
            left &= ~over
    both = won.mean(axis=0)
    return Share(float(both.mean()), float(1.96 * both.std(ddof=1) / deals**0.5))


def main(minutes: float = 5.0, deals: int = 500, n: int = 256) -> Share:
    """Learn for so long; the share of matches won against greedy in the end."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # its own wait for each other at every layer, which takes long on a busy machine: see POOL
    env, rng = BatchEnv("shelf", n, 2, seed=1, rewards="score"), np.random.default_rng(1)
    value = Value()
    optimizer = torch.optim.Adam(value.parameters())
    print(f"untrained: {against_greedy(value, deals, seed=DEALT)} of matches won against greedy", flush=True)
    learnt = 0.0
    while learnt < 60 * minutes:
        begun = time.monotonic()
        optimizer.param_groups[0]["lr"] = RATE * max(0.01, 1 - learnt / (60 * minutes))
        learn(value, optimizer, *self_play(value, env, rng))
        learnt += time.monotonic() - begun
    share = against_greedy(value, deals, seed=DEALT)
    print(f"after {learnt:.0f} s: {share} of matches won against greedy, {deals} deals played from both seats")
    return share


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, help="of learning")
    parser.add_argument("--deals", type=int, default=500, help="to be measured by")
    asked = parser.parse_args()
    main(asked.minutes, asked.deals)
