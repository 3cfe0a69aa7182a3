"""Collections and tags.

Saved searches."""

from __future__ import annotations

import pytest

from core.base.errors import UsageError
from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.groups import GroupStore, SavedSearches
from tests import wording
from tests.core.library.store.row_samples import ONE, TWO

# --- collections and tags: named groups of papers, which differ in nothing but their name -----


def test_a_group_that_was_removed_comes_back_with_its_papers(filled: Library) -> None:
    tags = GroupStore(filled.database, "tag")
    number = tags.add("green")
    tags.assign(number, [ONE, TWO])
    members, fingerprint = tags.members(number), tags.fingerprint(number)
    tags.remove(number)
    assert tags.members(number) == []
    assert tags.fingerprint(number) != fingerprint
    tags.put_back(number, "green", members)
    assert tags.members(number) == [ONE, TWO]
    assert tags.fingerprint(number) == fingerprint
    tags.assign(number, [ONE], member=False)
    assert tags.fingerprint(number) != fingerprint


def test_a_group_made_anew_meanwhile_gets_the_papers_back(filled: Library) -> None:
    tags = GroupStore(filled.database, "tag")
    number = tags.add("green")
    tags.remove(number)
    tags.add("blue")
    again = tags.add("green")
    tags.put_back(number, "green", [ONE, TWO])
    assert tags.members(again) == [ONE, TWO]


def test_collections_and_tags_hold_papers(shelf: Library) -> None:
    papers = shelf.papers
    reading, olives = shelf.collections.add("To  read"), shelf.collections.add("Olives")
    assert shelf.collections.add("to read") == reading
    shelf.collections.assign(reading, [PaperNumber(1), PaperNumber(2), PaperNumber(99)])
    shelf.collections.assign(reading, [PaperNumber(2)], member=False)
    shelf.collections.assign(reading, [PaperNumber(4)])
    assert papers.ordered(sort="title", descending=False, collection=reading) == [1, 4]
    papers.trash([PaperNumber(4)])
    assert [(g.name, g.papers) for g in shelf.collections.all()] == [
        ("Olives", 0),
        ("To read", 1),
    ]
    shelf.collections.rename(olives, "Tulips")
    with pytest.raises(UsageError):
        shelf.collections.rename(olives, "TO READ")
    with pytest.raises(UsageError):
        shelf.collections.add("  ")
    shelf.collections.remove(reading)
    assert [group.name for group in shelf.collections.all()] == ["Tulips"]
    assert shelf.collections.of(PaperNumber(1)) == []
    mine = shelf.tags.add("mine")
    shelf.tags.assign(mine, [PaperNumber(1)])
    shelf.tags.rename(mine, "ours")
    assert [group.name for group in shelf.tags.of(PaperNumber(1))] == ["ours"]
    shelf.tags.remove(mine)
    assert shelf.tags.all() == []
    assert papers.count() == 3


# --- the searches that a person saved under a name --------------------------------------------


def test_searches_are_kept_under_names_of_their_own(filled: Library) -> None:
    searches = SavedSearches(filled.database)
    olives = searches.add(" My  olives ", "words", "green   olives")
    assert (olives.name, olives.query) == ("My olives", "green olives")
    tulips = searches.add("Tulips", "words", "tulips")
    assert [each.name for each in searches.all()] == ["My olives", "Tulips"]
    for name, reason in (
        ("my OLIVES", wording.stem("core.library.store.groups:_free {name")),
        ("  ", "needs a name"),
    ):
        with pytest.raises(UsageError, match=reason):
            searches.rename(tulips.number, name)
    searches.rename(olives.number, "MY OLIVES")  # its own name in other letters
    searches.remove(tulips.number)
    assert len(searches.all()) == 1
    searches.put_back(tulips)
    assert tulips in searches.all()
