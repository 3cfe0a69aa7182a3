"""Comments and citations at sentences, written into a copy of a Word document."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.files import replace_bytes
from core.manuscript.text.locating import Span, located
from core.manuscript.text.remarks import Remark, printable
from core.manuscript.word.package import open_to_change
from core.manuscript.word.text import W

if TYPE_CHECKING:
    from lxml import etree

_NO_TEXT = frozenset(f"{W}{name}" for name in ("tbl", "txbxContent", "del", "moveFrom", "rt"))
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_STOPS, _QUOTES = ".!?…。！？", "\"'”’»"
_OPENING = frozenset("([{“‘«-–—/ ")
_FIRST_WIDE = "\u2e80"
"""From here on scripts write no space between words: Chinese, Japanese and Korean."""

_SIGNS = frozenset((f"{W}tab", f"{W}br", f"{W}cr", f"{W}noBreakHyphen"))


@dataclass(slots=True)
class _Piece:
    """The text of an element ``w:t``, and where it begins in that of the whole document."""

    element: etree._Element
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.element.text or "")


def write_comments(path: Path, target: Path, remarks: Sequence[Remark]) -> list[int]:
    """Write a copy with a comment or a citation at each sentence; return those left out.

    They are told by their positions.

    Raises:
        FormatError: the document cannot be read.
        LibraryError: the copy cannot be written.
    """
    from docx.text.run import Run

    document = open_to_change(path)
    text, pieces = _pieces(document.element.body)
    missed = []
    spans = located(text, [part.sentence for part in remarks])
    for index, (span, remark) in enumerate(zip(spans, remarks, strict=True)):
        if span is not None and remark.citation is not None:
            if not _insert_field(text, pieces, span, remark.citation):
                missed.append(index)
            continue
        runs = None if span is None else _find_runs(pieces, span)
        if runs is None:
            missed.append(index)
            continue
        lines = "\n".join(printable(line) for line in remark.lines)
        document.add_comment([Run(part, document) for part in runs], lines, "Cocite", "C")
    buffer = io.BytesIO()
    document.save(buffer)
    replace_bytes(target, buffer.getvalue())
    return missed


# --- citations as fields ------------------------------------------------------------------------


def _insert_field(text: str, pieces: list[_Piece], span: Span, citation: tuple[str, str]) -> bool:
    """Put a citation in front of the stop that ends a sentence; return whether there is a place.

    It stands behind brackets and quotations, and behind a stop that is part of these.
    """
    sentence = text[span[0] : span[1]].rstrip().rstrip(_STOPS).rstrip()
    end = span[0] + len(sentence)
    place = _find_place(pieces, end)
    if place is None:
        return False
    run, element, is_before = place
    is_wide = sentence.rstrip(_QUOTES + _STOPS)[-1:] >= _FIRST_WIDE
    blank = "" if is_wide or sentence[-1:] in _OPENING else " "
    for new_run in _make_field(run, blank, citation):
        if is_before:
            element.addprevious(new_run)
        else:
            element.addnext(new_run)
            element = new_run
    return True


def _find_place(
    pieces: list[_Piece], at: int
) -> tuple[etree._Element, etree._Element, bool] | None:
    """Return the run at an offset, the child of its paragraph beside which a field may stand.

    Also whether that is before the child. Nothing stands inside another field or a link.
    """
    behind = next((piece for piece in pieces if piece.start <= at < piece.end), None)
    if behind is not None and (behind.start < at or _follows_text(behind.element)):
        cut_piece = _cut(behind, at)
        pieces.insert(pieces.index(behind) + 1, cut_piece)
        behind = cut_piece
    piece = behind or next((piece for piece in pieces if piece.end == at), None)
    if piece is None:
        return None
    run = _get_run(piece.element)
    place, is_before = run, behind is not None
    while (parent := place.getparent()) is not None and parent.tag != f"{W}p":
        is_before = is_before and parent.index(place) == 0
        place = parent
    if parent is None:
        return None
    depth = sum(map(_count_fields, place.itersiblings(preceding=True)))
    if not is_before:
        depth += _count_fields(place)
    while depth > 0:
        following = place if is_before else place.getnext()
        if following is None:
            return None
        place, is_before = following, False
        depth += _count_fields(following)
    return run, place, is_before


def _follows_text(element: etree._Element) -> bool:
    before = element.getprevious()
    return before is not None and before.tag != f"{W}rPr"


def _count_fields(element: etree._Element) -> int:
    """Return how many fields begin in an element and do not end there."""
    kinds = [sign.get(f"{W}fldCharType") for sign in element.iter(f"{W}fldChar")]
    return kinds.count("begin") - kinds.count("end")


def _make_field(run: etree._Element, blank: str, citation: tuple[str, str]) -> list[etree._Element]:
    """Return the runs of a field, which look as a run does but are not raised."""
    looks = run.find(f"{W}rPr")

    def make_run(name: str, text: str = "", **attributes: str) -> etree._Element:
        new_run = run.makeelement(f"{W}r", {})
        if looks is not None:
            own_looks = deepcopy(looks)
            for raised in own_looks.findall(f"{W}vertAlign"):
                own_looks.remove(raised)
            new_run.append(own_looks)
        own_attributes = {f"{W}{key}": value for key, value in attributes.items()}
        child = run.makeelement(f"{W}{name}", own_attributes)
        if text:
            child.text = text
            child.set(_SPACE, "preserve")
        new_run.append(child)
        return new_run

    code, visible_text = citation
    return [
        *([make_run("t", blank)] if blank else []),
        make_run("fldChar", fldCharType="begin"),
        make_run("instrText", f" {code} "),
        make_run("fldChar", fldCharType="separate"),
        make_run("t", printable(visible_text)),
        make_run("fldChar", fldCharType="end"),
    ]


# --- the text of a document ---------------------------------------------------------------------


def _pieces(body: etree._Element) -> tuple[str, list[_Piece]]:
    """Return the running text, and the pieces of it in their order."""
    text: list[str] = []
    pieces: list[_Piece] = []
    length = 0
    for paragraph in _paragraphs(body):
        for element in _iterate_texts(paragraph):
            run_text = (element.text or "") if element.tag == f"{W}t" else " "
            if element.tag == f"{W}t" and run_text:
                pieces.append(_Piece(element, length))
            text.append(run_text)
            length += len(run_text)
        text.append("\n\n")
        length += 2
    return "".join(text), pieces


def _paragraphs(element: etree._Element) -> Iterator[etree._Element]:
    for child in element:
        if child.tag == f"{W}p":
            yield child
        elif child.tag not in _NO_TEXT:
            yield from _paragraphs(child)


def _iterate_texts(element: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements with text, and those that stand for a space, within runs."""
    for child in element:
        if child.tag == f"{W}t" or child.tag in _SIGNS:
            if element.tag == f"{W}r":
                yield child
        elif child.tag not in _NO_TEXT:
            yield from _iterate_texts(child)


