"""The manual (F1): chapters on the left, their text on the right, a search through all of them.

The text is Markdown in ``resources/manual``, a folder a language, with pictures of the program.
Keys stand in it as people read them, followed by the name of their action in a comment; here they
become the keys that the action has now. The chapter on shortcuts is made of the registry of
actions, and a setting that the chapter on settings does not describe is added in its own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QWidget,
)
from typing_extensions import override

from core.base.settings import Presentation, Settings
from desktop.language.wording import translate
from desktop.ui.actions import Actions, group_words, keys_words
from desktop.ui.remembered_state import remember_panes, resize_with_text
from desktop.ui.theme import GRID, colors
from desktop.ui.widgets import let_clear, text_label, vbox

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "manual"
ORDER = (
    "start",
    "library",
    "search",
    "manuscript",
    "similar",
    "models",
    "settings",
    "menus",
    "safety",
    "problems",
)
SETTINGS, SHORTCUTS = "settings", "shortcuts"
KEYS = re.compile(r"`([^`]+)`<!--([a-z]+\.[a-z_0-9.]+)-->")
"""Keys as they are written, and the name of their action."""
_TABLE = "|---|---|"
_PAGE = "program.page_"
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
        text = KEYS.sub(lambda match: _plain(keys.get(match[2]) or none), texts[name])
        return add_settings(text) if name == SETTINGS else text

    texts = read_texts(actions, language)
    return [*(Chapter(name, filled(name)) for name in texts), _shortcuts(actions)]


def read_texts(actions: Actions, language: str) -> dict[str, str]:
    """Return the text of each chapter, with a row for every page; the keys are as written."""
    texts = {
        name: (FOLDER / language / f"{name}.md").read_text(encoding="utf-8")
        for name in list_names(language)
    }
    pages = [
        (name, keys_words(entry.default), Chapter(name, text).title)
        for name, text in texts.items()
        if (entry := actions.get(f"{_PAGE}{name}")) is not None
    ]
    return {name: add_pages(text, pages) for name, text in texts.items()}


def list_names(language: str) -> list[str]:
    """Return the names of the chapters; one that is in no order is that of a further page."""
    names = list(ORDER)
    further = sorted({path.stem for path in (FOLDER / language).glob("*.md")} - set(ORDER))
    place = names.index(SETTINGS)
    return names[:place] + further + names[place:]


def spoken_language() -> str:
    """Return the code of the language that the window speaks now."""
    return "en" if translate("Engine", "tag") == "tag" else "de"


def add_pages(text: str, pages: Sequence[tuple[str, str, str]]) -> str:
    """Add a row for each page that has none, to a table of pages: its name, keys and chapter.

    The row is that of the page before; where that says more than the name of the page, the title
    of the chapter stands instead.
    """
    lines = text.split("\n")
    of_pages = [line for line in lines if line.startswith("|") and f"<!--{_PAGE}" in line]
    for name, keys, title in pages:
        if of_pages and not any(f"<!--{_PAGE}{name}-->" in line for line in of_pages):
            place = lines.index(of_pages[-1])
            row = _rename_row(of_pages[-1], name, title)
            of_pages.append(KEYS.sub(f"`{keys}`<!--{_PAGE}{name}-->", row))
            lines.insert(place + 1, of_pages[-1])
    return "\n".join(lines)


def _rename_row(row: str, name: str, title: str) -> str:
    """Return the row of a page for another one."""
    before = KEYS.search(row)
    assert before is not None
    old = before[2].removeprefix(_PAGE)
    first, keys, meaning = row.strip("| ").split(" | ")
    link = f"]({old}.md)"
    cells = [first, keys, meaning if link in meaning else title]
    renamed = (
        cell.replace(group_words(old), group_words(name)).replace(link, f"]({name}.md)")
        for cell in cells
    )
    return f"| {' | '.join(renamed)} |"


def add_settings(text: str, settings: type[Settings] = Settings) -> str:
    """Add a row for each declared setting that has none, to the table of its section."""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return "".join(_add_rows(part, settings) for part in parts)


def _add_rows(part: str, settings: type[Settings]) -> str:
    """Add the missing rows to a section of the chapter, each behind the setting before it."""
    lines = part.split("\n")
    heading = lines[0].removeprefix("## ")
    if _TABLE not in lines:
        return part
    place = lines.index(_TABLE)
    for presentation in settings.presentations().values():
        section = presentation.section
        if translate(section, section) == heading:
            title = translate(section, presentation.title).replace("&", "")
            rows = [
                place for place, line in enumerate(lines) if line.startswith(f"| **{title}** |")
            ]
            place = rows[0] if rows else place + 1
            if not rows:
                lines.insert(place, f"| **{title}** | {_plain(_describe_setting(presentation))} |")
    return "\n".join(lines)


def _describe_setting(presentation: Presentation) -> str:
    """Return what a setting says of itself: label and help, else the values that it offers."""
    section = presentation.section
    label = translate(section, presentation.label).replace("&", "") if presentation.label else ""
    meaning = translate(section, presentation.meaning) if presentation.meaning else ""
    if not (label or meaning):
        return ", ".join(translate(section, text) for text in presentation.choices.values())
    return f"{label}. {meaning}" if label and meaning else label or meaning


def _shortcuts(actions: Actions) -> Chapter:
    lines = [f"# {translate('Manual', 'Shortcuts')}", ""]
    lines += [translate("Manual", "They can be changed under Settings, Shortcuts."), ""]
    with_keys = sorted(
        (action_entry for action_entry in actions.all() if action_entry.keys),
        key=lambda action_entry: action_entry.group,
    )
    for group, entries in groupby(with_keys, key=lambda action_entry: action_entry.group):
        lines += [f"## {group_words(group)}", "", "| | |", "|---|---|"]
        for entry in entries:
            lines.append(f"| {_plain(entry.text)} | {_plain(keys_words(entry.keys))} |")
        lines.append("")
    return Chapter(SHORTCUTS, "\n".join(lines))


def _plain(text: str) -> str:
    return re.sub(r"([\\|*_`<\[])", r"\\\1", text)


class _Page(QTextBrowser):
    """The text of a chapter, with its pictures no wider than there is room.

    Signals:
        fitted: the same text was laid out anew, in another width.
    """

    fitted = Signal()

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._text = ""
        self._room = 0
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # the width is sure
        self.document().setDocumentMargin(3 * GRID)

    def show_text(self, markdown: str) -> None:
        """Show a chapter from its beginning."""
        self._text, self._room = markdown, self.viewport().width()
        self.setMarkdown(markdown)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> object:
        path = self._folder / QUrl(name).path()
        if kind != QTextDocument.ResourceType.ImageResource or not path.is_file():
            return super().loadResource(kind, name)
        picture, ratio = QImage(str(path)), self.devicePixelRatioF()
        room = round((self.viewport().width() - 8 * GRID) * ratio)
        if room < picture.width():
            smooth = Qt.TransformationMode.SmoothTransformation
            picture = picture.scaledToWidth(max(room, GRID), smooth)
            picture.setDevicePixelRatio(ratio)
        return picture

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._text and self.viewport().width() != self._room:
            at = self.cursorForPosition(self.viewport().rect().topLeft()).position()
            self.show_text(self._text)
            cursor = self.textCursor()
            cursor.setPosition(at)
            self.moveCursor(QTextCursor.MoveOperation.End)  # so that it comes back at the top
            self.setTextCursor(cursor)
            self.fitted.emit()


class ManualWindow(QDialog):
    """Shows the manual; not modal, so that one can do what it says."""

    def __init__(self, actions: Actions, chapter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Manual"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        resize_with_text(self, 1120, 720)
        language = spoken_language()
        self._chapters = chapters(actions, language)
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search the manual"))
        self.field.setAccessibleName(self.tr("Search the manual"))
        let_clear(self.field)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.find_next)
        self.contents = QListWidget()
        self.contents.setAccessibleName(self.tr("Contents"))
        self.contents.setSpacing(GRID // 4)
        self.contents.setWordWrap(True)
        self.contents.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for listed_chapter in self._chapters:
            self.contents.addItem(QListWidgetItem(listed_chapter.title))
        self.none = text_label(self.tr("No chapter contains these words."), "muted", wrap=True)
        self.none.hide()
        self.page = _Page(FOLDER / language)
        self.page.setAccessibleName(self.tr("Text of the chapter"))
        self.page.anchorClicked.connect(self._follow)
        self.page.fitted.connect(self._mark)
        self._lay_out()
        self.contents.currentRowChanged.connect(self._show)
        self.show_chapter(chapter)
        self.contents.setFocus()

    def show_chapter(self, name: str) -> None:
        """Turn to a chapter, the first if there is none of that name."""
        names = [chapter.name for chapter in self._chapters]
        self.contents.setCurrentRow(names.index(name) if name in names else 0)

    def find_next(self) -> None:
        """Go to the next match of what is searched, in this chapter or the next ones."""
        words = self.field.text().strip()
        if not words or self.page.find(words):
            return
        visible_rows = [
            row for row in range(self.contents.count()) if not self.contents.item(row).isHidden()
        ]
        if visible_rows:
            row = self.contents.currentRow()
            self.contents.setCurrentRow(
                next(
                    (candidate_row for candidate_row in visible_rows if candidate_row > row),
                    visible_rows[0],
                )
            )
            self.page.moveCursor(QTextCursor.MoveOperation.Start)
            self.page.find(words)

    def _lay_out(self) -> None:
        side = QWidget()
        column = vbox(of=side, margins=GRID)
        for part in (self.field, self.contents, self.none):
            column.addWidget(part, int(part is self.contents))
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.addWidget(side)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(1, 1)
        splitter.setChildrenCollapsible(False)
        # The titles whole, with room for the margins and a scroll bar.
        titles = self.contents.sizeHintForColumn(0) + 6 * GRID
        splitter.setSizes([titles, self.width() - titles])
        remember_panes(splitter, "manual")
        vbox(splitter, of=self, margins=0)

    def _show(self, row: int) -> None:
        if row < 0:
            return
        self.page.show_text(self._chapters[row].text)
        self._go_to_first()

    def _follow(self, link: QUrl) -> None:
        self.show_chapter(link.toString().removesuffix(".md"))

    def _search(self, text: str) -> None:
        words = text.casefold().split()
        chapter_matches: Sequence[bool] = [
            all(word in chapter.text.casefold() for word in words) for chapter in self._chapters
        ]
        for row, holds in enumerate(chapter_matches):
            self.contents.item(row).setHidden(not holds)
        self.none.setVisible(not any(chapter_matches))
        if any(chapter_matches) and not chapter_matches[self.contents.currentRow()]:
            self.contents.setCurrentRow(list(chapter_matches).index(True))
        self._go_to_first()

    def _go_to_first(self) -> None:
        """Mark what is searched in the chapter shown, and go to the first match."""
        marks = self._mark()
        if marks:
            cursor = QTextCursor(min((mark.cursor for mark in marks), key=QTextCursor.position))
            cursor.clearSelection()
            self.page.setTextCursor(cursor)

    def _mark(self) -> list[QTextEdit.ExtraSelection]:
        marks: list[QTextEdit.ExtraSelection] = []
        for word in self.field.text().split():
            marks += self._matches(self.page.document(), word)
        self.page.setExtraSelections(marks[:_MOST_MARKED])
        return marks

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
