"""Fit the parameters of ``core.recommend.scoring``, all but the trees.

``python -m tools.lab.fitting.scoring --library LIB --queries FILE --table FOLDER``

Asks LIB the sentences of a held-out query set and fits, in this order, as each rests on those
before: the ``curve`` from an order's scores to chances; the curves of ``fused`` scores; the
``presence`` of what a text needs (with ``--fulltexts``); what completes a group, ``completion``;
what a reranker says, ``reranking`` (with ``--reranker``). Fits on the manuscripts whose sha1(id) is
even, prints how well it holds for the odd ones, and writes ``resources/ranking/scoring.json``.
``--part`` chooses some of these. What was asked is kept in the table, and read from it where it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from core.base.arrays import convert_chances_to_odds
from core.base.errors import UsageError
from core.base.records import PLAUSIBLE, STRONG
from core.evaluation.metrics import mean, per_query
from core.evaluation.queries import read_queries
from core.recommend.question import Coverage
from core.recommend.reranking import DEPTH, log_odds, standardize_scores
from core.recommend.scoring import (
    PARAMETERS,
    Completion,
    Curve,
    FusedCurve,
    Presence,
    ReadingWeights,
    RerankWeights,
    combine_readings,
    load_parameters,
    save_parameters,
)
from tools.lab.fitting.queries import even
from tools.lab.fitting.scoring_answers import (
    Answer,
    Arm,
    Asking,
    Floats,
    Group,
    ReadAnswer,
    Row,
    load_rows,
    save_rows,
)
from training.judging.significance import paired_difference

TARGET = Path(__file__).parents[3] / "resources" / "ranking" / PARAMETERS
PARTS = ("curve", "fused", "presence", "completion", "reranking")
ARMS: tuple[Arm, ...] = ("without sets", "plain count", "with sets")
_ANSWERS = 20
_BINS = 10
_STEEPNESS = 20.0
"""Log-odds for a nearness of one. Left free it becomes a step, at the questions learned from."""
_FOLDS = 5
_STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3)
"""How strongly weights are held back: those of the features at 0, that of the log-odds at 1."""
_METRICS = ("recall@10", "ndcg@10", "mrr")


@click.command(help=__doc__)
@click.option("--library", "folder", type=click.Path(path_type=Path), required=True)
@click.option("--queries", "file", type=click.Path(path_type=Path), required=True)
@click.option("--table", type=click.Path(path_type=Path), required=True)
@click.option("--part", "parts", type=click.Choice(PARTS), multiple=True, default=PARTS)
@click.option("--texts", type=click.Path(path_type=Path), help="A library with full texts.")
@click.option("--off", type=click.Path(path_type=Path), help="A library of another field.")
@click.option("--fulltexts", type=click.Path(path_type=Path), help="Manuscripts with references.")
@click.option("--others", type=click.Path(path_type=Path), help="The same of another field.")
@click.option("--pool", type=click.Path(path_type=Path), help="Ids that may answer, one a line.")
@click.option("--reranker", default="", help="A name on the shelf, or a model folder.")
@click.option("--depth", default=DEPTH, show_default=True, help="Papers that a reranker reads.")
@click.option("--limit", default=0, help="Queries that are asked, spread evenly; 0: all.")
@click.option("--out", type=click.Path(path_type=Path), default=TARGET, show_default=True)
def main(folder: Path, file: Path, table: Path, parts: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401 - click's own
    """Ask unless it was done, fit, measure, write."""
    table.mkdir(parents=True, exist_ok=True)
    all_queries = read_queries(file)
    limit = options["limit"]
    queries = all_queries[:: max(len(all_queries) // limit, 1)] if limit else all_queries
    asking = Asking(folder, queries, options)
    fitting = Fitting(table, asking, options["out"])
    for part in parts:
        if part == "presence" and not options["fulltexts"]:
            continue
        if part == "reranking" and not options["reranker"]:
            continue
        getattr(fitting, f"fit_{part}")()


class Fitting:
    """Fits the parts one after the other, each on what is written of those before."""

    def __init__(self, table: Path, asking: Asking, out: Path) -> None:
        self._table, self._asking, self._out = table, asking, out

    def fit_curve(self) -> None:
        """Fit the curve from scores to chances."""
        answers = self._load("curve", Answer, self._asking.ask_situations)
        before = load_parameters(self._out).curve
        curve = fit_curve(*_gather_first([a for a in answers if even(a.query)]))
        report_chances(
            [answer for answer in answers if not even(answer.query)],
            {"before": before.interpolate, "now": curve.interpolate},
        )
        save_parameters(self._out, curve=curve)

    def fit_fused(self) -> None:
        """Fit the curves of fused scores, by the stages that took part."""
        answers = self._load("fused", Answer, self._asking.ask_fused)
        curves = {}
        for stages in dict.fromkeys(answer.situation for answer in answers):
            some = [answer for answer in answers if answer.situation == stages]
            curves[stages] = curve = fit_fused_curve([a for a in some if even(a.query)])
            odd = [answer for answer in some if not even(answer.query)]
            chances = np.concatenate([_get_fused_chances(answer, curve) for answer in odd])
            right = np.concatenate([answer.right[:_ANSWERS] for answer in odd])
            print(f"fused, {stages}: error {calibration_error(chances, right):.4f}")
        save_parameters(self._out, fused=curves)

    def fit_presence(self) -> None:
        """Fit how far a library holds what a text needs."""
        answers = self._load("presence", Answer, self._asking.ask_presence)
        curve = load_parameters(self._out).curve
        learned = [a for a in answers if even(a.query) and a.situation != "another field"]
        presence = fit_presence(learned, curve)
        print(presence)
        report_presence([a for a in answers if not even(a.query)], presence, curve)
        save_parameters(self._out, presence=presence)

    def fit_completion(self) -> None:
        """Fit what completes a group that is cited."""
        groups = self._load("completion", Group, self._asking.ask_groups)
        learned = [group for group in groups if even(group.query)]
        strength = choose_strength(learned)
        weights = fit_completion(learned, strength)
        print(f"{len(learned)} groups of even manuscripts, held back by {strength}")
        report_completion([group for group in groups if not even(group.query)], weights)
        save_parameters(self._out, completion=weights)

    def fit_reranking(self) -> None:
        """Fit how the first stage and the reranker go together."""
        answers = self._load("reranking", ReadAnswer, self._asking.ask_reranker)
        weights = fit_reranking([answer for answer in answers if even(answer.query)])
        report_reranking([answer for answer in answers if not even(answer.query)], weights)
        save_parameters(self._out, reranking=weights)

    def _load(self, part: str, kind: type[Row], ask: Callable[[], Iterable[Row]]) -> list[Row]:
        """Read what was asked for a part; ask it first where it is not stored."""
        file = self._table / f"{part}.npz"
        if not file.exists():
            save_rows(list(ask()), file)
        return load_rows(kind, file)


# --- fitting the parameters -------------------------------------------------------------------


def _gather_first(answers: Sequence[Answer]) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the scores of the first answers of all situations, new or not, and which are right."""
    scores = np.concatenate([answer.scores[:_ANSWERS] for answer in answers])
    return scores, np.concatenate([answer.right[:_ANSWERS] for answer in answers])


