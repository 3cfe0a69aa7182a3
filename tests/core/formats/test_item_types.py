"""The types of BibTeX and RIS as types of CSL, and back."""

from __future__ import annotations

import pytest

from core.base.records import PaperRecord
from core.formats.item_types import about, bibtex_type, of_bibtex, of_ris, ris_type


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("article", {"type": "article-journal"}),
        ("JOUR", {"type": "article-journal"}),
        (" CHAP ", {"type": "chapter"}),
        ("phdthesis", {"type": "thesis", "genre": "PhD thesis"}),
        ("MastersThesis", {"type": "thesis", "genre": "Master’s thesis"}),
        ("", {}),
    ],
)
def test_a_type_of_a_source_is_one_of_csl(name: str, kept: dict[str, str]) -> None:
    assert about(name) == kept


def test_the_name_of_a_source_is_kept_where_it_says_more() -> None:
    kept = about("EJOUR")
    assert kept.pop("type") == "article-journal"
    assert list(kept.values()) == ["EJOUR"]
    assert list(about("pebble").values()) == ["pebble"]


@pytest.mark.parametrize("name", ["article", "book", "inproceedings", "phdthesis", "misc"])
def test_a_type_of_bibtex_comes_back(name: str) -> None:
    record = PaperRecord(title="T", extra=about(name))
    assert bibtex_type(record) in (name, {"phdthesis": "thesis"}.get(name))
    assert of_bibtex(name.upper()) == record.extra["type"]


@pytest.mark.parametrize("name", ["JOUR", "EJOUR", "BOOK", "CHAP", "THES", "MPCT", "CASE", "GEN"])
def test_a_type_of_ris_comes_back(name: str) -> None:
    record = PaperRecord(title="T", extra=about(name))
    assert ris_type(record) == name
    assert of_ris(name.lower()) == record.extra["type"]


@pytest.mark.parametrize(
    ("kind", "bibtex", "ris"),
    [
        ("preprint", "misc", "UNPB"),
        ("article-magazine", "article", "MGZN"),
        ("interview", "misc", "GEN"),
        ("broadcast", "misc", "VIDEO"),
    ],
)
def test_a_type_that_a_format_lacks_is_the_nearest(kind: str, bibtex: str, ris: str) -> None:
    record = PaperRecord(title="T", extra={"type": kind})
    assert ris_type(record) == ris
    assert bibtex_type(record) == bibtex


@pytest.mark.parametrize(
    ("genre", "entry_type"),
    [
        ("Master’s thesis", "mastersthesis"),
        ("Diplomarbeit", "mastersthesis"),
        ("M.Sc. thesis", "mastersthesis"),
        ("PhD thesis", "phdthesis"),
    ],
)
def test_a_thesis_says_of_which_degree_it_is(genre: str, entry_type: str) -> None:
    record = PaperRecord(title="T", extra={"type": "thesis", "genre": genre})
    assert bibtex_type(record) == entry_type
