"""Fit the trees of ``core.recommend.scoring``.

``python -m tools.lab.fitting.ranker TABLES``: TABLES is the folder that ``ranker_data``
beside it wrote. The number of trees is chosen by cross-validation over the training manuscripts,
then all of them train the trees that ship. The curve from score to chance is fitted on the
development manuscripts whose sha1(id) is even; everything reported about development queries is of
the odd ones. Writes ``trees.txt.gz`` and the names of its signals into ``--out``. Run
``scoring`` beside it then: it fits the curve again to what the engine adds to the trees.
"""

from __future__ import annotations

import gzip
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click
import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from core.base.records import PLAUSIBLE, STRONG
from core.recommend.scoring import (
    PARAMETERS,
    TREES,
    Curve,
    load_parameters,
    save_parameters,
    score_meaning,
    score_profiles,
)
from core.recommend.signals import PROFILE, get_group
from tools.lab.fitting.queries import even
from tools.lab.fitting.ranker_data import Table
from tools.lab.fitting.scoring import calibration_error, fit_curve
from training.judging.significance import paired_difference
from training.sampling.draws import generator

TARGET = Path(__file__).parents[3] / "resources" / "ranking"
_FOLDS = 5
_HALVES: Mapping[str, Callable[[str], bool]] = {
    "even": even,
    "odd": lambda query: not even(query),
}
_ROUNDS = 600
_ANSWERS = 20
ABSTRACTS_ALONE = ("contexts.", "cocitation.", "popularity.cited by")
"""How the signals begin that only full texts and citations give."""
_LACKING: Mapping[float, tuple[str, ...]] = {
    0.2: ABSTRACTS_ALONE,
    0.3: (*ABSTRACTS_ALONE, "vectors."),
}
"""Up to which draw of a training query which signals are hidden: a fifth is asked as in a library
of abstracts alone, a tenth as in one without vectors too. So the trees learn to do without."""

TREE_PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 31,
    "min_data_in_leaf": 100,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 10.0,
    "verbosity": -1,
    "seed": 0,
    "deterministic": True,
    "force_row_wise": True,
}


@click.command(help=__doc__)
@click.argument("tables", type=click.Path(path_type=Path, file_okay=False))
@click.option("--ablate", is_flag=True, help="Fit once more without each group, and report.")
@click.option("--rounds", default=0, help="Trees; 0: chosen by cross-validation.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=TARGET, show_default=True
)
def main(tables: Path, *, ablate: bool, rounds: int, out: Path) -> None:
    """Fit, measure, write."""
    train = _without_profiles(Table.load(tables / "train.npz"))
    pool, small = Table.load(tables / "dev.npz"), Table.load(tables / "small.npz")
    rounds = rounds or _chosen_rounds(train)
    print(f"{rounds} trees, {len(train.queries)} queries")
    model = _fitted(train, train.names, rounds)
    for name, table in (("pool", pool), ("small libraries", small)):
        _compare(model, name, table, train.names)
    if ablate:
        _ablations(train, pool, rounds)
    scores = predicted(model, pool, train.names)
    curve = _curve(pool, scores)
    _calibration("pool", pool, scores, curve)
    _calibration("small libraries", small, predicted(model, small, train.names), curve)
    _write(out, model, train.names, curve)


def _compare(model: lightgbm.Booster, name: str, table: Table, names: Sequence[str]) -> None:
    """Print what the ranking brings where the library has full texts, and where it has none."""
    fused = table.columns(["words.fused"])[:, 0].astype(np.float64)
    _report(f"{name}: fused", table, fused)
    ranked = predicted(model, table, names)
    _report(f"{name}: ranked", table, ranked, fused)
    _report(f"{name}: ranked, lifted by meaning and profiles", table, lifted(table, ranked), fused)
    poor = without(table, ABSTRACTS_ALONE)
    _report(f"{name}: ranked, abstracts alone", table, predicted(model, poor, names), fused)


def _fitted(table: Table, names: Sequence[str], rounds: int) -> lightgbm.Booster:
    data = lightgbm.Dataset(_hidden(table, names), table.cited.astype(np.float32))
    return lightgbm.train(dict(TREE_PARAMETERS), data, num_boost_round=rounds)


def _without_profiles(table: Table) -> Table:
    """Return the table without what is added beside the trees."""
    names = tuple(name for name in table.names if name != PROFILE)
    return replace(table, names=names, matrix=table.columns(names))


def _chosen_rounds(table: Table) -> int:
    """Return the trees after which the chance of held-back manuscripts' candidates is best."""
    data = lightgbm.Dataset(
        _hidden(table, table.names), table.cited.astype(np.float32), free_raw_data=False
    )
    result = lightgbm.cv(
        dict(TREE_PARAMETERS),
        data,
        num_boost_round=_ROUNDS,
        folds=list(_folds(table)),
        callbacks=[lightgbm.early_stopping(30, verbose=False)],
    )
    losses = result["valid binary_logloss-mean"]
    assert isinstance(losses, list)
    return len(losses)


