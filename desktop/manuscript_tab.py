"""One manuscript: its outline, its pages, the suggestions, and the list to cite.

The pages show as soon as QtPdf has them; the marks follow when the manuscript is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, Qt, Signal
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QFrame, QLabel, QSplitter, QVBoxLayout, QWidget

from core.errors import EngineError
from core.jobs import Job
from core.records import OpenManuscript, Paper
from desktop.empty_state import EmptyState
from desktop.manuscript_session import ManuscriptSession
from desktop.notice import Notice
from desktop.outline import OutlineModel, OutlineView
from desktop.page_bar import PageBar
from desktop.page_source import LoadedPdf, PageSource, PdfPages, load_pdf
from desktop.page_view import PageView
from desktop.passage_pages import PassagePages, SetPassage, set_passage
from desktop.protocols import CiteStyle, Notify, Workspace
from desktop.sentence_map import Kind, SentenceMap
from desktop.suggestion_panel import SuggestionPanel
from desktop.tasks import Task, TaskRunner
from desktop.theme import GRID, set_look
from desktop.to_cite_panel import ToCitePanel

_OUTLINE, _PANEL = (190, 280), (340, 460)
"""Least and largest width a pane starts with."""
_FOOT = 38


@dataclass(frozen=True, slots=True)
class Services:
    """What every tab of the page shares."""

    workspace: Workspace
    runner: TaskRunner
    notify: Notify


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a new tab starts with."""

    breadth: float = 0.5
    cite_style: CiteStyle = "latex"


