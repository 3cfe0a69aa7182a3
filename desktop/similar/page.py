"""The similar page: seed papers, what is near them and why, and the map of the library."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.errors import EngineError
from core.records import Neighbour, OpenManuscript, Paper, PaperNumber
from desktop.changes import LibraryChanges
from desktop.empty_state import EmptyState
from desktop.notice import Notice
from desktop.papers.model import dragged_papers
from desktop.protocols import Notify
from desktop.similar import parts
from desktop.similar.collecting import Collector
from desktop.similar.models import EVIDENCE, NeighbourModel, SeedModel, Seeds
from desktop.similar.protocols import Tie, Workspace
from desktop.similar.views import NeighbourTable, SideBySide, Together, evidence_switches
from desktop.similar.why_pane import WhyPane
from desktop.tasks import Task, TaskRunner
from desktop.theme import set_icon, set_look

if TYPE_CHECKING:
    from desktop.map.pane import MapPane

NEIGHBOURS = 120
"""So many that the first of each kind of evidence are among them."""
TOGETHER, SIDE_BY_SIDE, MAP = range(3)
_OF_MAP = ("coloring", "camera", "labels", "marks", "points", "legend", "canvas", "pane")
"""Modules of the map, each before those that import it."""
_IMPORT_EVERY_MS = 2_000


class SimilarPage(QWidget):
    """Walks from papers to their neighbours and back, in lists and on the map.

    Signals:
        paper_wanted: the number of a paper to show in the library.
    """

    paper_wanted = Signal(int)

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._history: list[Seeds] = []
        self._place = -1
        self._asked: Task | None = None
        self._explaining: Task | None = None
        self._current: PaperNumber | None = None
        self._titles: dict[PaperNumber, str] = {}
        self._manuscript: Callable[[], OpenManuscript | None] = lambda: None
        self._marked: OpenManuscript | None = None
        self.map_pane: MapPane | None = None
        self.collector = Collector(self, workspace, runner, notify)
        self.seeds = SeedModel(self)
        self.neighbours = NeighbourModel(self)
        self._make_actions()
        self._build()
        self.setAcceptDrops(True)
        self._follow()
        self._import_map(_OF_MAP)

    def join(
        self, changes: LibraryChanges, manuscript: Callable[[], OpenManuscript | None]
    ) -> None:
        """Make changes where the library page makes them, and mark the manuscript in front."""
        self.collector.join(changes)
        self._manuscript = manuscript
        changes.changed.connect(self._library_changed)

    def show_similar(self, numbers: Sequence[PaperNumber]) -> None:
        """Show the neighbours of papers, as a new step of the history."""
        if numbers:
            self._step(Seeds(tuple(numbers)))

    def refresh(self) -> None:
        """Ask again, for the library or the model is another."""
        if self._place >= 0:
            self._ask()
        self._open_map()

    def show_view(self, view: int) -> None:
        """Show neighbours together, side by side, or the map."""
        self.views.setCurrentIndex(view)

    def go_back(self) -> None:
        """Return to the seeds before these."""
        if self._place > 0:
            self._place -= 1
            self._ask()

    def go_forward(self) -> None:
        """Undo ``go_back``."""
        if self._place < len(self._history) - 1:
            self._place += 1
            self._ask()

    # --- building -------------------------------------------------------------------------

    def _make_actions(self) -> None:
        self.back = self._action(self.tr("Back"), "back", "Alt+Left", self.go_back)
        self.forward = self._action(self.tr("Forward"), "forward", "Alt+Right", self.go_forward)
        self.more = self._action(self.tr("Similar to this"), "similar", "", self._more_like)
        self.also = self._action(self.tr("Also like this"), "add", "Ctrl+Return", self._also_like)
        self.less = self._action(
            self.tr("Less like this"), "reject", "Ctrl+Shift+L", self._less_like
        )
        self.collect = self._action(
            self.tr("Add to collection…"), "collection", "Ctrl+Shift+A", self._collect
        )
        self.drop = self._action(self.tr("Remove seed"), "remove", "Del", self._drop_seed)
        self.reveal = self._action(self.tr("Show in library"), "library", "Ctrl+L", self._reveal)

    def _action(self, text: str, icon: str, keys: str, call: Callable[[], None]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda *_: call())
        set_icon(action, icon)
        self.addAction(action)
        return action

    def _build(self) -> None:
        self.together = Together(self.neighbours)
        self.table, self.sorted = self.together.table, self.together.sorted
        self.side_by_side = SideBySide(self.neighbours)
        self.empty = EmptyState(
            self.tr("Papers like these"),
            self.tr(
                "Select papers in the library, or a suggestion for a sentence, and choose “Find "
                "similar papers”; or drop papers here. From each neighbour one can go on, and back."
            ),
        )
        self.empty.add_step(self.tr("Show the map of the library"), lambda: self.show_view(MAP))
        self.stack = QStackedWidget()
        for view in (self.empty, self.together, self.side_by_side):
            self.stack.addWidget(view)
        self.why = WhyPane()
        self.why.paper_wanted.connect(self.paper_wanted)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        for pane in (self._make_seeds(), self._make_centre(), self._make_why()):
            splitter.addWidget(pane)
            splitter.setStretchFactor(splitter.count() - 1, int(splitter.count() == 2))
            splitter.setCollapsible(splitter.count() - 1, splitter.count() != 2)
        splitter.setSizes([216, 768, 296])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)
        for table in (self.table, *self.side_by_side.tables):
            table.moved.connect(lambda table=table: self._moved(table))
            table.opened.connect(self._more_like)

    def _make_seeds(self) -> QWidget:
        self.seed_list = parts.SeedList()
        self.seed_list.setModel(self.seeds)
        self.seed_list.selectionModel().selectionChanged.connect(lambda *_: self._follow())
        return parts.column(
            parts.top(self.tr("Similar to"), parts.button(self.drop)), self.seed_list
        )

    def _make_centre(self) -> QWidget:
        self.views = QTabBar()
        self.views.setAccessibleName(self.tr("View"))
        self.views.setDrawBase(False)
        for name in (self.tr("Together"), self.tr("Side by side"), self.tr("Map")):
            self.views.addTab(name)
        self.views.currentChanged.connect(self._view_changed)
        self.state = QLabel()
        set_look(self.state, "muted")
        self.switches = evidence_switches(
            (self.tr("Meaning"), self.tr("Words"), self.tr("Citations"))
        )
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 8, 4)
        top.setSpacing(8)
        top.addWidget(parts.button(self.back, icon_only=True))
        top.addWidget(parts.button(self.forward, icon_only=True))
        top.addWidget(self.views)
        top.addWidget(self.state)
        top.addStretch(1)
        for kind, switch in enumerate(self.switches):
            switch.setAccessibleName(self.tr("Show {kind}").format(kind=EVIDENCE[kind]))
            switch.toggled.connect(lambda shown, kind=kind: self._switch(kind, shown))
            top.addWidget(switch)
        self.notice = Notice("trouble")
        return parts.column(top, self.stack, self.notice)

    def _make_why(self) -> QWidget:
        rows = []
        for actions in ((self.more, self.also), (self.less, self.collect), (self.reveal,)):
            row = QHBoxLayout()
            row.setContentsMargins(8, 0, 8, 0)
            row.setSpacing(4)
            for action in actions:
                row.addWidget(parts.button(action), 1)
            rows.append(row)
        pane = parts.column(parts.top(self.tr("This paper")), self.why)
        layout = pane.layout()
        assert isinstance(layout, QVBoxLayout)
        for row in rows:
            layout.addLayout(row)
        layout.addSpacing(8)
        return pane

    # --- views ----------------------------------------------------------------------------

    def _view_changed(self, view: int) -> None:
        if view == MAP:
            self.stack.setCurrentWidget(self._map())
            self._open_map()
        elif self._place < 0:
            self.stack.setCurrentWidget(self.empty)
        else:
            self.stack.setCurrentWidget(self.together if view == TOGETHER else self.side_by_side)
        for switch in self.switches:
            switch.setVisible(view != MAP)

    def _map(self) -> MapPane:
        """Return the map, which is made when it is first looked at: numpy comes with it."""
        if self.map_pane is None:
            from desktop.map.pane import MapPane

            pane = MapPane(self._workspace.map, self._workspace.library.papers, self._runner)
            pane.paper_chosen.connect(self._chosen_on_map)
            pane.similar_wanted.connect(self.show_similar)
            pane.papers_taken.connect(self.collector.ask)
            self.stack.addWidget(pane)
            self.map_pane = pane
            self._mark()
        return self.map_pane

    def _import_map(self, names: Sequence[str]) -> None:
        """Import the map one module after another: at once, that holds the window up.

        On this thread, for PySide makes classes on no other.
        """

        def next_one() -> None:
            importlib.import_module(f"desktop.map.{names[0]}")
            self._import_map(names[1:])

        if names:
            QTimer.singleShot(_IMPORT_EVERY_MS, self, next_one)

    def _open_map(self) -> None:
        if self.map_pane is not None and self.views.currentIndex() == MAP:
            self.map_pane.open()
            self._mark_manuscript()

    def _mark_manuscript(self) -> None:
        opened = self._manuscript()
        if self.map_pane is not None and opened is not self._marked:
            self._marked = opened
            self.map_pane.mark_manuscript(opened)

    def _mark(self) -> None:
        if self.map_pane is not None and self._place >= 0:
            seeds = self._history[self._place]
            rows = range(min(self.neighbours.rowCount(), 20))
            near = [self.neighbours.paper(row).number for row in rows]
            self.map_pane.mark(seeds.like, seeds.unlike, near)

    def _switch(self, kind: int, shown: bool) -> None:
        self.together.show_evidence(kind, shown=shown)
        self.side_by_side.show_evidence(kind, shown=shown)

    # --- walking --------------------------------------------------------------------------

    def _seeds(self) -> Seeds:
        return self._history[self._place] if self._place >= 0 else Seeds()

    def _step(self, seeds: Seeds) -> None:
        if seeds == self._seeds():
            return
        self._history = [*self._history[: self._place + 1], seeds]
        self._place += 1
        self._ask()

    def _ask(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
        seeds = self._seeds()
        workspace = self._workspace

        def work() -> tuple[list[Paper], list[Paper], list[Neighbour]]:
            papers = workspace.library.papers
            found = workspace.similar(seeds.like, seeds.unlike, NEIGHBOURS)
            return papers.get_many(seeds.like), papers.get_many(seeds.unlike), found

        self.state.setText(self.tr("Looking…"))
        self._asked = self._runner.run(
            work, lambda answer: self._show(*answer), failed=self._failed, owner=self
        )
        self._follow()

    def _failed(self, error: EngineError) -> None:
        self._asked = None
        self.state.setText("")
        self.notice.say_error(error, action=self.tr("Try again"), call=self._ask)

    def _show(self, like: list[Paper], unlike: list[Paper], found: list[Neighbour]) -> None:
        self._asked = None
        self.notice.clear()
        self._titles = {paper.number: paper.title for paper in like}
        self.seeds.show_seeds(like, unlike)
        self.neighbours.show_neighbours(found)
        one, many = self.tr("1 neighbour"), self.tr("{count} neighbours")
        self.state.setText(one if len(found) == 1 else many.format(count=len(found)))
        self._view_changed(self.views.currentIndex())
        self._mark()
        if found:
            self.table.selectRow(0)
        else:
            self._explain(None)
            self._notify(self.tr("No neighbours: nothing in the library is near these papers yet."))
        self._follow()

    # --- the current paper ----------------------------------------------------------------

    def _moved(self, table: NeighbourTable) -> None:
        number = table.number()
        if number is not None and number != self._current:
            self._explain(number)
        self._follow()

    def _explain(self, number: PaperNumber | None) -> None:
        """Make a paper the current one everywhere, and say why it is near."""
        self._current = number
        if self._explaining is not None:
            self._explaining.cancel()
        if number is None:
            self.why.clear()
            self._follow()
            return
        for table in (self.table, *self.side_by_side.tables):
            if table.number() != number:
                table.show_number(number)
        if self.map_pane is not None:
            self.map_pane.choose(number)
        workspace, titles = self._workspace, self._titles

        def work() -> tuple[Paper, Sequence[Tie]]:
            paper = workspace.library.papers.get(number)
            return paper, workspace.ties.between(number, list(titles))

        near = self.neighbours.row_of(number) is not None

        def show(told: tuple[Paper, Sequence[Tie]]) -> None:
            self.why.show_paper(told[0], titles, told[1], near=near)

        self._explaining = self._runner.run(work, show, owner=self)
        self._follow()

    def _chosen_on_map(self, number: PaperNumber | None) -> None:
        if number is None or not self.table.show_number(number):
            self._explain(number)

    def _selected(self) -> tuple[PaperNumber, ...]:
        view = self.stack.currentWidget()
        tables = [self.table] if view is self.together else self.side_by_side.tables
        for table in tables:
            if table.hasFocus() or view is self.together:
                numbers = table.numbers()
                if len(numbers) > 1:
                    return numbers
        return () if self._current is None else (self._current,)

    def _more_like(self) -> None:
        if self._current is not None:
            self._step(Seeds((self._current,)))

    def _also_like(self) -> None:
        self._step(self._seeds().with_like(self._selected()))

    def _less_like(self) -> None:
        if self._place >= 0:
            self._step(self._seeds().with_unlike(self._selected()))

    def _collect(self) -> None:
        self.collector.ask(self._selected())

    def _drop_seed(self) -> None:
        index = self.seed_list.currentIndex()
        seeds = self._seeds().without(self.seeds.number(index.row()))
        if seeds.like:
            self._step(seeds)
        else:
            self._notify(self.tr("The last seed stays: there would be nothing to be similar to."))

    def _reveal(self) -> None:
        if self._current is not None:
            self.paper_wanted.emit(self._current)

    def _library_changed(self) -> None:
        if self.isVisible():
            self.refresh()

    def _follow(self) -> None:
        first, last = self._place <= 0, self._place >= len(self._history) - 1
        parts.enable(self.back, self.tr("No seeds came before these.") if first else "")
        parts.enable(self.forward, self.tr("No seeds came after these.") if last else "")
        chosen, seeded = self._current is not None, self._place >= 0
        none = self.tr("There are no seeds yet: find papers similar to one of the library first.")
        why = "" if chosen else self.tr("Select a paper first.") if seeded else none
        for action in (self.more, self.also, self.reveal):
            parts.enable(action, why)
        no_neighbour = self.tr("Select a neighbour first.") if seeded else none
        parts.enable(self.less, "" if chosen and seeded else no_neighbour)
        parts.enable(self.collect, self.collector.why_not() or why)
        seed = self.seed_list.currentIndex().isValid()
        parts.enable(self.drop, "" if seed else self.tr("Select a seed first.") if seeded else none)

    # --- dropping papers ------------------------------------------------------------------

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dragged_papers(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        numbers = dragged_papers(event.mimeData())
        if numbers:
            event.acceptProposedAction()
            self._step(self._seeds().with_like(numbers))
