"""Board wargames of the Spanish Civil War, played exactly as their rulebooks say, in process.

>>> import frente
>>> "aragon/belchite" in frente.scenarios()
True
>>> match = frente.Match("madrid/drive", seed=7)
>>> match.waits
Wait(kind='decision', side='republican')
>>> len(match.lines())
51
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._frente import Refused, about, players
from .batch import Batch
from .match import Match, Position, Wait

if TYPE_CHECKING:
    from .environment import FrenteEnv

__all__ = ["Batch", "Match", "Position", "Refused", "Wait", "env", "games", "players", "scenarios"]


def games(data: str | None = None) -> list[dict[str, Any]]:
    """What every game says of itself: title, makers, scenarios, options."""
    known: list[dict[str, Any]] = json.loads(about(data))
    return known


def scenarios() -> list[str]:
    """The names of all scenarios, such as ``aragon/belchite``."""
    return [f"{game['key']}/{scenario['key']}" for game in games() for scenario in game["scenario"]]


def env(scenario: str, **options: Any) -> FrenteEnv:
    """A PettingZoo AEC environment of a scenario. Needs ``pip install frente[env]``. See :class:`frente.environment.FrenteEnv`."""
    from .environment import FrenteEnv

    return FrenteEnv(scenario, **options)
