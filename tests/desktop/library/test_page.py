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
from desktop.papers.paper_query import LibrarySection
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.invented import invented_paper
from tests.desktop.provoked import held, recorded
from tests.desktop.small_library import trashed, write_record


def select(library_page: LibraryPage, *rows: int) -> None:
    library_page.table.clearSelection()
    flag = library_page.table.selectionModel().SelectionFlag
    for row in rows:
        library_page.table.selectionModel().select(
            library_page.model.index(row, 0), flag.Select | flag.Rows
        )


def test_the_latest_papers_come_first(library_page: LibraryPage) -> None:
    assert library_page.model.number(0) == 120
    assert library_page.centre.count.text() == "120 papers"


def test_typing_searches_after_a_pause(
    library_page: LibraryPage, workspace: Workspace, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    searched = recorded(monkeypatch, workspace.papers, "search")
    for text in ("l", "la", "lan", "lanterns"):
        library_page.search(text)
    qtbot.waitUntil(lambda: library_page.model.rowCount() < 120)
    assert searched == [("lanterns",)]
    count = library_page.model.rowCount()
    assert library_page.centre.count.text() == f"{count} papers for “lanterns”"
    library_page.search("")
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 120)


def test_a_new_search_shows_and_selects_its_first_row(
    library_page: LibraryPage, qtbot: QtBot
) -> None:
    library_page.table.select_only(100)
    library_page.search("lanterns")
    qtbot.waitUntil(lambda: library_page.model.rowCount() < 120)
    assert library_page.table.currentIndex().row() == 0
    assert library_page.selected_numbers() == (library_page.model.number(0),)
    assert library_page.table.verticalScrollBar().value() == 0
    chosen = library_page.selected_numbers()
    library_page.search("")
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 120)
    assert library_page.selected_numbers() == chosen


