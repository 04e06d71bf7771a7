"""Board wargames of the Spanish Civil War, played exactly as their rulebooks say, in process.

>>> import frente
>>> "aragon/belchite" in frente.scenarios()
True
>>> match = frente.Match("aragon/belchite", seed=7)
>>> match.waits
Wait(kind='decision', side='nationalist')
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._frente import Refused, about, players
from .batch import Batch
from .match import Match, Position, Wait

if TYPE_CHECKING:
    from .env import FrenteEnv

__all__ = ["Batch", "Match", "Position", "Refused", "Wait", "env", "games", "players", "scenarios"]


def games(data: str | None = None) -> list[dict[str, Any]]:
    """What every game says of itself: title, makers, scenarios, options."""
    return json.loads(about(data))


def scenarios() -> list[str]:
    """The names of all scenarios, such as ``aragon/belchite``."""
    return [f"{game['key']}/{scenario['key']}" for game in games() for scenario in game["scenario"]]


def env(scenario: str, **options: Any) -> FrenteEnv:
    """A PettingZoo AEC environment of a scenario. Needs ``pip install frente[env]``. See :class:`frente.env.FrenteEnv`."""
    from .env import FrenteEnv

    return FrenteEnv(scenario, **options)
