"""What the scorer's parameters are fitted on: answers to held-out queries, asked in situations."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.base.files import data_folder
from core.base.records import DEFAULT_BREADTH, PaperNumber
from core.evaluation.harness import build_question
from core.evaluation.queries import Query, rename_papers
from core.models.shelf import Shelf
from core.recommend.bare import bare
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph, measure_completion
from core.recommend.context import Passage
from core.recommend.question import Question
from core.recommend.reranking import Effort, Reading
from core.recommend.scoring import (
    Completion,
    Ranked,
    measure_nearness,
)
from core.workspace import Workspace
from training.sampling.draws import generator

_ANSWERS = 20
_STORED = 100
"""First answers that are stored: among them 20 new ones, whatever the manuscript cites already."""
_LEAST, _MOST = 150, 10_000
"""Papers of a small library beside those that its manuscript cites, drawn evenly by logarithm."""
_SMALL = 800
_SHARES = {"all references": 1.0, "a third": 0.3, "a tenth": 0.1, "none": 0.0}
"""What share of the references in the library stays in it."""

Floats = NDArray[np.float64]
Allowed = frozenset[PaperNumber] | None
Arm = Literal["without sets", "plain count", "with sets"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The first answers to a query: scores, best first, which are right, which are new: (n,).

    ``linked`` of ``entries`` references were in the library; ``nearness`` is that of the nearest.
    """

    situation: str
    query: str
    scores: Floats
    right: NDArray[np.bool_]
    new: NDArray[np.bool_]
    linked: int = 0
    entries: int = 0
    nearness: float = float("nan")


