#!/usr/bin/env python3
"""How fast is play through Python, against the engine alone? All of it in one run, taking turns, so that a busy machine slows everything alike.

    pip install './python[env]'
    python python/speed.py                        # all scenarios; or name some: python python/speed.py madrid/drive

Everybody plays at random, whole games, on one thread. `engine` is Rust alone: the loop under `frente sim`. `batch` is `Batch.step` with actions
drawn by numpy; `batch, observed` asks for the observations of all games after every step, too. `env` is a single PettingZoo environment
that is stepped and asked for nothing; `env, observed` makes the observation and the mask of every decision (`env.last()`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

import frente
from frente import _frente

ROUNDS = 5
GAMES = 256

Part = Callable[[int], tuple[int, float]]
"""Plays its share of a round: decisions, seconds."""


def engine(scenario: str) -> Part:
    def play(round: int) -> tuple[int, float]:
        return _frente.engine_speed(scenario, 60, 1000 * round)

    return play


def batch(scenario: str, games: int, steps: int, look: bool) -> Part:
    """Goes on from round to round: 256 games of 1000 steps, five times, are whole games of every scenario."""
    played = frente.Batch(scenario, games, seed=1)
    numbers = np.random.default_rng(1)

    def play(_: int) -> tuple[int, float]:
        counts = played.state()[1]
        begun = time.perf_counter()
        for _ in range(steps):
            counts = played.step((numbers.random(games) * counts).astype(np.int32)).counts
            if look:
                played.observe()
        return games * steps, time.perf_counter() - begun

    return play


def single(scenario: str, steps: int, look: bool) -> Part:
    env = frente.env(scenario)
    env.reset(seed=1)
    numbers = np.random.default_rng(1)

    def play(_: int) -> tuple[int, float]:
        begun = time.perf_counter()
        for _ in range(steps):
            if env.terminations[env.agent_selection]:
                env.reset()
            if look:
                env.last()
            env.step(int(numbers.integers(len(env.position))))
        return steps, time.perf_counter() - begun

    return play


def main() -> None:
    for scenario in sys.argv[1:] or frente.scenarios():
        parts = {
            "engine": engine(scenario),
            "batch": batch(scenario, GAMES, 1000, False),
            "batch, observed": batch(scenario, 16, 20, True),
            "env": single(scenario, 2000, False),
            "env, observed": single(scenario, 300, True),
        }
        counts, clocks = dict.fromkeys(parts, 0), dict.fromkeys(parts, 0.0)
        for round in range(ROUNDS):
            for name, part in parts.items():
                count, seconds = part(round)
                counts[name] += count
                clocks[name] += seconds
        alone = clocks["engine"] / counts["engine"]
        for name in parts:
            each = clocks[name] / counts[name]
            print(f"{scenario:26} {name:16} {1e6 * each:8.2f} µs a decision, {100 * alone / each:5.1f} % of the engine's speed", flush=True)


if __name__ == "__main__":
    main()