class ManuscriptTab(QWidget):
    """Shows one manuscript from the moment its file is chosen.

    Signals:
        titled(str): the name of the tab.
        changed: gaps or decisions are others; see ``summary``.
        similar_requested(tuple): show papers like these.
        import_wanted: the library is empty and the person wants to fill it.
        breadth_changed(float): the context slider was moved.
        style_chosen(str): another style of cite commands was chosen.
    """

    titled = Signal(str)
    changed = Signal()
    similar_requested = Signal(tuple)
    import_wanted = Signal()
    breadth_changed = Signal(float)
    style_chosen = Signal(str)

    def __init__(self, services: Services, preferences: Preferences) -> None:
        super().__init__()
        self._services = services
        self._preferences = preferences
        self.undo_stack = QUndoStack(self)
        self.path: Path | None = None
        self.session: ManuscriptSession | None = None
        self.panel: SuggestionPanel | None = None
        self.to_cite: ToCitePanel | None = None
        self.outline: OutlineView | None = None
        self.notice = Notice("news")
        self.trouble = Notice("trouble")
        self.view = PageView()
        self.bar = PageBar(self.view)
        self._reading: Task | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._file_changed)
        self._failure: EmptyState | None = None
        # PySide does not see that replaceWidget() hands its argument over to the splitter.
        self._panes: dict[int, QWidget] = {}
        self._lay_out()
        self.view.selected.connect(self._sentence_selected)
        self.view.activated.connect(self._go_on)

    # --- opening ------------------------------------------------------------------------------

    def read(self, path: Path) -> None:
        """Show a PDF and read it."""
        self.path = path
        self.titled.emit(path.name)
        runner, workspace = self._services.runner, self._services.workspace
        runner.run(lambda: load_pdf(path), self._show_pdf, failed=_ignore, owner=self)

        def work(job: Job) -> OpenManuscript:
            return workspace.open_manuscript(path, job)

        self.trouble.clear()
        self._reading = runner.start_job(
            f"Reading “{path.name}”",
            work,
            self._show_manuscript,
            failed=self._reading_failed,
            owner=self,
            write=False,  # it must not wait behind an import
        )
        self._reading.ended.connect(self._reading_ended)
        self.notice.say(
            "Reading the manuscript: its sentences are marked in a moment.",
            action="Stop",
            call=self._reading.cancel,
        )
        if path.exists():
            self._watcher.addPath(str(path))

    def read_text(self, text: str) -> None:
        """Show a typed passage."""
        workspace = self._services.workspace

        def work() -> tuple[OpenManuscript, SetPassage]:
            opened = workspace.open_text(text)
            return opened, set_passage(opened.manuscript.sentences)

        def done(found: tuple[OpenManuscript, SetPassage]) -> None:
            opened, passage = found
            self._show_source(PassagePages(passage))
            self._show_manuscript(opened, SentenceMap(passage.sentences))
            if passage.sentences:
                self.view.select(0)

        self.notice.say("Reading the passage…")
        self.titled.emit(" ".join(text.split())[:40])
        self._services.runner.run(work, done, failed=self._reading_failed, owner=self, write=True)

    def read_again(self) -> None:
        """Read the file anew, as when it was typeset again. Decisions stay."""
        if self.path is not None:
            self.read(self.path)

    def close_manuscript(self) -> None:
        """Stop what is under way and let go of the file."""
        if self._reading is not None:
            self._reading.cancel()
        if self.session is not None:
            self.session.stop_asking()
        self.view.close_pages()

    def refresh(self) -> None:
        """Ask again: the library, the model or the decisions may be others now."""
        if self.session is not None:
            self.session.load()
        if self.panel is not None:
            self.panel.ask_again()

    def summary(self) -> str:
        """Return what the status bar says of the manuscript."""
        if self.session is None:
            return ""
        gaps = len(self.session.marks.gaps)
        chosen = sum(len(row.papers) for row in self.session.to_cite())
        return f"{_counted(gaps, 'gap')} · {_counted(chosen, 'paper')} to cite"

    # --- answers ------------------------------------------------------------------------------

    def _show_pdf(self, loaded: LoadedPdf) -> None:
        self._show_source(PdfPages(loaded))

    def _show_source(self, source: PageSource) -> None:
        if self._failure is not None:
            self._failure.hide()
        self.rows.show()
        read_before, place = self.view.pages > 0, self.view.verticalScrollBar().value()
        self.view.show_pages(source)
        selected = self.view.selected_sentence
        if read_before:
            self.view.verticalScrollBar().setValue(place)
        elif selected is not None:  # chosen before there was a page to scroll to
            self.view.reveal(selected)
        self.bar.refresh()

    def _show_manuscript(self, opened: OpenManuscript, marks: SentenceMap | None = None) -> None:
        self.notice.clear()
        self.view.select(None)
        services = self._services
        if self.session is not None:
            self.undo_stack.clear()
            self.session.deleteLater()
        session = ManuscriptSession(opened, services.workspace, services.runner, self.undo_stack)
        session.setParent(self)
        self.session = session
        if marks is not None:
            session.marks = marks
        self._add_outline(session)
        self._add_panel(session)
        self._add_to_cite(session)
        session.marked.connect(self._mark)
        session.troubled.connect(self._say_trouble)
        self._mark()
        session.load()
        title = opened.manuscript.title or (self.path.name if self.path is not None else "")
        if title:
            self.titled.emit(title)

    def _reading_failed(self, error: EngineError) -> None:
        self.notice.clear()
        if self.view.pages:  # the pages can be seen, though not read
            self.trouble.say_error(error, action="Try again", call=self.read_again)
            return
        if self._failure is not None:
            self._failure.deleteLater()
        self._failure = EmptyState(str(error), error.remedy)
        self._failure.setAccessibleName(f"{error} {error.remedy}")
        if self.path is not None:
            self._failure.add_step("Try again", self.read_again)
        self.rows.hide()
        self._column.addWidget(self._failure, 1)

    def _reading_ended(self) -> None:
        stopped = self._reading is not None and self._reading.state == "cancelled"
        self._reading = None
        if stopped:
            self.notice.say("Reading was stopped.", action="Read it", call=self.read_again)

    def _file_changed(self, name: str) -> None:
        path = Path(name)
        if self._reading is None and path.exists():
            self.notice.say(
                f"“{path.name}” was written anew.", action="Read it again", call=self.read_again
            )
            self._watcher.addPath(name)  # a file that was replaced is no longer watched

    def _say_trouble(self, error: EngineError) -> None:
        self.trouble.say_error(error, action="Close", call=self.trouble.clear)

    # --- marks --------------------------------------------------------------------------------

    def _mark(self) -> None:
        session = self.session
        if session is None:
            return
        self.view.mark(session.marks, self.describe)
        self.bar.mark(session.marks)
        if self.outline is not None:
            self._outline_model.count_gaps(session.marks)
            self._count_label.setText(_tally(session.marks))
        self.changed.emit()

    def describe(self, index: int) -> str:
        """Return the tool tip of a sentence."""
        session = self.session
        assert session is not None
        kind, need = session.marks.kind(index), session.marks.need(index)
        if kind is Kind.GAP:
            return f"Needs a citation ({need:.0%} sure) and has none"
        if kind is Kind.CHOSEN:
            rows = [row for row in session.to_cite() if row.index == index]
            return "To cite: " + _titles([paper for row in rows for paper in row.papers])
        if kind is Kind.CITED:
            return self._cited(index)
        return "Select it to see what it could cite"

    def _cited(self, index: int) -> str:
        assert self.session is not None
        manuscript, links = self.session.opened.manuscript, self.session.opened.links
        lines = []
        for marker in manuscript.sentences[index].markers:
            for place in marker.references:
                entry = manuscript.references[place]
                known = "in your library" if place in links else "not in your library"
                lines.append(f"[{entry.label}] {entry.title or entry.text[:80]} ({known})")
        return "Cites\n" + "\n".join(dict.fromkeys(lines)) if lines else "Has a citation"

    # --- selecting ----------------------------------------------------------------------------

    def _sentence_selected(self, index: int | None) -> None:
        if self.panel is not None:
            self.panel.show_sentence(index)

    def _go_to(self, index: int) -> None:
        self.view.select(index)

    def _go_on(self, _index: int) -> None:
        if self.panel is not None:
            self.panel.list.focus_first()

    # --- putting together ---------------------------------------------------------------------

    def _lay_out(self) -> None:
        pages = QWidget()
        inner = QVBoxLayout(pages)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.bar)
        inner.addWidget(self.view, 1)
        pages.setMinimumWidth(300)
        self.rows = QSplitter(Qt.Orientation.Vertical)
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.addWidget(_waiting("Outline"))
        self.columns.addWidget(pages)
        self.columns.addWidget(_waiting("Suggestions"))
        self.columns.setStretchFactor(1, 1)
        self.rows.addWidget(self.columns)
        foot = _waiting("To cite")
        foot.setFixedHeight(_FOOT)
        self.rows.addWidget(foot)
        self.rows.setStretchFactor(0, 1)
        for splitter in (self.rows, self.columns):
            splitter.setChildrenCollapsible(False)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.notice)
        self._column.addWidget(self.trouble)
        self._column.addWidget(self.rows, 1)

    def start_widths(self, width: int) -> None:
        """Share out a width among the panes, for a person who never moved them."""
        outline = min(max(width * 16 // 100, _OUTLINE[0]), _OUTLINE[1])
        panel = min(max(width * 28 // 100, _PANEL[0]), _PANEL[1])
        self.columns.setSizes([outline, width - outline - panel, panel])

    def _replace(self, splitter: QSplitter, place: int, widget: QWidget) -> None:
        sizes = splitter.sizes()
        old = splitter.replaceWidget(place, widget)
        if old is not None:
            old.deleteLater()
        self._panes[place if splitter is self.columns else -1] = widget
        splitter.setSizes(sizes)

    def _add_outline(self, session: ManuscriptSession) -> None:
        frame = QFrame()
        set_look(frame, "surface")
        frame.setMinimumWidth(150)
        self._count_label = QLabel()
        self._count_label.setWordWrap(True)
        self._count_label.setContentsMargins(12, GRID, 12, 4)
        set_look(self._count_label, "muted")
        self._outline_model = OutlineModel(session.opened.manuscript, session.opened.links, frame)
        self.outline = OutlineView(self._outline_model)
        self.outline.sentence_chosen.connect(self._go_to)
        self.outline.paper_chosen.connect(lambda paper: self.similar_requested.emit((paper,)))
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._count_label)
        column.addWidget(self.outline, 1)
        self._replace(self.columns, 0, frame)

    def _add_panel(self, session: ManuscriptSession) -> None:
        breadth = self._preferences.breadth if self.panel is None else self.panel.slider.breadth
        self.panel = SuggestionPanel(session, breadth)
        self.panel.setMinimumWidth(300)
        self.panel.similar_requested.connect(self.similar_requested)
        self.panel.import_requested.connect(self.import_wanted)
        self.panel.gap_requested.connect(self.view.select_next_gap)
        self.panel.breadth_changed.connect(self.breadth_changed)
        self.panel.rejected.connect(self._offer_undo)
        self._replace(self.columns, 2, self.panel)

    def _add_to_cite(self, session: ManuscriptSession) -> None:
        style = self._preferences.cite_style if self.to_cite is None else self.to_cite.cite_style
        services = self._services
        self.to_cite = ToCitePanel(session, services.workspace, services.runner, services.notify)
        self.to_cite.use_style(style)
        self.to_cite.sentence_chosen.connect(self._go_to)
        self.to_cite.style_chosen.connect(self.style_chosen)
        self._replace(self.rows, 1, self.to_cite)
        self.to_cite.claim_height()

    def _offer_undo(self, _sentence: int, paper: Paper) -> None:
        self._services.notify(
            f"“{paper.title[:60]}” is not suggested for this sentence again.",
            action="Undo",
            call=self.undo_stack.undo,
        )


def _ignore(_: EngineError) -> None:
    """Leave it to the reader of the manuscript to say what is wrong with the file."""


def _waiting(name: str) -> QFrame:
    frame = QFrame()
    set_look(frame, "surface")
    label = QLabel(name)
    set_look(label, "muted")
    column = QVBoxLayout(frame)
    column.setContentsMargins(12, GRID, 12, GRID)
    column.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
    return frame


def _tally(marks: SentenceMap) -> str:
    kinds = [marks.kind(index) for index in range(len(marks.sentences))]
    cited = kinds.count(Kind.CITED)
    return f"{_counted(len(marks.gaps), 'gap')} · {cited} cited"


def _titles(papers: list[Paper]) -> str:
    return "\n".join(paper.title for paper in papers)


def _counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"