@dataclass(frozen=True, slots=True)
class Group:
    """A sentence's candidates, where one paper it cites is ``hidden`` and the rest is given.

    ``counts`` are papers that cite the candidate and a given one, summed over those given;
    ``features`` (papers, features) say how well it completes the group.
    """

    query: str
    hidden: int
    papers: NDArray[np.int64]
    chances: Floats
    counts: Floats
    features: Floats

    def rank(self, arm: Arm, weights: Completion) -> int | None:
        """Return the rank of the hidden paper, from 1; ``None`` if it is no candidate.

        Equal counts are in the order of the chances.
        """
        positions = np.flatnonzero(self.papers == self.hidden)
        if not len(positions):
            return None
        scores = self.chances
        if arm == "plain count":
            scores = self.counts
        elif arm == "with sets":
            scores = weights.odds(self.chances, self.features)
        order = np.lexsort((-self.chances, -scores))
        return int(np.flatnonzero(order == positions[0])[0]) + 1


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """A query's candidates, best first, and what a reranker says of the first of those in ``rows``.

    ``missed`` papers that the query cites are no candidates.
    """

    query: str
    chances: Floats
    rows: NDArray[np.int64]
    scores: NDArray[np.float32]
    cited: NDArray[np.bool_]
    missed: int

    @property
    def reading(self) -> Reading:
        """What the reranker says."""
        return Reading(self.rows, self.scores)


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A citing sentence of a manuscript, with the ids of what it cites and of the whole list."""

    manuscript: str
    passage: Passage
    cites: tuple[str, ...]
    before: frozenset[str]
    listed: tuple[str, ...]
    entries: int


class Asking:
    """Asks libraries the queries, in the situations that each part is fitted on."""

    def __init__(self, folder: Path, queries: Sequence[Query], options: Mapping[str, Any]) -> None:
        self._folder, self._queries, self._options = folder, queries, options

    def ask_situations(self) -> Iterator[Answer]:
        """Ask with much, little and nothing around the sentence, and in libraries of all sizes."""
        with _open(self._folder) as workspace:
            queries = rename_papers(workspace.library.papers, self._queries)
            for query in queries:
                yield from _ask_with_less(workspace, query)
            yield from _ask_small_libraries(workspace, queries)
        if self._options["texts"]:
            with _open(self._options["texts"]) as workspace:
                allowed = self._read_pool(workspace)
                for query in rename_papers(workspace.library.papers, self._queries):
                    yield _ask(workspace, query, "with full texts", allowed)

    def ask_fused(self) -> Iterator[Answer]:
        """Ask without trees, with words alone and with vectors."""
        with _open(self._folder) as workspace:
            both = workspace.recommending.retriever
            for stages, retriever in (("words+vectors", both), ("words", Retriever(both.words))):
                for query in rename_papers(workspace.library.papers, self._queries):
                    fused = retriever.candidates(
                        query.passage, breadth=DEFAULT_BREADTH, depth=200
                    ).fused()
                    ranked = Ranked(
                        tuple(paper for paper, _ in fused),
                        np.array([score for _, score in fused]),
                        np.zeros(len(fused)),
                        (),
                    )
                    own = workspace.library.papers.resolve(query.self_id or "")
                    ranked = ranked.without(frozenset() if own is None else frozenset({own}))
                    yield _answer(workspace, query, stages, ranked)

    def ask_presence(self) -> Iterator[Answer]:
        """Ask one sentence of each manuscript while some of its references are away."""
        options = self._options
        sentences = list(read_citing_sentences(options["fulltexts"]))
        with _open(self._folder) as workspace:
            pool = self._read_pool(workspace)
            every = pool or frozenset(map(PaperNumber, workspace.library.papers.numbers()))
            for number, sentence in enumerate(sentences):
                yield from _ask_with_references_away(workspace, number, sentence, every)
            if options["others"]:
                every = _get_papers_with_vectors(workspace)
                for sentence in list(read_citing_sentences(options["others"]))[::4]:
                    linked = _resolve(workspace, sentence.listed) & every
                    yield _ask_sentence(workspace, sentence, "another field", every, linked)
        if options["off"]:
            with _open(options["off"]) as workspace:
                for sentence in sentences:
                    yield _ask_sentence(workspace, sentence, "off topic", None, frozenset())
                    yield _ask_sentence(workspace, sentence, "off topic, bare text", None, None)

    def ask_groups(self) -> Iterator[Group]:
        """Hide one paper after the other of each sentence that cites several."""
        with _open(self._folder) as workspace:
            allowed = self._read_pool(workspace)
            engine = workspace.recommending.engine
            graph = engine.sources.graph or CitationGraph.of(workspace.library)
            for query in self._queries:
                for question, hidden in hide_each_paper(query, workspace):
                    given = question.cited_here
                    ranked = engine.rank(question, allowed=allowed).without(given)
                    texts = engine.sources.texts.get([*ranked.papers, *given])
                    years = {paper: text.year for paper, text in texts.items()}
                    cited, own = sorted(given), question.own
                    counts = graph.co_cited(ranked.papers, cited, without=own)
                    yield Group(
                        query.id,
                        hidden,
                        np.array(ranked.papers, np.int64),
                        ranked.chances,
                        np.nan_to_num(counts).sum(axis=1).astype(np.float64),
                        measure_completion(
                            ranked.papers, cited, graph, engine.get_vectors, years, without=own
                        ),
                    )

    def ask_reranker(self) -> Iterator[ReadAnswer]:
        """Have a reranker read the first papers of each query."""
        options = self._options
        effort = Effort(depth=options["depth"], seconds=float("inf"))
        with _open(self._folder) as workspace:
            papers, stage = workspace.library.papers, workspace.recommending.second_stage
            stage.load(options["reranker"], in_process=True)
            for query in self._queries:
                question = build_question(query, papers)
                ranked = workspace.recommending.engine.rank(question)
                relevant = _resolve(workspace, query.relevant)
                cited = np.array([paper in relevant for paper in ranked.papers], bool)
                reading = stage.reading(ranked, question, effort)
                missed = len(query.relevant) - int(cited.sum())
                yield ReadAnswer(
                    query.id, ranked.chances, reading.rows, reading.scores, cited, missed
                )

    def _read_pool(self, workspace: Workspace) -> Allowed:
        pool = self._options["pool"]
        return None if pool is None else _resolve(workspace, pool.read_text("utf-8").split())


def _open(folder: Path) -> closing[Workspace]:
    workspace = Workspace(folder, Shelf(data_folder() / "models"), write=False)
    workspace.indexing.words()
    workspace.indexing.load_model(in_process=True)
    return closing(workspace)


def _resolve(workspace: Workspace, ids: Iterable[str]) -> frozenset[PaperNumber]:
    return frozenset(workspace.library.papers.resolve_many(sorted(ids)).values())


def _ask_with_less(workspace: Workspace, query: Query) -> Iterator[Answer]:
    whole = query.passage
    alone = Passage(sentence=whole.sentence)
    near = replace(alone, before=whole.before[-1:], after=whole.after[:1])
    titled = replace(query, passage=replace(alone, title=whole.title))
    nothing = replace(query, passage=alone, already_cited=frozenset())
    yield _ask(workspace, query, "all around it")
    yield _ask(workspace, titled, "the title alone")
    yield _ask(workspace, replace(query, passage=near), "neighbours alone")
    yield _ask(workspace, nothing, "nothing", cited=query.already_cited)


def _ask_small_libraries(workspace: Workspace, queries: Sequence[Query]) -> Iterator[Answer]:
    every = sorted(workspace.library.papers.numbers())
    by_manuscript = groupby(queries, key=lambda query: query.id.rpartition("#")[0])
    for number, (_, manuscript_queries) in enumerate(by_manuscript):
        together = list(manuscript_queries)
        draw = generator(0, 0, number, "small")
        size = round(float(np.exp(draw.uniform(np.log(_LEAST), np.log(_MOST)))))
        cited = _resolve(workspace, {paper for query in together for paper in query.relevant})
        small = cited | frozenset(map(PaperNumber, draw.permutation(every).tolist()[:size]))
        for query in together:
            yield _ask(workspace, query, "in a small library", small)


def _ask(
    workspace: Workspace,
    query: Query,
    situation: str,
    allowed: Allowed = None,
    *,
    cited: frozenset[str] = frozenset(),
) -> Answer:
    question = build_question(query, workspace.library.papers)
    ranked = workspace.recommending.engine.rank(question, allowed=allowed)
    return _answer(workspace, query, situation, ranked, cited)


def _answer(
    workspace: Workspace,
    query: Query,
    situation: str,
    ranked: Ranked,
    cited: frozenset[str] = frozenset(),
) -> Answer:
    first = ranked.first(_STORED)
    relevant = _resolve(workspace, query.relevant)
    old = _resolve(workspace, query.already_cited | cited | {query.self_id or ""})
    return Answer(
        situation,
        query.id,
        np.asarray(first.scores, np.float64),
        np.array([paper in relevant for paper in first.papers], np.bool_),
        np.array([paper not in old for paper in first.papers], np.bool_),
    )


def read_citing_sentences(file: Path) -> Iterator[CitingSentence]:
    """Yield one citing sentence of each full text, drawn among all that have a marker."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            record = json.loads(line)
            sentences = [
                sentence
                for section in record["sections"]
                for paragraph in section["paragraphs"]
                for sentence in paragraph
            ]
            citing = [n for n, sentence in enumerate(sentences) if sentence["markers"]]
            if citing:
                position = int(generator(0, 0, number, "coverage").choice(citing))
                yield _make_citing_sentence(record, sentences, position)


