"""What the cited papers say, beside a sentence."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl

from core.base.errors import EngineError
from core.base.findings import (
    CitationEvidence,
    EvidencePassage,
    NumberCheck,
    Quotation,
    SearchedText,
    WordDifference,
)
from core.base.records import PaperNumber
from desktop.manuscript.evidence_panel import (
    CARDS,
    EvidencePanel,
    number_words,
    quotation_words,
    searched_words,
    state_words,
)
from tests import wording
from tests.desktop.manuscript.reference_lists import opened
from tests.desktop.manuscript_desk import GAP, Desk, press


def citing_sentence(desk: Desk) -> int:
    """Return a sentence that cites an entry."""
    session = desk.page.current_tab().session
    assert session is not None
    return next(one.index for one in session.sentences if one.markers and one.markers[0].references)


def show_evidence(desk: Desk) -> EvidencePanel:
    """Select a citing sentence and look at its evidence."""
    tab = desk.page.current_tab()
    tab.view.select(citing_sentence(desk))
    desk.idle()
    press(desk.side.suggestions.cited.evidence_button)
    desk.idle()
    panel = desk.side.evidence
    assert desk.side.currentWidget() is panel
    return panel


def evidence_of(desk: Desk) -> CitationEvidence:
    """Return evidence with a passage on the fifth page, a quotation and a number."""
    return CitationEvidence(
        sentence=citing_sentence(desk),
        reference=0,
        paper=PaperNumber(2),
        state="related passage",
        passages=(EvidencePassage(text="Birds <sing> at dawn", score=0.5, page=4, page_name="xi"),),
        quotations=(
            Quotation(
                text="birds never sing",
                state="differs",
                passage="birds always sing",
                page=1,
                page_name="2",
                differences=(WordDifference("never", "always"),),
            ),
        ),
        numbers=(NumberCheck(text="7 %", state="not found"),),
        searched=SearchedText(sentences=9, pages=3),
    )


def test_the_library_is_asked_and_each_entry_has_its_state(desk: Desk) -> None:
    opened(desk)
    panel = show_evidence(desk)
    text = panel.text.toPlainText()
    assert "cited paper" in panel.state.text()
    assert any(
        words in text
        for words in (
            "Evidence found",
            "Related passage",
            "Nothing near",
            wording.fill("desktop.manuscript.evidence_panel:state_words your"),
        )
    )


def test_passages_quotations_and_numbers_lead_to_their_pages(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(desk)
    service = desk.workspace.evidence
    monkeypatch.setattr(service, "find_for_sentence", lambda *_: [evidence_of(desk)])
    panel = show_evidence(desk)
    text = panel.text.toPlainText()
    assert "Birds <sing> at dawn" in text
    assert (
        "Related passage " + wording.fill("desktop.manuscript.evidence_panel:searched_words", n=3)
        in text
    )
    assert "never → always" in text
    assert (
        wording.fill("desktop.manuscript.evidence_panel:number_words could", number="7 %") in text
    )
    with desk.qtbot.waitSignal(desk.page.passage_wanted) as wanted:
        panel.text.anchorClicked.emit(QUrl("passage:1"))
    assert wanted.args == [2, 4, "Birds <sing> at dawn"]
    with desk.qtbot.waitSignal(desk.page.passage_wanted) as wanted:
        panel.text.anchorClicked.emit(QUrl("passage:0"))
    assert wanted.args == [2, 1, "birds always sing"]


def test_a_failure_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(desk)

    def fail(*_: object) -> list[CitationEvidence]:
        raise EngineError("The disk is gone.", remedy="Get it back.")

    monkeypatch.setattr(desk.workspace.evidence, "find_for_sentence", fail)
    panel = show_evidence(desk)
    assert panel.state.text() == "The disk is gone. Get it back."


def test_the_panel_follows_the_selection_and_makes_way(desk: Desk) -> None:
    opened(desk)
    panel = show_evidence(desk)
    tab = desk.page.current_tab()
    tab.view.select(None)
    assert desk.side.currentWidget() is panel
    assert "Select a sentence" in panel.state.text()
    press(panel.back_button)
    assert desk.side.currentWidget() is desk.side.suggestions
    assert desk.side.suggestions.cited.evidence_button.isHidden()


def test_nothing_calls_a_citation_right_or_wrong() -> None:
    empty = CitationEvidence(sentence=0, reference=0, state="no text")
    texts = [
        *(state_words(state)[0] for state in ("evidence found", "related passage", "nothing near")),
        *(quotation_words(Quotation(text="", state=state))[0] for state in ("found", "differs")),
        number_words(NumberCheck(text="3", state="elsewhere", page_name="iv")),
        searched_words(empty),
    ]
    assert texts[-2:] == ["3: found elsewhere, p. iv", ""]
    assert not any(word in " ".join(texts).lower() for word in ("wrong", "supported", "false"))


def say_of_papers(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let every paper say something; return the papers that were asked about, as they come."""
    asked: list[int] = []

    def answer(_: object, sentence: int, paper: PaperNumber) -> CitationEvidence:
        asked.append(paper)
        passage = EvidencePassage(text=f"Paper {paper} says so", score=0.5, page=3, page_name="4")
        return CitationEvidence(
            sentence=sentence,
            reference=-1,
            paper=paper,
            state="related passage",
            passages=(passage,) if paper != 1 else (),
        )

    monkeypatch.setattr(desk.workspace.evidence, "find_for_paper", answer)
    return asked


