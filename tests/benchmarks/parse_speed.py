"""How long reading a PDF takes: ``python tests/benchmarks/parse_speed.py``.

Prints the time of the first file with a cold child, and median and worst of all with a warm one,
with the child's peak memory.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median

import psutil

from core.manuscript.reader import GuardedReader

DATA = Path(os.environ.get("COCITE_DATA", Path(__file__).parents[2].parent / "shared" / "data"))


def main() -> None:
    paths = sorted((DATA / "pdfs").glob("*/*.pdf"))
    two_columns = [path for path in paths if path.parent.name in ("pmlr", "acl")]
    with GuardedReader() as reader:
        began = time.perf_counter()
        reader.read(two_columns[0])
        print(f"cold, {two_columns[0].name}: {time.perf_counter() - began:.2f} s")
        seconds: dict[Path, float] = {}
        for path in paths:
            began = time.perf_counter()
            reader.read(path)
            seconds[path] = time.perf_counter() - began
        (child,) = psutil.Process().children()
        peak = child.memory_info().rss / 1e6
    for name, group in (("all", paths), ("two columns, 8 to 13 pages", two_columns)):
        times = [seconds[path] for path in group]
        worst = max(group, key=seconds.__getitem__)
        print(
            f"warm, {name}: {len(group)} files, median {median(times):.2f} s, "
            f"worst {max(times):.2f} s ({worst.name})"
        )
    print(f"memory of the child after all: {peak:.0f} MB")


if __name__ == "__main__":
    main()
