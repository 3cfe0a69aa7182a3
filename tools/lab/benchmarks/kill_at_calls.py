"""Kills actions in place of the n-th call that writes, and checks what is left.

    python -m tools.lab.benchmarks.kill_at_calls --kills 130 [--seed N] [--only import]

Up to so many calls of each action, chosen at random, or all it has (see ``tests/faults.py``).
Prints a table, and each failure below it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.core.library import actions_with_power_loss, disturbed
from tests.faults import Disturbing

ACTIONS = {
    "import": (disturbed, "importing"),
    "index": (disturbed, "indexing"),
    "reading": (disturbed, "reading"),
    "merging": (actions_with_power_loss, "merging"),
    "backup": (disturbed, "backing_up"),
    "restore": (disturbed, "restoring"),
    "repair": (disturbed, "rebuilding"),
    "export": (disturbed, "exporting"),
}


def main() -> None:
    """Print what became of every action; exit 1 if something was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=130, help="how many for each action")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(ACTIONS))
    asked = parser.parse_args()
    failures: list[str] = []
    print("| action | kills | failures | seconds |\n|---|---|---|---|")
    for title, (module, name) in ACTIONS.items():
        if asked.only not in (None, title):
            continue
        began = time.monotonic()
        with (
            tempfile.TemporaryDirectory() as folder,
            Disturbing(module.__name__, Path(folder)) as disturbing,
        ):
            seen = disturbing.kills(name, most=asked.kills, seed=asked.seed)
        bugs = [f"{title}, call {each.fault.at}: {each.end}" for each in seen if "bug" in each.end]
        failures += bugs
        killed = sum(each.failed > 0 for each in seen)
        print(f"| {title} | {killed} | {len(bugs)} | {time.monotonic() - began:.0f} |", flush=True)
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
