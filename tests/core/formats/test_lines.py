"""Lines of a large file: one that breaks off or never ends costs only itself."""

from __future__ import annotations

import gzip
import json

import pytest

from core.base.records import PaperRecord
from core.formats import lines
from tests import wording
from tests.core.formats.entry_readers import JsonlReader


def test_gzip_is_recognised_by_content(read_jsonl: JsonlReader) -> None:
    (entry,) = read_jsonl(gzip.compress(b'{"title": "T"}\n'))
    assert entry.record == PaperRecord(title="T")


@pytest.mark.parametrize("cut", [1, 8, 200])
def test_a_gzip_file_that_breaks_off_gives_what_stands_before(
    read_jsonl: JsonlReader, cut: int
) -> None:
    records = [{"title": f"T{n}", "abstract": str(n**9) * 9} for n in range(3000)]
    data = gzip.compress("\n".join(map(json.dumps, records)).encode())
    *entries, last = read_jsonl(data[:-cut])
    assert last.record is None
    assert "breaks off" in last.problem
    whole = [entry for entry in entries if entry.record]
    assert len(whole) > 2900
    assert [entry.record.title for entry in whole] == [f"T{n}" for n in range(len(whole))]


def test_a_damaged_gzip_file_is_reported(read_jsonl: JsonlReader) -> None:
    data = bytearray(gzip.compress(b'{"title": "T"}\n' * 50))
    data[-6] ^= 0xFF
    assert "breaks off" in read_jsonl(bytes(data))[-1].problem


def test_a_line_without_end_is_refused_without_filling_the_memory(
    read_jsonl: JsonlReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 2**20)
    bomb = gzip.compress(b'{"title": "A"}\n"' + b"x" * (4 * 2**20) + b'"\n{"title": "B"}')
    first, bad, last = read_jsonl(bomb)
    assert (first.record.title, last.record.title) == ("A", "B")
    assert (bad.location, bad.problem) == ("line 2", wording.fill(wording.LINE_TOO_LONG, limit="1"))
    assert read_jsonl(b"y" * (3 * 2**20))[0].problem == wording.fill(
        wording.LINE_TOO_LONG, limit="1"
    )
