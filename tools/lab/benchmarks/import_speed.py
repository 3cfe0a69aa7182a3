"""How long importing a catalogue takes, and how long the library then takes to answer.

    python -m tools.lab.benchmarks.import_speed [PAPERS.jsonl.gz]

Prints seconds, peak memory, and the ratio to the least anyone could do with the same records in
the same run: parse each line and insert the text of it into a bare table.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import psutil

from core.library.imports.importing import import_sources
from core.library.library import Library

CHECKOUT = Path(__file__).resolve().parents[3]
REPEATS = 5
T = TypeVar("T")


def main() -> None:
    """Measure, in a folder that is removed at the end."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else _default_source()
    with tempfile.TemporaryDirectory() as place:
        bare = _bare_insert(source, Path(place) / "bare.db")
        cpu = time.process_time()
        report, seconds = _timed(lambda: _import(source, Path(place) / "library"))
        cpu = time.process_time() - cpu
        print(f"import          {seconds:8.1f} s   {report}")
        print(f"  of a processor{cpu:8.1f} s")
        print(f"bare insert     {bare:8.1f} s   ratio {seconds / bare:.1f}")
        print(f"peak memory     {_peak_mb():8.0f} MB")
        _, again = _timed(lambda: _import(source, Path(place) / "library"))
        print(f"import again    {again:8.1f} s")
        _answers(Path(place) / "library")


def _default_source() -> Path:
    data = os.environ.get("COCITE_DATA", str(CHECKOUT.parent / "shared" / "data"))
    return Path(data) / "papers" / "acm.jsonl.gz"


def _import(source: Path, folder: Path) -> str:
    with Library.open(folder, create=True) as library:
        report = import_sources(library, [source], parser=None)
    refused = len(report.refused)
    return (
        f"{report.added} added, {report.merged} merged, {report.unchanged} known, {refused} refused"
    )


def _bare_insert(source: Path, path: Path) -> float:
    began = time.perf_counter()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE papers (id TEXT PRIMARY KEY, title TEXT, record TEXT)")
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        records = ((json.loads(line), line) for line in lines)
        connection.executemany(
            "INSERT INTO papers VALUES (?, ?, ?)",
            ((record["id"], record["title"], line) for record, line in records),
        )
    connection.commit()
    connection.close()
    return time.perf_counter() - began


def _answers(folder: Path) -> None:
    with Library.open(folder, write=False) as library:
        papers = library.papers
        numbers = papers.numbers()
        some = random.Random(1).sample(numbers, min(200, len(numbers)))
        ids = [paper.id for paper in papers.get_many(some)]
        questions: dict[str, Callable[[], object]] = {
            "ordered by title": lambda: papers.ordered(sort="title", descending=False),
            "ordered by year": lambda: papers.ordered(sort="year", descending=True),
            "get_many of 200": lambda: papers.get_many(some),
            "resolve_many of 200": lambda: papers.resolve_many(ids),
            "count": papers.count,
            "changes, 4,000": lambda: papers.changes(0, 4_000),
        }
        for name, ask in questions.items():
            times = sorted(_timed(ask)[1] for _ in range(REPEATS))
            print(f"{name:20} {times[0] * 1e3:6.1f} ms best, {times[-1] * 1e3:6.1f} ms worst")


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.perf_counter()
    result = work()
    return result, time.perf_counter() - began


def _peak_mb() -> float:
    memory = psutil.Process().memory_info()
    if sys.platform == "win32":
        return float(memory.peak_wset) / 1e6
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak) / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    main()
