"""Fit the one scorer over all situations of both fields, and print where it ranks how well.

``python -m tools.lab.fitting.matrix --data DATA --libraries FOLDER --rows ROWS --tables TABLES``:
FOLDER gets the libraries of both fields, ROWS holds what ``rows`` beside it encoded. Asks each
training sentence that the encoder did not learn from, in a situation drawn at random, and
development sentences in every cell of the matrix; what was asked is kept in TABLES. Then fits
trees, fits the curve of chances on the even development manuscripts, and prints cell by cell how
new papers are ranked: fused, as it ships and anew, and the error of the chances for the odd
manuscripts. ``--beside`` is for training sentences of one field alone, where an encoder has learned
those of the other: the mean with the trees that ship keeps both. ``--write`` writes what was
fitted. At last it fits how situations move the chances that ship, on all development manuscripts,
and prints the errors of each half by what the other one fits.
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise, takewhile
from pathlib import Path
from typing import Any, Self

import click
import lightgbm
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.base.arrays import convert_chances_to_odds
from core.base.records import PLAUSIBLE, STRONG
from core.recommend.scoring import (
    PARAMETERS,
    TREES,
    Parameters,
    Rivalry,
    Situation,
    load_parameters,
    save_parameters,
    score_meaning,
    score_profiles,
)
from core.recommend.signals import PROFILE, UNTOLD
from tools.lab.fitting.fields import FIELDS, FieldData, FieldName, build_libraries
from tools.lab.fitting.queries import even
from tools.lab.fitting.ranker import TREE_PARAMETERS, per_query, predicted, select_columns
from tools.lab.fitting.ranker_data import Table, joined
from tools.lab.fitting.scoring import calibration_error, fit_curve
from tools.lab.fitting.situations import (
    CELLS,
    Asked,
    Asking,
    draw_situation,
    group_by_manuscript,
)
from training.judging.significance import paired_difference
from training.sampling.draws import generator

_TARGET = Path(__file__).parents[3] / "resources" / "ranking"
_SHORT: Mapping[FieldName, str] = {"computer science": "cs", "life sciences": "bio"}
_ANSWERS = 20
_KEPT_SHARE = 0.35
"""Of the papers that are not cited, how many a training table keeps; each stands for more."""
_ROUNDS = 500
_HELD_SHARE = 1 / 7
WEIGHTS = {"meaning": 0.75, "profile": 0.1}
"""What meaning and profiles add beside the trees. More meaning ranks as well, but its chances are
too low where papers have profiles."""
_FITTING_ONLY = frozenset(
    {"split_gain", "internal_value", "internal_weight", "internal_count"}
    | {"leaf_weight", "leaf_count"}
)
"""Lines of a tree in LightGBM's text that its scores do not need."""
_RECALL = "new_only recall@10"
_WORDS = {"strong": (STRONG, 1.1), "plausible": (PLAUSIBLE, STRONG), "weak": (-1.0, PLAUSIBLE)}
SITUATION = {
    "repeat.abstracts": (0.0, 1.0),
    "repeat.library": (5.7, 10.4),
    "repeat.read": (0.0, 1.0),
    "repeat.given": (0.0, 3.0),
}
"""Signals that are the same for all candidates of a question, with their ranges in the cells."""
_RIDGE = 3.0
"""How much it costs to move chances: of 1 to 100 what each half fitted best for the other one."""
Floats = NDArray[np.float64]


def collect_table(answers: Sequence[Asked]) -> Table:
    """Return answers as one table."""
    names = tuple(sorted({name for one in answers for name in one.table.columns}))
    return Table(
        names,
        np.concatenate([one.table.matrix(names).astype(np.float16) for one in answers]),
        np.concatenate([one.cited for one in answers]),
        np.repeat(np.arange(len(answers), dtype=np.int32), [len(one.cited) for one in answers]),
        tuple(one.query.id for one in answers),
        np.array([one.total for one in answers], np.int32),
        np.array([one.total_new for one in answers], np.int32),
    )


