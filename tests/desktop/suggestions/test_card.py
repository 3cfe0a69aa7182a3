"""What a card says of the reasons, and what of a title it underlines."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.base.findings import EvidencePassage
from core.base.notices import Notice
from core.base.records import Paper, PaperNumber, Reason
from desktop.suggestions.card import SuggestionCard
from desktop.suggestions.model import mark_words, spoken
from tests import wording
from tests.desktop.suggestions.cards import suggestion, terms


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
    said = wording.fill(
        "desktop.suggestions.model:notice_words retracted",
        about="2021-06-25, according to the publisher: Errors in data",
    )
    assert spoken(shown).endswith(said)
    assert (mark_words(shown), mark_words(suggestion())) == ("retracted", "")
    parent = QWidget()
    qtbot.addWidget(parent)
    card = SuggestionCard(parent)
    card.show_suggestion(shown, chosen=False)
    card.resize(400, card.lay_out(400))
    tips = {card.get_tool_tip(y) for y in range(card.height())}
    assert any("T" + said[1:] in tip for tip in tips)


def test_a_card_begins_its_reasons_with_what_the_paper_says(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    card = SuggestionCard(parent)
    quoted_sentence = Reason("abstract", "Light falls at dusk.", PaperNumber(1))
    card_suggestion = suggestion(quoted_sentence, terms())
    card.show_suggestion(card_suggestion, chosen=False)
    card.resize(320, card.lay_out(320))
    passage = EvidencePassage(text="Light falls at dusk.", score=0.4, page=2, page_name="iii")
    card.show_suggestion(card_suggestion, passage, chosen=False)
    card.resize(320, card.lay_out(320))
    assert card.accessibleDescription() == "Says (p. iii): “Light falls at dusk.”. Shares “light”"
    action = next(one for one in card.menu().actions() if "p. iii" in one.text())
    with qtbot.waitSignal(card.passage_requested) as wanted:
        action.trigger()
    assert wanted.args == [passage]

    in_abstract = replace(passage, page=-1, page_name="")
    card.show_suggestion(card_suggestion, in_abstract, chosen=False)
    assert card.accessibleDescription().startswith("Says: “Light falls at dusk.”")
    assert not any("p. " in one.text() for one in card.menu().actions())
