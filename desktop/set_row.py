"""“Cite together”: papers that belong in one citation, of which one may leave some out.

A set that goes with a paper cited here already says beside which one its papers usually stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.records import Paper, PaperSet
from desktop.suggestion_card import said
from desktop.suggestion_model import byline, short_name
from desktop.theme import set_icon, set_look

_CHIPS = 3


class SetRow(QWidget):
    """Shows one set at a time; hidden when there is none.

    Signals:
        cited(list): the person wants these papers on the list, as one citation.
    """

    cited = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sets: tuple[PaperSet, ...] = ()
        self._current = 0
        self._chips = [QPushButton() for _ in range(_CHIPS)]
        self.cite_button = QPushButton()
        self._title = QLabel()
        self._place = QLabel()
        self._more = QLabel()
        self._next = QToolButton()
        self._set_up()
        self.hide()

    def _set_up(self) -> None:
        set_look(self._title, "heading")
        set_look(self._place, "muted")
        set_look(self._more, "muted")
        set_icon(self._next, "forward")
        self._next.setToolTip("Next set")
        self._next.setAccessibleName("Next set of papers to cite together")
        self._next.clicked.connect(self._show_next)
        set_icon(self.cite_button, "cite")
        self.cite_button.clicked.connect(self._cite)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self._title)
        head.addWidget(self._place)
        head.addWidget(self._next)
        head.addStretch(1)
        head.addWidget(self.cite_button)
        line = QHBoxLayout()
        line.setSpacing(4)
        for chip in self._chips:
            chip.setCheckable(True)
            chip.setMinimumWidth(24)
            chip.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            chip.toggled.connect(self._count)
            line.addWidget(chip, 1)
        line.addWidget(self._more)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(4)
        rows.addLayout(head)
        rows.addLayout(line)

    def show_sets(self, sets: Sequence[PaperSet]) -> None:
        """Show the first of some sets, or hide."""
        sets = tuple(found for found in sets if len(found.papers + found.given) > 1)
        if sets != self._sets:
            self._sets, self._current = sets, 0
            self._show_current()
        self.setVisible(bool(sets))

    def picked(self) -> list[Paper]:
        """Return the papers of the shown set that are not left out."""
        if not self._sets:
            return []
        papers = self._sets[self._current].papers
        shown = zip(papers, self._chips, strict=False)
        return [*(paper for paper, chip in shown if chip.isChecked()), *papers[_CHIPS:]]

    def _show_next(self) -> None:
        self._current = (self._current + 1) % len(self._sets)
        self._show_current()

    def _show_current(self) -> None:
        if not self._sets:
            return
        found = self._sets[self._current]
        for position, chip in enumerate(self._chips):
            chip.setVisible(position < len(found.papers))
            if position < len(found.papers):
                paper = found.papers[position]
                chip.setText(short_name(paper))
                chip.setToolTip(f"{paper.title}\n{byline(paper)}\n\nPress to leave it out or in")
                chip.setAccessibleDescription(paper.title)
                chip.setChecked(True)
        beside = ", ".join(short_name(paper) for paper in found.given)
        self._title.setText(f"Beside {beside}" if beside else "Cite together")
        self._title.setToolTip("\n".join(paper.title for paper in found.given))
        rest = found.papers[_CHIPS:]
        self._more.setText(f"+{len(rest)}")
        self._more.setVisible(bool(rest))
        self._more.setToolTip("\n".join(paper.title for paper in rest))
        self._place.setText(f"{self._current + 1} of {len(self._sets)}")
        for widget in (self._place, self._next):
            widget.setVisible(len(self._sets) > 1)
        self.setToolTip("\n".join(said(reason) for reason in found.reasons))
        self._count()

    def _count(self) -> None:
        count = len(self.picked())
        self.cite_button.setText(f"Cite these {count}" if count != 1 else "Cite this one")
        self.cite_button.setEnabled(count > 0)
        self.cite_button.setToolTip(
            "Put them on the list to cite, for one \\cite{…}"
            if count
            else "Every paper of the set is left out"
        )

    def _cite(self) -> None:
        self.cited.emit(self.picked())
