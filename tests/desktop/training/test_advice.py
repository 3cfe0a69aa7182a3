"""What is said of a corpus in one sentence, and what the cards offer."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.runs.records import (
    CorpusChecked,
    CorpusFinding,
    Level,
    RecipeInfo,
    RecipePurpose,
    ShelfEntry,
)
from desktop.training.corpus_step import advice
from desktop.training.recipe_step import RecipeStep, offers


def checked(asked: int, **recipes: Level) -> CorpusChecked:
    finding = CorpusFinding("thin", "dev contexts", asked, "", ())
    return CorpusChecked(Path("corpus"), (finding,), recipes)


PURPOSES = {"cocite": ("queries", "small"), "semcse": ("small",)}
"""The presets that are offered, the best first."""


def purpose(preset: str) -> RecipePurpose:
    return RecipePurpose(
        preset=preset,
        title=f"Better by {preset}",
        choose="Choose this first.",
        gain=f"It finds 74 instead of 73 of 100 by {preset}.",
        minutes=20,
    )


def recipe(name: str, *presets: str) -> RecipeInfo:
    return RecipeInfo(
        name=name,
        title=name.upper(),
        summary="Learns.",
        source="A paper",
        base="minilm",
        settings=(),
        presets={preset: {} for preset in presets},
        purposes=tuple(map(purpose, PURPOSES.get(name, ()))),
    )


@pytest.mark.parametrize(
    ("asked", "level", "outlook", "words"),
    [
        (500, "missing", "none", "too little here to train"),
        (0, "thin", "doubtful", "nothing here can tell whether it helped"),
        (10, "enough", "doubtful", "(held-out sentences: 10; needed: 200)"),
        (200, "thin", "good", "expect a small gain"),
        (200, "enough", "good", "enough to learn from"),
    ],
)
def test_one_sentence_says_what_is_possible(
    asked: int, level: Level, outlook: str, words: str
) -> None:
    found = advice(checked(asked, cocite=level, specter="missing"))
    assert found.outlook == outlook
    assert words in found.sentence


def test_what_is_recommended_comes_first_and_methods_without_a_purpose_last() -> None:
    cards = offers([recipe("later", "tiny"), recipe("cocite", "small", "queries")])
    assert [(card.recipe.name, card.preset) for card in cards] == [
        ("cocite", "queries"),
        ("cocite", "small"),
        ("later", "tiny"),
    ]
    assert cards[0].gain == "It finds 74 instead of 73 of 100 by queries."
    assert cards[0].time == "About 20 minutes on two processor cores."
    assert cards[2].gain == ""


def test_a_card_chooses_its_preset_and_what_cannot_be_learned_cannot_be_chosen(
    qtbot: QtBot,
) -> None:
    step = RecipeStep()
    qtbot.addWidget(step)
    step.show_recipes([recipe("cocite", "small", "queries"), recipe("semcse", "small")])
    step.show_corpus(checked(0, cocite="thin", semcse="thin"))
    assert step.preset_name() == "queries"
    step.cards[1].button.setChecked(True)
    assert step.preset_name() == "small"
    step.show_corpus(checked(0, cocite="missing", semcse="thin"))
    chosen = step.recipe()
    assert chosen is not None
    assert chosen.name == "semcse"
    assert "too little" in step.cards[0].button.toolTip()


def test_a_model_with_an_adapter_is_begun_with_only_where_queries_alone_learn(
    qtbot: QtBot,
) -> None:
    step = RecipeStep()
    qtbot.addWidget(step)
    presets = {"queries": {"sides": "queries", "base": "cocite-small"}, "small": {}}
    step.show_recipes([dataclasses.replace(recipe("cocite"), presets=presets)])
    small = ShelfEntry(name="cocite-small", title="Cocite small", keeps_vectors=True)
    step.show_models([small, ShelfEntry(name="minilm", title="MiniLM")])
    step.show_corpus(checked(0, cocite="thin"))
    assert step.preset_name() == "queries"
    assert (step.base.currentText(), step.base.count()) == ("Cocite small", 2)
    assert step.settings()["base"] == "cocite-small"
    step.cards[1].button.setChecked(True)
    assert (step.base.currentText(), step.base.count()) == ("MiniLM", 1)


def test_cards_stand_below_one_another_where_two_do_not_fit(qtbot: QtBot) -> None:
    step = RecipeStep()
    qtbot.addWidget(step)
    step.show_recipes([recipe("cocite", "small", "queries"), recipe("semcse", "small")])
    step.resize(1600, 700)
    step.show()
    first, second = step.cards[:2]
    qtbot.waitUntil(lambda: second.x() > first.x() and second.y() == first.y())
    step.resize(first.minimumSizeHint().width() * 3 // 2, 700)
    qtbot.waitUntil(lambda: second.x() == first.x() and second.y() > first.y())
    step.resize(1600, 700)
    qtbot.waitUntil(lambda: second.y() == first.y())
