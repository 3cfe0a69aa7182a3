"""What each recipe, and each part of one, brings: trains arms that differ in one thing.

``python -m tests.benchmarks.training_arms recipes|cocite|mp-bert4cr OUT [--steps N] [--pool FILE]``

Every arm is a run of its own in OUT, so a benchmark that was stopped goes on where it was. All are
judged by the development queries against one pool ("title. sentence", vectors alone), and each
with the first row by paired bootstrap. Training takes minutes an arm on two cores, encoding the
pool of 31,557 papers about twelve more (``--tokens 128``: about eight).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from core.evaluation.queries import Query, read_queries
from core.jobs import SilentJob
from core.models.shelf import DEFAULT, default_model
from tests.benchmarks.data import data_folder
from training.corpus import Corpus
from training.judging.models import opened
from training.judging.query_sets import QuerySet, rankings_of, scores_of
from training.judging.questions import read_pool
from training.judging.significance import paired_difference
from training.runs import registry
from training.runs.folder import MODEL
from training.runs.running import Asked, run

METRICS = ("recall@10", "mrr", "ndcg@10")


@dataclass(frozen=True)
class Arm:
    """A run of a recipe with some values changed."""

    recipe: str
    given: Mapping[str, object] = field(default_factory=dict)


SETS: dict[str, dict[str, Arm]] = {
    "recipes": {
        "specter": Arm("specter"),
        "scincl": Arm("scincl"),
        "mp-bert4cr": Arm("mp-bert4cr"),
        "mp-bert4cr over MiniLM": Arm("mp-bert4cr", {"architecture": "encoder"}),
        "semcse": Arm("semcse"),
        "cocite": Arm("cocite"),
    },
    "cocite": {
        "cocite": Arm("cocite"),
        "without citations": Arm("cocite", {"citations": 0}),
        "with bands": Arm("cocite", {"bands": 0.25}),
        "without mined negatives": Arm("cocite", {"negatives": 0}),
        "one positive": Arm("cocite", {"positives": 1}),
        "one form of the query": Arm(
            "cocite", {"sentence": 0, "neighbours": 0, "sampled": 0, "title_sentence": 1}
        ),
        "batch 16": Arm("cocite", {"batch": 16}),
        "all weights": Arm("cocite", {"trainable": "all", "learning_rate": 2e-5}),
    },
    "mp-bert4cr": {
        "mpt-src-tgt": Arm("mp-bert4cr", {"architecture": "encoder"}),
        "triplet": Arm("mp-bert4cr", {"architecture": "encoder", "objective": "triplet"}),
        "no dynamic sampling": Arm("mp-bert4cr", {"architecture": "encoder", "dynamic": False}),
    },
}


@click.command(help=__doc__)
@click.argument("which", type=click.Choice(sorted(SETS)))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--steps", type=int, default=0, help="Steps of each arm; 0: as its preset.")
@click.option("--pool", type=click.Path(path_type=Path), help="Ids that may answer, one a line.")
@click.option("--tokens", type=int, default=0, help="Tokens every model reads; 0: as it says.")
@click.option("--only", multiple=True, help="Train only these arms.")
def main(
    which: str, out: Path, steps: int, pool: Path | None, tokens: int, only: tuple[str, ...]
) -> None:
    """Train the arms that are not there yet, judge all, print the table."""
    data = data_folder()
    queries = read_queries(data / "queries" / "neurips-dev.jsonl.gz")
    corpus = Corpus.open(data)
    numbers = read_pool(corpus, pool or data / "queries" / "dev-pool.txt")
    asked = QuerySet.of(corpus, queries, form="title sentence", pool=numbers)
    models = {"untrained": _untrained(out, tokens)}
    for name, arm in SETS[which].items():
        if not only or name in only:
            models[name] = _trained(name, arm, data, out, steps=steps, tokens=tokens)
    found = {name: _judged(asked, model, out / "vectors") for name, model in models.items()}
    _print(queries, found)


def _untrained(out: Path, tokens: int) -> str:
    """Return the default model, told to read only so many tokens."""
    model, folder = default_model(), out / f"untrained-{tokens}"
    if not tokens:
        return DEFAULT
    if not folder.is_dir():
        shutil.copytree(model.folder, folder)
        manifest = model.manifest.model_copy(update={"max_tokens": tokens, "package": ""})
        (folder / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    return str(folder)


def _trained(name: str, arm: Arm, data: Path, out: Path, *, steps: int, tokens: int) -> str:
    folder = out / name.replace(" ", "-")
    if not (folder / MODEL).is_dir():
        values = dict(arm.given) | ({"steps": steps} if steps else {})
        if tokens:
            values["max_tokens"] = tokens
        given = [f"{key}={value}" for key, value in values.items()]
        begun = (folder / "config.json").is_file()
        run(
            Asked(
                recipe=registry.recipe_named(arm.recipe),
                corpus=data,
                out=folder,
                preset="small",
                given=given,
                resume=begun,
            )
        )
    return str(folder / MODEL)


def _judged(asked: QuerySet, model: str, vectors: Path) -> dict[str, dict[str, float]]:
    answers = asked.answers(opened(model), SilentJob(), keep_in=vectors)
    return scores_of(asked.queries, rankings_of(answers.values()))


def _print(
    queries: Sequence[Query], found: Mapping[str, Mapping[str, Mapping[str, float]]]
) -> None:
    subsets = {
        "all": [query.id for query in queries if query.relevant],
        "P = 1": [query.id for query in queries if len(query.relevant) == 1],
        "P >= 2": [query.id for query in queries if len(query.relevant) > 1],
    }
    first = next(iter(found))
    print(f"| arm | queries | {' | '.join(METRICS)} | recall@10 against {first} |")
    print("|---|---|" + "---|" * (len(METRICS) + 1))
    for name, results in found.items():
        for subset, ids in subsets.items():
            means = [sum(results[q][metric] for q in ids) / len(ids) for metric in METRICS]
            numbers = " | ".join(f"{mean:.3f}" for mean in means)
            print(f"| {name} | {subset} | {numbers} | {_against(results, found[first], ids)} |")


def _against(
    results: Mapping[str, Mapping[str, float]],
    first: Mapping[str, Mapping[str, float]],
    ids: Sequence[str],
) -> str:
    if results is first:
        return ""
    found = paired_difference(
        [first[query]["recall@10"] for query in ids], [results[query]["recall@10"] for query in ids]
    )
    return f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}] p {found.p:.4f}"


if __name__ == "__main__":
    sys.exit(main())
