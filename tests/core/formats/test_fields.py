"""Values that fields of every format hold: years of every age, and DOIs in every disguise."""

from __future__ import annotations

import json

import pytest

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats.fields import extract_dois, extract_year, note_without_tags, without_tags
from core.formats.registry import get_format
from tests.core.formats.bibtex_records import read_one


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("-0043", -43),
        ("350 BC", -350),
        ("1903 [350 BC]", 1903),
        ("1441 AH", None),
        ("2019 [1440 AH]", 2019),
        ("1398 SH / 2019", 2019),
        ("May 2019 A.M.", 2019),
        ("昭和63年", 1988),
        ("令和元年", 2019),
        ("c. 120 v. Chr.", -120),
        ("0842?", 842),
        ("AD 79", 79),
        ("842", 842),
        ("198X", 1980),
        ("1723~", 1723),
        ("12", None),
        ("in press", None),
        ("1999/2003", 1999),
    ],
)
def test_years_of_every_age_are_read(text: str, year: int | None) -> None:
    assert extract_year(text) == year


@pytest.mark.parametrize(
    ("field", "doi"),
    [
        (r"doi={10.55555/a{\_}b{\textless}1::x{\textgreater}3}", "10.55555/a_b<1::x>3"),
        (r"doi={10.55555/a\_b\%3C1}", "10.55555/a_b<1"),
        ("doi={10.55555/a, 10.55555/b}", "10.55555/a"),
        ("doi={10.55555/a https://doi.org/10.55555/b}", "10.55555/a"),
        ("doi={10.55555/a&lt;1}", "10.55555/a<1"),
        ("url={https://doi.org/10.55555%2Fx.1}", "10.55555/x.1"),
    ],
)
def test_dois_are_read_in_every_disguise(field: str, doi: str) -> None:
    assert read_one(field).doi == doi


def test_a_second_doi_is_kept() -> None:
    assert read_one("doi={10.55555/a, 10.55555/b}").extra["doi-2"] == "10.55555/b"


def test_a_second_doi_is_written_once() -> None:
    record = read_one("author={Moor, Ada}, doi={10.55555/x.1, 10.55555/x.2}")
    values = {name: getattr(record, name) for name in PaperRecord.__dataclass_fields__}
    written = get_format("bibtex").write([Paper(number=PaperNumber(1), ids=(), **values)])
    assert written.count("10.55555/x.2") == 1


@pytest.mark.parametrize(
    ("note", "rest"),
    [
        ("PMID: 123\nCitation Key: moor2001\nRead twice.", "Read twice."),
        ("PMCID: PMC9\nPMID: 999", "PMID: 999"),
        ("DOI: 10.55555/other", "DOI: 10.55555/other"),
    ],
)
def test_what_a_note_of_zotero_doubles_is_dropped(note: str, rest: str) -> None:
    item = {"id": "moor2001", "type": "book", "title": "Peat", "PMID": "123", "note": note}
    item["DOI"] = "10.55555/x.1"
    (entry,) = get_format("csl").parse(json.dumps([item]), "a.json")
    assert entry.record is not None
    assert entry.record.extra.get("note", "") == rest
    assert entry.record.extra["PMID"] == "123"


def test_of_two_containers_of_crossref_the_first_is_the_series() -> None:
    work = {"type": "book-chapter", "title": ["Reeds"], "container-title": ["Fen Notes", "Bogs"]}
    (entry,) = get_format("crossref").parse(json.dumps({"message": work}), "a.json")
    assert entry.record is not None
    assert (entry.record.venue, entry.record.extra["collection-title"]) == ("Bogs", "Fen Notes")


def test_early_access_of_web_of_science_is_a_date() -> None:
    text = "PT J\nAU Moor, A\nTI Reeds\nSO BOGS\nEA MAR 2021\nUT WOS:1\nER\n"
    (entry,) = get_format("wos").parse(text, "a.ciw")
    assert entry.record is not None
    assert (entry.record.year, entry.record.extra["available-date"]) == (2021, "2021-03")
    assert "ea" not in entry.record.extra


@pytest.mark.parametrize(
    ("text", "dois"),
    [
        ("10.55555/a and 10.55555/b", ["10.55555/a", "10.55555/b"]),
        ("info:doi/10.55555/a", ["10.55555/a"]),
        ("urn:doi:10.55555/a", ["10.55555/a"]),
        ("10.55555/a [doi]", ["10.55555/a"]),
        ("10.55555/a,", ["10.55555/a"]),
        ("https://doi-org.proxy.example.org/10.55555/a", ["10.55555/a"]),
        ("10.55555/a b", []),
    ],
)
def test_dois_are_read_in_every_wrapping(text: str, dois: list[str]) -> None:
    assert extract_dois(text) == dois


def test_a_line_break_parts_words() -> None:
    assert without_tags("Quays<br/>and moles") == "Quays and moles"


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("<div>To read<ul><li>fens</li><li>moors</li></ul></div>", "To read\nfens\nmoors"),
        ("<table><tr><td>wet</td><td>cold</td></tr></table>", "wet\ncold"),
        ("<p class='x'>Read\n<b>twice</b></p>\n\n<p>soon</p>", "Read twice\nsoon"),
        ("wet < cold\nand so on", "wet < cold\nand so on"),
        ("two\n\nparagraphs", "two\n\nparagraphs"),
    ],
)
def test_the_parts_of_a_note_are_lines(note: str, text: str) -> None:
    assert note_without_tags(note) == text


def test_a_long_gap_before_a_tag_takes_no_longer_than_it_is() -> None:
    assert without_tags(f"wet{' ' * 200_000}<i>cold</i>") == "wet cold"
