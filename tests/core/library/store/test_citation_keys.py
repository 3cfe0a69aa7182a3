"""Citation keys: patterns, keys of sources, making them anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import UsageError
from core.base.key_patterns import DEFAULT_PATTERN, check_pattern, make_key
from core.base.records import PaperRecord
from core.base.stated_keys import stated_key
from core.library.library import Library

RECORD = PaperRecord(
    title="On the weighing of citation contexts",
    authors=("Zoë Ångström", "Ludwig van Beethoven", "Ann Smith", "Bo Ng"),
    year=2007,
    venue="Journal of Walks and Talks",
)


@pytest.mark.parametrize(
    ("pattern", "key"),
    [
        (DEFAULT_PATTERN, "angstrom2007weighing"),
        ("[Auth][shortyear]", "Angstrom07"),
        ("[AUTH3]:[year]", "ANG:2007"),
        ("[authors2]_[year]", "angstrombeethoven_2007"),
        ("[Authors]", "AngstromBeethovenSmith"),
        ("[title3]-[year]", "weighingcitationcontexts-2007"),
        ("[Title2]", "WeighingCitation"),
        ("[venue]/[year]", "jwt/2007"),
        ("ref-[year]", "ref-2007"),
    ],
)
def test_a_pattern_makes_a_key(pattern: str, key: str) -> None:
    assert make_key(RECORD, check_pattern(f" {pattern} ")) == key


def test_what_is_not_known_is_left_out() -> None:
    assert make_key(PaperRecord(title="???"), DEFAULT_PATTERN) == "anonymous"
    assert make_key(PaperRecord(title="???"), "[year]") == "anonymous"


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("[author]", r"no \[author\]"),
        ("mine", "names no field"),
        ("", "names no field"),
        ("[auth],[year]", "may not hold “,”"),
        ("[auth] [year]", "may not hold “ ”"),
        ("[auth][[year]", "may not hold"),
    ],
)
def test_what_is_no_pattern_is_refused(pattern: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        check_pattern(pattern)


@given(st.text(max_size=30), st.lists(st.text(max_size=12), max_size=4), st.text(max_size=20))
def test_any_record_gets_a_key_that_can_be_cited(
    title: str, authors: list[str], venue: str
) -> None:
    record = PaperRecord(title=title, authors=tuple(authors), venue=venue)
    for pattern in (DEFAULT_PATTERN, "[Authors][title9][VENUE]"):
        key = make_key(record, pattern)
        assert key.isascii()
        assert key.isalnum()


def test_the_key_of_a_source_is_kept() -> None:
    record = PaperRecord(title="A", extra={"citation_key": "Smith:2007, a"})
    assert stated_key(record) == "Smith:2007a"


def test_a_pattern_is_for_papers_to_come(library: Library) -> None:
    list(library.papers.add([RECORD], source="test"))
    library.citation_keys.set_pattern("[Auth]:[year]")
    later = PaperRecord(title="A census", authors=("Eva Lind",), year=1999)
    list(library.papers.add([later], source="test"))
    keys = [paper.citation_key for paper in library.papers.get_many(library.papers.numbers())]
    assert keys == ["angstrom2007weighing", "Lind:1999"]
    with pytest.raises(UsageError):
        library.citation_keys.set_pattern("nothing")
    assert library.citation_keys.pattern() == "[Auth]:[year]"
