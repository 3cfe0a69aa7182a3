"""The ids in a line, found by bytes alone: nearly every line of a dump concerns no wanted paper.

A token is what tells an id in a line: a DOI or arXiv id in small letters, or a number. Tokens may
stand for more than is wanted; the line is then parsed, and its keys decide.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable
from urllib.parse import unquote_to_bytes

Tokens = Callable[[bytes], Iterable[bytes]]


def _text(name: bytes) -> re.Pattern[bytes]:
    """Match the text that is the value of a name; the literal beginning makes it fast."""
    return re.compile(b'"' + name + rb'"\s*:\s*"([^"]*)')


_DOI, _PMID, _OPENALEX, _ID = (_text(name) for name in (b"doi", b"pmid", b"openalex", b"id"))
_DOIS, _ARXIV, _PUBMED = (_text(name) for name in (b"DOI", b"ArXiv", b"PubMed"))
_PLAIN_DOI = re.compile(
    rb'"doi"\s*:\s*"(?:https?://(?:dx\.)?doi\.org/)?(10\.[^"\\%\s]+/[^"\\%\s]+)"'
)
_PLAIN_OPENALEX = re.compile(rb'"openalex"\s*:\s*"(?:https?://openalex\.org/)?([Ww]\d+)"')
"""As nearly all of them are written, so that nothing has to be done to the value."""
_NO_DOI = re.compile(rb'"doi"\s*:\s*null')
_ARXIV_PAGE = re.compile(rb'arxiv\.org/abs/([^"?#]+)')
_CORPUS = re.compile(rb'"corpusid"\s*:\s*"?(\d+)')
_CITATION = re.compile(rb'"cit(?:ing|ed)corpusid"\s*:\s*"?(\d+)')
_VERSION = re.compile(rb"(?<=[.\d])v\d+$")


def make_tokens(key: str) -> list[bytes]:
    """Return the tokens by which lines with a key are found."""
    scheme, _, rest = key.partition(":")
    tokens = [key.lower().encode(), rest.lower().encode()]
    return [*tokens, b"10.48550/arxiv." + tokens[1]] if scheme == "arxiv" else tokens


def openalex(line: bytes) -> list[bytes]:
    """Return the tokens of one of OpenAlex' works: its ids, and arXiv's among its addresses."""
    ids = line.find(b'"ids"')
    end = line.find(b"}", ids) + 1 if ids >= 0 else 0
    start, end = (ids, end) if end else (0, len(line))
    line_tokens = []
    doi = _PLAIN_DOI.search(line, 0, end)
    if doi is not None:
        line_tokens.append(doi[1].lower())
    elif not _NO_DOI.search(line, 0, end):
        line_tokens += [_bare(match[1]) for match in (_DOI.search(line),) if match]
    own = _PLAIN_OPENALEX.search(line, start, end)
    if own is not None:
        line_tokens.append(own[1].lower())
    else:
        line_tokens += [_bare(value) for value in _OPENALEX.findall(line, start, end)[:1]]
        line_tokens += [_bare(match[1]) for match in (_ID.search(line),) if match]
    if line.find(b'"pmid"', start, end) >= 0:
        line_tokens += [_bare(value) for value in _PMID.findall(line, start, end)[:1]]
    if b"arxiv.org/abs/" in line:  # far faster than the expression
        line_tokens += [_bare(value) for value in _ARXIV_PAGE.findall(line)]
    return line_tokens


def crossref(line: bytes) -> list[bytes]:
    """Return the tokens of one of Crossref's works: every DOI in it but those of its references.

    Where its references end is guessed by the first bracket that may; more than the work's own
    DOI and those that it updates does no harm.
    """
    start = line.find(b'"reference"')
    end = line.find(b"}]", start) if start >= 0 else -1
    if end >= 0:
        line = line[:start] + line[end:]
    return [
        value.lower() if value.startswith(b"10.") and b"\\" not in value else _bare(value)
        for value in _DOIS.findall(line)
    ]


def semantic_scholar(line: bytes) -> list[bytes]:
    """Return the tokens of a line of Semantic Scholar's papers or abstracts."""
    matches = [pattern.search(line) for pattern in (_DOIS, _ARXIV, _PUBMED, _CORPUS)]
    return [_bare(match[1]) for match in matches if match]


def citations(line: bytes) -> list[bytes]:
    """Return the two corpus ids of a line of Semantic Scholar's citations."""
    return _CITATION.findall(line)


def row(line: bytes) -> list[bytes]:
    """Return the tokens of the first three fields of a row of OpenCitations."""
    if line.startswith(b'"'):
        fields = line[1:].split(b'","', 3)[:3]
    elif b'"' in line:
        fields = [field.encode() for field in _fields(line)[:3]]
    else:
        fields = line.split(b",", 3)[:3]
    return b" ".join(fields).lower().split()


def _fields(line: bytes) -> list[str]:
    try:
        return next(csv.reader([line.decode("utf-8", "replace")]), [])
    except csv.Error:
        return []


def _bare(value: bytes) -> bytes:
    """Return the DOI in a text, or what stands behind its last slash, without arXiv's version."""
    if b"\\" in value:
        value = _unescaped(value)
    at = value.find(b"10.")
    if at >= 0 and b"/" in value[at:]:
        identifier = value[at:]
    else:
        identifier = value.rstrip(b"/").rpartition(b"/")[2] if b"://" in value else value
        identifier = _VERSION.sub(b"", identifier)
    if b"%" in identifier:
        identifier = unquote_to_bytes(identifier)
    return identifier.strip().lower()


def _unescaped(value: bytes) -> bytes:
    try:
        text: str = json.loads(b'"' + value + b'"')
    except ValueError:
        return value
    return text.encode("utf-8", "replace")
