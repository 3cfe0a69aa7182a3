"""Reading details from PDFs again, on a real library with real PDFs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base.records import PaperNumber
from desktop.language import languages
from desktop.ui.tasks import TaskRunner
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import RECORDS, LibraryDesk

VOICES, CHOICE, NOISE = PaperNumber(2), PaperNumber(3), PaperNumber(4)


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()
    languages.speak("en")


def attach(desk: LibraryDesk, number: PaperNumber, imprint: str, title: str = "") -> None:
    """Give a paper a PDF that bears its title and, at its foot, where it appeared."""
    press = Press(desk.folder / f"{number}.pdf")
    press.put(100, 90, title or RECORDS[number - 1].title, BOLD, 16)
    press.put(60, 760, imprint, size=8)
    press.y = 230
    press.add("Abstract", HEADING)
    press.add(" ".join(prose.plain(prose.ABSTRACT)), FIRST)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    desk.workspace.papers.attach(number, press.save())


def read(desk: LibraryDesk, *numbers: PaperNumber) -> None:
    desk.select(*numbers)
    desk.page.library_actions.read_details.trigger()
    desk.idle()


def test_empty_fields_are_filled_in_one_step_that_can_be_undone(
    desk: LibraryDesk, notices: Notices
) -> None:
    attach(desk, CHOICE, "Letters on Pebbles, Vol. 12, No. 3, pp. 45-67, 2021")
    attach(desk, NOISE, "ISSN 2049-3630")
    papers = desk.workspace.library.papers
    before = papers.get_many([CHOICE, NOISE])
    read(desk, CHOICE, NOISE)
    assert notices[-1] == (
        "Filled in details of 2 papers from the PDF: ISSN, Journal, Volume, Issue, Pages, Type."
    )
    choice, noise = papers.get_many([CHOICE, NOISE])
    assert (choice.venue, choice.extra["volume"], choice.extra["page"]) == (
        *("Letters on Pebbles", "12", "45–67"),
    )
    assert choice.abstract == RECORDS[2].abstract, "what is there stays"
    assert noise.extra == {"ISSN": "2049-3630"}
    assert desk.page.changes.undo.undo_text == "Edited 2 papers"
    desk.undo()
    assert papers.get_many([CHOICE, NOISE]) == before
    desk.redo()
    assert papers.get(CHOICE) == choice


def test_a_notice_says_why_nothing_was_filled_in(desk: LibraryDesk, notices: Notices) -> None:
    attach(desk, CHOICE, "")
    read(desk, CHOICE)
    assert notices[-1] == "The PDF has no details that are missing here."
    read(desk, VOICES)
    assert notices[-1] == "1 paper has no PDF."
    attach(desk, NOISE, "Vol. 12, No. 3, 2020", title="A study of something else entirely")
    read(desk, NOISE)
    assert notices[-1] == "1 PDF seems to belong to another paper and was skipped."
    languages.speak("de")
    read(desk, NOISE, VOICES)
    assert notices[-1] == (
        "1 Arbeit hat kein PDF. 1 PDF scheint zu einer anderen Arbeit zu gehören und wurde "
        "ausgelassen."
    )
    assert not desk.page.changes.undo.can_undo


def test_it_stands_in_the_menus_and_says_why_it_is_disabled(desk: LibraryDesk) -> None:
    action = desk.page.library_actions.read_details
    assert action in desk.page.library_actions.all()
    desk.page.table.clearSelection()
    desk.idle()
    assert not action.isEnabled()
    assert action.toolTip() == "Select a paper first."
    desk.select(CHOICE)
    assert action.isEnabled()
