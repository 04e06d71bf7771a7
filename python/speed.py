#!/usr/bin/env python3
"""How fast is play through Python, against the engine alone? All of it in one run, taking turns, so that a busy machine slows everything alike.

    python python/speed.py madrid/drive
"""

import sys
import time

import numpy as np

import frente
from frente import _frente


def batch_speed(scenario: str, games: int, steps: int) -> tuple[int, float]:
    batch = frente.Batch(scenario, games, seed=1)
    numbers = np.random.default_rng(1)
    _, counts = batch.state()
    begun = time.perf_counter()
    for _ in range(steps):
        counts = batch.step((numbers.random(games) * counts).astype(np.int32)).counts
    return games * steps, time.perf_counter() - begun


def env_speed(scenario: str, steps: int, look: bool) -> tuple[int, float]:
    env = frente.env(scenario)
    env.reset(seed=1)
    numbers = np.random.default_rng(1)
    begun = time.perf_counter()
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            env.reset()
        if look:
            env.last()
        env.step(int(numbers.integers(len(env.position))))
    return steps, time.perf_counter() - begun


def main() -> None:
    for scenario in sys.argv[1:] or frente.scenarios():
        totals: dict[str, list[float]] = {}
        for round in range(5):
            for name, (count, seconds) in {
                "engine": _frente.engine_speed(scenario, 20, round),
                "batch": batch_speed(scenario, 256, 40),
                "env": env_speed(scenario, 1000, False),
                "env, observed": env_speed(scenario, 400, True),
            }.items():
                total = totals.setdefault(name, [0, 0.0])
                total[0] += count
                total[1] += seconds
        engine = totals["engine"][1] / totals["engine"][0]
        for name, (count, seconds) in totals.items():
            each = seconds / count
            print(f"{scenario:26} {name:14} {1e6 * each:8.1f} µs a decision, {100 * engine / each:5.1f} % of the engine's speed")


if __name__ == "__main__":
    main()
