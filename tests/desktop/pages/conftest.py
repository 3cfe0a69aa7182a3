"""PDFs that are open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.records import Manuscript
from desktop.pages.pdf_tab import PdfTab
from desktop.pages.sentence_map import SentenceMap
from desktop.pages.view import PageView
from desktop.ui.tasks import TaskRunner
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk
from tests.desktop.pages.selected_text import (
    Reader,
    write_columns,
)
from tests.desktop.pages.viewed_pages import shown
from tests.desktop.sample_paper import needs, write_paper


@pytest.fixture
def pdf_tab_desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    pdf_tab_desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield pdf_tab_desk
    pdf_tab_desk.close()


@pytest.fixture
def reader(tmp_path: Path, runner: TaskRunner, qtbot: QtBot) -> Iterator[Reader]:
    path = write_columns(tmp_path / "columns.pdf")
    tab = PdfTab(path, "Columns", runner)
    qtbot.addWidget(tab)
    tab.resize(700, 700)
    tab.show()
    reader = Reader(tab, path, qtbot)
    reader.until(lambda: tab.canvas.pages == 2)
    yield reader
    reader.close()


@pytest.fixture
def manuscript(tmp_path: Path) -> Manuscript:
    return write_paper(tmp_path / "paper.pdf")


@pytest.fixture
def view(qtbot: QtBot, tmp_path: Path, manuscript: Manuscript) -> PageView:
    return shown(qtbot, tmp_path / "paper.pdf", SentenceMap(manuscript.sentences, needs()))