def test_what_finds_nothing_offers_other_ways(
    library_page: LibraryPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    centre = library_page.centre
    library_page.search("lantrens")
    qtbot.waitUntil(lambda: centre.nothing.isVisible() and runner.pending() == 0)
    assert centre.meant_button.text() == "Did you mean “lanterns”?"
    assert not centre.everywhere_button.isVisible()
    with qtbot.waitSignal(library_page.search_shown) as shown:
        centre.meant_button.click()
    assert shown.args == ["lanterns"]
    assert library_page.query.text == "lanterns"
    qtbot.waitUntil(lambda: 0 < library_page.model.rowCount() < 120)
    library_page.search("zeppelin")
    qtbot.waitUntil(lambda: centre.nothing.isVisible() and runner.pending() == 0)
    assert not centre.meant_button.isVisible()
    centre.by_meaning_button.click()
    assert library_page.query.mode == "meaning"
    assert centre.mode == "meaning"


def test_an_answer_that_comes_too_late_is_dropped(
    library_page: LibraryPage,
    workspace: Workspace,
    runner: TaskRunner,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    search = held(monkeypatch, workspace.papers, "search")
    library_page.search("lanterns")
    qtbot.waitUntil(lambda: search.calls == [("lanterns",)])
    search.holds = False
    library_page.search("tides")
    qtbot.waitUntil(lambda: "“tides”" in library_page.centre.count.text())
    tides = library_page.model.rowCount()
    search.let_go()
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert "“tides”" in library_page.centre.count.text()
    assert library_page.model.rowCount() == tides


def test_words_that_nothing_holds_say_so(library_page: LibraryPage, qtbot: QtBot) -> None:
    library_page.search("zeppelin")
    qtbot.waitUntil(lambda: library_page.centre.middle.currentIndex() == 2)


def test_an_empty_library_offers_the_first_steps(
    empty_workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    library_page = LibraryPage(empty_workspace, runner, notices)
    qtbot.addWidget(library_page)
    library_page.refresh()
    qtbot.waitUntil(lambda: library_page.centre.middle.currentIndex() == 1)


def test_selecting_a_paper_shows_its_details(
    library_page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    number = library_page.model.number(1)
    path = Path("/nowhere/a paper.pdf")
    workspace.library.papers.attach_file(number, path, "0" * 64)
    select(library_page, 1)
    paper = invented_paper(number)
    qtbot.waitUntil(lambda: paper.title in library_page.details.toPlainText())
    text = library_page.details.toPlainText()
    assert paper.abstract in text
    assert "a paper.pdf" in text
    assert wording.fill("desktop.papers.words:_contexts") in text
    assert "has been shown more than once" in text
    select(library_page, 1, 2, 3)
    qtbot.waitUntil(lambda: "3 papers are selected" in library_page.details.toPlainText())


def test_text_of_a_record_is_never_read_as_markup(
    library_page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    number = library_page.model.number(0)
    odd = {"title": "<b>Bold</b> & <img src=x>", "abstract": "a < b"}
    workspace.library.papers.update(number, **odd)
    select(library_page, 0)
    qtbot.waitUntil(lambda: "<b>Bold</b> & <img src=x>" in library_page.details.toPlainText())
    assert "a < b" in library_page.details.toPlainText()


def test_a_citing_paper_can_be_followed(library_page: LibraryPage, qtbot: QtBot) -> None:
    library_page.search("lanterns")
    qtbot.waitUntil(lambda: library_page.model.rowCount() < 120)
    with qtbot.waitSignal(library_page.search_cleared):
        library_page.details.anchorClicked.emit(QUrl("paper:3"))
    qtbot.waitUntil(lambda: library_page.selected_numbers() == (3,))
    assert library_page.model.rowCount() == 120


def test_a_click_on_a_heading_sorts(
    library_page: LibraryPage, runner: TaskRunner, qtbot: QtBot
) -> None:
    header = library_page.table.horizontalHeader()
    qtbot.mouseClick(
        header.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(header.sectionViewportPosition(2) + 20, 10),
    )
    qtbot.waitUntil(lambda: library_page.model.number(0) != 120)
    qtbot.waitUntil(lambda: runner.pending() == 0)
    years = [invented_paper(library_page.model.number(row)).year or 9999 for row in range(120)]
    assert years == sorted(years), "those without a year come last"


def test_the_order_of_lists_is_kept(
    library_page: LibraryPage,
    workspace: Workspace,
    runner: TaskRunner,
    notices: Notices,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:  # fmt: skip
    year = [column.sort for column in library_page.model.columns].index("year")
    library_page.table.horizontalHeader().setSortIndicator(year, Qt.SortOrder.DescendingOrder)
    qtbot.waitUntil(lambda: runner.pending() == 0 and library_page.query.sort == "year")
    numbers = [library_page.model.number(row) for row in range(120)]
    assert library_page.model.number(0) != 120
    library_page.sidebar.choose(LibrarySection("collection", 1))
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 17)
    assert (library_page.query.sort, library_page.query.descending) == ("year", True)
    library_page.search("lanterns")
    qtbot.waitUntil(lambda: library_page.query.text == "lanterns" and runner.pending() == 0)
    assert library_page.query.sort is None, "the best comes first"
    library_page.search("")
    library_page.sidebar.choose(LibrarySection("recent"))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert library_page.model.number(0) == 120, "the latest comes first"
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    library_page.save_state(state)
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
    library_page: LibraryPage, workspace: Workspace, notices: Notices, qtbot: QtBot
) -> None:
    select(library_page, 0, 1)
    library_page.table.setFocus()
    with qtbot.waitSignal(library_page.library_changed):
        qtbot.keyClick(library_page.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 118)
    assert trashed(workspace) == {120, 119}
    assert notices[-1] == wording.fill("desktop.library.browser:trash", 2)
    qtbot.waitUntil(
        lambda: (
            library_page.changes.undo.undo_text
            == wording.fill("core.library.store.papers:trash", papers="2 papers")
        )
    )
    library_page.changes.undo.undo()
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 120)
    assert trashed(workspace) == set()
    library_page.changes.undo.redo()
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 118)
    library_page.sidebar.choose(LibrarySection("trash"))
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 2)
    assert library_page.centre.heading.text() == "Trash"
    select(library_page, 0)
    assert library_page.library_actions.restore.isEnabled()
    library_page.library_actions.restore.trigger()
    qtbot.waitUntil(lambda: trashed(workspace) == {119})


def test_undoing_an_assignment_keeps_who_was_in_before(
    library_page: LibraryPage, workspace: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    collections = workspace.library.collections

    def members() -> set[PaperNumber]:
        return set(collections.members(1))

    before = members()
    group = Group(1, "Chapter two", 17)
    library_page.changes.collect(group, [PaperNumber(7), PaperNumber(8)])
    qtbot.waitUntil(lambda: members() == before | {8})
    qtbot.waitUntil(
        lambda: library_page.changes.undo.undo_text == "Added 2 papers to “Chapter two”"
    )
    library_page.changes.undo.undo()
    qtbot.waitUntil(lambda: members() == before)
    library_page.changes.remove_collection(group)
    qtbot.waitUntil(lambda: [g.name for g in collections.all()] == ["To read this week"])
    library_page.changes.undo.undo()
    qtbot.waitUntil(lambda: len(collections.all()) == 2)
    named = {g.name: g.papers for g in collections.all()}
    assert named["Chapter two"] == 17


def test_a_new_collection_takes_the_selection(
    library_page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    select(library_page, 0, 1, 2)
    library_page.library_actions.new_collection.trigger()
    dialog = library_page.findChild(QInputDialog)
    assert isinstance(dialog, QInputDialog)
    dialog.setTextValue("Night")
    dialog.accept()
    collections = workspace.library.collections
    qtbot.waitUntil(lambda: ("Night", 3) in [(g.name, g.papers) for g in collections.all()])
    qtbot.waitUntil(lambda: "Night" in [g.name for g in library_page.contents.collections])


def test_edited_details_are_stored_and_can_be_undone(
    library_page: LibraryPage, workspace: Workspace, qtbot: QtBot
) -> None:
    select(library_page, 0)
    library_page.table.setFocus()
    qtbot.keyClick(library_page.table, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: library_page.findChild(EditDialog) is not None)
    dialog = library_page.findChild(EditDialog)
    assert isinstance(dialog, EditDialog)
    doi = dialog.doi.text()
    dialog.doi.setText("soon")
    dialog.save()
    assert "begins with “10.”" in dialog.problem.text()
    dialog.doi.setText(doi)
    dialog.year.setText("2031")
    dialog.save()
    qtbot.waitUntil(lambda: workspace.library.papers.get(PaperNumber(120)).year == 2031)
    library_page.changes.undo.undo()
    qtbot.waitUntil(
        lambda: workspace.library.papers.get(PaperNumber(120)).year == invented_paper(120).year
    )


def test_the_cite_command_is_copied(
    library_page: LibraryPage, workspace: Workspace, notices: Notices, qtbot: QtBot
) -> None:
    select(library_page, 0)
    library_page.table.setFocus()
    qtbot.keyClick(library_page.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    key = workspace.library.papers.get(PaperNumber(120)).citation_key
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == f"\\cite{{{key}}}")
    qtbot.waitUntil(lambda: notices == [f"Copied \\cite{{{key}}}"])


def test_copying_follows_the_styles_that_were_chosen(
    library_page: LibraryPage,
    workspace: Workspace,
    notices: Notices,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    exported = recorded(monkeypatch, workspace.papers, "export")
    key = workspace.library.papers.get(PaperNumber(120)).citation_key
    select(library_page, 0)
    library_page.table.setFocus()
    for style, command in (("pandoc", f"[@{key}]"), ("typst", f"@{key}"), ("plain", key)):
        library_page.library_actions.use_settings(Settings(cite_style=style, csl_style="numbered"))  # type: ignore[arg-type]
        qtbot.keyClick(library_page.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda said=f"Copied {command}": notices[-1:] == [said])  # type: ignore[misc]
        assert QGuiApplication.clipboard().text() == command
    library_page.library_actions.use_settings(Settings(cite_style="word", csl_style="numbered"))
    qtbot.keyClick(library_page.table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().mimeData().hasFormat("text/rtf"))
    cited = workspace.library.papers.get(PaperNumber(120))
    assert QGuiApplication.clipboard().text() == format_citation([cited])
    assert b"CSL_CITATION" in QGuiApplication.clipboard().mimeData().data("text/rtf").data()
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(library_page.table, Qt.Key.Key_C, both)
    qtbot.waitUntil(lambda: exported == [((120,), "text", "numbered")])


def test_export_writes_a_file_or_says_why_not(
    library_page: LibraryPage, runner: TaskRunner, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    select(library_page, 0)
    library_page.library_actions.export_papers(tmp_path / "out.bib", "bibtex")
    qtbot.waitUntil(lambda: len(notices) == 1)
    assert invented_paper(120).title in (tmp_path / "out.bib").read_text("utf-8")
    with qtbot.waitSignal(runner.failed) as blocker:
        library_page.library_actions.export_papers(tmp_path / "no folder" / "out.bib", "bibtex")
    assert wording.stem("desktop.library.actions:work") in str(blocker.args[0])


def test_dropped_files_are_imported_and_each_record_is_reported(
    library_page: LibraryPage, notices: Notices, tmp_path: Path, qtbot: QtBot
) -> None:
    paths = [write_record(tmp_path, "A new paper"), tmp_path / "notes.xyz"]
    paths[1].write_text("Some notes.", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(library_page, enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, buttons, keys)
    with qtbot.waitSignal(library_page.library_changed):
        QApplication.sendEvent(library_page, drop)
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 121)
    assert notices[-1] == "Import finished: 1 refused, 1 added."
    assert notices.until_closed
    assert notices.action == "Show report"
    assert callable(notices.call)
    notices.call()
    dialog = library_page.findChild(ImportReportDialog)
    assert isinstance(dialog, ImportReportDialog)
    texts = [dialog.entries.index(0, column).data() for column in range(4)]
    assert texts == [
        "Refused",
        "",
        "notes.xyz",
        wording.fill("core.formats.detect:unknown_kind", file="notes.xyz"),
    ]
    dialog.choice.setCurrentIndex(2)
    assert dialog.entries.rowCount() == 1
    assert dialog.entries.index(0, 1).data() == "A new paper"
    dialog.close()


@pytest.mark.parametrize(("name", "is_offered"), [("a.DOCX", True), ("a.xyz", False)])
def test_a_manuscript_that_is_dropped_can_be_opened_as_one(
    library_page: LibraryPage,
    notices: Notices,
    tmp_path: Path,
    qtbot: QtBot,
    name: str,
    is_offered: bool,
) -> None:
    opened: list[Path] = []
    library_page.import_actions.offer_manuscripts((".docx",), opened.append)
    path = tmp_path / name
    path.write_bytes(b"PK\0")
    library_page.importer.start([path])
    qtbot.waitUntil(lambda: bool(notices))
    assert (notices.action == "Open as manuscript") == is_offered
    if is_offered:
        assert callable(notices.call)
        notices.call()
        assert opened == [path]


def test_an_import_is_undone_and_redone_as_one_step(
    library_page: LibraryPage,
    workspace: Workspace,
    notices: Notices,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    with qtbot.waitSignal(library_page.library_changed):
        library_page.importer.start(
            [write_record(tmp_path, "A new paper"), write_record(tmp_path, "Another")]
        )
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 122)
    assert not notices.until_closed, "nothing is left to do"
    qtbot.waitUntil(lambda: library_page.changes.undo.undo_text.startswith("Imported"))
    library_page.changes.undo.undo()
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 120)
    assert {121, 122} <= trashed(workspace)
    library_page.changes.undo.redo()
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 122)


def test_a_cancelled_import_keeps_and_reports_what_was_finished(
    library_page: LibraryPage,
    workspace: Workspace,
    notices: Notices,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    storing = held(monkeypatch, workspace.library.papers, "add")
    task = library_page.importer.start(
        [write_record(tmp_path, "one"), write_record(tmp_path, "two")]
    )
    qtbot.waitUntil(lambda: task.note == "one.jsonl" and bool(storing.calls))
    assert task.title == "Importing one.jsonl and 1 more"
    task.cancel()
    with qtbot.waitSignal(library_page.importer.finished):
        storing.let_go()
    assert notices[-1] == "Import stopped: 1 added."
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 121)


def test_nothing_that_writes_is_offered_in_a_library_open_for_reading(
    read_only_workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    library_page = LibraryPage(read_only_workspace, runner, notices)
    qtbot.addWidget(library_page)
    library_page.refresh()
    qtbot.waitUntil(lambda: library_page.model.rowCount() == 120)
    select(library_page, 0)
    actions = library_page.library_actions
    for action in (actions.trash, actions.edit, actions.new_collection, actions.restore):
        assert not action.isEnabled()
        assert action.toolTip() == wording.fill("desktop.library.page:__init__ reading")
    assert actions.similar.isEnabled()
    assert not library_page.centre.import_button.isEnabled()
    assert not library_page.acceptDrops()


def test_tab_walks_through_the_page_and_comes_back(library_page: LibraryPage, qtbot: QtBot) -> None:
    library_page.activateWindow()
    library_page.sidebar.setFocus()
    seen = []
    for _ in range(8):
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus in seen:
            break
        seen.append(focus)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    for widget in (
        library_page.sidebar,
        library_page.centre.columns_button,
        library_page.centre.import_button,
        library_page.table,
        library_page.details,
    ):
        assert widget in seen
    for widget in (library_page.sidebar, library_page.table, library_page.details):
        assert widget.accessibleName()
