"""Changes single fields in the text of an entry; all else stays as somebody laid it out. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.base.errors import FormatError
from core.base.records import SourceField
from core.formats import bibtex_syntax

_HEADER = re.compile(r"\s*@\s*(?P<type>[^\s{(@]+)\s*[{(][^,]*,")
_COMMA = re.compile(r"\s*,")
_BLANKS_BEFORE = re.compile(r"\s*\Z")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a field stands in the text of its entry: its name, and what is typed as its value."""

    field: SourceField
    start: int
    text_start: int
    end: int


def replace_fields(
    raw: str, typed: Sequence[SourceField], expected: Sequence[SourceField], kind: str
) -> str | None:
    """Return the text of an entry with other fields and type; only what differs is written.

    ``typed`` are the fields that stand there, in their order. ``None`` if the text is in a form in
    which single fields cannot be changed.
    """
    header, places = _HEADER.match(raw), _find_places(raw, typed)
    if header is None or places is None:
        return None
    edits = _edits(raw, header.end(), places, expected)
    if kind.lower() != header["type"].lower():
        edits.append((*header.span("type"), kind))
    edited = raw
    for start, end, text in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        edited = edited[:start] + text + edited[end:]
    return edited if _has_fields(edited, expected, kind) else None


def lay_out_entry(
    kind: str,
    key: str,
    fields: Sequence[SourceField],
    like: str,
    typed: Sequence[SourceField],
) -> str:
    """Return the text of an entry laid out as another one, of the text ``like``; "" for none."""
    places = _find_places(like, typed) or []
    layout = _Layout(like, places)
    ends_with_comma = not places or bool(_COMMA.match(like, places[-1].end))
    tail = like[places[-1].end :].strip().lstrip(",").strip() if places else "}"
    closing = "\n}" if not like or "\n" in like[places[-1].end if places else 0 :] else "}"
    lines = ",".join(layout.line(field) for field in fields)
    comma = "," if ends_with_comma and tail in ("}", ")") and closing != "}" else ""
    return f"@{kind}{{{key},{lines}{comma}{closing}"


def _find_places(raw: str, typed: Sequence[SourceField]) -> list[_Place] | None:
    places = []
    position = 0
    for field in typed:
        pattern = rf"(?<![\w-]){re.escape(field.name)}\s*=\s*(?P<text>{re.escape(field.text)})"
        match = re.compile(pattern).search(raw, position)
        if match is None:
            return None
        places.append(_Place(field, match.start(), match.start("text"), match.end()))
        position = match.end()
    return places


def _edits(
    raw: str, header_end: int, places: Sequence[_Place], expected: Sequence[SourceField]
) -> list[tuple[int, int, str]]:
    """Return what to write in place of which parts of the text."""
    standing: defaultdict[str, list[_Place]] = defaultdict(list)
    for place in places:
        standing[place.field.name.lower()].append(place)
    edits: list[tuple[int, int, str]] = []
    additions: defaultdict[int, list[SourceField]] = defaultdict(list)
    position = header_end
    for field in expected:
        same_name = standing[field.name.lower()]
        if not same_name:
            additions[position].append(field)
            continue
        place = same_name.pop(0)
        position = place.end
        if place.field.text != field.text:
            edits.append((place.text_start, place.end, field.text))
    surplus_places = [place for same_name in standing.values() for place in same_name]
    edits += [(*_span_with_comma(raw, place), "") for place in surplus_places]
    layout = _Layout(raw, places)
    for position, fields in additions.items():
        lines = [layout.line(field) for field in fields]
        at_header = position == header_end
        text = "".join(f"{line}," if at_header else f",{line}" for line in lines)
        edits.append((position, position, text))
    return edits


def _span_with_comma(raw: str, place: _Place) -> tuple[int, int]:
    """Return the span of a field with the blanks before it and the comma that goes with it."""
    blanks = _BLANKS_BEFORE.search(raw, 0, place.start)
    start = place.start if blanks is None else blanks.start()
    if comma := _COMMA.match(raw, place.end):
        return start, comma.end()
    return (start - 1 if raw[start - 1 : start] == "," else start), place.end


class _Layout:
    """How the fields of an entry are laid out, for those that are added."""

    def __init__(self, raw: str, places: Sequence[_Place]) -> None:
        last_place = places[-1] if places else None
        blanks = _BLANKS_BEFORE.search(raw, 0, last_place.start) if last_place else None
        before = blanks[0] if blanks else "\n  "
        self._before = before[before.rindex("\n") :] if "\n" in before else before or " "
        equals = [raw[p.start + len(p.field.name) : p.text_start] for p in places]
        self._equals = Counter(equals).most_common(1)[0][0] if equals else " = "
        columns = {place.text_start - place.start for place in places}
        lengths = {len(place.field.name) for place in places}
        self._column = columns.pop() if len(columns) == 1 and len(lengths) > 1 else 0

    def line(self, field: SourceField) -> str:
        """Return a field as a line of the entry, without a comma."""
        if self._column:
            sign = self._equals.lstrip()
            padded_name = (
                field.name.ljust(max(self._column - len(sign), len(field.name) + 1)) + sign
            )
        else:
            padded_name = field.name + self._equals
        return f"{self._before}{padded_name}{field.text}"


def _has_fields(text: str, expected: Iterable[SourceField], kind: str) -> bool:
    """Whether a text is one entry of a type with some fields."""
    try:
        entries = bibtex_syntax.parse(text, "")
    except FormatError:
        return False
    if len(entries) != 1 or entries[0].problem or entries[0].typed_type.lower() != kind.lower():
        return False
    parsed_fields = Counter((field.name.lower(), field.text) for _, field in entries[0].typed)
    return parsed_fields == Counter((field.name.lower(), field.text) for field in expected)
