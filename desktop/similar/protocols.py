"""What the similar page asks of a workspace beyond other pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from core.base.records import PaperNumber
from desktop.library.protocols import LibraryWorkspace
from desktop.map.protocols import MapSource


class Tie(Protocol):
    """What ties a paper to a seed."""

    @property
    def kind(self) -> Literal["terms", "cites", "cited by", "references", "citers"]:
        """Return what it is."""

    @property
    def seed(self) -> PaperNumber:
        """Return the seed."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the words both use, for "terms"."""

    @property
    def papers(self) -> int:
        """Return how many papers both cite ("references"), or cite both ("citers")."""


class Ties(Protocol):
    """Looks ties up. Its calls block."""

    def between(self, paper: PaperNumber, seeds: Sequence[PaperNumber]) -> Sequence[Tie]:
        """Give what ties a paper to seeds."""


class Workspace(LibraryWorkspace, Protocol):
    """A workspace with a map and with ties."""

    @property
    def map(self) -> MapSource:
        """The map of the library."""

    @property
    def ties(self) -> Ties:
        """What ties papers."""
