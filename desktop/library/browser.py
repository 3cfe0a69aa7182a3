"""What the library page shows: sidebar, papers and details; it asks for the papers of a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from core.base.errors import EngineError, UnknownPaperError
from core.base.library_records import FullTextPassage, SearchMode
from core.base.records import PaperNumber, SortKey
from core.formats.registry import imported
from desktop.language.wording import choose_plural, figure, in_language, translate
from desktop.library.file_formats import titles
from desktop.library.full_texts import FullTexts
from desktop.library.paper_details import DetailsPane
from desktop.library.paper_files import PaperFiles
from desktop.library.sidebar import Sidebar
from desktop.pages.pdf_tabs import PdfTabs
from desktop.papers import paper_query
from desktop.papers.model import PaperModel
from desktop.papers.paper_query import (
    Details,
    LibrarySection,
    Query,
    SearchResult,
    SidebarContents,
    found_figure,
)
from desktop.papers.table import PaperTable
from desktop.ui.changes import LibraryChanges
from desktop.ui.jobs_panel import progress_words
from desktop.ui.notice import EmptyState, Notice
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import keep_text, kept_text
from desktop.ui.responsive import FlowLayout, NarrowBar
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import hbox, push_button, text_label, vbox, while_alive
from desktop.ui.wrapping import ElidedLabel

if TYPE_CHECKING:
    from core.workspace import Workspace
    from desktop.duplicates.page import DuplicatesPage

TYPING_PAUSE_MS, MEANING_PAUSE_MS, SELECTION_PAUSE_MS = 120, 350, 60
_SIDEBAR_WIDTH = 200
_LEAST_MISSING, _LEAST_MISSING_SHARE = 20, 0.05
"""Papers without an abstract that are worth a word: so many, and so much of the library."""
_ABSTRACTS_CLOSED = "library/abstracts/{0}"
"""Where it is kept how many there were when the word about them was closed, by library."""
_SIDEBAR_LETTERS = 26


class LibraryBrowser(QWidget):
    """Shows the papers that answer a query, and the selected one of them.

    Signals:
        similar_requested: a tuple of paper numbers.
        search_cleared: the page dropped the words it was searching for.
        search_shown: the words of a saved search, for the search field.
        query_changed: another query is shown soon.
        papers_shown: the papers that answer the query are shown.
    """

    similar_requested = Signal(tuple)
    search_cleared = Signal()
    search_shown = Signal(str)
    query_changed = Signal()
    papers_shown = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self.query = Query()
        self.contents = SidebarContents()
        self._shown_query: Query | None = None
        self._searching: Task | None = None
        self._looking_up: Task | None = None
        self._wanted_paper: PaperNumber | None = None
        self._passages: Mapping[PaperNumber, Sequence[FullTextPassage]] = {}
        self._list_order: tuple[SortKey | None, bool] = (None, False)
        """How lists are sorted that nothing is searched in; ``True`` is descending."""
        self.model = PaperModel(runner, workspace.papers.rows, self)
        self.table = PaperTable(self.model)
        self.sidebar = Sidebar()
        self.centre = LibraryCentre(self.table, read_only=workspace.library.read_only)
        self.pane = DetailsPane()
        self.details = self.pane.details
        self.duplicates: DuplicatesPage | None = None
        self.changes = LibraryChanges(workspace, runner, self)
        self.full_texts = FullTexts(workspace, runner, notify, self)
        self._lay_out()
        self.files = PaperFiles(self.tabs, workspace, runner, notify, self.changes)
        self._typing = QTimer(self, singleShot=True)
        self._settling = QTimer(self, singleShot=True, interval=SELECTION_PAUSE_MS)
        self._follow_parts()

    def _lay_out(self) -> None:
        self.front = QStackedWidget()
        self.front.addWidget(self.centre)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        for position, part in enumerate((self.sidebar, self.front, self.pane)):
            self.splitter.addWidget(part)
            part.setMinimumWidth(300 if part is self.front else 120)
            self.splitter.setCollapsible(position, position != 1)
            self.splitter.setStretchFactor(position, int(position == 1))
        self._fit_sidebar()
        sidebar_width = max(_SIDEBAR_WIDTH, self.sidebar.minimumWidth())
        self.splitter.setSizes([sidebar_width, 768, 312])
        self.tabs = PdfTabs(self.splitter, self.tr("Library"), self._runner)
        vbox(self.tabs, of=self, margins=0)

    def _fit_sidebar(self) -> None:
        """Leave room for the names of sections, and no more once the texts are smaller again."""
        letters = self.fontMetrics().averageCharWidth()
        before, least = self.sidebar.minimumWidth(), max(120, _SIDEBAR_LETTERS * letters)
        self.sidebar.setMinimumWidth(least)
        sizes = self.splitter.sizes()
        if least < before == sizes[0]:  # as wide as the larger texts needed
            width = max(_SIDEBAR_WIDTH, least)
            self.splitter.setSizes([width, sizes[1] + before - width, sizes[2]])

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "sidebar"):
            self._fit_sidebar()

    def _follow_parts(self) -> None:
        self._typing.timeout.connect(self.ask)
        self._settling.timeout.connect(self._ask_details)
        self.sidebar.section_chosen.connect(self._section_chosen)
        self.table.order_chosen.connect(self._order_chosen)
        self.table.selection_settled.connect(lambda: self._settling.start())  # noqa: PLW0108 - overloaded
        self.table.paper_opened.connect(lambda number: self.open_paper(PaperNumber(number)))
        self.centre.mode_chosen.connect(self._mode_chosen)
        self.centre.search_wanted.connect(self._search_instead)
        self.centre.everywhere_wanted.connect(lambda: self.sidebar.choose(LibrarySection()))
        self.details.paper_chosen.connect(lambda number: self.show_paper(PaperNumber(number)))

    # --- what is shown --------------------------------------------------------------------

    def selected_numbers(self) -> tuple[PaperNumber, ...]:
        """Return the selected papers."""
        return self.table.selected_numbers()

    def search(self, text: str) -> None:
        """Show the papers that answer, a moment after the last call; "" shows the whole section."""
        if text == self.query.text:
            return
        section = self.query.section
        if section.kind in ("search", "duplicates"):  # what is typed is another search
            section = LibrarySection()
            self._choose_silently(section)
        self._set_query(Query(section, text, self.centre.mode))
        slow = self.query.mode == "meaning"
        self._typing.start(MEANING_PAUSE_MS if slow else TYPING_PAUSE_MS)

    def show_paper(self, number: PaperNumber) -> None:
        """Select a paper, leaving search and section if they hide it."""
        self.tabs.show_home()
        if self.table.select_paper(number):
            return
        self._wanted_paper = number
        self.query = Query(mode=self.centre.mode)
        self.search_cleared.emit()
        self._choose_silently(LibrarySection())
        self._set_query(self.query)
        self.ask()

    def open_paper(self, number: PaperNumber) -> None:
        """Show the PDF of a paper in a tab; what is searched in full texts is marked there."""
        words = self.query.text.strip() if self.query.mode == "full text" else ""
        passages = self._passages.get(number, ()) if words else ()
        self.files.open(number, page=passages[0].page if passages else 0, words=words)

    def open_passage(self, number: PaperNumber, page: int, words: str) -> None:
        """Show a page of a paper's PDF, counted from 0, with words marked."""
        self.files.open(number, page=page, words=words)

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Move papers to the Trash, and offer the way back."""
        self.changes.trash(numbers)
        one = self.tr("Moved 1 paper to the Trash.")
        several = self.tr("Moved {0} papers to the Trash.").format(figure(len(numbers)))
        self._notify(one if len(numbers) == 1 else several, undo=self.changes.undo)

    def save_order(self, settings: QSettings) -> None:
        """Keep how lists are sorted."""
        sort, descending = self._list_order
        settings.setValue("library/sort", sort or "")
        settings.setValue("library/descending", descending)

    def restore_order(self, settings: QSettings) -> None:
        """Sort lists as ``save_order`` kept it, the one that is shown too."""
        chosen = settings.value("library/sort", "", str)
        sort = next((key for key in get_args(SortKey) if key == chosen), None)
        descending = settings.value("library/descending", False, bool) is True
        self._list_order = (sort, descending and sort is not None)
        if self.query.sort is None:
            self.query = self._sort_list(self.query)
        self.table.show_order(self.query.sort, descending=self.query.descending)

    # --- asking for the papers to show ----------------------------------------------------

    def ask(self) -> Task:
        """Ask for the papers that answer the query."""
        self._typing.stop()
        if self._searching is not None:
            self._searching.cancel()
        query, epoch = self.query, self.model.epoch
        self._searching = self._runner.run(
            lambda: paper_query.find(self._workspace, query),
            lambda result: self._show(query, result, epoch),
            owner=self,
        )
        return self._searching

    def repeat_search(self) -> Task:
        """Ask for papers and sections once more; returns what ends when the papers are shown."""
        self.model.forget_papers()
        searching = self.ask()
        searching.ended.connect(self.count_sections)  # papers first: counting takes longer
        return searching

    def count_sections(self) -> None:
        """Count what the sections hold."""

        def show(contents: SidebarContents) -> None:
            self.contents = contents
            self.sidebar.show_contents(contents)
            self._note_abstracts()
            self.centre.show_query(self.query, self.sidebar.get_section_name(self.query.section))

        self._runner.run(lambda: paper_query.sidebar_contents(self._workspace), show, owner=self)

    def _note_abstracts(self) -> None:
        """Say how many papers lack an abstract: among all until it is closed, and in their section.

        It is said once more when they have doubled.
        """
        notice, sizes, kind = self.centre.notice, self.contents.sizes, self.query.section.kind
        missing, key = (
            sizes.without_abstract,
            _ABSTRACTS_CLOSED.format(self._workspace.library.identity),
        )
        if kind == "no abstract" and missing:
            ways = self.tr(
                "Select papers, then “Look up online…”, or add their PDFs, or add citation data "
                "of OpenAlex or Semantic Scholar (Library menu)."
            )
            notice.say(f"{abstract_words(missing)} {ways}")
        elif (
            kind == "all"
            and missing >= max(_LEAST_MISSING, sizes.papers * _LEAST_MISSING_SHARE)
            and missing >= 2 * int(kept_text(key) or 0)
        ):
            notice.keep_saying(
                abstract_words(missing),
                action=self.tr("Show them"),
                call=lambda: self.sidebar.choose(LibrarySection("no abstract")),
                closed=lambda: keep_text(key, str(missing)),
            )
        else:
            notice.clear()

    def _set_query(self, query: Query) -> None:
        """Take another query, which is asked by the caller."""
        self.tabs.show_home()
        if query.sort is None:
            query = self._sort_list(query)
        self.query = query
        self.table.show_order(query.sort, descending=query.descending)
        self._show_front(query.section.kind == "duplicates")
        self.table.show_problems(query.section.kind == "unindexed")
        self.centre.show_query(query, self.sidebar.get_section_name(query.section))
        self._note_abstracts()
        self.query_changed.emit()

    def _sort_list(self, query: Query) -> Query:
        """Return a query with the order that the person chose, if it is one for a list."""
        if query.text.strip() or query.section.kind == "recent":  # best or latest first
            return query
        sort, descending = self._list_order
        return replace(query, sort=sort, descending=descending)

    def _show_front(self, duplicates: bool) -> None:
        """Show the page of duplicates instead of table and details, or these again."""
        if duplicates and self.duplicates is None:
            from desktop.duplicates.page import DuplicatesPage

            self.duplicates = DuplicatesPage(
                self._workspace, self._runner, self._notify, self.changes
            )
            self.front.addWidget(self.duplicates)
        if duplicates and self.duplicates is not None:
            self.front.setCurrentWidget(self.duplicates)
        else:
            self.front.setCurrentWidget(self.centre)
        self.pane.setVisible(not duplicates)

    def _show(self, query: Query, result: SearchResult, epoch: int) -> None:
        self._searching = None
        if query != self.query:
            return
        self._passages = result.passages
        wanted_paper, self._wanted_paper = self._wanted_paper, None
        before, self._shown_query = self._shown_query, query
        self.model.take(result.rows, epoch)
        is_same_list = before is None or before.section == query.section
        self.table.show_numbers(result.numbers, stay=query == before, keep_several=is_same_list)
        if wanted_paper is not None:
            self.table.select_paper(wanted_paper)
        elif query.text.strip() and (before is None or before.text != query.text):
            self.table.show_best()
        self._settling.start()
        self.centre.show_count(query, result)
        self.papers_shown.emit()

    def _ask_details(self) -> None:
        if self._looking_up is not None:
            self._looking_up.cancel()
            self._looking_up = None
        numbers = self.selected_numbers()
        if len(numbers) != 1:
            self.pane.clear(len(numbers))
            return
        number = numbers[0]

        def show(details: Details) -> None:
            self._looking_up = None
            passages = tuple(self._passages.get(number, ()))
            full_texts = self.full_texts.of(number)
            self.pane.show_details(replace(details, full_texts=full_texts, passages=passages))

        def failed(error: EngineError) -> None:
            self._looking_up = None
            self.pane.clear()
            if not isinstance(error, UnknownPaperError):
                self._runner.failed.emit(error)

        self._looking_up = self._runner.run(
            lambda: paper_query.details(self._workspace, number), show, failed=failed, owner=self
        )

    # --- answers to the person ------------------------------------------------------------

    def _search_instead(self, text: str) -> None:
        self.search_shown.emit(text)
        self.search(text)

    def _mode_chosen(self, mode: SearchMode) -> None:
        section = self.query.section if self.query.section.kind != "search" else LibrarySection()
        self._choose_silently(section)
        self._set_query(Query(section, self.query.text, mode))
        self.ask()

    def _choose_silently(self, section: LibrarySection) -> None:
        blocked = self.sidebar.blockSignals(True)
        self.sidebar.choose(section)
        self.sidebar.blockSignals(blocked)

    def _section_chosen(self, section: LibrarySection) -> None:
        search = self.sidebar.get_search(self.sidebar.currentIndex())
        if search is not None:
            self.centre.show_mode(search.mode)
            self._set_query(Query(section, search.query, search.mode))
            self.search_shown.emit(search.query)
        elif self.query.section.kind == "search":
            self._set_query(Query(section, "", self.centre.mode))
            self.search_cleared.emit()
        else:
            self._set_query(Query(section, self.query.text, self.centre.mode))
        self.ask()

    def _order_chosen(self, sort: SortKey | None, descending: bool) -> None:
        self.query = replace(self.query, sort=sort, descending=descending)
        if not self.query.text.strip() and self.query.section.kind != "recent":
            self._list_order = (sort, descending)
        self.ask()


# --- the table of papers, or why it is empty --------------------------------------------
#
# The middle of the library: what is searched and how, the table, and what is shown instead.

TABLE, EMPTY_LIBRARY, NOTHING, NO_MEANING, FILLING = range(5)


def abstract_words(count: int) -> str:
    """Return what it means that so many papers have no abstract."""
    words = translate(
        "LibraryBrowser",
        "%Ln paper(s) (has|have) no abstract; "
        "suggestions find such papers about a fifth less often.",
        "",
        count,
    )
    return choose_plural(words, count)


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
        self.notice = Notice("news")
        parts = self._top(), self._search_row(), self.notice, (self.middle, 1)
        vbox(*parts, of=self, margins=0, spacing=0)

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

    # --- building the widgets -------------------------------------------------------------

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

    # --- sentences about the number of papers ---------------------------------------------

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
            "no abstract": self.tr("Every paper has an abstract."),
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
