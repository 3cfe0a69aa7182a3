"""Candidates: papers found by words or by vectors, each with several forms of the query.

Which forms pay, and their weights, was measured on the dev queries
(``tools/lab/benchmarks/query_forms.py``).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber
from core.library.indexes.vector_search import VectorSearch
from core.library.indexes.words import WordIndex
from core.models.encoder import Encoder
from core.recommend.context import Context, Passage, joined, sample_context

DEPTH = 300
"""Papers a form is asked for: enough to fill a list of 20, and a third faster than 1,000."""

_TITLE, _NEIGHBOURS, _SUPPLEMENTAL = 1.0, 0.3, 0.02
"""Weights of a term of the context beside those of the sentence itself (1)."""

_MOST_TERMS = 64
"""Terms a question keeps, those that can count most. On the dev queries 64 of about 236 found as
much (R@10 .357 against .354) in a quarter of the time."""

_REMEMBERED = 4_096
"""Vectors of questions kept: those of one long manuscript (6 MB at 384 dimensions)."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way of turning a context into a question.

    ``weight`` counts at breadth 0.5. Narrow forms fade as the breadth grows, wide ones as it
    shrinks; a form that is both (``reach`` 0) stays.
    """

    name: str
    weight: float
    reach: int

    def compute_weight(self, breadth: float) -> float:
        """Return the form's weight: at breadth 0 only narrow forms ask, at 1 only wide ones."""
        if self.reach < 0:
            return self.weight * min(1.0, 2 * (1 - breadth))
        return self.weight * min(1.0, 2 * breadth) if self.reach > 0 else self.weight


WORD_FORMS = (Form("sentence", 0.7, -1), Form("context", 1.0, 1))
VECTOR_FORMS = (
    Form("sentence", 0.5, -1),
    Form("neighbours", 0.5, 1),
    Form("title and sentence", 0.5, 1),
    Form("title and abstract", 0.25, 1),
)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one form found: papers best first with their scores there."""

    form: str
    weight: float
    scored: Sequence[tuple[PaperNumber, float]]

    @property
    def papers(self) -> list[PaperNumber]:
        """The papers, best first."""
        return [paper for paper, _ in self.scored]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The rankings of words and of vectors; the latter is empty while there are no vectors.

    ``terms`` are the sentence's own, stemmed; ``rows`` the unit row of each form that vectors were
    asked with.
    """

    words: tuple[Ranking, ...]
    vectors: tuple[Ranking, ...]
    terms: Mapping[str, float] = field(default_factory=dict)
    rows: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)

    def fused(self) -> list[tuple[PaperNumber, float]]:
        """Merge all rankings by rank, best first; scores lie in 0..1."""
        return _fused((*self.words, *self.vectors))

    def by_words(self) -> list[tuple[PaperNumber, float]]:
        """Merge the rankings of words alone."""
        return _fused(self.words)

    def by_vectors(self) -> list[tuple[PaperNumber, float]]:
        """Merge the rankings of vectors alone."""
        return _fused(self.vectors)


@dataclass(frozen=True, slots=True)
class _Asking:
    passage: Passage
    context: Context
    breadth: float
    depth: int
    allowed: frozenset[PaperNumber] | None


