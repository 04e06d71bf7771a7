#!/usr/bin/env python3
"""A small learned player: self-play and a linear evaluation, in minutes on one core.

    pip install ./python
    python examples/learn.py madrid/drive --rounds 3 --games 60

What is learned is the chance of a side to win, from what that side may know (`Position.observe`): a logistic regression for each side. The
player looks one action ahead, with the hidden imagined and the dice averaged over (`Position.afterstates`), and takes what it likes best.
It begins knowing nothing, which is random play. Each round plays games against itself, now and then at random, and learns from how they
ended. At the end it meets its start and the built-in players; shares come with 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

import frente

SIDES = ("republican", "nationalist")
Array = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]
Mind = Callable[[frente.Position, str, np.random.Generator], int]
"""Chooses an action for a side."""
Seen = dict[str, tuple[list[Rows], list[float]]]
"""What each side saw, and whether it won."""


@dataclass
class Learned:
    """A weight for each number of an observation, for each side."""

    weights: dict[str, Array] = field(default_factory=dict)
    scale: dict[str, tuple[Rows, Rows]] = field(default_factory=dict)

    def choose(self, position: frente.Position, side: str, rng: np.random.Generator, daring: float = 0.0) -> int:
        """The action after which the side's chance looks best; any, at first or when daring."""
        count = len(position)
        if count == 1 or side not in self.weights or rng.random() < daring:
            return int(rng.integers(count))
        rows = position.afterstates(int(rng.integers(2**63)))
        return int(np.argmax(self.like(rows, side) + 1e-9 * rng.random(count)))

    def like(self, rows: Rows, side: str) -> Array:
        """How good what a side sees looks to it; more is better."""
        mean, width = self.scale[side]
        likes: Array = ((rows - mean) / width) @ self.weights[side]
        return likes

    def fit(self, side: str, rows: Rows, won: Array, steps: int = 300, decay: float = 1e-2) -> float:
        """Logistic regression by gradient descent with momentum; gives the loss."""
        mean, width = rows.mean(0), rows.std(0) + 1e-3
        x = np.clip((rows - mean) / width, -5, 5)
        x = np.hstack([x, np.ones((len(x), 1), np.float32)])
        w, speed = np.zeros(x.shape[1]), np.zeros(x.shape[1])
        for _ in range(steps):
            p = 1 / (1 + np.exp(-x @ w))
            speed = 0.9 * speed - 0.05 * (x.T @ (p - won) / len(won) + decay * w)
            w += speed
        self.weights[side], self.scale[side] = w[:-1], (mean, width)
        p = np.clip(1 / (1 + np.exp(-x @ w)), 1e-6, 1 - 1e-6)
        return float(-(won * np.log(p) + (1 - won) * np.log(1 - p)).mean())


def game(
    start: frente.Position,
    players: dict[str, str | Mind],
    rng: np.random.Generator,
    watch: Callable[[frente.Position, str], None] | None = None,
) -> str | None:
    """Plays a game; gives the winner. `watch` sees every position after a decision."""
    position = start.clone()
    while (waits := position.waits).kind != "over":
        if waits.kind == "chance" or waits.side is None:
            position.throw(int(rng.integers(2**63)))
            continue
        player = players[waits.side]
        if isinstance(player, str):
            position.play(position.suggest(player, int(rng.integers(2**63))))
        else:
            position.play(player(position, waits.side, rng))
        if watch is not None:
            watch(position, waits.side)
    return position.waits.side


def gather(start: frente.Position, learned: Learned, games: int, daring: float, rng: np.random.Generator) -> Seen:
    """Self-play: what each side saw after its decisions (one in four), and whether it won."""
    seen: Seen = {side: ([], []) for side in SIDES}

    def mind(position: frente.Position, side: str, rng: np.random.Generator) -> int:
        return learned.choose(position, side, rng, daring)

    for _ in range(games):
        rows: dict[str, list[Rows]] = {side: [] for side in SIDES}

        def watch(position: frente.Position, side: str, rows: dict[str, list[Rows]] = rows) -> None:
            if rng.random() < 0.25:
                rows[side].append(position.observe(side))

        winner = game(start, dict.fromkeys(SIDES, mind), rng, watch)
        for side in SIDES:
            seen[side][0].extend(rows[side])
            seen[side][1].extend([0.5 if winner is None else float(winner == side)] * len(rows[side]))
    return seen


def wilson(points: float, n: int) -> str:
    p, z = points / n, 1.96
    middle, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)
    return f"{100 * p:5.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {n}"


def meet(start: frente.Position, learned: Learned, other: str, games: int, rng: np.random.Generator) -> dict[str, float]:
    """Games against a built-in player, half with either side; points by side."""
    points = dict.fromkeys(SIDES, 0.0)
    for n in range(games):
        mine, theirs = SIDES if n % 2 == 0 else SIDES[::-1]
        winner = game(start, {mine: learned.choose, theirs: other}, rng)
        points[mine] += 0.5 if winner is None else float(winner == mine)
    return points


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("scenario", nargs="?", default="madrid/drive")
    args.add_argument("--rounds", type=int, default=3)
    args.add_argument("--games", type=int, default=60, help="games of self-play a round (the first, at random, has four times as many)")
    args.add_argument("--test", type=int, default=100, help="games against each opponent")
    args.add_argument("--seed", type=int, default=1)
    asked = args.parse_args()
    rng = np.random.default_rng(asked.seed)
    start, learned = frente.Position(asked.scenario), Learned()
    kept: Seen = {side: ([], []) for side in SIDES}
    begun = time.monotonic()
    for n in range(asked.rounds):
        seen = gather(start, learned, asked.games * (4 if n == 0 else 1), 1.0 if n == 0 else 0.15, rng)
        for side in SIDES:
            kept[side][0].extend(seen[side][0])
            kept[side][1].extend(seen[side][1])
        losses = {s: learned.fit(s, np.array(kept[s][0]), np.array(kept[s][1])) for s in SIDES}
        told = ", ".join(f"{side} {loss:.3f}" for side, loss in losses.items())
        print(f"round {n + 1}: {len(kept[SIDES[0]][0])} positions, loss {told}, {time.monotonic() - begun:.0f} s", flush=True)
    for other in ("random", "greedy"):
        points = meet(start, learned, other, asked.test, rng)
        half = asked.test // 2
        by_side = ", ".join(f"as {side} {wilson(points[side], half)}" for side in SIDES)
        start_is = " (its start)" if other == "random" else ""
        print(f"against {other}{start_is}: {wilson(sum(points.values()), 2 * half)}; {by_side}", flush=True)


if __name__ == "__main__":
    main()
