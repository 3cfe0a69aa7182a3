"""Raised numbers: whether a document cites by them, and which are the marks of footnotes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set

from core.manuscript.pdf.flow import Paragraph, raised_spans
from core.manuscript.pdf.links import LinksByPage, count_bracketed, linked_numbers
from core.manuscript.pdf.notes import NO_POWER, PrintedNote
from core.manuscript.references.markers import ReferenceIndex, raised_marker

_LEAST = 3
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
