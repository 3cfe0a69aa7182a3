"""Which entries of real reference files an import makes one paper, to be judged by a person.

    python -m tools.lab.benchmarks.import_merges FOLDER_OR_FILE… [--together] [--offered]

Imports each reference file below the folders into a library of its own, and with ``--together`` all
into one. Prints each merge with both records and the reason, with ``--offered`` also what is linked
or offered as a duplicate, and at the end the sums. Then it imports each file again, which must add
and merge nothing.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.base.records import PaperRecord
from core.base.reports import ImportEntry
from core.library.imports.importing import import_sources
from core.library.library import Library
from core.library.store.inverses import read_import_merges

ENDINGS = frozenset((".bib", ".ris", ".nbib", ".enw"))
_SHOWN = ("volume", "issue", "number", "page", "edition", "version", "publisher", "ISBN", "note")


def main() -> None:
    """Import, print what was merged, and import again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--offered", action="store_true")
    chosen = parser.parse_args()
    files = list(_files(chosen.sources))
    sums: Counter[str] = Counter()
    for group in [files] if chosen.together else [[file] for file in files]:
        sums += judge(group, offered=chosen.offered)
    print(dict(sums))


def _files(sources: Iterable[Path]) -> Iterable[Path]:
    for source in sources:
        below = sorted(source.rglob("*")) if source.is_dir() else [source]
        yield from (path for path in below if path.suffix in ENDINGS)


def judge(files: Sequence[Path], *, offered: bool) -> Counter[str]:
    """Import files into a new library, print its merges, and return what became of the entries."""
    sums: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        entries: list[ImportEntry] = []
        with Library.open(Path(place) / "library", create=True) as library:
            import_sources(library, files, parser=None, on_entry=entries.append)
            sums.update(entry.status for entry in entries)
            for merge in reversed(read_import_merges(library.database)):
                sums["merges"] += 1
                paper = library.papers.get(merge.paper)
                print(f"\n{merge.source}: {merge.reason}")
                print(f"  paper  {_line(paper)}")
                print(f"  record {_line(merge.record)}")
            if offered:
                _print_offered(library, sums)
            again: list[ImportEntry] = []
            import_sources(library, files, parser=None, on_entry=again.append)
            for entry in again:
                if entry.status in {"added", "merged"}:
                    sums[f"{entry.status} again"] += 1
                    print(f"AGAIN {entry.status} {entry.source} {entry.place} {entry.title}")
    return sums


def _print_offered(library: Library, sums: Counter[str]) -> None:
    linked = library.database.rows("SELECT work, paper FROM versions ORDER BY work, paper")
    for work, number in linked:
        sums["linked"] += 1
        print(f"\nlinked {work}: {_line(library.papers.get(number))}")
    for group in library.duplicates.scan():
        sums[group.kind] += 1
        sums["sure"] += group.sure
        print(f"\n{group.kind} {group.score} {'sure' if group.sure else ''}: {group.reasons}")
        for paper in library.papers.get_many(group.papers):
            print(f"  {_line(paper)}")


def _line(record: PaperRecord) -> str:
    extra = record.extra
    parts = [
        extra.get("citation_key", ""),
        extra.get("type", "-"),
        record.title[:110],
        ", ".join(record.authors[:4]) + (" …" if len(record.authors) > 4 else ""),
        record.year,
        record.venue,
        *(f"{name}={extra[name]}"[:60] for name in _SHOWN if name in extra),
        record.doi,
        record.arxiv,
    ]
    return " | ".join(str(part) for part in parts if part)


if __name__ == "__main__":
    main()
