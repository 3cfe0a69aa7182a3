"""Markers of names and years."""

from __future__ import annotations

import pytest

from core.base.records import Reference
from core.manuscript.references.markers import (
    ReferenceIndex,
    build_index,
    find_markers,
)
from core.manuscript.references.name_markers import page_markers
from tests.core.manuscript.other_languages import _index
from tests.core.manuscript.references.listed_entries import NAMED, ODD, listed


@pytest.mark.parametrize(
    ("text", "marker", "reference"),
    [
        ("研究表明林木等（2010）提出了新方法。", "林木等（2010）", 0),
        ("已有方法（林木等，2010）很好。", "（林木等，2010）", 0),
        ("これは森ら（2009）が示した．", "森ら（2009）", 1),
        ("김모래 등(2018)은 제안했다.", "김모래 등(2018)", 2),
        ("Это показано ранее (Дубов и др., 2011).", "(Дубов и др., 2011)", 3),
        ("Das zeigt der Sand (Eiche u. a., 2012) gut.", "(Eiche u. a., 2012)", 4),
        ("Bunu gösterdik (Eiche ve diğerleri, 2012).", "(Eiche ve diğerleri, 2012)", 4),
        ("Así es la arena (Eiche y otros, 2012).", "(Eiche y otros, 2012)", 4),
        ("This is known (Eiche 等, 2012).", "(Eiche 等, 2012)", 4),
    ],
)
def test_names_and_years_cite_in_other_languages(text: str, marker: str, reference: int) -> None:
    entries = [
        "林木, 石山, 沙河. 基于筛子的方法[J]. 沙土学报, 2010, 33(5): 1-10.",
        "森太郎, 林花子: “砂の照合”, 粘土学会論文誌, Vol. 50, 2009.",
        "김모래, 이점토, 박자갈 (2018). 모래 체의 분석. 점토학회지, 22(1).",
        "Дубов, И. И. Сита [Текст] / И. И. Дубов, П. П. Кленов, С. С. Елов // Глина. — 2011.",
        "Eiche, H., Ulme, A. & Weide, K. (2012): Sand im Wald. In: Wald 5, S. 1–10.",
    ]

    assert [(each.text, each.references) for each in find_markers(text, _index(entries, ""))] == [
        (marker, (reference,))
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("as shown (Ander and Holt, 1998) before", [("(Ander and Holt, 1998)", (0,))]),
        ("as shown (Ander & Holt 1998) before", [("(Ander & Holt 1998)", (0,))]),
        ("as shown [Ander and Holt, 1998].", [("[Ander and Holt, 1998]", (0,))]),
        ("Ander and Holt (1998) show", [("Ander and Holt (1998)", (0,))]),
        ("Recently, Ander and Holt (1998) show", [("Ander and Holt (1998)", (0,))]),
        ("(Brandvik et al.2004; Corso u. a.2009a)",
         [("(Brandvik et al.2004; Corso u. a.2009a)", (1, 2))]),
        ("Brandvik´s (2004) pots", [("Brandvik´s (2004)", (1,))]),
        ("Brandvik‘s (2004) pots", [("Brandvik‘s (2004)", (1,))]),
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


def test_names_beside_a_numbered_list_where_a_document_cites_so() -> None:
    entries = [(str(at), f"Corso, E. ({at + 2000}). Pot {at}. Clay.") for at in range(1, 9)]
    texts = [f"Pots ring (Corso, {at + 2000})." for at in range(1, 9)]
    index = build_index(listed(*entries).references, texts)
    (marker,) = find_markers("Pots ring (Corso, 2003).", index)
    assert marker.references == (2,)


@pytest.mark.parametrize(
    ("text", "references", "unresolved"),
    [
        ("known (Corso, 1910/2003)", (1,), ()),
        ("known (Corso, 2003/1910)", (1,), ()),
        ("known (Corso, 2002/2003)", (0, 1), ()),
        ("as Corso (1910/2003) knows", (1,), ()),
    ],
)
def test_a_work_printed_again_has_two_years(
    text: str, references: tuple[int, ...], unresolved: tuple[str, ...]
) -> None:
    entries = [("", f"Corso, E. ({year}). Pot {year}. Clay.") for year in (2002, 2003)]
    others = [("", f"Ahl, B. ({year}). Jug {year}. Clay.") for year in range(1990, 1998)]
    index = build_index(listed(*entries, *others).references, [text, "Jugs (Ahl, 1990)."])
    (marker,) = find_markers(text, index)
    assert (marker.references, marker.unresolved) == (references, unresolved)


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
        ("Reeds are counted (Reed Council n. pag.).", [(5,)]),
        ("Ferries are late (“Unsigned” 12).", [(6,)]),
        ("Ferries are late (Unsigned Notes 12).", [(6,)]),
        ("Salt is old (see Oak et al. xiv).", [(3,)]),
        ("Peat burns (de la Rue).", [(4,)]),
        ("Fir wrote of it (12).", []),  # of two works
        ("In “Wind over Wide Water” Fir wrote of it (12).", [(1,)]),
        ("Ash and Elm sing (3). So do reeds (5).", [(2,), (2,)]),
        ("Ash and Elm sing (3). De la Rue digs (5).", [(2,), (4,)]),
        ("De la Rue digs (5). Ash and Elm sing (3). Peat burns (de la Rue 2).", [(4,), (2,), (4,)]),
        ("Mud is warm (Ash and Elm 41). Later it is cold (44).", [(2,), (2,)]),
        ("Mud is warm (Ash and Elm 41). Salt is old (44).", [(2,)]),  # “Salt” may be the title
        ("Mud is warm (Ash and Elm 41). Fir came by. Later it is cold (44).", [(2,)]),
        ("De la Rue says that mud is warm (Ash and Elm 41) and cold (44).", [(2,)]),
        ("Mud is warm (Ash and Elm 41), but de la Rue digs (5).", [(2,), (4,)]),
        ("De la Rue answers Box, Oak and others (5).", []),
        ("Ash, and with him much later Elm, sang (5).", []),
        ("An ash of an elm sings (5).", []),
        ("De la Rue digs (1) in peat and (2) in mud, (3) with spades.", []),
        ("The oak is old (5), and reeds bend (2.1).", []),
        ("It rains (Report on Reeds 3.2.15–18; Oak et al. 201–02).", [(5, 3)]),
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


@pytest.mark.parametrize(
    "part", ["see fig. 1", "see, for example, fig. 2", "Table 3", "cf. Fig. 4"]
)
def test_a_figure_that_is_named_beside_a_work_is_no_work(part: str) -> None:
    (marker,) = page_markers(f"Mud is warm (Ash and Elm 41; {part}).", INDEX)
    assert (marker.references, marker.unresolved) == ((2,), ())


@pytest.mark.parametrize(("page", "cited"), [(33, [(0,)]), (58, [(0,)]), (201, [])])
def test_pages_alone_cite_no_article_that_does_not_have_them(
    page: int, cited: list[tuple[int, ...]]
) -> None:
    text = "Fir, Ada. “Winds.” Reeds, vol. 3, no. 2, 1998, pp. 33-58."
    entry = Reference(index=0, label="", text=text, authors=("Ada Fir",), title="Winds", year=1998)
    sentence = f"As Fir says, it blows ({page})."
    markers = page_markers(sentence, ReferenceIndex.of([entry]))
    assert [marker.references for marker in markers] == cited


_ABROAD = _index(
    [
        "Meşe, A., Kayın, B. ve Çam, C. (2012). Elekler ve kum. Saz Dergisi, 3, 5-9.",
        "Дуб А., Клен Б., Ясен В. Сита і пісок. Очерет. 2013. № 2. С. 5-9.",
        "Ek, Anna, Björk, Bo och Asp, Carl (2014). Sand och sållar. Vasstidningen, 3, 5-9.",
        "Hrast, Heinrich (2015). Sita i pijesak. Trska 4, 5-9.",
        "Hrast, Hans Dieter (2015). Sita i glina. Trska 4, 15-19.",
        "Oak, Anna, Elm, Bea, Ash, Cid, and Fir, Dan (2016). Sand. Reed, 4, 5-9.",
        "Oak, Anna, Yew, Ida, Ash, Cid, and Fir, Dan (2016). Clay. Reed, 4, 15-19.",
        "Weathering of old sieves of sand in all of the four seasons of a year (2017). Reed.",
    ],
    "",
)


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("Bu gösterildi (Meşe ve diğ., 2012, s. 12).", (0,)),
        ("Це показано (Дуб, Клен та Ясен, 2013).", (1,)),
        ("Це показано [Дуб (та ін.), 2013, с. 5].", (1,)),
        ("Det visades av Ek m.fl. (2014, s. 12) här.", (2,)),
        ("To pokazuje H. Hrast (2015.) jasno.", (3,)),
        ("To pokazuje H. D. Hrast (2015) jasno.", (4,)),
        ("It is known (Oak, Yew et al., 2016).", (6,)),
        ("It is known (Oak; Elm et al., 2016).", (5,)),
        ("Isso foi visto (SEIXO; AREIA, 2018).", ()),
        ("So (Weathering of old sieves of sand in all of the four seasons of a year, 2017).", (7,)),
    ],
)  # fmt: skip
def test_names_are_found_as_other_countries_cite_them(
    text: str, references: tuple[int, ...]
) -> None:
    assert [marker.references for marker in find_markers(text, _ABROAD)] == [references]


