"""“Cite together”: papers that belong in one citation, of which one may leave some out.

A set that goes with papers cited here already says beside which its papers usually stand: by the
label these have in the reference list, as “[12]”, else by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from core.base.records import Paper, PaperNumber, PaperSet
from desktop.suggestions.model import byline, short_name
from desktop.suggestions.words import reason_text
from desktop.ui.accessible_roles import set_rich_tip
from desktop.ui.responsive import FlowLayout
from desktop.ui.theme import set_icon, set_look
from desktop.ui.widgets import hbox, plain_tip, text_label, vbox

_CHIPS = 3
_NO_LABELS: Mapping[PaperNumber, str] = MappingProxyType({})
_CHIP_EDGES = 26
"""Border and padding of a chip, left and right together."""


class _Chip(QPushButton):
    """A short name; where there is no room for it, the end of the author is cut, not the year."""

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self.setCheckable(True)
        self.setMinimumWidth(24)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_name(self, name: str) -> None:
        """Show another name."""
        self._name = name
        self.setAccessibleName(name)
        self._fit()

    def _fit(self) -> None:
        author, space, year = self._name.rpartition(" ")
        if not year.isdecimal():
            author, space, year = self._name, "", ""
        metrics = self.fontMetrics()
        room = self.width() - _CHIP_EDGES - metrics.horizontalAdvance(space + year)
        elided = metrics.elidedText(author, Qt.TextElideMode.ElideRight, max(0, room))
        self.setText(f"{elided}{space}{year}".replace("&", "&&"))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class _Line(QLabel):
    """A line that is cut at its end where there is no room for it; the tool tip has all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_look(self, "muted")

    def show_line(self, text: str) -> None:
        """Show another text."""
        self._whole = text
        set_rich_tip(self, plain_tip(text))
        self.setAccessibleName(text)
        self._fit()

    def _fit(self) -> None:
        elide = Qt.TextElideMode.ElideRight
        self.setText(self.fontMetrics().elidedText(self._whole, elide, self.width()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


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
        self._left_out: set[PaperNumber] = set()
        self._labels = _NO_LABELS
        self._chips = [_Chip() for _ in range(_CHIPS)]
        self.cite_button = QPushButton()
        self._title = text_label()
        self._position = text_label()
        self._why = _Line()
        self._more = text_label()
        self._next = QToolButton()
        self._set_up()
        self.hide()

    def _set_up(self) -> None:
        set_look(self._title, "heading")
        set_look(self._position, "muted")
        set_look(self._more, "muted")
        set_icon(self._next, "forward")
        self._next.setToolTip(self.tr("Next set"))
        self._next.setAccessibleName(self.tr("Next set of papers to cite together"))
        self._next.clicked.connect(self._show_next)
        set_icon(self.cite_button, "cite")
        self.cite_button.clicked.connect(self._cite)
        head = FlowLayout(self._title, self._position, self._next, self.cite_button)
        line = hbox(spacing=4)
        for position, chip in enumerate(self._chips):
            chip.clicked.connect(lambda is_chosen, at=position: self._toggle_paper(at, is_chosen))
            line.addWidget(chip, 1)
        line.addWidget(self._more)
        vbox(head, line, self._why, of=self, margins=0, spacing=4)

    def show_sets(
        self, sets: Sequence[PaperSet], labels: Mapping[PaperNumber, str] = _NO_LABELS
    ) -> None:
        """Show some sets, or hide; ``labels`` are those of the reference list.

        The set that is shown stays if it is among them, and what is left out stays left out: a
        better answer to the same question does not undo what the person did to the first one.
        """
        self._labels = labels
        sets = tuple(
            paper_set for paper_set in sets if len(paper_set.papers + paper_set.cited_papers) > 1
        )
        if not sets:
            self._left_out.clear()
        if sets != self._sets:
            self._current = self._find_position(sets)
            self._sets = sets
            self._show_current()
        self.setVisible(bool(sets))

    def _find_position(self, sets: Sequence[PaperSet]) -> int:
        """Return where the shown set stands in others, 0 if it does not."""
        shown_papers = self._sets[self._current].papers if self._sets else ()
        return next(
            (number for number, paper_set in enumerate(sets) if paper_set.papers == shown_papers), 0
        )

    def picked(self) -> list[Paper]:
        """Return the papers of the shown set that are not left out."""
        if not self._sets:
            return []
        papers = self._sets[self._current].papers
        return [paper for paper in papers if paper.number not in self._left_out]

    def _toggle_paper(self, position: int, is_chosen: bool) -> None:
        number = self._sets[self._current].papers[position].number
        (self._left_out.discard if is_chosen else self._left_out.add)(number)
        self._count()

    def _show_next(self) -> None:
        self._current = (self._current + 1) % len(self._sets)
        self._show_current()

    def _show_current(self) -> None:
        if not self._sets:
            return
        paper_set = self._sets[self._current]
        for position, chip in enumerate(self._chips):
            chip.setVisible(position < len(paper_set.papers))
            if position < len(paper_set.papers):
                paper, press = paper_set.papers[position], self.tr("Click to include or exclude it")
                chip.show_name(short_name(paper))
                set_rich_tip(chip, plain_tip(f"{paper.title}\n{byline(paper)}\n\n{press}"))
                chip.setAccessibleDescription(paper.title)
                chip.setChecked(paper.number not in self._left_out)
        self._title.setText(self._heading(paper_set))
        self._title.setToolTip(
            plain_tip("\n".join(paper.title for paper in paper_set.cited_papers))
        )
        rest = paper_set.papers[_CHIPS:]
        self._more.setText(f"+{len(rest)}")
        self._more.setVisible(bool(rest))
        set_rich_tip(self._more, plain_tip("\n".join(paper.title for paper in rest)))
        self._position.setText(
            self.tr("{number} of {count}").format(number=self._current + 1, count=len(self._sets))
        )
        for widget in (self._position, self._next):
            widget.setVisible(len(self._sets) > 1)
        self._why.show_line(self._reason(paper_set))
        self._count()

    def _heading(self, paper_set: PaperSet) -> str:
        beside = ", ".join(map(self._name, paper_set.cited_papers))
        return (
            self.tr("Beside {beside}").format(beside=beside) if beside else self.tr("Cite together")
        )

    def _reason(self, paper_set: PaperSet) -> str:
        reasons_text = "; ".join(reason_text(reason) for reason in paper_set.reasons)
        if not paper_set.cited_papers:
            return reasons_text
        beside = ", ".join(map(self._name, paper_set.cited_papers))
        line = self.tr("Usually cited with {papers}").format(papers=beside)
        return f"{line}: {reasons_text[:1].lower()}{reasons_text[1:]}" if reasons_text else line

    def _name(self, paper: Paper) -> str:
        label = self._labels.get(paper.number)
        return f"[{label}]" if label else short_name(paper)

    def _count(self) -> None:
        count = len(self.picked())
        self.cite_button.setText(
            self.tr("Cite these {count}").format(count=count)
            if count != 1
            else self.tr("Cite this one")
        )
        self.cite_button.setEnabled(count > 0)
        self.cite_button.setToolTip(
            self.tr("Add them to the list to cite, as one citation")
            if count
            else self.tr("All papers of the set are excluded")
        )

    def _cite(self) -> None:
        self.cited.emit(self.picked())
