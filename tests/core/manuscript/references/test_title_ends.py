"""Where the title of an entry begins and ends."""

from __future__ import annotations

import pytest

from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.title_ends import check_title, complete_title


@pytest.mark.parametrize(
    ("text", "title", "venue", "whole"),
    [
        ("Oak A, Elm B. Walks along the coast, Scotland. Reed Infect Dis. 2013;19:1393.",
         "Walks along the coast", "Reed Infect Dis", "Walks along the coast, Scotland"),
        ("Oak A, Elm B. Walks of the year, 2014. Reed J Clin. 2014;64(2):104–117.",
         "Walks of the year", "Reed J Clin", "Walks of the year, 2014"),
        ("Oak A. Walks (OLD) in 2019: a review. Reed Med. 2022;10:447.",
         "Walks (OLD)", "Reed Med", "Walks (OLD) in 2019: a review"),
        ("Oak A. Oil of Quercus marina L. from Ely. J Reed Chem. 2006;54:63.",
         "Oil of Quercus marina L. from", "J Reed Chem", "Oil of Quercus marina L. from Ely"),
        ("Oak A. Oils of Quercus marina Mart. ex Spreng. growing wild. Reeds. 2009;14:47.",
         "Oils of Quercus marina Mart", "Reeds",
         "Oils of Quercus marina Mart. ex Spreng. growing wild"),
        ("Oak A, Elm BC. REED W: improving walks. Reed Acids Res. 1994;22:46.",
         "improving walks", "Reed Acids Res", "REED W: improving walks"),
        ("Oak, A.; Elm, J.F. Chemical Analysis of reeds. Reed J. 2011, 22, 741.",
         "Analysis of reeds", "Reed J.", "Chemical Analysis of reeds"),
        ("Oak A. Walks of reeds. In New Ways of Walking; Elm: Ely, 2020; pp. 1–3.",
         "Walks of reeds. In New Ways of Walking", "", "Walks of reeds"),
        ("Oak, A.B. Reeds. In The Families of Plants; Elm, B., Ed.; Ely, 1993.",
         "In The Families of Plants", "", "Reeds"),
        ("A. Oak, et al., Walks of the best strategy, Reed (2023) 127837.",
         "Walks of the best strategy, Reed", "", "Walks of the best strategy"),
        ("Oak A. Reeds of Quercus marina L. Reed and Walk. 2016;6:76.",
         "Reeds of Quercus marina L. Reed and Walk", "", "Reeds of Quercus marina L."),
    ],
)  # fmt: skip
def test_titles_are_whole(text: str, title: str, venue: str, whole: str) -> None:
    assert complete_title({"title": title, "venue": venue}, text)["title"] == whole


@pytest.mark.parametrize(
    ("text", "title", "venue"),
    [
        ("Oak, A. (2012) Walks: a model of the coast, Reed. Model Dev., 5, 369–411.",
         "Walks: a model of the coast", "Reed. Model Dev."),
        ("A. Oak and D. Elm Analysis of walks. J. Reed 7, 1 (2001).", "Analysis of walks",
         "J. Reed"),
        ("Oak, Ann. Walks, trans. Jo Elm. Ely: Reed, 1997.", "Walks", ""),
        ("Oak, Ann. Walks, 2 vols. Ely: Reed, 1906.", "Walks", ""),
        ("Oak A. Walks across Europe, 2012. Available online: http://a.example/2012",
         "Walks across Europe", ""),
        ("Oak A. Walks of reeds (2nd ed.). Ely: Reed, 1998.", "Walks of reeds", ""),
        ("Oak A. Walks of reeds. eReed 2014;3:12.", "Walks of reeds", "eReed"),
    ],
)  # fmt: skip
def test_titles_take_in_nothing_else(text: str, title: str, venue: str) -> None:
    assert complete_title({"title": title, "venue": venue}, text)["title"] == title


def test_quotes_inside_a_title_do_not_end_it() -> None:
    fields = parse_entry(
        "Oak, N. (2018). “Reed crisis” and “walk talk” in marsh management? Taking values of "
        "people into account. Frontiers in Reed Science, 6, Article 112."
    )
    assert fields.title.endswith("into account")