def _make_citing_sentence(
    record: Mapping[str, Any], sentences: Sequence[Mapping[str, Any]], position: int
) -> CitingSentence:
    texts = [
        bare(sentence["text"], [tuple(m) for m in sentence["markers"]]) for sentence in sentences
    ]
    return CitingSentence(
        record["id"],
        Passage(
            sentence=texts[position],
            title=record["title"],
            abstract=record["abstract"],
            before=tuple(texts[:position]),
            after=tuple(texts[position + 1 : position + 2]),
        ),
        tuple(sentences[position]["cites"]),
        frozenset(paper for sentence in sentences[:position] for paper in sentence["cites"]),
        tuple(entry["id"] for entry in record["references"] if entry["id"]),
        len(record["references"]),
    )


def _ask_with_references_away(
    workspace: Workspace, number: int, sentence: CitingSentence, every: frozenset[PaperNumber]
) -> Iterator[Answer]:
    listed = _resolve(workspace, sentence.listed) & every
    draw = generator(0, 0, number, "kept")
    order = draw.permutation(sorted(listed)).tolist()
    other_papers = draw.permutation(sorted(every - listed)).tolist()[:_SMALL]
    for name, share in _SHARES.items():
        # Of the situations with few references each manuscript is asked one.
        if name == "all references" or number % 3 == (*_SHARES,).index(name) - 1:
            linked = frozenset(order[: round(share * len(order))])
            yield _ask_sentence(workspace, sentence, name, (every - listed) | linked, linked)
    if number % 2:
        yield _ask_sentence(workspace, sentence, "bare text", every, None)
    else:
        small = frozenset(other_papers) | listed
        yield _ask_sentence(workspace, sentence, "under 1,000 papers", small, listed)
        yield _ask_sentence(workspace, sentence, "bare text, under 1,000 papers", small, None)


