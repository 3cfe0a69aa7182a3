r"""Citations in the source of a document: which keys stand where, and which one is being typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.base.records import LATEX_SUFFIXES
from core.formats import latex
from core.formats.cite import CiteStyle, cite_command
from core.manuscript.text.sentences import split_quickly
from core.programs.requests import DocumentFormat

_FORMATS: dict[str, DocumentFormat] = {
    **dict.fromkeys(LATEX_SUFFIXES, "latex"),
    **dict.fromkeys((".md", ".markdown", ".qmd", ".rmd"), "markdown"),
    ".typ": "typst",
    ".org": "org",
    ".rst": "rst",
}
_STYLES: dict[DocumentFormat, CiteStyle] = {
    "latex": "latex",
    "markdown": "pandoc",
    "typst": "typst",
    "text": "plain",
}
_ROLE = re.compile(r"(?:\{cite[a-z:]*\}|:cite[a-z:]*:)`(?P<keys>[^`\n]*)`")
_ROLE_OPEN = re.compile(
    r"(?P<head>(?:\{cite[a-z:]*\}|:cite[a-z:]*:)`)(?P<keys>[^`\n]*,)?(?P<typed>[^`,\n]*)$"
)
"""Citations of MyST and Sphinx: {cite:p}`a,b`, :cite:p:`a,b`."""

_LATEX_HEAD = (
    r"(?P<head>\\(?:[A-Za-z]*[vV]olcites?\*?\s*(?:\[[^\]]*\]\s*)?\{[^{}]*\}\s*(?:\[[^\]]*\]\s*)?"
    r"|(?![A-Za-z]*[vV]olcite)[A-Za-z]*[cC]ite[A-Za-z]*\*?\s*(?:<[^<>]*>)?(?:\[[^\]]*\]\s*){0,2})\{)"
)
_LATEX = re.compile(rf"{_LATEX_HEAD}(?P<keys>[^{{}}]*)\}}")
_LATEX_OPEN = re.compile(
    rf"{_LATEX_HEAD}"
    r"(?P<keys>[^{}\\%]*,)?(?P<typed>[^{},\\%]*)$"
)
_AT_KEY = re.compile(
    r"(?<![\w@\\])@(?:\{(?P<braced>[^{}\s]+)\}|(?P<key>\w(?:[\w:.#$%&+?<>~/-]*\w)?))"
)
_GROUP = re.compile(r"\[[^\[\]]*@[^\[\]]*\]")
_AT_OPEN = re.compile(
    r"(?P<head>\[(?:[^\[\]]*;)?\s*-?)?(?<![\w@\\])@\{?(?P<typed>[\w:.#$%&+?<>~/-]*)$"
)
_ORG_OPEN = re.compile(
    r"(?P<head>\[cite[^\[\]:]*:(?:[^\[\]]*;)?[^\[\];@]*)(?<![\w@\\])@"
    r"(?P<typed>[\w:.#$%&+?<>~/-]*)$"
)
_TYPST_OPEN = re.compile(r"(?P<head>#cite\(\s*<)(?P<typed>[\w:.-]*)$")
_TYPST_LABEL = re.compile(r"#cite\(\s*(?:<(?P<key>[^>]+)>|label\(\"(?P<text>[^\"]+)\"\))")
_CROSS_REFERENCE = re.compile(
    r"(?:fig|tbl|tab|sec|eq|lst|thm|lem|cor|prp|cnj|def|exm|exr|nte|tip|wrn|imp|cau)[-:]"
)
"""Keys by which Quarto and pandoc-crossref refer to parts of the document."""

_LINES_BACK = 2_000
"""Characters before the cursor in which a citation may begin, and a paragraph on both sides."""
_HEADING = re.compile(r"\\(?:part|chapter|(?:sub){0,2}section)\*?\s*\{[^{}]*\}")
_BLANK_BEFORE_STOP = re.compile(r"\s+(?=[.,;:!?](?:\s|$))")
_STOPS = re.compile(r"[.,;:!?]+[\"'”’»)]*$")
_CLOSED = re.compile(r"[.!?][\"'”’»)}\]]*\s*$")


@dataclass(frozen=True, slots=True)
class CitedKey:
    """A key where it is cited: the span of the key, and that of the citation it stands in."""

    key: str
    start: int
    end: int
    group: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Typed:
    """A key that is being typed: what of it is there, where it and its citation begin."""

    text: str
    start: int
    group: int


@dataclass(frozen=True, slots=True)
class PlainSentence:
    """A sentence of a document in plain words, with those around it in its paragraph."""

    text: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def detect_format(name: str) -> DocumentFormat | None:
    """Return what a file of this name is written in, ``None`` if citations cannot be told in it."""
    return _FORMATS.get(Path(name).suffix.lower())


def command(keys: list[str], kind: DocumentFormat) -> str:
    """Return what cites keys in a document."""
    if kind == "org":
        return f"[cite:{';'.join(f'@{key}' for key in keys)}]"
    if kind == "rst":
        return f":cite:p:`{','.join(keys)}`"
    return cite_command(keys, _STYLES[kind])


def separator(kind: DocumentFormat) -> str:
    """Return what parts a key from the one before it in a citation."""
    return {"latex": ",", "markdown": "; @", "org": ";@", "rst": ","}.get(kind, " @")


def cited_keys(text: str, kind: DocumentFormat) -> list[CitedKey]:
    """Return every key that is cited in a text."""
    if kind == "latex":
        return [
            CitedKey(key[0], at + key.start(), at + key.end(), match.span())
            for match in _LATEX.finditer(text)
            for at in [match.start("keys")]
            for key in re.finditer(r"[^\s,]+", match["keys"])
        ]
    roles = [
        CitedKey(key[0], at + key.start(), at + key.end(), match.span())
        for match in (_ROLE.finditer(text) if kind in ("markdown", "rst") else ())
        for at in [match.start("keys")]
        for key in re.finditer(r"[^\s,]+", match["keys"])
    ]
    if kind == "rst":
        return roles
    has_groups = kind in ("markdown", "org")
    groups = [match.span() for match in _GROUP.finditer(text)] if has_groups else []
    keys_found = roles
    for match in _AT_KEY.finditer(text):
        name = "braced" if match["braced"] else "key"
        around = (span for span in groups if span[0] <= match.start() < span[1])
        if kind == "org" and not _is_org_citation(text, groups, match.start()):
            continue
        keys_found.append(CitedKey(match[name], *match.span(name), next(around, match.span())))
    if kind == "typst":
        for match in _TYPST_LABEL.finditer(text):
            name = "key" if match["key"] else "text"
            keys_found.append(CitedKey(match[name], *match.span(name), match.span()))
    return keys_found


def _is_org_citation(text: str, groups: list[tuple[int, int]], at: int) -> bool:
    """Say whether an @ stands in a citation of Org: [cite:@a;@b], [cite/t:@a]."""
    span = next((span for span in groups if span[0] <= at < span[1]), None)
    return span is not None and text.startswith("[cite", span[0])


def is_cross_reference(key: str, text: str, kind: DocumentFormat) -> bool:
    """Say whether a key leads to a figure, a section or a label of the document itself."""
    if key == "*":
        return True
    if kind == "typst":
        return f"<{key}>" in text
    return kind == "markdown" and (
        _CROSS_REFERENCE.match(key) is not None or f"#{key}" in text or "@" in key
    )


def find_typed_key(text: str, offset: int, kind: DocumentFormat) -> Typed | None:
    """Return the key that is being typed before an offset, ``None`` if there is none."""
    first = max(0, offset - _LINES_BACK)
    blank = text.rfind("\n\n", first, offset)
    first = max(first, blank + 2 if blank >= 0 else 0)
    patterns = {
        "latex": [_LATEX_OPEN],
        "rst": [_ROLE_OPEN],
        "markdown": [_ROLE_OPEN, _AT_OPEN],
        "org": [_ORG_OPEN],
        "typst": [_TYPST_OPEN, _AT_OPEN],
    }
    piece = text[first:offset]
    matches = (pattern.search(piece) for pattern in patterns.get(kind, [_AT_OPEN]))
    match = next((match for match in matches if match), None)
    if match is None:
        return None
    typed = match["typed"]
    lead = len(typed) - len(typed.lstrip())
    return Typed(typed.strip(), first + match.start("typed") + lead, first + match.start())


def without_citation(text: str, typed: Typed, offset: int, kind: DocumentFormat) -> str:
    """Return a text without the citation that is being typed, which no reader could read."""
    is_role = kind in ("markdown", "rst") and text[typed.group : typed.group + 1] in ("{", ":")
    closing = re.compile(r"[^{}\n]{0,300}\}" if kind == "latex" else r"[^\[\]\n]{0,300}\]")
    if is_role:
        closing = re.compile(r"[^`\n]{0,300}`")
    elif text[typed.group : typed.group + 1] == "#":
        closing = re.compile(r"[^()\n]{0,300}\)")
    opened = kind == "latex" or is_role or text[typed.group : typed.group + 1] in ("[", "#")
    end = closing.match(text, offset) if opened else None
    return text[: typed.group] + text[end.end() if end else offset :]


def find_sentence(text: str, at: int, kind: DocumentFormat) -> PlainSentence:
    """Return the sentence at a place of a document, as far as its paragraph alone tells it."""
    text_before, text_behind = text[max(0, at - _LINES_BACK) : at], text[at : at + _LINES_BACK]
    before = split_quickly(_to_words(text_before.rpartition("\n\n")[2], kind))
    after = split_quickly(_to_words(text_behind.partition("\n\n")[0], kind))
    sentence = before.pop() if before else ""
    if after and not _CLOSED.search(sentence):
        sentence = _BLANK_BEFORE_STOP.sub("", f"{sentence} {after.pop(0)}".strip())
    return PlainSentence(sentence, tuple(before), tuple(after))


def _to_words(text: str, kind: DocumentFormat) -> str:
    """Return a piece of a document without its citations and commands."""
    if kind == "latex":
        bare = latex.decode(_HEADING.sub(" ", _LATEX.sub(" ", text)))
    else:
        bare = _ROLE.sub(" ", text) if kind in ("markdown", "rst") else text
        bare = _AT_KEY.sub(" ", _GROUP.sub(" ", bare) if kind in ("markdown", "org") else bare)
    return _BLANK_BEFORE_STOP.sub("", " ".join(bare.split()))


def place_to_cite(text: str, span: tuple[int, int]) -> int:
    """Return where a citation of a sentence goes: before the sign that closes it."""
    closing = re.search(r"\s*[.!?]+[\"'”’»)}\]]*\s*$", text[slice(*span)])
    return span[0] + closing.start() if closing else span[1]


def end_of_word(text: str, at: int) -> int:
    """Return where the word at a place ends, with what its brackets hold, without signs behind it.

    An editor's cursor is on a letter: a citation put there would cut the word in two.
    """
    start = at
    while start and not text[start - 1].isspace():
        start -= 1
    depth, end = 0, start
    while end < len(text):
        depth += (text[end] in "{[") - (text[end] in "}]")
        if end >= at and (depth < 0 or (depth == 0 and text[end].isspace())):
            break
        depth, end = max(0, depth), end + 1
        if end - start > _LINES_BACK:
            break
    if depth > 0:  # a bracket that nothing closes
        return at
    stops = _STOPS.search(text[start:end])
    return start + stops.start() if stops else end
