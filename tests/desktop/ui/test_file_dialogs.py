"""Where dialogs for files start: in the folder used last, else among the person's documents."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

import desktop
from desktop.ui.file_dialogs import choose_files, choose_target, file_dialog, starting_folder
from desktop.ui.remembered_state import set_store
from tests.desktop.manuscript_desk import Desk

DOCUMENTS = QStandardPaths.StandardLocation.DocumentsLocation


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's documents; nothing was chosen yet, and the program lies elsewhere."""
    folder = tmp_path / "Documents"
    folder.mkdir()
    monkeypatch.setattr(
        QStandardPaths,
        "writableLocation",
        lambda place: str(folder) if place == DOCUMENTS else str(tmp_path),
    )
    set_store(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    program = tmp_path / "program"
    program.mkdir()
    monkeypatch.chdir(program)
    return folder


def test_the_first_dialog_starts_among_the_documents(
    documents: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    assert file_dialog(parent, "Import").directory().absolutePath() == str(documents)
    documents.rmdir()
    assert file_dialog(parent, "Import").directory().absolutePath() == str(Path.home())
    assert file_dialog(parent, "Import", tmp_path).directory().absolutePath() == str(tmp_path)


def test_the_next_dialog_starts_where_something_was_chosen(
    documents: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.bib").write_text("", encoding="utf-8")
    dialog = file_dialog(parent, "Import")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.selectFile(str(papers / "a.bib"))
    dialog.accept()
    assert starting_folder() == str(papers)
    folders = file_dialog(parent, "Import a folder")
    folders.setFileMode(QFileDialog.FileMode.Directory)
    folders.setDirectory(str(documents))
    folders.accept()
    assert starting_folder() == str(documents)
    dropped = file_dialog(parent, "Import", papers)
    dropped.reject()
    assert starting_folder() == str(documents)


def test_a_folder_that_is_gone_is_not_offered(
    documents: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    stick = tmp_path / "stick"
    stick.mkdir()
    dialog = file_dialog(parent, "Choose", stick)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.accept()
    assert starting_folder() == str(stick)
    stick.rmdir()
    assert starting_folder() == str(documents)


def test_files_and_targets_are_asked_for_where_the_last_one_was(
    documents: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    asked: list[str] = []
    thesis = tmp_path / "thesis"
    thesis.mkdir()

    def choose(_parent: QWidget, _title: str, start: str, _kinds: str) -> tuple[list[str], str]:
        asked.append(start)
        return [str(thesis / "a.tex"), str(thesis / "b.tex")], ""

    def save(_parent: QWidget, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        asked.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", save)
    assert choose_files(parent, "Open", "") == [thesis / "a.tex", thesis / "b.tex"]
    assert choose_target(parent, "Save", "list.bib", "") is None
    assert choose_target(parent, "Save", "list.bib", "", beside=documents / "c.tex") is None
    assert asked == [str(documents), str(thesis / "list.bib"), str(documents / "list.bib")]


def test_a_folder_of_the_program_is_never_offered(documents: Path) -> None:
    assert starting_folder(Path(str(files("resources"))) / "sample") == str(documents)


def test_every_manuscript_dialog_starts_among_the_documents(
    documents: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def choose(_parent: QWidget, _title: str, start: str, _kinds: str) -> tuple[list[str], str]:
        asked.append(start)
        return [], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    desk.page.open_action.trigger()
    assert asked == [str(documents)]


def test_no_other_module_makes_a_dialog_for_files() -> None:
    used = re.compile(r"QFileDialog\(|getOpenFileName|getSaveFileName|getExistingDirectory")
    root = Path(desktop.__path__[0])
    makers = {path.name for path in root.rglob("*.py") if used.search(path.read_text("utf-8"))}
    assert makers == {"file_dialogs.py"}