def _get_papers_with_vectors(workspace: Workspace) -> frozenset[PaperNumber]:
    vectors = workspace.recommending.retriever.vectors
    assert vectors is not None
    numbers = sorted(map(PaperNumber, workspace.library.papers.numbers()))
    ids = workspace.library.papers.ids(numbers)
    theirs = [number for number in numbers if ids[number].startswith("acl:")]
    has_vectors = np.isfinite(vectors.rows(theirs)).all(axis=1)
    return frozenset(theirs[row] for row in np.flatnonzero(has_vectors))


def _ask_sentence(
    workspace: Workspace,
    citing: CitingSentence,
    situation: str,
    allowed: Allowed,
    linked: frozenset[PaperNumber] | None,
) -> Answer:
    """Ask with a list of which ``linked`` papers are in the library, or as a bare text."""
    own = workspace.library.papers.resolve(citing.manuscript)
    cited = _resolve(workspace, citing.before) & (linked or frozenset())
    passage = citing.passage
    question = Question(
        passage=passage if linked is not None else Passage(sentence=passage.sentence),
        cited_elsewhere=cited,
        left_out=frozenset() if own is None else frozenset({own}),
        own=own,
    )
    ranked = workspace.recommending.engine.rank(question, allowed=allowed)
    new = ranked.without(cited).first(_ANSWERS)
    relevant = _resolve(workspace, citing.cites)
    return Answer(
        situation,
        citing.manuscript,
        np.asarray(new.scores, np.float64),
        np.array([paper in relevant for paper in new.papers], bool),
        np.ones(len(new.papers), bool),
        0 if linked is None else len(linked),
        0 if linked is None else citing.entries,
        measure_nearness(ranked.table),
    )


def hide_each_paper(query: Query, workspace: Workspace) -> Iterator[tuple[Question, PaperNumber]]:
    """Yield for each paper of a group of at least two a question that is given the others."""
    group = _resolve(workspace, query.relevant)
    if len(group) < 2:
        return
    question = build_question(query, workspace.library.papers)
    for hidden in sorted(group):
        given = group - {hidden}
        yield replace(question, cited_here=given, left_out=question.left_out | given), hidden


# --- saving and loading the answers -----------------------------------------------------------

Row = TypeVar("Row", Answer, Group, ReadAnswer)


def save_rows(rows: Sequence[Row], file: Path) -> None:
    """Write what was asked; arrays one behind the other, with their lengths."""
    table: dict[str, Any] = {}
    for field in fields(rows[0]) if rows else ():
        values = [getattr(row, field.name) for row in rows]
        if isinstance(values[0], np.ndarray):
            table[f"{field.name}.length"] = np.array([len(value) for value in values])
            table[field.name] = np.concatenate(values)
        else:
            table[field.name] = np.array(values)
    np.savez_compressed(file, allow_pickle=False, **table)


def load_rows(kind: type[Row], file: Path) -> list[Row]:
    """Read what was asked."""
    with np.load(file) as stored:
        table = {name: stored[name] for name in stored.files}
    columns = []
    for field in fields(kind) if table else ():
        values: Any = table[field.name]
        lengths = table.get(f"{field.name}.length")
        columns.append(
            values.tolist() if lengths is None else np.split(values, np.cumsum(lengths)[:-1])
        )
    return [kind(*values) for values in zip(*columns, strict=True)]
