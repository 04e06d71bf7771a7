"""The package plays by the same rules, keeps the same secrets, and repeats itself."""

import doctest
import importlib
import json
import random
import threading
import time

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
    match = frente.Match("madrid/drive", seed=7)
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


SEATS = ("republican", "nationalist", "spectator")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_seat_sees_no_more_than_it_may(scenario):
    """Whatever is imagined for a seat looks to that seat as the truth does: in view, in numbers and in what it may do. To the end of a game."""
    position = frente.Position(scenario)
    dice = random.Random(scenario)
    step = 0
    differ = 0
    while (waits := position.waits).kind != "over":
        if waits.kind == "chance":
            position.throw(dice.getrandbits(60))
        else:
            position.play(dice.randrange(len(position)))
        step += 1
        if step % 40 == 0 or step < 10:
            for seat in SEATS:
                imagined = position.imagine(seat, step)
                assert imagined.view(seat) == position.view(seat)
                assert np.array_equal(imagined.observe(seat), position.observe(seat))
                if position.waits == ("decision", seat):
                    assert imagined.lines() == position.lines()
                differ += any(imagined.view(other) != position.view(other) for other in SEATS)
    # Where there are secrets the imagined is not always the truth, or this would prove nothing.
    if scenario in ("aragon/belchite", "brunete/offensive", "santander/santander"):
        assert differ > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_observations_are_laid_out_as_documented(scenario):
    position = frente.Position(scenario)
    dice = random.Random(scenario)
    for step in range(200):
        waits = position.waits
        if waits.kind == "over":
            break
        if step % 20 == 0:
            for seat in SEATS[:2]:
                places, board = position.planes(seat)
                view = position.view(seat)
                assert places.shape == (len(position.places), 8) and board.shape == (48,)
                assert np.isfinite(places).all() and np.isfinite(board).all()
                on_map = [p for p in view["pieces"] if p.get("place") in position.places]
                own = [p for p in on_map if p.get("side") == seat]
                enemy = [p for p in on_map if p.get("side") not in (seat, None)]
                assert places[:, 0].sum() == len(own) and places[:, 2].sum() == len(enemy)
                assert board[1] == float(waits == ("decision", seat))
                assert board[7] == pytest.approx(len(position) / 100 if board[1] else 0)
        if waits.kind == "chance":
            position.throw(dice.getrandbits(60))
        else:
            position.play(dice.randrange(len(position)))


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


def test_a_batch_with_a_wrong_action_is_left_as_it_was():
    batch = frente.Batch("madrid/drive", 3, seed=4)
    before = [part.tolist() for part in batch.state()], batch.observe().tolist()
    for actions, message in (([0, 0, 100_000], "game 2 has no action 100000"), ([0, -1, 0], "game 1 has no action -1"), ([0], "expected 3 actions")):
        with pytest.raises(ValueError, match=message):
            batch.step(np.array(actions, np.int32))
        assert ([part.tolist() for part in batch.state()], batch.observe().tolist()) == before


def test_a_game_of_a_batch_is_the_game_of_its_seed():
    """Game *i* of a batch depends on seed + *i* and its actions alone."""
    wide, narrow = frente.Batch("aragon/belchite", 4, seed=10), frente.Batch("aragon/belchite", 1, seed=12)
    for _ in range(300):
        stepped = wide.step(wide.state()[1] // 2)
        alone = narrow.step(narrow.state()[1] // 2)
        assert [part[2] for part in stepped] == [part[0] for part in alone]


@pytest.mark.parametrize("what", ["step", "observe"])
def test_other_threads_run_meanwhile(what):
    """A thread that notes the time again and again goes on while Rust plays: with Python's lock held there would be a gap."""
    batch = frente.Batch("guadalajara/guadalajara", 20_000 if what == "step" else 800, seed=1)
    zeros = np.zeros(len(batch), np.int32)
    ticks: list[float] = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.0005):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        for _ in range(5):
            begun = time.perf_counter()
            batch.step(zeros) if what == "step" else batch.observe()
            ended = time.perf_counter()
            # The first and the last tenth of the call do not count: there the lock is taken and given back.
            inside = [t for t in ticks if begun + 0.1 * (ended - begun) < t < ended - 0.1 * (ended - begun)]
            if len(inside) >= 3:
                return
    finally:
        stop.set()
        thread.join()
    pytest.fail(f"no other thread ran in {ended - begun:.3f} s")


def test_threads_of_a_batch_play_at_once():
    """Two batches on two threads of Python do not get into each other's way."""
    def play(seed, out):
        batch = frente.Batch("madrid/drive", 64, seed=seed)
        for _ in range(100):
            counts = batch.step(batch.state()[1] - 1).counts
        out[seed] = counts.tolist()

    together: dict = {}
    threads = [threading.Thread(target=play, args=(seed, together)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    apart: dict = {}
    play(1, apart)
    play(2, apart)
    assert together == apart


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
