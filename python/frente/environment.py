"""PettingZoo AEC environments of every scenario."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from .match import Position

SIDES = ("republican", "nationalist")
WIDEST = 2048
"""How many actions a mask has room for, unless told otherwise. docs/python.md gives the longest lists that were seen: none is half as long."""
LONGEST = 200_000
"""A game that takes more decisions is truncated. None does: docs/python.md."""


class FrenteEnv(AECEnv[str, dict[str, npt.NDArray[Any]], int]):
    """A scenario for two agents, ``republican`` and ``nationalist``.

    An observation holds ``observation`` (float32, only what the agent's side may know; docs/python.md says what is where) and
    ``action_mask`` (int8: the first *n* are 1 when *n* actions are legal and the agent decides). Action *i* is the *i*-th of
    ``env.position.lines()``. The winner gets 1 at the end, the loser -1, both 0 in a draw. Dice are thrown in between, from the seed.

    ``width`` is how many actions the mask has room for. ``infos[agent]["legal"]`` is how many are legal, in room or not: should it ever be
    more than ``width``, the first ``width`` can be sampled by the mask, and :meth:`step` takes the number of any of them.
    """

    metadata = {"name": "frente_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        scenario: str,
        *,
        options: dict[str, bool] | None = None,
        data: str | None = None,
        render_mode: str | None = None,
        width: int = WIDEST,
    ) -> None:
        super().__init__()
        self.width = width
        self._start = Position(scenario, options=options, data=data)
        self.position = self._start.clone()
        self.render_mode = render_mode
        self.possible_agents = list(SIDES)
        size = self._start.observe("republican").size
        self._observations = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (width,), np.int8),
                }
            )
            for agent in SIDES
        }
        self._actions = {agent: gymnasium.spaces.Discrete(width) for agent in SIDES}
        self._dice = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the scenario anew. The same seed gives the same dice to the same actions."""
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.position = self._start.clone()
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self._steps = 0
        self._settle()

    def _settle(self) -> None:
        """Throws dice until somebody decides, or sees how it ended."""
        waits = self.position.waits
        while waits.kind == "chance":
            self.position.throw(int(self._dice.integers(2**63)))
            waits = self.position.waits
        if waits.kind == "over":
            self.terminations = dict.fromkeys(SIDES, True)
            if waits.side is not None:
                self.rewards = {agent: 1 if agent == waits.side else -1 for agent in SIDES}
        elif waits.side is not None:
            self.agent_selection = waits.side
        if self._steps >= LONGEST and waits.kind != "over":
            self.truncations = dict.fromkeys(SIDES, True)
        # How much the other side has to choose from is nobody else's business.
        self.infos = {agent: {"legal": len(self.position) if agent == waits.side else 0} for agent in SIDES}

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        mask = np.zeros(self.width, np.int8)
        waits = self.position.waits
        if waits.kind == "decision" and waits.side == agent:
            mask[: len(self.position)] = 1
        return {"observation": self.position.observe(agent).copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent whose turn it is takes an action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is for agents whose game is over")
        self.position.play(int(action))
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(SIDES, 0)
        self._steps += 1
        self._settle()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What is asked of whom, and what is legal, as text: the referee's view, with ``render_mode="ansi"``."""
        waits = self.position.waits
        lines = "\n".join(f"{n:4} {line}" for n, line in enumerate(self.position.lines()))
        return f"turn {self.position.turn}, {waits.kind}: {waits.side}\n{lines}"

    def close(self) -> None:
        """Nothing is open."""
