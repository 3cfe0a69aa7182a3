"""SciNCL's negative results: its bands of neighbours beside other ways to draw (appendix F.2–F.6).

``python -m tools.lab.benchmarks.training_neighbours OUT --corpus DIR [--base FOLDER] [--set …]``

Each arm is a run of its own in OUT, with the same base, steps and seed. All are judged by what
held-out papers cite and what is cited together (SciDocs' tasks, MAP), against the bands, with 95 %
intervals over the papers that ask. A run that was stopped goes on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import click

from core.base.wire import EVENTS, Warned, tail
from tools.lab.measuring.judges import Judges, Scores
from tools.lab.measuring.neighbour_draws import VARIED
from training.corpus.corpus import Corpus
from training.judging.significance import paired_difference
from training.runs.folder import MODEL
from training.runs.running import TrainingOrder, run

BANDS = "bands"
ARMS: Mapping[str, Mapping[str, object]] = {
    BANDS: {},
    "wide intervals (F.2)": {"wide": 20},
    "easy negatives of a cluster (F.3)": {"clusters": 50},
    "hard negatives by similarity (F.5)": {"hard_similarity": 0.3},
    "positives by similarity (F.6)": {"positive_similarity": 0.5},
}
_PATH = click.Path(path_type=Path)


@click.command(help=__doc__)
@click.argument("out", type=_PATH)
@click.option("--corpus", "folder", type=_PATH, required=True, help="Corpus folder.")
@click.option("--base", default="minilm", show_default=True, help="Name or folder of a model.")
@click.option("--questions", default=1_200, show_default=True, help="Papers that ask, at most.")
@click.option("--pool", default=1_500, show_default=True, help="Papers beside the cited ones.")
@click.option("--set", "given", multiple=True, help="name=value, for every arm.")
def main(
    out: Path, folder: Path, base: str, questions: int, pool: int, given: tuple[str, ...]
) -> None:
    """Train the arms that are missing, judge all, print the table."""
    corpus = Corpus.open(folder)
    judges = Judges(corpus, "cpu", questions, pool)
    scores: dict[str, Scores] = {}
    print("| arm | measure | papers | before | after | difference | warnings |")
    print("|---" * 7, end="|\n", flush=True)
    for name, values in ARMS.items():
        place = out / name.partition(" (")[0].replace(" ", "-")
        settings = {"base": base, **dict(value.split("=", 1) for value in given), **values}
        scores[name] = _scores(place, folder, settings, judges)
        for metric in scores[name]:
            print(_row(name, metric, scores, place), flush=True)


def _scores(place: Path, folder: Path, settings: Mapping[str, object], judges: Judges) -> Scores:
    kept = place.with_suffix(".json")
    if not kept.is_file():
        if not (place / MODEL).is_dir():
            begun = (place / "config.json").is_file()
            values = [f"{name}={value}" for name, value in settings.items()]
            run(TrainingOrder(VARIED, folder, place, assignments=values, resume=begun))
        kept.write_text(json.dumps(judges.scores("papers", place / MODEL)), encoding="utf-8")
    scores: Scores = json.loads(kept.read_text("utf-8"))
    return scores


def _row(name: str, metric: str, scores: Mapping[str, Scores], place: Path) -> str:
    before, after = scores[BANDS][metric], scores[name][metric]
    found = paired_difference(list(before.values()), [after[paper] for paper in before])
    means = [sum(one.values()) / len(one) for one in (before, after)]
    warnings = [event.message for event in tail(place / EVENTS)[0] if isinstance(event, Warned)]
    cells = (
        name,
        metric,
        str(len(before)),
        *(f"{mean:.3f}" for mean in means),
        f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]" if name != BANDS else "",
        " ".join(map(str, warnings)),
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
