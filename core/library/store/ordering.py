"""The table of papers: its order, and its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.collation import has_own_order, make_sort_key
from core.base.identity import shown_family_name
from core.base.items import TYPE, get_item_type
from core.base.library_records import FullTextState, PaperRow, Scope, ScopeSizes
from core.base.messages import restored
from core.base.notices import standing
from core.base.records import PaperFilter, PaperNumber, PaperRecord, SortKey
from core.library.database.connection import Database, Row, as_json
from core.library.store.outside import load_notices
from core.library.store.paper_rows import read_papers
from core.manuscript.text.extractor import EXTRACTOR

# --- the order --------------------------------------------------------------------------------


RECENT = 200
"""Papers that count as recently added."""

_BEST_STATE = f"""
    SELECT f.paper, MIN(CASE WHEN r.state = 'read' AND r.extractor = '{EXTRACTOR}' THEN 0
                             WHEN r.state = 'set aside' THEN 3
                             WHEN r.state = 'failed' AND r.extractor = '{EXTRACTOR}' THEN 2
                             ELSE 1 END) AS rank
    FROM files f LEFT JOIN readings r ON r.sha256 = f.sha256 GROUP BY f.paper
"""
"""The papers with files: 0 read, 1 waiting, 2 failed, 3 set aside; the best of its files counts."""

_FAILED = f"SELECT paper FROM ({_BEST_STATE}) WHERE rank >= 2"
_WITH_VECTOR = """
    SELECT paper FROM embeddings
    WHERE encoder = (SELECT number FROM encoders WHERE fingerprint = ?)
