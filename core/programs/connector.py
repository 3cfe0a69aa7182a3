"""What the Zotero Connector of a browser saves: papers, their PDFs, tags and notes.

The connector reads a page in the browser and sends items of Zotero. A session is one click on its
button; what came with it can be moved to a collection, tagged and annotated afterwards. Web pages
are kept as entries with their address, without a snapshot.
"""

from __future__ import annotations

import datetime as dt
import email.header
import json
import logging
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from core.base.errors import EngineError, UsageError
from core.base.records import PaperNumber
from core.library.store.attachments import content_hash, is_pdf, keep_copy
from core.programs.zotero_plugins import LIBRARY, LIBRARY_NAME

if TYPE_CHECKING:
    from core.library.library import Library
    from core.services.imports import Imports
    from core.services.papers import Papers

logger = logging.getLogger(__name__)

Json = dict[str, Any]  # Any: JSON values

ZOTERO_VERSION = "7.0.0"
"""The version of Zotero whose protocol is spoken."""

API_VERSION = "3"
MAX_ITEMS = 500
_SESSIONS = 50
_NAME_CHARACTERS = 80


class Opened(Protocol):
    """A library that is open for writing."""

    @property
    def library(self) -> Library: ...  # noqa: D102
    @property
    def papers(self) -> Papers: ...  # noqa: D102
    @property
    def imports(self) -> Imports: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Reply:
    """What the connector is answered: a status and a JSON value, or a text."""

    status: int
    value: object = None
    text: str = ""


@dataclass(slots=True)
class _Session:
    """What one click saved: papers by the ids that the connector gave them."""

    papers: dict[str, PaperNumber] = field(default_factory=dict)
    standalone: list[PaperNumber] = field(default_factory=list)
    tagged: dict[str, tuple[int, list[PaperNumber]]] = field(default_factory=dict)
    """By tag, its number and the papers that have it only from this click on."""
    note: str = ""
    target: str = ""

    def numbers(self) -> list[PaperNumber]:
        return list(dict.fromkeys([*self.papers.values(), *self.standalone]))


