#!/usr/bin/env python3
"""The laboratory on a Ray cluster, from Python: a run's chunks played wherever there is a core, put together here.

    pip install './python[ray]'
    ray start --head                                   # on one machine; `ray start --address=…` on the others
    python examples/ray_lab.py madrid/drive --games 400 --out /tmp/run
    python examples/ray_lab.py madrid/drive --games 400 --out /tmp/run --scaling 1,2

`frente lab … --ray ADDRESS` does the same with the program's own progress bar. With `--scaling`, the run is played once without Ray and once
on clusters of so many cores, and what Ray costs is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

FRENTE = os.environ.get("FRENTE", "frente")


def run(args: argparse.Namespace, out: Path, *more: str) -> float:
    """One run of the program; gives the seconds it took."""
    command = [FRENTE, "lab", args.scenario, "--games", str(args.games), "--republican", args.republican]
    command += ["--nationalist", args.nationalist, "--seed", str(args.seed), "--out", str(out), *more]
    begun = time.monotonic()
    subprocess.run(command, check=True, env=os.environ | {"FRENTE_PYTHON": sys.executable})
    return time.monotonic() - begun


def scaling(args: argparse.Namespace) -> None:
    """The same run on so many cores, without Ray and with it."""
    from ray.cluster_utils import Cluster

    for cores in map(int, args.scaling.split(",")):
        plain = run(args, args.out / f"plain-{cores}", "--threads", str(cores))
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": cores})
        # Workers start with the first tasks; a short run before the clock starts takes that out of the figures.
        short = argparse.Namespace(**(vars(args) | {"games": 8 * cores}))
        run(short, args.out / f"warm-{cores}", "--ray", cluster.address)
        seconds = run(args, args.out / f"ray-{cores}", "--ray", cluster.address)
        cluster.shutdown()
        same = (args.out / f"plain-{cores}/summary.json").read_bytes() == (args.out / f"ray-{cores}/summary.json").read_bytes()
        figures = {"cores": cores, "threads_seconds": plain, "ray_seconds": seconds, "same_to_the_bit": same}
        print(json.dumps(figures), flush=True)


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("scenario", nargs="?", default="madrid/drive")
    args.add_argument("--games", type=int, default=400)
    args.add_argument("--republican", default="greedy")
    args.add_argument("--nationalist", default="greedy")
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--address", default="auto")
    args.add_argument("--scaling", help="numbers of cores with commas between, such as 1,2")
    asked = args.parse_args()
    if asked.scaling:
        scaling(asked)
    else:
        run(asked, asked.out, "--ray", asked.address)


if __name__ == "__main__":
    main()
