"""Where the title of an entry begins and ends."""

from __future__ import annotations

import pytest

from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.title_ends import complete_title


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
