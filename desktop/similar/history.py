"""The history of starting papers, each with its selected row and its years: Back and Forward."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from core.base.records import PaperNumber
from desktop.similar.models import Seeds
from desktop.ui.theme import set_look
from desktop.ui.widgets import let_clear

if TYPE_CHECKING:
    from desktop.map.camera import MapState


# --- the years of neighbours, as typed: “2019”, “2019–2022”, “2019–”, “–2015” -----------------


_SPAN = re.compile(r"\s*(\d{4})?\s*(?:([-–—:]|\.\.)\s*(\d{4})?)?\s*")
_PAUSE_MS = 400
_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Years:
    """From ``first`` to ``last``, both included; ``None`` for an open end."""

    first: int | None = None
    last: int | None = None

    def __bool__(self) -> bool:
        return self != Years()

    def __str__(self) -> str:
        if self.first is not None and self.first == self.last:
            return str(self.first)
        return f"{self.first or ''}–{self.last or ''}" if self else ""

    def hold(self, year: int | None) -> bool:
        """Tell whether a year is among them; an unknown one is among all years only."""
        if not self:
            return True
        if year is None:
            return False
        return (self.first is None or year >= self.first) and (
            self.last is None or year <= self.last
        )


def parse_years(text: str) -> Years | None:
    """Return the years a person typed, ``None`` if it says none."""
    match = _SPAN.fullmatch(text)
    if match is None:
        return None
    first, joint, last = match.groups()
    if joint is None:
        return Years(int(first), int(first)) if first else Years()
    if first and last and int(first) > int(last):
        first, last = last, first
    return Years(int(first) if first else None, int(last) if last else None)


class YearField(QLineEdit):
    """A field for years; what cannot be read stands in red and changes nothing.

    Signals:
        changed: other years hold now; see ``years``.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.years = Years()
        self.setAccessibleName(self.tr("Years of the neighbours"))
        self.setPlaceholderText(self.tr("All years"))
        self.setToolTip(self.tr("Only neighbours of some years: 2019, 2019–2022, 2019– or –2015"))
        let_clear(self)
        self._typing = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._typing.timeout.connect(self._take)
        self.textChanged.connect(lambda _: self._typing.start())
        self.returnPressed.connect(self._take)
        self.setMaximumWidth(_LETTERS * self.fontMetrics().averageCharWidth() + 56)

    def show_years(self, years: Years) -> None:
        """Show years without asking anew."""
        self.years = years
        self.setText(str(years))
        self._typing.stop()

    def _take(self) -> None:
        self._typing.stop()
        years = parse_years(self.text())
        set_look(self, "" if years is not None else "wrong")
        if years is not None and years != self.years:
            self.years = years
            self.changed.emit()


# --- the history of starting papers -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """Seeds, the paper one looked at last, and how far the table was scrolled."""

    seeds: Seeds
    current: PaperNumber | None = None
    scrolled: int = 0


@dataclass(slots=True)
class History:
    """Steps of a walk; ``position`` is where one is, -1 before the first."""

    steps: list[Step] = field(default_factory=list)
    position: int = -1

    def seeds(self) -> Seeds:
        """Return the seeds one is at."""
        return self.steps[self.position].seeds if self.position >= 0 else Seeds()

    def step(self) -> Step:
        """Return the step one is at."""
        return self.steps[self.position] if self.position >= 0 else Step(Seeds())

    def remember(self, current: PaperNumber | None, scrolled: int) -> None:
        """Note where one was before going on."""
        if self.position >= 0:
            here = self.steps[self.position]
            self.steps[self.position] = replace(here, current=current, scrolled=scrolled)

    def add_step(self, seeds: Seeds) -> None:
        """Add a step behind this one; what came after it is gone."""
        self.steps = [*self.steps[: self.position + 1], Step(seeds)]
        self.position += 1

    def move(self, by: int) -> bool:
        """Go back (-1) or forward (1); tell whether there was somewhere to go."""
        there = self.position + by
        if not 0 <= there < len(self.steps):
            return False
        self.position = there
        return True

    def ends(self) -> tuple[bool, bool]:
        """Tell whether nothing is before, and nothing after this step."""
        return self.position <= 0, self.position >= len(self.steps) - 1

    def copy(self) -> History:
        """Return one of its own."""
        return History(list(self.steps), self.position)


@dataclass(frozen=True, slots=True)
class SimilarState:
    """What the page shows, for a page that is built anew."""

    history: History
    years: Years
    view: int
    map: MapState | None
