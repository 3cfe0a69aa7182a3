"""Let a scripted person use the program for as long as wanted, and tell what was met.

    python -m tests.rehearsal [--steps 2000] [--seed N] [--library field|sample|FOLDER OF PDFS]

The program runs as a process of its own with its real children; it is closed, killed and started
again on the way. A sequence that failed is repeated with the same seed; ``--first`` and ``--steps``
cut a part out of it, and ``--keep`` says where the library is left.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.rehearsal.rehearsal import Rehearsal


def main() -> int:
    """Rehearse and print; the exit code says whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--library", default="field")
    parser.add_argument("--keep", type=Path, help="a folder that keeps everything")
    parser.add_argument("--only", default="", help="actions, parted by commas")
    parser.add_argument("--script", default="", help="actions in this order, over and over")
    parser.add_argument("--real-training", action="store_true")
    parser.add_argument("--tiny-model", action="store_true", help="for a slow machine")
    parser.add_argument("--settles", type=float, default=0.3, help="how often it comes to rest")
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = given.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        rehearsal = Rehearsal(
            folder.absolute(),
            seed=given.seed,
            library=given.library,
            only=[name for name in given.only.split(",") if name],
            script=[name for name in given.script.split(",") if name],
            small_trainer=not given.real_training,
            tiny_model=given.tiny_model,
            settles=given.settles,
        )
        rehearsal.play(given.first, given.first + given.steps, say=print)
        print(rehearsal.told())
    return int(bool(rehearsal.findings))


if __name__ == "__main__":
    sys.exit(main())
