"""What a database of Zotero holds now: its items, each with a stamp that tells when it changed.

A stamp is made of the dates and versions of an item and of all that hangs on it: attachments,
notes, annotations, tags, collections. So finding what changed reads no text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from core.base.errors import FormatError, PdfError
from core.base.messages import Message
from core.formats.entries import Entry
from core.formats.zotero import NOT_PAPERS
from core.library.imports.zotero_database import LISTED, ZoteroReading, get_text
from core.library.store.attachments import content_hash, is_pdf

NEWEST = 9
"""The newest form of Zotero's tables that is known here, as Zotero itself numbers those that
earlier programs cannot read; that of Zotero 8."""

ItemKey = tuple[str, str]
"""How an item is known everywhere: its library ("u", "g" with the number of a group), its key."""

_REMEDY = Message("Nothing was changed. Install the newer version of Cocite.")
_NEEDED = {
    "items": {"itemID", "itemTypeID", "libraryID", "key", "dateModified", "clientDateModified"},
    "collections": {"collectionID", "key", "libraryID"},
    "libraries": {"libraryID", "type"},
    "itemAttachments": {"itemID", "parentItemID", "linkMode", "contentType", "path"},
    "itemNotes": {"itemID", "parentItemID", "note"},
    "deletedItems": {"itemID"},
}
_ANNOTATION = {"itemID", "parentItemID", "type", "text", "comment", "color", "position"}
_LINKED = 2  # Zotero's link mode of a file that lies elsewhere
_PDF = "application/pdf"
_DIGEST_BYTES = 12
_SETTLING = timedelta(seconds=3)


@dataclass(frozen=True, slots=True)
class Listed:
    """An item: its number in the database as it was copied, and its stamp.

    The stamp is "" where the item was changed a moment ago: Zotero's dates have whole seconds.
    """

    number: int
    stamp: str


@dataclass(frozen=True, slots=True)
class Attached:
    """A file of an item: ``path`` is as Zotero has it, ``linked`` if it lies elsewhere."""

    key: str
    path: str
    linked: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """An annotation in a file of an item, as Zotero has it; ``position`` is JSON."""

    key: str
    file: str
    kind: int
    text: str
    comment: str
    color: str
    position: str


@dataclass(slots=True)
class Found:
    """An item that changed: what it says, the keys of its collections, its files and marks."""

    entry: Entry
    collections: list[str] = field(default_factory=list)
    files: list[Attached] = field(default_factory=list)
    marks: list[Marked] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Listing:
    """What a database holds: its items, its collections by library and key, and what is left out.

    ``trashed`` counts items in Zotero's trash, ``alone`` files and notes without a record.
    """

    items: Mapping[ItemKey, Listed]
    collections: Mapping[ItemKey, str]
    trashed: int
    alone: int


class ZoteroItems:
    """Asks a reading for its items."""

    def __init__(self, reading: ZoteroReading) -> None:
        """Take a reading.

        Raises:
            FormatError: its tables are of a form that is not known here.
        """
        self._reading = reading
        columns = reading.columns
        version = self._versions()
        has_known_tables = all(
            columns.get(table, frozenset()) >= needed for table, needed in _NEEDED.items()
        )
        if not has_known_tables or version.get("compatibility", 0) > NEWEST:
            raise FormatError(
                "Zotero's database has a form that this version of Cocite does not know"
                " (version {version}).",
                version=version.get("userdata", "?"),
                remedy=_REMEDY,
            )
        self._has_marks = columns.get("itemAnnotations", frozenset()) >= _ANNOTATION
        self._libraries = self._library_names()

    def listing(self) -> Listing:
        """Return what there is, without reading any text."""
        rows = self._rows
        kinds = {
            number: get_text(name)
            for number, name in rows("SELECT itemTypeID, typeName FROM itemTypes")
        }
        deleted_items = {number for (number,) in rows("SELECT itemID FROM deletedItems")}
        pieces: dict[int, list[str]] = {}
        keys: dict[int, ItemKey] = {}
        states: dict[int, str] = {}
        trashed = 0
        version = "version" if "version" in self._reading.columns["items"] else "0"
        for number, kind, library, key, state_text in rows(
            f"""SELECT itemID, itemTypeID, libraryID, key, max(dateModified, clientDateModified)
                    || ' ' || dateModified || ' ' || clientDateModified || ' ' || {version}
                    || ' ' || key
                FROM items WHERE typeof(itemID) = 'integer'"""
        ):
            if library not in self._libraries:
                continue
            states[number] = get_text(state_text)
            if kinds.get(kind, "") in NOT_PAPERS:
                continue
            if number in deleted_items:
                trashed += 1
                continue
            keys[number] = (self._libraries[library], get_text(key))
            pieces[number] = [f"{states[number]} {kinds.get(kind)}"]
        alone = self._children(pieces, states, deleted_items)
        self._groups(pieces)
        for number, (library, key) in keys.items():
            state_text = self._reading.find_citation_key(self._numbers[library], key)
            if state_text:
                pieces[number].append(f"key {state_text}")
        settled = f"{datetime.now(UTC) - _SETTLING:%Y-%m-%d %H:%M:%S}"
        items = {
            keys[number]: Listed(number, _stamp(state_text, settled))
            for number, state_text in pieces.items()
        }
        used = {library for library, _ in items}
        return Listing(items, self._collections(used), trashed, alone)

    def load_items(self, numbers: Iterable[int]) -> dict[int, Found]:
        """Return items with all that hangs on them, by their numbers."""
        reading = self._reading
        found_items = {
            number: Found(item.entry()) for number, item in reading.items(numbers).items()
        }
        listed = "[" + ",".join(map(str, found_items)) + "]"
        keys = dict(self._rows("SELECT collectionID, key FROM collections"))
        for item, collection in self._rows(
            f"SELECT itemID, collectionID FROM collectionItems WHERE itemID {LISTED}", listed
        ):
            if collection in keys:
                found_items[item].collections.append(get_text(keys[collection]))
        owners: dict[Any, tuple[int, str]] = {}  # Any: a column
        for number, parent, key, mode, path, kind in self._rows(
            f"""SELECT a.itemID, a.parentItemID, i.key, a.linkMode, a.path, a.contentType
                FROM itemAttachments a JOIN items i ON i.itemID = a.itemID
                WHERE a.parentItemID {LISTED}
                AND a.itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY a.itemID""",
            listed,
        ):
            attached = Attached(get_text(key), get_text(path), linked=mode == _LINKED)
            owners[number] = parent, attached.key
            if attached.path and get_text(kind) in ("", _PDF):
                found_items[parent].files.append(attached)
        if self._has_marks:
            self._add_marks(found_items, owners)
        return found_items

    def _add_marks(
        self, found_items: Mapping[int, Found], owners: Mapping[Any, tuple[int, str]]
    ) -> None:
        listed = "[" + ",".join(map(str, owners)) + "]"
        for parent, key, kind, *texts in self._rows(
            f"""SELECT n.parentItemID, i.key, n.type, n.text, n.comment, n.color, n.position
                FROM itemAnnotations n JOIN items i ON i.itemID = n.itemID
                WHERE n.parentItemID {LISTED}
                AND n.itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY n.itemID""",
            listed,
        ):
            item, file = owners[parent]
            number = kind if isinstance(kind, int) else 0
            mark_texts = [get_text(text) for text in texts]
            found_items[item].marks.append(Marked(get_text(key), file, number, *mark_texts))

    def _children(
        self, pieces: Mapping[int, list[str]], states: Mapping[int, str], deleted_items: set[int]
    ) -> int:
        """Add to each item what hangs on it; return how many files and notes have none."""
        owners: dict[Any, Any] = {}  # Any: columns
        alone = 0
        more = self._reading.columns["itemAttachments"] & {"storageModTime", "storageHash"}
        extra = "".join(f", {name}" for name in sorted(more))
        attachments = self._rows(
            f"SELECT itemID, parentItemID, path, contentType{extra} FROM itemAttachments"
        )
        files = {number for number, *_ in attachments}  # which may have a note, too
        notes = self._rows("SELECT itemID, parentItemID FROM itemNotes")
        notes = [row for row in notes if row[0] not in files]
        for number, parent, *state_values in (*attachments, *notes):
            if number in deleted_items or number not in states:
                continue
            if parent is None:
                alone += 1
            elif parent in pieces:
                owners[number] = parent
                pieces[parent].append(f"{states[number]} {state_values}")
        if self._has_marks:
            for number, parent in self._rows("SELECT itemID, parentItemID FROM itemAnnotations"):
                if number not in deleted_items and number in states and parent in owners:
                    pieces[owners[parent]].append(states[number])
        return alone

    def _groups(self, pieces: Mapping[int, list[str]]) -> None:
        """Add to each item its tags and collections."""
        for item, tag, kind in self._rows("SELECT itemID, tagID, type FROM itemTags"):
            if item in pieces:
                pieces[item].append(f"t{tag} {kind}")
        for item, collection in self._rows("SELECT itemID, collectionID FROM collectionItems"):
            if item in pieces:
                pieces[item].append(f"c{collection}")

    def _collections(self, used: Collection[str]) -> dict[ItemKey, str]:
        """Return the paths of collections, and the names of groups with items, whose key is ""."""
        keys = dict(self._rows("SELECT collectionID, key FROM collections"))
        collection_names = {
            (self._libraries[library], get_text(keys.get(number))): name
            for number, (library, name) in self._reading.collections().items()
            if library in self._libraries and name
        }
        for library, name in self._reading.groups().items():
            if self._libraries.get(library) in used and name:
                collection_names[self._libraries[library], ""] = name
        return collection_names

    def _versions(self) -> dict[str, Any]:  # Any: a column
        if not self._reading.columns.get("version", frozenset()) >= {"schema", "version"}:
            return {}
        rows = self._rows("SELECT schema, version FROM version")
        return {get_text(name): number for name, number in rows if isinstance(number, int)}

    def _library_names(self) -> dict[Any, str]:  # Any: a column
        """Return the libraries that are followed, all but feeds, by their number."""
        groups: dict[Any, Any] = {}  # Any: columns
        if self._reading.columns.get("groups", frozenset()) >= {"groupID", "libraryID"}:
            groups = dict(self._rows("SELECT libraryID, groupID FROM groups"))
        names = {}
        for number, kind in self._rows("SELECT libraryID, type FROM libraries"):
            if kind == "user":
                names[number] = "u"
            elif kind == "group":
                names[number] = f"g{groups.get(number, number)}"
        self._numbers = {name: number for number, name in names.items()}
        return names

    def _rows(self, query: str, *parameters: object) -> list[tuple[Any, ...]]:  # Any: a column
        return self._reading.rows(query, *parameters)


def _stamp(pieces: list[str], settled: str) -> str:
    """Return the stamp of what an item says; the parts that have dates begin with the last one."""
    if any(settled <= piece[:19] for piece in pieces if piece[:1].isdigit()):
        return ""
    text = "\n".join(sorted(pieces)).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=_DIGEST_BYTES).hexdigest()


# --- the files of items, used where they lie and looked at only when they changed -------------


_STORED = "storage:"
RELATIVE = "attachments:"
"""How the path of a linked file begins that is relative to Zotero's base directory."""


