"""Edits a ``.bib`` file and the library that follows it at the same time, and counts what is lost.

``python -m tools.lab.benchmarks.bib_both_sides [ENTRIES [OUTSIDE [INSIDE [SEED]]]]``

Half of the edits happen without a look between them, so that some are about the same field. What
both sides should say is computed from the edits alone. With ``--pybtex``, the interpreter of an
environment that has pybtex, the file is read by that in the end.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

from core.library.following import bib_follower
from core.library.library import Library
from tests.core.library.following.bib_both_sides import BothSides, read_entries

_PYBTEX = """
import json, sys
from pybtex.database import parse_file
entries = parse_file(sys.argv[1], "bibtex").entries
print(json.dumps({key: dict(entry.fields) for key, entry in entries.items()}))
"""


def main() -> None:
    """Run the edits, print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("entries", type=int, nargs="?", default=2000)
    parser.add_argument("outside", type=int, nargs="?", default=200)
    parser.add_argument("inside", type=int, nargs="?", default=50)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--pybtex", default="")
    arguments = parser.parse_args()
    bib_follower.SETTLE_SECONDS = 0

    def read(path: Path) -> dict[str, dict[str, str]]:
        if not arguments.pybtex:
            return read_entries(path.read_text("utf-8"))
        command = [arguments.pybtex, "-c", _PYBTEX, str(path)]
        answer = subprocess.run(command, capture_output=True, check=True, text=True)
        entries: dict[str, dict[str, str]] = json.loads(answer.stdout)
        return {key: {n.lower(): v for n, v in e.items()} for key, e in entries.items()}

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "paper" / "refs.bib"
        path.parent.mkdir()
        start = time.process_time()
        with Library.open(Path(folder) / "library", create=True) as library:
            both = BothSides(library, path, arguments.entries, arguments.seed, read)
            outcome = both.run(arguments.outside, arguments.inside, hot=40)
        seconds = time.process_time() - start
    print(f"{arguments.entries} entries, {outcome.outside} edits outside, {outcome.inside} inside")
    print(f"lost {outcome.lost}, doubled {outcome.doubled}")
    print(f"conflicts shown {outcome.conflicts} of {outcome.expected_conflicts}")
    print(f"{seconds:.0f} s of processor time")
    for complaint in outcome.complaints:
        print(complaint)


if __name__ == "__main__":
    main()
