"""CSL-JSON, as Zotero, Pandoc and the citation processors exchange it.

Its variables are the names in ``extra``; people are lists of "Given Family" there and dates texts.
What is no variable of CSL stands in ``custom``, which its schema keeps for such.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.base import items
from core.base.cited_names import FAMILY_NAMES
from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.formats import dates, legacy_fields, names
from core.formats.cite import is_key, keyed
from core.formats.entries import Entry, at_entry
from core.formats.fields import (
    clean,
    distinct,
    doi_in_url,
    extract_doi,
    extract_year,
    find_named_arxiv,
    list_names,
    without_tags,
)
from core.formats.jsonl import load_json, loads
from core.formats.name_lists import OTHERS
from core.formats.untitled import with_made_up_title
from core.formats.variables import drop_extra_lines, read_extra_lines, tidied

_MAX_BROKEN = 200  # items; the search for the next one is slow
_Json = dict[str, Any]  # Any: JSON

_OTHER_NAMES = {
    "journalAbbreviation": "container-title-short",
    "shortTitle": "title-short",
    "event": "event-title",
    "event-location": "event-place",
}
_RECORDS_OWN = frozenset(
    (
        *("title", "author", "URL", "abstract", "keyword", "citation-key", "id", "type", "custom"),
        *("DOI", "container-title"),
    )
)
_NOT_SAID = frozenset((items.TYPE, "citation_key", "incomplete", FAMILY_NAMES))
_TYPES = {"article": "preprint"}  # the only type with another name in ``core.base.items``
_LANGUAGE_CODES = {
    name: code
    for code, all_names in {
        "en": "english", "en-US": "american usenglish", "en-GB": "british ukenglish",
        "en-CA": "canadian", "en-AU": "australian", "en-NZ": "newzealand",
        "de": "german ngerman deutsch", "de-AT": "austrian naustrian",
        "de-CH": "swissgerman nswissgerman", "fr": "french francais français frenchb",
        "fr-CA": "acadian canadien", "es": "spanish español", "it": "italian italiano",
        "pt": "portuguese portuges português", "pt-BR": "brazil brazilian",
        "nl": "dutch nederlands",
        "ca": "catalan", "gl": "galician", "eu": "basque", "la": "latin", "el": "greek",
        "da": "danish", "sv": "swedish", "nb": "norsk norwegian", "nn": "nynorsk",
        "fi": "finnish", "is": "icelandic", "et": "estonian", "lv": "latvian", "lt": "lithuanian",
        "pl": "polish", "cs": "czech", "sk": "slovak", "sl": "slovene slovenian",
        "hr": "croatian", "sr": "serbian", "bg": "bulgarian", "mk": "macedonian",
        "ru": "russian", "uk": "ukrainian", "hu": "hungarian magyar", "ro": "romanian",
        "tr": "turkish", "he": "hebrew", "ar": "arabic", "fa": "persian farsi", "hi": "hindi",
        "zh": "chinese", "ja": "japanese", "ko": "korean", "vi": "vietnamese", "th": "thai",
        "id": "indonesian", "ga": "irish", "cy": "welsh",
    }.items()
    for name in all_names.split()
}  # fmt: skip
"""What CSL has for the languages that babel and polyglossia name."""
_TYPES_WRITTEN = {name: theirs for theirs, name in _TYPES.items()}
_EMPTY: tuple[object, ...] = (None, "", [], {})
_VENUES = ("container-title", "event-title", "event")
_ARXIV_HOMES = ("number", "archive_location", "note", "container-title", "publisher")
_ITEM_START = re.compile(
    r'(?:^|[,\[\n])\s{0,99}(\{\s{0,99}"(?:id|type|DOI|title|citation-key)"\s*:)'
)
_BETWEEN = re.compile(r"[\s,]*")
_OPENING = re.compile(r"\s*(?:\{[^{}\[\]]*\"items\"\s*:\s*)?\[")


# --- reading CSL-JSON -------------------------------------------------------------------------


def parse(text: str, name: str) -> Iterator[Entry]:
    """Yield an entry for each item of a list, of ``{"items": […]}``, or for a single item.

    Behind an item that is no valid JSON, reading goes on at the next one that can be found.

    Raises:
        FormatError: The text is no list of items.
    """
    for number, (line, item) in enumerate(_items(text, name), start=1):
        yield _entry(at_entry(number, line), item)


def convert_item_to_record(item: Mapping[str, Any]) -> PaperRecord | None:
    """Return the record that one CSL item states, ``None`` if it says nothing to call it by."""
    title = _text(item, "title") or _text(item, "title-short")
    return with_made_up_title(_record(title, dict(item)))


def _items(text: str, name: str) -> Iterator[tuple[int, _Json | str]]:
    """Yield each item, or the reason why there is none, with its line."""
    text = text.lstrip("\ufeff")
    opening = _OPENING.match(text)
    if opening is None:
        yield 1, _single(text, name)
        return
    bare = opening[0].strip() == "["
    position, line, last_position, broken = opening.end(), 1, 0, 0
    while True:
        between = _BETWEEN.match(text, position)
        position = between.end() if between else position
        if position >= len(text):
            break
        if text[position] == "]":
            following = _ITEM_START.search(text, position) if bare else None
            if following is None:
                break
            yield line, Message("the list ends here, but items follow")
            position = following.start(1)
        line += text.count("\n", last_position, position)
        last_position = position
        item, end = _item(text, position)
        yield line, item
        position = end
        broken += isinstance(item, str)
        if broken > _MAX_BROKEN:
            yield line, Message("too much of the file is broken; the rest was not read")
            return
    if position >= len(text):
        reason = Message("the file ends before its list of items does")
        yield line + text.count("\n", last_position), reason


def _item(text: str, start: int) -> tuple[_Json | str, int]:
    """Return the item at ``start``, or what is wrong with it, and where to go on."""
    try:
        _, end = _SCANNER.raw_decode(text, start)
        value = loads(text[start:end])
    except (ValueError, RecursionError) as error:
        following = _ITEM_START.search(text, start + 1)
        reason = Message(
            "the item is not valid JSON ({reason})", reason=getattr(error, "msg", error)
        )
        return reason, following.start(1) if following else len(text)
    return value if isinstance(value, dict) else Message("the item is not an object"), end


_SCANNER = json.JSONDecoder()


def _single(text: str, name: str) -> _Json:
    value = load_json(text, name)
    if not isinstance(value, dict) or "title" not in value:
        raise FormatError("“{name}” holds JSON, but no list of CSL items.", name=name)
    return value


def _entry(location: str, item: _Json | str) -> Entry:
    if isinstance(item, str):
        return Entry(location, None, item)
    if key := _text(item, "citation-key") or _text(item, "id"):
        location = Message("{location} ({key})", location=location, key=key)
    record = convert_item_to_record(item)
    return Entry(location, record, "" if record else Message("the item has no title"))


def _record(title: str, item: _Json) -> PaperRecord:
    legacy_extra, custom = _custom(item)
    rest = {name: value for name, value in item.items() if value not in _EMPTY}
    rest = _take_extra_lines(rest)
    authors = _people(rest, "author")
    venue_name = next((name for name in _VENUES if _text(rest, name)), "")
    url, doi = _text(rest, "URL"), extract_doi(_text(rest, "DOI"))
    year = _year(rest)
    used_names = _RECORDS_OWN | {venue_name} | ({"DOI"} if doi else set())
    used_names |= {name for name in ("number", "archive_location") if _is_arxiv(rest.get(name))}
    remaining_values = {name: value for name, value in rest.items() if name not in used_names}
    if not doi and "DOI" in rest:
        remaining_values["DOI"] = rest["DOI"]
    people = {name: _people(rest, name) for name in remaining_values if name in items.NAMES}
    homes = (_text(rest, name) for name in _ARXIV_HOMES)
    family_names = names.extra_of_names(
        [*authors, *(person for role_people in people.values() for person in role_people)]
    )
    return PaperRecord(
        title=title,
        abstract=_text(rest, "abstract"),
        authors=list_names([name.display for name in authors]),
        year=year,
        venue=_text(rest, venue_name),
        doi=doi or doi_in_url(url),
        arxiv=find_named_arxiv(doi, url, *homes),
        url=url,
        keywords=_keywords(rest),
        extra=_about(item)
        | _convert_variables(remaining_values, people, year)
        | _note_others(rest)
        | custom
        | family_names
        | legacy_fields.renewed(legacy_extra, year),
    )


def _take_extra_lines(item: _Json) -> _Json:
    """Return an item whose identifiers do not stand in its note too, as Zotero exports them."""
    note = item.get("note")
    if not isinstance(note, str) or not (lines := read_extra_lines(note)):
        return item
    fields = {"pmid": "PMID", "pmcid": "PMCID", "doi": "DOI", "citation key": "citation-key"}
    stated = {name: str(item.get(field) or "") for name, field in fields.items()}
    values = {name: stated[name] or lines.get(name, "") for name in fields}
    if not stated["citation key"] and is_key(str(item.get("id", ""))):
        values["citation key"] = str(item.get("id", ""))
    new_fields = {
        field: values[name]
        for name, field in fields.items()
        if name in lines and not stated[name] and name != "citation key"
    }
    return {**item, **new_fields, "note": drop_extra_lines(note, values)}


def _convert_variables(
    remaining_values: _Json, people: Mapping[str, list[names.Name]], year: int | None
) -> _Json:
    """Return what CSL's variables say beyond the fields of a record."""
    variable_values: _Json = {}
    for field_name, value in remaining_values.items():
        name = _OTHER_NAMES.get(field_name, field_name)
        if field_name in people:
            variable_values.setdefault(name, [person.display for person in people[field_name]])
        elif name in items.DATES:
            variable_values.setdefault(name, dates.from_csl(value))
        else:
            text = _text(remaining_values, field_name) if name in items.TEXTS else ""
            variable_values.setdefault(name, text or value)
    tidy_values = {
        name: value for name, value in tidied(variable_values).items() if value not in _EMPTY
    }
    if year is not None and dates.is_year(str(tidy_values.get("issued", "")), year):
        del tidy_values["issued"]
    return tidy_values


