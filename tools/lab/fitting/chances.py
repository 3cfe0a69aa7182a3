"""Fit the curve from what a ranking is in order of to the chance that an author cites a paper.

``python -m tools.lab.fitting.chances --library LIB --texts OTHER --queries FILE --table T``

Trees, nearness in meaning and profiles add up to one number, of which the curve makes a chance.
Asks the development queries in several situations: of LIB, which has abstracts alone, as they are,
with less around the sentence, and in small libraries cut out of it; of OTHER, which has full texts,
as they are, the papers of ``--pool`` alone answering. Fits on the first answers to the manuscripts
whose sha1(id) is even; prints for the new papers of the odd ones how well the chances hold, before
and after, and writes them into ``resources/ranking/ranker.json``. What was asked is kept in the
table.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from core.base.files import data_folder
from core.base.records import PLAUSIBLE, STRONG, PaperNumber
from core.evaluation.harness import build_question
from core.evaluation.queries import Query, read_queries, rename_papers
from core.models.shelf import Shelf
from core.recommend.context import Passage
from core.recommend.ranker import FACTS
from core.workspace import Workspace
from tools.lab.fitting.curves import Curve, calibration_error, rising
from tools.lab.fitting.queries import even
from training.sampling.draws import generator

_TARGET = Path(__file__).parents[3] / "resources" / "ranking" / FACTS
_ANSWERS = 20
_KEPT = 100
"""First answers that are kept: among them 20 new ones, whatever the manuscript cites already."""
_LEAST, _MOST = 150, 10_000
"""Papers of a small library beside those that its manuscript cites, drawn evenly by logarithm."""

Allowed = frozenset[PaperNumber]


@dataclass(frozen=True, slots=True)
class Answers:
    """The first answers to a query: scores, best first, which are right, which are new: (n,)."""

    situation: str
    query: str
    scores: NDArray[np.float64]
    right: NDArray[np.bool_]
    new: NDArray[np.bool_]


@click.command(help=__doc__)
@click.option("--library", "folder", type=click.Path(path_type=Path), required=True)
@click.option("--texts", type=click.Path(path_type=Path), help="A library with full texts.")
@click.option("--queries", "file", type=click.Path(path_type=Path), required=True)
@click.option("--pool", type=click.Path(path_type=Path), help="Who may answer of --texts.")
@click.option("--table", type=click.Path(path_type=Path), required=True)
def main(folder: Path, texts: Path | None, file: Path, pool: Path | None, table: Path) -> None:
    """Ask unless it was done, fit, measure, write."""
    if not table.exists():
        queries = read_queries(file)
        with _open(folder) as workspace:
            all_answers = [
                *_with_less(workspace, queries),
                *_in_small_libraries(workspace, queries),
            ]
        if texts is not None:
            with _open(texts) as workspace:
                all_answers += _with_texts(workspace, queries, pool)
        save(all_answers, table)
    stored_answers = load(table)
    facts = json.loads(_TARGET.read_text("utf-8"))
    before = np.array(facts["scores"]), np.array(facts["chances"])
    curve = fitted([answer for answer in stored_answers if even(answer.query)])
    report(
        [answer for answer in stored_answers if not even(answer.query)],
        {"before": before, "now": curve},
    )
    for name, values in zip(("scores", "chances"), curve, strict=True):
        facts[name] = [round(float(value), 4) for value in values]
    _TARGET.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _open(folder: Path) -> closing[Workspace]:
    workspace = Workspace(folder, Shelf(data_folder() / "models"), write=False)
    workspace.indexing.load_model(in_process=True)
    return closing(workspace)


# --- asking -----------------------------------------------------------------------------------


def _with_less(workspace: Workspace, queries: Sequence[Query]) -> Iterator[Answers]:
    for query in rename_papers(workspace.library.papers, queries):
        whole = query.passage
        alone = Passage(sentence=whole.sentence)
        near = replace(alone, before=whole.before[-1:], after=whole.after[:1])
        yield _ask(workspace, query, "all around it")
        titled = replace(query, passage=replace(alone, title=whole.title))
        yield _ask(workspace, titled, "the title alone")
        yield _ask(workspace, replace(query, passage=near), "neighbours alone")
        bare = replace(query, passage=alone, already_cited=frozenset())
        yield _ask(workspace, bare, "nothing", cited=query.already_cited)


def _in_small_libraries(workspace: Workspace, queries: Sequence[Query]) -> Iterator[Answers]:
    papers = workspace.library.papers
    every = sorted(papers.numbers())
    renamed_queries = rename_papers(papers, queries)
    for number, (_, manuscript_queries) in enumerate(
        groupby(renamed_queries, key=lambda q: q.id.rpartition("#")[0])
    ):
        together = list(manuscript_queries)
        draw = generator(0, 0, number, "small")
        size = round(float(np.exp(draw.uniform(np.log(_LEAST), np.log(_MOST)))))
        cited = {paper for query in together for paper in query.relevant}
        drawn_papers = draw.permutation(every).tolist()[:size]
        small = frozenset(papers.resolve_many(sorted(cited)).values()) | frozenset(drawn_papers)
        for query in together:
            yield _ask(workspace, query, "in a small library", small)


def _with_texts(
    workspace: Workspace, queries: Sequence[Query], pool: Path | None
) -> Iterator[Answers]:
    papers = workspace.library.papers
    listed = pool.read_text("utf-8").split() if pool is not None else None
    allowed = None if listed is None else frozenset(papers.resolve_many(listed).values())
    for query in rename_papers(papers, queries):
        yield _ask(workspace, query, "with full texts", allowed)


def _ask(
    workspace: Workspace,
    query: Query,
    situation: str,
    allowed: Allowed | None = None,
    *,
    cited: frozenset[str] = frozenset(),
) -> Answers:
    papers = workspace.library.papers
    ranked = workspace.recommending.engine.rank(build_question(query, papers), allowed=allowed)
    first = list(ranked.papers[:_KEPT])
    names = papers.ids(first)
    ids = [names.get(paper, "") for paper in first]
    old = query.already_cited | cited | {query.self_id or ""}
    return Answers(
        situation,
        query.id,
        np.asarray(ranked.scores[:_KEPT], np.float64),
        np.array([paper_id in set(query.relevant) for paper_id in ids], np.bool_),
        np.array([paper_id not in old for paper_id in ids], np.bool_),
    )


# --- fitting ----------------------------------------------------------------------------------


def fitted(answers: Sequence[Answers]) -> Curve:
    """Fit one curve to the first answers of all situations, new or not."""
    scores = np.concatenate([answer.scores[:_ANSWERS] for answer in answers])
    return rising(scores, np.concatenate([answer.right[:_ANSWERS] for answer in answers]))


def report(answers: Sequence[Answers], curves: Mapping[str, Curve]) -> None:
    """Print for each situation, and each curve, how well the chances of new papers hold."""
    by_situation: defaultdict[str, list[Answers]] = defaultdict(list)
    for answer in answers:
        by_situation[answer.situation].append(answer)
    for situation, some in by_situation.items():
        print(f"{situation}: {len(some)} sentences")
        scores = np.concatenate([answer.scores[answer.new][:_ANSWERS] for answer in some])
        right = np.concatenate([answer.right[answer.new][:_ANSWERS] for answer in some])
        for name, curve in curves.items():
            print(f"  {name}: {_format_error(np.interp(scores, *curve), right)}")


def _format_error(chances: NDArray[np.float64], right: NDArray[np.bool_]) -> str:
    parts = [f"error {calibration_error(chances, right):.4f}"]
    words = {"strong": (STRONG, np.inf), "plausible": (PLAUSIBLE, STRONG)}
    for word, (least, below) in words.items():
        chosen = (chances >= least) & (chances < below)
        share = right[chosen].mean() if chosen.any() else 0.0
        parts.append(f"{word} {chosen.sum()}, {share:.2f} cited")
    return "; ".join(parts)


# --- the table --------------------------------------------------------------------------------


def save(answers: Sequence[Answers], path: Path) -> None:
    """Write what was asked."""
    np.savez_compressed(
        path,
        allow_pickle=False,
        situation=np.array([answer.situation for answer in answers]),
        query=np.array([answer.query for answer in answers]),
        count=np.array([len(answer.scores) for answer in answers]),
        scores=np.concatenate([answer.scores for answer in answers]),
        right=np.concatenate([answer.right for answer in answers]),
        new=np.concatenate([answer.new for answer in answers]),
    )


def load(path: Path) -> list[Answers]:
    """Read what ``save`` wrote."""
    with np.load(path) as file:
        stops = np.cumsum(file["count"])[:-1]
        parts = zip(
            *(np.split(file[name], stops) for name in ("scores", "right", "new")), strict=True
        )
        heads = zip(file["situation"].tolist(), file["query"].tolist(), strict=True)
        return [Answers(*head, *of) for head, of in zip(heads, parts, strict=True)]


if __name__ == "__main__":
    main()
