"""The child that parses reference files."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.formats.child import pack, unpack
from core.formats.entries import Entry


def test_an_entry_is_whole_behind_the_pipe() -> None:
    record = PaperRecord(title="T \ud800", authors=("A",), extra={"a": [1, {"b": None}]})
    for entry in (Entry("line 1", record, "", ("a",), ("b",), ("c", "d")), Entry("x", None, "bad")):
        assert unpack(pack(entry)) == entry