@dataclass(slots=True)
class FilesFound:
    """The files of an item: ``there`` by the key of the attachment, as ``Stated.files`` has them.

    ``missing`` are those that are not there, as paths to look for or as Zotero names them.
    """

    there: dict[str, list[Any]] = field(default_factory=dict)  # Any: JSON
    missing: list[str] = field(default_factory=list)


def find_files(
    folder: Path,
    base: Path | None,
    attached: Sequence[Attached],
    before: Mapping[str, Sequence[Any]],
) -> FilesFound:
    """Find the files of an item in Zotero's data folder, or where they are linked.

    ``base`` is the folder that relative links start from. A file of the same size and time as
    ``before`` is not read again.
    """
    files_found = FilesFound()
    for attached_file in attached:
        path = locate_file(folder, base, attached_file)
        known_state = list(before.get(attached_file.key, ()))
        try:
            state = None if path is None else path.stat()
        except (OSError, ValueError):
            state = None
        if path is None or state is None:
            relative = attached_file.path.startswith(RELATIVE)  # another base may be named later
            files_found.missing.append(
                str(attached_file.path if relative or path is None else path)
            )
            continue
        current_state = [str(path), state.st_size, state.st_mtime_ns]
        if known_state[:3] == current_state:
            files_found.there[attached_file.key] = known_state
            continue
        try:
            if is_pdf(path):
                files_found.there[attached_file.key] = [*current_state, content_hash(path)]
        except PdfError:
            files_found.missing.append(str(path))
    return files_found


