from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QInputDialog
from pytestqt.qtbot import QtBot

from core.base.records import Group, PaperNumber
from core.base.settings import Settings
from core.formats.word_citation import format_citation
from core.workspace import Workspace
from desktop.library.edit_dialog import EditDialog
from desktop.library.importing import ImportReportDialog
from desktop.library.page import LibraryPage
from desktop.papers.paper_query import LibrarySection, found_figure
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.invented import invented_paper
from tests.desktop.provoked import held, recorded
from tests.desktop.small_library import trashed, write_record


@pytest.fixture
def page(workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot) -> LibraryPage:
    page = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 120 and runner.pending() == 0)
    return page


def select(page: LibraryPage, *rows: int) -> None:
    page.table.clearSelection()
    flag = page.table.selectionModel().SelectionFlag
    for row in rows:
        page.table.selectionModel().select(page.model.index(row, 0), flag.Select | flag.Rows)


def test_the_latest_papers_come_first(page: LibraryPage) -> None:
    assert page.model.number(0) == 120
    assert page.centre.count.text() == "120 papers"


def test_typing_searches_after_a_pause(
    page: LibraryPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    searched = recorded(monkeypatch, workspace.papers, "search")
    for text in ("l", "la", "lan", "lanterns"):
        page.search(text)
    qtbot.waitUntil(lambda: page.model.rowCount() < 120)
    assert searched == [("lanterns",)]
    assert page.centre.count.text() == f"{page.model.rowCount()} papers for “lanterns”"
    page.search("")
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)


