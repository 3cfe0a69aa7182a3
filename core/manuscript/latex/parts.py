"""What reading a part of a manuscript needs of the rest, and what a reader gives to be measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.base.records import Manuscript, UnreadPart
from core.manuscript.latex.numbers import Target
from core.manuscript.latex.style import Style
from core.manuscript.text.coverage import Passage, with_unread


@dataclass(frozen=True, slots=True)
class PartContext:
    """What the rest of a manuscript says about its paragraphs.

    ``style`` is how citations are shown, ``targets`` what the labels of LaTeX stand for, and
    ``labels`` are those of Typst.
    """

    style: Style = field(default_factory=Style)
    targets: Mapping[str, Target] = field(default_factory=dict)
    labels: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SourceReading:
    """A manuscript as it was read, before it is measured how much of the source that is."""

    manuscript: Manuscript
    context: PartContext
    passages: tuple[Passage, ...] = ()
    aside: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unread: tuple[UnreadPart, ...] = ()

    def measure(self) -> Manuscript:
        """Return the manuscript with what was not read of its source."""
        return with_unread(
            self.manuscript,
            self.passages,
            aside=self.aside,
            notes=self.notes,
            unread=self.unread,
        )
