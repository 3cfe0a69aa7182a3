"""Raises the superior figures of a font: small digits that a PDF gives as common ones.

Typst, InDesign and others set the numbers of notes and citations with glyphs of the font's own,
on the baseline and in the size of the text. They are told by their width, which is about two
thirds of what the same digit has elsewhere in the font.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.manuscript.pdf.lines import Line, Page, TextRun

_SIGNS = {sign: digit for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_DIGITS = re.compile(r"[0-9⁰¹²³⁴-⁹]+")
_GOES_ON = re.compile(r"[\w/]|[.,:]\w")
_LABEL = re.compile(r"[0-9⁰¹²³⁴-⁹]{1,3}(?=[^\W\d_]|[“\"‘'«]|\s(?:[^\W\d_a-zß-ÿ]|[“\"‘'«]))")
_ANY = re.compile(r"[0-9⁰¹²³⁴-⁹]")
_MAY_CITE = re.compile(
    r"(?:[^\W\d_]{2}[^\W\d_A-Z]|(?<![^\W\d_])(?![cdkmnµ]m|ha|ft)[a-zß-ÿ]{2})"
    r"[.,;:!?)\]”’\"»]{0,3}\Z|(?:\b[A-Z]|\bal)\. \Z"
)
"""A word, or the end of a name in a sentence: "Holt, R. ³ measured"."""
_REACH = 6  # characters before a mark that tell whether it may be one
_NARROW = 0.8  # of the width of the same digit elsewhere in the font
_THIN = 0.38  # of the type's size; where a font has no wider digits at all, they are superior
_RAISED_SIZE, _RAISED_BY = 0.6, 0.35  # of the type's size

_Widths = dict[tuple[str, str], float]


def raise_superior_figures(pages: Sequence[Page]) -> None:
    """Make runs of their own, small and raised, of superior figures behind words and in front.

    Those behind single letters are indices (CO2), which are drawn alike.
    """
    lines = [line for page in pages for line in page.lines if _ANY.search(line.text)]
    widths = _find_widths(lines)
    for line in lines:
        for start, end in list(_superior_spans(line, widths)):
            _raise_span(line, start, end)


def _find_widths(lines: Sequence[Line]) -> _Widths:
    """Return the largest width of each digit in each font, as a share of the type's size."""
    widths: defaultdict[tuple[str, str], float] = defaultdict(float)
    for line in lines:
        for run in line.runs:
            for at in range(run.start, run.end):
                sign = line.text[at]
                if sign.isdecimal() and run.size:
                    key = run.font, sign
                    widths[key] = max(widths[key], (line.rights[at] - line.lefts[at]) / run.size)
    return widths


def _superior_spans(line: Line, widths: _Widths) -> Iterator[tuple[int, int]]:
    """Yield the spans of digits that are superior figures and stand where a mark does."""
    label = _LABEL.match(line.text)
    last_end = -1
    for match in ([label] if label else []) + list(_DIGITS.finditer(line.text)):
        start, end = match.span()
        is_joined = start == last_end + 1 and _is_raised(line, last_end)
        if match is not label and not (is_joined or _may_cite(line, start)):
            continue
        run = _find_run(line, start)
        if run is None or _is_raised(line, start):
            continue
        if match is not label and _GOES_ON.match(line.text, end) and not _is_raised(line, end):
            behind = _DIGITS.match(line.text, end + 1)
            if behind is None or not all(
                _is_superior(line, run, at, widths) for at in range(*behind.span())
            ):
                continue
        if all(_is_superior(line, run, at, widths) for at in range(start, end)):
            last_end = end
            yield start, end


def _may_cite(line: Line, start: int) -> bool:
    """Say whether what stands before a place may have a mark behind it."""
    before = line.text[:start]
    return bool(_MAY_CITE.search(before[-_REACH:])) and "/" not in before.rpartition(" ")[2]


def _find_run(line: Line, at: int) -> TextRun | None:
    return next((run for run in line.runs if run.start <= at < run.end and run.size > 0), None)


def _is_raised(line: Line, at: int) -> bool:
    """Say whether a sign is raised itself, as the comma between two numbers may be."""
    run = _find_run(line, at)
    return run is not None and run.baseline < line.baseline - 0.1 * line.size


def _is_superior(line: Line, run: TextRun, at: int, widths: _Widths) -> bool:
    sign = line.text[at]
    if sign in _SIGNS:
        return True
    usual = max(widths.get((run.font, digit), 0.0) for digit in "0123456789")
    own = usual if sign != "1" else widths.get((run.font, sign), 0.0)
    width = (line.rights[at] - line.lefts[at]) / run.size
    return 0 < width < _NARROW * own or 0 < width <= usual < _THIN


def _raise_span(line: Line, start: int, end: int) -> None:
    """Give characters a run of their own, and Unicode's superscript digits their digits."""
    runs: list[TextRun] = []
    for run in line.runs:
        low, high = max(run.start, start), min(run.end, end)
        if low >= high:
            runs.append(run)
            continue
        raised = replace(
            run,
            start=low,
            end=high,
            size=round(_RAISED_SIZE * run.size, 1),
            baseline=run.baseline - _RAISED_BY * run.size,
        )
        pieces = (replace(run, end=low), raised, replace(run, start=high))
        runs += [piece for piece in pieces if piece.start < piece.end]
    line.runs = runs
    digits = "".join(str(_SIGNS.get(sign, sign)) for sign in line.text[start:end])
    line.text = line.text[:start] + digits + line.text[end:]
    line.measure()
