"""Kills a process that writes a library hundreds of times and says what was left.

    python -m tools.lab.benchmarks.kill_library [--kills 300] [--seed 1]

Ends with a failed assertion if an acknowledged change is ever lost.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

from tests.killing import Killing


def main() -> None:
    """Kill, check, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Killing(Path(folder), given.seed) as killing:
        for _ in range(given.kills):
            killing.kill_once()
        for name, value in asdict(killing.figures).items():
            print(f"{name:26} {value}")
    print(f"{'seconds':26} {time.monotonic() - start:.0f}")


if __name__ == "__main__":
    main()