def _folds(table: Table) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield training and held-back rows; a manuscript's queries stay together."""
    manuscripts = [name.rsplit("#", 1)[0] for name in table.queries]
    manuscript_names = sorted(set(manuscripts))
    order = dict(
        zip(
            manuscript_names,
            generator(0, 0, 0, "folds").permutation(len(manuscript_names)),
            strict=True,
        )
    )
    fold = np.array([order[name] % _FOLDS for name in manuscripts])[table.query]
    for fold_number in range(_FOLDS):
        yield np.flatnonzero(fold != fold_number), np.flatnonzero(fold == fold_number)


def _hidden(table: Table, names: Sequence[str]) -> NDArray[np.float32]:
    """Return the signals, some of them hidden in some queries."""
    matrix = select_columns(table, names)
    draws = generator(0, 0, 0, "hidden").random(len(table.queries))[table.query]
    before = 0.0
    for up_to, lacking in _LACKING.items():
        rows = np.flatnonzero((draws >= before) & (draws < up_to))
        matrix[np.ix_(rows, columns_lacking(names, lacking))] = np.nan
        before = up_to
    return matrix


def columns_lacking(names: Sequence[str], lacking: tuple[str, ...]) -> NDArray[np.intp]:
    """Return the indices of the names that begin so."""
    return np.flatnonzero([name.startswith(lacking) for name in names])


def select_columns(table: Table, names: Sequence[str]) -> NDArray[np.float32]:
    """Return these signals; one that the table lacks is NaN."""
    return table.columns(names).astype(np.float32)


def without(table: Table, lacking: tuple[str, ...]) -> Table:
    """Return a table in which the signals that begin so are not known."""
    matrix = table.matrix.copy()
    matrix[:, columns_lacking(table.names, lacking)] = np.nan
    return replace(table, matrix=matrix)


