"""How well references find their papers in a library, against links made with the data.

    python -m tools.lab.benchmarks.linking [--train N] [--library FOLDER] [--show N]

The library holds the pool of the dev queries and every paper that some reference leads to; it is
built in FOLDER, and kept, if that is named. Each reference is its raw text, parsed as that of a
PDF is. Prints precision and recall, the reliability of the confidences, and the time for 50
references. ``--show`` prints some of the links the data do not have, to be judged by eye: the
data leave short titles and doubtful authors unlinked.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import itertools
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.base.identity import title_key
from core.base.records import Link, Manuscript, PaperNumber, PaperRecord, Reference
from core.formats.jsonl import read as read_papers
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.references.entry_fields import parse_entry
from core.recommend.manuscripts import link_references
from tools.lab.benchmarks.data import data_folder

SEED = 20251120
BINS = (0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01)


@dataclass(frozen=True)
class Case:
    """A reference with the paper it is known to be, and what was found."""

    reference: Reference
    gold: PaperNumber | None
    found: Link | None
    right: bool


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--train", type=int, default=150, help="citing papers besides dev")
    options.add_argument("--library", type=Path)
    options.add_argument("--show", type=int, default=0)
    given = options.parse_args()
    lists = _lists(given.train)
    with contextlib.ExitStack() as stack:
        folder = given.library or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "lib"
        library = stack.enter_context(_library(folder, lists))
        words = WordIndex(folder / "words", library.identity)
        words.follow(library.papers)
        print(f"{library.papers.count():,} papers, {sum(map(len, lists)):,} references")
        began = time.perf_counter()
        cases = [case for entries in lists for case in _cases(library, words, entries)]
        took = time.perf_counter() - began
        _print(cases)
        print(f"time for 50 references {took / len(cases) * 50 * 1000:8.0f} ms (mean)")
        _show(library, cases, given.show)


def _lists(train: int) -> list[list[tuple[str, str]]]:
    """Return reference lists, each of (text, id or "")."""
    folder = data_folder() / "fulltexts"
    dev = [_entries(line) for line in _lines(folder / "neurips-dev.jsonl.gz")]
    others = [line for path in sorted(folder.glob("*-train*.jsonl.gz")) for line in _lines(path)]
    return dev + [_entries(line) for line in random.Random(SEED).sample(others, train)]


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from lines


def _entries(line: str) -> list[tuple[str, str]]:
    return [(load["text"], load["id"] or "") for load in json.loads(line)["references"]]


def _library(folder: Path, lists: Sequence[Sequence[tuple[str, str]]]) -> Library:
    if (folder / "library.db").exists():
        return Library.open(folder)
    wanted = {own for entries in lists for _, own in entries if own}
    wanted.update((data_folder() / "queries" / "dev-pool.txt").read_text("utf-8").split())
    library = Library.open(folder, create=True)
    for path in sorted((data_folder() / "papers").glob("*.jsonl.gz")):
        for _ in library.papers.add(_wanted(path, wanted), source=path.name):
            pass
    return library


def _wanted(path: Path, ids: set[str]) -> Iterator[PaperRecord]:
    for entry in read_papers(path):
        if entry.record is not None and entry.record.id in ids:
            yield entry.record


def _cases(
    library: Library, words: WordIndex, entries: Sequence[tuple[str, str]]
) -> Iterator[Case]:
    references = tuple(_reference(index, text) for index, (text, _) in enumerate(entries))
    links = link_references(library, words, Manuscript(title="", references=references))
    gold = library.papers.resolve_many([own for _, own in entries if own])
    keys = {
        paper.number: title_key(paper.title)
        for paper in library.papers.get_many(
            [*gold.values(), *(link.paper for link in links.values())]
        )
    }
    for reference, (_, own) in zip(references, entries, strict=True):
        link, known = links.get(reference.index), gold.get(own)
        right = link is not None and known is not None and keys[link.paper] == keys[known]
        yield Case(reference, known, link, right)


def _reference(index: int, text: str) -> Reference:
    fields = parse_entry(text)
    return Reference(
        index=index,
        label="",
        text=text,
        authors=fields.authors,
        title=fields.title,
        year=fields.year,
        venue=fields.venue,
        doi=fields.doi,
        arxiv=fields.arxiv,
    )


def _print(cases: Sequence[Case]) -> None:
    known = [case for case in cases if case.gold is not None]
    found = [case for case in known if case.found is not None]
    right = sum(case.right for case in cases)
    beyond = [case for case in cases if case.gold is None and case.found is not None]
    print(f"links that exist       {len(known):8,}")
    print(f"  found                {right / len(known):8.4f}  recall")
    print(f"  led elsewhere        {len(found) - right:8,}")
    print(f"precision on them      {right / max(1, len(found)):8.4f}")
    print(f"links beyond the data  {len(beyond):8,}")
    print(f"  if all are wrong     {right / max(1, len(found) + len(beyond)):8.4f}  precision")
    for low, high in itertools.pairwise(BINS):
        held = [
            case for case in cases if case.found is not None and low <= case.found.confidence < high
        ]
        if held:
            said = sum(case.found.confidence for case in held if case.found) / len(held)
            with_gold = [case for case in held if case.gold is not None]
            among = sum(case.right for case in with_gold) / max(1, len(with_gold))
            least = sum(case.right for case in held) / len(held)
            print(
                f"  confidence {low:.2f}–{min(high, 1):.2f} {len(held):7,} links, mean {said:.3f}:"
                f" right {least:.3f} (of those the data know {among:.3f})"
            )


def _show(library: Library, cases: Sequence[Case], count: int) -> None:
    if not count:
        return
    kinds = Counter[str]()
    picked = random.Random(SEED).sample(list(cases), len(cases))
    for case in picked:
        kind = _kind(case)
        kinds[kind] += 1
        if kind == "right" or kinds[kind] > count:
            continue
        found = library.papers.get(case.found.paper) if case.found else None
        gold = library.papers.get(case.gold) if case.gold else None
        print(f"--- {kind} {case.found.confidence if case.found else ''}\n  {case.reference.text}")
        read = case.reference
        print(f"  read as: {read.authors[:3]} | {read.title} | {read.year}")
        for name, paper in (("found", found), ("known", gold)):
            if paper is not None:
                print(f"  {name}: {paper.title} | {paper.authors[:3]} | {paper.year} | {paper.id}")


def _kind(case: Case) -> str:
    if case.right or (case.gold is None and case.found is None):
        return "right"
    if case.gold is None:
        return "beyond"
    return "missed" if case.found is None else "elsewhere"


if __name__ == "__main__":
    main()