"""


class _Order(NamedTuple):
    """A column: its expression, when it is known and when not, what is joined to ``papers p``.

    ``covering`` is the index that answers "outside the trash, in this order" alone.
    """

    value: str
    known_order: str = ""
    unknown: str = ""
    joined: str = ""
    covering: str = ""


def _text_column(name: str, *, covering: bool = False) -> _Order:
    return _Order(
        f"p.{name}",
        f"p.{name} > ''",
        f"p.{name} = ''",
        covering=f"ordered_by_{name}" if covering else "",
    )


_ORDERS: dict[SortKey, _Order] = {
    "title": _text_column("title_key", covering=True),
    "authors": _text_column("author_key", covering=True),
    "year": _Order("p.year", "p.year > -10000", "p.year IS NULL", covering="ordered_by_year"),
    "venue": _text_column("venue_key", covering=True),
    "added": _Order("p.number"),
    "key": _Order("p.citation_key"),
    "doi": _text_column("doi"),
    "cited": _Order(
        "c.n",
        "c.n > 0",
        "c.n IS NULL",
        """LEFT JOIN (SELECT cited, COUNT(*) AS n FROM citations
           WHERE citing NOT IN (SELECT number FROM papers WHERE trashed_at > '')
           GROUP BY cited) c ON c.cited = p.number""",
    ),
    "full text": _Order(
        "t.rank",
        "t.rank >= 0",
        "t.rank IS NULL",
        f"LEFT JOIN ({_BEST_STATE}) t ON t.paper = p.number",
    ),
    "keywords": _Order(
        "k.words",
        "k.words > ''",
        "k.words IS NULL",
        """LEFT JOIN (SELECT paper, group_concat(lower(name), ', ') AS words FROM
           (SELECT m.paper, w.name FROM paper_keywords m JOIN keywords w ON w.number = m.keyword
            ORDER BY m.paper, m.position) GROUP BY paper) k ON k.paper = p.number""",
    ),
    "id": _Order(
        "i.stated",
        "i.stated > ''",
        "i.stated IS NULL",
        "LEFT JOIN identifiers i ON i.paper = p.number AND i.position = 0",
    ),
}

_PLACES: dict[str, str] = {
    "all": "p.trashed_at IS NULL",
    "recent": f"""p.number IN (SELECT number FROM papers WHERE trashed_at IS NULL
                  ORDER BY number DESC LIMIT {RECENT})""",
    "collection": """p.trashed_at IS NULL
        AND p.number IN (SELECT paper FROM collection_papers WHERE collection = ?)""",
    "tag": """p.trashed_at IS NULL
        AND p.number IN (SELECT paper FROM tag_papers WHERE tag = ?)""",
    "unfiled": """p.trashed_at IS NULL
        AND p.number NOT IN (SELECT paper FROM collection_papers)""",
    "unindexed": f"""p.trashed_at IS NULL
        AND (p.number NOT IN ({_WITH_VECTOR}) OR p.number IN ({_FAILED}))""",
    "no abstract": "p.trashed_at IS NULL AND p.abstract = ''",
    # A comparison, since SQLite looks no "IS NOT NULL" up in an index.
    "trash": "p.trashed_at > ''",
}


# What is ordered by the rules of a language, a row for each text that counts.
_TEXTS: dict[SortKey, str] = {
    "title": "SELECT p.number, p.title FROM papers p WHERE {condition}",
    "venue": """SELECT p.number, v.name FROM papers p JOIN venues v ON v.number = p.venue
                WHERE {condition}""",
    "authors": """SELECT p.number, w.name FROM papers p JOIN authorship a ON a.paper = p.number
                  JOIN people w ON w.number = a.person WHERE {condition} AND a.position < 4
                  ORDER BY p.number, a.position""",
}


def ordered(
    database: Database,
    scope: Scope,
    sort: SortKey,
    *,
    descending: bool,
    model: str = "",
    language: str = "",
) -> list[PaperNumber]:
    """Return the papers of a scope in some order; those without the sorted value come last.

    ``model`` is the fingerprint of the encoder whose vectors count. Letters are ordered as in most
    languages, or by the rules of ``language``.
    """
    numbers = _order_numbers(database, scope, sort, descending=descending, model=model)
    if sort not in _TEXTS or not has_own_order(language):
        return numbers
    rows = database.rows(
        _TEXTS[sort].format(condition=_PLACES[scope.kind]), *_list_parameters(scope, model)
    )
    texts: dict[int, list[str]] = defaultdict(list)
    for number, text in rows:
        texts[number].append(shown_family_name(text) if sort == "authors" else text)
    keys = {
        number: make_sort_key(" ".join(words), language)
        for number, words in texts.items()
        if any(words)
    }
    with_text = sorted(keys, key=lambda number: (keys[number], number), reverse=descending)
    rest = [number for number in numbers if number not in keys]
    return [*map(PaperNumber, with_text), *rest]


def _order_numbers(
    database: Database, scope: Scope, sort: SortKey, *, descending: bool, model: str
) -> list[PaperNumber]:
    order = _ORDERS[sort]
    direction = "DESC" if descending else "ASC"
    # Left to itself SQLite would sort, or look for the trash among all papers.
    index = {"trash": "INDEXED BY papers_by_trash"}.get(scope.kind, "")
    if scope.kind == "all" and order.covering:
        index = f"INDEXED BY {order.covering}"
    return [
        number
        for part in ((order.known_order, order.unknown) if order.known_order else ("TRUE",))
        for number in database.integers(
            f"""SELECT p.number AS number FROM papers p {index} {order.joined}
                WHERE {part} AND {_PLACES[scope.kind]}
                ORDER BY {order.value} {direction}, p.number {direction}""",
            *_list_parameters(scope, model),
        )
    ]


def sizes(database: Database, model: str) -> ScopeSizes:
    """Return how many papers the scopes hold that are no groups."""

    def count(condition: str, *parameters: object) -> int:
        paper_count = database.value(
            f"SELECT COUNT(*) FROM papers p WHERE {condition}", *parameters
        )
        return int(paper_count)

    present = _PLACES["all"]
    return ScopeSizes(
        papers=count(present),
        unfiled=count(_PLACES["unfiled"]),
        unindexed=count(_PLACES["unindexed"], model),
        without_vector=count(f"{present} AND p.number NOT IN ({_WITH_VECTOR})", model),
        failed_texts=count(f"{present} AND p.number IN ({_FAILED})"),
        trashed=count(_PLACES["trash"]),
        without_abstract=count(_PLACES["no abstract"]),
    )


def _list_parameters(scope: Scope, model: str) -> tuple[object, ...]:
    parameters_by_kind: dict[str, tuple[object, ...]] = {
        "collection": (scope.number,),
        "tag": (scope.number,),
        "unindexed": (model,),
    }
    return parameters_by_kind.get(scope.kind, ())


def find_passing(
    database: Database, paper_filter: PaperFilter, among: Sequence[PaperNumber] | None = None
) -> frozenset[PaperNumber]:
    """Return the papers outside the trash, or some of them, that a filter lets pass."""
    conditions, parameters = [_PLACES["all"]], list[object]()
    if paper_filter.first_year is not None:
        conditions.append("(p.year IS NULL OR p.year >= ?)")
        parameters.append(paper_filter.first_year)
    if paper_filter.last_year is not None:
        conditions.append("(p.year IS NULL OR p.year <= ?)")
        parameters.append(paper_filter.last_year)
    if paper_filter.collection is not None:
        conditions.append(_PLACES["collection"])
        parameters.append(paper_filter.collection)
    if among is not None:
        conditions.append("p.number IN (SELECT value FROM json_each(?))")
        parameters.append(as_json(among))
    where = " AND ".join(conditions)
    passing = database.integers(f"SELECT p.number FROM papers p WHERE {where}", *parameters)
    if paper_filter.types:
        kinds = types_of_papers(database, passing)
        passing = [number for number, kind in kinds.items() if kind in paper_filter.types]
    return frozenset(map(PaperNumber, passing))


def types_of_papers(
    database: Database, among: Sequence[int] | None = None
) -> dict[PaperNumber, str]:
    """Return the type of each paper outside the trash, or of some of them, as CSL names it."""
    condition = "" if among is None else "AND p.number IN (SELECT value FROM json_each(?))"
    rows = database.rows(
        f"""SELECT p.number, json_extract(NULLIF(p.extra, ''), '$.{TYPE}'),
                   COALESCE(v.name, ''), p.arxiv
            FROM papers p LEFT JOIN venues v ON v.number = p.venue
            WHERE {_PLACES["all"]} {condition}""",
        *(() if among is None else (as_json(among),)),
    )
    return {
        PaperNumber(number): get_item_type(
            PaperRecord(title="", venue=venue, arxiv=arxiv, extra={TYPE: stated_type})
        )
        for number, stated_type, venue, arxiv in rows
    }


def years_of_papers(database: Database) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return the papers outside the trash, ascending, and their years (papers,); 0 if unknown."""
    table = database.table(
        "SELECT number, COALESCE(year, 0) FROM papers WHERE trashed_at IS NULL ORDER BY number"
    )
    return table[:, 0], table[:, 1].clip(0, 9_999).astype(np.int16)


