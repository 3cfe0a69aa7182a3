"""The check of all citations: asked for in the audit, shown there, saved as a page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QUrl
from PySide6.QtWidgets import QApplication

from core.base.errors import EngineError
from core.base.findings import (
    CitationEvidence,
    EntryCheck,
    EvidencePassage,
    EvidenceReport,
    FieldDifference,
    SearchedText,
)
from core.base.lookups import Consent
from core.base.notices import Notice
from core.base.records import PaperNumber
from desktop.manuscript.side_pane import AuditPanel
from desktop.papers.lookup import why_not
from desktop.ui import file_dialogs
from tests import wording
from tests.desktop.manuscript.reference_lists import LISTED, MISSING, opened
from tests.desktop.manuscript_desk import Desk, press

PASSAGE = EvidencePassage(text="Birds <sing> at dawn", score=0.5, page=4, page_name="xi")
ONLINE = EntryCheck(
    MISSING,
    "differs",
    (FieldDifference("year", "1999", "2000"),),
    source="Crossref",
    notice=Notice(kind="retracted", by="publisher"),
)


def make_report(desk: Desk) -> EvidenceReport:
    sentence = next(one.index for one in desk.session.sentences if one.markers)
    citation = CitationEvidence(
        sentence=sentence,
        reference=LISTED,
        paper=PaperNumber(3),
        state="related passage",
        passages=(PASSAGE,),
        searched=SearchedText(sentences=9, pages=3),
    )
    checks = (EntryCheck(MISSING, "unchecked"), EntryCheck(LISTED, "agrees"))
    return EvidenceReport(citations=(citation,), checks=checks)


def check_citations(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check citations by the menu."""

    def answer(*_: object) -> EvidenceReport:
        return make_report(desk)

    monkeypatch.setattr(desk.workspace.evidence, "check_manuscript", answer)
    desk.page.check_action.trigger()
    desk.idle()


def answer_look_ups(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, error: EngineError | None = None
) -> list[object]:
    """Answer look-ups of entries without a network; return the list of who was asked."""
    lookups: list[object] = []

    def answer(_: object, report: EvidenceReport, lookup: object, job: object) -> EvidenceReport:
        lookups.append(lookup)
        if error is not None:
            raise error
        return replace(report, checks=(ONLINE, EntryCheck(LISTED, "agrees")))

    monkeypatch.setattr(desk.workspace.evidence, "look_up_entries", answer)
    return lookups


def test_the_check_shows_passages_and_looks_up_only_when_asked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(desk)
    lookups = answer_look_ups(desk, monkeypatch)
    desk.workspace.lookup.consent = Consent(("crossref",))
    assert desk.side.audit.look_up_button.isHidden()
    check_citations(desk, monkeypatch)
    assert lookups == []
    panel = desk.side.audit
    assert desk.side.currentWidget() is panel
    text = panel.text.toPlainText()
    assert wording.fill("desktop.manuscript.citation_report:citations_html say") + " (1)" in text
    assert (
        "Related passage " + wording.fill("desktop.manuscript.evidence_panel:searched_words", n=3)
        in text
    )
    assert "Retracted" not in text
    with desk.qtbot.waitSignal(desk.page.passage_wanted) as wanted:
        panel.text.anchorClicked.emit(QUrl("passage:0"))
    assert wanted.args == [3, 4, "Birds <sing> at dawn"]
    panel.copy_button.click()

    assert panel.look_up_button.text() == wording.fill(
        "desktop.manuscript.side_pane:_judge_checking", n=1
    )
    assert panel.look_up_button.toolTip() == wording.fill(
        "desktop.manuscript.side_pane:_judge_checking", services="Crossref"
    )
    press(panel.look_up_button)
    desk.idle()
    assert lookups == [desk.workspace.lookup]
    text = panel.text.toPlainText()
    assert wording.fill("desktop.manuscript.citation_report:citations_html say") + " (1)" in text
    assert "Retracted (according to the publisher)" in text
    assert "Year: “1999”, at Crossref “2000”" in text


