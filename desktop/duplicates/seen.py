"""Papers as the page of duplicates compares them: each with what hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.records import Paper, PaperNumber

if TYPE_CHECKING:
    from core.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Seen:
    """A paper with what hangs on it, as it is compared."""

    paper: Paper
    files: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    note: str = ""


def load_compared_papers(workspace: Workspace, numbers: Sequence[PaperNumber]) -> list[Seen]:
    """Return papers with what hangs on them; those that are gone are left out."""
    library, notes = workspace.library, workspace.papers.notes
    return [
        Seen(
            paper,
            tuple(file.path.name for file in library.papers.files(paper.number)),
            tuple(group.name for group in library.collections.of(paper.number)),
            tuple(group.name for group in library.tags.of(paper.number)),
            notes.get(paper.number),
        )
        for paper in library.papers.get_many(numbers)
    ]
