"""Fit the weights of ``core.recommend.completion``: what completes a group that is cited.

``python -m tools.lab.fitting.sets --library LIB --queries FILE --table FILE``

Hides one paper after the other of each held-out sentence that cites several, gives the rest as
cited there, and learns which candidate it was. Fits on the manuscripts whose sha1(id) is even, how
strongly the weights are held back chosen by cross-validation over these; prints what the odd ones
gain over the ranking without sets, and writes ``resources/ranking/sets.json``. What was asked is
kept in the table, and read from it where it is there.
"""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.base.files import data_folder
from core.base.odds import convert_chances_to_odds
from core.base.records import PaperNumber
from core.evaluation.queries import Query, read_queries
from core.models.shelf import Shelf
from core.recommend.citation_graph import CitationGraph
from core.recommend.completion import CHANCE, FACTS, FEATURES, Completion, Years
from core.recommend.question import Question
from core.workspace import Workspace
from tools.lab.fitting.completion import ARMS, Answered, answer, completion, completion_cases
from tools.lab.fitting.queries import even
from training.judging.significance import paired_difference

_TARGET = Path(__file__).parents[3] / "resources" / "ranking" / FACTS
_FOLDS = 5
_STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3)
"""How strongly weights are held back: those of the features at 0, that of the log-odds at 1."""

Choices = Sequence[tuple[NDArray[np.float64], int]]
"""For each case what its candidates are chosen by, (papers, 1 + features), and the hidden one."""


@click.command(help=__doc__)
@click.option("--library", "folder", type=click.Path(path_type=Path), required=True)
@click.option("--queries", type=click.Path(path_type=Path), required=True)
@click.option("--table", type=click.Path(path_type=Path), required=True)
@click.option("--pool", type=click.Path(path_type=Path), help="Ids that may answer, one a line.")
@click.option("--model", default="", help="The encoder; else the one in use.")
@click.option("--every", default=1, show_default=True, help="Ask only each nth query.")
def main(folder: Path, queries: Path, table: Path, **options: Any) -> None:  # noqa: ANN401 - click's own
    """Ask unless it was done, fit, measure, write."""
    if not table.exists():
        several = [query for query in read_queries(queries) if len(query.relevant) > 1]
        save(
            answer_queries(folder, several[:: options["every"]], options["pool"], options["model"]),
            table,
        )
    answers = load(table)
    learned = [question for question in answers if even(question.query)]
    strength = chosen_strength(learned)
    weights = fitted(learned, strength)
    print(f"{len(learned)} cases of even manuscripts, held back by {strength}")
    report([question for question in answers if not even(question.query)], weights)
    _TARGET.write_text(json.dumps(as_facts(weights), indent=1) + "\n", encoding="utf-8")


def as_facts(weights: Completion) -> dict[str, float]:
    """Return weights as they are stored."""
    weights_by_feature = dict(zip(FEATURES, weights.weights, strict=True))
    return {
        name: round(weight, 4)
        for name, weight in {CHANCE: weights.chance, **weights_by_feature}.items()
    }


# --- asking -----------------------------------------------------------------------------------


def answer_queries(
    folder: Path, queries: Sequence[Query], pool: Path | None, model: str
) -> list[Answered]:
    """Ask a library all cases of some queries."""
    with closing(Workspace(folder, Shelf(data_folder() / "models"), write=False)) as workspace:
        workspace.indexing.load_model(name=model, in_process=True)
        papers, recommending = workspace.library.papers, workspace.recommending
        ids = None if pool is None else pool.read_text("utf-8").split()
        allowed = None if ids is None else frozenset(papers.resolve_many(ids).values())
        sources, vectors = recommending.engine.sources, recommending.retriever.vectors
        graph = sources.graph or CitationGraph.of(workspace.library)

        def rank(question: Question) -> list[tuple[PaperNumber, float]]:
            ranking = recommending.engine.rank(question, allowed=allowed)
            return list(zip(ranking.papers, ranking.chances.tolist(), strict=True))

        def rows(numbers: Sequence[PaperNumber]) -> NDArray[np.float32]:
            if vectors is None:
                return np.full((len(numbers), 1), np.nan, np.float32)
            return vectors.rows(numbers)

        def years(numbers: Sequence[PaperNumber]) -> Years:
            return {paper: text.year for paper, text in sources.texts.get(numbers).items()}

        return [
            answer(case, rank, graph, rows, years) for case in completion_cases(queries, papers)
        ]


def save(answers: Sequence[Answered], file: Path) -> None:
    """Write what was asked."""
    np.savez_compressed(
        file,
        query=np.array([answered.query for answered in answers]),
        hidden=np.array([answered.hidden for answered in answers], np.int64),
        size=np.array([len(answered.papers) for answered in answers], np.int64),
        papers=np.concatenate([answered.papers for answered in answers]),
        chances=np.concatenate([answered.chances for answered in answers]),
        counts=np.concatenate([answered.counts for answered in answers]),
        features=np.concatenate([answered.features for answered in answers]).astype(np.float32),
    )


