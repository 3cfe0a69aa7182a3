"""How right chances are in libraries of three sizes, as they are asked in use.

``python -m tools.lab.benchmarks.chances LIBRARY QUERIES [LIBRARY QUERIES] …`` asks the development
sentences of whole manuscripts, and the same sentences alone, in the library and in parts of 300 and
3,000 of its papers, which hold what the manuscript cites. Prints the error of the chances of the
first 20 new papers, and how many of the strong and the plausible ones are cited. ``--fit`` prints
how the situation would move the chances, and the same table with each half of the manuscripts
judged by what the other one fits. Only for libraries without full texts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.base.arrays import convert_chances_to_odds, convert_odds_to_chances
from core.base.logs import log_file
from core.base.records import PLAUSIBLE, STRONG
from core.evaluation.harness import build_question
from core.evaluation.queries import read_queries
from core.models.shelf import Shelf
from core.recommend.context import Passage
from core.recommend.scoring import Situation, shipped_parameters
from core.workspace import Workspace
from tools.lab.fitting.queries import even
from tools.lab.fitting.scoring import calibration_error

SIZES = (300, 3_000, 0)
_FIRST = 20
_RIDGE = 10.0
"""How much it costs to move the weights that ship."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The first new papers of all sentences asked in one way: a row each."""

    name: str
    odds: NDArray[np.float64]
    shares: NDArray[np.float64]
    cited: NDArray[np.bool_]
    is_even: NDArray[np.bool_]


def ask(folder: Path, queries: Path, count: int) -> list[Cell]:
    """Ask one library; the odds are those before the situation moves them."""
    situation = shipped_parameters().situation
    rows: dict[str, list[tuple[float, list[float], bool, bool]]] = {}
    with closing(Workspace(folder, Shelf(log_file().parent), write=False)) as workspace:
        workspace.indexing.words()
        workspace.indexing.load_model(in_process=True)
        papers, engine = workspace.library.papers, workspace.recommending.engine
        numbers = sorted(papers.numbers())
        every = read_queries(queries)
        names = sorted({query.id.rsplit("#", 1)[0] for query in every})
        random.Random(12).shuffle(names)
        order = {name: place for place, name in enumerate(names)}
        every.sort(key=lambda query: (order[query.id.rsplit("#", 1)[0]], query.id))
        for query in every[:count]:
            relevant = frozenset(papers.resolve_many(query.relevant).values())
            whole = build_question(query, papers)
            alone = replace(
                whole,
                passage=Passage(sentence=query.passage.sentence),
                cited_elsewhere=frozenset(),
            )
            held = relevant | whole.cited_elsewhere
            for kind, question in (("whole manuscript", whole), ("sentence alone", alone)):
                wanted = relevant - question.cited_elsewhere
                for size in SIZES if wanted else ():
                    draw = random.Random(f"{query.id}{size}")
                    sample = draw.sample(numbers, max(size - len(held), 0))
                    allowed = held | frozenset(sample) if size else None
                    ranked = engine.rank(question, allowed=allowed)
                    new = [
                        row
                        for row, paper in enumerate(ranked.papers)
                        if paper not in question.cited_elsewhere
                    ][:_FIRST]
                    known = {n: ranked.table.columns[n][:1] for n in situation.ranges}
                    shares = situation.scale(known)[0]
                    bias, slope = (
                        weights[0] + shares @ weights[1:]
                        for weights in (situation.bias, situation.slope)
                    )
                    chances = np.clip(ranked.chances[new], 1e-6, 1 - 1e-6)
                    odds = (convert_chances_to_odds(chances) - bias) / slope
                    name = f"{folder.name}, {size or len(numbers)} papers, {kind}"
                    rows.setdefault(name, []).extend(
                        (value, shares.tolist(), ranked.papers[row] in wanted, even(query.id))
                        for value, row in zip(odds.tolist(), new, strict=True)
                    )
    return [Cell(name, *map(np.array, zip(*its, strict=True))) for name, its in rows.items()]


def fit(cells: Sequence[Cell], half: bool | None) -> Situation:
    """Fit the situation to the even manuscripts, the odd ones, or (``None``) all."""
    shipped = shipped_parameters().situation
    start = np.array([*shipped.bias, *shipped.slope])
    kept = [np.ones(len(c.cited), bool) if half is None else c.is_even == half for c in cells]
    odds, shares, cited = (
        np.concatenate([getattr(c, part)[k] for c, k in zip(cells, kept, strict=True)])
        for part in ("odds", "shares", "cited")
    )
    known = np.concatenate([np.ones((len(odds), 1)), shares], axis=1)
    inputs = np.concatenate([known, known * odds[:, None]], axis=1)

    def measure_loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        sums, distance = inputs @ weights, weights - start
        loss = np.sum(np.logaddexp(0, sums) - cited * sums) + _RIDGE / 2 * distance @ distance
        return loss, inputs.T @ (1 / (1 + np.exp(-sums)) - cited) + _RIDGE * distance

    weights = minimize(measure_loss, start, jac=True, method="L-BFGS-B").x.round(4).tolist()
    middle = len(shipped.bias)
    parts = {"bias": tuple(weights[:middle]), "slope": tuple(weights[middle:])}
    return shipped.model_copy(update=parts)


def print_cells(cells: Sequence[Cell], situations: dict[bool, Situation]) -> None:
    """Print each cell, its even and odd manuscripts each by its situation."""
    for cell in cells:
        chances = np.zeros(len(cell.cited))
        for half, situation in situations.items():
            rows = cell.is_even == half
            moved = convert_odds_to_chances(cell.odds[rows])
            chances[rows] = situation.adjust_rows(moved, cell.shares[rows])
        words = []
        for word, low, high in (("strong", STRONG, 1.1), ("plausible", PLAUSIBLE, STRONG)):
            its = cell.cited[(chances >= low) & (chances < high)]
            words.append(f"{word} {its.mean() if len(its) else 0:.2f} of {len(its)}")
        error = calibration_error(chances, cell.cited)
        click.echo(f"{cell.name:42} error {error:.3f}, " + ", ".join(words))


@click.command(help=__doc__)
@click.argument("places", nargs=-1, type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--count", default=240, show_default=True, help="Sentences of each field.")
@click.option("--fit", "is_fitted", is_flag=True)
def main(places: tuple[Path, ...], count: int, *, is_fitted: bool) -> None:
    """Ask, print."""
    pairs = zip(places[::2], places[1::2], strict=True)
    cells = [cell for folder, queries in pairs for cell in ask(folder, queries, count)]
    shipped = shipped_parameters().situation
    print_cells(cells, dict.fromkeys((False, True), shipped))
    if is_fitted:
        click.echo("each half by what the other one fits:")
        print_cells(cells, {half: fit(cells, not half) for half in (False, True)})
        click.echo(fit(cells, None).model_dump_json())


if __name__ == "__main__":
    main()
