"""The map with what belongs to it: its tools, its legend, its states, and what a lasso holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import EngineError
from core.records import OpenManuscript, PaperNumber
from desktop.empty_state import EmptyState
from desktop.language.wording import figure
from desktop.map import coloring
from desktop.map.canvas import MapCanvas
from desktop.map.coloring import Coloring
from desktop.map.legend import Legend
from desktop.map.marks import Marks
from desktop.map.protocols import MapSource, PaperMap
from desktop.notice import Notice
from desktop.protocols import Papers
from desktop.tasks import Task, TaskRunner
from desktop.theme import set_icon, set_look, theme

_MANY_LATER = 0.5
"""From this share of papers that came later on, drawing all anew is proposed."""
_ZOOM = 1.5


class MapPane(QWidget):
    """Opens the map of a library, draws it if there is none, and shows it.

    Signals:
        paper_chosen(object): the number of a paper, or ``None`` for none.
        similar_wanted(tuple): show papers like these.
        papers_taken(tuple): put these papers into a collection.
    """

    paper_chosen = Signal(object)
    similar_wanted = Signal(tuple)
    papers_taken = Signal(tuple)

    def __init__(
        self, source: MapSource, papers: Papers, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._source = source
        self._papers = papers
        self._runner = runner
        self.shown: PaperMap | None = None
        self._opening: Task | None = None
        self._drawing: Task | None = None
        self._titles: dict[int, str] = {}
        self._marked: tuple[Sequence[PaperNumber], ...] = ((), (), ())
        self._manuscript: OpenManuscript | None = None
        self._place: tuple[float, float] | None = None
        self._may_draw = True
        self._build()
        theme().changed.connect(self._recolor)

    # --- what the page asks -------------------------------------------------------------------

    def open(self) -> None:
        """Show the map as it is stored, and give new papers a place; draw it if there is none."""
        if self._opening is not None or self._drawing is not None:
            return
        source = self._source

        def work() -> tuple[PaperMap | None, int]:
            return source.open(), source.drawable()

        def failed(error: EngineError) -> None:
            self._opening = None
            self._say_failure(error)

        self._opening = self._runner.run(work, self._opened, failed=failed, owner=self)

    def mark(
        self,
        seeds: Sequence[PaperNumber],
        unlike: Sequence[PaperNumber],
        neighbours: Sequence[PaperNumber],
    ) -> None:
        """Mark papers."""
        self._marked = (seeds, unlike, neighbours)
        self._mark()

    def mark_manuscript(self, opened: OpenManuscript | None) -> None:
        """Show where a manuscript lies; ``None`` for no manuscript."""
        self._manuscript = opened
        self._find_manuscript()

    def choose(self, number: PaperNumber | None) -> None:
        """Ring a paper that was chosen elsewhere, and bring it into view."""
        rows = [] if number is None or self.shown is None else self.shown.rows_of([number])
        if self.canvas.chosen_rows() != rows:
            self.canvas.choose(rows)
            self._show_taken(())
        if rows:
            self.canvas.reveal(rows[0])

    def draw(self, *, anew: bool = False) -> None:
        """Draw the map in the background; papers that have a place keep it unless ``anew``."""
        if self._drawing is not None:
            return
        source = self._source
        title = self.tr("Drawing the map")
        task = self._runner.start_job(
            title,
            lambda job: source.draw(job, anew=anew),
            self._show,
            failed=self._say_failure,
            owner=self,
            write=False,
        )
        self._drawing = task
        task.progressed.connect(self._progressed)  # bound, so that it ends with the pane
        task.ended.connect(self._draw_ended)
        if self.shown is None:
            self.stack.setCurrentWidget(self._busy)

    # --- building -----------------------------------------------------------------------------

    def _build(self) -> None:
        self.canvas = MapCanvas()
        self.legend = Legend()
        self.notice = Notice()
        self._busy = self._make_busy()
        self.empty = EmptyState(
            self.tr("A map of your library"),
            self.tr("Papers that are alike lie together. The map is drawn once, on this machine."),
        )
        self.draw_button = self.empty.add_step(self.tr("Draw the map"), self.draw)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.canvas, 1)
        middle.addWidget(self.legend)
        drawn = QWidget()
        column = QVBoxLayout(drawn)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._make_tools())
        column.addLayout(middle, 1)
        column.addWidget(self._make_taken())
        column.addWidget(self.notice)
        self.stack = QStackedWidget()
        waiting = EmptyState(self.tr("Opening the map"), "")
        for page in (waiting, self._busy, self.empty, drawn):
            self.stack.addWidget(page)
        self._drawn = drawn
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)
        self.canvas.pointed.connect(self._pointed)
        self.canvas.chosen.connect(self._chosen)
        self.canvas.opened.connect(lambda row: self.similar_wanted.emit((self._number(row),)))
        self.canvas.lassoed.connect(self._lassoed)

    def _make_tools(self) -> QHBoxLayout:
        self.color_by = QComboBox()
        self.color_by.setAccessibleName(self.tr("Colour papers by"))
        for key, text in (
            ("group", self.tr("Colour by group")),
            ("year", self.tr("Colour by year")),
            ("collection", self.tr("Colour by collection")),
        ):
            self.color_by.addItem(text, key)
        self.color_by.currentIndexChanged.connect(lambda _: self._recolor())
        self.lasso = self._tool(self.tr("Lasso"), "lasso", self._lasso_toggled)
        self.lasso.setCheckable(True)
        self.lasso.setToolTip(self.tr("Draw around papers to choose them (or hold Shift)"))
        self.in_view = self._tool(self.tr("Choose what is in view"), "check", self._take_view)
        closer = self._tool(self.tr("Closer (+)"), "zoom_in", lambda: self.canvas.zoom(_ZOOM))
        away = self._tool(self.tr("Away (−)"), "zoom_out", lambda: self.canvas.zoom(1 / _ZOOM))
        fit = self._tool(self.tr("Fit all (0)"), "fit", self.canvas.fit)
        self.anew = self._tool(
            self.tr("Draw the map anew"), "restore", lambda: self.draw(anew=True)
        )
        for button in (self.in_view, closer, away, fit, self.anew):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.found = QLabel()
        set_look(self.found, "muted")
        row = QHBoxLayout()
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(4)
        row.addWidget(self.color_by)
        row.addWidget(self.lasso)
        row.addWidget(self.in_view)
        row.addStretch(1)
        row.addWidget(self.found)
        for button in (away, closer, fit, self.anew):
            row.addWidget(button)
        return row

    def _tool(self, text: str, icon: str, call: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda *_: call())
        set_icon(button, icon)
        return button

    def _make_taken(self) -> QFrame:
        """Build the strip that says what a lasso holds."""
        self.taken_bar = QFrame()
        set_look(self.taken_bar, "news")
        self.taken_label = QLabel()
        self.collect_button = QPushButton(self.tr("Add to collection…"))
        self.collect_button.clicked.connect(lambda: self.papers_taken.emit(self.taken()))
        self.like_button = QPushButton(self.tr("Find similar"))
        self.like_button.clicked.connect(lambda: self.similar_wanted.emit(self.taken()))
        clear = QPushButton(self.tr("Clear"))
        set_look(clear, "quiet")
        clear.clicked.connect(self._clear_taken)
        row = QHBoxLayout(self.taken_bar)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.taken_label, 1)
        for button in (self.collect_button, self.like_button, clear):
            row.addWidget(button)
        self.taken_bar.hide()
        return self.taken_bar

    def _make_busy(self) -> QWidget:
        busy = EmptyState(self.tr("Drawing the map"), self.tr("You can go on working meanwhile."))
        self.progress = QProgressBar()
        self.progress.setAccessibleName(self.tr("Progress of the map"))
        self.progress.setTextVisible(False)
        self.progress.setMaximum(0)
        self.stop_button = busy.add_step(self.tr("Stop"), self._stop)
        self.doing = busy.explanation
        column = QVBoxLayout()
        column.setContentsMargins(96, 0, 96, 24)
        column.addWidget(self.progress)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.addWidget(busy, 1)
        layout.addLayout(column)
        return whole

    # --- opening and drawing ------------------------------------------------------------------

    def _opened(self, answer: tuple[PaperMap | None, int]) -> None:
        self._opening = None
        shown, drawable = answer
        if shown is not None and len(shown.numbers):
            self._show(shown)
            if shown.waiting and self._may_draw:
                self.draw()
            return
        self.shown = None
        self.stack.setCurrentWidget(self.empty)
        self.draw_button.setEnabled(drawable > 0)
        if not drawable:
            self.empty.explanation.setText(
                self.tr(
                    "Papers that are alike lie together. First they have to be indexed by meaning: "
                    "import some, and wait until the status bar says that this is done."
                )
            )
        elif self._may_draw:
            self.draw()

    def _progressed(self) -> None:
        task = self._drawing
        if task is None:
            return
        self.progress.setMaximum(task.total)
        self.progress.setValue(task.done)
        if task.note:
            self.doing.setText(self.tr("You can go on working meanwhile.") + f"\n{task.note}")

    def _draw_ended(self) -> None:
        task, self._drawing = self._drawing, None
        if task is not None and task.state == "cancelled":
            self._may_draw = False
            if self.shown is None:
                self.stack.setCurrentWidget(self.empty)

    def _stop(self) -> None:
        if self._drawing is not None:
            self._drawing.cancel()

    def _say_failure(self, error: EngineError) -> None:
        self._may_draw = False  # not again by itself
        if self.shown is not None:
            self.notice.say_error(error, action=self.tr("Try again"), call=self.draw)
            return
        self.empty.explanation.setText(f"{error} {error.remedy}".strip())
        self.stack.setCurrentWidget(self.empty)

    def _show(self, shown: PaperMap) -> None:
        self.shown = shown
        self.stack.setCurrentWidget(self._drawn)
        self.canvas.show_map(shown, np.full(len(shown.numbers), 0xFF808080, np.uint32))
        count = len(shown.numbers)
        text = self.tr("1 paper") if count == 1 else self.tr("{count} papers")
        self.found.setText(text.format(count=figure(count)))
        self.canvas.setAccessibleDescription(
            self.tr(
                "{papers} papers in {groups} groups. Arrows move, plus and minus zoom, 0 shows "
                "all, Return chooses the paper in the middle."
            ).format(papers=count, groups=len(shown.groups))
        )
        self._show_taken(())
        self._recolor()
        self._mark()
        self._find_manuscript()
        self.notice.clear()
        if shown.later > _MANY_LATER:
            self.notice.say(
                self.tr("Most of these papers came after the map was drawn."),
                action=self.tr("Draw anew"),
                call=lambda: self.draw(anew=True),
            )

    # --- colours and marks --------------------------------------------------------------------

    def _recolor(self) -> None:
        shown = self.shown
        if shown is None:
            return
        by = self.color_by.currentData()
        if by == "collection":
            papers, source = self._papers, self._source

            def work() -> Coloring:
                return coloring.by_collection(shown, papers.collections(), source.members())

            self._runner.run(work, partial(self._show_colors, shown), owner=self)
        else:
            made = coloring.by_year(shown) if by == "year" else coloring.by_group(shown)
            self._show_colors(shown, made)

    def _show_colors(self, shown: PaperMap, made: Coloring) -> None:
        if shown is self.shown:
            self.canvas.set_colors(made.papers)
            self.legend.show_entries(made.legend)

    def _mark(self) -> None:
        if self.shown is not None:
            seeds, unlike, near = (self.shown.rows_of(numbers) for numbers in self._marked)
            self.canvas.set_marks(Marks(seeds, unlike, near, self._place))

    def _find_manuscript(self) -> None:
        opened, source = self._manuscript, self._source
        if opened is None or self.shown is None:
            self._manuscript_found(())
            return
        self._runner.run(
            lambda: source.around(opened),
            self._manuscript_found,
            failed=lambda _: self._manuscript_found(()),  # no model, no place: nothing is lost
            owner=self,
        )

    def _manuscript_found(self, around: Sequence[PaperNumber]) -> None:
        rows = self.shown.rows_of(around) if self.shown is not None else []
        self._place = None
        if rows and self.shown is not None:
            x, y = np.median(self.shown.positions[rows], axis=0).tolist()
            self._place = (x, y)
        self._mark()

    # --- pointing and choosing ----------------------------------------------------------------

    def taken(self) -> tuple[PaperNumber, ...]:
        """Return the papers that are chosen on the map."""
        return tuple(self._number(row) for row in self.canvas.chosen_rows())

    def _number(self, row: int) -> PaperNumber:
        assert self.shown is not None
        return PaperNumber(int(self.shown.numbers[row]))

    def _pointed(self, row: int) -> None:
        if row < 0:
            self.canvas.setToolTip("")
            return
        number = self._number(row)
        if number in self._titles:
            self.canvas.say(row, self._titles[number])
            return

        def say(title: str) -> None:
            self._titles[number] = title
            if title and self.canvas.pointed_row() == row and self._number(row) == number:
                self.canvas.say(row, title)

        papers = self._papers

        def work() -> str:
            found = papers.get_many([number])
            return f"{found[0].title} ({found[0].year or '–'})" if found else ""

        self._runner.run(work, say, owner=self)

    def _chosen(self, row: int) -> None:
        self._show_taken(())
        self.paper_chosen.emit(self._number(row) if row >= 0 else None)

    def _lasso_toggled(self) -> None:
        self.canvas.lasso_wanted = self.lasso.isChecked()
        cursor = Qt.CursorShape.CrossCursor if self.lasso.isChecked() else None
        if cursor is None:
            self.canvas.unsetCursor()
        else:
            self.canvas.setCursor(cursor)

    def _take_view(self) -> None:
        rows = self.canvas.rows_in_view()
        self.canvas.choose(rows)
        self._lassoed(rows)

    def _lassoed(self, rows: NDArray[np.intp]) -> None:
        self._show_taken(rows)
        if len(rows):
            self.collect_button.setFocus()

    def _clear_taken(self) -> None:
        self.canvas.choose([])
        self._show_taken(())

    def _show_taken(self, rows: Sequence[int] | NDArray[np.intp]) -> None:
        count = len(rows)
        self.taken_bar.setVisible(count > 0)
        text = self.tr("1 paper chosen") if count == 1 else self.tr("{count} papers chosen")
        self.taken_label.setText(text.format(count=figure(count)))
