"""What a library of 250,000 records takes.

    python -m tools.lab.benchmarks.large_library [SOURCE...]

Imports the papers of the development data, or other sources, into a library that is removed at the
end, and prints seconds for importing, opening, indexing, searching as one types, looking for
duplicates, and backing up, with the peak memory. The baselines, in the same run: reading the source
and inserting its lines into a bare table, for the import; copying the file, for the backup.
"""

from __future__ import annotations

import gzip
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click
import numpy as np
import psutil

from core.base.jobs import SilentJob
from core.library.database.connection import Database
from core.library.duplicates.pairs import StoredTraits, find_pairs, read_traits
from core.library.imports.importing import import_sources
from core.library.library import Library
from core.library.safety import backups
from core.models.shelf import Shelf
from core.workspace import Workspace
from tools.lab.benchmarks.data import data_folder

SEARCHES, FOUND = 60, 10_000
SHOWN = 60
"""Rows of a table that a search fills before anyone can see more."""


@click.command(help=__doc__)
@click.argument("sources", nargs=-1, type=click.Path(exists=True, path_type=Path))
def main(sources: Sequence[Path]) -> None:
    """Measure, in a folder that is removed at the end."""
    given = list(sources) or sorted((data_folder() / "papers").glob("*.jsonl.gz"))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "library"
        bare = _bare_insert(given, Path(place) / "bare.db")
        imported = _import(given, folder)
        print(f"{'  a bare table':24}{bare:8.1f} s   ratio {imported / bare:.1f}")
        _words(folder)
        _opening(folder)
        _typing(folder)
        _duplicates(folder)
        _backup(folder)
    print(f"peak memory {_peak_mb():.0f} MB")


def _bare_insert(sources: Sequence[Path], path: Path) -> float:
    began = time.perf_counter()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE papers (record TEXT)")
        lines = ((line,) for source in sources for line in _lines(source))
        connection.executemany("INSERT INTO papers VALUES (?)", lines)
        connection.commit()
    return time.perf_counter() - began


def _lines(source: Path) -> Iterator[str]:
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        yield from lines


def _import(sources: Sequence[Path], folder: Path) -> float:
    began, used = time.perf_counter(), time.process_time()
    with Library.open(folder, create=True) as library:
        report = import_sources(library, sources, parser=None)
    seconds, cpu = time.perf_counter() - began, time.process_time() - used
    records = report.added + report.merged + report.unchanged + len(report.refused)
    print(f"{'import':24}{seconds:8.1f} s   {cpu:.1f} s of a core; {records:,} records,", end=" ")
    print(f"{report.added:,} added, {report.merged:,} merged, {len(report.refused):,} refused")
    return seconds


def _words(folder: Path) -> None:
    with closing(Workspace(folder, Shelf(folder.parent / "models"))) as workspace:
        began = time.perf_counter()
        workspace.indexing.words()
        print(f"{'index of words':24}{time.perf_counter() - began:8.1f} s")


def _opening(folder: Path) -> None:
    times = []
    for _ in range(5):
        began = time.perf_counter()
        with closing(Workspace(folder, Shelf(folder.parent / "models"))) as workspace:
            numbers = workspace.library.papers.ordered(sort="added", descending=True)
            workspace.papers.rows(numbers[:SHOWN])
            times.append(time.perf_counter() - began)
    print(f"{'opened, first rows':24}{np.median(times):8.2f} s   worst {max(times):.2f} s")


def _typing(folder: Path) -> None:
    """Ask for every beginning of a title's first words, as the search field does."""
    with closing(Workspace(folder, Shelf(folder.parent / "models"), write=False)) as workspace:
        papers = workspace.library.papers
        some = random.Random(1).sample(papers.numbers(), SEARCHES)
        titles = [" ".join(paper.title.split()[:3]) for paper in papers.get_many(some)]
        workspace.papers.search("warm")
        times = []
        for title in titles:
            for end in range(2, len(title) + 1):
                began = time.perf_counter()
                workspace.papers.rows(workspace.papers.search(title[:end], limit=FOUND)[:SHOWN])
                times.append(1000 * (time.perf_counter() - began))
    p50, p95 = np.percentile(times, [50, 95])
    print(f"{'search as one types':24}{p50:8.1f} ms p50, {p95:.1f} ms p95 of {len(times):,}")


def _duplicates(folder: Path) -> None:
    began = time.perf_counter()
    with closing(Database(folder, write=False)) as database:
        pairs = find_pairs(read_traits(database), SilentJob(), StoredTraits(database))
    print(f"{'scan for duplicates':24}{time.perf_counter() - began:8.1f} s   {len(pairs):,} pairs")


def _backup(folder: Path) -> None:
    with closing(Database(folder, write=False)) as database:
        began = time.perf_counter()
        made = backups.take(database)
        seconds = time.perf_counter() - began
    began = time.perf_counter()
    shutil.copyfile(made.path, folder / "copy")
    copied = time.perf_counter() - began
    size = made.path.stat().st_size / 1e6
    print(f"{'backup, checked':24}{seconds:8.1f} s   {size:.0f} MB; a bare copy {copied:.1f} s")


def _peak_mb() -> float:
    import resource

    used: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 1e3 if psutil.LINUX else psutil.Process().memory_info().rss / 1e6


if __name__ == "__main__":
    main()
