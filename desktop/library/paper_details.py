"""The right side of the library: what is known of the selected paper, and the person's note."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QSplitter,
    QTextBrowser,
    QWidget,
)
from typing_extensions import override

from core.base.records import PaperNumber
from desktop.language.wording import figure
from desktop.papers import words as paper_words
from desktop.papers.paper_query import Details
from desktop.ui.opening import open_address
from desktop.ui.theme import set_look, theme
from desktop.ui.widgets import text_label, vbox

NOTE_PAUSE_MS = 800
"""How long typing must rest before a note is stored."""


class PaperDetails(QTextBrowser):
    """A paper to read: abstract, files, how others cite it, what it is cited with, ids.

    Signals:
        paper_chosen: the number of another paper whose title was clicked.
        retry_wanted: the number of a paper whose full text should be read again.
        edit_wanted: the name of a field to edit, "" for all.
        file_opened, file_shown, file_removed: the index of a file among those of the paper.
        file_added: a PDF is to be attached.
        passage_opened: the index of a passage among those found.
    """

    paper_chosen = Signal(int)
    retry_wanted = Signal(int)
    edit_wanted = Signal(str)
    file_opened = Signal(int)
    file_shown = Signal(int)
    file_removed = Signal(int)
    file_added = Signal()
    passage_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editable = True
        self.shown_details: Details | None = None
        self._selected = 0
        self._all_contexts = False
        self.setAccessibleName(self.tr("Details of the paper"))
        self.setOpenLinks(False)
        self.document().setDocumentMargin(16)
        self.anchorClicked.connect(self._follow)
        theme().changed.connect(self._render)
        self._links: dict[str, Callable[[str], None]] = {
            "paper": lambda path: self.paper_chosen.emit(int(path)),
            "retry": lambda path: self.retry_wanted.emit(int(path)),
            "edit": self.edit_wanted.emit,
            "open": lambda path: self.file_opened.emit(int(path)),
            "show": lambda path: self.file_shown.emit(int(path)),
            "remove": lambda path: self.file_removed.emit(int(path)),
            "add": lambda _: self.file_added.emit(),
            "passage": lambda path: self.passage_opened.emit(int(path)),
            "more": lambda _: self._show_all_contexts(),
        }
        self.clear_details()

    def clear_details(self, selected: int = 0) -> None:
        """Show that no paper, or that several are selected."""
        self.shown_details = None
        self._selected = selected
        self._render()

    def show_details(self, details: Details) -> None:
        """Show one paper; the same one anew stays scrolled where it is."""
        before = self.shown_details
        if details == before:
            return
        same = before is not None and before.paper.number == details.paper.number
        scrolled = self.verticalScrollBar().value() if same else 0
        self._all_contexts = same and self._all_contexts
        self.shown_details = details
        self._render()
        self.verticalScrollBar().setValue(scrolled)

    def _render(self) -> None:
        self.document().setDefaultStyleSheet(paper_words.style())
        if self.shown_details is not None:
            html = paper_words.page(
                self.shown_details, editable=self.editable, all_contexts=self._all_contexts
            )
        elif self._selected > 1:
            text = self.tr("{0} papers are selected.").format(figure(self._selected))
            html = f'<p class="muted">{text}</p>'
        else:
            text = self.tr("Select a paper to read its abstract here.")
            html = f'<p class="muted">{text}</p>'
        self.setHtml(html)

    def _show_all_contexts(self) -> None:
        scrolled = self.verticalScrollBar().value()
        self._all_contexts = True
        self._render()
        self.verticalScrollBar().setValue(scrolled)

    def _follow(self, url: QUrl) -> None:
        follow = self._links.get(url.scheme())
        if follow is not None:
            follow(url.path())
        else:
            open_address(url)


class NoteEdit(QPlainTextEdit):
    """The note on a paper, stored when typing rests and when the person goes elsewhere.

    Signals:
        written: the paper, the note, and whether it goes on from the last one.
    """

    note_edited = Signal(int, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paper: PaperNumber | None = None
        self._stored = ""
        self._goes_on = False
        self._pause = QTimer(self, singleShot=True, interval=NOTE_PAUSE_MS)
        self._pause.timeout.connect(self.store)
        self.setAccessibleName(self.tr("Note on the paper"))
        self.setPlaceholderText(self.tr("Your note on this paper"))
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._changed)

    def show_note(self, paper: PaperNumber | None, note: str) -> None:
        """Show the note on a paper; what is being typed on the same one is kept."""
        if paper == self._paper and self._pause.isActive():
            return
        self.store()
        other = paper != self._paper
        self._paper, self._stored = paper, note
        self._goes_on = self._goes_on and not other
        self.setEnabled(paper is not None)
        if other or note != self.toPlainText():
            blocked = self.blockSignals(True)
            self.setPlainText(note)
            self.blockSignals(blocked)
            self._goes_on = False

    def store(self) -> None:
        """Hand over what was typed since the last time."""
        self._pause.stop()
        text = self.toPlainText()
        if self._paper is None or text == self._stored:
            return
        self._stored = text
        goes_on, self._goes_on = self._goes_on, True
        self.note_edited.emit(self._paper, text, goes_on)

    def _changed(self) -> None:
        if self._paper is not None:
            self._pause.start()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.store()
        self._goes_on = False


class DetailsPane(QSplitter):
    """The details above, the note below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.details = PaperDetails()
        self.note = NoteEdit()
        heading = text_label(self.tr("&Note"))
        heading.setBuddy(self.note)
        set_look(heading, "heading")
        below = QWidget()
        vbox(heading, self.note, of=below, margins=(16, 8, 8, 8), spacing=4)
        self.setHandleWidth(1)
        self.addWidget(self.details)
        self.addWidget(below)
        self.setStretchFactor(0, 1)
        self.setStretchFactor(1, 0)
        self.setSizes([480, 120])
        self.setCollapsible(0, False)
        self._below = below
        self.clear()

    def clear(self, selected: int = 0) -> None:
        """Show that no paper, or that several are selected."""
        self.details.clear_details(selected)
        self.note.show_note(None, "")
        self._below.hide()

    def show_details(self, details: Details) -> None:
        """Show one paper."""
        self.details.show_details(details)
        self.note.show_note(details.paper.number, details.note)
        self._below.show()
