"""What papers and files say is shown as it is, never read as HTML."""

from __future__ import annotations

from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.base.records import Paper, PaperNumber
from desktop.papers.columns import Column, ColumnModel
from desktop.ui.native_icons import message_box
from desktop.ui.row_table import RowModel
from desktop.ui.widgets import plain_tip, text_label
from desktop.ui.wrapping import ElidedLabel, WrappedLabel

MARKUP = "<h1>Wide</h1> <img src='file:///etc/hostname'> & <a href='http://x'>more</a>\n<b>two</b>"


def shown(tip: str) -> str:
    """Return what Qt shows of a tool tip."""
    if not QtGui.Qt.mightBeRichText(tip):
        return tip
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText()


def test_a_tool_tip_shows_markup_as_it_is_written() -> None:
    assert QtGui.Qt.mightBeRichText(MARKUP)
    assert shown(plain_tip(MARKUP)) == MARKUP
    assert plain_tip("p < 0.05") != "p < 0.05", "what may look like markup is never left to chance"
    assert shown(plain_tip("p < 0.05")) == "p < 0.05"
    assert plain_tip("Plain & simple") == "Plain & simple"


def test_a_label_shows_markup_as_it_is_written(qtbot: QtBot) -> None:
    label = text_label(MARKUP)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText


def test_labels_that_are_cut_show_markup_in_their_tool_tips(qtbot: QtBot) -> None:
    elided, wrapped = ElidedLabel(), WrappedLabel(lines=1)
    for widget in (elided, wrapped):
        qtbot.addWidget(widget)
    elided.say(MARKUP)
    wrapped.show_text(MARKUP)
    wrapped.resize(40, 20)
    wrapped.show()
    assert shown(elided.toolTip()) == MARKUP
    qtbot.waitUntil(lambda: shown(wrapped.toolTip()) == MARKUP)


def test_a_question_about_a_file_shows_its_name_as_it_is(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    box = message_box(parent, "warning", MARKUP, MARKUP)
    texts = [label for label in box.findChildren(QLabel) if label.text() == MARKUP]
    assert len(texts) == 2
    assert {label.textFormat() for label in texts} == {Qt.TextFormat.PlainText}


def test_tables_show_markup_in_their_tool_tips(qtbot: QtBot) -> None:
    class Titles(RowModel[Paper]):
        def cell(self, row: Paper, column: int, role: int) -> object:
            del column
            return row.title if role == Qt.ItemDataRole.ToolTipRole else None

    paper = Paper(number=PaperNumber(1), ids=(), title=MARKUP)
    rows = Titles()
    rows.show_rows([paper])
    columns = ColumnModel[Paper]([Column("Title", lambda row: row.title)], lambda _: paper)
    tip = Qt.ItemDataRole.ToolTipRole
    assert shown(rows.data(rows.index(0, 0), tip)) == MARKUP
    assert shown(columns.data(columns.createIndex(0, 0), tip)) == MARKUP
