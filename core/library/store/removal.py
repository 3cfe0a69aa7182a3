"""Removes papers: merged into another, or deleted for good.

Each leaves its number in ``removed``, with a revision, so that the indexes hear of it and
``cocite:<n>`` still leads to the paper it became part of.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json
from core.library.store.annotations import join_notes
from core.library.store.citations import OUTSIDE
from core.library.store.inverses import links_to_papers
from core.library.store.paper_rows import take_revisions

# What the merged record says anew, or what is made of the text of one paper.
_NOT_MOVED = frozenset(
    {
        *("identifiers", "authorship", "paper_keywords", "embeddings", "notes"),
        *("key_aliases", "source_texts"),
    }
)
# What one paper has as a whole: it moves only to a paper that has none of it.
_MOVED_WHOLE = (("contexts", "citing"), ("bibliography", "paper"), ("fulltexts", "paper"))


def absorb_papers(database: Database, *, into: PaperNumber, away: Sequence[PaperNumber]) -> None:
    """Move everything that hangs on some papers to another, and remove them.

    Where both have the same, the keeper's stays; notes are put one below the other.
    """
    moved_links = [
        link
        for link in links_to_papers(database)
        if link[0] not in _NOT_MOVED and link not in _MOVED_WHOLE
    ]
    for number in away:
        _join_versions(database, into, number)
        _join_citations(database, into, number)
        for table, column in _MOVED_WHOLE:
            if not database.value(f"SELECT 1 FROM {table} WHERE {column} = ? LIMIT 1", into):
                database.execute(
                    f"UPDATE {table} SET {column} = ? WHERE {column} = ?", into, number
                )
        for table, column in moved_links:
            database.execute(
                f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {column} = ?", into, number
            )
    join_notes(database, into=into, away=away)
    database.execute("UPDATE fulltexts SET unsettled = 1 WHERE paper = ?", into)
    for table in ("citations", "outside_citations"):
        database.execute(f"DELETE FROM {table} WHERE citing = cited")
    # The pair of a paper is one row, the lower number first.
    database.execute(
        "UPDATE OR IGNORE different_papers SET one = other, other = one WHERE one > other"
    )
    database.execute("DELETE FROM different_papers WHERE one >= other")
    database.execute(
        "DELETE FROM context_citations WHERE paper = ?1"
        " AND context IN (SELECT number FROM contexts WHERE citing = ?1)",
        into,
    )
    remove_papers(database, away, merged_into=into)


def _join_versions(database: Database, into: PaperNumber, away: PaperNumber) -> None:
    """Make the other versions of one paper versions of the other as well."""
    database.execute(
        """UPDATE versions SET work = kept.work FROM versions kept, versions other
           WHERE kept.paper = ? AND other.paper = ? AND versions.work = other.work""",
        into,
        away,
    )


def _join_citations(database: Database, into: PaperNumber, away: PaperNumber) -> None:
    """Let a citation of both that only citation data states of the one be that of the other.

    It would go with the citation data otherwise.
    """
    for end, far in (("citing", "cited"), ("cited", "citing")):
        database.execute(
            f"""UPDATE citations SET source = other.source FROM citations other
                WHERE citations.{end} = ?1 AND other.{end} = ?2 AND other.{far} = citations.{far}
                AND citations.source = ?3 AND other.source <> ?3""",
            into,
            away,
            OUTSIDE,
        )


def remove_papers(
    database: Database, numbers: Sequence[PaperNumber], *, merged_into: PaperNumber | None
) -> None:
    """Delete papers with all that hangs on them.

    References that led to them may lead to another record of the same work, so they are looked up
    anew.
    """
    with database.unrecorded():
        database.execute(
            """UPDATE fulltexts SET unsettled = 1 WHERE paper IN (SELECT paper FROM bibliography
                   WHERE linked IN (SELECT value FROM json_each(?)))""",
            as_json(numbers),
        )
    database.execute(
        "DELETE FROM papers WHERE number IN (SELECT value FROM json_each(?))", as_json(numbers)
    )
    revisions = take_revisions(database, len(numbers))
    database.execute_many(
        "INSERT INTO removed (number, revision, merged_into) VALUES (?, ?, ?)",
        [
            (number, revision, merged_into)
            for number, revision in zip(numbers, revisions, strict=True)
        ],
    )
    database.execute_many(
        "UPDATE removed SET merged_into = ? WHERE merged_into = ?",
        [(merged_into, number) for number in numbers],
    )