def fit_curve(scores: Floats, right: NDArray[np.bool_]) -> Curve:
    """Fit a curve that never falls (isotonic regression) to answers that are right or not."""
    fitted = IsotonicRegression(y_min=0.001, y_max=0.99, out_of_bounds="clip")
    fitted.fit(scores, right)
    # Straight between the middles of the steps: a step would give many papers one chance.
    levels = np.unique(fitted.y_thresholds_)
    thresholds = [fitted.X_thresholds_[fitted.y_thresholds_ == level].mean() for level in levels]
    return Curve(scores=tuple(map(float, thresholds)), chances=tuple(levels.tolist()))


def fit_fused_curve(answers: Sequence[Answer]) -> FusedCurve:
    """Fit a logistic curve over fused scores and ranks."""
    scores, right = _gather_first(answers)
    ranks = [np.log(np.arange(1, len(answer.scores[:_ANSWERS]) + 1)) for answer in answers]
    bias, (score, rank) = _fit_logistic(np.column_stack([scores, np.concatenate(ranks)]), right)
    return FusedCurve(bias=bias, score=score, rank=rank)


def _fit_logistic(inputs: Floats, right: NDArray[np.bool_]) -> tuple[float, list[float]]:
    """Return bias and weights of a logistic regression.

    Raises:
        UsageError: none of the papers, or every one, is right.
    """
    if right.all() or not right.any():
        raise UsageError(
            "The queries tell no cited paper from another one.",
            remedy="Use more queries, or a library that holds what they cite.",
        )
    model = LogisticRegression(C=1e6, max_iter=1_000).fit(inputs, right)
    return float(model.intercept_[0]), model.coef_[0].tolist()


def _get_fused_chances(answer: Answer, curve: FusedCurve) -> Floats:
    first = answer.scores[:_ANSWERS].tolist()
    return np.array([curve.chance(score, rank) for rank, score in enumerate(first, start=1)])


