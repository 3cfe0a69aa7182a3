"""One manuscript: its outline, its pages, the suggestions, and the list to cite.

The pages show as soon as QtPdf has them; the marks follow when the manuscript is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QSplitter, QWidget
from typing_extensions import override

from core.base.errors import EngineError, PdfScanError
from core.base.records import Link, Manuscript, OpenManuscript, Paper, PaperFilter
from core.base.settings import Settings
from core.runs.records import ShelfEntry
from desktop.language.languages import language_name
from desktop.language.wording import in_language, translate
from desktop.manuscript.file_kinds import PAGELESS, choose_cite_style
from desktop.manuscript.file_reading import FileReading, try_again_words
from desktop.manuscript.outline_pane import OutlinePane
from desktop.manuscript.passage_pages import PassagePages, SetPassage, set_passage
from desktop.manuscript.sentence_menu import describe, sentence_menu
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.side_pane import SidePane
from desktop.manuscript.suggestion_panel import SuggestionPanel
from desktop.manuscript.suggestion_state import tally_words, unread_words
from desktop.manuscript.tab_parts import Services, short_name
from desktop.manuscript.tab_state import TabMemory, TabState
from desktop.manuscript.to_cite_panel import ToCitePanel
from desktop.manuscript.whole_session import WholeSession
from desktop.pages.bar import PageBar
from desktop.pages.find_bar import FindBar
from desktop.pages.page_tools import PageTools
from desktop.pages.sentence_map import Kind, SentenceMap
from desktop.pages.source import LoadedPdf, PageSource, PdfPages, load_pdf
from desktop.pages.view import PageView
from desktop.ui.focus import focus_part
from desktop.ui.notice import EmptyState, Notice
from desktop.ui.responsive import ModestSplitter
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import GRID, set_look, theme
from desktop.ui.widgets import text_label, vbox

# --- the panes and the tab --------------------------------------------------------------
#
# How the panes of a manuscript share the window: outline, pages, suggestions, the list to cite.

_OUTLINE, _PANEL = (205, 290), (340, 460)
"""Least and largest width a pane starts with."""
_FOOT = 38


class ManuscriptPanes(QWidget):
    """The pages in the middle; what stands around them is put in when a manuscript is read."""

    def __init__(self, runner: TaskRunner) -> None:
        super().__init__()
        self.notice = Notice("news")
        self.trouble = Notice("trouble")
        self.unread = Notice("trouble")
        self.view = PageView()
        self.bar = PageBar(self.view)
        self.tools = PageTools(self.view, self, runner)
        self.find_bar = self._find_bar()
        self.rows = ModestSplitter(Qt.Orientation.Vertical)
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        # PySide does not see that replaceWidget() hands its argument over to the splitter.
        self._panes: dict[int, QWidget] = {}
        self._left_state: QByteArray | None = None
        self._shared_out = False
        self._put_together()

    def widths(self) -> QByteArray | None:
        """Return how the width is shared out among the panes, ``None`` before it is."""
        return self.columns.saveState() if self._shared_out else None

    def start_widths(self, left_state: QByteArray | None) -> None:
        """Share the width out once it is known: as a person left it, if one ever did."""
        self._left_state = left_state

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shared_out:
            QTimer.singleShot(0, self, self._share_out)  # when the layouts have said how wide

    def _share_out(self) -> None:
        self._shared_out = True
        if self._left_state is not None:
            self.columns.restoreState(self._left_state)
            return
        width = self.columns.width()
        grown = theme().text_percent
        outline = min(max(width * 16, _OUTLINE[0] * grown), _OUTLINE[1] * grown, width * 17) // 100
        panel = min(max(width * 28, _PANEL[0] * grown), _PANEL[1] * grown, width * 40) // 100
        self.columns.setSizes([outline, width - outline - panel, panel])

    def put(self, splitter: QSplitter, position: int, widget: QWidget) -> None:
        """Put a widget where another one stood; the widths stay."""
        sizes = splitter.sizes()
        old = splitter.replaceWidget(position, widget)
        if old is not None:
            old.deleteLater()
        self._panes[position if splitter is self.columns else -1] = widget
        splitter.setSizes(sizes)

    def say_unread(self, text: str) -> None:
        """Say on the right why there is nothing to ask for, where nothing was read yet."""
        self.put(self.columns, 2, _waiting(self.tr("Suggestions"), text))

    def show_instead(self, widget: QWidget) -> None:
        """Show a widget instead of all panes."""
        self.rows.hide()
        self._column.addWidget(widget, 1)

    def _find_bar(self) -> FindBar:
        bar = self.tools.find_bar
        bar.add_closer()
        bar.setContentsMargins(GRID, 2, 4, 2)
        bar.hide()
        bar.closed.connect(bar.hide)
        return bar

    def _put_together(self) -> None:
        pages = QWidget()
        vbox(self.bar, self.find_bar, (self.view, 1), of=pages, margins=0, spacing=0)
        pages.setMinimumWidth(220)
        self.columns.addWidget(_waiting(self.tr("Outline")))
        self.columns.addWidget(pages)
        self.columns.addWidget(_waiting(self.tr("Suggestions")))
        self.columns.setStretchFactor(1, 1)
        self.rows.addWidget(self.columns)
        foot = _waiting(self.tr("To cite"))
        foot.setFixedHeight(_FOOT)
        self.rows.addWidget(foot)
        self.rows.setStretchFactor(0, 1)
        for splitter in (self.rows, self.columns):
            splitter.setChildrenCollapsible(False)
        self._column = vbox(self.unread, (self.rows, 1), of=self, margins=0, spacing=0)
        for notice in (self.notice, self.trouble):
            notice.float_over(self)


def _waiting(name: str, text: str = "") -> QFrame:
    frame = QFrame()
    set_look(frame, "surface")
    column = vbox(of=frame, margins=(12, GRID, 12, GRID))
    for words in (name, text) if text else (name,):
        label = text_label(words, "muted", wrap=True)
        column.addWidget(label)
    column.addStretch(1)
    return frame


class ManuscriptTab(ManuscriptPanes):
    """Shows one manuscript from the moment its file is chosen.

    Signals:
        titled(str): the name of the tab.
        changed: gaps or decisions are others; see ``summary``.
        similar_requested(tuple): show papers like these.
        import_wanted: the library is empty and the person wants to fill it.
        index_wanted: indexing was stopped and the person wants it to go on.
        breadth_changed(float): the context slider was moved.
        style_chosen(str): another style of cite commands was chosen.
        threshold_moved(float): a sentence is a gap from this chance on.
        models_wanted(str): the page of the models is to be shown; a model that is named is to be
            used for other languages.
        paper_wanted(int): show this paper in the library.
        passage_wanted(int, int, str): show this page of a paper, with words marked.
        library_changed: an entry became a paper of the library, or is one no more.
    """

    passage_wanted = Signal(int, int, str)
    titled = Signal(str)
    changed = Signal()
    similar_requested = Signal(tuple)
    import_wanted = Signal()
    index_wanted = Signal()
    breadth_changed = Signal(float)
    style_chosen = Signal(str)
    threshold_moved = Signal(float)
    models_wanted = Signal(str)
    paper_wanted = Signal(int)
    library_changed = Signal()

    def __init__(self, services: Services, settings: Settings) -> None:
        super().__init__(services.runner)
        self._services = services
        self._settings = settings
        self.path: Path | None = None
        self.session: ManuscriptSession | None = None
        self.panel: SuggestionPanel | None = None
        self.to_cite: ToCitePanel | None = None
        self.side: SidePane | None = None
        self.whole: WholeSession | None = None
        self.outline_pane: OutlinePane | None = None
        self.memory = TabMemory(self.view)
        self.typed = ""
        self._waits = False
        self._reading = FileReading(
            services.workspace, services.runner, self.notice, self.reload_file, self
        )
        self._reading.reading_finished.connect(self._show_read)
        self._reading.failed.connect(self._reading_failed)
        self._failure: EmptyState | None = None
        self._failed: EngineError | None = None
        self._links_shown: tuple[Mapping[int, Link], Mapping[str, Link]] = ({}, {})
        self.view.selected.connect(self._sentence_selected)
        self.view.activated.connect(self._focus_suggestions)
        self.view.hovered.connect(self._hovered)
        self.view.menu_wanted.connect(self._show_menu)

    # --- reading the file ---------------------------------------------------------------------

    def defer_reading(self, state: TabState) -> None:
        """Stand for what is read when the tab is looked at for the first time."""
        self.path, self._waits = Path(state.path) if state.path else None, True
        self.typed = state.text
        self.memory.want(state)
        self.titled.emit(self.path.name if self.path is not None else short_name(state.text))

    def begin(self) -> None:
        """Read the file or the passage if that was left for later."""
        if self._waits and self.path is not None:
            self.read_file(self.path)
        elif self._waits:
            self.read_text(self.typed)

    def state(self) -> TabState:
        """Return what is open and where the person stands in it."""
        breadth = self.memory.breadth if self.panel is None else self.panel.slider.breadth
        path = str(self.path) if self.path is not None else ""
        return self.memory.now(
            path=path, text=self.typed, breadth=breadth, paper_filter=self._own_filter()
        )

    def read_file(self, path: Path, *, recognise: bool = False) -> None:
        """Show a manuscript's file and read it; a scan's text is recognised if that is asked."""
        self.path, self._waits, self._failed = path, False, None
        self.titled.emit(path.name)
        runner = self._services.runner
        if path.suffix.lower() not in PAGELESS:
            show_pdf = partial(self._show_pdf, path)
            # The reader of the manuscript says what is wrong with the file.
            runner.run(lambda: load_pdf(path), show_pdf, failed=lambda _: None, owner=self)

        self.trouble.clear()
        self._reading.start(path, recognise=recognise)
        self._reading.watch([path])

    def read_text(self, text: str) -> None:
        """Show a typed passage."""
        self.typed, self._waits = text, False
        workspace = self._services.workspace

        def work() -> tuple[OpenManuscript, SetPassage]:
            opened = workspace.manuscripts.open_text(text)
            return opened, set_passage(opened.manuscript.sentences)

        def show_passage(result: tuple[OpenManuscript, SetPassage]) -> None:
            opened, passage = result
            self._show_source(PassagePages(passage))
            self._show_manuscript(opened, SentenceMap(passage.sentences))
            if passage.sentences and self.view.selected_sentence is None:
                self.view.select(0)

        self.notice.say(self.tr("Reading the passage…"))
        self.titled.emit(short_name(text))
        self._services.runner.run(
            work, show_passage, failed=self._reading_failed, owner=self, write=True
        )

    def reload_file(self) -> None:
        """Read the file anew, as when it was typeset again. Decisions stay."""
        if self.path is not None:
            self.read_file(self.path)

    def recognise(self) -> None:
        """Read the scan with text recognition; it can be stopped as any reading."""
        if self.path is not None:
            self.read_file(self.path, recognise=True)

    def close_manuscript(self) -> None:
        """Stop what is under way and let go of the file."""
        self._reading.cancel()
        if self.session is not None:
            self.session.stop_asking()
        if self.whole is not None:
            self.whole.stop()
        self.view.close_pages()

    def refresh(self) -> None:
        """Ask again: the library, the model or the decisions may be others now."""
        if self.session is not None:
            self.session.load()
        if self.panel is not None:
            self.panel.repeat_question()
        if self.whole is not None:
            self.whole.start_over()

    def follow_indexing(self, *, is_stopped: bool) -> None:
        """Say whether indexing goes on; it was started or stopped elsewhere."""
        for part in (self.panel, self.whole):
            if part is not None:
                part.follow_indexing(is_stopped=is_stopped)

    def use_settings(self, settings: Settings) -> None:
        """Follow the settings that are not chosen in the tab, when the file is read again too."""
        self._settings = settings
        self.use_threshold(settings.gap_threshold)
        if self.session is not None:
            self.session.limit = settings.suggestions
        if self.to_cite is not None:
            self.to_cite.csl_style = settings.csl_style

    def use_threshold(self, threshold: float) -> None:
        """Call a sentence a gap from this chance on."""
        if self.session is not None and self.outline_pane is not None:
            self.session.gaps.use_threshold(threshold)
            self.outline_pane.slider.show_threshold(threshold)

    def toggle_dismissed(self) -> None:
        """Say of the selected sentence that it needs no citation, or that it does after all."""
        index = self.view.selected_sentence
        if self.session is not None and index is not None:
            is_gap = self.session.marks.kind(index) is Kind.GAP
            self.session.gaps.dismiss(index, dismissed=is_gap)

    def relink(self) -> None:
        """Look the references up again: the library is another now."""
        if self.session is not None:
            self.session.references.look_up()

    def summary(self) -> str:
        """Return what the status bar says of the manuscript."""
        if self.session is None:
            return ""
        chosen = len({paper.number for row in self.session.to_cite() for paper in row.papers})
        marks = self.session.marks
        return tally_words(len(marks.gaps) if marks.judged else None, chosen)

    # --- showing what was read ----------------------------------------------------------------

    def _show_pdf(self, path: Path, loaded: LoadedPdf) -> None:
        self._show_source(PdfPages(loaded))
        self.tools.use_pdf(path)
        if self._failed is not None:  # before there was a page to say it on
            self._reading_failed(self._failed)

    def _show_read(self, result: tuple[OpenManuscript, SetPassage | None]) -> None:
        opened, pages = result
        if pages is not None:
            self._show_source(PassagePages(pages))
        self._reading.watch(opened.files)
        selected = self._selected_in_beginning()
        self._show_manuscript(opened)
        texts = [sentence.text for sentence in opened.manuscript.sentences]
        if selected in texts:
            self.view.select(texts.index(selected))

    def _selected_in_beginning(self) -> str:
        """Return the sentence chosen while the rest of a long file was being read, or ""."""
        index, session = self.view.selected_sentence, self.session
        if session is None or index is None or not session.opened.beginning:
            return ""
        return session.sentences[index].text

    def _show_source(self, source: PageSource) -> None:
        if self._failure is not None:
            self._failure.hide()
        self.rows.show()
        read_before, scrolled = self.view.pages > 0, self.view.verticalScrollBar().value()
        self.view.show_pages(source)
        selected = self.view.selected_sentence
        if self.memory.restore_position():
            pass
        elif read_before:
            self.view.verticalScrollBar().setValue(scrolled)
        elif selected is not None:  # chosen before there was a page to scroll to
            self.view.reveal(selected)
        self.bar.refresh()

    def _show_manuscript(self, opened: OpenManuscript, marks: SentenceMap | None = None) -> None:
        self.notice.clear()
        self.view.select(None)
        services = self._services
        if self.session is not None:
            self.session.retire(self.refresh)
        if self.whole is not None:
            self.whole.stop()
        session = ManuscriptSession(opened, services.workspace, services.runner, services.undo)
        session.limit = self._settings.suggestions
        session.paper_filter = self._own_filter() or session.default_filter
        session.setParent(self)
        self.session = session
        if marks is not None:
            session.marks = marks
        session.marks = session.marks.with_threshold(self._threshold())
        session.marked.connect(self._mark)
        session.troubled.connect(self._say_trouble)
        session.references.changed.connect(self._links_changed)
        session.references.paper_added.connect(self.library_changed)
        self._say_not_read(session)
        self._mark()
        if self.panel is not None:  # one of the session before, which must not outlive it
            self._add_outline(session)
            self._complete(session)
        else:  # a moment later, one by one: all panes at once hold the window up
            QTimer.singleShot(0, session, lambda: self._add_panes(session))

    def _add_panes(self, session: ManuscriptSession) -> None:
        if session is self.session:  # else the file was read again meanwhile
            self._add_outline(session)
            QTimer.singleShot(0, session, lambda: self._complete(session))

    def _say_not_read(self, session: ManuscriptSession) -> None:
        """Say above the pages what was not read of the manuscript, and what follows from that."""
        reading = session.reading
        if not reading.text:
            self.unread.clear()
            return
        look = "trouble" if reading.is_serious else "news"
        set_look(self.unread, look)
        self.unread.say(
            in_language(reading.text),
            action=self.tr("Details"),
            call=self.show_unread,
            closable=True,
        )

    def _complete(self, session: ManuscriptSession) -> None:
        if session is not self.session:  # the file was read again meanwhile
            return
        self._add_panel(session)
        if self.view.selected_sentence is not None:  # chosen meanwhile
            self._sentence_selected(self.view.selected_sentence)
        QTimer.singleShot(0, session, lambda: self._add_to_cite(session))
        self.memory.choose(session.sentences)
        session.load()
        session.references.look_up()
        manuscript = session.opened.manuscript
        say_language(self._services, manuscript, self.notice, self.models_wanted.emit, session)
        if title := manuscript.title or (self.path.name if self.path is not None else ""):
            self.titled.emit(title)

    def _reading_failed(self, error: EngineError) -> None:
        self.notice.clear()
        self._failed, again = error, try_again_words(error)
        call = self.recognise if isinstance(error, PdfScanError) else self.reload_file
        if self.view.pages:  # the pages can be seen, though not read
            self.trouble.say_error(error, action=again, call=call)
            if self.session is None:
                self.say_unread(unread_words())
            return
        if self._failure is not None:
            self._failure.deleteLater()
        self._failure = EmptyState(str(error), error.remedy)
        self._failure.setAccessibleName(f"{error} {error.remedy}")
        if self.path is not None:
            self._failure.add_step(again, call)
        focused = QApplication.focusWidget()
        has_focus = focused is not None and self.isAncestorOf(focused)
        self.show_instead(self._failure)
        if has_focus:
            focus_part(self._failure)

    def part_in_front(self) -> QWidget:
        """Return the part on which one works: the pages, or what says why there are none."""
        failure = self._failure
        return self.view if failure is None or failure.isHidden() else failure

    def _say_trouble(self, error: EngineError) -> None:
        self.trouble.say_error(error, action=self.tr("Close"), call=self.trouble.clear)

    # --- marks of the sentences ---------------------------------------------------------------

    def _mark(self) -> None:
        session = self.session
        if session is None:
            return
        self.view.mark(session.marks, self.describe)
        self.bar.mark(
            session.marks,
            complete=not session.reading.loses_text,
            labels=session.opened.manuscript.page_labels,
        )
        self.changed.emit()

    def describe(self, index: int) -> str:
        """Return the tool tip of a sentence."""
        assert self.session is not None
        return describe(self.session, index)

    # --- selecting sentences ------------------------------------------------------------------

    def _sentence_selected(self, index: int | None) -> None:
        if self.panel is not None and self.side is not None:
            self.side.show_sentence(index)
            self._follow_selection(index)
            self._prepare_whole()
        self.changed.emit()

    def _follow_selection(self, index: int | None) -> None:
        """Mark where the selected sentence stands in the outline and in the list to cite."""
        if self.to_cite is not None:
            self.to_cite.show_sentence(index)
        if self.session is not None and self.outline_pane is not None and index is not None:
            self.outline_pane.outline.show_section(self.session.sentences[index].section)

    def _hovered(self, index: int) -> None:
        if self.session is not None:
            self.session.gaps.ask_reason(index)

    def _show_menu(self, index: int, position: QPoint) -> None:
        if self.session is None or self.side is None:
            return
        menu = sentence_menu(self.session, index, self)
        menu.entry_chosen.connect(self.side.show_reference)
        menu.popup(position)

    def show_audit(self) -> None:
        """Show what is wrong with the references."""
        if self.side is not None:
            self.side.show_audit()

    def check_citations(self) -> None:
        """Check what the cited papers say, and show it with the audit."""
        if self.side is not None:
            self.side.check_citations()

    def show_unread(self) -> None:
        """Show all parts of the manuscript that were not read."""
        if self.side is not None:
            self.side.show_unread()

    def show_whole(self) -> None:
        """Show what the manuscript as a whole should cite."""
        if self.side is not None:
            self._prepare_whole()
            self.side.show_whole()

    def _prepare_whole(self) -> None:
        """Answer all sentences with the context of now; one tried on a sentence asks no others."""
        if self.whole is not None:
            self.whole.use_breadth(self._breadth())

    def _links_changed(self) -> None:
        session = self.session
        if session is None or self.panel is None:
            return
        links = session.opened.links, session.opened.key_links
        if links != self._links_shown:  # what is cited already is marked in the suggestions
            self._links_shown = links
            self.panel.repeat_question()
        self.changed.emit()

    def _focus_suggestions(self, _index: int) -> None:
        if self.panel is not None:
            self.panel.list.focus_first()

    # --- putting together ---------------------------------------------------------------------

    def _threshold(self) -> float:
        if self.session is not None and self.outline_pane is not None:  # read again
            return self.outline_pane.threshold
        return self._settings.gap_threshold

    def _own_filter(self) -> PaperFilter | None:
        """Return the filter of the suggestions, ``None`` where it is that of the year."""
        session = self.session
        if session is None:
            return self.memory.paper_filter
        return None if session.paper_filter == session.default_filter else session.paper_filter

    def _breadth(self) -> float:
        if self.panel is not None:  # read again
            return self.panel.slider.breadth
        stored_breadth = self.memory.breadth
        return self._settings.breadth if stored_breadth is None else stored_breadth

    def _add_outline(self, session: ManuscriptSession) -> None:
        pane = OutlinePane(session)
        pane.threshold_moved.connect(self.threshold_moved)
        pane.outline.sentence_chosen.connect(self.view.select)
        pane.outline.reference_chosen.connect(self._show_reference)
        pane.outline.audit_chosen.connect(self.show_audit)
        pane.outline.whole_chosen.connect(self.show_whole)
        self.outline_pane = pane
        self.put(self.columns, 0, pane)

    def _add_panel(self, session: ManuscriptSession) -> None:
        breadth = self._breadth()
        services = self._services
        self.whole = WholeSession(session, services.workspace, services.runner, breadth=breadth)
        self.side = SidePane(session, self.whole, breadth)
        self.side.sentence_chosen.connect(self.view.select)
        self.side.paper_chosen.connect(self.paper_wanted)
        self.side.passage_wanted.connect(self.passage_wanted)
        self.side.page_chosen.connect(self.view.reveal_page)
        self.side.rects_wanted.connect(self.view.frame_rects)
        self.side.panel_closed.connect(lambda: self.view.frame_rects(()))
        self.side.pages_wanted.connect(self.view.setFocus)
        self.side.copied.connect(services.notify)
        self.panel = self.side.suggestions
        self.panel.similar_requested.connect(self.similar_requested)
        self.panel.import_requested.connect(self.import_wanted)
        self.panel.index_requested.connect(self.index_wanted)
        self.panel.gap_requested.connect(self.view.select_next_gap)
        self.panel.breadth_changed.connect(self.breadth_changed)
        self.panel.rejected.connect(self._offer_undo)
        self._links_shown = session.opened.links, session.opened.key_links
        self.put(self.columns, 2, self.side)

    def _show_reference(self, reference: int) -> None:
        if self.side is not None:
            self.side.show_reference(reference)

    def _add_to_cite(self, session: ManuscriptSession) -> None:
        style = choose_cite_style(self.path, self._settings.cite_style)
        if self.to_cite is not None:
            style = self.to_cite.cite_style
        services = self._services
        self.to_cite = ToCitePanel(session, services.workspace, services.runner, services.notify)
        self.to_cite.use_style(style)
        self.to_cite.csl_style = self._settings.csl_style
        self.to_cite.sentence_chosen.connect(self.view.select)
        self.to_cite.style_chosen.connect(self.style_chosen)
        self.put(self.rows, 1, self.to_cite)
        self.to_cite.claim_height()
        self.changed.emit()  # what can be exported is known only now

    def _offer_undo(self, _sentence: int, paper: Paper) -> None:
        self._services.notify(
            self.tr("“{title}” will not be suggested for this sentence again.").format(
                title=paper.title[:60]
            ),
            undo=self._services.undo,
        )


# --- says that a manuscript is in a language that the model in use does not know --------


def say_language(
    services: Services,
    manuscript: Manuscript,
    notice: Notice,
    models_wanted: Callable[[str], None],
    owner: QObject,
) -> None:
    """Say it in a notice, unless that says something else.

    It offers a model of the shelf that knows the language, for ``models_wanted`` to take it into
    use; where there is none, that is given "", and leads to the page of the models.
    """
    workspace = services.workspace

    def look() -> tuple[str, ShelfEntry | None]:
        code = workspace.indexing.foreign_language(manuscript)
        return code, workspace.training.knowing(code) if code else None

    def say(answer: tuple[str, ShelfEntry | None]) -> None:
        code, model = answer
        if not language_name(code) or notice.text:
            return
        text, action = _offer(language_name(code), model)

        def call() -> None:
            notice.clear()
            models_wanted("" if model is None else model.name)

        notice.say(text, action=action, call=call, closable=True)

    services.runner.run(look, say, owner=owner)


def _offer(language: str, model: ShelfEntry | None) -> tuple[str, str]:
    """Return what is said, and what the button says."""
    if model is None:
        message = translate(
            "LanguageNotice",
            "This manuscript is in {language}, and the model in use knows English: it finds"
            " fewer of the right papers. Add a multilingual model and use it.",
        )
        return message.format(language=language), translate("LanguageNotice", "Open models")
    message = translate(
        "LanguageNotice",
        "This manuscript is in {language}, and the model in use knows English: it finds fewer of"
        " the right papers. “{model}” knows {language}.",
    )
    offered = translate("LanguageNotice", "Use it for {language}")
    return message.format(language=language, model=model.title), offered.format(language=language)
