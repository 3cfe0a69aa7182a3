"""The recipes by name. A recipe is imported when it is asked for."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable
from typing import Any

from core.base.errors import UsageError
from training.base.recipe import Recipe

RECIPES = {
    "cocite": "training.recipes.cocite",
    "mp-bert4cr": "training.recipes.mp_bert4cr",
    "scincl": "training.recipes.scincl",
    "specter": "training.recipes.specter",
    "semcse": "training.recipes.semcse",
    "reranker": "training.recipes.reranker",
    "evidence": "training.recipes.evidence",
}
"""Where each recipe is, in the order in which they are offered."""


def recipe_named(name: str) -> Recipe[Any]:
    """Return the recipe of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in RECIPES:
        raise UsageError(
            "There is no recipe “{name}”{nearest}.",
            name=name,
            nearest=nearest(name, RECIPES),
            remedy="Use one of: {recipes}.",
            recipes=", ".join(RECIPES),
        )
    recipe: Recipe[Any] = importlib.import_module(RECIPES[name]).RECIPE
    return recipe


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the end of a sentence that says which known name is most like another, or ""."""
    matches = difflib.get_close_matches(name.lower(), list(names), n=1, cutoff=0.5)
    return f"; the nearest is “{matches[0]}”" if matches else ""
