"""A library with something in each of its tables, and a way to compare two."""

from __future__ import annotations

import json
from pathlib import Path

from core.base.library_records import Annotation
from core.base.notices import Notice
from core.base.records import CitingContext, Link, PaperNumber, PaperRecord, Rect, Reference
from core.library.database.connection import Database
from core.library.library import Library
from core.library.safety.sidecars import DERIVED, LOOKUPS
from core.library.store.annotations import AnnotationStore
from core.library.store.inverses import Inverse
from core.library.store.outside import Origin


def records(count: int, start: int = 1) -> list[PaperRecord]:
    return [
        PaperRecord(
            id=f"x:{n}",
            title=f"Paper number {n} on “peat” — µ",
            abstract=f'Moors, {n} of them.\nAnd \\ more "words".',
            authors=(f"Ann Smith{n % 7}", "Čapek, Karel"),
            year=1900 + n % 120 if n % 5 else None,
            venue=f"Journal {n % 3}" if n % 4 else "",
            doi=f"10.1000/{n}" if n % 2 else "",
            keywords=("walks", f"k{n % 11}"),
            extra={"note": f"n{n}", "emoji": "🙂"},
        )
        for n in range(start, start + count)
    ]


def fill(library: Library, count: int = 60) -> None:
    """Put papers, and something in every table that they hang on, into an empty library."""
    with library.database.transaction():
        _fill(library, count)


def _fill(library: Library, count: int) -> None:
    papers, citations = library.papers, library.citations
    list(papers.add(records(count), source="test.bib"))
    numbers = papers.numbers()
    for name in ("Read", "Empty", "Zum Lesen"):
        library.collections.add(name)
        library.tags.add(f"#{name}")
    library.collections.assign(1, numbers[::3])
    library.tags.assign(3, numbers[::4])
    for place, number in enumerate(numbers):
        papers.attach_file(number, Path(f"/somewhere/{number}.pdf"), f"{number:064}")
        cited = numbers[(place + 1) % len(numbers)], numbers[(place + 5) % len(numbers)]
        link = Link(cited[0], 1 / 3)
        citations.set_references(
            number, [(Reference(index=0, label="1", text=f"Entry {number}"), link)]
        )
        text = f"Sentence of {number} says [1]."
        context = CitingContext(text=text, cited=cited, markers=((20, 23),), before="Before.")
        citations.add_contexts(number, [context])
    citations.add_citations([(numbers[0], each) for each in numbers[2:]], "edges")
    papers.trash(numbers[5:8])
    papers.purge(numbers[7:8])
    papers.merge(numbers[1], [numbers[2]])
    _fill_the_rest(library, numbers[0], numbers[3])


def _fill_the_rest(library: Library, one: PaperNumber, other: PaperNumber) -> None:
    """Fill what has a store of its own elsewhere, row by row."""
    lines = (Rect(0, 72, 90, 200.5, 102),)
    AnnotationStore(library.database).put(
        Annotation(one, f"{one:064}", "highlight", "green", lines, "Says.", "µ: doubtful")
    )
    outside = library.outside
    source = outside.begin(Origin("works.jsonl", ("OpenAlex",), "f", "k", 9, 1))
    outside.add_ids(source, [("openalex:w1", one)])
    outside.add_citations(source, [(one, other), (other, one)])
    outside.add_notices(source, [(one, Notice(kind="retracted", by="OpenAlex", date="2020"))])
    for statement in (
        f"INSERT INTO outside_abstracts VALUES ({one}, {source}, 'From elsewhere.')",
        "INSERT INTO manuscripts VALUES (3, '/m.pdf', 'aa', 'e', 'M', '2020', '{}')",
        f"INSERT INTO decisions VALUES (3, 'key', {one}, 'Says.', 'cite', '2020')",
        f"INSERT INTO corrected_links VALUES (3, 'ref', {other}, 0.123456789012345678)",
        "INSERT INTO corrected_links VALUES (3, 'none', NULL, NULL)",
        "INSERT INTO dismissed_gaps VALUES (3, 'key', 'Says.', '2020')",
        f"INSERT INTO different_papers VALUES ({one}, {other})",
        f"INSERT INTO versions VALUES ({one}, 1), ({other}, 1)",
        f"INSERT INTO followed_items VALUES ('u', 'K1', {one}, 'stamp', '[]', '')",
        "INSERT INTO followed_collections VALUES ('u', 'C1', 1, 'Read')",
        "INSERT OR IGNORE INTO key_aliases VALUES ('another', 1)",
        """INSERT OR IGNORE INTO source_texts VALUES (1, '["a",[["","article",[""],["x"]]],[]]')""",
        f"INSERT INTO import_merges VALUES (2, '2020', {one}, 'a.bib', 'same', 'e', x'00', '[]')",
        "INSERT INTO kept_files VALUES ('/r.bib', 'bibtex', 1, NULL, 'aa', '2020', '', 0, '')",
        "INSERT INTO followed_files VALUES ('/m.bib', 'bibtex', 1, NULL, '{}', '{}')",
        "INSERT INTO followed_entries VALUES ('/m.bib', 'a', 1, 'common', 'aa', 1, '{}', '')",
        "INSERT INTO added_entries VALUES ('/t.bib', 'a', '@misc{a}')",
        "INSERT INTO written_entries VALUES ('/t.bib', 'a', '@misc{a}')",
    ):
        library.database.execute(statement)
    inverse = Inverse({}, {}, {}).packed()
    library.database.execute("INSERT INTO merges VALUES (4, '2020', 1, '[2]', ?)", inverse)


def content(database: Database) -> dict[str, list[str]]:
    """Return the rows of every table that is not made again, with names for numbers of names."""
    tables = database.column("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    found = {}
    for table in set(tables) - DERIVED - LOOKUPS - {"sqlite_sequence"}:
        references = {row[3]: row[2] for row in database.rows(f"PRAGMA foreign_key_list({table})")}
        columns = [row[1] for row in database.rows(f"PRAGMA table_info({table})")]
        values = ", ".join(
            f"(SELECT name FROM {references[each]} WHERE number = t.{each})"
            if references.get(each) in LOOKUPS
            else f"t.{each}"
            for each in columns
        )
        rows = database.rows(f"SELECT {values} FROM {table} t")
        found[table] = sorted(json.dumps(row, default=bytes.hex) for row in rows)
    return found
