"""Answers of the training process as records: recipes, devices, what a corpus suffices for."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.base.errors import TrainingError
from core.base.jobs import Job
from core.base.messages import unpacked
from core.runs import trainer
from core.runs.records import (
    Added,
    CorpusChecked,
    CorpusFinding,
    Device,
    RecipeInfo,
    RecipePurpose,
    Setting,
    SettingKind,
    Value,
)
from core.runs.titles import model_title, recipe_title

_KINDS: Mapping[str, SettingKind] = {
    "integer": "integer",
    "number": "number",
    "boolean": "switch",
}
_FIRST = ("cocite",)
"""The recommended recipe comes first."""


def recipes(job: Job) -> tuple[RecipeInfo, ...]:
    """Return the recipes with every setting, the recommended one first.

    Raises:
        TrainingError: the trainer does not answer, or answers something else.
    """
    with understood():
        found = [_recipe(said) for said in trainer.ask_json(["recipes", "--json"], job)]
    return tuple(sorted(found, key=lambda each: each.name not in _FIRST))


def devices(job: Job) -> tuple[Device, ...]:
    """Return what this machine can train on, the fastest first.

    Raises:
        TrainingError: the trainer does not answer, or answers something else.
    """
    with understood():
        return tuple(Device(**said) for said in trainer.ask_json(["devices", "--json"], job))


def check(corpus: Path, job: Job) -> CorpusChecked:
    """Return what a corpus folder is good for.

    Raises:
        TrainingError: it is no corpus, or cannot be read.
    """
    with understood():
        said = trainer.ask_json(["check", str(corpus), "--json"], job)
        findings = tuple(
            CorpusFinding(
                each["level"],
                each["what"],
                each["count"],
                unpacked(each.get("said", each["sentence"])),
                tuple(each["recipes"]),
            )
            for each in said["findings"]
        )
        return CorpusChecked(corpus, findings, said["recipes"], tuple(said["remarks"]))


def added(corpus: Path, model: str, job: Job) -> Added:
    """Return what a corpus holds that a model, by name or folder, did not learn from yet.

    Raises:
        TrainingError: the model cannot be trained again, or it is no corpus.
    """
    with understood():
        said = trainer.ask_json(["added", "--corpus", str(corpus), "--model", model, "--json"], job)
        return Added(
            corpus=corpus,
            model=said["model"],
            title=model_title(said["model"]),
            preset=said["preset"],
            since=said["since"],
            sentences=said["sentences"],
            decisions=said["decisions"],
            known=said["known"],
            why_not=unpacked(said["why_not"]) if said["why_not"] else "",
            shortfalls=tuple(map(unpacked, said["shortfalls"])),
        )


@contextlib.contextmanager
def understood() -> Iterator[None]:
    """Turn an answer of another form, as of another version, into an expected failure."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TrainingError(
            "The trainer belongs to another version of Cocite.", remedy="Install Cocite again."
        ) from error


def _recipe(said: Mapping[str, Any]) -> RecipeInfo:
    return RecipeInfo(
        name=said["name"],
        title=recipe_title(said["name"]),
        summary=said["summary"],
        source=said["source"],
        base=said["base"],
        settings=tuple(_setting(name, each) for name, each in said["settings"].items()),
        presets=said["presets"],
        purposes=tuple(RecipePurpose(**each) for each in said["purposes"]),
    )


def _setting(name: str, said: Mapping[str, Any]) -> Setting:
    choices = tuple(map(str, said.get("enum", ())))
    return Setting(
        name=name,
        kind="choice" if choices else _KINDS.get(said.get("type", ""), "text"),
        default=_value(said.get("default", "")),
        meaning=said.get("description", ""),
        named=said.get("title", ""),
        choices=choices,
        least=said.get("minimum"),
        most=said.get("maximum"),
        above=said.get("exclusiveMinimum"),
        below=said.get("exclusiveMaximum"),
        pattern=said.get("pattern", ""),
    )


def _value(said: object) -> Value:
    """Return a default as one value; several are written with commas, as one types them."""
    if isinstance(said, list | tuple):
        return ",".join(map(str, said))
    if isinstance(said, float) and not math.isfinite(said):
        return str(said)
    return said if isinstance(said, str | int | float | bool) else ""
