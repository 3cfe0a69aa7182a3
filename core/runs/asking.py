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
    model_title,
    recipe_title,
)

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
        recipe_list = [
            _recipe(recipe_values) for recipe_values in trainer.ask_json(["recipes", "--json"], job)
        ]
    return tuple(sorted(recipe_list, key=lambda recipe: recipe.name not in _FIRST))


def devices(job: Job) -> tuple[Device, ...]:
    """Return what this machine can train on, the fastest first.

    Raises:
        TrainingError: the trainer does not answer, or answers something else.
    """
    with understood():
        return tuple(_device(values) for values in trainer.ask_json(["devices", "--json"], job))


def _device(values: Mapping[str, Any]) -> Device:
    texts = {name: unpacked(values[name]) for name in ("problem", "remedy") if name in values}
    return Device(**{**values, **texts})


def check(corpus: Path, job: Job) -> CorpusChecked:
    """Return what a corpus folder is good for.

    Raises:
        TrainingError: it is no corpus, or cannot be read.
    """
    with understood():
        check_values = trainer.ask_json(["check", str(corpus), "--json"], job)
        findings = tuple(
            CorpusFinding(
                finding_values["level"],
                finding_values["what"],
                finding_values["count"],
                unpacked(finding_values.get("said", finding_values["sentence"])),
                tuple(finding_values["recipes"]),
            )
            for finding_values in check_values["findings"]
        )
        return CorpusChecked(
            corpus, findings, check_values["recipes"], tuple(check_values["remarks"])
        )


def added(corpus: Path, model: str, job: Job) -> Added:
    """Return what a corpus holds that a model, by name or folder, did not learn from yet.

    Raises:
        TrainingError: the model cannot be trained again, or it is no corpus.
    """
    with understood():
        added_values = trainer.ask_json(
            ["added", "--corpus", str(corpus), "--model", model, "--json"], job
        )
        return Added(
            corpus=corpus,
            model=added_values["model"],
            title=model_title(added_values["model"]),
            preset=added_values["preset"],
            since=added_values["since"],
            sentences=added_values["sentences"],
            decisions=added_values["decisions"],
            known_sentences=added_values["known"],
            why_not=unpacked(added_values["why_not"]) if added_values["why_not"] else "",
            shortfalls=tuple(map(unpacked, added_values["shortfalls"])),
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


def _recipe(recipe_values: Mapping[str, Any]) -> RecipeInfo:
    return RecipeInfo(
        name=recipe_values["name"],
        title=recipe_title(recipe_values["name"]),
        summary=recipe_values["summary"],
        source=recipe_values["source"],
        base=recipe_values["base"],
        settings=tuple(
            _setting(name, setting_values)
            for name, setting_values in recipe_values["settings"].items()
        ),
        presets=recipe_values["presets"],
        purposes=tuple(
            RecipePurpose(**setting_values) for setting_values in recipe_values["purposes"]
        ),
    )


def _setting(name: str, setting_values: Mapping[str, Any]) -> Setting:
    choices = tuple(map(str, setting_values.get("enum", ())))
    return Setting(
        name=name,
        kind="choice" if choices else _KINDS.get(setting_values.get("type", ""), "text"),
        default=_value(setting_values.get("default", "")),
        meaning=setting_values.get("description", ""),
        label=setting_values.get("title", ""),
        choices=choices,
        least=setting_values.get("minimum"),
        most=setting_values.get("maximum"),
        above=setting_values.get("exclusiveMinimum"),
        below=setting_values.get("exclusiveMaximum"),
        pattern=setting_values.get("pattern", ""),
    )


def _value(default_value: object) -> Value:
    """Return a default as one value; several are written with commas, as one types them."""
    if isinstance(default_value, list | tuple):
        return ",".join(map(str, default_value))
    if isinstance(default_value, float) and not math.isfinite(default_value):
        return str(default_value)
    return default_value if isinstance(default_value, str | int | float | bool) else ""
