"""What became of what was read: each record of an import, and the full texts of one run.

Also what a marked copy of a manuscript is to hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.base.records import DEFAULT_BREADTH, NO_FILTER, Paper, PaperFilter, PaperNumber, ToCite

ImportStatus = Literal["added", "merged", "unchanged", "refused", "skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportEntry:
    """What became of one record: ``place`` is where in ``source`` it stood ("line 12").

    ``paper`` is the one it became, or that it was found to be.
    """

    status: ImportStatus
    source: str
    place: str = ""
    title: str = ""
    id: str = ""
    reason: str = ""
    paper: PaperNumber | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record or file that could not be taken, and what to do about it."""

    source: str
    place: str
    reason: str
    remedy: str = ""


@dataclass(slots=True, kw_only=True)
class FullTextReport:
    """What one run over the waiting full texts did; ``refused`` names what could not be read."""

    read: int = 0
    failed: int = 0
    set_aside: int = 0
    refused: list[Refusal] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class DetailsReport:
    """What the PDFs of papers say that is empty in their records.

    ``details`` has each paper with the fields to set, ``without`` counts papers that have no PDF,
    ``of_others`` those whose PDFs seem to be of other papers.
    """

    details: list[tuple[Paper, dict[str, Any]]] = field(default_factory=list)  # Any: field values
    without: int = 0
    of_others: int = 0
    refused: list[Refusal] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """What one import did. ``unknown`` counts citations of papers the library does not have.

    ``action`` is its number in the history of the library, 0 if it changed nothing.
    """

    added: int = 0
    merged: int = 0
    unchanged: int = 0
    refused: list[Refusal] = field(default_factory=list)
    skipped: list[tuple[Path, str]] = field(default_factory=list)
    contexts: int = 0
    citations: int = 0
    unknown: int = 0
    action: int = 0


SUGGESTED = 3
"""Papers named at a sentence of a marked copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatToMark:
    """The sentences that get a remark: ``gaps`` with suggestions, ``chosen`` with their papers.

    A sentence with papers chosen is none of the gaps. ``limit`` papers are asked for, of which
    ``suggested`` are named; answers that were prepared with it serve again.
    """

    gaps: Sequence[int]
    chosen: Sequence[ToCite] = ()
    breadth: float = DEFAULT_BREADTH
    suggested: int = SUGGESTED
    limit: int = 20
    paper_filter: PaperFilter = NO_FILTER

    @property
    def sentences(self) -> list[int]:
        """The sentences with a remark, in reading order."""
        return sorted({*self.gaps, *(row.index for row in self.chosen if row.index is not None)})


@dataclass(slots=True, kw_only=True)
class FollowReport:
    """What one look at a followed database of Zotero did.

    ``changed`` counts papers, ``trashed`` are those that are in the Trash now, ``held`` counts
    those that would be, but are so many that the person is asked. ``kept`` counts fields that
    stayed as the person edited them. ``notes`` say a sentence each about what was left out.
    ``action`` is the look's number in the history of the library, 0 if it changed nothing.
    """

    added: int = 0
    changed: int = 0
    kept: int = 0
    held: int = 0
    trashed: tuple[PaperNumber, ...] = ()
    notes: list[str] = field(default_factory=list)
    action: int = 0

    @property
    def touched(self) -> int:
        """How many papers are others now."""
        return self.added + self.changed + len(self.trashed)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowState:
    """Where the following of a folder of Zotero stands; without a ``folder`` none is followed.

    ``looked_at`` is when something was last taken, ISO 8601 in UTC; ``added``, ``changed`` and
    ``trashed`` are what came of it. ``problem`` is a sentence about why Zotero cannot be read now.
    ``base`` is where the person says that linked files lie, if Zotero's settings do not.
    """

    folder: Path | None = None
    base: Path | None = None
    paused: bool = False
    looked_at: str = ""
    added: int = 0
    changed: int = 0
    trashed: int = 0
    kept: int = 0
    held: int = 0
    notes: tuple[str, ...] = ()
    problem: str = ""


@dataclass(slots=True, kw_only=True)
class EnrichReport:
    """What citation data told of the library's papers.

    ``papers`` were met in it; ``citations`` lead from one paper of the library to another, ``new``
    of them were not known. ``others`` are records that carry a paper's id and another title.
    ``source`` is ``None`` where it told nothing, or had been added before (``known``).
    """

    lines: int = 0
    damaged: int = 0
    papers: int = 0
    citations: int = 0
    new: int = 0
    abstracts: int = 0
    notices: int = 0
    others: int = 0
    source: int | None = None
    known: bool = False
    refused: list[Refusal] = field(default_factory=list)


@dataclass(slots=True)
class BibReport:
    """What one look at followed ``.bib`` files did, on both sides.

    ``added``, ``changed`` and ``trashed`` are about papers, ``entries_written`` counts entries that
    were changed, added or removed in files. ``conflicts`` counts entries that wait for the person,
    ``waiting`` files that are being saved just now, ``problems`` those that cannot be read or
    written now. ``notes`` say what else was done or left. ``action`` is the number of the last
    change in the history of the library.
    """

    added: int = 0
    changed: int = 0
    trashed: tuple[PaperNumber, ...] = ()
    entries_written: int = 0
    conflicts: int = 0
    waiting: int = 0
    problems: int = 0
    notes: list[str] = field(default_factory=list)
    action: int = 0

    @property
    def touched(self) -> int:
        """How many papers are others now."""
        return self.added + self.changed + len(self.trashed)
