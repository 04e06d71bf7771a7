"""Many games stepped at once in Rust, with Python's lock released."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._frente import RawBatch


class Stepped(NamedTuple):
    """What a step did, one entry a game."""

    sides: npt.NDArray[np.uint8]
    """Who decides now: 0 Republican, 1 Nationalist."""
    counts: npt.NDArray[np.int32]
    """How many actions are legal now: any number from 0 up to it."""
    done: npt.NDArray[np.uint8]
    """1 where a game ended in this step; a new one has begun in its place."""
    winners: npt.NDArray[np.uint8]
    """Who won where a game ended: 0, 1, or 2 for a draw."""


class Batch:
    """So many games of one scenario. Dice are thrown as they come; a game that ends begins anew.

    >>> batch = Batch("madrid/drive", 4, seed=1)
    >>> sides, counts = batch.state()
    >>> len(batch), bool((counts > 0).all())
    (4, True)
    >>> stepped = batch.step(np.zeros(4, np.int32))
    >>> stepped.done.tolist()
    [0, 0, 0, 0]
    """

    def __init__(
        self,
        scenario: str,
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        options: dict[str, bool] | None = None,
        data: str | None = None,
    ) -> None:
        self._raw = RawBatch(scenario, games, seed, threads, options, data)

    def __len__(self) -> int:
        return len(self._raw)

    def state(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
        """Who decides, and how many actions are legal."""
        sides, counts = self._raw.state()
        return np.frombuffer(sides, np.uint8), np.frombuffer(counts, np.int32)

    def step(self, actions: npt.NDArray[np.int32]) -> Stepped:
        """Takes an action in each game, by its number."""
        sides, counts, done, winners = self._raw.step(np.ascontiguousarray(actions, np.int32).tobytes())
        return Stepped(
            np.frombuffer(sides, np.uint8),
            np.frombuffer(counts, np.int32),
            np.frombuffer(done, np.uint8),
            np.frombuffer(winners, np.uint8),
        )

    def observe(self, seat: str | None = None) -> npt.NDArray[np.float32]:
        """What whoever decides may know (or what ``seat`` may), a row a game."""
        return np.frombuffer(self._raw.observe(seat), np.float32).reshape(len(self), self._raw.size())
