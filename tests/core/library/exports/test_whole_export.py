"""A whole library as a folder: everything comes back, on another place, with its files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.records import CitingContext, Manuscript, PaperRecord
from core.formats import jsonl
from core.library.exports.whole_export import export_library, holds_library, restore_library
from core.library.library import Library
from core.library.store.annotations import NoteStore

RECORDS = (
    PaperRecord(
        title="On “walks”: a naïve account",
        authors=("Ann Smith", "Zoë Ångström"),
        year=2020,
        venue="Walks",
        doi="10.1000/a",
        abstract="One.\n\nTwo.",
        keywords=("walks",),
        extra={"pages": "1–9", "citation_key": "Smith:2020"},
    ),
    PaperRecord(title="A census of garden tulips", arxiv="2001.00001"),
    PaperRecord(title="The taste of olives"),
)

COUNTED = (
    *("papers", "files", "collections", "tags", "collection_papers", "tag_papers", "notes"),
    *("citations", "contexts", "context_citations", "bibliography", "identifiers"),
    *("manuscripts", "decisions", "versions", "different_papers", "saved_searches"),
)


def counts(library: Library) -> dict[str, int]:
    """Return how many rows of each kind a library holds, of what an export carries."""
    return {
        table: int(library.database.value(f"SELECT COUNT(*) FROM {table}")) for table in COUNTED
    }


@pytest.fixture
def filled(library: Library, tmp_path: Path) -> Library:
    papers = library.papers
    list(papers.add(RECORDS, source="test"))
    one, other, third = papers.numbers()
    outside = tmp_path / "elsewhere" / "a paper.pdf"
    outside.parent.mkdir()
    outside.write_bytes(b"%PDF-1.7 outside")
    inside = library.folder / "files" / "inside.pdf"
    inside.parent.mkdir()
    inside.write_bytes(b"%PDF-1.7 inside")
    papers.attach_file(one, outside, "a" * 64)
    papers.attach_file(other, inside, "b" * 64)
    papers.attach_file(third, tmp_path / "gone.pdf", "c" * 64)
    library.collections.assign(library.collections.add("Chapter 1"), [one, other])
    library.collections.add("Empty")
    library.tags.assign(library.tags.add("to read"), [third])
    NoteStore(library.database).set(one, "Read again.")
    library.citations.add_citations([(one, other), (third, one)], "test")
    library.citations.add_contexts(one, [CitingContext(text="As shown [1].", cited=(other,))])
    opened = library.manuscripts.open(None, Manuscript(title="Mine"), "d" * 64)
    library.manuscripts.decide(opened, "It is so.", one, "cite")
    library.duplicates.link_versions([other, third])
    library.papers.trash([third])
    return library


def test_everything_comes_back_and_the_files_are_carried(filled: Library, tmp_path: Path) -> None:
    report = export_library(filled, tmp_path / "out")
    assert (report.papers, report.files, len(report.missing)) == (2, 2, 1)
    assert holds_library(tmp_path / "out")
    assert not list((tmp_path / "out").glob("library.db*"))
    made = restore_library(tmp_path / "out", tmp_path / "again")
    assert (made.unread, made.loose) == (0, 0)
    with Library.open(tmp_path / "again") as again:
        assert counts(again) == counts(filled)
        assert again.identity == filled.identity
        numbers = filled.papers.numbers()
        assert again.papers.get_many(numbers) == filled.papers.get_many(numbers)
        for number in numbers:
            assert again.collections.of(number) == filled.collections.of(number)
            assert again.tags.of(number) == filled.tags.of(number)
            (file,) = again.papers.files(number)
            (before,) = filled.papers.files(number)
            assert file.path.is_relative_to(tmp_path / "again")
            assert file.path.read_bytes() == before.path.read_bytes()
        assert NoteStore(again.database).get(numbers[0]) == "Read again."
        assert [group.name for group in again.tags.all()] == ["to read"]
        (opened,) = again.manuscripts.recent(9)
        assert len(again.manuscripts.decisions(opened.number)) == 1
        sound = [problem for problem in again.verify().problems if "gone.pdf" not in problem]
        assert sound == []


def test_the_records_alone_can_be_read_by_any_program(filled: Library, tmp_path: Path) -> None:
    export_library(filled, tmp_path / "out")
    entries = list(jsonl.read(tmp_path / "out" / "papers.jsonl"))
    assert [entry.record.title for entry in entries if entry.record] == [
        record.title for record in RECORDS[:2]
    ]
    first = json.loads((tmp_path / "out" / "papers.jsonl").read_text("utf-8").splitlines()[0])
    assert first["citation_key"] == "Smith:2020"


def test_nothing_is_written_over_what_is_there(filled: Library, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not empty"):
        export_library(filled, tmp_path / "out")
    export_library(filled, tmp_path / "whole")
    with pytest.raises(UsageError, match="is not empty"):
        restore_library(tmp_path / "whole", tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_a_library_that_is_read_only_can_be_exported(filled: Library, tmp_path: Path) -> None:
    with Library.open(filled.folder, write=False) as reading:
        assert export_library(reading, tmp_path / "out").papers == 2
    assert not holds_library(filled.folder)
