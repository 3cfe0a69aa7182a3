from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.records import Reference
from core.manuscript.references.markers import (
    ReferenceIndex,
    build_index,
    cited_by_notes,
    find_markers,
    named_markers,
    raised_marker,
    written_markers,
)
from tests.core.manuscript.other_languages import _index
from tests.core.manuscript.references.listed_entries import NAMED, ODD, listed


def test_a_note_among_the_references_cites_others() -> None:
    notes = [
        Reference(index=0, label="1", text="A. Oak, Walks (2001).", title="Walks", year=2001),
        Reference(index=1, label="2", text="The darkest sand was described before [1]."),
        Reference(index=2, label="3", text="B. Elm, Salt [1] (2002).", title="Salt", year=2002),
    ]  # fmt: skip
    assert cited_by_notes(build_index(notes, ["So it is [1, 2]."])) == {0}
    assert cited_by_notes(build_index(notes[::2], ["So it is [1]."])) == set()


NUMBERED = listed(*((str(number), f"Entry {number}, 2001.") for number in range(1, 13)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("shown in [3] and [4, 5]", [("[3]", (2,)), ("[4, 5]", (3, 4))]),
        ("others [3e5] agree", [("[3e5]", (2, 3, 4))]),
        ("others in this domain [6, 9] agree", [("[6, 9]", (5, 8))]),
        ("votes on a scale [1, 9] of wind", []),
        ("votes in the interval [2, 9] of wind", []),
        ("shown in [1,3–5]", [("[1,3–5]", (0, 2, 3, 4))]),
        ("see [7, Section 2]", [("[7, Section 2]", (6,))]),
        ("(see [see also 2, 3])", [("[see also 2, 3]", (1, 2))]),
        ("as Corso et al. [2] say", [("Corso et al. [2]", (1,))]),
        ("as Ander and Holt [2] say", [("Ander and Holt [2]", (1,))]),
        ("in [0, 1] or [1, 40] or (3)", []),
        ("see [7, Lemma 2.1; 9, p. 4]", [("[7, Lemma 2.1; 9, p. 4]", (6, 8))]),
        ("см. [7, теор. 1.7.4; 9, с. 4]", [("[7, теор. 1.7.4; 9, с. 4]", (6, 8))]),
        ("siehe [7, Satz 2] und [9, Kap. 4]", [("[7, Satz 2]", (6,)), ("[9, Kap. 4]", (8,))]),
        ("votes of [7, stones 2]", []),
        ("known [e.g., 2, 4 and 6]", [("[e.g., 2, 4 and 6]", (1, 3, 5))]),
        ("from [3]–[5] on", [("[3]–[5]", (2, 3, 4))]),
        ("methods[3] and CLAY-A*[4]", [("[3]", (2,)), ("[4]", (3,))]),
        ("the entries x[3] and y_1[4] of it", []),
        ("drawn uniformly from [2, 10]", []),
        ("t ∈ [2, 10] and [1, 2]d", []),
        ("of size [10, 12] × [10, 12]", []),
        ("from [5-3] on", []),
        ("in (Smith et al., 2001)", []),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_numbers(text: str, found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(each.text, each.references) for each in find_markers(text, NUMBERED)] == found


def test_numbers_a_little_beyond_the_list_are_told() -> None:
    (first, second) = find_markers("known [3, 7, 14] and elsewhere [15]", NUMBERED)
    assert (first.references, first.unresolved) == ((2, 6), ("14",))
    assert (second.references, second.unresolved) == ((), ("15",))
    assert find_markers("images of [64, 32, 3] and [90] and [3, 14] and [0]", NUMBERED) == ()


ROUND_TEXT = """
    Pots ring (3), as Dahl et al. (7) heard. Sand is fine (1; 2) and wet (4–6). Clay is not (8).
    By Eq. (9), and as in (10), all is well. We (11) agree; see Fig. (12), sin(2) and x = 3 (5).
    Weights are in Dahl's formula (8), not in the formula (9).
    """


def test_numbers_in_parentheses_where_a_document_cites_so() -> None:
    index = build_index(NUMBERED.references, [ROUND_TEXT])
    found = [each.text for each in find_markers(ROUND_TEXT, index)]
    assert found == ["(3)", "Dahl et al. (7)", "(1; 2)", "(4–6)", "(8)", "(11)", "(8)"]


def test_numbers_in_parentheses_are_equations_where_brackets_cite() -> None:
    texts = ["Pots ring [3], as in [7]. Sand is fine [1, 2].", "The sum (3) is (4)."]
    index = build_index(NUMBERED.references, texts)
    assert find_markers("Pots ring (3) and sand (4).", index) == ()


@pytest.mark.parametrize(
    ("text", "raised", "found"),
    [
        ("pots ring1,3–5 well", "1,3–5", (0, 2, 3, 4)),
        ("pots ring.2", "2", (1,)),
        ("the square x2", "2", None),
        ("about 103", "3", None),
        ("of 5 cm2", "2", None),
        ("pots ring14", "14", None),
        ("with Sieve ver. 2.4.45", "5", (4,)),
        ("with Sieve 2.4.45", "5", (4,)),
        ("with Sieve ver. 2.4.5", "5", (4,)),
        ("the rules of 20045", "5", (4,)),
        ("pots ring.2(a),(b)", "2(a),(b)", (1,)),
        ("pots ring.3,4(c)", "3,4(c)", (2, 3)),
        ("pots ring.3,4, chap. 3", "3,4, chap. 3", (2, 3)),
        ("pots ring.3, p. 12,4", "3, p. 12,4", (2, 3)),
    ],
)
def test_superscripts(text: str, raised: str, found: tuple[int, ...] | None) -> None:
    start = text.index(raised, 3)
    start = text.rindex(raised) if text.endswith(raised) else start
    marker = raised_marker(text, start, start + len(raised), NUMBERED)
    assert (marker and marker.references) == found


def test_labels() -> None:
    index = listed(("AH98", "Ander and Holt, 1998."), ("BOT+04", "Brandvik et al., 2004."))
    (marker,) = find_markers("as in [AH98, BOT+04] before", index)
    assert (marker.text, marker.references) == ("[AH98, BOT+04]", (0, 1))
    assert find_markers("an array [x, y]", index) == ()
    (marker,) = find_markers("as in [e.g., BOT + 04, Thm 2; Cor09]", index)
    assert (marker.references, marker.unresolved) == ((1,), ("Cor09",))


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


PIECES = (
    "Holt", "Ito and Ono", "Mora et al.", "World Shore Organization", "2018", "2021a,b", "(2019)",
    "n.d.", "[3]", "[2–5]", "[0, 1]", "(12)", "(", ")", "[", "]", ",", ";", " ", "see", "x[3]", "–",
    "[BOT+04]",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_markers_never_overlap_and_quote_the_text(pieces: list[str]) -> None:
    text = " ".join(pieces)
    labelled = listed(("BOT+04", "Brandvik et al., 2004."))
    cites_round = build_index(NUMBERED.references, [ROUND_TEXT])
    for index in (NAMED, ODD, NUMBERED, labelled, cites_round):
        end = 0
        for marker in find_markers(text, index):
            assert end <= marker.start < marker.end <= len(text)
            assert text[marker.start : marker.end] == marker.text
            assert all(0 <= at < len(index.references) for at in marker.references)
            assert len(set(marker.references)) == len(marker.references)
            assert marker.references or marker.unresolved
            end = marker.end


def test_wide_brackets_cite() -> None:
    entries = [f"林木. 沙子{at}[J]. 沙土学报, 2010." for at in range(4)]
    found = find_markers("筛子［１］和【2，3】以及 A[4] 很重。", _index(entries, "1"))

    assert [each.references for each in found][:2] == [(0,), (1, 2)]


TWENTY = listed(*((str(at), f"Ander, P. (1998). Beach {at}. Shore.") for at in range(1, 31)))


@pytest.mark.parametrize(
    ("text", "raised", "cited"),
    [
        ("nothing is assessed.", "10 11", (9, 10)),
        ("generally below 20 mm", "19–21", (18, 19, 20)),
        ("an area of 20 mm", "2", None),
        ("a length of 5 cm", "12", None),
    ],
)
def test_raised_numbers_are_told_from_powers(
    text: str, raised: str, cited: tuple[int, ...] | None
) -> None:
    marker = raised_marker(text + raised, len(text), len(text + raised), TWENTY)
    assert (marker.references if marker else None) == cited


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("It has calming properties (2).", [(1,)]),
        ("It works under quiet conditions (3).", [(2,)]),
        ("The criteria of version 1.0 (15) were used.", [(14,)]),
        ("It satisfies the conditions (3).", []),
        ("It follows from properties (2).", []),
    ],
)
def test_round_numbers_behind_what_is_described_cite(
    text: str, cited: list[tuple[int, ...]]
) -> None:
    index = listed(*((str(at), f"Ander, P. (1998). Beach {at}. Shore.") for at in range(1, 31)))
    index.round_numbers = True
    assert [marker.references for marker in find_markers(text, index)] == cited


def test_a_short_name_behind_an_organisation_is_cited() -> None:
    index = listed(
        ("", "Joint Council on Beaches and Reeds (JCBR). (2019). Summary. Ely: Reed."),
        ("", "Ander, P. and Holt, R. (1998). A handbook. Shore Press."),
    )
    markers = find_markers("It was counted (JCBR, 2019) there.", index)
    assert [marker.references for marker in markers] == [(0,)]


def test_an_organisation_is_cited_by_its_initials() -> None:
    index = listed(
        ("", "Office for Harbour Statistics. (n.d.). Tables of quays. Quay Press."),
        ("", "World Pebble Organization. (2020). A report on beaches. Shore Press."),
        ("", "World Pebble Organization. (2021). A second report. Shore Press."),
        ("", "Ander, P. and Holt, R. (1998). A handbook. Shore Press."),
    )
    markers = find_markers(
        "It grew (OHS, n.d.; WPO, 2020, 2021), as WPO’s (2021) report says.", index
    )
    assert [marker.references for marker in markers] == [(0, 1, 2), (2,)]
    assert find_markers("It grew in the APH (PAH, 1998).", index) == ()


def test_numbers_in_brackets_behind_their_authors_cite_beside_superscripts() -> None:
    index = listed(
        ("1", "P. Ander and R. Holt. A handbook. Shore Press, 1998."),
        ("2", "S. Brandvik, K. Oyen, and L. Tamm. Clay pots. Pots 3, 1 (2004)."),
        ("3", "E. Corso. What a pot hears. Pots 4, 5 (2009)."),
    )
    text = "Brandvik et al. [2] and Ander & Holt [1] differ in the range [1, 3] of values [3]."
    assert [marker.references for marker in named_markers(text, index)] == [(1,), (0,)]


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("On the interval [1] and the matrix size [2] he [3] wrote.", []),
        ("In the limit [2], the hemisphere [3] and all material [1] it held.", []),
        ("As Li measured the whole interval [2] it fell; so he [3] said.", []),
        ("He [3] and Ma et al. [1] agree with Li’s [2].", [(2,), (0,), (1,)]),
        ("Li [2] and others; Ma and co-workers [1]; Reed and He (2009) [3].", [(1,), (0,), (2,)]),
        ("O’Brien-Øye et al.’s [4] and the Smith-He [3] scale.", [(3,)]),
        ("李明等[5]指出", [(4,)]),
        ("据李明[5]报道", [(4,)]),
    ],
)
def test_a_name_before_a_number_is_a_whole_word(
    text: str, references: list[tuple[int, ...]]
) -> None:
    authors = ("Jo Ma", "Bo Li", "An He", "Kit O'Brien-Oye", "李明")
    index = ReferenceIndex.of(
        [
            Reference(index=at, label=str(at + 1), text=f"{author}. Salt.", authors=(author,))
            for at, author in enumerate(authors)
        ]
    )
    assert [marker.references for marker in named_markers(text, index)] == references


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("As in Ref. 9, the tide is slow; Refs. 3 and 12 differ.", [(8,), (2, 11)]),
        ("It grew (ref. 9), then fell (refs 4,5 and 7–9).", [(8,), (3, 4, 6, 7, 8)]),
        ("Reference 2 and References 3, 4, and 5a agree.", [(1,), (2, 3, 4)]),
        ("In reference 10, as noted, and from references 2 and 3 (ref 9).", [(9,), (1, 2), (8,)]),
        ("Ref. 40 is in no list, nor are Refs. 3 and 14.", []),
        ("Ref. 1.5, ref. 3%, Ref. 2b4, XRef. 3 and a reference 5 m away.", []),
    ],
)
def test_numbers_behind_the_word_itself_cite(text: str, references: list[tuple[int, ...]]) -> None:
    assert [marker.references for marker in written_markers(text, NUMBERED)] == references
    assert [marker.references for marker in find_markers(text, NUMBERED)] == references


def test_the_word_before_a_bracket_is_part_of_no_second_marker() -> None:
    found = [
        marker.references for marker in find_markers("As Ref. [3] and [Ref. 4] say.", NUMBERED)
    ]
    assert found == [(2,), (3,)]


@pytest.mark.parametrize(
    "locator", ["pág. 12", "стор. 12–14", "str. 3", "hlm. 12", "σελ. 12", "12. o.", "kap. iv"]
)
def test_a_page_behind_a_number_may_be_named_in_any_language(locator: str) -> None:
    index = ReferenceIndex.of(
        [Reference(index=at, label=str(at + 1), text="Oak, A. Sand. 2010.") for at in range(3)]
    )

    markers = find_markers(f"The sand is wet [2, {locator}].", index)

    assert [marker.references for marker in markers] == [(1,)]
