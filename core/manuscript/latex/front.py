r"""Title, authors and keywords of a LaTeX manuscript, in the ways document classes write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.manuscript.latex.macros import parse_group, parse_option

_TITLE = re.compile(r"\\(?:title|icmltitle|Title)(?![A-Za-z])")
_AUTHOR = re.compile(r"\\(?:author|icmlauthor|Author|name)(?![A-Za-z])")
_DATE = re.compile(r"\\(?:acmYear|copyrightyear|date|jyear|pubyear)(?![A-Za-z])")
_ABSTRACT = re.compile(r"\\abstract(?![A-Za-z])")
_KEYWORDS = re.compile(r"\\(?:keywords|keyword|icmlkeywords|Keywords)(?![A-Za-z])")
_KEYWORD_BLOCK = re.compile(
    r"\\begin\s*\{(?P<name>keywords?|IEEEkeywords)\}(?P<inside>.*?)\\end\s*\{(?P=name)\}", re.S
)
_NOTES = re.compile(
    r"\\(?:thanks|thanksref|footnote|footnotemark|inst|orcid|orcidID|orcidlink|email|ead|affil"
    r"|affiliation|address|fnref|tnoteref|corref|authornote|IEEEauthorblockA|IEEEmembership"
    r"|textsuperscript|textsubscript|url|href|institution|addr|texttt|label|footref|marginpar)"
    r"(?![A-Za-z])\*?"
)
_UNWRAPPED = re.compile(r"\\(?:IEEEauthorblockN|textbf|textit|bf|Large|large|normalsize|mbox|rm)"
                        r"(?![A-Za-z])")  # fmt: skip
_RAISED = re.compile(r"\$[^$]*\$")
_APART = re.compile(r"\\(?:and|And|AND|quad|qquad|hfill|hspace\*?\s*\{[^{}]*\})(?![A-Za-z])")
_LINE = re.compile(r"\\\\(?:\s*\[[^\]]*\])?")
_BETWEEN_NAMES = re.compile(r"\s*(?:,(?:\s*(?:and|und|et)\s)?|;|\s(?:and|und|et|&|\\&)\s)\s*")
_NO_NAME = re.compile(
    r"universit|institut|departm|laborator|school|college|center|centre|faculty|research|@|\d|"
    r"inc\b|corp|gmbh|author|anonymous|member|fellow|student|street|\bUSA\b|group\b",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"\\(?:sep|kwd|and|And|PACS|MSC)(?![A-Za-z])|[;·•]|\$\\cdot\$")
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Front:
    """What stands before the text; ``abstract`` is LaTeX, given as a command, else ""."""

    title: str
    authors: tuple[str, ...]
    keywords: tuple[str, ...]
    date: str
    abstract: str


def read_front(text: str, plain: Callable[[str], str]) -> Front:
    """Return the front matter of the whole text; ``plain`` says what LaTeX prints."""
    titles = [
        plain(_without_notes(_LINE.sub(" ", call_text))) for call_text in _calls(_TITLE, text)
    ]
    dates = [plain(call_text) for call_text in _calls(_DATE, text)]
    return Front(
        title=next((title for title in reversed(titles) if title), ""),
        authors=_authors(text, plain),
        keywords=_keywords(text, plain),
        date=" ".join(dates),
        abstract=next(_calls(_ABSTRACT, text), ""),
    )


def _calls(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the argument of each use of a command, options passed over."""
    for match in pattern.finditer(text):
        at = match.end()
        while (option := parse_option(text, at)) is not None:
            at = option[1]
        braced_group = parse_group(text, at)
        if braced_group is not None:
            yield braced_group[0]


def _without_notes(source_text: str) -> str:
    """Take out what hangs on a name: notes, raised signs, addresses."""
    pieces, at = [], 0
    for match in _NOTES.finditer(source_text):
        if match.start() < at:
            continue
        pieces.append(source_text[at : match.start()])
        at = match.end()
        option = parse_option(source_text, at)
        at = option[1] if option else at
        braced_group = parse_group(source_text, at)
        at = braced_group[1] if braced_group else at
    return _UNWRAPPED.sub(" ", "".join([*pieces, source_text[at:]]))


def _authors(text: str, plain: Callable[[str], str]) -> tuple[str, ...]:
    names: list[str] = []
    for call_text in _calls(_AUTHOR, text):
        names_text = _RAISED.sub(" ", _without_notes(call_text))
        for part in _APART.split(names_text):
            line = next((line for line in _LINE.split(part) if line.strip(" {}~\n")), "")
            for piece in _BETWEEN_NAMES.split(line):
                name = plain(piece).strip(" ,.*†‡§¶")
                if _is_name(name):
                    names.append(name)
    return tuple(dict.fromkeys(names))


def _is_name(text: str) -> bool:
    return (
        bool(text)
        and text[0].isalpha()
        and len(text.split()) <= _MOST_WORDS
        and not _NO_NAME.search(text)
    )


def _keywords(text: str, plain: Callable[[str], str]) -> tuple[str, ...]:
    blocks = [match["inside"] for match in _KEYWORD_BLOCK.finditer(text)]
    keywords_text = next(iter([*blocks, *_calls(_KEYWORDS, text)]), "")
    parts = _SEPARATORS.split(keywords_text)
    if len(parts) == 1:
        parts = keywords_text.split(",")
    words = (plain(part).strip(" .,;") for part in parts)
    return tuple(dict.fromkeys(word for word in words if word))
