"""The left of a manuscript: how many gaps there are and how many to show, then the outline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)
from typing_extensions import override

from core.base.findings import EntryCheck, Finding
from core.base.records import Link, Manuscript
from desktop.language.wording import choose_plural, figure, percent, translate
from desktop.manuscript.reference_words import count_words, heading, is_audited, is_found, tally
from desktop.manuscript.session import ManuscriptSession
from desktop.pages.sentence_map import Kind, SentenceMap
from desktop.ui.form_fields import Slider
from desktop.ui.responsive import NarrowBar
from desktop.ui.theme import GRID, colors, set_look
from desktop.ui.widgets import hbox, plain_tip, text_label, vbox


class OutlinePane(QFrame):
    """Shows the outline of a session and lets one choose how many gaps it has.

    Signals:
        threshold_moved(float): a sentence is a gap from this chance on.
    """

    threshold_moved = Signal(float)

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_look(self, "surface")
        self.setMinimumWidth(112)
        self._session = session
        self._model = OutlineModel(session.opened.manuscript, session.opened.links, self)
        self.count_label = text_label("", "muted", wrap=True)
        self.slider = GapSlider(session.marks.threshold)
        self.dismissed_box = QCheckBox()
        self.dismissed_box.setToolTip(
            self.tr("Show dismissed gaps again and include them when you step through the gaps")
        )
        self.outline = OutlineView(self._model)
        self._lay_out()
        self.slider.threshold_changed.connect(self._use_threshold)
        self.dismissed_box.toggled.connect(session.gaps.show_dismissed)
        session.marked.connect(self.refresh)
        session.references.changed.connect(self._show_references)
        self._show_references()
        self.refresh()

    @property
    def threshold(self) -> float:
        """The chance from which on a sentence is a gap."""
        return self._session.marks.threshold

    def refresh(self) -> None:
        """Count the gaps anew."""
        marks = self._session.marks
        self._model.count_gaps(marks)
        self.count_label.setText(_tally(marks))
        dismissed = len(marks.dismissed)
        blocked = self.dismissed_box.blockSignals(True)
        self.dismissed_box.setChecked(marks.shows_dismissed)
        self.dismissed_box.blockSignals(blocked)
        self.dismissed_box.setText(
            self.tr("Show dismissed ({dismissed})").format(dismissed=dismissed)
        )
        self.dismissed_box.setVisible(dismissed > 0 or marks.shows_dismissed)

    def _use_threshold(self, threshold: float) -> None:
        self._session.gaps.use_threshold(threshold)
        self.threshold_moved.emit(threshold)

    def _show_references(self) -> None:
        references = self._session.references
        self._model.show_links(references.links)
        self._model.show_findings(references.findings, references.checks)

    def _lay_out(self) -> None:
        head = QWidget()
        vbox(
            self.count_label,
            self.slider,
            self.dismissed_box,
            of=head,
            margins=(12, GRID, 12, 4),
            spacing=2,
        )
        vbox(head, (self.outline, 1), of=self, margins=0, spacing=0)


def _tally(marks: SentenceMap) -> str:
    if marks.sentences and not marks.judged:
        return translate("OutlinePane", "Looking for gaps…")
    kinds = [marks.kind(index) for index in range(len(marks.sentences))]
    return " · ".join(
        (
            choose_plural(
                translate("OutlinePane", "%Ln gap(s)", "", len(marks.gaps)), len(marks.gaps)
            ),
            translate("OutlinePane", "%Ln cited", "", kinds.count(Kind.CITED)),
        )
    )


# --- the slider for the number of gaps --------------------------------------------------
#
# How many gaps to show: from the surest few to every sentence that might lack a citation.

_MOST, _FEWEST = 95, 5
"""Percent of the way to “more” that the slider can stand at."""


class GapSlider(NarrowBar):
    """A slider from fewer to more gaps; it speaks at every step.

    Signals:
        moved(float): a sentence is a gap from this chance on, 0..1.
    """

    threshold_changed = Signal(float)

    def __init__(self, threshold: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slider = Slider()
        self.slider.setRange(_FEWEST, _MOST)
        self.slider.setSingleStep(2)
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(48)
        self.slider.setAccessibleName(self.tr("Gaps, from fewer to more"))
        self.show_threshold(threshold)
        self.slider.valueChanged.connect(lambda value: self.threshold_changed.emit(1 - value / 100))
        self._lay_out()

    def show_threshold(self, threshold: float) -> None:
        """Stand where this threshold is, without speaking."""
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(round((1 - threshold) * 100))
        self.slider.blockSignals(blocked)
        self._explain(threshold)

    def _explain(self, threshold: float) -> None:
        text = self.tr(
            "How likely a sentence must need a citation to be marked as a gap; now {threshold}. "
            "Fewer: only likely gaps. More: also unlikely ones."
        ).format(threshold=percent(threshold))
        self.setToolTip(text)
        self.slider.setAccessibleDescription(text)

    def _lay_out(self) -> None:
        row = hbox(of=self, margins=0, spacing=8)
        fewer, more = text_label(), text_label()
        self.say(fewer, self.tr("Fewer"), "−")
        self.say(more, self.tr("More gaps"), "+")
        for label in (fewer, more):
            set_look(label, "muted")
        row.addWidget(fewer)
        row.addWidget(self.slider, 1)
        row.addWidget(more)
        self.threshold_changed.connect(self._explain)


# --- the outline: model and view --------------------------------------------------------
#
# The sections of a manuscript with their gaps, and its references with what the library has.

_ROOT = QModelIndex()
COUNT_ROLE = Qt.ItemDataRole.UserRole
IS_GAP_ROLE = Qt.ItemDataRole.UserRole + 1
SECOND_LINE_ROLE = Qt.ItemDataRole.UserRole + 2
_LIST_TITLES = frozenset({"references", "bibliography", "literature", "literature cited"})
_LIST, _AUDIT, _WHOLE = -1, -2, -3
"""Stand for a reference in rows of the whole list, its audit, the whole manuscript."""


@dataclass(eq=False)
class _Node:
    """A row. ``sentence`` is where it leads; ``reference`` is set for what concerns the list."""

    title: str
    sentence: int | None = None
    section: int | None = None
    reference: int | None = None
    tip: str = ""
    parent: _Node | None = None
    children: list[_Node] = field(default_factory=list)

    def add(self, node: _Node) -> _Node:
        node.parent = self
        self.children.append(node)
        return node


class OutlineModel(QAbstractItemModel):
    """Sections as a tree, the references and their audit, then the manuscript as a whole.

    ``COUNT_ROLE`` says how many gaps, or what the library has.
    """

    def __init__(
        self, manuscript: Manuscript, links: Mapping[int, Link], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._manuscript = manuscript
        self._links = dict(links)
        self._tally = tally(manuscript, links)
        self._findings: tuple[Finding, ...] | None = None
        self._checks: tuple[EntryCheck, ...] = ()
        self._different: frozenset[int] = frozenset()
        self._gaps: Counter[int | None] = Counter()
        self._root = _Node("")
        self._build()

    # --- filling the rows ---------------------------------------------------------------------

    def count_gaps(self, marks: SentenceMap) -> None:
        """Count the gaps of each section anew."""
        before, self._gaps = (
            self._gaps,
            Counter(
                marks.sentences[index].section
                for index in marks.gaps
                if marks.kind(index) is Kind.GAP
            ),
        )
        changed = {
            section for section in before | self._gaps if before[section] != self._gaps[section]
        }
        if changed:
            self._tell_sections(_ROOT, changed)

    def show_links(self, links: Mapping[int, Link]) -> None:
        """Say of other entries that the library has them."""
        if links == self._links:
            return
        self._links = dict(links)
        self._tally = tally(self._manuscript, links)
        self._tell_references()

    def show_findings(
        self, findings: Sequence[Finding] | None, checks: Sequence[EntryCheck] = ()
    ) -> None:
        """Say how much an audit found, ``None`` while there was none, and which entries differ."""
        now = None if findings is None else tuple(findings)
        if now != self._findings or tuple(checks) != self._checks:
            self._findings, self._checks = now, tuple(checks)
            self._different = frozenset(one.reference for one in checks if one.state == "differs")
            self._tell_references()

    def _tell_sections(self, parent: QModelIndex, changed: Collection[int | None]) -> None:
        """Announce the count of sections, row by row.

        A view measures all rows in sight for each. A range would reach over the entries of an
        unfolded list, too.
        """
        for row in range(self.rowCount(parent)):
            index = self.index(row, 0, parent)
            node = self._node(index)
            if node.reference is None:
                if node.section in changed:
                    self.dataChanged.emit(index, index)
                self._tell_sections(index, changed)

    def _tell_references(self) -> None:
        for row in range(self.rowCount()):
            index = self.index(row, 0)
            if self._node(index).reference is not None:
                self.dataChanged.emit(index, index)
            if self.is_list(index):
                last = self.rowCount(index) - 1
                self.dataChanged.emit(self.index(0, 0, index), self.index(last, 0, index))

    def _build(self) -> None:
        firsts: dict[int | None, int] = {}
        for sentence in self._manuscript.sentences:
            firsts.setdefault(sentence.section, sentence.index)
        if None in firsts:
            title = (
                self.tr("Abstract")
                if self._manuscript.abstract
                else self.tr("Before the first heading")
            )
            if not self._manuscript.sections:
                title = self.tr("Text")
            self._root.add(_Node(title, sentence=firsts[None]))
        self._add_sections(firsts)
        if self._manuscript.references:
            self._add_references()
        if is_audited(self._manuscript):
            self._root.add(_Node(self.tr("Reference audit"), reference=_AUDIT))
        if firsts:
            tip = self.tr("Papers of your library that the manuscript should cite and does not")
            self._root.add(_Node(self.tr("Whole manuscript"), reference=_WHOLE, tip=tip))

    def _add_sections(self, firsts: Mapping[int | None, int]) -> None:
        path: list[tuple[int, _Node]] = [(0, self._root)]
        for number, section in enumerate(self._manuscript.sections):
            while path[-1][0] >= section.level and len(path) > 1:
                path.pop()
            if number not in firsts and section.title.casefold().strip(" .:") in _LIST_TITLES:
                continue  # the list of references has a row of its own
            title = f"{section.number}  {section.title}".strip()
            node = _Node(title, firsts.get(number), number, tip=title)
            path.append((section.level, path[-1][1].add(node)))

    def _add_references(self) -> None:
        list_node = self._root.add(_Node(self.tr("References"), reference=_LIST))
        for entry in self._manuscript.references:
            list_node.add(_Node(heading(entry), reference=entry.index, tip=entry.text))

    # --- what stands behind a row -------------------------------------------------------------

    def sentence(self, index: QModelIndex) -> int | None:
        """Return the sentence a row leads to: the first of its section, or of one inside it."""
        waiting = [self._node(index)]
        while waiting:
            node = waiting.pop(0)
            if node.sentence is not None:
                return node.sentence
            waiting = [*node.children, *waiting]
        return None

    def index_of_section(self, section: int | None) -> QModelIndex:
        """Return the row of a section, ``None`` being what stands before the first heading."""
        waiting = [self.index(row, 0) for row in range(self.rowCount())]
        while waiting:
            index = waiting.pop(0)
            node = self._node(index)
            if node.reference is None and node.section == section:
                return index
            if node.reference is None:
                waiting += [self.index(row, 0, index) for row in range(self.rowCount(index))]
        return QModelIndex()

    def reference(self, index: QModelIndex) -> int | None:
        """Return the entry of the reference list that a row stands for."""
        reference = self._node(index).reference
        return reference if reference is not None and reference >= 0 else None

    def is_audit(self, index: QModelIndex) -> bool:
        """Return whether a row leads to the audit."""
        return self._node(index).reference == _AUDIT

    def is_whole(self, index: QModelIndex) -> bool:
        """Return whether a row leads to the papers for the manuscript as a whole."""
        return self._node(index).reference == _WHOLE

    def is_list(self, index: QModelIndex) -> bool:
        """Return whether a row holds the references."""
        return self._node(index).reference == _LIST

    def _node(self, index: QModelIndex | QPersistentModelIndex) -> _Node:
        if not index.isValid():
            return self._root
        node = index.internalPointer()
        assert isinstance(node, _Node)
        return node

    @override
    def index(
        self, row: int, column: int, parent: QModelIndex | QPersistentModelIndex = _ROOT
    ) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, self._node(parent).children[row])

    @override
    def parent(self, index: QModelIndex | QPersistentModelIndex = _ROOT) -> QModelIndex:  # type: ignore[override]  # Qt overloads it with QObject.parent()
        above = self._node(index).parent
        if above is None or above is self._root or above.parent is None:
            return QModelIndex()
        return self.createIndex(above.parent.children.index(above), 0, above)

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.column() > 0 else len(self._node(parent).children)

    @override
    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 1

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's own
        node = self._node(index)
        if not index.isValid():
            return None
        values: dict[int, Callable[[_Node], object]] = {
            Qt.ItemDataRole.DisplayRole: lambda node: node.title,
            Qt.ItemDataRole.ToolTipRole: lambda node: plain_tip(
                _joined(node.tip or node.title, self._detail(node))
            ),
            Qt.ItemDataRole.AccessibleTextRole: lambda node: _joined(
                node.title, self._detail(node)
            ),
            COUNT_ROLE: self._count,
            SECOND_LINE_ROLE: self._second_line,
            IS_GAP_ROLE: self._deserves_attention,
        }
        return values[role](node) if role in values else None

    def _detail(self, node: _Node) -> str:
        if node.reference == _LIST:
            return self._tally.long()
        return self._second_line(node) or self._count(node)

    def _deserves_attention(self, node: _Node) -> bool:
        if node.reference != _AUDIT:
            return node.reference is None or node.reference in self._different
        return bool(self._different) or any(one.is_problem for one in self._findings or ())

    def _second_line(self, node: _Node) -> str:
        if node.reference == _LIST:
            return self._tally.short()
        if node.reference != _AUDIT:
            return ""
        if self._findings is None:
            return self.tr("checking…")
        return count_words(self._findings, self._checks) or self.tr("no problems")

    def _count(self, node: _Node) -> str:
        if node.reference == _LIST:
            return figure(len(self._manuscript.references))
        if node.reference == _AUDIT:
            return ""
        if node.reference is not None:
            return self._standing(node.reference)
        gaps = self._gaps[node.section]
        return choose_plural(self.tr("%Ln gap(s)", "", gaps), gaps) if gaps else ""

    def _standing(self, reference: int) -> str:
        """Return what is to be said of an entry."""
        link = self._links.get(reference)
        if reference in self._different:
            return self.tr("differs")
        if not is_found(link):
            return ""
        return self.tr("by you") if link and link.by_hand else self.tr("in library")


def _joined(title: str, count: str) -> str:
    return f"{title}\n{count}" if count else title


class _CountDelegate(QStyledItemDelegate):
    """Paints the count of a row at its right end, and a second line where there is one."""

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        size = super().sizeHint(option, index)
        if index.data(SECOND_LINE_ROLE):
            size.setHeight(size.height() + QFontMetrics(option.font).lineSpacing())
        return size

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        count = str(index.data(COUNT_ROLE) or "")
        second = str(index.data(SECOND_LINE_ROLE) or "")
        is_gap = bool(index.data(IS_GAP_ROLE))
        count_text = f"● {count.split(maxsplit=1)[0]}" if count and is_gap else count
        metrics = QFontMetrics(option.font)
        room = metrics.horizontalAdvance(count_text) + 12 if count_text else 0
        area = QRect(option.rect)
        self.initStyleOption(option, index)
        style = option.widget.style()
        element = QStyle.PrimitiveElement.PE_PanelItemViewItem
        style.drawPrimitive(element, option, painter, option.widget)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(colors().text)
        first = area.adjusted(4, 0, -8, -metrics.lineSpacing() if second else 0)
        title_rect = first.adjusted(0, 0, -room + 4, 0)
        title = metrics.elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, title_rect.width()
        )
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(title_rect, middle | Qt.AlignmentFlag.AlignLeft, title)
        painter.setPen(colors().gap if is_gap else colors().muted)
        painter.drawText(first, middle | Qt.AlignmentFlag.AlignRight, count_text)
        if second:
            below = area.adjusted(4, first.height() - 4, -8, -4)
            detail_text = metrics.elidedText(second, Qt.TextElideMode.ElideRight, below.width())
            painter.drawText(below, middle | Qt.AlignmentFlag.AlignLeft, detail_text)
        painter.restore()


class OutlineView(QTreeView):
    """Shows an outline; a click or Return leads there.

    Signals:
        sentence_chosen(int): go to this sentence.
        reference_chosen(int): show this entry of the reference list.
        audit_chosen: show what is wrong with the references.
        whole_chosen: show what the manuscript as a whole should cite.
    """

    sentence_chosen = Signal(int)
    reference_chosen = Signal(int)
    audit_chosen = Signal()
    whole_chosen = Signal()

    def __init__(self, model: OutlineModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName(self.tr("Outline of the manuscript"))
        self.setItemDelegate(_CountDelegate(self))
        self.clicked.connect(self._go)
        self.activated.connect(self._go)
        self._unfold_sections()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.scheduleDelayedItemsLayout()  # rows were measured before the style sheet was there

    def show_section(self, section: int | None) -> None:
        """Mark the section where the selected sentence stands, unless the outline is in use."""
        index = self._model.index_of_section(section)
        if index.isValid() and not self.hasFocus() and index != self.currentIndex():
            self.setCurrentIndex(index)

    def _unfold_sections(self) -> None:
        for row in range(self._model.rowCount()):
            index = self._model.index(row, 0)
            if not self._model.is_list(index):
                self.expandRecursively(index)

    def _go(self, index: QModelIndex) -> None:
        sentence, entry = self._model.sentence(index), self._model.reference(index)
        if sentence is not None:
            self.sentence_chosen.emit(sentence)
        elif entry is not None:
            self.reference_chosen.emit(entry)
        elif self._model.is_audit(index):
            self.audit_chosen.emit()
        elif self._model.is_whole(index):
            self.whole_chosen.emit()
        elif self._model.is_list(index):
            self.setExpanded(index, not self.isExpanded(index))