# --- rows with all that is shown of papers, some hundred at a time ----------------------------


_LISTED = "SELECT value FROM json_each(?1)"
_FACTS = f"""
    SELECT p.number, p.added_at,
           (SELECT COUNT(*) FROM citations c JOIN papers q ON q.number = c.citing
            WHERE c.cited = p.number AND q.trashed_at IS NULL),
           EXISTS (SELECT 1 FROM notes n WHERE n.paper = p.number),
           EXISTS (SELECT 1 FROM embeddings e WHERE e.paper = p.number AND e.encoder =
                   (SELECT number FROM encoders WHERE fingerprint = ?2))
    FROM papers p WHERE p.number IN ({_LISTED})
"""
_STATES = f"""
    SELECT f.paper, r.reason,
           CASE WHEN r.state = 'set aside' OR r.extractor = ?2 THEN r.state ELSE 'waiting' END
    FROM files f LEFT JOIN readings r ON r.sha256 = f.sha256
    WHERE f.paper IN ({_LISTED}) ORDER BY f.number
"""
_BEST: tuple[FullTextState, ...] = ("read", "waiting", "failed", "set aside")


def table_rows(database: Database, numbers: Sequence[PaperNumber], *, model: str) -> list[PaperRow]:
    """Return rows in the order of ``numbers``; missing papers are left out.

    ``model`` is the fingerprint of the encoder whose vectors count.
    """
    numbers_json = as_json(numbers)
    with database.snapshot():
        papers = read_papers(database, numbers)
        facts: dict[PaperNumber, Row] = {
            row[0]: row for row in database.rows(_FACTS, numbers_json, model)
        }
        texts = _texts(database.rows(_STATES, numbers_json, EXTRACTOR))
        notices = load_notices(database, numbers)
    rows = []
    for paper in papers:
        _, added_at, cited_by, has_note, has_vector = facts[paper.number]
        state, problem = texts.get(paper.number, (None, ""))
        rows.append(
            PaperRow(
                paper=paper,
                added_at=added_at,
                cited_by=cited_by,
                text=state,
                text_problem=problem,
                has_vector=bool(has_vector),
                has_note=bool(has_note),
                notice=standing(notices.get(paper.number, ())),
            )
        )
    return rows


def _texts(rows: Sequence[Row]) -> dict[PaperNumber, tuple[FullTextState | None, str]]:
    """Return the best state among the files of each paper, and why it is no better."""
    states_by_paper: dict[PaperNumber, tuple[FullTextState | None, str]] = {}
    for paper, reason, state in rows:
        known_state = states_by_paper.get(paper)
        if (
            known_state is None
            or known_state[0] is None
            or _BEST.index(state) < _BEST.index(known_state[0])
        ):
            states_by_paper[paper] = state, restored(reason or "") if state in _BEST[2:] else ""
    return states_by_paper
