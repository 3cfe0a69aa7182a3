"""Fit the trees over rows of abstracts: ``python -m tools.lab.fitting.abstract_rows LIST``.

``LIST`` has a line of JSON for each paper: ``{"file": PDF, "abstracts": [TEXT, …]}``, with all
abstracts that it prints, in whatever languages, and none for a paper without one. Rows of the
first pages are those of an abstract where their letters are in one. Papers are held out by the
prefix of their DOI, so that no publisher's layout is measured by trees that know it. Prints
how well the rows are told, and writes ``resources/abstracts/rows.json``: no text.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import lightgbm
import numpy as np
from numpy.typing import NDArray

from core.base.errors import PdfError
from core.manuscript.pdf.abstract_rows import Node, RowTrees, choose_rows, measure_rows
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.layout import Row, body_style, reading_order

TARGET = Path(__file__).parents[3] / "resources" / "abstracts" / "rows.json"
FOLDS = 5
ROUNDS = 100
PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.1,
    "num_leaves": 12,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "max_bin": 63,
    "use_missing": False,
    "deterministic": True,
    "num_threads": 1,
    "seed": 7,
    "verbose": -1,
}
_GRAM, _SHORT = 12, 14  # letters
_LEAST_SHARED, _LEAST_COVERED = 0.6, 0.6
_NEAR_ROWS, _LEAST_OF_RUN = 6, 0.12
_PAGES = 4
_PREFIX = re.compile(r"10\.\d{4,5}(?=/)")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LabelledPaper:
    """The rows of a paper's first pages, which of them are of an abstract, and its publisher."""

    table: Floats
    labels: NDArray[np.bool_]
    publisher: str


@click.command(help=__doc__)
@click.argument("papers", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--target", type=click.Path(path_type=Path), default=TARGET, show_default=False)
def main(papers: Path, target: Path) -> None:
    """Measure with publishers held out, then fit to all papers and write."""
    labelled = list(read_papers(map(json.loads, papers.read_text("utf-8").splitlines())))
    truth: list[NDArray[np.bool_]] = []
    chances: list[Floats] = []
    for fold in range(FOLDS):
        train = [paper for paper in labelled if _fold(paper.publisher) != fold]
        held = [paper for paper in labelled if _fold(paper.publisher) == fold]
        if train and held:
            trees = fit_trees(train)
            truth += [paper.labels for paper in held]
            chances += [np.array(trees.predict(paper.table.tolist())) for paper in held]
    labels, told = np.concatenate(truth), np.concatenate(chances) > 0.5
    hits = float((labels & told).sum())
    click.echo(f"{len(labelled)} papers, {len(labels)} rows, publishers held out")
    click.echo(f"precision {hits / told.sum():.3f}, recall {hits / labels.sum():.3f}")
    text = json.dumps(fit_trees(labelled).trees, separators=(",", ":"))
    target.write_text(f"{text}\n", encoding="utf-8")


def read_papers(entries: Iterable[dict[str, Any]]) -> Iterator[LabelledPaper]:
    """Yield the papers whose abstracts are found in their rows, or that have none."""
    for entry in entries:
        try:
            pages, _ = extract_pages(Path(entry["file"]), max_pages=_PAGES)
        except PdfError:
            continue
        rows = reading_order(pages, body := body_style(pages))
        indices = choose_rows(rows)
        labels = label_rows([rows[at] for at in indices], entry["abstracts"])
        if labels is None:
            continue
        text = " ".join(line.text for page in pages[:2] for line in page.lines)
        prefix = _PREFIX.search(text)
        yield LabelledPaper(
            np.array(measure_rows(rows, indices, body), dtype=np.float64),
            labels,
            prefix[0] if prefix else entry["file"],
        )


def label_rows(rows: Sequence[Row], abstracts: Sequence[str]) -> NDArray[np.bool_] | None:
    """Return which rows are of the abstracts, ``None`` where most of one is not in the rows."""
    labels = np.zeros(len(rows), dtype=np.bool_)
    texts = [_letters(row.line.text) for row in rows]
    for abstract in map(_letters, abstracts):
        grams = set(_grams(abstract))
        inside = [
            at
            for at, text in enumerate(texts)
            if len(text) >= _SHORT
            and sum(gram in grams for gram in _grams(text)) >= _LEAST_SHARED * len(_grams(text))
        ]
        if sum(len(texts[at]) for at in inside) < _LEAST_COVERED * len(abstract):
            return None
        ends = [at for at, (a, b) in enumerate(pairwise(inside)) if b - a > _NEAR_ROWS]
        starts = [0, *(at + 1 for at in ends), len(inside)]
        for start, end in pairwise(starts):
            run = inside[start:end]
            if sum(len(texts[at]) for at in run) > _LEAST_OF_RUN * len(abstract):
                labels[run] = True
                between = [at for at in range(run[0], run[-1]) if len(texts[at]) < _SHORT]
                labels[[at for at in between if texts[at] and texts[at] in abstract]] = True
    return labels


def fit_trees(papers: Sequence[LabelledPaper]) -> RowTrees:
    """Fit trees to the rows of some papers, and return them as lists of nodes."""
    table = np.vstack([paper.table for paper in papers])
    labels = np.concatenate([paper.labels for paper in papers])
    data = lightgbm.Dataset(table, labels.astype(np.float64))
    return flatten_trees(lightgbm.train(PARAMETERS, data, ROUNDS))


def flatten_trees(model: lightgbm.Booster) -> RowTrees:
    """Return the trees of a model as lists of nodes."""
    return RowTrees([_flatten(tree["tree_structure"]) for tree in model.dump_model()["tree_info"]])


def _flatten(root: dict[str, Any]) -> list[Node]:
    nodes: list[Node] = []

    def add(node: dict[str, Any]) -> int:
        at = len(nodes)
        nodes.append((0, 0.0, at, at, float(node.get("leaf_value", 0.0))))
        if "split_feature" in node:
            lower, upper = add(node["left_child"]), add(node["right_child"])
            nodes[at] = (node["split_feature"], float(node["threshold"]), lower, upper, 0.0)
        return at

    add(root)
    return nodes


def _fold(publisher: str) -> int:
    return int(hashlib.md5(publisher.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS


def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if char.isalnum())


def _grams(text: str) -> list[str]:
    return [text[at : at + _GRAM] for at in range(len(text) - _GRAM + 1)]


if __name__ == "__main__":
    main()
