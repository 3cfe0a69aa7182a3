"""What each way to train is for, in words that need no knowledge of training.

Gains are those of ``docs/quality.md``: of the recommended preset over the model that comes with
Cocite, of the small presets over all-MiniLM-L6-v2 as published; what was not measured is not
promised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.runs.records import RecipeInfo
from desktop.language.engine_words import in_language
from desktop.language.wording import QT_TRANSLATE_NOOP, translate


@dataclass(frozen=True, slots=True)
class Purpose:
    """A recipe with a preset, what it is for, and what to expect of it."""

    recipe: str
    preset: str
    title: str
    choose: str
    gain: str
    minutes: int


@dataclass(frozen=True, slots=True)
class Offer:
    """What one card offers, in the language of the window; "" where nothing is known."""

    recipe: RecipeInfo
    preset: str
    title: str
    choose: str
    gain: str
    time: str


_PURPOSES = (
    Purpose(
        "cocite",
        "queries",
        QT_TRANSLATE_NOOP("Purposes", "Better suggestions, and the library stays as it is"),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Choose this first. It learns how sentences cite; papers keep their vectors, so nothing"
            " is encoded again.",
        ),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Gain measured in libraries of 300 papers: 74 instead of 73 of 100 cited papers among"
            " the first ten; less for certain in none.",
        ),
        20,
    ),
    Purpose(
        "cocite",
        "small",
        QT_TRANSLATE_NOOP("Purposes", "Better suggestions, with sentences and papers learned"),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Choose this when the model is to learn the papers of your field too. The library is"
            " encoded again before it is used.",
        ),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Gain measured with 1,500 citing sentences: 57 instead of 55 of 100 cited papers among"
            " the first ten.",
        ),
        12,
    ),
    Purpose(
        "mp-bert4cr",
        "small",
        QT_TRANSLATE_NOOP("Purposes", "Papers that are cited together"),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Choose this with very many full texts and a GPU, when sentences cite several papers.",
        ),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Expect no gain from a short training: it found 53 instead of 55 of 100 cited papers. A"
            " long one, as published, was not measured.",
        ),
        9,
    ),
    Purpose(
        "scincl",
        "small",
        QT_TRANSLATE_NOOP("Purposes", "Similar papers, by the network of citations"),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Choose this with many citations and a GPU, when you look for similar papers rather"
            " than for what a sentence should cite.",
        ),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Expect no gain from a short training: it found 50 instead of 55 of 100 cited papers. A"
            " long one, as published, was not measured.",
        ),
        18,
    ),
    Purpose(
        "specter",
        "small",
        QT_TRANSLATE_NOOP("Purposes", "Similar papers, by who cites whom"),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Choose this to compare with a well-known method, with many citations and a GPU.",
        ),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Expect no gain from a short training: it found 49 instead of 55 of 100 cited papers. A"
            " long one, as published, was not measured.",
        ),
        16,
    ),
    Purpose(
        "semcse",
        "small",
        QT_TRANSLATE_NOOP("Purposes", "Similar papers, without citations"),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Choose this with abstracts but hardly any citations. It learns what papers say.",
        ),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Expect no gain from a short training: it found 52 instead of 55 of 100 cited papers. A"
            " long one, as published, was not measured.",
        ),
        9,
    ),
    Purpose(
        "reranker",
        "small",
        QT_TRANSLATE_NOOP("Purposes", "A better order of the first suggestions"),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Choose this with thousands of citing sentences and a GPU. It is used beside the model"
            " of the library, and each question takes longer.",
        ),
        QT_TRANSLATE_NOOP(
            "Purposes",
            "Expect no gain from a short training: it found 24 instead of 28 of 100 cited papers. A"
            " long one, as published, was not measured.",
        ),
        15,
    ),
)


def offers(recipes: Sequence[RecipeInfo]) -> list[Offer]:
    """Return what there is to choose from, the best first; recipes without a purpose last."""
    known = {recipe.name: recipe for recipe in recipes}
    found = [
        _offer(known[each.recipe], each)
        for each in _PURPOSES
        if each.recipe in known and each.preset in known[each.recipe].presets
    ]
    named = {offer.recipe.name for offer in found}
    others = [
        Offer(
            recipe,
            next(iter(recipe.presets), ""),
            in_language(recipe.title),
            in_language(recipe.summary),
            "",
            "",
        )
        for recipe in recipes
        if recipe.name not in named
    ]
    return found + others


def _offer(recipe: RecipeInfo, purpose: Purpose) -> Offer:
    time = translate("Purposes", "About {minutes} minutes on two processor cores.")
    return Offer(
        recipe,
        purpose.preset,
        translate("Purposes", purpose.title),
        translate("Purposes", purpose.choose),
        translate("Purposes", purpose.gain),
        time.format(minutes=purpose.minutes),
    )
