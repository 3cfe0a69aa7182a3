"""What is said of a manuscript in a language that the model in use does not know."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QPushButton

from core.models.shelf import base_model
from core.runs.records import ShelfEntry
from tests import wording
from tests.desktop.manuscript_desk import Desk, press

GERMAN = " ".join(
    f"Der Sand in den {name} Sieben wird mit der Waage und nicht mit dem Auge gewogen."
    for name in ("groben", "feinen", "neuen", "alten", "nassen", "trockenen")
)
ENGLISH = " ".join(
    f"The sand in the {name} sieves is weighed with the scales and not by the eye."
    for name in ("coarse", "fine", "new", "old", "wet", "dry")
)


def test_a_german_manuscript_leads_to_the_models(desk: Desk) -> None:
    wanted: list[str] = []
    desk.page.models_wanted.connect(wanted.append)

    desk.page.open_text(GERMAN)
    desk.until(lambda: "German" in desk.tab.notice.text)

    desk.until(lambda: desk.session.marks.judged)
    desk.panel.show_sentence(None)
    assert (
        wording.stem("desktop.manuscript.suggestion_panel:_wait_for_choice Gaps")
        in desk.panel.placeholder.text()
    )
    assert desk.tab.notice.close_button.isVisible()
    buttons = desk.tab.notice.findChildren(QPushButton)
    press(next(one for one in buttons if one.text() == "Open models"))
    assert wanted == [""]
    assert not desk.tab.notice.text


def test_a_model_of_the_shelf_that_knows_the_language_is_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[str] = []
    desk.page.models_wanted.connect(wanted.append)
    knows = ShelfEntry(name="tongues", title="Tongues", languages=("multilingual",))
    monkeypatch.setattr(desk.workspace.training, "knowing", {"de": knows}.get)

    desk.page.open_text(GERMAN)
    desk.until(lambda: "“Tongues” knows German" in desk.tab.notice.text)

    buttons = desk.tab.notice.findChildren(QPushButton)
    press(next(one for one in buttons if one.text() == "Use it for German"))
    assert wanted == ["tongues"]


def test_english_and_other_models_need_no_word(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    german = desk.workspace.manuscripts.open_text(GERMAN).manuscript
    english = desk.workspace.manuscripts.open_text(ENGLISH).manuscript
    indexing = desk.workspace.indexing
    assert (indexing.foreign_language(german), indexing.foreign_language(english)) == ("de", "")

    own = base_model()
    other = replace(own, manifest=own.manifest.model_copy(update={"package": ""}))
    monkeypatch.setattr(desk.workspace._runtime.encoder, "model", other)
    assert indexing.foreign_language(german) == ""
