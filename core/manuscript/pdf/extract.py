"""Opens a PDF and gives its pages as lines. The only module that imports PyMuPDF.

It also writes annotations into a copy of a PDF.

MuPDF reports positions on the unrotated page; here they are turned to the page as displayed.
"""

from __future__ import annotations

import math
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import pymupdf as _pymupdf

from core.base.errors import (
    PdfEncryptedError,
    PdfError,
    PdfLimitError,
    PdfUnreadableError,
)
from core.base.files import open_file
from core.base.library_records import INKS, Annotation
from core.base.messages import Message
from core.manuscript.pdf.lines import Box, Line, Page, TextRun, join_words, level_sizes
from core.manuscript.pdf.lost_letters import has_accent_font, name_accents
from core.manuscript.pdf.scans import Report, check_text

pymupdf: Any = _pymupdf  # Any, here and below: PyMuPDF is typed in part only
_Document = Any
_Matrix = Any
_Places = dict[float, float]

_FLAGS = (
    pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_COLLECT_VECTORS
)
_HEX = re.compile(r"<(?P<digits>(?:[0-9A-Fa-f]{2})+)>")
_VECTOR = 3  # the type of a block that is a stroke or a fill
_FLAG_BOLD, _FLAG_ITALIC = pymupdf.TEXT_FONT_BOLD, pymupdf.TEXT_FONT_ITALIC
_BOLD = ("bold", "cmbx", "medi", "black", "heavy", "-bd", "semib", "demi", "sfbx", "cmssbx")
_ITALIC = ("ital", "obli", "cmti", "cmsl", "slant", "-it", "sfti")
BEGINNING = 40
"""Pages of a long file that are read first."""
LONG = 120
_THIN = 3.0  # points; what is thinner is a rule
_WHITE = 0xFFFFFF
_PALE = 165  # of 255
_CLEAR = 128
_PER_INCH = 72
_SHARPEST = 300  # pixels an inch of a page whose text is recognised: more makes it no better
_COARSEST = 1.0  # pixels a point
_MOST_PIXELS = 24_000_000
_FAILURES = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)
"""What PyMuPDF raises over a damaged file; the last are MuPDF's own, which it lets through."""

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def extract_pages(
    path: Path,
    *,
    max_pages: int,
    report: Report | None = None,
    progress: Report | None = None,
    beginning: bool = False,
) -> tuple[list[Page], dict[str, str]]:
    """Return the pages of the file and its metadata: as the PDF says, and ``page_count``.

    With ``report`` the text of scanned pages is recognised, and each page reported; ``progress``
    is told of each page that is read. Of a long file only the first pages are read if the
    ``beginning`` is enough.
    Raises a ``PdfError`` that says why there is no text to be had.
    """
    check_bytes(path)
    with _opened(path) as document:
        _check_document(path, document, max_pages)
        count = document.page_count
        page_count = BEGINNING if beginning and count > LONG else count
        pages: list[Page] = []
        edge_cache: _Places | None = {} if page_count > LONG else None
        for number in range(page_count):
            pages.append(_read_page(path, document, number, edge_cache))
            if progress is not None:
                progress(number + 1, page_count)
        if report is not None:
            from core.manuscript.pdf.recognise import recognise  # it needs NumPy

            recognise(pages, partial(_picture, document), report)
        check_text(path, pages)
        metadata = document.metadata or {}
        stated = {key: value or "" for key, value in metadata.items()}
        stated |= {"xmp": _packet(document), "page_count": str(count)}
        return pages, stated


def _packet(document: Any) -> str:  # noqa: ANN401 - see above
    """Return the XMP of a PDF, "" if there is none or it cannot be read."""
    try:
        return document.get_xml_metadata() or ""
    except _FAILURES:
        return ""


