"""Duplicates in a library: finding them, merging with all that hangs on them, and undoing it."""

from __future__ import annotations

import random
import string

import pytest

from core.base.jobs import JobCancelled
from core.library.library import Library
from tests import wording
from tests.core.library.duplicates.planted import TITLE, add, contents, paper

STATED = (
    "olive tulip garden walk rarity context graph peat sand dune winter census chalk clay moss "
    "fern birch heath marsh river stone cloud storm light shade root leaf bark seed bloom"
)
WORDS = STATED.split()


# --- finding ----------------------------------------------------------------------------------


def test_planted_duplicates_are_found_and_nothing_else(library: Library) -> None:
    draw = random.Random(7)
    records, planted = [], []
    for place in range(120):
        title = " ".join(draw.sample(WORDS, 6)) + f" {draw.choice(string.ascii_lowercase)}x{place}x"
        authors = (f"A{place} Name{place}", "Bo Ng")
        records.append(paper(title, authors=authors, year=1990 + place % 30))
    for place in range(0, 120, 4):
        cut = draw.randrange(2, 20)
        title = records[place].title
        typo = title[:cut] + title[cut + 1 :] if draw.random() < 0.5 else title.upper()
        planted.append((place + 1, len(records) + 1))
        records.append(paper(typo, authors=records[place].authors, year=records[place].year))
    add(library, *records)
    found = library.duplicates.scan()
    assert {group.papers for group in found} == set(planted)
    assert all(group.kind == "duplicate" for group in found)


def test_a_preprint_and_what_was_published_are_versions(library: Library) -> None:
    preprint, published = add(
        library, paper(arxiv="2001.00001", year=2019), paper(doi="10.1000/a", venue="ICML")
    )
    (group,) = library.duplicates.scan()
    assert group.kind == "version"
    assert not group.sure
    assert group.papers == (published, preprint)
    assert wording.fill(wording.PREPRINT_AND_PUBLISHED_IN, venue="ICML") in group.reasons


def test_a_family_name_with_and_without_its_hyphen_is_the_same(library: Library) -> None:
    pair = add(library, paper(authors=("Ann Roe-Lind",)), paper(authors=("Ann Roe Lind",)))
    assert [set(group.papers) for group in library.duplicates.scan()] == [set(pair)]


def test_a_group_is_sure_only_where_each_fits_each(library: Library) -> None:
    add(library, paper(doi="10.1000/a"), paper(), paper(doi="10.1000/b"))
    groups = library.duplicates.scan()
    assert [group.sure for group in groups if group.kind == "duplicate"] == [False]


def test_the_paper_that_says_most_comes_first(library: Library) -> None:
    poor, rich = add(library, paper(), paper(doi="10.1000/a", abstract="Long."))
    (group,) = library.duplicates.scan()
    assert group.papers == (rich, poor)


def test_what_is_in_the_trash_is_no_duplicate(library: Library) -> None:
    _, other = add(library, paper(), paper())
    library.papers.trash([other])
    assert library.duplicates.scan() == []


def test_a_scan_can_be_stopped(library: Library) -> None:
    class Stopped:
        def report(self, done: int, total: int, note: str = "") -> None:
            pass

        def check(self) -> None:
            raise JobCancelled

    add(library, paper(), paper())
    with pytest.raises(JobCancelled):
        library.duplicates.scan(Stopped())


# --- deciding ---------------------------------------------------------------------------------


def test_papers_said_to_be_different_are_not_asked_about_again(library: Library) -> None:
    numbers = add(library, paper(), paper())
    library.duplicates.say_different(numbers)
    assert library.duplicates.scan() == []
    library.duplicates.say_different(numbers[::-1], different=False)
    assert len(library.duplicates.scan()) == 1


def test_a_pair_that_a_merge_turned_round_is_forgotten_when_a_person_says_so(
    library: Library,
) -> None:
    first, second, third = add(library, paper(), paper(), paper("A census of tulips"))
    library.duplicates.say_different([first, second])
    library.duplicates.merge(third, [first])
    library.duplicates.say_different([second, third], different=False)
    assert not library.database.value("SELECT COUNT(*) FROM different_papers")


# --- merging ----------------------------------------------------------------------------------


def test_a_pair_that_a_merge_turns_round_stays_one_pair(library: Library) -> None:
    first, other, last = add(library, paper("Olives"), paper("Tulips"), paper("Roses"))
    library.duplicates.say_different([first, other])
    library.papers.merge(last, [first])
    library.duplicates.say_different([other, last])
    pairs = library.database.rows("SELECT one, other FROM different_papers")
    assert pairs == [(other, last)]


def test_all_sure_groups_are_merged_at_once_and_brought_back(library: Library) -> None:
    add(library, *(paper(f"{TITLE} of {word}s") for word in WORDS[:5] * 3))
    before = contents(library)
    groups = library.duplicates.scan()
    assert [len(group.papers) for group in groups if group.sure] == [3] * 5
    merges = [library.duplicates.merge_group(group) for group in groups]
    assert library.papers.count() == 5
    assert library.duplicates.scan() == []
    for merge in reversed(merges):
        library.duplicates.undo(merge)
    assert contents(library) == before
