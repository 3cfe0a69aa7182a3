"""Entries beside the library's records, and what an audit does not assert."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.base.records import (
    Link,
    Manuscript,
    Marker,
    Paper,
    PaperNumber,
    Reference,
    Section,
    Sentence,
)
from core.manuscript.text.extractor import EXTRACTOR, LATEX_EXTRACTOR
from core.recommend.audit import audit, entry_name
from core.recommend.entry_checks import check_entries, compare_entry
from tests import wording

NUMBER = PaperNumber(1)
PAPER = Paper(
    number=NUMBER, ids=("doi:10.55555/reeds.1",), title="Songs of the reeds in early spring",
    authors=("Ann Oak", "Bo Elm"), year=2011, venue="Physical Review Letters",
    doi="10.55555/reeds.1", extra={"volume": "12", "page": "132"},
)  # fmt: skip


def entry(**values: object) -> Reference:
    stated = {
        "title": PAPER.title, "authors": ("A. Oak", "B. Elm"), "year": 2011,
        "venue": "Phys. Rev. Lett.", "doi": "10.55555/REEDS.1",
        "text": "A. Oak and B. Elm, Songs of the reeds in early spring, Phys. Rev. Lett. 12, 132.",
    } | values  # fmt: skip
    return Reference(index=0, label="1", **stated)  # type: ignore[arg-type]


TEXT = "A. Oak and B. Elm, Songs of the reeds in early spring, Phys. Rev. Lett. 12, 132, "


@pytest.mark.parametrize(
    ("values", "differences"),
    [
        ({}, []),
        ({"title": "", "text": "A. Oak and B. Elm, Phys. Rev. Lett. 12, 132 (2011)."}, []),
        ({"year": 2013, "text": f"{TEXT} 2013."}, [("year", "2013", "2011")]),
        ({"year": 2001, "text": "A. Oak, Songs of the reeds, 2001."}, [("year", "2001", "2011")]),
        ({"year": 2001, "venue": "", "text": f"A. Oak. {PAPER.title}, 2001."},
         [("year", "2001", "2011")]),
        ({"year": 2001, "text": "A. Oak, Songs of the reeds, 2001, pp. 1735-80."},
         [("year", "2001", "2011")]),
        ({"year": 2012, "text": "A. Oak, Songs of the reeds, online 2011, printed 2012"}, []),
        ({"doi": "10.55555/other.9"}, [("doi", "10.55555/other.9", "10.55555/reeds.1")]),
        ({"doi": "10.55555/reets.1", "text": "A. Oak, Songs of the reeds in early spring."},
         [("doi", "10.55555/reets.1", "10.55555/reeds.1")]),
        ({"doi": "10.55555/reeds"}, []),
        ({"doi": "10.55555/elm"}, []),  # cut before the name of the next line
        ({"authors": ("A. O£k",), "text": "A. O£k, Songs of the reeds in early spring."}, []),
        ({"authors": ("A. Oxk",), "text": "A. Oxk, Songs of the reeds in early spring."},
         [("author", "A. Oxk", "Ann Oak")]),
        ({"venue": "Rev. Lett."}, []),
        ({"venue": "Reed Studies", "text": "A. Oak, Songs of the reeds, Reed Studies 12, 132."},
         [("journal", "Reed Studies", "Physical Review Letters")]),
        ({"authors": ("C. Yew",), "text": "C. Yew, Songs of the reeds in early spring."},
         [("author", "C. Yew", "Ann Oak")]),
        ({"title": "Winter walks along the strand", "text": "A. Oak, Winter walks, 2011."},
         [("title", "Winter walks along the strand", PAPER.title)]),
    ],
)  # fmt: skip
def test_an_entry_agrees_or_says_in_which_field_it_differs(
    values: dict[str, object], differences: list[tuple[str, str, str]]
) -> None:
    manuscript = Manuscript(title="Marsh", references=(entry(**values),))
    (check,) = check_entries(manuscript, {0: Link(NUMBER, 1.0)}, {NUMBER: PAPER})
    assert [(one.field, one.entry, one.library) for one in check.differences] == differences
    assert check.state == ("differs" if differences else "agrees")
    assert not check.reason


BOOK: dict[str, object] = {"venue": "", "extra": {"type": "book"}}
LATER = f"{TEXT} 2021."


@pytest.mark.parametrize(
    ("values", "changes", "there"),
    [
        # online a year or two before it was printed
        ({"year": 2012, "text": f"{TEXT} 2012."}, {}, "2011"),
        ({"year": 2013, "text": "A. Oak, Songs of the reeds, 2013."}, {}, "2011"),
        # another edition, version or printing
        ({"year": 2021, "text": LATER}, BOOK, "2011"),
        ({"year": 2021, "text": f"{LATER} 2nd ed."}, {}, "2011"),
        ({"year": 2014, "text": f"{TEXT} 2014.", "arxiv": "1401.00001"}, {}, "2011"),
        ({"year": 2014, "text": f"{TEXT} 2014."}, {"venue": "arXiv"}, "2011"),
        ({"year": 2021, "title": "Songs of the reeds", "text": LATER}, {}, "2011"),
        # printed again elsewhere, or another survey of the same title
        ({"year": 2021, "venue": "Reed Studies", "doi": "",
          "text": f"A. Oak, {PAPER.title}, Reed Studies 44, 17, 2021."}, {}, "2011"),
        ({"year": 2021, "doi": "",
          "text": f"A. Oak, {PAPER.title}, Phys. Rev. Lett. 22, 17, 2021."}, {}, "2011"),
        # a year of a day, of a DOI, or beside another one, as in a reprint
        ({"year": 2021, "text": f"{TEXT} [Abgerufen am 02.01.2021]."}, {}, "2011"),
        ({"year": 2021, "text": f"{TEXT} Accessed 3 May 2021."}, {}, "2011"),
        ({"year": 2001, "text": f"{TEXT} doi:10.55555/1234(2001)84"}, {}, "2011"),
        ({"year": 1810, "text": f"{TEXT} May 24, 2019. arXiv: 1810 . 04805[cs]."}, {}, "2011"),
        ({"year": 2021, "text": f"{TEXT} 2021 (first in 1987)."}, {}, "2011"),
        # a version that was put online later
        ({"year": 2021, "venue": "", "doi": "", "text": f"A. Oak. {PAPER.title}, 2021."}, {},
         "2011"),
        # DOIs of archives and of another publisher, and the next version
        ({"doi": "10.5281/zenodo.1"}, {}, PAPER.doi),
        ({"doi": "10.55556/reeds.1"}, {}, PAPER.doi),
        ({"doi": "10.55555/reeds.2"}, {}, PAPER.doi),
        # names written in two ways, cut, or taken for a given name or a degree
        ({"authors": ("A. Öäk",), "text": "A. Öäk, Songs."}, {"authors": ("A. Oaek",)}, "A. Oaek"),
        ({"authors": ("Hoffman",), "text": "Hoffman."}, {"authors": ("A. Homan",)}, "A. Homan"),
        ({"authors": ("A. Oak",)}, {"authors": ("Ann Oak MSc",)}, "Ann Oak MSc"),
        ({"authors": ("Reed Group",), "text": "Reed Group, Songs."}, {}, "Ann Oak"),
        ({"authors": ("C. Yew",), "doi": "", "text": "C. Yew, Songs."}, {}, "Ann Oak"),
        # a journal without a volume and page that agree, or with a word in common
        ({"venue": "Reed Studies", "text": "A. Oak, Songs, Reed Studies 2011."}, {}, PAPER.venue),
        ({"venue": "Physics Today", "text": "A. Oak, Physics Today 12, 132."}, {}, PAPER.venue),
        ({"venue": "Reeds", "text": "A. Oak, Songs, Reeds 12, 132."}, {}, PAPER.venue),
        # a translation, and a title that nothing but the title says to be of this work
        ({"title": "Lieder vom Schilf", "text": "A. Oak, Lieder vom Schilf."}, {}, PAPER.title),
        ({"title": "Walks along the strand", "text": "A. Oak, Walks.", "doi": ""}, {}, PAPER.title),
        # a title in which a font lost letters
        ({"title": "SoRngs of the reLeds in the eaRty sptrin", "text": "A. Oak, SoRngs."}, {},
         PAPER.title),
    ],
)  # fmt: skip
def test_what_sources_may_state_in_two_ways_is_unchecked(
    values: dict[str, object], changes: dict[str, Any], there: str
) -> None:
    stated = entry(**values)
    check = compare_entry(stated, replace(PAPER, **changes))
    assert (check.state, check.differences) == ("unchecked", ())
    assert f"“{there}”" in check.reason


@pytest.mark.parametrize(
    ("values", "field", "here", "there"),
    [
        ({"year": 2012, "text": f"{TEXT} 2012."}, "Year", "2012", "2011"),
        ({"doi": "10.5281/zenodo.1"}, "DOI", "10.5281/zenodo.1", PAPER.doi),
        ({"venue": "Reeds", "text": "A. Oak, Songs."}, "Journal", "Reeds", PAPER.venue),
        ({"authors": ("C. Yew",), "doi": "", "text": "C. Yew, Songs."},
         "First author", "C. Yew", "Ann Oak"),
        ({"authors": ("Consortium RSX",), "text": "Consortium RSX, Songs."},
         "First author", "Consortium RSX", "Ann Oak"),
        ({"title": "Walks", "text": "A. Oak, Walks.", "doi": ""}, "Title", "Walks", PAPER.title),
    ],
)  # fmt: skip
def test_a_difference_that_is_not_certain_names_its_field(
    values: dict[str, object], field: str, here: str, there: str
) -> None:
    check = compare_entry(entry(**values), PAPER)
    words = {"field": field, "entry": here, "record": there}
    assert check.reason == wording.fill("core.recommend.entry_checks:compare_entry", **words)


def test_a_doi_printed_with_a_dash_is_no_other_doi() -> None:
    hyphen = replace(PAPER, doi="10.55555/reeds-1")
    manuscript = Manuscript(title="Marsh", references=(entry(doi="10.55555/reeds–1"),))
    (check,) = check_entries(manuscript, {0: Link(NUMBER, 1.0)}, {NUMBER: hyphen})
    assert check.state == "agrees"


@pytest.mark.parametrize(
    ("links", "values"),
    [
        ({}, {}),
        ({0: Link(NUMBER, 0.65)}, {}),
        ({0: Link(NUMBER, 1.0)}, {"title": "", "authors": (), "year": None, "venue": ""}),
    ],
)
def test_an_unchecked_entry_says_why(links: dict[int, Link], values: dict[str, object]) -> None:
    manuscript = Manuscript(title="Marsh", references=(entry(**values),))
    (check,) = check_entries(manuscript, links, {NUMBER: PAPER})
    assert (check.state, check.differences) == ("unchecked", ())
    assert check.reason


def numbered(cited: Sequence[int], count: int, extractor: str) -> Manuscript:
    references = tuple(
        Reference(index=at, label=str(at + 1), text=f"A. Oak{at}. Walk {at}, 2001.", year=2001)
        for at in range(count)
    )
    sentences = tuple(
        Sentence(
            index=at, section=0, page=0, text=f"Birds sing [{number + 1}].", rects=(),
            markers=(Marker(11, 14, f"[{number + 1}]", (number,)),),
        )
        for at, number in enumerate(cited)
    )  # fmt: skip
    return Manuscript(
        title="Marsh", sections=(Section("1", "Songs", 1),), sentences=sentences,
        references=references, extractor=extractor, cited_beside=(18,),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cited", "extractor", "is_said"),
    [
        (range(14), EXTRACTOR, False),
        (range(18), EXTRACTOR, True),
        (range(14), LATEX_EXTRACTOR, True),
    ],
)
def test_numbers_that_nobody_cites_were_lost(
    cited: Sequence[int], extractor: str, is_said: bool
) -> None:
    kinds = {finding.kind for finding in audit(numbered(cited, 20, extractor), {})}
    assert ("never cited" in kinds) == is_said
    assert ("cited beside" in kinds) == is_said
    assert ("could not check" in kinds) or is_said


@pytest.mark.parametrize(
    ("one", "other", "is_twin"),
    [
        ("Code for songs of the reeds in spring", "Data for songs of the reeds in spring", False),
        ("Songs of the reeds in spring", "Reply to songs of the reeds in spring", False),
        ("Growth of the common reed in mice", "Growth of the common reed in rats", False),
        ("Songs of the reeds in spring", "Songs of the reads in spring", True),
        ("Meta-analysis of the reed songs", "Metaanalysis of the reed songs", True),
        ("Songs across the reeds in spring", "Songs cross the reeds in spring", True),
    ],
)
def test_titles_with_other_words_are_other_works(one: str, other: str, is_twin: bool) -> None:
    references = tuple(
        Reference(index=at, label=str(at + 1), text=title, title=title, authors=("A. Oak",),
                  year=2001)
        for at, title in enumerate((one, other))
    )  # fmt: skip
    findings = audit(Manuscript(title="Marsh", references=references), {})
    assert any(finding.kind == "duplicate" for finding in findings) == is_twin


@pytest.mark.parametrize(
    ("one", "other", "is_twin"),
    [
        (
            "Reed Press. Shore. 2013. Reed Dictionaries",
            "Reed Press. Tide. Reed Dictionaries",
            False,
        ),
        (
            "Reed Press. Reed Dictionaries, 2013. Shore brief #16",
            "Reed Press. Reed Dictionaries, 2013. Shore brief #20",
            False,
        ),
        (
            "Reed Press (2013). Reed Dictionaries",
            "Reed Press, Oak B (2013). Reed Dictionaries",
            True,
        ),
    ],
)
def test_words_before_a_title_and_numbers_behind_it_tell_two_works_apart(
    one: str, other: str, is_twin: bool
) -> None:
    references = tuple(
        Reference(index=at, label=str(at + 1), text=text, title="Reed Dictionaries",
                  authors=("Reed Press",), year=2013)
        for at, text in enumerate((one, other))
    )  # fmt: skip
    findings = audit(Manuscript(title="Marsh", references=references), {})
    assert any(finding.kind == "duplicate" for finding in findings) == is_twin


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("Smith DA", "1 (Smith 2018)"),
        ("DA", "1 (2018)"),
        ("gov", "1 (2018)"),
        ("Internet", "1 (2018)"),
        ("www.example.org", "1 (2018)"),
        ("Ann Oak", "1 (Oak 2018)"),
        ("Wei Li", "1 (Li 2018)"),
        ("WHO", "1 (WHO 2018)"),
    ],
)
def test_no_author_is_made_of_initials_and_addresses(author: str, name: str) -> None:
    stated = Reference(index=0, label="1", text=f"{author}. 2018.", authors=(author,), year=2018)
    assert entry_name(stated) == name
