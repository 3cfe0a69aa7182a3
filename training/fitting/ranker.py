"""Fit the ranker of ``core.recommend.ranker``: ``python -m training.fitting.ranker TABLES``.

TABLES is the folder that ``training.fitting.ranker_data`` wrote. The number of trees is chosen by
cross-validation over the training manuscripts, then all of them train the trees that ship. The
curve from score to chance is fitted on the development manuscripts whose sha1(id) is even;
everything reported about development queries is of the odd ones. Writes ``ranker.txt.gz`` and
``ranker.json`` into ``resources/ranking``.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click
import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score

from core.recommend.ranker import FACTS, MODEL
from core.recommend.signals import group_of
from training.fitting.queries import even
from training.fitting.ranker_data import Table
from training.sampling.draws import generator

_TARGET = Path(__file__).parents[2] / "resources" / "ranking"
_FOLDS = 5
_ROUNDS = 600
_ANSWERS = 20
_LACKING: Mapping[float, frozenset[str]] = {
    0.2: frozenset({"contexts", "cocitation", "popularity"}),
    0.3: frozenset({"contexts", "cocitation", "popularity", "vectors"}),
}
"""Up to which draw of a training query which groups are hidden: a fifth is asked as in a library of
abstracts alone, a tenth as in one without vectors too. So the trees learn to do without."""

PARAMETERS = {
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
def main(tables: Path, *, ablate: bool, rounds: int) -> None:
    """Fit, measure, write."""
    train, dev = Table.load(tables / "train.npz"), Table.load(tables / "dev.npz")
    rounds = rounds or _chosen_rounds(train)
    print(f"{rounds} trees")
    model = _fitted(train, train.names, rounds)
    scores = predicted(model, dev, train.names)
    _report("fused", dev, dev.matrix[:, dev.names.index("words.fused")].astype(np.float64))
    _report("ranked", dev, scores)
    if ablate:
        _ablations(train, dev, rounds)
    curve = _curve(dev, scores)
    _calibration(dev, scores, curve)
    _write(model, train.names, curve)


def _fitted(table: Table, names: Sequence[str], rounds: int) -> lightgbm.Booster:
    data = lightgbm.Dataset(_hidden(table, names), table.cited.astype(np.float32))
    return lightgbm.train(dict(PARAMETERS), data, num_boost_round=rounds)


def _chosen_rounds(table: Table) -> int:
    """Return the trees after which the chance of held-back manuscripts' candidates is best."""
    data = lightgbm.Dataset(
        _hidden(table, table.names), table.cited.astype(np.float32), free_raw_data=False
    )
    result = lightgbm.cv(
        dict(PARAMETERS),
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
    known = sorted(set(manuscripts))
    place = dict(zip(known, generator(0, 0, 0, "folds").permutation(len(known)), strict=True))
    fold = np.array([place[name] % _FOLDS for name in manuscripts])[table.query]
    for each in range(_FOLDS):
        yield np.flatnonzero(fold != each), np.flatnonzero(fold == each)


def _hidden(table: Table, names: Sequence[str]) -> NDArray[np.float32]:
    """Return the signals, some groups hidden in some queries."""
    matrix = columns_of(table, names)
    draws = generator(0, 0, 0, "hidden").random(len(table.queries))[table.query]
    before = 0.0
    for up_to, groups in _LACKING.items():
        rows = np.flatnonzero((draws >= before) & (draws < up_to))
        hidden = np.flatnonzero([group_of(name) in groups for name in names])
        matrix[np.ix_(rows, hidden)] = np.nan
        before = up_to
    return matrix


def columns_of(table: Table, names: Sequence[str]) -> NDArray[np.float32]:
    """Return these signals; one that the table lacks is NaN."""
    return table.columns(names).astype(np.float32)


def predicted(model: lightgbm.Booster, table: Table, names: Sequence[str]) -> NDArray[np.float64]:
    """Return the model's scores of a table's rows."""
    return np.asarray(model.predict(columns_of(table, names), raw_score=True))


# --- measures ---------------------------------------------------------------------------------


def measures(
    table: Table, scores: NDArray[np.float64], chosen: Callable[[str], bool]
) -> dict[str, float]:
    """Return R@10 and nDCG@10 of all, new and several, over the chosen queries."""
    repeated = columns_of(table, ["repeat.cited"])[:, 0] > 0
    starts = np.searchsorted(table.query, np.arange(len(table.queries) + 1))
    found: dict[str, list[float]] = {}
    for number, name in enumerate(table.queries):
        if not chosen(name):
            continue
        rows = np.arange(starts[number], starts[number + 1])
        best = rows[np.argsort(-scores[rows], kind="stable")[:10]]
        cited = table.cited[best]
        total, new = int(table.total[number]), int(table.total_new[number])
        found.setdefault("recall@10", []).append(cited.sum() / total)
        found.setdefault("ndcg@10", []).append(_ndcg(cited, total))
        if new:
            fresh = cited & ~repeated[best]
            found.setdefault("new recall@10", []).append(fresh.sum() / new)
            found.setdefault("new ndcg@10", []).append(_ndcg(fresh, new))
        if total > new:
            again = cited & repeated[best]
            found.setdefault("again recall@10", []).append(again.sum() / (total - new))
        if total > 1:
            found.setdefault("several recall@10", []).append(cited.sum() / total)
    return {name: float(np.mean(values)) for name, values in found.items()}


def _ndcg(cited: NDArray[np.bool_], total: int) -> float:
    weights = 1 / np.log2(np.arange(2, len(cited) + 2))
    ideal = (1 / np.log2(np.arange(2, min(total, 10) + 2))).sum()
    return float(weights[cited].sum() / ideal)


def _report(name: str, table: Table, scores: NDArray[np.float64]) -> None:
    halves: dict[str, Callable[[str], bool]] = {
        "even": even,
        "odd": lambda query: not even(query),
        "all": lambda _: True,
    }
    for half, chosen in halves.items():
        numbers = measures(table, scores, chosen)
        print(f"{name:24} {half:5}", *(f"{key} {value:.3f} " for key, value in numbers.items()))


def _ablations(train: Table, dev: Table, rounds: int) -> None:
    groups = sorted({group_of(name) for name in train.names})
    for left_out in groups:
        names = [name for name in train.names if group_of(name) != left_out]
        model = _fitted(train, names, rounds)
        _report(f"without {left_out}", dev, predicted(model, dev, names))


# --- chances ----------------------------------------------------------------------------------


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


def _curve(
    table: Table, scores: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fit a rising curve (isotonic regression) on the even half."""
    rows = _leading(table, scores, even)
    fitted = IsotonicRegression(y_min=0.001, y_max=0.99, out_of_bounds="clip")
    fitted.fit(scores[rows], table.cited[rows])
    # Straight between the middles of the steps: a step would give many papers one chance.
    levels = np.unique(fitted.y_thresholds_)
    places = [fitted.X_thresholds_[fitted.y_thresholds_ == level].mean() for level in levels]
    return np.array(places), levels


def _calibration(
    table: Table,
    scores: NDArray[np.float64],
    curve: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> None:
    from core.recommend.confidence import PLAUSIBLE, STRONG

    rows = _leading(table, scores, lambda query: not even(query))
    chances, cited = np.interp(scores[rows], *curve), table.cited[rows]
    bins = np.array_split(np.argsort(chances), 10)
    error = sum(len(b) * abs(chances[b].mean() - cited[b].mean()) for b in bins) / len(rows)
    print(f"odd half: calibration error {error:.4f}, AUC {roc_auc_score(cited, chances):.3f}")
    words = {
        "strong": chances >= STRONG,
        "plausible": (chances >= PLAUSIBLE) & (chances < STRONG),
        "weak": chances < PLAUSIBLE,
    }
    for word, chosen in words.items():
        print(f"  {word}: {chosen.sum()} answers, {cited[chosen].mean():.3f} cited")


def _write(
    model: lightgbm.Booster,
    names: Sequence[str],
    curve: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> None:
    text = model.model_to_string()
    # Without a time stamp, so that the same fit gives the same file.
    (_TARGET / MODEL).write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))
    facts = {
        "signals": list(names),
        "scores": [round(float(value), 4) for value in curve[0]],
        "chances": [round(float(value), 4) for value in curve[1]],
    }
    (_TARGET / FACTS).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
