"""The sections, in their order, and how many seconds each may take."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.base.wire import STOP
from tools.lab.gpu_check.children import Part
from tools.lab.measuring.claims import ARMS, CLAIMS, PRETRAINED
from tools.lab.measuring.scales import SCALES, format_values
from training.base.registry import RECIPES, recipe_named
from training.runs.folder import CONFIG, MODEL

SMOKE, ENCODE, RECIPE, SAFETY, CLAIM = "smoke", "encode", "recipes", "resume and memory", "claims"
SECONDS: Mapping[str, float] = {SMOKE: 45, RECIPE: 25, ENCODE: 60, SAFETY: 75, CLAIM: 150}
"""The most that each part of a section may take, where it need not import anything."""
_PREPARATION_SECONDS = 12
"""More, for a recipe that mines or finds candidates before its first step."""
_PEER_SECONDS = 45
"""Both trainers, twice in turns: 40 steps of 64 took 8 s (pairs) and 12 s (triplets)."""
_STOP_SECONDS, _JUDGE_SECONDS = 35, 25
"""What a claim's run takes to stop where it is still importing, and what its judgement takes."""
_SLOWER = 12
"""How many times as long a rehearsal on a busy processor may take."""
UNDECIDED = (
    ("SciNCL over SPECTER", "hard negatives over easy ones"),
    ("mpt-src over the triplet", "mpt-src-tgt over mpt-src"),
    ("reranker over its start", "BM25, then a reranker, over BM25"),
    ("a hierarchical model pretrained over one that is not", "contexts drawn anew over once"),
)
"""Claims that share an arm are measured by one process, the most undecided first."""
REHEARSED = UNDECIDED[2:3]
"""What a rehearsal measures: only runs of rerankers do not end by encoding the whole corpus."""
_MODULE = "tools.lab.gpu_check"
_TINY = (
    "training_tokens=16",
    "max_tokens=24",
    "sentence_tokens=12",
    "batch=4",
    "micro_batch=4",
    "positives=1",
    "negatives=1",
    "near=1",
    "far=1",
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
_PROFILED = ("specter", "mp-bert4cr", "cocite")


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

    def judge_seconds(self) -> float:
        """Return the seconds that the judgement of a claim takes."""
        return _JUDGE_SECONDS * (4 if self.tiny else 1)


def device(place: Place, name: str) -> Part:
    """Return what finds the device."""
    out = place.work / "device.json"
    arguments = ["-m", f"{_MODULE}.device", "--device", name, "--out", str(out)]
    return Part("device", arguments, place.seconds(SMOKE), out)


def smoke(place: Place) -> Iterator[Part]:
    """Yield three small steps of each recipe, one in a rehearsal."""
    steps = ["--steps", "2" if place.tiny else "4"]
    for recipe in RECIPES:
        yield _speed(place, "smoke", recipe, place.seconds(SMOKE), steps, small=True)


def encode(place: Place) -> Iterator[Part]:
    """Yield the encoding of abstracts, beside sentence-transformers."""
    few = ["--papers", "32", "--more", "48", "--turns", "1", "--batch", "16"]
    more = few if place.tiny else []
    yield _own(place, "encoding", "4,000 abstracts", place.seconds(ENCODE), more)


def recipes(place: Place, broken: set[str]) -> Iterator[Part]:
    """Yield the speed of each recipe that begins at all, one also in float16, and both trainers.

    A rehearsal takes one recipe, for the first steps of all of them were as small.
    """
    steps = ["--steps", "6"] if place.tiny else ["--steps", "100000", "--seconds", "6"]
    for recipe in _PROFILED[:1] if place.tiny else RECIPES:
        if recipe not in broken:
            more = [*steps]
            if recipe in _PROFILED:
                more += ["--profile", str(place.work / "logs" / f"profile-{recipe}.txt")]
            prepares = recipe in ("cocite", "reranker")
            seconds = place.seconds(RECIPE) + prepares * _PREPARATION_SECONDS
            yield _speed(place, "full", recipe, seconds, more, small=place.tiny)
    if "specter" not in broken:
        half = [*steps, "--set", "precision=float16"]
        part = _speed(place, "float16", "specter", place.seconds(RECIPE), half, small=place.tiny)
        yield replace(part, name="specter, float16")
    yield from peers(place)


def peers(place: Place) -> Iterator[Part]:
    """Yield pairs and triplets, beside sentence-transformers' own trainer, in turns."""
    sizes = {"batch": 64, "steps": 8, "tokens": 256, "turns": 2}
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
    few = ["--steps", "3"] if place.tiny else []
    folder = ["--work", str(place.work / "resumed")]
    yield _own(
        place, "resuming", "kill and resume", place.seconds(SAFETY), [*few, *folder], sample=True
    )
    batch = ["--batch", "4", "--tokens", "16"] if place.tiny else ["--batch", "256"]
    for name, cut in (("found by trying", "0"), ("as asked for", batch[1])):
        run = ["--run", str(place.work / f"capped-{cut}" / "run"), "--micro-batch", cut]
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


def arms(place: Place, names: Sequence[str], seconds: float) -> Iterator[Part]:
    """Yield the trainings that a group of claims compares, each in a process and a folder apart.

    Runs beside each other in one folder would wait for each other. ``link_arms`` makes the folders
    where the claims look for them. What was trained or judged before is left out.
    """
    compared = [claim for claim in CLAIMS if claim.name in names]
    arm_names = dict.fromkeys(name for claim in compared for name in (claim.before, claim.after))
    scale = SCALES["tiny" if place.tiny else "short"]
    for name in arm_names:
        run = arm_folder(place, names, name)
        judged = any((claims_folder(place, names) / "scores").glob(f"{name}-*.json"))
        if name not in ARMS or name == PRETRAINED or judged or (run / MODEL).is_dir():
            continue
        arm = ARMS[name]
        values = {"base": place.base, "device": place.device}
        values |= {**getattr(scale, arm.part), **arm.values}
        fields = recipe_named(arm.recipe).settings.model_fields
        settings = format_values(values, arm.recipe, fields)
        where = ["--corpus", str(place.corpus), "--out", str(run)]
        options = list(itertools.chain.from_iterable(("--set", setting) for setting in settings))
        arguments = ["-m", "training", arm.recipe, *where, *options]
        arguments += ["--resume"] if (run / CONFIG).is_file() else []
        yield Part(f"trained: {name}", arguments, seconds, stop=run / STOP)


def arm_folder(place: Place, names: Sequence[str], arm: str) -> Path:
    """Return where an arm of a group of claims is trained."""
    return claims_folder(place, names) / "arms" / arm / arm


def link_arms(place: Place, names: Sequence[str]) -> None:
    """Let the claims find the arms that were trained, once they are."""
    runs = claims_folder(place, names) / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    for folder in sorted((claims_folder(place, names) / "arms").glob("*/*")):
        if folder.is_dir() and not (runs / folder.name).exists():
            (runs / folder.name).symlink_to(folder, target_is_directory=True)


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
