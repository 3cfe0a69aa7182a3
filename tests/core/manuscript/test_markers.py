from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.manuscript.entries import parse_entry
from core.manuscript.markers import ReferenceIndex, find_markers
from core.records import Reference


def listed(*entries: tuple[str, str]) -> ReferenceIndex:
    references = []
    for at, (label, text) in enumerate(entries):
        fields = parse_entry(text)
        references.append(
            Reference(index=at, label=label, text=text, authors=fields.authors, year=fields.year)
        )
    return ReferenceIndex.of(references)


NAMED = listed(
    ("", "Ander, P. and Holt, R. (1998). A handbook. Shore Press."),
    ("", "Brandvik, S., Oyen, K., and Tamm, L. (2004). Clay pots. Instruments."),
    ("", "Corso, E. (2009a). What a pot hears. Clay."),
    ("", "Corso, E. (2009b). One neighbour. Votes."),
    ("", "van der Berg, J. (2015). A long beach. Shores."),
    ("", "Sørensen, A. and Lund, B. (2012). Frost. Shores."),
    ("", "Sørensen, A. and Dahl, I. (2012). Ice. Shores."),
    ("", "Lima-Reis, A., Ito, B., and Ono, C. (2020). Wind. Shores."),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("as shown (Ander and Holt, 1998) before", [("(Ander and Holt, 1998)", (0,))]),
        ("as shown (Ander & Holt 1998) before", [("(Ander & Holt 1998)", (0,))]),
        ("as shown [Ander and Holt, 1998].", [("[Ander and Holt, 1998]", (0,))]),
        ("Ander and Holt (1998) show", [("Ander and Holt (1998)", (0,))]),
        ("Recently, Ander and Holt (1998) show", [("Ander and Holt (1998)", (0,))]),
        ("Brandvik et al.’s (2004) pots", [("Brandvik et al.’s (2004)", (1,))]),
        ("(e.g., Brandvik et al., 2004; Corso, 2009a,b)",
         [("(e.g., Brandvik et al., 2004; Corso, 2009a,b)", (1, 2, 3))]),
        ("Corso (2009a, 2009b) listened", [("Corso (2009a, 2009b)", (2, 3))]),
        ("(see Corso, 2009b, p. 3)", [("(see Corso, 2009b, p. 3)", (3,))]),
        ("on beaches (van der Berg, 2015).", [("(van der Berg, 2015)", (4,))]),
        ("Sørensen and Dahl (2012) froze", [("Sørensen and Dahl (2012)", (6,))]),
        ("(Sorensen and Lund, 2012)", [("(Sorensen and Lund, 2012)", (5,))]),
        ("a pot (the red one (Corso, 2009a)) rang", [("(Corso, 2009a)", (2,))]),
        ("wind (Lima-Reis et al., 2020) blows", [("(Lima-Reis et al., 2020)", (7,))]),
        ("nobody (Miller et al., 1977) knows", [("(Miller et al., 1977)", ())]),
        ("in the spring (March 1998) of", []),
        ("since 1998, in (1) and Table 2 (2004)", []),
        ("over [0, 1] and (0, 1)", []),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_names_and_years(text: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(each.text, each.references) for each in find_markers(text, NAMED)] == found


NUMBERED = listed(*((str(number), f"Entry {number}, 2001.") for number in range(1, 13)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("shown in [3] and [4, 5]", [("[3]", (2,)), ("[4, 5]", (3, 4))]),
        ("shown in [1,3–5]", [("[1,3–5]", (0, 2, 3, 4))]),
        ("see [7, Section 2]", [("[7, Section 2]", (6,))]),
        ("(see [see also 2, 3])", [("[see also 2, 3]", (1, 2))]),
        ("as Corso et al. [2] say", [("Corso et al. [2]", (1,))]),
        ("as Ander and Holt [2] say", [("Ander and Holt [2]", (1,))]),
        ("in [0, 1] or [1, 40] or (3)", []),
        ("from [5-3] on", []),
        ("in (Smith et al., 2001)", []),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_numbers(text: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(each.text, each.references) for each in find_markers(text, NUMBERED)] == found


def test_labels() -> None:
    index = listed(("AH98", "Ander and Holt, 1998."), ("BOT+04", "Brandvik et al., 2004."))
    (marker,) = find_markers("as in [AH98, BOT+04] before", index)
    assert (marker.text, marker.references) == ("[AH98, BOT+04]", (0, 1))
    assert find_markers("an array [x, y]", index) == ()


def test_without_a_list_there_are_no_markers() -> None:
    assert find_markers("as shown [1] (Corso, 2009)", ReferenceIndex.of([])) == ()


@given(
    st.lists(
        st.tuples(st.integers(1, 12), st.integers(1, 12)).map(sorted).map(tuple),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from([", ", ",", "; "]),
    st.sampled_from(["-", "–"]),
)
def test_ranges_lead_to_all_they_span(spans: list[tuple[int, int]], comma: str, dash: str) -> None:
    shown = comma.join(str(a) if a == b else f"{a}{dash}{b}" for a, b in spans)
    (marker,) = find_markers(f"known [{shown}] well", NUMBERED)
    numbers = [number for a, b in spans for number in range(a, b + 1)]
    assert marker.references == tuple(dict.fromkeys(number - 1 for number in numbers))


@given(st.text(alphabet="A bet al.(),2019;&[]–", max_size=60))
def test_markers_never_overlap_and_quote_the_text(text: str) -> None:
    for index in (NAMED, NUMBERED):
        end = 0
        for marker in find_markers(text, index):
            assert marker.start >= end
            assert text[marker.start : marker.end] == marker.text
            end = marker.end
