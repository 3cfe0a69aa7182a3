"""Zotero's collections as collections of the library: made, renamed, and let go."""

from __future__ import annotations

from collections.abc import Mapping

from core.base.errors import UsageError
from core.library.following.followed_store import FollowedStore, ItemKey
from core.library.library import Library


def follow_collections(
    library: Library, store: FollowedStore, zotero_collections: Mapping[ItemKey, str]
) -> dict[ItemKey, int]:
    """Make and rename collections as they are in Zotero; return the numbers of all that are known.

    One that the person removed here is not made again, one that they renamed keeps its name.
    """
    known_collections = store.collections()
    numbers = {
        key: group.number for key, group in known_collections.items() if group.number is not None
    }
    if zotero_collections.items() <= {
        (key, group.name) for key, group in known_collections.items()
    }:
        return numbers
    groups = library.collections
    with library.database.transaction():
        names = {group.number: group.name for group in groups.all()}
        for key, name in zotero_collections.items():
            before = known_collections.get(key)
            if before is not None and before.number is None:
                continue
            number = groups.add(name) if before is None else numbers[key]
            if before is not None and before.name != name and names.get(number) == before.name:
                number = _renamed(library, number, name)
            numbers[key] = number
            store.put_collection(key, number, name)
    return numbers


def _renamed(library: Library, number: int, name: str) -> int:
    """Rename a collection; where there is one of that name, its papers go there."""
    groups = library.collections
    try:
        groups.rename(number, name)
    except UsageError:
        other = groups.add(name)
        groups.assign(other, groups.members(number))
        groups.remove(number)
        return other
    return number


def tidy_collections(
    library: Library, store: FollowedStore, zotero_collections: Mapping[ItemKey, str]
) -> None:
    """Forget collections that are gone in Zotero, and remove those that hold nothing now."""
    removed_collections = {
        key: group for key, group in store.collections().items() if key not in zotero_collections
    }
    if not removed_collections:
        return
    with library.database.transaction():
        for key, group in removed_collections.items():
            store.drop_collection(key)
            if group.number is not None and not library.collections.members(group.number):
                library.collections.remove(group.number)