class Connector:
    """Saves what a browser sends. Calls block and may come from any thread.

    ``on_saved`` is called, on the same thread, after the library changed.
    """

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._lock = threading.RLock()
        self.on_saved: Callable[[], None] = lambda: None

    def answer(self, method: str, data: object, options: Mapping[str, str], body: bytes) -> Reply:
        """Answer a request; ``body`` is what was sent where it is no JSON.

        Raises:
            EngineError: what was sent cannot be saved.
        """
        handlers: Mapping[str, Callable[[Json], Reply]] = {
            "ping": lambda _: Reply(200, {"prefs": _PREFERENCES}),
            "getSelectedCollection": lambda _: Reply(200, self._list_targets()),
            "saveItems": self._save_items,
            "saveSnapshot": self._save_page,
            "saveAttachment": lambda metadata: self._save_attachment(metadata, options, body),
            "saveStandaloneAttachment": lambda metadata: self._save_pdf(metadata, options, body),
            "saveSingleFile": lambda _: Reply(200, text="Snapshots of pages are not kept."),
            "getRecognizedItem": self._get_recognised,
            "hasAttachmentResolvers": lambda _: Reply(200, False),
            "updateSession": self._update_session,
            "import": lambda _: self._import(body, options),
            "delaySync": lambda _: Reply(204),
            "getClientHostnames": lambda _: Reply(200, []),
            "proxies": lambda _: Reply(200, []),
        }
        if method not in handlers:
            return Reply(404, text=f"Cocite does not answer {method[:_NAME_CHARACTERS]}.")
        return handlers[method](data if isinstance(data, dict) else {})

    # --- what can be saved to -------------------------------------------------------------

    def _list_targets(self) -> Json:
        library = self._opened.library
        writable = not library.read_only
        top = {"id": f"L{LIBRARY}", "name": LIBRARY_NAME, "filesEditable": writable, "level": 0}
        collections = [
            {"id": f"C{group.number}", "name": group.name, "filesEditable": writable, "level": 1}
            for group in library.collections.all()
        ]
        return {
            "libraryID": LIBRARY,
            "libraryName": LIBRARY_NAME,
            "libraryEditable": writable,
            "filesEditable": writable,
            "editable": writable,
            "id": None,
            "name": LIBRARY_NAME,
            "targets": [top, *collections],
            "tags": {top["id"]: [{"tag": group.name} for group in library.tags.all()]},
        }

    # --- saving ---------------------------------------------------------------------------

    def _save_items(self, data: Json) -> Reply:
        items = data.get("items")
        if not isinstance(items, list) or not items or len(items) > MAX_ITEMS:
            return Reply(400, {"error": "NO_ITEMS"})
        session = self._begin(str(data.get("sessionID", "")))
        if session is None:
            return Reply(409, {"error": "SESSION_EXISTS"})
        for position, item in enumerate(items):
            number = self._add_item(item) if isinstance(item, dict) else None
            if number is not None:
                session.papers[str(item.get("id") or position)] = number
        self.on_saved()
        # Of several items that were not all saved, the browser must not say that they were.
        is_complete = len(session.papers) == len(items)
        return Reply(201) if is_complete else Reply(500, {"error": "NOT_SAVED"})

    def _save_page(self, data: Json) -> Reply:
        session = self._begin(str(data.get("sessionID", "")))
        if session is None:
            return Reply(409, {"error": "SESSION_EXISTS"})
        address = str(data.get("url", ""))
        page = {
            "itemType": "webpage",
            "title": str(data.get("title") or address),
            "url": address,
            "accessDate": _NOW,
        }
        number = self._add_item(page)
        if number is None:
            return Reply(500, {"error": "NOT_SAVED"})
        session.papers[address] = number
        self.on_saved()
        return Reply(201)

    def _add_item(self, item: Json) -> PaperNumber | None:
        """Import an item without its files, which come by themselves; return its paper."""
        self._require_writable()
        bare = {name: value for name, value in item.items() if name not in _OF_THE_BROWSER}
        if bare.get("accessDate") == _NOW:
            bare["accessDate"] = dt.datetime.now().astimezone().date().isoformat()
        notes = item.get("notes")
        text = json.dumps({"config": {}, "items": [bare]}, ensure_ascii=False)
        numbers = self._import_sources([text])
        if numbers and isinstance(notes, list):
            for note in notes:
                self._add_note(numbers[0], _plain(note))
        return numbers[0] if numbers else None

    def _import_sources(self, sources: Sequence[Path | str]) -> list[PaperNumber]:
        numbers: list[PaperNumber] = []

        def note_paper(entry: Any) -> None:  # noqa: ANN401 - an entry of an import's report
            if entry.paper is not None:
                numbers.append(entry.paper)

        self._opened.imports.add(sources, on_entry=note_paper)
        return numbers

    def _save_attachment(self, metadata: Json, options: Mapping[str, str], body: bytes) -> Reply:
        session = self._find_session(metadata, options)
        if session is None:
            return Reply(400, {"error": "SESSION_NOT_FOUND"})
        number = session.papers.get(str(metadata.get("parentItemID", "")))
        if number is None:
            return Reply(400, {"error": "ITEM_NOT_FOUND"})
        self._require_writable()
        with _as_file(body, metadata) as path:
            if not is_pdf(path):
                return Reply(400, text="Cocite keeps PDFs only.")
            sha256 = content_hash(path)
            kept_path = keep_copy(self._opened.library.folder, path, sha256)
        self._opened.library.papers.attach_file(number, kept_path, sha256)
        self.on_saved()
        return Reply(201)

    def _save_pdf(self, metadata: Json, options: Mapping[str, str], body: bytes) -> Reply:
        """Save a PDF that the browser shows: it becomes a paper by what it says."""
        session = self._begin(str(metadata.get("sessionID") or options.get("sessionID", "")))
        if session is None:
            return Reply(409, {"error": "SESSION_EXISTS"})
        self._require_writable()
        with _as_file(body, metadata) as path:
            if not is_pdf(path):
                return Reply(400, text="Cocite keeps PDFs only.")
            kept_path = keep_copy(self._opened.library.folder, path, content_hash(path))
        session.standalone += self._import_sources([kept_path])
        self.on_saved()
        if not session.standalone:
            return Reply(500, text="The PDF could not be read.")
        return Reply(201, {"canRecognize": True})

    def _get_recognised(self, data: Json) -> Reply:
        session = self._find_session(data, {})
        if session is None:
            return Reply(400, {"error": "SESSION_NOT_FOUND"})
        papers = self._opened.papers.get_many(session.standalone[:1])
        if not papers:
            return Reply(204)
        return Reply(200, {"title": papers[0].title, "itemType": "journalArticle"})

    def _import(self, body: bytes, options: Mapping[str, str]) -> Reply:
        """Import a file of references that the browser opened."""
        session = self._begin(options.get("session", ""))
        if session is None:
            return Reply(409, {"error": "SESSION_EXISTS"})
        self._require_writable()
        numbers = self._import_sources([body.decode("utf-8", "replace")])
        if not numbers:
            return Reply(400, text="This is no file of references that Cocite reads.")
        session.papers |= {str(number): number for number in numbers}
        self.on_saved()
        papers = self._opened.papers.get_many(numbers)
        return Reply(
            201,
            [
                {"id": str(paper.number), "title": paper.title, "itemType": "journalArticle"}
                for paper in papers
            ],
        )

    # --- afterwards: collection, tags and a note -------------------------------------------

    def _update_session(self, data: Json) -> Reply:
        session = self._find_session(data, {})
        if session is None:
            return Reply(400, {"error": "SESSION_NOT_FOUND"})
        self._require_writable()
        library, target = self._opened.library, str(data.get("target", ""))
        numbers = session.numbers()
        if target.startswith("C"):
            known_numbers = {group.number for group in library.collections.all()}
            if not target[1:].isdecimal() or int(target[1:]) not in known_numbers:
                return Reply(400, {"error": "COLLECTION_NOT_FOUND"})
            library.collections.assign(int(target[1:]), numbers)
        if session.target.startswith("C") and target != session.target:
            library.collections.assign(int(session.target[1:]), numbers, member=False)
        session.target = target
        tags = data.get("tags") or []
        names = tags.split(",") if isinstance(tags, str) else [str(tag) for tag in tags]
        self._set_tags(session, [name.strip() for name in names if name.strip()])
        note = _plain(data.get("note") or "")
        for number in numbers if note != session.note else ():
            self._replace_note(number, session.note, note)
        session.note = note
        self.on_saved()
        return Reply(200, {})

    def _set_tags(self, session: _Session, names: Sequence[str]) -> None:
        """Tag the papers of a click, and take back what it tagged them with before."""
        tags = self._opened.library.tags
        for name in names:
            if name not in session.tagged:
                number = tags.add(name)
                before = frozenset(tags.members(number))
                papers = [paper for paper in session.numbers() if paper not in before]
                tags.assign(number, papers)
                session.tagged[name] = (number, papers)
        for name in [name for name in session.tagged if name not in names]:
            number, papers = session.tagged.pop(name)
            tags.assign(number, papers, member=False)

    def _replace_note(self, number: PaperNumber, old: str, new: str) -> None:
        """Put a note in the place of what the same click noted before."""
        notes = self._opened.papers.notes
        before = notes.get(number)
        if old and (before == old or before.endswith(f"\n\n{old}")):
            notes.set(number, before.removesuffix(old).rstrip())
        self._add_note(number, new)

    def _add_note(self, number: PaperNumber, text: str) -> None:
        """Add a note below what a person wrote, once."""
        notes = self._opened.papers.notes
        before = notes.get(number)
        if text and text not in before:
            notes.set(number, "\n\n".join(filter(None, (before, text))))

    # --- sessions -------------------------------------------------------------------------

    def _begin(self, name: str) -> _Session | None:
        """Begin a session, ``None`` if there is one of that name."""
        with self._lock:
            if name in self._sessions:
                return None
            session = self._sessions[name] = _Session()
            if len(self._sessions) > _SESSIONS:
                self._sessions.popitem(last=False)
            return session

    def _find_session(self, data: Mapping[str, Any], options: Mapping[str, str]) -> _Session | None:
        name = str(data.get("sessionID") or options.get("sessionID", ""))
        with self._lock:
            return self._sessions.get(name)

    def _require_writable(self) -> None:
        if self._opened.library.read_only:
            raise UsageError(
                "The library is read-only, so nothing was saved.",
                remedy="Open the library in Cocite and try again.",
            )


