"""What the library page asks beyond papers, in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.base.library_records import (
    Annotation,
    CitedWith,
    FullText,
    PaperRow,
    SavedSearch,
    Scope,
    ScopeSizes,
)
from core.base.notices import Notice
from core.base.records import PaperNumber, SortKey
from tests.desktop.snapshots.fake_papers import FakePapers


class FakeSearches:
    """Saved searches in a dictionary."""

    def __init__(self) -> None:
        self._kept: dict[int, SavedSearch] = {}

    def all(self) -> list[SavedSearch]:
        return sorted(self._kept.values(), key=lambda search: search.name)


class FakeNotes:
    """Notes in a dictionary."""

    def __init__(self) -> None:
        self._kept: dict[PaperNumber, str] = {}

    def get(self, paper: PaperNumber) -> str:
        return self._kept.get(paper, "")


class FakeSearching:
    """Nothing narrows a search, and one word is known to be misspelt often."""

    def restricted(self, text: str) -> tuple[str, frozenset[PaperNumber] | None]:
        return text, None

    def did_you_mean(self, text: str) -> str:
        return text.replace("negatvies", "negatives") if "negatvies" in text else ""


class FakeAnnotations:
    """Annotations in a dictionary."""

    def __init__(self) -> None:
        self._kept: dict[int, Annotation] = {}

    def of_file(self, paper: PaperNumber, sha256: str) -> list[Annotation]:
        wanted = (paper, sha256)
        return [each for each in self._kept.values() if (each.paper, each.sha256) == wanted]

    def put(self, annotation: Annotation) -> Annotation:
        number = annotation.number or len(self._kept) + 1
        self._kept[number] = replace(annotation, number=number)
        return self._kept[number]

    def remove(self, number: int) -> None:
        self._kept.pop(number, None)


class FakeBrowsing:
    """Every paper has a vector; each is cited by the two before it and beside its neighbour."""

    def __init__(
        self, papers: FakePapers, texts: Callable[[], Mapping[PaperNumber, FullText]]
    ) -> None:
        self.searching = FakeSearching()
        self.searches = FakeSearches()
        self.notes = FakeNotes()
        self.annotations = FakeAnnotations()
        self._papers = papers
        self._texts = texts

    def ordered(
        self, scope: Scope, *, sort: SortKey, descending: bool, language: str = ""
    ) -> list[PaperNumber]:
        del language  # the titles are English
        found = self._papers.ordered(
            sort=sort,
            descending=descending,
            collection=scope.number if scope.kind == "collection" else None,
            tag=scope.number if scope.kind == "tag" else None,
            trashed=scope.kind == "trash",
        )
        kept = {"recent": found[:200], "unfiled": self._unfiled(found), "unindexed": []}
        return kept.get(scope.kind, found)

    def _unfiled(self, found: Sequence[PaperNumber]) -> list[PaperNumber]:
        return [number for number in found if not self._papers.collections.of(number)]

    def rows(self, numbers: Sequence[PaperNumber]) -> list[PaperRow]:
        texts = self._texts()
        return [
            PaperRow(
                paper=paper,
                added_at="2026-05-02T10:00:00+00:00",
                cited_by=min(paper.number - 1, 2),
                text=texts[paper.number].state if paper.number in texts else None,
                has_vector=True,
            )
            for paper in self._papers.get_many(numbers)
        ]

    def notices(self, number: PaperNumber) -> list[Notice]:
        del number
        return []

    def sizes(self) -> ScopeSizes:
        unfiled = len(self._unfiled(self._papers.present())) if self._papers.count() < 500 else 0
        return ScopeSizes(self._papers.count(), unfiled, 0, 0, 0, len(self._papers.trashed))

    def meaning_is_missing(self) -> str:
        return ""

    def by_meaning(self, text: str, *, limit: int) -> list[PaperNumber]:
        return self._papers.present()[len(text) :][:limit]

    def find_cocited_papers(self, number: PaperNumber, *, limit: int) -> list[CitedWith]:
        near = [paper for paper in (number + 1, number + 2) if paper in self._papers.all]
        papers = [self._papers.all[PaperNumber(paper)] for paper in near[:limit]]
        return [CitedWith(paper, 3 - place, 1 - place) for place, paper in enumerate(papers)]

    def check_edit(self, number: PaperNumber, edits: Mapping[str, object]) -> None:
        """Object to nothing."""
