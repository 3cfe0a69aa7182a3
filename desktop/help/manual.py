"""The manual (F1): chapters on the left, their text on the right, a search through all of them.

The text is Markdown in ``resources/manual``, a folder a language. ``{name}`` stands for the keys of
the action of that name in the registry, and the chapter on shortcuts is made of the registry whole,
so neither can be out of date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from desktop.actions import Actions, group_words, keys_words
from desktop.language.wording import translate
from desktop.native_icons import let_clear
from desktop.remembered import remember_panes, resize_with_text
from desktop.theme import GRID, colors, set_look

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "manual"
ORDER = ("start", "library", "search", "manuscript", "similar", "models", "safety", "problems")
SHORTCUTS = "shortcuts"
KEYS = re.compile(r"\{([a-z]+\.[a-z_0-9.]+)\}")
_MOST_MARKED = 500


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: ``name`` is that of its file, ``text`` Markdown that begins with its title."""

    name: str
    text: str

    @property
    def title(self) -> str:
        """The first heading."""
        return self.text.partition("\n")[0].lstrip("# ")


def chapters(actions: Actions, language: str) -> list[Chapter]:
    """Return the manual in a language, with the keys that the actions have now."""
    keys = {entry.name: keys_words(entry.keys) for entry in actions.all()}
    none = translate("Manual", "the menu")

    def filled(name: str) -> str:
        text = (FOLDER / language / f"{name}.md").read_text(encoding="utf-8")
        return KEYS.sub(lambda found: keys.get(found[1]) or none, text)

    return [*(Chapter(name, filled(name)) for name in ORDER), _shortcuts(actions)]


def spoken_language() -> str:
    """Return the code of the language that the window speaks now."""
    return "en" if translate("Engine", "tag") == "tag" else "de"


def _shortcuts(actions: Actions) -> Chapter:
    lines = [f"# {translate('Manual', 'Shortcuts')}", ""]
    lines += [translate("Manual", "They can be changed under Settings, Shortcuts."), ""]
    with_keys = sorted((each for each in actions.all() if each.keys), key=lambda each: each.group)
    for group, entries in groupby(with_keys, key=lambda each: each.group):
        lines += [f"## {group_words(group)}", "", "| | |", "|---|---|"]
        for entry in entries:
            lines.append(f"| {_plain(entry.text)} | {_plain(keys_words(entry.keys))} |")
        lines.append("")
    return Chapter(SHORTCUTS, "\n".join(lines))


def _plain(text: str) -> str:
    return re.sub(r"([\\|*_`<\[])", r"\\\1", text)


class ManualWindow(QDialog):
    """Shows the manual; not modal, so that one can do what it says."""

    def __init__(self, actions: Actions, chapter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Manual"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 900, 640)
        self._chapters = chapters(actions, spoken_language())
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search the manual"))
        self.field.setAccessibleName(self.tr("Search the manual"))
        let_clear(self.field)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.find_next)
        self.contents = QListWidget()
        self.contents.setAccessibleName(self.tr("Contents"))
        self.contents.setSpacing(GRID // 4)
        for each in self._chapters:
            self.contents.addItem(QListWidgetItem(each.title))
        self.none = QLabel(self.tr("No chapter holds these words."))
        self.none.setWordWrap(True)
        set_look(self.none, "muted")
        self.none.hide()
        self.page = QTextBrowser()
        self.page.setAccessibleName(self.tr("Text of the chapter"))
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(3 * GRID)
        self.page.anchorClicked.connect(self._follow)
        self._lay_out()
        self.contents.currentRowChanged.connect(self._show)
        self.show_chapter(chapter)
        self.contents.setFocus()

    def show_chapter(self, name: str) -> None:
        """Turn to a chapter, the first if there is none of that name."""
        names = [each.name for each in self._chapters]
        self.contents.setCurrentRow(names.index(name) if name in names else 0)

    def find_next(self) -> None:
        """Go to the next match of what is searched, in this chapter or the next ones."""
        words = self.field.text().strip()
        if not words or self.page.find(words):
            return
        shown = [
            row for row in range(self.contents.count()) if not self.contents.item(row).isHidden()
        ]
        if shown:
            row = self.contents.currentRow()
            self.contents.setCurrentRow(next((each for each in shown if each > row), shown[0]))
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self.page.find(words)

    def _lay_out(self) -> None:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        for part in (self.field, self.contents, self.none):
            column.addWidget(part, int(part is self.contents))
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.addWidget(side)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(1, 1)
        splitter.setChildrenCollapsible(False)
        letters = self.fontMetrics().averageCharWidth()
        splitter.setSizes([42 * letters, 80 * letters])
        remember_panes(splitter, "manual")
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(splitter)

    def _show(self, row: int) -> None:
        if row < 0:
            return
        self.page.setMarkdown(self._chapters[row].text)
        self.page.moveCursor(QTextCursor.MoveOperation.Start)
        self._mark()

    def _follow(self, link: QUrl) -> None:
        self.show_chapter(link.toString().removesuffix(".md"))

    def _search(self, text: str) -> None:
        words = text.casefold().split()
        found: Sequence[bool] = [
            all(word in each.text.casefold() for word in words) for each in self._chapters
        ]
        for row, holds in enumerate(found):
            self.contents.item(row).setHidden(not holds)
        self.none.setVisible(not any(found))
        if any(found) and not found[self.contents.currentRow()]:
            self.contents.setCurrentRow(list(found).index(True))
        self._mark()

    def _mark(self) -> None:
        """Mark what is searched in the chapter shown, and go to the first match."""
        marks: list[QTextEdit.ExtraSelection] = []
        for word in self.field.text().split():
            marks += self._matches(self.page.document(), word)
        self.page.setExtraSelections(marks[:_MOST_MARKED])
        if marks:
            cursor = QTextCursor(min((mark.cursor for mark in marks), key=QTextCursor.position))
            cursor.clearSelection()
            self.page.setTextCursor(cursor)

    def _matches(self, document: QTextDocument, word: str) -> list[QTextEdit.ExtraSelection]:
        look = QTextCharFormat()
        look.setBackground(colors().selection)
        matches = []
        cursor = document.find(word, 0)
        while not cursor.isNull():
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, look
            matches.append(mark)
            cursor = document.find(word, cursor)
        return matches

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return  # the field has it
        super().keyPressEvent(event)
