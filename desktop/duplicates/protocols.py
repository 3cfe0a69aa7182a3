"""What the page of duplicates asks of a workspace. Every call blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from core.base.jobs import Job
from core.base.records import Paper, PaperNumber
from desktop.library.protocols import LibraryWorkspace
from desktop.protocols import Library


class Group(Protocol):
    """Papers that may be one, or versions of one work; the one that says most comes first."""

    @property
    def kind(self) -> Literal["duplicate", "version"]:
        """What they are to each other."""

    @property
    def papers(self) -> tuple[PaperNumber, ...]:
        """Two papers or more."""

    @property
    def score(self) -> float:
        """0..1, of the two that are least alike."""

    @property
    def sure(self) -> bool:
        """Whether no person has to look."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """What speaks for it and against, in words."""


class Duplicates(Protocol):
    """What a library knows of papers that are alike."""

    def scan(self, job: Job) -> Sequence[Group]:
        """Find the groups to decide about, sure ones first."""

    def merge(
        self, into: PaperNumber, others: Sequence[PaperNumber], fields: Mapping[str, Any]
    ) -> int:
        """Make several papers one; gives the number for ``undo``."""

    def undo(self, merge: int) -> None:
        """Take a merge back."""

    def say_different(self, papers: Sequence[PaperNumber], *, different: bool = True) -> None:
        """Remember that each is another paper, or forget it."""

    def link_versions(self, papers: Sequence[PaperNumber]) -> dict[PaperNumber, int | None]:
        """Make papers versions of one work; gives what ``set_works`` needs to undo it."""

    def set_works(self, works: Mapping[PaperNumber, int | None]) -> None:
        """Undo ``link_versions``."""


class LibraryWithDuplicates(Library, Protocol):
    """A library that can tell which papers are alike."""

    @property
    def duplicates(self) -> Duplicates:
        """What it knows of papers that are alike."""


class DuplicatesWorkspace(LibraryWorkspace, Protocol):
    """A workspace with such a library."""

    @property
    def library(self) -> LibraryWithDuplicates:
        """The stored truth."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A paper with what hangs on it, as it is compared."""

    paper: Paper
    files: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    note: str = ""


def look_at(workspace: DuplicatesWorkspace, numbers: Sequence[PaperNumber]) -> list[Seen]:
    """Return papers with what hangs on them; those that are gone are left out."""
    papers, notes = workspace.library.papers, workspace.browsing.notes
    return [
        Seen(
            paper,
            tuple(file.path.name for file in papers.files(paper.number)),
            tuple(group.name for group in papers.collections_of(paper.number)),
            tuple(group.name for group in papers.tags_of(paper.number)),
            notes.get(paper.number),
        )
        for paper in papers.get_many(numbers)
    ]