_OF_THE_BROWSER = frozenset(
    ("attachments", "complete", "id", "key", "notes", "proxy", "seeAlso", "version")
)
"""What an item has for the browser alone, and what is saved by itself."""

_NOW = "CURRENT_TIMESTAMP"
"""The time at which an item is saved, as translators write it."""

_PREFERENCES = {
    "automaticSnapshots": False,
    "downloadAssociatedFiles": True,
    "reportActiveURL": False,
    "supportsAttachmentUpload": True,
    "supportsTagsAutocomplete": True,
    "canUserAddNote": True,
    "googleDocsAddNoteEnabled": False,
    "googleDocsAddAnnotationEnabled": False,
    "googleDocsCitationExplorerEnabled": False,
}


class _as_file:  # noqa: N801 - a context, as ``contextlib`` writes one
    """A file that holds what was sent, under the title that came with it."""

    def __init__(self, body: bytes, metadata: Mapping[str, Any]) -> None:
        self._body, self._title = body, decode_title(str(metadata.get("title", "")))
        self._folder = tempfile.TemporaryDirectory(prefix="cocite-")

    def __enter__(self) -> Path:
        stem = "".join(sign if sign.isalnum() else " " for sign in self._title)
        stem = " ".join(stem.split())[:_NAME_CHARACTERS] or "paper"
        path = Path(self._folder.name) / f"{stem.removesuffix(' pdf')}.pdf"
        path.write_bytes(self._body)
        return path

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def decode_title(text: str) -> str:
    """Return a title that was sent in a header, where it is written as in an e-mail."""
    try:
        return str(email.header.make_header(email.header.decode_header(text)))
    except (LookupError, ValueError):
        return text


def _plain(note: object) -> str:
    """Return a note of Zotero as plain text, its paragraphs on lines of their own."""
    from core.formats.fields import note_without_tags

    text = note.get("note") if isinstance(note, Mapping) else note
    return note_without_tags(str(text or ""))


def read_failure(error: EngineError) -> Reply:
    """Return what the connector is told of a failure."""
    return Reply(500, {"error": f"{error} {error.remedy}".strip(), "libraryEditable": False})