def _custom(item: _Json) -> tuple[_Json | None, _Json]:
    """Return what an earlier version carried there, and what anyone else keeps there."""
    custom = item.get("custom")
    if not isinstance(custom, dict):
        return None, {}
    legacy_extra = legacy_fields.of_object(custom.get(legacy_fields.NAME))
    free = {name: value for name, value in custom.items() if name not in items.VARIABLES}
    return legacy_extra, free if legacy_extra is None else {
        n: v for n, v in free.items() if n != legacy_fields.NAME
    }


def _about(item: _Json) -> _Json:
    """Return the type and the key."""
    kind = _text(item, "type")
    kind = _TYPES.get(kind, kind)
    own = _text(item, "id")
    key = _text(item, "citation-key") or (own if is_key(own) else "")
    type_values = {items.TYPE: kind} if kind in items.FIELDS else {items.SOURCE_TYPE: kind}
    return {name: value for name, value in (type_values | {"citation_key": key}).items() if value}


def _text(item: Mapping[str, Any], name: str) -> str:
    """Return a variable as text: numbers as they are written, anything else as none."""
    value = item.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return without_tags(str(value))


def _is_arxiv(number: object) -> bool:
    return (
        isinstance(number, str)
        and bool(find_named_arxiv(number))
        and number.lower().startswith("arxiv:")
    )