def lifted(table: Table, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores with what meaning and profiles add to them, question by question."""
    starts = np.searchsorted(table.query, np.arange(len(table.queries) + 1))
    names = [PROFILE, *(name for name in table.names if name.startswith("vectors."))]
    columns = dict(zip(names, select_columns(table, names).T, strict=True))
    added = [
        _added({name: column[start:end] for name, column in columns.items()})
        for start, end in itertools.pairwise(starts)
    ]
    lifted_scores: NDArray[np.float64] = scores + np.concatenate(added)
    return lifted_scores


def _added(columns: dict[str, NDArray[np.float32]]) -> NDArray[np.float64]:
    known_columns = {name: column for name, column in columns.items() if not np.isnan(column).all()}
    parameters = load_parameters()
    profiles = score_profiles(columns[PROFILE], parameters.profile)
    return profiles + score_meaning(known_columns, parameters.meaning)


def predicted(model: lightgbm.Booster, table: Table, names: Sequence[str]) -> NDArray[np.float64]:
    """Return the model's scores of a table's rows."""
    return np.asarray(model.predict(select_columns(table, names), raw_score=True))


# --- measuring the rankings -------------------------------------------------------------------


def measures(
    table: Table, scores: NDArray[np.float64], chosen: Callable[[str], bool]
) -> dict[str, float]:
    """Return R@10 and nDCG@10 of all, new, again and several, means over the chosen queries."""
    values_by_metric = per_query(table, scores, chosen)
    return {
        name: float(np.mean(list(values.values()))) for name, values in values_by_metric.items()
    }


def per_query(
    table: Table, scores: NDArray[np.float64], chosen: Callable[[str], bool]
) -> dict[str, dict[int, float]]:
    """Return each measure of each chosen query, by the query's index in the table."""
    repeated = select_columns(table, ["repeat.cited"])[:, 0] > 0
    starts = np.searchsorted(table.query, np.arange(len(table.queries) + 1))
    values_by_metric: defaultdict[str, dict[int, float]] = defaultdict(dict)
    for number, name in enumerate(table.queries):
        if not chosen(name):
            continue
        rows = np.arange(starts[number], starts[number + 1])
        best = rows[np.argsort(-scores[rows], kind="stable")[:10]]
        cited = table.cited[best]
        total, new = int(table.total[number]), int(table.total_new[number])
        values_by_metric["recall@10"][number] = cited.sum() / total
        values_by_metric["ndcg@10"][number] = _ndcg(cited, total)
        if new:
            fresh = cited & ~repeated[best]
            values_by_metric["new recall@10"][number] = fresh.sum() / new
            values_by_metric["new ndcg@10"][number] = _ndcg(fresh, new)
            (
                values_by_metric["new_only recall@10"][number],
                values_by_metric["new_only ndcg@10"][number],
            ) = _new_only(rows, scores, table.cited, repeated, new)
        if total > new:
            again = cited & repeated[best]
            values_by_metric["again recall@10"][number] = again.sum() / (total - new)
        if total > 1:
            values_by_metric["several recall@10"][number] = cited.sum() / total
    return dict(values_by_metric)


def _new_only(
    rows: NDArray[np.intp],
    scores: NDArray[np.float64],
    cited: NDArray[np.bool_],
    repeated: NDArray[np.bool_],
    new: int,
) -> tuple[float, float]:
    """Return recall and nDCG where what is cited already is left out before ranks are counted."""
    rows = rows[~repeated[rows]]
    fresh = cited[rows[np.argsort(-scores[rows], kind="stable")[:10]]]
    return fresh.sum() / new, _ndcg(fresh, new)


def _ndcg(cited: NDArray[np.bool_], total: int) -> float:
    weights = 1 / np.log2(np.arange(2, len(cited) + 2))
    ideal = (1 / np.log2(np.arange(2, min(total, 10) + 2))).sum()
    return float(weights[cited].sum() / ideal)


def _report(
    name: str,
    table: Table,
    scores: NDArray[np.float64],
    against: NDArray[np.float64] | None = None,
) -> None:
    """Print the means of both halves, and on the odd one what it gains over other scores."""
    for half, chosen in _HALVES.items():
        numbers = measures(table, scores, chosen)
        print(f"{name:34} {half:5}", *(f"{key} {value:.3f} " for key, value in numbers.items()))
    if against is not None:
        _report_gain(table, scores, against)


def _report_gain(table: Table, scores: NDArray[np.float64], against: NDArray[np.float64]) -> None:
    """Print the paired differences of the odd half, with an interval over manuscripts."""
    before, after = (per_query(table, score_set, _HALVES["odd"]) for score_set in (against, scores))
    for key, values in after.items():
        difference = paired_difference(
            _by_manuscript(table, before[key]), _by_manuscript(table, values)
        )
        print(
            f"{'':34} odd   {key} {difference.mean:+.3f}"
            f" [{difference.low:+.3f}, {difference.high:+.3f}]"
        )


def _by_manuscript(table: Table, values: Mapping[int, float]) -> list[float]:
    """Return the mean of each manuscript: its sentences are no independent draws."""
    values_by_manuscript: defaultdict[str, list[float]] = defaultdict(list)
    for number, value in values.items():
        values_by_manuscript[table.queries[number].rsplit("#", 1)[0]].append(value)
    return [
        float(np.mean(manuscript_values))
        for _, manuscript_values in sorted(values_by_manuscript.items())
    ]


def _ablations(train: Table, dev: Table, rounds: int) -> None:
    groups = sorted({get_group(name) for name in train.names})
    for left_out in groups:
        names = [name for name in train.names if get_group(name) != left_out]
        model = _fitted(train, names, rounds)
        _report(f"without {left_out}", dev, predicted(model, dev, names))


# --- fitting the probabilities ----------------------------------------------------------------


def _leading(
    table: Table, scores: NDArray[np.float64], half: Callable[[str], bool]
) -> NDArray[np.intp]:
    """Return the rows of the first answers of each query of a half: what a person sees."""
    starts = np.searchsorted(table.query, np.arange(len(table.queries) + 1))
    rows = []
    for number, name in enumerate(table.queries):
        if half(name):
            mine = np.arange(starts[number], starts[number + 1])
            rows.append(mine[np.argsort(-scores[mine], kind="stable")[:_ANSWERS]])
    return np.concatenate(rows)


def _curve(table: Table, scores: NDArray[np.float64]) -> Curve:
    """Fit a rising curve on the even half."""
    rows = _leading(table, scores, even)
    return fit_curve(scores[rows], table.cited[rows])


def _calibration(
    name: str,
    table: Table,
    scores: NDArray[np.float64],
    curve: Curve,
) -> None:
    rows = _leading(table, scores, lambda query: not even(query))
    chances, cited = curve.interpolate(scores[rows]), table.cited[rows]
    error = calibration_error(chances, cited)
    print(
        f"{name}, odd half: calibration error {error:.4f}, AUC {roc_auc_score(cited, chances):.3f}"
    )
    words = {
        "strong": chances >= STRONG,
        "plausible": (chances >= PLAUSIBLE) & (chances < STRONG),
        "weak": chances < PLAUSIBLE,
    }
    for word, chosen in words.items():
        print(f"  {word}: {chosen.sum()} answers, {cited[chosen].mean():.3f} cited")


def _write(out: Path, model: lightgbm.Booster, names: Sequence[str], curve: Curve) -> None:
    text = model.model_to_string()
    # Without a time stamp, so that the same fit gives the same file.
    (out / TREES).write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))
    save_parameters(out / PARAMETERS, signals=list(names), curve=curve)


if __name__ == "__main__":
    main()
