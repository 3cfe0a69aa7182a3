"""The recipes there are."""

from __future__ import annotations

import pytest

from core.base.errors import UsageError
from training.base.registry import RECIPES, nearest, recipe_named


def test_a_recipe_that_is_not_known_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="the nearest is “cocite”"):
        recipe_named("cocit")
    assert nearest("zzzz", RECIPES) == ""
