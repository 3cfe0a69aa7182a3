"""Situations in which a sentence is asked: what is known around it, and what its library has.

A ``Situation`` is drawn at random for each training sentence, so that the one scorer knows them
all; ``CELLS`` are those that a matrix is printed of. ``Asking`` asks a field's libraries with rows
from files (``Rows``), so that nothing is encoded here.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.evaluation.queries import Query
from core.library.indexes.folding import index_terms
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.citations import CitedInSentences
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.citing_contexts import CitingContexts, ContextHit
from core.recommend.engine import signal_query
from core.recommend.profiles import Profiles
from core.recommend.question import Question
from core.recommend.signals import PaperTexts, SignalTable, Sources, gather_signals
from tools.lab.fitting.fields import VARIANTS, FieldData, Variant

EVERYTHING = 1_000_000
"""As a number of known references or sentences before: all there are."""
_OWN = 10_000_000
"""Numbers of manuscripts that the library does not hold begin here."""
_K1, _B = 1.2, 0.75

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What is known when a sentence is asked.

    ``size`` counts the papers of the library, ``read`` its full texts; ``references`` are those of
    the manuscript that are known, ``before`` its sentences before this one. ``is_cut`` leaves
    papers out that are newer than the manuscript.
    """

    name: str = ""
    size: int = EVERYTHING
    abstracts: Variant = "full"
    read: int = 0
    has_sentences: bool = True
    references: int = EVERYTHING
    before: int = EVERYTHING
    is_titled: bool = True
    is_cut: bool = False


def draw_situation(random: np.random.Generator) -> Situation:
    """Draw a situation; in a third of them nothing is known of the manuscript."""
    sizes = (300, 1_000, 3_000, 10_000, EVERYTHING)
    library = Situation(
        size=int(random.choice(sizes, p=(0.15, 0.15, 0.2, 0.2, 0.3))),
        abstracts=("full", "half", "bare")[int(random.choice(3, p=(0.5, 0.2, 0.3)))],
        read=int(random.choice((0, 10, 60, EVERYTHING), p=(0.45, 0.15, 0.2, 0.2))),
        has_sentences=bool(random.random() < 0.7),
        is_cut=bool(random.random() < 0.3),
    )
    if random.random() < 1 / 3:
        return replace(library, references=0, before=int(random.choice((0, 2))), is_titled=False)
    return replace(
        library,
        references=int(random.choice((0, 1, 5, 20, EVERYTHING), p=(0.2, 0.1, 0.2, 0.2, 0.3))),
        before=int(random.choice((0, 2, EVERYTHING), p=(0.2, 0.2, 0.6))),
        is_titled=bool(random.random() < 0.8),
    )


_WHOLE = Situation(name="everything known")
_COLD = replace(_WHOLE, references=0, before=2, is_titled=False)
CELLS: tuple[Situation, ...] = (
    _WHOLE,
    *(replace(_WHOLE, name=f"{n} references", references=n) for n in (0, 1, 5, 20)),
    *(replace(_WHOLE, name=f"{n} sentences before", before=n) for n in (0, 2)),
    replace(_WHOLE, name="no title", is_titled=False),
    replace(_COLD, name="cold"),
    replace(_COLD, name="the sentence alone", before=0),
    replace(_COLD, name="cold, 3,000 papers", size=3_000),
    replace(_COLD, name="cold, full texts", read=EVERYTHING),
    replace(_COLD, name="cold, no abstracts", abstracts="bare"),
    replace(_WHOLE, name="300 papers", size=300),
    replace(_WHOLE, name="3,000 papers", size=3_000),
    replace(_WHOLE, name="half of the abstracts", abstracts="half"),
    replace(_WHOLE, name="no abstracts", abstracts="bare"),
    replace(_WHOLE, name="no abstracts, 300 papers", abstracts="bare", size=300),
    replace(_WHOLE, name="full texts", read=EVERYTHING),
    replace(_WHOLE, name="citations alone", read=EVERYTHING, has_sentences=False),
    replace(_WHOLE, name="full texts, no abstracts", read=EVERYTHING, abstracts="bare"),
    replace(_WHOLE, name="cut at its year", is_cut=True),
)


