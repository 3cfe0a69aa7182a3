"""Cards of methods."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.runs.records import (
    RecipeInfo,
    RecipePurpose,
    Setting,
    ShelfEntry,
)
from desktop.training import recipe_step
from desktop.training.recipe_step import RecipeStep, SettingsForm, offers
from tests import wording
from tests.desktop.training.advice import checked

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


def test_what_is_recommended_comes_first_and_methods_without_a_purpose_last() -> None:
    cards = offers([recipe("later", "tiny"), recipe("cocite", "small", "queries")])
    assert [(card.recipe.name, card.preset) for card in cards] == [
        ("cocite", "queries"),
        ("cocite", "small"),
        ("later", "tiny"),
    ]
    assert cards[0].gain == "It finds 74 instead of 73 of 100 by queries."
    assert cards[0].time == wording.fill("desktop.training.recipe_step:_offer", minutes=20)
    assert cards[2].gain == ""


def test_a_card_chooses_its_preset_and_what_cannot_be_learned_cannot_be_chosen(
    qtbot: QtBot,
) -> None:
    step = RecipeStep(QWidget())
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


def test_a_gpu_gets_its_own_preset_and_no_time_of_a_processor(qtbot: QtBot) -> None:
    step = RecipeStep(QWidget())
    qtbot.addWidget(step)
    step.show_device("cuda")
    step.show_recipes([recipe("cocite", "small", "queries"), recipe("semcse", "small")])
    step.show_corpus(checked(0, cocite="thin", semcse="thin"))
    assert step.preset_name() == "queries", "it suits every device"
    step.cards[2].button.setChecked(True)
    assert step.preset_name() == "", "the values for a GPU"
    assert "two processor cores" not in step.cards[2].time.text()
    step.show_device("cpu")
    assert step.preset_name() == "small"
    assert step.cards[2].time.text() == wording.fill(
        "desktop.training.recipe_step:_offer", minutes=20
    )


def test_a_model_with_an_adapter_is_begun_with_only_where_queries_alone_learn(
    qtbot: QtBot,
) -> None:
    step = RecipeStep(QWidget())
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
    step = RecipeStep(QWidget())
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


def test_what_is_typed_is_checked_against_the_setting(qtbot: QtBot) -> None:
    rate = Setting(
        name="learning_rate", kind="number", default=2e-5, meaning="Peak rate.", above=0.0
    )
    share = Setting(name="share", kind="number", default=0.3, meaning="Share.", least=0.0, most=1.0)
    name = Setting(name="name", kind="text", default="", meaning="Name.", pattern="^[a-z]*$")
    wrong = {"": "a number", "0": "more than 0", "nan": "a number", "1e-3": ""}
    for text, said in wrong.items():
        assert rate.problem(text).startswith(said)
        assert bool(rate.problem(text)) == bool(said)
    assert share.problem("2") == wording.fill("core.runs.records:_broken_limits most", limit=1)
    assert name.problem("A b") != ""
    recipe = RecipeInfo(
        name="r",
        title="R",
        summary="",
        source="",
        base="",
        settings=(rate, share, name),
        presets={},
    )
    form = SettingsForm()
    qtbot.addWidget(form)
    form.show_recipe(recipe, {"share": 0.5})
    assert list(form.fields) == ["learning_rate", "share"]
    assert form.get_changed_values() == {}
    field = form.fields["learning_rate"].widget
    qtbot.keyClicks(field, "x")
    assert (
        form.problem()
        == "Learning rate: " + wording.fill("core.runs.records:_problem_of_number a~number") + "."
    )
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert form.get_changed_values() == {}
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    qtbot.keyClicks(field, "4")
    assert form.get_changed_values() == {"learning_rate": "2e-04"}


def test_settings_find_their_places_a_few_at_a_time_and_in_their_order(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipe_step, "SLICE_S", 0.0)
    settings = tuple(
        Setting(name=f"s{number}", kind="whole", default=number, meaning="A number.")
        for number in range(40)
    )
    recipe = RecipeInfo(
        name="r", title="R", summary="", source="", base="", settings=settings, presets={}
    )
    form = SettingsForm()
    qtbot.addWidget(form)
    form.show()
    form.show_recipe(recipe, {})
    widgets = [field.widget for field in form.fields.values()]
    assert len(widgets) == 40  # what they say can be asked for at once
    assert not any(widget.isVisible() for widget in widgets)
    qtbot.waitUntil(lambda: all(widget.isVisible() for widget in widgets))
    places = [widget.y() for widget in widgets]
    assert places == sorted(places)
    form.show_recipe(replace(recipe, settings=settings[:2]), {})
    form.show_recipe(replace(recipe, settings=settings[2:5]), {})
    qtbot.waitUntil(lambda: all(field.widget.isVisible() for field in form.fields.values()))
    assert list(form.fields) == ["s2", "s3", "s4"]