def write_annotations(path: Path, target: Path, annotations: Sequence[Annotation]) -> None:
    """Write a copy of a PDF with annotations that any program for PDFs shows and edits.

    Raises:
        PdfError: the file cannot be read, or the copy cannot be written.
    """
    check_bytes(path)
    unfinished = target.with_name(f"{target.name}.unfinished")
    with _opened(path) as document:
        _check_document(path, document, sys.maxsize)
        try:
            for annotation in annotations:
                _annotate(document, annotation)
            document.save(unfinished, encryption=pymupdf.PDF_ENCRYPT_KEEP)
            unfinished.replace(target)
        except (OSError, *_FAILURES) as error:
            unfinished.unlink(missing_ok=True)
            reason = getattr(error, "strerror", None) or str(error)
            raise PdfError(
                "“{path}” cannot be written: {reason}.",
                path=target.name,
                reason=reason,
                remedy="Choose another place.",
            ) from error


def shown_places(
    path: Path, places: Sequence[tuple[int, float, float, float, float]]
) -> list[tuple[int, float, float, float, float] | None]:
    """Return places in a PDF's own coordinates (origin bottom left) as they are displayed.

    A place on no page of the file is ``None``.
    """
    check_bytes(path)
    displayed_places: list[tuple[int, float, float, float, float] | None] = []
    with _opened(path) as document:
        _check_document(path, document, sys.maxsize)
        for number, *box in places:
            if not 0 <= number < document.page_count:
                displayed_places.append(None)
                continue
            page = document.load_page(number)
            left_edge, top = page.cropbox.x0, page.mediabox.y1 - page.cropbox.y0
            upright = (box[0] - left_edge, top - box[1], box[2] - left_edge, top - box[3])
            rect = pymupdf.Rect(*upright).normalize() * page.rotation_matrix
            displayed_places.append((number, rect.x0, rect.y0, rect.x1, rect.y1))
    return displayed_places


def _annotate(document: _Document, annotation: Annotation) -> None:
    """Mark each page that an annotation touches; what the person wrote stands on the first."""
    note = annotation.note
    for number in dict.fromkeys(rect.page for rect in annotation.rects):
        if number >= document.page_count:
            continue
        page = document.load_page(number)
        turn = page.derotation_matrix
        boxes = [pymupdf.Rect(*rect[1:]) * turn for rect in annotation.rects if rect.page == number]
        if annotation.kind == "note":
            pdf_annotation = page.add_text_annot(boxes[0].tl, note)
        else:
            pdf_annotation = page.add_highlight_annot(quads=[box.quad for box in boxes])
        pdf_annotation.set_colors(stroke=[part / 255 for part in INKS[annotation.colour]])
        pdf_annotation.set_info(content=note, title="Cocite")
        pdf_annotation.update()
        note = ""


def read_page_labels(path: Path) -> tuple[str, ...]:
    """Return what the PDF says is printed on each page; nothing if that is 1, 2, 3 and so on."""
    with _opened(path) as document:
        try:
            document.authenticate("")
            is_stated = bool(document.get_page_labels())
            count = len(document) if is_stated else 0
            labels = tuple(
                _HEX.sub(_decode_hex, str(document[number].get_label())).strip()
                for number in range(count)
            )
        except _FAILURES:  # no label is worth a manuscript
            return ()
    positions = tuple(str(number) for number in range(1, len(labels) + 1))
    return () if labels == positions else labels


def _decode_hex(match: re.Match[str]) -> str:
    """Return the text of a hexadecimal string, which PyMuPDF leaves in labels as it stands."""
    content = bytes.fromhex(match["digits"])
    is_unicode = content.startswith(b"\xfe\xff")
    return content.decode("utf-16" if is_unicode else "latin-1", "replace")


@contextmanager
def _opened(path: Path) -> Iterator[_Document]:
    try:
        document = pymupdf.open(path, filetype="pdf")
    except _FAILURES as error:
        raise _damage(path, Message("it cannot be opened"), error) from error
    try:
        yield document
    finally:
        document.close()


