"""Settings of a recipe as they are typed."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import Field

from core.base.errors import UsageError
from tests import wording
from training.base.recipe import Recipe, RecipeSettings
from training.base.registry import RECIPES, recipe_named
from training.recipes.specter import RECIPE
from training.runs.settings_cli import described, make_settings, parsed


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Many(RecipeSettings):
    """A setting of each kind."""

    shares: tuple[float, ...] = Field((0.5, 0.25), description="Shares.")
    pair: tuple[int, int] = (1, 2)
    names: tuple[str, ...] = ()
    limit: int | None = 3
    colour: Colour = Colour.RED
    width: Literal[2, 4] = 2
    path: Path = Path()


def test_every_preset_is_valid_for_its_recipe() -> None:
    for name in RECIPES:
        recipe = recipe_named(name)
        for preset, values in recipe.presets.items():
            settings = make_settings(recipe, preset=preset)
            assert set(values) <= set(settings.model_dump())


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ("learning_rate=1e-4", "learning_rate", 1e-4),
        ("learning-rate=1e-4", "learning_rate", 1e-4),
        (" epochs = 3 ", "epochs", 3),
        ("bucketing=false", "bucketing", False),
        ("bucketing=yes", "bucketing", True),
        ("trainable=lora", "trainable", "lora"),
        ("name=my-model", "name", "my-model"),
        ("name=12", "name", "12"),
        ("base=/a=b, c", "base", "/a=b, c"),
        ("shares=0.1,0.2, 0.3", "shares", (0.1, 0.2, 0.3)),
        ("shares=[1, 2]", "shares", (1.0, 2.0)),
        ("shares=7", "shares", (7.0,)),
        ("shares=", "shares", ()),
        ("pair=3,4", "pair", (3, 4)),
        ("names=a,b", "names", ("a", "b")),
        ("limit=null", "limit", None),
        ("limit=8", "limit", 8),
        ("colour=blue", "colour", Colour.BLUE),
        ("width=4", "width", 4),
        ("path=a/b", "path", Path("a/b")),
    ],
)
def test_a_value_is_read_as_its_setting_asks(given: str, name: str, value: object) -> None:
    found = parsed(Many, [given])
    assert found == {name: value}
    assert type(found[name]) is type(value)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("learning_rate=fast", "“learning_rate” cannot be “fast”: expected is a valid number"),
        ("learning_rate=-1", "expected is greater than 0"),
        ("epochs=1.5", "expected is a valid integer"),
        ("epochs=0", "expected is greater than or equal to 1"),
        ("bucketing=perhaps", "expected is a valid boolean"),
        ("trainable=some", "expected is 'all', 'layers', 'biases' or 'lora'"),
        (
            "shares=a,b",
            "expected is " + wording.fill("training.runs.settings_cli:_expectation commas"),
        ),
        ("pair=1", "expected is " + wording.fill("training.runs.settings_cli:_expectation commas")),
        ("colour=green", "expected is 'red' or 'blue'"),
        ("epochs", "“epochs” sets nothing"),
        ("=3", "There is no setting “”"),
        ("lerning_rate=1", "no setting “lerning_rate”; the nearest is “learning_rate”"),
        ("zzz=1", "no setting “zzz”."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(given: str, sentence: str) -> None:
    with pytest.raises(UsageError) as refused:
        parsed(Many, [given])
    assert sentence in str(refused.value)
    assert refused.value.remedy
    assert "\n" not in str(refused.value) + refused.value.remedy


def test_an_unknown_setting_is_answered_with_all_there_are() -> None:
    with pytest.raises(UsageError) as refused:
        parsed(RecipeSettings, ["lerning_rate=1"])
    for name in RecipeSettings.model_fields:
        assert name in refused.value.remedy


@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_rate_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(UsageError):
        make_settings(RECIPE, assignments=[f"learning_rate={value}"])


@pytest.mark.parametrize("name", ["my model", "../up", "-x", "a/b"])
def test_a_name_that_no_model_may_have_is_refused_before_the_training(name: str) -> None:
    with pytest.raises(UsageError):
        make_settings(RECIPE, assignments=[f"name={name}"])


def test_a_value_stands_above_its_preset_and_that_above_the_default() -> None:
    recipe: Recipe[Any] = replace(RECIPE, presets={"tiny": {"steps": 5, "batch": 4}})
    settings = make_settings(recipe, preset="tiny", assignments=["batch=8", "batch=16"])
    assert (settings.steps, settings.batch, settings.epochs) == (5, 16, RECIPE.settings().epochs)
    with pytest.raises(UsageError, match=r"no preset “tny”; the nearest is “tiny”"):
        make_settings(recipe, preset="tny")


def test_a_recipe_is_described_with_what_its_presets_set() -> None:
    recipe: Recipe[Any] = replace(RECIPE, presets={"tiny": {"steps": 5}})
    found = described(recipe)
    assert found["presets"] == {"tiny": {"steps": 5}}
    assert found["settings"]["learning_rate"]["exclusiveMinimum"] == 0
    assert found["settings"]["trainable"]["enum"] == ["all", "layers", "biases", "lora"]
