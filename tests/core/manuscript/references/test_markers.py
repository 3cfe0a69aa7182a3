from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.records import Reference
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.markers import (
    ReferenceIndex,
    build_index,
    find_markers,
    raised_marker,
)


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
        ("(Brandvik, S. et al., 2004; Lima-Reis, A. B. et al., 2020)",
         [("(Brandvik, S. et al., 2004; Lima-Reis, A. B. et al., 2020)", (1, 7))]),
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


ODD = listed(
    ("", "World Shore Organization (2020). Report on sand. Geneva."),
    ("", "Tide Lab, Inc. (2018). Waves. Shore, MA."),
    ("", "Dune Works, a division of Sand and Stone Inc. (n.d.). Dunes."),
    ("", "Särna, S., Lund, B., and Ono, C. (2019). Wet sand. Shores."),
    ("", "Ito, B. and Ono, C. (2021). First shore. Shores."),
    ("", "Ito, B. and Ono, C. (2021). Second shore. Shores."),
    ("", "O'Hara, M. (2016). Cliffs. Shores."),
    ("", "Иванов, П. (2014). Песок. Берег."),
    ("", "Kovač, D. (2017). Reefs. Shores."),
    ("", "Holt, R. (2018). Rocks. Shores."),
    ("", "Holt, R. (in press). Pebbles. Shores."),
    ("", "The SandWorks, Inc. (2018). SANDLAB. Shore, MA."),
    ("", "Ono, C. (n.d.). Foam. Retrieved 2019 from https://example.org/foam."),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(World Shore Organization, 2020)", (0,)),
        ("the World Shore Organization (2020) says", (0,)),
        ("waves (Tide Lab, Inc., 2018) rise", (1,)),
        ("SANDLAB (The SandWorks, Inc., 2018)", (11,)),
        ("foam (Ono, n.d.) settles", (12,)),
        ("(Dune Works, a division of Sand and Stone Inc., n.d.)", (2,)),
        ("as S¨ arna et al. (2019) say", (3,)),
        ("(Ito & Ono 2021a)", (4,)),
        ("(Ito and Ono, 2021b)", (5,)),
        ("(Ito and Ono, 2021a,b)", (4, 5)),
        ("cliffs (O’Hara, 2016)", (6,)),
        ("песок (Иванов, 2014)", (7,)),
        ("reefs (Kovaˇ c, 2017)", (8,)),
        ("Holt (2018; in press) agrees", (9, 10)),
        ("(Holt, 2018, in press)", (9, 10)),
        ("(cf. Holt 2018, pp. 3–5; see also Kovač, 2017)", (9, 8)),
        ("(see Holt (2018) and Kovač (2017))", (9, 8)),
        ("as Särna et al., 2019, and others show", (3,)),
        ("In 2019 (2020) the sea rose", ()),
        ("at Holt 2018 was warm", ()),
        ("by grant PID2018-1430 (Holt2018)", ()),
        ("the shores of 2018 (Table 2, 2018)", ()),
    ],
)
def test_names_of_every_kind(text: str, found: tuple[int, ...]) -> None:
    assert tuple(at for each in find_markers(text, ODD) for at in each.references) == found


def test_a_long_remark_in_brackets_is_no_marker_but_what_it_cites_is() -> None:
    text = "sand (long thought to come from the hills, see Holt, 2018, until somebody looked there)"
    (marker,) = find_markers(text, ODD)
    assert (marker.text, marker.references) == ("Holt, 2018", (9,))


@pytest.mark.parametrize(
    ("text", "references", "unresolved"),
    [
        ("known (Holt, 2018; Li, 2019)", (9,), ("Li, 2019",)),
        ("known (Holt, 2018, 1999)", (9,), ("Holt, 1999",)),
        ("known (Mora et al., 2001)", (), ("Mora et al., 2001",)),
        ("as Mora et al. (2001) know", (), ("Mora et al., 2001",)),
        ("known (Mora, 2001)", (), ("Mora, 2001",)),
    ],
)
def test_names_that_lead_nowhere_are_told(
    text: str, references: tuple[int, ...], unresolved: tuple[str, ...]
) -> None:
    (marker,) = find_markers(text, ODD)
    assert (marker.references, marker.unresolved) == (references, unresolved)


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


def test_names_beside_a_numbered_list_where_a_document_cites_so() -> None:
    entries = [(str(at), f"Corso, E. ({at + 2000}). Pot {at}. Clay.") for at in range(1, 9)]
    texts = [f"Pots ring (Corso, {at + 2000})." for at in range(1, 9)]
    index = build_index(listed(*entries).references, texts)
    (marker,) = find_markers("Pots ring (Corso, 2003).", index)
    assert marker.references == (2,)


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
