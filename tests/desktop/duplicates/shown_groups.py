"""Groups of duplicates as the page shows them."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from core.base.records import PaperRecord
from desktop.duplicates.comparison import FIELDS
from desktop.duplicates.page import DuplicatesPage
from desktop.ui.tasks import TaskRunner

TITLE = "Weighing citation contexts by rarity"
AUTHORS = ("Ann Smith", "Bo Ng")
RECORDS = (
    PaperRecord(title=TITLE, authors=AUTHORS, year=2020, doi="10.1000/a"),
    PaperRecord(title=f"{TITLE}: a study", authors=AUTHORS, year=2020, doi="", venue="Walks"),
    PaperRecord(title="A census of garden tulips", authors=AUTHORS, doi="10.1101/1"),
    PaperRecord(title="A census of garden tulips", authors=AUTHORS, doi="10.1000/b"),
    PaperRecord(title="The taste of olives in the winter", authors=AUTHORS, year=2001),
    PaperRecord(title="The taste of ollives in the winter", authors=AUTHORS, year=2001),
)
SURE, LIKELY, VERSIONS = "olives", "Weighing", "tulips"


def titles(page: DuplicatesPage) -> list[str]:
    return [str(page.groups.index(row, 0).data()) for row in range(page.groups.rowCount())]


def choose(page: DuplicatesPage, word: str, qtbot: QtBot, runner: TaskRunner) -> None:
    row = next(row for row, title in enumerate(titles(page)) if word in title)
    page.list.setCurrentIndex(page.groups.index(row, 0))
    qtbot.waitUntil(lambda: runner.pending() == 0)
    assert word in cell(page, "title", 0)


def cell(page: DuplicatesPage, field: str, column: int) -> str:
    item = page.comparison.item([name for name, _ in FIELDS].index(field), column)
    assert item is not None
    return item.text()