def _check_document(path: Path, document: _Document, max_pages: int) -> None:
    if document.needs_pass and not document.authenticate(""):
        raise PdfEncryptedError("“{file}” is protected by a password.", file=path.name)
    try:
        count = document.page_count
        repaired = bool(document.is_repaired)
    except _FAILURES as error:
        raise _damage(path, Message("its pages are lost"), error) from error
    if repaired and was_cut_off(path):
        raise PdfUnreadableError(
            "“{file}” is cut off before its end.",
            file=path.name,
            remedy="Download or export the file again.",
        )
    if count == 0:
        raise PdfUnreadableError("“{file}” is damaged: it has no pages.", file=path.name)
    if count > max_pages:
        raise PdfLimitError(
            "“{file}” has {count:,} pages; at most {max_pages} are read.",
            file=path.name,
            count=count,
            max_pages=max_pages,
        )


def _damage(path: Path, damage: Message, error: Exception) -> Exception:
    """Return the error to raise: MuPDF reports lack of memory like any damage."""
    if re.search(r"malloc|calloc|realloc|out of memory", str(error)):
        return MemoryError(str(error))
    return PdfUnreadableError("“{file}” is damaged: {what}.", file=path.name, what=damage)


def _picture(document: _Document, number: int) -> tuple[Any, float]:
    """Return a page as displayed, in grey, and its pixels per point."""
    import numpy as np

    page = document.load_page(number)
    scale = _sharpness(page)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY)
    flat = np.frombuffer(pixmap.samples, dtype=np.uint8)
    return flat.reshape(pixmap.height, pixmap.stride)[:, : pixmap.width], scale


def _sharpness(page: _Document) -> float:
    """Return in how many pixels a point is drawn: as many as the scan has, up to a limit."""
    area = page.rect.width * page.rect.height
    image_sizes = [
        (abs(pymupdf.Rect(info["bbox"]).get_area()), info["width"] * info["height"])
        for info in page.get_image_info()
    ]
    covering = [math.sqrt(pixels / covers) for covers, pixels in image_sizes if covers > 0.5 * area]
    sharpest = _SHARPEST / _PER_INCH
    own = max(covering, default=sharpest)
    return min(max(own, _COARSEST), sharpest, math.sqrt(_MOST_PIXELS / area))


def _read_page(
    path: Path, document: _Document, number: int, position_cache: _Places | None
) -> Page:
    """Return a page.

    Each position is kept once in ``position_cache``, where there is one: long files have millions.
    """
    try:
        page = document.load_page(number)
        raw = _read_text(document, page)
        image_infos = (
            page.get_image_info() if page.get_images() else []
        )  # the former takes its time
        links = [(link["from"], link.get("page", -1)) for link in page.get_links()]
        form_fields = _form_fields(document, page)
        turn = page.rotation_matrix if page.rotation else None
        width, height = page.rect.width, page.rect.height
    except _FAILURES as error:
        raise _damage(
            path, Message("page {page} cannot be read", page=number + 1), error
        ) from error
    quarters = _quarters(raw, turn)
    if quarters:
        upright, width, height = _upright(quarters, width, height)
        turn = upright if turn is None else turn * upright
    result = Page(number, width, height, quarters=quarters)
    has_drawing = False
    for block_number, block in enumerate(raw["blocks"]):
        if block["type"] == _VECTOR:
            _add_vector(result, block, turn)
            has_drawing = True
            continue
        first = len(result.lines)
        for raw_line in block.get("lines", ()):
            if not _is_in_form(raw_line["bbox"], form_fields):
                _add_line(result, raw_line, block_number, turn, position_cache)
        if has_drawing:
            _heal_block(result.lines, first)
        has_drawing = False
    result.lines = level_sizes(join_words(result.lines))
    result.pictures += [_box(info["bbox"], turn) for info in image_infos]
    result.links += [(_box(box, turn), target) for box, target in links if target >= 0]
    return result


