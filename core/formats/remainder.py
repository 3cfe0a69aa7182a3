"""What a format has no field for: lines "name: value" beside the fields, so that nothing is lost.

What is to be kept is found by reading what was written: whatever does not come back. Names are
those of ``extra``, and of the few fields of a record that some formats lack.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.base import items
from core.base.cited_names import FAMILY_NAMES
from core.base.identity import normal_arxiv
from core.base.records import Paper, PaperRecord
from core.base.stated_keys import FIELD
from core.formats import names
from core.formats.fields import clean, extract_doi

NAMED_LINE = re.compile(r"([\w.+-][\w.+: -]{0,39}?): (\S.*)")
_NOT_SAID = frozenset((items.TYPE, items.SOURCE_TYPE, FIELD, items.INCOMPLETE, FAMILY_NAMES))
_TEXTS = ("doi", "arxiv", "url")
_OTHERS = "_and_others"
_KEYWORDS = "keywords"
_EXTRA = "extra."  # before a name that is one of a record's own fields too, or begins so
_LISTS = frozenset(("urls", "author_address"))
_JSON = "json."  # before a name whose value is no text


def find_remainder(paper: Paper, key: str, read_back: PaperRecord) -> dict[str, str]:
    """Return what a paper says that is not in the record read from what was written of it."""
    kind, extra = items.get_item_type(paper), paper.extra
    texts = {name: getattr(paper, name) for name in _TEXTS}
    texts = {name: text for name, text in texts.items() if text != getattr(read_back, name)}
    if paper.keywords != read_back.keywords:
        texts[_KEYWORDS] = "; ".join(paper.keywords)
    if kind != items.get_item_type(read_back):
        texts[items.TYPE] = kind
    if key != read_back.extra.get(FIELD):
        texts[FIELD] = key
    for name, value in extra.items():
        if name not in _NOT_SAID and value != read_back.extra.get(name):
            is_flag = value is True and name.endswith(_OTHERS)
            is_shared = name in (*_TEXTS, _KEYWORDS) or name.startswith((_EXTRA, _JSON))
            full_name = f"{_EXTRA}{name}" if is_shared else name
            texts[full_name] = "true" if is_flag else _write_value(extra, name)
            if not is_flag and _read_value(name, texts[full_name]) != value:
                texts[f"{_JSON}{name}"] = _write_json(value)
                del texts[full_name]
    lines = {name: clean(text) for name, text in texts.items()}
    return {
        name: text for name, text in lines.items() if read_lines(f"{name}: {text}") == {name: text}
    }


def write_lines(remainder: Mapping[str, str]) -> str:
    """Return what was not said as lines."""
    return "\n".join(f"{name}: {text}" for name, text in remainder.items())


def read_lines(text: str) -> dict[str, str]:
    """Return the named values of a text, none if any of its lines is something else."""
    matches = [NAMED_LINE.fullmatch(line.strip()) for line in text.split("\n") if line.strip()]
    return {match[1]: match[2] for match in matches if match} if all(matches) else {}


def restore(record: PaperRecord, remainder: Mapping[str, str]) -> PaperRecord:
    """Return a record with what stood beside its fields."""
    if not remainder:
        return record
    fields: dict[str, Any] = {
        name: remainder[name]
        for name in _TEXTS
        if name in remainder and _is_valid(name, remainder[name])
    }
    if _KEYWORDS in remainder:
        fields[_KEYWORDS] = _divide(remainder[_KEYWORDS])
    named_values = {
        _own_name(name): _read_value(name, text)
        for name, text in remainder.items()
        if name not in (*fields, _KEYWORDS, FAMILY_NAMES, items.INCOMPLETE)
        and not (name.startswith(_JSON) and _own_name(name) in _NOT_SAID)
    }
    if not _is_valid(items.TYPE, named_values.get(items.TYPE, "document")):
        named_values[items.SOURCE_TYPE] = named_values.pop(items.TYPE)
    people = [
        person
        for name in items.NAMES & remainder.keys()
        for person in names.from_field(remainder[name])
    ]
    about_people = names.extra_of_names(people)
    if known_families := names.get_family_names(record.extra):
        families = {**known_families, **about_people.get(FAMILY_NAMES, {})}
        about_people[FAMILY_NAMES] = families
    extra = {**record.extra, **about_people, **named_values}
    return replace(record, extra=extra, **fields)


def _is_valid(name: str, text: object) -> bool:
    """Tell whether a text can be that field: other programs have lines with these names, too."""
    if name == items.TYPE:
        return text in items.FIELDS
    known_form = {"doi": extract_doi, "arxiv": normal_arxiv}.get(name)
    return known_form is None or bool(known_form(str(text)))


def _own_name(name: str) -> str:
    """Return the name in ``extra`` of a named value."""
    prefix = next(filter(name.startswith, (_EXTRA, _JSON)), "")
    return name.removeprefix(prefix)


def _write_json(value: object) -> str:
    """Return a value on one line; runs of spaces survive, which a line would lose."""
    return json.dumps(value, sort_keys=True).replace("  ", " \\u0020").replace("  ", " \\u0020")


def _write_value(extra: Mapping[str, Any], name: str) -> str:
    if name in items.NAMES:
        return names.write_people(items.get_people(extra, name), extra)
    return items.get_field_text(extra, name)


def _read_value(name: str, text: str) -> object:
    if name.startswith(_JSON):
        return _read_json(text)
    if name in items.NAMES:
        return [person.display for person in names.from_field(text)]
    if name in _LISTS:
        return list(_divide(text))
    return True if name.endswith(_OTHERS) else text


def _read_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _divide(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("; ") if part)


def from_mapping(value: object) -> dict[str, str]:
    """Return the named values of a mapping that was read from a file."""
    pairs: Iterable[tuple[object, object]] = value.items() if isinstance(value, dict) else ()
    return {
        str(name): text
        for name, text in pairs
        if isinstance(text, str) and NAMED_LINE.fullmatch(f"{name}: {text}")
    }
