"""What a recipe loses or gains when one thing is changed, as in its paper.

``python -m tools.lab.benchmarks.training_ablations SET OUT --corpus DIR [--base FOLDER] [--set …]``

SET is ``specter``: the title alone, the venue or the authors besides (Cohan et al. 2020, §6);
``scincl``: other ways to draw than bands of neighbours (Ostendorff et al. 2022, appendix F.2–F.6);
or ``mp-bert4cr``: the title in place of a sentence of the abstract (Zhang and Ma 2022, §4.1), and
the longer training that the paper gives the ACL papers. Each arm is a run of its own in OUT, with
the same base and seed, and a corpus of its own there where texts differ. ``mp-bert4cr`` is judged
by contexts of held-out papers, the others by what those cite and what is cited together (SciDocs'
tasks, MAP), as the arm reads papers, against the first one, with 95 % intervals over the papers
that ask. A run that was stopped goes on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from core.base.jobs import SilentJob
from core.base.wire import EVENTS, Warned, tail
from tools.lab.corpus_variant import vary
from tools.lab.measuring.claims import Asked
from tools.lab.measuring.judges import Judges, Scores
from tools.lab.measuring.neighbour_draws import VARIED
from training.base.recipe import Recipe
from training.corpus.corpus import Corpus
from training.judging.significance import paired_difference
from training.recipes import mp_bert4cr, specter
from training.runs.folder import MODEL
from training.runs.running import TrainingOrder, run

_PATH = click.Path(path_type=Path)


@dataclass(frozen=True, slots=True)
class Arm:
    """Settings that differ, and what is read of a paper: a name of ``corpus_variant.TEXTS``."""

    values: Mapping[str, object] = field(default_factory=dict)
    texts: str = "whole"


SETS: Mapping[str, tuple[Recipe[Any], Mapping[str, Arm]]] = {
    "specter": (
        specter.RECIPE,
        {
            "title and abstract": Arm(),
            "title alone": Arm(texts="title"),
            "with the venue": Arm(texts="venue"),
            "with the authors": Arm(texts="authors"),
        },
    ),
    "scincl": (
        VARIED,
        {
            "bands": Arm(),
            "wide intervals (F.2)": Arm({"wide": 20}),
            "easy negatives of a cluster (F.3)": Arm({"clusters": 50}),
            "hard negatives by similarity (F.5)": Arm({"hard_similarity": 0.3}),
            "positives by similarity (F.6)": Arm({"positive_similarity": 0.5}),
        },
    ),
    "mp-bert4cr": (
        mp_bert4cr.RECIPE,
        {
            "title besides": Arm(),
            "title as a sentence": Arm({"abstract": 3}),
            "epochs as for ACL": Arm({"epochs": 10, "pretrain_steps": 100}),
        },
    ),
}
"""By recipe, the arms by name; the first is what the others are compared with."""


@dataclass(frozen=True)
class Ablations:
    """Where arms are trained, and with what, the same for all."""

    recipe: Recipe[Any]
    out: Path
    source: Path
    settings: Mapping[str, object]
    questions: int
    pool: int

    def measure(self, name: str, arm: Arm) -> Scores:
        """Return the scores of an arm, trained if it was not, and kept beside its run."""
        kept = self.place(name).with_suffix(".json")
        if not kept.is_file():
            folder = self._corpus(arm.texts)
            self._train(self.place(name), folder, arm.values)
            judges = Judges(Corpus.open(folder), "cpu", self.questions, self.pool)
            kind: Asked = "contexts" if self.recipe is mp_bert4cr.RECIPE else "papers"
            scores = judges.scores(kind, self.place(name) / MODEL)
            kept.write_text(json.dumps(scores), encoding="utf-8")
        stored: Scores = json.loads(kept.read_text("utf-8"))
        return stored

    def place(self, name: str) -> Path:
        """Return the folder of an arm's run."""
        return self.out / name.partition(" (")[0].replace(" ", "-")

    def _corpus(self, texts: str) -> Path:
        folder = self.out / "corpora" / texts
        if texts == "whole":
            return self.source
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            vary(self.source, folder, texts, SilentJob(), by_year=False)
        return folder

    def _train(self, place: Path, folder: Path, values: Mapping[str, object]) -> None:
        if (place / MODEL).is_dir():
            return
        given = [f"{name}={value}" for name, value in {**self.settings, **values}.items()]
        is_begun = (place / "config.json").is_file()
        run(
            TrainingOrder(
                self.recipe, folder, place, assignments=given, resume=is_begun, compared=False
            )
        )


@click.command(help=__doc__)
@click.argument("which", type=click.Choice(sorted(SETS)))
@click.argument("out", type=_PATH)
@click.option("--corpus", "folder", type=_PATH, required=True, help="Corpus folder.")
@click.option("--base", default="minilm", show_default=True, help="Name or folder of a model.")
@click.option("--questions", default=1_200, show_default=True, help="Papers that ask, at most.")
@click.option("--pool", default=1_500, show_default=True, help="Papers beside the cited ones.")
@click.option("--set", "given", multiple=True, help="name=value, for every arm.")
@click.option("--only", multiple=True, help="These arms alone, besides the first.")
def main(which: str, out: Path, folder: Path, base: str, **options: Any) -> None:  # noqa: ANN401
    """Train the arms that are missing, judge all, print the table."""
    recipe, arms = SETS[which]
    settings = {"base": base, **dict(value.split("=", 1) for value in options["given"])}
    ablations = Ablations(recipe, out, folder, settings, options["questions"], options["pool"])
    first = next(iter(arms))
    before = ablations.measure(first, arms[first])
    print("| arm | measure | papers | before | after | difference | warnings |")
    print("|---" * 7, end="|\n", flush=True)
    for name, arm in arms.items():
        if name == first or (options["only"] and name not in options["only"]):
            continue
        after = ablations.measure(name, arm)
        for metric in before:
            row = format_row(name, metric, before, after)
            print(f"{row} {_warnings(ablations.place(name))} |", flush=True)


def format_row(name: str, metric: str, before: Scores, after: Scores) -> str:
    """Return a line of the table, over the papers that ask in both."""
    shared = [paper for paper in before[metric] if paper in after[metric]]
    old, new = ([scores[metric][paper] for paper in shared] for scores in (before, after))
    found = paired_difference(old, new)
    means = " | ".join(f"{sum(scores) / len(scores):.3f}" for scores in (old, new))
    interval = f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"
    return f"| {name} | {metric} | {len(shared)} | {means} | {interval} |"


def _warnings(place: Path) -> str:
    return " ".join(event.message for event in tail(place / EVENTS)[0] if isinstance(event, Warned))


if __name__ == "__main__":
    main()
