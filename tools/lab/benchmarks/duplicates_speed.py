"""How long looking for duplicates takes in a large library, and how many planted ones are found.

    python -m tools.lab.benchmarks.duplicates_speed LIBRARY

Reads the papers of a library (nothing is written), plants copies of a thousand of them, changed
in the ways that occur, and prints seconds, peak memory, what was found in the library itself, and
the share of the planted copies that was found, by kind of change.
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import click
import psutil

from core.base.identity import external_ids, title_key
from core.base.jobs import SilentJob
from core.base.records import PaperNumber, PaperRecord
from core.library.database.connection import Database
from core.library.duplicates.likeness import PaperTraits
from core.library.duplicates.pairs import StoredTraits, find_pairs, read_traits
from core.library.store.traits import Traits, make_traits

PLANTED = 1_000


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
def main(folder: Path) -> None:
    """Measure once without and once with the planted copies."""
    started, used = time.perf_counter(), time.process_time()
    database = Database(folder, write=False)
    papers = read_traits(database)
    print(f"{len(papers):,} papers, read in {time.perf_counter() - started:.1f} s")
    pairs = find_pairs(papers, SilentJob(), StoredTraits(database))
    database.close()
    wall, cpu = time.perf_counter() - started, time.process_time() - used
    memory = psutil.Process().memory_info().rss / 2**20
    kinds = Counter(f"{pair.kind}{', sure' if pair.sure else ''}" for pair in pairs)
    print(f"scan: {wall:.1f} s ({cpu:.1f} s of a core), {memory:.0f} MiB; {dict(kinds)}")
    _plant(papers)


def _plant(papers: list[PaperTraits]) -> None:
    draw = random.Random(7)
    chosen = draw.sample([paper for paper in papers if len(paper.title) > 20], PLANTED)
    first = max(paper.number for paper in papers) + 1
    changed = {}
    copies = []
    for place, paper in enumerate(chosen):
        name, change = list(CHANGES.items())[place % len(CHANGES)]
        number = PaperNumber(first + place)
        changed[frozenset((paper.number, number))] = name
        copies.append(change(paper, draw)._replace(number=number))
    every = [*papers, *copies]
    found = {
        frozenset((pair.one, pair.other)): pair
        for pair in find_pairs(every, SilentJob(), MadeTraits(every))
    }
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair, name in changed.items():
        told[name]["planted"] += 1
        told[name]["found"] += pair in found
        told[name]["sure"] += pair in found and found[pair].sure
    for name, counts in told.items():
        print(f"{name:32} {dict(counts)}")


class MadeTraits:
    """What is compared of papers, as far as what they are chosen by tells it."""

    def __init__(self, papers: Sequence[PaperTraits]) -> None:
        self._papers = {paper.number: paper for paper in papers}

    def load(self, numbers: Collection[PaperNumber]) -> None:
        """Need nothing more."""

    def __getitem__(self, number: PaperNumber) -> Traits:
        """Return what is compared of a paper."""
        paper = self._papers[number]
        record = PaperRecord(
            title=paper.title,
            authors=paper.families,
            year=paper.year,
            doi=paper.doi,
            arxiv=paper.arxiv,
            venue=paper.venue,
            url=paper.url,
        )
        return make_traits(record, external_ids(record))


def _titled(paper: PaperTraits, title: str) -> PaperTraits:
    return paper._replace(title=title, title_key=title_key(title), doi="", url="")


def _typing_errors(count: int) -> Callable[[PaperTraits, random.Random], PaperTraits]:
    def change(paper: PaperTraits, draw: random.Random) -> PaperTraits:
        letters = list(paper.title)
        for _ in range(count):
            at = draw.randrange(1, len(letters) - 1)
            letters[at : at + 1] = draw.choice(["", letters[at] * 2, draw.choice("aeiorst")])
        return _titled(paper, "".join(letters))

    return change


CHANGES: dict[str, Callable[[PaperTraits, random.Random], PaperTraits]] = {
    "same title, no identifier": lambda paper, _: _titled(paper, paper.title.upper()),
    "one typing error": _typing_errors(1),
    "two typing errors": _typing_errors(2),
    "a subtitle added": lambda paper, _: _titled(paper, f"{paper.title}: a closer look"),
    "no authors and year": lambda paper, _: _titled(paper, paper.title)._replace(
        families=(), year=None
    ),
    "preprint of a year before": lambda paper, _: _titled(paper, paper.title)._replace(
        year=None if paper.year is None else paper.year - 1, venue="arXiv"
    ),
}

if __name__ == "__main__":
    main()
