"""How long reading a PDF takes: ``python tools/lab/benchmarks/parse_speed.py``.

Prints the time of the first file with a cold child, and median and worst of all with a warm one,
also scaled to ten pages, with the most memory the child ever held.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median

import psutil
import pymupdf

from core.manuscript.reader import GuardedReader

DATA = Path(os.environ.get("COCITE_DATA", Path(__file__).parents[3].parent / "shared" / "data"))


def page_count(path: Path) -> int:
    with pymupdf.open(path) as document:
        return int(document.page_count)


def main() -> None:
    paths = sorted((DATA / "pdfs").glob("*/*.pdf"))
    two_columns = [path for path in paths if path.parent.name in ("pmlr", "acl")]
    with GuardedReader() as reader:
        began = time.perf_counter()
        reader.read_manuscript(two_columns[0])
        print(f"cold, {two_columns[0].name}: {time.perf_counter() - began:.2f} s")
        seconds: dict[Path, float] = {}
        pages: dict[Path, int] = {}
        peak = 0.0
        for path in paths:
            began = time.perf_counter()
            reader.read_manuscript(path)
            seconds[path] = time.perf_counter() - began
            pages[path] = page_count(path)
            (child,) = psutil.Process().children()
            peak = max(peak, child.memory_info().rss / 1e6)
    for name, group in (("all", paths), ("two columns, 8 to 13 pages", two_columns)):
        times = [seconds[path] for path in group]
        worst = max(group, key=seconds.__getitem__)
        print(
            f"warm, {name}: {len(group)} files, median {median(times):.2f} s, "
            f"worst {max(times):.2f} s ({worst.name})"
        )
    scaled = [seconds[path] * 10 / max(pages[path], 10) for path in two_columns]
    print(f"ten pages of two columns: median {median(scaled):.2f} s, worst {max(scaled):.2f} s")
    print(f"most memory of the child after any file: {peak:.0f} MB")


if __name__ == "__main__":
    main()
