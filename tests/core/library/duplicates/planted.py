"""Papers with duplicates planted among them."""

from __future__ import annotations

from core.base.records import PaperNumber, PaperRecord
from core.library.library import Library

TITLE = "Weighing citation contexts by rarity in the recommendation of papers"


def add(library: Library, *records: PaperRecord) -> list[PaperNumber]:
    """Add records as papers of their own, whatever the rule of imports says."""
    names = [PaperRecord(title=f"Placeholder {place}") for place in range(len(records))]
    with library.database.transaction():
        first = library.database.value("SELECT COUNT(*) FROM papers")
        list(library.papers.add((paper(f"{first} {each.title}") for each in names), source="test"))
        numbers = library.papers.numbers()[-len(records) :]
        for number, record in zip(numbers, records, strict=True):
            fields = PaperRecord.__dataclass_fields__.keys() - {"id", "extra"}
            library.papers.update(number, **{name: getattr(record, name) for name in fields})
    return numbers


def paper(title: str = TITLE, **fields: object) -> PaperRecord:
    values = {"authors": ("Ann Smith", "Bo Ng"), "year": 2020, **fields}
    return PaperRecord(title=title, **values)  # type: ignore[arg-type]  # names are fields


def contents(library: Library) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of the library that a person can see, without what only counts changes."""
    database = library.database
    tables = database.column(
        """SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
           AND name NOT IN ('meta', 'merges', 'context_changes', 'fulltext_changes')
           AND name NOT LIKE 'history%'
           ORDER BY name"""
    )
    found = {}
    for table in tables:
        names = database.column("SELECT name FROM pragma_table_info(?)", table)
        shown = ", ".join(name for name in names if name not in {"revision", "unsettled"})
        found[table] = sorted(database.rows(f"SELECT {shown} FROM {table}"), key=repr)
    return found
