"""Keeps what hypothesis stores out of the checkout, where pytest would stumble over it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis.configuration import set_hypothesis_home_dir

from core.base.records import PaperRecord
from core.formats import jsonl
from core.formats.entries import Entry
from core.formats.registry import get_format
from tests.core.formats.entry_readers import (
    BibtexReader,
    BibtexRecordReader,
    JsonlReader,
    RisReader,
)

set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "cocite-hypothesis")


@pytest.fixture
def read_bibtex(tmp_path: Path) -> BibtexReader:
    def read_bytes(data: str | bytes) -> list[Entry]:
        path = tmp_path / "papers.bib"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return list(get_format("bibtex").read_entries(path))

    return read_bytes


@pytest.fixture
def read_bibtex_record(read_bibtex: BibtexReader) -> BibtexRecordReader:
    def read_one(data: str | bytes) -> PaperRecord:
        (entry,) = read_bibtex(data)
        assert entry.record is not None, entry.problem
        return entry.record

    return read_one


@pytest.fixture
def read_jsonl(tmp_path: Path) -> JsonlReader:
    def read_bytes(data: bytes) -> list[Entry]:
        path = tmp_path / "papers.jsonl"
        path.write_bytes(data)
        return list(jsonl.read(path))

    return read_bytes


@pytest.fixture
def read_ris(tmp_path: Path) -> RisReader:
    def read_text(text: str) -> list[Entry]:
        path = tmp_path / "papers.ris"
        path.write_text(text, encoding="utf-8")
        return list(get_format("ris").read_entries(path))

    return read_text
