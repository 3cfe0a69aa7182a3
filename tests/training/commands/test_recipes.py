"""The command that lists recipes and their settings."""

from __future__ import annotations

import json

import pytest

from tests.training.typed_commands import said
from training.base.registry import RECIPES, recipe_named
from training.recipes.specter import RECIPE


def test_the_recipes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "recipes")
    assert code == 0
    for name in RECIPES:
        recipe = recipe_named(name)
        assert recipe.name == name
        assert name in out.split()
        assert recipe.summary in out
        assert recipe.source in out


def test_the_recipes_as_json_hold_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "recipes", "--json")
    assert code == 0
    listed = json.loads(out)
    assert [each["name"] for each in listed] == list(RECIPES)
    for each in listed:
        recipe = recipe_named(each["name"])
        assert set(each["settings"]) == set(recipe.settings.model_fields)
        for name, about in each["settings"].items():
            assert about["description"], (each["name"], name)
            assert "default" in about
            assert {"type", "enum", "anyOf"} & set(about), (each["name"], name)
        # The combination of the methods and the order of passages are of no paper.
        published = {"paper"} if recipe.name not in ("cocite", "evidence") else set()
        assert set(each["presets"]) >= {"small", *published}
        assert each["summary"].endswith(".")
        assert each["source"]


def test_the_help_of_a_recipe_describes_each_setting(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "specter", "--help")
    assert code == 0
    words = " ".join(out.split())
    assert RECIPE.summary in words
    for name, field in RECIPE.settings.model_fields.items():
        assert name in words
        assert str(field.description) in words
