"""What is wrong with the citations and the reference list of a manuscript."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.base.records import PaperNumber

FindingKind = Literal[
    "could not check",
    "retracted",
    "not listed",
    "other title",
    "duplicate",
    "never cited",
    "cited beside",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something to mend in a manuscript's citations, in words, and where to look.

    ``sentence``, ``reference`` and ``other`` (a second reference) are positions or ``None``;
    ``paper`` is the library's paper that was retracted, or that an entry's DOI belongs to.
    """

    kind: FindingKind
    text: str
    sentence: int | None = None
    reference: int | None = None
    other: int | None = None
    paper: PaperNumber | None = None

    @property
    def is_problem(self) -> bool:
        """Say whether this is a fault for certain; what could not be checked may be right."""
        return self.kind not in ("could not check", "cited beside")

    @property
    def is_to_mend(self) -> bool:
        """Say whether this is a fault, or may hide one; else it is only good to know."""
        return self.kind != "cited beside"


CheckState = Literal["agrees", "differs", "unchecked"]
ComparedField = Literal["title", "author", "year", "journal", "doi"]


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field of which an entry and the library's record say different things."""

    field: ComparedField
    entry: str
    library: str


@dataclass(frozen=True, slots=True)
class EntryCheck:
    """How an entry compares: ``reason`` says why it is unchecked, "" if it is not."""

    reference: int
    state: CheckState
    differences: tuple[FieldDifference, ...] = ()
    reason: str = ""
