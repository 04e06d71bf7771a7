"""PettingZoo's own tests, for every scenario, and what they do not ask."""

import random

import numpy as np
import pytest

import frente

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

SCENARIOS = frente.scenarios()
# Agents are called by their sides, and observations are dictionaries with a mask: PettingZoo allows both and remarks on both.
pytestmark = pytest.mark.filterwarnings("ignore:.*(recommend agents|NumPy array|Observation space|mask numpy array is all zeros)")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_api(scenario):
    api_test(frente.env(scenario), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_seeds(scenario):
    seed_test(lambda: frente.env(scenario), num_cycles=100)


def test_render():
    render_test(lambda **more: frente.env("aragon/belchite", **more))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whole_games(scenario):
    """From the first decision to the last, with one agent acting at a time and the same sum of rewards whoever wins."""
    env = frente.env(scenario)
    dice = random.Random(scenario)
    env.reset(seed=7)
    total = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter(max_iter=100_000):
        _, reward, ended, cut, info = env.last(observe=False)
        total[agent] += reward
        assert not cut
        if ended:
            assert info["legal"] == 0
            env.step(None)
            continue
        other = next(a for a in env.possible_agents if a != agent)
        assert 0 < info["legal"] <= env.width and env.infos[other]["legal"] == 0
        env.step(dice.randrange(info["legal"]))
    assert env.agents == []
    winner = env.position.waits.side
    assert total == ({a: 1 if a == winner else -1 for a in total} if winner else dict.fromkeys(total, 0))


def test_the_mask_is_for_whoever_decides():
    env = frente.env("aragon/belchite")
    env.reset(seed=1)
    agent = env.agent_selection
    other = next(a for a in env.agents if a != agent)
    assert env.observe(agent)["action_mask"].sum() == len(env.position) > 0
    assert env.observe(other)["action_mask"].sum() == 0


def test_a_mask_without_room_leaves_nothing_out_of_reach():
    env = frente.env("aragon/belchite", width=2)
    env.reset(seed=1)
    agent = env.agent_selection
    legal = env.infos[agent]["legal"]
    assert legal == len(env.position) > 2
    assert env.observe(agent)["action_mask"].tolist() == [1, 1]
    assert env.observation_space(agent).contains(env.observe(agent))
    last = env.position.lines()[-1]
    twin = env.position.clone()
    twin.play(last)
    env.step(legal - 1)
    assert env.position.lines() == twin.lines() or env.position.waits != twin.waits
    with pytest.raises(frente.Refused, match="no action"):
        env.step(100_000)


def test_wrong_actions_change_nothing():
    env = frente.env("madrid/drive")
    env.reset(seed=1)
    before = env.position.lines(), env.agent_selection, dict(env.rewards)
    for wrong in (-1, len(env.position), None):
        with pytest.raises(ValueError):
            env.step(wrong)
        assert (env.position.lines(), env.agent_selection, dict(env.rewards)) == before


def test_observations_belong_to_whoever_asked():
    env = frente.env("madrid/drive")
    env.reset(seed=1)
    seen = env.observe("republican")["observation"]
    seen += 1  # an array of one's own, which may be changed
    assert not np.array_equal(seen, env.observe("republican")["observation"])
