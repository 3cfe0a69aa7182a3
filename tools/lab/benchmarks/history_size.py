"""What the history of a large library takes: processor time, undoing, and the size of the file.

    python -m tools.lab.benchmarks.history_size [--papers 20000] [--actions 250]

Papers are made up, each with an abstract of some 1,000 letters, ten citations and three citing
sentences. Actions are those of a person: most touch a few papers, each tenth a hundred, each
fiftieth 5,000. Three at the end touch all papers: an edit, the Trash, deleting for good. What is
kept must be the last 100 as far as they fit, and each of the last three must be undone by a
library that was closed and opened again.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.store.annotations import NoteStore

CITED, SAID = 10, 3


def main() -> None:
    """Measure, in a folder that is removed at the end."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--papers", type=int, default=20_000)
    options.add_argument("--actions", type=int, default=250)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "library"
        _fill(folder, asked.papers)
        _tell(folder, "the library")
        _act(folder, asked.actions)
        _tell(folder, f"after {asked.actions} actions")
        with Library.open(folder) as library:
            numbers = library.papers.numbers()
        for name, act in _LARGE.items():
            _large(folder, name, act, numbers)


def _fill(folder: Path, papers: int) -> None:
    chance = random.Random(1)
    words = ("moor", "peat", "fen", "reed", "kelp", "moss", "wet", "dry", "bog", "heath")
    with Library.open(folder, create=True) as library:
        records = [
            PaperRecord(
                title=f"Study {n} of {chance.choice(words)}",
                abstract=" ".join(chance.choices(words, k=200)),
                authors=("Ann Roe", "Li Wei", f"Bo Ek{n % 999}"),
                year=1990 + n % 30,
                doi=f"10.55555/w{n}",
                keywords=("walks", words[n % len(words)]),
            )
            for n in range(papers)
        ]
        list(library.papers.add(records, source="made"))
        numbers = library.papers.numbers()
        with library.database.transaction():
            for number in numbers:
                said = [
                    CitingContext(text=f"Said {n} of {number}.", cited=(chance.choice(numbers),))
                    for n in range(SAID)
                ]
                library.citations.add_contexts(number, said)
            library.citations.add_citations(
                [(each, chance.choice(numbers)) for each in numbers for _ in range(CITED)], "edges"
            )
        library.tags.add("read")
        library.history.clear()


def _act(folder: Path, actions: int) -> None:
    chance, seconds = random.Random(2), []
    with Library.open(folder) as library:
        numbers = library.papers.numbers()
        for step in range(1, actions + 1):
            count = 5_000 if step % 50 == 0 else 100 if step % 10 == 0 else chance.randint(1, 3)
            chosen = chance.sample(numbers, min(count, len(numbers)))
            began = time.process_time()
            _small(library, step, chosen)
            if count < 100:
                seconds.append(time.process_time() - began)
    seconds.sort()
    told = f"median {statistics.median(seconds) * 1e3:.1f} ms, slowest {seconds[-1] * 1e3:.0f} ms"
    print(f"small actions: {told}", flush=True)


def _small(library: Library, step: int, chosen: list[PaperNumber]) -> None:
    if step % 3 == 0:
        library.papers.update_many({each: {"year": 1900 + step} for each in chosen})
    elif step % 3 == 1:
        NoteStore(library.database).set(chosen[0], f"Read {step}.")
    else:
        library.tags.add(f"tag {step}", chosen)


_LARGE: dict[str, Callable[[Library, list[PaperNumber]], object]] = {
    "edit of all": lambda library, numbers: library.papers.update_many(
        {number: {"year": 1800} for number in numbers}
    ),
    "all to the Trash": lambda library, numbers: library.papers.trash(numbers),
    "all deleted for good": lambda library, numbers: library.papers.purge(numbers),
}


def _large(
    folder: Path,
    name: str,
    act: Callable[[Library, list[PaperNumber]], object],
    numbers: list[PaperNumber],
) -> None:
    """Do it, and undo it and do it again after a restart."""
    with Library.open(folder) as library:
        done = _timed(lambda: act(library, numbers))
        entry = library.history.all()[0]
    told = f"{name}: {done:.1f} s"
    if entry.problem:
        print(f"{told}; not kept: {entry.problem}", flush=True)
        _tell(folder, name)
        return
    with Library.open(folder) as library:
        undone = _timed(lambda: library.history.undo(entry.number))
    with Library.open(folder) as library:
        again = _timed(lambda: library.history.redo(entry.number))
    print(f"{told}, undone in {undone:.1f} s, done again in {again:.1f} s", flush=True)
    _tell(folder, name)


def _timed(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def _tell(folder: Path, when: str) -> None:
    with Library.open(folder) as library:
        library.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept = library.database.value("SELECT COUNT(*) FROM history WHERE NOT takes_back")
        held = library.database.value("SELECT COALESCE(SUM(bytes), 0) FROM history")
    size = (folder / DATABASE).stat().st_size / 1e6
    print(
        f"  {when}: file {size:.0f} MB, history {kept} actions in {held / 1e6:.1f} MB", flush=True
    )


if __name__ == "__main__":
    main()
