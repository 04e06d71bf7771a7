"""Every example in docs/python.md runs, in order, in one namespace; and so do the programs in examples/, in small."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_tutorial():
    text = ROOT / "docs" / "python.md"
    blocks = re.findall(r"```python\n(.*?)```", text.read_text(encoding="utf-8"), re.S)
    assert len(blocks) >= 5
    names: dict = {}
    for block in blocks:
        exec(compile(block, str(text), "exec"), names)


def test_learning_in_small():
    small = ["madrid/drive", "--rounds", "2", "--games", "1", "--test", "2", "--seed", "3"]
    done = subprocess.run([sys.executable, ROOT / "examples" / "learn.py", *small], check=True, capture_output=True, text=True)
    assert "round 2" in done.stdout and "against random (its start)" in done.stdout and "against greedy" in done.stdout
