"""Lines between papers that cite each other, for some papers at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.library_map.paper_map import PaperMap


_MOST_PAPERS = 12
MOST_LINES = 400


def links_of(shown: PaperMap, rows: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """Yield a paper, one that it cites (``True``) or that cites it (``False``), by rows."""
    drawn = 0
    for row in list(dict.fromkeys(rows))[:_MOST_PAPERS]:
        cited, citing = shown.citations_of(row)
        for others, cites in ((cited, True), (citing, False)):
            for other in others:
                if drawn == MOST_LINES:
                    return
                drawn += 1
                yield row, other, cites