def _people(item: Mapping[str, Any], role: str) -> list[names.Name]:
    people = item.get(role)
    parsed_names = [names.from_csl(person) for person in people] if isinstance(people, list) else []
    return [name for name in parsed_names if name.display and not _is_others(name)]


def _note_others(item: Mapping[str, Any]) -> _Json:
    """Return what to keep of people whose list ends in "others", as Pandoc writes it."""
    return {
        f"{role}_and_others": True
        for role in ("author", *items.NAMES)
        if isinstance(people := item.get(role), list)
        and any(_is_others(names.from_csl(person)) for person in people)
    }


def _is_others(name: names.Name) -> bool:
    return not name.given_name and name.family.lower() in OTHERS


def _year(item: _Json) -> int | None:
    issued = item.get("issued")
    if not isinstance(issued, dict):
        return extract_year(_text(item, "issued"))
    match issued.get("date-parts"):
        case [[str() | int() as first, *_], *_] if (year := extract_year(str(first))) is not None:
            return year
    return extract_year(_text(issued, "raw"), _text(issued, "literal"))


def _keywords(item: Mapping[str, Any]) -> tuple[str, ...]:
    keyword_value = item.get("keyword")
    if isinstance(keyword_value, list):
        return distinct([clean(word) for word in keyword_value if isinstance(word, str)])
    text = _text(item, "keyword")
    separator = ";" if ";" in text else ","
    return distinct([clean(word) for word in text.split(separator)])


