"""Papers as rows of a table, with all that is shown of them, some hundred at a time."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.library_records import FullTextState, PaperRow
from core.base.messages import restored
from core.base.notices import standing
from core.base.records import PaperNumber
from core.library.database.connection import Database, Row, as_json
from core.library.store.outside import load_notices
from core.library.store.paper_rows import read_papers
from core.manuscript.text.extractor import EXTRACTOR

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
