"""References that are linked again when papers come, go or become one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.base.jobs import SilentJob
from core.base.records import (
    PaperNumber,
    PaperRecord,
)
from core.library.imports.relinking import link_new_papers, link_unsettled
from core.library.library import Library
from core.manuscript.references.linking import Linker
from tests.core.library.fulltext_shelf import OLIVES, TULIPS, Shelf, read
from tests.core.library.store.read_files import add


def test_a_file_that_was_read_is_the_full_text_of_a_paper_that_has_it_later(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    olives, later = add(library, OLIVES, TULIPS)
    attach("a")
    read(library)
    attach("a", to=later)
    shelf = Shelf()
    read(library, shelf)
    assert shelf.asked == []
    assert len(library.fulltexts.passages([later])[later]) == 3
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert library.citations.cites(later) == [olives]


def test_references_linked_between_a_merge_and_its_undoing_are_those_of_the_text_again(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    (keeper,) = add(library, PaperRecord(title="A survey of gardens", year=2010))
    attach("a", to=keeper)
    library.duplicates.merge(keeper, [paper])
    merged = library.history.all()[0].number
    add(library, TULIPS)
    link_new_papers(library, Linker(library.papers), SilentJob())
    link_unsettled(library, Linker(library.papers), SilentJob())
    library.history.undo(merged)
    assert keeper in library.fulltexts.unsettled()
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert [len(library.citations.references(each)) for each in (paper, keeper)] == [2, 2]


def test_references_to_a_purged_paper_are_looked_up_again(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    (tulips,) = add(library, TULIPS)
    read(library)
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert tulips in [link and link.paper for _, link in library.citations.references(paper)]
    library.papers.trash([tulips])
    assert library.fulltexts.unsettled() == []
    library.papers.purge([tulips])
    assert library.fulltexts.unsettled() == [paper]


@pytest.mark.parametrize("late", [OLIVES, TULIPS], ids=["by title", "by DOI"])
def test_a_reference_finds_a_paper_that_comes_later(
    library: Library, attach: Callable[..., PaperNumber], late: PaperRecord
) -> None:
    paper = attach("a")
    read(library)
    assert library.citations.cites(paper) == []
    (number,) = add(library, late)
    assert link_new_papers(library, Linker(library.papers), SilentJob()) == 1
    assert library.citations.cites(paper) == [number]
    assert {each.citing for each in library.citations.contexts_citing(number, 9)} == {paper}
    assert link_new_papers(library, Linker(library.papers), SilentJob()) == 0


def test_a_paper_that_was_deleted_and_comes_back_is_found_again(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    (olives,) = add(library, OLIVES)
    paper = attach("a")
    read(library)
    library.papers.trash([olives])
    assert library.citations.cites(paper) == []
    library.papers.purge([olives])
    link_new_papers(library, Linker(library.papers), SilentJob())
    assert library.citations.contexts_citing(olives, 9) == []
    (again,) = add(library, OLIVES)
    link_new_papers(library, Linker(library.papers), SilentJob())
    assert library.citations.cites(paper) == [again]
    assert library.verify().sound


def test_a_full_text_goes_with_its_paper_when_papers_become_one(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    (olives,) = add(library, OLIVES)
    (keeper,) = add(library, PaperRecord(title="A survey of gardens", year=2010))
    paper = attach("a")
    read(library)
    library.papers.merge(keeper, [paper])
    assert keeper in library.fulltexts.unsettled()
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert library.fulltexts.unsettled() == []
    assert library.citations.cites(keeper) == [olives]
    assert len(library.fulltexts.passages([keeper])[keeper]) == 3
    library.papers.merge(keeper, [olives])
    assert library.citations.cites(keeper) == []
    assert library.verify().sound


@pytest.mark.parametrize("by_history", [False, True])
def test_what_a_text_says_goes_with_it_when_a_merge_is_taken_back(
    library: Library, attach: Callable[..., PaperNumber], *, by_history: bool
) -> None:
    (olives,) = add(library, OLIVES)
    (keeper,) = add(library, PaperRecord(title="A survey of gardens", year=2010))
    paper = attach("a")
    read(library)
    merge = library.duplicates.merge(keeper, [paper])
    link_unsettled(library, Linker(library.papers), SilentJob())
    if by_history:
        library.history.undo(library.history.all()[0].number)
    else:
        library.duplicates.undo(merge)
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert library.citations.references(keeper) == library.citations.cites(keeper) == []
    assert len(library.citations.references(paper)) == 2
    assert library.citations.cites(paper) == [olives]
    assert [each.citing for each in library.citations.contexts_citing(olives, 9)] == [paper]
    assert library.verify().sound
