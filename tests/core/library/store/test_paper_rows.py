"""Versions of one work, linked, and answering for each other."""

from __future__ import annotations

from core.library.library import Library
from tests.core.library.duplicates.planted import add, paper


def test_versions_are_linked_and_answer_for_each_other(library: Library) -> None:
    one, other, third = add(library, paper(), paper(), paper("A census of tulips"))
    before = library.duplicates.link_versions([one, other])
    assert library.duplicates.scan() == []
    assert library.duplicates.find_versions([one, other, third]) == {one: (other,), other: (one,)}
    again = library.duplicates.link_versions([other, third])
    assert library.duplicates.find_versions([one]) == {one: (other, third)}
    library.duplicates.set_works(again)
    assert library.duplicates.find_versions([third, one]) == {one: (other,)}
    library.duplicates.set_works(before)
    assert library.duplicates.find_versions([one, other]) == {}


def test_a_version_in_the_trash_is_not_named(library: Library) -> None:
    one, other = add(library, paper(), paper())
    library.duplicates.link_versions([one, other])
    library.papers.trash([other])
    assert library.duplicates.find_versions([one]) == {}
    library.papers.restore([other])
    library.duplicates.set_works({one: None})
    assert library.duplicates.find_versions([one, other]) == {}
