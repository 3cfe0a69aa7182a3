"""Papers as rows: reading them whole, writing a batch of new and changed ones, and versions."""

from __future__ import annotations

import contextlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from core.base.identity import OWN_PREFIX, author_sort_key, plain, title_key
from core.base.messages import Message
from core.base.records import Paper, PaperNumber, PaperText, SourceText
from core.base.stated_keys import read_aliases
from core.library.database.connection import Database, Row, as_json
from core.library.store.merging import Draft

# --- papers that are versions of one work -----------------------------------------------------


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


# --- papers whole -----------------------------------------------------------------------------


_PAPERS = """
    SELECT p.number, p.title, p.abstract, p.year, COALESCE(v.name, ''), p.doi, p.arxiv, p.url,
           p.extra, p.citation_key, p.trashed_at
    FROM papers p LEFT JOIN venues v ON v.number = p.venue
    WHERE p.number IN (SELECT value FROM json_each(?))
"""
_TEXTS = """
    SELECT number, title, abstract, year FROM papers
    WHERE number IN (SELECT value FROM json_each(?))
"""
_IDS = """
    SELECT paper, stated, key FROM identifiers
    WHERE paper IN (SELECT value FROM json_each(?)) ORDER BY paper, position
"""
_AUTHORS = """
    SELECT a.paper, p.name FROM authorship a JOIN people p ON p.number = a.person
    WHERE a.paper IN (SELECT value FROM json_each(?)) ORDER BY a.paper, a.position
"""
_KEYWORDS = """
    SELECT k.paper, w.name FROM paper_keywords k JOIN keywords w ON w.number = k.keyword
    WHERE k.paper IN (SELECT value FROM json_each(?)) ORDER BY k.paper, k.position
"""
_SOURCES = """
    SELECT paper, entry FROM source_texts WHERE paper IN (SELECT value FROM json_each(?))
"""
_INSERT = """
    INSERT INTO papers (revision, trashed_at, citation_key, title_key, author_key, venue_key,
                        title, year, venue, doi, arxiv, url, extra, abstract,
                        number, added_at, source)
    VALUES (?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_UPDATE = """
    UPDATE papers SET revision = ?, trashed_at = NULL, citation_key = ?, title_key = ?,
        author_key = ?, venue_key = ?, title = ?, year = ?, venue = ?, doi = ?, arxiv = ?,
        url = ?, extra = ?, abstract = ?
    WHERE number = ?
"""


def now() -> str:
    """Return this moment as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_papers(database: Database, numbers: Sequence[PaperNumber]) -> list[Paper]:
    """Return papers in the order of ``numbers``; missing ones are left out."""
    return [_build_paper(row, ids, *rest)[0] for row, ids, *rest in _gathered(database, numbers)]


def read_papers_with_source(database: Database, numbers: Sequence[PaperNumber]) -> list[Paper]:
    """Return papers as ``read_papers`` does, each with how its bibliography wrote it."""
    papers = read_papers(database, numbers)
    sources = _sources(database, numbers)
    return [replace(paper, source=sources.get(paper.number)) for paper in papers]


def _sources(database: Database, numbers: Iterable[PaperNumber]) -> dict[int, SourceText]:
    """Return how bibliographies wrote papers; a text that is damaged counts as none."""
    sources = {}
    for number, entry in database.rows(_SOURCES, as_json(numbers)):
        with contextlib.suppress(ValueError):
            sources[number] = SourceText.unpacked(entry)
    return sources


def read_texts(database: Database, numbers: Sequence[PaperNumber]) -> dict[PaperNumber, PaperText]:
    """Return what papers are compared by, in the order of ``numbers``; missing ones are left out.

    Spares what a whole ``Paper`` takes beside: ids, keywords, venue and unknown fields.
    """
    numbers_json = as_json(numbers)
    rows: dict[int, Row] = {row[0]: row for row in database.rows(_TEXTS, numbers_json)}
    authors = _by_paper(database.rows(_AUTHORS, numbers_json))
    return {
        number: PaperText(
            title=rows[number][1],
            abstract=rows[number][2],
            year=rows[number][3],
            authors=tuple(author_row[0] for author_row in authors[number]),
        )
        for number in numbers
        if number in rows
    }


