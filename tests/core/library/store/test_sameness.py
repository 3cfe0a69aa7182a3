"""When two records are one paper, versions of one work, perhaps one paper, or two."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.identity import external_ids
from core.base.records import PaperRecord
from core.library.store.intake import clean
from core.library.store.sameness import Relation, relation, titles_disagree
from core.library.store.traits import Traits, is_generic, make_traits
from tests import wording

TITLE = "Weighing citation contexts by rarity"
PEOPLE = ("Ann Smith", "Bo Ng", "Eva Lind")
ARTICLE: dict[str, Any] = {  # Any: values of record fields
    "authors": PEOPLE,
    "year": 2020,
    "venue": "Journal of Walks",
    "type": "article-journal",
    "volume": "12",
    "issue": "3",
    "page": "345–367",
}


def traits(title: str = TITLE, **stated: object) -> Traits:
    """Make traits; what is no field of a record goes to ``extra``."""
    fields = PaperRecord.__dataclass_fields__
    own = {name: value for name, value in stated.items() if name in fields}
    extra = {name: value for name, value in stated.items() if name not in fields}
    record = clean(PaperRecord(title=title, extra=extra, **own))
    return make_traits(record, external_ids(record))


def article(title: str = TITLE, **changes: object) -> Traits:
    """Make the traits of an article, with changes; ``None`` leaves a field out."""
    stated = {name: value for name, value in {**ARTICLE, **changes}.items() if value is not None}
    return traits(title, **stated)


def told(one: Traits, other: Traits) -> Relation:
    """Ask the rule, in both orders."""
    answer = relation(one, other)
    turned = relation(other, one)
    assert (turned.kind, turned.certain) == (answer.kind, answer.certain)
    return answer


# --- titles -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "disagree"),
    [
        pytest.param("Graph walks for text", "Graph Walks for Text!", False, id="equal"),
        pytest.param("Graph walks", "Graph walks: a study of text", False, id="with a subtitle"),
        pytest.param("Graph walks for texts", "Graph walk for text", False, id="inflected"),
        pytest.param("Colour of graphs", "Color of graphs", False, id="spelling"),
        pytest.param("Graph walks for text", "On the taste of olives", True, id="nothing common"),
        pytest.param("Graph walks for text", "", False, id="one is missing"),
        pytest.param("Introduction", "Introduction to graph walks", True, id="one many have"),
        pytest.param(TITLE, f"Erratum: {TITLE}", True, id="an erratum"),
        pytest.param(TITLE, f"Correction to: {TITLE}", True, id="a correction"),
        pytest.param(TITLE, f"Comment on “{TITLE}”", True, id="a comment"),
        pytest.param(TITLE, f"RETRACTED: {TITLE}", False, id="the same paper, retracted"),
        pytest.param(f"Reply to {TITLE}", f"Reply to {TITLE}", False, id="one reply"),
        # Seven of ten words are common, and fewer letters in their order than seven of ten.
        pytest.param(
            "sand peat moss fern olives rivers meadow chalk dune birch",
            "birch dune chalk meadow rivers olives fern lamp nail wire",
            False,
            id="seven of ten words",
        ),
        pytest.param(
            "sand peat moss fern olives rivers meadow chalk dune birch",
            "birch dune chalk meadow rivers olives door lamp nail wire",
            True,
            id="six of ten words",
        ),
    ],
)
def test_titles_disagree_only_if_nothing_much_is_common(
    one: str, other: str, disagree: bool
) -> None:
    assert titles_disagree(traits(one), traits(other)) is disagree
    assert titles_disagree(traits(other), traits(one)) is disagree


@pytest.mark.parametrize(
    ("title", "generic"),
    [
        ("Editorial", True),
        ("Guest Editors’ Introduction", True),
        ("Introduction to the special issue on graph walks", True),
        ("Preface to the second volume", True),
        ("Message from the General Chairs", True),
        ("Introduction to graph walks in libraries", False),
        ("The editorial process of peat journals", False),
    ],
)
def test_titles_that_many_papers_have_are_known(title: str, generic: bool) -> None:
    assert is_generic(title) is generic


# --- a shared identifier ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "shared",
    [{"doi": "10.55555/a.1"}, {"arxiv": "2001.00001"}, {"PMID": "123456"}],
)
def test_a_shared_identifier_makes_one_paper(shared: dict[str, str]) -> None:
    bare = traits("Weighing contexts", year=2021, **shared)
    assert told(bare, article("Weighing contexts", **shared)).kind == "same"
    assert told(traits("", **shared), article(**shared)).kind == "same"


def test_a_shared_identifier_is_named() -> None:
    answer = told(article(doi="10.55555/a.1"), article(doi="10.55555/A.1"))
    assert answer.reason == "same DOI 10.55555/a.1"


def test_a_shared_doi_does_not_count_where_the_titles_disagree() -> None:
    other = article("On the taste of olives in spring", doi="10.55555/a.1")
    assert told(article(doi="10.55555/a.1"), other).kind == "possible"


def test_a_chapter_with_the_doi_of_its_book_is_another_work() -> None:
    book = traits("Principles of Piers", type="book", year=2001, doi="10.55555/b.1")
    chapter = traits("Quays", type="chapter", year=2001, doi="10.55555/b.1")
    assert told(book, chapter).kind == "different"


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"authors": ("Ola Holm",), "volume": "9"}, id="other authors"),
        pytest.param({"type": "paper-conference", "venue": "Proc. ICW"}, id="another place"),
        pytest.param({"volume": "13", "page": "1–9"}, id="another volume and pages"),
        pytest.param({"year": 2025, "volume": "17"}, id="another year and volume"),
    ],
)
def test_a_doi_that_was_copied_to_another_entry_makes_no_paper(other: dict[str, Any]) -> None:
    answer = told(article(doi="10.55555/a.1"), article(doi="10.55555/a.1", **other))
    assert answer.kind in {"version", "possible"}


def test_one_slip_is_forgiven_where_the_doi_and_the_title_are_one() -> None:
    for slip in ({"page": "34–67"}, {"year": 2023}, {"volume": "21"}):
        assert told(article(doi="10.55555/a.1"), article(doi="10.55555/a.1", **slip)).kind == "same"


def test_titles_that_are_not_equal_forgive_nothing() -> None:
    longer = f"{TITLE} in the recommendation of papers"
    assert told(article(doi="10.55555/a.1"), article(longer, doi="10.55555/a.1")).kind == "same"
    for doubt in (
        article(longer, doi="10.55555/a.1", page="1–9"),
        article(f"{longer}, part 2", doi="10.55555/a.1"),
    ):
        assert told(article(doi="10.55555/a.1"), doubt).kind == "possible"


def test_editions_of_a_book_under_one_doi_are_versions() -> None:
    book = {"type": "book", "authors": PEOPLE, "doi": "10.55555/b.1"}
    one = traits("Logic and Quays", year=1997, **book)
    assert told(one, traits("Logic and Quays", year=2004, **book)).kind == "version"
    first = traits("Logic and Quays", edition="1", **book)
    assert told(first, traits("Logic and Quays", edition="2", **book)).kind == "version"


def test_a_preprint_and_its_publication_with_its_arxiv_id_are_versions() -> None:
    preprint = traits(authors=PEOPLE, year=2019, type="preprint", arxiv="2001.00001")
    published = article(arxiv="2001.00001")
    assert told(preprint, published)[::2] == ("version", True)
    pdf = traits(authors=PEOPLE, arxiv="2001.00001")  # as it was read of a page
    assert told(pdf, published).kind == "same"


# --- books ------------------------------------------------------------------------------------


def book(title: str = "Principles of Piers", **changes: object) -> Traits:
    stated = {"type": "book", "authors": ("Q. Holm",), "ISBN": "978-3-16-148410-0", **changes}
    return traits(title, **{name: value for name, value in stated.items() if value is not None})


def test_an_isbn_makes_one_book_of_one_title_and_edition() -> None:
    assert told(book(), book(ISBN="3-16-148410-X", year=2001)).kind == "same"
    assert told(book(edition="2nd"), book(edition="Second edition")).kind == "same"


@pytest.mark.parametrize(
    "other",
    [
        book("Principles of Harbours"),
        book(edition="2"),
        book(volume="2"),
        book(number="2"),
        book(type="chapter"),
        book(authors=("Li Moe",)),
    ],
)
def test_an_isbn_alone_makes_no_book(other: Traits) -> None:
    assert told(book(edition="1", volume="1", number="1"), other).kind != "same"


# --- everything that both state agrees --------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({}, id="the same"),
        pytest.param({"authors": ("A. Smith", "B. Ng", "E. Lind")}, id="initials"),
        pytest.param({"authors": ("Smith, Ann", "Ng Bo", "Lind, Eva")}, id="turned names"),
        pytest.param({"authors": ("Ann Smith",), "author_and_others": True}, id="and others"),
        pytest.param({"venue": "J. Walks"}, id="abbreviated venue"),
        pytest.param({"venue": "JW"}, id="initials of the venue"),
        pytest.param({"page": "345"}, id="first page alone"),
        pytest.param({"page": "345–67"}, id="last page cut"),
        pytest.param({"volume": "Vol. 12", "issue": "03"}, id="written otherwise"),
        pytest.param({"volume": "XII"}, id="roman"),
        pytest.param({"year": None, "volume": None, "page": None}, id="silent"),
        pytest.param({"authors": None}, id="no authors"),
        pytest.param({"doi": "10.55555/a.1"}, id="a DOI of one"),
        pytest.param({"type": None, "authors": PEOPLE[:2]}, id="names that a page had"),
    ],
)
def test_what_agrees_in_all_that_both_state_is_one_paper(other: dict[str, Any]) -> None:
    assert told(article(), article(TITLE.upper(), **other)).kind == "same"


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"authors": ("Ann Smith", "Bo Ng")}, id="fewer authors"),
        pytest.param({"authors": ("Ann Smith", "Bo Ng", "Li Moe")}, id="another author"),
        pytest.param({"authors": ("Li Moe",), "author_and_others": True}, id="others, others"),
        pytest.param({"year": 2021}, id="year"),
        pytest.param({"type": "document"}, id="type"),
        pytest.param({"type": "book"}, id="book"),
        pytest.param({"volume": "13"}, id="volume"),
        pytest.param({"issue": "4"}, id="issue"),
        pytest.param({"page": "346–367"}, id="pages"),
        pytest.param({"page": "345–368"}, id="last page"),
        pytest.param({"venue": "Journal of Wines"}, id="venue"),
        pytest.param({"venue": "Journal of Walks and Talks"}, id="longer venue"),
        pytest.param({"doi": "10.55555/b.2"}, id="DOI"),
        pytest.param({"arxiv": "2001.00002"}, id="arXiv id"),
        pytest.param({"PMID": "2"}, id="PMID"),
        pytest.param({"ISBN": "978-3-16-148411-7"}, id="ISBN"),
        pytest.param({"number": "e13"}, id="number of the article"),
        pytest.param({"version": "2"}, id="version"),
        pytest.param({"note": "R package version 0.2"}, id="version in a note"),
        pytest.param({"edition": "2"}, id="edition"),
    ],
)
def test_what_differs_in_one_thing_is_not_merged(other: dict[str, Any]) -> None:
    one = article(
        doi="10.55555/a.1", arxiv="2001.00001", PMID="1", ISBN="978-3-16-148410-0",
        number="e12", version="1", edition="1",
    )  # fmt: skip
    shared = {"doi": None, "arxiv": None, "PMID": None, "ISBN": None}
    assert told(one, article(**shared)).kind == "same"
    assert told(one, article(**{**shared, **other})).kind != "same"


def test_a_title_that_is_short_or_that_many_have_is_not_enough() -> None:
    assert told(article("Harbour walks in winter"), article("Harbour walks in winter")).kind == (
        "possible"
    )
    long = "Introduction to the special issue on harbours"
    assert told(article(long), article(long)).kind == "possible"
    letters = "Walking along grey harbour"  # 23 letters
    assert told(article(letters), article(letters)).kind == "possible"
    assert told(article(f"{letters}os"), article(f"{letters}os")).kind == "same"


def test_a_title_alone_is_not_enough() -> None:
    assert told(traits(), traits()).kind == "possible"
    assert told(traits(year=2020), traits(year=2020)).kind == "possible"
    assert told(traits(authors=PEOPLE), traits(authors=PEOPLE)).kind == "same"
    place = {"year": 2020, "venue": "Journal of Walks"}
    assert told(traits(**place), traits(**place)).kind == "same"


def test_publishers_tell_books_and_programs_apart() -> None:
    for kind in ("book", "report", "software", "thesis"):
        one = traits(authors=PEOPLE, year=2020, type=kind, publisher="Northern Press")
        same = traits(authors=PEOPLE, year=2020, type=kind, publisher="Northern")
        other = traits(authors=PEOPLE, year=2020, type=kind, publisher="Southern")
        assert told(one, same).kind == "same"
        assert told(one, other).kind == "possible"


def test_a_volume_is_not_taken_for_its_work() -> None:
    stated: dict[str, Any] = {"authors": PEOPLE, "year": 2020, "type": "book"}
    volume, work = traits(**stated, volume="1"), traits(**stated)
    assert told(volume, work).kind == "possible"
    assert told(traits(**stated, **{"part-number": "1"}), work).kind == "possible"
    assert told(volume, volume).kind == "same"
    in_series = traits(**stated, volume="1", **{"collection-title": "Bogs"})
    assert told(in_series, work).kind == "same"


def test_theses_of_two_degrees_are_two() -> None:
    one, other = (
        traits(authors=("Ann Smith",), type="thesis", genre=f"{degree} thesis")
        for degree in ("Master", "PhD")
    )
    assert told(one, other).kind == "possible"


def test_collections_of_other_editors_are_two() -> None:
    one, other = (
        traits(year=2020, type="book", publisher="Northern", editor=[name])
        for name in ("Ann Smith", "Bo Ng")
    )
    assert told(one, other).kind == "possible"


def test_the_names_of_proceedings_may_be_longer() -> None:
    talk = {"type": "paper-conference", "volume": None, "issue": None, "page": None}
    one = article(venue="Proceedings of the 5th International Conference on Wet Sails", **talk)
    assert told(one, article(venue="Conference on Wet Sails", **talk)).kind == "same"
    assert told(one, article(venue="Conference on Dry Sails", **talk)).kind == "possible"


# --- versions and other works -----------------------------------------------------------------


def test_a_preprint_is_a_version_of_its_publication() -> None:
    preprint = traits("Tides by numbers", authors=PEOPLE, year=2019, venue="arXiv")
    answer = told(preprint, article("Tides by numbers"))
    assert answer[::2] == ("version", True)
    assert answer.reason == wording.fill(
        wording.PREPRINT_AND_PUBLISHED_IN, venue="Journal of Walks"
    )


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"authors": PEOPLE[:1], "author_and_others": False}, id="fewer authors"),
        pytest.param({"year": 2009}, id="long ago"),
        pytest.param({"authors": None}, id="no authors"),
    ],
)
def test_versions_in_doubt_are_offered(changes: dict[str, Any]) -> None:
    stated = {"authors": PEOPLE, "year": 2019, "venue": "arXiv", **changes}
    preprint = traits(**{name: value for name, value in stated.items() if value is not None})
    assert told(preprint, article())[::2] == ("version", False)


def test_a_short_title_links_no_versions_by_itself() -> None:
    preprint = traits("Deep quays", authors=PEOPLE, year=2019, venue="arXiv")
    assert told(preprint, article("Deep quays"))[::2] == ("version", False)


def test_a_conference_paper_is_a_version_of_the_article() -> None:
    talk = article(type="paper-conference", venue="Proc. of Sails", year=2018, volume=None)
    assert told(talk, article())[::2] == ("version", True)
    in_one_place = article(type="paper-conference")
    assert told(in_one_place, article()).kind == "possible"


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        pytest.param(
            traits("Principles of Piers", type="book", authors=("Q. Holm",), edition="1"),
            traits("Principles of Piers", type="book", authors=("Q. Holm",), edition="4"),
            "version",
            id="editions",
        ),
        pytest.param(
            traits("Principles of Piers", type="book", authors=("Q. Holm",), year=1990),
            traits("Principles of Piers", type="book", authors=("Q. Holm",), year=2010),
            "version",
            id="years of a book",
        ),
        pytest.param(
            traits("The Art of Quays", type="book", authors=("D. Knut",), volume="1"),
            traits("The Art of Quays", type="book", authors=("D. Knut",), volume="2"),
            "different",
            id="volumes",
        ),
        pytest.param(
            traits("A language for harbours", authors=("Q Team",), type="document", year=2012),
            traits("A language for harbours", authors=("Q Team",), type="document", year=2020),
            "possible",
            id="manuals of two years",
        ),
        pytest.param(
            article("Harbour statistics", volume="68", year=2018, page="7–30"),
            article("Harbour statistics", volume="69", year=2019, page="7–34"),
            "different",
            id="annual statistics",
        ),
        pytest.param(
            article("Editorial", volume=None, issue=None, page="1"),
            article("Editorial", volume=None, issue=None, page="3"),
            "different",
            id="editorials",
        ),
        pytest.param(
            article("Deep harbours", year=2015),
            traits("Deep Harbours", type="book", authors=("Ida Ruud", "Bo Ng"), year=2016),
            "different",
            id="an article and a book",
        ),
        pytest.param(
            traits("Deep harbours", authors=("Ola Moe", "Bo Ng"), year=2015),
            traits("Deep harbours", authors=("Ida Ruud", "Bo Ng"), year=2016),
            "different",
            id="one of two authors, another year",
        ),
        pytest.param(article(), article(authors=("Li Moe",)), "different", id="nobody in common"),
        pytest.param(
            article(type="report", venue="", volume=None),
            article(),
            "version",
            id="a report and the article",
        ),
        pytest.param(
            traits(type="thesis", authors=PEOPLE[:1], year=2018),
            traits(type="book", authors=PEOPLE[:1], year=2020),
            "version",
            id="a thesis and the book",
        ),
        pytest.param(
            article(doi="10.55555/a.1", volume=None, issue=None, page=None, venue="Walks"),
            article(doi="10.55555/a.2", volume=None, issue=None, page=None, venue="Talks"),
            "version",
            id="printed twice",
        ),
        pytest.param(article(), article("On the taste of olives"), "different", id="other titles"),
    ],
)
def test_other_works_and_versions(one: Traits, other: Traits, kind: str) -> None:
    assert told(one, other).kind == kind


def test_a_title_that_is_nearly_the_same_is_sure_only_by_a_typing_error() -> None:
    one, other = article(), article(TITLE.replace("Weighing", "Wieghing"))
    assert relation(one, other).kind == "different"
    assert relation(one, other, alike="similar").kind == "possible"
    assert relation(one, other, alike="typing error").kind == "same"


# --- given names, dates, addresses and notes --------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        pytest.param("John Smith", "Karen Smith", "possible", id="other names"),
        pytest.param("John Smith", "James Smith", "possible", id="one initial"),
        pytest.param("J. Smith", "K. Smith", "possible", id="other initials"),
        pytest.param("J. Smith", "John Smith", "same", id="an initial"),
        pytest.param("Jon K. Smith", "Karl Smith", "same", id="a middle name"),
        pytest.param("Sergei Smith", "Sergey Smith", "same", id="spellings"),
        pytest.param("Smith", "John Smith", "same", id="no given name"),
        pytest.param("de Boer", "Jan de Boer", "same", id="a particle"),
        pytest.param("Boer, Jan de", "Jan de Boer", "same", id="family first"),
    ],
)
def test_given_names_that_contradict_are_not_merged(one: str, other: str, kind: str) -> None:
    first, second = article(authors=(one, *PEOPLE)), article(authors=(other, *PEOPLE))
    assert told(first, second).kind == kind


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("2018-03-01", "2018-04-01", "possible"),
        ("2018-03-01", "2018-03-02", "possible"),
        ("2018-03", "2018-03-02", "same"),
        ("2018", "2018-03-02", "same"),
    ],
)
def test_pieces_of_other_days_are_not_merged(one: str, other: str, kind: str) -> None:
    daily: dict[str, Any] = {"volume": None, "issue": None, "page": None, "year": 2018}
    first, second = article(issued=one, **daily), article(issued=other, **daily)
    assert told(first, second).kind == kind
    assert told(article(issued=one), article(issued=other)).kind == "same"  # of the same pages


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"url": "http://www.quays.example/a/"}, "same"),
        ({"url": "https://quays.example/b"}, "possible"),
        ({"note": "Spring term"}, "same"),
        ({"note": "Autumn term."}, "possible"),
        ({"type": None, "url": "https://quays.example/b"}, "possible"),
    ],
)
def test_pages_of_other_addresses_or_notes_are_not_merged(
    changed: dict[str, object], kind: str
) -> None:
    page: dict[str, Any] = {
        "authors": PEOPLE, "year": 2020, "type": "webpage", "url": "https://quays.example/a",
        "note": "Spring term",
    }  # fmt: skip
    other = {name: value for name, value in (page | changed).items() if value is not None}
    assert told(traits(**page), traits(**other)).kind == kind


def test_addresses_and_notes_do_not_tell_what_is_printed_apart() -> None:
    one = article(url="https://quays.example/a", note="read")
    assert told(one, article(url="https://tides.example/b", note="to read")).kind == "same"
