"""The sections of a manuscript with their gaps, and its references with what the library has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)
from typing_extensions import override

from core.records import Link, Manuscript
from desktop.sentence_map import Kind, SentenceMap
from desktop.theme import colors

_ROOT = QModelIndex()
COUNT_ROLE = Qt.ItemDataRole.UserRole
IS_GAP_ROLE = Qt.ItemDataRole.UserRole + 1
_LIST_TITLES = frozenset({"references", "bibliography", "literature", "literature cited"})
_LIKELY = 0.5
"""A link below this confidence is not counted as found."""


@dataclass(eq=False)
class _Node:
    """A row. ``sentence`` is where it leads; ``reference`` is set for an entry of the list."""

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
    """Sections as a tree, then the references. ``COUNT_ROLE`` says how many gaps or papers."""

    def __init__(
        self, manuscript: Manuscript, links: Mapping[int, Link], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._manuscript = manuscript
        self._found = {
            place: link.paper for place, link in links.items() if link.confidence >= _LIKELY
        }
        self._gaps: Counter[int | None] = Counter()
        self._root = _Node("")
        self._build()

    # --- filling ------------------------------------------------------------------------------

    def count_gaps(self, marks: SentenceMap) -> None:
        """Count the gaps of each section anew."""
        self._gaps = Counter(
            marks.sentences[index].section for index in marks.gaps if marks.kind(index) is Kind.GAP
        )
        self._tell_counts(_ROOT)

    def _tell_counts(self, parent: QModelIndex) -> None:
        rows = self.rowCount(parent)
        if rows:
            self.dataChanged.emit(self.index(0, 0, parent), self.index(rows - 1, 0, parent))
        for row in range(rows):
            self._tell_counts(self.index(row, 0, parent))

    def _build(self) -> None:
        firsts: dict[int | None, int] = {}
        for sentence in self._manuscript.sentences:
            firsts.setdefault(sentence.section, sentence.index)
        if None in firsts:
            title = "Abstract" if self._manuscript.abstract else "Before the first heading"
            if not self._manuscript.sections:
                title = "Text"
            self._root.add(_Node(title, sentence=firsts[None]))
        path: list[tuple[int, _Node]] = [(0, self._root)]
        for number, section in enumerate(self._manuscript.sections):
            while path[-1][0] >= section.level and len(path) > 1:
                path.pop()
            if number not in firsts and section.title.casefold().strip(" .:") in _LIST_TITLES:
                continue  # the list of references has a row of its own
            title = f"{section.number}  {section.title}".strip()
            node = _Node(title, firsts.get(number), number, tip=title)
            path.append((section.level, path[-1][1].add(node)))
        if self._manuscript.references:
            self._add_references()

    def _add_references(self) -> None:
        list_node = self._root.add(_Node("References", reference=-1))
        for entry in self._manuscript.references:
            label = f"[{entry.label}] " if entry.label else ""
            title = label + (entry.title or entry.text)
            list_node.add(_Node(title, reference=entry.index, tip=entry.text))

    # --- looking ------------------------------------------------------------------------------

    def sentence(self, index: QModelIndex) -> int | None:
        """Return the sentence a row leads to: the first of its section, or of one inside it."""
        waiting = [self._node(index)]
        while waiting:
            node = waiting.pop(0)
            if node.sentence is not None:
                return node.sentence
            waiting = [*node.children, *waiting]
        return None

    def paper(self, index: QModelIndex) -> int | None:
        """Return the paper of the library that a reference was found to be."""
        reference = self._node(index).reference
        return None if reference is None else self._found.get(reference)

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
        count = self._count(node)
        values: dict[int, object] = {
            Qt.ItemDataRole.DisplayRole: node.title,
            Qt.ItemDataRole.ToolTipRole: _joined(node.tip or node.title, count),
            Qt.ItemDataRole.AccessibleTextRole: _joined(node.title, count),
            COUNT_ROLE: count,
            IS_GAP_ROLE: node.reference is None,
        }
        return values.get(role)

    def _count(self, node: _Node) -> str:
        if node.reference == -1:
            return f"{len(self._found)} of {len(self._manuscript.references)} in library"
        if node.reference is not None:
            return "in library" if node.reference in self._found else ""
        gaps = self._gaps[node.section]
        return "" if not gaps else "1 gap" if gaps == 1 else f"{gaps} gaps"


def _joined(title: str, count: str) -> str:
    return f"{title}\n{count}" if count else title


class _CountDelegate(QStyledItemDelegate):
    """Paints the count of a row at its right end; the title gets what is left."""

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        count = str(index.data(COUNT_ROLE) or "")
        is_gap = bool(index.data(IS_GAP_ROLE))
        shown = f"● {count.split(maxsplit=1)[0]}" if count and is_gap else count
        room = QFontMetrics(option.font).horizontalAdvance(shown) + 12 if shown else 0
        area = QRect(option.rect)
        self.initStyleOption(option, index)
        style = option.widget.style()
        element = QStyle.PrimitiveElement.PE_PanelItemViewItem
        style.drawPrimitive(element, option, painter, option.widget)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(colors().text)
        left = area.adjusted(4, 0, -room - 4, 0)
        title = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, left.width()
        )
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(left, middle | Qt.AlignmentFlag.AlignLeft, title)
        painter.setPen(colors().gap if is_gap else colors().muted)
        painter.drawText(area.adjusted(0, 0, -8, 0), middle | Qt.AlignmentFlag.AlignRight, shown)
        painter.restore()


class OutlineView(QTreeView):
    """Shows an outline; a click or Return leads to the place.

    Signals:
        sentence_chosen(int): go to this sentence.
        paper_chosen(int): the person wants to see more of this paper.
    """

    sentence_chosen = Signal(int)
    paper_chosen = Signal(int)

    def __init__(self, model: OutlineModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName("Outline of the manuscript")
        self.setItemDelegate(_CountDelegate(self))
        self.clicked.connect(self._go)
        self.activated.connect(self._go)
        self._unfold_sections()

    def _unfold_sections(self) -> None:
        for row in range(self._model.rowCount()):
            index = self._model.index(row, 0)
            if self._model.data(index) != "References":
                self.expandRecursively(index)

    def _go(self, index: QModelIndex) -> None:
        sentence, paper = self._model.sentence(index), self._model.paper(index)
        if sentence is not None:
            self.sentence_chosen.emit(sentence)
        elif paper is not None:
            self.paper_chosen.emit(paper)
