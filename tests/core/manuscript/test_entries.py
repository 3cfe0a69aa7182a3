from __future__ import annotations

import pytest

from core.manuscript.entries import find_arxiv, find_doi, parse_entry

TITLE, VENUE = "A handbook of patient sieving", "Shore Letters"
STYLES = {
    "plain": "P. Ander and R. Holt. {}. {}, 12(3):45–61, 1998.",
    "machine learning": "Ander, P. and Holt, R. {}. {}, 12(3):45–61, 1998.",
    "linguistics": "Petra Ander and Rolf Holt. 1998. {}. {}, 12(3):45–61.",
    "psychology": "Ander, P., & Holt, R. (1998). {}. {}, 12(3), 45–61.",
    "engineering": "P. Ander and R. Holt, “{},” {}, vol. 12, no. 3, pp. 45–61, 1998.",
    "lecture notes": "Ander, P., Holt, R.: {}. {} 12(3), 45–61 (1998)",
    "physics": "P. Ander, R. Holt, {}, {} 12 (1998) 45–61.",
    "medicine": "Ander P, Holt R. {}. {}. 1998;12(3):45-61.",
}


@pytest.mark.parametrize("style", STYLES)
def test_styles_say_the_same(style: str) -> None:
    fields = parse_entry(STYLES[style].format(TITLE, VENUE))
    assert fields.families == ("Ander", "Holt")
    assert fields.title == TITLE
    assert fields.year == 1998
    assert fields.venue == VENUE


def test_a_letter_behind_the_year_is_kept_apart() -> None:
    fields = parse_entry("Corso, E. (2009b). One neighbour is enough. Annals of Votes, 4:1–9.")
    assert (fields.year, fields.letter) == (2009, "b")


def test_a_year_in_the_title_or_the_pages_is_not_the_year() -> None:
    text = "Corso, E. Winters from 1850 to 1950. Annals of Frost, 4:1991–1999, 2003."
    assert parse_entry(text).year == 2003


def test_a_question_is_followed_by_its_subtitle() -> None:
    text = "Corso, E. (2009). Who listens? A study of pots. Annals of Votes, 4, 1–9."
    assert parse_entry(text).title == "Who listens? A study of pots"


def test_proceedings_lose_their_in() -> None:
    text = "Corso, E. What a pot hears. In Proceedings of the Meeting on Clay, pp. 7–15, 2009."
    assert parse_entry(text).venue == "Proceedings of the Meeting on Clay"


def test_nothing_to_tell_is_told_as_nothing() -> None:
    fields = parse_entry("personal communication")
    assert (fields.authors, fields.year, fields.doi, fields.arxiv) == ((), None, "", "")


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("doi:10.5555/JQI.2011.", "10.5555/jqi.2011"),
        ("https://doi.org/10.5555/a(b)c).", "10.5555/a(b)c"),
        ("https://doi.org/10.5555/ 12.34", "10.5555/12.34"),
        ("https://doi.org/10.5555/a%5B1%5D", "10.5555/a[1]"),
        ("no number", ""),
    ],
)
def test_dois(text: str, doi: str) -> None:
    assert find_doi(text) == doi


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("arXiv preprint arXiv:1234.56789v2, 2012", "1234.56789"),
        ("CoRR, abs/1234.5678", "1234.5678"),
        ("https://arxiv.org/pdf/1234.56789", "1234.56789"),
        ("arXiv:hep-th/9901001", "hep-th/9901001"),
        ("12(34):5678", ""),
    ],
)
def test_arxiv_ids(text: str, arxiv: str) -> None:
    assert find_arxiv(text) == arxiv
