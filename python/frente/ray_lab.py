"""A run of the laboratory on a Ray cluster.

``frente lab … --ray ADDRESS`` starts this module, tells it on standard input what is to be played, and takes each chunk of games from a
line of standard output as it comes. The run's file is kept by ``frente``, which counts every chunk once.

A chunk depends on the study and its own number alone. So when a node dies, Ray plays its chunks again elsewhere, and what was played twice
is the same to the bit.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

import ray

from ._frente import lab_chunk

AHEAD = 3
"""How many chunks are under way for each core: enough that no core waits for the next, few enough that little is lost with a node."""
LOOK = 2.0
"""How many seconds pass before the cores of the cluster are counted again: nodes that join during a run get work, too."""


@ray.remote(max_retries=-1, num_cpus=1)
def _chunk(head: str, chunk: int, games: int, data: str | None) -> str:
    return lab_chunk(head, chunk, games, data)


def play(head: dict[str, Any], chunks: list[int], games: int, data: str | None = None) -> Iterator[str]:
    """Plays chunks on the cluster that Ray is connected to; gives each as it comes, in any order."""
    order = json.dumps(head)
    waiting = list(reversed(chunks))
    under_way: list[Any] = []
    ahead, counted = 0, -LOOK
    while waiting or under_way:
        if time.monotonic() - counted >= LOOK:
            ahead, counted = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
        while waiting and len(under_way) < ahead:
            under_way.append(_chunk.remote(order, waiting.pop(), games, data))
        done, under_way = ray.wait(under_way, num_returns=1, timeout=LOOK)
        for ref in done:
            yield ray.get(ref)


def main() -> None:
    """What ``frente lab --ray`` runs."""
    order = json.load(sys.stdin)
    # What Ray and its workers say goes beside the chunks, not among them.
    out, sys.stdout = sys.stdout, sys.stderr
    ray.init(address=order["address"], log_to_driver=False, logging_level="warning")
    for chunk in play(order["head"], order["chunks"], order["games"], order["data"]):
        print(chunk, file=out, flush=True)
    ray.shutdown()


if __name__ == "__main__":
    main()