class Rows:
    """Unit rows by id, read from 8-bit integers and the scale of each row."""

    def __init__(self, folder: Path, name: str, ids: Sequence[str] | None = None) -> None:
        rows = np.load(folder / f"{name}.npy")
        scales = np.load(folder / f"{name}.scales.npy").astype(np.float32)
        names = ids or (folder / f"{name}.ids.txt").read_text("utf-8").split("\n")
        self.row_of = {one: row for row, one in enumerate(names) if one}
        self._rows, self._scales = rows, scales

    def take(self, ids: Sequence[str]) -> Floats:
        """Return the rows of ids, (ids, dimension); NaN where there is none."""
        places = np.array([self.row_of.get(one, -1) for one in ids])
        is_known = places >= 0
        rows = np.full((len(ids), self._rows.shape[1]), np.nan, np.float32)
        rows[is_known] = (
            self._rows[places[is_known]].astype(np.float32) * self._scales[places[is_known], None]
        )
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return rows


class MemoryRows:
    """The vectors of papers 1 to n, searched in memory; stands for a ``VectorSearch``."""

    model = "rows"

    def __init__(self, rows: Floats) -> None:
        self._rows = np.nan_to_num(rows)
        self._is_known = np.asarray(np.isfinite(rows).all(axis=1), np.bool_)
        self.dimension = rows.shape[1]
        self._allowed: tuple[Collection[int], NDArray[np.int64]] | None = None

    def count(self) -> int:
        """Return how many papers have a row."""
        return int(self._is_known.sum())

    def search(
        self, questions: Floats, *, limit: int, allowed: Collection[PaperNumber] | None = None
    ) -> list[list[tuple[PaperNumber, float]]]:
        """Return the nearest papers of each question with their cosines."""
        places = self._places(allowed)
        cosines = questions @ (self._rows if allowed is None else self._rows[places]).T
        found = []
        for row in cosines:
            count = min(limit, len(row))
            best = np.argpartition(-row, count - 1)[:count] if count else np.zeros(0, np.int64)
            best = best[np.argsort(-row[best], kind="stable")]
            found.append(
                [(PaperNumber(int(places[at]) + 1), float(row[at])) for at in best.tolist()]
            )
        return found

    def rows(self, numbers: Sequence[PaperNumber]) -> Floats:
        """Return the row of each number; NaN where there is none."""
        places = np.asarray(numbers, np.int64) - 1
        rows = np.full((len(places), self.dimension), np.nan, np.float32)
        inside: NDArray[np.bool_] = (places >= 0) & (places < len(self._rows))
        inside[inside] = self._is_known[places[inside]]
        rows[inside] = self._rows[places[inside]]
        return rows

    def _places(self, allowed: Collection[PaperNumber] | None) -> NDArray[np.int64]:
        if allowed is None:
            return np.arange(len(self._rows))
        if self._allowed is None or self._allowed[0] is not allowed:
            places = np.sort(np.fromiter(allowed, np.int64)) - 1
            self._allowed = allowed, places[self._is_known[places]]
        return self._allowed[1]


