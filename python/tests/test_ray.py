"""A run on a cluster is the run on one machine, to the bit, though a node dies in the middle of it."""

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("ray")
from ray.cluster_utils import Cluster  # noqa: E402

FRENTE = os.environ.get("FRENTE", str(Path(__file__).resolve().parents[2] / "target" / "debug" / "frente"))
RUN = ["lab", "madrid/drive", "--games", "240", "--republican", "greedy", "--nationalist", "random", "--chunk", "4", "--out"]
MADE = ["games.parquet", "turns.parquet", "summary.json", "report.html"]


def hashes(folder):
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in MADE}


@pytest.mark.skipif(not Path(FRENTE).exists(), reason="build the program first: cargo build")
def test_a_node_dies(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    subprocess.run([FRENTE, *RUN, here], check=True, stdout=subprocess.DEVNULL)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    doomed = cluster.add_node(num_cpus=2)
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    env = os.environ | {"FRENTE_PYTHON": sys.executable}
    try:
        run = subprocess.Popen([FRENTE, *RUN, there, "--ray", cluster.address], env=env, stdout=subprocess.DEVNULL)
        file = there / "run.jsonl"
        until = time.monotonic() + 180
        while time.monotonic() < until and (not file.exists() or file.read_bytes().count(b"\n") < 6):
            assert run.poll() is None, "the run ended before a node could die"
            time.sleep(0.05)
        cluster.remove_node(doomed, allow_graceful=False)
        assert run.poll() is None, "the run ended before the node died"
        assert run.wait(timeout=300) == 0
    finally:
        cluster.shutdown()
    chunks = [json.loads(line)["chunk"] for line in file.read_text().splitlines()[1:]]
    assert sorted(chunks) == list(range(60)), "nothing lost, nothing twice"
    assert hashes(there) == hashes(here)
