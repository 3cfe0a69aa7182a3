"""What the map asks of a workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from core.base.jobs import Job
from core.base.records import OpenManuscript, PaperNumber
from desktop.protocols import Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class MapGroup(Protocol):
    """A group of papers that lie together."""

    @property
    def name(self) -> str:
        """Return the terms that tell it from the others; "" if there are none."""

    @property
    def x(self) -> float:
        """Return where its middle is."""

    @property
    def y(self) -> float:
        """Return where its middle is."""

    @property
    def papers(self) -> int:
        """Return how many papers it has."""


class MapPart(Protocol):
    """A part of a group, which shows when one comes closer."""

    @property
    def name(self) -> str:
        """Return the terms that tell it from the other parts; "" if there are none."""

    @property
    def x(self) -> float:
        """Return where its middle is."""

    @property
    def y(self) -> float:
        """Return where its middle is."""

    @property
    def group(self) -> int:
        """Return the place of its group in ``PaperMap.groups``."""


class PaperMap(Protocol):
    """The papers on a map, a row each. ``numbers`` ascend; ``positions`` are (papers, 2), y up.

    ``years`` are 0 where unknown, ``clusters`` places in ``groups``; ``cited`` says by how many of
    the papers each is cited. ``waiting`` papers have no place yet, a share ``later`` of the others
    came after the layout was made. Asking is quick.
    """

    numbers: NDArray[np.int64]
    positions: NDArray[np.float32]
    years: NDArray[np.int16]
    clusters: NDArray[np.int16]
    cited: NDArray[np.int64]
    waiting: int
    later: float

    @property
    def groups(self) -> Sequence[MapGroup]:
        """Return the groups."""

    @property
    def parts(self) -> Sequence[MapPart]:
        """Return what the groups fall into."""

    def citations_of(self, row: int) -> tuple[list[int], list[int]]:
        """Give the rows of the papers that one cites, and of those that cite it."""

    def nearest(self, x: float, y: float, within: float) -> int | None:
        """Give the row of the nearest paper, if one is so near."""

    def rows_of(self, numbers: Sequence[PaperNumber]) -> list[int]:
        """Give the rows of those of the papers that are on the map."""


class MapSource(Protocol):
    """Keeps and draws the map of a library. Its calls block."""

    def open(self) -> PaperMap | None:
        """Give the map as it is stored, if there is one."""

    def drawable(self) -> int:
        """Count the papers that could be drawn."""

    def draw(self, job: Job, *, anew: bool = False) -> PaperMap:
        """Give each paper a place; those that have one keep it, unless all is drawn ``anew``."""

    def around(self, opened: OpenManuscript) -> Sequence[PaperNumber]:
        """Give the papers that a manuscript would lie among; none if that is not known."""

    def members(self) -> Mapping[int, Sequence[PaperNumber]]:
        """Give the papers of each collection."""


class MapWorkspace(Workspace, Protocol):
    """A workspace with a map."""

    @property
    def map(self) -> MapSource:
        """The map of the library."""
