"""What makes two papers one paper, versions of one work, or two papers."""

from __future__ import annotations

import pytest

from core.base.identity import external_ids
from core.base.records import PaperRecord
from core.library.duplicates.likeness import SURE, Likeness, compare
from core.library.store.traits import Traits, make_traits
from tests import wording

TITLE = "Weighing citation contexts by rarity in the recommendation of papers"
USUAL = {"supervised", "unsupervised", "learning", "of", "the", "in", "by"}


def traits(title: str = TITLE, **fields: object) -> Traits:
    values = {"authors": ("Ann Smith", "Bo Ng"), "year": 2020, **fields}
    record = PaperRecord(title=title, **values)  # type: ignore[arg-type]
    return make_traits(record, external_ids(record))


def rarity(word: str) -> int:
    return 100 if word in USUAL else 1


def judged(title: str = TITLE, **fields: object) -> Likeness | None:
    return compare(traits(), traits(title, **fields), rarity)


def test_the_same_title_authors_and_year_are_sure() -> None:
    pair = judged(TITLE.upper())
    assert pair is not None
    assert (pair.kind, pair.sure) == ("duplicate", True)
    assert pair.reasons == ("Same title", "Same authors", "Same year")


def test_other_given_names_are_not_called_the_same_authors() -> None:
    people = ("Emmy Noether", "David Hilbert")
    pair = compare(traits(authors=people), traits(authors=(people[0], "Klaus Hilbert")), rarity)
    assert pair is not None
    assert pair.reasons == ("Same title", "Same family names", "Same year", "Different authors")


@pytest.mark.parametrize(
    "title",
    [
        TITLE.replace("recommendation", "recomendation"),
        TITLE.replace("Weighing", "Wieghing").replace("rarity", "raritiy"),
        TITLE.replace("papers", "paper"),
    ],
)
def test_typing_errors_are_found_and_named(title: str) -> None:
    pair = judged(title)
    assert pair is not None
    assert pair.sure
    assert "typing error" in pair.reasons[0]


def test_a_word_written_apart_is_a_letter() -> None:
    pair = compare(
        traits(title="A lexico-graphic data base of verbs"),
        traits("A lexico-graphic databases of verbs"),
        rarity,
    )
    assert pair is not None
    assert pair.reasons[0] == wording.fill(wording.TITLES_DIFFER_IN_A_LETTER)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Supervised learning of the walk", "Unsupervised learning of the walk"),
        ("On the structure of walks, part I of III", "On the structure of walks, part II of III"),
        ("Overview of the shared task 2019", "Overview of the shared task 2020"),
        ("The guide to walks with walker2", "The guide to walks with walker3"),
        ("Weighing citation contexts", "Reply to weighing citation contexts"),
        ("The taste of olives in spring", "Graph walks for ranking text"),
    ],
)
def test_titles_that_say_something_else_are_two_papers(one: str, other: str) -> None:
    assert compare(traits(title=one), traits(other), rarity) is None


def test_a_subtitle_makes_it_likely_but_not_sure() -> None:
    pair = judged(f"{TITLE}: a study")
    assert pair is not None
    assert pair.kind == "duplicate"
    assert 0.6 <= pair.score < SURE


@pytest.mark.parametrize(
    ("longer", "fields", "offered"),
    [
        ("Walks along the sea, 1946–1965", {}, True),
        ("Walks along the sea and back again", {}, True),
        ("Walks along the sea and back again", {"page": "12–20"}, False),
        ("Walks along the sea and back again", {"volume": "4"}, False),
        ("Walks along the sea and back again", {"authors": ("Ida Ruud", "Bo Ng")}, False),
        ("Walks along the sea and back again", {"year": 2021}, False),
        ("Walks along the sea, an erratum", {}, False),
        ("Walks along the shore of a sea", {}, False),
    ],
)
def test_a_longer_title_on_the_same_pages_is_offered(
    longer: str, fields: dict[str, object], offered: bool
) -> None:
    place = {"page": "1–9", "volume": "3", "type": "article-journal"}
    stated = {name: fields.pop(name) for name in ("page", "volume") if name in fields}
    one = traits("Walks along the sea", venue="J. Walks", extra=place)
    pair = compare(
        one, traits(longer, venue="J. Walks", extra={**place, **stated}, **fields), rarity
    )
    assert (pair is not None and not pair.sure) == offered


def test_a_common_title_is_never_sure() -> None:
    pair = compare(traits(title="Editorial"), traits("Editorial"), rarity)
    assert pair is not None
    assert not pair.sure


def test_other_authors_are_another_paper() -> None:
    assert judged(authors=("Li Weber", "Jo Kim")) is None


def test_papers_of_which_nothing_but_the_title_is_known_are_not_sure() -> None:
    pair = judged(authors=(), year=None)
    assert pair is not None
    assert not pair.sure


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ({"arxiv": "2001.00001"}, {"doi": "10.55555/a", "venue": "Journal of Walks"}, "preprint"),
        ({"doi": "10.1101/2020.9"}, {"doi": "10.55555/a"}, "preprint"),
        ({"venue": "arXiv preprint"}, {"venue": "ICML"}, "published in ICML"),
        ({"doi": "10.55555/b"}, {"doi": "10.55555/a"}, wording.fill(wording.DIFFERENT_DOIS)),
        (
            {"venue": "Walks", "year": 2018},
            {"venue": "ICML"},
            wording.fill(wording.PUBLISHED_IN_TWO_VENUES, one="Walks", other="ICML"),
        ),
    ],
)
def test_versions_of_one_work_are_no_duplicates(
    one: dict[str, object], other: dict[str, object], told: str
) -> None:
    pair = compare(traits(TITLE, **one), traits(TITLE, **other), rarity)
    assert pair is not None
    assert pair.kind == "version"
    assert not pair.sure
    assert told in pair.reasons[-1]


def test_a_title_that_a_journal_prints_again_and_again_is_no_version() -> None:
    place = {"venue": "Journal of Walks"}
    one, other = (traits("In this issue", doi=f"10.55555/{number}", **place) for number in (1, 2))
    assert compare(one, other, rarity) is None


def test_a_shared_doi_counts_unless_title_and_authors_are_others() -> None:
    same = compare(
        traits("Weighing contexts by rarity", doi="10.55555/a"), traits(doi="10.55555/a"), rarity
    )
    assert same is not None
    assert same.reasons[0] == "Same DOI 10.55555/a"
    copied = compare(
        traits("The taste of olives", doi="10.55555/a", authors=("Li Weber",)),
        traits(doi="10.55555/a"),
        rarity,
    )
    assert copied is None
