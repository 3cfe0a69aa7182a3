"""Zotero's RDF export: items, creators, collections, tags, notes and the files beside it.

lxml mends what it can of a damaged file; that it did is told as one more entry, with the line.
No document type is read and no entity resolved.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from lxml import etree

from core.base.encodable import encodable
from core.base.errors import FormatError
from core.base.messages import Message
from core.formats.entries import Entry, at_entry, at_line
from core.formats.zotero import NOT_PAPERS, Creator, Item

MAX_CHARS = 128 * 1024 * 1024

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_Z = "{http://www.zotero.org/namespaces/export#}"
_BIB = "{http://purl.org/net/biblio#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_DCTERMS = "{http://purl.org/dc/terms/}"
_FOAF = "{http://xmlns.com/foaf/0.1/}"
_LINK = "{http://purl.org/rss/1.0/modules/link/}"


class _Tags:
    """The tags of what is no plain field."""

    TYPE = f"{_Z}itemType"
    TITLE = f"{_DC}title"
    SUBJECT = f"{_DC}subject"
    LINK = f"{_LINK}link"
    NOTE = f"{_DCTERMS}isReferencedBy"
    PART = f"{_DCTERMS}isPartOf"
    TALK = f"{_BIB}presentedAt"


_FIELDS = {
    f"{_DC}title": "title",
    f"{_DCTERMS}abstract": "abstractNote",
    f"{_DCTERMS}dateSubmitted": "accessDate",
    f"{_DCTERMS}LCC": "callNumber",
    f"{_DC}date": "date",
    f"{_DC}description": "extra",
    f"{_DC}rights": "rights",
    f"{_Z}type": "type_of_work",
}
# What stands in the journal, the book, the proceedings or the series that an item is part of.
_CONTAINER_TITLES = {
    "Journal": "publicationTitle",
    "Periodical": "publicationTitle",
    "Newspaper": "publicationTitle",
    "Magazine": "publicationTitle",
    "Book": "bookTitle",
    "Document": "proceedingsTitle",
    "Proceedings": "proceedingsTitle",
    "Conference": "conferenceName",
    "Website": "websiteTitle",
    "Blog": "blogTitle",
    "Forum": "forumTitle",
    "Series": "series",
}
_IDENTIFIER = re.compile(r"(?P<kind>DOI|ISSN|ISBN)\s+(?P<value>\S.*)", re.I)
_NUMBER_OF_VOLUME = {"volume": "volume", "number": "issue"}
_ENTITIES = re.compile(r"<!(?:ENTITY|DOCTYPE[^>\[]*\[)", re.I)
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_FILE_TYPES = ("application/pdf", "")

_Element = Any  # Any: lxml has no types


def parse(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each item of the export.

    Raises:
        FormatError: The text is too large, or no RDF.
    """
    if not text.strip():
        return
    if len(text) > MAX_CHARS or _ENTITIES.search(text):
        raise FormatError(
            "“{name}” is too large or declares entities, which are not read.",
            name=name,
            remedy="Export the library in several parts.",
        )
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False
    )
    try:
        root = etree.fromstring(encodable(_DECLARATION.sub("", text, count=1)).encode(), parser)
    except etree.XMLSyntaxError:  # it holds nothing that could be recovered
        root = None
    if root is None or root.tag != f"{_RDF}RDF":
        raise FormatError("“{name}” is not an RDF export of Zotero.", name=name)
    yield from _Export(root).entries()
    for problem in parser.error_log[:1]:
        yield Entry(
            at_line(problem.line),
            None,
            Message("the file is damaged here ({message})", message=problem.message),
        )


