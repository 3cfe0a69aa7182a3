"""A Typst manuscript: headings, text, ``@key`` and ``#cite``, with its bibliography.

No code is run. Functions give what stands in their square brackets, but for those whose content is
no running text; statements (``#set``, ``#let``, ``#import``) are passed over.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from core.base.errors import FormatError
from core.base.records import Manuscript, PaperRecord
from core.formats.decoding import read_text
from core.manuscript.latex.references import ReferenceList
from core.manuscript.latex.style import Style
from core.manuscript.markup.bibliographies import beside, bibliographies, records_of
from core.manuscript.markup.written import Citing, Front, check_size, manuscript_of, style_named
from core.manuscript.text.composed import Composer
from core.manuscript.text.extractor import TYPST_EXTRACTOR

_MOST_FILES, _DEEPEST = 200, 100
_MOST_CALLS = 50  # of a function that are looked into, each of which may reach to the end
_RAW = re.compile(r"```.*?```", re.S)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|(?<![:\\])//[^\n]*", re.S)
_INCLUDE = re.compile(r"#include\s+\"(?P<name>[^\"\n]+)\"")
_BIBLIOGRAPHY = re.compile(r"\bbibliography\(")
_STRING = re.compile(r"\"(?P<text>(?:[^\"\\]|\\.)*)\"")
_STYLE = re.compile(r"\bstyle:\s*\"(?P<name>[^\"]+)\"")
_NAMED = re.compile(r"[\"(](?P<name>[^\"()]+\.(?:bib|ya?ml))\"")
_LABEL = re.compile(r"<(?P<name>[\w][\w.:-]*)>")
_KEY = re.compile(r"@(?P<key>\w(?:\w|[.:\-/](?=\w))*)")
_STATEMENT = re.compile(r"#(?:import|set|let|show|include)\b")
_CALL = re.compile(r"#(?P<name>[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)")
_BLOCK = re.compile(r"#(?:if|for|while|context|return)\b")
_HEADING = re.compile(r"(?P<signs>={1,6})[ \t]+(?P<title>[^\n]*)")
_ITEM = re.compile(r"[ \t]*(?:[-+]|\d+\.|/)[ \t]+")
_NO_TEXT = frozenset(
    ("figure", "table", "grid", "image", "raw", "footnote", "bibliography", "outline", "v", "h",
     "pagebreak", "colbreak", "line", "rect", "circle", "label", "metadata", "counter", "state",
     "here", "locate", "place", "hide", "title", "datetime", "lorem", "todo", "note", "ref")
)  # fmt: skip
_ARGUMENT = r"(?:^|[(,])\s*{}:\s*"
_MARK = re.compile(r"(?<![\w\\])[*_](?=\S)|(?<=[^\s\\])[*_](?!\w)")
_SIGNS = {"---": "—", "--": "–", "~": " ", "...": "…"}
_SIGN = re.compile(r"---|--|~|\.\.\.")
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_CITED_LABEL = re.compile(r"<(?P<key>[^<>]+)>|label\(\"(?P<named>[^\"]+)\"\)")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(slots=True)
class _Reading:
    path: Path
    citing: Citing = field(default_factory=Citing)
    composer: Composer = field(default_factory=Composer)
    entries: ReferenceList = field(default_factory=ReferenceList)
    style: Style = field(default_factory=Style)
    records: dict[str, PaperRecord] = field(default_factory=dict)
    labels: frozenset[str] = frozenset()
    pieces: list[tuple[str, str, int]] = field(default_factory=list)
    """What is read, in order: ("text", …), ("cite", number), ("heading", title, level), ("end")."""


def files_of(path: Path) -> list[Path]:
    """Return the manuscript's file, those it includes and its bibliographies."""
    files: list[Path] = []
    text = _gathered(path, files)
    return [*files, *_bibliographies(path, text)]


