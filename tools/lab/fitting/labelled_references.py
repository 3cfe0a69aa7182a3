"""Labelled reference entries as their sources have them, read into words and labels.

The sources do not agree on what a title is; here it is what a person would quote as one:

* Of several titles the first: what follows "In" or the editors is the book it stands in. A year
  between two halves of a title belongs to it where the entry has its date elsewhere.
* A title in quotes ends with them. "In", "dans", "//" at its end begin what comes next.
* Editions ("2nd edition", "3. Aufl.") and media ("[online]") are no part of it: the sources have
  fields for them.
* A work that has no title of its own is named by its book, or by the "journal" or "source" that
  has a publisher, as books are tagged in parts of the sources. Articles printed without their
  title, as in physics, have none.

Authors are those named first; a second group belongs to a book or to a reprint. Markup that was
left in the text ("<italic>") is taken out: no page shows it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from core.manuscript.references.entry_fields import LabelledEntry, find_doi
from core.manuscript.references.tokens import split_words

FOLDS = 10
_NAMES = {
    "author": "author", "title": "title", "date": "date", "pages": "pages", "volume": "volume",
    "container-title": "venue", "journal": "venue", "booktitle": "venue",
    "collection-title": "series", "editor": "editor", "translator": "editor", "director": "editor",
    "producer": "editor", "publisher": "publisher", "source": "publisher", "location": "location",
    "doi": "doi", "url": "url", "citation-number": "number",
}  # fmt: skip
_MARKUP = re.compile(r"</?[a-z]{1,8}>")
_IN = re.compile(r"(?:(?<=[\s.,\"”»’'])(?:[Ii]n|[Dd]ans|[Ii]m|[Ee]n)\s*:?|\s//?)\s*\Z")
_QUOTED = re.compile(
    r"\s*(?:“[^“”]{4,}”|„[^“”„]{4,}[“”]|«[^«»]{4,}»|\"[^\"]{4,}\"|‘[^‘]{8,}?’(?=[,.]))"
    r"(?:(?<=[,.?!].)\s*|\s*[,.;]\s*|\s+(?=(?:[Ii]n|[Dd]ans|[Ee]n)\b))(?=[^\s:])"
)
_EDITION = re.compile(
    r"(?<=[.,;:\]\s])[(\[]?\s*(?:\d{1,2}\s?(?:st|nd|rd|th|ème|e|a|ª|º|\.)*|second|third|fourth|revised"
    r"|deuxième|seconde|zweite|dritte)\.?\s(?:revised\s|rev\.\s)?"
    r"(?:ed(?:ition|n|\.)|éd(?:ition|\.)|aufl(?:age|\.)|edición|edizione)\W*\Z",
    re.IGNORECASE,
)
_MEDIUM = re.compile(
    r"\s*\[[^\][]{0,20}\b(?:online|on-line|en ligne|internet|cd-rom|dvd|video|film|software)\b"
    r"[^\][]{0,12}\]\W*\Z",
    re.IGNORECASE,
)
_HOSTS = ("container-title", "journal", "source")

_Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A labelled entry, and what is in each field; ``fold`` is the tenth it belongs to."""

    example: LabelledEntry
    source: str
    fields: Mapping[str, str]
    fold: int


def choose_fold(text: str) -> int:
    """Return which tenth of the entries one belongs to, by its text as the source has it."""
    return int(hashlib.sha1(text.encode()).hexdigest(), 16) % FOLDS


