"""The signals of candidates for a question, one column each.

What is not known is NaN, never 0: a paper without a vector, a library without full texts, a
manuscript that cites nothing yet. The ranker was trained to do without.
"""

from __future__ import annotations

import math
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber, PaperText
from core.library.indexes.vector_search import VectorSearch
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.candidates import Candidates, Ranking, Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.citing_contexts import CitingContexts, ContextHit
from core.recommend.context import Passage, joined
from core.recommend.mentions import mention_signals, people_signals
from core.recommend.profiles import Profiles

Group = Literal[
    "words", "vectors", "contexts", "cocitation", "mentions", "people", "popularity", "repeat"
]
Column = NDArray[np.float32]
Signals = dict[str, Column]
"""Name → one number a candidate. A name begins with its group: "words.sentence.score"."""

FUSED = 200
"""Candidates taken from the fused rankings. With 300, a fifth slower, the dev queries have as much
among the first ten."""
CONTEXT_HITS = 100
"""Citing sentences asked for by words and by each row."""
NEIGHBOURS = 100
"""Candidates taken from around the cited papers in the citation graph."""
PROFILE = "contexts.profile"
_PROFILED = ("sentence", "title and sentence")
SURROUNDED = ("vectors.neighbours", "vectors.title and sentence")
ALONE = ("vectors.sentence",)
"""The cosines with forms of the question that hold the sentence and more, or nothing else."""
DEVIATION = ".deviation"
UNTOLD = "popularity.untold"
_LEAST_GAP, _WHOLE_GAP = 5.0, 15.0
"""Years between papers with and without an abstract from which the lack of one counts, and wholly.
"""
_SMALL, _LARGE = math.log(3_000), math.log(10_000)
"""The same for the size of the library."""
_HALF_TOLD, _MOST_TOLD = 0.5, 0.75
"""The same for the share of candidates that have an abstract."""
_LEAST_COMPARED = 3
"""Candidates that a standard deviation is taken of at least."""
_DOUBT = 10
"""Candidates among which a deviation counts half: of a handful the nearest one is near by chance.
The retriever brings some hundred where a library has them."""
_MOST_GIVEN = 60
"""Cited papers that a candidate is compared with at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What signals are read from. Only words are always there."""

    library: Library
    retriever: Retriever
    texts: PaperTexts
    graph: CitationGraph | None = None
    contexts: CitingContexts | None = None
    profiles: Profiles | None = None

    @classmethod
    def of(
        cls,
        library: Library,
        retriever: Retriever,
        *,
        graph: CitationGraph | None = None,
        contexts: CitingContexts | None = None,
    ) -> Self:
        """Return the sources of a library with a new memory for its texts."""
        texts = PaperTexts(library, retriever.words)
        return cls(
            library=library, retriever=retriever, texts=texts, graph=graph, contexts=contexts
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalQuery:
    """What a question gives the signals to work with.

    ``cited_papers`` are the papers it cites already, here or elsewhere; ``own`` its own record.
    """

    passage: Passage
    cited_papers: tuple[PaperNumber, ...] = ()
    here: frozenset[PaperNumber] = frozenset()
    own: PaperNumber | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None


@dataclass(frozen=True, slots=True)
class SignalTable:
    """The candidates of a question and their signals: ``columns[name]`` has a row a paper.

    ``hits`` are the citing sentences found, best first.
    """

    papers: tuple[PaperNumber, ...]
    columns: Mapping[str, Column]
    hits: tuple[ContextHit, ...] = ()

    def matrix(self, names: Sequence[str]) -> NDArray[np.float32]:
        """Return (papers, names); a signal that is not known at all is NaN."""
        unknown = np.full(len(self.papers), np.nan, np.float32)
        columns = [self.columns.get(name, unknown) for name in names]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self.papers), 0), np.float32)

    def taking(self, rows: Sequence[int]) -> SignalTable:
        """Return the table of these rows, in that order."""
        chosen = list(rows)
        return SignalTable(
            tuple(self.papers[row] for row in chosen),
            {name: column[chosen] for name, column in self.columns.items()},
            self.hits,
        )