def read_drafts(database: Database, numbers: Iterable[PaperNumber]) -> dict[PaperNumber, Draft]:
    """Return papers as drafts that records can be merged into."""
    drafts: dict[PaperNumber, Draft] = {}
    sorted_numbers = sorted(set(numbers))
    sources = _sources(database, sorted_numbers)
    for row, ids, authors, keywords in _gathered(database, sorted_numbers):
        paper, trashed = _build_paper(row, ids, authors, keywords)
        paper = replace(paper, source=sources.get(paper.number))
        by_key = {key: stated for stated, key in ids}
        drafts[paper.number] = Draft.of_paper(paper, by_key, trashed=trashed)
    return drafts


_Gathered = tuple[Row, list[Row], list[Row], list[Row]]


def _gathered(database: Database, numbers: Sequence[PaperNumber]) -> list[_Gathered]:
    numbers_json = as_json(numbers)
    rows = {row[0]: row for row in database.rows(_PAPERS, numbers_json)}
    ids, authors, keywords = (
        _by_paper(database.rows(query, numbers_json)) for query in (_IDS, _AUTHORS, _KEYWORDS)
    )
    return [
        (rows[number], ids[number], authors[number], keywords[number])
        for number in numbers
        if number in rows
    ]


def _by_paper(rows: Iterable[Row]) -> defaultdict[int, list[Row]]:
    grouped: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row[0]].append(row[1:])
    return grouped


def _build_paper(
    row: Row, ids: list[Row], authors: list[Row], keywords: list[Row]
) -> tuple[Paper, bool]:
    """Return the paper that a row and its lists make, and whether it is in the trash."""
    number, title, abstract, year, venue, doi, arxiv, url, extra, citation_key, trashed_at = row
    stated = tuple(list_row[0] for list_row in ids) or (f"{OWN_PREFIX}{number}",)
    paper = Paper(
        id=stated[0],
        title=title,
        abstract=abstract,
        authors=tuple(list_row[0] for list_row in authors),
        year=year,
        venue=venue,
        doi=doi,
        arxiv=arxiv,
        url=url,
        keywords=tuple(list_row[0] for list_row in keywords),
        extra=json.loads(extra) if extra else {},
        number=number,
        ids=stated,
        citation_key=citation_key,
    )
    return paper, trashed_at is not None


# --- writing papers ---------------------------------------------------------------------------


def next_number(database: Database) -> PaperNumber:
    """Return the number of the next new paper. Numbers are never given twice."""
    last = database.value("SELECT seq FROM sqlite_sequence WHERE name = 'papers'")
    return PaperNumber((last or 0) + 1)


def take_revisions(database: Database, count: int) -> range:
    """Take that many revisions for papers about to change; they are the library's newest."""
    (last,) = database.rows(
        "UPDATE meta SET value = value + ? WHERE name = 'revision' RETURNING value", count
    )[0]
    return range(last - count + 1, last + 1)


def write_drafts(database: Database, drafts: Sequence[Draft], *, source: str) -> None:
    """Write new and changed papers, each with a revision of its own, in the order given."""
    revisions = take_revisions(database, len(drafts))
    venues = _number_names(database, "venues", (draft.record.venue for draft in drafts))
    rows = [
        _row(draft, revision, venues) for draft, revision in zip(drafts, revisions, strict=True)
    ]
    new = [draft.new for draft in drafts]
    stamp = (now(), source)
    database.execute_many(
        _INSERT, [(*row, *stamp) for row, is_new in zip(rows, new, strict=True) if is_new]
    )
    database.execute_many(
        _UPDATE, [row for row, is_new in zip(rows, new, strict=True) if not is_new]
    )
    _write_lists(database, drafts)