def test_the_cards_say_behind_what_the_papers_say(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = say_of_papers(desk, monkeypatch)
    opened(desk)
    desk.tab.view.select(GAP)
    desk.idle()
    papers = [one.paper.number for one in desk.panel.model.suggestions[:CARDS]]
    assert papers
    desk.until(lambda: len(asked) == len(papers))
    desk.idle()
    for row, number in enumerate(papers):
        says = (
            desk.shown_card(row).accessibleDescription().startswith(f"Says (p. 4): “Paper {number}")
        )
        assert says == (number != 1)
    row = next(row for row, number in enumerate(papers) if number != 1)
    action = next(one for one in desk.shown_card(row).menu().actions() if "p. 4" in one.text())
    with desk.qtbot.waitSignal(desk.page.passage_wanted) as wanted:
        action.trigger()
    assert wanted.args == [papers[row], 3, f"Paper {papers[row]} says so"]


def test_no_card_under_the_mouse_grows(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    say_of_papers(desk, monkeypatch)
    opened(desk)
    under_mouse: list[PaperNumber | None] = [None]
    monkeypatch.setattr(desk.panel.list, "paper_under_mouse", lambda: under_mouse[0])
    desk.tab.view.select(GAP)
    desk.until(lambda: bool(desk.panel.model.suggestions))
    under_mouse[0] = desk.panel.model.suggestions[-1].paper.number
    desk.until(lambda: bool(desk.side.passages._evidence))
    desk.idle()
    numbers = [one.paper.number for one in desk.panel.model.suggestions[:CARDS]]
    assert all(desk.panel.model.passage(number) is None for number in numbers)
    under_mouse[0] = None
    cards = [number for number in numbers if number != 1]
    desk.until(lambda: all(desk.panel.model.passage(number) is not None for number in cards))


def test_an_entry_shows_what_its_paper_says_about_each_sentence(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(desk)
    evidence = evidence_of(desk)
    monkeypatch.setattr(desk.workspace.evidence, "find_for_reference", lambda *_: [evidence])
    (reference,) = desk.session.sentences[evidence.sentence].markers[0].references[:1]
    desk.side.show_reference(reference)
    desk.idle()
    text = desk.side.entry.text.toPlainText()
    assert (
        "Related passage " + wording.fill("desktop.manuscript.evidence_panel:searched_words", n=3)
        in text
    )
    assert "Birds <sing> at dawn" in text
    with desk.qtbot.waitSignal(desk.page.passage_wanted) as wanted:
        desk.side.entry.text.anchorClicked.emit(QUrl("passage:1"))
    assert wanted.args == [2, 4, "Birds <sing> at dawn"]
