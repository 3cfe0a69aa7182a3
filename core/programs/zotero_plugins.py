"""What plug-ins written for Zotero ask: the JSON-RPC of Better BibTeX, and zotxt.

Papers are items of one library of Zotero, “My Library”, whose number is 1. Everything is read; what
would change the library, or needs Zotero's window, is not supported and answered so.
"""

from __future__ import annotations

import html
import importlib.metadata
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from core.base.errors import EngineError, UsageError
from core.base.library_records import PickedCitation
from core.base.records import Group, Paper, PaperNumber
from core.formats import csl
from core.formats.zotero import convert_paper_to_item
from core.programs.picked_formats import (
    CitationWriter,
    item_key,
    paper_of_item,
    remove_tags,
    require_style,
)

if TYPE_CHECKING:
    from core.base.library_records import Annotation, PaperFile
    from core.library.library import Library
    from core.services.papers import Papers

Json = dict[str, Any]  # Any: JSON values

LIBRARY, LIBRARY_NAME = 1, "My Library"
_PARSE_ERROR, _INVALID_REQUEST, _NO_METHOD, _INVALID_PARAMETERS, _INTERNAL = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)
_BETTER_BIBTEX = "7.0.0"
"""The version of Better BibTeX whose requests are answered."""

_USER = "http://zotero.org/users/local/cocite"
_SCANNABLE_CITE = "248bebf1-46ab-4067-9f93-ec3d2960d0cd"
"""The translator that writes citations which a scan of the document replaces."""

_FIELDS: Mapping[str, str] = {
    "title": "title",
    "shortTitle": "title",
    "creator": "author",
    "author": "author",
    "editor": "author",
    "publicationTitle": "venue",
    "proceedingsTitle": "venue",
    "bookTitle": "venue",
    "year": "year",
    "date": "year",
    "tag": "tag",
    "collection": "collection",
    "citationKey": "key",
    "citekey": "key",
    "DOI": "doi",
}
"""Conditions of Zotero's advanced search, each with the field of the search that answers it."""

_DATES = frozenset(("dateAdded", "dateModified"))
_ANYWHERE = re.compile(r"quicksearch-\w+|abstractNote|anyField|fulltextContent|note")


class Opened(Protocol):
    """A library that is open, with what is asked of its papers."""

    @property
    def library(self) -> Library: ...  # noqa: D102
    @property
    def papers(self) -> Papers: ...  # noqa: D102


