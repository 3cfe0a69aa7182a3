"""What a file may mean of entries that no marker leads to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.base.records import Reference
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.mentions import perhaps_cited
from core.manuscript.references.reference_index import ReferenceIndex

NAMED = (
    "Ander, P. and Holt, R. (1998). A handbook. Shore Press.",
    "Li, W. (2004). Clay pots. Instruments, 3, 1995–2001.",
    "Walkers’ Union. (n.d.). Rules of the beach. Shore Press.",
    "Ida M. Strand and Tom M. Quay. 2018. Sand of a bay. In Pots of the Shore.",
)
BEHIND_TITLE = Reference(
    index=0,
    label="",
    text="“What do pots weigh?” Coastal Pottery Board. 2003. Sand of the bay. Shore Press.",
    year=2003,
)


def named(text: str) -> set[int]:
    """Return the positions of what a text may mean of ``NAMED``."""
    references = []
    for at, entry in enumerate(NAMED):
        fields = parse_entry(entry)
        references.append(
            Reference(
                index=at,
                label="",
                text=entry,
                authors=("Ida M",) if at == 3 else fields.authors,
                year=fields.year,
            )
        )
    return perhaps_cited(ReferenceIndex.of(references), text.split("\n"), range(4), bare=False)


def numbered(text: str, *, bare: bool = False) -> set[int]:
    references = [Reference(index=at, label=str(at + 1), text="Walks.") for at in range(60)]
    return perhaps_cited(ReferenceIndex.of(references), [text], [11, 53], bare=bare)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ander | a table | with cells | 1998", {0}),
        ("An-\nder et al. walk a beach with a red pot", {0}),
        ("as Ander and Holt walked", {0}),
        ("after Ander’s rule", {0}),
        ("Ander and Holt (2011) walked", {0}),  # perhaps a wrong year
        ("Ander and Strand (2011) walked", set()),
        ("as Ander’s (2011) pots show", {0}),
        ("Ander walked for long, until 2011", set()),
        ("We thank Ann Ander for a pot", set()),
        ("by P. Ander of the bay", set()),
        ("a wander along the shore, 1998", set()),
        ("(Li, 2004)", {1}),
        ("Li et al. (2009) and others", set()),
        ("the rules of the Walkers’ Union", {2}),
        ("pots of sand (Strand and Quay, 2018)", {3}),
        ("see Quay(2001),andAnderandHolt(1998)among others", {0}),
        ("AnderandHolt(2011) and others", set()),
        ("nobody walks here", set()),
    ],
)
def test_names_may_mean_an_entry(text: str, found: set[int]) -> None:
    assert named(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pots [3, 54] ring", {53}),
        ("pots [10–13] ring", {11}),
        ("pots [10-\n13", {11}),
        ("12, 13] ring", {11}),
        ("equation (54) holds for 12 pots", set()),
    ],
)
def test_numbers_in_brackets_may_mean_an_entry(text: str, found: set[int]) -> None:
    assert numbered(text) == found


def test_bare_numbers_may_mean_an_entry_where_the_file_cites_so() -> None:
    assert numbered("pots ring.54 Then 12% break, in 1254 bays", bare=True) == {53}
    assert numbered("rules 10, 11, 12 and others", bare=True) == {11}


def test_an_entry_with_neither_names_nor_year_may_always_be_meant() -> None:
    index = ReferenceIndex.of([Reference(index=0, label="", text="Pots of the bay. Shore Press.")])
    assert perhaps_cited(index, ["nobody walks"], [0], bare=False) == {0}


ORGANISED = (
    "Northern Office of the Harbours and Quays (NOHQ). (2006). Rules for pilots. Author.",
    "QRS/TUV. (2023) Requirements for pilots, QR 31.",
    "QPSX. Modules of a harbour. In print.",
    "World Harbour Organization. (2020). Tides of the year. Shore Press.",
    "Oar, A. B. (2001). The weight of sails. Shore Press.",
    "R Harbour Tool Team. 2009. R: tools of a harbour. Shore Press.",
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the rules of pilots (NOHQ, 2006) hold", {0}),
        ("the rules of the NOHQ hold, as in 1998", set()),
        ("a module (QRS/ TUV, QR 31, 2023)", {1}),
        ("a module (QPSX: 06, n.d.)", {2}),
        ("the tides (WHO, 2020) rise", {3}),
        ("the tides (WHO, 2019) rise", set()),
        ("a sail of the AB, 2001", set()),
        ("all in one tool (version 2.1, R harbour tool team 2009)", {5}),
        ("the other harbour of R", set()),
        ("nobody walks here", set()),
    ],
)
def test_acronyms_may_mean_the_entry_of_an_organisation(text: str, found: set[int]) -> None:
    references = []
    for at, entry in enumerate(ORGANISED):
        fields = parse_entry(entry)
        year = None if at == 2 else fields.year
        authors = ("QPSX",) if at == 2 else fields.authors
        references.append(Reference(index=at, label="", text=entry, authors=authors, year=year))
    index = ReferenceIndex.of(references)
    assert perhaps_cited(index, text.split("\n"), range(6), bare=False) == found


def test_a_name_in_capitals_is_cited_in_small_letters() -> None:
    entry = Reference(
        index=0, label="", text="CRAMER, Inga, 2001. Sand.", authors=("Inga CRAMER",), year=2001
    )
    index = ReferenceIndex.of([entry])
    assert perhaps_cited(index, ["Lowport | (Cramer and Dale 2001)"], [0], bare=False) == {0}


def test_half_of_a_compound_name_may_mean_its_entry() -> None:
    reference = Reference(
        index=0, label="", text="Ander-Holt, J. Walks. 1998.", authors=("J. Ander-Holt",), year=1998
    )
    for text, found in (
        ("Ander, Quay and Li (1998)", {0}),
        ("Holt (1998)", {0}),
        ("An (1998)", set()),
    ):
        index = ReferenceIndex.of([reference])
        assert perhaps_cited(index, [text], range(1), bare=False) == found, text


def test_an_organisation_behind_the_title_may_be_cited() -> None:
    index = ReferenceIndex.of([BEHIND_TITLE])
    assert perhaps_cited(index, ["Weighed (Coastal Pottery Board 2003)."], [0], bare=False) == {0}
    assert perhaps_cited(index, ["Weighed (Coastal Pottery Board 2009)."], [0], bare=False) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pots hold sand (“Pottery”).", {0}),
        ("Pots hold sand (see “Pottery,” and “Sand”).", {0}),
        ("Pottery holds sand.", set()),
        ("Pots hold sand (“Pottery of the bay”).", set()),
    ],
)
def test_the_first_word_of_a_title_in_quotation_marks_may_cite_it(
    text: str, found: set[int]
) -> None:
    page = Reference(index=0, label="", text="“Pottery — a handbook.” Bay Press, 2018.", year=2018)
    assert perhaps_cited(ReferenceIndex.of([page]), [text], [0], bare=False) == found


def test_a_year_that_another_entry_of_the_author_has_is_no_wrong_one() -> None:
    later = Reference(index=1, label="", text="Strand, I. (2011). A bay.", year=2011)
    first = Reference(
        index=0, label="", text="Strand, I. (2001). Pots.", authors=("I Strand",), year=2001
    )
    lines = ["Strand (2011) walked"]
    assert perhaps_cited(ReferenceIndex.of([first]), lines, [0], bare=False) == {0}
    assert perhaps_cited(ReferenceIndex.of([first, later]), lines, [0], bare=False) == set()


def test_a_name_in_full_before_a_stop_may_be_that_of_the_first_author() -> None:
    entry = Reference(
        index=0, label="", text="Brin Bushel. Potmap, 2022.", authors=("Potmap",), year=2022
    )
    index = ReferenceIndex.of([entry])
    assert perhaps_cited(index, ["Filtered with potmap (Bushel 2022)."], [0], bare=False) == {0}
    assert perhaps_cited(index, ["Filtered with potmap (Brin 2022)."], [0], bare=False) == set()


def test_a_caption_read_as_the_end_of_an_entry_may_cite() -> None:
    texts = [*NAMED, NAMED[0].replace("Ander", "Quill") + " Where pots stood." * 40]
    cites = "Numbers are those of Li (2004)."
    for last, found in ((texts[-1] + cites, {1}), (texts[-1], set()), (NAMED[3] + cites, set())):
        references = []
        for at, entry in enumerate([*texts[:-1], last]):
            fields = parse_entry(entry)
            references.append(
                Reference(index=at, label="", text=entry, authors=fields.authors, year=fields.year)
            )
        index = ReferenceIndex.of(references)
        assert perhaps_cited(index, ["Nothing."], [1], bare=False) == found


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        ("4See Ann Ander.", True),
        ("We thank Ida Ander for a pot.", False),
        ("Of older studies, Ander’s Old Pots is the best.", True),
        ("Old pots break.", False),
        ("For clay, see “How the Sea Made Pots of Sand,” a note.", True),
        ("How the sea made pots.", False),
    ],
)
def test_a_footnote_cites_by_a_whole_name_or_a_title(text: str, is_meant: bool) -> None:
    titles = ("Old Pots: A History", "How the Sea Made Pots of Sand and Clay")
    references = [
        Reference(index=at, label="", text=f"Ander, Ann. {title}. 1979.", title=title, year=1979)
        for at, title in enumerate(titles)
    ]
    references = [replace(entry, authors=("Ann Ander",)) for entry in references]
    found = perhaps_cited(ReferenceIndex.of(references), [text], range(2), bare=False)
    assert bool(found) == is_meant


def test_a_name_alone_before_a_stop_is_that_of_an_author() -> None:
    entry = Reference(
        index=0, label="", text="Opian. Of pots. Trans. A. W. Mar. 1928.", authors=("A. Mar",)
    )
    index = ReferenceIndex.of([entry])
    assert perhaps_cited(index, ["painted pots (Opian 1.470)"], [0], bare=False) == {0}
