"""Answers about a library itself: its groups, what came last, notes, pages and retractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from core.base.errors import UnknownPaperError, UsageError
from core.base.items import FIELDS
from core.base.library_records import Annotation, Scope, local_time
from core.base.notices import standing
from core.base.records import Group, Paper, PaperFilter, PaperNumber
from core.library.store.fulltexts import written_passages
from core.programs import json_forms, requests
from core.programs.answer_forms import (
    AnnotationLine,
    GroupsAnswer,
    GroupSize,
    ListAnswer,
    NotesAnswer,
    PagesAnswer,
    PageText,
    RetractionsAnswer,
    SimilarAnswer,
)

if TYPE_CHECKING:
    from core.library.library import Library
    from core.library.store.groups import GroupStore
    from core.services.papers import Papers
    from core.services.recommending import Similar

Resolve = Callable[[Sequence[str]], list[PaperNumber]]


class Opened(Protocol):
    """A library that is open, with what is asked of its papers."""

    @property
    def library(self) -> Library: ...  # noqa: D102
    @property
    def papers(self) -> Papers: ...  # noqa: D102
    @property
    def similar(self) -> Similar: ...  # noqa: D102


class Browsing:
    """Answers about the papers of one library; ``resolve`` finds papers by ids and keys."""

    def __init__(self, opened: Opened, resolve: Resolve) -> None:
        self._library, self._papers, self._similar = opened.library, opened.papers, opened.similar
        self._resolve = resolve

    def list_groups(self, _request: requests.GroupsRequest) -> GroupsAnswer:
        """Return the collections and tags, with how many papers each has."""
        return {
            "papers": self._papers.sizes().papers,
            "collections": _count_papers(self._library.collections.all()),
            "tags": _count_papers(self._library.tags.all()),
        }

    def list_papers(self, request: requests.PapersRequest) -> ListAnswer:
        """Return the papers of a collection, a tag or the whole library, the latest first."""
        scope = Scope()
        if request.collection:
            number = find_group(self._library.collections, request.collection)
            scope = Scope("collection", number)
        elif request.tag:
            scope = Scope("tag", find_group(self._library.tags, request.tag))
        numbers = self._papers.ordered(scope, sort="added", descending=True)
        rows = self._papers.rows(numbers[request.offset : request.offset + request.limit])
        return {
            "found": len(numbers),
            "papers": [
                {**json_forms.paper_line(row.paper), "added": local_time(row.added_at)}
                for row in rows
            ],
        }

    def find_similar(self, request: requests.SimilarRequest) -> SimilarAnswer:
        """Return the papers nearest to some, by what they say and whom they cite."""
        neighbours = self._similar.to(self._resolve(request.papers), limit=request.limit)
        return {
            "papers": [
                {
                    **json_forms.paper_line(neighbour.paper),
                    "score": round(neighbour.score, 4),
                    "by": {kind: round(share, 2) for kind, share in neighbour.by.items()},
                }
                for neighbour in neighbours
            ]
        }

    def read_notes(self, request: requests.NotesRequest) -> NotesAnswer:
        """Return what a person wrote about a paper and marked in its PDFs."""
        (number,) = self._resolve([request.paper])
        annotations = [
            annotation
            for file in self._library.papers.files(number)
            for annotation in self._papers.annotations.of_file(number, file.sha256)
        ]
        return {
            **json_forms.paper_line(self._read_paper(number)),
            "note": self._papers.notes.get(number),
            "annotations": list(map(_annotation_json, annotations)),
            "collections": [group.name for group in self._library.collections.of(number)],
            "tags": [group.name for group in self._library.tags.of(number)],
        }

    def read_pages(self, request: requests.PagesRequest) -> PagesAnswer:
        """Return the full text of some pages of a paper, which count from 1."""
        (number,) = self._resolve([request.paper])
        passages = self._library.fulltexts.passages([number]).get(number, [])
        own_passages = written_passages(self._library.database, [number]).get(number, [])
        passages = passages[: len(passages) - len(own_passages)]  # those of the person come last
        last_page = max((passage.page for passage in passages), default=-1) + 1
        last = max(request.last or request.first, request.first)
        wanted_pages = range(request.first - 1, last)
        pages: dict[int, PageText] = {}
        for passage in passages:
            if passage.page in wanted_pages:
                page = pages.setdefault(
                    passage.page,
                    {"page": passage.page + 1, "page_label": passage.page_name, "text": ""},
                )
                page["text"] = f"{page['text']}\n\n{passage.text}".strip()
        return {
            **json_forms.paper_line(self._read_paper(number)),
            "last_page": last_page,
            "pages": [pages[position] for position in sorted(pages)],
        }

    def find_retractions(self, request: requests.RetractionsRequest) -> RetractionsAnswer:
        """Return the papers that were retracted, or that stand under an expression of concern."""
        numbers = (
            self._resolve(request.papers)
            if request.papers
            else self._library.papers.outside_trash(self._library.papers.numbers())
        )
        notices = self._library.outside.notices(numbers)
        current = {number: standing(listed) for number, listed in notices.items()}
        papers = self._papers.get_many([number for number, notice in current.items() if notice])
        return {
            "checked": len(numbers),
            "papers": [
                {**json_forms.paper_line(paper), "notice": json_forms.notice_json(notice)}
                for paper in papers
                if (notice := current[paper.number]) is not None
            ],
        }

    def _read_paper(self, number: PaperNumber) -> Paper:
        """Return a paper that was just resolved.

        Raises:
            UnknownPaperError: it was removed meanwhile.
        """
        papers: list[Paper] = self._papers.get_many([number])
        if not papers:
            raise UnknownPaperError(
                "The paper was removed from the library.",
                remedy="Search for its title or authors.",
            )
        return papers[0]


def _count_papers(groups: Sequence[Group]) -> list[GroupSize]:
    return [{"name": group.name, "papers": group.papers} for group in groups]


def make_filter(
    library: Library,
    manuscript_year: int | None,
    *,
    years: str = "",
    collection: str = "",
    types: Sequence[str] = (),
) -> PaperFilter:
    """Return the filter that was asked for; its last year is that of the manuscript by default.

    Raises:
        UsageError: there is no such collection or type, or these are no years.
    """
    for kind in types:
        if kind not in FIELDS:
            raise UsageError(
                "“{type}” is not a type of paper.",
                type=kind[:80],
                remedy="Use a type of CSL, such as article-journal or book.",
            )
    number = find_group(library.collections, collection) if collection else None
    default = PaperFilter(last_year=manuscript_year, collection=number, types=tuple(types))
    return default.with_years(years)


def find_group(store: GroupStore, name: str) -> int:
    """Return the number of a collection or tag; its case matters only where two differ in it."""
    groups = store.all()
    number = next((group.number for group in groups if group.name == name), None)
    if number is None:
        lowered = name.casefold()
        alike = [group.number for group in groups if group.name.casefold() == lowered]
        number = alike[0] if alike else None
    if number is None:
        raise UsageError(
            "No collection or tag has the name “{name}”.",
            name=name[:80],
            remedy="Use a name from the list of collections and tags.",
        )
    return number


def _annotation_json(annotation: Annotation) -> AnnotationLine:
    return {
        "kind": annotation.kind,
        "page": annotation.rects[0].page + 1,
        "colour": annotation.colour,
        "text": annotation.text,
        "note": annotation.note,
    }