def test_names_read_into_a_title_are_authors() -> None:
    parts = check_title({"author": "Roe A, Li W", "title": "Di Bay G, Holt P: Walks by night"})
    assert parts == {"author": "Roe A, Li W, Di Bay G, Holt P", "title": "Walks by night"}
    assert check_title({"author": "Roe A", "title": "Clay: a pot"})["title"] == "Clay: a pot"


def test_the_publisher_behind_a_title_is_no_part_of_it() -> None:
    for behind in ("Institute of Electrical and Electronics Engineers (IEEE)", "Springer Nature"):
        assert check_title({"title": f"Walks by night. {behind}"})["title"] == "Walks by night"
    title = "Lost? Association for Computing Machinery"
    assert check_title({"title": title})["title"] == "Lost?"
    assert check_title({"title": "Springer Nature and us"})["title"] == "Springer Nature and us"


def test_the_book_that_a_chapter_stands_in_is_no_part_of_its_title() -> None:
    title = "Walks by night. In: Holt P (ed) All walks"
    assert check_title({"title": title})["title"] == "Walks by night"
    assert (
        check_title({"title": "Night. In praise of walks"})["title"] == "Night. In praise of walks"
    )


def test_a_title_goes_on_behind_brackets_and_quotes_that_close_within_it() -> None:
    text = "Roe A. Walks in “quiet places” of towns. J Walks 2001;1:2."
    assert check_title({"author": "Roe A", "title": "Walks in “quiet places"}, text)["title"] == (
        "Walks in “quiet places” of towns"
    )
    text = "Roe A. Oils of Salvia (Linn.) Brown. J Oils 2001;1:2."
    assert check_title({"author": "Roe A", "title": "Oils of Salvia (Linn"}, text)["title"] == (
        "Oils of Salvia (Linn.) Brown"
    )
    text = "Roe A. Oils of Salvia (Linn.). J Oils 2001;1:2."
    assert check_title({"author": "Roe A", "title": "Oils of Salvia (Linn"}, text)["title"] == (
        "Oils of Salvia (Linn.)"
    )


def test_an_organisation_behind_a_title_is_no_part_of_it() -> None:
    title = "Yields of crops. Food and Clay Organization"
    assert check_title({"author": "FCO", "title": title})["title"] == "Yields of crops"
    title = "Yields of crops. The work of the Clay Organization"
    assert check_title({"author": "FCO", "title": title})["title"] == title


def test_a_medium_in_round_brackets_may_be_in_the_midst_of_a_title() -> None:
    assert check_title({"title": "Max (software) explained"})["title"] == "Max (software) explained"
    assert check_title({"title": "Max (software). Ely"})["title"] == "Max"


@pytest.mark.parametrize(
    "entry",
    [
        "Roe A, Li W. Falls. In: Elm B, editor. Walks of all kinds. 2nd ed. Ely: Reed; 1999.",
        "Roe A, Li W. Falls. In: Elm B, Oak C, eds. Walks of all kinds. Reed; 1999:33-44.",
        "Roe A, Li W. Falls. Dans: Elm B, éditeur. Walks of all kinds. Ely: Reed; 1999.",
        "Roe A, Li W. Falls. In: Elm B (Hrsg). Walks of all kinds. Ely: Reed; 1999. S. 2-9.",
        "ROE, A.; LI, W. Falls. In: ELM, B. (org.). Walks of all kinds. Ely: Reed, 1999. p. 2-9.",
    ],
)
def test_a_chapter_may_have_a_title_of_one_word(entry: str) -> None:
    fields = parse_entry(entry)
    names = [name.replace(".", "").title() for name in fields.authors]
    assert (names, fields.title) == (["A Roe", "W Li"], "Falls")
    assert (fields.venue, fields.year) == ("Walks of all kinds", 1999)


def test_an_edited_book_may_have_a_title_of_one_word() -> None:
    fields = parse_entry("Roe A, Li W, editors. Falls. 2nd ed. Ely: Reed; 1999.")
    assert (fields.authors, fields.title, fields.year) == (("A Roe", "W Li"), "Falls", 1999)
