"""A corpus folder: papers, full texts with their citing contexts, and edges.

Each part is a file beside the others or a folder of such files, plain or gzip. Files of other
names are ignored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.messages import Message
from core.formats.entries import Problem, at_line
from core.formats.jsonl import json_objects
from core.formats.lines import numbered_lines

MANUSCRIPT_PREFIX = "manuscript-"
"""Of the ids of a library's manuscripts, whose sentences cite what a person chose for them."""
DRAFT_PREFIX = "draft-"
"""Of the ids of the same manuscripts, whose sentences cite what their author cites there."""
_RECORDS = (".jsonl", ".jsonl.gz")
_TABLES = (".tsv", ".tsv.gz")


@dataclass(frozen=True, slots=True)
class FullTextSentence:
    """A sentence, the ids it cites, and the spans of its markers in ``text``.

    ``refused`` are papers that a person would not cite there.
    """

    text: str
    cites: tuple[str, ...] = ()
    markers: tuple[tuple[int, int], ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FullTextSection:
    """A section: its heading and its paragraphs, each a run of sentences."""

    title: str
    paragraphs: tuple[tuple[FullTextSentence, ...], ...]


@dataclass(frozen=True, slots=True)
class FullTextReference:
    """An entry of the reference list; ``id`` is "" where it leads to no known paper."""

    key: str
    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class FullTextEntry:
    """A full text, or with a ``problem`` the reason why a line gave none."""

    location: str
    id: str = ""
    title: str = ""
    abstract: str = ""
    sections: tuple[FullTextSection, ...] = ()
    references: tuple[FullTextReference, ...] = ()
    problem: str = ""


def is_corpus(folder: Path) -> bool:
    """Return whether the folder holds at least one of papers, full texts and edges."""
    return bool(papers_files(folder) or fulltext_files(folder) or edge_files(folder))


def papers_files(folder: Path) -> list[Path]:
    """Return the files of paper records of a corpus, by name."""
    return _part(folder, "papers", _RECORDS)


def fulltext_files(folder: Path) -> list[Path]:
    """Return the files of full texts of a corpus, by name."""
    return _part(folder, "fulltexts", _RECORDS)


def holds_fulltexts(path: Path) -> bool:
    """Tell whether a file of JSON Lines begins with a full text, not with the record of a paper."""
    first = next(json_objects(path), None)
    return isinstance(first, tuple) and isinstance(first[1].get("sections"), list)


def edge_files(folder: Path) -> list[Path]:
    """Return the files of edges of a corpus, by name."""
    return _part(folder, "edges", _TABLES)


def _part(folder: Path, name: str, endings: tuple[str, ...]) -> list[Path]:
    beside = [folder / f"{name}{ending}" for ending in endings]
    inside = sorted((folder / name).iterdir()) if (folder / name).is_dir() else []
    matching_files = [path for path in inside if path.name.endswith(endings)]
    return [path for path in (*beside, *matching_files) if path.is_file()]


def is_manuscript(paper_id: str) -> bool:
    """Tell whether an id is that of a manuscript with decisions, and no paper's."""
    return paper_id.startswith(MANUSCRIPT_PREFIX)


def held_out_share(paper_ids: Iterable[str]) -> set[str]:
    """Return one in ten of the papers, at least one of two or more: those to hold out.

    The hash of its id alone decides over a paper, so it stays where it was when others come.
    """
    ranked_ids = sorted(
        (hashlib.sha256(paper_id.encode()).digest(), paper_id) for paper_id in set(paper_ids)
    )
    least = ranked_ids[: len(ranked_ids) > 1]
    return {paper_id for digest, paper_id in ranked_ids if digest[0] < 256 // 10} | {
        paper_id for _, paper_id in least
    }


def read_edges(path: Path) -> Iterator[tuple[str, str] | Problem]:
    """Yield (citing id, cited id) for each line that is not blank.

    Raises:
        FormatError: The file cannot be opened.
    """
    for line in numbered_lines(path):
        if isinstance(line, Problem):
            yield line
            continue
        number, text = line
        citing, *other_columns = text.rstrip("\r").split("\t")
        cited = other_columns[0].strip() if len(other_columns) == 1 else ""
        if (citing := citing.strip()) and cited:
            yield citing, cited
        else:
            yield Problem(
                at_line(number), Message("the line is not two ids with a tab between them")
            )


def read_fulltexts(path: Path) -> Iterator[FullTextEntry]:
    """Yield an entry for each line that is not blank.

    Raises:
        FormatError: The file cannot be opened.
    """
    for line in json_objects(path):
        if isinstance(line, Problem):
            yield FullTextEntry(line.location, problem=line.reason)
            continue
        number, value = line
        try:
            yield _full_text(at_line(number), value)
        except _WrongShapeError as error:
            yield FullTextEntry(at_line(number), problem=error.args[0])


class _WrongShapeError(Exception):
    """A part of a full text is not what it must be; the text says which."""


def _full_text(location: str, value: dict[str, Any]) -> FullTextEntry:
    paper_id = _text(value, "id")
    if not paper_id.strip():
        raise _WrongShapeError(Message("the full text has no id"))
    return FullTextEntry(
        location,
        paper_id,
        _text(value, "title"),
        _text(value, "abstract"),
        tuple(map(_section, _list(value, "sections"))),
        tuple(map(_reference, _list(value, "references"))),
    )


def _section(value: object) -> FullTextSection:
    section = _object(value, Message("a section"))
    paragraphs = (_paragraph(paragraph) for paragraph in _list(section, "paragraphs"))
    return FullTextSection(_text(section, "title"), tuple(paragraphs))


def _paragraph(value: object) -> tuple[FullTextSentence, ...]:
    if not isinstance(value, list):
        raise _WrongShapeError(Message("a paragraph must be a list of sentences"))
    return tuple(map(_sentence, value))


def _sentence(value: object) -> FullTextSentence:
    sentence = _object(value, Message("a sentence"))
    text = _text(sentence, "text")
    markers = tuple(_span(span, len(text)) for span in _list(sentence, "markers"))
    return FullTextSentence(text, _ids(sentence, "cites"), markers, _ids(sentence, "refused"))


def _ids(sentence: dict[str, Any], key: str) -> tuple[str, ...]:
    ids = _list(sentence, key)
    if not all(isinstance(paper_id, str) for paper_id in ids):
        raise _WrongShapeError(Message("“{key}” of a sentence must hold only ids", key=key))
    return tuple(ids)


def _span(value: object, length: int) -> tuple[int, int]:
    match value:
        case [int(start), int(end)] if 0 <= start <= end <= length:
            return start, end
    raise _WrongShapeError(Message("a marker must be [start, end] within the text of its sentence"))


def _reference(value: object) -> FullTextReference:
    reference = _object(value, Message("a reference"))
    return FullTextReference(*(_text(reference, key) for key in ("key", "text", "id")))


def _object(value: object, name: Message) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _WrongShapeError(Message("{name} must be an object", name=name))
    return value


def _list(value: dict[str, Any], key: str) -> list[Any]:
    list_value = value.get(key)
    if list_value is None:
        return []
    if not isinstance(list_value, list):
        raise _WrongShapeError(Message("“{key}” must be a list", key=key))
    return list_value


def _text(value: dict[str, Any], key: str) -> str:
    text_value = value.get(key)
    if text_value is None:
        return ""
    if not isinstance(text_value, str):
        raise _WrongShapeError(Message("“{key}” must be text", key=key))
    return text_value