def _find_runs(pieces: list[_Piece], span: Span) -> tuple[etree._Element, etree._Element] | None:
    """Return the first and the last run of a span, of which they hold nothing else."""
    covered = [piece for piece in pieces if piece.start < span[1] and piece.end > span[0]]
    if not covered:
        return None
    first, last = covered[0], covered[-1]
    if last.end > span[1]:
        pieces.insert(pieces.index(last) + 1, _cut(last, span[1]))
    if first.start < span[0]:
        first_piece = _cut(first, span[0])
        pieces.insert(pieces.index(first) + 1, first_piece)
        first, last = first_piece, first_piece if last is first else last
    return _get_run(first.element), _get_run(last.element)


def _cut(piece: _Piece, at: int) -> _Piece:
    """Part the run of a piece at an offset of the document; return the piece behind it."""
    element, offset = piece.element, at - piece.start
    run = _get_run(element)
    behind = run.makeelement(run.tag, dict(run.attrib))
    looks = run.find(f"{W}rPr")
    if looks is not None:
        behind.append(deepcopy(looks))
    right = element.makeelement(element.tag, {})
    following = list(element.itersiblings())
    behind.append(right)
    behind.extend(following)  # moves them
    text = element.text or ""
    for text_element, piece_text in ((element, text[:offset]), (right, text[offset:])):
        text_element.text = piece_text
        text_element.set(_SPACE, "preserve")
    run.addnext(behind)
    return _Piece(right, at)


def _get_run(element: etree._Element) -> etree._Element:
    run = element.getparent()
    assert run is not None
    return run
