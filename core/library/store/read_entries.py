"""Which entries of which files were read before, so that a file read twice adds nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from core.base.records import PaperNumber, PaperRecord
from core.library.database.connection import Database, as_json

_LISTED = "SELECT value FROM json_each(?)"


class EntryMark(NamedTuple):
    """What an entry of a file is known by again.

    ``entry`` stands for its key in its file, or, where it has no key, for all that it says and the
    name of its file. ``digest`` stands for all that it says with its key, "" without a key.
    """

    entry: str
    digest: str


def make_mark(record: PaperRecord, *, source: str, file: str) -> EntryMark:
    """Return what a record is known by: its key in ``file``, and what it says."""
    content_digest = _hash(_content(record))
    key = record.extra.get("citation_key") or record.id
    if not isinstance(key, str) or not key:
        return EntryMark(_hash(f"{source}\0{content_digest}"), "")
    return EntryMark(
        _hash(f"{file}\0{key}" if file else f"{source}\0{content_digest}"), content_digest
    )


_FIELDS = attrgetter(*PaperRecord.__dataclass_fields__)


def _content(record: PaperRecord) -> str:
    return json.dumps(_FIELDS(record), default=str)


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


class EntryBefore(NamedTuple):
    """A paper that an entry became; ``is_changed`` if the entry said something else then."""

    paper: PaperNumber
    is_changed: bool


def papers_of_entries(
    database: Database, marks: Sequence[EntryMark]
) -> dict[EntryMark, list[EntryBefore]]:
    """Return the papers that entries became, those of the same file first."""
    by_entry: dict[str, tuple[str, PaperNumber]] = {}
    rows = database.rows(
        f"SELECT entry, digest, paper FROM read_entries WHERE entry IN ({_LISTED})",
        as_json({mark.entry for mark in marks}),
    )
    for entry, digest, paper in rows:
        by_entry[entry] = digest, paper
    by_digest: dict[str, PaperNumber] = dict(
        database.rows(
            f"""SELECT digest, MIN(paper) FROM read_entries WHERE digest IN ({_LISTED})
                AND digest <> '' GROUP BY digest""",
            as_json({mark.digest for mark in marks} - {""}),
        )
    )
    papers_by_mark: dict[EntryMark, list[EntryBefore]] = {}
    for mark in marks:
        papers = []
        if mark.entry in by_entry:
            digest, paper = by_entry[mark.entry]
            papers.append(EntryBefore(paper, digest != mark.digest))
        if mark.digest in by_digest:
            papers.append(EntryBefore(by_digest[mark.digest], is_changed=False))
        if papers:
            papers_by_mark[mark] = sorted(papers, key=lambda before: before.is_changed)
    return papers_by_mark


def write_read_entries(
    database: Database,
    papers: Mapping[EntryMark, PaperNumber],
    previous: Mapping[EntryMark, Iterable[EntryBefore]],
) -> None:
    """Remember which papers entries became, as far as that is news."""
    database.execute_many(
        """INSERT INTO read_entries (entry, digest, paper) VALUES (?, ?, ?)
           ON CONFLICT (entry) DO UPDATE SET digest = excluded.digest, paper = excluded.paper""",
        [
            (mark.entry, mark.digest, paper)
            for mark, paper in papers.items()
            if EntryBefore(paper, is_changed=False) not in previous.get(mark, ())
        ],
    )
