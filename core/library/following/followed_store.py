"""What is remembered of the items and collections of another program that are followed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.base.records import PaperNumber
from core.library.database.connection import Database

ItemKey = tuple[str, str]


class Followed(NamedTuple):
    """An item as it was last seen. One without a paper, but with something stated, was deleted.

    ``missing`` are its files that were not there.
    """

    paper: PaperNumber | None
    stamp: str
    is_stated: bool
    missing: tuple[str, ...]


class FollowedGroup(NamedTuple):
    """A collection as it was last seen; ``number`` is ``None`` where the person removed it."""

    number: int | None
    name: str


@dataclass(slots=True)
class Stated:
    """What an item said last.

    ``record`` are digests of fields. ``files`` has path, size, time and content hash by the key of
    the attachment; ``marks`` has, by the key of an annotation, its number here, and digests of it
    as it was stored here and as it was stated.
    """

    record: dict[str, str] = field(default_factory=dict)
    collections: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    files: dict[str, list[Any]] = field(default_factory=dict)  # Any: JSON
    marks: dict[str, list[Any]] = field(default_factory=dict)

    def packed(self) -> str:
        """Return it as JSON."""
        parts = [self.record, self.collections, self.tags, self.files, self.marks]
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def unpacked(cls, text: str) -> Stated:
        """Return what ``packed`` made, or nothing stated."""
        return cls(*json.loads(text)) if text else cls()


class FollowedStore:
    """The rows of one library; each change belongs into a transaction of the caller."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def items(self) -> dict[ItemKey, Followed]:
        """Return every item."""
        rows = self._database.rows(
            "SELECT source, key, paper, stamp, stated <> '', missing FROM followed_items"
        )
        return {
            (source, key): Followed(
                paper, stamp, bool(stated), tuple(json.loads(missing)) if missing else ()
            )
            for source, key, paper, stamp, stated, missing in rows
        }

    def stated(self, key: ItemKey) -> Stated:
        """Return what an item said last."""
        text = self._database.value(
            "SELECT stated FROM followed_items WHERE source = ? AND key = ?", *key
        )
        return Stated.unpacked(text or "")

    def put(
        self,
        key: ItemKey,
        paper: PaperNumber | None,
        stamp: str,
        stated: Stated | None,
        missing: Sequence[str] = (),
    ) -> None:
        """Remember an item; without ``stated`` it could not be taken."""
        self._database.execute(
            "INSERT OR REPLACE INTO followed_items VALUES (?, ?, ?, ?, ?, ?)",
            *key,
            paper,
            stamp,
            "" if stated is None else stated.packed(),
            json.dumps(list(missing)) if missing else "",
        )

    def note_stamp(self, key: ItemKey, stamp: str) -> None:
        """Remember that an item was seen, and nothing else of it."""
        self._database.execute(
            "UPDATE followed_items SET stamp = ? WHERE source = ? AND key = ?", stamp, *key
        )

    def drop(self, keys: Iterable[ItemKey]) -> None:
        """Forget items."""
        self._database.execute_many(
            "DELETE FROM followed_items WHERE source = ? AND key = ?", list(keys)
        )

    def missing(self) -> list[str]:
        """Return the files that were not there."""
        packed = self._database.column("SELECT missing FROM followed_items WHERE missing <> ''")
        return [path for packed_paths in packed for path in json.loads(packed_paths)]

    def collections(self) -> dict[ItemKey, FollowedGroup]:
        """Return every collection."""
        rows = self._database.rows("SELECT source, key, collection, name FROM followed_collections")
        return {(source, key): FollowedGroup(number, name) for source, key, number, name in rows}

    def put_collection(self, key: ItemKey, number: int, name: str) -> None:
        """Remember a collection."""
        self._database.execute(
            "INSERT OR REPLACE INTO followed_collections VALUES (?, ?, ?, ?)", *key, number, name
        )

    def drop_collection(self, key: ItemKey) -> None:
        """Forget a collection."""
        self._database.execute(
            "DELETE FROM followed_collections WHERE source = ? AND key = ?", *key
        )

    def clear(self) -> None:
        """Forget everything; papers and collections stay."""
        self._database.execute("DELETE FROM followed_items")
        self._database.execute("DELETE FROM followed_collections")
