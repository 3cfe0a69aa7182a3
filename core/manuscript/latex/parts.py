"""What reading a part of a manuscript needs of the rest, and what a reader gives to be measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from core.base.messages import Message
from core.base.records import Manuscript, UnreadPart
from core.manuscript.latex.conditions import Conditions, Uncertain
from core.manuscript.latex.numbers import Target
from core.manuscript.latex.style import Style
from core.manuscript.text.coverage import Passage, unclosed, with_unread

_CONDITION = re.compile(r"\\[A-Za-z@]+")
_MOST_CONDITIONS = 3
_LONGEST_CONDITION = 60


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


def find_uncertain(
    conditions: Conditions, text: str, find_place: Callable[[str, int], tuple[str, int]]
) -> Iterator[UnreadPart]:
    """Yield the conditions without an end, and those whose value is not known.

    Where a command asks many questions, its first one stands for all.
    """
    for one in conditions.unclosed:
        yield unclosed(one.excerpt, *find_place(text, one.at))
    by_command: dict[str, dict[str, Uncertain]] = {}
    for uncertain in conditions.uncertain:
        command = _CONDITION.match(uncertain.excerpt)
        firsts = by_command.setdefault(command[0] if command else "", {})
        firsts.setdefault(uncertain.excerpt, uncertain)
    for firsts in by_command.values():
        are_many = len(firsts) > _MOST_CONDITIONS
        for excerpt, first in list(firsts.items())[: 1 if are_many else None]:
            file, line = find_place(text, first.at)
            condition = " ".join(excerpt.split())
            if len(condition) > _LONGEST_CONDITION:
                condition = f"{condition[:_LONGEST_CONDITION].rstrip()}…"
            message = Message(
                "Both branches of “{condition}” were read, because its value is not known.",
                condition=condition,
            )
            if are_many:
                message = Message(
                    "Both branches of “{condition}” and of similar conditions were read ({count}),"
                    " because their values are not known.",
                    condition=condition,
                    count=len(firsts),
                )
            yield UnreadPart(kind="text", text=message, file=file, line=line)
