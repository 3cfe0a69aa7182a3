"""Loses power in twelve actions, in each of the states that POSIX allows or many of them.

    python -m tools.lab.benchmarks.power_loss --states 1000 [--seed N] [--only import]

Each action is recorded once; different states of the disk are made of cuts of its record (see
``tests/power``) and opened. Prints a table, and each failure below it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.core.library import actions_with_power_loss
from tests.power.recording import PowerLosses


def main() -> None:
    """Print what became of every action; exit 1 if something was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=1000, help="how many for each action")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(actions_with_power_loss.ACTIONS.values()))
    asked = parser.parse_args()
    failures: list[str] = []
    print("| action | changes | syncs | acknowledged | states | failures | seconds |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        losses = PowerLosses(actions_with_power_loss.__name__, Path(folder))
        for name, title in actions_with_power_loss.ACTIONS.items():
            if asked.only in (None, title):
                began = time.monotonic()
                found = losses.lose(name, asked.states, asked.seed)
                failures += [f"{title}: {failure}" for failure in found.failures]
                figures = (found.changes, found.syncs, found.told, found.states.total())
                shown = " | ".join(map(str, (title, *figures, len(found.failures))))
                print(f"| {shown} | {time.monotonic() - began:.0f} |", flush=True)
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
