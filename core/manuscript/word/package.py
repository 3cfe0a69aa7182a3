"""Opens a ``.docx`` with limits on what it unpacks to and what its XML may contain.

The file is a ZIP archive of XML. Sizes are checked before anything is unpacked, and a document
type in the XML, with which entities begin, is refused: Word never writes one.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from core.base.errors import EngineError, FormatError
from core.base.files import open_file
from core.base.messages import Message
from core.formats.decoding import unreadable
from core.manuscript.word.fields import parse_xml

if TYPE_CHECKING:  # importing these takes a third of a second
    from docx.document import Document
    from lxml import etree

MAX_BYTES = 200 * 1024 * 1024
_MAX_XML_BYTES = 64 * 1024 * 1024
_MAX_PARTS = 20_000
_MAX_RATIO = 400
_CHECKED_FROM = 1024 * 1024
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_DOCTYPES = (b"<!DOCTYPE", b"<!ENTITY", "<!DOCTYPE".encode("utf-16-le"),
             "<!DOCTYPE".encode("utf-16-be"))  # fmt: skip
_KINDS_OF_DOCUMENT = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
)
_RELATIONS = ".rels"
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(?:(extended|custom)(Properties))?")
"""The names of ISO 29500 Strict, which Word writes as "Strict Open XML Document"."""
_STRICT_SIGN = re.compile(rb"\s\w+:conformance=([\"'])strict\1")
SAVE_AGAIN = Message("Open the file in Word or LibreOffice and save it again as .docx.")


@dataclass(frozen=True, slots=True)
class Package:
    """What is read of a document: XML that was parsed, and the bytes of parts that were not.

    ``notes`` are the parts of footnotes and endnotes, each with its kind; ``custom`` those that
    other programs have put there, ``properties`` the part of the file's own properties,
    ``chapters`` the names of the files whose text the document only links or embeds.
    """

    body: etree._Element
    styles: etree._Element
    notes: tuple[tuple[str, bytes], ...]
    custom: tuple[bytes, ...]
    properties: bytes
    title: str
    author: str
    chapters: tuple[str, ...] = ()


def open_document(path: Path) -> Package:
    """Return what the document at ``path`` holds.

    Raises:
        FormatError: it is no Word document, needs a password, or unpacks to too much.
    """
    try:
        return _package(open_to_change(path))
    except (EngineError, MemoryError):
        raise
    except Exception as error:  # a part is not what it should be
        raise _damaged(path) from error


def open_to_change(path: Path) -> Document:
    """Return the document at ``path`` as python-docx has it.

    Raises:
        FormatError: it is no Word document, needs a password, or unpacks to too much.
    """
    _refuse_old(path)
    try:
        with zipfile.ZipFile(path) as archive:
            _check(path, archive)
    except OSError as error:
        raise unreadable(path, error) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _damaged(path) from error
    try:
        return _load(path)
    except MemoryError:
        raise
    except Exception as error:  # python-docx raises anything where a part is not what it should be
        raise _damaged(path) from error


def _load(path: Path) -> Document:
    """Return the document at a path; python-docx itself knows neither templates nor macros."""
    from docx.opc.part import PartFactory
    from docx.package import Package as Archive
    from docx.parts.document import DocumentPart

    for kind in _KINDS_OF_DOCUMENT:
        PartFactory.part_type_for[kind] = DocumentPart
    try:
        part = Archive.open(str(path)).main_document_part
    except KeyError:
        part = Archive.open(_repair(path)).main_document_part
    if not isinstance(part, DocumentPart):
        raise TypeError("a package whose main part is no document")
    document: Document = part.document
    return document


def _repair(path: Path) -> io.BytesIO:
    """Return the archive in the names of ISO 29500 Transitional, without links to missing parts.

    Word and LibreOffice read such files; python-docx does not.
    """
    repaired = io.BytesIO()
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(repaired, "w") as target:
        names = frozenset(source.namelist())
        for name in names:
            data = source.read(name)
            if name.endswith((".xml", _RELATIONS)):
                data = _STRICT.sub(_transitional, _STRICT_SIGN.sub(b"", data))
            if name.endswith(_RELATIONS):
                data = _without_missing_parts(name, data, names)
            target.writestr(name, data)
    repaired.seek(0)
    return repaired


def _transitional(match: re.Match[bytes]) -> bytes:
    last = b"%s-properties" % match[2] if match[2] else b""
    return b"http://schemas.openxmlformats.org/%s/2006/%s" % (match[1], last)


def _without_missing_parts(name: str, data: bytes, names: Set[str]) -> bytes:
    """Return relationships of which those to parts that the archive lacks are of other files.

    Those of the package itself, as to a thumbnail, are left out: nothing refers to them.
    """
    from lxml import etree

    root = parse_xml(data)
    if root is None:
        return data
    folder = posixpath.dirname(posixpath.dirname(name))
    for relation in list(root):
        target = posixpath.normpath(posixpath.join("/", folder, relation.get("Target", "")))
        if relation.get("TargetMode") == "External" or target.lstrip("/") in names:
            continue
        if folder:
            relation.set("TargetMode", "External")
        else:
            root.remove(relation)
    changed_data: bytes = etree.tostring(
        root, xml_declaration=True, encoding="UTF-8", standalone=True
    )
    return changed_data


def _refuse_old(path: Path) -> None:
    """Refuse what is no ZIP archive; a password wraps the file in the form of the old ``.doc``."""
    try:
        with open_file(path) as file:
            head = file.read(8)
            rest = file.read(4 * 1024 * 1024) if head == _OLE else b""
    except OSError as error:
        raise unreadable(path, error) from error
    if head == _OLE and _ENCRYPTED in rest:
        raise FormatError(
            "“{file}” is protected by a password.",
            file=path.name,
            remedy="Save a copy without a password and use that.",
        )
    if head == _OLE:
        raise FormatError(
            "“{file}” is a document of Word 2003 or earlier.",
            file=path.name,
            remedy="Open it in Word or LibreOffice and save it as .docx.",
        )
    if not head:
        raise FormatError("“{file}” is empty.", file=path.name, remedy=SAVE_AGAIN)


def check_sizes(path: Path, archive: zipfile.ZipFile) -> None:
    """Refuse an archive that unpacks to more than a manuscript holds."""
    parts = archive.infolist()
    if len(parts) > _MAX_PARTS or sum(part.file_size for part in parts) > MAX_BYTES:
        raise _too_large(path)
    for part in parts:
        if part.file_size > _CHECKED_FROM and part.file_size > _MAX_RATIO * part.compress_size:
            raise _too_large(path)
        if part.filename.endswith(".xml") and part.file_size > _MAX_XML_BYTES:
            raise _too_large(path)


def _check(path: Path, archive: zipfile.ZipFile) -> None:
    check_sizes(path, archive)
    parts = archive.infolist()
    if not any(part.filename == "word/document.xml" for part in parts) and not any(
        part.filename == "[Content_Types].xml" for part in parts
    ):
        raise FormatError(
            "“{file}” is not a Word document.",
            file=path.name,
            remedy="Choose a .docx, .odt, .tex, .md, .typ or PDF file.",
        )
    for part in parts:
        if part.filename.endswith((".xml", ".rels")):
            _check_xml(path, archive, part)


def _check_xml(path: Path, archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    if part.file_size > _MAX_XML_BYTES:
        raise _too_large(path)
    with archive.open(part) as file:
        head = file.read(64 * 1024)
    if any(sign in head for sign in _DOCTYPES):
        raise FormatError(
            "“{file}” defines XML entities in “{filename}”; no Word document does.",
            file=path.name,
            filename=part.filename,
            remedy=SAVE_AGAIN,
        )


def _too_large(path: Path) -> FormatError:
    return FormatError(
        "“{file}” unpacks to more than a manuscript holds.",
        file=path.name,
        remedy="Save a copy without pictures and attachments and use that.",
    )


def _damaged(path: Path) -> FormatError:
    return FormatError(
        "“{file}” is damaged or not a Word document.", file=path.name, remedy=SAVE_AGAIN
    )


def _package(document: Document) -> Package:
    parts = {str(part.partname): part for part in document.part.package.iter_parts()}
    properties = parts.get("/docProps/custom.xml")
    notes = []
    for relation in document.part.rels.values():
        kind = relation.reltype.rpartition("/")[2].rstrip("s")
        if kind in ("footnote", "endnote") and not relation.is_external:
            notes.append((kind, relation.target_part.blob))
    body, (title, author) = document.element.body, _read_title_and_author(document)
    if body is None:
        raise ValueError("a document without a body")
    return Package(
        body=body,
        styles=document.styles.element,
        notes=tuple(notes),
        custom=tuple(part.blob for name, part in parts.items() if "/customXml/" in name),
        properties=b"" if properties is None else properties.blob,
        title=title,
        author=author,
        chapters=tuple(_list_chapters(document)),
    )


def _list_chapters(document: Document) -> Iterator[str]:
    """Yield the names of the chapters of a master document, and of files put in as a whole."""
    from docx.oxml.ns import qn

    for element in document.element.body.iter(qn("w:subDoc"), qn("w:altChunk")):
        relation = document.part.rels.get(element.get(qn("r:id"), ""))
        if relation is not None:
            name = relation.target_ref.replace("\\", "/").rpartition("/")[2]
            yield unquote(name) or relation.target_ref


def _read_title_and_author(document: Document) -> tuple[str, str]:
    """Return what the file's properties say, nothing where they are damaged or there twice."""
    try:
        properties = document.core_properties
        return (properties.title or "").strip(), properties.author or ""
    except (AttributeError, KeyError, ValueError):
        return "", ""
