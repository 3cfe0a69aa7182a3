"""What the library page asks for: a place, words, an order. Runs on a worker thread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.records import (
    CitingContext,
    FullText,
    FullTextPassage,
    Group,
    Paper,
    PaperFile,
    PaperNumber,
    SortKey,
)
from desktop.protocols import Workspace

PlaceKind = Literal["all", "recent", "collection", "tag", "trash"]

RECENT = 200
FOUND_AT_MOST = 10_000
CONTEXTS_SHOWN = 6
PASSAGES_AT_MOST = 300


@dataclass(frozen=True, slots=True)
class Place:
    """Where papers are looked for; ``number`` is that of a collection or tag."""

    kind: PlaceKind = "all"
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """One question to the library. ``sort`` of ``None`` is best first, or latest first.

    ``in_full_texts`` looks for the words in the papers' full texts.
    """

    place: Place = Place()
    text: str = ""
    sort: SortKey | None = None
    descending: bool = False
    in_full_texts: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The papers that answer, and for a search in full texts what stands in them."""

    numbers: list[PaperNumber]
    passages: Mapping[PaperNumber, Sequence[FullTextPassage]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlacesAnswer:
    """What the side bar shows."""

    papers: int
    collections: tuple[Group, ...]
    tags: tuple[Group, ...]
    trashed: int


@dataclass(frozen=True, slots=True)
class Details:
    """A paper with everything the details show of it."""

    paper: Paper
    files: tuple[PaperFile, ...]
    collections: tuple[Group, ...]
    tags: tuple[Group, ...]
    contexts: tuple[tuple[CitingContext, Paper | None], ...]
    cited_by: int
    cites: int
    full_texts: tuple[FullText, ...] = ()
    passages: tuple[FullTextPassage, ...] = ()


def find(workspace: Workspace, query: Query) -> Found:
    """Return the papers that answer the query, in its order."""
    text = query.text.strip()
    if not text:
        return Found(_in_place(workspace, query))
    if not query.in_full_texts:
        return Found(_ordered(workspace, query, workspace.search(text, limit=FOUND_AT_MOST)))
    passages: defaultdict[PaperNumber, list[FullTextPassage]] = defaultdict(list)
    for passage in workspace.search_passages(text, limit=PASSAGES_AT_MOST):
        passages[passage.paper].append(passage)
    return Found(_ordered(workspace, query, list(passages)), dict(passages))


def _ordered(workspace: Workspace, query: Query, found: list[PaperNumber]) -> list[PaperNumber]:
    """Return what was found, as far as it lies in the place, in the order asked for."""
    if query.sort is None and query.place.kind == "all":
        return found
    placed = _in_place(workspace, query)
    if query.sort is None:
        allowed = set(placed)
        return [number for number in found if number in allowed]
    wanted = set(found)
    return [number for number in placed if number in wanted]


def places(workspace: Workspace) -> PlacesAnswer:
    """Return the collections and tags with their sizes."""
    papers = workspace.library.papers
    trashed = papers.ordered(sort="added", descending=True, trashed=True)
    return PlacesAnswer(
        workspace.status().papers,
        tuple(papers.collections()),
        tuple(papers.tags()),
        len(trashed),
    )


def details(workspace: Workspace, number: PaperNumber) -> Details:
    """Return everything the details of one paper show."""
    library = workspace.library
    contexts = library.citations.contexts_citing(number, CONTEXTS_SHOWN)
    citing = [context.citing for context in contexts if context.citing is not None]
    by_number = {paper.number: paper for paper in library.papers.get_many(citing)}
    return Details(
        paper=library.papers.get(number),
        files=tuple(library.papers.files(number)),
        collections=tuple(library.papers.collections_of(number)),
        tags=tuple(library.papers.tags_of(number)),
        contexts=tuple(
            (context, by_number.get(context.citing) if context.citing is not None else None)
            for context in contexts
        ),
        cited_by=len(library.citations.cited_by(number)),
        cites=len(library.citations.cites(number)),
    )


def _in_place(workspace: Workspace, query: Query) -> list[PaperNumber]:
    place = query.place
    ordered = workspace.library.papers.ordered
    if place.kind == "recent":
        recent = ordered(sort="added", descending=True)[:RECENT]
        if query.sort is None:
            return recent
        kept = set(recent)
        sorted_all = ordered(sort=query.sort, descending=query.descending)
        return [number for number in sorted_all if number in kept]
    return ordered(
        sort=query.sort or "added",
        descending=query.descending if query.sort else True,
        collection=place.number if place.kind == "collection" else None,
        tag=place.number if place.kind == "tag" else None,
        trashed=place.kind == "trash",
    )