@dataclass(frozen=True, slots=True)
class _Contexts:
    """Citing sentences found by words and by each row of the question."""

    by_words: Sequence[ContextHit] = ()
    by_rows: Mapping[str, Sequence[ContextHit]] = field(default_factory=dict)

    @property
    def all(self) -> tuple[ContextHit, ...]:
        """Every sentence once, those that lead a ranking first."""
        rankings = [
            [hit.number for hit in hits] for hits in (self.by_words, *self.by_rows.values())
        ]
        hits_by_number = {
            hit.number: hit for hits in (self.by_words, *self.by_rows.values()) for hit in hits
        }
        order: dict[int, float] = defaultdict(float)
        for ranking in rankings:
            for rank, number in enumerate(ranking):
                order[number] += 1 / (30 + rank)
        return tuple(
            hits_by_number[number] for number in sorted(order, key=lambda n: (-order[n], n))
        )


def gather_signals(
    sources: Sources,
    query: SignalQuery,
    candidates: Candidates,
    *,
    allowed: frozenset[PaperNumber] | None = None,
    named_papers: Sequence[PaperNumber] = (),
    only: Collection[PaperNumber] | None = None,
) -> SignalTable:
    """Gather the candidates of all sources and what is known of each.

    Candidates are what words and vectors found, what citing sentences like this one cite, what
    stands around the cited papers in the citation graph, the cited papers themselves, and those
    that the sentence names (``named_papers``).

    With ``only``, all is told of these papers, of the others what candidates are compared by. The
    table is empty where none of them is a candidate.
    """
    cited_papers = query.cited_papers[:_MOST_GIVEN]
    contexts = _contexts(sources.contexts, query, candidates)
    fused = candidates.fused()
    papers = _gathered(sources, query, fused[:FUSED], contexts, allowed, named_papers)
    if only is not None and not any(paper in only for paper in papers):
        return SignalTable((), {})
    texts = sources.texts.get(papers)
    papers = tuple(paper for paper in papers if paper in texts)
    ordered = [texts[paper] for paper in papers]
    columns: Signals = {
        **_similarities(sources.retriever.vectors, papers, cited_papers, candidates.rows),
        **_profile_signals(sources.profiles, papers, query, candidates.rows),
        **_repeat_signals(papers, query),
        **_size(sources, papers, query, allowed),
        **_dates(query, ordered, [*sources.texts.get(cited_papers).values()]),
    }
    columns |= _compare_candidates(columns)
    columns[UNTOLD] = _measure_untold(columns, ordered)
    rows = [row for row, paper in enumerate(papers) if only is None or paper in only]
    told_papers = [papers[row] for row in rows]
    told_columns: Signals = {
        **_fused_signals(told_papers, fused),
        **_rankings("words", told_papers, candidates.words),
        **_context_signals(told_papers, contexts),
        **_graph_signals(sources.graph, query, told_papers, cited_papers),
        **_name_signals(sources, query, [ordered[row] for row in rows], cited_papers),
    }
    if len(rows) < len(papers):
        told_columns = _spread(told_columns, rows, len(papers))
    return SignalTable(papers, columns | told_columns, contexts.all)


def _spread(columns: Signals, rows: Sequence[int], count: int) -> Signals:
    """Return columns of some rows as columns of all; the others are not known."""
    wider = {name: np.full(count, np.nan, np.float32) for name in columns}
    for name, column in columns.items():
        wider[name][rows] = column
    return wider


def _gathered(
    sources: Sources,
    query: SignalQuery,
    fused: Sequence[tuple[PaperNumber, float]],
    contexts: _Contexts,
    allowed: frozenset[PaperNumber] | None,
    named_papers: Sequence[PaperNumber],
) -> tuple[PaperNumber, ...]:
    near: list[PaperNumber] = []
    if sources.graph is not None and query.cited_papers:
        neighbours = sources.graph.neighbours(
            query.cited_papers, limit=NEIGHBOURS, without=query.own
        )
        near = [paper for paper, _ in neighbours]
    cited = (paper for hit in contexts.all for paper in hit.cited)
    every = dict.fromkeys(
        (*(paper for paper, _ in fused), *cited, *near, *query.cited_papers, *named_papers)
    )
    return tuple(
        paper for paper in every if paper != query.own and (allowed is None or paper in allowed)
    )


def _contexts(
    index: CitingContexts | None, query: SignalQuery, candidates: Candidates
) -> _Contexts:
    if index is None or not index.count():
        return _Contexts()
    by_words = index.by_words(candidates.terms, limit=CONTEXT_HITS, without=query.own)
    names = [name for name in ("sentence", "neighbours") if name in candidates.rows]
    if not names:
        return _Contexts(by_words)
    rows = np.stack([candidates.rows[name] for name in names])
    near = index.by_vectors(rows, limit=CONTEXT_HITS, without=query.own)
    return _Contexts(by_words, dict(zip(names, near, strict=False)))


