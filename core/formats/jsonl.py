"""Paper records: JSON Lines. Reading is strict, so that a mistake of a script is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import Paper, PaperRecord
from core.base.stated_keys import FIELD, MADE_KEY, is_stated
from core.formats.entries import Entry, Problem, at_line
from core.formats.fields import extract_doi
from core.formats.legacy_names import renewed
from core.formats.lines import numbered_lines

_TEXTS = ("id", "title", "abstract", "venue", "doi", "arxiv", "url")
_LISTS = ("authors", "keywords")
_KNOWN = frozenset((*_TEXTS, *_LISTS, "year"))
_WRITTEN = (
    "id",
    "title",
    "abstract",
    "authors",
    "year",
    "venue",
    "doi",
    "arxiv",
    "url",
    "keywords",
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

_Json = dict[str, Any]  # Any: JSON


def read(path: Path) -> Iterator[Entry]:
    """Yield an entry for each line that is not blank.

    Raises:
        FormatError: The file cannot be opened.
    """
    for line in json_objects(path):
        if isinstance(line, Problem):
            yield Entry(line.location, None, line.reason)
            continue
        number, value = line
        try:
            yield Entry(at_line(number), _record(value))
        except _WrongValueError as error:
            yield Entry(at_line(number), None, error.args[0])


def write(papers: Iterable[Paper]) -> str:
    """Return a line of JSON for each paper."""
    return "".join(map(record_line, papers))


def record_line(paper: Paper) -> str:
    """Return a paper as a line of JSON, with whatever else its source said and its key.

    A key that was made up bears another name, so that it stays one where the line is read.
    """
    is_made = bool(paper.citation_key) and not is_stated(paper.extra, paper.citation_key)
    extra = {**paper.extra, MADE_KEY if is_made else FIELD: paper.citation_key}
    record = {name: getattr(paper, name) for name in _WRITTEN}
    return json.dumps({**extra, **record}, ensure_ascii=False) + "\n"


def json_objects(path: Path) -> Iterator[tuple[int, _Json] | Problem]:
    """Yield the object of each line with its number, or what is wrong with the line.

    Raises:
        FormatError: The file cannot be opened.
    """
    for line in numbered_lines(path):
        if isinstance(line, Problem):
            yield line
            continue
        number, text = line
        try:
            value = loads(text)
        except ValueError as error:
            yield Problem(
                at_line(number),
                Message("the line is not valid JSON ({reason})", reason=_reason(error)),
            )
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            yield Problem(at_line(number), Message("the line is valid JSON but not an object"))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def loads(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the JSON value, free of half surrogates, which no database takes.

    Raises:
        ValueError: It is not JSON, or nested too deeply to be read.
    """
    try:
        value = _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if "\\u" in text and _LONE_SURROGATE.search(repaired := json.dumps(value, ensure_ascii=False)):
        return _DECODER.decode(_LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", repaired))
    return value


def load_json(text: str, name: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a whole file of JSON.

    Raises:
        FormatError: It is not JSON.
    """
    try:
        return loads(text.lstrip("\ufeff"))
    except ValueError as error:
        raise FormatError(
            "“{name}” is not valid JSON ({reason}).", name=name, reason=error
        ) from error


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}, character {error.pos + 1}"
    return str(error)


class _WrongValueError(Exception):
    """A key holds what it may not hold; the text says which and what."""


def _record(value: _Json) -> PaperRecord:
    for key in _TEXTS:
        if not isinstance(value.get(key, ""), str) and value[key] is not None:
            raise _WrongValueError(
                Message("“{key}” must be text, not {kind}", key=key, kind=_name_type(value[key]))
            )
    title = value.get("title") or ""
    if not title or title.isspace():
        raise _WrongValueError(Message("the record has no title"))
    authors, keywords = (_texts(value, key) for key in _LISTS)
    doi = value.get("doi") or ""
    return PaperRecord(
        id=value.get("id") or "",
        title=title,
        abstract=value.get("abstract") or "",
        authors=authors,
        year=_year(value.get("year")),
        venue=value.get("venue") or "",
        doi=(extract_doi(doi) or doi) if doi else "",
        arxiv=value.get("arxiv") or "",
        url=value.get("url") or "",
        keywords=keywords,
        extra={} if value.keys() <= _KNOWN else renewed(_unknown(value), _year(value.get("year"))),
    )


def _unknown(value: _Json) -> _Json:
    return {key: inner_value for key, inner_value in value.items() if key not in _KNOWN}


def _texts(value: _Json, key: str) -> tuple[str, ...]:
    text_list = value.get(key)
    if text_list is None:
        return ()
    if not isinstance(text_list, list):
        raise _WrongValueError(
            Message(
                "“{key}” must be a list of texts, not {kind}", key=key, kind=_name_type(text_list)
            )
        )
    for text in text_list:
        if not isinstance(text, str):
            raise _WrongValueError(
                Message("“{key}” must hold only texts, not {kind}", key=key, kind=_name_type(text))
            )
    return tuple(text_list)


def _year(year_value: object) -> int | None:
    if year_value is None:
        return None
    if not isinstance(year_value, int) or isinstance(year_value, bool):
        raise _WrongValueError(
            Message(
                "“year” must be a whole number or null, not {kind}", kind=_name_type(year_value)
            )
        )
    if not -9999 <= year_value <= 9999 or year_value == 0:
        raise _WrongValueError(Message("“year” must lie between -9999 and 9999, and not be 0"))
    return year_value


_TYPE_NAMES = {
    bool: Message("true or false"),
    int: Message("a number"),
    float: Message("a number"),
    str: Message("text"),
}


def _name_type(value: object) -> Message:
    names = {
        **_TYPE_NAMES,
        list: Message("a list"),
        dict: Message("an object"),
        type(None): Message("null"),
    }
    return names[type(value)]
