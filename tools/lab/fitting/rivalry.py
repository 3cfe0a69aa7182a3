"""Fit how likely papers lower each other's chances; measure the words in manuscripts.

``python -m tools.lab.fitting.rivalry LIBRARY MANUSCRIPT [LIBRARY MANUSCRIPT] …`` asks citing
sentences of manuscripts with libraries that hold what they cite, once with half of what is cited
elsewhere known and once with none of it, and prints by manuscript how many strong and plausible
suggestions are cited, with the interval over manuscripts. ``--tables TABLES`` reads what ``matrix``
beside it asked and fits the rivalry on the even manuscripts of its cells and on these; ``--write``
writes it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.base.arrays import convert_chances_to_odds
from core.base.logs import log_file
from core.base.records import PLAUSIBLE, STRONG, PaperNumber
from core.models.shelf import Shelf
from core.recommend import questions
from core.recommend.manuscripts import list_cited_papers
from core.recommend.question import Question
from core.recommend.scoring import PARAMETERS, Rivalry, save_parameters, shipped_parameters
from core.workspace import Workspace
from tools.lab.fitting.matrix import FirstPapers, Order, collect_first

_TARGET = Path(__file__).parents[3] / "resources" / "ranking"
_CELL_WEIGHT = 2.0
"""What a sentence of a cell counts, where each cell has 151 or 163 of them; one of a manuscript
counts 1. With less, chances are too low in most cells, with more, too high in manuscripts."""
_RIDGE = 3.0
_DRAWS = 1_000
_WORDS = {"strong": (STRONG, 1.1), "plausible": (PLAUSIBLE, STRONG)}
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Answered:
    """The first new papers of a sentence: their chances before rivals are weighed, best first."""

    manuscript: str
    chances: Floats
    cited: NDArray[np.bool_]
    is_foreign: bool = False
    weight: float = 1.0

    def weigh(self, rivalry: Rivalry) -> Floats:
        """Return the chances beside their rivals."""
        every = np.ones(len(self.chances), bool)
        return rivalry.adjust(self.chances, every, is_foreign=self.is_foreign)


def ask(library: Path, manuscript: Path, count: int) -> Iterator[Answered]:
    """Ask citing sentences of a manuscript without what they cite."""
    with closing(Workspace(library, Shelf(log_file().parent), write=False)) as workspace:
        workspace.indexing.words()
        workspace.indexing.load_model(in_process=True)
        opened = workspace.manuscripts.open(manuscript)
        cited = {n: list_cited_papers(opened, [n]) for n in range(len(opened.manuscript.sentences))}
        every = sorted(frozenset[PaperNumber]().union(*cited.values()))
        draw = random.Random(manuscript.name)
        half = frozenset(draw.sample(every, len(every) // 2))
        citing = [number for number, papers in cited.items() if papers]
        for number in draw.sample(citing, min(count, len(citing))):
            asked = questions.about_sentence(opened, number, [])
            for known in (half - cited[number], frozenset[PaperNumber]()):
                question = replace(asked, cited_here=frozenset(), cited_elsewhere=known)
                yield _answer(workspace, question, cited[number], manuscript)


def _answer(
    workspace: Workspace,
    question: Question,
    cited: frozenset[PaperNumber],
    manuscript: Path,
) -> Answered:
    ranked = workspace.recommending.engine.rank(question)
    assert ranked.table is not None
    parameters = shipped_parameters()
    chances = parameters.curve.interpolate(ranked.scores)
    chances = parameters.situation.adjust(chances, ranked.table.columns)
    new = [row for row, paper in enumerate(ranked.papers) if paper not in question.cited_elsewhere]
    new = new[: parameters.rivalry.count]
    is_cited = np.array([ranked.papers[row] in cited for row in new], bool)
    is_foreign = question.language not in {"", "en"}
    return Answered(str(manuscript), chances[new], is_cited, is_foreign)


def read_cell(cell: FirstPapers) -> list[Answered]:
    """Return the sentences of the even manuscripts of a cell."""
    cell = cell.taking(cell.is_even)
    chances = shipped_parameters().situation.adjust_rows(cell.chances, cell.shares)
    pairs = zip(cell.split_sentences(chances), cell.split_sentences(cell.cited), strict=True)
    return [Answered("", *pair, weight=_CELL_WEIGHT) for pair in pairs]


def fit_rivalry(answers: Sequence[Answered], start: Rivalry) -> Rivalry:
    """Fit a logistic regression on log-odds, rivals and whether the language is foreign."""
    inputs, weights = [], []
    for one in answers:
        rival_chances = np.maximum(one.chances[: start.count].sum() - one.chances, 0)
        odds = convert_chances_to_odds(np.clip(one.chances, 1e-6, 1 - 1e-6))
        ones = np.ones(len(odds))
        inputs.append(
            np.stack([ones, odds, -np.log(rival_chances + start.least), ones * one.is_foreign])
        )
        weights.append(one.weight * ones)
    columns, weight = np.concatenate(inputs, axis=1), np.concatenate(weights)
    cited = np.concatenate([one.cited for one in answers]).astype(np.float64)
    unmoved = np.array([0.0, 1.0, 0.0, 0.0])

    def measure_loss(parameters: Floats) -> tuple[float, Floats]:
        sums, distance = parameters @ columns, parameters - unmoved
        loss = float(weight @ (np.logaddexp(0, sums) - cited * sums))
        gradient = columns @ (weight * (1 / (1 + np.exp(-sums)) - cited))
        return loss + _RIDGE / 2 * float(distance @ distance), gradient + _RIDGE * distance

    fitted = minimize(measure_loss, unmoved, jac=True, method="L-BFGS-B").x.round(4).tolist()
    names = ("bias", "slope", "rivals", "foreign")
    return start.model_copy(update=dict(zip(names, fitted, strict=True)))


def describe(answers: Sequence[Answered], rivalry: Rivalry) -> str:
    """Return how many of what each word is said of are cited, with intervals over manuscripts."""
    texts = []
    for word, (low, high) in _WORDS.items():
        hits: defaultdict[str, list[bool]] = defaultdict(list)
        for one in answers:
            chances = one.weigh(rivalry)
            hits[one.manuscript] += one.cited[(chances >= low) & (chances < high)].tolist()
        counts = np.array([(sum(its), len(its)) for its in hits.values()], float)
        right, said = counts.sum(axis=0)
        draws = np.random.default_rng(0).integers(0, len(counts), (_DRAWS, len(counts)))
        sums = counts[draws].sum(axis=1)
        bounds = np.percentile(sums[:, 0] / np.maximum(sums[:, 1], 1), (2.5, 97.5))
        share = right / max(said, 1)
        texts.append(f"{word} {share:.2f} [{bounds[0]:.2f}, {bounds[1]:.2f}] of {said:.0f}")
    shown = np.mean([(one.weigh(rivalry) >= STRONG).any() for one in answers])
    return f"{len(answers)} sentences, {', '.join(texts)}; with a strong one {shown:.2f}"


@click.command(help=__doc__)
@click.argument("places", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--count", default=40, show_default=True, help="Sentences of each manuscript.")
@click.option("--tables", type=click.Path(exists=True, path_type=Path), help="Fit with these.")
@click.option("--write", is_flag=True, help="Write what was fitted.")
def main(places: tuple[Path, ...], count: int, tables: Path | None, *, write: bool) -> None:
    """Ask, print, fit."""
    rivalry = shipped_parameters().rivalry
    answers: list[Answered] = []
    for library, manuscript in zip(places[::2], places[1::2], strict=True):
        answers += (its := [*ask(library, manuscript, count)])
        if its:
            click.echo(f"{manuscript.name}: {describe(its, rivalry)}")
    if answers:
        click.echo(f"all: {describe(answers, rivalry)}")
    if tables is None:
        return
    cells = collect_first(Order.read_shipped(), tables)
    fitted = fit_rivalry([*answers, *(one for cell in cells for one in read_cell(cell))], rivalry)
    click.echo(fitted.model_dump_json())
    if answers:
        click.echo(f"all, fitted: {describe(answers, fitted)}")
    if write:
        save_parameters(_TARGET / PARAMETERS, rivalry=fitted)


if __name__ == "__main__":
    main()
