"""How a text names authors."""

from __future__ import annotations

import pytest

from core.base.cited_names import cited_name
from core.base.key_patterns import DEFAULT_PATTERN, make_key
from core.base.records import PaperRecord
from core.formats import bibtex

BIB = """
@report{a, author = {{World Marsh Organization} and Roe, Ann}, title = {Reeds}, year = 2020}
@article{b, author = {van der Berg, Jan and Ash, Bo, Jr.}, title = {Tents}, year = 2021}
"""


def test_a_bibliography_says_who_is_an_organisation() -> None:
    first, second = (entry.record for entry in bibtex.parse(BIB, "a.bib"))
    assert first is not None
    assert second is not None
    assert first.cited_authors == ("World Marsh Organization", "Roe")
    assert second.cited_authors == ("van der Berg", "Ash")
    assert make_key(first, DEFAULT_PATTERN) == "worldmarshorganization2020reeds"
    assert make_key(second, DEFAULT_PATTERN) == "berg2021tents"


@pytest.mark.parametrize(
    ("author", "cited"),
    [
        ("Reed Collaboration", "Reed Collaboration"),
        ("Ministry of Marshes", "Ministry of Marshes"),
        ("Institut für Schilf", "Institut für Schilf"),
        ("Ann Roe", "Roe"),
        ("Roe, Ann", "Roe"),
        ("Ann Roe Jr.", "Roe"),
        ("Ann Roe, Jr.", "Roe"),
        ("Group", "Group"),
        ("Team Roe", "Roe"),
        ("", ""),
    ],
)
def test_the_words_of_a_name_tell_people_from_organisations(author: str, cited: str) -> None:
    assert cited_name(author, {}) == cited


def test_a_stated_family_name_counts() -> None:
    families = {
        "family_names": {"Ann Society": "Society", "Gabriel García Márquez": "García Márquez"}
    }
    assert cited_name("Ann Society", families) == "Society"
    assert cited_name("Gabriel García Márquez", families) == "García Márquez"
    assert cited_name("Ann Society", {"family_names": "damaged"}) == "Ann Society"


def test_nameless_authors_are_left_out() -> None:
    assert PaperRecord(title="Reeds", authors=(" ", "Ann Roe")).cited_authors == ("Roe",)
