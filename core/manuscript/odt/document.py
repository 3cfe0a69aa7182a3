"""An OpenDocument text (LibreOffice, OpenOffice) read into the structure a PDF is read into.

Its paragraphs become those of a Word file, and are sorted as these are. Citations are reference
marks of Zotero, Mendeley and JabRef, bookmarks of Zotero, and LibreOffice's own.
"""

from __future__ import annotations

import time
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import Manuscript
from core.formats.decoding import unreadable
from core.manuscript.odt.text import META, OdtText
from core.manuscript.text.extractor import ODT_EXTRACTOR
from core.manuscript.word.document import Source, Told, build_manuscript, linked_chapter
from core.manuscript.word.fields import parse_xml
from core.manuscript.word.package import check_sizes

if TYPE_CHECKING:
    from lxml import etree

_DC = "{http://purl.org/dc/elements/1.1/}"
_SAVE_AGAIN = Message("Open the file in LibreOffice and save it again as .odt.")


def parse(path: Path) -> Manuscript:
    """Read the OpenDocument text at ``path``.

    Raises:
        FormatError: it cannot be opened, is no text, needs a password, or is far too large.
    """
    start_time = time.perf_counter()
    content, styles, meta = _parts(path, "content.xml", "styles.xml", "meta.xml")
    root = parse_xml(content)
    about = parse_xml(meta) if meta else None
    if root is None:
        raise damaged(path)
    reader = OdtText(root, parse_xml(styles) if styles else None, about)
    title = about.findtext(f".//{_DC}title") if about is not None else ""
    author = about.findtext(f".//{META}initial-creator") if about is not None else ""
    beside = tuple(reader.works_beside())
    stated_details = Told((title or "").strip(), author or "", reader.printed(), beside)
    paragraphs = list(reader.paragraphs())
    source = Source(
        reader.passages(),
        aside=reader.tables(),
        notes=reader.notes(),
        unread=list(map(linked_chapter, reader.linked_chapters())),
        unknown=reader.unknown,
    )
    return build_manuscript(path, paragraphs, stated_details, source, ODT_EXTRACTOR, start_time)


def load_content(path: Path) -> etree._Element:
    """Return the root of the document's content, all of it.

    Raises:
        FormatError: as ``parse``, or something in it is damaged.
    """
    (content,) = _parts(path, "content.xml")
    root = parse_xml(content, whole=True)
    if root is None:
        raise damaged(path)
    return root


def _parts(path: Path, *names: str) -> list[bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            _check(path, archive)
            return [_part(path, archive, name) for name in names]
    except OSError as error:
        raise unreadable(path, error) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise damaged(path) from error


def _check(path: Path, archive: zipfile.ZipFile) -> None:
    if "content.xml" not in archive.namelist():
        raise FormatError(
            "“{file}” is not an OpenDocument text.", file=path.name, remedy="Choose an .odt file."
        )
    check_sizes(path, archive)


def _part(path: Path, archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a part of the archive, "" if there is none."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        return b""
    if info.flag_bits & 1:
        raise _locked(path)
    data = archive.read(info)
    if name == "content.xml" and not data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        raise _locked(path)  # encrypted parts are no XML
    if b"<!DOCTYPE" in data[:65536] or b"<!ENTITY" in data[:65536]:
        raise FormatError(
            "“{file}” defines XML entities in “{filename}”; no OpenDocument text does.",
            file=path.name,
            filename=name,
            remedy=_SAVE_AGAIN,
        )
    return data


def _locked(path: Path) -> FormatError:
    return FormatError(
        "“{file}” is protected by a password.",
        file=path.name,
        remedy="Save a copy without a password and use that.",
    )


def damaged(path: Path) -> FormatError:
    """Return the error for a file that is no whole document."""
    return FormatError(
        "“{file}” is damaged or not an OpenDocument text.", file=path.name, remedy=_SAVE_AGAIN
    )
