"""The citing sentences of a library, one by one, for the indexes of words and of vectors.

A sentence never changes and its number is never given again, so whatever was made of it stays
right for as long as the number leads to a sentence. ``CitationStore`` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json
from core.library.store.papers import Change

_LISTED = "SELECT value FROM json_each(?)"
_TRASH = "(SELECT number FROM papers WHERE trashed_at IS NOT NULL)"


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A stored sentence that cites; ``markers`` are the spans of ``text`` that say so."""

    number: int
    citing: PaperNumber
    text: str
    markers: tuple[tuple[int, int], ...]


class ContextStore:
    """Reads the citing sentences of one library, those of papers in the trash left out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, numbers: Sequence[int]) -> list[CitingSentence]:
        """Return the sentences of these numbers that there are, ascending."""
        return self._sentences("number", numbers)

    def list_sentences(self, papers: Sequence[PaperNumber]) -> list[CitingSentence]:
        """Return the citing sentences of some papers."""
        return self._sentences("citing", papers)

    def find_citations(
        self, numbers: Sequence[int]
    ) -> dict[int, tuple[PaperNumber, tuple[PaperNumber, ...]]]:
        """Return who says each sentence, and the papers that it cites.

        Papers in the trash neither cite nor are cited; a sentence left without one is missing.
        """
        rows = self._database.rows(
            f"""SELECT x.number, x.citing, c.paper
                FROM contexts x JOIN context_citations c ON c.context = x.number
                WHERE x.number IN ({_LISTED})
                AND x.citing NOT IN {_TRASH} AND c.paper NOT IN {_TRASH}""",
            as_json(numbers),
        )
        citations: dict[int, tuple[PaperNumber, tuple[PaperNumber, ...]]] = {}
        for number, citing, cited in rows:
            citations[number] = citing, (*citations.get(number, (citing, ()))[1], cited)
        return citations

    def cited_pairs(self) -> NDArray[np.int64]:
        """Return (pairs, 3): a sentence, the paper that says it, a paper that it cites."""
        return self._database.table(
            f"""SELECT c.context, x.citing, c.paper
                FROM context_citations c JOIN contexts x ON x.number = c.context
                WHERE x.citing NOT IN {_TRASH} AND c.paper NOT IN {_TRASH}"""
        )

    def count(self, citing: PaperNumber | None = None) -> int:
        """Return how many sentences there are, of one paper or of all."""
        condition = f"citing NOT IN {_TRASH}" if citing is None else "citing = ?"
        parameters = () if citing is None else (citing,)
        return int(
            self._database.value(f"SELECT COUNT(*) FROM contexts WHERE {condition}", *parameters)
        )

    def revision(self) -> int:
        """Return the number of changes of citing sentences so far."""
        return int(
            self._database.value("SELECT seq FROM sqlite_sequence WHERE name = 'context_changes'")
            or 0
        )

    def changes(self, since: int, limit: int) -> list[Change]:
        """Return the papers whose sentences changed after a revision, the earliest change first."""
        rows = self._database.rows(
            f"""SELECT paper, number, paper NOT IN {_TRASH}
                FROM context_changes WHERE number > ? ORDER BY number LIMIT ?""",
            since,
            limit,
        )
        return [Change(paper, number, bool(present)) for paper, number, present in rows]

    def _sentences(self, column: str, numbers: Sequence[int]) -> list[CitingSentence]:
        rows = self._database.rows(
            f"""SELECT number, citing, text, markers FROM contexts
                WHERE {column} IN ({_LISTED}) AND citing NOT IN {_TRASH} ORDER BY number""",
            as_json(numbers),
        )
        return [
            CitingSentence(number, citing, text, tuple((s, e) for s, e in json.loads(markers)))
            for number, citing, text, markers in rows
        ]
