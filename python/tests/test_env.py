"""PettingZoo's own tests, for every scenario."""

import pytest

import frente

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402


@pytest.mark.parametrize("scenario", frente.scenarios())
def test_api(scenario):
    api_test(frente.env(scenario), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("scenario", frente.scenarios())
def test_seeds(scenario):
    seed_test(lambda: frente.env(scenario), num_cycles=60)


def test_the_winner_is_rewarded():
    env = frente.env("madrid/drive")
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else env.action_space(agent).sample(observation["action_mask"]))
    winner = env.position.waits.side
    assert total == ({a: 1 if a == winner else -1 for a in total} if winner else dict.fromkeys(total, 0))
