"""What is measured, in the order of its worth, and how each of it is."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.base.errors import EngineError, UsageError
from core.base.files import replace_text
from core.models.shelf import BASE
from tools.lab.measuring import children
from tools.lab.measuring.children import Deadline, TimeUpError
from tools.lab.measuring.claims import (
    ARMS,
    BM25,
    CLAIMS,
    GAINS,
    PRETRAINED,
    SUMMARIES,
    UNTRAINED,
    Arm,
    Claim,
)
from tools.lab.measuring.judges import Judges, Scores
from tools.lab.measuring.ledger import Entry, Ledger
from tools.lab.measuring.peer import KINDS, PEER
from tools.lab.measuring.scales import Scale, Values, format_values
from training.base.registry import RECIPES, recipe_named
from training.corpus.corpus import Corpus
from training.judging.significance import f1_difference, f1_of_means, paired_difference
from training.runs.folder import MODEL
from training.runs.surroundings import base_model

SPEED, WAYS, PEERS = "speed", "ways", "peers"
MODELS, CLAIMED, GAINED = "models", "claims", "gains"
"""The groups of measurements, in their order."""
_COMPARED = ("cocite", "specter", "reranker")
"""The recipes whose speed is measured in each precision, compiled, and by each attention."""
_F1 = "f1@20"


@dataclass(frozen=True)
class Bench:
    """Where and with what everything is measured. ``base`` and ``summaries`` may be ""."""

    folder: Path
    corpus: Corpus
    base: str
    summaries: str
    device: str
    scale: Scale

    def make_arguments(self, recipe: str, values: Values) -> list[str]:
        """Return the arguments of a recipe's command."""
        base = {"base": self.base} if self.base else {}
        known_fields = recipe_named(recipe).settings.model_fields
        settings = format_values({**base, "device": self.device, **values}, recipe, known_fields)
        return list(itertools.chain.from_iterable(("--set", setting) for setting in settings))

    def trained(
        self, name: str, recipe: str, values: Values, deadline: Deadline, *, compared: bool = True
    ) -> dict[str, Any]:
        """Return the facts of a run in this folder, trained if it was not."""
        arguments = ["--corpus", str(self.corpus.folder), *self.make_arguments(recipe, values)]
        arguments += [] if compared else ["--no-compare"]
        return children.trained(recipe, self.run(name), arguments, deadline)

    def run(self, name: str) -> Path:
        """Return the folder of a run."""
        return self.folder / "runs" / name


@dataclass(frozen=True, slots=True)
class Measurement:
    """Something to measure; ``work`` returns its values, and may raise ``TimeUpError``."""

    group: str
    name: str
    work: Callable[[Deadline], dict[str, Any]]


def measurements(bench: Bench) -> Iterator[Measurement]:
    """Yield everything there is to measure, the most worthy first."""
    for recipe in RECIPES:
        yield _speed(bench, SPEED, recipe)
    yield from _ways(bench)
    for kind in KINDS:
        yield _peer(bench, kind)
    yield _model(bench, "cocite", "recommended", bench.scale.recommended)
    yield _model(bench, "reranker", "reranker-for-use", bench.scale.reranker)
    judges = Judges(bench.corpus, bench.device, bench.scale.query_count, bench.scale.pool)
    for group, claims in ((CLAIMED, CLAIMS), (GAINED, GAINS)):
        for claim in claims:
            yield Measurement(group, claim.name, _Claimed(bench, judges, claim))


def carry_out(
    plan: Sequence[Measurement],
    ledger: Ledger,
    minutes: float,
    *,
    device: str,
    say: Callable[[str], None],
) -> bool:
    """Measure what the ledger lacks until the time is over; tell whether all was tried."""
    deadline = Deadline(minutes)
    for measurement in plan:
        if ledger.finished(measurement.name):
            continue
        say(f"{measurement.group}: {measurement.name}")
        start_time = time.monotonic()
        try:
            deadline.get_seconds_left()
            values, failed = measurement.work(deadline), ""
        except TimeUpError:
            return False
        except EngineError as error:
            values, failed = {}, f"{error} {error.remedy}".strip()
        ledger.add(
            Entry(
                name=measurement.name,
                group=measurement.group,
                seconds=round(values.get("seconds", time.monotonic() - start_time), 1),
                failed=failed,
                values=values,
                device=device,
            )
        )
    return True


def _speed(
    bench: Bench, group: str, recipe: str, way: Values | None = None, attention: str = ""
) -> Measurement:
    values = {**bench.scale.speed, **(way or {})}
    corpus = ["--corpus", str(bench.corpus.folder)]
    arguments = ["speed", recipe, *corpus, *bench.make_arguments(recipe, values)]
    arguments += ["--steps", str(bench.scale.speed_steps)]
    arguments += ["--attention", attention] if attention else []
    option_texts = [f"{name} {value}" for name, value in (way or {}).items()] + [attention] * bool(
        attention
    )
    name = ", ".join([recipe, *option_texts])
    return Measurement(group, name, lambda deadline: children.speed(arguments, deadline))


