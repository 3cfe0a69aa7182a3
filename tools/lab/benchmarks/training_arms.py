"""What each recipe, and each part of one, brings: trains arms that differ in one thing.

``python -m tools.lab.benchmarks.training_arms SET OUT [--papers N] [--tokens N]``, SET of ``SETS``

Every arm is a run of its own in OUT/<set>, so a benchmark that was stopped goes on where it was,
and runs that were trained by ``python -m training`` are taken as they are. All are judged by the
development queries against one pool ("title. sentence", vectors alone), by paired bootstrap. The
pool are the papers that a query cites at all, and others of dev-pool.txt; a core reads some 2,400
tokens a second of MiniLM, so that 2,000 papers cut after 128 tokens take it two minutes a model.
Beside that each recipe is judged by its own paper's task, see ``training_own_tasks``.

``--steps`` and ``--training-tokens`` change the training of all arms alike: for ablations.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from core.base.jobs import SilentJob
from core.evaluation.queries import Query, read_queries
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.manifest import read_manifest
from core.models.shelf import Model, base_model
from tools.lab.benchmarks.data import data_folder
from tools.lab.benchmarks.training_own_tasks import OwnTasks
from tools.lab.judging.query_sets import QuerySet, collect_rankings, read_pool, score_rankings
from training.base import registry
from training.corpus.corpus import Corpus
from training.judging.evaluation import PerQuery
from training.judging.significance import paired_difference
from training.runs.folder import MODEL
from training.runs.running import TrainingOrder, run
from training.sampling.draws import generator

METRICS = ("recall@10", "map@10", "mrr")
UNTRAINED = "untrained"


@dataclass(frozen=True)
class Arm:
    """A run of a recipe with some values changed."""

    recipe: str
    given: Mapping[str, object] = field(default_factory=dict)
    preset: str = "small"


_TEXTS = {"architecture": "encoder"}
# So few sentences are gone through several times: in the first epoch all draws are new.
_FEW = _TEXTS | {"contexts": 64, "evaluate_every": 1_000}

_ONE_FORM = {"sentence": 0, "neighbours": 0, "sampled": 0, "title_sentence": 1}


def _queries(**given: object) -> Arm:
    return Arm(
        "cocite",
        {"base": "minilm", "contexts": 3_000, "mining_pool": 2_000} | given,
        preset="queries",
    )


SETS: dict[str, dict[str, Arm]] = {
    "recipes": {
        "specter": Arm("specter"),
        "scincl": Arm("scincl"),
        "mp-bert4cr": Arm("mp-bert4cr"),
        "mp-bert4cr over MiniLM": Arm("mp-bert4cr", _TEXTS),
        "semcse": Arm("semcse"),
        "cocite": Arm("cocite"),
    },
    "cocite": {
        "cocite": Arm("cocite"),
        "without citations": Arm("cocite", {"citations": 0}),
        "with bands": Arm("cocite", {"bands": 0.25}),
        "without mined negatives": Arm("cocite", {"negatives": 0}),
        "one positive": Arm("cocite", {"positives": 1}),
        "one form of the query": Arm("cocite", _ONE_FORM),
        "batch 16": Arm("cocite", {"batch": 16}),
        "all weights": Arm("cocite", {"trainable": "all", "learning_rate": 2e-5}),
    },
    # An adapter for queries: papers are encoded once for all, with --set vectors=FOLDER.
    "queries": {
        "queries": _queries(),
        "without mined negatives": _queries(negatives=0),
        "without a bank": _queries(bank=0),
        "one positive": _queries(positives=1),
        "one form of the query": _queries(**_ONE_FORM),
        "batch 16": _queries(batch=16, micro_batch=16),
        "biases": _queries(trainable="biases"),
    },
    "mp-bert4cr": {
        "mpt-src-tgt": Arm("mp-bert4cr", _FEW),
        "triplet": Arm("mp-bert4cr", _FEW | {"objective": "triplet"}),
        "no dynamic sampling": Arm("mp-bert4cr", _FEW | {"dynamic": False}),
    },
}


@dataclass(frozen=True)
class Training:
    """Where arms are trained and with what, the same for all."""

    data: Path
    out: Path
    given: Mapping[str, object]

    def model(self, name: str, arm: Arm) -> Model:
        """Return the arm's model, trained if it is not there."""
        folder = self.out / name.replace(" ", "-")
        if not (folder / MODEL).is_dir():
            started = time.process_time()
            given = [f"{key}={value}" for key, value in {**arm.given, **self.given}.items()]
            begun = (folder / "config.json").is_file()
            recipe = registry.recipe_named(arm.recipe)
            run(
                TrainingOrder(
                    recipe, self.data, folder, preset=arm.preset, assignments=given, resume=begun
                )
            )
            _cpu_file(folder).write_text(f"{time.process_time() - started:.0f}")
        return Model(read_manifest(folder / MODEL), folder / MODEL)


