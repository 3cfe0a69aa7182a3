"""Text recognition of scanned pages. The only module that imports RapidOCR.

Its models (PP-OCR, for Latin script, Chinese, Japanese) come in the package; nothing is
downloaded. Lines become those of a page as MuPDF gives them: each word where it stands, sizes
made equal where they differ by chance, bold told by its ink, raised figures by where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import PdfError
from core.manuscript.pdf.lines import Box, Line, Page, TextRun
from core.manuscript.pdf.recognised import Character, Reading, build_characters, measure_box
from core.manuscript.pdf.scans import INSTALL, Report, is_available, is_scan

Render = Callable[[int], tuple[Any, float]]  # a grey picture as an array, and its pixels per point

_LEAST_SURE = 0.5
_SAME_SIZE = (0.88, 1.12)  # of the usual height: differences that recognition makes
_ALIKE = (0.7, 1.35)  # of the height of its block is a line's that belongs to it
_SIZE = 0.82  # of a line's box is the size of its font
_BASELINE = 0.78
_RAISED = 0.65
"""Of the size of its line is that of a raised figure; it stands half of that above the others."""
_MOST_SIDE = 100_000  # pixels: the engine is not to make the page smaller
_DETECTED = 1600  # pixels of the longer side in which lines are looked for
_BOLD = 1.35  # times the usual ink
_DARK = 128
_FIGURES = re.compile(r"\d{1,3}(?:[,;–—-]\d{1,3})*[,;–—-]?")
_TAIL = 2.5  # of its height is looked at behind a line
_BESIDE, _HIGHER, _LOWEST = 0.8, 0.4, 0.2  # of a line's height, about figures raised at its end
_GAP = 0.75  # of a line's height may be between the lines of a paragraph
_FONT = "recognised"


@dataclass(slots=True)
class _Found:
    """A line as recognised: its characters with their edges, which are raised, how dark it is.

    Places are in points.
    """

    page: int
    text: str
    lefts: list[float]
    rights: list[float]
    y0: float
    y1: float
    raised: set[int]
    ink: float

    @property
    def box(self) -> Box:
        return min(self.lefts), self.y0, max(self.rights), self.y1

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def letters(self) -> int:
        return sum(not char.isspace() for char in self.text)


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
    lines_by_page: list[list[_Found]] = []
    for page_number, page in enumerate(scans, start=1):
        picture, scale = render(page.number)
        lines_by_page.append(_read_lines(engine, picture, scale, page.number))
        report(page_number, len(scans))
    every = [line for lines in lines_by_page for line in lines]
    if every:
        usual = _usual_height(every)
        ink = median(line.ink for line in every)
        for page, lines in zip(scans, lines_by_page, strict=True):
            page.pictures.clear()
            page.lines = _page_lines(lines, usual, ink)


def _engine() -> Any:  # noqa: ANN401 - RapidOCR has no types
    import logging
    import os

    from rapidocr import RapidOCR  # type: ignore[import-not-found,import-untyped,unused-ignore]

    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    threads = max(1, (os.cpu_count() or 2) - 1)  # one core stays for the person
    # lines are looked for in a small copy of the page, and read from the page as it is
    return RapidOCR(
        params={
            "Global.use_cls": False,
            "Global.log_level": "critical",
            "Global.max_side_len": _MOST_SIDE,
            "Det.limit_type": "max",
            "Det.limit_side_len": _DETECTED,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )


def _read_lines(engine: Any, picture: Any, scale: float, page: int) -> list[_Found]:  # noqa: ANN401
    result = engine(
        picture, use_det=True, use_rec=True, return_word_box=True, return_single_char_box=True
    )
    if result.txts is None or result.word_results is None:
        return []
    every = zip(result.txts, _words(result), result.scores, strict=True)
    placed = [build_characters(text, words) for text, words, sure in every if sure >= _LEAST_SURE]
    placed = cut_at_gutters([line for line in placed if line], picture)
    ends = [measure_box(line) for line in placed]
    reading = Reading(picture, partial(_read_figures, engine))
    lines = []
    for line, (x0, y0, x1, y1) in zip(placed, ends, strict=True):
        height = y1 - y0
        beside = [
            left_edge
            for left_edge, top, _, bottom in ends
            if left_edge >= x1 and top < y1 and bottom > y0
        ]
        until = min([x1 + _TAIL * height, *beside])
        characters, raised = reading.with_raised(line, (x0, y0, x1, y1), until)
        inside = picture[round(y0) : round(y1), round(x0) : round(x1)]
        ink = float((inside < _DARK).mean()) if inside.size else 0.0
        text = "".join(char for char, _ in characters)
        lefts, rights = _in_order([(box[0] / scale, box[2] / scale) for _, box in characters])
        lines.append(_Found(page, text, lefts, rights, y0 / scale, y1 / scale, raised, ink))
    return _with_figures(lines)


def _words(result: Any) -> list[Any]:  # noqa: ANN401
    """Return the placed words of each line; where the engine lost some, the line as one word."""
    words = list(result.word_results)
    if len(words) == len(result.txts) and all(
        isinstance(line_words, (tuple, list)) for line_words in words
    ):
        return words
    whole = zip(result.txts, result.scores, result.boxes, strict=True)
    return [[("".join(text.split()), sure, box)] for text, sure, box in whole]


def _read_figures(engine: Any, picture: Any) -> str:  # noqa: ANN401
    """Return what stands on a picture of a few figures."""
    result = engine(picture, use_det=False, use_rec=True)
    return "".join(result.txts or ())


def _with_figures(lines: Sequence[_Found]) -> list[_Found]:
    """Put raised figures that were found as lines of their own into the lines they belong to."""
    figures = [line for line in lines if _FIGURES.fullmatch(line.text)]
    other_lines = [line for line in lines if line not in figures]
    for figure in figures:
        beside = [line for line in other_lines if _stands_above(figure, line)]
        if not beside:
            other_lines.append(figure)
            continue
        middle = (figure.box[0] + figure.box[2]) / 2
        line = min(beside, key=lambda line: abs(line.box[2] - middle))
        edges = zip(line.lefts, line.rights, strict=True)
        kept_count = sum(right + left_edge < 2 * figure.box[0] for left_edge, right in edges)
        line.raised = {at for at in line.raised if at < kept_count}
        line.raised |= set(range(kept_count, kept_count + len(figure.text)))
        line.text = line.text[:kept_count] + figure.text
        line.lefts = line.lefts[:kept_count] + figure.lefts
        line.rights = line.rights[:kept_count] + figure.rights
    return other_lines


def _stands_above(figure: _Found, line: _Found) -> bool:
    """Say whether raised figures stand at the end of a line."""
    gap = figure.box[0] - line.box[2]
    return (
        abs(gap) < _BESIDE * line.height
        and figure.height < line.height
        and line.y0 - _HIGHER * line.height < figure.y0
        and figure.y0 + figure.height / 2 < line.y0 + line.height / 2
        and figure.y1 < line.y1 - _LOWEST * line.height
    )


def _in_order(places: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """Return left and right edges that go to the right only; a space fills what is between."""
    lefts: list[float] = []
    rights: list[float] = []
    for left_edge, right in places:
        start = max(left_edge, rights[-1]) if rights else left_edge
        lefts.append(start)
        rights.append(max(right, start))
    for at in range(1, len(lefts) - 1):
        if lefts[at] == rights[at]:
            rights[at] = lefts[at + 1]
    return lefts, rights


def _usual_height(lines: Sequence[_Found]) -> float:
    """Return the height of the line in which the middle letter stands."""
    ordered = sorted(lines, key=lambda line: line.height)
    half = sum(line.letters for line in ordered) / 2
    for line in ordered:
        half -= line.letters
        if half <= 0:
            return line.height
    return ordered[-1].height


def _page_lines(recognised_lines: Sequence[_Found], usual: float, ink: float) -> list[Line]:
    ordered = sorted(recognised_lines, key=lambda line: line.box[1])
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


def _line(recognised_line: _Found, share: float, usual: float, ink: float) -> Line:
    bold = recognised_line.ink > _BOLD * ink and recognised_line.letters > 2
    size = round(_SIZE * usual * share, 1)
    baseline = recognised_line.y0 + _BASELINE * recognised_line.height
    runs: list[TextRun] = []
    for at in range(len(recognised_line.text)):
        up = at in recognised_line.raised
        own = round(_RAISED * size, 1) if up else size
        foot = baseline - _RAISED / 2 * size if up else baseline
        if runs and runs[-1].size == own:
            runs[-1].end = at + 1
        else:
            runs.append(
                TextRun(
                    at,
                    at + 1,
                    _FONT,
                    own,
                    bold,
                    False,
                    foot,
                    recognised_line.y0,
                    recognised_line.y1,
                )
            )
    return Line(
        recognised_line.page,
        recognised_line.text,
        recognised_line.lefts,
        recognised_line.rights,
        runs,
    )


# --- lines that recognition has read over the gap between two columns, cut there --------
#
# The gap is wider than those between the words of its line, and other lines have theirs, begin or
# end at the same place.

Gap = tuple[float, float]

_BAND = 0.3  # of the line's height, above and below its middle, is looked at
_LEAST_CONTRAST = 60
_WORD_GAP = 0.12  # of the line's height
_WIDE = (0.4, 1.6)  # of the line's height, and times its other gaps
_LEAST_PART = 5  # characters
_LEAST_AGREED = 4  # lines
_EDGE = 1.0  # of the line's height may a line end before the gap, or begin behind it


def cut_at_gutters(
    lines: Sequence[list[Character]], picture: NDArray[np.uint8]
) -> list[list[Character]]:
    """Return the lines of a page, those that reach over a gutter as two or more."""
    rest, finished_parts = list(lines), list[list[Character]]()
    while rest:
        gaps = [_widest_gap(line, picture) for line in rest]
        cut: list[list[Character]] = []
        for line, gap in zip(rest, gaps, strict=True):
            parts = _parts(line, gap) if gap is not None else None
            if (
                gap is None
                or parts is None
                or not _agreed(gap, line, [*finished_parts, *rest], gaps)
            ):
                finished_parts.append(line)
            else:
                cut += parts
        rest = cut
    return finished_parts


def _widest_gap(line: Sequence[Character], picture: NDArray[np.uint8]) -> Gap | None:
    """Return from where to where there is no ink, if that is much more than between words."""
    x0, y0, x1, y1 = measure_box(line)
    high, middle = y1 - y0, (y0 + y1) / 2
    top, bottom = round(middle - _BAND * high), round(middle + _BAND * high)
    dark = _inked(picture[max(top, 0) : bottom, round(x0) : round(x1)])
    wide = np.diff(dark)
    gaps = np.flatnonzero(wide > _WORD_GAP * high)
    if not len(gaps):
        return None
    widest = int(gaps[np.argmax(wide[gaps])])
    other_widths = [float(wide[at]) for at in gaps if at != widest]
    usual = median(other_widths) if other_widths else 0.0
    if wide[widest] < max(_WIDE[0] * high, _WIDE[1] * usual):
        return None
    return round(x0) + float(dark[widest]), round(x0) + float(dark[widest + 1])


def _inked(band: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the columns of a picture that hold ink."""
    paper, ink = np.percentile(band, (90, 1)) if band.size else (0, 0)
    if paper - ink < _LEAST_CONTRAST:
        return np.zeros(0, np.int64)
    return np.flatnonzero((band < (paper + ink) / 2).any(axis=0))


def _parts(line: list[Character], gap: Gap) -> list[list[Character]] | None:
    middle = (gap[0] + gap[1]) / 2
    at = sum((box[0] + box[2]) / 2 < middle for _, box in line)
    parts = [_stripped(line[:at]), _stripped(line[at:])]
    return parts if min(map(len, parts)) >= _LEAST_PART else None


def _stripped(line: list[Character]) -> list[Character]:
    inked = [at for at, (char, _) in enumerate(line) if char != " "]
    return line[inked[0] : inked[-1] + 1] if inked else []


def _agreed(
    gap: Gap, line: list[Character], lines: Sequence[list[Character]], gaps: Sequence[Gap | None]
) -> bool:
    _, y0, _, y1 = measure_box(line)
    edge = _EDGE * (y1 - y0)
    middle = (gap[0] + gap[1]) / 2
    same = sum(other is not None and other[0] < middle < other[1] for other in gaps) - 1
    boxes = [measure_box(other) for other in lines if other is not line]
    beside = sum(
        gap[0] - edge < box[2] < middle or middle < box[0] < gap[1] + edge for box in boxes
    )
    return same + beside >= _LEAST_AGREED