def parse(path: Path) -> Manuscript:
    """Read the Typst document at ``path``.

    Raises:
        FormatError: it cannot be opened, includes itself, holds no text, or is far too large.
    """
    began = time.perf_counter()
    text = _gathered(path, [])
    records = records_of(_bibliographies(path, text))
    labels = frozenset(match["name"] for match in _LABEL.finditer(text)) - set(records)
    reading = _Reading(path, records=records, labels=labels)
    shown = _calls(re.compile(r"#show:\s*[\w.-]+\("), text)
    front = _front(reading, shown)
    named = [match["name"] for call in (*shown, *_calls(_BIBLIOGRAPHY, text))
             for match in _STYLE.finditer(call)]  # fmt: skip
    reading.style = style_named(named, default="number")
    if front.abstract:
        reading.pieces.append(("heading", "Abstract", 1))
        _content(reading, front.abstract, 0)
    _content(reading, text, 0)
    reading.entries = reading.citing.entries(records, reading.style)
    _write(reading)
    if not front.title:
        front.title = _title_of(reading, text)
    front.written = text
    return manuscript_of(path, front, reading.composer, reading.entries, TYPST_EXTRACTOR, began)


# --- files ----------------------------------------------------------------------------------------


def _gathered(path: Path, files: list[Path], above: tuple[Path, ...] = ()) -> str:
    """Return the text with all it includes, without comments and code."""
    own = path.absolute().resolve()
    if own in above:
        raise FormatError(
            "“{file}” includes itself.", file=path.name, remedy="Take the #include out."
        )
    if len(files) >= _MOST_FILES:
        raise FormatError(
            "“{file}” includes more than {limit} files.",
            file=files[0].name,
            limit=_MOST_FILES,
            remedy="Open a single chapter instead of the whole.",
        )
    files.append(path)
    text = _COMMENT.sub("", _RAW.sub("", check_size(path, read_text(path))))
    root = above[0] if above else own

    def included(match: re.Match[str]) -> str:
        inside = beside(path, match["name"].lstrip("/"))
        if inside is None or not inside.is_relative_to(root.parent):
            return ""
        return f"\n\n{_gathered(inside, files, (*above, own))}\n\n"

    return check_size(path, _INCLUDE.sub(included, text))


def _bibliographies(path: Path, text: str) -> list[Path]:
    names = [match["name"] for call in _calls(_BIBLIOGRAPHY, text)
             for match in _NAMED.finditer(call)]  # fmt: skip
    names += [match["name"] for match in re.finditer(
        r"bibliography(?:-file)?:\s*[\"(]+(?P<name>[^\"()]+\.(?:bib|ya?ml))\"", text)]  # fmt: skip
    return bibliographies(path, [name.lstrip("/") for name in names])


def _calls(pattern: re.Pattern[str], text: str) -> list[str]:
    found = islice(pattern.finditer(text), _MOST_CALLS)
    return [_call_after(text, match.end() - 1) for match in found]


# --- brackets -------------------------------------------------------------------------------------


def _end_of(text: str, at: int) -> int:
    """Return where the bracket that opens at ``at`` is closed, behind it; the end if nowhere."""
    open_ones: list[str] = []
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char == '"' and not (open_ones and open_ones[-1] == "]"):
            string = _STRING.match(text, at)
            at = string.end() - 1 if string else at
        elif char in _PAIRS:
            open_ones.append(_PAIRS[char])
        elif open_ones and char == open_ones[-1]:
            open_ones.pop()
            if not open_ones:
                return at + 1
        at += 1
    return len(text)


def _call_after(text: str, at: int) -> str:
    return text[at : _end_of(text, at)]


def _argument(call: str, name: str) -> str:
    """Return what a call gives an argument: the content of brackets, a string, or ""."""
    for match in re.finditer(_ARGUMENT.format(re.escape(name)), call):
        value = call[match.end() :]
        if value.startswith("["):
            return value[1 : _end_of(value, 0) - 1]
        if value.startswith("("):
            return value[: _end_of(value, 0)]
        string = _STRING.match(value)
        return string["text"] if string else ""
    return ""


# --- front ----------------------------------------------------------------------------------------


def _front(reading: _Reading, calls: Sequence[str]) -> Front:
    front = Front()
    for call in calls:
        authors = _argument(call, "authors") or _argument(call, "author")
        names = re.findall(r"\bname:\s*[\"\[](?P<name>[^\"\]]+)[\"\]]", authors)
        if not names:
            names = [match["text"] for match in _STRING.finditer(authors)] or [authors.strip()]
        front.title = front.title or _plain(reading, _argument(call, "title"))
        front.abstract = front.abstract or _argument(call, "abstract")
        front.authors = front.authors or tuple(
            " ".join(name.split()) for name in names if name.strip("() ")
        )
        words = _argument(call, "keywords") or _argument(call, "index-terms")
        found = [match["text"] for match in _STRING.finditer(words)] or words.split(",")
        front.keywords = front.keywords or tuple(word.strip() for word in found if word.strip())
    return front