def _row(draft: Draft, revision: int, venues: dict[str, int]) -> Row:
    record = draft.record
    return (
        revision,
        draft.citation_key,
        title_key(record.title),
        author_sort_key(record.authors),
        plain(record.venue),
        record.title,
        record.year,
        venues.get(record.venue),
        record.doi,
        record.arxiv,
        record.url,
        json.dumps(record.extra, ensure_ascii=False) if record.extra else "",
        record.abstract,
        draft.number,
    )


def renew_sort_keys(database: Database, numbers: Sequence[PaperNumber]) -> None:
    """Write what papers are sorted by again; another version may have made it in another way."""
    authors: dict[PaperNumber, list[str]] = {number: [] for number in numbers}
    for number, name in database.rows(_AUTHORS, as_json(numbers)):
        authors[number].append(name)
    database.execute_many(
        "UPDATE papers SET author_key = ? WHERE number = ?",
        [(author_sort_key(names), number) for number, names in authors.items()],
    )


def _write_lists(database: Database, drafts: Sequence[Draft]) -> None:
    """Write ids, authors and keywords; those of changed papers are written anew."""
    changed = as_json(draft.number for draft in drafts if not draft.new)
    for table in ("identifiers", "authorship", "paper_keywords", "key_aliases", "source_texts"):
        database.execute(
            f"DELETE FROM {table} WHERE paper IN (SELECT value FROM json_each(?))", changed
        )
    database.execute_many(
        "INSERT INTO identifiers (key, paper, position, stated) VALUES (?, ?, ?, ?)",
        [
            (key, draft.number, position, stated)
            for draft in drafts
            for position, (key, stated) in enumerate(draft.ids.items())
        ],
    )
    database.execute_many(
        "INSERT OR IGNORE INTO key_aliases (alias, paper) VALUES (?, ?)",
        [
            (alias, draft.number)
            for draft in drafts
            for alias in read_aliases(draft.record.extra, draft.citation_key)
        ],
    )
    database.execute_many(
        "INSERT INTO source_texts (paper, entry) VALUES (?, ?)",
        [
            (draft.number, draft.record.source.packed())
            for draft in drafts
            if draft.record.source is not None
        ],
    )
    authors = [(draft.number, draft.record.authors) for draft in drafts]
    _write_list(database, "authorship", "people", authors)
    keywords = [(draft.number, draft.record.keywords) for draft in drafts]
    _write_list(database, "paper_keywords", "keywords", keywords)


def close_gaps(database: Database, papers: Sequence[PaperNumber]) -> None:
    """Number the ids of papers from 0 on again, where some between them are gone."""
    database.execute(
        """UPDATE identifiers SET position = found.place FROM (
               SELECT key, ROW_NUMBER() OVER (PARTITION BY paper ORDER BY position) - 1 AS place
               FROM identifiers WHERE paper IN (SELECT value FROM json_each(?))
           ) found WHERE identifiers.key = found.key AND position <> found.place""",
        as_json(papers),
    )


def _write_list(
    database: Database,
    table: str,
    names_table: str,
    lists: Sequence[tuple[PaperNumber, Sequence[str]]],
) -> None:
    numbers = _number_names(database, names_table, (name for _, names in lists for name in names))
    database.execute_many(
        f"INSERT INTO {table} VALUES (?, ?, ?)",
        [
            (paper, position, numbers[name])
            for paper, names in lists
            for position, name in enumerate(names)
        ],
    )


def _number_names(database: Database, table: str, names: Iterable[str]) -> dict[str, int]:
    """Return the row of each name in a table of names, which gets those it lacks."""
    wanted_names = sorted(set(names) - {""})
    database.execute_many(
        f"INSERT OR IGNORE INTO {table} (name) VALUES (?)", [(n,) for n in wanted_names]
    )
    name_rows = database.rows(
        f"SELECT name, number FROM {table} WHERE name IN (SELECT value FROM json_each(?))",
        as_json(wanted_names),
    )
    return dict(name_rows)
