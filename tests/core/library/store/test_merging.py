"""What is filled when a record is merged into a paper."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from core.base.records import PaperRecord
from core.library.store.merging import fill
from core.library.store.traits import make_traits

TITLE = "Weighing citation contexts by rarity"
SMITH, SMITH_SHORT = ("Ann Smith",), ("A. Smith",)


def test_only_empty_fields_are_filled() -> None:
    kept = PaperRecord(title="Kept", year=2020, venue="Here", extra={"pages": "1"})
    stated = PaperRecord(
        title="Stated", abstract="New.", year=1999, venue="There", extra={"pages": "2", "note": "n"}
    )
    assert fill(kept, stated) == {"abstract": "New.", "extra": {"pages": "1", "note": "n"}}
    assert fill(kept, kept) == {}


def test_the_year_goes_with_the_place_of_publication() -> None:
    kept = PaperRecord(title="Kept", year=2019)
    stated = PaperRecord(title="Kept", year=2021, venue="Journal of Walks")
    assert fill(kept, stated) == {"venue": "Journal of Walks", "year": 2021}
    assert fill(stated, kept) == {}


def test_a_title_that_was_only_a_file_name_gives_way() -> None:
    kept = PaperRecord(title="scan0042", extra={"incomplete": True, "pages": "1"})
    assert fill(kept, PaperRecord(title=TITLE)) == {"title": TITLE, "extra": {"pages": "1"}}
    assert fill(kept, PaperRecord(title="scan0043", extra={"incomplete": True})) == {}
    assert make_traits(kept, ()).title_key == ""


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
