"""A trainer without torch, for tests of whoever starts one: the same words, folders and signals.

It is a real process that counts steps instead of training. ``STEP_S`` in the environment says how
long a step takes.
"""

from __future__ import annotations

import importlib.resources
import json
import os
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core.base.files import replace_text
from core.base.messages import Message
from core.base.wire import (
    EVENTS,
    PROCESS,
    STOP,
    Checkpoint,
    Ended,
    Event,
    Measured,
    Preparing,
    Progress,
    Resumed,
    RunProcess,
    Started,
    Warned,
    asked_to_keep,
    to_line,
)
from training.base.registry import recipe_named

STEP_S = float(os.environ.get("STEP_S", "0.01"))
_STEP = "step.txt"
_RATE = {
    "default": 2e-5,
    "exclusiveMinimum": 0,
    "description": "Peak learning rate.",
    "type": "number",
}
SETTINGS: dict[str, dict[str, Any]] = {
    "name": {
        "default": "",
        "pattern": "^([A-Za-z0-9][A-Za-z0-9._-]*)?$",
        "description": "Name of the new model. Empty: made from the recipe and the base model.",
        "type": "string",
    },
    "base": {"default": "minilm", "description": "Model to start from.", "type": "string"},
    "steps": {
        "default": 0,
        "minimum": 0,
        "description": "Steps in all; 0: as the epochs have.",
        "type": "integer",
    },
    "batch": {
        "default": 32,
        "minimum": 1,
        "description": "Examples of one step, over all processes.",
        "type": "integer",
    },
    "learning_rate": _RATE,
    "schedule": {
        "default": "linear",
        "enum": ["linear", "cosine", "constant"],
        "description": "How the learning rate changes.",
        "type": "string",
    },
    "bucketing": {
        "default": True,
        "description": "Batch examples of about the same length.",
        "type": "boolean",
    },
    "device": {"default": "", "description": "cuda, mps or cpu.", "type": "string"},
}
RECIPES = (
    (
        "cocite",
        (
            "Learns from citing sentences, from citations, and from papers that look right but are"
            " not cited."
        ),
        "Cocite's own combination",
    ),
    (
        "mp-bert4cr",
        "Learns from citing sentences, and from which papers are cited together.",
        "Zhang and Ma 2022",
    ),
    (
        "scincl",
        "Learns from the citation graph: papers that are close in it become similar.",
        "Ostendorff et al. 2022",
    ),
    (
        "specter",
        "Learns from citations: papers that cite one another become similar.",
        "Cohan et al. 2020",
    ),
    (
        "semcse",
        "Learns from summaries of the same paper: they are to be near each other.",
        "Brinner and Zarriess 2025",
    ),
    (
        "reranker",
        "Reads question and paper together and puts the first hits in order.",
        "Nogueira 2020",
    ),
)
FINDINGS = (
    ("enough", "abstracts", 12408, "Training papers with an abstract: 12,408, which is enough."),
    (
        "thin",
        "citations",
        5120,
        "Citations between training papers with abstracts: 5,120; below 6,840, expect little.",
    ),
    ("missing", "full texts", 3, "Training papers with a full text: 3; at least 10 are needed."),
    ("thin", "dev contexts", 140, "Sentences of dev papers: 140; below 300, scores are coarse."),
)
_pause = threading.Event()


def main(arguments: list[str]) -> int:
    """Do what the trainer would do, without torch."""
    name, rest = arguments[0], arguments[1:]
    answers = {
        "recipes": recipes,
        "devices": devices,
        "check": check,
        "added": added,
        "judge": judge,
    }
    if name in answers:
        return answers[name](rest)
    if name not in {recipe for recipe, *_ in RECIPES}:
        click.echo(f"There is no command or recipe “{name}”.", err=True)
        return 2
    return run(name, rest)


def recipes(_: list[str]) -> int:
    """Print the recipes."""
    presets = {"small": {"steps": 40}, "paper": {"steps": 300, "schedule": "cosine"}}
    said = [
        {
            "name": name,
            "summary": summary,
            "source": source,
            "base": "minilm",
            "settings": SETTINGS,
            "presets": presets,
            "purposes": [asdict(each) for each in recipe_named(name).purposes],
        }
        for name, summary, source in RECIPES
    ]
    click.echo(json.dumps(said))
    return 0


def devices(_: list[str]) -> int:
    """Print the devices of an invented machine."""
    gib = 2**30
    said = [
        ("cuda:0", "cuda", "NVIDIA RTX 4090", 21 * gib, 24 * gib),
        ("cpu", "cpu", "x86_64, 8 cores", 9 * gib, 16 * gib),
    ]
    names = ("name", "kind", "title", "free", "total")
    click.echo(json.dumps([dict(zip(names, each, strict=True)) for each in said]))
    return 0


