"""What the library page asks for: a section, words, an order. Runs on a worker thread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, cast

from core.base.library_records import (
    CitedWith,
    FullText,
    FullTextPassage,
    PaperFile,
    PaperRow,
    SavedSearch,
    Scope,
    ScopeKind,
    ScopeSizes,
    SearchMode,
)
from core.base.notices import Notice
from core.base.records import CitingContext, Group, Paper, PaperNumber, SortKey
from desktop.language.languages import get_sorting_language
from desktop.language.wording import figure

if TYPE_CHECKING:
    from core.workspace import Workspace

SectionKind = Literal[
    "all",
    "recent",
    "collection",
    "tag",
    "search",
    "duplicates",
    "unfiled",
    "unindexed",
    "no abstract",
    "trash",
]

FOUND_AT_MOST = 10_000
SHOWN_AT_ONCE = 100
NEAREST = 200
CONTEXTS_AT_MOST = 50
CITED_WITH_SHOWN = 8
PASSAGES_AT_MOST = 300
_EVERYWHERE = ("search", "duplicates")
NO_SIZES = ScopeSizes(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class LibrarySection:
    """Where papers are looked for; ``number`` is that of a collection, tag or saved search."""

    kind: SectionKind = "all"
    number: int | None = None

    def scope(self) -> Scope:
        """Return the papers that a section holds; a saved search asks all of them."""
        if self.kind in _EVERYWHERE:
            return Scope()
        return Scope(cast("ScopeKind", self.kind), self.number)


@dataclass(frozen=True, slots=True)
class Query:
    """One question to the library. ``sort`` of ``None`` is best first, or latest first."""

    section: LibrarySection = LibrarySection()
    text: str = ""
    mode: SearchMode = "words"
    sort: SortKey | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The papers that answer, and for a search in full texts what stands in them.

    ``rows`` are the first of them as the table shows them. ``obstacle`` says in a sentence why the
    question could not be asked; "" if it could. If nothing was found, ``instead`` is the text as
    the library spells it, and ``elsewhere`` counts what other sections hold. ``more`` tells that
    there are more than were asked for.
    """

    numbers: list[PaperNumber]
    rows: Sequence[PaperRow] = ()
    passages: Mapping[PaperNumber, Sequence[FullTextPassage]] = field(default_factory=dict)
    obstacle: str = ""
    instead: str = ""
    elsewhere: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True)
class SidebarContents:
    """What the side bar shows. ``search_counts`` counts what saved searches for words find."""

    sizes: ScopeSizes = NO_SIZES
    collections: tuple[Group, ...] = ()
    tags: tuple[Group, ...] = ()
    searches: tuple[SavedSearch, ...] = ()
    search_counts: Mapping[int, int] = field(default_factory=dict)


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
    cited_with: tuple[CitedWith, ...] = ()
    note: str = ""
    full_texts: tuple[FullText, ...] = ()
    passages: tuple[FullTextPassage, ...] = ()
    notices: tuple[Notice, ...] = ()


def find(workspace: Workspace, query: Query) -> SearchResult:
    """Return the papers that answer the query, in its order, with the rows of the first ones."""
    ways = {"words": _by_words, "meaning": _by_meaning, "full text": _by_passages}
    find_so = ways[query.mode] if query.text.strip() else _whole_section
    result = find_so(workspace, query)
    return replace(result, rows=workspace.papers.rows(result.numbers[:SHOWN_AT_ONCE]))


def _whole_section(workspace: Workspace, query: Query) -> SearchResult:
    return SearchResult(_in_section(workspace, query))


def _by_passages(workspace: Workspace, query: Query) -> SearchResult:
    search_text, allowed = workspace.papers.searching.restricted(query.text)
    if not search_text.strip():
        return _by_words(workspace, query)
    papers = None if allowed is None else sorted(allowed)
    passages: defaultdict[PaperNumber, list[FullTextPassage]] = defaultdict(list)
    for passage in workspace.fulltexts.search(search_text, limit=PASSAGES_AT_MOST, papers=papers):
        passages[passage.paper].append(passage)
    return SearchResult(_ordered(workspace, query, list(passages)), passages=dict(passages))


def _by_words(workspace: Workspace, query: Query) -> SearchResult:
    # Not stripped: a blank at the end says that the last word is whole.
    found_numbers = workspace.papers.search(query.text.lstrip(), limit=FOUND_AT_MOST)
    ordered_numbers = _ordered(workspace, query, found_numbers)
    if ordered_numbers:
        return SearchResult(ordered_numbers, more=len(found_numbers) >= FOUND_AT_MOST)
    instead = "" if found_numbers else workspace.papers.searching.did_you_mean(query.text.strip())
    return SearchResult([], instead=instead, elsewhere=len(found_numbers))


def found_figure(count: int, *, more: bool = False) -> str:
    """Return how many were found as it is shown, "10,000+" where it was not counted further."""
    return figure(count) + ("+" if more or count >= FOUND_AT_MOST else "")


def _by_meaning(workspace: Workspace, query: Query) -> SearchResult:
    obstacle = workspace.papers.meaning_is_missing()
    near = [] if obstacle else workspace.papers.by_meaning(query.text, limit=NEAREST)
    return SearchResult(_ordered(workspace, query, near), obstacle=obstacle)


def _ordered(
    workspace: Workspace, query: Query, found_numbers: list[PaperNumber]
) -> list[PaperNumber]:
    """Return what was found, as far as it lies in the section, in the order asked for."""
    if query.sort is None and query.section.scope() == Scope():
        return found_numbers
    placed = _in_section(workspace, query)
    if query.sort is None:
        allowed = set(placed)
        return [number for number in found_numbers if number in allowed]
    wanted_numbers = set(found_numbers)
    return [number for number in placed if number in wanted_numbers]


def _in_section(workspace: Workspace, query: Query) -> list[PaperNumber]:
    return workspace.papers.ordered(
        query.section.scope(),
        sort=query.sort or "added",
        descending=query.descending if query.sort else True,
        language=get_sorting_language(),
    )


def sidebar_contents(workspace: Workspace) -> SidebarContents:
    """Return the sections with their sizes."""
    library, searches = workspace.library, workspace.papers.searches.all()
    return SidebarContents(
        sizes=workspace.papers.sizes(),
        collections=tuple(library.collections.all()),
        tags=tuple(library.tags.all()),
        searches=tuple(searches),
        search_counts={
            search.number: len(workspace.papers.search(search.query, limit=FOUND_AT_MOST))
            for search in searches
            if search.mode == "words"
        },
    )


def details(workspace: Workspace, number: PaperNumber) -> Details:
    """Return everything the details of one paper show."""
    library, browsing = workspace.library, workspace.papers
    contexts = library.citations.contexts_citing(number, CONTEXTS_AT_MOST)
    citing = [context.citing for context in contexts if context.citing is not None]
    by_number = {paper.number: paper for paper in library.papers.get_many(citing)}
    return Details(
        paper=library.papers.get(number),
        files=tuple(library.papers.files(number)),
        collections=tuple(library.collections.of(number)),
        tags=tuple(library.tags.of(number)),
        contexts=tuple(
            (context, by_number.get(context.citing) if context.citing is not None else None)
            for context in contexts
        ),
        cited_by=len(library.citations.find_citing_papers(number)),
        cites=len(library.citations.cites(number)),
        cited_with=tuple(browsing.find_cocited_papers(number, limit=CITED_WITH_SHOWN)),
        note=browsing.notes.get(number),
        notices=tuple(browsing.notices(number)),
    )