# --- writing CSL-JSON -------------------------------------------------------------------------


def write(papers: Iterable[Paper]) -> str:
    """Return a CSL-JSON list of ``papers``, in their order, each with its citation key as id."""
    return json.dumps(convert_papers_to_items(papers), ensure_ascii=False, indent=2) + "\n"


def convert_papers_to_items(papers: Iterable[Paper]) -> list[_Json]:
    """Return the CSL item of each paper, each with its citation key as id."""
    return [_csl_item(paper, key) for paper, key in keyed(papers)]


def _csl_item(paper: Paper, key: str) -> _Json:
    families = names.get_family_names(paper.extra)
    kind = items.get_item_type(paper)
    date = items.get_publication_date(paper)
    arxiv = f"arXiv:{paper.arxiv}" if paper.arxiv else ""
    numbered = bool(items.get_field_text(paper.extra, "number"))
    item: _Json = {
        "id": key,
        "citation-key": "" if is_key(key) else key,  # a number would not be read as a key
        "type": _TYPES_WRITTEN.get(kind, kind),
        "title": clean(items.stated_title(paper)),
        "author": _write_people("author", paper.authors, paper.extra, families),
        "issued": dates.to_csl(date) if date else {},
        "container-title": clean(paper.venue),
        "DOI": paper.doi,
        "URL": paper.url,
        "archive_location" if numbered else "number": arxiv,
        "keyword": _joined(paper.keywords),
        "abstract": clean(paper.abstract),
    }
    item = {name: value for name, value in item.items() if value}
    custom: _Json = {}
    for name, value in paper.extra.items():
        if name in items.VARIABLES:
            _tell(item, name, value, paper.extra, families)
        elif name not in _NOT_SAID and not name.endswith("_and_others"):
            custom[name] = value
    language = item.get("language") or items.get_field_text(paper.extra, "langid")
    if language:
        item["language"] = _LANGUAGE_CODES.get(language.lower(), language)
    return item | ({"custom": custom} if custom else {})


def _write_people(
    role: str, people: Iterable[str], extra: Mapping[str, Any], families: Mapping[str, str]
) -> list[dict[str, str]]:
    """Return people as CSL has them; that there are others is one more, as Pandoc writes it."""
    others_mark = [{"literal": "others"}] if extra.get(f"{role}_and_others") else []
    return [*(_csl_name(person, families) for person in people), *others_mark]


def _tell(
    item: _Json, name: str, value: object, extra: Mapping[str, Any], families: Mapping[str, str]
) -> None:
    """Put a variable into an item, in the form that CSL has for it."""
    text = items.get_field_text({name: value}, name)
    if name in item or not text:
        return
    if name in items.NAMES:
        people = items.get_people({name: value}, name)
        item[name] = _write_people(name, people, extra, families)
    elif name in items.DATES:
        item[name] = dates.to_csl(text)
    else:
        item[name] = text.replace("–", "-") if name == "page" else text


def _csl_name(display: str, families: Mapping[str, str]) -> dict[str, str]:
    name = names.split_name(clean(display), families)
    if not name.given_name and not name.suffix:
        return {"literal" if " " in name.family else "family": name.family}
    suffix = "" if name.suffix.isdecimal() else name.suffix  # DBLP's "0001" is for telling apart
    parts = {"family": name.family, "given": name.given_name, "suffix": suffix}
    return {part: text for part, text in parts.items() if text}


def _joined(keywords: tuple[str, ...]) -> str:
    """Return the keywords between commas, or between semicolons if one holds a comma."""
    if not any("," in word for word in keywords):
        return ", ".join(keywords)
    return "; ".join(keywords) + (";" if len(keywords) == 1 else "")