@pytest.mark.parametrize("text", ["It grew (EU; USA, 2010).", "It grew (UK; US 2011)."])
def test_acronyms_beside_a_year_cite_nothing(text: str) -> None:
    assert not find_markers(text, _ABROAD)


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("(Corso et al. 2004)", (1,)),
        ("(Corso & Lind 2004)", (0,)),
        ("Corso (2004)", (3,)),
        ("(Oyen & Tamm 2002)", (5,)),
        ("(Oyen et al. 2002)", (4,)),
    ],
)
def test_entries_that_leave_authors_out_are_those_of_several(
    text: str, references: tuple[int, ...]
) -> None:
    index = listed(
        ("", "Corso, E. & Lind, P. (2004) What a pot hears. Clay, 4, 1–9."),
        ("", "Corso, E. et al. (2004) Pots beside pots. Clay, 4, 10–19."),
        ("", "Dahl, M. (2004) A handbook. Shore Press."),
        ("", "Corso, E. (2004) One neighbour. Votes, 3, 2–8."),
        ("", "Oyen, K., Nam, C. & Tamm, L. (2002) Sieves. Sand, 1, 1–4."),
        ("", "Oyen, K. & Tamm, L. (2002) Sieves of sand. Sand, 1, 5–9."),
    )
    assert [marker.references for marker in find_markers(text, index)] == [references]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(Holt 1998; Fall et al. 2007)", [(0, 1)]),
        ("as March and Simon (1958) say", [(2,)]),
        ("as it was (March and April, 2007)", []),
        ("as it was in Fall (2007)", []),
    ],
)
def test_families_may_be_called_as_seasons_are(text: str, found: list[tuple[int, ...]]) -> None:
    index = listed(
        ("", "Holt, R. (1998) Shores. Shore Press."),
        ("", "Fall, A., Ander, P. & Lind, K. (2007) Pebbles apart. Sand, 10, 4–9."),
        ("", "March, J. and Simon, H. (1958) Pots. Shore Press."),
    )
    assert [marker.references for marker in find_markers(text, index)] == found


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("the Grant and Loan Act (2010) says", []),
        ("as Grant and Lode (2010) say", [(0,)]),
        ("as Grant et al. (2011) say", [(1,)]),
        ("as said (Ida B. Moor and Bea R. Lode, 2013)", [(3,)]),
        ("as Bea R. Lode and Ann M. Grant (2012) say", [(2,)]),
    ],
)
def test_given_names_and_names_that_are_words(text: str, cited: list[tuple[int, ...]]) -> None:
    index = listed(
        ("", "Grant, A. M. and Lode, B. R. (2010). Walks. Shore Letters 3, 1–9."),
        ("", "Grant, A. M., Lode, B. R., and Elm, C. (2011). Waves. Shore Letters 4, 1–9."),
        ("", "Lode, B. R. and Grant, A. M. (2012). Winds. Shore Letters 5, 1–9."),
        ("", "Moor, I. B. and Lode, B. R. (2013). Ebb. Shore Letters 6, 1–9."),
    )
    assert [marker.references for marker in find_markers(text, index)] == cited