def fit_presence(answers: Sequence[Answer], curve: Curve) -> Presence:
    """Return the presence under which what was cited is least surprising."""

    def make(logs: Floats) -> Presence:
        cited, near = np.exp(logs).tolist()
        return Presence(cited=cited, near=near, steepness=_STEEPNESS)

    def measure_loss(logs: Floats) -> float:
        presence, total = make(logs), 0.0
        for answer in answers:
            chances = np.clip(_get_chances(answer, curve, presence), 1e-6, 1 - 1e-6)
            total -= float(np.where(answer.right, np.log(chances), np.log1p(-chances)).sum())
        return total / len(answers)

    return make(minimize(measure_loss, np.log([1.5, 0.3]), method="Nelder-Mead").x)


def _get_chances(answer: Answer, curve: Curve, presence: Presence | None = None) -> Floats:
    """Return the chances of new papers, without ``presence`` in a library that holds all."""
    chances = curve.interpolate(answer.scores)
    if presence is None:
        return chances
    coverage = Coverage(answer.linked, answer.entries)
    return presence.chance(coverage, answer.nearness) * chances


def fit_completion(groups: Sequence[Group], strength: float) -> Completion:
    """Return the weights under which the hidden papers are chosen with most certainty."""
    choices = [
        (
            np.column_stack([convert_chances_to_odds(group.chances), group.features]),
            int(np.flatnonzero(group.papers == group.hidden)[0]),
        )
        for group in groups
        if (group.papers == group.hidden).any()
    ]
    every = np.concatenate([table for table, _ in choices])
    scale = np.maximum(every.std(axis=0), 1e-9)
    scale[0] = 1.0  # the log-odds weigh 1 where nothing was learned
    alike = [(table / scale, hidden) for table, hidden in choices]
    start = np.zeros(every.shape[1])
    start[0] = 1.0
    arguments = (alike, start, strength)
    best_values = minimize(_measure_surprise, start, arguments, jac=True, method="L-BFGS-B").x
    chance, *weights = (best_values / scale).tolist()
    return Completion(chance=chance, weights=tuple(weights))


def choose_strength(groups: Sequence[Group]) -> float:
    """Return how strongly to hold back, by cross-validation over manuscripts."""
    names = sorted({_get_manuscript(group.query) for group in groups})
    fold = {name: position % _FOLDS for position, name in enumerate(names)}

    def measure_quality(strength: float) -> tuple[float, float]:
        recall, precision = [], []
        for held_fold in sorted(set(fold.values())):
            held = [g for g in groups if fold[_get_manuscript(g.query)] == held_fold]
            rest = [g for g in groups if fold[_get_manuscript(g.query)] != held_fold]
            measured = measure_hits(held, "with sets", fit_completion(rest, strength))
            recall += [value for value, _ in measured.values()]
            precision += [value for _, value in measured.values()]
        return float(np.mean(recall)), float(np.mean(precision))

    return max(_STRENGTHS, key=measure_quality)


def _measure_surprise(
    weights: Floats, choices: Sequence[tuple[Floats, int]], start: Floats, strength: float
) -> tuple[float, Floats]:
    """Return the mean surprise at the hidden papers, held back, and its gradient."""
    moved = weights - start
    loss, gradient = 0.0, np.zeros_like(weights)
    for table, hidden in choices:
        scores = table @ weights
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        loss -= float(np.log(chances[hidden] + 1e-12))
        gradient += chances @ table - table[hidden]
    penalty = strength * float(moved @ moved) / 2
    return loss / len(choices) + penalty, gradient / len(choices) + strength * moved


def fit_reranking(answers: Sequence[ReadAnswer]) -> RerankWeights:
    """Fit both regressions, for papers that were read and not, on the papers that were read.

    Raises:
        UsageError: none of them, or every one, is cited.
    """
    first = np.concatenate([log_odds(a.chances[a.reading.read_rows]) for a in answers])
    second = np.concatenate([standardize_scores(a.scores) for a in answers if len(a.scores)])
    cited = np.concatenate([answer.cited[answer.reading.read_rows] for answer in answers])
    bias, (weight, reranker) = _fit_logistic(np.column_stack([first, second]), cited)
    unread_bias, (unread_weight,) = _fit_logistic(first[:, None], cited)
    return RerankWeights(
        read=ReadingWeights(bias=bias, first=weight, reranker=reranker),
        unread=ReadingWeights(bias=unread_bias, first=unread_weight),
    )


# --- measuring the parameters -----------------------------------------------------------------


def calibration_error(chances: Floats, right: NDArray[np.bool_]) -> float:
    """Return the mean difference between chance and share that is right, in ten equal bins."""
    bins = np.array_split(np.argsort(chances, kind="stable"), _BINS)
    parts = (len(b) * abs(chances[b].mean() - right[b].mean()) for b in bins if len(b))
    return float(sum(parts) / max(len(chances), 1))


