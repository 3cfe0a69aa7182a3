"""What stands where a card was turned down, as high as it, so that no other card moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from core.base.records import Paper, PaperNumber
from desktop.ui.theme import GRID, set_look
from desktop.ui.widgets import hbox, push_button, text_label

_TITLE = 60


class RefusedRow(QFrame):
    """Says which paper is not suggested any more.

    Signals:
        taken_back(Paper): it is to be suggested after all.
    """

    taken_back = Signal(object)

    def __init__(self, paper: Paper, height: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.paper = paper
        self.kept_height = height
        title = paper.title if len(paper.title) <= _TITLE else f"{paper.title[:_TITLE].rstrip()}…"
        label = text_label(self.tr("Not suggested here any more: “{0}”").format(title))
        label.setWordWrap(True)
        set_look(label, "muted")
        self.undo_button = push_button(self.tr("Suggest again"), look="quiet")
        self.undo_button.setAccessibleDescription(paper.title)
        self.undo_button.clicked.connect(lambda *_: self.taken_back.emit(paper))
        row = hbox((label, 1), of=self, margins=(34, GRID, 12, GRID))
        row.addWidget(self.undo_button, 0, Qt.AlignmentFlag.AlignVCenter)


@dataclass(slots=True)
class _Slot:
    """A row and the paper whose card stands below it; ``None`` below the last one."""

    row: RefusedRow
    below: PaperNumber | None


class RefusedRows:
    """The rows of papers that were turned down since the list was made."""

    def __init__(self) -> None:
        self._slots: list[_Slot] = []

    def put(self, row: RefusedRow, below: PaperNumber | None) -> None:
        """Let a row replace a card, above the card ``below``."""
        number = row.paper.number
        above = [slot for slot in self._slots if slot.below == number]
        other_slots = [slot for slot in self._slots if slot.below != number]
        for slot in above:
            slot.below = below
        first = next(
            (n for n, slot in enumerate(other_slots) if slot.below == below), len(other_slots)
        )
        self._slots = [*other_slots[:first], *above, _Slot(row, below), *other_slots[first:]]

    def above(self, number: PaperNumber | None) -> Iterator[RefusedRow]:
        """Yield the rows above a card, or those below the last one."""
        return (slot.row for slot in self._slots if slot.below == number)

    def with_focus(self, papers: Collection[PaperNumber]) -> PaperNumber | None:
        """Return the one of some papers whose row has the focus."""
        rows = (slot.row for slot in self._slots if slot.row.paper.number in papers)
        return next((row.paper.number for row in rows if row.undo_button.hasFocus()), None)

    def drop(self, shown_numbers: Collection[PaperNumber]) -> None:
        """Drop the rows of papers that are shown again."""
        self._remove([slot for slot in self._slots if slot.row.paper.number in shown_numbers])
        for slot in self._slots:
            if slot.below is not None and slot.below not in shown_numbers:
                slot.below = None

    def clear(self) -> None:
        """Drop all rows."""
        self._remove(self._slots)

    def _remove(self, slots: list[_Slot]) -> None:
        self._slots = [slot for slot in self._slots if slot not in slots]
        for slot in slots:
            slot.row.hide()
            slot.row.deleteLater()
