"""What tests of following ask of a library and of the follower."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.base.errors import PdfUnreadableError
from core.base.jobs import Job, SilentJob
from core.base.library_records import Scope
from core.base.records import Paper, Rect
from core.base.reports import FollowReport
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from core.library.store.ordering import ordered

HIGH = 842.0


class Pages:
    """Pages 842 points high, in place of a reader of PDFs."""

    broken = False

    def shown_places(
        self,
        path: Path,
        places: Sequence[tuple[int, float, float, float, float]],
        _job: Job | None = None,
    ) -> list[Rect | None]:
        if self.broken:
            raise PdfUnreadableError("“{file}” is damaged.", file=path.name)
        return [
            Rect(page, x0, HIGH - y1, x1, HIGH - y0) if page < 9 else None
            for page, x0, y0, x1, y1 in places
        ]


def look(follower: ZoteroFollower, job: Job | None = None, **how: bool) -> FollowReport:
    return follower.look(job or SilentJob(), **how)


def papers(library: Library) -> list[Paper]:
    return library.papers.get_many(library.papers.numbers())


def titles(library: Library) -> list[str]:
    return [paper.title for paper in papers(library)]


def collections(library: Library) -> dict[str, list[str]]:
    return {
        group.name: [
            paper.title
            for paper in library.papers.get_many(
                ordered(
                    library.database, Scope("collection", group.number), "title", descending=False
                )
            )
        ]
        for group in library.collections.all()
    }


def trash(library: Library) -> list[str]:
    numbers = library.papers.ordered(sort="title", descending=False, trashed=True)
    return [paper.title for paper in library.papers.get_many(numbers)]
