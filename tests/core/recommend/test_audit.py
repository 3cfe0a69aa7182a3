"""The audit of a reference list: each fault is found and said plainly, nothing else is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from core.base.notices import Notice, NoticeKind
from core.base.records import (
    Link,
    Manuscript,
    Marker,
    PaperNumber,
    PaperRecord,
    Rect,
    Reference,
    Sentence,
)
from core.library.library import Library
from core.manuscript.text.extractor import EXTRACTOR, TYPST_EXTRACTOR
from core.recommend.audit import audit, could_not_check
from core.recommend.entry_checks import entry_name
from tests import wording

TITLES = (
    "Why harbours freeze from the middle",
    "The weight of a wet sail",
    "Tides seen from a kitchen window",
    "On the naming of small islands",
)


def entries(count: int = 4, **changes: object) -> list[Reference]:
    """Make a numbered list in order; ``changes`` go to its last entry."""
    listed = [
        Reference(
            index=index,
            label=str(index + 1),
            text=f"[{index + 1}] A. Oar{index}. {title}. Harbour Letters, {2001 + 5 * index}.",
            authors=(f"Anna Oar{index}",),
            title=title,
            year=2001 + 5 * index,
        )
        for index, title in enumerate(TITLES[:count])
    ]
    return [*listed[:-1], replace(listed[-1], **changes)]  # type: ignore[arg-type]


def made(count: int) -> list[Reference]:
    """Make entries without a label or title."""
    return [
        Reference(index=at, label="", text=f"A. Oar{at}. Ropes. 2001.", year=2001)
        for at in range(count)
    ]


def manuscript(references: Sequence[Reference], *markers: Marker) -> Manuscript:
    """Make a manuscript with one sentence a marker."""
    sentences = tuple(
        Sentence(index, None, 0, f"Sentence {index} says so [x].", (), (marker,))
        for index, marker in enumerate(markers)
    )
    return Manuscript(title="Harbours", sentences=sentences, references=tuple(references))


def citing(*references: int, unresolved: tuple[str, ...] = ()) -> Marker:
    return Marker(18, 21, "[x]", references, unresolved)


def told(found: Manuscript, links: dict[int, Link] | None = None) -> list[str]:
    return [finding.text for finding in audit(found, links or {})]


ALL = citing(0, 1, 2, 3)


def test_an_orderly_list_gives_no_findings() -> None:
    assert told(manuscript(entries(), ALL)) == []


def test_what_is_cited_but_not_listed_is_told_once_with_its_first_place() -> None:
    gone = citing(unresolved=("57",))
    found = audit(manuscript(entries(), ALL, gone, citing(unresolved=("Li, 2019", "57"))), {})
    assert [(each.kind, each.text, each.sentence) for each in found] == [
        ("not listed", wording.fill("core.recommend.audit:_not_listed", marker=57, times=2), 1),
        ("not listed", wording.fill("core.recommend.audit:_not_listed", marker="Li, 2019"), 2),
    ]


def test_a_citation_of_which_an_entry_was_read_as_text_is_not_called_unlisted() -> None:
    read = manuscript(
        entries(), ALL, citing(unresolved=("Quill, 1992", "Mast, 1994", "Reed, 1993"))
    )
    more = (
        "Quill DM, Strand PR.",
        "Sails of the north. Boats 1992; 3: 4.",
        "Mast A, Strand P. Of tides.",
        "So Reed, a boat of 1993, and Mast A.",
    )
    texts = [Sentence(2 + at, None, 1, text, (), ()) for at, text in enumerate(more)]
    found = audit(replace(read, sentences=(*read.sentences, *texts)), {})
    listed = "core.recommend.audit:_perhaps_listed parts"
    assert [(each.kind, each.text) for each in found] == [
        ("could not check", wording.fill(listed, marker="Quill, 1992")),
        ("could not check", wording.fill(listed, marker="Mast, 1994")),
        ("not listed", wording.fill("core.recommend.audit:_not_listed", marker="Reed, 1993")),
    ]


def test_a_manuscript_without_list_is_told_so_in_one_sentence() -> None:
    marks = [citing(unresolved=(str(number),)) for number in range(9)]
    assert told(manuscript([], *marks)) == [
        wording.fill("core.recommend.audit:_not_listed was~found.")
    ]
    written = replace(manuscript([], *marks), extractor=TYPST_EXTRACTOR)
    assert wording.stem("core.recommend.audit:_not_listed beside") in told(written)[0]


def test_an_entry_that_is_never_cited_is_named() -> None:
    found = audit(manuscript(entries(), citing(0, 1, 3)), {})
    assert [(each.kind, each.text, each.reference) for each in found] == [
        ("never cited", wording.fill("core.recommend.audit:_never_cited", entry="3 (Oar2 2011)"), 2)
    ]


@pytest.mark.parametrize(
    ("text", "authors", "year"),
    [
        ("vol. 12, no. 3, pp. 54-56, 2004.", (), 2004),
        ("*: according to the harbour office.", ("to the harbour",), None),
    ],
)
def test_a_part_of_an_entry_and_a_note_in_a_list_are_not_called_never_cited(
    text: str, authors: tuple[str, ...], year: int | None
) -> None:
    rest = [replace(one, label="") for one in entries(4, text=text, authors=authors, year=year)]
    kinds = [each.kind for each in audit(manuscript(rest, citing(0, 1, 2)), {})]
    assert kinds == ["could not check"]


def test_entries_marked_as_works_of_a_review_are_counted_and_not_called_uncited() -> None:
    listed = entries(4)
    marked = [replace(one, text="*" + one.text.partition("] ")[2]) for one in listed]
    review = [*marked[:3], listed[3]]
    found = audit(manuscript(review, citing(0, 3)), {})
    place = "core.recommend.audit:_marked"
    assert [(each.kind, each.text) for each in found] == [
        ("could not check", wording.fill(place, mark="*", count=2))
    ]
    for one_mark in ([*marked[:1], *listed[1:]], marked):  # a slip, and a bullet before each
        kinds = [each.kind for each in audit(manuscript(one_mark, citing(0, 3)), {})]
        assert kinds == ["never cited", "never cited"]


def test_an_entry_is_named_by_the_whole_of_a_double_name() -> None:
    (listed,) = entries(1, authors=("A. Clay-Marsh",), year=2019)
    assert entry_name(listed) == "1 (Clay-Marsh 2019)"


def test_without_markers_nothing_is_said_about_entries_that_are_never_cited() -> None:
    assert "never cited" not in [each.kind for each in audit(manuscript(entries()), {})]


def test_a_second_list_that_no_marker_leads_to_is_left_alone() -> None:
    second = replace(entries()[3], list_number=1)
    third = replace(entries()[3], index=4, title="Boats of clay", text="Boats.", list_number=0)
    found = audit(manuscript([*entries(3), second, third], citing(0, 1, 2)), {})
    assert [each.reference for each in found] == [4]


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        pytest.param(
            {"doi": "10.5555/OAR.1", "title": ""},
            wording.stem("core.recommend.audit:_twins are"),
            id="doi",
        ),
        pytest.param(
            {
                "title": "The weight of a wet sail and of oars.",
                "year": 2006,
                "authors": ("A. Oar1",),
            },
            wording.stem("core.recommend.audit:_twins are"),
            id="title, author and year",
        ),
        pytest.param(
            {
                "title": "The Weigth of a Wet Sail and of Oars",
                "authors": ("A. Oar1",),
                "year": 2007,
            },
            wording.stem("core.recommend.audit:_twins perhaps~the"),
            id="nearly the title, same author",
        ),
    ],
)
def test_the_same_paper_twice_is_told(changes: dict[str, object], ending: str) -> None:
    listed = entries(**changes)
    listed[1] = replace(
        listed[1], doi="10.5555/oar.1", title="The weight of a wet sail and of oars"
    )
    found = audit(manuscript(listed, ALL), {})
    assert [(each.kind, each.reference, each.other) for each in found] == [("duplicate", 1, 3)]
    assert found[0].text.endswith(ending)


def test_three_entries_of_one_paper_give_two_findings() -> None:
    listed = [replace(each, arxiv="2001.00001", title="") for each in entries(3)]
    found = audit(manuscript(listed, citing(0, 1, 2)), {})
    assert [(each.reference, each.other) for each in found] == [(0, 1), (0, 2)]


@pytest.mark.parametrize("parts", [("1", "2"), ("", "II"), ("a", "b")])
def test_parts_of_a_series_are_no_duplicates(parts: tuple[str, str]) -> None:
    listed = entries(title=f"{TITLES[1]} {parts[1]}", year=2006)
    listed[1] = replace(listed[1], title=f"{TITLES[1]} {parts[0]}")
    assert told(manuscript(listed, ALL)) == []


@pytest.mark.parametrize(
    ("one", "other", "kinds"),
    [
        ("The highest mast of a fleet in points, 29, 567–581", "lowest|582–594", []),
        ("The highest mast of a fleet in points, 29, 567–581", "highesst|567–581", ["duplicate"]),
        ("Of linear waves in long harbours", "nonlinear|", []),
        ("Of nonlinear waves in long harbours", "non-linear|", ["duplicate"]),
        ("Of the health of female gulls in harbours", "male|", []),
    ],
)
def test_titles_of_other_pages_or_opposite_words_are_no_duplicates(
    one: str, other: str, kinds: list[str]
) -> None:
    word, _, pages = other.partition("|")
    old = next(old for old in ("highest", "nonlinear", "linear", "female") if old in one)
    listed = entries(4, year=2006, authors=("A. Oar1",))
    for at, text in ((1, one), (3, one.replace(old, word).replace("567–581", pages))):
        title = text.partition(",")[0]
        listed[at] = replace(listed[at], title=title, text=f"A. Oar1. {text}. 2006")
    assert [finding.kind for finding in audit(manuscript(listed, ALL), {})] == kinds


def test_the_rest_of_an_entry_behind_the_end_of_a_page_is_no_duplicate() -> None:
    listed = entries(4, doi="10.5555/oar.2", authors=(), year=None, title="Harbour Letters")
    listed[2] = replace(listed[2], doi="")
    links = dict.fromkeys((2, 3), Link(PaperNumber(7), 0.95))
    assert "duplicate" not in [each.kind for each in audit(manuscript(listed, ALL), links)]


@pytest.mark.parametrize(
    ("rest", "kinds"),
    [("Survey of gulls. 2012. Report on", []), ("Yearbook of Boats, 2012", ["duplicate"])],
)
def test_an_organisation_read_as_the_title_makes_no_duplicates(rest: str, kinds: list[str]) -> None:
    title = "National Bureau of Harbours and Tides"
    listed = entries(4, title=title, text=f"NBT – {title}. {rest}", year=2012, authors=("NBT",))
    undated = {"text": f"NBT – {title}. Yearbook of Boats", "year": None, "authors": ("NBT",)}
    listed[1] = replace(listed[1], title=title, **undated)  # type: ignore[arg-type]
    assert [finding.kind for finding in audit(manuscript(listed, ALL), {})] == kinds


def test_an_entry_that_was_cut_is_not_called_uncited() -> None:
    listed = [replace(one, label="") for one in entries(4)]
    listed[2] = replace(listed[2], text="rural boats survey. 2011.", authors=())
    read = replace(manuscript(listed, citing(0, 3)), extractor=EXTRACTOR)
    assert {each.kind for each in audit(read, {})} == {"could not check"}


@pytest.mark.parametrize(
    ("title", "kinds"),
    [
        ("The core mast of sailing ships in northern harbours", []),
        ("The mast of sailing ship in the northern harbours", ["duplicate"]),
    ],
)
def test_titles_with_another_word_are_two_works(title: str, kinds: list[str]) -> None:
    listed = entries(4)
    for at, one, year in (
        (0, "The mast of sailing ships in northern harbours", 2011),
        (2, title, 2013),
    ):
        text = f"A. Miller. {one}. {year}."
        listed[at] = replace(listed[at], title=one, text=text, year=year, authors=("Ann Miller",))
    found = audit(manuscript(listed, ALL), {})
    assert [finding.kind for finding in found] == kinds


def test_reports_of_two_years_are_no_versions() -> None:
    listed = entries(4)
    for at, year in ((0, 2011), (2, 2013)):
        text = f"Port Office. Wages in the ports, {year}. Annual report on wages."
        listed[at] = replace(
            listed[at], title="Wages in the ports", text=text, year=year, authors=("Port Office",)
        )
    assert told(manuscript(listed, ALL)) == []


def test_a_citation_and_an_entry_with_letters_exchanged_are_one() -> None:
    listed = entries(4, authors=("A. Belsky",), text="A. Belsky. Grasses. 2016.")
    read = manuscript(listed, citing(0, 1, 2), citing(unresolved=("Beksly, 2016",)))
    assert {finding.kind for finding in audit(read, {})} == {"could not check"}


@pytest.mark.parametrize(
    ("bottom", "name", "kind"),
    [
        (400.0, "Cable", "could not check"),
        (400.0, "Spar", "not listed"),
        (700.0, "Cable", "not listed"),
    ],
)
def test_an_entry_may_be_lost_where_a_column_has_room_for_it(
    bottom: float, name: str, kind: str
) -> None:
    names = ["Anchor", "Bow", "Deck", "Fender", "Gale", "Hull", "Keel", "Mast"]
    places = [(1, 312.0), (1, bottom), *((2, 72.0 + 80 * at) for at in range(6))]
    listed = [
        replace(one, label="", authors=(f"A. {name}",), rects=(Rect(page, 50, y - 12, 250, y),))
        for one, name, (page, y) in zip(made(8), names, places, strict=True)
    ]
    cited = [citing(*range(8)), citing(unresolved=(f"{name}, 1999",))]
    read = replace(manuscript(listed, *cited), extractor=EXTRACTOR)
    assert [finding.kind for finding in audit(read, {})] == [kind]


def test_nothing_is_asserted_of_names_in_a_scan_that_lost_its_letters() -> None:
    names = ["Anch~r A", "B~w B", *(f"Keel{letter} C" for letter in "abcdefghij")]
    listed = [replace(one, text=f"{name} (2001). Ropes.", authors=(name,))
              for one, name in zip(made(12), names, strict=True)]  # fmt: skip
    cited = [citing(*range(2, 11)), citing(unresolved=("Anchor, 2001",))]
    read = replace(manuscript(listed, *cited), extractor=EXTRACTOR)
    assert {finding.kind for finding in audit(read, {})} == {"could not check"}


def test_footnotes_that_a_class_writes_into_the_list_are_not_called_uncited() -> None:
    listed = entries(4)
    listed[2] = replace(listed[2], key="Note2", text="The ropes were counted twice.")
    assert told(manuscript(listed, citing(0, 1, 3))) == []


@pytest.mark.parametrize(
    "behind", [", as cited in Elm, 2012", "; apud Elm, 2012", " zitiert nach Elm"]
)
def test_what_is_cited_at_second_hand_needs_no_entry(behind: str) -> None:
    marker = Marker(9, 9 + len("(Roe, 2005)"), "(Roe, 2005)", (), ("Roe, 2005",))
    text = f"It sails (Roe, 2005{behind})."
    listed = manuscript(entries(), ALL)
    read = replace(listed, sentences=(*listed.sentences, Sentence(1, None, 0, text, (), (marker,))))
    assert told(read) == []


@pytest.mark.parametrize(
    "text", ["2004 2006 2008 Year A", "(Oar 2001). It was printed with", "n. 5, p. 36 – 52, 2013."]
)
def test_other_text_in_a_list_is_not_called_uncited(text: str) -> None:
    listed = [replace(one, label="") for one in entries(4)]
    listed[3] = replace(listed[3], text=text, authors=("Year",), year=2004)
    read = replace(manuscript(listed, citing(0, 1, 2)), extractor=EXTRACTOR)
    assert {finding.kind for finding in audit(read, {})} == {"could not check"}


def test_the_same_paper_in_two_lists_is_no_duplicate() -> None:
    again = replace(entries()[0], index=4, list_number=1)
    assert told(manuscript([*entries(), again], citing(0, 1, 2, 3, 4))) == []


def test_two_entries_linked_to_one_paper_are_told_if_both_links_are_sure() -> None:
    sure, unsure = Link(PaperNumber(7), 0.95), Link(PaperNumber(7), 0.65)
    chosen = Link(PaperNumber(7), 1.0, by_hand=True)
    listed = entries()
    listed[2] = replace(listed[2], title=f"{TITLES[0]}, revisited")
    for link in (sure, chosen):
        found = audit(manuscript(listed, ALL), {0: link, 2: link, 3: unsure})
        assert [(each.kind, each.reference, each.other) for each in found] == [("duplicate", 0, 2)]


def test_two_titles_linked_to_one_paper_are_two_works_unless_a_person_linked_them() -> None:
    listed = entries()
    listed[0] = replace(listed[0], title="Sail: a mooring service for wet harbours")
    listed[1] = replace(listed[1], title="Sail: a mooring protocol for wet harbours")
    for by_hand, kinds in ((False, []), (True, ["duplicate"])):
        links = dict.fromkeys((0, 1), Link(PaperNumber(7), 0.95, by_hand=by_hand))
        found = audit(manuscript(listed, ALL), links)
        assert [finding.kind for finding in found] == kinds


def test_one_doi_with_two_titles_is_no_duplicate_but_a_wrong_doi() -> None:
    listed = [replace(each, doi="10.5555/shared") for each in entries()]
    listed[:2] = entries(2)
    found = audit(manuscript(listed, ALL), {})
    assert [(each.kind, each.reference, each.other) for each in found] == [("other title", 2, 3)]
    assert "same DOI but different titles" in found[0].text


@pytest.fixture
def known(small_library: Library) -> Library:
    record = PaperRecord(title="Anchors of the northern fleet", doi="10.5555/anchor", year=1990)
    list(small_library.papers.add([record], source="test"))
    return small_library


def test_a_doi_with_another_title_by_the_same_author_may_be_right(small_library: Library) -> None:
    record = PaperRecord(
        title="Anchors of the northern fleet", doi="10.5555/anchor", year=2016, authors=("A. Oar3",)
    )
    list(small_library.papers.add([record], source="test"))
    found = audit(manuscript(entries(doi="10.5555/Anchor"), ALL), {}, small_library.papers)
    assert [finding.kind for finding in found] == ["could not check"]
    earlier = audit(
        manuscript(entries(doi="10.5555/Anchor", year=2001), ALL), {}, small_library.papers
    )
    assert [finding.kind for finding in earlier] == ["other title"]


@pytest.mark.parametrize(
    ("arxiv", "kind"), [("1011.12345", "could not check"), ("0501.1234", "other title")]
)
def test_an_arxiv_number_younger_than_its_paper_may_be_wrong_in_the_library(
    small_library: Library, arxiv: str, kind: str
) -> None:
    record = PaperRecord(
        title="Anchors of the northern fleet", arxiv=arxiv, year=2005, authors=("B. Elm",)
    )
    list(small_library.papers.add([record], source="test"))
    found = audit(manuscript(entries(arxiv=arxiv), ALL), {}, small_library.papers)
    assert [finding.kind for finding in found] == [kind]


def test_a_doi_that_belongs_to_another_title_is_told(known: Library) -> None:
    listed = entries(doi="10.5555/Anchor")
    number = known.papers.resolve("doi:10.5555/anchor")
    assert number is not None
    found = audit(manuscript(listed, ALL), {}, known.papers)
    assert [(each.kind, each.reference, each.paper) for each in found] == [
        ("other title", 3, number)
    ]
    assert found[0].text == (
        wording.fill(
            "core.recommend.audit:_other_titles belongs",
            id="DOI",
            entry="4 (Oar3 2016)",
            title="Anchors of the northern fleet",
        )
    )
    by_hand = {3: Link(number, 1.0, by_hand=True)}
    assert audit(manuscript(listed, ALL), by_hand, known.papers) == []


def test_a_doi_of_the_same_title_is_right_however_the_entry_was_cut(known: Library) -> None:
    text = "[4] Keel, M. Anchors of the Northern Fleet. doi 10.5555/anchor"
    listed = entries(doi="10.5555/anchor", title="Keel, M", text=text)
    assert audit(manuscript(listed, ALL), {}, known.papers) == []


def test_the_gravest_come_first(known: Library) -> None:
    listed = entries(doi="10.5555/anchor")
    listed[2] = replace(listed[2], title=listed[0].title, year=2001)
    found = audit(manuscript(listed, citing(0, 2, 3), citing(unresolved=("9",))), {}, known.papers)
    kinds = [each.kind for each in found]
    assert kinds == ["not listed", "other title", "duplicate", "never cited"]


def long_list(count: int = 20) -> list[Reference]:
    """Make entries that are all unlike each other."""
    return [
        Reference(index=at, label=str(at + 1), text=f"[{at + 1}] Walk {chr(97 + at) * 12}, 2001.")
        for at in range(count)
    ]


def test_a_list_little_cited_could_not_be_checked() -> None:
    (finding,) = audit(manuscript(long_list(), *(citing(at) for at in range(9))), {})
    assert finding.kind == "could not check"
    assert finding.text.startswith(
        wording.fill("core.recommend.unread:could_not_check", cited=9, entries=20)
    )
    found = audit(manuscript(long_list(), *(citing(at) for at in range(18))), {})
    assert [each.kind for each in found] == ["never cited"] * 2
    named = [replace(each, label="") for each in long_list()]
    found = audit(manuscript(named, *(citing(at) for at in range(5))), {})
    assert [each.kind for each in found] == ["never cited"] * 15


def test_an_entry_that_may_be_cited_is_not_called_uncited() -> None:
    read = manuscript(long_list(), *(citing(at) for at in range(18)))
    found = audit(replace(read, perhaps_cited=(18,)), {})
    assert [(each.kind, each.reference) for each in found] == [
        ("could not check", 18),
        ("never cited", 19),
    ]


def test_a_citation_whose_name_and_year_are_in_the_list_is_not_called_unlisted() -> None:
    listed = [*entries(3), replace(entries()[3], text="Oar3, A., Keel, M. Islands, 9–16, 2016.")]
    found = audit(manuscript(listed, ALL, citing(unresolved=("Oar et al., 2016",))), {})
    assert [each.kind for each in found] == ["not listed"]
    listed[3] = replace(listed[3], text="Oar, A., Keel, M. Islands, 9–16, 2016.")
    found = audit(manuscript(listed, ALL, citing(unresolved=("Oar et al., 2016",))), {})
    assert [(each.kind, each.sentence) for each in found] == [("could not check", 1)]


def test_an_entry_that_a_citation_without_entry_may_mean_is_not_called_uncited() -> None:
    listed = entries(authors=("Quayorg",), label="", text="Quayorg. Tides, 2016. www.quay.example")
    read = manuscript(listed, citing(0, 1, 2), citing(unresolved=("Quay, 2016",)))
    assert [finding.kind for finding in audit(read, {})] == ["could not check"]
    other = manuscript(listed, citing(0, 1, 2), citing(unresolved=("Quay, 2015",)))
    assert [finding.kind for finding in audit(other, {})] == ["not listed", "never cited"]


def test_a_misspelled_name_leads_to_the_entry_that_it_may_mean() -> None:
    listed = entries(authors=("Anna Quayside",), label="", text="Quayside A. Islands, 2016.")
    place = "core.recommend.audit:_describe_match almost"
    for spelling in ("Quaysside et al., 2016", "Quayzide, 2016", "Qauyside & Oar, 2016"):
        read = manuscript(listed, citing(0, 1, 2), citing(unresolved=(spelling,)))
        assert told(read) == [wording.fill(place, marker=spelling, entry="4 (Quayside 2016)")]
    for spelling in ("Qayzde & Island, 2016",):  # by the name behind it
        both = entries(
            authors=("Anna Quayside",), label="", text="Quayside A, Island B. Oars, 2016."
        )
        read = manuscript(both, citing(0, 1, 2), citing(unresolved=(spelling,)))
        assert told(read) == [wording.fill(place, marker=spelling, entry="4 (Quayside 2016)")]
    for other in ("Quaysside et al., 2015", "Quarrel, 2016"):
        found = audit(manuscript(listed, citing(0, 1, 2), citing(unresolved=(other,))), {})
        assert [finding.kind for finding in found] == ["not listed", "never cited"]


def test_a_misspelled_name_before_its_year_may_cite_an_entry() -> None:
    listed = entries(authors=("Anna Quayside",), label="", text="Quayside A. Isles, 2016.")
    for text, is_meant in (("As Quyaside and Elm(2016) say.", True), ("As Quarrel (2016).", False)):
        read = manuscript(listed, citing(0, 1, 2))
        read = replace(read, sentences=(*read.sentences, Sentence(1, None, 0, text, (), ())))
        kinds = [finding.kind for finding in audit(read, {})]
        assert kinds == (["could not check"] if is_meant else ["never cited"]), text


def test_a_name_of_a_cited_entry_is_no_slip_of_another_name() -> None:
    one, other = (
        entries(authors=(f"Bo {name}",), label="", text=f"{name} B. Isles, 2016.")[-1]
        for name in ("Quayside", "Quaysides")
    )
    for cited, uncited, name in ((4, 3, "Quaysides"), (3, 4, "Quayside")):
        listed = [*entries(3), one, replace(other, index=4, title="Oars and those who carve them")]
        read = manuscript(listed, citing(0, 1, 2))
        marker = Marker(3, 10 + len(name), f"{name} (2016)", (cited,))
        naming = Sentence(1, None, 0, f"As {name} (2016) says.", (), (marker,))
        read = replace(read, sentences=(*read.sentences, naming))
        assert [(each.kind, each.reference) for each in audit(read, {})] == [
            ("never cited", uncited)
        ]


def test_an_uncited_entry_may_be_cited_with_another_year() -> None:
    listed = entries(
        authors=("Anna Quayside", "Bo Elm"), label="", text="Quayside A, Elm B. Isles, 2016."
    )
    place = "core.recommend.audit:_describe_match has~the~same~name"
    for marker in ("Quayside & Elm, 2013", "Quayside, Ash & Elm, 2006", "Quayside, n.d."):
        read = manuscript(listed, citing(0, 1, 2), citing(unresolved=(marker,)))
        assert told(read) == [wording.fill(place, marker=marker, entry="4 (Quayside 2016)")]
    for marker, references in (
        ("Quayside & Oak, 2013", (0, 1, 2)),
        ("Quayside, 2013", (0, 1, 2, 3)),
    ):
        read = manuscript(listed, citing(*references), citing(unresolved=(marker,)))
        assert "not listed" in [finding.kind for finding in audit(read, {})], marker


def test_a_citation_by_the_label_of_an_entry_may_mean_it() -> None:
    listed = entries(authors=("Isle Union",), label="IsU 2016", text="Isle Union. Isles, 2016.")
    read = manuscript(listed, citing(0, 1, 2, 3), citing(unresolved=("IsU, 2016",)))
    assert [finding.kind for finding in audit(read, {})] == ["could not check"]


@pytest.mark.parametrize("marker", ["Lo 2", "Lo et al. 9", "Lo, 2016", "Lo, 1990"])
def test_a_citation_by_a_name_of_two_letters_may_mean_an_entry(marker: str) -> None:
    listed = entries(authors=("Ann Lo", "Bo Elm"), label="", text="Lo, Ann, et al. Isles, 2016.")
    read = manuscript(listed, citing(0, 1, 2), citing(unresolved=(marker,)))
    assert [finding.kind for finding in audit(read, {})] == ["could not check"]


def test_a_slip_in_a_short_or_in_a_compound_name_is_one_all_the_same() -> None:
    for author, spelling in (("Harrow", "Hurrow, 2016"), ("Rív-Quéll", "Riv-Quelll et al., 2016")):
        listed = entries(authors=(f"Anna {author}",), label="", text=f"{author} A. Islands, 2016.")
        found = audit(manuscript(listed, citing(0, 1, 2), citing(unresolved=(spelling,))), {})
        assert [finding.kind for finding in found] == ["could not check"], spelling
    for author, other in (("Oaker", "Ooter, 2016"), ("Harrow", "Barrow, 2016")):
        listed = entries(authors=(f"Anna {author}",), label="", text=f"{author} A. Islands, 2016.")
        found = audit(manuscript(listed, citing(0, 1, 2), citing(unresolved=(other,))), {})
        assert [finding.kind for finding in found] == ["not listed", "never cited"], other


def test_an_entry_without_its_number_is_doubtful_in_a_list_of_numbers() -> None:
    listed = entries(authors=(), label="", text="HARBOUR POOL harbour.example", title="", year=None)
    found = audit(manuscript(listed, citing(0, 1, 2), citing(unresolved=("4",))), {})
    assert [finding.kind for finding in found] == ["could not check", "could not check"]
    whole = audit(manuscript(entries(), ALL, citing(unresolved=("5",))), {})
    assert [finding.kind for finding in whole] == ["not listed"]


def test_a_doi_that_ends_with_its_line_belongs_to_no_paper(small_library: Library) -> None:
    record = PaperRecord(title="Anchors of the northern fleet", doi="10.55555/pier", year=1990)
    list(small_library.papers.add([record], source="test"))
    for text, kinds in (("doi: 10.55555/pier .0509842", []), ("10.55555/pier", ["other title"])):
        listed = entries(doi="10.55555/pier", text=f"Oar3. {TITLES[3]}. 2016. {text}")
        found = audit(manuscript(listed, ALL), {}, small_library.papers)
        assert [finding.kind for finding in found] == kinds, text


def test_a_slip_in_a_compound_name_is_said_once_and_no_slip_in_the_year() -> None:
    listed = entries(authors=("Jo Quéll-Tamsin",), label="", text="Quéll-Tamsin J. Isles, 2016.")
    place = "core.recommend.audit:_describe_match almost"
    marker = Marker(3, 22, "Quiell-Tamsin, 2016", (), ("Quiell-Tamsin, 2016",))
    citing_sentence = Sentence(1, None, 0, "As Quiell-Tamsin, 2016, says.", (), (marker,))
    read = manuscript(listed, citing(0, 1, 2))
    read = replace(read, sentences=(*read.sentences, citing_sentence))
    entry = "4 (Quéll-Tamsin 2016)"
    assert told(read) == [wording.fill(place, marker="Quiell-Tamsin, 2016", entry=entry)]


def test_other_text_behind_the_list_of_a_pdf_is_not_called_an_uncited_entry() -> None:
    listed = entries(label="", authors=(), text="Received 2016, accepted 2017.")
    read = replace(manuscript(listed, citing(0, 1, 2)), extractor=EXTRACTOR)
    assert told(read) == [wording.fill("core.recommend.audit:_unclear part", entry="4 (2016)")]
    unnumbered = tuple(replace(entry, label="") for entry in listed)
    written = audit(replace(read, extractor="", references=unnumbered), {})
    assert [finding.kind for finding in written] == ["never cited"]


def test_what_the_text_too_may_cite_is_not_said_to_be_cited_beside_it_alone() -> None:
    read = replace(manuscript(entries(), citing(0, 1, 2)), cited_beside=(3,))
    assert [finding.kind for finding in audit(read, {})] == ["cited beside"]
    found = audit(replace(read, perhaps_cited=(3,)), {})
    assert [finding.kind for finding in found] == ["could not check"]


def test_a_report_and_an_article_of_one_title_may_be_two_versions() -> None:
    listed = entries(title=TITLES[1], year=2006)
    listed[3] = replace(listed[3], text=f"A. Oar1. {TITLES[1]}. Technical report, Bay, 2006.")
    (finding,) = audit(manuscript(listed, ALL), {})
    assert finding.kind == "duplicate"
    assert finding.text.endswith(wording.stem("core.recommend.audit:_twins versions"))


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({}, 0),
        ({"doi": ""}, 1),
        ({"authors": ("A. Oar1",)}, 1),
        ({"year": 2007}, 1),
        ({"text": f"A. Oar1, B. Rope. {TITLES[1]}. Technical report, Bay, 2019."}, 1),
    ],
)
def test_works_of_one_title_by_others_years_apart_are_two(
    changes: dict[str, Any], count: int
) -> None:
    listed = entries(title=TITLES[1], year=2006)
    listed[1] = replace(listed[1], authors=("A. Oar1",), doi="10.55555/a.1")
    apart = {"authors": ("A. Oar1", "B. Rope"), "year": 2019, "doi": "10.55555/a.2"}
    listed[3] = replace(listed[3], **{**apart, **changes})
    assert len(audit(manuscript(listed, ALL), {})) == count


def test_what_tables_captions_and_footnotes_cite_is_cited() -> None:
    read = manuscript(long_list(), *(citing(at) for at in range(18)))
    found = audit(replace(read, cited_beside=(18,)), {})
    assert [(each.kind, each.reference) for each in found] == [
        ("never cited", 19),
        ("cited beside", 18),
    ]
    assert found[1].text.startswith(wording.fill("core.recommend.audit:_cited_beside", entry=19))
    assert [each.is_to_mend for each in found] == [True, False]


def test_many_citations_without_entry_are_doubts_about_the_list() -> None:
    astray = [citing(unresolved=(str(number),)) for number in range(50, 58)]
    found = audit(manuscript(entries(), ALL, *astray), {})
    assert [each.kind for each in found] == ["could not check"]
    found = audit(manuscript(entries(), ALL, *astray[:7]), {})
    assert [each.kind for each in found] == ["not listed"] * 7


def test_a_long_list_without_any_citation_is_said() -> None:
    plain = Sentence(0, None, 0, "Harbours freeze.", (), ())
    read = Manuscript(title="Harbours", sentences=(plain,), references=tuple(long_list()))
    assert told_of(read) == [wording.fill("core.recommend.unread:could_not_check", entries=20)]


def test_a_text_without_sentences_is_said() -> None:
    (said,) = told_of(Manuscript(title="Harbours"))
    assert said.startswith(wording.stem("core.recommend.unread:could_not_check scan"))


def test_lost_characters_are_counted() -> None:
    plain = Sentence(0, None, 0, "Har\ufffdours freeze \ufffdrom the middle.", (), ())
    (said,) = told_of(Manuscript(title="Harbours", sentences=(plain,)))
    assert said.startswith(wording.fill("core.recommend.unread:could_not_check", count=2))


def told_of(read: Manuscript) -> list[str]:
    return [finding.text for finding in audit(read, {})]


def notice(kind: NoticeKind, **more: str) -> Notice:
    return Notice(kind=kind, by="retraction-watch", **more)


def test_a_retracted_paper_is_told_with_date_reason_and_who_says_so() -> None:
    found = manuscript(entries(), citing(0, 1), citing(2, 3))
    links = {2: Link(PaperNumber(7), 0.95), 3: Link(PaperNumber(8), 0.5)}
    notices = {
        PaperNumber(7): [notice("retracted", date="2021-06-25", reason="Errors in data")],
        PaperNumber(8): [notice("retracted")],  # it may be another paper
    }
    (finding,) = audit(found, links, None, notices)
    assert finding.text == (
        wording.fill("core.recommend.audit:_retracted Entry", entry="3 (Oar2 2011)")
        + " Notice: 2021-06-25, according to Retraction Watch: Errors in data."
    )
    assert (finding.kind, finding.sentence, finding.reference) == ("retracted", 1, 2)
    assert (finding.paper, finding.is_to_mend) == (7, True)


def test_an_expression_of_concern_is_no_retraction_and_a_reinstated_paper_neither() -> None:
    found = manuscript(entries(), citing(0, 1, 2, 3))
    links = {index: Link(PaperNumber(index + 1), 1.0) for index in range(4)}
    concern = Notice(kind="concern", by="publisher")
    ended = [notice("retracted", date="2020-01-01"), notice("reinstated", date="2021-01-01")]
    notices = {PaperNumber(1): [concern], PaperNumber(2): ended}
    (finding,) = audit(found, links, None, notices)
    assert finding.text == (
        wording.fill("core.recommend.audit:_retracted expression", entry="1 (Oar0 2001)")
        + " Notice: according to the publisher."
    )


def test_the_audit_names_a_script_that_is_not_supported() -> None:
    told = [
        list(could_not_check(_manuscript(text))) for text in ("الغرابيل دقيقة.", "筛子很精确。")
    ]

    assert [[each.kind for each in found] for found in told] == [["could not check"], []]
    assert "Arabic" in str(told[0][0].text)


def _manuscript(text: str) -> Manuscript:
    sentence = Sentence(index=0, section=None, page=0, text=text, rects=(), markers=())
    return Manuscript(title="", sentences=(sentence,))


def numbered(cited: Sequence[int], count: int = 12, extractor: str = EXTRACTOR) -> Manuscript:
    """Make a manuscript that cites these positions of a list, one a sentence."""
    listed = [
        Reference(
            index=index,
            label=str(index + 1),
            text=f"[{index + 1}] A. Oar{index}. Harbour number {index}. 2001.",
            authors=(f"Anna Oar{index}",),
            year=2001,
        )
        for index in range(count)
    ]
    return replace(manuscript(listed, *map(citing, cited)), extractor=extractor)


def test_a_number_that_a_pdf_skips_in_its_order_was_lost_and_is_not_called_uncited() -> None:
    skipped = numbered([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11])
    assert [(finding.kind, finding.reference) for finding in audit(skipped, {})] == [
        ("could not check", 10)
    ]
    typed = replace(skipped, extractor="")
    assert [finding.kind for finding in audit(typed, {})] == ["never cited"]
    last = numbered(range(11))
    assert [(finding.kind, finding.reference) for finding in audit(last, {})] == [
        ("never cited", 11)
    ]
    alphabetical = numbered([7, 2, 9, 1, 11, 4, 0, 10, 3, 8, 6])
    assert [(finding.kind, finding.reference) for finding in audit(alphabetical, {})] == [
        ("never cited", 5)
    ]


def test_one_entry_of_the_order_is_not_said_to_be_cited_by_a_table_alone() -> None:
    alone = replace(numbered([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]), cited_beside=(10,))
    assert audit(alone, {}) == []
    two = replace(numbered([0, 1, 2, 3, 4, 5, 6, 7, 8, 11]), cited_beside=(9, 10))
    assert [(finding.kind, finding.reference) for finding in audit(two, {})] == [
        ("cited beside", 9),
        ("cited beside", 10),
    ]


def test_a_number_behind_the_end_of_a_list_may_have_an_entry_that_was_not_read() -> None:
    beyond = numbered([*range(12)])
    marks = (*(sentence.markers[0] for sentence in beyond.sentences), citing(unresolved=("15",)))
    read = replace(manuscript(beyond.references, *marks), extractor=EXTRACTOR)
    assert told(read) == [wording.fill("core.recommend.audit:_perhaps_listed", marker=15, last=12)]
    assert told(replace(read, extractor="")) == [
        wording.fill("core.recommend.audit:_not_listed", marker=15)
    ]


def test_a_name_inside_another_entry_is_not_called_unlisted() -> None:
    listed = entries()
    grown = f"{listed[3].text} Reed Marsh K, Oar B. Salt on the quay. Harbour Letters, 2014."
    listed[3] = replace(listed[3], text=grown)
    found = audit(manuscript(listed, ALL, citing(unresolved=("Reed Marsh et al., 2014",))), {})
    assert [finding.kind for finding in found] == ["could not check"]
    found = audit(manuscript(listed, ALL, citing(unresolved=("Quill et al., 2014",))), {})
    assert [finding.kind for finding in found] == ["not listed"]


@pytest.mark.parametrize(
    ("texts", "title", "authors", "is_told"),
    [
        pytest.param(
            ("Harbour Office Writers. State of the quays, 2012: yearly report.",
             "Harbour Office Writers. State of the quays, 2013: yearly report."),
            "State of the quays", ("Harbour Office Writers",), False, id="years of a report",
        ),
        pytest.param(
            ("Northern Harbour Service. Questions for sailors. 2016.",
             "Northern Harbour Service. Rules for the choice of masts. 2014."),
            "Northern Harbour Service", (), False, id="an organisation read as the title",
        ),
        pytest.param(
            ("Map of all quays, July 2016. https://quays.example/3.",
             "Map of all quays, July 2016. https://quays.example/1."),
            "Map of all quays", (), False, id="two pages of the web",
        ),
        pytest.param(
            ("A. Oar. State of the quays. Harb Lett. 2012;3:1.",
             "Oar A. State of the quays. Harbour Letters 2012, 3, 1."),
            "State of the quays", ("A. Oar",), True, id="one paper in two styles",
        ),
        pytest.param(
            ("Map of all quays, July 2016. https://quays.example/3.",
             "Map of all quays, July 2016. https://quays.example/3."),
            "Map of all quays", (), True, id="one page twice",
        ),
    ],
)  # fmt: skip
def test_titles_that_go_on_differently_are_of_different_works(
    texts: tuple[str, str], title: str, authors: tuple[str, ...], is_told: bool
) -> None:
    listed = [
        Reference(index=index, label=str(index + 1), text=text, authors=authors, title=title)
        for index, text in enumerate(texts)
    ]
    found = audit(manuscript(listed, citing(0, 1)), {})
    assert [finding.kind for finding in found] == (["duplicate"] if is_told else [])


@pytest.mark.parametrize(
    ("pages", "is_told"),
    [
        (("https://quays.example/h", "https://quays.example/ds"), False),
        (("https://quays.example/h#12", "https://quays.example/h#40"), False),
        (("https://quays.example/h#12", "https://quays.example/h#12"), True),
        (("https://quays.example/h", ""), True),
    ],
)
def test_addresses_that_only_the_bibliography_holds_tell_pages_apart(
    pages: tuple[str, str], is_told: bool
) -> None:
    titles = ("Handbook of harbours: TPC-H connector", "Handbook of harbours: TPC-DS connector")
    listed = [
        Reference(index=index, label=str(index + 1), text=title, title=title, url=url)
        for index, (title, url) in enumerate(zip(titles, pages, strict=True))
    ]
    found = audit(manuscript(listed, citing(0, 1)), {})
    assert [finding.kind for finding in found] == (["duplicate"] if is_told else [])


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ("R Development Core Team", "R Development Core Team"),
        ("Working Group for the Study of Harbours", "Working Group for the Study of Harbours"),
        (
            "Northern Platform on the Policy of Harbours and Services of Pilots",
            "Northern Platform on the Policy of…",
        ),
        ("Maria de la Cruz Oar", "Oar"),
        ("Oar, Anna", "Oar"),
        ("DA", ""),
        ("Internet", ""),
    ],
)
def test_an_organisation_is_named_in_full(author: str, name: str) -> None:
    (listed,) = entries(1, authors=(author,), year=2019)
    assert entry_name(listed) == (f"1 ({name} 2019)" if name else "1 (2019)")