class _Export:
    """The elements of one export, by what they are and what refers to them."""

    def __init__(self, root: _Element) -> None:
        self._about = {
            about: element for element in root.iter("*") if (about := element.get(f"{_RDF}about"))
        }
        self._items = [type_element.getparent() for type_element in root.iter(f"{_Z}itemType")]
        self._containers: dict[str, list[tuple[str, str]]] = {}
        # Items that a damaged one took in are taken out of it: the type tells them, not the depth.
        for item in reversed(self._items):
            if item is not root and item.getparent() is not root:
                root.append(item)
        self._collections = self._collections_by_member(root)

    def entries(self) -> Iterator[Entry]:
        """Yield an entry for each item that is a paper, or belongs to none."""
        claimed = {
            link.get(f"{_RDF}resource")
            for item in self._items
            for link in item.iter(_Tags.LINK, _Tags.NOTE)
        }
        one_per_line = len({item.sourceline for item in self._items}) == len(self._items)
        for number, item in enumerate(self._items, start=1):
            kind = _text(item.find(f"{_Z}itemType"))
            line = item.sourceline
            location = at_line(line) if one_per_line else at_entry(number, line)
            if kind not in NOT_PAPERS:
                yield self._item(item, kind, location).entry()
            elif item.get(f"{_RDF}about") not in claimed:
                alone = self._item(item, kind, location)
                alone.notes = [_note(item)]
                yield alone.refusal()

    def _item(self, element: _Element, kind: str, location: str) -> Item:
        item = Item(location, kind)
        about = element.get(f"{_RDF}about")
        item.collections = list(self._collections.get(about, ()))
        for child in element:
            self._take(item, child)
        return item

    def _take(self, item: Item, child: _Element) -> None:
        """Put what one child of an item says where it belongs."""
        match child.tag:
            case str() if child.find(f"{_RDF}Seq") is not None:  # "authors", "seriesEditors"
                item.creators += _creators(child, _local_name(child).removesuffix("s"))
            case _Tags.SUBJECT:
                _take_subject(item, child)
            case _Tags.LINK:
                self._attach(item, child.get(f"{_RDF}resource"))
            case _Tags.NOTE:
                # A note is of one item: many that refer to one long note are a bomb.
                note = self._about.pop(child.get(f"{_RDF}resource"), None)
                item.notes += [] if note is None else [_note(note)]
            case _Tags.PART | _Tags.TALK:
                item.fields += self._container_values(child)
            case _Tags.TITLE if any(name == "title" for name, _ in item.fields):
                # That of what the item is part of, where Zotero has no element for that.
                item.fields.append(("publicationTitle", _text(child)))
            case str() as field if field != _Tags.TYPE and not child.get(f"{_RDF}resource"):
                item.fields += _fields(child)

    def _container_values(self, child: _Element) -> list[tuple[str, str]]:
        """Return what the container says that an item names, or holds itself."""
        name = child.get(f"{_RDF}resource") or ""
        if name not in self._about:
            return [field for container in child for field in _container_fields(container)]
        if name not in self._containers:
            self._containers[name] = _container_fields(self._about[name])
        return self._containers[name]

    def _attach(self, item: Item, name: str | None) -> None:
        attachment = self._about.get(name) if name else None
        if attachment is None:
            return
        kind = _text(attachment.find(f"{_LINK}type"))
        resource = attachment.find(f"{_RDF}resource")
        if resource is not None and kind in _FILE_TYPES:
            item.attachments.append(resource.get(f"{_RDF}resource") or "")

    def _collections_by_member(self, root: _Element) -> Mapping[str, list[str]]:
        """Return the collections of each item, each as its path: "Thesis / Chapter 1"."""
        collection_names: defaultdict[str, list[str]] = defaultdict(list)
        names: dict[str, str] = {}
        members: dict[str, list[str]] = {}
        for element in root.iter(f"{_Z}Collection"):
            about = element.get(f"{_RDF}about") or ""
            names[about] = _text(element.find(f"{_DC}title"))
            parts = element.iter(f"{_DCTERMS}hasPart")
            members[about] = [part.get(f"{_RDF}resource") or "" for part in parts]
        parents = {child: about for about, children in members.items() for child in children}
        for about, children in members.items():
            path, above = [names[about]], parents.get(about)
            while above in names and len(path) < 32:  # a loop of collections has no end
                path.append(names[above])
                above = parents.get(above)
            for member in children:
                if member not in names:
                    collection_names[member].append(
                        " / ".join(name for name in reversed(path) if name)
                    )
        return collection_names


def _take_subject(item: Item, subject: _Element) -> None:
    call_number = subject.find(f"{_DCTERMS}LCC")
    automatic = subject.find(f"{_Z}AutomaticTag")
    if call_number is not None:
        item.fields += _fields(call_number)
    else:
        (item.tags if automatic is None else item.automatic).append(_text(subject))


def _note(element: _Element) -> str:
    return "".join(element.itertext(f"{_RDF}value"))


def _creators(element: _Element, role: str) -> list[Creator]:
    return [
        Creator(
            role,
            _text(person.find(f"{_FOAF}givenName")) or _text(person.find(f"{_FOAF}givenname")),
            _text(person.find(f"{_FOAF}surname")) or _text(person.find(f"{_FOAF}name")),
            whole=person.find(f"{_FOAF}givenName") is None
            and person.find(f"{_FOAF}givenname") is None,
        )
        for person in element.iter(f"{_FOAF}Person", f"{_FOAF}Organization")
    ]


def _fields(element: _Element) -> list[tuple[str, str]]:
    """Return what a child of an item says under Zotero's name for it."""
    text = _text(element)
    if element.tag == f"{_DC}description":
        text = "".join(element.itertext())  # its lines say something each
    if element.tag == f"{_DC}identifier":
        return [_identified(element, text)]
    if element.tag == f"{_DC}publisher":
        publishers = [
            ("publisher", _text(name_element)) for name_element in element.iter(f"{_FOAF}name")
        ]
        localities = [
            ("place", _text(name_element)) for name_element in element.iter("{*}locality")
        ]
        return [*publishers, *localities] or [("publisher", text)]
    return [(_FIELDS.get(element.tag) or _local_name(element), text)]


def _identified(element: _Element, text: str) -> tuple[str, str]:
    if element.find(f"{_DCTERMS}URI") is not None:
        return "url", text
    match = _IDENTIFIER.fullmatch(text)
    return (match["kind"].upper(), match["value"]) if match else ("identifier", text)


def _container_fields(container: _Element) -> list[tuple[str, str]]:
    """Return what an item's journal, book, proceedings or series says of the item."""
    kind = _local_name(container)
    title = _CONTAINER_TITLES.get(kind, "publicationTitle")
    container_values: list[tuple[str, str]] = []
    for child in container:
        if not isinstance(child.tag, str):
            continue
        name = _local_name(child)
        if child.tag == f"{_DC}title":
            container_values.append((title, _text(child)))
        elif child.tag == f"{_DCTERMS}alternative":
            container_values.append(("journalAbbreviation", _text(child)))
        elif name in _NUMBER_OF_VOLUME:
            container_values.append((_NUMBER_OF_VOLUME[name], _text(child)))
        elif child.tag == f"{_DCTERMS}isPartOf":
            container_values += [pair for inner in child for pair in _container_fields(inner)]
        else:
            container_values += _fields(child)
    return container_values


def _local_name(element: _Element) -> str:
    """Return the name without its namespace; one that XML does not allow may be left of damage."""
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def _text(element: _Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())