def _read_text(document: _Document, page: Any) -> dict[str, Any]:  # noqa: ANN401 - see above
    raw: dict[str, Any] = page.get_text("rawdict", flags=_FLAGS)
    if has_accent_font(raw):
        coded = page.get_text("rawdict", flags=_FLAGS | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE)
        name_accents(raw, coded, [(font[3], document, font[0]) for font in page.get_fonts()])
    return raw


def _form_fields(document: _Document, page: Any) -> list[Box]:  # noqa: ANN401 - see above
    """Return the boxes of the fields to fill in on a page: what stands there is no text of it."""
    if not document.is_form_pdf:
        return []
    return [tuple(widget.rect) for widget in page.widgets()]


def _is_in_form(box: Box, form_fields: Sequence[Box]) -> bool:
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(x0 < across < x1 and y0 < down < y1 for x0, y0, x1, y1 in form_fields)


def _quarters(raw: dict[str, Any], turn: _Matrix) -> int:
    """Return by how many clockwise quarter turns most of the page's text comes upright."""
    letters = [0, 0, 0, 0]
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            cosine, sine = _direction(line, turn)
            if max(abs(cosine), abs(sine)) > 0.99 and not line["wmode"]:
                way = (0 if cosine > 0 else 2) if abs(cosine) > 0.99 else (1 if sine < 0 else 3)
                letters[way] += sum(len(span["chars"]) for span in line["spans"])
    most = max(range(4), key=lambda way: (letters[way], -way))
    return most if letters[most] > 2 * letters[0] else 0


def _upright(quarters: int, width: float, height: float) -> tuple[_Matrix, float, float]:
    """Return the turn that brings sideways text upright, and the page's size after it."""
    if quarters == 1:
        return pymupdf.Matrix(0, 1, -1, 0, height, 0), height, width
    if quarters == 2:
        return pymupdf.Matrix(-1, 0, 0, -1, width, height), width, height
    return pymupdf.Matrix(0, -1, 1, 0, 0, width), height, width


def _add_vector(page: Page, block: dict[str, Any], turn: _Matrix) -> None:
    x0, y0, x1, y1 = _box(block["bbox"], turn)
    if y1 - y0 < _THIN and x1 - x0 > 2 * _THIN:
        page.rules.append((x0, (y0 + y1) / 2, x1))
    elif block["stroked"] or block["color"] != _WHITE:
        page.drawings.append((x0, y0, x1, y1))


def _add_line(
    page: Page,
    raw_line: dict[str, Any],
    block: int,
    turn: _Matrix,
    position_cache: _Places | None,
) -> None:
    cosine, _ = _direction(raw_line, turn)
    if cosine <= 0.99 or raw_line["wmode"]:
        page.stamps.append("".join(c["c"] for span in raw_line["spans"] for c in span["chars"]))
        return
    line = _read_line(raw_line, page.number, turn, position_cache)
    if line is None or (page.lines and _repeats_line(line, page.lines[-1])):
        return
    if _overlaps_page(line, page):
        line.order, line.block = len(page.lines), block
        page.lines.append(line)


def _repeats_line(line: Line, before: Line) -> bool:
    """Say whether a line repeats the one before in its place, which makes it look bold."""
    return (
        line.text == before.text
        and abs(line.x0 - before.x0) < _THIN
        and abs(line.baseline - before.baseline) < _THIN
    )


def _heal_block(lines: list[Line], first: int) -> None:
    """Join the block from ``first`` on to the one before, if only a stroke has parted them."""
    if first == 0 or first == len(lines):
        return
    before, line = lines[first - 1], lines[first]
    step = line.baseline - before.baseline
    if -0.5 * line.size < step < 1.6 * line.size and line.x0 < before.x1 + line.size:
        for other in lines[first:]:
            other.block = before.block


def _box(box: tuple[float, float, float, float], turn: _Matrix) -> Box:
    x0, y0, x1, y1 = _turned(box, turn)
    return x0, y0, x1, y1


def _overlaps_page(line: Line, page: Page) -> bool:
    return line.x1 > 0 and line.y1 > 0 and line.x0 < page.width and line.y0 < page.height