def ask_training(asking: Asking, data: FieldData, most: int, draw: int = 0) -> Table:
    """Ask the training sentences, each manuscript's in four drawn situations.

    Another ``draw`` asks the same sentences in other situations.
    """
    answers: list[Asked] = []
    groups = group_by_manuscript(
        [q for q in data.make_training_queries() if asking.knows(q.passage.sentence)]
    )
    with click.progressbar(groups[:most] if most else groups, label="Asking") as progress:
        for number, queries in enumerate(progress):
            random = generator(1, draw, number, f"situations {data.name}")
            order = random.permutation(len(queries)).tolist()
            for part in np.array_split(order, 4):
                if len(part):
                    situation = draw_situation(random)
                    chosen = [queries[at] for at in sorted(part.tolist())]
                    answers += _thin(asking.ask(chosen, situation, random), random)
    return collect_table(answers)


def ask_draws(asking: Asking, data: FieldData, tables: Path, most: int, draws: int) -> None:
    """Ask the training sentences in several draws, and store a table of each."""
    for draw in range(draws):
        file = name_training(tables, _SHORT[data.name], draw)
        if not file.exists():
            ask_training(asking, data, most, draw).save(file)


def name_training(tables: Path, short: str, draw: int) -> Path:
    """Return the file of what the training sentences of a field were asked in a draw."""
    return tables / (f"train-{short}-{draw}.npz" if draw else f"train-{short}.npz")


def read_training(tables: Path) -> Table:
    """Read all draws of both fields as one table."""
    files = [
        file
        for short in _SHORT.values()
        for file in takewhile(Path.exists, (name_training(tables, short, n) for n in count()))
    ]
    return joined([Table.load(file) for file in files])


def _thin(answers: Iterable[Asked], random: np.random.Generator) -> Iterator[Asked]:
    """Yield answers with all papers that are cited and some of the others."""
    for one in answers:
        rows = np.flatnonzero(one.cited | (random.random(len(one.cited)) < _KEPT_SHARE))
        yield replace(one, table=one.table.taking(rows.tolist()), cited=one.cited[rows])


