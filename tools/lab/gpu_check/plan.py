"""The sections, in their order, and how many seconds each may take."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.lab.gpu_check.children import Part
from training.base.registry import RECIPES, recipe_named

SMOKE, ENCODE, RECIPE, SAFETY, CLAIM = "smoke", "encode", "recipes", "resume and memory", "claims"
SECONDS: Mapping[str, float] = {SMOKE: 100, ENCODE: 75, RECIPE: 40, SAFETY: 90, CLAIM: 460}
"""The most that each part of a section may take. On an H200 whose machine has 16 slow cores,
imports took 14 s of each, a recipe 27 to 34 s, and resuming 43 s."""
_PEER_SECONDS = 70
"""Both trainers, twice in turns: 40 steps of 64 took 8 s (pairs) and 12 s (triplets)."""
_STOP_SECONDS = 35
"""What a claim's run takes to stop where it is still importing, and its report."""
_SLOWER = 8
"""How many times as long a rehearsal on a busy processor may take."""
UNDECIDED = (
    ("SciNCL over SPECTER", "hard negatives over easy ones"),
    ("mpt-src over the triplet", "mpt-src-tgt over mpt-src"),
    ("reranker over its start", "BM25, then a reranker, over BM25"),
    ("a hierarchical model pretrained over one that is not", "contexts drawn anew over once"),
)
"""Claims that share an arm are measured by one process, the most undecided first."""
_MODULE = "tools.lab.gpu_check"
_TINY = (
    "training_tokens=16",
    "max_tokens=24",
    "batch=4",
    "micro_batch=4",
    "held_out_contexts=10",
    "held_out_pool=40",
    "contexts=32",
    "limit=16",
    "mining_pool=20",
    "query_tokens=12",
    "depth=4",
    "dev_depth=4",
    "k_positive=5",
    "c_positive=3",
    "k_hard=20",
    "c_hard=1",
    "c_easy=2",
    "dimension=12",
    "supplemental=4",
    "abstract=4",
    "body=0",
    "document_layers=1",
)
"""What makes a recipe small; each takes those that it knows."""
_PREPARED = ("contexts=2000", "limit=1500", "mining_pool=2000")
"""What makes preparing short, and changes nothing of a step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where everything lies, what it runs on, and whether it is only a rehearsal."""

    corpus: Path
    base: Path
    sample: Path
    device: str
    out: Path
    work: Path
    tiny: bool = False

    def seconds(self, section: str) -> float:
        """Return the most that a part of a section may take."""
        return SECONDS[section] * (_SLOWER if self.tiny else 1)


def smoke(place: Place) -> Iterator[Part]:
    """Yield what imports everything, and three small steps of each recipe."""
    yield Part("imports", ["-m", f"{_MODULE}.imports"], place.seconds(SMOKE))
    for recipe in RECIPES:
        yield _speed(place, "smoke", recipe, place.seconds(SMOKE), ["--steps", "4"], small=True)


def encode(place: Place) -> Iterator[Part]:
    """Yield the encoding of abstracts, beside sentence-transformers."""
    few = ["--papers", "64", "--more", "96", "--turns", "1", "--larger", "16"]
    more = few if place.tiny else []
    yield _own(place, "encoding", "4,000 and 20,000 abstracts", place.seconds(ENCODE), more)


def recipes(place: Place, broken: set[str]) -> Iterator[Part]:
    """Yield the speed of each recipe that begins at all, and both trainers in turns."""
    seconds = place.seconds(RECIPE)
    steps = ["--steps", "4"] if place.tiny else ["--steps", "100000", "--seconds", "9"]
    for recipe in RECIPES:
        if recipe not in broken:
            yield _speed(place, "full", recipe, seconds, steps, small=place.tiny)
    sizes = {"batch": 64, "steps": 20, "tokens": 256, "turns": 2}
    if place.tiny:
        sizes = {"batch": 2, "steps": 3, "tokens": 16, "turns": 1}
    options = [text for name, value in sizes.items() for text in (f"--{name}", str(value))]
    for kind in ("pairs", "triplets"):
        out = place.work / f"peer-{kind}.json"
        where = ["--corpus", str(place.corpus), "--base", str(place.base), "--device", place.device]
        arguments = ["-m", "tools.lab", "peer", kind, *where, *options, "--out", str(out)]
        most = _PEER_SECONDS * (_SLOWER if place.tiny else 1)
        yield Part(f"{kind} beside sentence-transformers", arguments, most, out)


def safety(place: Place) -> Iterator[Part]:
    """Yield killed and resumed runs, and runs with little memory."""
    few = ["--steps", "6"] if place.tiny else []
    folder = ["--work", str(place.work / "resumed")]
    yield _own(
        place, "resuming", "kill and resume", place.seconds(SAFETY), [*few, *folder], sample=True
    )
    batch = ["--batch", "4"] if place.tiny else ["--batch", "256"]
    for name, cut in (("found by trying", "0"), ("as asked for", batch[1])):
        run = ["--run", str(place.work / f"capped-{cut}"), "--micro-batch", cut]
        yield _own(
            place, "capped", f"2 GB, {name}", place.seconds(SAFETY), [*batch, *run], sample=True
        )


def claims(place: Place, seconds: float, only: Sequence[Sequence[str]]) -> Iterator[Part]:
    """Yield the claims that share arms, each group by a process of its own."""
    scale = "tiny" if place.tiny else "short"
    for names in only:
        out = claims_folder(place, names)
        where = ["--corpus", str(place.corpus), "--base", str(place.base), "--device", place.device]
        chosen = list(itertools.chain.from_iterable(("--only", name) for name in names))
        minutes = f"{max(seconds - _STOP_SECONDS, 1) / 60:.2f}"
        arguments = ["-m", "tools.lab", "measure", "--out", str(out), "--minutes", minutes]
        arguments += ["--scale", scale, *where, *chosen]
        yield Part(" / ".join(names), arguments, seconds, ledger=out / "measured.jsonl")


def claims_folder(place: Place, names: Sequence[str]) -> Path:
    """Return the folder of the measurements of a group of claims."""
    return place.work / f"claims-{UNDECIDED.index(tuple(names))}"


def _speed(
    place: Place, kind: str, recipe: str, seconds: float, steps: Sequence[str], *, small: bool
) -> Part:
    out = place.work / f"{kind}-{recipe}.json"
    fields = recipe_named(recipe).settings.model_fields
    values = [f"base={place.base}", f"device={place.device}"]
    sizes = _TINY if small else _PREPARED
    values += [value for value in sizes if value.partition("=")[0] in fields]
    settings = list(itertools.chain.from_iterable(("--set", value) for value in values))
    where = ["--corpus", str(place.corpus), *settings, *steps, "--out", str(out)]
    return Part(recipe, ["-m", "tools.lab", "speed", recipe, *where], seconds, out)


def _own(
    place: Place,
    module: str,
    name: str,
    seconds: float,
    more: Sequence[str],
    *,
    sample: bool = False,
) -> Part:
    out = place.work / f"{module}-{re.sub(r'[^a-z0-9]+', '-', name.lower())}.json"
    corpus = place.sample if sample else place.corpus
    arguments = ["-m", f"{_MODULE}.{module}", "--corpus", str(corpus), "--base", str(place.base)]
    arguments += ["--device", place.device, "--out", str(out), *more]
    return Part(name, arguments, seconds, out)
