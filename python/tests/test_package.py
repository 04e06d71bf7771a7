"""The package plays by the same rules, keeps the same secrets, and repeats itself."""

import doctest
import importlib
import json
import random

import numpy as np
import pytest

import frente
from frente import _frente

SCENARIOS = frente.scenarios()


def finish(position, seed):
    """Plays at random to the end."""
    dice = random.Random(seed)
    steps = 0
    while (waits := position.waits).kind != "over":
        if waits.kind == "chance":
            position.throw(dice.getrandbits(60))
        else:
            position.play(dice.randrange(len(position)))
        steps += 1
    return steps


@pytest.mark.parametrize("name", ["frente", "frente.batch"])
def test_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_names():
    assert len(SCENARIOS) >= 5 and "greedy" in frente.players()
    with pytest.raises(ValueError, match="expected one of"):
        frente.Position("aragon/nowhere")
    with pytest.raises(ValueError, match="game and scenario"):
        frente.Match("aragon")


def test_lines_play_and_refusals_change_nothing():
    match = frente.Match("aragon/belchite", seed=7)
    before = match.lines()
    with pytest.raises(frente.Refused):
        match.play("nonsense")
    assert match.lines() == before and match.history == []
    match.play(before[0])
    assert match.history[0] == before[0]


def test_saves_replay():
    match = frente.Match("madrid/drive", seed=3)
    for n in range(60):
        if match.waits.kind == "chance":
            match.throw()
        else:
            match.play(match.suggest("random", n))
    again = frente.Match.load(match.save())
    assert again.history == match.history and again.lines() == match.lines()
    twin = match.clone()
    if twin.waits.kind == "decision":
        twin.play(twin.lines()[0])
        assert len(twin.history) > len(match.history)
    position = match.position()
    assert position.lines() == match.lines() and position.waits == match.waits


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_seat_sees_no_more_than_it_may(scenario):
    """Whatever is imagined for a seat looks to that seat as the truth does."""
    position = frente.Position(scenario)
    dice = random.Random(scenario)
    for step in range(120):
        waits = position.waits
        if waits.kind == "over":
            break
        if waits.kind == "chance":
            position.throw(dice.getrandbits(60))
        else:
            position.play(dice.randrange(len(position)))
        if step % 20 == 0:
            for seat in ("republican", "nationalist", "spectator"):
                imagined = position.imagine(seat, step)
                assert imagined.view(seat) == position.view(seat)
                assert np.array_equal(imagined.observe(seat), position.observe(seat))


def test_afterstates_have_a_row_an_action():
    position = frente.Position("madrid/drive")
    while position.waits.kind == "chance":
        position.throw(1)
    rows = position.afterstates(1)
    assert rows.shape == (len(position), position.observe("republican").size)


def test_odds_add_up():
    position = frente.Position("aragon/belchite")
    dice = random.Random(5)
    for _ in range(3000):
        waits = position.waits
        odds = position.odds("republican")
        if odds is not None:
            assert sum(r["probability"] for r in odds["results"]) == pytest.approx(1)
            return
        if waits.kind == "chance":
            position.throw(dice.getrandbits(60))
        else:
            position.play(dice.randrange(len(position)))
    pytest.fail("no combat in 3000 steps")


def test_batches_repeat_themselves_whatever_the_threads():
    def run(threads):
        batch = frente.Batch("madrid/drive", 6, seed=4, threads=threads)
        numbers = np.random.default_rng(1)
        _, counts = batch.state()
        seen = []
        for _ in range(400):
            stepped = batch.step((numbers.random(6) * counts).astype(np.int32))
            counts = stepped.counts
            seen.append([part.tolist() for part in stepped])
        return seen, batch.observe().tolist()

    assert run(1) == run(3)
    batch = frente.Batch("madrid/drive", 2)
    with pytest.raises(ValueError, match="no action"):
        batch.step(np.array([0, 100_000], np.int32))
    with pytest.raises(ValueError, match="expected 2 actions"):
        batch.step(np.array([0], np.int32))


def test_chunks_of_the_laboratory():
    head = {
        "study": "madrid/drive",
        "options": {},
        "republican": "random",
        "nationalist": "random",
        "seed": 1,
        "chunk": 2,
        "rules_version": 0,
        "fingerprint": "",
    }
    with pytest.raises(ValueError, match="other rules or data"):
        _frente.lab_chunk(json.dumps(head), 0, 2)
