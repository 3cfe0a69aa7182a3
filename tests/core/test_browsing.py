from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from core.base.errors import PdfUnreadableError, UsageError
from core.base.library_records import Scope, ScopeKind
from core.base.records import CitingContext, Group, PaperNumber, SortKey
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests import wording
from tests.core.conftest import RECORDS

Number = Callable[[str], PaperNumber]
SCOPES: tuple[ScopeKind, ...] = ("all", "recent", "unfiled", "unindexed", "trash")
SORTS: tuple[SortKey, ...] = get_args(SortKey)
HARD, GRAPH, SOIL, BARE = (PaperNumber(number) for number in (1, 2, 3, 4))


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    list(opened.library.papers.add(RECORDS, source="test"))
    yield opened
    opened.close()


def ordered(
    workspace: Workspace, scope: Scope, sort: SortKey = "added", *, descending: bool = False
) -> list[PaperNumber]:
    return workspace.papers.ordered(scope, sort=sort, descending=descending)


@pytest.mark.parametrize("sort", SORTS)
def test_every_order_holds_every_paper_of_the_place_once(
    workspace: Workspace, sort: SortKey
) -> None:
    workspace.library.papers.trash([SOIL])
    for kind in SCOPES:
        held = {SOIL} if kind == "trash" else {HARD, GRAPH, BARE}
        for descending in (False, True):
            found = ordered(workspace, Scope(kind), sort, descending=descending)
            assert sorted(found) == sorted(held), (kind, sort)


def test_papers_are_ordered_by_how_often_the_library_cites_them(workspace: Workspace) -> None:
    cite = workspace.library.citations.add_citations
    cite([(HARD, SOIL), (GRAPH, SOIL), (SOIL, GRAPH)], "test")
    assert ordered(workspace, Scope(), "cited", descending=True)[:2] == [SOIL, GRAPH]
    workspace.library.papers.trash([HARD, GRAPH])
    rows = workspace.papers.rows([SOIL, BARE])
    assert [row.cited_by for row in rows] == [0, 0]
    workspace.library.papers.restore([HARD])
    assert workspace.papers.rows([SOIL])[0].cited_by == 1


def test_unknown_values_come_last_either_way(workspace: Workspace) -> None:
    for descending in (False, True):
        assert ordered(workspace, Scope(), "keywords", descending=descending)[0] == SOIL
        assert ordered(workspace, Scope(), "venue", descending=descending)[-1] == BARE


def test_places_hold_what_they_say(workspace: Workspace) -> None:
    library = workspace.library
    browsing = workspace.papers
    shelf = library.collections.add("Shelf")
    library.collections.assign(shelf, [HARD, SOIL])
    assert ordered(workspace, Scope("collection", shelf)) == [HARD, SOIL]
    assert ordered(workspace, Scope("unfiled")) == [GRAPH, BARE]
    assert ordered(workspace, Scope("unindexed")) == [HARD, GRAPH, SOIL, BARE]
    sizes = browsing.sizes()
    assert (sizes.papers, sizes.unfiled, sizes.without_vector) == (4, 2, 4)


def test_a_text_that_failed_makes_a_paper_count_as_not_indexed(
    workspace: Workspace, tmp_path: Path
) -> None:
    pdf = tmp_path / "broken.pdf"
    pdf.write_bytes(b"%PDF-1.4 nothing in it")
    file = workspace.papers.attach(BARE, pdf)
    assert workspace.papers.rows([BARE])[0].text == "waiting"
    workspace.library.fulltexts.note_failure(file.sha256, "failed", "It is damaged.")
    row = workspace.papers.rows([BARE])[0]
    assert (row.text, row.text_problem, row.has_vector) == ("failed", "It is damaged.", False)
    assert workspace.papers.sizes().failed_texts == 1
    assert ordered(workspace, Scope(), "full text")[0] == BARE


def test_files_are_copied_into_the_library_and_detached_again(
    workspace: Workspace, tmp_path: Path
) -> None:
    pdf = tmp_path / "a paper.pdf"
    pdf.write_bytes(b"%PDF-1.4 some")
    file = workspace.papers.attach(HARD, pdf)
    assert file.path.is_relative_to(workspace.library.folder)
    assert workspace.library.papers.files(HARD) == [file]
    workspace.papers.detach(HARD, file)
    assert workspace.library.papers.files(HARD) == []
    assert file.path.exists()
    assert workspace.papers.attach(HARD, file.path).path == file.path
    with pytest.raises(
        PdfUnreadableError, match=wording.pattern("core.manuscript.pdf.extract:check_bytes PDF")
    ):
        workspace.papers.attach(HARD, Path(__file__))


def test_searches_are_kept_renamed_removed_and_put_back(workspace: Workspace) -> None:
    searches = workspace.papers.searches
    peat = searches.add("Peat", "words", " peat  moor ")
    assert searches.all() == [peat]
    assert peat.query == "peat moor"
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.store.groups:_free {name", name="peat")
    ):
        searches.add("peat", "meaning", "bogs")
    with pytest.raises(UsageError, match="needs a name"):
        searches.rename(peat.number, "  ")
    searches.rename(peat.number, "Bogs")
    searches.remove(peat.number)
    other = searches.add("Other", "full text", "x")
    assert other.number != peat.number
    searches.put_back(peat)
    assert [search.name for search in searches.all()] == ["Other", "Peat"]