# --- the groups of signals --------------------------------------------------------------------


def _fused_signals(
    papers: Sequence[PaperNumber], fused: Sequence[tuple[PaperNumber, float]]
) -> Signals:
    scores = dict(fused)
    column = _column(scores.get(paper, 0.0) for paper in papers)
    best = fused[0][1] if fused else 0.0
    ranks = {paper: rank for rank, (paper, _) in enumerate(fused, start=1)}
    return {
        "words.fused": column,
        "words.fused share": column / max(best, 1e-9),
        "words.fused rank": _logs(ranks.get(paper) for paper in papers),
    }


def _rankings(group: Group, papers: Sequence[PaperNumber], rankings: Iterable[Ranking]) -> Signals:
    columns: Signals = {}
    for ranking in rankings:
        scores = dict(ranking.scored)
        ranks = {paper: rank for rank, paper in enumerate(ranking.papers, start=1)}
        best = max(scores.values(), default=0.0)
        column = _column(scores.get(paper, np.nan) for paper in papers)
        columns[f"{group}.{ranking.form}.share"] = column / max(best, 1e-9)
        columns[f"{group}.{ranking.form}.rank"] = _logs(ranks.get(paper) for paper in papers)
    return columns


def _similarities(
    vectors: VectorSearch[PaperNumber] | None,
    papers: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
    questions: Mapping[str, NDArray[np.float32]],
) -> Signals:
    """Return cosines with each form of the question, and with the papers cited already."""
    if vectors is None or not questions or not papers:
        return {}
    rows = vectors.rows(papers)
    columns: Signals = {}
    for name, question in questions.items():
        cosine = rows @ question
        columns[f"vectors.{name}"] = cosine
        columns[f"vectors.{name}.below best"] = cosine - np.nanmax(cosine, initial=-1.0)
    cited_vectors = vectors.rows(cited_papers)
    cited_vectors = cited_vectors[~np.isnan(cited_vectors).any(axis=1)]
    if len(cited_vectors):
        nearness = rows @ cited_vectors.T
        # A cited paper is not compared with itself: that it is cited is a signal of its own.
        nearness[nearness > 0.9999] = np.nan
        ordered = -np.sort(-np.nan_to_num(nearness, nan=-1.0), axis=1)
        is_known = ~np.isnan(rows).any(axis=1)
        top = ordered[:, : min(3, ordered.shape[1])]
        columns["vectors.cited.best"] = np.where(is_known, top[:, 0], np.nan)
        columns["vectors.cited.best three"] = np.where(is_known, top.mean(axis=1), np.nan)
        columns["vectors.cited.mean"] = np.where(is_known, ordered.mean(axis=1), np.nan)
    return {name: column.astype(np.float32) for name, column in columns.items()}


def _context_signals(papers: Sequence[PaperNumber], contexts: _Contexts) -> Signals:
    """Return how well the sentences that cite a paper match this one.

    BM25 is given as a share of the best: its scale is that of the library's size.
    """
    columns: Signals = {}
    kinds = {"words": contexts.by_words, **contexts.by_rows}
    for kind, hits in kinds.items():
        if not hits:
            continue
        best: dict[PaperNumber, float] = {}
        total: defaultdict[PaperNumber, float] = defaultdict(float)
        ranks: dict[PaperNumber, int] = {}
        for rank, hit in enumerate(hits, start=1):
            for paper in hit.cited:
                best.setdefault(paper, hit.score)
                ranks.setdefault(paper, rank)
                total[paper] += hit.score
        name = f"contexts.{kind}"
        top = hits[0].score if kind == "words" else 1.0
        whole = max(sum(hit.score for hit in hits), 1e-9)
        columns[f"{name}.best"] = _column(best.get(paper, np.nan) / top for paper in papers)
        columns[f"{name}.rank"] = _logs(ranks.get(paper) for paper in papers)
        columns[f"{name}.share"] = _column(total.get(paper, 0.0) / whole for paper in papers)
    return columns


def _profile_signals(
    profiles: Profiles | None,
    papers: Sequence[PaperNumber],
    query: SignalQuery,
    questions: Mapping[str, NDArray[np.float32]],
) -> Signals:
    """Return how near the question is to what is said of a paper where it is cited."""
    question_vectors = [questions[name] for name in _PROFILED if name in questions]
    if (
        profiles is None
        or not question_vectors
        or not papers
        or question_vectors[0].shape != (profiles.dimension,)
    ):
        return {}
    return {PROFILE: profiles.likeness(papers, np.stack(question_vectors), without=query.own)}


