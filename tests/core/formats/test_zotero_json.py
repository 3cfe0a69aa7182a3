"""Zotero's items in JSON."""

from __future__ import annotations

from core.formats.zotero_json import parse
from tests.core.formats.catalogue_samples import ZOTERO_API


def test_a_note_of_zoteros_web_api_belongs_to_its_item() -> None:
    (entry,) = parse(ZOTERO_API, "a.json")
    assert entry.record is not None
    assert (entry.tags, entry.record.extra["annote"]) == (("bogs",), "Read in May")