def _direction(raw_line: dict[str, Any], turn: _Matrix) -> tuple[float, float]:
    cosine, sine = raw_line["dir"]
    if turn is not None:
        cosine, sine = cosine * turn.a + sine * turn.c, cosine * turn.b + sine * turn.d
    return cosine, sine


def _read_line(
    raw_line: dict[str, Any], number: int, turn: _Matrix, position_cache: _Places | None
) -> Line | None:
    """Return the line, or ``None`` for one without a visible character."""
    text = ""
    lefts: list[float] = []
    rights: list[float] = []
    owners: list[int] = []
    styles: list[TextRun] = []
    for span in raw_line["spans"]:
        chars = span["chars"]
        if not chars:
            continue
        style = _build_text_run(span, turn)
        if not styles or not _same_style(styles[-1], style):
            styles.append(style)
        text += "".join([char["c"] for char in chars])
        boxes = [char["bbox"] for char in chars]
        upright_boxes = boxes if turn is None else [_turned(box, turn) for box in boxes]
        lefts += [int(100 * box[0] + 0.5) / 100 for box in upright_boxes]  # faster than round
        rights += [int(100 * box[2] + 0.5) / 100 for box in upright_boxes]
        owners += [len(styles) - 1] * len(chars)
    if len(text) != len(lefts):
        return None
    text, lefts, rights, owners = tidy(text, lefts, rights, owners)
    if position_cache is not None:
        share = position_cache.setdefault
        lefts = [share(place, place) for place in lefts]
        rights = [share(place, place) for place in rights]
    return _strip(number, text, lefts, rights, _runs(owners, styles))


def _turned(box: tuple[float, float, float, float], turn: _Matrix) -> tuple[float, ...]:
    return box if turn is None else tuple(pymupdf.Rect(box) * turn)


def _build_text_run(span: dict[str, Any], turn: _Matrix) -> TextRun:
    font, is_bold, is_italic = _read_font(span["font"])
    origin = span["origin"] if turn is None else pymupdf.Point(span["origin"]) * turn
    _, y0, _, y1 = _turned(span["bbox"], turn)
    return TextRun(
        0,
        0,
        font,
        round(span["size"], 1),
        is_bold or bool(span["flags"] & _FLAG_BOLD),
        is_italic or bool(span["flags"] & _FLAG_ITALIC),
        origin[1],
        y0,
        y1,
        _is_pale(span),
    )


@lru_cache(maxsize=1000)
def _read_font(tagged_name: str) -> tuple[str, bool, bool]:
    """Return the name of a font without its tag, and whether that says bold and italic."""
    font = tagged_name.rpartition("+")[2]
    name = font.lower()
    return font, any(part in name for part in _BOLD), any(part in name for part in _ITALIC)


def _is_pale(span: dict[str, Any]) -> bool:
    """Say whether the lettering is nearly as bright as paper or nearly transparent."""
    color = span["color"]
    red, green, blue = color >> 16 & 255, color >> 8 & 255, color & 255
    bright = 0.3 * red + 0.59 * green + 0.11 * blue
    return bool(bright > _PALE or 0 < span.get("alpha", 255) < _CLEAR)


def _same_style(one: TextRun, other: TextRun) -> bool:
    return (
        one.font == other.font
        and one.size == other.size
        and math.isclose(one.baseline, other.baseline, abs_tol=0.3)
    )


def _runs(owners: list[int], styles: list[TextRun]) -> list[TextRun]:
    runs: list[TextRun] = []
    for at, owner in enumerate(owners):
        if runs and owner == owners[at - 1]:
            runs[-1].end = at + 1
            continue
        style = styles[owner]
        runs.append(
            TextRun(
                at,
                at + 1,
                style.font,
                style.size,
                style.bold,
                style.italic,
                style.baseline,
                style.y0,
                style.y1,
                style.pale,
            )
        )
    return runs