def _graph_signals(
    graph: CitationGraph | None,
    query: SignalQuery,
    papers: Sequence[PaperNumber],
    cited_papers: Sequence[PaperNumber],
) -> Signals:
    """Return co-citation and coupling with the cited papers, and how often a paper is cited."""
    if graph is None or not papers:
        return {}
    cited_by = graph.count_citing_papers(papers, without=query.own)
    columns: Signals = {"popularity.cited by": np.log1p(cited_by)}
    if not cited_papers:
        return columns
    theirs = graph.count_citing_papers(cited_papers, without=query.own)
    scale = np.sqrt(np.outer(np.maximum(cited_by, 1), np.maximum(theirs, 1)))
    same = np.equal.outer(np.asarray(papers), np.asarray(cited_papers))
    counts = {
        "papers": graph.co_cited(papers, cited_papers, without=query.own),
        "sentences": graph.co_cited_in_sentences(papers, cited_papers, without=query.own),
        "coupled": graph.coupled(papers, cited_papers, without=query.own),
        "linked": graph.linked(papers, cited_papers, without=query.own),
    }
    here = np.asarray([paper in query.here for paper in cited_papers])
    for name, count_matrix in counts.items():
        matrix = np.where(same, 0.0, count_matrix)
        columns[f"cocitation.{name}.sum"] = matrix.sum(axis=1)
        columns[f"cocitation.{name}.best"] = matrix.max(axis=1)
        columns[f"cocitation.{name}.lift"] = (matrix / scale).sum(axis=1)
        if here.any():
            columns[f"cocitation.{name}.here"] = (matrix / scale)[:, here].max(axis=1)
    return {name: column.astype(np.float32) for name, column in columns.items()}


def _repeat_signals(papers: Sequence[PaperNumber], query: SignalQuery) -> Signals:
    """Return whether the manuscript cites a paper elsewhere, and how much it cites."""
    elsewhere = set(query.cited_papers) - query.here
    cited = _column(1.0 if paper in elsewhere else 0.0 for paper in papers)
    count = np.full(len(papers), np.log1p(len(query.cited_papers)), np.float32)
    position = np.full(len(papers), np.log1p(len(query.passage.before)), np.float32)
    return {"repeat.cited": cited, "repeat.given": count, "repeat.place": position}


def _size(
    sources: Sources,
    papers: Sequence[PaperNumber],
    query: SignalQuery,
    allowed: frozenset[PaperNumber] | None,
) -> Signals:
    """Return among how many papers was searched, and how many of the library were read.

    A best match among few says more.
    """
    count = sources.retriever.words.count() if allowed is None else len(allowed)
    graph = sources.graph
    read_count = 0 if graph is None else graph.citing_papers(without=query.own)
    return {
        "repeat.library": np.full(len(papers), np.log1p(count), np.float32),
        "repeat.read": np.full(len(papers), np.log1p(read_count), np.float32),
    }


def _compare_candidates(columns: Signals) -> Signals:
    """Return what a candidate is among the others: how much nearer it is, how many have a text."""
    compared_columns: Signals = {}
    if len(has_abstract := columns["popularity.has abstract"]):
        share = np.full(len(has_abstract), has_abstract.mean(), np.float32)
        compared_columns["repeat.abstracts"] = share
    for name in (*SURROUNDED, *ALONE, PROFILE):
        if name in columns:
            compared_columns[f"{name}{DEVIATION}"] = measure_deviations(columns[name])
    return compared_columns


def _measure_untold(columns: Signals, texts: Sequence[PaperText]) -> Column:
    """Return how much a lack of an abstract speaks against a paper: 0 (not at all) to 1.

    In a collection as publishers have it, what lacks an abstract is old and cited less; in a
    person's own library, where it may be anything, it says nothing. So it counts the more, the
    older the candidates without one are than the others, and the larger the library is; and only
    where most candidates have one, as among books and old papers they have not.
    """
    has_abstract = columns["popularity.has abstract"] > 0
    untold = np.zeros(len(texts), np.float32)
    years = [
        [
            text.year
            for text, has in zip(texts, has_abstract, strict=True)
            if text.year and has == side
        ]
        for side in (True, False)
    ]
    if min(map(len, years)) >= _LEAST_COMPARED:
        newer, older = map(np.median, years)
        gap = (newer - older - _LEAST_GAP) / (_WHOLE_GAP - _LEAST_GAP)
        size = (float(columns["repeat.library"][0]) - _SMALL) / (_LARGE - _SMALL)
        most = (has_abstract.mean() - _HALF_TOLD) / (_MOST_TOLD - _HALF_TOLD)
        untold[~has_abstract] = np.prod(np.clip([gap, size, most], 0, 1))
    return untold


