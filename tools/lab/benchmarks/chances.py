"""How well suggestions rank and how right their chances are, situation by situation, as in use.

``python -m tools.lab.benchmarks.chances LIBRARY QUERIES [LIBRARY QUERIES] …`` asks development
sentences of many manuscripts in each library in every situation of ``CELLS``. Smaller libraries
hold what the manuscript cites and others drawn at random. Prints for new papers R@10 in the fused
order and as ranked, with the interval of their difference over manuscripts; the error of the
chances of the first 20; and how many of the strong and the plausible ones are cited. With
``--read``, so many sentences are read again too, and compared with the ranked order in the same
way. ``--fit`` prints how the situation would move the chances, each half of the manuscripts judged
by what the other one fits.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.base.arrays import convert_chances_to_odds, convert_odds_to_chances
from core.base.logs import log_file
from core.base.records import PLAUSIBLE, STRONG, PaperNumber
from core.evaluation.harness import build_question
from core.evaluation.metrics import per_query
from core.evaluation.queries import Query, read_queries
from core.models.shelf import Shelf
from core.recommend.question import Question
from core.recommend.scoring import Ranked, Situation, shipped_parameters
from core.workspace import Workspace
from tools.lab.fitting import situations
from tools.lab.fitting.queries import even
from tools.lab.fitting.scoring import calibration_error
from tools.lab.fitting.situations import make_question
from training.judging.significance import paired_difference

_ASKED = [cell for cell in situations.CELLS if cell.abstracts == "full" and not cell.read]
CELLS = (
    *(cell for cell in _ASKED if not cell.is_cut),
    *(
        replace(cell, name=f"{size:,} papers, {cell.name}", size=size)
        for cell in _ASKED
        if cell.name == "the sentence alone"
        for size in (300, 3_000)
    ),
)
_FIRST = 20
_RIDGE = 10.0
"""How much it costs to move the weights that ship."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Answered:
    """What one sentence was given: R@10 and nDCG@10 by order, and its first new papers.

    ``odds`` are those of the curve, before the situation and rivals move them, ``shares`` the
    situation.
    """

    query: str
    measures: dict[str, tuple[float, float]]
    odds: Floats
    shares: Floats
    cited: NDArray[np.bool_]

    @property
    def manuscript(self) -> str:
        """The manuscript that the sentence is of."""
        return self.query.rsplit("#", 1)[0]


@dataclass(frozen=True, slots=True)
class Cell:
    """All sentences asked in one situation in one library."""

    name: str
    answers: list[Answered] = field(default_factory=list)

    def collect(self, part: str, *, half: bool | None = None) -> NDArray[np.float64]:
        """Return a part of the first papers of the even manuscripts, the odd ones, or all."""
        chosen = [one for one in self.answers if half is None or even(one.query) == half]
        if part == "shares":
            return np.concatenate([np.tile(one.shares, (len(one.odds), 1)) for one in chosen])
        return np.concatenate([getattr(one, part) for one in chosen])

    def compare(self, before: str, after: str) -> str:
        """Return R@10 in two orders, and its difference and that of nDCG@10 over manuscripts."""
        groups: defaultdict[str, list[tuple[tuple[float, float], tuple[float, float]]]]
        groups = defaultdict(list)
        for one in self.answers:
            if after in one.measures:
                groups[one.manuscript].append((one.measures[before], one.measures[after]))
        if not groups:
            return ""
        every = np.concatenate([*map(np.array, groups.values())])
        means = np.array([np.mean(group, axis=0) for _, group in sorted(groups.items())])
        texts = [f"{every[:, 0, 0].mean():.3f} {every[:, 1, 0].mean():.3f}"]
        for measure in range(2):
            pairs = means[:, :, measure].T.tolist()
            difference = paired_difference(*pairs)
            texts.append(f"{difference.mean:+.3f} [{difference.low:+.3f}, {difference.high:+.3f}]")
        return f"{before}, {after}: " + " ".join(texts)


def ask(folder: Path, queries: Path, count: int, read: int) -> list[Cell]:
    """Ask one library in every situation; the first ``read`` sentences are read again too."""
    with closing(Workspace(folder, Shelf(log_file().parent), write=False)) as workspace:
        workspace.indexing.words()
        workspace.indexing.load_model(in_process=True)
        papers, engine = workspace.library.papers, workspace.recommending.engine
        numbers = sorted(papers.numbers())
        second_stage = workspace.recommending.second_stage
        cells = [Cell(f"{folder.name}, {situation.name}") for situation in CELLS]
        sentences = spread(read_queries(queries))
        wanted = (q for q in sentences if papers.resolve_many(q.new))
        for place, query in zip(range(count), wanted, strict=False):
            relevant = frozenset(papers.resolve_many(query.relevant).values())
            whole = build_question(query, papers)
            held = relevant | whole.cited_elsewhere
            for cell, situation in zip(cells, CELLS, strict=True):
                draw = random.Random(f"{query.id}{situation.size}")
                given = sorted(whole.cited_elsewhere)
                known = draw.sample(given, min(situation.references, len(given)))
                sample = draw.sample(numbers, max(min(situation.size, len(numbers)) - len(held), 0))
                allowed = held | frozenset(sample) if situation.size < len(numbers) else None
                question = make_question(query, situation, frozenset(known), whole.own, None)
                ranked = engine.rank(question, allowed=allowed)
                candidates = engine.sources.retriever.candidates(
                    question.passage, breadth=question.breadth, allowed=allowed
                )
                orders = {
                    "fused": [paper for paper, _ in candidates.fused()],
                    "ranked": list(ranked.papers),
                }
                if place < read:
                    orders["read again"] = list(second_stage.full_ranking(ranked, question).papers)
                cell.answers.append(_judge(query, question, ranked, orders, relevant))
    return cells