def test_entries_without_a_text_to_search_take_one_line_together(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library of records alone has nothing else; what was found must not drown in them."""
    opened(desk)
    found = make_report(desk)
    empty = replace(found.citations[0], state="no text", passages=(), searched=SearchedText())
    twice = replace(found, citations=(*found.citations, empty, empty))
    monkeypatch.setattr(desk.workspace.evidence, "check_manuscript", lambda *_: twice)
    desk.page.check_action.trigger()
    desk.idle()
    text = desk.side.audit.text.toPlainText()
    assert wording.fill("desktop.manuscript.citation_report:citations_html say") + " (3)" in text
    nothing = wording.fill("desktop.manuscript.citation_report:_list_without_text")
    name = desk.session.references.name(LISTED)
    assert f"{nothing}\n{name}\n" in text.replace("\u2028", "\n") + "\n"
    state = wording.fill("desktop.manuscript.evidence_panel:state_words abstract")
    assert text.count(state) == 1  # the count


def test_a_look_up_follows_the_settings(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(desk)
    lookups = answer_look_ups(desk, monkeypatch)
    check_citations(desk, monkeypatch)
    panel = desk.side.audit
    press(panel.look_up_button)
    desk.idle()
    assert lookups == []
    assert panel.state.text() == panel.look_up_button.toolTip() == why_not()
    assert not panel.state.isHidden()

    desk.workspace.lookup.consent = Consent(("crossref", "arxiv"))
    QApplication.sendEvent(panel.look_up_button, QEvent(QEvent.Type.Enter))
    assert panel.look_up_button.toolTip() == wording.fill(
        "desktop.manuscript.side_pane:_judge_checking", services="Crossref, arXiv"
    )
    press(panel.look_up_button)
    desk.idle()
    assert lookups == [desk.workspace.lookup]
    assert panel.state.isHidden()


def test_a_look_up_that_fails_leaves_the_evidence(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(desk)
    answer_look_ups(desk, monkeypatch, EngineError("The line is dead.", remedy="Wait."))
    desk.workspace.lookup.consent = Consent(("crossref",))
    check_citations(desk, monkeypatch)
    panel = desk.side.audit
    press(panel.look_up_button)
    desk.idle()
    assert "The line is dead." in desk.tab.trouble.text
    assert (
        wording.fill("desktop.manuscript.citation_report:citations_html say") + " (1)"
        in panel.text.toPlainText()
    )
    assert panel.look_up_button.isEnabled()


def test_the_page_for_reviewers_is_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened(desk)
    panel: AuditPanel = desk.side.audit
    assert panel.save_button.isHidden()
    check_citations(desk, monkeypatch)
    answer_look_ups(desk, monkeypatch)
    desk.workspace.lookup.consent = Consent(("crossref",))
    press(panel.look_up_button)
    desk.idle()
    monkeypatch.setattr(
        file_dialogs.QFileDialog,
        "getSaveFileName",
        lambda *_: (str(tmp_path / "page.html"), ""),
    )
    with desk.qtbot.waitSignal(panel.copied) as saved:
        press(panel.save_button)
    assert saved.args == [
        wording.fill("desktop.manuscript.citation_report:write", name="page.html")
    ]
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Birds &lt;sing&gt; at dawn" in html
    assert "differs (Crossref)" in html


def test_a_report_of_other_links_is_dropped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(desk)
    check_citations(desk, monkeypatch)
    report = desk.side.audit.citations
    assert report.report is not None
    desk.session.references.say(LISTED, None)
    desk.idle()
    desk.side.show_reference(LISTED)
    press(desk.side.entry.wrong_button)
    desk.idle()
    assert report.report is None
    assert (
        wording.fill("desktop.manuscript.citation_report:citations_html say")
        not in desk.side.audit.text.toPlainText()
    )


def test_a_failure_is_said_and_can_be_tried_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(desk)

    def fail(*_: object, **__: object) -> EvidenceReport:
        raise EngineError("The disk is gone.", remedy="Get it back.")

    monkeypatch.setattr(desk.workspace.evidence, "check_manuscript", fail)
    desk.page.check_action.trigger()
    desk.idle()
    assert "The disk is gone." in desk.tab.trouble.text
    assert desk.side.audit.check_button.isEnabled()
