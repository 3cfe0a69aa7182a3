"""The middle of the library: what is searched and how, the table, and what is shown instead."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from core.base.library_records import SearchMode
from core.formats.registry import imported
from desktop.language.engine_words import in_language
from desktop.language.wording import figure
from desktop.library.file_formats import titles
from desktop.papers.paper_query import LibrarySection, Query, SearchResult, found_figure
from desktop.papers.table import PaperTable
from desktop.ui.empty_state import EmptyState
from desktop.ui.flow_layout import FlowLayout
from desktop.ui.jobs_panel import progress_words
from desktop.ui.lifetime import while_alive
from desktop.ui.responsive import NarrowBar
from desktop.ui.tasks import Task
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import hbox, push_button, text_label, vbox
from desktop.ui.wrapping import ElidedLabel

TABLE, EMPTY_LIBRARY, NOTHING, NO_MEANING, FILLING = range(5)


class LibraryCentre(QWidget):
    """The table of papers under its heading, or a sentence that says why it is empty.

    Signals:
        mode_chosen: a ``SearchMode``.
        search_wanted: a text to search for instead.
        everywhere_wanted: the same search in all papers.
        save_wanted: the search is to be kept under a name.
        import_wanted: the person asks for the dialog that chooses files.
        sample_wanted: the person asks to try the sample manuscript.
        trash_emptied: everything in the Trash is to be deleted.
    """

    mode_chosen = Signal(str)
    search_wanted = Signal(str)
    everywhere_wanted = Signal()
    save_wanted = Signal()
    import_wanted = Signal()
    sample_wanted = Signal()
    trash_emptied = Signal()

    def __init__(self, table: PaperTable, *, read_only: bool) -> None:
        super().__init__()
        self.table = table
        self._locked = self.tr("This library is open for reading only.") if read_only else ""
        self._make_buttons()
        self._make_modes()
        self.middle = QStackedWidget()
        self.middle.addWidget(table)
        self.middle.addWidget(self._empty_library())
        self.middle.addWidget(self._nothing_found())
        self.no_meaning = EmptyState(self.tr("Search by meaning is not ready yet"), "")
        self.no_meaning.add_step(self.tr("Search by words"), lambda: self._choose_mode("words"))
        self.middle.addWidget(self.no_meaning)
        self.filling = EmptyState("", "")
        self._filled_by: Task | None = None
        self.middle.addWidget(self.filling)
        vbox(self._top(), self._search_row(), (self.middle, 1), of=self, margins=0, spacing=0)

    @property
    def mode(self) -> SearchMode:
        """How is searched."""
        chosen = self._modes.checkedButton()
        return next(mode for mode, button in self.mode_buttons.items() if button is chosen)

    def show_mode(self, mode: SearchMode) -> None:
        """Choose how is searched, without telling anyone."""
        self.mode_buttons[mode].setChecked(True)

    def show_filling(self, task: Task) -> None:
        """Say, instead of asking for papers, that a job is bringing some."""

        def progressed() -> None:
            self.filling.explanation.setText(progress_words(task))

        def ended() -> None:
            if self._filled_by is task:
                self._filled_by = None
                if self.middle.currentIndex() == FILLING:
                    self.middle.setCurrentIndex(EMPTY_LIBRARY)

        self._filled_by = task
        self.filling.heading.setText(task.title)
        progressed()
        task.progressed.connect(while_alive(self, progressed))
        task.ended.connect(while_alive(self, ended))
        if self.middle.currentIndex() == EMPTY_LIBRARY:
            self.middle.setCurrentIndex(FILLING)

    def allow_full_texts(self, any_indexed: bool) -> None:
        """Offer the search in full texts where there are any."""
        possible = any_indexed or self.mode == "full text"
        self.mode_buttons["full text"].setEnabled(possible)
        self.mode_buttons["full text"].setToolTip(
            self.tr("Search the text of the PDFs, not only title, authors and abstract")
            if possible
            else self.tr("No full text is indexed yet: import PDFs, or wait until they are read.")
        )

    def show_query(self, query: Query, name: str) -> None:
        """Say where and what is looked for, before the answer is here."""
        self.heading.say(name)
        searching = bool(query.text.strip())
        why = "" if searching else self.tr("Type something in the search field first.")
        if self._locked:
            why = self._locked
        elif query.section.kind == "search":
            why = self.tr("This search is saved already.")
        self.save_button.setEnabled(not why)
        self.save_button.setToolTip(why or self.tr("Keep this search in the list on the left"))
        self.empty_button.setVisible(query.section.kind == "trash")
        self._bar.give_way()

    def show_count(self, query: Query, answer: SearchResult) -> None:
        """Say how many papers were found, or why none."""
        paper_count, obstacle = len(answer.numbers), answer.obstacle
        message = "" if obstacle else self._found_words(query, paper_count, more=answer.more)
        self.count.say(message)
        self.empty_button.setEnabled(bool(paper_count) and not self._locked)
        if obstacle:
            self.no_meaning.explanation.setText(in_language(obstacle))
            self.middle.setCurrentIndex(NO_MEANING)
        elif paper_count:
            self.middle.setCurrentIndex(TABLE)
        elif not query.text.strip() and query.section == LibrarySection():
            self.middle.setCurrentIndex(FILLING if self._filled_by else EMPTY_LIBRARY)
        else:
            self._say_nothing(query, answer)

    # --- building -------------------------------------------------------------------------

    def _make_buttons(self) -> None:
        self.heading = ElidedLabel(self.tr("All papers"))
        self.heading.least_letters = 16  # the words of the buttons give way before
        set_look(self.heading, "heading")
        self.count = ElidedLabel("")
        self.count.least_letters = 10
        set_look(self.count, "muted")
        self.import_button = push_button(
            self.tr("Import…"),
            tip=self._locked or self.tr("Import files (Ctrl+I), or drop them here"),
        )
        self.import_button.setEnabled(not self._locked)
        self.import_button.clicked.connect(self.import_wanted)
        set_icon(self.import_button, "import")
        self.columns_button = push_button(
            self.tr("Columns"),
            lambda: self.table.choose_columns(
                self.columns_button.mapToGlobal(self.columns_button.rect().bottomLeft())
            ),
            icon="columns",
            look="quiet",
            tip=self.tr("Choose the columns of the table"),
        )
        self.look_button = QToolButton()
        self.look_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.empty_button = push_button(
            self.tr("Empty Trash…"),
            self.trash_emptied,
            icon="trash",
            tip=self._locked or self.tr("Delete all papers in the Trash for good"),
        )
        self.empty_button.hide()
        self.save_button = push_button(
            self.tr("Save search…"), self.save_wanted, icon="add", look="quiet"
        )

    def _make_modes(self) -> None:
        mode_texts: dict[SearchMode, tuple[str, str]] = {
            "words": (
                self.tr("Words"),
                self.tr("Find papers whose title, authors, venue or abstract contain the words"),
            ),
            "meaning": (
                self.tr("Meaning"),
                self.tr("Find the papers nearest in meaning to what you type, also in other words"),
            ),
            "full text": (
                self.tr("Full texts"),
                self.tr("Search the text of the PDFs, not only title, authors and abstract"),
            ),
        }
        self._modes = QButtonGroup(self)
        self.mode_buttons: dict[SearchMode, QPushButton] = {}
        for mode, (text, tip) in mode_texts.items():
            button = QPushButton(text)
            button.setCheckable(True)
            button.setToolTip(tip)
            button.setAccessibleName(self.tr("Search by: {0}").format(text))
            self._modes.addButton(button)
            self.mode_buttons[mode] = button
            button.clicked.connect(lambda _=False, mode=mode: self.mode_chosen.emit(mode))
        self.mode_buttons["words"].setChecked(True)

    def _top(self) -> NarrowBar:
        bar = self._bar = NarrowBar()
        top = hbox(self.heading, self.count, 1, of=bar, margins=(16, 8, 8, 4), spacing=8)
        for button in (
            self.empty_button,
            self.look_button,
            self.columns_button,
            self.import_button,
        ):
            top.addWidget(button)
        for tool_button in (self.empty_button, self.columns_button, self.import_button):
            bar.say(tool_button, tool_button.text())
        return bar

    def _search_row(self) -> FlowLayout:
        label = text_label(self.tr("Search by"), "muted")
        row = FlowLayout(label, *self.mode_buttons.values(), self.save_button)
        row.setContentsMargins(16, 0, 8, 8)
        return row

    def _empty_library(self) -> EmptyState:
        empty = EmptyState(
            self.tr("Import your papers"),
            self.tr(
                "Drop files or folders here, in any of these formats: {formats}. Cocite reads them "
                "on this computer and recommends from them while you write."
            ).format(formats=titles(imported())),
        )
        first = empty.add_step(self.tr("Import files…"), self.import_wanted.emit)
        first.setEnabled(not self._locked)
        first.setToolTip(self._locked)
        empty.add_step(self.tr("Try the sample"), self.sample_wanted.emit)
        return empty

    def _nothing_found(self) -> EmptyState:
        self.nothing = EmptyState(self.tr("Nothing here"), "")
        self._instead = ""
        add = self.nothing.add_step
        self.meant_button = add("", lambda: self.search_wanted.emit(self._instead))
        self.everywhere_button = add("", self.everywhere_wanted.emit)
        self.by_meaning_button = add(
            self.tr("Search by meaning"), lambda: self._choose_mode("meaning")
        )
        self.in_texts_button = add(
            self.tr("Search in full texts"), lambda: self._choose_mode("full text")
        )
        return self.nothing

    def _choose_mode(self, mode: SearchMode) -> None:
        self.show_mode(mode)
        self.mode_chosen.emit(mode)

    # --- saying ---------------------------------------------------------------------------

    def _found_words(self, query: Query, paper_count: int, *, more: bool) -> str:
        count = self.tr("1 paper")
        if paper_count != 1 or more:
            count = self.tr("{0} papers").format(found_figure(paper_count, more=more))
        words = query.text.strip()
        if not words and query.section.kind == "recent" and paper_count > 1:
            return self.tr("the last {0} papers added").format(figure(paper_count))
        if not words:
            return count
        forms: dict[SearchMode, str] = {
            "words": self.tr("{0} for “{1}”"),
            "meaning": self.tr("{0} nearest to “{1}”"),
            "full text": self.tr("{0} for “{1}” in full texts"),
        }
        return forms[query.mode].format(count, words)

    def _say_nothing(self, query: Query, answer: SearchResult) -> None:
        texts = {
            "collection": self.tr("Drag papers from the table to this collection to fill it."),
            "tag": self.tr("Drag papers from the table to this tag to tag them."),
            "unfiled": self.tr("Every paper is in a collection."),
            "unindexed": self.tr(
                "Every paper is in the meaning index, and every full text could be read."
            ),
            "trash": self.tr("Papers you delete wait here, and can be restored."),
        }
        words = query.text.strip()
        text = texts.get(query.section.kind, "")
        if words:
            text = self.tr("No paper in this section matches these words.")
        self.nothing.explanation.setText(text)
        self._offer(query, answer)
        self.middle.setCurrentIndex(NOTHING)

    def _offer(self, query: Query, answer: SearchResult) -> None:
        """Offer what may find something where this search did not."""
        searching = bool(query.text.strip())
        self._instead = answer.instead
        elsewhere = self.tr("Search all papers ({0} found)").format(found_figure(answer.elsewhere))
        self.everywhere_button.setText(elsewhere)
        self.everywhere_button.setVisible(answer.elsewhere > 0)
        self.meant_button.setText(self.tr("Did you mean “{0}”?").format(answer.instead))
        self.meant_button.setVisible(bool(answer.instead))
        self.by_meaning_button.setVisible(searching and query.mode != "meaning")
        readable = self.mode_buttons["full text"].isEnabled()
        self.in_texts_button.setVisible(searching and query.mode == "words" and readable)
