"""Zotero's items in JSON, as Better BibTeX exports or the web API answers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.errors import FormatError
from core.formats.entries import Entry, at_entry
from core.formats.jsonl import load_json
from core.formats.zotero import NOT_PAPERS, Creator, Item

_Json = dict[str, Any]  # Any: JSON
_NOT_FIELDS = frozenset(
    (
        *("itemType", "creators", "tags", "collections", "attachments", "notes", "relations"),
        *("itemID", "itemKey", "libraryID", "uri", "select", "version", "key", "dateAdded"),
        *("dateModified", "seeAlso"),
    )
)


def parse(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each item of Zotero, as Better BibTeX exports or the web API answers it.

    The API answers each item with what the server knows around it, and notes as items of their own.

    Raises:
        FormatError: the text is no JSON, or has no items.
    """
    if not text.strip():
        return
    value = load_json(text, name)
    answer = value if isinstance(value, Mapping) else {"items": value}
    zotero_items = answer.get("items", [value])
    if not isinstance(zotero_items, list):
        raise FormatError("“{name}” contains no Zotero items.", name=name)
    collections = _read_collections(answer.get("collections"))
    numbered_items = [
        (number, item["data"] if isinstance(item.get("data"), dict) else item)
        for number, item in enumerate(zotero_items, start=1)
        if isinstance(item, dict)
    ]
    notes: dict[str, list[str]] = {}
    for _, item in numbered_items:
        if item.get("itemType") == "note" and (parent := item.get("parentItem")):
            notes.setdefault(str(parent), []).append(str(item.get("note") or ""))
    keys = {str(item.get("key")) for _, item in numbered_items}
    for number, item in numbered_items:
        parent, kind = item.get("parentItem"), item.get("itemType")
        is_orphan = kind == "note" and str(parent) not in keys
        if kind in NOT_PAPERS and (not parent or is_orphan):
            alone = item | {"notes": [item.get("note") or ""]}
            yield _read_item(alone, at_entry(number, 1), collections).refusal()
        elif kind not in NOT_PAPERS:
            own_notes = [*(item.get("notes") or ()), *notes.get(str(item.get("key")), ())]
            whole_item = item | {"notes": own_notes}
            yield _read_item(whole_item, at_entry(number, 1), collections).entry()


def _read_collections(collections: object) -> dict[str, list[str]]:
    """Return the names of the collections that each item is in, by its number."""
    by_item: dict[str, list[str]] = {}
    for collection in collections.values() if isinstance(collections, Mapping) else ():
        if isinstance(collection, Mapping):
            for item in collection.get("items") or ():
                by_item.setdefault(str(item), []).append(str(collection.get("name", "")))
    return by_item


def _read_item(item: _Json, location: str, collections: Mapping[str, list[str]]) -> Item:
    creators = [
        Creator(
            str(creator.get("creatorType", "author")),
            str(creator.get("firstName", "")),
            str(creator.get("lastName") or creator.get("name") or ""),
            whole="name" in creator,
        )
        for creator in item.get("creators") or ()
        if isinstance(creator, Mapping)
    ]
    tags = [
        str(tag.get("tag", "")) if isinstance(tag, Mapping) else str(tag)
        for tag in item.get("tags") or ()
    ]
    attachments = [
        str(attachment.get("path") or attachment.get("localPath") or "")
        for attachment in item.get("attachments") or ()
        if isinstance(attachment, Mapping)
    ]
    notes = [
        str(note.get("note", "")) if isinstance(note, Mapping) else str(note)
        for note in item.get("notes") or ()
    ]
    fields = [
        (name, str(value))
        for name, value in item.items()
        if name not in _NOT_FIELDS and isinstance(value, str | int) and value != ""
    ]
    return Item(
        location,
        str(item.get("itemType", "")),
        fields=fields,
        creators=creators,
        tags=tags,
        collections=collections.get(str(item.get("itemID", "")), []),
        attachments=[path for path in attachments if path.lower().endswith(".pdf")],
        notes=notes,
    )
