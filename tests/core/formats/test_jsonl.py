"""Paper records: strict, and each line costs only itself."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.records import PaperRecord
from core.formats import jsonl, lines, packed
from core.formats.entries import Entry

Read = Callable[[bytes], list[Entry]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_bytes(data: bytes) -> list[Entry]:
        path = tmp_path / "papers.jsonl"
        path.write_bytes(data)
        return list(jsonl.read(path))

    return read_bytes


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


def test_a_line_becomes_a_record(read: Read) -> None:
    (entry,) = read(json.dumps(FULL).encode())
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


def test_null_and_absent_mean_unknown(read: Read) -> None:
    nulls = dict.fromkeys(FULL, None) | {"title": "T"}
    del nulls["more"]
    absent, null = read(b'{"title": "T"}\n' + json.dumps(nulls).encode())
    assert absent.record == null.record == PaperRecord(title="T")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"{", "the line is not valid JSON (Expecting property name"),
        (b"[1]", "the line is valid JSON but not an object"),
        (b"{}", "the record has no title"),
        (b'{"title": " "}', "the record has no title"),
        (b'{"title": 7}', "“title” must be text, not a number"),
        (b'{"title": "T", "id": {}}', "“id” must be text, not an object"),
        (b'{"title": "T", "year": "2001"}', "“year” must be a whole number or null, not text"),
        (b'{"title": "T", "year": true}', "“year” must be a whole number or null, not true or"),
        (b'{"title": "T", "year": 2001.5}', "“year” must be a whole number or null, not a number"),
        (b'{"title": "T", "year": 99999}', "“year” must lie between -9999 and 9999"),
        (b'{"title": "T", "authors": "Roe"}', "“authors” must be a list of texts, not text"),
        (b'{"title": "T", "keywords": [null]}', "“keywords” must hold only texts, not null"),
        (b'{"title": "T", "more": NaN}', "the line is not valid JSON (NaN is not JSON)"),
        (b'{"title": "\xff"}', "the line is not UTF-8 (byte 11)"),
        (b'{"title": ' + b"[" * 100_000, "the line is not valid JSON (nested too deeply)"),
        (b'{"title": "T", "year": 1' + b"0" * 5000 + b"}", "the line is not valid JSON (Exceeds"),
    ],
)
def test_a_bad_line_costs_only_itself(read: Read, line: bytes, problem: str) -> None:
    before, bad, after = read(b'{"title": "A"}\n\n' + line + b'\r\n{"title": "B"}')
    assert before.record is not None
    assert after.record is not None
    assert bad.record is None
    assert bad.location == "line 3"
    assert bad.problem.startswith(problem)


def test_half_surrogates_are_replaced_and_whole_ones_kept(read: Read) -> None:
    half, whole = read(b'{"title": "a\\ud83d"}\n{"title": "\\ud83d\\ude00"}')
    assert half.record.title == "a\N{REPLACEMENT CHARACTER}"
    assert whole.record.title == "\N{GRINNING FACE}"


def test_a_byte_order_mark_is_no_part_of_the_first_line(read: Read) -> None:
    (entry,) = read(b'\xef\xbb\xbf{"title": "T"}')
    assert entry.record == PaperRecord(title="T")


def test_gzip_is_recognised_by_content(read: Read) -> None:
    (entry,) = read(gzip.compress(b'{"title": "T"}\n'))
    assert entry.record == PaperRecord(title="T")


@pytest.mark.parametrize("cut", [1, 8, 200])
def test_a_gzip_file_that_breaks_off_gives_what_stands_before(read: Read, cut: int) -> None:
    records = [{"title": f"T{n}", "abstract": str(n**9) * 9} for n in range(3000)]
    data = gzip.compress("\n".join(map(json.dumps, records)).encode())
    *entries, last = read(data[:-cut])
    assert last.record is None
    assert "breaks off" in last.problem
    whole = [entry for entry in entries if entry.record]
    assert len(whole) > 2900
    assert [entry.record.title for entry in whole] == [f"T{n}" for n in range(len(whole))]


def test_a_damaged_gzip_file_is_reported(read: Read) -> None:
    data = bytearray(gzip.compress(b'{"title": "T"}\n' * 50))
    data[-6] ^= 0xFF
    assert "breaks off" in read(bytes(data))[-1].problem


def test_a_line_without_end_is_refused_without_filling_the_memory(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 2**20)
    bomb = gzip.compress(b'{"title": "A"}\n"' + b"x" * (4 * 2**20) + b'"\n{"title": "B"}')
    first, bad, last = read(bomb)
    assert (first.record.title, last.record.title) == ("A", "B")
    assert (bad.location, bad.problem) == ("line 2", "the line is longer than 1 MB")
    assert read(b"y" * (3 * 2**20))[0].problem == "the line is longer than 1 MB"


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="could not be read"):
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
    assert "more than 200 times its size" in problem.problem
