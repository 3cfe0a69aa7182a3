"""Who cites whom: citations between papers, the sentences that cite, and reference lists."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base.records import CitingContext, Link, PaperNumber, Reference
from core.library.database.connection import Database, Row, as_json, storable
from core.manuscript.text.serial import reference_from_json, reference_to_json

_LISTED = "SELECT value FROM json_each(?)"
_TRASH = "(SELECT number FROM papers WHERE trashed_at > '')"
_BATCH = 20_000

OUTSIDE = "outside:"
"""The source of citations that only citation data from elsewhere states."""

Within = Literal["sentence", "paragraph"]
_CO_CITED: dict[Within, str] = {
    "sentence": f"""
        SELECT a.paper, b.paper, COUNT(*) FROM context_citations a
        JOIN context_citations b ON b.context = a.context AND b.paper <> a.paper
        JOIN contexts x ON x.number = a.context
        JOIN papers citing ON citing.number = x.citing AND citing.trashed_at IS NULL
        JOIN papers other ON other.number = b.paper AND other.trashed_at IS NULL
        WHERE a.paper IN ({_LISTED}) GROUP BY a.paper, b.paper""",
    "paragraph": f"""
        SELECT a.paper, b.paper, COUNT(DISTINCT x.citing || ' ' || x.paragraph)
        FROM context_citations a
        JOIN contexts x ON x.number = a.context
        JOIN contexts y ON y.citing = x.citing AND y.paragraph = x.paragraph
        JOIN context_citations b ON b.context = y.number AND b.paper <> a.paper
        JOIN papers citing ON citing.number = x.citing AND citing.trashed_at IS NULL
        JOIN papers other ON other.number = b.paper AND other.trashed_at IS NULL
        WHERE a.paper IN ({_LISTED}) GROUP BY a.paper, b.paper""",
}


@dataclass(frozen=True, slots=True)
class CitationCounts:
    """How much is known: papers outside the trash, citations between papers, citing sentences."""

    papers: int
    citations: int
    contexts: int


class CitedInSentences(NamedTuple):
    """The citing sentences of a library: ``citing`` (sentences,) is the paper of each.

    ``sentence`` and ``cited`` (citations,) are the index of a sentence in ``citing`` and a paper
    it cites, each pair once.
    """

    citing: NDArray[np.int64]
    sentence: NDArray[np.int64]
    cited: NDArray[np.int64]


class CitationStore:
    """The citations of one library. Each call that changes something is one transaction.

    What only citation data from elsewhere states (``store/outside.py``) has the source
    ``OUTSIDE``; once a text of the library says it too, it has that of the text.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_citations(self, pairs: Iterable[tuple[PaperNumber, PaperNumber]], source: str) -> int:
        """Add (citing, cited) pairs and return how many are new.

        A paper does not cite itself. Papers that do not exist are passed over. Many pairs are
        added in several transactions.
        """
        added = 0
        pending = iter(pairs)
        while batch := list(itertools.islice(pending, _BATCH)):
            with self._database.transaction():
                added += self._database.execute(
                    """INSERT INTO citations (citing, cited, source)
                       SELECT a.number, b.number, ?1
                       FROM json_each(?2) pair
                       JOIN papers a ON a.number = pair.value ->> 0
                       JOIN papers b ON b.number = pair.value ->> 1
                       WHERE a.number <> b.number
                       ON CONFLICT (citing, cited) DO UPDATE SET source = excluded.source
                       WHERE source = ?3 AND excluded.source <> ?3""",
                    source,
                    as_json(batch),
                    OUTSIDE,
                )
                count_change(self._database)
        return added

    def add_contexts(self, citing: PaperNumber, contexts: Iterable[CitingContext]) -> int:
        """Store the citing sentences of a paper in place of those stored before.

        What they cite becomes citations of the paper too. Returns how many were stored; those
        that cite nothing in the library are passed over.
        """
        contexts = list(contexts)
        with self._database.transaction():
            count_change(self._database)
            first = self._database.value("SELECT value FROM meta WHERE name = 'last context'") + 1
            known_papers = self._existing(
                paper for context in contexts for paper in context.cited
            ) - {citing}
            telling = [context for context in contexts if known_papers.intersection(context.cited)]
            self._database.execute_many(
                "INSERT INTO contexts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    _context_row(n, citing, context)
                    for n, context in enumerate(telling, start=first)
                ],
            )
            cited = [
                (n, paper)
                for n, context in enumerate(telling, start=first)
                for paper in context.cited
                if paper in known_papers
            ]
            self._database.execute_many(
                "INSERT OR IGNORE INTO context_citations VALUES (?, ?)", cited
            )
            self._replace_contexts(citing, first, first + len(telling))
            self.add_citations([(citing, paper) for _, paper in cited], "contexts")
        return len(telling)

    def set_references(
        self, number: PaperNumber, references: Sequence[tuple[Reference, Link | None]]
    ) -> None:
        """Store the reference list of a paper in place of the one stored before."""
        with self._database.transaction():
            self._database.execute("DELETE FROM bibliography WHERE paper = ?", number)
            known_papers = self._existing(link.paper for _, link in references if link is not None)
            rows = (
                (reference, link if link is not None and link.paper in known_papers else None)
                for reference, link in references
            )
            self._database.execute_many(
                "INSERT INTO bibliography VALUES (?, ?, ?, ?, ?)",
                [
                    (
                        number,
                        position,
                        storable(json.dumps(reference_to_json(reference), ensure_ascii=False)),
                        None if link is None else link.paper,
                        None if link is None else link.confidence,
                    )
                    for position, (reference, link) in enumerate(rows)
                ],
            )

    def replace(
        self,
        number: PaperNumber,
        references: Sequence[tuple[Reference, Link | None]],
        contexts: Iterable[CitingContext],
    ) -> None:
        """Store what a paper's text says of its citations in place of all it said before.

        Citations that an edge list or citation data from elsewhere stated stay.
        """
        with self._database.transaction():
            self._database.execute(
                "DELETE FROM citations WHERE citing = ? AND source IN ('references', 'contexts')",
                number,
            )
            self._database.execute(
                """INSERT OR IGNORE INTO citations
                   SELECT DISTINCT citing, cited, ? FROM outside_citations WHERE citing = ?""",
                OUTSIDE,
                number,
            )
            count_change(self._database)
            self.set_references(number, references)
            self.add_contexts(number, contexts)
            linked = [(number, link.paper) for _, link in references if link is not None]
            self.add_citations(linked, "references")

    def references(self, number: PaperNumber) -> list[tuple[Reference, Link | None]]:
        """Return the reference list of a paper, each with the paper it leads to."""
        rows = self._database.rows(
            """SELECT reference, linked, confidence FROM bibliography
               WHERE paper = ? ORDER BY position""",
            number,
        )
        return [
            (
                reference_from_json(json.loads(text)),
                None if linked is None else Link(linked, confidence),
            )
            for text, linked, confidence in rows
        ]

    def cites(self, number: PaperNumber) -> list[PaperNumber]:
        """Return the papers outside the trash that a paper cites."""
        return self._database.column(
            """SELECT c.cited FROM citations c JOIN papers p ON p.number = c.cited
               WHERE c.citing = ? AND p.trashed_at IS NULL ORDER BY c.cited""",
            number,
        )

    def find_citing_papers(self, number: PaperNumber) -> list[PaperNumber]:
        """Return the papers outside the trash that cite a paper."""
        return self._database.column(
            """SELECT c.citing FROM citations c JOIN papers p ON p.number = c.citing
               WHERE c.cited = ? AND p.trashed_at IS NULL ORDER BY c.citing""",
            number,
        )

    def contexts_citing(self, number: PaperNumber, limit: int) -> list[CitingContext]:
        """Return sentences that cite a paper, those that cite the fewest others first."""
        rows = self._database.rows(
            """SELECT x.number, x.citing, x.paragraph, x.section, x.before, x.text, x.after,
                      x.markers
               FROM context_citations c
               JOIN contexts x ON x.number = c.context
               JOIN papers p ON p.number = x.citing
               WHERE c.paper = ? AND p.trashed_at IS NULL
               ORDER BY (SELECT COUNT(*) FROM context_citations o WHERE o.context = x.number),
                        x.number
               LIMIT ?""",
            number,
            limit,
        )
        cited = self._list_citations([row[0] for row in rows])
        return [
            CitingContext(
                text=text,
                cited=tuple(cited[context]),
                citing=citing,
                section=section,
                before=before,
                after=after,
                paragraph=paragraph,
                markers=tuple((start, end) for start, end in json.loads(markers)),
            )
            for context, citing, paragraph, section, before, text, after, markers in rows
        ]

    def co_cited(
        self, numbers: Sequence[PaperNumber], *, within: Within = "sentence"
    ) -> dict[PaperNumber, dict[PaperNumber, int]]:
        """Return, for each paper, in how many sentences each other paper is cited beside it.

        However often a sentence names the two, it counts once; ``within`` paragraphs, the
        paragraph does. What is in the trash neither cites nor is cited.
        """
        counts: defaultdict[PaperNumber, dict[PaperNumber, int]] = defaultdict(dict)
        for paper, other, times in self._database.rows(_CO_CITED[within], as_json(numbers)):
            counts[paper][other] = times
        return {number: counts[number] for number in numbers}

    def revision(self) -> int:
        """Return a number that grows with each change of what ``pairs`` or sentences tell."""
        # A paper that goes, comes back or is merged takes its citations along.
        return int(
            self._database.value(
                "SELECT SUM(value) FROM meta WHERE name IN ('revision', 'citation changes')"
            )
        )

    def pairs(self) -> NDArray[np.int64]:
        """Return (citations, 2) citing and cited papers, none of them in the trash."""
        return self._database.table(
            f"SELECT citing, cited FROM citations WHERE citing NOT IN {_TRASH}"
            f" AND cited NOT IN {_TRASH}"
        )

    def cited_in_sentences(self) -> CitedInSentences:
        """Return which sentences of the library cite which papers, but for those in the trash."""
        numbers, citing = self._database.table(
            f"SELECT number, citing FROM contexts WHERE citing NOT IN {_TRASH} ORDER BY number"
        ).T
        contexts, cited = self._database.table(
            f"SELECT context, paper FROM context_citations WHERE paper NOT IN {_TRASH}"
        ).T
        is_kept = np.isin(contexts, numbers)
        return CitedInSentences(citing, np.searchsorted(numbers, contexts[is_kept]), cited[is_kept])

    def count_citations(self, number: PaperNumber) -> CitationCounts:
        """Return how many papers one paper cites, and in how many of its sentences."""
        return CitationCounts(
            1,
            self._database.value("SELECT COUNT(*) FROM citations WHERE citing = ?", number),
            self._database.value("SELECT COUNT(*) FROM contexts WHERE citing = ?", number),
        )

    def counts(self) -> CitationCounts:
        """Return the totals."""
        return CitationCounts(
            *(
                self._database.value(query)
                for query in (
                    "SELECT COUNT(*) FROM papers WHERE trashed_at IS NULL",
                    "SELECT COUNT(*) FROM citations",
                    "SELECT COUNT(*) FROM contexts",
                )
            )
        )

    def share_with_abstract(self) -> float:
        """Return which share of the citations in sentences leads to a paper with an abstract."""
        return float(
            self._database.value(
                """SELECT COALESCE(AVG(p.abstract <> ''), 0.0) FROM context_citations c
                   JOIN papers p ON p.number = c.paper AND p.trashed_at IS NULL"""
            )
        )

    def _replace_contexts(self, citing: PaperNumber, first: int, after: int) -> None:
        """Leave a paper its sentences from number ``first`` on; those said again keep vectors.

        Numbers up to ``after`` are never given again, so that nothing made of a sentence can be
        taken for another one's.
        """
        self._database.execute(
            """UPDATE OR IGNORE context_embeddings SET context = new.number
               FROM contexts old JOIN contexts new ON new.citing = old.citing
                   AND new.text = old.text AND new.markers = old.markers
               WHERE old.citing = ?1 AND old.number < ?2 AND new.number >= ?2
               AND context_embeddings.context = old.number""",
            citing,
            first,
        )
        self._database.execute(
            "DELETE FROM contexts WHERE citing = ? AND number < ?", citing, first
        )
        self._database.execute("UPDATE meta SET value = ? WHERE name = 'last context'", after - 1)

    def _existing(self, numbers: Iterable[PaperNumber]) -> set[PaperNumber]:
        return set(
            self._database.column(
                f"SELECT number FROM papers WHERE number IN ({_LISTED})", as_json(set(numbers))
            )
        )

    def _list_citations(self, contexts: Sequence[int]) -> defaultdict[int, list[PaperNumber]]:
        cited: defaultdict[int, list[PaperNumber]] = defaultdict(list)
        for context, paper in self._database.rows(
            f"SELECT context, paper FROM context_citations WHERE context IN ({_LISTED})",
            as_json(contexts),
        ):
            cited[context].append(paper)
        return cited


def drop_unstated(database: Database) -> None:
    """Drop citations that citation data stated which is there no more; inside a transaction."""
    database.execute(
        """DELETE FROM citations WHERE source = ? AND NOT EXISTS (
               SELECT 1 FROM outside_citations o
               WHERE o.citing = citations.citing AND o.cited = citations.cited)""",
        OUTSIDE,
    )


def count_change(database: Database) -> None:
    """Let whoever read the citations before know that they changed."""
    database.execute(
        """INSERT INTO meta VALUES ('citation changes', 1)
           ON CONFLICT (name) DO UPDATE SET value = value + 1"""
    )


def _context_row(number: int, citing: PaperNumber, context: CitingContext) -> Row:
    return (
        number,
        citing,
        context.paragraph,
        storable(context.section),
        storable(context.before),
        storable(context.text),
        storable(context.after),
        json.dumps(context.markers),
    )
