"""When two records are the same paper, and what is filled."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.identity import external_ids
from core.base.records import PaperRecord
from core.library.store.intake import clean
from core.library.store.merging import (
    Traits,
    fill,
    may_join,
    same_by_id,
    same_by_title,
    titles_disagree,
    traits_of,
)

TITLE = "Weighing citation contexts by rarity"


def traits(
    title: str = TITLE,
    *,
    year: int | None = None,
    authors: tuple[str, ...] = (),
    doi: str = "",
    arxiv: str = "",
) -> Traits:
    record = clean(PaperRecord(title=title, year=year, authors=authors, doi=doi, arxiv=arxiv))
    return traits_of(record, external_ids(record))


@pytest.mark.parametrize(
    ("one", "other", "disagree"),
    [
        pytest.param("Graph walks for text", "Graph Walks for Text!", False, id="equal"),
        pytest.param("Graph walks", "Graph walks: a study of text", False, id="with a subtitle"),
        pytest.param("Graph walks for texts", "Graph walk for text", False, id="inflected"),
        pytest.param("Colour of graphs", "Color of graphs", False, id="spelling"),
        pytest.param("Graph walks for text", "On the taste of olives", True, id="nothing common"),
        pytest.param("Graph walks for text", "", False, id="one is missing"),
    ],
)
def test_titles_disagree_only_if_nothing_much_is_common(
    one: str, other: str, disagree: bool
) -> None:
    assert titles_disagree(traits(one), traits(other)) is disagree
    assert titles_disagree(traits(other), traits(one)) is disagree


SMITH, SMITH_SHORT, JONES = ("Ann Smith",), ("A. Smith",), ("Bo Jones",)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(traits(year=2020), traits(year=2021), True, id="a year apart"),
        pytest.param(traits(year=2020), traits(year=2023), False, id="years apart, no authors"),
        pytest.param(
            traits(year=2020, authors=SMITH),
            traits(year=2024, authors=SMITH_SHORT),
            True,
            id="same first author",
        ),
        pytest.param(
            traits(year=2020, authors=SMITH),
            traits(year=2020, authors=JONES),
            False,
            id="no common author",
        ),
        pytest.param(
            traits(year=2020, authors=SMITH), traits(), True, id="one side is silent, long title"
        ),
        pytest.param(
            traits("Editorial", year=2020, authors=SMITH),
            traits("Editorial"),
            False,
            id="one side is silent, short title",
        ),
        pytest.param(traits("Editorial"), traits("Editorial"), True, id="nothing to tell apart by"),
        pytest.param(
            traits(year=2020, authors=SMITH, doi="10.1000/a"),
            traits(year=2020, authors=SMITH, doi="10.1000/b"),
            False,
            id="different DOIs",
        ),
        pytest.param(
            traits(year=2020, authors=SMITH, arxiv="2001.00001"),
            traits(year=2020, authors=SMITH, arxiv="2001.00002"),
            False,
            id="different arXiv ids",
        ),
        pytest.param(
            traits(year=2020, authors=SMITH, doi="10.1000/a"),
            traits(year=2020, authors=SMITH, doi="10.48550/arXiv.2001.00001"),
            True,
            id="a preprint's DOI is an arXiv id",
        ),
        pytest.param(traits("?!", year=2020), traits("...", year=2020), False, id="no letters"),
    ],
)
def test_equal_titles_are_one_paper_if_more_agrees(one: Traits, other: Traits, same: bool) -> None:
    assert same_by_title(one, other) is same
    assert same_by_title(other, one) is same


def test_an_id_is_not_trusted_when_the_titles_clearly_disagree() -> None:
    assert same_by_id(traits("Graph walks"), traits("Graph walks: a study"), "doi:10.1000/a")
    assert not same_by_id(traits("Graph walks"), traits("Taste of olives"), "doi:10.1000/a")


def test_an_id_is_not_trusted_when_title_and_authors_are_others() -> None:
    ours = traits("Our entry to the shared task on walks", authors=SMITH)
    theirs = traits("Their entry to the shared task on walks", authors=JONES)
    unsigned = traits("Their entry to the shared task on walks")
    assert not same_by_id(ours, theirs, "doi:10.1000/a")
    assert same_by_id(ours, unsigned, "doi:10.1000/a")


def test_an_id_of_a_sources_own_making_needs_a_near_year() -> None:
    early, late = traits("Graph walks, part one", year=2001), traits("Graph walks", year=2019)
    assert not same_by_id(early, late, "smith")
    assert same_by_id(early, late, "arxiv:2001.00001")
    assert same_by_id(traits(year=2001), traits(year=2019), "smith")


def test_papers_join_only_if_nothing_speaks_against_it() -> None:
    assert may_join(traits(year=2020), traits(year=2020))
    assert not may_join(traits(year=2001), traits(year=2020))
    assert not may_join(traits(year=2020, doi="10.1000/a"), traits(year=2020, doi="10.1000/b"))
    assert not may_join(traits(year=2020, authors=SMITH), traits(year=2020, authors=JONES))
    assert not may_join(traits("Graph walks", year=2020), traits("Olive taste", year=2020))


def test_only_empty_fields_are_filled() -> None:
    kept = PaperRecord(title="Kept", year=2020, venue="Here", extra={"pages": "1"})
    stated = PaperRecord(
        title="Stated", abstract="New.", year=1999, venue="There", extra={"pages": "2", "note": "n"}
    )
    assert fill(kept, stated) == {"abstract": "New.", "extra": {"pages": "1", "note": "n"}}
    assert fill(kept, kept) == {}


def test_a_title_that_was_only_a_file_name_gives_way() -> None:
    kept = PaperRecord(title="scan0042", extra={"incomplete": True, "pages": "1"})
    assert fill(kept, PaperRecord(title=TITLE)) == {"title": TITLE, "extra": {"pages": "1"}}
    assert fill(kept, PaperRecord(title="scan0043", extra={"incomplete": True})) == {}
    assert traits_of(kept, ()).title_key == ""


_FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "year": st.sampled_from([2019, 2020]),
        "authors": st.sampled_from([SMITH, SMITH_SHORT]),
        "abstract": st.just("About contexts."),
        "venue": st.just("Journal of Walks"),
        "doi": st.just("10.1000/a"),
        "arxiv": st.just("2001.00001"),
    },
)


@given(st.lists(_FIELDS, min_size=2, max_size=3))
def test_the_order_does_not_matter_for_which_fields_are_known(
    stated: list[dict[str, object]],
) -> None:
    known = set()
    for order in itertools.permutations(stated):
        merged = PaperRecord(title=TITLE)
        for fields in order:
            values = {n: getattr(merged, n) for n in PaperRecord.__dataclass_fields__}
            merged = PaperRecord(
                **{**values, **fill(merged, PaperRecord(title=TITLE, **fields))}  # type: ignore[arg-type]
            )
        known.add(frozenset(n for n in PaperRecord.__dataclass_fields__ if getattr(merged, n)))
    assert len(known) == 1
