"""Checks a whole library: SQLite's structure, references, and rules of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import LibraryCorruptError
from core.base.jobs import Job
from core.library.database.connection import Database
from core.library.safety import backups, sidecars

_SHOWN = 20
_COUNTED = (
    "papers",
    "identifiers",
    "people",
    "files",
    "citations",
    "outside_citations",
    "contexts",
    "fulltexts",
    "manuscripts",
    "decisions",
    "annotations",
    "embeddings",
    "context_embeddings",
)
# What each query returns should not be there.
_RULES = {
    "paper {} has no title": "SELECT number FROM papers WHERE title = ''",
    "paper {} carries a revision newer than the library's": """
        SELECT number FROM papers
        WHERE revision > (SELECT value FROM meta WHERE name = 'revision')""",
    "revision {} is carried by more than one paper": """
        SELECT revision FROM (SELECT revision FROM papers UNION ALL SELECT revision FROM removed)
        GROUP BY revision HAVING COUNT(*) > 1""",
    "number {} is both of a paper and of a removed one": """
        SELECT number FROM papers WHERE number IN (SELECT number FROM removed)""",
    "context {} cites nothing": """
        SELECT number FROM contexts
        WHERE number NOT IN (SELECT context FROM context_citations)""",
    "context {} has a number that another one may get": """
        SELECT number FROM contexts
        WHERE number > (SELECT value FROM meta WHERE name = 'last context')""",
    "paper {} cites itself": """
        SELECT citing FROM citations WHERE citing = cited
        UNION SELECT citing FROM outside_citations WHERE citing = cited""",
    "paper {} has a citation that no citation data states": """
        SELECT citing FROM citations c WHERE source = 'outside:'
        AND NOT EXISTS (SELECT 1 FROM outside_citations o
                        WHERE o.citing = c.citing AND o.cited = c.cited)""",
    "the full text of paper {} is of none of its files": """
        SELECT t.paper FROM fulltexts t JOIN readings r ON r.number = t.reading
        WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.paper = t.paper AND f.sha256 = r.sha256)""",
    "annotation {} marks no place on a page": """
        SELECT a.number FROM annotations a, json_each(a.places) place
        WHERE json_array_length(place.value) <> 5 OR place.value ->> 0 < 0""",
    "an embedding of paper {} has the wrong length": """
        SELECT paper FROM embeddings e JOIN encoders c ON c.number = e.encoder
        WHERE LENGTH(vector) <> 2 * dimension""",
    "an embedding of context {} has the wrong length": """
        SELECT context FROM context_embeddings e JOIN encoders c ON c.number = e.encoder
        WHERE LENGTH(vector) <> 2 * dimension""",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """What is wrong, a sentence each, and how many rows the tables hold."""

    problems: tuple[str, ...]
    counts: Mapping[str, int]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def verify(database: Database, job: Job) -> VerifyReport:
    """Check the whole database. Reads every page of it; a damaged one is not counted."""
    checks: list[tuple[str, Callable[[Database], Iterator[str]]]] = [
        ("structure", _structure),
        ("references", _references),
        ("rules", _rules),
        ("files", _files),
        ("sidecars", _sidecars),
        ("backups", _backups),
    ]
    problems: list[str] = []
    for done_count, (name, check) in enumerate(checks):
        job.check()
        job.report(done_count, len(checks), name)
        try:
            problems += check(database)
        except LibraryCorruptError as error:
            problems.append(error.message)
        if problems and check is _structure:  # what lies on damaged pages cannot be asked for
            return VerifyReport(problems=tuple(problems), counts={})
    job.report(len(checks), len(checks))
    counts = {table: database.value(f"SELECT COUNT(*) FROM {table}") for table in _COUNTED}
    return VerifyReport(problems=tuple(problems), counts=counts)


def _structure(database: Database) -> Iterator[str]:
    finding_rows = database.column(f"PRAGMA integrity_check({_SHOWN})")
    for line in "\n".join(
        finding_rows
    ).splitlines():  # one row may hold many findings and a heading
        if line != "ok" and not line.startswith("***"):
            yield f"the database is damaged: {line}"


def _references(database: Database) -> Iterator[str]:
    for table, row, parent, _ in database.rows("PRAGMA foreign_key_check")[:_SHOWN]:
        yield f"row {row} of “{table}” points at something missing in “{parent}”"


def _rules(database: Database) -> Iterator[str]:
    for sentence, query in _RULES.items():
        for finding in database.column(f"{query} LIMIT {_SHOWN}"):
            yield sentence.format(finding)


def _files(database: Database) -> Iterator[str]:
    for paper, path in database.rows("SELECT paper, path FROM files"):
        if not Path(path).is_absolute() and not (database.folder / path).exists():
            yield f"the library's file “{path}” of paper {paper} is missing"


def _sidecars(database: Database) -> Iterator[str]:
    for name in sidecars.damaged_files(database.folder)[:_SHOWN]:
        yield f"the sidecar “{name}” is missing or damaged; it is written again within a day"


def _backups(database: Database) -> Iterator[str]:
    for backup in backups.stored(database.folder):
        try:
            backups.check(backup.path)
        except LibraryCorruptError as error:
            yield f"a backup cannot be used: {error}"