def test_a_note_is_kept_goes_and_survives_a_merge(workspace: Workspace) -> None:
    notes = workspace.papers.notes
    notes.set(HARD, "Read §3 again.")
    notes.set(GRAPH, "Good pictures.")
    assert workspace.papers.rows([HARD])[0].has_note
    notes.set(BARE, "   ")
    assert notes.get(BARE) == ""
    workspace.library.papers.merge(HARD, [GRAPH])
    assert notes.get(HARD) == "Read §3 again.\n\nGood pictures."
    notes.set(HARD, "")
    assert notes.get(HARD) == ""
    notes.set(PaperNumber(99), "of nothing")
    assert notes.get(PaperNumber(99)) == ""


def test_a_removed_group_comes_back_under_its_number(workspace: Workspace) -> None:
    library = workspace.library
    papers = library.papers
    shelf = library.collections.add("Shelf")
    library.collections.assign(shelf, [HARD, SOIL])
    papers.trash([SOIL])
    held = library.collections.members(shelf)
    assert sorted(held) == [HARD, SOIL]
    library.collections.remove(shelf)
    library.collections.put_back(shelf, "Shelf", held)
    assert library.collections.all() == [Group(shelf, "Shelf", 1)]
    papers.restore([SOIL])
    assert library.collections.all() == [Group(shelf, "Shelf", 2)]


def test_what_is_cited_beside_a_paper_is_counted_as_by_hand(workspace: Workspace) -> None:
    citations = workspace.library.citations
    both = CitingContext(text="Both [1, 2].", cited=(GRAPH, SOIL))
    citations.add_contexts(HARD, [both, CitingContext(text="Again [1, 2].", cited=(GRAPH, SOIL))])
    citations.add_citations([(BARE, GRAPH), (BARE, SOIL), (HARD, BARE)], "test")
    assert workspace.papers.find_cocited_papers(GRAPH, limit=5) == []  # the graph was not read yet
    workspace.indexing.words()
    beside = workspace.papers.find_cocited_papers(GRAPH, limit=5)
    found = [(each.paper.number, each.papers, each.sentences) for each in beside]
    assert found == [(SOIL, 2, 2), (BARE, 1, 0)]


def test_meaning_says_plainly_what_is_missing(workspace: Workspace) -> None:
    assert "not loaded" in workspace.papers.meaning_is_missing()
    assert workspace.papers.by_meaning("acid moors", limit=3) == []


def test_the_nearest_in_meaning_come_first(tmp_path: Path, tiny_model: Path) -> None:
    shelf = Shelf(tmp_path / "models")
    shelf.add(tiny_model)
    shelf.use("tiny")
    workspace = Workspace(tmp_path / "library", shelf, create=True)
    try:
        list(workspace.library.papers.add(RECORDS, source="test"))
        workspace.indexing.load_model(in_process=True)
        assert (
            wording.stem("core.services.papers:meaning_is_missing encoded")
            in workspace.papers.meaning_is_missing()
        )
        workspace.indexing.vectors()
        assert workspace.papers.meaning_is_missing() == ""
        asked = f"{RECORDS[2].title}. {RECORDS[2].abstract}"
        assert workspace.papers.by_meaning(asked, limit=2)[0] == SOIL
        assert workspace.papers.by_meaning(" ", limit=2) == []
        assert ordered(workspace, Scope("unindexed")) == []
        assert all(row.has_vector for row in workspace.papers.rows([HARD, SOIL]))
    finally:
        workspace.close()


def test_an_edit_is_checked_without_being_made(workspace: Workspace) -> None:
    papers, browsing = workspace.library.papers, workspace.papers
    papers.update(HARD, doi="10.5555/hard")
    before = papers.get(SOIL)
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.store.editing:_require_free {key")
    ):
        browsing.check_edit(SOIL, {"doi": "10.5555/hard"})
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.store.editing:_require_free {key")
    ):
        browsing.check_edit(SOIL, {"ids": ("t:hard",)})
    browsing.check_edit(SOIL, {"title": "Another title", "ids": ("new:1",)})
    assert papers.get(SOIL) == before


def test_other_ids_are_replaced_and_doi_stays(workspace: Workspace) -> None:
    papers = workspace.library.papers
    papers.update(SOIL, doi="10.5555/soil")
    papers.update(SOIL, ids=("t:soil", "mag:12"))
    assert papers.get(SOIL).ids == ("t:soil", "doi:10.5555/soil", "mag:12")
    assert papers.resolve("mag:12") == SOIL
    papers.update(SOIL, ids=("t:soil",))
    assert papers.get(SOIL).ids == ("t:soil", "doi:10.5555/soil")
    assert papers.resolve("mag:12") is None


def test_only_papers_of_the_trash_are_deleted_for_good(workspace: Workspace) -> None:
    workspace.library.papers.trash([BARE])
    workspace.papers.purge([HARD, BARE])
    assert workspace.library.papers.numbers() == [HARD, GRAPH, SOIL]
    assert workspace.papers.sizes().trashed == 0
