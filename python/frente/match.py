"""Matches (with history, dice and saves) and positions (without, cheap to clone and to search)."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._frente import CHANNELS, GLOBALS, RawMatch, RawPosition

Floats = npt.NDArray[np.float32]


class Wait(NamedTuple):
    """The one thing a position waits for."""

    kind: str
    """``decision``, ``chance`` or ``over``."""
    side: str | None
    """Who decides, whose throw it is (``None``: nobody's), or who won (``None``: a draw)."""


class Position:
    """A position of a game, true or imagined. It keeps no history and costs a few kilobytes to clone.

    Actions are numbered as :meth:`lines` lists them; the list is the same for the same position, always.
    """

    def __init__(self, scenario: str, *, options: dict[str, bool] | None = None, data: str | None = None) -> None:
        self._raw = RawPosition(scenario, options, data)

    @classmethod
    def _of(cls, raw: RawPosition) -> Position:
        this = cls.__new__(cls)
        this._raw = raw
        return this

    def clone(self) -> Position:
        """The same position once more."""
        return Position._of(self._raw.clone())

    @property
    def waits(self) -> Wait:
        """What it waits for."""
        return Wait(*self._raw.wait())

    @property
    def ending(self) -> tuple[str, str] | None:
        """How it ended and by which rule, once it is over."""
        return self._raw.ending()

    @property
    def turn(self) -> int:
        """The game turn, from 1; 0 while setting up."""
        return self._raw.turn()

    def __len__(self) -> int:
        """How many actions are legal."""
        return self._raw.count()

    def lines(self) -> list[str]:
        """The notations of all legal actions."""
        return self._raw.lines()

    def outcomes(self) -> list[tuple[str, int]]:
        """What can be thrown now, with weights."""
        return self._raw.outcomes()

    def play(self, action: int | str) -> None:
        """Takes an action, by its number or its notation. Raises :class:`frente.Refused`; nothing has changed then."""
        if isinstance(action, str):
            self._raw.play_line(action)
        else:
            self._raw.play(action)

    def throw(self, seed: int) -> None:
        """Throws or draws what is waited for."""
        self._raw.throw(seed)

    def observe(self, seat: str) -> Floats:
        """What a seat may know, as numbers; docs/python.md says which."""
        return np.frombuffer(self._raw.observe(seat), np.float32)

    def planes(self, seat: str) -> tuple[Floats, Floats]:
        """The same as :meth:`observe`, apart: a row for each place, and the numbers of the whole board."""
        flat = self.observe(seat)
        return flat[:-GLOBALS].reshape(-1, CHANNELS), flat[-GLOBALS:]

    @property
    def places(self) -> list[str]:
        """The labels of the rows of :meth:`planes`."""
        return self._raw.places()

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat may know, for showing."""
        view: dict[str, Any] = json.loads(self._raw.view(seat))
        return view

    def odds(self, seat: str) -> dict[str, Any] | None:
        """Odds of the combat at hand, as far as the seat knows."""
        odds = self._raw.odds(seat)
        return None if odds is None else json.loads(odds)

    def imagine(self, seat: str, seed: int) -> Position:
        """Some position that the seat cannot tell from this one: the hidden drawn at random."""
        return Position._of(self._raw.imagine(seat, seed))

    def afterstates(self, seed: int) -> Floats:
        """For each legal action what its side would see after it, averaged over the throws that follow at once. The hidden is imagined."""
        return np.frombuffer(self._raw.afterstates(seed), np.float32).reshape(len(self), self._raw.size())

    def suggest(self, player: str = "greedy", seed: int = 0) -> int:
        """The number of the action a computer player would take, from what its side knows."""
        return self._raw.suggest(player, seed)


class Match:
    """A match: a position with its history, its dice and its options; what is saved and replayed."""

    def __init__(
        self,
        scenario: str,
        *,
        seed: int | str | None = None,
        options: dict[str, bool] | None = None,
        data: str | None = None,
    ) -> None:
        """Opens a scenario. With a seed (a number, or 64 hexadecimal digits) the program throws the dice; without, they are typed in."""
        self._raw = RawMatch(scenario, None if seed is None else str(seed), options, data)

    @classmethod
    def _of(cls, raw: RawMatch) -> Match:
        this = cls.__new__(cls)
        this._raw = raw
        return this

    @classmethod
    def load(cls, save: str, *, data: str | None = None) -> Match:
        """Opens a saved match."""
        return cls._of(RawMatch.load(save, data))

    def save(self) -> str:
        """The whole match as text, secrets and all."""
        return self._raw.save()

    def clone(self) -> Match:
        """The same match once more."""
        return Match._of(self._raw.clone())

    @property
    def waits(self) -> Wait:
        """What it waits for."""
        return Wait(*self._raw.wait())

    @property
    def turn(self) -> int:
        """The game turn."""
        return self._raw.turn()

    @property
    def history(self) -> list[str]:
        """All actions and throws so far, as the referee writes them."""
        return self._raw.history()

    def lines(self) -> list[str]:
        """The notations of all legal actions."""
        return self._raw.lines()

    def outcomes(self) -> list[tuple[str, int]]:
        """What can be thrown now, with weights."""
        return self._raw.outcomes()

    def play(self, line: str, *, seat: str | None = None) -> None:
        """A seat decides (whoever is waited for, if none is named). Raises :class:`frente.Refused`; nothing has changed then."""
        who = seat or self.waits.side
        if who is None:
            raise ValueError("nobody decides now")
        self._raw.play(who, line)

    def throw(self, line: str | None = None) -> None:
        """The program throws the dice; with typed dice, this is the throw."""
        if line is None:
            self._raw.throw()
        else:
            self._raw.type_throw(line)

    def undo(self, seat: str) -> None:
        """A seat takes its last action back, unless dice or secrets have spoken."""
        self._raw.undo(seat)

    def state(self, seat: str) -> dict[str, Any]:
        """All a seat may know now, with its choices if it decides: the protocol's ``State``."""
        state: dict[str, Any] = json.loads(self._raw.state(seat))
        return state

    def odds(self, seat: str, lines: list[str] | None = None) -> dict[str, Any] | None:
        """Odds of the combat at hand, after playing ``lines`` on a copy."""
        odds = self._raw.odds(seat, lines or [])
        return None if odds is None else json.loads(odds)

    def suggest(self, player: str = "greedy", seed: int = 0) -> str:
        """The line a computer player would play."""
        return self._raw.suggest(player, seed)

    def position(self) -> Position:
        """The position now, to clone and search."""
        return Position._of(self._raw.position())