def _plain(reading: _Reading, content: str, depth: int = 0) -> str:
    own = _Reading(reading.path, records=reading.records, labels=reading.labels)
    _content(own, content, depth + 1)
    return " ".join("".join(text for kind, text, _ in own.pieces if kind == "text").split())


def _title_of(reading: _Reading, text: str) -> str:
    """Return what ``#set document`` or ``#title`` says."""
    for call in _calls(re.compile(r"#set document\("), text):
        if title := _argument(call, "title"):
            return _plain(reading, title)
    found = re.search(r"#title\s*\[", text)
    return _plain(reading, _call_after(text, found.end() - 1)[1:-1]) if found else ""


# --- content --------------------------------------------------------------------------------------


def _content(reading: _Reading, text: str, depth: int) -> None:
    """Read content; line by line, as headings and items begin lines."""
    at = 0
    begins = True
    while at < len(text) and depth < _DEEPEST:
        if begins:
            at = _line_start(reading, text, at, depth)
            begins = False
            continue
        begins = text[at] == "\n"
        at = _SPECIAL.get(text[at], _words)(reading, text, at, depth)


def _line_end(reading: _Reading, text: str, at: int, _depth: int) -> int:
    blank = _BLANK.match(text, at)
    reading.pieces.append(("end" if blank else "text", "\n", 0))
    return blank.end() if blank else at + 1


def _label(reading: _Reading, text: str, at: int, depth: int) -> int:
    label = _LABEL.match(text, at)
    return label.end() if label else _words(reading, text, at, depth)


def _raw(reading: _Reading, text: str, at: int, _depth: int) -> int:
    end = text.find("`", at + 1)
    end = end if end > 0 else len(text)
    reading.pieces.append(("text", text[at + 1 : end], 0))
    return end + 1


def _line_start(reading: _Reading, text: str, at: int, depth: int) -> int:
    heading = _HEADING.match(text, at)
    if heading is not None:
        title = _plain(reading, _LABEL.sub("", heading["title"]), depth) if depth < 3 else ""
        if title:
            reading.pieces.append(("heading", title, len(heading["signs"])))
        return heading.end()
    item = _ITEM.match(text, at)
    if item is not None:
        reading.pieces.append(("end", "", 0))
        return item.end()
    spaces = re.compile(r"[ \t]*").match(text, at)
    return spaces.end() if spaces else at


def _words(reading: _Reading, text: str, at: int, _depth: int) -> int:
    """Read plain text up to the next sign that means something."""
    if text[at] == "\\" and at + 1 < len(text):
        shown = " " if text[at + 1].isspace() else text[at + 1]
        reading.pieces.append(("text", shown, 0))
        return at + 2
    end = at + 1
    while end < len(text) and text[end] not in "\n#$@<`\\":
        end += 1
    if end < len(text) and text[end] == "@" and text[end - 1].isalnum():
        end += 1  # an address
    before = text[at - 1] if at else " "
    shown = _MARK.sub("", before + text[at:end])[0 if before in "*_" else 1 :]
    reading.pieces.append(("text", _SIGN.sub(lambda sign: _SIGNS[sign[0]], shown), 0))
    return end


def _formula(reading: _Reading, text: str, at: int, _depth: int) -> int:
    end = text.find("$", at + 1)
    if end < 0:
        reading.pieces.append(("text", "$", 0))
        return at + 1
    inside = text[at + 1 : end]
    reading.pieces.append(("formula" if inside[:1].isspace() else "text", inside.strip(), 0))
    return end + 1


def _key(reading: _Reading, text: str, at: int, depth: int) -> int:
    """Read "@oak2010[p. 3]"; a label of the document itself is no citation."""
    match = _KEY.match(text, at)
    if match is None:
        reading.pieces.append(("text", "@", 0))
        return at + 1
    end, behind = match.end(), ""
    if text.startswith("[", end):
        close = _end_of(text, end)
        behind, end = _plain(reading, text[end + 1 : close - 1], depth), close
    key = match["key"]
    if key in reading.labels:
        reading.pieces.append(("text", behind or "[ref]", 0))
    else:
        reading.pieces.append(("cite", "", reading.citing.add("cite", [("", key, behind)])))
    return end


