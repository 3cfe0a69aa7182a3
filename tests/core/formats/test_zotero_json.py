"""Zotero's items in JSON."""

from __future__ import annotations

from core.formats.zotero_json import parse
from tests import wording
from tests.core.formats.catalogue_samples import ZOTERO_API


def test_a_note_of_zoteros_web_api_belongs_to_its_item() -> None:
    (entry,) = parse(ZOTERO_API, "a.json")
    assert entry.record is not None
    assert (entry.tags, entry.record.extra["annote"]) == (("bogs",), "Read in May")


def test_notes_and_files_without_a_record_are_told() -> None:
    text = """[{"itemType": "note", "note": "<p>Ask Ann</p>"},
    {"itemType": "attachment", "title": "a.pdf"},
    {"itemType": "attachment", "title": "b.pdf", "parentItem": "AAAA1111"},
    {"itemType": "book", "title": "Peat"}]"""
    note, file, book = parse(text, "a.json")
    assert note.problem == wording.fill(wording.NOTE_WITHOUT_RECORD, start="Ask Ann")
    assert file.problem == wording.fill(wording.FILE_WITHOUT_RECORD, file="a.pdf")
    assert book.record is not None
    assert "annote" not in book.record.extra


def test_a_note_of_a_record_that_is_not_in_the_file_is_told() -> None:
    text = """[{"itemType": "note", "note": "沼泽%s", "parentItem": "AAAA1111"},
    {"itemType": "note", "note": null, "parentItem": "BBBB2222"},
    {"key": "BBBB2222", "itemType": "book", "title": "Peat"}]"""
    note, book = parse(text % ("的" * 200), "a.json")
    start = f"沼泽{'的' * 77}…"
    assert note.problem == wording.fill(wording.NOTE_WITHOUT_RECORD, start=start)
    assert book.record is not None
    assert "annote" not in book.record.extra
