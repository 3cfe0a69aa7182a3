"""``python -m tools.lab peer``: how fast the loop trains beside sentence-transformers' own trainer.

Both train the same model on the same papers, with losses of their own, in one batch, length and
precision, in turns in one run. "Same batches" gives the other trainer our batches, which for
triplets are grouped by length; "its defaults" lets it shuffle. Speed alone is compared: nothing is
kept. OUT is written after each training, so that a stop loses only the one under way. The other
trainer reads its data through the package ``datasets``, which Cocite does without.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import statistics
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from core.base.errors import UsageError

if TYPE_CHECKING:
    from training.corpus.corpus import Corpus

KINDS = ("triplets", "pairs")
"""What is learned from: three papers and the triplet loss, or two and InfoNCE."""
PEER = "sentence-transformers"
OURS, SAME, DEFAULTS = "ours", "same batches", "its defaults"
_PATH = click.Path(path_type=Path)
_NEVER = 100_000_000
_TOGETHER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Examples of a batch, steps of a turn, tokens of a text at most, turns of each trainer."""

    batch: int
    steps: int
    tokens: int
    turns: int


@click.command("peer")
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")
@click.option("--base", default="minilm", show_default=True, help="Model that both train.")
@click.option("--device", default="", help="Empty: the fastest there is.")
@click.option("--batch", default=32, show_default=True, type=click.IntRange(2))
@click.option("--steps", default=12, show_default=True, type=click.IntRange(3))
@click.option("--tokens", default=256, show_default=True, help="Of a text, at most.")
@click.option("--turns", default=5, show_default=True, type=click.IntRange(1))
@click.option("--out", type=_PATH, help="File to write as well, JSON.")
def command(
    kind: str, *, corpus: Path, base: str, device: str, out: Path | None, **sizes: int
) -> None:
    """Train some steps of KIND by both trainers and print examples a second as JSON."""
    from core.base.files import replace_text
    from training.runs.surroundings import log_libraries

    log_libraries()

    def write(values: Mapping[str, Any]) -> None:
        if out is not None:
            replace_text(out, json.dumps(values))

    values = measured(kind, corpus, Sizes(**sizes), base=base, device=device, report=write)
    click.echo(json.dumps(values))


def measured(
    kind: str,
    corpus: Path,
    sizes: Sizes,
    *,
    base: str,
    device: str,
    report: Callable[[Mapping[str, Any]], None] = lambda _: None,
) -> dict[str, Any]:
    """Return the medians of examples a second, and the least, median and most ratio of ours.

    ``report`` gets the same of what is measured so far, after each training.

    Raises:
        EngineError: a package is missing, the corpus has too few papers, or there is no such base.
    """
    if importlib.util.find_spec("datasets") is None:
        raise UsageError(
            "The trainer of sentence-transformers needs the package “datasets”.",
            remedy='Install it: pip install "cocite[benchmarks]".',
        )
    from tools.lab.measuring.two_trainers import TASKS, ours, theirs
    from training.base.recipe import RecipeSettings
    from training.corpus.corpus import Corpus
    from training.runs.surroundings import base_model, chosen_device

    model = base_model(base)
    if model is None:
        raise UsageError(
            "There is no base to train.", remedy=("Give one, for example --base minilm.")
        )
    settings = RecipeSettings.model_validate(
        {
            "batch": sizes.batch,
            "micro_batch": sizes.batch,
            "steps": sizes.steps,
            "max_tokens": sizes.tokens,
            "device": chosen_device(device),
            "evaluate_every": _NEVER,
        }
    )
    rows = _neighbours(Corpus.open(corpus), sizes.batch * sizes.steps)
    make = partial(TASKS[kind], rows, model, sizes.tokens)
    runs: dict[str, Callable[[], float]] = {
        OURS: lambda: ours(make(), settings),
        SAME: lambda: theirs(make(), settings, same=True),
        DEFAULTS: lambda: theirs(make(), settings, same=False),
    }
    speeds: dict[str, list[float]] = {}
    values: dict[str, Any] = {}
    for _, name in itertools.product(range(sizes.turns), runs):
        speeds.setdefault(name, []).append(runs[name]())
        values = {**_compare_speeds(speeds), **asdict(sizes)}
        report(values)
    return values


def _compare_speeds(speeds: Mapping[str, list[float]]) -> dict[str, Any]:
    """Return medians, and ratios of the turns that both finished; all speeds as ``speeds``."""
    medians = {name: statistics.median(values) for name, values in speeds.items()}
    ratios = {}
    for name in (SAME, DEFAULTS):
        pairs = zip(speeds[OURS], speeds.get(name, ()), strict=False)  # the last may lack one
        quotients = [one / other for one, other in pairs]
        if quotients:
            ratios[name] = [min(quotients), statistics.median(quotients), max(quotients)]
    return {"examples_per_second": medians, "ratios": ratios, "speeds": dict(speeds)}


def _neighbours(corpus: Corpus, count: int) -> list[tuple[str, ...]]:
    """Return papers with an abstract in threes, as "title. abstract", spread over the corpus."""
    texts = [n for n in range(len(corpus)) if corpus.abstract(n)]
    step = len(texts) // count
    if step < _TOGETHER:
        raise UsageError(
            "The corpus has {papers:,} papers with an abstract; {wanted:,} are needed.",
            papers=len(texts),
            wanted=_TOGETHER * count,
            remedy="Take a larger corpus, or fewer steps.",
        )
    return [
        tuple(". ".join(corpus.text(texts[at * step + turn])) for turn in range(_TOGETHER))
        for at in range(count)
    ]
