"""Paper records: strict, and each line costs only itself."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import FormatError
from core.base.records import PaperRecord
from core.formats import jsonl, packed
from core.formats.entries import Entry
from core.formats.registry import get_format
from tests import wording
from tests.core.formats.entry_readers import JsonlReader
from tests.core.formats.written_papers import paper

JSON_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


FULL = {
    "id": "x:1",
    "title": "T",
    "abstract": "A",
    "authors": ["Ann Roe"],
    "year": 2001,
    "venue": "V",
    "doi": "https://doi.org/10.1000/X",
    "arxiv": "1706.03762",
    "url": "https://example.org",
    "keywords": ["k"],
    "more": {"kept": [1, None]},
}


def test_a_line_becomes_a_record(read_jsonl: JsonlReader) -> None:
    (entry,) = read_jsonl(json.dumps(FULL).encode())
    assert entry == Entry(
        "line 1",
        PaperRecord(
            id="x:1",
            title="T",
            abstract="A",
            authors=("Ann Roe",),
            year=2001,
            venue="V",
            doi="10.1000/X",
            arxiv="1706.03762",
            url="https://example.org",
            keywords=("k",),
            extra={"more": {"kept": [1, None]}},
        ),
    )


def test_null_and_absent_mean_unknown(read_jsonl: JsonlReader) -> None:
    nulls = dict.fromkeys(FULL, None) | {"title": "T"}
    del nulls["more"]
    absent, null = read_jsonl(b'{"title": "T"}\n' + json.dumps(nulls).encode())
    assert absent.record == null.record == PaperRecord(title="T")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"{", wording.stem(wording.LINE_NOT_JSON) + "Expecting property name"),
        (b"[1]", wording.fill(wording.LINE_NOT_AN_OBJECT)),
        (b"{}", wording.fill(wording.RECORD_WITHOUT_TITLE)),
        (b'{"title": " "}', wording.fill(wording.RECORD_WITHOUT_TITLE)),
        (b'{"title": 7}', wording.fill(wording.VALUE_NOT_A_TEXT_BUT, key="title", kind="a number")),
        (
            b'{"title": "T", "id": {}}',
            wording.fill(wording.VALUE_NOT_A_TEXT_BUT, key="id", kind="an object"),
        ),
        (b'{"title": "T", "year": "2001"}', wording.fill(wording.YEAR_NOT_A_NUMBER, kind="text")),
        (b'{"title": "T", "year": true}', wording.fill(wording.YEAR_NOT_A_NUMBER, kind="true or")),
        (
            b'{"title": "T", "year": 2001.5}',
            wording.fill(wording.YEAR_NOT_A_NUMBER, kind="a number"),
        ),
        (b'{"title": "T", "year": 99999}', wording.stem("core.formats.jsonl:_year lie")),
        (
            b'{"title": "T", "authors": "Roe"}',
            wording.fill(wording.VALUE_NOT_A_LIST_OF_TEXTS, key="authors", kind="text"),
        ),
        (
            b'{"title": "T", "keywords": [null]}',
            wording.fill(wording.VALUE_HOLDS_OTHER_THAN_TEXTS, key="keywords", kind="null"),
        ),
        (
            b'{"title": "T", "more": NaN}',
            wording.fill(wording.LINE_NOT_JSON, reason="NaN is not JSON"),
        ),
        (b'{"title": "\xff"}', wording.fill(wording.LINE_NOT_UTF8, start="11")),
        (
            b'{"title": ' + b"[" * 100_000,
            wording.fill(wording.LINE_NOT_JSON, reason="nested too deeply"),
        ),
        (
            b'{"title": "T", "year": 1' + b"0" * 5000 + b"}",
            wording.stem(wording.LINE_NOT_JSON) + "Exceeds",
        ),
    ],
)
def test_a_bad_line_costs_only_itself(read_jsonl: JsonlReader, line: bytes, problem: str) -> None:
    before, bad, after = read_jsonl(b'{"title": "A"}\n\n' + line + b'\r\n{"title": "B"}')
    assert before.record is not None
    assert after.record is not None
    assert bad.record is None
    assert bad.location == "line 3"
    assert bad.problem.startswith(problem)


def test_half_surrogates_are_replaced_and_whole_ones_kept(read_jsonl: JsonlReader) -> None:
    half, whole = read_jsonl(b'{"title": "a\\ud83d"}\n{"title": "\\ud83d\\ude00"}')
    assert half.record.title == "a\N{REPLACEMENT CHARACTER}"
    assert whole.record.title == "\N{GRINNING FACE}"


def test_a_byte_order_mark_is_no_part_of_the_first_line(read_jsonl: JsonlReader) -> None:
    (entry,) = read_jsonl(b'\xef\xbb\xbf{"title": "T"}')
    assert entry.record == PaperRecord(title="T")


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=wording.pattern("core.formats.decoding:unreadable")):
        list(jsonl.read(tmp_path / "none.jsonl"))


@pytest.mark.data
def test_every_record_of_a_catalogue_is_read(data_dir: Path) -> None:
    assert all(entry.record for entry in jsonl.read(data_dir / "papers/acl.jsonl.gz"))


def test_a_small_file_that_unpacks_to_an_enormous_one_is_not_read_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed, "FREE_BYTES", 100_000)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"title": "A"}\n' + b"\n" * 20_000_000))
    record, problem = jsonl.read(path)
    assert record.record is not None
    assert wording.fill("core.formats.lines:numbered_lines", times=200) in problem.problem


@given(
    title=JSON_TEXT.filter(lambda text: bool(text.strip())),
    abstract=JSON_TEXT,
    authors=st.lists(JSON_TEXT, max_size=3).map(tuple),
    year=st.none() | st.integers(1, 9999),
    note=st.recursive(JSON_TEXT | st.integers() | st.none(), st.lists),
)
def test_records_give_back_any_text_and_whatever_else_was_said(
    tmp_path_factory: pytest.TempPathFactory,
    title: str,
    abstract: str,
    authors: tuple[str, ...],
    year: int | None,
    note: object,
) -> None:
    given_paper = paper(
        title, id="x:1", abstract=abstract, authors=authors, year=year, extra={"note": note}
    )
    path = tmp_path_factory.getbasetemp() / "records.jsonl"
    path.write_text(get_format("jsonl").write([given_paper]), encoding="utf-8", newline="")
    (entry,) = jsonl.read(path)
    assert entry.record is not None, entry.problem
    assert (entry.record.title, entry.record.abstract) == (title, abstract)
    assert (entry.record.authors, entry.record.year) == (authors, year)
    assert entry.record.extra == {"note": note, "made_key": "Smith2020"}