class StoredQuestions:
    """Gives the rows of questions that ``rows`` beside it encoded; stands for an ``Encoder``."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def encode_queries(self, texts: Sequence[str]) -> Floats:
        """Return the row of each text."""
        return self._rows.take(texts)


@dataclass(frozen=True, slots=True)
class Sentences:
    """Citing sentences that the encoder did not learn from: who says it, what it cites."""

    texts: Sequence[str]
    citing: NDArray[np.int64]
    cited: Sequence[tuple[PaperNumber, ...]]
    rows: Floats
    counts: csr_matrix
    lengths: NDArray[np.float64]
    term_of: Mapping[str, int]

    @classmethod
    def of(
        cls,
        texts: Sequence[str],
        citing: Sequence[int],
        cited: Sequence[tuple[PaperNumber, ...]],
        rows: Floats,
    ) -> Sentences:
        """Index sentences."""
        term_of: dict[str, int] = {}
        row_numbers, columns = [], []
        for row, text in enumerate(texts):
            for term in index_terms(text):
                row_numbers.append(row)
                columns.append(term_of.setdefault(term, len(term_of)))
        ones = np.ones(len(columns))
        counts = csr_matrix((ones, (row_numbers, columns)), (len(texts), len(term_of)))
        lengths = np.asarray(counts.sum(axis=1)).ravel()
        return cls(
            texts, np.asarray(citing, np.int64), cited, rows, counts.tocsc(), lengths, term_of
        )


class MemoryContexts(CitingContexts):
    """The citing sentences of some papers, as a library has them that read these."""

    def __init__(
        self, sentences: Sentences, citing: Collection[int], allowed: frozenset[PaperNumber] | None
    ) -> None:
        self._sentences = sentences
        self._is_kept = np.isin(sentences.citing, np.fromiter(citing, np.int64))
        self._allowed = allowed

    def by_words(
        self, terms: Mapping[str, float], *, limit: int, without: PaperNumber | None
    ) -> list[ContextHit]:
        """Rank the sentences by BM25."""
        sentences = self._sentences
        scores = np.zeros(len(sentences.texts))
        mean = sentences.lengths.mean()
        for term, weight in terms.items():
            column = sentences.term_of.get(term)
            if column is not None:
                one = sentences.counts[:, [column]]
                rows, counts = one.indices, one.data
                rarity = np.log1p((len(scores) - len(rows) + 0.5) / (len(rows) + 0.5))
                length = _K1 * (1 - _B + _B * sentences.lengths[rows] / mean)
                scores[rows] += weight * rarity * counts * (_K1 + 1) / (counts + length)
        return self._hits_of(scores, limit, without, by_vectors=False)

    def by_vectors(
        self, rows: Floats, *, limit: int, without: PaperNumber | None
    ) -> list[list[ContextHit]]:
        """Rank the sentences by cosine, for each row."""
        return [
            self._hits_of(self._sentences.rows @ row, limit, without, by_vectors=True)
            for row in rows
        ]

    def text(self, number: int) -> str:
        """Return a sentence."""
        return self._sentences.texts[number]

    def count(self) -> int:
        """Return how many sentences there are."""
        return int(self._is_kept.sum())

    def _hits_of(
        self, scores: NDArray[Any], limit: int, without: PaperNumber | None, *, by_vectors: bool
    ) -> list[ContextHit]:
        own = -1 if without is None else without
        is_open = self._is_kept & (self._sentences.citing != own)
        if not by_vectors:
            is_open &= scores > 0
        places = np.flatnonzero(is_open)
        order = places[np.argsort(-scores[places], kind="stable")[:limit]]
        hits = []
        for at in order.tolist():
            cited = tuple(
                paper
                for paper in self._sentences.cited[at]
                if self._allowed is None or paper in self._allowed
            )
            if cited:
                citing = PaperNumber(int(self._sentences.citing[at]))
                hits.append(ContextHit(at, citing, cited, float(scores[at]), by_vectors))
        return hits


class MemoryProfiles(Profiles):
    """The profiles that the citing sentences of some papers give."""

    def __init__(self, sentences: Sentences, citing: Collection[int]) -> None:
        kept = np.flatnonzero(np.isin(sentences.citing, np.fromiter(citing, np.int64)))
        self._rows_by_paper: defaultdict[int, list[int]] = defaultdict(list)
        for at in kept.tolist():
            for paper in sentences.cited[at]:
                self._rows_by_paper[paper].append(at)
        self._sentences = sentences

    @property
    def dimension(self) -> int:
        """The length of a profile."""
        return int(self._sentences.rows.shape[1])

    def likeness(
        self, papers: Sequence[PaperNumber], questions: Floats, *, without: PaperNumber | None
    ) -> Floats:
        """Return the mean cosine of each paper's profile with the questions."""
        cosines = np.full(len(papers), np.nan, np.float32)
        for place, paper in enumerate(papers):
            rows = [
                at
                for at in self._rows_by_paper.get(paper, ())
                if self._sentences.citing[at] != (-1 if without is None else without)
            ]
            if rows:
                profile = self._sentences.rows[rows].sum(axis=0)
                norm = float(np.linalg.norm(profile))
                if norm > 1e-3:
                    cosines[place] = float((questions @ profile).mean()) / norm
        return cosines


@dataclass(frozen=True, slots=True)
class Asked:
    """A query in a situation: its candidates, which of them are cited, how many there are to find.

    ``given`` are the cited papers that are known.
    """

    query: Query
    situation: Situation
    table: SignalTable
    cited: NDArray[np.bool_]
    total: int
    total_new: int
    given: frozenset[PaperNumber] = field(default_factory=frozenset)


