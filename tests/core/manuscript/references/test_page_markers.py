"""Markers of names and pages, as MLA has them."""

from __future__ import annotations

import pytest

from core.base.records import Reference
from core.manuscript.references.markers import build_index, find_markers, page_markers
from core.manuscript.references.reference_index import ReferenceIndex

WORKS: tuple[tuple[tuple[str, ...], str, int], ...] = (
    (("Ada Fir",), "The Long Reed", 2001),
    (("Ada Fir",), "Wind over Wide Water", 2004),
    (("Bo Ash", "Cy Elm"), "Mud and Men", 1999),
    (("Dee Oak", "Ed Yew", "Flo Box"), "Salt", 2010),
    (("Jo de la Rue",), "Peat", 2012),
    (("Reed Council",), "Report on Reeds", 2015),
    ((), "Unsigned Notes from a Ferry", 1907),
)
ENTRIES = tuple(
    Reference(
        index=index, label="", text=f"{', '.join(authors)}. {title}. {year}.", authors=authors,
        title=title, year=year,
    )
    for index, (authors, title, year) in enumerate(WORKS)
)  # fmt: skip
INDEX = ReferenceIndex.of(ENTRIES)


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Mud is warm (Ash and Elm 41).", [(2,)]),
        ("Mud is warm (Ash and Elm 41; Oak et al. 3-7).", [(2, 3)]),
        ("Reeds bend (Fir, Long Reed 77).", [(0,)]),
        ("Reeds bend (Fir, The Long Reed 77, 80).", [(0,)]),
        ("Reeds bend (Fir, “Wind” 5; qtd. in De la Rue 9).", [(1, 4)]),
        ("Fir hears it (“Wind” 45).", [(1,)]),
        ("For Ash and Elm the mud sings (33–35).", [(2,)]),
        ("Reeds are counted (Reed Council, ch. 4).", [(5,)]),
        ("Ferries are late (“Unsigned” 12).", [(6,)]),
        ("Ferries are late (Unsigned Notes 12).", [(6,)]),
        ("Salt is old (see Oak et al. xiv).", [(3,)]),
        ("Peat burns (de la Rue).", [(4,)]),
        ("Fir wrote of it (12).", []),  # of two works
        ("Reeds bend (Fir 12).", []),
        ("It was so in spring (Birch 12).", []),
        ("Ash and Elm came later (1999).", []),
        ("It holds for all (Table 3) and (see Figure 4).", []),
        ("Mud is warm (Ash and Yew 41).", []),
    ],
)
def test_a_bracket_cites_the_works_that_it_names(text: str, cited: list[tuple[int, ...]]) -> None:
    assert [marker.references for marker in page_markers(text, INDEX)] == cited


def test_pages_are_looked_for_only_where_a_document_cites_so() -> None:
    paged = ["A (Ash and Elm 41).", "B (Oak et al. 3).", "C (de la Rue 5).", "D (Reed Council 1)."]
    dated = [
        "A (Ash and Elm, 1999).", "B (Oak et al., 2010).", "C (de la Rue, 2012).",
        "For Ash and Elm it is (3).",
    ]  # fmt: skip
    assert [len(find_markers(text, build_index(ENTRIES, paged))) for text in paged] == [1] * 4
    index = build_index(ENTRIES, dated)
    assert [len(find_markers(text, index)) for text in dated] == [1, 1, 1, 0]


def test_a_name_that_leads_nowhere_is_told_beside_one_that_does() -> None:
    (marker,) = page_markers("Mud is warm (Ash and Elm 41; Birch 12).", INDEX)
    assert (marker.references, marker.unresolved) == ((2,), ("Birch 12",))
