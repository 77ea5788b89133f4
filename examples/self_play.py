"""A small policy that learns Półeczka by playing itself, on a CPU, and beats *greedy*.

python examples/self_play.py [--minutes 6] [--threads 1]        needs torch

It begins with the game's own first opinion of each action (`env.appeals()`, about as strong as greedy), and learns what
to add to it: the net looks at the shelves, the goals and the card, and says how much it likes each kind in each column
as the first, second or third tile of a turn, two of a kind there in a row, and so many tiles.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

import kafelki
from kafelki.envs import BatchEnv
from kafelki.envs.encoding import Observed

COLUMNS, KINDS, LINE = 5, 6, 3
TILE, PAIR, LONG = 0, COLUMNS * LINE * KINDS, COLUMNS * LINE * KINDS + COLUMNS * 2 * KINDS  # where likings begin
NOTHING = LONG + COLUMNS * LINE  # a liking that is always 0
LOOKED_AT = {
    "ply": 50,
    "end_token": 1,
    "bag": 20,
    "goals": 1,
    "tokens": 8,
    "personal": 1,
    "shelves": 1,
}  # and its scale
POINTS = 10.0  # of the final difference: the unit of rewards

Ints = npt.NDArray[np.int64]


class Moves(NamedTuple):
    """All actions of the game: the places on the floor they take from, in order (45: none), column and length."""

    places: Ints
    column: Ints
    length: Ints


def all_moves() -> Moves:
    game = kafelki.game("shelf")
    takes = [game.move_of(action) for action in range(game.actions)]
    place = {cell: i for i, cell in enumerate(sorted({cell for take in takes for cell in take.cells}))}  # type: ignore[attr-defined]
    places = np.full((game.actions, LINE), len(place))
    for action, take in enumerate(takes):
        places[action, : len(take.cells)] = [place[cell] for cell in take.cells]  # type: ignore[attr-defined]
    column = np.array([take.column for take in takes])  # type: ignore[attr-defined]
    return Moves(places, column, (places < len(place)).sum(axis=1))


class Turn(NamedTuple):
    """What the net is given of a batch of turns: every legal action is a row of likings to be added up."""

    seen: Tensor
    row: Tensor  # which turn a legal action belongs to
    likings: Tensor
    appeal: Tensor  # in points
    actions: Tensor


def places_of(part: Observed) -> range:
    return range(part.slice.start, part.slice.stop)


class Policy(nn.Module):
    """Likings and an opinion of how the match will end."""

    def __init__(self, env: BatchEnv) -> None:
        super().__init__()
        parts = {part.name: part for part in env.encoding.parts}
        shown = [(place, scale) for name, scale in LOOKED_AT.items() for place in places_of(parts[name])]
        self.columns = torch.tensor([place for place, _ in shown])
        self.scale = torch.tensor([1 / scale for _, scale in shown])
        self.floor, self.moves = parts["floor"], all_moves()
        self.body = nn.Sequential(nn.Linear(len(self.columns), 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.likes, self.opinion = nn.Linear(128, NOTHING), nn.Linear(128, 1)
        self.trust = nn.Parameter(torch.full((1,), 2.0))
        nn.init.zeros_(self.likes.weight)
        nn.init.zeros_(self.likes.bias)

    def look(self, env: BatchEnv) -> Turn:
        """The batch as it stands."""
        row, action = np.nonzero(env.masks)
        floor = env.observations[:, self.floor.slice].reshape(env.n, *self.floor.shape)
        kinds = np.full((env.n, self.floor.shape[1] + 1), KINDS)
        kinds[:, :-1] = np.where(floor.any(axis=1), floor.argmax(axis=1), KINDS)
        kind, column = kinds[row[:, None], self.moves.places[action]], self.moves.column[action][:, None]
        tile = TILE + (column * LINE + np.arange(LINE)) * KINDS + kind
        pair = PAIR + (column * 2 + np.arange(2)) * KINDS + kind[:, :-1]
        long = LONG + column * LINE + self.moves.length[action][:, None] - 1
        paired = (kind[:, :-1] == kind[:, 1:]) & (kind[:, 1:] < KINDS)
        likings = [np.where(kind < KINDS, tile, NOTHING), np.where(paired, pair, NOTHING), long]
        seen = torch.from_numpy(env.observations)[:, self.columns] * self.scale
        appeal = torch.from_numpy(env.appeals()[row, action]).float() / 100
        rows, added = torch.from_numpy(row), torch.from_numpy(np.concatenate(likings, 1))
        return Turn(seen, rows, added, appeal, torch.from_numpy(action))

    def forward(self, turn: Turn) -> tuple[Tensor, Tensor]:
        """The logarithm of each legal action's chance, and the expected reward."""
        body = self.body(turn.seen)
        table = functional.pad(self.likes(body), (0, 1)).reshape(-1)
        places = (turn.likings + turn.row[:, None] * (NOTHING + 1)).reshape(-1)
        added = torch.index_select(table, 0, places).reshape(turn.likings.shape).sum(dim=1)
        worth = self.trust * turn.appeal + added
        most = torch.full((len(body),), -1e9).scatter_reduce(0, turn.row, worth.detach(), "amax")
        total = torch.zeros(len(body)).index_add(0, turn.row, (worth - most[turn.row]).exp())
        return worth - (most + total.log())[turn.row], self.opinion(body)[:, 0]


