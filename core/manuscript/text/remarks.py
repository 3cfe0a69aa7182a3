"""Remarks at sentences, written into a copy of a manuscript's source: LaTeX, Typst, Markdown.

A remark is a comment of the language, so a marked copy is typeset as the manuscript is. In LaTeX
and Typst it is a line above the one in which its sentence begins. In Markdown a line that begins
with a comment would end the paragraph, so there it stands behind the sentence.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.base.files import read_file, replace_bytes
from core.base.library_records import Annotation, Colour
from core.base.records import PaperNumber, Rect
from core.formats.decoding import unreadable
from core.manuscript.text.locating import Span, located

Language = Literal["latex", "typst", "markdown"]

_QUOTED = 70
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
_HIDDEN: dict[Language, re.Pattern[str]] = {
    "latex": re.compile(r"^[ \t]*<<[^\n]*>>=[^\n]*$(?s:.*?)^@(?=[ \t%\n]|\Z)|(?<!\\)%[^\n]*", re.M),
    "typst": re.compile(r"(?<![:/])//[^\n]*|/\*.*?\*/", re.S),
    "markdown": re.compile(
        r"<!--.*?-->|^(?P<fence>```+|~~~+)[^\n]*\n.*?^(?P=fence)[`~]*[ \t]*$", re.S | re.M
    ),
}
"""What is no text of the manuscript, and in which no remark may stand."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is written at a sentence: its text and where it is printed, and the lines to write.

    ``is_done`` says that papers were chosen for it. With a ``citation`` a field of Word with this
    code and this text is put at its end instead.
    """

    sentence: str
    rects: tuple[Rect, ...]
    lines: tuple[str, ...]
    is_done: bool = False
    citation: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """A copy: its files, the main one first, how many remarks there are, and those without place.

    ``missed`` are their positions.
    """

    files: tuple[Path, ...]
    missed: tuple[int, ...] = ()
    remarks: int = 0


def as_annotation(remark: Remark) -> Annotation:
    """Return the highlight with a note that a remark is in a PDF."""
    colour: Colour = "green" if remark.is_done else "yellow"
    note = "\n".join(printable(line) for line in remark.lines)
    paper = PaperNumber(0)
    return Annotation(paper, "", "highlight", colour, remark.rects, remark.sentence, note)


def printable(text: str) -> str:
    """Return a text in one line, without what no file format takes."""
    return " ".join(_CONTROL.sub("", text).split())


def mark_sources(
    files: Sequence[Path], target: Path, remarks: Sequence[Remark], language: Language
) -> Marked:
    """Write a copy of a manuscript with remarks.

    ``files`` are those of its text in reading order, the main file first. That is always written,
    of the others only those that get remarks, into a folder named like the copy.

    Raises:
        FormatError: a file cannot be read.
        LibraryError: a copy cannot be written.
    """
    sources = [_Source.of(path) for path in files]
    hidden = _HIDDEN[language]
    visible_text = "\n\n".join(hidden.sub(_blank, part.text) for part in sources)
    spans = located(visible_text, [part.sentence for part in remarks])
    base = 0
    copies = []
    for path, source in zip(files, sources, strict=True):
        end = base + len(source.text)
        here = [
            ((span[0] - base, span[1] - base), remark)
            for span, remark in zip(spans, remarks, strict=True)
            if span is not None and base <= span[0] < end
        ]
        copy = locate_copy(path, files[0], target)
        if here or copy is target:
            text = marked(source.text, here, language)
            replace_bytes(copy, text.encode(source.encoding, "replace"))
            copies.append(copy)
        base = end + 2
    missed = tuple(index for index, span in enumerate(spans) if span is None)
    return Marked(tuple(copies), missed)


def locate_copy(path: Path, main: Path, target: Path) -> Path:
    """Return where the copy of a file goes: the main one, or one that it includes."""
    if path == main:
        return target
    steps = Path(os.path.relpath(path.resolve(), main.parent.resolve())).parts
    return target.with_suffix("").joinpath(*(step for step in steps if step != ".."))


def marked(text: str, remarks: Sequence[tuple[Span, Remark]], language: Language) -> str:
    """Return a source with a comment for each remark, at the span of its sentence."""
    newline = "\r\n" if "\r\n" in text else "\n"
    write = _COMMENTS[language]
    pieces, at = [], 0
    placed = [(_place(text, span, language), remark) for span, remark in remarks]
    for place, remark in sorted(placed, key=lambda pair: pair[0]):
        begins = text.rfind("\n", 0, place) + 1
        rest = text[begins:]
        indent = rest[: len(rest) - len(rest.lstrip(" \t"))]
        pieces += [text[at:place], write(remark, indent, newline)]
        at = place
    return "".join([*pieces, text[at:]])


def _place(text: str, span: Span, language: Language) -> int:
    return span[1] if language == "markdown" else text.rfind("\n", 0, span[0]) + 1


def _above(sign: str) -> Callable[[Remark, str, str], str]:
    def write(remark: Remark, indent: str, newline: str) -> str:
        sentence = printable(remark.sentence)
        quoted = sentence if len(sentence) <= _QUOTED else f"{sentence[:_QUOTED].rstrip()}…"
        lines = [
            f"Cocite: “{quoted}”",
            *(f"  {printable(remark_line)}" for remark_line in remark.lines),
        ]
        return "".join(f"{indent}{sign} {line}{newline}" for line in lines)

    return write


def _behind(remark: Remark, indent: str, newline: str) -> str:
    """Return a comment of HTML; none of its lines may begin like a list, a quotation or a rule."""
    lines = [printable(remark_line).replace("--", "–") for remark_line in remark.lines]
    inside = newline.join(f"{indent}({number}) {line}" for number, line in enumerate(lines[1:], 1))
    return f" <!-- Cocite: {lines[0]}{newline if inside else ''}{inside} -->"


_COMMENTS: dict[Language, Callable[[Remark, str, str], str]] = {
    "latex": _above("%"),
    "typst": _above("//"),
    "markdown": _behind,
}


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


@dataclass(frozen=True, slots=True)
class _Source:
    """A file's text, in an encoding that gives back every byte of what is not changed."""

    text: str
    encoding: str

    @classmethod
    def of(cls, path: Path) -> _Source:
        try:
            data = read_file(path)
        except OSError as error:
            raise unreadable(path, error) from error
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        for encoding in (*(["utf-16"] if wide else []), "utf-8"):
            try:
                return cls(data.decode(encoding), encoding)
            except UnicodeDecodeError:
                continue
        return cls(data.decode("latin-1"), "latin-1")
