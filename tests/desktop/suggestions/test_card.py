"""What a card says of the reasons, and what of a title it underlines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.base.notices import Notice
from core.base.records import Paper, PaperNumber, Reason, Suggestion
from desktop.suggestions.card import SuggestionCard
from desktop.suggestions.model import mark_words, spoken
from desktop.suggestions.words import broken, marked, reason_text

TITLE = "Lanterns: a study of light in gardens"


def suggestion(*reasons: Reason) -> Suggestion:
    paper = Paper(title=TITLE, number=PaperNumber(1), ids=("t:1",), id="t:1")
    return Suggestion(rank=1, paper=paper, score=1.0, confidence=0.4, cited="no", reasons=reasons)


def terms(*places: tuple[str, int, int], paper: int = 1) -> Reason:
    return Reason("terms", "shares “light”", PaperNumber(paper), places)


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


def test_a_card_underlines_what_speaks_for_the_title(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    pictures = []
    for reason in (terms(), terms(("title", 0, 8))):
        card = SuggestionCard(parent)
        card.show_suggestion(suggestion(reason), chosen=False)
        card.resize(320, card.lay_out(320))
        pictures.append(card.grab().toImage())
    assert pictures[0].size() == pictures[1].size()
    assert pictures[0] != pictures[1]


def test_an_unfolded_card_shows_the_whole_of_a_long_sentence(qtbot: QtBot) -> None:
    said = "Lanterns of all kinds " + "and of every size " * 30 + "light the garden."
    shown = suggestion(Reason("abstract", said, PaperNumber(1)))
    folded = broken(shown, QFont(), 300, unfolded=False)
    whole = broken(shown, QFont(), 300, unfolded=True)
    assert (folded.unfolds, len(folded.reasons)) == (True, 1)
    assert " ".join(line for _, line in whole.reasons) == f"“{said}”"


def test_a_card_says_of_which_paper_it_is_another_version(qtbot: QtBot) -> None:
    other = Paper(
        title="Lanterns, a preprint", number=PaperNumber(2), ids=("t:2",), id="t:2", year=2019
    )
    shown = replace(suggestion(), version_of=other)
    said_of_it = "another version of “Lanterns, a preprint” (2019)"
    assert spoken(shown).endswith(said_of_it)
    assert "version" not in spoken(suggestion())
    parent = QWidget()
    qtbot.addWidget(parent)
    card = SuggestionCard(parent)
    card.show_suggestion(shown, chosen=False)
    card.resize(400, card.lay_out(400))
    tips = {card.get_tool_tip(y) for y in range(card.height())}
    assert any("A" + said_of_it[1:] in tip for tip in tips)


def test_a_card_says_that_its_paper_was_retracted(qtbot: QtBot) -> None:
    notice = Notice(kind="retracted", by="publisher", date="2021-06-25", reason="Errors in data")
    shown = replace(suggestion(), notice=notice)
    said = "this paper was retracted (2021-06-25, according to the publisher: Errors in data)"
    assert spoken(shown).endswith(said)
    assert (mark_words(shown), mark_words(suggestion())) == ("retracted", "")
    parent = QWidget()
    qtbot.addWidget(parent)
    card = SuggestionCard(parent)
    card.show_suggestion(shown, chosen=False)
    card.resize(400, card.lay_out(400))
    tips = {card.get_tool_tip(y) for y in range(card.height())}
    assert any("T" + said[1:] in tip for tip in tips)
