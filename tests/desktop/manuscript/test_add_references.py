"""References on the manuscript page: details, links by hand, the audit."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from core.base.findings import Finding
from core.base.lookups import Consent
from core.base.records import Paper, PaperNumber, PaperRecord, Reference
from desktop.manuscript.add_references import AddReferencesDialog, fields_as_html, with_doubts
from desktop.manuscript.outline_pane import SECOND_LINE_ROLE, OutlineModel
from desktop.manuscript.reference_links import Unresolved
from desktop.manuscript.reference_words import count_words, nothing_words
from desktop.papers.lookup_dialog import FoundDialog
from tests import dumps, services_online, wording
from tests.desktop.manuscript.reference_lists import LISTED, MISSING, entry, link, opened
from tests.desktop.manuscript_desk import Desk, press
from tests.desktop.small_library import trashed


def test_a_row_of_the_outline_shows_the_entry_with_its_link(desk: Desk) -> None:
    opened(desk)
    assert desk.tab.outline_pane is not None
    view = desk.tab.outline_pane.outline
    model = view.model()
    references = model.index(7, 0)
    view.activated.emit(model.index(LISTED, 0, references))
    desk.idle()
    panel = desk.side.entry
    assert desk.side.currentWidget() is panel
    assert panel.heading.text() == "Reference [3]"
    assert panel.state.text() == "In your library: same title"
    shown = panel.text.toPlainText()
    assert "J. Lindqvist and P. Moreau. A network that knows" in shown
    assert "Cited in 2 sentences" in shown
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert desk.side.currentWidget() is desk.panel


def test_a_selected_sentence_lists_the_entries_it_cites(desk: Desk) -> None:
    opened(desk)
    citing = next(s for s in desk.session.sentences if len(s.markers[:1]) and "[3, 4]" in s.text)
    desk.select(citing.index)
    listed = [desk.panel.cited.item(row).text() for row in range(desk.panel.cited.count())]
    assert [text[:1] for text in listed] == ["✓", "✓"]
    desk.panel.cited.itemActivated.emit(desk.panel.cited.item(0))
    assert desk.side.entry.reference == 2


def test_an_entry_becomes_a_paper_and_goes_to_the_trash_when_undone(desk: Desk) -> None:
    opened(desk)
    heard: list[bool] = []
    desk.page.library_changed.connect(lambda: heard.append(True))
    panel = entry(desk, MISSING)
    press(panel.add_button)
    assert panel.state.text() == wording.fill("desktop.manuscript.reference_panel:_standing Adding")
    desk.idle()
    made = link(desk, MISSING)
    assert made is not None
    assert desk.workspace.library.papers.get(made.paper).title.startswith("Autonomous recorders")
    assert panel.state.text() == "In your library: your setting"
    assert heard
    assert desk.page.undo.undo_text == wording.fill(
        "core.services.manuscripts:add_references", count=1
    )
    desk.page.undo.undo()
    desk.idle()
    assert made.paper in trashed(desk.workspace)
    assert link(desk, MISSING) is None
    desk.page.undo.redo()
    desk.idle()
    assert trashed(desk.workspace) == set()
    assert link(desk, MISSING) == made


def test_the_place_of_an_entry_is_shown_on_the_page(desk: Desk) -> None:
    opened(desk)
    desk.until(lambda: desk.tab.view.pages == 2)
    panel = entry(desk, 13)
    press(panel.page_button)
    rect = desk.session.references.entries[13].rects[0]
    view = desk.tab.view
    corner = view._layout.to_content(rect.page, view._layout.to_page(view._offset())[1])
    assert not corner.isNull()
    assert view.current_page == rect.page
    assert view._pointed == desk.session.references.entries[13].rects
    press(panel.back_button)
    assert view._pointed == ()


def test_what_cannot_be_done_says_why(desk: Desk) -> None:
    opened(desk)
    panel = entry(desk, MISSING)
    assert panel.open_button.toolTip() == wording.fill(
        "desktop.manuscript.reference_panel:_judge linked"
    )
    assert panel.automatic_button.toolTip() == wording.fill(
        "desktop.manuscript.reference_panel:_judge You"
    )
    desk.workspace.library.read_only = True
    panel.refresh()
    for button in (panel.link_button, panel.add_button, panel.wrong_button):
        assert not button.isEnabled()
        assert button.toolTip() == wording.fill("desktop.manuscript.reference_panel:_judge reading")


def test_links_are_looked_up_again_when_the_library_changed(desk: Desk) -> None:
    opened(desk)
    title = desk.session.references.entries[MISSING].title
    papers = desk.workspace.library.papers
    (new,) = papers.add([PaperRecord(title=title, year=2018)], source="test")
    desk.page.relink()
    desk.until(lambda: link(desk, MISSING) is not None)
    made = link(desk, MISSING)
    assert made is not None
    assert made.paper == new.number
    assert not made.by_hand


def test_citations_without_a_list_can_be_audited_and_a_text_without_any_cannot(
    desk: Desk, tmp_path: Path
) -> None:
    desk.page.open_text("Sand is weighed with the scales and not by the eye.")
    desk.until(lambda: desk.tab.session is not None)
    assert not desk.page.audit_action.isEnabled()
    file = tmp_path / "peat.md"
    file.write_text("Sand is weighed with the scales. Peat is dug with the spade [@nobody].")
    desk.page.open(file)
    desk.until(lambda: desk.tab.session is not None)
    desk.until(lambda: bool(desk.session.references.findings))
    desk.page.audit_action.trigger()
    assert (
        wording.stem("core.recommend.audit:_not_listed beside")
        in desk.side.audit.text.toPlainText()
    )


def adding(desk: Desk) -> AddReferencesDialog:
    desk.page.add_references_action.trigger()
    (dialog,) = desk.side.findChildren(AddReferencesDialog)
    desk.until(lambda: dialog.list.topLevelItemCount() > 0)
    return dialog


def test_the_authors_of_a_missing_reference_are_named_by_their_last_names(desk: Desk) -> None:
    opened(desk)
    dialog = adding(desk)
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    named = [item.text(1) for item in items if item is not None]
    assert "Castellano et al., 2018" in named
    assert "Weiss, 2019" in named
    assert not any(text.startswith("al.") for text in named)


def test_all_missing_references_are_added_as_one_step(desk: Desk) -> None:
    opened(desk)
    links = desk.session.references
    missing = [each.index for each in links.unresolved()]
    assert MISSING in missing
    before = set(desk.workspace.library.papers.numbers())
    dialog = adding(desk)
    assert dialog.list.topLevelItemCount() == len(missing)
    press(dialog.findChildren(QPushButton)[0])  # “All”
    wanted = dialog.chosen()
    assert wanted == [each.index for each in links.unresolved() if each.title]
    assert dialog.add_button.text() == f"Add {len(wanted)} papers"
    dialog.add_button.click()
    desk.idle()
    assert not set(wanted) & {each.index for each in links.unresolved()}
    made = set(desk.workspace.library.papers.numbers()) - before
    assert len(made) == len(wanted)
    desk.page.undo.undo()  # all of it is one action
    desk.idle()
    assert made <= trashed(desk.workspace)
    assert {each.index for each in links.unresolved()} == set(missing)
    desk.page.undo.redo()
    desk.idle()
    assert not made & trashed(desk.workspace)


def test_single_references_are_chosen_and_doubts_are_named(desk: Desk) -> None:
    opened(desk)
    dialog = adding(desk)
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    for item in items:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsUserCheckable:
            item.setCheckState(0, Qt.CheckState.Unchecked)
    assert not dialog.add_button.isEnabled()
    assert dialog.add_button.toolTip() == wording.fill("desktop.manuscript.add_references:_count")
    (one,) = (i for i in items if i and i.data(0, Qt.ItemDataRole.UserRole) == MISSING)
    one.setCheckState(0, Qt.CheckState.Checked)
    dialog.add_button.click()
    desk.idle()
    assert link(desk, MISSING) is not None
    assert desk.page.undo.undo_text == wording.fill(
        "core.services.manuscripts:add_references", count=1
    )


def test_what_speaks_against_adding_an_entry_is_said() -> None:
    whole = Reference(
        index=0, label="", text="A.", title="Birds of the reed", authors=("E. S.",), year=2001
    )
    bare = replace(whole, index=1, title="Birds of the reed", authors=(), year=None)
    unread = replace(whole, index=2, title="")
    near = Paper(number=PaperNumber(7), ids=(), title="Birds of the reeds")
    record = PaperRecord(title="Birds of the reed")
    found = with_doubts(
        [
            Unresolved(whole, record, (near, 0.8)),
            Unresolved(bare, record, (near, 0.2)),
            Unresolved(unread, record),
        ]
    )
    assert [each.possible for each in found] == [True, True, False]
    twice = wording.fill("desktop.manuscript.add_references:_doubts occurs")
    assert found[0].doubts == (
        wording.fill("desktop.manuscript.add_references:_doubts", title="Birds of the reeds"),
        twice,
    )
    assert found[1].doubts[0] == twice
    assert found[1].doubts[1:] == (
        wording.fill("desktop.manuscript.add_references:_doubts were"),
        wording.fill("desktop.manuscript.add_references:_doubts year"),
    )
    assert found[2].doubts == (
        wording.fill("desktop.manuscript.add_references:_doubts recognised title"),
    )


def test_what_was_read_of_an_entry_is_shown_by_field() -> None:
    entry = Reference(index=0, label="", text="E. Sand & Co. Birds <1>. Reeds 4 (2): 11–19, 2001.")
    extra = {"type": "article-journal", "volume": "4", "issue": "2", "page": "11–19"}
    record = PaperRecord(
        title="Birds", authors=("E. Sand",), year=2001, venue="Reeds", extra=extra, doi="10.5/b"
    )
    (candidate,) = with_doubts([Unresolved(replace(entry, title="Birds"), record)])
    view = QTextDocument()
    view.setHtml(fields_as_html(candidate))
    lines = [line.strip() for line in view.toPlainText().strip().split("\n")]
    read = dict(zip(lines[::2], lines[1::2], strict=True))
    assert (read["Type"], read["Journal"], read["Volume"]) == ("Journal article", "Reeds", "4")
    assert (read["Issue"], read["Pages"], read["DOI"]) == ("2", "11–19", "10.5/b")
    assert read["As printed"] == entry.text
    assert "Publisher" not in read


def test_the_fields_of_the_current_entry_stand_below_the_list(desk: Desk) -> None:
    opened(desk)
    dialog = adding(desk)
    for row in range(dialog.list.topLevelItemCount()):
        item = dialog.list.topLevelItem(row)
        assert item is not None
        dialog.list.setCurrentItem(item)
        entry = desk.session.references.entries[item.data(0, Qt.ItemDataRole.UserRole)]
        shown = dialog.fields.toPlainText()
        assert " ".join(entry.text.split()) in " ".join(shown.split())
        assert entry.venue in shown
        assert item.text(2).startswith(entry.venue)


def test_an_entry_that_is_looked_up_becomes_a_paper_with_its_details(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(desk)
    panel = entry(desk, MISSING)
    press(panel.look_up_button)
    assert "turned off" in panel.state.text()
    title = "Autonomous recorders in conservation"
    work = dumps.crossref("10.55555/recorders", title=title, volume="7")
    stated = panel._links.entries[MISSING]
    people = [{"literal": name} for name in stated.authors]
    work |= {"author": people, "issued": {"date-parts": [[stated.year]]}}
    with services_online.served() as online:
        online.answers["*"] = [
            services_online.send(404),
            services_online.send(200, {"message": {"items": [work]}}),
        ]
        desk.workspace.lookup.consent = Consent(("crossref",))
        press(panel.look_up_button)
        assert panel.state.text() == wording.fill("desktop.manuscript.reference_panel:_look_up")
        desk.idle()
        assert panel.state.text().endswith(wording.stem("core.services.lookup:why_nothing {title"))
        press(panel.look_up_button)
        desk.idle()
    (dialog,) = panel.findChildren(FoundDialog)
    assert dialog.button.text() == "Add 1 paper"
    dialog.button.click()
    desk.idle()
    made = link(desk, MISSING)
    assert made is not None
    assert desk.workspace.library.papers.get(made.paper).extra["volume"] == "7"
    assert not panel.look_up_button.isEnabled()
    desk.page.undo.undo()
    desk.idle()
    assert made.paper in trashed(desk.workspace)
    assert link(desk, MISSING) is None


def test_what_could_not_be_checked_is_no_problem(desk: Desk) -> None:
    findings = (
        Finding(kind="could not check", text="The notes were not read."),
        Finding(kind="could not check", text="Entry 3 may be cited."),
        Finding(kind="not listed", text="“57” is cited.", sentence=0),
        Finding(kind="cited beside", text="Entry 4 is cited in a table.", reference=3),
    )
    assert count_words(findings).split(" · ") == ["1 problem", "2 not checked"]
    assert count_words(findings[:2]) == "2 not checked"
    assert count_words(findings[3:]) == ""
    opened(desk)
    desk.until(lambda: desk.session.references.findings is not None)
    assert desk.tab.outline_pane is not None
    outline = desk.tab.outline_pane.outline.model()
    assert isinstance(outline, OutlineModel)
    desk.session.references.findings = findings
    outline.show_findings(findings)
    desk.page.audit_action.trigger()
    desk.side.audit.refresh()
    assert desk.side.audit.heading.text() == f"Reference audit: {count_words(findings)}"
    rows = [outline.index(row, 0) for row in range(outline.rowCount())]
    assert count_words(findings) in [row.data(SECOND_LINE_ROLE) for row in rows]


def test_entries_are_shown_beside_the_library_and_can_be_filtered(desk: Desk) -> None:
    opened(desk)
    papers = desk.workspace.library.papers
    linked = desk.session.references.links[LISTED]
    paper = papers.get(linked.paper)
    # Years are compared only where both name one journal, which the sample's list does not print.
    entry_with_journal = desk.session.opened.manuscript.references[LISTED]
    object.__setattr__(entry_with_journal, "venue", paper.venue)
    papers.update(linked.paper, year=2050)
    desk.page.relink()
    desk.until(lambda: any(c.state == "differs" for c in desk.session.references.checks))
    desk.page.audit_action.trigger()
    panel, checks = desk.side.audit, desk.session.references.checks
    assert len(checks) == len(desk.session.references.entries)
    states = Counter(check.state for check in checks)
    text = panel.text.toPlainText()
    year = desk.session.references.entries[LISTED].year
    assert f"Different in your library ({states['differs']})" in text
    assert f"Year: “{year}”, in your library “2050”" in text
    assert f"Not compared ({states['unchecked']})" in text
    assert wording.fill("core.services.evidence_page:_STATES Not library") + ":" in text
    assert nothing_words(checks=checks) in text
    assert panel.heading.text() == f"Reference audit: {count_words((), checks)}"
    assert desk.tab.outline_pane is not None
    outline = desk.tab.outline_pane.outline.model()
    rows = [outline.index(row, 0) for row in range(outline.rowCount())]
    assert count_words((), checks) in [row.data(SECOND_LINE_ROLE) for row in rows]
    choices = [panel.filter.itemText(at) for at in range(panel.filter.count())]
    assert choices[0] == "Everything"
    panel.filter.setCurrentIndex(panel.filter.findData("differs"))
    text = panel.text.toPlainText()
    assert "Year: “" in text
    assert "Not compared" not in text
    assert nothing_words(checks=checks) not in text
    panel.text.anchorClicked.emit(QUrl(f"reference:{LISTED}"))
    assert desk.side.entry.reference == LISTED
    desk.page.audit_action.trigger()
    panel.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert f": Year: “{year}”, in your library “2050”" in copied
    papers.update(linked.paper, year=paper.year)
    desk.page.relink()
    desk.until(lambda: not any(c.state == "differs" for c in desk.session.references.checks))
    assert panel.filter.currentData() == "everything"
    assert "Different" not in panel.text.toPlainText()
