"""Edits of papers."""

from __future__ import annotations

import pytest

from core.base.errors import UnknownPaperError, UsageError
from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.editing import check_edit
from tests.core.library.adding import FULL, add, only, paper
from tests.core.library.store.row_samples import ONE, TWO


def test_an_edit_can_be_tried_without_being_made(filled: Library) -> None:
    check_edit(filled.database, ONE, {"title": "Green olives", "ids": ["x:1"]})
    assert filled.papers.get(ONE).title == "Olives"
    assert filled.papers.resolve("x:1") is None
    with pytest.raises(UsageError, match="needs a title"):
        check_edit(filled.database, ONE, {"title": " "})
    filled.papers.update(ONE, ids=["x:1", "x:2"])
    with pytest.raises(UsageError):
        check_edit(filled.database, TWO, {"ids": ["x:1"]})
    filled.papers.update(ONE, ids=["x:2"])
    assert filled.papers.resolve("x:1") is None
    assert filled.papers.resolve("x:2") == filled.papers.resolve("10.1000/a") == ONE


def test_edited_fields_are_stored_and_the_ids_follow(library: Library) -> None:
    add(library, FULL)
    number = PaperNumber(1)
    library.papers.update(number, title="New", doi="10.1000/NEW", authors=["Bo Li"], year=None)
    edited = library.papers.get(number)
    assert (edited.title, edited.doi, edited.authors, edited.year) == (
        "New",
        "10.1000/new",
        ("Bo Li",),
        None,
    )
    assert library.papers.resolve("10.1000/new") == number
    assert library.papers.resolve("10.1000/abc") is None
    assert library.papers.resolve("acl:P20-1") == number
    assert edited.abstract == FULL.abstract


def test_the_first_id_stays_whatever_is_edited(library: Library) -> None:
    add(library, paper(id="doi:10.1000/a", doi="10.1000/a"))
    library.papers.update(PaperNumber(1), doi="10.1000/b")
    assert only(library).ids == ("doi:10.1000/a", "doi:10.1000/b")


def test_an_edit_that_cannot_be_is_refused_and_changes_nothing(library: Library) -> None:
    add(library, paper("Olives", doi="10.1000/a"), paper("Tulips", doi="10.1000/b"))
    before = library.papers.get_many(library.papers.numbers()), library.papers.revision()
    for edit in ({"doi": "10.1000/a"}, {"title": " "}, {"citation_key": "ANONYMOUSOLIVES"}):
        with pytest.raises(UsageError):
            library.papers.update(PaperNumber(2), **edit)
    with pytest.raises(UnknownPaperError):
        library.papers.update(PaperNumber(3), title="T")
    with pytest.raises(ValueError, match="colour"):
        library.papers.update(PaperNumber(2), colour="red")
    assert (library.papers.get_many(library.papers.numbers()), library.papers.revision()) == before


def test_a_key_can_be_edited(library: Library) -> None:
    add(library, paper())
    library.papers.update(PaperNumber(1), citation_key="mine")
    library.papers.update(PaperNumber(1), citation_key="Mine")
    assert only(library).citation_key == "Mine"


def test_an_edited_paper_stays_in_the_trash(library: Library) -> None:
    add(library, paper())
    library.papers.trash([PaperNumber(1)])
    library.papers.update(PaperNumber(1), year=2001)
    assert library.papers.numbers() == []
