"""What citation data from elsewhere says of the library's papers, by source, so that each can go.

Citations of it are in ``citations`` too, where everything that asks for citations finds them.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.base.library_records import OutsideSource
from core.base.messages import Message
from core.base.notices import Notice
from core.base.records import PaperNumber
from core.library.database.connection import Database, Row, as_json, storable
from core.library.store.citations import OUTSIDE, count_change, drop_unstated
from core.library.store.paper_rows import now, read_drafts, write_drafts

_LISTED = "SELECT value FROM json_each(?)"
_BATCH = 1_000
_SCHEMES = (
    (re.compile(r"(?:https?://openalex\.org/|openalex:\s*)?(w\d{1,12})", re.I), "openalex:{}"),
    (re.compile(r"(?:pmid|pubmed|medline):\s*(\d{1,12})", re.I), "pmid:{}"),
    (re.compile(r"(?:corpus_?id|s2):\s*(\d{1,12})", re.I), "s2:{}"),
    (re.compile(r"omid:(br/\d+)", re.I), "omid:{}"),
)

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where citation data came from: the ``name`` of its files and the ``forms`` they have.

    ``files`` and ``keys`` stand for the content of the files and for the papers asked about.
    """

    name: str
    forms: Sequence[str]
    files: str
    keys: str
    lines: int
    damaged: int