def check(arguments: list[str]) -> int:
    """Print what the corpus of any folder with papers is good for."""
    folder = Path(arguments[0])
    if not any(folder.glob("papers*")):
        click.echo(f"“{folder}” holds no papers. Choose a corpus folder.", err=True)
        return 2
    names = [name for name, *_ in RECIPES]
    findings = [
        {"level": level, "what": what, "count": count, "sentence": sentence, "recipes": names}
        for level, what, count, sentence in FINDINGS
    ]
    levels = dict.fromkeys(names, "thin") | {"semcse": "enough", "mp-bert4cr": "missing"}
    click.echo(json.dumps({"findings": findings, "recipes": levels, "remarks": []}))
    return 0


def added(arguments: list[str]) -> int:
    """Print what is new in a corpus; nothing, where no paper is held out."""
    new = 312 if _questions(Path(_value(arguments, "--corpus"))) else 4
    short = "Held-out sentences that are new: 12; to tell whether the new was learned, 8 more are"
    said = {
        "model": _name(_value(arguments, "--model")),
        "preset": "small",
        "since": "2026-05-12T10:00:00+00:00",
        "sentences": new,
        "decisions": 41,
        "known": 1204,
        "why_not": None if new >= 10 else f"Sentences to learn from: {new}; 10 are needed.",
        "shortfalls": [f"{short} needed."],
    }
    click.echo(json.dumps(said))
    return 0


def judge(arguments: list[str]) -> int:
    """Write a judgement."""
    models = [each for at, each in enumerate(arguments) if arguments[at - 1] == "--model"]
    names = ["BM25", *(_name(model) for model in models)]
    asked = _questions(Path(_value(arguments, "--corpus")))
    for done in range(4):
        _say(None, Preparing(stage="judging", done=done, total=4, note="Measuring"))
        _pause.wait(STEP_S)
    scores = [
        dict(
            zip(
                ("recall@10", "map@10", "mrr", "ndcg@10"),
                (s, s * 0.6, s * 0.7, s * 0.75),
                strict=True,
            )
        )
        for s in (0.41 + 0.07 * at for at in range(len(names)))
    ]
    example = {
        "sentence": "Peat and its acidity. The acidity of peat was measured in the moor.",
        "cited": ["The peat and humus of soils", "The lime and drainage of soils"],
    }
    versus = [
        {
            "model": name,
            "metric": "recall@10",
            "difference": {
                "mean": 0.07,
                "low": 0.02,
                "high": 0.12,
                "p": 0.01,
                "wins": 41,
                "losses": 12,
                "ties": 97,
            },
            "examples": [
                {**example, "before": 0, "after": 2},
                {**example, "before": 2, "after": 1},
            ],
        }
        for name in names[:-1]
    ]
    rows = [
        {
            "model": name,
            "fingerprint": "" if name == "BM25" else f"f-{name}",
            "scores": of if asked else {},
        }
        for name, of in zip(names, scores, strict=True)
    ]
    found = {
        "corpus": "c1",
        "folder": "",
        "questions": asked,
        "pool": 400,
        "reranking": False,
        "rows": rows,
        "versus": versus,
    }
    replace_text(Path(_value(arguments, "--out")), json.dumps(found))
    return 0


def _questions(corpus: Path) -> int:
    """Return how many sentences there are to ask: none where no paper is held out."""
    try:
        splits = json.loads((corpus / "splits.json").read_text("utf-8"))
    except OSError:
        return 150
    return 150 if splits.get("dev") else 0


def run(recipe: str, arguments: list[str]) -> int:
    """Count steps until the end or a stop."""
    folder = Path(_value(arguments, "--out"))
    given = [each for at, each in enumerate(arguments) if arguments[at - 1] == "--set"]
    settings = dict(each.split("=", 1) for each in given)
    folder.mkdir(parents=True, exist_ok=True)
    replace_text(folder / PROCESS, RunProcess.this().model_dump_json())
    if settings.get("batch") == "0":
        click.echo("“batch” cannot be “0”: expected is greater than or equal to 1.", err=True)
        return 2
    state, resume = folder / _STEP, "--resume" in arguments
    first = int(state.read_text()) if resume and state.exists() else 0
    _say(folder, Preparing(done=0, total=0, note="Reading the corpus"))
    config = {
        "recipe": recipe,
        "settings": settings,
        "base": {"name": "minilm"},
        "corpus": {"folder": _value(arguments, "--corpus"), "fingerprint": "c1"},
        "begun": "2026-05-02T09:10:00+00:00",
    }
    replace_text(folder / "config.json", json.dumps(config))
    (folder / "log.txt").write_text("2026-05-02 09:10:00 INFO training: begun\n", encoding="utf-8")
    if not resume:
        _say(folder, Measured(stage="base", step=0, scores=_BASE_SCORES))
    return _steps(recipe, folder, settings, first)


