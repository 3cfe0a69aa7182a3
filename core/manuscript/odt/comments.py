"""Comments at sentences, written into a copy of an OpenDocument text."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.files import replace_bytes
from core.formats.decoding import unreadable
from core.manuscript.odt.document import damaged, load_content
from core.manuscript.odt.text import BLOCKS, DEEPEST, FIELDS, IN_LINE, OFFICE, TEXT
from core.manuscript.text.locating import located
from core.manuscript.text.remarks import Remark, printable

if TYPE_CHECKING:
    from lxml import etree

_DC = "{http://purl.org/dc/elements/1.1/}"
_CONTENT = "content.xml"
_SIGNED = "META-INF/documentsignatures.xml"
_HOLDERS = frozenset((*BLOCKS, f"{TEXT}section", f"{TEXT}bibliography", f"{TEXT}list"))
_SPACES = frozenset(f"{TEXT}{name}" for name in ("s", "tab", "line-break"))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run of characters: the text of an element, or what stands behind it, and where it begins.

    What a field shows cannot be parted.
    """

    element: etree._Element
    behind: bool
    start: int
    length: int
    whole: bool = False


def write_comments(path: Path, target: Path, remarks: Sequence[Remark]) -> list[int]:
    """Write a copy with a comment at each sentence; return the positions of those left out.

    Raises:
        FormatError: the document cannot be read.
        LibraryError: the copy cannot be written.
    """
    from lxml import etree

    root = load_content(path)
    body = root.find(f"{OFFICE}body/{OFFICE}text")
    text, pieces = _pieces(body) if body is not None else ("", [])
    marks, missed = [], []
    for index, (span, remark) in enumerate(
        zip(located(text, [entry.sentence for entry in remarks]), remarks, strict=True)
    ):
        if span is None or not pieces:
            missed.append(index)
            continue
        name = f"__Cocite__{index}"
        marks.append((span[0], 1, _annotation(root, name, remark)))
        end = root.makeelement(f"{OFFICE}annotation-end", {f"{OFFICE}name": name})
        marks.append((span[1], 0, end))
    for at, _, element in sorted(marks, key=lambda entry: entry[:2], reverse=True):
        _insert(pieces, at, element)
    content = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    replace_bytes(target, _with_content(path, content))
    return missed


def _with_content(path: Path, content: bytes) -> bytes:
    """Return the document with another content; a signature would be wrong, and is left out."""
    buffer = io.BytesIO()
    try:
        with zipfile.ZipFile(path) as archive, zipfile.ZipFile(buffer, "w") as copy:
            for part in archive.infolist():
                if part.filename != _SIGNED:
                    data = content if part.filename == _CONTENT else archive.read(part)
                    copy.writestr(part, data, part.compress_type)
    except OSError as error:
        raise unreadable(path, error) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise damaged(path) from error
    return buffer.getvalue()


def _annotation(root: etree._Element, name: str, remark: Remark) -> etree._Element:
    annotation = root.makeelement(f"{OFFICE}annotation", {f"{OFFICE}name": name})
    now = datetime.now(UTC).astimezone().isoformat(timespec="seconds")[:19]
    lines = [(f"{TEXT}p", printable(line)) for line in remark.lines]
    for tag, line_text in ((f"{_DC}creator", "Cocite"), (f"{_DC}date", now), *lines):
        child = annotation.makeelement(tag, {})
        child.text = line_text
        annotation.append(child)
    return annotation


# --- the text, and places in it -----------------------------------------------------------------


def _pieces(body: etree._Element) -> tuple[str, list[_Piece]]:
    """Return the running text, and the pieces of it in their order."""
    text: list[str] = []
    pieces: list[_Piece] = []
    length = 0
    for paragraph in _paragraphs(body, 0):
        for element, behind, run_text, whole in _runs(paragraph, 0):
            if run_text:
                if element.tag not in _SPACES or behind:
                    pieces.append(_Piece(element, behind, length, len(run_text), whole))
                text.append(run_text)
                length += len(run_text)
        text.append("\n\n")
        length += 2
    return "".join(text), pieces


def _paragraphs(parent: etree._Element, depth: int) -> Iterator[etree._Element]:
    for element in parent if depth < DEEPEST else ():
        if element.tag in (f"{TEXT}p", f"{TEXT}h"):
            yield element
        elif element.tag in _HOLDERS:
            yield from _paragraphs(element, depth + 1)


def _runs(element: etree._Element, depth: int) -> Iterator[tuple[etree._Element, bool, str, bool]]:
    """Yield each run of characters: whose it is, whether it stands behind it, and the text."""
    yield element, False, element.text or "", False
    for child in element if depth < DEEPEST else ():
        if child.tag in IN_LINE:
            yield from _runs(child, depth + 1)
        elif child.tag in _SPACES:
            yield child, False, " ", True
        elif child.tag in FIELDS or child.tag == f"{TEXT}bibliography-mark":
            yield child, False, "".join(map(str, child.itertext())), True
        yield child, True, child.tail or "", False


def _insert(pieces: Sequence[_Piece], at: int, mark: etree._Element) -> None:
    """Put an element into the text at a place; what lies behind it in the same piece follows it.

    To be called from the last place to the first.
    """
    piece = next(
        (
            candidate
            for candidate in pieces
            if candidate.start <= at <= candidate.start + candidate.length
        ),
        None,
    )
    if piece is None:
        piece = next((candidate for candidate in pieces if candidate.start > at), pieces[-1])
    offset = min(max(at - piece.start, 0), piece.length)
    element = piece.element
    if not piece.behind and not piece.whole:
        text = element.text or ""
        element.text, mark.tail = text[:offset], text[offset:]
        element.insert(0, mark)
        return
    parent = element.getparent()
    assert parent is not None
    before = piece.whole and offset < piece.length
    if not before:
        text, kept_length = element.tail or "", offset if piece.behind else 0
        element.tail, mark.tail = text[:kept_length], text[kept_length:]
    parent.insert(parent.index(element) + (not before), mark)
