"""Reads pasted or dropped text into the papers it names, offline.

It may be the content of a reference file, a row of DOIs, arXiv ids and addresses of papers, a
list of references as they are printed, or all of these in one. A bare DOI or arXiv id becomes a
paper without a title of its own, which the next record with that id fills in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from core.base.errors import FormatError
from core.base.identity import doi_key, normal_arxiv, normal_doi
from core.base.items import INCOMPLETE
from core.base.messages import Message
from core.base.records import PaperRecord
from core.formats.entries import Entry, at_line
from core.formats.fields import clean, extract_arxiv
from core.formats.registry import get_format, of_text
from core.manuscript.references.entry_fields import Fields, parse_entry

PASTED = "pasted text"
MAX_CHARS = 4_000_000

_MOST_ENTRY_CHARS = 2_000
_BETWEEN = re.compile(r"[\s,;]+")
_PREFIX = re.compile(r"\b(doi|arxiv):\s+", re.I)
_BIBTEX = re.compile(get_format("bibtex").begins, re.M)
_RIS = re.compile(r"^[ \t]*TY {1,2}-.*?(?:^[ \t]*ER {1,2}-.*?$|\Z)", re.M | re.S)
_WAITS = Message("only the id is known; import the BibTeX entry or the PDF to fill in the rest")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.I)
_LABEL = re.compile(
    # From the first of blanks on alone: else many of them take the square of the time.
    r"(?<![ \t])[ \t]*(?:\[(?P<bracketed>[^\]\n]{1,40})\]|\(?(?P<number>\d{1,4})[.)])[ \t]+"
)
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d{2}[a-z]?(?!\d)")
_WORD_CUT = re.compile(r"(?<=[a-z])-\n\s*(?=[a-z])")
_LEAST_WHOLE_LINE = 50


def parse_entries(text: str) -> Iterator[Entry]:
    """Yield an entry for each paper that a text names, and for each part that names none.

    Raises:
        FormatError: The text is far too long, or is a reference file that cannot be read.
    """
    if len(text) > MAX_CHARS:
        raise FormatError(
            "The text is longer than {limit} million characters.",
            limit=MAX_CHARS // 10**6,
            remedy="Save it in a file and import that.",
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    whole = of_text(text)
    if whole is not None and whole.parser and whole.name not in _FOUND_AMONG:
        yield from whole.parse(text, PASTED)
        return
    for format_name, find in _FOUND_AMONG.items():
        format_text, text = _parted(text, find(text))
        if format_text.strip():
            yield from get_format(format_name).parse(format_text, PASTED)
    yield from _loose(text)


def _bibtex_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where BibTeX entries stand; one that does not end ends where the next begins."""
    starts = [match.start() for match in _BIBTEX.finditer(text)]
    for start, following in pairwise([*starts, len(text)]):
        depth = 0
        for at in range(start, following):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            if text[at] == "}" and depth == 0:
                yield start, at + 1
                break
        else:
            yield start, following


def _ris_spans(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _RIS.finditer(text))


_FOUND_AMONG: Mapping[str, Callable[[str], Iterator[tuple[int, int]]]] = {
    "bibtex": _bibtex_spans,
    "ris": _ris_spans,
}
"""How entries are found that stand among other things."""


def _parted(text: str, spans: Iterable[tuple[int, int]]) -> tuple[str, str]:
    """Return what stands in these spans and what stands around, each in its line still."""
    inside, around, end = [], [], 0
    for start, following in spans:
        around += [text[end:start], _blank(text[start:following])]
        inside += [_blank(text[end:start]), text[start:following]]
        end = following
    return "".join(inside), "".join([*around, text[end:]])


def _blank(text: str) -> str:
    return "\n" * text.count("\n")