@click.command(help=__doc__)
@click.argument("which", type=click.Choice(sorted(SETS)))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--papers", default=4_000, show_default=True, help="Papers of the pool; 0: all.")
@click.option("--tokens", default=0, help="Tokens of a text read when judging; 0: as each model.")
@click.option("--steps", default=0, help="Steps of each arm; 0: as its preset.")
@click.option("--training-tokens", default=0, help="Tokens of a text read in training.")
@click.option("--set", "values", multiple=True, help="name=value, for every arm.")
@click.option("--only", multiple=True, help="These arms alone.")
@click.option("--judge/--train", default=True, help="Only train, or judge after that.")
def main(which: str, out: Path, papers: int, tokens: int, **options: Any) -> None:  # noqa: ANN401
    """Train the arms that are not there yet, judge all, print the tables."""
    data, only = data_folder(), options["only"]
    arms = {name: arm for name, arm in SETS[which].items() if not only or name in only}
    training = Training(data, out / which, _given(options))
    models = {UNTRAINED: base_model()}
    models |= {name: training.model(name, arm) for name, arm in arms.items()}
    if not options["judge"]:
        return
    queries = read_queries(data / "queries" / "neurips-dev.jsonl.gz")
    corpus = Corpus.open(data)
    pool = sub_pool(corpus, queries, data / "queries" / "dev-pool.txt", papers)
    asked = QuerySet.of(corpus, queries, form="title sentence", pool=pool)
    opened = partial(_opened, tokens=tokens)
    found = {name: _judged(asked, opened(model), out / "vectors") for name, model in models.items()}
    seconds = {name: _cpu_file(model.folder.parent) for name, model in models.items()}
    _print(queries, found, seconds, against=[UNTRAINED, *list(arms)[: which != "recipes"]])
    if which == "recipes":
        own = OwnTasks(corpus, pool, out / "vectors")
        for name, arm in arms.items():
            own.print(name, arm.recipe, models[name], opened=opened)


def sub_pool(corpus: Corpus, queries: Sequence[Query], file: Path, size: int) -> NDArray[np.int64]:
    """Return what the queries' manuscripts cite there and others of the file, drawn by seed 0."""
    everything = read_pool(corpus, file)
    if not size:
        return everything
    cited = {paper for query in queries for paper in (*query.relevant, *query.already_cited)}
    numbers = [number for paper in cited if (number := corpus.number(paper)) is not None]
    needed = np.isin(everything, numbers)
    others = generator(0, 0, 0, "sub-pool").permutation(everything[~needed])
    return np.sort(np.append(everything[needed], others[: max(size - needed.sum(), 0)]))


def _given(options: Mapping[str, Any]) -> dict[str, object]:
    given = dict(value.split("=", 1) for value in options["values"])
    if options["steps"]:
        given["steps"] = options["steps"]
    if options["training_tokens"]:
        given["max_tokens"] = given["training_tokens"] = options["training_tokens"]
    return given


def _cpu_file(run_folder: Path) -> Path:
    return run_folder.parent / f"{run_folder.name}.cpu"


def _opened(model: Model, *, tokens: int) -> Encoder:
    """Open a model, told to read so many tokens; a hierarchical one counts them by sentences."""
    manifest = model.manifest
    if tokens and manifest.kind == "encoder":
        manifest = manifest.model_copy(update={"max_tokens": tokens})
    return open_encoder(model.folder, manifest)


def _judged(asked: QuerySet, encoder: Encoder, vectors: Path) -> PerQuery:
    answers = asked.answers(encoder, SilentJob(), keep_in=vectors)
    print(f"judged {encoder.manifest.name}", file=sys.stderr, flush=True)
    return score_rankings(asked.queries, collect_rankings(answers.values()))


def _print(
    queries: Sequence[Query],
    found: Mapping[str, PerQuery],
    seconds: Mapping[str, Path],
    *,
    against: Sequence[str],
) -> None:
    subsets = {
        "all": [query.id for query in queries if query.relevant],
        "P = 1": [query.id for query in queries if len(query.relevant) == 1],
        "P >= 2": [query.id for query in queries if len(query.relevant) > 1],
    }
    print("| arm | CPU minutes | queries |", " | ".join(METRICS), end=" |")
    print("".join(f" recall@10 against {first} |" for first in against))
    print("|---" * (3 + len(METRICS) + len(against)), end="|\n")
    for name, results in found.items():
        file = seconds[name]
        minutes = f"{int(file.read_text()) / 60:.1f}" if file.is_file() else ""
        for subset, ids in subsets.items():
            means = [sum(results[q][metric] for q in ids) / len(ids) for metric in METRICS]
            numbers = " | ".join(f"{mean:.3f}" for mean in means)
            compared = " | ".join(_against(results, found[first], ids) for first in against)
            print(f"| {name} | {minutes} | {subset}, {len(ids)} | {numbers} | {compared} |")


def _against(results: PerQuery, first: PerQuery, ids: Sequence[str]) -> str:
    if results is first:
        return ""
    found = paired_difference(
        [first[query]["recall@10"] for query in ids], [results[query]["recall@10"] for query in ids]
    )
    return f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"


if __name__ == "__main__":
    sys.exit(main())
