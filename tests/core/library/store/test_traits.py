"""Each clause of the rule that tells papers apart, one by one: what differs, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.records import PaperRecord
from core.library.store.sameness import (
    Alike,
    Relation,
    contradict,
    id_name,
    relation,
    titles_disagree,
)
from core.library.store.traits import (
    Traits,
    authors_differ,
    differences,
    make_traits,
    pmid_key,
    venues_differ,
)
from tests import wording
from tests.core.library.store.test_sameness import PEOPLE, TITLE, article, book, traits

NAMES = [f"A. {name}" for name in ("Moe", "Lind", "Sand", "Holm", "Ruud", "Dahl", "Berg", "Vik")]


def ask(one: Traits, other: Traits, alike: Alike = "") -> Relation:
    """Ask the rule in both orders, which must give the same answer."""
    answer = relation(one, other, alike=alike)
    turned = relation(other, one, alike=alike)
    assert (turned.kind, turned.certain) == (answer.kind, answer.certain)
    assert sorted(turned.reason.split()) == sorted(answer.reason.split())
    return answer


def bare(**fields: object) -> Traits:
    """Make traits of a long title with nothing but these fields."""
    return traits(**fields)


def names_of_differences(one: Traits, other: Traits) -> set[str]:
    names = set(differences(one, other))
    assert set(differences(other, one)) == names
    return names


# --- titles -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "disagree"),
    [
        pytest.param("a" * 14 + "b" * 6, "a" * 14 + "c" * 6, False, id="70 % of the letters"),
        pytest.param("a" * 9 + "bbbb", "a" * 9 + "cccc", True, id="69 % of the letters"),
        pytest.param(
            "sand peat moss fern olives rivers zinc iron lead",
            "rivers olives fern moss peat sand nail wire lamp",
            True,
            id="two thirds of the words",
        ),
        pytest.param("Introduction", "Introduction", False, id="one that many have"),
        pytest.param("Editorial", "", False, id="one is missing"),
        pytest.param("Hyper text", "Hypertextual graphs", False, id="one holds the other"),
    ],
)
def test_titles_disagree(one: str, other: str, disagree: bool) -> None:
    assert titles_disagree(traits(one), traits(other)) is disagree
    assert titles_disagree(traits(other), traits(one)) is disagree


def test_titles_that_were_made_up_tell_nothing() -> None:
    fields: dict[str, Any] = {"authors": PEOPLE, "year": 2020, "incomplete": "scan.pdf"}
    one = traits("scan.pdf", **fields)
    assert (one.title, one.title_key) == ("", "")
    assert ask(one, traits("scan.pdf", **fields)).kind == "different"


# --- identifiers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shared", "reason"),
    [
        ({"doi": "10.55555/a.1"}, "same DOI 10.55555/a.1"),
        ({"arxiv": "2001.00001"}, "same arXiv id 2001.00001"),
        ({"PMID": "123"}, "same PMID 123"),
        ({"arxiv": "2001.00001", "doi": "10.55555/a.1"}, "same DOI 10.55555/a.1"),
    ],
)
def test_the_reason_names_the_id_that_both_have(shared: dict[str, str], reason: str) -> None:
    assert ask(article(**shared), article(**shared)) == Relation("same", reason)
    assert contradict(article(**shared), article(doi="10.55555/b.2")) is ("doi" in shared)


def test_ids_are_named_as_people_write_them() -> None:
    names = [str(id_name(key)) for key in ("doi:10.55555/a", "arxiv:2001.00001", "pmid:1")]
    assert names == ["DOI 10.55555/a", "arXiv id 2001.00001", "PMID 1"]


def test_ids_of_a_record_are_known_without_its_keys() -> None:
    record = PaperRecord(title=TITLE, doi="10.55555/A.1", arxiv="2001.00001v2")
    assert make_traits(record, ()).ids == {"doi:10.55555/a.1", "arxiv:2001.00001"}
    assert pmid_key({"PMID": " 012 "}) == "pmid:12"
    assert pmid_key({"PMID": "١٢"}) == ""


@pytest.mark.parametrize(
    ("preprint", "kind"),
    [
        pytest.param({"type": "preprint", "year": 2020}, "version", id="by its type"),
        pytest.param({"type": "article-journal", "venue": "arXiv"}, "version", id="by its venue"),
        pytest.param({"type": "article-journal", "year": 2019}, "version", id="by its year"),
        pytest.param({"type": "article-journal"}, "same", id="an article whose venue is missing"),
    ],
)
def test_an_arxiv_id_of_a_publication_is_that_of_its_preprint(
    preprint: dict[str, Any], kind: str
) -> None:
    stated = {"year": 2020} | preprint
    one = bare(authors=PEOPLE, arxiv="2001.00001", **stated)
    assert ask(one, article(arxiv="2001.00001")).kind == kind


def test_a_shared_id_makes_one_paper_of_what_is_alike_in_kind() -> None:
    published = article(arxiv="2001.00001")
    assert ask(published, published).kind == "same"
    by_doi = bare(authors=PEOPLE, year=2020, type="preprint", doi="10.55555/a.1")
    assert ask(by_doi, article(doi="10.55555/a.1")).kind == "same"
    preprint = bare(authors=PEOPLE, year=2020, type="preprint", arxiv="2001.00001")
    report = bare(authors=PEOPLE, year=2020, type="report", arxiv="2001.00001")
    assert ask(preprint, report).kind == "same"  # it says of no place where it was published


def test_one_slip_is_no_doubt_of_an_id_if_a_title_is_missing() -> None:
    untitled = article("scan.pdf", incomplete="scan.pdf", page="1–2", doi="10.55555/a.1")
    assert ask(untitled, article(doi="10.55555/a.1")).kind == "same"
    assert ask(untitled, untitled).kind == "same"


def test_an_id_of_two_editions_without_authors_is_left_to_a_person() -> None:
    one, other = (
        traits("Logic and Quays", type="book", doi="10.55555/b.1", edition=edition)
        for edition in "12"
    )
    assert ask(one, other) == Relation(
        "possible", "Same DOI 10.55555/b.1, but: Different editions: 1 and 2"
    )


def test_an_article_with_the_id_of_its_periodical_is_not_the_periodical() -> None:
    whole = traits(TITLE, type="periodical", doi="10.55555/p.1")
    answer = ask(article(doi="10.55555/p.1"), whole)
    assert answer == Relation(
        "different", wording.fill(wording.ID_OF_WHOLE_BOOK, id="DOI 10.55555/p.1")
    )


def test_an_isbn_needs_a_title_and_says_nothing_if_one_has_none() -> None:
    assert ask(book(), book(type=None)).kind == "same"
    assert ask(book(), book(ISBN=None)).kind == "possible"
    assert ask(book(), book("Principles of Quay"), "similar").kind == "possible"
    one, other = book(doi="10.55555/a.1"), book(doi="10.55555/b.2")
    assert ask(one, other).kind != "same"


# --- people -----------------------------------------------------------------------------------


def report(authors: list[str], **fields: object) -> Traits:
    return bare(authors=tuple(authors), year=2020, type="report", **fields)


def printed(authors: list[str], **fields: object) -> Traits:
    stated = {"year": 2020, "type": "article-journal", "venue": "Journal of Walks", **fields}
    return bare(authors=tuple(authors), **stated)


@pytest.mark.parametrize(
    ("others", "kind"),
    [
        pytest.param([*NAMES[:3], "B. Roe", "B. Ek"], "version", id="three of five"),
        pytest.param(["B. Roe", "B. Ek", *NAMES[2:5]], "different", id="another first author"),
    ],
)
def test_mostly_the_same_people(others: list[str], kind: str) -> None:
    answer = ask(report(NAMES[:5]), printed(others))
    assert (answer.kind, answer.certain) == (kind, False)


def test_five_of_nine_people_are_not_mostly_the_same() -> None:
    one = [*NAMES, "A. Aas"]
    other = [*NAMES[:5], "B. Roe", "B. Ek", "B. Lie", "B. By"]
    assert ask(report(one), printed(other)).kind == "different"


def test_works_of_other_types_need_authors_to_be_versions() -> None:
    assert ask(report([]), printed(NAMES[:2])) == Relation(
        "possible", wording.fill(wording.DIFFERENT_TYPES)
    )
    turned = ask(report(["Li Wei"]), printed(["Wei Li"]))
    assert turned == Relation("version", wording.fill(wording.DIFFERENT_TYPES))
    elsewhere = report(NAMES[:2], venue="Reports of the Quay")
    assert ask(elsewhere, printed(NAMES[:2])) == Relation(
        "version", wording.fill(wording.DIFFERENT_TYPES)
    )


@pytest.mark.parametrize(
    ("authors", "fields", "kind"),
    [
        # Of Moe, Lind and Sand:
        pytest.param(["A. Moe", "B. Ek", "B. By"], {}, "possible", id="one, nothing else"),
        pytest.param(["A. Moe", "B. Ek", "B. By"], {"year": 2021}, "possible", id="one, next year"),
        pytest.param(["A. Moe", "B. Ek", "B. By"], {"year": 2023}, "different", id="one, years"),
        pytest.param(["B. Ek", "A. Lind", "A. Sand"], {"year": 2021}, "possible", id="two"),
        pytest.param(["B. Ek", "A. Moe"], {}, "possible", id="one of two, nothing else"),
        pytest.param(["B. Ek", "A. Moe"], {"year": 2021}, "different", id="one of two, next year"),
        pytest.param(NAMES[:2], {"venue": "Annals of Talks"}, "possible", id="mostly, elsewhere"),
        pytest.param([], {"year": 2009}, "possible", id="none named"),
    ],
)
def test_other_authors(authors: list[str], fields: dict[str, object], kind: str) -> None:
    assert ask(printed(NAMES[:3]), printed(authors, **fields)).kind == kind


def test_a_book_and_a_part_of_its_title_are_two_unless_they_have_one_list_of_authors() -> None:
    whole = bare(type="book", authors=PEOPLE[:2], year=2020)
    assert ask(whole, article()) == Relation("different", wording.fill(wording.DIFFERENT_AUTHORS))
    chapter = bare(type="chapter", authors=PEOPLE[:2], year=2020)
    assert ask(whole, chapter) == Relation("possible", wording.fill(wording.DIFFERENT_TYPES))


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        pytest.param(PEOPLE, PEOPLE[::-1], False, id="another order"),
        pytest.param(("A. Smith", "B. Ng"), ("Bo Ng", "Ann Smith"), False, id="initials, turned"),
        pytest.param(("?", "Jon Smith"), ("?", "Karl Smith"), True, id="a name without letters"),
        pytest.param(("abcde Smith",), ("abcdf Smith",), False, id="80 % of the letters"),
        pytest.param(
            (f"{'a' * 17}bbbb Smith",), (f"{'a' * 17}ccccc Smith",), True, id="79 % of the letters"
        ),
        pytest.param((), PEOPLE, False, id="none"),
    ],
)
def test_authors_differ(one: tuple[str, ...], other: tuple[str, ...], differ: bool) -> None:
    first, second = traits(authors=one, type="book"), traits(authors=other, type="book")
    assert authors_differ(first, second) is differ
    assert authors_differ(second, first) is differ


@pytest.mark.parametrize(
    ("cut", "whole", "differ"),
    [
        pytest.param(PEOPLE[:2], PEOPLE, False, id="a beginning"),
        pytest.param(("Ann Smith", "Li Moe"), PEOPLE, True, id="someone else"),
        pytest.param(PEOPLE, PEOPLE[:2], True, id="more than all"),
    ],
)
def test_a_list_that_was_cut_short(
    cut: tuple[str, ...], whole: tuple[str, ...], differ: bool
) -> None:
    one = traits(authors=cut, author_and_others=True, type="book")
    other = traits(authors=whole, type="book")
    assert authors_differ(one, other) is differ
    assert authors_differ(other, one) is differ


def test_editors_count_where_there_are_no_authors() -> None:
    def edited(*editors: str, **fields: object) -> Traits:
        return traits(type="book", editor=list(editors), **fields)

    assert names_of_differences(edited("Ann Smith"), edited("Bo Ng")) == {"editor"}
    assert not names_of_differences(edited("Ann Smith"), edited("Ann Smith", "Bo Ng"))
    assert not names_of_differences(edited("Ann Smith"), edited())
    assert not names_of_differences(edited("Ann Smith", authors=PEOPLE), edited("Bo Ng"))


# --- series -----------------------------------------------------------------------------------

PLACED: dict[str, Any] = {"authors": PEOPLE, "venue": "Journal of Walks", "type": "article-journal"}


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ({"volume": "1", "page": "1–2"}, {"volume": "2", "page": "1–2"}, "possible"),
        ({"volume": "1"}, {"volume": "2"}, "different"),
        ({"volume": "1", "page": "1"}, {"volume": "2"}, "different"),
        ({"page": "1–2"}, {"page": "7–9"}, "different"),
        ({"page": "1–2", "volume": "1"}, {"page": "7–9"}, "different"),
        ({"page": "1–2", "volume": "1"}, {"page": "7–9", "volume": "1"}, "possible"),
    ],
)
def test_a_journal_prints_a_title_again(
    one: dict[str, str], other: dict[str, str], kind: str
) -> None:
    assert ask(bare(**PLACED, **one), bare(**PLACED, **other)).kind == kind


@pytest.mark.parametrize(
    ("title", "changed", "kind"),
    [
        ("Harbour walks in winter", "year", "different"),
        ("Harbour walks in winter", "doi", "different"),
        ("Walking along grey harbouros", "year", "possible"),  # 25 letters
        ("Walking along grey harbouros", "doi", "version"),
    ],
)
def test_a_short_title_in_one_journal_is_a_series(title: str, changed: str, kind: str) -> None:
    fields = {"year": (2001, 2002), "doi": ("10.55555/a.1", "10.55555/b.2")}[changed]
    one, other = (traits(title, **PLACED, **{changed: value}) for value in fields)
    assert len(one.title_key) == (25 if "grey" in title else 20)
    assert ask(one, other).kind == kind


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "possible"),
        ({"volume": "18"}, "possible"),
        ({"issue": "4"}, "different"),
        ({"year": 2002}, "different"),
        ({"year": None}, "different"),
        ({"doi": "10.55555/b.2"}, "different"),
    ],
)
def test_a_mistyped_volume_of_one_year_is_left_to_a_person(
    changes: dict[str, object], kind: str
) -> None:
    one = bare(**PLACED, year=2001, volume="8", issue="3", page="1", doi="10.55555/a.1")
    stated = {"year": 2001, "volume": "9", "issue": "3", "page": "7", "doi": "", **changes}
    assert ask(one, bare(**PLACED, **stated)).kind == kind


def test_a_short_title_with_other_volumes_of_one_year_is_a_series() -> None:
    one, other = (
        traits("Harbour walks in winter", **PLACED, year=2001, volume=volume) for volume in "12"
    )
    assert ask(one, other).kind == "different"


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"page": "30–40"}, "possible"),
        ({"page": "30–40", "year": 2010}, "possible"),
        ({"edition": "2", "year": 2010}, "version"),
        ({"page": "30–40", "doi": "10.55555/b.2"}, "version"),
        ({"page": "30–40", "authors": (PEOPLE[0], "Ida Ruud")}, "different"),
    ],
)
def test_a_chapter_of_a_book_is_no_series(changes: dict[str, Any], kind: str) -> None:
    stated = {**PLACED, "type": "chapter", "year": 2001, "page": "1–9", "edition": "1"}
    stated |= {"doi": "10.55555/a.1"}
    one = traits("Harbour walks", **stated)
    assert ask(one, traits("Harbour walks", **{**stated, "doi": "", **changes})).kind == kind


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("page 7", "page 134", True),
        ("p. 7", "pp. 7–9", True),
        ("Chapter 3", "Chapter IV", True),
        ("page 7", "Page 7.", False),
        ("page 7", "with a foreword", False),
        ("page 7", "", False),
        ("see also the second page", "page 3", False),
    ],
)
def test_notes_that_name_a_part_of_a_book_tell_entries_apart(
    one: str, other: str, differ: bool
) -> None:
    pair = book(note=one), book(note=other)
    assert names_of_differences(*pair) == ({"note"} if differ else set())


def test_volumes_are_works_of_their_own_only_as_books() -> None:
    one, other = (bare(authors=PEOPLE, year=2001, volume=volume) for volume in "12")
    assert ask(one, other) == Relation(
        "possible", wording.fill(wording.DIFFERENT_VOLUMES, one="1", other="2")
    )


def test_a_title_that_many_papers_have_needs_one_difference() -> None:
    one, other = (traits("Editorial", authors=PEOPLE, year=year) for year in (2001, 2002))
    assert ask(one, other) == Relation("different", "Years 2001 and 2002")


# --- versions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("year", "certain"), [(2015, True), (2014, False), (None, True)])
def test_versions_are_certain_within_five_years(year: int | None, certain: bool) -> None:
    preprint = bare(authors=PEOPLE, year=year, venue="arXiv")
    answer = ask(preprint, article())
    reason = wording.fill(wording.PREPRINT_AND_PUBLISHED_IN, venue="Journal of Walks")
    assert answer == Relation("version", reason, certain)


def test_versions_of_other_titles_or_people_are_not_certain() -> None:
    preprint = traits(TITLE.replace("Weighing", "Wieghing"), authors=PEOPLE, venue="arXiv")
    assert ask(preprint, article(), "typing error")[::2] == ("version", False)
    short = traits("Tides by numbers", authors=PEOPLE, venue="arXiv")
    assert ask(short, article("Tides by numbers"))[::2] == ("version", False)
    other_people = bare(authors=("Bo Ng", "Ida Ruud"), year=2020, venue="arXiv")
    assert ask(other_people, article()).kind == "different"
    unplaced = ask(
        bare(authors=PEOPLE, type="preprint"), bare(authors=PEOPLE, type="report", year=2020)
    )
    assert unplaced == Relation(
        "version", wording.fill("core.library.store.sameness:_preprint_words"), True
    )


def test_a_talk_and_an_article() -> None:
    talk = bare(authors=PEOPLE, year=2018, type="paper-conference")
    reason = wording.fill(wording.PAPER_AND_ARTICLE)
    assert ask(talk, article()) == Relation("version", reason, True)
    other_people = bare(authors=("Bo Ng", "Ida Ruud"), year=2018, type="paper-conference")
    assert ask(other_people, article()).kind == "different"


def test_editions_without_authors_are_left_to_a_person() -> None:
    one, other = (traits("Principles of Quays", type="book", edition=edition) for edition in "12")
    assert ask(one, other) == Relation(
        "possible", wording.fill(wording.DIFFERENT_EDITIONS, one="1", other="2")
    )


def test_what_was_published_twice() -> None:
    fields: dict[str, Any] = {"volume": None, "issue": None, "page": None}
    one = article(doi="10.55555/a.1", **fields)
    mostly = article(doi="10.55555/b.2", authors=PEOPLE[:2], venue="Annals of Talks", **fields)
    assert ask(one, mostly).kind == "possible"
    elsewhere = article(venue="Annals of Talks", year=2022, **fields)
    answer = ask(article(**fields), elsewhere)
    assert answer[::2] == ("version", False)
    assert answer.reason.startswith("Published in ")
    books = [bare(type="book", authors=PEOPLE, doi=f"10.55555/b.{number}") for number in (1, 2)]
    assert ask(*books) == Relation("possible", wording.fill(wording.DIFFERENT_DOIS))


# --- what is compared in too little -----------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ({"authors": PEOPLE, "year": 2020}, {}, ""),
        ({"authors": PEOPLE}, {}, ""),
        (
            {"authors": PEOPLE, "year": 2020},
            {"authors": PEOPLE},
            wording.fill(wording.SAME_TITLE_AND_AUTHORS),
        ),
        ({"authors": PEOPLE}, {"authors": PEOPLE}, wording.fill(wording.SAME_TITLE_AND_AUTHORS)),
        (
            {"authors": PEOPLE, "year": 2020},
            {"authors": PEOPLE, "year": 2020},
            wording.fill(wording.SAME_TITLE_AUTHORS_AND_YEAR),
        ),
        ({"year": 2020, "venue": "Walks"}, {"venue": "Walks"}, ""),
        ({"year": 2020, "venue": "Walks"}, {"year": 2020}, ""),
        (
            {"year": 2020, "venue": "Walks", "authors": PEOPLE},
            {"year": 2020, "venue": "Walks"},
            wording.fill(wording.SAME_TITLE_AND_YEAR),
        ),
        ({"year": 2020, "url": "https://q.example"}, {"year": 2020}, ""),
        ({"year": 2020, "url": "https://q.example"}, {"url": "https://q.example"}, ""),
        (
            {"year": 2020, "url": "https://q.example"},
            {"year": 2020, "url": "https://q.example"},
            wording.fill(wording.SAME_TITLE_AND_YEAR),
        ),
        ({"year": 2020, "page": "3"}, {"year": 2020}, ""),
        *(
            (
                {"year": 2020, name: "3"},
                {"year": 2020, name: "3"},
                wording.fill(wording.SAME_TITLE_AND_YEAR),
            )
            for name in ("page", "volume", "publisher", "number")
        ),
    ],
)
def test_evidence(one: dict[str, Any], other: dict[str, Any], reason: str) -> None:
    answer = ask(bare(**one), bare(**other))
    doubt = Relation("possible", wording.fill(wording.LITTLE_TO_COMPARE))
    assert answer == (Relation("same", reason) if reason else doubt)


def test_a_title_of_24_letters_is_not_enough() -> None:
    title = "Walking along grey harbour"
    one = traits(f"{title}s", authors=PEOPLE, year=2020)
    assert len(one.title_key) == 24
    assert ask(one, one) == Relation("possible", wording.fill(wording.TITLE_OF_MANY_PAPERS))


# --- field by field ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "one", "other", "reason"),
    [
        ("volume", "1", "2", wording.fill(wording.DIFFERENT_VOLUMES, one="1", other="2")),
        ("issue", "1", "2", wording.fill(wording.DIFFERENT_NUMBERS, one="1", other="2")),
        ("number", "1", "2", wording.fill(wording.DIFFERENT_NUMBERS, one="1", other="2")),
        (
            "collection-number",
            "1",
            "2",
            wording.fill(wording.DIFFERENT_NUMBERS, one="1", other="2"),
        ),
        ("chapter-number", "1", "2", wording.fill(wording.DIFFERENT_NUMBERS, one="1", other="2")),
        ("part-number", "1", "2", wording.fill(wording.DIFFERENT_NUMBERS, one="1", other="2")),
        ("edition", "1", "2", wording.fill(wording.DIFFERENT_EDITIONS, one="1", other="2")),
        (
            "edition",
            "International",
            "Revised",
            wording.fill(wording.DIFFERENT_EDITIONS, one="International", other="Revised"),
        ),
        ("version", "1.0", "2.0", wording.fill(wording.DIFFERENT_EDITIONS, one="1.0", other="2.0")),
        ("page", "1–2", "3–4", wording.fill(wording.DIFFERENT_PAGES, one="1–2", other="3–4")),
        ("volume", "in press", "12", ""),
        ("volume", "March", "April", ""),
        ("volume", "XIV", "14", ""),
        ("volume", "XIV", "13", wording.fill(wording.DIFFERENT_VOLUMES, one="XIV", other="13")),
        ("edition", "XIV", "14", ""),
        ("edition", "XC", "90", ""),
        ("edition", "LXXXIX", "89", ""),
        ("volume", "IV", "4", ""),
        ("volume", "IX", "9", ""),
        ("volume", "VIII", "8", ""),
        ("volume", "XL", "40", ""),
        ("volume", "XC", "90", ""),
        ("volume", "LX", "60", ""),
        ("volume", "LXIV", "64", ""),
        ("volume", "Vol. 007", "7", ""),
        ("edition", "2nd", "Second", ""),
        ("edition", "zweite Auflage", "2", ""),
        ("edition", "Third", "2", wording.fill(wording.DIFFERENT_EDITIONS, one="Third", other="2")),
    ],
)
def test_numbers(name: str, one: str, other: str, reason: str) -> None:
    first, second = bare(type="book", **{name: one}), bare(type="book", **{name: other})
    assert differences(first, second) == ({name: reason} if reason else {})


def test_years_are_named_in_their_order() -> None:
    one, other = bare(year=2020), bare(year=2019)
    assert differences(one, other) == differences(other, one) == {"year": "Years 2019 and 2020"}


def test_only_a_version_stands_in_a_note() -> None:
    one, other = (bare(authors=PEOPLE, venue="Q", note=f"version {n}") for n in (1, 2))
    assert set(differences(one, other)) == {"version"}
    stated = bare(version="1", note="version 2", venue="Q")
    assert not differences(stated, bare(version="1", venue="Q"))


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("Neuro Image", "NeuroImage", False),
        ("of the", "Journal of Walks", False),
        ("J. Walks", "Journal of Walks", False),
        ("P NAS", "Proceedings National Academy Sciences", True),
        ("J", "Journal of Walks", True),
        ("ABCDEFGHI", "Ash Birch Cedar Dogwood Elm Fir Gum Hazel Ivy", True),
        ("Jw", "Journal of Walks", True),
        ("JW", "Journal of Walks", False),
        ("J.W.", "Journal of Walks", False),
        ("JX", "Journal of Walks", True),
        ("PLOS", "PLOS One", False),
        ("Proceedings of Wet Sails", "Wet Sails Dry Land", False),
        ("Proceedings of Sails", "Conference on Wet Sails", True),
        ("Walks", "Talks", True),
    ],
)
def test_venues(one: str, other: str, differ: bool) -> None:
    assert venues_differ(bare(venue=one), bare(venue=other)) is differ
    assert venues_differ(bare(venue=other), bare(venue=one)) is differ


def test_a_short_name_of_a_venue_counts_as_its_name() -> None:
    one = bare(venue="Journal of Walks", **{"container-title-short": "Wlk"})
    assert not venues_differ(one, bare(venue="Wlk"))
    assert not venues_differ(bare(venue="Wlk"), one)
    assert venues_differ(one, bare(venue="Tlk"))


@pytest.mark.parametrize(
    ("fields", "differ"),
    [
        ({"type": "article-journal"}, False),
        ({"type": "article-magazine"}, False),
        ({"type": "review"}, False),
        ({"type": "paper-conference"}, False),
        ({"type": "preprint"}, False),
        ({}, False),
        ({"type": "book"}, True),
        ({"type": "software"}, True),
    ],
)
def test_publishers(fields: dict[str, str], differ: bool) -> None:
    one, other = (bare(publisher=name, **fields) for name in ("Northern", "Southern"))
    assert names_of_differences(one, other) == ({"publisher"} if differ else set())
    assert not differences(one, bare(**fields))
    same = bare(publisher="Wiley-Blackwell", **fields), bare(publisher="WileyBlackwell", **fields)
    assert not differences(*same)


@pytest.mark.parametrize(
    ("fields", "differ"),
    [
        *(
            ({"type": kind}, False)
            for kind in (
                *("article-journal", "article-magazine", "review", "paper-conference", "book"),
                *("chapter", "thesis", "report"),
            )
        ),
        ({"venue": "Walks"}, False),
        ({"type": "webpage", "venue": "Walks"}, False),
        ({"type": "webpage"}, True),
        ({}, True),
    ],
)
def test_addresses_and_notes(fields: dict[str, str], differ: bool) -> None:
    for name, stated in (("url", "URL"), ("note", "note")):
        one, other = bare(**fields, **{name: "https://a"}), bare(**fields, **{name: "https://b"})
        assert names_of_differences(one, other) == ({stated} if differ else set())
        assert not names_of_differences(one, bare(**fields))
    placed = bare(type="webpage", venue="Walks", url="https://a", note="one")
    assert not names_of_differences(placed, bare(type="webpage", url="https://b", note="two"))


def test_degrees_count_only_of_theses() -> None:
    for kind, names in (("thesis", {"genre"}), ("report", set())):
        one, other = (bare(type=kind, genre=genre) for genre in ("PhD thesis", "Master's thesis"))
        assert names_of_differences(one, other) == names
        assert not names_of_differences(one, bare(type=kind))


def test_dates_count_where_nothing_else_places_a_paper() -> None:
    one, other = (bare(venue="Walks", issued=f"2018-03-0{day}") for day in (1, 2))
    assert differences(one, other) == {"issued": "Dates 2018-03-01 and 2018-03-02"}


# --- how a work came out ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "is_preprint"),
    [
        ({"type": "preprint", "venue": "Journal of Walks"}, True),
        ({"url": "https://arxiv.org/abs/2001.00001"}, True),
        ({"url": "https://walks.example/arxiv"}, False),
        ({"arxiv": "2001.00001", "type": "article-magazine"}, True),
        ({"arxiv": "2001.00001", "type": "review"}, True),
        *(
            ({"arxiv": "2001.00001", "type": kind}, False)
            for kind in ("chapter", "thesis", "report", "book", "paper-conference")
        ),
        ({"arxiv": "2001.00001", "doi": "10.55555/a.1"}, False),
    ],
)
def test_preprints(fields: dict[str, str], is_preprint: bool) -> None:
    assert bare(**fields).is_preprint is is_preprint


@pytest.mark.parametrize(
    ("fields", "stage"),
    [
        ({}, ""),
        ({"type": "document"}, ""),
        ({"venue": "Proceedings of Wet Sails"}, "conference"),
        ({"venue": "Proceedings of Wet Sails", "type": "document"}, "conference"),
        ({"venue": "Proceedings of Wet Sails", "type": "book"}, "book"),
        ({"venue": "Journal of Walks"}, "journal"),
        ({"venue": "arXiv"}, "preprint"),
        ({"type": "article-magazine"}, "journal"),
        ({"type": "review"}, "journal"),
        ({"type": "chapter"}, "chapter"),
        ({"type": "thesis"}, "thesis"),
        ({"type": "report"}, "report"),
        ({"type": "software"}, "software"),
    ],
)
def test_stages(fields: dict[str, str], stage: str) -> None:
    assert bare(**fields).stage == stage


def test_types_differ_unless_they_come_out_in_one_way() -> None:
    magazine, review = bare(type="article-magazine"), bare(type="review")
    assert not names_of_differences(magazine, review)
    assert names_of_differences(magazine, bare(type="book")) == {"type"}
    preprint = bare(type="preprint")
    assert not names_of_differences(preprint, bare(type="document", venue="arXiv"))
    assert names_of_differences(preprint, bare(type="document")) == {"type"}