def locate_file(folder: Path, base: Path | None, attached: Attached) -> Path | None:
    """Return where a file should lie; ``None`` if Zotero alone knows, or it is no place of ours.

    What is stored lies in a folder of its own; a name that leads out of it leads nowhere.
    """
    if attached.path.startswith(_STORED):
        name = attached.path[len(_STORED) :]
        if name != PurePosixPath(name).name or name != PureWindowsPath(name).name:
            return None
        return folder / "storage" / attached.key / name
    if attached.path.startswith(RELATIVE):
        return _under(base, attached.path)
    path = Path(attached.path)
    return path if attached.linked and path.is_absolute() else None


def _under(base: Path | None, path: str) -> Path | None:
    """Return where a relative link leads; one that leads out of the base leads nowhere."""
    parts = PurePosixPath(path[len(RELATIVE) :].replace("\\", "/")).parts
    if base is None or not parts or ".." in parts or parts[0].startswith("/") or ":" in parts[0]:
        return None
    return base.joinpath(*parts)


def is_there(path: str, base: Path | None) -> bool:
    """Tell whether a file that was missing has come."""
    if path.startswith(RELATIVE):
        path = str(_under(base, path) or "")
    try:
        return Path(path).is_absolute() and Path(path).is_file()
    except (OSError, ValueError):
        return False
