"""Numbers without brackets, raised or linked: whether a document cites by them.

Pages printed from the web cite by a number that is only underlined, or raised so little that no
size tells it. What leads to the pages of the list from there is a citation. Raised numbers may be
the marks of footnotes, too. Superior figures of a font, which a PDF gives as common digits, are
raised before.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from core.base.records import Reference
from core.manuscript.pdf.flow import Paragraph, raised_spans
from core.manuscript.pdf.lines import Box, Line, Page, TextRun
from core.manuscript.pdf.notes import NO_POWER, PrintedNote
from core.manuscript.references.markers import ReferenceIndex, find_markers, raised_marker

LinksByPage = Mapping[int, Sequence[Box]]

_BRACKET_NUMBERS = re.compile(r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]")
_LEAST = 3
_BETWEEN = re.compile(r"\s*[,;–—−‐-]\s*")
_NUMBERS = re.compile(r"\d{1,4}(?:\s*[,;–—−‐-]\s*\d{1,4})*")


def linked_by_page(pages: Sequence[Page], references: Sequence[Reference]) -> LinksByPage:
    """Return, by page, where links lie that lead to a page with entries of the list."""
    listed = {rect.page for reference in references for rect in reference.rects}
    boxes_by_page: defaultdict[int, list[Box]] = defaultdict(list)
    for page in pages:
        boxes_by_page[page.number] += [box for box, target in page.links if target in listed]
    return boxes_by_page


def count_bracket_numbers(parts: Sequence[Paragraph]) -> int:
    """Return how often numbers stand in square brackets."""
    return sum(len(_BRACKET_NUMBERS.findall(part.text)) for part in parts)


def count_bracketed(parts: Sequence[Paragraph], index: ReferenceIndex) -> int:
    """Return how many numbers in brackets the text has that may cite."""
    count = count_bracket_numbers(parts)
    if index.round_numbers:
        count += sum(len(find_markers(part.text, index)) for part in parts)
    return count


def cites_by_links(parts: Sequence[Paragraph], links: LinksByPage, index: ReferenceIndex) -> bool:
    """Say whether linked numbers without brackets are how the document cites.

    Marks of notes are linked too, where the numbers in brackets that cite may be not.
    """
    if not index.is_numbered or not any(links.values()):
        return False
    bare = bracketed = 0
    for part in parts:
        for start, end in linked_numbers(part, links):
            if part.text[:start].rstrip().endswith(("[", "(")) or part.text[end : end + 1] == "]":
                bracketed += 1
            elif raised_marker(part.text, start, end, index) is not None:
                bare += 1
    return bare >= _LEAST and bare > 2 * max(bracketed, count_bracketed(parts, index))


def linked_numbers(part: Paragraph, links: LinksByPage) -> list[tuple[int, int]]:
    """Return the spans of numbers under links, those joined that only a comma or dash parts."""
    spans: list[tuple[int, int]] = []
    for at in _linked(part, links):
        if not part.text[at].isdigit():
            continue
        joined = spans and (
            spans[-1][1] == at or _BETWEEN.fullmatch(part.text, spans[-1][1], at) is not None
        )
        if joined:
            spans[-1] = spans[-1][0], at + 1
        else:
            spans.append((at, at + 1))
    return [span for span in spans if _NUMBERS.fullmatch(part.text, *span)]


def _linked(part: Paragraph, links: LinksByPage) -> list[int]:
    """Return the positions of the characters that lie under links."""
    linked_entries: list[int] = []
    boxes = [_on_line(part, owner, links) for owner in range(len(part.lines))]
    for at, (owner, offset) in enumerate(zip(part.owners, part.offsets, strict=True)):
        if offset < 0 or not boxes[owner]:
            continue
        line = part.lines[owner]
        middle = (line.lefts[offset] + line.rights[offset]) / 2
        if any(x0 <= middle <= x1 for x0, x1 in boxes[owner]):
            linked_entries.append(at)
    return linked_entries


def _on_line(part: Paragraph, owner: int, links: LinksByPage) -> list[tuple[float, float]]:
    line = part.lines[owner]
    middle = line.baseline - 0.3 * line.size
    return [(x0, x1) for x0, y0, x1, y1 in links.get(line.page, ()) if y0 <= middle <= y1]


# --- raised numbers ------------------------------------------------------------------------------

_BEHIND = 8  # characters before a mark that tell it from a power

_Label = tuple[int, str]
"""A page, and the number of a note there."""


def cites_by_superscript(parts: Sequence[Paragraph], index: ReferenceIndex) -> bool:
    """Say whether raised numbers cite, and no others: neither "[12]" nor "(12)" do."""
    if not index.is_numbered:
        return False
    superscripts = _count_raised(parts, index)
    return superscripts >= _LEAST and superscripts > 2 * count_bracketed(parts, index)


def _count_raised(parts: Sequence[Paragraph], index: ReferenceIndex) -> int:
    """Return how many raised numbers behind words are in the list."""
    return sum(
        raised_marker(part.text, start, end, index) is not None
        for part in parts
        for start, end in raised_spans(part)
        if _ends_word(part.text[:start].rstrip()[-1:])
    )


def _ends_word(letter: str) -> bool:
    return letter.isalpha() or (letter != "" and letter in ".,;:)")


def drop_remark_marks(
    parts: Sequence[Paragraph],
    notes: Sequence[PrintedNote],
    links: LinksByPage,
    index: ReferenceIndex,
) -> None:
    """Take out the marks of footnotes that cite nothing, where raised numbers cite, too.

    A mark is a number that is raised but once on the page of its note, aside from what a link
    leads to the list from. It may follow a citation at once: "before¹⁵¹".
    """
    if not notes or not cites_by_superscript(parts, index):
        return
    labels = {(note.place, note.label) for note in notes}
    marks: defaultdict[_Label, list[tuple[Paragraph, tuple[int, int]]]] = defaultdict(list)
    for part in parts:
        for label, span in _possible_marks(part, labels, links, index):
            marks[label].append((part, span))
    single = [places[0] for places in marks.values() if len(places) == 1]
    alone = sum(span[0] - 1 not in part.raised for part, span in single)
    if _count_raised(parts, index) - alone < _LEAST:
        return  # what is left would not tell that raised numbers cite
    for part in parts:
        if spans := [span for one, span in single if one is part]:
            part.remove(spans)


def _possible_marks(
    part: Paragraph, labels: Set[_Label], links: LinksByPage, index: ReferenceIndex
) -> Iterator[tuple[_Label, tuple[int, int]]]:
    """Yield the raised numbers of a paragraph that may lead to a note of their page."""
    linked = {at for span in linked_numbers(part, links) for at in range(*span)}
    for start, end in raised_spans(part) if part.raised else ():
        if not NO_POWER.search(part.text[max(0, start - _BEHIND) : start]):
            continue
        page = part.lines[part.owners[start]].page
        for at in range(start, end):
            label = page, part.text[at:end]
            is_mark = at == start or _has_mark_behind(part.text, (start, at, end), index)
            if label in labels and at not in linked and is_mark:
                yield label, (at, end)


def _has_mark_behind(text: str, edges: tuple[int, int, int], index: ReferenceIndex) -> bool:
    """Say whether a raised number is in the list only without what may be a mark at its end."""
    start, at, end = edges
    whole = raised_marker(text, start, end, index)
    return whole is None and raised_marker(text, start, at, index) is not None


# --- superior figures ---------------------------------------------------------------------------
#
# Typst, InDesign and others set the numbers of notes and citations with glyphs of the font's own,
# on the baseline and in the size of the text. They are told by their width, which is about two
# thirds of what the same digit has elsewhere in the font.

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