def report_chances(
    answers: Sequence[Answer], curves: Mapping[str, Callable[[Floats], Floats]]
) -> None:
    """Print for each situation, and each curve, how well the chances of new papers hold."""
    for situation, some in _by_situation(answers):
        print(f"{situation}: {len(some)} sentences")
        scores = np.concatenate([answer.scores[answer.new][:_ANSWERS] for answer in some])
        right = np.concatenate([answer.right[answer.new][:_ANSWERS] for answer in some])
        for name, curve in curves.items():
            print(f"  {name}: {_format_error(curve(scores), right)}")


def report_presence(answers: Sequence[Answer], presence: Presence, curve: Curve) -> None:
    """Print how true the words are in each situation, before and after."""
    for situation, some in _by_situation(answers):
        print(f"{situation}: {len(some)} questions")
        right = np.concatenate([answer.right for answer in some])
        for name, curve_of in (("without presence", None), ("with it", presence)):
            chances = np.concatenate([_get_chances(answer, curve, curve_of) for answer in some])
            print(f"  {name}: {_format_error(chances, right)}")


def _by_situation(answers: Sequence[Answer]) -> Iterator[tuple[str, list[Answer]]]:
    by_situation: defaultdict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        by_situation[answer.situation].append(answer)
    yield from by_situation.items()


def _format_error(chances: Floats, right: NDArray[np.bool_]) -> str:
    parts = [f"error {calibration_error(chances, right):.4f}"]
    for word, (least, below) in {"strong": (STRONG, 2), "plausible": (PLAUSIBLE, STRONG)}.items():
        chosen = (chances >= least) & (chances < below)
        parts.append(f"{word} {right[chosen].sum()} of {chosen.sum()} cited")
    return "; ".join(parts)


def measure_hits(
    groups: Sequence[Group], arm: Arm, weights: Completion
) -> dict[str, tuple[float, float]]:
    """Return recall and average precision of the hidden papers in the first ten, by query.

    A query's is the mean over its papers, each hidden once.
    """
    hits: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for group in groups:
        rank = group.rank(arm, weights)
        hits[group.query].append((1.0, 1 / rank) if rank and rank <= 10 else (0.0, 0.0))
    return {query: tuple(np.mean(values, axis=0).tolist()) for query, values in hits.items()}


def report_completion(groups: Sequence[Group], weights: Completion) -> None:
    """Print each arm's figures and its gain over the first, 95 % by bootstrap over manuscripts."""
    reached = np.mean([(group.papers == group.hidden).any() for group in groups])
    print(f"{len(groups)} groups of odd manuscripts; a candidate in {reached:.1%}")
    base = measure_hits(groups, ARMS[0], weights)
    for arm in ARMS:
        hits = measure_hits(groups, arm, weights)
        line = f"{arm:14}"
        for number, name in enumerate(("recall", "precision")):
            before, after = (_average_manuscripts(values, number) for values in (base, hits))
            gain = paired_difference(before, after)
            line += f"  {name} {np.mean([values[number] for values in hits.values()]):.4f}"
            line += f" {gain.mean:+.4f} [{gain.low:+.4f}, {gain.high:+.4f}]"
        print(line)


def _average_manuscripts(hits: Mapping[str, tuple[float, float]], number: int) -> Floats:
    """Return the mean of each manuscript: its sentences are no independent draws."""
    values: defaultdict[str, list[float]] = defaultdict(list)
    for query, measured in hits.items():
        values[_get_manuscript(query)].append(measured[number])
    return np.array([np.mean(group) for _, group in sorted(values.items())])


def _get_manuscript(query: str) -> str:
    return query.rsplit("#", 1)[0]


def report_reranking(answers: Sequence[ReadAnswer], weights: RerankWeights) -> None:
    """Print how held-out queries are ranked before and after."""
    before = [np.arange(len(answer.chances)) for answer in answers]
    after = [
        np.argsort(-combine_readings(a.chances, a.reading, weights), kind="stable") for a in answers
    ]
    for name, orders in (("first stage", before), ("reranked", after)):
        relevant, ranking = {}, {}
        for answer, order in zip(answers, orders, strict=True):
            lost = [f"missed {number}" for number in range(answer.missed)]
            relevant[answer.query] = [*map(str, np.flatnonzero(answer.cited)), *lost]
            ranking[answer.query] = [str(index) for index in order]
        means = mean(per_query(relevant, ranking))
        metric_text = ", ".join(f"{metric} {means[metric]:.3f}" for metric in _METRICS)
        print(f"{name} on {len(answers)} held-out queries: {metric_text}")


if __name__ == "__main__":
    main()
