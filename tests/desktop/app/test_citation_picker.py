"""The picker that an editor opens through the service, in the window."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from core.programs.http.addresses import read_address
from core.workspace import Workspace
from desktop.app.citation_picker import CitationPicker, PickerForEditors
from desktop.settings.privacy import Privacy
from desktop.settings.store import SettingsStore
from desktop.ui.tasks import TaskRunner

SENTENCE = "Nested compasses have been studied for how things hold together."


class Editor:
    """An editor that asks for a citation and waits."""

    def __init__(self, workspace: Workspace, pool: ThreadPoolExecutor) -> None:
        self._workspace, self._pool = workspace, pool

    def ask(self, query: str) -> Future[tuple[int, str]]:
        return self._pool.submit(self._ask, query)

    def _ask(self, query: str) -> tuple[int, str]:
        address = read_address(self._workspace.library.folder)
        assert address is not None
        connection = http.client.HTTPConnection(urlsplit(address.url).netloc, timeout=60)
        try:
            connection.request("GET", f"/better-bibtex/cayw?{query}")
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


@pytest.fixture
def store(tmp_path: Path, runner: TaskRunner) -> SettingsStore:
    store = SettingsStore(tmp_path / "settings.toml", runner)
    store.change(serve_programs=True, serve_picker=True)
    return store


@pytest.fixture
def picker(workspace: Workspace, store: SettingsStore, qtbot: QtBot) -> Iterator[PickerForEditors]:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    workspace.serve(port=0)
    made = PickerForEditors(store, window)
    made.use(workspace)
    QGuiApplication.clipboard().clear()
    yield made
    made.leave()
    workspace.stop_serving()


@pytest.fixture
def editor(workspace: Workspace) -> Iterator[Editor]:
    with ThreadPoolExecutor(2) as pool:
        yield Editor(workspace, pool)


def opened(picker: PickerForEditors, qtbot: QtBot) -> CitationPicker:
    qtbot.waitUntil(lambda: picker.dialog is not None, timeout=30_000)
    assert picker.dialog is not None
    return picker.dialog


def titles(dialog: CitationPicker) -> list[str]:
    return [dialog.list.item(row).text().split("\n")[0] for row in range(dialog.list.count())]


def search(dialog: CitationPicker, text: str, qtbot: QtBot) -> None:
    dialog.field.clear()
    QTest.keyClicks(dialog.field, text)
    first = text.split(maxsplit=1)[0].casefold()
    qtbot.waitUntil(
        lambda: any(first in title.casefold() for title in titles(dialog)), timeout=30_000
    )


def test_what_is_searched_and_ticked_is_inserted(
    picker: PickerForEditors, editor: Editor, workspace: Workspace, qtbot: QtBot
) -> None:
    waiting = editor.ask("format=playground")
    dialog = opened(picker, qtbot)
    qtbot.waitUntil(lambda: "Type a title" in dialog.note.text(), timeout=30_000)
    assert not dialog.insert.isEnabled()
    papers = workspace.library.papers.get_many(workspace.library.papers.numbers()[:2])
    for paper in papers:
        search(dialog, paper.title, qtbot)
        QTest.keyClick(dialog.field, Qt.Key.Key_Down)
        QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    keys = [paper.citation_key for paper in papers]
    assert dialog.ticked.text() == f"Chosen: {', '.join(keys)}"
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert waiting.result(60) == (200, ",".join(keys))
    assert picker.dialog is None


def test_what_stands_around_a_paper_is_typed_for_each(
    picker: PickerForEditors, editor: Editor, workspace: Workspace, qtbot: QtBot
) -> None:
    waiting = editor.ask("format=pandoc&brackets=1")
    dialog = opened(picker, qtbot)
    assert not dialog.around.isEnabled()
    first, second = workspace.library.papers.get_many(workspace.library.papers.numbers()[:2])
    for paper, page in ((first, "5"), (second, "")):
        search(dialog, paper.title, qtbot)
        row = next(row for row, title in enumerate(titles(dialog)) if title == paper.title)
        dialog.list.setCurrentRow(row)
        QTest.keyClick(dialog.list, Qt.Key.Key_Space)
        assert dialog.around.locator.text() == ""
        QTest.keyClicks(dialog.around.locator, page)
        if page:
            QTest.keyClicks(dialog.around.prefix, "see")
            QTest.keyClicks(dialog.around.suffix, "and on")
        else:
            dialog.around.suppress.setChecked(True)
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    keys = first.citation_key, second.citation_key
    assert waiting.result(60) == (200, f"[see @{keys[0]}, p. 5 and on; -@{keys[1]}]")


def test_the_text_on_the_clipboard_has_suggestions_first(
    picker: PickerForEditors, editor: Editor, workspace: Workspace, qtbot: QtBot
) -> None:
    best = workspace.programs.ask("recommend", {"text": SENTENCE})["suggestions"][0]
    QGuiApplication.clipboard().setText(SENTENCE)
    waiting = editor.ask("format=pandoc&brackets=1&clipboard=1")
    dialog = opened(picker, qtbot)
    qtbot.waitUntil(lambda: dialog.list.count() > 0, timeout=30_000)
    assert SENTENCE in dialog.note.text()
    assert titles(dialog)[0] == best["title"]
    key = dialog.papers()[0].citation_key
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert waiting.result(60) == (200, f"[@{key}]")
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == f"[@{key}]", timeout=30_000)


def test_nothing_found_is_said_and_escape_inserts_nothing(
    picker: PickerForEditors, editor: Editor, qtbot: QtBot
) -> None:
    waiting = editor.ask("format=pandoc")
    dialog = opened(picker, qtbot)
    QTest.keyClicks(dialog.field, "zzzzqq")
    qtbot.waitUntil(lambda: "zzzzqq" in dialog.note.text(), timeout=30_000)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    assert picker.dialog is dialog
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert waiting.result(60) == (200, "")


def test_the_switch_closes_the_picker_and_opens_no_other(
    picker: PickerForEditors, editor: Editor, store: SettingsStore, qtbot: QtBot
) -> None:
    waiting = editor.ask("format=pandoc")
    opened(picker, qtbot)
    store.change(serve_picker=False)
    assert waiting.result(60) == (200, "")
    qtbot.waitUntil(lambda: picker.dialog is None, timeout=30_000)
    status, text = editor.ask("format=pandoc").result(60)
    assert status == 503
    assert "Picker for editors" in text


def test_a_library_that_is_left_lets_the_editor_go(
    picker: PickerForEditors, editor: Editor, qtbot: QtBot
) -> None:
    waiting = editor.ask("format=pandoc")
    opened(picker, qtbot)
    picker.leave()
    assert picker.dialog is None
    assert waiting.result(60) == (200, "")


def test_the_switch_stands_under_the_other_one_and_is_off(
    tmp_path: Path, runner: TaskRunner, qtbot: QtBot
) -> None:
    section = Privacy(SettingsStore(tmp_path / "fresh.toml", runner))
    qtbot.addWidget(section)
    serving, picking = section.declared["serve_programs"], section.declared["serve_picker"]
    assert isinstance(serving, QCheckBox)
    assert isinstance(picking, QCheckBox)
    assert not picking.isChecked()
    assert not picking.isEnabled()
    assert picking.toolTip()
    serving.click()
    assert picking.isEnabled()
    picking.click()
    assert section.store.now.serve_picker
    for name in ("serve_plugins", "serve_browser"):
        assert section.declared[name].isEnabled()
        assert not getattr(section.store.now, name)