def _ways(bench: Bench) -> Iterator[Measurement]:
    """Yield the speed in every way that only a GPU has."""
    if not bench.device.startswith("cuda"):
        return
    for recipe in _COMPARED:
        yield _speed(bench, WAYS, recipe, {"precision": "float32"})
        yield _speed(bench, WAYS, recipe, {"compile": True})
        for attention in ("eager", "sdpa", "flash_attention_2"):
            yield _speed(bench, WAYS, recipe, attention=attention)


def _peer(bench: Bench, kind: str) -> Measurement:
    options = {**bench.scale.peer, "device": bench.device, "corpus": str(bench.corpus.folder)}
    options |= {"base": bench.base} if bench.base else {}
    arguments = [
        argument for name, value in options.items() for argument in (f"--{name}", str(value))
    ]
    name = f"{kind} beside {PEER}"
    return Measurement(
        PEERS, name, lambda deadline: children.speed(["peer", kind, *arguments], deadline)
    )


def _model(bench: Bench, recipe: str, name: str, values: Values) -> Measurement:
    return Measurement(MODELS, name, lambda deadline: bench.trained(name, recipe, values, deadline))


@dataclass(frozen=True)
class _Claimed:
    """Trains what a claim compares, and compares it."""

    bench: Bench
    judges: Judges
    claim: Claim

    def __call__(self, deadline: Deadline) -> dict[str, Any]:
        claim = self.claim
        arms = (claim.before, claim.after)
        before, after = (self._scores(name, deadline) for name in arms)
        rows = {
            metric: _f1_row(before, after) if metric == _F1 else _row(before[metric], after[metric])
            for metric in claim.metrics
        }
        return {"seconds": sum(map(self._seconds, arms)), "rows": rows}

    def _trained(self, name: str, deadline: Deadline) -> float:
        """Return the seconds that an arm took, now or before."""
        if name in (BM25, UNTRAINED):
            return 0.0
        arm = ARMS[name]
        return float(self._facts(name, arm, deadline)["seconds"])

    def _facts(self, name: str, arm: Arm, deadline: Deadline) -> Mapping[str, Any]:
        scale = self.bench.scale
        values = {**getattr(scale, arm.part), **arm.values}
        if name == PRETRAINED:
            values |= {"pretrain_steps": scale.pretraining}
        if name == SUMMARIES:
            if not self.bench.summaries:
                raise UsageError(
                    "It needs summaries by a language model.",
                    remedy="Write them (python -m training summaries), and add --summaries FILE.",
                )
            values |= {"summaries": self.bench.summaries}
        return self.bench.trained(name, arm.recipe, values, deadline, compared=False)

    def _scores(self, name: str, deadline: Deadline) -> Scores:
        """Return an arm's scores, stored in ``scores/``: several claims ask for them.

        An arm is judged as soon as it is trained, and one that was judged is not trained again:
        where the runs are gone, as on a machine lent for minutes, its scores are enough.
        """
        folder, score_kind = self.bench.folder / "scores", self.claim.score_kind
        path = folder / f"{name}-{score_kind}.json"
        if not path.is_file():
            seconds = self._trained(name, deadline)
            deadline.get_seconds_left()
            folder.mkdir(exist_ok=True)
            replace_text(self._cost_file(name), json.dumps(seconds))
            replace_text(path, json.dumps(self.judges.scores(score_kind, self._folder(name))))
        scores: Scores = json.loads(path.read_text("utf-8"))
        return scores

    def _cost_file(self, name: str) -> Path:
        return self.bench.folder / "scores" / f"{name}.seconds.json"

    def _seconds(self, name: str) -> float:
        """Return what an arm cost when it was trained; 0 where only its scores were stored."""
        path = self._cost_file(name)
        return float(json.loads(path.read_text("utf-8"))) if path.is_file() else 0.0

    def _folder(self, name: str) -> Path | None:
        """Return where an arm's model lies; BM25 is none."""
        if name == UNTRAINED:
            base = base_model(self.bench.base or BASE)
            assert base is not None
            return base.folder
        return None if name == BM25 else self.bench.run(name) / MODEL


def _row(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """Return both means and the paired interval over the papers that both answered."""
    shared = [paper for paper in before if paper in after]
    if not shared:
        raise UsageError(
            "The corpus has no held-out paper to judge by.",
            remedy="Take a corpus with more held-out citations.",
        )
    one, two = (np.array([scores[paper] for paper in shared]) for scores in (before, after))
    difference = asdict(paired_difference(one, two))
    return {
        "before": float(one.mean()),
        "after": float(two.mean()),
        **difference,
        "papers": len(shared),
    }


def _f1_row(before: Scores, after: Scores) -> dict[str, float]:
    """Return F1@20 of the means, and the interval of its difference over resamples of papers."""
    papers = [*before["p@20"]]
    one, two = (
        np.array([[scores[name][paper] for paper in papers] for name in ("p@20", "r@20")])
        for scores in (before, after)
    )
    difference = asdict(f1_difference(one, two))
    first = f1_of_means(one)
    return {
        "before": first,
        "after": first + difference["mean"],
        "papers": len(papers),
        **difference,
    }
