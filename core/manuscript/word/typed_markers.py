"""Citations typed by hand in a word processor's file, or left where its fields were removed.

"Convert to plain text" of a citation program leaves "[3]", "(3)" or a raised 3. Round brackets and
superscripts mean other things too, so they cite only where the document does so throughout.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.base.identity import family_name
from core.base.records import Marker, Reference
from core.manuscript.references.markers import (
    ReferenceIndex,
    build_index,
    find_markers,
    raised_marker,
)
from core.manuscript.references.name_markers import name_markers
from core.manuscript.text.composed import Block
from core.manuscript.word.fields import TEMPORARY

_ROUND = re.compile(r"\([\d\s,;–-]+\)")
_EDGES = " \t\u00a0.,;:()[]"
_UNIT = re.compile(r"(?:(?<![^\W\d_])(?:[kcdmnµμ]m|ha|sec|min|mol|kg|yr)|\d\s?[^\W\d_]{1,2})\Z")
"""A unit, of which a raised number is the power: "per km²"."""
_LEAST_SHARE = 0.25
_AUTHOR_YEAR = re.compile(r"[^,#]+, [^,#]+(?=\s#\S+\Z)")


@dataclass(slots=True)
class TypedBlock:
    """A paragraph with the markers of its fields and where its text is raised."""

    block: Block
    raised: list[tuple[int, int]] = field(default_factory=list)


def add_typed_markers(
    blocks: Sequence[TypedBlock], index: ReferenceIndex, *, by_fields: bool
) -> None:
    """Add to each block the markers that were typed, beside those that fields made."""
    if by_fields:
        typed = _typed_beside_fields(blocks, index)
    else:
        index = build_index(index.references, [one.block.text for one in blocks])
        typed = [_typed(one, index) for one in blocks]
    raised = [list(_raised(one, index)) for one in blocks]
    if by_fields:
        looks = [_is_raised(one, marker) for one in blocks for marker in one.block.markers]
        raised_cites = 2 * sum(looks) > len(looks)
    else:
        raised_cites = _cites_by_raised_numbers(typed, raised, index)
    for one, beside, above in zip(blocks, typed, raised, strict=True):
        one.block.markers += beside
        if raised_cites:
            one.block.markers += [marker for marker in above if not _overlaps(marker, beside)]


def resolve_marker(marker: Marker, index: ReferenceIndex) -> Marker:
    """Return a marker with the works that are known by author and year alone looked up."""
    entries = {part: _find_named(part, index) for part in marker.unresolved}
    references = [at for at in entries.values() if at is not None]
    return replace(
        marker,
        references=tuple(dict.fromkeys([*marker.references, *references])),
        unresolved=tuple(part for part in marker.unresolved if entries[part] is None),
    )


def _find_named(part: str, index: ReferenceIndex) -> int | None:
    """Return the only entry that "Oak, 2019 #12" leads to."""
    match = _AUTHOR_YEAR.match(part)
    markers = name_markers(f"({match[0]})", index) if match else []
    references = {at for marker in markers for at in marker.references}
    if len(references) != 1:
        return None
    entry = index.references[references.pop()]
    twins = [one for one in index.references if _name_and_year(one) == _name_and_year(entry)]
    return entry.index if len(twins) == 1 else None


def _name_and_year(entry: Reference) -> tuple[str, int, int | None]:
    """Return what a text without a letter behind the year says of an entry: "Oak et al., 2019"."""
    family = family_name(entry.authors[0]) if entry.authors else entry.title
    return family.casefold(), min(len(entry.authors), 3), entry.year


def read_printed(marker: Marker, index: ReferenceIndex) -> Marker:
    """Return the marker of a field that leads to no entry with those that its text names.

    Such a field keeps a key alone, as LibreOffice's own bibliography in a Word file. If some of its
    works are found, the text must name these and others.
    """
    is_whole = marker.references and not marker.unresolved
    if is_whole or TEMPORARY.fullmatch(marker.text):
        return marker
    bare = marker.text.strip(_EDGES)
    numbers = raised_marker(bare, 0, len(bare), index)
    by_number = [numbers] if numbers else find_markers(marker.text, index)
    printed = by_number or name_markers(marker.text, index)
    references = tuple(dict.fromkeys(at for one in printed for at in one.references))
    is_more = set(references) > set(marker.references)
    return replace(marker, references=references, unresolved=()) if is_more else marker


def _typed_beside_fields(blocks: Sequence[TypedBlock], index: ReferenceIndex) -> list[list[Marker]]:
    """Return what was typed beside fields.

    "(3)" is more often an equation there: it cites if most fields show that, and much of the list
    is cited so.
    """
    markers = [marker for one in blocks for marker in one.block.markers]
    if 2 * sum(bool(_ROUND.fullmatch(marker.text)) for marker in markers) > len(markers):
        index.round_numbers = True
        typed = [_typed(one, index) for one in blocks]
        if len(_entries(typed)) >= _LEAST_SHARE * len(index.references):
            return typed
        index.round_numbers = False
    return [_typed(one, index) for one in blocks]


def _cites_by_raised_numbers(
    typed: Sequence[Sequence[Marker]], raised: Sequence[Sequence[Marker]], index: ReferenceIndex
) -> bool:
    """Say whether raised numbers cite: much of the list, and more of it than other markers do."""
    entries = _entries(raised)
    enough = len(entries) >= _LEAST_SHARE * len(index.references)
    return enough and len(entries) > len(_entries(typed))


def _entries(markers: Sequence[Sequence[Marker]]) -> set[int]:
    """Return the entries that markers lead to."""
    return {at for some in markers for marker in some for at in marker.references}


def _is_raised(one: TypedBlock, marker: Marker) -> bool:
    return any(start < marker.end and marker.start < end for start, end in one.raised)


def _typed(one: TypedBlock, index: ReferenceIndex) -> list[Marker]:
    markers = find_markers(one.block.text, index)
    return [marker for marker in markers if not _overlaps(marker, one.block.markers)]


def _raised(one: TypedBlock, index: ReferenceIndex) -> Iterator[Marker]:
    """Yield the markers that raised text is, without the stops that were raised with it."""
    text = one.block.text
    for first, last in one.raised:
        figures = text[first:last]
        start = first + len(figures) - len(figures.lstrip(_EDGES))
        end = first + len(figures.rstrip(_EDGES))
        end += (
            text[start:end].count("(") > text[start:end].count(")") and text[end : end + 1] == ")"
        )
        if end <= start or _is_power_or_isotope(text, start, end):
            continue
        marker = raised_marker(text, start, end, index)
        if marker is not None and not _overlaps(marker, one.block.markers):
            yield marker


def _is_power_or_isotope(text: str, start: int, end: int) -> bool:
    """Say whether a raised number belongs to a unit, or to what it stands in front of."""
    in_front = text[end : end + 1].isalnum() and not text[start - 1 : start].isalnum()
    return in_front or _UNIT.search(text[:start]) is not None


def _overlaps(marker: Marker, markers: Sequence[Marker]) -> bool:
    return any(marker.start < other.end and other.start < marker.end for other in markers)
