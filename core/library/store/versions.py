"""Papers that are versions of one work, as rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from core.base.messages import Message
from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json

_LISTED = "SELECT value FROM json_each(?)"


def find_works(database: Database, papers: Sequence[PaperNumber]) -> dict[PaperNumber, int | None]:
    """Return the work of which each paper is a version, ``None`` for those of no work."""
    rows = database.rows(
        f"SELECT paper, work FROM versions WHERE paper IN ({_LISTED})", as_json(papers)
    )
    return {**dict.fromkeys(papers), **dict(rows)}


def link_works(database: Database, pairs: Sequence[tuple[PaperNumber, PaperNumber]]) -> None:
    """Make the two papers of each pair, and all linked to them, versions of one work."""
    if not pairs:
        return
    works = find_works(database, list({paper for pair in pairs for paper in pair}))
    members: defaultdict[int, set[PaperNumber]] = defaultdict(set)
    work_numbers = as_json({work for work in works.values() if work is not None})
    for paper, work in database.rows(
        f"SELECT paper, work FROM versions WHERE work IN ({_LISTED})", work_numbers
    ):
        members[work].add(paper)
    changed: dict[PaperNumber, int] = {}
    for one, other in pairs:
        joined = {work for work in (works[one], works[other]) if work is not None}
        target = min(joined, default=min(one, other))
        papers = {one, other}.union(*(members.pop(work) for work in joined if work in members))
        members[target] = papers
        for paper in papers:
            works[paper] = changed[paper] = target
    database.execute_many(
        """INSERT INTO versions (paper, work) VALUES (?, ?)
           ON CONFLICT (paper) DO UPDATE SET work = excluded.work""",
        list(changed.items()),
    )


# --- how papers are called in the words of the history ----------------------------------

_MOST_CHARS = 80


def describe_papers(database: Database, papers: Collection[int]) -> Message:
    """Return the title of a paper, or how many papers there are."""
    if len(papers) != 1:
        return Message("{count:,} papers", count=len(papers))
    title = database.value("SELECT title FROM papers WHERE number = ?", *papers) or ""
    return Message("“{title}”", title=shortened(title))


def shortened(text: str) -> str:
    """Return a text that fits on a line."""
    return text if len(text) <= _MOST_CHARS else f"{text[: _MOST_CHARS - 1].rstrip()}…"
