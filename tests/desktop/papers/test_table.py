"""The cells of the library table, as they are painted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QRect, QSettings
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem, QTableView
from pytestqt.qtbot import QtBot

from desktop.papers.model import COLUMNS as PAPER_COLUMNS
from desktop.papers.model import Column, ColumnModel, PaperModel
from desktop.papers.table import PADDING, PaperCells, PaperTable
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import colors, theme

WIDTH, HEIGHT = 160, 24
COLUMNS: tuple[Column[str], ...] = (
    Column("Title", lambda row: row),
    Column("Year", lambda row: row, numeric=True),
)


class Rows(ColumnModel[str]):
    """Rows that are here already."""

    def __init__(self, *rows: str) -> None:
        super().__init__(COLUMNS, rows.__getitem__)
        self.rows = rows

    def rowCount(self, parent: object = None) -> int:
        del parent
        return len(self.rows)


@pytest.fixture
def table(qapp: QApplication, qtbot: QtBot) -> QTableView:
    theme().install(qapp, "light")
    table = QTableView()
    qtbot.addWidget(table)
    return table


def painted(
    table: QTableView,
    index: QModelIndex,
    state: QStyle.StateFlag = QStyle.StateFlag.State_Enabled,
) -> QImage:
    option = QStyleOptionViewItem()
    table.initViewItemOption(option)
    option.rect = QRect(0, 0, WIDTH, HEIGHT)
    option.state = state
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(colors().surface)
    painter = QPainter(image)
    painter.setFont(option.font)
    PaperCells(COLUMNS).paint(painter, option, index)
    painter.end()
    return image


def inked(image: QImage) -> list[int]:
    """Return the columns of pixels in which something is written."""
    ground = image.pixel(0, 0)
    rows = range(2, HEIGHT - 2)
    return [x for x in range(WIDTH) if any(image.pixel(x, y) != ground for y in rows)]


def test_a_long_text_is_cut_within_its_cell(table: QTableView) -> None:
    model = Rows("Gardens that are held together by patience and by nothing else at all")
    written = inked(painted(table, model.index(0, 0)))
    assert PADDING - 1 <= written[0] <= PADDING + 3
    assert WIDTH - 4 * PADDING < written[-1] < WIDTH - PADDING + 2


def test_numbers_stand_at_the_right_and_texts_at_the_left(table: QTableView) -> None:
    model = Rows("1999")
    left, right = (inked(painted(table, model.index(0, column))) for column in (0, 1))
    assert left[0] < PADDING + 4
    assert right[-1] > WIDTH - PADDING - 4
    assert right[-1] - right[0] == left[-1] - left[0]


def test_a_cell_without_a_text_is_empty(table: QTableView) -> None:
    assert inked(painted(table, Rows("").index(0, 0))) == []


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_selected_and_pointed_at_are_told_by_the_ground(table: QTableView, choice: str) -> None:
    theme().choose(choice)
    index = Rows("1999").index(0, 0)
    grounds = [
        QColor(painted(table, index, state).pixel(1, 1)).name()
        for state in (
            QStyle.StateFlag.State_Enabled,
            QStyle.StateFlag.State_Selected,
            QStyle.StateFlag.State_MouseOver,
        )
    ]
    tokens = colors()
    wanted = [color.name() for color in (tokens.surface, tokens.selection, tokens.hover)]
    theme().choose("system")
    assert grounds == wanted


def test_texts_are_set_anew_for_another_font(table: QTableView) -> None:
    cells, index = PaperCells(COLUMNS), Rows("Gardens").index(0, 0)
    widths = []
    for size in (9, 18):
        font = table.font()
        font.setPointSize(size)
        table.setFont(font)
        cells.reset_texts()
        option = QStyleOptionViewItem()
        table.initViewItemOption(option)
        option.rect = QRect(0, 0, WIDTH, HEIGHT)
        image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        image.fill(colors().surface)
        painter = QPainter(image)
        painter.setFont(option.font)
        cells.paint(painter, option, index)
        painter.end()
        widths.append(len(inked(image)))
    assert widths[1] > 1.5 * widths[0]


def test_a_warning_is_painted_in_the_colour_of_bad_news(table: QTableView) -> None:
    columns: tuple[Column[str], ...] = (Column("Title", lambda row: row, warns=bool),)
    rows = Rows("Retracted")
    rows.columns = columns

    def redness(cells: PaperCells) -> int:
        option = QStyleOptionViewItem()
        table.initViewItemOption(option)
        option.rect = QRect(0, 0, WIDTH, HEIGHT)
        image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
        image.fill(colors().surface)
        painter = QPainter(image)
        painter.setFont(option.font)
        cells.paint(painter, option, rows.index(0, 0))
        painter.end()
        pixels = [image.pixelColor(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
        return max(pixel.red() - pixel.green() for pixel in pixels)

    assert redness(PaperCells(columns)) > redness(PaperCells(COLUMNS)) + 40


@pytest.mark.parametrize("is_old", [False, True], ids=["by names", "of an earlier version"])
def test_columns_are_as_they_were_left(
    tmp_path: Path, runner: TaskRunner, qtbot: QtBot, is_old: bool
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    tables = [PaperTable(PaperModel(runner, lambda _: [])) for _ in range(2)]
    for table in tables:
        qtbot.addWidget(table)
    left, again = tables
    names = [column.heading for column in PAPER_COLUMNS]
    header = left.horizontalHeader()
    left.setColumnWidth(names.index("Authors"), 233)
    left.setColumnHidden(names.index("DOI"), False)
    left.setColumnHidden(names.index("Year"), True)
    header.moveSection(header.visualIndex(names.index("Venue")), 1)
    left._widths_are_chosen = True
    left.save_state(settings)
    if is_old:
        settings.remove("library/columns")
        settings.setValue("library/columns-13", header.saveState())
    again.restore_state(settings)
    assert again.columnWidth(names.index("Authors")) == 233
    assert not again.isColumnHidden(names.index("DOI"))
    assert again.isColumnHidden(names.index("Year"))
    assert again.horizontalHeader().visualIndex(names.index("Venue")) == 1