def _loose(text: str) -> Iterator[Entry]:
    """Yield the papers that ids, and references as they are printed, name."""
    lines = [line if not line.startswith("%") else "" for line in text.split("\n")]
    above = ""
    for at, line in enumerate(lines):
        words = _words(line)
        if words and not above and all(map(_is_identifier, words)):
            for word in words:
                yield _identified(at_line(at + 1, word[:60]), word)
            lines[at] = ""
        above = lines[at].strip()
    for line_number, reference in find_references("\n".join(lines)):
        yield _referred(at_line(line_number), reference)


def _words(line: str) -> list[str]:
    return [word for word in _BETWEEN.split(_PREFIX.sub(r"\1:", line)) if word]


def find_references(text: str) -> list[tuple[int, str]]:
    """Return the entries of a printed list of references, each with its first line's number.

    They are parted by blank lines, by labels, or by line where most lines hold a whole entry;
    else the text is one entry.
    """
    lines = text.split("\n")
    starts = _starts(lines)
    parts = [
        (start + 1, _WORD_CUT.sub("", "\n".join(lines[start:end])))
        for start, end in pairwise([*starts, len(lines)])
    ]
    return [(line, cleaned) for line, part in parts if (cleaned := clean(_LABEL.sub("", part, 1)))]


def _starts(lines: Sequence[str]) -> list[int]:
    filled_lines = [at for at, line in enumerate(lines) if line.strip()]
    blocks = [at for at in filled_lines if at == 0 or not lines[at - 1].strip()]
    labelled = [at for at in filled_lines if _LABEL.match(lines[at])]
    whole = [
        at for at in filled_lines if len(lines[at]) > _LEAST_WHOLE_LINE and _YEAR.search(lines[at])
    ]
    if len(labelled) > 1 and labelled[0] == filled_lines[0]:
        return labelled
    if len(blocks) > 1:
        return blocks
    return filled_lines if len(whole) > 0.8 * len(filled_lines) else filled_lines[:1]


def _is_identifier(word: str) -> bool:
    """Tell whether a word is a DOI, an arXiv id or an address."""
    return bool(normal_doi(word) or normal_arxiv(word) or _ADDRESS.fullmatch(word))


def _identified(location: str, word: str) -> Entry:
    """Return a paper known by an id alone; nothing is asked of the network about it."""
    key = doi_key(word)
    arxiv = key.partition(":")[2] if key.startswith("arxiv:") else normal_arxiv(word)
    doi = normal_doi(word) if key.startswith("doi:") else ""
    if not doi and not arxiv:
        return Entry(
            location,
            None,
            Message("the address contains no DOI or arXiv id; Cocite does not download it"),
        )
    title = doi or f"arXiv:{arxiv}"
    record = PaperRecord(title=title, doi=doi, arxiv=arxiv, extra={INCOMPLETE: True})
    return Entry(location, record, note=_WAITS)


def _referred(location: str, reference: str) -> Entry:
    """Return the paper that an entry of a list names."""
    if len(reference) > _MOST_ENTRY_CHARS:
        return Entry(location, None, Message("the text is too long for one reference"))
    fields = parse_entry(reference)
    if not fields.title and not fields.doi and not fields.arxiv:
        return Entry(
            location, None, Message("no title, DOI or arXiv id was found in the reference")
        )
    title = fields.title or fields.doi or f"arXiv:{fields.arxiv}"
    if not any(map(str.isalpha, title)) or _is_no_reference(fields):
        return Entry(location, None, Message("the text does not look like a reference"))
    return Entry(
        location,
        PaperRecord(
            title=title,
            authors=fields.authors,
            year=fields.year,
            venue=fields.venue,
            doi=fields.doi,
            arxiv=extract_arxiv(fields.arxiv),
            url=fields.url,
            extra={"reference": reference} | ({} if fields.title else {INCOMPLETE: True}),
        ),
        note="" if fields.title else _WAITS,
    )


def _is_no_reference(fields: Fields) -> bool:
    """Tell whether all that was found is what any sentence would give."""
    return not (fields.year or fields.venue or fields.doi or fields.arxiv or fields.url)