class _Refusal(Exception):
    """A request that cannot be answered, with the code that JSON-RPC has for it."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class ZoteroPlugins:
    """Answers plug-ins for Zotero. Calls block and may come from any thread."""

    def __init__(self, opened: Opened) -> None:
        self._library, self._papers = opened.library, opened.papers
        self._writer = CitationWriter(opened.papers, self.to_items)
        self._methods: Mapping[str, tuple[Callable[..., Any], tuple[str, ...], int]] = {
            "api.ready": (self._ready, (), 0),
            "user.groups": (self._list_groups, ("includeCollections",), 0),
            "item.search": (self._search, ("terms", "library"), 1),
            "item.attachments": (self._list_attachments, ("citekey", "library"), 1),
            "item.collections": (self._list_collections, ("citekeys", "includeParents"), 1),
            "item.notes": (self._list_notes, ("citekeys",), 1),
            "item.bibliography": (self._bibliography, ("citekeys", "format", "library"), 1),
            "item.citationkey": (self._find_keys, ("item_keys",), 1),
            "item.export": (self._export, ("citekeys", "translator", "libraryID"), 2),
            "item.pandoc_filter": (
                self._pandoc_filter,
                ("citekeys", "asCSL", "libraryID", "style", "locale"),
                2,
            ),
        }

    # --- items of Zotero ------------------------------------------------------------------

    def to_items(self, papers: Sequence[Paper]) -> list[Json]:
        """Return papers as items of Zotero, with their notes, files and marked passages."""
        added = {row.paper.number: row.added_at for row in self._rows(papers)}
        return [self._to_item(paper, added.get(paper.number, "")) for paper in papers]

    def _rows(self, papers: Sequence[Paper]) -> list[Any]:
        return self._papers.rows([paper.number for paper in papers])

    def _to_item(self, paper: Paper, added_at: str) -> Json:
        key = item_key(paper.number)
        note = self._papers.notes.get(paper.number)
        groups = self._library.collections.of(paper.number)
        tags = [{"tag": group.name} for group in self._library.tags.of(paper.number)]
        item = convert_paper_to_item(paper)
        item["tags"] = [*tags, *(tag for tag in item["tags"] if tag not in tags)]
        return item | {
            "key": key,
            "itemKey": key,
            "itemID": paper.number,
            "libraryID": LIBRARY,
            "citekey": paper.citation_key,
            "uri": f"{_USER}/items/{key}",
            "select": f"zotero://select/library/items/{key}",
            "dateAdded": added_at,
            "dateModified": added_at,
            "collections": [_collection_key(group) for group in groups],
            "relations": {},
            "notes": [_note_item(key, note)] if note.strip() else [],
            "attachments": [
                _attachment_item(key, position, file)
                for position, file in enumerate(self._library.papers.files(paper.number))
            ],
        }

    def _find_papers(self, keys: Iterable[str]) -> dict[str, Paper]:
        """Return the papers of citation keys, as plug-ins write them, with or without an @."""
        keys = [str(key) for key in keys]
        papers = self._library.papers.find_by_citation_key([key.lstrip("@") for key in keys])
        return {key: papers[key.lstrip("@")] for key in keys if key.lstrip("@") in papers}

    def _require_papers(self, keys: Sequence[str]) -> dict[str, Paper]:
        papers = self._find_papers(keys)
        if missing := [key for key in keys if key not in papers]:
            raise _Refusal(_INVALID_PARAMETERS, f"not found: {', '.join(missing)}")
        return papers

    # --- the JSON-RPC of Better BibTeX ----------------------------------------------------

    def answer_rpc(self, text: str) -> Json | list[Json]:
        """Answer a request of JSON-RPC, or several in a list."""
        try:
            request = json.loads(text)
        except (ValueError, RecursionError) as error:
            return _failure(_PARSE_ERROR, f"Parse error: {error}")
        if isinstance(request, list):
            return [self._answer_request(part) for part in request]
        return self._answer_request(request)

    def _answer_request(self, request: object) -> Json:
        identity = request.get("id") if isinstance(request, dict) else None
        try:
            return {"jsonrpc": "2.0", "result": self._call(request), "id": identity}
        except _Refusal as error:
            code, message = error.code, str(error)
        except EngineError as error:
            code, message = _INVALID_PARAMETERS, f"{error} {error.remedy}".strip()
        except (TypeError, ValueError, AttributeError, KeyError, IndexError) as error:
            code, message = _INVALID_PARAMETERS, f"wrong arguments: {error}"
        return _failure(code, message, identity)

    def _call(self, request: object) -> object:
        if (
            not isinstance(request, dict)
            or request.get("jsonrpc") != "2.0"
            or not isinstance(request.get("method"), str)
        ):
            raise _Refusal(_INVALID_REQUEST, "Invalid Request")
        name = re.sub(r"^items\.", "item.", request["method"])
        if name not in self._methods:
            raise _Refusal(_NO_METHOD, f"Method not found: {request['method']}")
        method, parameters, required = self._methods[name]
        return method(*_read_arguments(request.get("params") or [], parameters, required))

    def _ready(self) -> Json:
        version = importlib.metadata.version("cocite")
        return {"zotero": f"Cocite {version}", "betterbibtex": _BETTER_BIBTEX}

    def _list_groups(self, with_collections: bool = False) -> list[Json]:
        collections = (
            [_collection(group) for group in self._library.collections.all()]
            if with_collections
            else None
        )
        return [{"id": LIBRARY, "name": LIBRARY_NAME, "collections": collections}]

    def _search(self, terms: str | Sequence[Sequence[Any]], library: object = None) -> list[Json]:
        _check_library(library)
        numbers = (
            self._search_text(terms) if isinstance(terms, str) else self._search_conditions(terms)
        )
        papers = self._papers.get_many(numbers)
        return [
            item
            | {
                "id": f"{_USER}/items/{item_key(paper.number)}",
                "library": LIBRARY_NAME,
                "citekey": paper.citation_key,
                "citation-key": paper.citation_key,
            }
            for paper, item in zip(papers, csl.convert_papers_to_items(papers), strict=True)
        ]

    def _search_text(self, text: str) -> list[PaperNumber]:
        """Return papers by words, those whose key it is first; all of them for no text."""
        if not text.strip():
            return self._library.papers.outside_trash(self._library.papers.numbers())
        key = text.strip().lstrip("@")
        exact = [paper.number for paper in self._find_papers([key]).values()]
        by_key = [] if " " in key else self._papers.search(f"key:{key}")
        return list(dict.fromkeys([*exact, *by_key, *self._papers.search(text)]))

    def _search_conditions(self, conditions: Sequence[Sequence[Any]]) -> list[PaperNumber]:
        any_condition = False
        results: list[list[PaperNumber]] = []
        for name, operator, value, *_ in (
            [*condition, "", ""] for condition in conditions if condition
        ):
            if name == "joinMode":
                any_condition = operator == "any"
            elif name in ("library", "libraryID"):
                _check_library(value)
            elif name not in ("ignore_feeds", "itemType"):
                results.append(self._find_condition(str(name), str(operator), str(value)))
        if not results:
            return self._search_text("")
        if any_condition:
            return list(dict.fromkeys(number for numbers in results for number in numbers))
        rest = [frozenset(numbers) for numbers in results[1:]]
        return [number for number in results[0] if all(number in numbers for numbers in rest)]

    def _find_condition(self, name: str, operator: str, value: str) -> list[PaperNumber]:
        if name in _DATES:
            return self._find_added(operator, value)
        field_name = _FIELDS.get(name)
        if field_name is None and not _ANYWHERE.fullmatch(name):
            raise _Refusal(_INVALID_PARAMETERS, f"The condition “{name}” is not supported.")
        if operator not in ("contains", "is", "beginsWith", "doesNotContain", "isNot"):
            raise _Refusal(_INVALID_PARAMETERS, f"The operator “{operator}” is not supported.")
        words = value.replace('"', " ")
        query = words if field_name is None else f'{field_name}:"{words}"'
        numbers = self._papers.search(query)
        if operator in ("doesNotContain", "isNot"):
            excluded = frozenset(numbers)
            return [number for number in self._search_text("") if number not in excluded]
        return numbers

    def _find_added(self, operator: str, value: str) -> list[PaperNumber]:
        """Return papers by the time at which they were added, which is all that is known."""
        if operator not in ("isAfter", "isBefore"):
            raise _Refusal(_INVALID_PARAMETERS, f"The operator “{operator}” is not supported.")
        papers = self._papers.get_many(self._search_text(""))
        added = {row.paper.number: row.added_at.replace("T", " ") for row in self._rows(papers)}
        limit = value.replace("T", " ")
        return [
            number
            for number, at in added.items()
            if (at[: len(limit)] > limit if operator == "isAfter" else at[: len(limit)] < limit)
        ]

    def _list_attachments(self, key: str, library: object = None) -> list[Json]:
        _check_library(library)
        (paper,) = self._require_papers([key]).values()
        parent = item_key(paper.number)
        attachments = []
        for position, file in enumerate(self._library.papers.files(paper.number)):
            annotations = self._papers.annotations.of_file(paper.number, file.sha256)
            attachments.append(
                {
                    "open": f"zotero://open-pdf/library/items/{_file_key(parent, position)}",
                    "path": str(file.path),
                    **({"annotations": list(map(_annotation, annotations))} if annotations else {}),
                }
            )
        return attachments

    def _list_collections(self, keys: Sequence[str], with_parents: bool = False) -> Json:
        del with_parents  # collections are in no other
        return {
            paper.citation_key: [
                _collection(group) for group in self._library.collections.of(paper.number)
            ]
            for paper in self._require_papers(keys).values()
        }

    def _list_notes(self, keys: Sequence[str]) -> Json:
        notes = {
            paper.citation_key: self._papers.notes.get(paper.number)
            for paper in self._require_papers(keys).values()
        }
        return {key: [_to_html(note)] if note.strip() else [] for key, note in notes.items()}

    def _bibliography(
        self, keys: Sequence[str], options: Json | None = None, library: object = None
    ) -> str:
        from core.formats.bibliography import bibliography, bibliography_html

        _check_library(library)
        options = options or {}
        papers = list(self._find_papers(keys).values())
        style = require_style(str(options.get("id") or ""))
        if options.get("contentType", "text") != "html":
            return bibliography(papers, style)
        entries = re.findall(r"<p>(.*?)</p>", bibliography_html(papers, style), re.S)
        divisions = "".join(f'  <div class="csl-entry">{entry}</div>\n' for entry in entries)
        return f'<div class="csl-bib-body">\n{divisions}</div>'

    def _find_keys(self, item_keys: Sequence[str] | str) -> Json:
        if isinstance(item_keys, str):  # “selected”: the selection is not known without a key
            return {}
        numbers = {name: paper_of_item(name.rpartition(":")[2]) for name in item_keys}
        stored = [number for number in numbers.values() if number is not None]
        keys = {
            paper.number: paper.citation_key
            for paper in self._papers.get_many(self._library.papers.outside_trash(stored))
        }
        return {
            name: None if number is None else keys.get(number) for name, number in numbers.items()
        }

    def _export(self, keys: Sequence[str], translator: str, library: object = None) -> str:
        _check_library(library)
        papers = self._require_papers(keys)
        return self._writer.translate([paper.number for paper in papers.values()], translator)

    def _pandoc_filter(
        self,
        keys: Sequence[str],
        as_csl: bool,
        library: object = None,
        style: str | None = None,
        _locale: str | None = None,
    ) -> Json:
        for name in library if isinstance(library, list) else [library]:
            _check_library(name)
        papers = self._find_papers(dict.fromkeys(keys))
        errors = {key: 0 for key in keys if key not in papers}
        zotero_items = self.to_items(list(papers.values()))
        if not as_csl:
            return {"errors": errors, "items": dict(zip(papers, zotero_items, strict=True))}
        writer = self._writer.get_writer({"format": "formatted-citation", "style": style or ""})
        csl_items = csl.convert_papers_to_items(papers.values())
        for paper, item, zotero_item in zip(papers.values(), csl_items, zotero_items, strict=True):
            custom = {"itemID": paper.number, "uri": zotero_item["uri"]}
            item["custom"] = custom | {"author": _cited_author(paper, writer)}
            item["citation-key"] = paper.citation_key
        return {"errors": errors, "items": dict(zip(papers, csl_items, strict=True))}

    # --- a whole library or collection as a file -------------------------------------------

    def export_library(self, path: str) -> str:
        """Return the papers of a library or collection as a file, as an address names them.

        Such a path is “/1/My Library.biblatex” or “/collection/Reading.csljson”; the ending is that
        of a translator.

        Raises:
            UsageError: there is no such collection or translator.
        """
        name, _, translator = path.strip("/").rpartition(".")
        numbers = self._search_text("")
        parts = name.split("/")
        if any(part.startswith("collection") for part in parts):
            wanted_name = parts[-1]
            group = next(
                (
                    group
                    for group in self._library.collections.all()
                    if wanted_name in (group.name, _collection_key(group))
                ),
                None,
            )
            if group is None:
                raise UsageError(
                    "No collection has the name “{name}”.",
                    name=wanted_name[:80],
                    remedy="Check its name in the sidebar of the library.",
                )
            numbers = self._library.papers.outside_trash(
                self._library.collections.members(group.number)
            )
        return self._writer.translate(numbers, translator)

    # --- zotxt ----------------------------------------------------------------------------

    def answer_zotxt(self, question: str, options: Mapping[str, str]) -> object:
        """Answer a request of zotxt, as JSON or as a text; ``None`` if nothing answers to it.

        Raises:
            UsageError: what is asked for is not supported.
        """
        answers: Mapping[str, Callable[[], object]] = {
            "version": lambda: {"version": "5.1.0"},
            "complete": lambda: self._complete_key(options.get("citekey", "")),
            "search": lambda: self._write_zotxt(
                self._papers.get_many(self._search_text(options.get("q", ""))), options
            ),
            "items": lambda: (
                self._write_zotxt(papers, options)
                if (papers := self._read_zotxt_keys(options))
                else None
            ),
        }
        return answers[question]() if question in answers else None

    def _complete_key(self, prefix: str) -> list[str]:
        papers = self._papers.get_many(self._papers.search(f"key:{prefix}"))
        return [paper.citation_key for paper in papers if paper.citation_key.startswith(prefix)]

    def _read_zotxt_keys(self, options: Mapping[str, str]) -> list[Paper]:
        for name in ("citekey", "easykey", "betterbibtexkey"):
            if options.get(name):
                return list(self._find_papers(options[name].split(",")).values())
        if not options.get("key"):
            raise UsageError(
                "Items are asked for without a key.",
                remedy="Send a key or a citekey; the selection is not known.",
            )
        names = [name.rpartition("_")[2] for name in options["key"].split(",")]
        numbers = [number for name in names if (number := paper_of_item(name)) is not None]
        return self._papers.get_many(self._library.papers.outside_trash(numbers))

    def _write_zotxt(self, papers: Sequence[Paper], options: Mapping[str, str]) -> object:
        kind = options.get("format") or "json"
        writers: Mapping[str, Callable[[Paper], object]] = {
            "key": _zotxt_key,
            "quickBib": _quick_bib,
            "bibliography": lambda paper: self._write_reference(paper, options.get("style")),
            "paths": lambda paper: {
                "key": _zotxt_key(paper),
                "paths": [str(file.path) for file in self._library.papers.files(paper.number)],
            },
            **dict.fromkeys(
                ("citekey", "easykey", "betterbibtexkey"), lambda paper: paper.citation_key
            ),
        }
        if kind in writers:
            return [writers[kind](paper) for paper in papers]
        if kind == "json":
            uris = [f"{_USER}/items/{item_key(paper.number)}" for paper in papers]
            csl_items = csl.convert_papers_to_items(papers)
            return [item | {"id": uri} for item, uri in zip(csl_items, uris, strict=True)]
        if kind == _SCANNABLE_CITE:
            writer = self._writer.get_writer({"format": "scannable-cite"})
            return writer([PickedCitation(paper.number) for paper in papers])
        return self._writer.translate([paper.number for paper in papers], kind)

    def _write_reference(self, paper: Paper, style: str | None) -> Json:
        rich, plain = (
            self._bibliography(
                [paper.citation_key], {"id": style or "chicago-notes", "contentType": form}
            )
            for form in ("html", "text")
        )
        return {"key": _zotxt_key(paper), "html": rich, "text": plain.strip()}


# --- parts of answers ---------------------------------------------------------------------------


def _failure(code: int, message: str, identity: object = None) -> Json:
    return {"jsonrpc": "2.0", "error": {"code": code, "message": message}, "id": identity}


def _read_arguments(values: object, parameters: Sequence[str], required: int) -> list[Any]:
    """Return arguments in their order, which were sent in it or by their names."""
    if isinstance(values, dict):
        if unknown := [name for name in values if name not in parameters]:
            raise _Refusal(_INVALID_PARAMETERS, f"unsupported argument {unknown[0]}")
        last = max((parameters.index(name) for name in values), default=-1)
        missing = [name for name in parameters[:required] if name not in values]
        arguments = [values.get(name) for name in parameters[: last + 1]]
    elif isinstance(values, list):
        missing = list(parameters[len(values) : required])
        arguments = values[: len(parameters)]
    else:
        raise _Refusal(_INVALID_REQUEST, "The parameters are neither a list nor an object.")
    if missing:
        raise _Refusal(_INVALID_PARAMETERS, f"required argument {missing[0]} missing")
    return arguments


def _check_library(library: object) -> None:
    """Refuse any library but the one that is open."""
    if library not in (None, "", "*", LIBRARY, str(LIBRARY), LIBRARY_NAME):
        raise _Refusal(_INVALID_PARAMETERS, f"could not find library {library}")


def _collection_key(group: Group) -> str:
    return item_key(PaperNumber(group.number))


def _collection(group: Group) -> Json:
    return {
        "key": _collection_key(group),
        "id": group.number,
        "name": group.name,
        "parentCollection": False,
        "libraryID": LIBRARY,
    }


def _to_html(note: str) -> str:
    paragraphs = re.split(r"\n\s*\n", note.strip())
    lines = ("<br/>".join(map(html.escape, paragraph.split("\n"))) for paragraph in paragraphs)
    return "".join(f"<p>{paragraph}</p>" for paragraph in lines)


def _note_item(parent: str, note: str) -> Json:
    key = f"N{parent[1:]}"
    return {
        "itemType": "note",
        "key": key,
        "itemKey": key,
        "parentItem": parent,
        "libraryID": LIBRARY,
        "uri": f"{_USER}/items/{key}",
        "note": _to_html(note),
        "tags": [],
        "relations": {},
    }


def _file_key(parent: str, position: int) -> str:
    return f"{'PQRSTUVWXYZ'[position % 11]}{parent[1:]}"


def _attachment_item(parent: str, position: int, file: PaperFile) -> Json:
    key = _file_key(parent, position)
    return {
        "itemType": "attachment",
        "key": key,
        "itemKey": key,
        "parentItem": parent,
        "libraryID": LIBRARY,
        "uri": f"{_USER}/items/{key}",
        "select": f"zotero://select/library/items/{key}",
        "title": file.path.name,
        "path": str(file.path),
        "contentType": "application/pdf",
        "tags": [],
        "relations": {},
    }


def _annotation(annotation: Annotation) -> Json:
    first = annotation.rects[0]
    return {
        "key": f"A{item_key(PaperNumber(annotation.number))[1:]}",
        "annotationType": "highlight" if annotation.kind == "highlight" else "note",
        "annotationText": annotation.text,
        "annotationComment": annotation.note,
        "annotationColor": _colour(annotation),
        "annotationPageLabel": str(first.page + 1),
        "annotationPosition": {
            "pageIndex": first.page,
            "rects": [[rect.x0, rect.y0, rect.x1, rect.y1] for rect in annotation.rects],
        },
        "tags": [],
    }


def _colour(annotation: Annotation) -> str:
    from core.base.library_records import INKS

    return "#" + "".join(f"{part:02x}" for part in INKS[annotation.colour])


def _cited_author(paper: Paper, writer: Callable[[Sequence[PickedCitation]], str]) -> str:
    """Return how a style names the authors in a text, for a citation that stands in one."""
    full = remove_tags(writer([PickedCitation(paper.number)])).strip("()[] ")
    year = remove_tags(writer([PickedCitation(paper.number, suppress_author=True)])).strip("()[] ")
    if year and full.endswith(year) and full != year:
        return full.removesuffix(year).rstrip(" ,")
    authors = paper.cited_authors
    return " and ".join(authors) if len(authors) < 3 else f"{authors[0]} et al."


def _zotxt_key(paper: Paper) -> str:
    return f"0_{item_key(paper.number)}"


def _quick_bib(paper: Paper) -> Json:
    author = csl.convert_papers_to_items([paper])[0].get("author", [{}])[0]
    name = ", ".join(
        filter(None, (author.get("family") or author.get("literal"), author.get("given")))
    )
    parts = [name, str(paper.year or ""), paper.title]
    return {"key": _zotxt_key(paper), "quickBib": " - ".join(filter(None, parts))}