def load(file: Path) -> list[Answered]:
    """Read what was asked."""
    with np.load(file) as stored:
        table = {name: stored[name] for name in stored.files}
    bounds = itertools.pairwise([0, *np.cumsum(table["size"]).tolist()])
    return [
        Answered(
            str(query),
            PaperNumber(int(hidden)),
            table["papers"][start:end],
            table["chances"][start:end],
            table["counts"][start:end],
            table["features"][start:end].astype(np.float64),
        )
        for query, hidden, (start, end) in zip(table["query"], table["hidden"], bounds, strict=True)
    ]


# --- fitting ----------------------------------------------------------------------------------


def fitted(answers: Sequence[Answered], strength: float) -> Completion:
    """Return the weights under which the hidden papers are chosen with most certainty."""
    choices = _choices(answers)
    every = np.concatenate([table for table, _ in choices])
    scale = np.maximum(every.std(axis=0), 1e-9)
    scale[0] = 1.0  # the log-odds weigh 1 where nothing was learned
    alike = [(table / scale, hidden) for table, hidden in choices]
    start = np.zeros(every.shape[1])
    start[0] = 1.0
    best_values = (
        minimize(_loss, start, (alike, start, strength), jac=True, method="L-BFGS-B").x / scale
    )
    return Completion(float(best_values[0]), tuple(best_values[1:].tolist()))


def chosen_strength(answers: Sequence[Answered]) -> float:
    """Return how strongly to hold back, by cross-validation over manuscripts."""
    names = sorted({_manuscript(answered) for answered in answers})
    fold = {name: place % _FOLDS for place, name in enumerate(names)}

    def quality(strength: float) -> tuple[float, float]:
        recall, precision = [], []
        for held_fold in range(_FOLDS):
            weights = fitted([a for a in answers if fold[_manuscript(a)] != held_fold], strength)
            back = [a for a in answers if fold[_manuscript(a)] == held_fold]
            completed = completion(back, "with sets", weights)
            recall += completed.recall.tolist()
            precision += completed.precision.tolist()
        return float(np.mean(recall)), float(np.mean(precision))

    return max(_STRENGTHS, key=quality)


def _choices(answers: Sequence[Answered]) -> Choices:
    """Return the cases whose hidden paper is among the candidates."""
    return [
        (
            np.column_stack([convert_chances_to_odds(answered.chances), answered.features]),
            int(np.flatnonzero(answered.papers == answered.hidden)[0]),
        )
        for answered in answers
        if (answered.papers == answered.hidden).any()
    ]


def _loss(
    weights: NDArray[np.float64], choices: Choices, start: NDArray[np.float64], strength: float
) -> tuple[float, NDArray[np.float64]]:
    """Return the mean surprise at the hidden papers, held back, and its gradient."""
    away = weights - start
    loss, gradient = 0.0, np.zeros_like(weights)
    for table, hidden in choices:
        scores = table @ weights
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        loss -= float(np.log(chances[hidden] + 1e-12))
        gradient += chances @ table - table[hidden]
    penalty = strength * float(away @ away) / 2
    return loss / len(choices) + penalty, gradient / len(choices) + strength * away


# --- measuring --------------------------------------------------------------------------------


def report(answers: Sequence[Answered], weights: Completion) -> None:
    """Print each arm's figures and its gain over the first, 95 % by bootstrap over manuscripts."""
    reached = np.mean([(answered.papers == answered.hidden).any() for answered in answers])
    print(f"{len(answers)} cases of odd manuscripts; a candidate in {reached:.1%}")
    base = completion(answers, ARMS[0], weights)
    for arm in ARMS:
        one = completion(answers, arm, weights)
        line = f"{arm:14}"
        for name in ("recall", "precision"):
            before, after = (
                np.array(list(_by_manuscript(result.queries, getattr(result, name))))
                for result in (base, one)
            )
            gain = paired_difference(before, after)
            line += f"  {name} {getattr(one, name).mean():.4f}"
            line += f" {gain.mean:+.4f} [{gain.low:+.4f}, {gain.high:+.4f}]"
        print(line)


def _by_manuscript(queries: Sequence[str], values: NDArray[np.float64]) -> Iterator[float]:
    """Yield the mean of each manuscript: its sentences are no independent draws."""
    values_by_manuscript: defaultdict[str, list[float]] = defaultdict(list)
    for query, value in zip(queries, values.tolist(), strict=True):
        values_by_manuscript[query.rsplit("#", 1)[0]].append(value)
    return (
        float(np.mean(manuscript_values))
        for _, manuscript_values in sorted(values_by_manuscript.items())
    )


def _manuscript(answered: Answered) -> str:
    return answered.query.rsplit("#", 1)[0]


if __name__ == "__main__":
    main()
