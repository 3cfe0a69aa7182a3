"""Arms of a scale."""

from __future__ import annotations

import pytest

from tools.lab.measuring.claims import ARMS
from tools.lab.measuring.scales import SCALES, format_values
from training.base.registry import recipe_named
from training.runs.settings_cli import make_settings


@pytest.mark.parametrize("scale", [*SCALES])
def test_every_arm_of_a_scale_is_settings_of_its_recipe(scale: str) -> None:
    sizes = SCALES[scale]  # type: ignore[index]
    for arm in ARMS.values():
        recipe = recipe_named(arm.recipe)
        values = {**getattr(sizes, arm.part), **arm.values}
        settings = make_settings(
            recipe, assignments=format_values(values, arm.recipe, recipe.settings.model_fields)
        )
        assert settings.steps
        for name, value in arm.values.items():
            assert getattr(settings, name) == value
