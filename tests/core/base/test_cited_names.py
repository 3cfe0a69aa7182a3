"""How a text names authors."""

from __future__ import annotations

import pytest

from core.base.cited_names import cited_name
from core.base.records import PaperRecord


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
