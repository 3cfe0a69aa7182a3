"""The recipe of passages: its settings, and that nothing is promised that was not measured."""

from __future__ import annotations

import pytest

from tests import wording
from training.base.registry import recipe_named
from training.recipes.evidence import RECIPE, EvidenceSettings


@pytest.mark.parametrize("preset", ["", "small"])
def test_presets_are_settings(preset: str) -> None:
    settings = EvidenceSettings.model_validate(RECIPE.presets[preset] if preset else {})
    assert settings.query_tokens < settings.max_tokens
    assert settings.near < settings.far


def test_it_is_offered_as_a_reranker_without_a_promise() -> None:
    assert recipe_named("evidence") is RECIPE
    assert not RECIPE.vectors
    assert [purpose.gain for purpose in RECIPE.purposes] == [
        wording.fill("training.recipes.evidence:RECIPE instead")
    ]
