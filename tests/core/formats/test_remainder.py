"""What a format has no field for comes back from the lines beside its fields."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import remainder
from core.formats.registry import get_format

KEY = "roe2001peat"
EXTRA = {
    "type": "motion_picture",
    "citation_key": KEY,
    "director": ["Bo Lind", "Cy Moor Reed"],
    "family_names": {"Cy Moor Reed": "Moor Reed", "Ann Moor Fenn": "Moor Fenn"},
    "issued": "1999/2001",
    "event-title": "Days of Peat",
    "event-place": "Fenton",
    "editor": ["Ann Moor Fenn"],
    "author_and_others": True,
    "mine": "a: b",
    "owner+an:role": "1=x",
    "PMID": "123456",
    "arxiv": "none",
    "urls": ["https://b.example/2", "https://b.example/3"],
    "accessed": "2020-02-03",
    "extra.mine": "x",
    "note": "NA",
    "title-short": "Peat",
    "moors": ["wet; deep", "dry"],
    "maps": {"of": ["a  b", None], "scale": 2.5},
    "visits": 5,
    "is_open": True,
    "json.mine": "[1]",
    "rec-number": "17",
}
PAPER = Paper(
    number=PaperNumber(1),
    citation_key=KEY,
    ids=(),
    title="On {peat} and $5 in a \\\\ film",
    authors=("Ann Moor Fenn", "Royal Peat Company"),
    year=1999,
    venue="Peat Letters",
    arxiv="2001.00001",
    url="https://a.example/1",
    keywords=("peat", "moor"),
    extra=EXTRA,
)
FORMATS = ("endnote-xml", "mods", "hayagriva", "csv")


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_a_format_has_no_field_for_comes_back(name: str) -> None:
    known_format = get_format(name)
    (entry,) = known_format.parse(known_format.write([PAPER]), "a")
    record = entry.record
    assert record is not None
    assert dict(record.extra) == EXTRA
    for field in ("title", "authors", "year", "venue", "arxiv", "url", "keywords"):
        assert getattr(record, field) == getattr(PAPER, field), field


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_written_beside_fields_that_say_all(name: str) -> None:
    extra = {"type": "article-journal", "citation_key": KEY, "volume": "3"}
    paper = Paper(
        number=PaperNumber(1),
        citation_key=KEY,
        ids=(),
        title="On peat",
        authors=("Ann Roe",),
        year=2001,
        venue="Peat Letters",
        extra=extra,
    )
    text = get_format(name).write([paper])
    assert ": " not in text.replace("\n", " ") or name == "hayagriva"
    assert "misc3" not in text
    assert "cocite:\n" not in text
    assert "extension" not in text


def test_lines_that_are_a_persons_own_are_left_alone() -> None:
    assert remainder.read_lines("PMID: 5\nmine: x") == {"PMID": "5", "mine": "x"}
    assert remainder.read_lines("PMID: 5\nsee the second chapter") == {}
    record = PaperRecord(title="On peat", extra={"volume": "3"})
    assert remainder.restore(record, {}) is record
    restored = remainder.restore(
        record, {"incomplete": "made up", "extra.doi": "x", "doi": "10.1000/y"}
    )
    assert (restored.doi, dict(restored.extra)) == ("10.1000/y", {"volume": "3", "doi": "x"})
    assert remainder.from_mapping({"a": "b", "c": 5}) == {"a": "b"}
    assert remainder.from_mapping("a") == {}


def test_values_that_are_no_json_stay_texts() -> None:
    record = PaperRecord(title="On peat", extra={"type": "book"})
    lines = {"json.mine": "[1", "json.yours": "[1]", "json.type": "[]"}
    restored = remainder.restore(record, lines)
    assert dict(restored.extra) == {"type": "book", "mine": "[1", "yours": [1]}


def test_a_line_of_another_program_changes_no_field_that_it_cannot_be() -> None:
    record = PaperRecord(title="On peat", doi="10.1000/a", extra={"type": "book"})
    restored = remainder.restore(record, {"doi": "ask me", "type": "loan", "arxiv": "none"})
    assert (restored.doi, restored.arxiv) == ("10.1000/a", "")
    extra = {"type": "book", "source_type": "loan", "doi": "ask me", "arxiv": "none"}
    assert dict(restored.extra) == extra


def test_a_column_extra_of_another_program_is_not_read_as_lines() -> None:
    text = "title,keywords,extra\nOn peat,moor,keywords: none\n"
    (entry,) = get_format("csv").parse(text, "a")
    assert entry.record is not None
    assert entry.record.keywords == ("moor",)


def test_a_name_that_would_be_read_as_another_is_not_written() -> None:
    extra = {**EXTRA, "mine: too": "c"}
    paper = replace(PAPER, extra=extra)
    lines = remainder.find_remainder(paper, KEY, PaperRecord(title=PAPER.title))
    assert "c" not in lines.values()
    assert remainder.read_lines(remainder.write_lines(lines)) == lines
