"""The similar page: seed papers, what is near them and why, and the map of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QCursor, QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QMenu, QStackedWidget, QTabBar, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from core.base.records import Group, Neighbour, OpenManuscript, Paper, PaperNumber
from core.base.settings import Settings
from desktop.language.wording import figure
from desktop.papers.model import dragged_papers
from desktop.similar import views
from desktop.similar.history import History, SimilarState, YearField
from desktop.similar.map_side import MapSide
from desktop.similar.models import EVIDENCE, NeighbourModel, SeedModel, Seeds
from desktop.similar.paper_actions import PaperActions
from desktop.similar.views import NeighbourTable, SideBySide, Together, evidence_switches
from desktop.similar.why_pane import SeedPane, WhyPane
from desktop.ui.changes import LibraryChanges
from desktop.ui.notice import EmptyState, Notice
from desktop.ui.notify import Notify
from desktop.ui.responsive import FlowLayout
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import set_look
from desktop.ui.widgets import action_button, enable, hbox, page_action, vbox
from desktop.ui.wrapping import ElidedLabel

if TYPE_CHECKING:
    from core.recommend.similar import Tie
    from core.workspace import Workspace
    from desktop.map.pane import MapPane

__all__ = ["MAP", "SIDE_BY_SIDE", "TOGETHER", "SimilarPage", "SimilarState"]

NEIGHBOURS = 120
"""So many that the first of each kind of evidence are among them."""
_OF_SOME_YEARS = 600
"""So many are looked at for those of some years."""
_MARKED = 20


class SimilarPage(QWidget):
    """Walks from papers to their neighbours and back, in lists and on the map.

    Signals:
        paper_wanted(int): show a paper in the library.
        pdf_wanted(int): show the PDF of a paper.
    """

    paper_wanted = Signal(int)
    pdf_wanted = Signal(int)

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
        self._history = History()
        self._request: Task | None = None
        self._explaining: Task | None = None
        self._current: PaperNumber | None = None
        self._stale = False
        self._titles: dict[PaperNumber, str] = {}
        self.collector = Collector(self, workspace, runner, notify)
        self.paper_actions = PaperActions(self, workspace, runner, notify, self._selected)
        self.paper_actions.pdf_wanted.connect(self.pdf_wanted)
        self.seeds = SeedModel(self)
        self.neighbours = NeighbourModel(self)
        self._make_actions()
        self._build()
        self.map_side = MapSide(self.stack, workspace, runner, self)
        self.map_side.pane_created.connect(self._connect_map)
        self.setAcceptDrops(True)
        self._follow()

    def join(
        self, changes: LibraryChanges, manuscript: Callable[[], OpenManuscript | None]
    ) -> None:
        """Make changes where the library page makes them, and mark the manuscript in front."""
        self.collector.join(changes)
        self.map_side.manuscript = manuscript
        changes.changed.connect(self._library_changed)

    def part_in_front(self) -> QWidget:
        """Return the part one works on: the view that was chosen."""
        return self.stack

    def use_settings(self, settings: Settings) -> None:
        """Copy cite commands in the chosen style from now on."""
        self.paper_actions.use_settings(settings)

    @property
    def map_pane(self) -> MapPane | None:
        """The map, once it was looked at."""
        return self.map_side.pane

    def show_similar(self, numbers: Sequence[PaperNumber]) -> None:
        """Show the neighbours of papers, as a new step of the history."""
        if numbers:
            self._step(Seeds(tuple(numbers)))

    def refresh(self) -> None:
        """Ask again, for the library or the model is another."""
        if self._history.position >= 0:
            self._remember()
            self._ask()
        self.map_side.open()

    def show_view(self, view: int) -> None:
        """Show neighbours together, side by side, or the map."""
        self.views.setCurrentIndex(view)

    def show_map(self) -> None:
        """Show the map of the library."""
        self.show_view(MAP)

    def go_back(self) -> None:
        """Return to the seeds before these, and to the row one was at."""
        self._move(-1)

    def go_forward(self) -> None:
        """Undo ``go_back``."""
        self._move(1)

    def state(self) -> SimilarState:
        """Return what the page shows."""
        self._remember()
        return SimilarState(
            self._history.copy(),
            self.centre.years.years,
            self.views.currentIndex(),
            self.map_side.state(),
        )

    def restore(self, state: SimilarState) -> None:
        """Show what another page showed."""
        self._history = state.history.copy()
        self.centre.years.show_years(state.years)
        self.map_side.restore(state.map)
        self.show_view(state.view)
        if self._history.position >= 0:
            self._ask()

    # --- building the widgets -------------------------------------------------------------

    def _make_actions(self) -> None:
        make = partial(page_action, self)
        self.back = make(self.tr("Back"), "back", "Alt+Left", self.go_back)
        self.forward = make(self.tr("Forward"), "forward", "Alt+Right", self.go_forward)
        self.more = make(self.tr("Similar to this"), "similar", "", self._more_like)
        self.also = make(self.tr("Also like this"), "add", "Ctrl+Return", self._also_like)
        self.less = make(self.tr("Not like this"), "reject", "Ctrl+Shift+L", self._less_like)
        self.collect = make(
            self.tr("Add to collection…"), "collection", "Ctrl+Shift+A", self._collect
        )
        self.drop = make(self.tr("Remove starting paper"), "remove", "Del", self._drop_seed)
        self.reveal = make(self.tr("Show in library"), "library", "Ctrl+L", self._reveal)

    def _build(self) -> None:
        self.centre = Centre(self.neighbours, self.back, self.forward)
        self.views, self.stack, self.state_label = (
            self.centre.views,
            self.centre.stack,
            self.centre.state,
        )
        self.empty, self.notice = self.centre.empty, self.centre.notice
        self.together, self.side_by_side = self.centre.together, self.centre.side_by_side
        self.table, self.sorted = self.together.table, self.together.sorted
        self.switches = self.centre.switches
        self.empty.add_step(self.tr("Add a paper by its title"), self._type_seed)
        self.empty.add_step(self.tr("Show the map of the library"), lambda: self.show_view(MAP))
        self.views.currentChanged.connect(self._view_changed)
        self.centre.years.changed.connect(self._years_changed)
        self.seed_pane = SeedPane(self.seeds, self._runner, self._find, self.drop)
        self.seed_list = self.seed_pane.list
        # In the lists of neighbours Del would take away a seed that one does not look at.
        self.drop.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.seed_list.addAction(self.drop)
        self.seed_list.selectionModel().selectionChanged.connect(lambda *_: self._seed_chosen())
        self.seed_list.menu_wanted.connect(self._show_seed_menu)
        self.seed_pane.field.picked.connect(lambda number: self._add_seed(PaperNumber(number)))
        self.why = WhyPane()
        self.why.paper_wanted.connect(self.paper_wanted)
        why = views.WhyColumn(
            self.why,
            (self.more, self.also),
            (self.less, self.paper_actions.open),
            (self.collect, self.reveal),
            (self.paper_actions.cite,),
        )
        vbox(views.side_by_side(self.seed_pane, self.centre, why), of=self, margins=0)
        for table in (self.table, *self.side_by_side.tables):
            table.selection_moved.connect(lambda table=table: self._follow_selection(table))
            table.opened.connect(self._more_like)
            table.menu_wanted.connect(self._show_menu)

    def _connect_map(self) -> None:
        pane = self.map_side.pane
        assert pane is not None
        pane.paper_chosen.connect(self._chosen_on_map)
        pane.similar_wanted.connect(self.show_similar)
        pane.papers_taken.connect(self.collector.ask)
        pane.menu_wanted.connect(self._show_menu)

    def _find(self, typed: str) -> list[Paper]:
        numbers = self._workspace.papers.search(typed, limit=12)
        return self._workspace.library.papers.get_many(numbers)

    # --- the views of the result ----------------------------------------------------------

    def _view_changed(self, view: int) -> None:
        if view == MAP:
            self.map_side.show()
        else:
            self.centre.show_lists(view, any_seeds=self._history.position >= 0)
        for part in (*self.switches, self.centre.years):
            part.setVisible(view != MAP)

    def _mark(self, *, frame: bool) -> None:
        rows = range(min(self.neighbours.rowCount(), _MARKED))
        near = [self.neighbours.paper(row).number for row in rows]
        self.map_side.mark(self._history.seeds(), near, frame=frame)

    def _years_changed(self) -> None:
        if self._history.position >= 0:
            self._remember()
            self._ask()

    # --- steps from paper to paper --------------------------------------------------------

    def _step(self, seeds: Seeds) -> None:
        if seeds == self._history.seeds():
            self._mark(frame=True)
            return
        self._remember()
        self._history.add_step(seeds)
        self._ask()

    def _move(self, by: int) -> None:
        self._remember()
        if self._history.move(by):
            self._ask()

    def _remember(self) -> None:
        if self._request is None:
            self._history.remember(self._current, self.table.verticalScrollBar().value())

    def _ask(self) -> None:
        if self._request is not None:
            self._request.cancel()
        seeds, years = self._history.seeds(), self.centre.years.years
        workspace = self._workspace

        def work() -> tuple[list[Paper], list[Paper], list[Neighbour]]:
            papers = workspace.library.papers
            limit = _OF_SOME_YEARS if years else NEIGHBOURS
            neighbours = workspace.similar.to(seeds.like, seeds.unlike, limit)
            kept_neighbours = [
                neighbour for neighbour in neighbours if years.hold(neighbour.paper.year)
            ][:NEIGHBOURS]
            return papers.get_many(seeds.like), papers.get_many(seeds.unlike), kept_neighbours

        self.state_label.setText(self.tr("Looking…"))
        self._request = self._runner.run(
            work, lambda answer: self._show(*answer), failed=self._failed, owner=self
        )
        self._follow()

    def _failed(self, error: EngineError) -> None:
        self._request = None
        self.state_label.setText("")
        self.notice.say_error(error, action=self.tr("Try again"), call=self._ask)

    def _show(self, like: list[Paper], unlike: list[Paper], neighbours: list[Neighbour]) -> None:
        self._request = None
        self.notice.clear()
        same = set(self._titles) == {paper.number for paper in like}
        self._titles = {paper.number: paper.title for paper in like}
        self.seeds.show_seeds(like, unlike)
        self.neighbours.show_rows(neighbours)
        one, many = self.tr("1 neighbour"), self.tr("{count} neighbours")
        self.state_label.setText(
            one if len(neighbours) == 1 else many.format(count=len(neighbours))
        )
        self._view_changed(self.views.currentIndex())
        self._mark(frame=not same)
        if neighbours:
            self._return_to_row()
        else:
            self._explain(None)
            self._say_none()
        self._follow()

    def _say_none(self) -> None:
        if self.centre.years.years:
            self._notify(self.tr("No neighbours of these years."))
        else:
            self._notify(self.tr("No similar papers in the library yet."))

    def _return_to_row(self) -> None:
        """Go to the row one was at when one left these seeds, else to the first."""
        step = self._history.step()
        self._current = None  # to be explained anew
        if step.current is not None and self.table.show_number(step.current):
            self.table.verticalScrollBar().setValue(step.scrolled)
        else:
            self.table.go_to_row(0)

    # --- the current paper ----------------------------------------------------------------

    def _follow_selection(self, table: NeighbourTable) -> None:
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
        self.map_side.choose(number)
        workspace, titles = self._workspace, self._titles

        def work() -> tuple[Paper, Sequence[Tie]]:
            paper = workspace.library.papers.get(number)
            return paper, workspace.similar.ties(number, list(titles))

        near = self.neighbours.find_row(number) is not None

        def show(explanation: tuple[Paper, Sequence[Tie]]) -> None:
            self.why.show_paper(explanation[0], titles, explanation[1], near=near)

        self._explaining = self._runner.run(work, show, owner=self)
        self._follow()

    def _chosen_on_map(self, number: PaperNumber | None) -> None:
        if number is None or not self.table.show_number(number):
            self._explain(number)

    def _seed_chosen(self) -> None:
        index = self.seed_list.currentIndex()
        if index.isValid() and self.seed_list.selectionModel().hasSelection():
            self._explain(self.seeds.number(index.row()))
        self._follow()

    def _selected(self) -> tuple[PaperNumber, ...]:
        view = self.stack.currentWidget()
        tables = [self.table] if view is self.together else self.side_by_side.tables
        for table in tables:
            if table.hasFocus() or view is self.together:
                numbers = table.numbers()
                if len(numbers) > 1:
                    return numbers
        return () if self._current is None else (self._current,)

    def _show_menu(self, at: QPoint) -> None:
        if self._current is not None:
            walking = (self.more, self.also, self.less)
            self.paper_actions.show_menu(
                (walking, self.paper_actions.all(), (self.collect, self.reveal)), at
            )

    def _show_seed_menu(self, at: QPoint) -> None:
        if self.seed_list.currentIndex().isValid():
            self.paper_actions.show_menu(
                ((self.drop, self.more), self.paper_actions.all(), (self.collect, self.reveal)), at
            )

    # --- what one does --------------------------------------------------------------------

    def _more_like(self) -> None:
        if self._current is not None:
            self._step(Seeds((self._current,)))

    def _type_seed(self) -> None:
        self.seed_pane.field.setFocus()

    def _add_seed(self, number: PaperNumber) -> None:
        self._step(self._history.seeds().with_like((number,)))

    def _also_like(self) -> None:
        self._step(self._history.seeds().with_like(self._selected()))

    def _less_like(self) -> None:
        seeds = self._history.seeds().with_unlike(self._selected())
        if seeds.like:
            self._step(seeds)
        else:
            self._say_last_stays()

    def _collect(self) -> None:
        self.collector.ask(self._selected())

    def _drop_seed(self) -> None:
        index = self.seed_list.currentIndex()
        seeds = self._history.seeds().without(self.seeds.number(index.row()))
        if seeds.like:
            self._step(seeds)
        else:
            self._say_last_stays()

    def _say_last_stays(self) -> None:
        self._notify(self.tr("The last starting paper cannot be removed."))

    def _reveal(self) -> None:
        if self._current is not None:
            self.paper_wanted.emit(self._current)

    def _library_changed(self) -> None:
        self._stale = True
        if self.isVisible():
            self._renew()

    def _renew(self) -> None:
        self._stale = False
        self.refresh()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._renew()
        else:
            self.map_side.open()  # another manuscript may be in front now

    def _follow(self) -> None:
        first, last = self._history.ends()
        enable(self.back, self.tr("Nothing to go back to") if first else "")
        enable(self.forward, self.tr("Nothing to go forward to") if last else "")
        chosen, seeded = self._current is not None, self._history.position >= 0
        none = self.tr(
            "No starting papers yet. Choose “Find similar papers” for a paper in the library first."
        )
        why = "" if chosen else self.tr("Select a paper first.") if seeded else none
        for action in (self.more, self.also, self.reveal):
            enable(action, why)
        self.paper_actions.enable(why)
        no_neighbour = self.tr("Select a neighbour first.") if seeded else none
        enable(self.less, "" if chosen and seeded else no_neighbour)
        enable(self.collect, self.collector.why_not() or why)
        seed = self.seed_list.currentIndex().isValid()
        enable(
            self.drop, "" if seed else self.tr("Select a starting paper first.") if seeded else none
        )

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
            self._step(self._history.seeds().with_like(numbers))


# --- the tabs of the views --------------------------------------------------------------
#
# The middle of the similar page: its tools, and the neighbours together or side by side.

TOGETHER, SIDE_BY_SIDE, MAP = range(3)


class Centre(QWidget):
    """Tabs for the views, what narrows them, and the views themselves but for the map."""

    def __init__(
        self,
        neighbours: NeighbourModel,
        back: QAction,
        forward: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.together = Together(neighbours)
        self.side_by_side = SideBySide(neighbours)
        self.empty = EmptyState(
            self.tr("Similar papers"),
            self.tr(
                "Select papers in the library, or a suggestion for a sentence, and choose “Find "
                "similar papers”; or drop papers here. From each neighbour you can go on, and "
                "back again."
            ),
        )
        self.stack = QStackedWidget()
        for view in (self.empty, self.together, self.side_by_side):
            self.stack.addWidget(view)
        self.notice = Notice("trouble")
        vbox(
            self._make_views(back, forward),
            self._make_filters(),
            (self.stack, 1),
            of=self,
            margins=0,
            spacing=0,
        )
        self.notice.float_over(self.stack)

    def show_lists(self, view: int, *, any_seeds: bool) -> None:
        """Show the neighbours, or what the page is for while there are no seeds."""
        lists = self.together if view == TOGETHER else self.side_by_side
        self.stack.setCurrentWidget(lists if any_seeds else self.empty)

    def _make_views(self, back: QAction, forward: QAction) -> QHBoxLayout:
        self.views = QTabBar()
        self.views.setAccessibleName(self.tr("View"))
        self.views.setDrawBase(False)
        self.views.setExpanding(False)
        self.views.setUsesScrollButtons(False)
        for name in (self.tr("Together"), self.tr("Side by side"), self.tr("Map")):
            self.views.addTab(name)
        self.state = ElidedLabel()
        set_look(self.state, "muted")
        return hbox(
            action_button(back, "quiet", icon=True, text=False),
            action_button(forward, "quiet", icon=True, text=False),
            self.views,
            (self.state, 1),
            margins=(8, 4, 8, 0),
            spacing=4,
        )

    def _make_filters(self) -> QWidget:
        self.years = YearField()
        self.switches = evidence_switches(
            (self.tr("Meaning"), self.tr("Words"), self.tr("Citations"))
        )
        box = QWidget()
        row = FlowLayout(spacing=8)
        row.setContentsMargins(8, 2, 8, 4)
        box.setLayout(row)
        row.addWidget(self.years)
        for kind, switch in enumerate(self.switches):
            switch.setAccessibleName(self.tr("Show {kind}").format(kind=EVIDENCE[kind]))
            switch.toggled.connect(lambda is_visible, kind=kind: self._switch(kind, is_visible))
            row.addWidget(switch)
        return box

    def _switch(self, kind: int, is_visible: bool) -> None:
        self.together.show_evidence(kind, is_visible=is_visible)
        self.side_by_side.show_evidence(kind, is_visible=is_visible)


# --- puts papers that were found into a collection, so that it can be undone ------------


class Collector(QObject):
    """Asks for a collection and adds papers to it."""

    def __init__(
        self, page: QWidget, workspace: Workspace, runner: TaskRunner, notify: Notify
    ) -> None:
        super().__init__(page)
        self._page = page
        self._workspace = workspace
        self._runner = runner
        self._notify = notify
        self._changes: LibraryChanges | None = None
        self.menu: QMenu | None = None
        self.dialog: QInputDialog | None = None

    def join(self, changes: LibraryChanges) -> None:
        """Make changes where others make theirs, so that they are undone in their order."""
        self._changes = changes

    def why_not(self) -> str:
        """Return why nothing can be added, "" if it can."""
        read_only = self._workspace.library.read_only
        return self.tr("This library is open for reading only.") if read_only else ""

    def ask(self, numbers: Sequence[PaperNumber]) -> None:
        """Offer the collections, and a new one, for papers."""
        collections = self._workspace.library.collections
        if numbers and not self.why_not():
            paper_numbers = tuple(numbers)
            self._runner.run(
                collections.all, lambda groups: self._offer(groups, paper_numbers), owner=self._page
            )

    def add(self, group: Group, numbers: Sequence[PaperNumber]) -> None:
        """Put papers into a collection."""
        self._get_changes().collect(group, numbers)
        self._say(group.name, len(numbers))

    def add_new(self, name: str, numbers: Sequence[PaperNumber]) -> None:
        """Make a collection of papers."""
        self._get_changes().add_collection(name, numbers)
        self._say(name, len(numbers))

    def _get_changes(self) -> LibraryChanges:
        if self._changes is None:
            self._changes = LibraryChanges(self._workspace, self._runner, self)
        return self._changes

    def _offer(self, groups: Sequence[Group], numbers: Sequence[PaperNumber]) -> None:
        menu = self.menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        new = menu.addAction(self.tr("New collection…"))
        new.triggered.connect(lambda: self._ask_name(numbers))
        if groups:
            menu.addSeparator()
        for group in groups:
            action = menu.addAction(group.name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, group=group: self.add(group, numbers))
        menu.popup(QCursor.pos())
        menu.setActiveAction(new)

    def _ask_name(self, numbers: Sequence[PaperNumber]) -> None:
        dialog = self.dialog = QInputDialog(self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("New collection"))
        dialog.setLabelText(
            self.tr("Name of a collection for {count} papers:").format(count=figure(len(numbers)))
            if len(numbers) > 1
            else self.tr("Name of a collection for this paper:")
        )
        dialog.setOkButtonText(self.tr("Create collection"))

        def chosen(name: str) -> None:
            if name.strip():
                self.add_new(name.strip(), numbers)

        dialog.textValueSelected.connect(chosen)
        dialog.open()

    def _say(self, name: str, count: int) -> None:
        text = (
            self.tr("Added 1 paper to “{name}”.")
            if count == 1
            else self.tr("Added {count} papers to “{name}”.")
        )
        self._notify(
            text.format(count=figure(count), name=name),
            undo=self._get_changes().undo,
        )
