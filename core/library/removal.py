"""Papers that end: absorbed by another, or deleted for good.

Each leaves its number in ``removed``, with a revision, so that the indexes hear of it and
``cocite:<n>`` still leads to the paper it became part of.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.library.database import Database, as_json
from core.library.paper_rows import take_revisions
from core.records import PaperNumber

# What points at a paper and moves with it. Where both papers have the same, the keeper's stays.
_MOVED = (
    ("files", "paper"),
    ("collection_papers", "paper"),
    ("tag_papers", "paper"),
    ("citations", "citing"),
    ("citations", "cited"),
    ("context_citations", "paper"),
    ("bibliography", "linked"),
    ("decisions", "paper"),
    ("corrected_links", "paper"),
)
# What one paper has as a whole: it moves only to a paper that has none of it.
_MOVED_WHOLE = (("contexts", "citing"), ("bibliography", "paper"), ("fulltexts", "paper"))


def absorb_papers(database: Database, *, into: PaperNumber, away: Sequence[PaperNumber]) -> None:
    """Move everything that hangs on some papers to another, and remove them."""
    for number in away:
        for table, column in _MOVED_WHOLE:
            if not database.value(f"SELECT 1 FROM {table} WHERE {column} = ? LIMIT 1", into):
                database.execute(
                    f"UPDATE {table} SET {column} = ? WHERE {column} = ?", into, number
                )
        for table, column in _MOVED:
            database.execute(
                f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {column} = ?", into, number
            )
    database.execute("UPDATE fulltexts SET unsettled = 1 WHERE paper = ?", into)
    database.execute("DELETE FROM citations WHERE citing = cited")
    database.execute(
        "DELETE FROM context_citations WHERE paper = ?1"
        " AND context IN (SELECT number FROM contexts WHERE citing = ?1)",
        into,
    )
    remove_papers(database, away, merged_into=into)


def remove_papers(
    database: Database, numbers: Sequence[PaperNumber], *, merged_into: PaperNumber | None
) -> None:
    """Delete papers with all that hangs on them."""
    database.execute(
        "DELETE FROM papers WHERE number IN (SELECT value FROM json_each(?))", as_json(numbers)
    )
    revisions = take_revisions(database, len(numbers))
    database.execute_many(
        "INSERT INTO removed (number, revision, merged_into) VALUES (?, ?, ?)",
        [(number, each, merged_into) for number, each in zip(numbers, revisions, strict=True)],
    )
    database.execute_many(
        "UPDATE removed SET merged_into = ? WHERE merged_into = ?",
        [(merged_into, number) for number in numbers],
    )