def drawn(turn: Turn, logs: Tensor) -> Tensor:
    """For each turn the place, among all legal actions, of one drawn by its chance."""
    noisy = logs - torch.log(-torch.log(torch.rand_like(logs).clamp(1e-9, 1 - 1e-7)))
    return best(turn, noisy)


def best(turn: Turn, worth: Tensor) -> Tensor:
    most = torch.full((len(turn.seen),), -torch.inf).scatter_reduce(0, turn.row, worth, "amax")
    found = torch.nonzero(worth == most[turn.row])[:, 0]
    return torch.zeros(len(turn.seen), dtype=torch.long).scatter(0, turn.row[found], found)


class Sample(NamedTuple):
    """A turn played: what was seen, what was chosen, and what came of it."""

    turn: Turn
    chosen: Tensor
    log: Tensor
    reward: Tensor


def self_play(policy: Policy, env: BatchEnv, steps: int) -> list[Sample]:
    """Play all seats, and give every turn the final difference of its match; turns of unended matches weigh nothing."""
    played: list[tuple[Turn, Tensor, Tensor, Ints]] = []
    ends = np.full((steps, env.n, env.seats), np.nan, dtype=np.float32)
    with torch.no_grad():
        for step in range(steps):
            turn = policy.look(env)
            logs, _ = policy(turn)
            chosen = drawn(turn, logs)
            played.append((turn, chosen, logs[chosen], env.to_act.astype(np.int64)))
            env.step(turn.actions[chosen])
            ends[step][env.done] = env.rewards[env.done] / POINTS
    for step in reversed(range(steps - 1)):
        ends[step] = np.where(np.isnan(ends[step]), ends[step + 1], ends[step])
    got = [ends[step][np.arange(env.n), seat] for step, (_, _, _, seat) in enumerate(played)]
    return [Sample(*one[:3], torch.from_numpy(reward)) for one, reward in zip(played, got, strict=True)]


def learn(policy: Policy, optimizer: torch.optim.Optimizer, samples: list[Sample]) -> None:
    """PPO: what brought more than expected is made likelier, in small steps."""
    for number in np.random.permutation(len(samples)):
        turn, chosen, old, reward = samples[number]
        known = ~torch.isnan(reward)
        if known.sum() < 16:
            continue
        logs, opinion = policy(turn)
        gain = (reward - opinion.detach())[known]
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        ratio = (logs[chosen] - old).exp()[known]
        better = torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
        sharpness = torch.zeros(len(turn.seen)).index_add(0, turn.row, logs.exp() * logs).mean()
        surprise = ((opinion - reward)[known] ** 2).mean()
        optimizer.zero_grad()
        (-better + 0.5 * surprise + 0.001 * sharpness).backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
        optimizer.step()


def against_greedy(policy: Policy, matches: int, seed: int = 99) -> float:
    """The share of matches won, a draw being half of one; the policy begins every second match."""
    env = BatchEnv("shelf", matches, 2, seed=seed, rewards="win")
    own = np.arange(matches) % 2
    won, left = 0.0, np.ones(matches, dtype=np.bool_)
    with torch.no_grad():
        while left.any():
            turn = policy.look(env)
            mine = turn.actions[best(turn, policy(turn)[0])].numpy()
            env.step(np.where(env.to_act == own, mine, env.choose("greedy")))
            over = env.done & left
            won += float(env.rewards[over, own[over]].sum())
            left &= ~over
    return won / matches


def main(minutes: float = 6.0, threads: int = 1, n: int = 256, matches: int = 400) -> float:
    """Learn for so long; the share of matches won against greedy in the end."""
    torch.manual_seed(1)
    np.random.seed(1)
    torch.set_num_threads(threads)
    env = BatchEnv("shelf", n, 2, seed=1, rewards="score")
    policy, begun = Policy(env), time.monotonic()
    print(f"untrained: {against_greedy(policy, matches):.1%} of {matches} matches won against greedy", flush=True)
    optimizer, round_ = torch.optim.Adam(policy.parameters(), lr=2e-3), 0
    while time.monotonic() - begun < 60 * minutes:
        samples = self_play(policy, env, 70)
        for _ in range(2):
            learn(policy, optimizer, samples)
        round_ += 1
        if round_ % 5 == 0:
            print(f"{time.monotonic() - begun:4.0f} s: {against_greedy(policy, matches):.1%}", flush=True)
    won = against_greedy(policy, matches, seed=123)
    print(f"{time.monotonic() - begun:4.0f} s: {won:.1%} in the end, over matches not seen before")
    return won


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    main(asked.minutes, asked.threads)
