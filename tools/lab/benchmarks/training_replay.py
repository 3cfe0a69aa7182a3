"""Whether *Train again with what was added* keeps the old while it learns the new, by replay.

``python -m tools.lab.benchmarks.training_replay OUT [--first 0] [--second 7] [--set epochs=3]``

Two small libraries of different fields are cut as in ``training_small_libraries``. A model learns
the first from the one that comes with Cocite; then the second is added, and the model is trained
again on both together, without replay (only what is new) and with as many known sentences as new
ones. All are asked sentences of other training papers that cite the first library (the old) and
the second (the new), among the papers of both: recall@10 and its difference from the model before,
with 95 % intervals over the papers that ask. Development papers are not touched.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from core.models.loading import open_encoder
from core.models.manifest import read_manifest
from core.models.shelf import default_model
from tools.lab.benchmarks.data import data_folder
from tools.lab.benchmarks.training_small_libraries import Cutter, Exam, SmallLibrary
from training.base.registry import recipe_named
from training.corpus.corpus import Corpus
from training.judging.significance import paired_difference
from training.runs.folder import MODEL
from training.runs.running import TrainingOrder, run

Scores = dict[str, NDArray[np.float64]]
"""By "old" and "new": the recall of each paper that asks."""


@click.command(help=__doc__)
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--first", default=0, show_default=True, help="Number of the library that is there.")
@click.option("--second", default=7, show_default=True, help="Number of the one that is added.")
@click.option("--set", "given", multiple=True, help="name=value, for every training.")
def main(out: Path, first: int, second: int, given: tuple[str, ...]) -> None:
    """Cut, train, judge, print."""
    data = data_folder()
    corpus = Corpus.open(data)
    cutter = Cutter(corpus, data)
    old, new = cutter.library(first), cutter.library(second)
    both = _together(old, new)
    cutter.write(old, out / "before")
    cutter.write(both, out / "after")
    before = _trained(out / "before", out / "first", given)
    again = (f"base={before}", "added_only=true", *given)
    models = {
        "before": before,
        "without replay": _trained(out / "after", out / "bare", (*again, "replay=0")),
        "with replay": _trained(out / "after", out / "replay", (*again, "replay=1")),
    }
    asked = {"old": Exam(corpus, _asking(both, old))}
    asked["new"] = Exam(corpus, _asking(both, new), asked["old"].rows)
    shipped = default_model()
    found = {"as shipped": _scores(shipped.folder, asked)}
    found |= {name: _scores(folder, asked) for name, folder in models.items()}
    counts = {name: len(found["before"][name]) for name in asked}
    print(f"\nPapers that ask: {json.dumps(counts)}\n")
    print("| model | old | against before | new | against before |")
    print("|---|---|---|---|---|")
    for name, scores in found.items():
        cells = [_cells(found["before"][part], scores[part]) for part in asked]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


def _together(old: SmallLibrary, new: SmallLibrary) -> SmallLibrary:
    fulltexts = tuple(dict.fromkeys((*old.fulltexts, *new.fulltexts)))
    return replace(
        old, fulltexts=fulltexts, cited=tuple(dict.fromkeys((*old.cited, *new.cited))), asked=()
    )


def _asking(both: SmallLibrary, one: SmallLibrary) -> SmallLibrary:
    """Return both libraries as those are asked that cite one and are in neither."""
    asked = tuple(each for each in one.asked if each.citing not in both.fulltexts)
    return replace(both, asked=asked)


def _trained(corpus: Path, folder: Path, given: tuple[str, ...]) -> Path:
    if not (folder / MODEL).is_dir():
        begun = (folder / "config.json").is_file()
        recipe = recipe_named("cocite")
        run(
            TrainingOrder(recipe, corpus, folder, preset="queries", assignments=given, resume=begun)
        )
    return folder / MODEL


def _scores(folder: Path, asked: dict[str, Exam]) -> Scores:
    encoder = open_encoder(folder, read_manifest(folder))
    return {name: exam.recall(encoder) for name, exam in asked.items()}


def _cells(before: NDArray[np.float64], after: NDArray[np.float64]) -> str:
    found = paired_difference(before, after)
    return f"{after.mean():.3f} | {found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"


if __name__ == "__main__":
    sys.exit(main())
