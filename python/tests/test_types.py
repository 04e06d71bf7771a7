"""What is typed is true: the stubs name what the compiled module has, and the package passes the strictest checks."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")
HERE = Path(__file__).resolve().parents[1]


def run(*words, folder):
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs(tmp_path):
    run("mypy.stubtest", "frente._frente", folder=tmp_path)


def test_package_and_examples(tmp_path):
    config = ["--config-file", str(HERE / "pyproject.toml")]
    files = [HERE / "speed.py", HERE.parent / "examples" / "learn.py", HERE.parent / "examples" / "ray_lab.py"]
    run("mypy", *config, "-p", "frente", folder=tmp_path)
    run("mypy", *config, *map(str, files), folder=tmp_path)
