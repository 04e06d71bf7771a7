"""Every example in docs/python.md runs, in order, in one namespace."""

import re
from pathlib import Path

TEXT = Path(__file__).resolve().parents[2] / "docs" / "python.md"


def test_tutorial():
    blocks = re.findall(r"```python\n(.*?)```", TEXT.read_text(encoding="utf-8"), re.S)
    assert len(blocks) >= 5
    names: dict = {}
    for block in blocks:
        exec(compile(block, str(TEXT), "exec"), names)