def ask_cells(asking: Asking, data: FieldData, tables: Path, per_cell: int) -> None:
    """Ask development sentences in every cell, and store a table of each."""
    queries = data.read_queries()
    step = max(len(queries) // per_cell, 1)
    groups = group_by_manuscript(queries[::step])
    for number, cell in enumerate(CELLS):
        file = tables / f"dev-{_SHORT[data.name]}-{number:02}.npz"
        if file.exists() or (data.name == "life sciences" and cell.abstracts != "full"):
            continue
        answers = [
            one
            for at, group in enumerate(groups)
            for one in asking.ask(group, cell, generator(2, 0, at, cell.name))
        ]
        collect_table(answers).save(file)
        click.echo(f"{data.name}, {cell.name}: {len(answers)} sentences")


# --- fitting ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """A way to order candidates: trees and their signals, and what is added to their scores."""

    trees: lightgbm.Booster
    names: tuple[str, ...]
    parameters: Parameters

    @classmethod
    def read_shipped(cls) -> Self:
        """Read what ships."""
        model = gzip.decompress((_TARGET / TREES).read_bytes()).decode("utf-8")
        parameters = load_parameters()
        return cls(lightgbm.Booster(model_str=model), parameters.signals, parameters)

    def score(self, table: Table) -> Floats:
        """Return the final score of every row."""
        return add_meaning(table, predicted(self.trees, table, self.names), self.parameters)


def fit_trees(table: Table, names: Sequence[str], rounds: int = 0) -> lightgbm.Booster:
    """Fit trees; without ``rounds`` as many as are best for a seventh of the manuscripts."""
    weights = np.where(table.cited, 1.0, 1 / _KEPT_SHARE)
    matrix, label = select_columns(table, names), table.cited.astype(np.float32)
    parameters = {**TREE_PARAMETERS, "num_threads": 1}
    if rounds:
        every = lightgbm.Dataset(matrix, label, weight=weights)
        return lightgbm.train(parameters, every, num_boost_round=rounds)
    shares = np.array([_draw_share(query) for query in table.queries])[table.query]
    kept, held = shares >= _HELD_SHARE, shares < _HELD_SHARE
    train = lightgbm.Dataset(matrix[kept], label[kept], weight=weights[kept])
    valid = lightgbm.Dataset(matrix[held], label[held], weight=weights[held], reference=train)
    stop = lightgbm.early_stopping(25, verbose=False)
    return lightgbm.train(
        parameters, train, num_boost_round=_ROUNDS, valid_sets=[valid], callbacks=[stop]
    )


def merge_trees(
    orders: Sequence[tuple[lightgbm.Booster, Sequence[str]]],
) -> tuple[lightgbm.Booster, tuple[str, ...]]:
    """Return one model whose score is the mean of those of several, and its signals."""
    names = tuple(sorted({name for _, signals in orders for name in signals}))
    place_of = {name: str(place) for place, name in enumerate(names)}
    blocks: list[str] = []
    for model, signals in orders:
        _, *trees = model.model_to_string().split("\nTree=")
        trees[-1] = trees[-1].partition("\nend of trees")[0]
        blocks += [_move_tree(tree, signals, place_of, 1 / len(orders)) for tree in trees]
    header = (
        "tree",
        "version=v4",
        "num_class=1",
        "num_tree_per_iteration=1",
        "label_index=0",
        f"max_feature_idx={len(names) - 1}",
        "objective=binary sigmoid:1",
        "feature_names=" + " ".join(f"Column_{place}" for place in range(len(names))),
        "feature_infos=" + " ".join(["[-1e+30:1e+30]"] * len(names)),
    )
    trees_text = "\n\n\n".join(f"Tree={n}\n{block}" for n, block in enumerate(blocks))
    text = "\n".join(header) + f"\n\n{trees_text}\n\n\nend of trees\n"
    return lightgbm.Booster(model_str=text), names


def _move_tree(tree: str, signals: Sequence[str], place_of: Mapping[str, str], share: float) -> str:
    """Return a tree in LightGBM's text, its signals at other places and its values lessened.

    What only says how it was fitted is left out: more than half of the text.
    """
    lines = []
    for line in tree.strip().split("\n")[1:]:
        key, _, values = line.partition("=")
        if key in _FITTING_ONLY:
            continue
        if key == "split_feature":
            values = " ".join(place_of[signals[int(value)]] for value in values.split())
        elif key == "leaf_value":
            values = " ".join(repr(float(value) * share) for value in values.split())
        lines.append(f"{key}={values}" if key else "")
    return "\n".join(lines)


def _draw_share(query: str) -> float:
    """Return a number from 0 to 1 that is the same for all sentences of a manuscript."""
    return float(generator(3, 0, 0, query.rsplit("#", 1)[0]).random())


def add_meaning(table: Table, trees: Floats, parameters: Parameters) -> Floats:
    """Return scores of trees with what meaning and profiles add, as the scorer has them."""
    scores = trees.copy()
    starts = np.searchsorted(table.query, np.arange(len(table.queries) + 1)).tolist()
    names = [
        name for name in table.names if name.startswith("vectors.") or name in {PROFILE, UNTOLD}
    ]
    matrix = select_columns(table, names)
    for first, last in pairwise(starts):
        part = matrix[first:last]
        columns = {
            name: part[:, at] for at, name in enumerate(names) if not np.isnan(part[:, at]).all()
        }
        scores[first:last] += score_meaning(columns, parameters.meaning)
        if PROFILE in columns:
            scores[first:last] += score_profiles(columns[PROFILE], parameters.profile)
        if UNTOLD in columns:
            scores[first:last] -= parameters.untold * columns[UNTOLD]
    return scores


def fit_chances(order: Order, cells: Sequence[Table]) -> Order:
    """Return the order with a curve of chances from the even development manuscripts."""
    scores, cited = [], []
    for table in cells:
        its = order.score(table)
        rows = list_first(table, its, even)
        scores.append(its[rows])
        cited.append(table.cited[rows])
    curve = fit_curve(np.concatenate(scores), np.concatenate(cited))
    return replace(order, parameters=order.parameters.model_copy(update={"curve": curve}))


@dataclass(frozen=True, slots=True)
class FirstPapers:
    """The first new papers of a cell: their chances by the curve, what is known around them.

    ``query`` numbers their sentences; those of a sentence stand together, best first.
    """

    field_name: str
    cell_name: str
    chances: Floats
    cited: NDArray[np.bool_]
    shares: Floats
    is_even: NDArray[np.bool_]
    query: NDArray[np.int32]

    def taking(self, rows: NDArray[np.bool_]) -> Self:
        """Return those in some rows."""
        parts = ("chances", "cited", "shares", "is_even", "query")
        return replace(self, **{part: getattr(self, part)[rows] for part in parts})

    def split_sentences(self, values: NDArray[Any]) -> list[NDArray[Any]]:
        """Return values, one a paper, in a part for each sentence."""
        return np.split(values, np.flatnonzero(np.diff(self.query)) + 1)

    def weigh_rivals(self, chances: Floats, rivalry: Rivalry) -> Floats:
        """Return chances beside the rivals of their sentence."""
        return np.concatenate(
            [
                rivalry.adjust(part, np.ones(len(part), bool), is_foreign=False)
                for part in self.split_sentences(chances)
            ]
        )


def collect_first(order: Order, tables: Path) -> list[FirstPapers]:
    """Return the first new papers of each cell, in the order of the cells."""
    unfitted = Situation(ranges=SITUATION, bias=(0.0,), slope=(1.0,))
    cells = []
    for field_name, cell_name, table in read_cells(tables):
        scores = order.score(table)
        rows = list_first(table, scores, lambda _: True)
        known = select_columns(table, list(SITUATION))[rows]
        columns = {name: known[:, at] for at, name in enumerate(SITUATION)}
        cells.append(
            FirstPapers(
                field_name,
                cell_name,
                order.parameters.curve.interpolate(scores[rows]),
                table.cited[rows],
                unfitted.scale(columns),
                np.array([even(table.queries[number]) for number in table.query[rows]]),
                table.query[rows],
            )
        )
    return cells


def fit_situation(cells: Sequence[FirstPapers]) -> Situation:
    """Fit how situations move the chances; each field counts as much as it has cells."""
    odds = np.concatenate([_log_odds(cell.chances) for cell in cells])[:, None]
    shares = np.concatenate([cell.shares for cell in cells])
    inputs = np.concatenate([odds, shares, shares * odds], axis=1)
    cited = np.concatenate([cell.cited for cell in cells]).astype(np.float64)
    start = np.zeros(inputs.shape[1] + 1)
    start[1] = 1.0  # the chances as they are; what differs from them is kept small

    def measure_loss(weights: Floats) -> tuple[float, Floats]:
        sums = weights[0] + inputs @ weights[1:]
        error = 1 / (1 + np.exp(-sums)) - cited
        loss = float(np.sum(np.logaddexp(0, sums) - cited * sums))
        distance = weights - start
        gradient = np.concatenate([[error.sum()], error @ inputs]) + _RIDGE * distance
        return loss + _RIDGE / 2 * float(distance @ distance), gradient

    fitted = minimize(measure_loss, start, jac=True, method="L-BFGS-B").x.tolist()
    count = shares.shape[1]
    bias, slope = (fitted[0], *fitted[2 : 2 + count]), (fitted[1], *fitted[2 + count :])
    return Situation(ranges=SITUATION, bias=bias, slope=slope)


def print_situation(cells: Sequence[FirstPapers], rivalry: Rivalry) -> None:
    """Print the errors of the chances before and after, each half by what the other one fits.

    Those after are weighed against their rivals, as they are shown.
    """
    fitted_by_half = {
        half: fit_situation([cell.taking(cell.is_even != half) for cell in cells])
        for half in (False, True)
    }
    for cell in cells:
        adjusted = np.zeros(len(cell.chances))
        for half, situation in fitted_by_half.items():
            rows = cell.is_even == half
            adjusted[rows] = situation.adjust_rows(cell.chances[rows], cell.shares[rows])
        adjusted = cell.weigh_rivals(adjusted, rivalry)
        errors = [calibration_error(its, cell.cited) for its in (cell.chances, adjusted)]
        words = []
        for word, (low, high) in _WORDS.items():
            its = cell.cited[(adjusted >= low) & (adjusted < high)]
            words.append(f"{word} {len(its)}: {its.mean() if len(its) else 0:.2f}")
        click.echo(
            f"{cell.field_name:4} {cell.cell_name:26} error {errors[0]:.3f} {errors[1]:.3f} "
            + ", ".join(words)
        )


def _log_odds(chances: Floats) -> Floats:
    return convert_chances_to_odds(np.clip(chances, 1e-6, 1 - 1e-6))


# --- measuring --------------------------------------------------------------------------------


def list_first(table: Table, scores: Floats, chosen: Callable[[str], bool]) -> NDArray[np.intp]:
    """Return the rows of the first new papers of each chosen query: what a person sees."""
    again = select_columns(table, ["repeat.cited"])[:, 0] > 0
    starts = np.searchsorted(table.query, np.arange(len(table.queries) + 1))
    rows = [np.zeros(0, np.intp)]
    for number, name in enumerate(table.queries):
        if chosen(name):
            new = np.arange(starts[number], starts[number + 1])
            new = new[~again[new]]
            rows.append(new[np.argsort(-scores[new], kind="stable")[:_ANSWERS]])
    return np.concatenate(rows)


def compare(table: Table, before: Floats, after: Floats) -> str:
    """Return R@10 of new papers in two orders, and the difference over manuscripts."""
    means, groups = [], []
    for scores in (before, after):
        values = per_query(table, scores, lambda _: True)[_RECALL]
        by_manuscript: defaultdict[str, list[float]] = defaultdict(list)
        for number, value in values.items():
            by_manuscript[table.queries[number].rsplit("#", 1)[0]].append(value)
        means.append(float(np.mean([*values.values()])))
        groups.append([float(np.mean(v)) for _, v in sorted(by_manuscript.items())])
    difference = paired_difference(*groups)
    return (
        f"{means[0]:.3f} {means[1]:.3f} {difference.mean:+.3f}"
        f" [{difference.low:+.3f}, {difference.high:+.3f}]"
    )


def print_matrix(tables: Path, before: Order, now: Order) -> None:
    """Print each cell: R@10 of new papers fused and now, as it ships and now; the errors."""
    click.echo("R@10 of new papers: fused, now | as it ships, now | error of chances, both")
    for field_name, cell_name, table in read_cells(tables):
        fused = table.columns(["words.fused"])[:, 0].astype(np.float64)
        scores, old_scores = now.score(table), before.score(table)
        errors = [
            measure_error(order, table, its) for order, its in ((before, old_scores), (now, scores))
        ]
        click.echo(
            f"{field_name:4} {cell_name:26} {compare(table, fused, scores)} |"
            f" {compare(table, old_scores, scores)} | {errors[0]:.3f} {errors[1]:.3f}"
        )


def measure_error(order: Order, table: Table, scores: Floats) -> float:
    """Return the error of the chances of the first new papers for the odd manuscripts."""
    rows = list_first(table, scores, lambda query: not even(query))
    return calibration_error(order.parameters.curve.interpolate(scores[rows]), table.cited[rows])


def print_words(tables: Path, order: Order) -> None:
    """Print how many suggestions are strong, plausible and weak, and how many of them are cited."""
    groups: defaultdict[str, list[NDArray[np.float64]]] = defaultdict(list)
    for field_name, cell_name, table in read_cells(tables):
        scores = order.score(table)
        rows = list_first(table, scores, lambda query: not even(query))
        chances = order.parameters.curve.interpolate(scores[rows])
        groups[field_name].append(np.stack([chances, table.cited[rows]]))
        groups[f"{field_name} {cell_name}"].append(groups[field_name][-1])
    for group, pairs in groups.items():
        chances, cited = np.concatenate(pairs, axis=1)
        parts = []
        for word, (low, high) in _WORDS.items():
            its = cited[(chances >= low) & (chances < high)]
            parts.append(f"{word} {len(its)}: {its.mean() if len(its) else 0:.2f}")
        click.echo(f"{group:32} " + ", ".join(parts))


def read_cells(tables: Path) -> Iterator[tuple[str, str, Table]]:
    """Yield field, cell and table of what was asked."""
    for short in _SHORT.values():
        for number, cell in enumerate(CELLS):
            file = tables / f"dev-{short}-{number:02}.npz"
            if file.exists():
                yield short, cell.name, Table.load(file)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the data lies, the libraries made of it, the rows encoded of it, and the tables."""

    data: Path
    libraries: Path
    rows: Path
    tables: Path


@click.command(help=__doc__)
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--libraries", type=click.Path(path_type=Path), required=True)
@click.option("--rows", type=click.Path(path_type=Path), required=True)
@click.option("--tables", type=click.Path(path_type=Path), required=True)
@click.option("--most", default=0, help="Training manuscripts asked in each field; 0: all.")
@click.option("--draws", default=1, help="How often a training sentence is asked.")
@click.option("--per-cell", default=240, show_default=True, help="Development sentences a cell.")
@click.option(
    "--only", type=click.Choice(["train", "cells", "fit", "situation"]), help="This step alone."
)
@click.option("--field", type=click.Choice(["cs", "bio"]), help="Ask this field alone.")
@click.option("--beside", is_flag=True, help="Rank by the mean of these trees and what ships.")
@click.option("--write", is_flag=True, help="Write trees and parameters.")
def main(*, only: str | None, field: str | None, **options: Any) -> None:  # noqa: ANN401 - click's own
    """Ask, fit, print."""
    places = Places(*(options[name] for name in ("data", "libraries", "rows", "tables")))
    places.tables.mkdir(parents=True, exist_ok=True)
    for name in FIELDS:
        if only not in {"fit", "situation"} and field in {None, _SHORT[name]}:
            data = FieldData(name, places.data)
            folder = places.libraries / _SHORT[name]
            build_libraries(data, folder)
            asking = Asking(data, folder, places.rows)
            if only != "cells":
                ask_draws(asking, data, places.tables, options["most"], options["draws"])
            if only != "train":
                ask_cells(asking, data, places.tables, options["per_cell"])
    if only in {None, "fit"}:
        _fit(places.tables, beside=options["beside"], write=options["write"])
    if only in {None, "fit", "situation"}:
        order = Order.read_shipped()
        cells = collect_first(order, places.tables)
        print_situation(cells, order.parameters.rivalry)
        if options["write"]:
            save_parameters(_TARGET / PARAMETERS, situation=fit_situation(cells))


def _fit(tables: Path, *, beside: bool, write: bool) -> None:
    train = read_training(tables)
    click.echo(f"{len(train.queries)} sentences, {len(train.matrix)} papers")
    names = tuple(name for name in train.names if name != UNTOLD)
    rounds = fit_trees(train, names).best_iteration or _ROUNDS
    click.echo(f"{rounds} trees")
    cells = [table for _, _, table in read_cells(tables)]
    shipped = Order.read_shipped()
    trees = fit_trees(train, names, rounds)
    if beside:
        trees, names = merge_trees([(shipped.trees, shipped.names), (trees, names)])
    now = Order(trees, names, shipped.parameters.model_copy(update=WEIGHTS))
    now = fit_chances(now, cells)
    print_matrix(tables, shipped, now)
    print_words(tables, now)
    text = now.trees.model_to_string()
    (tables / "trees.txt").write_text(text, encoding="utf-8")
    if write:
        (_TARGET / TREES).write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))
        save_parameters(
            _TARGET / PARAMETERS,
            signals=list(now.names),
            curve=now.parameters.curve,
            **WEIGHTS,
        )


if __name__ == "__main__":
    main()
