"""The map with what belongs to it: its tools, its legend, its states, and what a lasso holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from core.base.errors import EngineError
from core.base.records import Group, OpenManuscript, Paper, PaperNumber
from desktop.language.wording import figure
from desktop.map.camera import Camera, MapState
from desktop.map.canvas import MapCanvas
from desktop.map.marks import Marks
from desktop.map.names import PaperName, make_paper_name
from desktop.map.painted import Legend, PaintedMap
from desktop.papers.paper_field import OFFERED, Find, PaperField
from desktop.ui.form_fields import DropDown
from desktop.ui.notice import EmptyState, Notice
from desktop.ui.responsive import FlowLayout
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_icon, set_look, theme
from desktop.ui.widgets import hbox, plain_tip, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.library.store.papers import PaperStore
    from core.library_map.paper_map import PaperMap
    from core.services.map import LibraryMap
    from core.workspace import Workspace

_MANY_LATER = 0.5
"""From this share of papers that came later on, drawing all anew is proposed."""
_AROUND = 25


class MapPane(QWidget):
    """Opens the map of a library, draws it if there is none, and shows it.

    Signals:
        paper_chosen(object): the number of a paper, or ``None`` for none.
        similar_wanted(tuple): show papers like these.
        papers_taken(tuple): put these papers into a collection.
        menu_wanted(QPoint): the menu of the paper chosen, at a position on the screen.
    """

    paper_chosen = Signal(object)
    similar_wanted = Signal(tuple)
    papers_taken = Signal(tuple)
    menu_wanted = Signal(QPoint)

    def __init__(
        self, workspace: Workspace, runner: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._source: LibraryMap = workspace.map
        self._papers = workspace.library.papers
        self._runner = runner
        self._to_frame = False
        self._looked_at: Camera | None = None
        self.shown_map: PaperMap | None = None
        self._opening: Task | None = None
        self._drawing: Task | None = None
        self._titles: dict[int, str] = {}
        self._marked: tuple[Sequence[PaperNumber], ...] = ((), (), ())
        self._manuscript: OpenManuscript | None = None
        self._manuscript_at: tuple[float, float] | None = None
        self._may_draw = True
        self._build()
        theme().changed.connect(self._recolor)

    def state(self) -> MapState:
        """Return how the map is looked at."""
        camera = self.canvas.camera if self.shown_map is not None else self._looked_at
        tools = self.tools
        return MapState(
            camera, tools.color_by.currentData(), tools.sized.isChecked(), tools.links.isChecked()
        )

    def restore(self, state: MapState) -> None:
        """Look at the map as another pane did."""
        self.tools.choose_coloring(state.color_by)
        self.tools.sized.setChecked(state.sized)
        self.tools.links.setChecked(state.links)
        self._looked_at, self._to_frame = state.camera, False

    # --- what the page asks -------------------------------------------------------------------

    def open(self) -> None:
        """Show the map as it is stored, and place new papers; draw it if there is none."""
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
        *,
        frame: bool = False,
    ) -> None:
        """Mark papers, and bring them into view, if one is to ``frame`` them."""
        self._marked = (seeds, unlike, neighbours)
        self._to_frame = self._to_frame or frame
        self._mark()
        self._schedule_framing()

    def mark_manuscript(self, opened: OpenManuscript | None) -> None:
        """Show where a manuscript lies; ``None`` for no manuscript."""
        self._manuscript = opened
        self._find_manuscript()

    def choose(self, number: PaperNumber | None) -> None:
        """Ring a paper that was chosen elsewhere, and bring it into view."""
        rows = (
            [] if number is None or self.shown_map is None else self.shown_map.find_rows([number])
        )
        if self.canvas.chosen_rows() != rows:
            self.canvas.choose(rows)
            self._show_taken(())
        if rows:
            self.canvas.reveal(rows[0])

    def draw(self, *, anew: bool = False) -> None:
        """Draw the map in the background; papers stay where they are unless ``anew``."""
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
        if self.shown_map is None:
            self.stack.setCurrentWidget(self._busy)

    # --- building the widgets -----------------------------------------------------------------

    def _build(self) -> None:
        self.canvas = MapCanvas()
        self.tools = MapTools(self._runner, self._find)
        self.legend = Legend()
        self.legend.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._painted = PaintedMap(self.canvas, self.legend, self._runner, self._collections)
        self._names = NameLookup(self.canvas, self._papers, self._runner)
        self.notice = Notice()
        self._busy = DrawingState()
        self._busy.stop_wanted.connect(self._stop)
        self.taken_bar = TakenBar()
        self.empty = EmptyState(
            self.tr("A map of your library"),
            self.tr("Similar papers are close together. The map is drawn once, on this computer."),
        )
        self.draw_button = self.empty.add_step(self.tr("Draw the map"), self.draw)
        self._map_view = self._make_drawn()
        self.stack = QStackedWidget()
        waiting = EmptyState(self.tr("Opening the map"), "")
        for page in (waiting, self._busy, self.empty, self._map_view):
            self.stack.addWidget(page)
        vbox(self.stack, of=self, margins=0)
        self._connect_parts()

    def _make_drawn(self) -> QWidget:
        middle = hbox((self.canvas, 1), self.legend, margins=0, spacing=0)
        map_view = QWidget()
        vbox(self.tools, (middle, 1), self.taken_bar, of=map_view, margins=0, spacing=0)
        self.notice.float_over(self.canvas)
        return map_view

    def _connect_parts(self) -> None:
        self.canvas.pointed.connect(self._pointed)
        self.canvas.chosen.connect(self._chosen)
        self.canvas.opened.connect(lambda row: self.similar_wanted.emit((self._number(row),)))
        self.canvas.lassoed.connect(self._lassoed)
        self.canvas.menu_wanted.connect(self.menu_wanted)
        self.taken_bar.collect_wanted.connect(
            lambda: self.papers_taken.emit(self.get_taken_papers())
        )
        self.taken_bar.similar_wanted.connect(
            lambda: self.similar_wanted.emit(self.get_taken_papers())
        )
        self.taken_bar.clear_wanted.connect(self._clear_taken)
        self._connect_tools()

    def _connect_tools(self) -> None:
        tools, canvas = self.tools, self.canvas
        tools.recolored.connect(self._recolor)
        tools.zoomed.connect(canvas.zoom)
        tools.field.picked.connect(lambda number: self.find_paper(PaperNumber(number)))
        tools.sized.toggled.connect(lambda on: canvas.set_sized(sized=on))
        tools.links.toggled.connect(lambda on: canvas.show_links(is_visible=on))
        on_click(tools.lasso, self._lasso_toggled)
        on_click(tools.in_view, self._take_view)
        on_click(tools.seeds, self.show_seeds)
        on_click(tools.fit, canvas.fit)
        on_click(tools.anew, lambda: self.draw(anew=True))

    # --- opening and drawing ------------------------------------------------------------------

    def _opened(self, answer: tuple[PaperMap | None, int]) -> None:
        self._opening = None
        paper_map, drawable = answer
        if paper_map is not None and len(paper_map.numbers):
            self._show(paper_map)
            if paper_map.waiting and self._may_draw:
                self.draw()
            return
        self.shown_map = None
        self.stack.setCurrentWidget(self.empty)
        self.draw_button.setEnabled(drawable > 0)
        if not drawable:
            self.empty.explanation.setText(
                self.tr(
                    "Similar papers are close together. Import papers and wait until the status "
                    "bar shows that they are indexed by meaning."
                )
            )
        elif self._may_draw:
            self.draw()

    def _progressed(self) -> None:
        if self._drawing is not None:
            self._busy.follow(self._drawing)

    def _draw_ended(self) -> None:
        task, self._drawing = self._drawing, None
        if task is not None and task.state == "cancelled":
            self._may_draw = False
            if self.shown_map is None:
                self.stack.setCurrentWidget(self.empty)

    def _stop(self) -> None:
        if self._drawing is not None:
            self._drawing.cancel()

    def _say_failure(self, error: EngineError) -> None:
        self._may_draw = False  # not again by itself
        if self.shown_map is not None:
            self.notice.say_error(error, action=self.tr("Try again"), call=self.draw)
            return
        self.empty.explanation.setText(f"{error} {error.remedy}".strip())
        self.stack.setCurrentWidget(self.empty)

    def _show(self, paper_map: PaperMap) -> None:
        self.shown_map = paper_map
        self.stack.setCurrentWidget(self._map_view)
        self._names.show(paper_map)
        self.canvas.show_map(paper_map, np.full(len(paper_map.numbers), 0xFF808080, np.uint32))
        count = len(paper_map.numbers)
        text = self.tr("1 paper") if count == 1 else self.tr("{count} papers")
        self.tools.count.setText(text.format(count=figure(count)))
        self.canvas.setAccessibleDescription(
            self.tr(
                "{papers} papers in {groups} groups. Arrows move, plus and minus zoom, 0 shows "
                "all, Return chooses the paper in the middle."
            ).format(papers=count, groups=len(paper_map.groups))
        )
        self._show_taken(())
        self._recolor()
        self._mark()
        self._return_to_view()
        self._find_manuscript()
        self.notice.clear()
        if paper_map.later > _MANY_LATER:
            self.notice.say(
                self.tr("Most of these papers were added after the map was drawn."),
                action=self.tr("Redraw"),
                call=lambda: self.draw(anew=True),
            )

    # --- colours and marks --------------------------------------------------------------------

    def _recolor(self) -> None:
        if self.shown_map is not None:
            self._painted.show(self.shown_map, self.tools.color_by.currentData())

    def _collections(self) -> tuple[Sequence[Group], Mapping[int, Sequence[PaperNumber]]]:
        return self._workspace.library.collections.all(), self._source.members()

    def _mark(self) -> None:
        if self.shown_map is not None:
            seeds, unlike, near = (self.shown_map.find_rows(numbers) for numbers in self._marked)
            self.canvas.set_marks(Marks(seeds, unlike, near, self._manuscript_at))

    def show_seeds(self) -> None:
        """Bring the seeds into the middle, with their neighbours around them."""
        self._to_frame = True
        self._schedule_framing()

    def _schedule_framing(self) -> None:
        # Once it is laid out: only then it is known what fits.
        QTimer.singleShot(0, self, self._frame)

    def _frame(self) -> None:
        if not self._to_frame or self.shown_map is None or not self.canvas.isVisible():
            return
        self._to_frame = False
        seeds, _, near = (self.shown_map.find_rows(numbers) for numbers in self._marked)
        if seeds:
            self.canvas.frame(seeds, near)

    def _return_to_view(self) -> None:
        if self._looked_at is not None:
            self.canvas.copy_camera(self._looked_at)
            self._looked_at = None
        self._schedule_framing()

    def _find_manuscript(self) -> None:
        opened, source = self._manuscript, self._source
        if opened is None or self.shown_map is None:
            self._manuscript_found(())
            return
        self._runner.run(
            lambda: source.around(opened),
            self._manuscript_found,
            failed=lambda _: self._manuscript_found(()),  # no model: it is not placed
            owner=self,
        )

    def _manuscript_found(self, around: Sequence[PaperNumber]) -> None:
        rows = self.shown_map.find_rows(around) if self.shown_map is not None else []
        self._manuscript_at = None
        if rows and self.shown_map is not None:
            x, y = np.median(self.shown_map.positions[rows], axis=0).tolist()
            self._manuscript_at = (x, y)
        self._mark()

    # --- finding and naming -------------------------------------------------------------------

    def _find(self, typed: str) -> list[Paper]:
        return self._papers.get_many(self._workspace.papers.search(typed, limit=OFFERED))

    def find_paper(self, number: PaperNumber) -> None:
        """Choose a paper by its number and bring it into the middle, or say that it is not here."""
        rows = [] if self.shown_map is None else self.shown_map.find_rows([number])
        if not rows:
            self.notice.say(
                self.tr("This paper is not on the map yet: it is not indexed by meaning.")
            )
            return
        self.notice.clear()
        self.legend.show_all()
        self.paper_chosen.emit(number)
        self.canvas.choose(rows)
        self.canvas.frame(rows, self._around(rows[0]))
        self.canvas.setFocus()

    def _around(self, row: int) -> list[int]:
        assert self.shown_map is not None
        apart = np.linalg.norm(self.shown_map.positions - self.shown_map.positions[row], axis=1)
        nearest: list[int] = np.argpartition(apart, min(_AROUND, len(apart) - 1))[:_AROUND].tolist()
        return nearest

    # --- pointing and choosing ----------------------------------------------------------------

    def get_taken_papers(self) -> tuple[PaperNumber, ...]:
        """Return the papers that are chosen on the map."""
        return tuple(self._number(row) for row in self.canvas.chosen_rows())

    def _number(self, row: int) -> PaperNumber:
        assert self.shown_map is not None
        return PaperNumber(int(self.shown_map.numbers[row]))

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
            loaded_papers = papers.get_many([number])
            return (
                plain_tip(f"{loaded_papers[0].title} ({loaded_papers[0].year or '–'})")
                if loaded_papers
                else ""
            )

        self._runner.run(work, say, owner=self)

    def _chosen(self, row: int) -> None:
        self._show_taken(())
        self.paper_chosen.emit(self._number(row) if row >= 0 else None)

    def _lasso_toggled(self) -> None:
        self.canvas.lasso_wanted = self.tools.lasso.isChecked()
        cursor = Qt.CursorShape.CrossCursor if self.tools.lasso.isChecked() else None
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
            self.taken_bar.collect_button.setFocus()

    def _clear_taken(self) -> None:
        self.canvas.choose([])
        self._show_taken(())

    def _show_taken(self, rows: Sequence[int] | NDArray[np.intp]) -> None:
        self.taken_bar.show_count(len(rows))


# --- how far the drawing is, and how many papers are chosen -----------------------------
#
# What the map pane shows beside the map: that it is being drawn, and what a lasso holds.


class DrawingState(QWidget):
    """Says how far the drawing of the map is.

    Signals:
        stop_wanted: the drawing is to end.
    """

    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._calm = self.tr("You can keep working.")
        busy = EmptyState(self.tr("Drawing the map"), self._calm)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(self.tr("Progress of the map"))
        self.progress.setTextVisible(False)
        self.progress.setMaximum(0)
        self.stop_button = busy.add_step(self.tr("Stop"), self.stop_wanted.emit)
        self.doing = busy.explanation
        column = vbox(self.progress, margins=(96, 0, 96, 24))
        vbox((busy, 1), column, of=self)

    def follow(self, task: Task) -> None:
        """Show how far a drawing is."""
        self.progress.setMaximum(task.total)
        self.progress.setValue(task.done_count)
        if task.note:
            self.doing.setText(f"{self._calm}\n{task.note}")


class TakenBar(QFrame):
    """A strip that says how many papers are chosen, and what can be done with them.

    Signals:
        collect_wanted, similar_wanted, clear_wanted: a button was pressed.
    """

    collect_wanted = Signal()
    similar_wanted = Signal()
    clear_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "news")
        self.label = text_label()
        self.collect_button = QPushButton(self.tr("Add to collection…"))
        self.like_button = QPushButton(self.tr("Find similar"))
        clear = push_button(self.tr("Clear"), look="quiet")
        row = hbox((self.label, 1), of=self, margins=(12, 4, 8, 4))
        for button, signal in (
            (self.collect_button, self.collect_wanted),
            (self.like_button, self.similar_wanted),
            (clear, self.clear_wanted),
        ):
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())
            row.addWidget(button)
        self.hide()

    def show_count(self, count: int) -> None:
        """Say how many papers are chosen; the strip goes when there are none."""
        self.setVisible(count > 0)
        text = self.tr("1 paper chosen") if count == 1 else self.tr("{count} papers chosen")
        self.label.setText(text.format(count=figure(count)))


# --- the tools above the map ------------------------------------------------------------

_ZOOM = 1.5


class MapTools(QWidget):
    """Buttons for what can be done with the map, in as many lines as they need.

    Signals:
        recolored: papers are to be coloured by something else.
        zoomed(float): look so much closer.
    """

    recolored = Signal()
    zoomed = Signal(float)

    def __init__(self, runner: TaskRunner, find: Find, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = self._row = FlowLayout()
        row.setContentsMargins(8, 4, 8, 4)
        self.setLayout(row)
        self.field = PaperField(runner, find, self.tr("Find a paper on the map"))
        self.field.setMinimumWidth(26 * self.fontMetrics().averageCharWidth())
        row.addWidget(self.field)
        self.color_by = DropDown()
        self.color_by.setAccessibleName(self.tr("Colour papers by"))
        for key, text in (
            ("group", self.tr("Colour by group")),
            ("year", self.tr("Colour by year")),
            ("collection", self.tr("Colour by collection")),
        ):
            self.color_by.addItem(text, key)
        self.color_by.currentIndexChanged.connect(lambda _: self.recolored.emit())
        row.addWidget(self.color_by)
        self.sized = self._tool(self.tr("Size by citations"), "", checkable=True)
        self.sized.setToolTip(
            self.tr("Draw papers larger the more papers of the library cite them")
        )
        self.links = self._tool(self.tr("Citations"), "cite", checkable=True)
        self.links.setToolTip(
            self.tr(
                "Draw lines from the paper you point at or choose, else from the starting "
                "papers: solid to what it cites, dashed from what cites it"
            )
        )
        self.lasso = self._tool(self.tr("Lasso"), "lasso", checkable=True)
        self.lasso.setToolTip(self.tr("Draw around papers to choose them (or hold Shift)"))
        self.in_view = self._tool(self.tr("Select the visible papers"), "check", icon_only=True)
        self.seeds = self._tool(self.tr("Show the starting papers"), "similar", icon_only=True)
        self.away = self._tool(self.tr("Zoom out (−)"), "zoom_out", icon_only=True)
        self.closer = self._tool(self.tr("Zoom in (+)"), "zoom_in", icon_only=True)
        self.fit = self._tool(self.tr("Fit all (0)"), "fit", icon_only=True)
        self.anew = self._tool(self.tr("Redraw the map"), "restore", icon_only=True)
        self.away.clicked.connect(lambda: self.zoomed.emit(1 / _ZOOM))
        self.closer.clicked.connect(lambda: self.zoomed.emit(_ZOOM))
        self.count = text_label("", "muted")
        row.addWidget(self.count)

    def choose_coloring(self, key: str) -> None:
        """Colour papers by something that ``color_by`` offers."""
        self.color_by.setCurrentIndex(max(0, self.color_by.findData(key)))

    def _tool(
        self, text: str, icon: str, *, checkable: bool = False, icon_only: bool = False
    ) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.setCheckable(checkable)
        style = Qt.ToolButtonStyle
        button.setToolButtonStyle(
            style.ToolButtonIconOnly if icon_only else style.ToolButtonTextBesideIcon
        )
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if icon:
            set_icon(button, icon)
        self._row.addWidget(button)
        return button


def on_click(button: QToolButton, call: Callable[[], None]) -> None:
    """Let a button do something."""
    button.clicked.connect(lambda *_: call())


# --- looks the names of papers up for the map, one batch at a time ----------------------


class NameLookup(QObject):
    """Answers a canvas that wants names. What is wanted meanwhile, it asks for again."""

    def __init__(self, canvas: MapCanvas, papers: PaperStore, runner: TaskRunner) -> None:
        super().__init__(canvas)
        self._canvas, self._papers, self._runner = canvas, papers, runner
        self._shown_map: PaperMap | None = None
        self._request: Task | None = None
        canvas.names_wanted.connect(self._look_up)

    def show(self, paper_map: PaperMap) -> None:
        """Name the papers of another map from now on."""
        self._shown_map = paper_map

    def _look_up(self, rows: list[int]) -> None:
        paper_map, papers = self._shown_map, self._papers
        if paper_map is None or self._request is not None:
            return
        numbers = {PaperNumber(int(paper_map.numbers[row])): row for row in rows}

        def work() -> dict[int, PaperName]:
            names = dict.fromkeys(rows, PaperName("", ""))  # one that went is not asked for again
            loaded_papers = papers.get_many(list(numbers))
            return names | {
                numbers[paper.number]: make_paper_name(paper) for paper in loaded_papers
            }

        def learn(names: dict[int, PaperName]) -> None:
            self._request = None
            if paper_map is self._shown_map:
                self._canvas.learn_names(names)

        self._request = self._runner.run(work, learn, owner=self)