class Asking:
    """Asks the libraries of one field."""

    def __init__(self, data: FieldData, libraries: Path, rows: Path) -> None:
        self._data = data
        self._libraries = {
            variant: Library.open(libraries / variant, write=False)
            for variant in ("full", "half", "bare")
        }
        library = self._libraries["full"]
        self._number_of = library.papers.resolve_many([record.id for record in data.records])
        ids = [record.id for record in data.records]
        places = np.array([self._number_of[one] for one in ids], np.int64) - 1
        order = [ids[at] for at in np.argsort(places)]
        self._years = {
            self._number_of[record.id]: record.year for record in data.records if record.year
        }
        prefix = "rank-bio" if data.name == "life sciences" else "rank-cs"
        full = Rows(rows, prefix).take(order)
        bare = Rows(rows, f"{prefix}-titles").take(order) if prefix == "rank-cs" else full
        is_odd = np.array([hashlib.sha1(one.encode()).digest()[1] % 2 == 1 for one in order])
        rows_by_variant = {
            "full": full,
            "half": np.where(is_odd[:, None], bare, full),
            "bare": bare,
        }
        self._questions = _read_questions(rows)
        questions = StoredQuestions(self._questions)
        self._sources = {
            variant: self._make_sources(variant, MemoryRows(rows_by_variant[variant]), questions)
            for variant in VARIANTS
        }
        self._read_training(questions)

    def _make_sources(
        self, variant: Variant, rows: MemoryRows, questions: StoredQuestions
    ) -> Sources:
        library = self._libraries[variant]
        words = WordIndex(library.folder / "words", library.identity, write=False)
        words.follow(library.papers)
        retriever = Retriever(words, rows, questions)  # type: ignore[arg-type] # stand-ins
        return Sources(library=library, retriever=retriever, texts=PaperTexts(library, words))

    def _read_training(self, questions: StoredQuestions) -> None:
        """Read what the training papers cite, and the citing sentences that were not learned."""
        self._own: dict[str, PaperNumber] = {}
        self._cites: dict[int, list[PaperNumber]] = {}
        sentence_citing: list[int] = []
        sentence_index: list[int] = []
        sentence_cited: list[int] = []
        texts, citing, cited = [], [], []
        for at, paper in enumerate(self._data.training):
            own = self._number_of.get(paper.id, PaperNumber(_OWN + at))
            self._own[paper.id] = own
            numbers = self._number_of
            self._cites[own] = [numbers[one] for one in paper.references if one in numbers]
            for one in paper.citing:
                these = tuple(numbers[each] for each in one.cited if each in numbers)
                if not these:
                    continue
                sentence_index += [len(sentence_citing)] * len(these)
                sentence_cited += these
                sentence_citing.append(own)
                if paper.id in self._data.unlearned:
                    texts.append(one.text)
                    citing.append(own)
                    cited.append(these)
        rows = questions.encode_queries(texts)
        is_known = ~np.isnan(rows).any(axis=1)
        kept = np.flatnonzero(is_known).tolist()
        self._sentences = Sentences.of(
            [texts[at] for at in kept],
            [citing[at] for at in kept],
            [cited[at] for at in kept],
            rows[is_known],
        )
        self._cited_in = CitedInSentences(
            np.array(sentence_citing), np.array(sentence_index), np.array(sentence_cited)
        )
        self._unlearned = sorted(set(citing))

    def knows(self, sentence: str) -> bool:
        """Tell whether a sentence has a stored row."""
        return sentence in self._questions.row_of

    def ask(
        self, queries: Sequence[Query], situation: Situation, random: np.random.Generator
    ) -> Iterator[Asked]:
        """Ask the queries of one manuscript in one library drawn for them."""
        numbers = self._number_of
        manuscript = queries[0].id.rsplit("#", 1)[0]
        own = self._own.get(manuscript, numbers.get(queries[0].self_id or "", PaperNumber(0)))
        resolved = {
            query.id: (
                frozenset(numbers[one] for one in query.relevant if one in numbers),
                frozenset(numbers[one] for one in query.already_cited if one in numbers),
            )
            for query in queries
        }
        needed = frozenset().union(*(one | other for one, other in resolved.values()))
        read = [paper for paper in self._draw_read(situation, needed, random) if paper != own]
        years = [self._years[paper] for paper in needed if paper in self._years]
        year = max(years, default=None)
        allowed = self._draw_library(situation, needed, read, year, random)
        sources = self._know(situation, read, allowed)
        for query in queries:
            relevant, before = resolved[query.id]
            if not relevant:
                continue
            given = sorted(before)
            if situation.references < len(given):
                given = random.permutation(given)[: situation.references].tolist()
            known = frozenset(map(PaperNumber, given))
            question = make_question(query, situation, known, own, year)
            candidates = sources.retriever.candidates(
                question.passage, breadth=DEFAULT_BREADTH, allowed=allowed
            )
            table = gather_signals(sources, signal_query(question), candidates, allowed=allowed)
            cited = np.array([paper in relevant for paper in table.papers], bool)
            yield Asked(query, situation, table, cited, len(relevant), len(relevant - known), known)

    def _draw_read(
        self, situation: Situation, needed: frozenset[PaperNumber], random: np.random.Generator
    ) -> list[int]:
        """Draw full texts, half of them of the manuscript's field where there are so many."""
        every: list[int] = random.permutation(sorted(self._cites)).tolist()
        if situation.read >= EVERYTHING:
            return every
        near = [paper for paper in every if not needed.isdisjoint(self._cites[paper])]
        chosen = near[: (situation.read + 1) // 2]
        return list(dict.fromkeys([*chosen, *every]))[: situation.read]

    def _draw_library(
        self,
        situation: Situation,
        needed: frozenset[PaperNumber],
        read: Sequence[int],
        year: int | None,
        random: np.random.Generator,
    ) -> frozenset[PaperNumber] | None:
        count = len(self._number_of)
        if situation.size >= count and not situation.is_cut:
            return None
        papers = np.arange(1, count + 1)
        if situation.size < count:
            theirs = sorted({paper for one in read for paper in self._cites[one]} - needed)
            chosen = random.permutation(theirs)[: situation.size // 2].tolist()
            room = max(situation.size - len(chosen) - len(needed), 0)
            chosen += random.permutation(papers)[:room].tolist()
            papers = np.array(sorted({*chosen, *needed}), np.int64)
        if situation.is_cut and year is not None:
            papers = np.array(
                [p for p in papers.tolist() if self._years.get(PaperNumber(p), 0) <= year]
            )
        return frozenset(map(PaperNumber, papers.tolist())) | needed

    def _know(
        self,
        situation: Situation,
        read: Sequence[int],
        allowed: frozenset[PaperNumber] | None,
    ) -> Sources:
        sources = self._sources[situation.abstracts]
        if not situation.read:
            return sources
        pairs = np.array(
            [
                (citing, paper)
                for citing in read
                for paper in self._cites[citing]
                if allowed is None or paper in allowed
            ],
            np.int64,
        ).reshape(-1, 2)
        said = self._cited_in
        has_sentences = situation.has_sentences
        is_read = np.isin(said.citing[said.sentence], np.array(read if has_sentences else []))
        if allowed is not None:
            is_read &= np.isin(said.cited, np.fromiter(allowed, np.int64))
        sentences, index = np.unique(said.sentence[is_read], return_inverse=True)
        graph = CitationGraph(
            pairs, CitedInSentences(said.citing[sentences], index, said.cited[is_read])
        )
        if not has_sentences:
            return replace(sources, graph=graph)
        return replace(
            sources,
            graph=graph,
            contexts=MemoryContexts(self._sentences, read, allowed),
            profiles=MemoryProfiles(self._sentences, read),
        )


def _read_questions(folder: Path) -> Rows:
    import gzip
    import json

    with gzip.open(folder / "rank-texts.jsonl.gz", "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    return Rows(folder, "rank-queries", texts)


def make_question(
    query: Query,
    situation: Situation,
    known: frozenset[PaperNumber],
    own: PaperNumber | None,
    year: int | None,
) -> Question:
    """Return a query as it is asked in a situation; ``known`` are the references that are known."""
    passage = query.passage
    before = passage.before[max(len(passage.before) - situation.before, 0) :]
    passage = replace(
        passage,
        title=passage.title if situation.is_titled else "",
        abstract=passage.abstract if situation.is_titled else "",
        before=before if situation.before else (),
        after=passage.after if situation.before else (),
    )
    return Question(
        passage=passage,
        cited_elsewhere=known,
        left_out=frozenset() if own is None else frozenset({own}),
        own=own,
        year=year if situation.is_titled else None,
    )


def group_by_manuscript(queries: Sequence[Query]) -> list[list[Query]]:
    """Return the queries of each manuscript, in order."""
    groups: defaultdict[str, list[Query]] = defaultdict(list)
    for query in queries:
        groups[query.id.rsplit("#", 1)[0]].append(query)
    return [groups[name] for name in sorted(groups)]