class OutsideStore:
    """The citation data of one library. Each call that changes something is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keys(self, *, but_of: str = "") -> dict[str, PaperNumber]:
        """Return every key that leads to a paper outside the trash.

        Those that citation data told come last: what the library itself says goes before. Data of
        the files that ``but_of`` stands for is left out.
        """
        papers_by_key: dict[str, PaperNumber] = {}
        for key, paper in self._database.rows(
            """SELECT i.key, i.paper FROM identifiers i JOIN papers p ON p.number = i.paper
               WHERE p.trashed_at IS NULL"""
        ):
            if key.startswith(("doi:", "arxiv:")):
                papers_by_key[key] = paper
            elif (other := _service_key(key)) is not None:
                papers_by_key.setdefault(other, paper)
        for paper, pmid in self._database.rows(
            """SELECT number, extra ->> 'PMID' FROM papers
               WHERE trashed_at IS NULL AND extra LIKE '%"PMID"%'"""
        ):
            if str(pmid).strip().isdecimal():
                papers_by_key.setdefault(f"pmid:{int(pmid)}", paper)
        for key, paper in self._database.rows(
            """SELECT o.key, o.paper FROM outside_ids o JOIN papers p ON p.number = o.paper
               JOIN outside_sources s ON s.number = o.source
               WHERE p.trashed_at IS NULL AND s.files <> ? ORDER BY o.source DESC""",
            but_of,
        ):
            papers_by_key.setdefault(key, paper)
        return papers_by_key

    def with_abstract(self) -> list[PaperNumber]:
        """Return the papers outside the trash that have an abstract."""
        return self._database.integers(
            "SELECT number FROM papers WHERE abstract <> '' AND trashed_at IS NULL"
        )

    def begin(self, origin: Origin) -> int:
        """Return the number of a new source."""
        with self._database.transaction():
            self._database.execute(
                """INSERT INTO outside_sources
                   (name, form, files, keys, added_at, lines, damaged)
                   VALUES (?, ?, ?, ?, ?, ?, ?)""",
                storable(origin.name),
                json.dumps(list(origin.forms)),
                origin.files,
                origin.keys,
                now(),
                origin.lines,
                origin.damaged,
            )
            return int(self._database.value("SELECT MAX(number) FROM outside_sources"))

    def same(self, files: str) -> list[tuple[int, str]]:
        """Return the sources made of the same files, each with the papers it was asked about."""
        return [
            (number, keys)
            for number, keys in self._database.rows(
                "SELECT number, keys FROM outside_sources WHERE files = ?", files
            )
        ]

    def add_ids(self, source: int, ids: Iterable[tuple[str, int]]) -> None:
        """Store keys that lead to papers."""
        with self._database.transaction():
            self._database.execute_many(
                f"""INSERT OR IGNORE INTO outside_ids (key, source, paper)
                    SELECT ?1, {int(source)}, number FROM papers WHERE number = ?2""",
                [(storable(key), paper) for key, paper in ids],
            )

    def add_citations(self, source: int, pairs: Sequence[Pair]) -> tuple[int, int]:
        """Store citations; return how many the source had not said, and how many are new at all."""
        with self._database.transaction():
            stated = self._database.execute(
                """INSERT OR IGNORE INTO outside_citations (citing, cited, source)
                   SELECT a.number, b.number, ? FROM json_each(?) pair
                   JOIN papers a ON a.number = pair.value ->> 0
                   JOIN papers b ON b.number = pair.value ->> 1
                   WHERE a.number <> b.number""",
                source,
                as_json(pairs),
            )
            new = self._database.execute(
                """INSERT OR IGNORE INTO citations (citing, cited, source)
                   SELECT a.number, b.number, ? FROM json_each(?) pair
                   JOIN papers a ON a.number = pair.value ->> 0
                   JOIN papers b ON b.number = pair.value ->> 1
                   WHERE a.number <> b.number""",
                OUTSIDE,
                as_json(pairs),
            )
            if new:
                count_change(self._database)
        return stated, new

    def add_abstracts(self, source: int, abstracts: Mapping[PaperNumber, str]) -> int:
        """Give papers outside the trash that have no abstract one; return to how many."""
        with self._database.transaction():
            free = self._database.integers(
                f"""SELECT number FROM papers WHERE number IN ({_LISTED})
                    AND abstract = '' AND trashed_at IS NULL""",
                as_json(abstracts),
            )
            texts = {number: storable(abstracts[number]) for number in free}
            self._write_abstracts(texts)
            self._database.execute_many(
                """INSERT INTO outside_abstracts (paper, source, abstract) VALUES (?, ?, ?)
                   ON CONFLICT (paper) DO UPDATE
                   SET source = excluded.source, abstract = excluded.abstract""",
                [(number, source, text) for number, text in texts.items()],
            )
        return len(texts)

    def add_notices(self, source: int, notices: Iterable[tuple[int, Notice]]) -> int:
        """Store what was published about papers later; return how many notices are new."""
        with self._database.transaction():
            count_change(self._database)  # suggestions that were made before lack them
            return self._database.execute_many(
                f"""INSERT OR IGNORE INTO outside_notices
                    (paper, source, kind, stated_by, date, reason, doi)
                    SELECT number, {int(source)}, ?2, ?3, ?4, ?5, ?6 FROM papers
                    WHERE number = ?1""",
                [
                    (paper, n.kind, *map(storable, (n.by, n.date, n.reason, n.doi)))
                    for paper, n in notices
                ],
            )

    def replace(self, source: int, by: int | None) -> None:
        """Take back what a source told, in favour of another of the same files."""
        with self._database.transaction():
            if by is not None:
                self._database.execute(
                    "UPDATE outside_abstracts SET source = ? WHERE source = ?", by, source
                )
            self.remove(source)

    def remove(self, source: int) -> None:
        """Take back all that a source told. An abstract that was edited since stays."""
        name = self._database.value("SELECT name FROM outside_sources WHERE number = ?", source)
        description = Message("Removed the citation data of “{name}”", name=name or "")
        with self._database.change(description):
            affected_papers = self._database.column(
                """SELECT o.paper FROM outside_abstracts o JOIN papers p ON p.number = o.paper
                   WHERE o.source = ? AND p.abstract = o.abstract""",
                source,
            )
            for start in range(0, len(affected_papers), _BATCH):
                self._write_abstracts(dict.fromkeys(affected_papers[start : start + _BATCH], ""))
            self._database.execute("DELETE FROM outside_sources WHERE number = ?", source)
            drop_unstated(self._database)
            count_change(self._database)

    def sources(self) -> list[OutsideSource]:
        """Return what was added, the latest first."""
        count_columns = ", ".join(
            f"(SELECT COUNT(*) FROM outside_{table} t WHERE t.source = s.number)"
            for table in ("citations", "abstracts", "notices")
        )
        return [
            OutsideSource(
                number=number,
                name=name,
                title=", ".join(json.loads(form)),
                added_at=added_at,
                lines=lines,
                damaged=damaged,
                citations=citations,
                abstracts=abstracts,
                notices=notices,
            )
            for number, name, form, added_at, lines, damaged, citations, abstracts, notices in (
                self._database.rows(
                    f"""SELECT number, name, form, added_at, lines, damaged, {count_columns}
                        FROM outside_sources s ORDER BY number DESC"""
                )
            )
        ]

    def notices(self, papers: Sequence[PaperNumber]) -> dict[PaperNumber, list[Notice]]:
        """Return what was published about papers later, for those of which anything was."""
        return load_notices(self._database, papers)

    def _write_abstracts(self, texts: Mapping[PaperNumber, str]) -> None:
        """Set abstracts of papers; their place in the trash stays as it is."""
        trashed: dict[PaperNumber, str] = dict(
            self._database.rows(
                f"SELECT number, trashed_at FROM papers WHERE number IN ({_LISTED})"
                " AND trashed_at > ''",
                as_json(texts),
            )
        )
        drafts = list(read_drafts(self._database, texts).values())
        for draft in drafts:
            draft.record = replace(draft.record, abstract=texts[draft.number])
        if drafts:
            write_drafts(self._database, drafts, source="")
        self._database.execute_many(
            "UPDATE papers SET trashed_at = ? WHERE number = ?",
            [(moment, number) for number, moment in trashed.items()],
        )


def load_notices(
    database: Database, papers: Sequence[PaperNumber]
) -> dict[PaperNumber, list[Notice]]:
    """Return what was published about papers later, for those of which anything was."""
    notices: defaultdict[PaperNumber, list[Notice]] = defaultdict(list)
    for paper, kind, by, date, reason, doi in _notice_rows(database, papers):
        notices[paper].append(Notice(kind=kind, by=by, date=date, reason=reason, doi=doi))
    return dict(notices)


def _notice_rows(database: Database, papers: Sequence[PaperNumber]) -> Iterator[Row]:
    yield from database.rows(
        f"""SELECT DISTINCT paper, kind, stated_by, date, reason, doi FROM outside_notices
            WHERE paper IN ({_LISTED}) ORDER BY paper, date, stated_by""",
        as_json(papers),
    )


def _service_key(key: str) -> str | None:
    """Return the key of a service's number, however a record of the library writes it."""
    for pattern, form in _SCHEMES:
        match = pattern.fullmatch(key.strip())
        if match is not None:
            return form.format(match[1].lower())
    return None
