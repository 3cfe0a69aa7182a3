"""Text recognition of scanned pages. The only module that imports RapidOCR.

Its models (PP-OCR, for Latin script, Chinese, Japanese) come in the package; nothing is
downloaded. Lines become those of a page as MuPDF gives them: each word where it stands, sizes
made equal where they differ by chance, bold told by its ink.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from core.base.errors import PdfError
from core.manuscript.pdf.lines import Box, Line, Page, TextRun
from core.manuscript.pdf.scans import INSTALL, is_available, is_scan
from core.manuscript.text.scripts import is_spaceless

Report = Callable[[int, int], None]
Render = Callable[[int], tuple[Any, float]]  # a grey picture as an array, and its pixels per point

_LEAST_SURE = 0.5
_SAME_SIZE = (0.88, 1.12)  # of the usual height: differences that recognition makes
_ALIKE = (0.7, 1.35)  # of the height of its block is a line's that belongs to it
_SIZE = 0.82  # of a line's box is the size of its font
_BASELINE = 0.78
_BOLD = 1.35  # times the usual ink
_DARK = 128
_GAP = 0.75  # of a line's height may be between the lines of a paragraph
_FONT = "recognised"


@dataclass(slots=True)
class _Found:
    """A line as recognised: its words with their boxes in points, and how dark it is."""

    page: int
    words: list[tuple[str, Box]]
    ink: float

    @property
    def box(self) -> Box:
        boxes = [box for _, box in self.words]
        return (
            min(box[0] for box in boxes), min(box[1] for box in boxes),
            max(box[2] for box in boxes), max(box[3] for box in boxes),
        )  # fmt: skip

    @property
    def height(self) -> float:
        box = self.box
        return box[3] - box[1]

    @property
    def letters(self) -> int:
        return sum(len(word) for word, _ in self.words)


def recognise(pages: Sequence[Page], render: Render, report: Report) -> None:
    """Replace the lines of the pages that are scans by what is recognised on them.

    Raises:
        PdfError: text recognition is not installed.
    """
    if not is_available():
        raise PdfError(
            "Text recognition is not installed.",
            remedy=INSTALL,
        )
    scans = [page for page in pages if is_scan(page) or not page.lines]
    report(0, len(scans))
    engine = _engine()
    found: list[list[_Found]] = []
    for done, page in enumerate(scans, start=1):
        picture, scale = render(page.number)
        found.append(_lines_of(engine, picture, scale, page.number))
        report(done, len(scans))
    every = [line for lines in found for line in lines]
    if every:
        usual = _usual_height(every)
        ink = median(line.ink for line in every)
        for page, lines in zip(scans, found, strict=True):
            page.pictures.clear()
            page.lines = _page_lines(lines, usual, ink)


def _engine() -> Any:  # noqa: ANN401 - RapidOCR has no types
    import logging
    import os

    from rapidocr import RapidOCR  # type: ignore[import-not-found,import-untyped,unused-ignore]

    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    threads = max(1, (os.cpu_count() or 2) - 1)  # one core stays for the person
    return RapidOCR(
        params={
            "Global.use_cls": False,
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )


def _lines_of(engine: Any, picture: Any, scale: float, page: int) -> list[_Found]:  # noqa: ANN401
    result = engine(picture, return_word_box=True)
    if result.boxes is None or result.word_results is None:
        return []
    found = []
    for words, sure in zip(result.word_results, result.scores, strict=True):
        shown = [(str(text), _points(box, scale)) for text, _, box in words if str(text).strip()]
        if sure >= _LEAST_SURE and shown:
            line = _Found(page, shown, 0.0)
            x0, y0, x1, y1 = (round(edge * scale) for edge in line.box)
            inside = picture[max(y0, 0) : y1, max(x0, 0) : x1]
            line.ink = float((inside < _DARK).mean()) if inside.size else 0.0
            found.append(line)
    return found


def _points(box: Any, scale: float) -> Box:  # noqa: ANN401 - four corners
    xs = [float(corner[0]) / scale for corner in box]
    ys = [float(corner[1]) / scale for corner in box]
    return min(xs), min(ys), max(xs), max(ys)


def _usual_height(lines: Sequence[_Found]) -> float:
    """Return the height of the line in which the middle letter stands."""
    ordered = sorted(lines, key=lambda line: line.height)
    half = sum(line.letters for line in ordered) / 2
    for line in ordered:
        half -= line.letters
        if half <= 0:
            return line.height
    return ordered[-1].height


def _page_lines(found: Sequence[_Found], usual: float, ink: float) -> list[Line]:
    ordered = sorted(found, key=lambda line: line.box[1])
    blocks: list[int] = []
    for at, one in enumerate(ordered):
        above = next((to for to in range(at - 1, -1, -1) if _is_below(ordered[to], one)), None)
        blocks.append(at if above is None else blocks[above])
    heights = {
        block: median(
            line.height for line, own in zip(ordered, blocks, strict=True) if own == block
        )
        for block in set(blocks)
    }
    lines: list[Line] = []
    for at, one in enumerate(ordered):
        shared = heights[blocks[at]]
        alike = _ALIKE[0] * shared < one.height < _ALIKE[1] * shared
        line = _line(one, _share(shared if alike else one.height, usual), usual, ink)
        line.order, line.block = at, blocks[at]
        lines.append(line)
    return lines


def _share(height: float, usual: float) -> float:
    """Return a height as a share of the usual one, without differences by chance."""
    share = height / usual
    return 1.0 if _SAME_SIZE[0] < share < _SAME_SIZE[1] else round(share, 1)


def _is_below(above: _Found, line: _Found) -> bool:
    """Say whether a line follows another in one column at the usual distance."""
    first, second = above.box, line.box
    shared = min(first[2], second[2]) - max(first[0], second[0])
    narrow = min(first[2] - first[0], second[2] - second[0])
    gap = second[1] - first[3]
    return shared > 0.5 * narrow and -0.3 * line.height < gap < _GAP * line.height


def _line(found: _Found, share: float, usual: float, ink: float) -> Line:
    text = ""
    lefts: list[float] = []
    rights: list[float] = []
    for word, (x0, _, x1, _) in found.words:
        if text and not (is_spaceless(text[-1]) and is_spaceless(word[0])):
            text += " "
            lefts.append(rights[-1])
            rights.append(max(x0, rights[-1]))
        step = (x1 - x0) / len(word)
        lefts += [x0 + step * at for at in range(len(word))]
        rights += [x0 + step * (at + 1) for at in range(len(word))]
        text += word
    _, y0, _, y1 = found.box
    bold = found.ink > _BOLD * ink and found.letters > 2
    baseline = y0 + _BASELINE * (y1 - y0)
    size = round(_SIZE * usual * share, 1)
    run = TextRun(0, len(text), _FONT, size, bold, False, baseline, y0, y1)
    return Line(found.page, text, lefts, rights, [run])