class Retriever:
    """Asks both indexes of a library; without an encoder, or before vectors exist, words alone."""

    def __init__(
        self,
        words: WordIndex,
        vectors: VectorSearch[PaperNumber] | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        self.words = words
        self.vectors = vectors
        self.encoder = encoder
        self._manuscript_vectors: dict[str, NDArray[np.float32]] = {}

    def candidates(
        self,
        passage: Passage,
        *,
        breadth: float,
        depth: int = DEPTH,
        allowed: frozenset[PaperNumber] | None = None,
    ) -> Candidates:
        """Return what words and vectors find for a passage, ``depth`` papers a form.

        With ``allowed``, only those papers answer.
        """
        context = sample_context(passage, breadth=breadth)
        asking = _Asking(passage, context, breadth, depth, allowed)
        terms = _weighted(self.words, [(1.0, passage.sentence)])
        rows = self._rows(asking)
        return Candidates(
            self._ask_words(asking, terms), self._ask_vectors(asking, rows), terms, rows
        )

    def warm(self, passages: Sequence[Passage], *, breadth: float) -> None:
        """Encode what many passages will ask with in one call, so that each is answered at once.

        Vectors of the last few thousand questions are kept.
        """
        if not self._has_vectors:
            return
        texts = [
            text
            for passage in passages
            for text in vector_questions(passage, sample_context(passage, breadth=breadth)).values()
            if text
        ]
        if texts:
            self._encoded(texts)

    def _ask_words(self, asking: _Asking, terms: Mapping[str, float]) -> tuple[Ranking, ...]:
        questions = {
            "sentence": terms,
            "context": self._context_terms(asking.passage, asking.context),
        }

        def search(question: Mapping[str, float]) -> list[tuple[PaperNumber, float]]:
            return self.words.search(question, limit=asking.depth, allowed=asking.allowed)

        # A form without a known term stays, empty: scores then say that words found nothing.
        return tuple(
            Ranking(form.name, weight, search(questions[form.name]))
            for form, weight in _active(WORD_FORMS, questions, asking.breadth)
        )

    def _context_terms(self, passage: Passage, context: Context) -> Mapping[str, float]:
        terms = _weighted(
            self.words,
            [
                (1.0, passage.sentence),
                (_TITLE, passage.title),
                (_NEIGHBOURS, joined(context.neighbours)),
                (_SUPPLEMENTAL, joined(context.supplemental)),
            ],
        )
        total = max(self.words.count(), 1)
        most = {
            term: weight * math.log1p(total / max(self.words.document_frequency(term), 1))
            for term, weight in terms.items()
        }
        kept_terms = sorted(most, key=lambda term: (-most[term], term))[:_MOST_TERMS]
        return {term: terms[term] for term in kept_terms}

    @property
    def _has_vectors(self) -> bool:
        return self.vectors is not None and self.encoder is not None and self.vectors.count() > 0

    def _rows(self, asking: _Asking) -> dict[str, NDArray[np.float32]]:
        """Return the row of each form that asks, in one call of the encoder."""
        questions = vector_questions(asking.passage, asking.context)
        names = [
            form.name
            for form, _ in _active(VECTOR_FORMS, questions, asking.breadth)
            if questions[form.name]
        ]
        if not self._has_vectors or not names:
            return {}
        return dict(zip(names, self._encoded([questions[name] for name in names]), strict=True))

    def _ask_vectors(
        self, asking: _Asking, rows: Mapping[str, NDArray[np.float32]]
    ) -> tuple[Ranking, ...]:
        if self.vectors is None or not rows:
            return ()
        rankings = self.vectors.search(
            np.stack(list(rows.values())), limit=asking.depth, allowed=asking.allowed
        )
        weights = {form.name: form.compute_weight(asking.breadth) for form in VECTOR_FORMS}
        return tuple(
            Ranking(name, weights[name], ranking)
            for name, ranking in zip(rows, rankings, strict=True)
        )

    def _encoded(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Encode in one call; the manuscript's own text comes back with each of its sentences."""
        assert self.encoder is not None
        known_vectors = self._manuscript_vectors
        new = [text for text in dict.fromkeys(texts) if text not in known_vectors]
        fresh = dict(zip(new, self.encoder.encode_queries(new), strict=True)) if new else {}
        rows = np.stack(
            [known_vectors[text] if text in known_vectors else fresh[text] for text in texts]
        )
        if (
            len(known_vectors) + len(fresh) > _REMEMBERED
        ):  # another thread may still read the old ones
            self._manuscript_vectors = known_vectors = {}
        known_vectors.update(fresh)
        return rows


def vector_questions(passage: Passage, context: Context) -> dict[str, str]:
    """Return the text of each form that vectors are asked with, by its name."""
    before = passage.before[-1:] if context.neighbours else ()
    after = passage.after[:1] if context.neighbours else ()
    return {
        "sentence": passage.sentence,
        "neighbours": joined((*before, passage.sentence, *after)),
        "title and sentence": _sentences(passage.title, passage.sentence),
        "title and abstract": _sentences(passage.title, passage.abstract),
    }


def _fused(rankings: Sequence[Ranking]) -> list[tuple[PaperNumber, float]]:
    return reciprocal_rank_fusion([(ranking.weight, ranking.papers) for ranking in rankings])


def _weighted(words: WordIndex, parts: Sequence[tuple[float, str]]) -> dict[str, float]:
    terms: Counter[str] = Counter()
    for weight, text in parts:
        for term, count in words.terms(text).items():
            terms[term] += weight * count  # type: ignore[assignment] # a Counter adds floats too
    return dict(terms)


def _active(
    forms: Sequence[Form], questions: Mapping[str, object], breadth: float
) -> list[tuple[Form, float]]:
    """Return the forms that ask at this breadth with their weights, equal questions once."""
    active: list[tuple[Form, float]] = []
    for form in forms:
        weight = form.compute_weight(breadth)
        same = any(questions[other.name] == questions[form.name] for other, _ in active)
        if weight > 0 and not same:
            active.append((form, weight))
    return active


def _sentences(title: str, text: str) -> str:
    return f"{title}. {text}" if title and text else title or text


# --- merging rankings by rank ------------------------------------------------------------------


DAMPING = 30.0
"""Chosen on the dev queries among 10, 15, 20, 30 and 60; 60 is the value of Cormack et al. 2009."""


def reciprocal_rank_fusion(
    rankings: Sequence[tuple[float, Sequence[PaperNumber]]], *, damping: float = DAMPING
) -> list[tuple[PaperNumber, float]]:
    """Rank papers by the weighted sum of ``1 / (damping + rank)``, ranks counted from 1.

    Takes ranks and not scores because BM25 scores and cosines share no scale (Cormack et al.,
    2009). The sums are divided by the best possible one: 1 says that a paper leads every
    ranking. A paper that a ranking lacks gains nothing from it. Equal sums keep the order of
    first appearance, so the result never depends on hashing.
    """
    best = sum(weight for weight, _ in rankings) / (damping + 1)
    totals: defaultdict[PaperNumber, float] = defaultdict(float)
    for weight, ranking in rankings:
        for rank, paper in enumerate(ranking, start=1):
            totals[paper] += weight / (damping + rank) / best
    return sorted(totals.items(), key=lambda entry: -entry[1])
