"""Runs long lives of libraries, and shrinks and keeps the plans that fail.

    python -m tools.lab.benchmarks.lives --plans 100 --actions 1000 [--seed N] [--minutes M]

Plan n has seed N + n. Prints a table of what was done, and each kind of failure with the shortest
plan found for it; --keep FOLDER writes those as JSON. Ends with 1 if something failed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.lives import plans
from tests.lives.plans import Plan
from tests.lives.running import Ended, Lives, room
from tests.lives.shrinking import shrunk


def main() -> None:
    """Run the plans, print the figures, exit 1 if one failed."""
    asked = _asked()
    began = time.monotonic()
    seen: Counter[str] = Counter()
    failures: dict[str, int] = {}
    count = actions = 0
    with tempfile.TemporaryDirectory(dir=room()) as folder, Lives(Path(folder)) as lives:
        for seed in range(asked.seed, asked.seed + asked.plans):
            if asked.minutes and time.monotonic() - began > asked.minutes * 60:
                break
            plan = plans.made(seed, asked.actions)
            ended = lives.live(plan)
            count, actions, seen = count + 1, actions + ended.at, seen + ended.seen
            if ended.failure and ended.kind not in failures:
                _tell(lives, seed, plan, ended, asked.keep)
            if ended.failure:
                failures[ended.kind] = failures.get(ended.kind, 0) + 1
    print("\n| done | number |\n|---|---|")
    for name, number in sorted(seen.items()):
        print(f"| {name} | {number} |")
    print(f"\n{count} plans, {actions} actions, {seen['kills']} kills")
    print(f"{seen['full disks']} full disks, {sum(failures.values())} plans failed")
    print(f"{time.monotonic() - began:.0f} s")
    for kind, number in failures.items():
        print(f"{number} × {kind}")
    sys.exit(1 if failures else 0)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plans", type=int, default=20)
    parser.add_argument("--actions", type=int, default=1_000, help="in each plan")
    parser.add_argument("--seed", type=int, default=1, help="of the first plan")
    parser.add_argument("--minutes", type=float, default=0, help="begin no plan after so many")
    parser.add_argument("--keep", type=Path, help="a folder for the plans that fail")
    return parser.parse_args()


def _tell(lives: Lives, seed: int, plan: Plan, ended: Ended, keep: Path | None) -> None:
    """Print the shortest plan found that fails in the same way, and keep it."""
    begun = replace(plan, actions=plan.actions[: ended.at])
    least = shrunk(begun, lambda shorter: lives.live(shorter).kind == ended.kind)
    again = lives.live(least)
    print(f"\n--- seed {seed}, action {ended.at}; begins with {least.begin}", flush=True)
    print("\n".join(again.steps or ended.steps[-5:]))
    print(again.failure or ended.failure, least.as_json(), flush=True)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"seed-{seed}.json").write_text(least.as_json(), "utf-8")


if __name__ == "__main__":
    main()
