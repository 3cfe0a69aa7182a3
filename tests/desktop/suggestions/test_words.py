"""Reasons of a suggestion in words."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.messages import Message
from core.base.records import PaperNumber, Reason
from desktop.language import languages
from desktop.suggestions.words import broken, marked, reason_text
from tests.desktop.suggestions.cards import TITLE, suggestion, terms


def test_a_reason_for_a_paper_is_given_in_german(qapp: QApplication) -> None:
    titles = Message("cited together in {papers}: {titles}", papers="2", titles="Lanterns")
    languages.speak("de")
    try:
        assert (
            reason_text(Reason("cocitation", titles, PaperNumber(1)))
            == "Gemeinsam zitiert in 2: Lanterns"
        )
    finally:
        languages.speak("en")


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        (terms(), "Shares “light”"),
        (Reason("abstract", "Light is measured.", PaperNumber(1)), "“Light is measured.”"),
        (
            Reason("context", "cited as: “Light draws.”", PaperNumber(2)),
            "Cited as: “Light draws.”",
        ),
        (
            Reason("context", "“Light draws.” (cited so in “Moths”)", PaperNumber(2)),
            "“Light draws.” (cited so in “Moths”)",
        ),
    ],
)
def test_a_reason_is_one_line(reason: Reason, line: str) -> None:
    assert reason_text(reason) == line


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([TITLE], [(0, 0, 8), (0, 21, 26)]),
        (["Lanterns: a study of", "light in gardens"], [(0, 0, 8), (1, 0, 5)]),
        (["Lanterns: a study of lig", "ht in gar…"], [(0, 0, 8), (0, 21, 24), (1, 0, 2)]),
        (["Lant…"], [(0, 0, 4)]),
    ],
)
def test_what_speaks_for_a_title_is_found_in_its_lines(
    lines: list[str], expected: list[tuple[int, int, int]]
) -> None:
    shown = suggestion(terms(("title", 0, 8), ("abstract", 3, 5), ("title", 21, 26)))
    assert marked(shown, lines) == expected


def test_places_in_another_paper_are_not_marked() -> None:
    assert marked(suggestion(terms(("title", 0, 8), paper=2)), [TITLE]) == []


def test_an_unfolded_card_shows_the_whole_of_a_long_sentence(qtbot: QtBot) -> None:
    said = "Lanterns of all kinds " + "and of every size " * 30 + "light the garden."
    shown = suggestion(Reason("abstract", said, PaperNumber(1)))
    folded = broken(shown, QFont(), 300, unfolded=False)
    whole = broken(shown, QFont(), 300, unfolded=True)
    assert (folded.unfolds, len(folded.reasons)) == (True, 1)
    assert " ".join(line for _, line in whole.reasons) == f"“{said}”"