def measure_deviations(cosines: Column) -> Column:
    """Return cosines in standard deviations from their mean: (papers,).

    Encoders differ in how near the near is. What is not known counts as in the middle.
    """
    known_cosines = cosines[~np.isnan(cosines)].astype(np.float64)
    if len(known_cosines) < _LEAST_COMPARED or not known_cosines.std():
        return np.zeros(len(cosines), np.float32)
    deviations = np.nan_to_num((cosines - known_cosines.mean()) / known_cosines.std())
    certainty = len(known_cosines) / (len(known_cosines) + _DOUBT)
    column: Column = (deviations * certainty).astype(np.float32)
    return column


def _dates(
    query: SignalQuery, texts: Sequence[PaperText], cited_texts: Sequence[PaperText]
) -> Signals:
    years = _column(np.nan if text.year is None else text.year for text in texts)
    known_years = [text.year for text in cited_texts if text.year is not None]
    newest = max([*known_years, *([] if query.year is None else [query.year])], default=None)
    columns = {"popularity.has abstract": _column(bool(text.abstract) for text in texts)}
    if newest is not None:
        age = newest - years
        # Without a date of its own the manuscript may be younger than all it cites so far.
        columns["popularity.age"] = age if query.year is not None else np.maximum(age, 0)
    if known_years:
        columns["popularity.years from cited"] = years - np.float32(np.median(known_years))
    return columns


def _name_signals(
    sources: Sources,
    query: SignalQuery,
    texts: Sequence[PaperText],
    cited_papers: Sequence[PaperNumber],
) -> Signals:
    """Return what the sentence names, and whom the manuscript knows."""
    passage = query.passage
    wider = joined((*passage.before[-1:], *passage.after[:1], passage.title))
    mentions = mention_signals(passage.sentence, wider, texts, rarity=sources.texts.rarity)
    people = people_signals(
        texts,
        manuscript_authors=query.authors,
        cited_authors=[text.authors for text in sources.texts.get(cited_papers).values()],
    )
    columns = {f"mentions.{name}": column for name, column in mentions.items()}
    return columns | {f"people.{name}": column for name, column in people.items()}


def _column(values: Iterable[float]) -> Column:
    return np.fromiter(values, np.float32)


def _logs(ranks: Iterable[int | None]) -> Column:
    return np.log(_column(np.nan if rank is None else rank for rank in ranks))


def get_group(name: str) -> Group:
    """Return the group that a signal belongs to."""
    return name.partition(".")[0]  # type: ignore[return-value] # names are made above


# --- the texts of papers, kept in memory while the library stays as it is ---------------

_REMEMBERED = 20_000
"""Papers kept: about 40 MB, and what the sentences of one manuscript have in common."""


class PaperTexts:
    """Reads papers from the library, each once; safe from any thread."""

    def __init__(self, library: Library, words: WordIndex) -> None:
        self._papers = library.papers
        self._words = words
        self._revision = -1
        self._texts_by_paper: dict[PaperNumber, PaperText] = {}
        self._lock = threading.Lock()
        self._rarity = lru_cache(_REMEMBERED)(self._compute_rarity)

    def get(self, numbers: Sequence[PaperNumber]) -> dict[PaperNumber, PaperText]:
        """Return the texts of those papers that exist, in the order asked for."""
        with self._lock:
            revision = self._papers.revision()
            if revision != self._revision or len(self._texts_by_paper) > _REMEMBERED:
                self._texts_by_paper.clear()
                self._rarity.cache_clear()
                self._revision = revision
            missing = [number for number in numbers if number not in self._texts_by_paper]
            if missing:
                self._texts_by_paper |= self._papers.texts(missing)
            return {
                number: self._texts_by_paper[number]
                for number in numbers
                if number in self._texts_by_paper
            }

    def rarity(self, term: str) -> float:
        """Return ``ln(papers / papers with the term)``; the term is stemmed."""
        return self._rarity(term)

    def _compute_rarity(self, term: str) -> float:
        total = max(self._words.count(), 1)
        return math.log(total / max(self._words.document_frequency(term), 1))
