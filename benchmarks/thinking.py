"""Simulations a second, side by side: our search against OpenSpiel's C++ MCTS bot, on one core, in one run.

One simulation of ours is a re-deal, a walk down the tree, a playout of at least one whole round and an evaluation;
one of theirs a walk down the tree and a playout to the end. We think at the beginning of a match and in its middle,
they at the beginning; rounds go in turn and the best of three counts. Exit code 1: slower than we claim.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Annotated, Final

import msgspec
import pyspiel
import typer
from rich.console import Console
from rich.table import Table

import kafelki
from kafelki.bots.bot import Budget, Observation
from kafelki.bots.searcher import SearchBot, Settings
from kafelki.core.record import States

ROUNDS: Final = 3
SIMULATIONS: Final = 4_000  # of ours, from each state
SECONDS: Final = 1.0  # about, for theirs
SEED: Final = 7
PEERS: Final = {"hive": "hive", "go(9)": "go(board_size=9)"}
CLAIM: Final = 100.0  # times hive, each of our games


class Speed(msgspec.Struct, frozen=True):
    """A game's best round."""

    game: str
    simulations_per_second: float


class Report(msgspec.Struct, frozen=True):
    speeds: list[Speed]
    times_hive: dict[str, float]
    holds: bool


def ours(name: str) -> Callable[[], float]:
    """Simulations a second at the beginning and in the middle of a match of two."""
    game, rng = kafelki.game(name), random.Random(SEED)
    roots = [_after(name, part) for part in (0.0, 0.5)]
    bot = SearchBot(Settings(simulations=SIMULATIONS))
    bot.think(Observation(game, roots[0], rng), Budget(simulations=2), rng)

    def think() -> float:
        begun = time.perf_counter()
        for states in roots:
            bot.think(Observation(game, states, rng), Budget(simulations=SIMULATIONS), rng)
        return len(roots) * SIMULATIONS / (time.perf_counter() - begun)

    return think


def _after(name: str, part: float) -> States:
    """A state of a random match, so far into it."""
    match, rng = kafelki.new_match(name, seats=2, seed=SEED), random.Random(SEED)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match.state(int(part * match.ply))


def theirs(name: str) -> Callable[[], float]:
    """Simulations a second of OpenSpiel's bot, one rollout each, from the first position."""
    game = pyspiel.load_game(PEERS[name])

    def seconds(simulations: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, SEED, False)
        state = game.new_initial_state()
        begun = time.perf_counter()
        bot.step(state)
        return time.perf_counter() - begun

    simulations = 16
    while (took := seconds(simulations)) < SECONDS / 10:
        simulations *= 2
    simulations = max(1, int(simulations * SECONDS / took))
    return lambda: simulations / seconds(simulations)


def main(json: Annotated[bool, typer.Option(help="Print one JSON document and nothing else.")] = False) -> None:
    """Measure, print, and exit with 1 where the claim does not hold."""
    players = {name: ours(name) for name in kafelki.games()} | {name: theirs(name) for name in PEERS}
    rounds = [{name: play() for name, play in players.items()} for _ in range(ROUNDS)]
    best = {name: max(one[name] for one in rounds) for name in players}
    times_hive = {name: best[name] / best["hive"] for name in kafelki.games()}
    holds = all(times >= CLAIM for times in times_hive.values())
    if json:
        report = Report([Speed(name, speed) for name, speed in best.items()], times_hive, holds)
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        console = Console(highlight=False)
        table = Table("game")
        table.add_column("simulations/s", justify="right")
        for name, speed in best.items():
            table.add_row(name, f"{speed:,.0f}")
        console.print(table)
        for name, times in times_hive.items():
            verdict = "[green]holds[/]" if times >= CLAIM else "[bold red]does NOT hold[/]"
            console.print(f"{name} >= {CLAIM:g} x hive: {verdict} ({times:,.0f} x)")
    if not holds:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
