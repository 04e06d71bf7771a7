#!/usr/bin/env python3
"""A bot in a page of Python: plays whole games against itself through `frente engine`.

usage: bot.py path/to/frente [game/scenario] [seed]

It asks for the state of whichever seat must decide, prefers attacks and moves over ending a phase, and plays until
the game is over. Standard library only.
"""

import json
import random
import subprocess
import sys


class Engine:
    """The program at the other end of a pipe: one JSON object a line, each answered by one."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.sent = 0

    def ask(self, do, **fields):
        self.sent += 1
        self.process.stdin.write(json.dumps({"id": self.sent, "do": do, **fields}) + "\n")
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.sent, answer
        if "error" in answer:
            raise RuntimeError(f"{do}: {answer['error']}")
        return answer["ok"]

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=10)


def choose(choices, dice):
    """Anything but a bare button, most of the time: buttons end phases and decline attacks."""
    active = [c for c in choices if c["kind"] != "button"]
    return dice.choice(active if active and dice.random() < 0.8 else choices)


def play(engine, name, seed):
    game, scenario = name.split("/")
    dice = random.Random(seed)
    state = engine.ask("start", game=game, scenario=scenario, seed=seed)
    match = state["match"]
    while state["waits"]["kind"] != "over":
        seat = state["waits"]["side"]
        if state["waits"]["kind"] == "chance":
            state = engine.ask("roll", match=match, seat="spectator", point=state["point"])
            continue
        if state["view"]["seat"] != seat:
            state = engine.ask("state", match=match, seat=seat)
        line = choose(state["choices"], dice)["line"]
        state = engine.ask("play", match=match, seat=seat, point=state["point"], line=line)
    return state


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "frente"
    name = sys.argv[2] if len(sys.argv) > 2 else "aragon/belchite"
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1937
    engine = Engine(program)
    hello = engine.ask("hello")
    print(f"frente {hello['frente']}, protocol {hello['protocol']}")
    state = play(engine, name, seed)
    winner = state["waits"]["winner"] or "nobody"
    print(f"{name}, seed {seed}: {state['point']} actions, {winner} won: {state['waits']['text']}")
    sys.exit(engine.close())


if __name__ == "__main__":
    main()