def test_a_search_that_is_not_counted_to_its_end_says_so(
    page: LibraryPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [found_figure(count) for count in (9_999, 10_000)] == ["9,999", "10,000+"]
    monkeypatch.setattr("desktop.papers.paper_query.FOUND_AT_MOST", 2)
    page.search("lanterns")
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert page.centre.count.text() == "2+ papers for “lanterns”"


def test_a_new_search_shows_and_selects_its_first_row(page: LibraryPage, qtbot: QtBot) -> None:
    page.table.select_only(100)
    page.search("lanterns")
    qtbot.waitUntil(lambda: page.model.rowCount() < 120)
    assert page.table.currentIndex().row() == 0
    assert page.selected_numbers() == (page.model.number(0),)
    assert page.table.verticalScrollBar().value() == 0
    chosen = page.selected_numbers()
    page.search("")
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    assert page.selected_numbers() == chosen


def test_what_finds_nothing_offers_other_ways(
    page: LibraryPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    centre = page.centre
    page.search("lantrens")
    qtbot.waitUntil(lambda: centre.nothing.isVisible() and runner.pending() == 0)
    assert centre.meant_button.text() == "Did you mean “lanterns”?"
    assert not centre.everywhere_button.isVisible()
    with qtbot.waitSignal(page.search_shown) as shown:
        centre.meant_button.click()
    assert shown.args == ["lanterns"]
    assert page.query.text == "lanterns"
    qtbot.waitUntil(lambda: 0 < page.model.rowCount() < 120)
    page.search("zeppelin")
    qtbot.waitUntil(lambda: centre.nothing.isVisible() and runner.pending() == 0)
    assert not centre.meant_button.isVisible()
    centre.by_meaning_button.click()
    assert page.query.mode == "meaning"
    assert centre.mode == "meaning"


def test_a_search_that_finds_papers_elsewhere_offers_them(page: LibraryPage, qtbot: QtBot) -> None:
    page.sidebar.choose(LibrarySection("trash"))
    page.search("lanterns")
    centre = page.centre
    qtbot.waitUntil(lambda: centre.nothing.isVisible() and centre.everywhere_button.isVisible())
    assert "found" in centre.everywhere_button.text()
    centre.everywhere_button.click()
    qtbot.waitUntil(lambda: page.model.rowCount() > 0)
    assert page.query.section == LibrarySection()
    assert page.query.text == "lanterns"


def test_an_answer_that_comes_too_late_is_dropped(
    page: LibraryPage,
    workspace: Workspace,
    runner: TaskRunner,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    search = held(monkeypatch, workspace.papers, "search")
    page.search("lanterns")
    qtbot.waitUntil(lambda: search.calls == [("lanterns",)])
    search.holds = False
    page.search("tides")
    qtbot.waitUntil(lambda: "“tides”" in page.centre.count.text())
    tides = page.model.rowCount()
    search.let_go()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert "“tides”" in page.centre.count.text()
    assert page.model.rowCount() == tides


def test_words_that_nothing_holds_say_so(page: LibraryPage, qtbot: QtBot) -> None:
    page.search("zeppelin")
    qtbot.waitUntil(lambda: page.centre.middle.currentIndex() == 2)


def test_an_empty_library_offers_the_first_steps(
    empty_workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    page = LibraryPage(empty_workspace, runner, notices)
    qtbot.addWidget(page)
    page.refresh()
    qtbot.waitUntil(lambda: page.centre.middle.currentIndex() == 1)


def test_selecting_a_paper_shows_its_details(
    page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    number = page.model.number(1)
    path = Path("/nowhere/a paper.pdf")
    workspace.library.papers.attach_file(number, path, "0" * 64)
    select(page, 1)
    paper = invented_paper(number)
    qtbot.waitUntil(lambda: paper.title in page.details.toPlainText())
    text = page.details.toPlainText()
    assert paper.abstract in text
    assert "a paper.pdf" in text
    assert "Cited by your papers as" in text
    assert "has been shown more than once" in text
    select(page, 1, 2, 3)
    qtbot.waitUntil(lambda: "3 papers are selected" in page.details.toPlainText())


def test_text_of_a_record_is_never_read_as_markup(
    page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    number = page.model.number(0)
    odd = {"title": "<b>Bold</b> & <img src=x>", "abstract": "a < b"}
    workspace.library.papers.update(number, **odd)
    select(page, 0)
    qtbot.waitUntil(lambda: "<b>Bold</b> & <img src=x>" in page.details.toPlainText())
    assert "a < b" in page.details.toPlainText()


def test_a_citing_paper_can_be_followed(page: LibraryPage, qtbot: QtBot) -> None:
    page.search("lanterns")
    qtbot.waitUntil(lambda: page.model.rowCount() < 120)
    with qtbot.waitSignal(page.search_cleared):
        page.details.anchorClicked.emit(QUrl("paper:3"))
    qtbot.waitUntil(lambda: page.selected_numbers() == (3,))
    assert page.model.rowCount() == 120


def test_a_click_on_a_heading_sorts(page: LibraryPage, runner: TaskRunner, qtbot: QtBot) -> None:
    header = page.table.horizontalHeader()
    qtbot.mouseClick(
        header.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(header.sectionViewportPosition(2) + 20, 10),
    )
    qtbot.waitUntil(lambda: page.model.number(0) != 120)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    years = [invented_paper(page.model.number(row)).year or 9999 for row in range(120)]
    assert years == sorted(years), "those without a year come last"


def test_the_order_of_lists_is_kept(
    page: LibraryPage, workspace: Workspace, runner: TaskRunner, notices: Notices, tmp_path: Path,
    qtbot: QtBot,
) -> None:  # fmt: skip
    year = [column.sort for column in page.model.columns].index("year")
    page.table.horizontalHeader().setSortIndicator(year, Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: runner.pending() == 0 and page.query.sort == "year")
    numbers = [page.model.number(row) for row in range(120)]
    assert page.model.number(0) != 120
    page.sidebar.choose(LibrarySection("collection", 1))
    qtbot.waitUntil(lambda: page.model.rowCount() == 17)
    assert (page.query.sort, page.query.descending) == ("year", True)
    page.search("lanterns")
    qtbot.waitUntil(lambda: page.query.text == "lanterns" and runner.pending() == 0)
    assert page.query.sort is None, "the best comes first"
    page.search("")
    page.sidebar.choose(LibrarySection("recent"))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert page.model.number(0) == 120, "the latest comes first"
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    page.save_state(state)
    state.sync()
    again = LibraryPage(workspace, runner, notices)
    qtbot.addWidget(again)
    again.restore_state(QSettings(state.fileName(), QSettings.Format.IniFormat))
    again.refresh()
    qtbot.waitUntil(lambda: again.model.rowCount() == 120 and runner.pending() == 0)
    assert [again.model.number(row) for row in range(120)] == numbers
    header = again.table.horizontalHeader()
    assert header.sortIndicatorSection() == year
    assert header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder


def test_del_moves_to_the_trash_and_undo_names_it_and_brings_back(
    page: LibraryPage, workspace: Workspace, notices: Notices, qtbot: QtBot
) -> None:
    select(page, 0, 1)
    page.table.setFocus()
    with qtbot.waitSignal(page.library_changed):
        qtbot.keyClick(page.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.model.rowCount() == 118)
    assert trashed(workspace) == {120, 119}
    assert notices[-1] == "Moved 2 papers to the Trash."
    qtbot.waitUntil(lambda: page.changes.undo.undo_text == "Moved 2 papers to the Trash")
    page.changes.undo.undo()
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    assert trashed(workspace) == set()
    page.changes.undo.redo()
    qtbot.waitUntil(lambda: page.model.rowCount() == 118)
    page.sidebar.choose(LibrarySection("trash"))
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert page.centre.heading.text() == "Trash"
    select(page, 0)
    assert page.library_actions.restore.isEnabled()
    page.library_actions.restore.trigger()
    qtbot.waitUntil(lambda: trashed(workspace) == {119})


def test_places_show_their_papers(page: LibraryPage, workspace: Workspace, qtbot: QtBot) -> None:
    page.sidebar.choose(LibrarySection("collection", 1))
    qtbot.waitUntil(lambda: page.model.rowCount() == 17)
    assert page.centre.heading.text() == "Chapter two"
    page.search("gardens")
    qtbot.waitUntil(lambda: 0 < page.model.rowCount() < 17)
    inside = set(workspace.library.papers.ordered(sort="title", descending=False, collection=1))
    rows = range(page.model.rowCount())
    assert {page.model.number(row) for row in rows} <= inside


def test_undoing_an_assignment_keeps_who_was_in_before(
    page: LibraryPage, workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    collections = workspace.library.collections

    def members() -> set[PaperNumber]:
        return set(collections.members(1))

    before = members()
    group = Group(1, "Chapter two", 17)
    page.changes.collect(group, [PaperNumber(7), PaperNumber(8)])
    qtbot.waitUntil(lambda: members() == before | {8})
    qtbot.waitUntil(lambda: page.changes.undo.undo_text == "Added 2 papers to “Chapter two”")
    page.changes.undo.undo()
    qtbot.waitUntil(lambda: members() == before)
    page.changes.remove_collection(group)
    qtbot.waitUntil(lambda: [g.name for g in collections.all()] == ["To read this week"])
    page.changes.undo.undo()
    qtbot.waitUntil(lambda: len(collections.all()) == 2)
    named = {g.name: g.papers for g in collections.all()}
    assert named["Chapter two"] == 17


def test_a_new_collection_takes_the_selection(
    page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    select(page, 0, 1, 2)
    page.library_actions.new_collection.trigger()
    dialog = page.findChild(QInputDialog)
    assert isinstance(dialog, QInputDialog)
    dialog.setTextValue("Night")
    dialog.accept()
    collections = workspace.library.collections
    qtbot.waitUntil(lambda: ("Night", 3) in [(g.name, g.papers) for g in collections.all()])
    qtbot.waitUntil(lambda: "Night" in [g.name for g in page.contents.collections])


def test_edited_details_are_stored_and_can_be_undone(
    page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    select(page, 0)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.findChild(EditDialog) is not None)
    dialog = page.findChild(EditDialog)
    assert isinstance(dialog, EditDialog)
    doi = dialog.doi.text()
    dialog.doi.setText("soon")
    dialog.save()
    assert "begins with “10.”" in dialog.problem.text()
    dialog.doi.setText(doi)
    dialog.year.setText("2031")
    dialog.save()
    qtbot.waitUntil(lambda: workspace.library.papers.get(PaperNumber(120)).year == 2031)
    page.changes.undo.undo()
    qtbot.waitUntil(
        lambda: workspace.library.papers.get(PaperNumber(120)).year == invented_paper(120).year
    )


def test_the_cite_command_is_copied(
    page: LibraryPage, workspace: Workspace, notices: Notices, qtbot: QtBot
) -> None:
    select(page, 0)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    key = workspace.library.papers.get(PaperNumber(120)).citation_key
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == f"\\cite{{{key}}}")
    qtbot.waitUntil(lambda: notices == [f"Copied \\cite{{{key}}}"])


def test_copying_follows_the_styles_that_were_chosen(
    page: LibraryPage,
    workspace: Workspace,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    exported = recorded(monkeypatch, workspace.papers, "export")
    key = workspace.library.papers.get(PaperNumber(120)).citation_key
    select(page, 0)
    page.table.setFocus()
    for style, command in (("pandoc", f"[@{key}]"), ("typst", f"@{key}"), ("plain", key)):
        page.library_actions.use_settings(Settings(cite_style=style, csl_style="numbered"))  # type: ignore[arg-type]
        qtbot.keyClick(page.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda said=f"Copied {command}": notices[-1:] == [said])  # type: ignore[misc]
        assert QGuiApplication.clipboard().text() == command
    page.library_actions.use_settings(Settings(cite_style="word", csl_style="numbered"))
    qtbot.keyClick(page.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().mimeData().hasFormat("text/rtf"))
    cited = workspace.library.papers.get(PaperNumber(120))
    assert QGuiApplication.clipboard().text() == format_citation([cited])
    assert b"CSL_CITATION" in QGuiApplication.clipboard().mimeData().data("text/rtf").data()
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(page.table, Qt.Key.Key_C, both)
    qtbot.waitUntil(lambda: exported == [((120,), "text", "numbered")])


def test_export_writes_a_file_or_says_why_not(
    page: LibraryPage, runner: TaskRunner, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    select(page, 0)
    page.library_actions.export_papers(tmp_path / "out.bib", "bibtex")
    qtbot.waitUntil(lambda: len(notices) == 1)
    assert invented_paper(120).title in (tmp_path / "out.bib").read_text("utf-8")
    with qtbot.waitSignal(runner.failed) as blocker:
        page.library_actions.export_papers(tmp_path / "no folder" / "out.bib", "bibtex")
    assert "could not be written" in str(blocker.args[0])


def test_dropped_files_are_imported_and_each_record_is_reported(
    page: LibraryPage, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    paths = [write_record(tmp_path, "A new paper"), tmp_path / "notes.xyz"]
    paths[1].write_text("Some notes.", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(page, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    with qtbot.waitSignal(page.library_changed):
        QApplication.sendEvent(page, drop)
    qtbot.waitUntil(lambda: page.model.rowCount() == 121)
    assert notices[-1] == "Import finished: 1 refused, 1 added."
    assert notices.action == "Show report"
    assert callable(notices.call)
    notices.call()
    dialog = page.findChild(ImportReportDialog)
    assert isinstance(dialog, ImportReportDialog)
    texts = [dialog.entries.index(0, column).data() for column in range(4)]
    assert texts == [
        "Refused",
        "",
        "notes.xyz",
        "“notes.xyz” is not a type of file that can be imported.",
    ]
    dialog.choice.setCurrentIndex(2)
    assert dialog.entries.rowCount() == 1
    assert dialog.entries.index(0, 1).data() == "A new paper"
    dialog.close()


def test_an_import_is_undone_and_redone_as_one_step(
    page: LibraryPage, workspace: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(page.library_changed):
        page.importer.start(
            [write_record(tmp_path, "A new paper"), write_record(tmp_path, "Another")]
        )
    qtbot.waitUntil(lambda: page.model.rowCount() == 122)
    qtbot.waitUntil(lambda: page.changes.undo.undo_text.startswith("Imported"))
    page.changes.undo.undo()
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    assert {121, 122} <= trashed(workspace)
    page.changes.undo.redo()
    qtbot.waitUntil(lambda: page.model.rowCount() == 122)


def test_a_cancelled_import_keeps_and_reports_what_was_finished(
    page: LibraryPage,
    workspace: Workspace,
    notices: Notices,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    storing = held(monkeypatch, workspace.library.papers, "add")
    task = page.importer.start([write_record(tmp_path, "one"), write_record(tmp_path, "two")])
    qtbot.waitUntil(lambda: task.note == "one.jsonl" and bool(storing.calls))
    assert task.title == "Importing one.jsonl and 1 more"
    task.cancel()
    with qtbot.waitSignal(page.importer.finished):
        storing.let_go()
    assert notices[-1] == "Import stopped: 1 added."
    qtbot.waitUntil(lambda: page.model.rowCount() == 121)


def test_nothing_that_writes_is_offered_in_a_library_open_for_reading(
    read_only_workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    page = LibraryPage(read_only_workspace, runner, notices)
    qtbot.addWidget(page)
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 120)
    select(page, 0)
    actions = page.library_actions
    for action in (actions.trash, actions.edit, actions.new_collection, actions.restore):
        assert not action.isEnabled()
        assert action.toolTip() == "This library is open for reading only."
    assert actions.similar.isEnabled()
    assert not page.centre.import_button.isEnabled()
    assert not page.acceptDrops()


def test_tab_walks_through_the_page_and_comes_back(page: LibraryPage, qtbot: QtBot) -> None:
    page.activateWindow()
    page.sidebar.setFocus()
    seen = []
    for _ in range(8):
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus in seen:
            break
        seen.append(focus)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    for widget in (
        page.sidebar,
        page.centre.columns_button,
        page.centre.import_button,
        page.table,
        page.details,
    ):
        assert widget in seen
    for widget in (page.sidebar, page.table, page.details):
        assert widget.accessibleName()
