"""The page of duplicates: groups on the left, their fields side by side on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QShowEvent
from PySide6.QtWidgets import (
    QLayout,
    QListView,
    QMessageBox,
    QProgressBar,
    QSplitter,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.base.jobs import Job
from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from desktop.duplicates.comparison import Comparison, Seen, load_compared_papers
from desktop.duplicates.decisions import Decisions
from desktop.language.wording import choose_plural, in_language, moment
from desktop.ui.changes import LibraryChanges
from desktop.ui.notice import EmptyState
from desktop.ui.notify import Notify
from desktop.ui.remembered_state import remember_panes
from desktop.ui.responsive import FlowLayout, Shrinking
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import Task, TaskRunner
from desktop.ui.theme import colors, set_look
from desktop.ui.widgets import (
    action_button,
    enable,
    hbox,
    message_box,
    page_action,
    text_label,
    vbox,
)

if TYPE_CHECKING:
    from core.library.duplicates.pairs import DuplicateGroup
    from core.library.duplicates.taking_apart import MergedRecord
    from core.workspace import Workspace

_LEFT_WIDTH = 352


class DuplicatesPage(QWidget):
    """Lets a person decide about papers that are alike.

    Signals:
        library_changed: papers were merged or brought back; ask again for what is shown.
    """

    library_changed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        notify: Notify,
        changes: LibraryChanges | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Show nothing yet: the first time the page is shown, it looks through the library.

        ``changes`` are those of the window; without them the page has its own.
        """
        super().__init__(parent)
        self._workspace = workspace
        self._runner = runner
        self.changes = changes or LibraryChanges(workspace, runner, self)
        self.decisions = Decisions(workspace, runner, self.changes, notify, self)
        self._all_groups: Sequence[DuplicateGroup] | None = (
            None  # none before the library was looked through
        )
        self._titles: dict[PaperNumber, str] = {}
        self._compared_papers: Sequence[Seen] = ()
        self._scanning: Task | None = None
        self._stale = True
        self._steps = 0
        self._group: DuplicateGroup | None = None
        self._request: Task | None = None
        self.groups = GroupModel(self)
        self._make_actions()
        self._build()
        self._follow()
        self.changes.changed.connect(self._changed)

    def refresh(self) -> None:
        """Look through the library again, at once or when the page is shown."""
        self._stale = True
        if self.isVisible():
            self.look()

    def look(self) -> None:
        """Look through the library for duplicates, as a job that can be cancelled."""
        if self._scanning is not None:
            return
        self._stale = False
        duplicates = self._workspace.library.duplicates
        papers = self._workspace.library.papers

        def work(job: Job) -> tuple[Sequence[DuplicateGroup], dict[PaperNumber, str]]:
            found_groups = duplicates.scan(job)
            first = papers.get_many([group.papers[0] for group in found_groups])
            return found_groups, {paper.number: paper.title for paper in first}

        self._scanning = self._runner.start_job(
            self.tr("Looking for duplicates"),
            work,
            lambda answer: self._show(*answer),
            owner=self,
            write=False,
        )
        self._scanning.progressed.connect(self._show_progress)
        self._scanning.ended.connect(self._scan_ended)
        if self.stack.currentWidget() is not self._merged_view:
            self.stack.setCurrentWidget(self.waiting)

    def part_in_front(self) -> QWidget:
        """Return the list of groups, or what stands there while there are none."""
        return self.list if self.stack.currentWidget() is self._deciding else self.stack

    # --- building the widgets -------------------------------------------------------------

    def _make_actions(self) -> None:
        make = partial(page_action, self)
        self.merge = make(self.tr("Merge"), "check", "Ctrl+M", self._merge)
        self.different = make(self.tr("Different papers"), "reject", "Ctrl+D", self._say_different)
        self.versions = make(self.tr("Versions of one paper"), "link", "Ctrl+Shift+V", self._link)
        self.leave_out = make(
            self.tr("Exclude this paper"), "remove", "Ctrl+Shift+L", self._leave_out
        )
        self.merge_sure = make(
            self.tr("Merge all certain duplicates…"), "check", "Ctrl+Shift+A", self._ask_merge_sure
        )
        self.merged_at_import = make(
            self.tr("Merged at import"), "recent", "Ctrl+Shift+T", self._show_merged
        )
        self.again = make(self.tr("Search again"), "restore", "F5", self.look)

    def _build(self) -> None:
        self.list = QListView()
        self.list.setAccessibleName(self.tr("Groups of similar papers"))
        self.list.setModel(self.groups)
        self.list.setItemDelegate(GroupDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_group())
        self.comparison = Comparison()
        self.comparison.left_out.connect(self._without)
        self.comparison.currentCellChanged.connect(lambda *_: self._follow())
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._make_group_pane())
        splitter.addWidget(self._right())
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([_LEFT_WIDTH, 928])
        remember_panes(splitter, "duplicates")
        self.nothing = EmptyState(
            self.tr("No duplicates"),
            self.tr(
                "No two papers of the library seem to be the same. Papers with the same "
                "identifier, the same title, or a title with a typing error would be shown "
                "here, side by side."
            ),
        )
        self.nothing.add_step(self.tr("Search again"), self.look)
        self.nothing.add_step(self.tr("Merged at import"), self._show_merged)
        self.unknown = EmptyState(
            self.tr("Search stopped"),
            self.tr("The search was cancelled. Press “Search again” to find all duplicates."),
        )
        self.unknown.add_step(self.tr("Search again"), self.look)
        self.waiting = self._waiting()
        self.stack = QStackedWidget()
        self._merged_view: MergedView | None = None
        for widget in (self.nothing, self.unknown, self.waiting, splitter):
            self.stack.addWidget(widget)
        self._deciding = splitter
        vbox(self.stack, of=self, margins=0)

    def _make_group_pane(self) -> QWidget:
        self.heading = text_label("", "heading")
        top = hbox((self.heading, 1), action_button(self.again), margins=(12, 8, 8, 8), spacing=8)
        bottom = FlowLayout(spacing=8)
        bottom.setContentsMargins(12, 8, 8, 8)
        bottom.addWidget(action_button(self.merge_sure))
        bottom.addWidget(action_button(self.merged_at_import, "quiet"))
        return _column(top, self.list, bottom)

    def _right(self) -> QWidget:
        self.reasons = text_label(wrap=True)
        hint = text_label(
            self.tr(
                "Click a value, or press Space, to use it; click a heading to keep that paper."
            ),
            "muted",
            wrap=True,
        )
        explanation = QWidget()
        vbox(self.reasons, hint, of=explanation, margins=0, spacing=4)
        top = hbox((Shrinking(explanation), 1), margins=(16, 12, 16, 8))
        bottom = FlowLayout(spacing=8)
        bottom.setContentsMargins(16, 8, 16, 8)
        self._merge_button = action_button(self.merge, "primary")
        self._versions_button = action_button(self.versions)
        bottom.addWidget(self._merge_button)
        bottom.addWidget(self._versions_button)
        bottom.addWidget(action_button(self.different))
        bottom.addWidget(action_button(self.leave_out, "quiet"))
        return _column(top, self.comparison, bottom)

    def _waiting(self) -> QWidget:
        page = EmptyState(
            self.tr("Looking for duplicates"),
            self.tr("Titles, authors, years and identifiers of all papers are being compared."),
        )
        self.progress = QProgressBar()
        self.progress.setFixedWidth(320)
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        row = hbox(1, self.progress, 1)
        layout = page.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertLayout(layout.count() - 1, row)
        page.add_step(self.tr("Cancel"), self._cancel)
        return page

    # --- looking for duplicates -----------------------------------------------------------

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.look()

    def _show_progress(self) -> None:
        if self._scanning is not None:
            self.progress.setRange(0, self._scanning.total)
            self.progress.setValue(self._scanning.done_count)

    def _cancel(self) -> None:
        if self._scanning is not None:
            self._scanning.cancel()

    def _scan_ended(self) -> None:
        looked = self._scanning is not None and self._scanning.state == "succeeded"
        self._scanning = None
        if not looked:
            self._stale = True
            self._all_groups = None  # what was there before may be no more
        self._show_open()
        if looked and self._stale:  # the library changed meanwhile
            self.refresh()

    def _show(self, groups: Sequence[DuplicateGroup], titles: dict[PaperNumber, str]) -> None:
        self._all_groups, self._titles = groups, titles
        self.decisions.forget()

    def _changed(self) -> None:
        if self.stack.currentWidget() is self._merged_view:
            self.merged_view.refresh()
        self._steps += 1
        if self._steps > self.decisions.steps:  # something else than a decision
            self._steps = self.decisions.steps
            self.refresh()
        self._show_open()
        self.library_changed.emit()

    def _show_open(self) -> None:
        """Show the groups that are not decided; the place in the list stays."""
        row = max(self.list.currentIndex().row(), 0)
        open_groups = self.decisions.open(self._all_groups or ())
        self.groups.show_groups(open_groups, self._titles)
        sure = sum(group.sure for group in open_groups)
        groups = choose_plural(self.tr("%Ln group(s)", "", len(open_groups)), len(open_groups))
        self.heading.setText(self.tr("{groups}, {sure} certain").format(groups=groups, sure=sure))
        if self._scanning is None and self.stack.currentWidget() is not self._merged_view:
            empty = self.unknown if self._all_groups is None else self.nothing
            self.stack.setCurrentWidget(self._deciding if open_groups else empty)
        self._group = None
        if open_groups:
            self.list.setCurrentIndex(self.groups.index(min(row, len(open_groups) - 1), 0))
        self._follow()

    # --- what imports merged --------------------------------------------------------------

    @property
    def merged_view(self) -> MergedView:
        """The list of what imports merged; made when it is first looked at."""
        if self._merged_view is None:
            self._merged_view = MergedView(self._workspace, self._runner, self.decisions)
            self._merged_view.closed.connect(self._leave_merged)
            self.stack.addWidget(self._merged_view)
        return self._merged_view

    def _show_merged(self) -> None:
        self.stack.setCurrentWidget(self.merged_view)
        self.merged_view.refresh()
        self.merged_view.table.setFocus()

    def _leave_merged(self) -> None:
        self.stack.setCurrentWidget(self.waiting)
        self._show_open()

    # --- one group ------------------------------------------------------------------------

    def _show_group(self) -> None:
        index = self.list.currentIndex()
        if self._request is not None:
            self._request.cancel()
        if not index.isValid():
            return
        group = self.groups.rows[index.row()]
        self._request = self._runner.run(
            lambda: load_compared_papers(self._workspace, group.papers),
            lambda compared_papers: self._compare(group, compared_papers),
            owner=self,
        )

    def _compare(self, group: DuplicateGroup, compared_papers: list[Seen]) -> None:
        self._request = None
        self._group = group if len(compared_papers) > 1 else None
        self.comparison.show_papers(compared_papers)
        self.reasons.setText(f"{kind_words(group)} — {reason_words(group)}")
        version = group.kind == "version"
        set_look(self._merge_button, "" if version else "primary")
        set_look(self._versions_button, "primary" if version else "")
        self._compared_papers = compared_papers
        self._follow()

    def _without(self, number: int) -> None:
        assert self._group is not None
        self._compare(
            self._group,
            [
                compared_paper
                for compared_paper in self._compared_papers
                if compared_paper.paper.number != number
            ],
        )

    def _leave_out(self) -> None:
        self.comparison.leave_out()

    def _follow(self) -> None:
        locked = self.tr("This library is open for reading only.")
        fixed = locked if self._workspace.library.read_only else ""
        none = "" if self._group is not None else self.tr("Select a group first.")
        for action in (self.merge, self.different, self.versions):
            enable(action, fixed or none)
        few = self.tr("Select at least two papers to compare.")
        enable(self.leave_out, none or ("" if self.comparison.columnCount() > 2 else few))
        sure = any(group.sure for group in self.groups.rows)
        enable(self.merge_sure, fixed or ("" if sure else self.tr("No certain duplicates")))

    # --- decisions about the group --------------------------------------------------------

    def _merge(self) -> None:
        assert self._group is not None
        papers, fields = self.comparison.numbers(), self.comparison.chosen_fields()
        self.decisions.merge(self._group, papers, fields)

    def _say_different(self) -> None:
        assert self._group is not None
        self.decisions.say_different(self._group, self.comparison.numbers())

    def _link(self) -> None:
        assert self._group is not None
        self.decisions.link(self._group, self.comparison.numbers())

    def _ask_merge_sure(self) -> None:
        sure = self._sure()
        papers = sum(len(group.papers) for group in sure)
        question = self.tr("Merge {0} papers into {1}?").format(papers, len(sure))
        explanation = self.tr(
            "In each group, the paper with the most details is kept and gets the files, tags, "
            "collections, notes and citations of the others. You can undo this."
        )
        box = message_box(self, "help", question, explanation)
        merge = box.addButton(self.tr("Merge"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(merge)
        merge.clicked.connect(lambda: self.decisions.merge_groups(sure))
        box.open()

    def _sure(self) -> list[DuplicateGroup]:
        return [group for group in self.groups.rows if group.sure]


def _column(top: QLayout, middle: QWidget, bottom: QLayout) -> QWidget:
    box = QWidget()
    vbox(top, (middle, 1), bottom, of=box, margins=0, spacing=0)
    return box


# --- the groups to decide about: a list with a title and the reasons for each -----------

ReasonRole = Qt.ItemDataRole.UserRole + 1
KindRole = Qt.ItemDataRole.UserRole + 2
SureRole = Qt.ItemDataRole.UserRole + 3
_ROOT = QModelIndex()
_MARGIN = 12
_GAP = 4


class GroupModel(RowModel["DuplicateGroup"]):
    """The groups that are still open, in the order of the engine: sure ones first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: Mapping[PaperNumber, str] = {}

    def show_groups(
        self, groups: Sequence[DuplicateGroup], titles: Mapping[PaperNumber, str]
    ) -> None:
        """Replace all rows; ``titles`` hold the first paper of each group."""
        self._titles = titles
        self.show_rows(groups)

    @override
    def cell(self, group: DuplicateGroup, column: int, role: int) -> object:
        title = self._titles.get(group.papers[0], "")
        reasons = reason_words(group)
        texts = {
            Qt.ItemDataRole.DisplayRole: title,
            Qt.ItemDataRole.ToolTipRole: f"{title}\n{reasons}",
            Qt.ItemDataRole.AccessibleTextRole: f"{kind_words(group)}: {title}. {reasons}",
            ReasonRole: reasons,
            KindRole: kind_words(group),
            SureRole: group.sure,
        }
        return texts.get(role)


def kind_words(group: DuplicateGroup) -> str:
    """Return in a few words what a group is and how sure that is."""
    if group.kind == "version":
        words = QCoreApplication.translate("Duplicates", "{0} versions")
    elif group.sure:
        words = QCoreApplication.translate("Duplicates", "{0} papers, certain")
    else:
        words = QCoreApplication.translate("Duplicates", "{0} papers to review")
    return words.format(len(group.papers))


def reason_words(group: DuplicateGroup) -> str:
    """Return what speaks for a group and against, in the language of the window."""
    return " · ".join(map(in_language, group.reasons))


class GroupDelegate(QStyledItemDelegate):
    """Draws a group: its title, what it is, and the reasons."""

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        tones = colors()
        painter.save()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, tones.selection if selected else tones.surface)
        painter.setPen(tones.border)
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        box = option.rect.adjusted(_MARGIN, _MARGIN - _GAP, -_MARGIN, 0)
        line = QRect(box.left(), box.top(), box.width(), option.fontMetrics.height())
        kind_tone = tones.good if index.data(SureRole) else tones.muted
        bold = option.font
        bold.setWeight(bold.Weight.DemiBold)
        for text, tone, font in (
            (str(index.data()), tones.text, bold),
            (str(index.data(KindRole)), kind_tone, None),
            (str(index.data(ReasonRole)), tones.muted, None),
        ):
            if font is None:
                bold.setWeight(bold.Weight.Normal)
            painter.setFont(bold)
            painter.setPen(tone)
            metrics = painter.fontMetrics()
            elided_text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, elided_text)
            line.translate(0, line.height() + _GAP)
        if selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(tones.accent)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.restore()

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(240, 3 * (option.fontMetrics.height() + _GAP) + 2 * (_MARGIN - _GAP))


# --- the list of records merged by imports ----------------------------------------------
#
# What imports made one paper: each record beside its paper, to take it apart again.


class MergedRow(NamedTuple):
    """A record that was merged, and the paper that it is part of."""

    merged: MergedRecord
    paper: PaperRecord


class MergedModel(RowModel[MergedRow]):
    """A row for each record, the latest first."""

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("When"), self.tr("Paper"), self.tr("Merged entry"), self.tr("Why")

    @override
    def cell(self, row: MergedRow, column: int, role: int) -> object:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        when = moment(datetime.fromisoformat(row.merged.made_at).astimezone())
        why = _why_alone(row.merged.reason)
        texts = when, _line(row.paper), _line(row.merged.record), why
        return texts[column]


def _why_alone(reason: str) -> str:
    """Return why an entry was merged without the paper that it was merged with."""
    why = reason.values.get("why") if isinstance(reason, Message) else None
    return in_language(why if isinstance(why, str) else reason)


def _line(record: PaperRecord) -> str:
    """Return who, when, what and where, as far as it is known."""
    who = record.authors[0] if record.authors else ""
    extra = record.extra
    numbers = [str(extra[name]) for name in ("volume", "edition", "page") if extra.get(name)]
    year = "" if record.year is None else str(record.year)
    parts = [who, year, record.title, record.venue, *numbers, record.doi]
    return ". ".join(part for part in parts if part)


class MergedView(QWidget):
    """Lists what imports merged, and takes chosen entries apart.

    Signals:
        closed: the person goes back to the groups of duplicates.
    """

    closed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        runner: TaskRunner,
        decisions: Decisions,
        parent: QWidget | None = None,
    ) -> None:
        """Show nothing yet: ``refresh`` asks the library."""
        super().__init__(parent)
        self._workspace, self._runner, self._decisions = workspace, runner, decisions
        make = partial(page_action, self)
        self.take_apart = make(self.tr("Separate"), "restore", "Ctrl+T", self._split_chosen)
        self.back = make(self.tr("Possible duplicates"), "back", "Escape", self.closed.emit)
        self.model = MergedModel(self)
        self.table = RowTable(
            self.model, self.tr("Merged at import"), letters=(22, 50, 50), several=True
        )
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._follow())
        self.nothing = EmptyState(
            self.tr("Nothing was merged at import"),
            self.tr(
                "Entries that an import merged with a paper are listed here, with the reason. "
                "Each of them can become a paper of its own again."
            ),
        )
        explanation = text_label(
            self.tr(
                "Entries that imports merged with a paper. “Separate” turns an entry into a "
                "paper of its own again; the other paper loses the details it got from it."
            ),
            "muted",
            wrap=True,
        )
        top = hbox(
            (text_label(self.tr("Merged at import"), "heading"), 1),
            action_button(self.back),
            margins=(12, 8, 8, 8),
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self.nothing)
        self.stack.addWidget(self.table)
        bottom = hbox(action_button(self.take_apart, "primary"), 1, margins=(12, 8, 8, 8))
        explanation_row = hbox((explanation, 1), margins=(12, 0, 12, 8))
        vbox(top, explanation_row, (self.stack, 1), bottom, of=self, margins=0, spacing=0)
        self._follow()

    def refresh(self) -> None:
        """Ask the library for what imports merged."""
        library = self._workspace.library

        def ask() -> list[MergedRow]:
            records = library.import_merges.all()
            papers = {
                paper.number: paper for paper in library.papers.get_many(_distinct_papers(records))
            }
            return [
                MergedRow(record, papers[record.paper])
                for record in records
                if record.paper in papers
            ]

        self._runner.run(ask, self._show, owner=self)

    def _show(self, rows: list[MergedRow]) -> None:
        row = max(self.table.currentIndex().row(), 0)
        self.model.show_rows(rows)
        self.stack.setCurrentWidget(self.table if rows else self.nothing)
        if rows:
            self.table.selectRow(min(row, len(rows) - 1))
        self._follow()

    def chosen(self) -> list[MergedRecord]:
        """Return the entries that are selected."""
        rows = self.table.selectionModel().selectedRows()
        return [self.model.rows[index.row()].merged for index in rows]

    def _follow(self) -> None:
        locked = self.tr("This library is open for reading only.")
        none = "" if self.chosen() else self.tr("Select an entry first.")
        enable(self.take_apart, locked if self._workspace.library.read_only else none)

    def _split_chosen(self) -> None:
        for merged in self.chosen():
            self._decisions.split_merged_record(merged)


def _distinct_papers(records: Sequence[MergedRecord]) -> list[PaperNumber]:
    return list(dict.fromkeys(record.paper for record in records))