def _code(reading: _Reading, text: str, at: int, depth: int) -> int:
    """Read what begins with "#", and return where it ends."""
    if _STATEMENT.match(text, at):
        return _statement_end(text, at)
    if _BLOCK.match(text, at) or text[at + 1 : at + 2] in _PAIRS:
        found = re.compile(r"[^\n\[{(]*").match(text, at)
        start = found.end() if found else at + 1
        return (
            max(_end_of(text, start), at + 1)
            if start < len(text) and text[start] in _PAIRS
            else start
        )
    call = _CALL.match(text, at)
    if call is None:
        reading.pieces.append(("text", "#", 0))
        return at + 1
    end = call.end()
    arguments = ""
    if text.startswith("(", end):
        arguments = _call_after(text, end)
        end += len(arguments)
    contents = []
    while text.startswith("[", end):
        close = _end_of(text, end)
        contents.append(text[end + 1 : close - 1])
        end = close
    _called(reading, call["name"], arguments, contents, depth)
    return end + 1 if text.startswith(";", end) else end


def _called(
    reading: _Reading, name: str, arguments: str, contents: Sequence[str], depth: int
) -> None:
    if name == "cite":
        _cite_call(reading, arguments, depth)
    elif name == "footnote":
        keys = [match["key"] for one in contents for match in _KEY.finditer(one)]
        noted = [("", key, "") for key in keys if key in reading.records]
        if noted:
            reading.pieces.append(("cite", "", reading.citing.add("raised", noted)))
    elif name == "parbreak":
        reading.pieces.append(("end", "", 0))
    elif name == "heading":
        level = re.search(r"level:\s*(\d)", arguments)
        titles = (_plain(reading, one, depth) for one in contents)
        reading.pieces += [("heading", title, int(level[1]) if level else 1) for title in titles]
    elif name.rpartition(".")[2] not in _NO_TEXT:
        for one in contents:
            _content(reading, one, depth + 1)


def _cite_call(reading: _Reading, arguments: str, depth: int) -> None:
    key = _CITED_LABEL.search(arguments)
    if key is not None:
        form = {"prose": "text", "year": "year"}.get(_argument(arguments, "form"), "cite")
        behind = _plain(reading, _argument(arguments, "supplement"), depth)
        cited = [("", key["key"] or key["named"], behind)]
        reading.pieces.append(("cite", "", reading.citing.add(form, cited)))


_SPECIAL = {
    "\n": _line_end, "#": _code, "$": _formula, "@": _key, "<": _label, "`": _raw,
}  # fmt: skip


def _statement_end(text: str, at: int) -> int:
    """Return the end of a statement: of its line, or of the brackets that are open there."""
    at += 1
    while at < len(text) and text[at] != "\n":
        if text[at] in _PAIRS:
            at = _end_of(text, at)
        elif text[at] == '"' and (string := _STRING.match(text, at)):
            at = string.end()
        else:
            at += 1
    return at


# --- writing --------------------------------------------------------------------------------------


def _write(reading: _Reading) -> None:
    """Write what was read; citations that only spaces part are one marker."""
    composer = reading.composer
    together: list[int] = []
    for kind, text, number in [*reading.pieces, ("end", "", 0)]:
        if kind == "cite":
            together.append(number)
            continue
        if kind == "text" and together and not text.strip():
            continue
        spaced = _cite(reading, together, text)
        together = []
        if kind == "text":
            composer.write(spaced + text)
        elif kind == "formula":
            composer.formula(text)
        elif kind == "heading":
            composer.heading("", text, number)
        else:
            composer.end_paragraph()
    composer.end_paragraph()


def _cite(reading: _Reading, numbers: Sequence[int], after: str) -> str:
    """Write a marker and return the space that its source may have had behind it."""
    if not numbers:
        return ""
    shown = reading.citing.shown(numbers, reading.entries, reading.style)
    if shown.text:
        composer = reading.composer
        composer.cite(shown.text, shown.references, shown.unresolved, before_stop=shown.raised)
    return "" if after[:1] in ".,;:!?)]" or after[:1].isspace() else " "
