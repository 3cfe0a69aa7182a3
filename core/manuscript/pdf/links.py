"""Links from the text to the reference list: evidence for citations that are bare numbers.

Pages printed from the web cite by a number that is only underlined, or raised so little that no
size tells it. What leads to the pages of the list from there is a citation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.base.records import Reference
from core.manuscript.pdf.flow import Paragraph
from core.manuscript.pdf.lines import Box, Page
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
