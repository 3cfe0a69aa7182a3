"""The history of seeds, each with the row that was selected, for Back and Forward."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.base.records import PaperNumber
from desktop.similar.models import Seeds
from desktop.similar.years import Years

if TYPE_CHECKING:
    from desktop.map.camera import MapState


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