def _strip(
    number: int, text: str, lefts: list[float], rights: list[float], runs: list[TextRun]
) -> Line | None:
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if start >= end:
        return None
    line = Line(number, text, lefts, rights, runs)
    return line if (start, end) == (0, len(text)) else line.cut(start, end)


# --- ligatures and accents of the extracted characters ----------------------------------
#
# Characters as a reader sees them: ligatures taken apart, accents set on their letters, NFC.
#
# TeX draws "é" as an acute and an e on top of each other, and PDFs store the two side by side
# with any space between. Which letter an accent belongs to shows only in where they are drawn.

_LIGATURES = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
    "Ĳ": "IJ", "ĳ": "ij",
}  # fmt: skip
_LIGATURES |= {chr(0xF730 + digit): str(digit) for digit in range(10)}  # Adobe's old-style figures
_COMBINING = {
    "`": "\u0300", "´": "\u0301", "ˊ": "\u0301", "ˋ": "\u0300", "ˆ": "\u0302", "^": "\u0302",
    "˜": "\u0303", "¯": "\u0304", "ˉ": "\u0304", "˘": "\u0306", "˙": "\u0307", "¨": "\u0308",
    "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327", "˛": "\u0328",
}  # fmt: skip
_ODD_SPACE = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000\t\r\n\x0b\x0c]")
_SEEN = re.compile("[" + "".join(_LIGATURES) + re.escape("".join(_COMBINING)) + "\u0300-\u036f]")
_SIGNS_OF_TEX = dict(zip("\x13\x14\x15\x16\x1b\x1c\x1d\x1e\x1f", "«»–—ﬀﬁﬂﬃﬄ", strict=True))
"""What bitmap fonts of TeX draw for codes that name no character (its encoding T1)."""
_CODES_OF_TEX = re.compile(r"(?<![\x00-\x1f])[\x13-\x16\x1b-\x1f](?![\x00-\x1f])")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BULLET = re.compile(r"\A[\uf0b7\uf0a7\uf0d8\uf0fc\ufffd](?=\s+[^\W\d_]{2}|[A-Z][a-z])")
"""What stands for a bullet where a symbol font says no more than its position among its signs."""
_PLAIN = {"ı": "i", "ȷ": "j", "l\u0307": "I"}  # "İ", drawn as a small l with a dot

Glyphs = tuple[str, list[float], list[float], list[int]]


def tidy(text: str, lefts: list[float], rights: list[float], owners: list[int]) -> Glyphs:
    """Return the characters with ligatures taken apart and accents joined to their letters.

    ``owners`` is any number per character (its run); it travels with the character.
    """
    text = _CODES_OF_TEX.sub(lambda match: _SIGNS_OF_TEX[match[0]], text)
    text = _BULLET.sub("•", _ODD_SPACE.sub(" ", text))
    if _INVISIBLE.search(text):
        kept_positions = [at for at, char in enumerate(text) if not _INVISIBLE.match(char)]
        text, lefts, rights, owners = _choose(kept_positions, text, lefts, rights, owners)
    if not _SEEN.search(text):
        return text, lefts, rights, owners
    return _set_accents(*_split_characters(text, lefts, rights, owners))


def _choose(
    kept_positions: list[int], text: str, lefts: list[float], rights: list[float], owners: list[int]
) -> Glyphs:
    return (
        "".join(text[at] for at in kept_positions),
        [lefts[at] for at in kept_positions],
        [rights[at] for at in kept_positions],
        [owners[at] for at in kept_positions],
    )


def _split_characters(
    text: str, lefts: list[float], rights: list[float], owners: list[int]
) -> tuple[list[str], list[float], list[float], list[int]]:
    chars: list[str] = []
    new_lefts: list[float] = []
    new_rights: list[float] = []
    new_owners: list[int] = []
    for char, left_edge, right, owner in zip(text, lefts, rights, owners, strict=True):
        parts = _LIGATURES.get(char, char)
        step = (right - left_edge) / len(parts)
        for index, part in enumerate(parts):
            chars.append(part)
            new_lefts.append(left_edge + index * step)
            new_rights.append(left_edge + (index + 1) * step)
            new_owners.append(owner)
    return chars, new_lefts, new_rights, new_owners


