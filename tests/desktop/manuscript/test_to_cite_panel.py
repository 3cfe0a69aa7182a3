"""Deciding for papers and against them, the list to cite, and its ways out."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from core.base.settings import Settings
from core.formats.cite import CopyStyle
from desktop.manuscript.reference_links import ReferenceLinks
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.to_cite_export import OWN_BIB
from desktop.manuscript.to_cite_panel import STYLES
from desktop.pages.sentence_map import Kind
from desktop.ui.remembered_state import _store, set_store
from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk, press


def test_cite_puts_a_paper_on_the_list_and_it_is_there_in_a_new_page(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    title = desk.titles()[0]
    press(desk.shown_card(0).cite_button)
    assert [row.text for row in desk.to_cite.model.rows] == [desk.tab.session.sentences[GAP].text]
    assert desk.tab.session.marks.kind(GAP) is Kind.CHOSEN
    assert desk.tab.bar.gap_label.text() == "14 gaps"
    desk.until(lambda: desk.shown_card(0).cite_button.text() == "On the list")
    desk.idle()

    desk.page.close_all()
    desk.page = desk.new_page()
    desk.open()
    desk.until(lambda: bool(desk.to_cite.model.rows))
    assert desk.to_cite.model.rows[0].papers[0].title == title
    assert desk.tab.session.marks.kind(GAP) is Kind.CHOSEN


def test_not_this_removes_the_paper_and_undo_brings_it_back(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    title = desk.titles()[0]
    press(desk.shown_card(0).reject_button)
    assert title not in desk.titles()
    assert title[:20] in desk.news[-1]
    desk.idle()
    assert desk.page.undo.undo_text.startswith("Rejected “")
    desk.offers["Undo"]()
    desk.idle()
    assert desk.titles()[0] == title
    desk.idle()
    assert desk.workspace.manuscripts.decisions(desk.tab.session.opened) == []


def test_a_rejected_paper_stays_away_when_asked_again(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    title = desk.titles()[0]
    press(desk.shown_card(0).reject_button)
    desk.idle()
    desk.page.refresh()
    desk.idle()
    assert desk.titles()
    assert title not in desk.titles()


def test_ctrl_k_copies_the_cite_command(desk: Desk) -> None:
    desk.cite_two()
    desk.page.copy_cite_action.trigger()
    desk.idle()
    copied = QGuiApplication.clipboard().text()
    assert copied == "\\cite{sandberg2018four,ferreira2012draining}"
    assert copied in desk.news[-1]


def test_rows_are_removed_from_the_list(desk: Desk) -> None:
    desk.cite_two()
    view = desk.to_cite.view
    first = desk.to_cite.model.index(0, 0, desk.to_cite.model.index(0, 0))
    view.selectionModel().select(first, view.selectionModel().SelectionFlag.ClearAndSelect)
    assert desk.to_cite.remove_button.isEnabled()
    press(desk.to_cite.remove_button)
    assert [paper.number for paper in desk.to_cite.model.rows[0].papers] == [2]


def test_a_marked_copy_has_a_note_at_each_gap(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open()
    export = desk.page.export_actions[-2]
    assert "marked" in export.text()
    assert export.isEnabled()
    desk.cite_two()
    before, offered = desk.file.read_bytes(), []

    def choose(_parent: object, _title: str, start: str, kinds: str) -> tuple[str, str]:
        offered.append((Path(start).name, kinds))
        return str(tmp_path / "for-mia"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    export.trigger()
    desk.idle()
    assert offered == [("draft-marked.pdf", "Marked manuscript (*.pdf)")]
    notes = []
    with pymupdf.open(tmp_path / "for-mia.pdf") as document:
        for page in document:
            notes += [each.info["content"] for each in page.annots() if each.info["content"]]
    assert len(notes) == len(desk.tab.session.marks.gaps) + 1
    assert sum(note.startswith("To cite here") for note in notes) == 1
    assert sum(note.startswith("Needs a citation") for note in notes) == len(notes) - 1
    assert desk.news[-1] == f"Wrote “for-mia.pdf” with {len(notes)} remarks."
    assert desk.file.read_bytes() == before


def test_a_typed_passage_has_no_marked_copy(desk: Desk) -> None:
    desk.page.open_text("Populations of reed-nesting birds have declined for decades in Europe.")
    desk.until(lambda: desk.tab.to_cite is not None)
    desk.idle()
    export = desk.page.export_actions[-2]
    assert not export.isEnabled()
    assert export.toolTip() == wording.fill("desktop.manuscript.actions:_judge_actions file")


def test_what_can_be_exported_is_known_though_all_else_came_before_the_list(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ManuscriptSession, "load", lambda _session: None)
    monkeypatch.setattr(ReferenceLinks, "look_up", lambda _links: None)
    desk.page.open_text("Populations of reed-nesting birds have declined for decades in Europe.")
    desk.until(lambda: desk.tab.to_cite is not None)
    assert desk.page.export_actions[-2].toolTip() == wording.fill(
        "desktop.manuscript.actions:_judge_actions file"
    )


def test_the_list_is_as_high_as_it_was_left(desk: Desk, tmp_path: Path) -> None:
    set_store(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    desk.cite_two()
    rows = desk.tab.rows
    usual = desk.to_cite.height()
    rows.moveSplitter(rows.height() - usual - 90, 1)
    left = desk.to_cite.height()
    assert left > usual + 40
    desk.page.close_all()
    desk.page = desk.new_page()
    desk.open()
    desk.until(lambda: desk.tab.to_cite is not None)
    desk.until(desk.to_cite.title.isChecked)
    desk.until(lambda: abs(desk.to_cite.height() - left) <= 1)
    press(desk.to_cite.title)
    assert desk.to_cite.height() < usual
    press(desk.to_cite.title)
    assert abs(desk.to_cite.height() - left) <= 1
    _store.clear()


def test_the_list_begins_with_the_cite_command_of_the_manuscript(desk: Desk) -> None:
    desk.open()
    desk.tab.path = Path("draft.typ")
    desk.tab.to_cite = None
    desk.tab._add_to_cite(desk.session)
    assert desk.to_cite.cite_style == "typst"


def test_a_field_for_word_shows_the_style_of_the_settings_also_once_that_is_changed(
    desk: Desk,
) -> None:
    desk.open()
    desk.select(GAP)
    press(desk.shown_card(0).cite_button)
    desk.idle()
    desk.to_cite.use_style("word")
    papers, numbers = desk.workspace.papers, desk.to_cite.model.numbers()
    copied = []
    for style in ("apa", "mla"):
        desk.page.use_settings(Settings(csl_style=style))
        desk.to_cite.copy()
        desk.idle()
        copied.append(QGuiApplication.clipboard().text())
        assert copied[-1] == papers.copied(numbers, "word", csl_style=style).text
    assert copied[0] != copied[1]


@pytest.mark.parametrize("style", ["latex", "pandoc", "typst", "word", "plain"])
def test_the_bar_shortens_its_words_and_nothing_lies_outside(desk: Desk, style: CopyStyle) -> None:
    desk.open()
    desk.select(GAP)
    press(desk.shown_card(0).cite_button)
    panel = desk.to_cite
    panel.use_style(style)
    head = panel.head
    buttons = (panel.remove_button, panel.copy_button, panel.style_button, panel.export_button)
    widths = (head.least(whole=True) + 40, head.least(whole=False))
    panel.setParent(None)
    panel.show()
    for width in widths:
        panel.resize(width, 200)
        desk.until(lambda width=width: head.width() == width)
        assert all(button.geometry().right() < width for button in buttons)
        assert panel.style_button.text().endswith("▾")
        assert panel.style_button.accessibleName() == wording.fill(
            "desktop.manuscript.to_cite_panel:use_style Style"
        )


def test_the_list_is_added_to_the_bib_file_of_the_manuscript_and_an_undo_takes_it_out(
    desk: Desk,
) -> None:
    desk.open()
    bib = desk.file.with_name("own.bib")
    bib.write_text("% mine\n", "utf-8")
    assert desk.to_cite.exports.why_not(OWN_BIB) == wording.fill(
        "desktop.manuscript.to_cite_export:why_not"
    )
    desk.select(GAP)
    press(desk.shown_card(0).cite_button)
    desk.idle()
    desk.page.export_actions[-4].trigger()
    desk.until(lambda: "@" in bib.read_text("utf-8"))
    desk.idle()
    assert desk.news[-1] == "Added 1 entry to “own.bib”."
    assert bib.read_text("utf-8").startswith("% mine\n")
    desk.to_cite.exports.add_to_bib()
    desk.until(
        lambda: (
            desk.news[-1]
            == wording.fill("desktop.manuscript.to_cite_export:report_added", name="own.bib")
        )
    )
    desk.workspace.library.history.undo_last()
    desk.workspace.bib_following.look()
    assert bib.read_text("utf-8").strip() == "% mine"


def test_the_menu_calls_cite_commands_as_the_settings_do() -> None:
    choices = Settings.presentations()["cite_style"].choices
    names = {style: text.partition("  ")[0] for style, text in choices.items()}
    assert names == {style: text.partition("  ")[0] for style, text in STYLES.items()}