def spread(queries: Iterable[Query]) -> Iterator[Query]:
    """Yield a sentence of each manuscript, then a second one of each, and so on."""
    groups = situations.group_by_manuscript([*queries])
    random.Random(5).shuffle(groups)
    for group in groups:
        random.Random(group[0].id).shuffle(group)
    for place in range(max(map(len, groups), default=0)):
        yield from (group[place] for group in groups if place < len(group))


def _judge(
    query: Query,
    question: Question,
    ranked: Ranked,
    orders: dict[str, list[PaperNumber]],
    relevant: frozenset[PaperNumber],
) -> Answered:
    """Return what the new papers of some orders are worth."""
    known = question.cited_elsewhere | question.left_out
    wanted = [str(paper) for paper in relevant - known]
    rankings = {
        name: [str(paper) for paper in order if paper not in known]
        for name, order in orders.items()
    }
    values = per_query(dict.fromkeys(rankings, wanted), rankings)
    parameters = shipped_parameters()
    situation = parameters.situation
    assert ranked.table is not None
    shares = situation.scale({n: ranked.table.columns[n][:1] for n in situation.ranges})[0]
    new = [row for row, paper in enumerate(ranked.papers) if paper not in known][:_FIRST]
    chances = parameters.curve.interpolate(ranked.scores[new])
    return Answered(
        query.id,
        {name: (its["recall@10"], its["ndcg@10"]) for name, its in values.items()},
        convert_chances_to_odds(np.clip(chances, 1e-6, 1 - 1e-6)),
        shares,
        np.array([ranked.papers[row] in relevant for row in new], bool),
    )


def fit(cells: Sequence[Cell], half: bool | None) -> Situation:
    """Fit the situation to the even manuscripts, the odd ones, or (``None``) all."""
    shipped = shipped_parameters().situation
    start = np.array([*shipped.bias, *shipped.slope])
    odds, shares, cited = (
        np.concatenate([cell.collect(part, half=half) for cell in cells])
        for part in ("odds", "shares", "cited")
    )
    known = np.concatenate([np.ones((len(odds), 1)), shares], axis=1)
    inputs = np.concatenate([known, known * odds[:, None]], axis=1)

    def measure_loss(weights: Floats) -> tuple[float, Floats]:
        sums, distance = inputs @ weights, weights - start
        loss = np.sum(np.logaddexp(0, sums) - cited * sums) + _RIDGE / 2 * distance @ distance
        return loss, inputs.T @ (1 / (1 + np.exp(-sums)) - cited) + _RIDGE * distance

    weights = minimize(measure_loss, start, jac=True, method="L-BFGS-B").x.round(4).tolist()
    middle = len(shipped.bias)
    parts = {"bias": tuple(weights[:middle]), "slope": tuple(weights[middle:])}
    return shipped.model_copy(update=parts)


def print_cells(cells: Sequence[Cell], fitted: dict[bool, Situation]) -> None:
    """Print each cell, its even and odd manuscripts each by its situation."""
    rivalry = shipped_parameters().rivalry
    for cell in cells:
        pairs = []
        for one in cell.answers:
            chances = convert_odds_to_chances(one.odds)
            moved = fitted[even(one.query)].adjust_rows(chances, one.shares[None])
            moved = rivalry.adjust(moved, np.ones(len(moved), bool), is_foreign=False)
            pairs.append(np.stack([moved, one.cited]))
        chances, cited = np.concatenate(pairs, axis=1)
        words = []
        for word, low, high in (("strong", STRONG, 1.1), ("plausible", PLAUSIBLE, STRONG)):
            its = cited[(chances >= low) & (chances < high)]
            words.append(f"{word} {its.mean() if len(its) else 0:.2f} of {len(its)}")
        error = calibration_error(chances, cited > 0)
        click.echo(f"{cell.name:42} error {error:.3f}, " + ", ".join(words))


@click.command(help=__doc__)
@click.argument("places", nargs=-1, type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--count", default=120, show_default=True, help="Sentences of each library.")
@click.option("--read", default=0, show_default=True, help="Sentences that are read again.")
@click.option("--fit", "is_fitted", is_flag=True)
def main(places: tuple[Path, ...], count: int, read: int, *, is_fitted: bool) -> None:
    """Ask, print."""
    pairs = zip(places[::2], places[1::2], strict=True)
    cells = [cell for folder, queries in pairs for cell in ask(folder, queries, count, read)]
    for cell in cells:
        texts = [cell.compare("fused", "ranked"), cell.compare("ranked", "read again")]
        click.echo(f"{cell.name:42} " + " | ".join(filter(None, texts)))
    shipped = shipped_parameters().situation
    print_cells(cells, dict.fromkeys((False, True), shipped))
    if is_fitted:
        click.echo("each half by what the other one fits:")
        print_cells(cells, {half: fit(cells, not half) for half in (False, True)})
        click.echo(fit(cells, None).model_dump_json())


if __name__ == "__main__":
    main()
