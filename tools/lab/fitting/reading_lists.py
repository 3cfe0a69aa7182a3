"""Lists that the reranker is trained on: candidates as the window has them, judged by a teacher.

``python -m tools.lab.fitting.reading_lists --library LIB --data DATA --field NAME --out FILE``:
LIB holds the papers of a field and the full texts of its training papers. Their citing sentences
ask, without what their own paper says. The teacher is the ranker with all that the full texts tell
of a candidate; the candidates are those that come first without it. A line of FILE is a list in
JSON: ``reranker`` learns from it with ``lists=FILE``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from core.base.files import data_folder
from core.base.records import DEFAULT_BREADTH
from core.evaluation.harness import build_question
from core.evaluation.queries import Query
from core.models.shelf import Shelf
from core.recommend.context import Passage
from core.recommend.engine import signal_query
from core.recommend.reranking import asked_with_neighbours
from core.recommend.scoring import Scorer, load_usable_trees
from core.recommend.signals import SignalTable, Sources, gather_signals, get_group
from core.workspace import Workspace
from tools.lab.fitting.fields import FIELDS, FieldData
from training.sampling.draws import generator

_UNREAD = frozenset({"contexts", "cocitation"})
"""Groups of signals that come from full texts and citations."""
_CITED, _HARD, _TAUGHT, _MEDIUM = 3, 6, 2, 3
"""Candidates of a list: cited ones, the first others, the teacher's first others, and some drawn
from those that follow."""
_DEPTH = 60
"""Candidates from which they are chosen; a paper cited further down is not learned from."""
_ALONE = 0.25
"""Share of the lists whose question is the sentence alone."""

Floats = NDArray[np.float64]


def draw_queries(data: FieldData, most: int) -> list[Query]:
    """Return citing sentences of all training papers, of each paper about as many."""
    by_paper: defaultdict[str, list[Query]] = defaultdict(list)
    for query in data.make_training_queries(learned=True):
        if query.new:
            by_paper[query.id.rsplit("#", 1)[0]].append(query)
    random = generator(0, 0, 0, "reading lists")
    shuffled = [[one[at] for at in random.permutation(len(one))] for one in by_paper.values()]
    turns = range(max(map(len, shuffled), default=0))
    in_turn = [one[turn] for turn in turns for one in shuffled if turn < len(one)]
    return in_turn[:most]


def hide_full_texts(table: SignalTable) -> SignalTable:
    """Return the signals that a library without full texts has."""
    columns = {
        name: column for name, column in table.columns.items() if get_group(name) not in _UNREAD
    }
    return SignalTable(table.papers, columns)


def choose_rows(
    first: Floats, taught: Floats, cited: NDArray[np.bool_], random: np.random.Generator
) -> list[int]:
    """Return the candidates of a list, those with the best first score first.

    ``first`` and ``taught`` are the scores without and with the full texts. Nothing is chosen where
    no cited paper is among the first.
    """
    order = np.argsort(-first, kind="stable")[:_DEPTH]
    right, others = order[cited[order]][:_CITED], order[~cited[order]]
    if not len(right):
        return []
    hard, rest = others[:_HARD], others[_HARD:]
    by_teacher = rest[np.argsort(-taught[rest], kind="stable")]
    medium = random.permutation(by_teacher[_TAUGHT:])[:_MEDIUM]
    chosen = {*right.tolist(), *hard.tolist(), *by_teacher[:_TAUGHT].tolist(), *medium.tolist()}
    return [row for row in order.tolist() if row in chosen]


def make_lists(sources: Sources, queries: Sequence[Query]) -> Iterator[dict[str, Any]]:
    """Ask every query and yield its list, if a cited paper is among the first candidates."""
    papers, scorer = sources.library.papers, Scorer(load_usable_trees())
    for number, query in enumerate(queries):
        question = build_question(query, papers)
        relevant = set(papers.resolve_many(query.new).values()) - question.left_out
        if not relevant:
            continue
        candidates = sources.retriever.candidates(question.passage, breadth=DEFAULT_BREADTH)
        table = gather_signals(sources, signal_query(question), candidates)
        known = question.cited_elsewhere | question.left_out
        table = table.taking([at for at, paper in enumerate(table.papers) if paper not in known])
        every = range(len(table.papers))
        taught = scorer.score(table, every)
        first = scorer.score(hide_full_texts(table), every)
        cited = np.array([paper in relevant for paper in table.papers], bool)
        random = generator(0, 0, number, "reading list")
        is_alone = random.random() < _ALONE
        rows = choose_rows(first, taught, cited, random)
        if rows:
            records = {one.number: one for one in papers.get_many([table.papers[r] for r in rows])}
            texts = [records[table.papers[row]] for row in rows]
            passage = Passage(sentence=query.passage.sentence) if is_alone else question.passage
            yield {
                "manuscript": query.id.rsplit("#", 1)[0],
                "question": asked_with_neighbours(passage),
                "papers": [(one.title, one.abstract) for one in texts],
                "cited": cited[rows].tolist(),
                "taught": [round(score, 3) for score in taught[rows].tolist()],
            }


@click.command(help=__doc__)
@click.option("--library", type=click.Path(path_type=Path), required=True)
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--field", type=click.Choice(list(FIELDS)), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--most", default=2_000, show_default=True, help="Sentences that ask.")
def main(library: Path, data: Path, field: Any, out: Path, most: int) -> None:  # noqa: ANN401 - click's own
    """Ask, and write a line for each list as it is made."""
    queries = draw_queries(FieldData(field, data), most)
    with (
        closing(Workspace(library, Shelf(data_folder() / "models"), write=False)) as workspace,
        out.open("w", encoding="utf-8") as lines,
    ):
        workspace.indexing.load_model(in_process=True)
        for one in make_lists(workspace.recommending.engine.sources, queries):
            lines.write(json.dumps(one) + "\n")
            lines.flush()


if __name__ == "__main__":
    main()
