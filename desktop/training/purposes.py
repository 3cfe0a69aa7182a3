"""What each way to train is for, in the language of the window, as each recipe says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.runs.records import RecipeInfo, RecipePurpose
from desktop.language.engine_words import in_language
from desktop.language.wording import translate


@dataclass(frozen=True, slots=True)
class Offer:
    """What one card offers, in the language of the window; "" where nothing is known."""

    recipe: RecipeInfo
    preset: str
    title: str
    choose: str
    gain: str
    time: str


def offers(recipes: Sequence[RecipeInfo]) -> list[Offer]:
    """Return what there is to choose from, in the given order; recipes without a purpose last."""
    described = [
        _offer(recipe, purpose)
        for recipe in recipes
        for purpose in recipe.purposes
        if purpose.preset in recipe.presets
    ]
    names = {offer.recipe.name for offer in described}
    plain = [
        Offer(
            recipe,
            next(iter(recipe.presets), ""),
            in_language(recipe.title),
            in_language(recipe.summary),
            "",
            "",
        )
        for recipe in recipes
        if recipe.name not in names
    ]
    return described + plain


def _offer(recipe: RecipeInfo, purpose: RecipePurpose) -> Offer:
    time = translate("Purposes", "About {minutes} minutes on two processor cores.")
    return Offer(
        recipe,
        purpose.preset,
        in_language(purpose.title),
        in_language(purpose.choose),
        in_language(purpose.gain),
        time.format(minutes=purpose.minutes),
    )