def read_labelled(folder: Path) -> Iterator[Entry]:
    """Yield the entries of a folder of labelled references."""
    for path in sorted(folder.glob("*.xml")):
        for sequence in ET.parse(path).getroot():
            entry = _read_sequence(sequence, path.stem)
            if entry:
                yield entry
    for path in sorted(folder.glob("*.jsonl.gz")):
        yield from (_read_line(record, path.name) for record in json_lines(path))


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a packed file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _read_sequence(sequence: ET.Element, source: str) -> Entry | None:
    """Return an entry whose parts follow each other."""
    printed = [(element.tag, _plain("".join(element.itertext()))) for element in sequence]
    pieces = [(tag, _plain(_MARKUP.sub(" ", piece))) for tag, piece in printed]
    pieces = [(tag, piece) for tag, piece in pieces if piece]
    text = " ".join(piece for _, piece in pieces)
    words = split_words(text)
    if not words:
        return None
    spans: list[_Span] = []
    for label, (_, piece) in zip(_labels([tag for tag, _ in pieces]), pieces, strict=True):
        start = spans[-1][1] + 1 if spans else 0
        spans.append((start, start + len(piece), label))
    spans = [part for span in spans for part in _divided(text, span)]
    labels = [next(name for _, end, name in spans if word.start < end) for word in words]
    fields = {name: _first(text, spans, name) for name in ("title", "author")}
    for name in ("venue", "date"):
        fields[name] = ", ".join(text[start:end] for start, end, label in spans if label == name)
    doi = find_doi(" ".join(piece for tag, piece in pieces if tag in ("doi", "url")))
    fold = choose_fold(" ".join(piece for _, piece in printed if piece))
    return Entry(LabelledEntry(text, words, labels), source, fields | {"doi": doi}, fold)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _labels(tags: Sequence[str]) -> list[str]:
    """Return the labels of parts by their tags; there is one title at most."""
    labels = [_NAMES.get(tag, "note") for tag in tags]
    if "title" not in tags:
        hosts = [tag for tag in _HOSTS if tag in tags]
        if hosts and (hosts[0] == "container-title" or "publisher" in tags):
            labels[tags.index(hosts[0])] = "title"
        return labels
    at = tags.index("title")
    while at + 1 < len(tags) and tags[at + 1] == "title":
        at += 1
    if tags[at + 1 : at + 3] == ["date", "title"] and tags.count("date") > 1:
        labels[at + 1] = "title"
        at += 2
    for later in range(at + 1, len(tags)):
        if tags[later] == "title":
            labels[later] = "venue" if tags[later - 1] == "editor" else "note"
    return labels


def _divided(text: str, span: _Span) -> Iterator[_Span]:
    """Yield the parts of a title that do and that do not belong to it; other spans as they are."""
    start, end, name = span
    if name != "title":
        yield span
        return
    title = text[start:end]
    quoted = _QUOTED.match(title)
    cut = quoted.end() if quoted else len(title)
    for unwanted in (_IN, _EDITION, _MEDIUM):
        match = unwanted.search(title, 0, cut)
        if match and match.start() > 2:
            cut = match.start()
    yield (start, start + cut, "title")
    if cut < len(title):
        rest = title[cut:].lstrip()
        opens = re.match(r"(?:in|dans|im|en|/+)\b|/", rest, re.IGNORECASE)
        yield (start + cut, end, "venue" if opens else "note")


def _first(text: str, spans: Sequence[_Span], name: str) -> str:
    """Return the first stretch of a text that has a label."""
    for label, group in groupby(spans, key=lambda span: span[2]):
        run = list(group)
        if label == name:
            return text[run[0][0] : run[-1][1]]
    return ""


def _read_line(record: Mapping[str, Any], source: str) -> Entry:
    """Return an entry that names some of its fields; the other words have no label."""
    text = record["text"]
    words = split_words(text)
    labels = [""] * len(words)
    fields = {
        "author": record["authors"] or "",
        "title": record["title"] or "",
        "venue": record["venue"] or "",
    }
    for name, value in fields.items():
        for start, end in _spans(text, value):
            for at, word in enumerate(words):
                if word.start < end and word.end > start:
                    labels[at] = name
    year = str(record["year"] or "")
    for at, word in enumerate(words):
        if year and not labels[at] and year in word.text and not word.kind:
            labels[at] = "date"
            break
    fields |= {"date": year, "doi": (record["doi"] or "").lower()}
    return Entry(LabelledEntry(text, words, labels), source, fields, choose_fold(text))


def _spans(text: str, value: str, start: int = 0) -> list[tuple[int, int]]:
    """Return where a value stands, piece by piece where something stands in between."""
    pieces = value.split(" ")
    for count in range(len(pieces), 0, -1):
        head = " ".join(pieces[:count])
        at = text.find(head, start) if head else -1
        if at >= 0:
            end = at + len(head)
            return [(at, end), *_spans(text, " ".join(pieces[count:]), end)]
    return []
