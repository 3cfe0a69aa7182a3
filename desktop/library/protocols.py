"""What the library page asks of a workspace beyond ``desktop.protocols``. Every call blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from core.base.jobs import Job
from core.base.library_records import (
    Annotation,
    CitedWith,
    GroupKind,
    PaperRow,
    SavedSearch,
    Scope,
    ScopeSizes,
    SearchMode,
)
from core.base.records import Group, PaperFile, PaperNumber, SortKey
from core.base.reports import DetailsReport
from desktop.protocols import Workspace


class Searches(Protocol):
    """The saved searches."""

    def all(self) -> list[SavedSearch]:
        """Order by name."""

    def add(self, name: str, mode: SearchMode, query: str) -> SavedSearch:
        """Raise ``UsageError`` if another search has the name."""

    def put_back(self, search: SavedSearch) -> None:
        """Undo ``remove``."""

    def rename(self, number: int, name: str) -> None:
        """Raise ``UsageError`` if another search has the name."""

    def remove(self, number: int) -> None:
        """Keep the papers."""


class Notes(Protocol):
    """What a person wrote about papers."""

    def get(self, paper: PaperNumber) -> str:
        """Give "" if there is none."""

    def set(self, paper: PaperNumber, text: str) -> None:
        """Replace the note; blanks alone are none."""


class Searching(Protocol):
    """What is known of a typed search besides what it finds."""

    def restricted(self, text: str) -> tuple[str, frozenset[PaperNumber] | None]:
        """Part what is asked from the papers that fields such as years leave; ``None`` for all."""

    def did_you_mean(self, text: str) -> str:
        """Give the text as the library spells it, "" if nothing better is found."""


class Annotations(Protocol):
    """What a person marked in PDFs."""

    def of_file(self, paper: PaperNumber, sha256: str) -> list[Annotation]:
        """Order by place."""

    def put(self, annotation: Annotation) -> Annotation:
        """Store; number 0 is a new one."""

    def remove(self, number: int) -> None:
        """Delete one."""


class PdfCopies(Protocol):
    """Writes copies of PDFs."""

    def annotate(
        self,
        path: Path,
        target: Path,
        annotations: Sequence[Annotation],
        job: Job | None = None,
    ) -> None:
        """Write a copy with annotations that other programs show."""


class Browsing(Protocol):
    """Places, rows, meaning, notes and saved searches of a library."""

    @property
    def searching(self) -> Searching:
        """What is known of typed searches."""

    @property
    def searches(self) -> Searches:
        """The saved searches."""

    @property
    def notes(self) -> Notes:
        """The notes."""

    @property
    def annotations(self) -> Annotations:
        """What is marked in PDFs."""

    def ordered(self, scope: Scope, *, sort: SortKey, descending: bool) -> list[PaperNumber]:
        """Give the numbers only; a library may hold a hundred thousand."""

    def rows(self, numbers: Sequence[PaperNumber]) -> list[PaperRow]:
        """Keep the order, leave out what is missing."""

    def sizes(self) -> ScopeSizes:
        """Count the papers of the places that are no groups."""

    def meaning_is_missing(self) -> str:
        """Say why nothing can be found by meaning now; "" if it can."""

    def by_meaning(self, text: str, *, limit: int) -> list[PaperNumber]:
        """Give the papers nearest to a text, nearest first."""

    def cited_with(self, number: PaperNumber, *, limit: int) -> list[CitedWith]:
        """Give the papers that are cited beside one, most often first."""

    def check_edit(self, number: PaperNumber, edits: Mapping[str, object]) -> None:
        """Raise what the edit would raise, and change nothing."""

    def read_details(self, numbers: Sequence[PaperNumber], job: Job) -> DetailsReport:
        """Read PDFs again for what is empty in the records of their papers; change nothing."""

    def members(self, kind: GroupKind, number: int) -> list[PaperNumber]:
        """Give the papers of a group, those in the Trash too."""

    def put_back(self, kind: GroupKind, group: Group, papers: Sequence[PaperNumber]) -> None:
        """Undo the removal of a group."""

    def purge(self, numbers: Sequence[PaperNumber]) -> None:
        """Delete papers of the Trash for good."""

    def attach(self, number: PaperNumber, path: Path) -> PaperFile:
        """Attach a copy of a PDF."""

    def detach(self, number: PaperNumber, file: PaperFile) -> None:
        """Undo ``attach``; the file stays where it lies."""


class LibraryWorkspace(Workspace, Protocol):
    """A workspace whose library can be browsed."""

    @property
    def browsing(self) -> Browsing:
        """What the library page asks."""

    @property
    def reader(self) -> PdfCopies:
        """What writes copies of PDFs."""