_BASE_SCORES = {"recall@10": 0.48, "mrr": 0.31}


def _steps(recipe: str, folder: Path, settings: dict[str, str], first: int) -> int:
    total = int(settings.get("steps", "0")) or 40
    started = Started(
        stage="citations",
        recipe=recipe,
        step=first,
        steps=total,
        examples=total * 32,
        batch=32,
        micro_batch=16,
        parameters=22_700_000,
        trained=590_000,
        device="cpu",
        precision="float32",
        memory=1_610_612_736,
    )
    _say(folder, started)
    if not first:
        _say(folder, Measured(stage="citations", step=0, scores=_BASE_SCORES))
    if first:
        message = Message("Resumed at step {step:,} of {steps:,}", step=first, steps=total)
        _say(folder, Resumed(stage="citations", step=first, steps=total, message=message))
    every = max(total // 12, 1)
    for step in range(first + 1, total + 1):
        _pause.wait(STEP_S)
        _note(step, folder)
        left = (total - step) * STEP_S
        wave = 0.04 * ((step * 37) % 11 - 5) / 5
        progress = Progress(
            stage="citations",
            step=step,
            steps=total,
            epoch=step / total,
            loss=2.4 * 0.985 ** (step * 120 / total) + wave,
            learning_rate=2e-5 * min(step / total * 10, (total - step) / total * 1.11),
            examples_per_second=32 / max(STEP_S, 0.01),
            seconds_left=left,
        )
        _say(folder, progress)
        if step % every == 0:
            gain = 0.1 * (1 - 0.97 ** (step * 100 / total))
            scores = {"recall@10": 0.48 + gain, "mrr": 0.31 + gain * 0.8}
            _say(folder, Measured(stage="citations", step=step, scores=scores, best=True))
            _say(folder, Checkpoint(stage="citations", step=step, folder=f"checkpoints/{step}"))
        if (folder / STOP).exists() and not asked_to_keep(folder):
            _say(folder, Checkpoint(stage="citations", step=step, folder=f"checkpoints/{step}"))
            _say(folder, Ended(outcome="stopped", message="Stopped as asked.", remedy="--resume"))
            return 0
        if (folder / STOP).exists():
            (folder / STOP).unlink()
            _say(folder, Warned(stage="citations", message=f"Stopped as asked at step {step}."))
            return _finished(recipe, folder, settings, ended_at=step)
    return _finished(recipe, folder, settings)


def _note(step: int, folder: Path) -> None:
    """Write down a step so that a kill leaves this one or the one before; no disk is waited for."""
    new = folder / "step.new"
    new.write_text(str(step))
    new.replace(folder / _STEP)


def _finished(recipe: str, folder: Path, settings: dict[str, str], ended_at: int = 0) -> int:
    new = folder / "model.new"
    new.mkdir(exist_ok=True)
    # Weights of the package that comes with Cocite, under another name.
    source = importlib.resources.files("resources") / "models" / "minilm.json"
    manifest = json.loads(source.read_text("utf-8"))
    manifest |= {"name": settings.get("name", "new"), "recipe": recipe, "max_tokens": 128}
    (new / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    new.replace(folder / "model")  # in one piece, as the real trainer does it
    scores = {"recall@10": 0.55, "map@10": 0.33, "mrr": 0.39, "ndcg@10": 0.41}
    said = "The new model finds more than its base: recall@10 0.550 against 0.480."
    ended = Ended(
        outcome="finished",
        message=said,
        model="model",
        scores=scores,
        ended_at=ended_at,
        before={"recall@10": 0.48, "map@10": 0.28, "mrr": 0.31, "ndcg@10": 0.35},
    )
    _say(folder, ended)
    return 0


def _name(model: str) -> str:
    place = Path(model) / "manifest.json"
    return str(json.loads(place.read_text("utf-8"))["name"]) if place.is_file() else model


def _value(arguments: list[str], option: str) -> str:
    return arguments[arguments.index(option) + 1]


def _say(folder: Path | None, event: Event) -> None:
    line = to_line(event) + "\n"
    sys.stdout.write(line)
    sys.stdout.flush()
    if folder is not None:
        with (folder / EVENTS).open("a", encoding="utf-8") as file:
            file.write(line)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