def _set_accents(
    chars: list[str], lefts: list[float], rights: list[float], owners: list[int]
) -> Glyphs:
    dropped: set[int] = set()
    for at, char in enumerate(chars):
        mark = _COMBINING.get(char) or (char if unicodedata.combining(char) else None)
        base = _letter_under(at, chars, lefts, rights) if mark and at not in dropped else None
        if mark is None or base is None:
            continue
        letter = _PLAIN.get(chars[base] + mark, _PLAIN.get(chars[base], chars[base]))
        composed = unicodedata.normalize("NFC", letter + mark)
        if len(composed) == 1:
            chars[base] = composed
            dropped.update(range(min(at, base) + 1, max(at, base)), {at})
            dropped.update(_space_inside_word(at, base, chars, lefts, rights))
    kept_positions = [at for at in range(len(chars)) if at not in dropped]
    return _choose(kept_positions, "".join(chars), lefts, rights, owners)


def _letter_under(at: int, chars: list[str], lefts: list[float], rights: list[float]) -> int | None:
    """Return the letter the accent at ``at`` is drawn over, looking past one space."""
    if unicodedata.combining(chars[at]):
        return at - 1 if at and chars[at - 1].isalpha() else None
    middle = (lefts[at] + rights[at]) / 2
    for base in (at + 1, at - 1, at + 2, at - 2):
        if not 0 <= base < len(chars) or not chars[base].isalpha():
            continue
        between = chars[min(at, base) + 1 : max(at, base)]
        if any(char != " " for char in between):
            continue
        slack = 0.1 * (rights[base] - lefts[base])
        if lefts[base] - slack <= middle <= rights[base] + slack:
            return base
    return None


def _space_inside_word(
    at: int, base: int, chars: list[str], lefts: list[float], rights: list[float]
) -> set[int]:
    """Return the space that only the accent's odd position made, if there is one.

    "Kr ´eger": the space before the accent is narrower than the way back to the letter; the one in
    "Ju¨ rgen" lies on the letter, whose end the next touches.
    """
    behind, before = max(at, base) + 1, min(at, base) - 1
    if re.match(r" [^\W\d_]", "".join(chars[behind : behind + 2])):
        gap = lefts[behind + 1] - rights[base]
        return {behind} if abs(gap) < 0.02 * (rights[base] - lefts[base]) else set()
    if before < 1 or chars[before] != " " or not chars[before - 1].isalpha():
        return set()
    return {before} if lefts[before + 1] - lefts[before] < 0.5 else set()


# --- what the first and last bytes of a file say of it, before MuPDF opens it -----------

_HEAD = 1024
_TAIL = 4096


def check_bytes(path: Path) -> None:
    """Raise a ``PdfUnreadableError`` that says why a file is no PDF, if it is none."""
    try:
        with open_file(path) as file:
            head = file.read(_HEAD)
            size = file.seek(0, 2)
    except FileNotFoundError as error:
        raise PdfUnreadableError(
            "“{file}” does not exist.", file=path.name, remedy="Check the path and the spelling."
        ) from error
    except OSError as error:
        raise PdfUnreadableError(
            "“{file}” cannot be opened: {reason}.",
            file=path.name,
            reason=error.strerror or error,
            remedy="Check that you have permission to read the file.",
        ) from error
    if size == 0:
        raise PdfUnreadableError(
            "“{file}” is empty.", file=path.name, remedy="Download or export the file again."
        )
    if b"%PDF-" not in head:
        raise PdfUnreadableError(
            "“{file}” is not a PDF.", file=path.name, remedy="Choose a PDF file, or export one."
        )


def was_cut_off(path: Path) -> bool:
    """Say whether the file ends before a PDF does."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL))
        return b"%%EOF" not in file.read()
