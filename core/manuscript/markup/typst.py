"""A Typst manuscript: headings, text, ``@key`` and ``#cite``, with its bibliography.

No code is run. Functions give the content that they are given, in brackets or among their
arguments, but for those whose content is no running text; conditions and loops give what stands in
their blocks; statements (``#set``, ``#let``, ``#import``) are passed over.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from core.base.records import Manuscript, PaperRecord
from core.manuscript.latex.parts import PartContext, SourceReading
from core.manuscript.latex.references import ReferenceList
from core.manuscript.latex.style import Style
from core.manuscript.markup.bibliographies import bibliographies, find_unread, load_records
from core.manuscript.markup.source_texts import unread_parts
from core.manuscript.markup.typst_files import NO_WORDS, TypstFiles, content_variables
from core.manuscript.markup.written import Citing, Front, build_manuscript, style_named
from core.manuscript.text.composed import Composer
from core.manuscript.text.coverage import left_out_list
from core.manuscript.text.extractor import TYPST_EXTRACTOR

_DEEPEST = 100
_BEFORE, _EXCERPT = 40, 60
_MOST_UNCLOSED = 10
_NONE: Mapping[str, str] = {}
_MOST_CALLS = 50  # of a function that are looked into, each of which may reach to the end
_TEMPLATE = re.compile(r"(?:#|^[ \t]*)show:\s*(?:\w+\s*=>\s*)?[\w.-]+\(", re.M)
_BIBLIOGRAPHY = re.compile(r"\bbibliography\(")
_STRING = re.compile(r"\"(?P<text>(?:[^\"\\]|\\.){0,5000}+)\"(?![^\W_])")
_STYLE = re.compile(r"\bstyle:\s*\"(?P<name>[^\"]+)\"")
_FILE = r'"[^"()\n]{1,200}\.(?:bib|ya?ml)"'
_OPENED = r"(?:[\s(]|read|bytes){0,40}"
_PASSED = re.compile(rf'(?:bibliography[\w-]{{0,40}}:|[:=](?={_OPENED}"[^"()\n]{{1,200}}\.bib"))'
                     rf"{_OPENED}(?:{_FILE}[\s,]{{0,40}})++")  # fmt: skip
_LABEL = re.compile(r"<(?P<name>[\w][\w.:-]*)>")
_KEY = re.compile(r"@(?P<key>\w(?:\w|[.:\-/]++(?=\w))*)")
_STATEMENT = re.compile(r"#?(?:import|set|let|show|include)(?![\w-])")
_IDENTIFIER = r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*"
_CALL = re.compile(rf"#?(?P<name>{_IDENTIFIER})")
_MEMBER = re.compile(rf"\.{_IDENTIFIER}")
_BLOCK = re.compile(r"#?(?:if|for|while|context|return)(?![\w-])")
_ELSE = re.compile(r"\s*else(?![\w-])")
_CONDITION = re.compile(r"[^\n\[{(\"]*")
_TEXT_CALLS = frozenset(
    ("emph", "strong", "text", "smallcaps", "upper", "lower", "underline", "strike", "highlight",
     "quote", "super", "sub", "overline")
)  # fmt: skip
"""Functions that print a string they are given."""
_KEYWORDS = frozenset(("else", "in", "not", "and", "or", "none", "auto", "true", "false"))
_NAME_OF_ARGUMENT = re.compile(r"\s*(?P<name>[A-Za-z_][\w-]*)\s*:")
_CITES = re.compile(r"cite|citation", re.I)
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
_UNSHOWN = re.compile(r"\bform:\s*none\b")
_CITED_LABEL = re.compile(r"<(?P<key>[^<>\s]+)>|label\(\"(?P<named>[^\"]+)\"\)")
_INTERESTING = re.compile(r"[\\\"$`\[\](){}#\n;]")
_LINE = "\n"
"""Opened by a statement in content, which ends with its line."""
_LONGEST_FORMULA = 5_000
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
    variables: Mapping[str, str] = field(default_factory=dict)
    aside: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unclosed: list[str] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)
    """Calls that may cite and are not understood, by the function's name."""
    pieces: list[tuple[str, str, int]] = field(default_factory=list)
    """What is read, in order: ("text", …), ("cite", number), ("heading", title, level), ("end")."""


def list_files(path: Path) -> list[Path]:
    """Return the manuscript's file, those it includes and its bibliographies."""
    gathered = TypstFiles(path)
    names = _list_names(f"{gathered.gather()}\n{gathered.imported()}")
    return [*gathered.files, *bibliographies(path, names), *gathered.list_files_of_whole()]


def parse(path: Path) -> Manuscript:
    """Read the Typst document at ``path``.

    Raises:
        FormatError: it cannot be opened, includes itself, holds no text, or is far too large.
    """
    return read_source(path).measure()


def read_source(path: Path, context: PartContext | None = None) -> SourceReading:
    """Read a manuscript, or a part of one in the ``context`` of the rest; raises as ``parse``."""
    began = time.perf_counter()
    gathered = TypstFiles(path)
    text, imported = gathered.gather(), gathered.imported()
    names = [*_list_names(text), *(name.removeprefix("../") for name in _list_names(imported))]
    files = bibliographies(path, names)
    records, faulty = load_records(files)
    labels = gathered.find_labels() - records.keys() | (context.labels if context else frozenset())
    text = gathered.name_terms(text, labels | records.keys())
    variables = {**_variables(imported), **_variables(text)}
    reading = _Reading(path, records=records, labels=labels, variables=variables)
    shown = _calls(_TEMPLATE, text)
    front = _front(reading, [*shown, *_calls(re.compile(r"#set document\("), text)])
    named = [match["name"] for call in (*shown, *_calls(_BIBLIOGRAPHY, text))
             for match in _STYLE.finditer(call)]  # fmt: skip
    reading.style = context.style if context else style_named(named, default="number")
    if front.abstract:
        reading.pieces.append(("heading", "Abstract", 1))
        (_code_text if front.abstract.startswith("(") else _content)(reading, front.abstract, 0)
    _content(reading, text, 0)
    reading.entries = reading.citing.entries(records, reading.style)
    _write(reading)
    if not front.title:
        front.title = _find_title(reading, text)
    front.source_text = text
    manuscript = reading.citing.mark_beside(
        build_manuscript(path, front, reading.composer, reading.entries, TYPST_EXTRACTOR, began)
    )
    unread = unread_parts(
        gathered.source, dict.fromkeys(reading.unclosed), reading.unknown.values(), _EXCERPT
    )
    unlisted = find_unread(path, files, names, faulty, reading.citing.cited_keys)
    return gathered.read_as(
        manuscript,
        PartContext(reading.style, labels=labels),
        NO_WORDS,
        aside=[*reading.aside, *reading.composer.own_works],
        notes=reading.notes,
        unread=[*left_out_list(reading.composer.own_works), *unlisted, *unread],
    )


def _variables(text: str) -> dict[str, str]:
    """Return what each name stands for that is given content or a text."""
    values = {}
    for name, at in content_variables(text).items():
        string = _STRING.match(text, at)
        if string is not None:
            values[name] = string["text"]
        elif (close := _closing(text, at)) is not None:
            values[name] = text[at + 1 : close - 1]
    return values


def _list_names(text: str) -> list[str]:
    passed = [*_calls(_BIBLIOGRAPHY, text), *(match[0] for match in _PASSED.finditer(text))]
    return [name.strip('"').lstrip("/") for name in re.findall(_FILE, " ".join(passed))]


def _calls(pattern: re.Pattern[str], text: str) -> list[str]:
    matches = islice(pattern.finditer(text), _MOST_CALLS)
    return [_cut_call(text, match.end() - 1) for match in matches]


# --- finding where brackets close -----------------------------------------------------------------


def _closing(text: str, at: int) -> int | None:
    """Return where the bracket that opens at ``at`` is closed, behind it; ``None`` if nowhere.

    In content only brackets count, and parentheses behind a name with "#"; in code all of them do.
    """
    opened: list[str] = []
    while match := _INTERESTING.search(text, at):
        at = _next_sign(text, match, opened)
        if not opened:
            return at
    return None


def _next_sign(text: str, match: re.Match[str], opened: list[str]) -> int:
    """Take a sign in that may open or close brackets, and return where to go on."""
    char, at = match[0], match.end()
    in_content = bool(opened) and opened[-1] == "]"
    if char == "\\":
        at += 1
    elif char in "$`" or (char == '"' and not in_content):
        at = _quote_end(text, match.start())
    elif char == "#" and in_content:
        at = _opened_by_code(text, at, opened)
    elif opened and opened[-1] == _LINE and char in "\n;]":
        opened.pop()
        at = match.start() if char == "]" else at
    elif opened and char == opened[-1]:
        opened.pop()
        more = _MEMBER.match(text, at) if opened and opened[-1] == "]" else None
        at = _open_bracket(text, more.end(), opened) if more else at
    elif char == "[" or (char in _PAIRS and not in_content):
        opened.append(_PAIRS[char])
    return at


def _opened_by_code(text: str, at: int, opened: list[str]) -> int:
    """Take the parenthesis or brace in that belongs to code behind a "#"."""
    if _STATEMENT.match(text, at):
        opened.append(_LINE)
        return at
    call = _CALL.match(text, at)
    return _open_bracket(text, call.end() if call else at, opened)


def _open_bracket(text: str, at: int, opened: list[str]) -> int:
    if text[at : at + 1] in ("(", "{"):
        opened.append(_PAIRS[text[at]])
        at += 1
    return at


def _quote_end(text: str, at: int) -> int:
    """Return the end of a string, a formula or a raw text; that of its sign if it has none."""
    if text[at] == '"':
        string = _STRING.match(text, at)
        return string.end() if string else at + 1
    end = _formula_end(text, at) if text[at] == "$" else text.find("`", at + 1)
    return end + 1 if end is not None and end > 0 else at + 1


def _formula_end(text: str, at: int) -> int | None:
    """Return where the "$" stands that closes a formula; ``None`` if there is none near."""
    end = text.find("$", at + 1, at + _LONGEST_FORMULA)
    while end > 0 and text[end - 1] == "\\":
        end = text.find("$", end + 1, at + _LONGEST_FORMULA)
    is_block = end > 0 and text[at + 1].isspace() and text[end - 1].isspace()
    return end if end > 0 and (is_block or not _BLANK.search(text, at, end)) else None


def _inside(text: str, at: int, reading: _Reading | None = None) -> tuple[str, int]:
    """Return what the brackets at ``at`` hold, and where they end.

    Brackets that are not closed end with their paragraph.
    """
    spent = reading is not None and len(reading.unclosed) > _MOST_UNCLOSED
    close = None if spent else _closing(text, at)
    if close is not None:
        return text[at + 1 : close - 1], close
    if reading is not None:
        begin = text.rfind("\n", 0, at) + 1
        reading.unclosed.append(text[max(begin, at - _BEFORE) : at + _EXCERPT].lstrip())
    blank = _BLANK.search(text, at)
    end = blank.start() if blank else len(text)
    return text[at + 1 : end], end


def _cut_call(text: str, at: int) -> str:
    return text[at : _inside(text, at)[1]]


def _argument(call: str, name: str, variables: Mapping[str, str] = _NONE) -> str:
    """Return what a call gives an argument: content, a string, one of the variables, or ""."""
    for match in re.finditer(_ARGUMENT.format(re.escape(name)), call):
        value = call[match.end() :]
        if value.startswith("["):
            return _inside(value, 0)[0]
        if value.startswith("("):
            return value[: _inside(value, 0)[1]]
        string = _STRING.match(value)
        return string["text"] if string else variables.get(re.split(r"[\s,)]", value)[0], "")
    return ""


def _first_content(value: str) -> str:
    """Return the first of several contents, as of a title in two languages: (en: [...], ...)."""
    first = re.search(r"[\[\"]", value) if value.startswith("(") else None
    if first is None:
        return value
    string = _STRING.match(value, first.start())
    return string["text"] if string else _inside(value, first.start())[0]


# --- title and authors ----------------------------------------------------------------------------


def _front(reading: _Reading, calls: Sequence[str]) -> Front:
    front = Front()
    for call in calls:
        authors = _argument(call, "authors") or _argument(call, "author")
        names = re.findall(r"\bname:\s*[\"\[](?P<name>[^\"\]]+)[\"\]]", authors)
        if not names:
            names = [match["text"] for match in _STRING.finditer(authors)] or [authors.strip()]
        title = _first_content(_argument(call, "title", reading.variables))
        front.title = front.title or _plain(reading, title)
        front.abstract = front.abstract or _argument(call, "abstract", reading.variables)
        front.authors = front.authors or tuple(
            " ".join(name.split()) for name in names if name.strip("() ")
        )
        words = _argument(call, "keywords") or _argument(call, "index-terms")
        keyword_texts = [match["text"] for match in _STRING.finditer(words)] or words.split(",")
        front.keywords = front.keywords or tuple(
            word.strip() for word in keyword_texts if word.strip()
        )
    return front


def _plain(reading: _Reading, content: str, depth: int = 0) -> str:
    own = _Reading(
        reading.path, records=reading.records, labels=reading.labels, variables=reading.variables
    )
    _content(own, content, depth + 1)
    return " ".join("".join(text for kind, text, _ in own.pieces if kind == "text").split())


def _find_title(reading: _Reading, text: str) -> str:
    """Return what ``#title`` says."""
    title_match = re.search(r"#title\s*\[", text)
    return _plain(reading, _cut_call(text, title_match.end() - 1)[1:-1]) if title_match else ""


# --- reading the content --------------------------------------------------------------------------


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
        word_text = " " if text[at + 1].isspace() else text[at + 1]
        reading.pieces.append(("text", word_text, 0))
        return at + 2
    end = at + 1
    while end < len(text) and text[end] not in "\n#$@<`\\":
        end += 1
    if text.startswith("@", end) and re.match("[A-Za-z0-9]", text[end - 1]):
        key = _KEY.match(text, end)
        end += key is None or key["key"] not in reading.records  # an address
    before = text[at - 1] if at else " "
    word_text = _MARK.sub("", before + text[at:end])[0 if before in "*_" else 1 :]
    reading.pieces.append(("text", _SIGN.sub(lambda sign: _SIGNS[sign[0]], word_text), 0))
    return end


def _formula(reading: _Reading, text: str, at: int, _depth: int) -> int:
    end = _formula_end(text, at)
    if end is None:
        reading.pieces.append(("text", "$", 0))
        reading.unclosed.append(text[at : at + _EXCERPT])
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
        inside, end = _inside(text, end, reading)
        behind = _plain(reading, inside, depth)
    key = match["key"]
    if key in reading.labels:
        reading.pieces.append(("text", behind or "[ref]", 0))
    else:
        reading.pieces.append(("cite", "", reading.citing.add("cite", [("", key, behind)])))
    return end


def _code(reading: _Reading, text: str, at: int, depth: int) -> int:
    """Read what begins with "#", or a name in code, and return where it ends."""
    if _STATEMENT.match(text, at):
        return _statement_end(reading, text, at)
    if _BLOCK.match(text, at):
        return _blocks(reading, text, at, depth)
    after = text[at + 1 : at + 2] if text[at] == "#" else ""
    if after and after in '([{"':
        return _expression(reading, text, at + 1, depth)
    return _call(reading, text, at, depth)


def _expression(reading: _Reading, text: str, at: int, depth: int) -> int:
    """Read brackets, or a string, behind a "#"."""
    if text[at] == '"':
        string = _STRING.match(text, at)
        reading.pieces.append(("text", string["text"] if string else '"', 0))
        return string.end() if string else at + 1
    inside, end = _inside(text, at, reading)
    (_content if text[at] == "[" else _code_text)(reading, inside, depth + 1)
    return end


def _call(reading: _Reading, text: str, at: int, depth: int) -> int:
    """Read a call or a name, with the calls of members behind it."""
    call = _CALL.match(text, at)
    if call is None:
        reading.pieces.append(("text", text[at], 0))
        return at + 1
    name, end = call["name"], call.end()
    arguments, contents = "", []
    while end < len(text):
        if text[end] == "(":
            inside, end = _inside(text, end, reading)
            arguments += f"({inside})"
        elif text[end] == "[":
            inside, end = _inside(text, end, reading)
            contents.append(inside)
        elif (arguments or contents) and (member := _MEMBER.match(text, end)):
            end = member.end()
        else:
            break
    _called(reading, name, arguments, contents, depth)
    return end + 1 if text.startswith(";", end) else end


def _blocks(reading: _Reading, text: str, at: int, depth: int) -> int:
    """Read the blocks of a condition, a loop or a context, and return where the last ends."""
    opens = _BLOCK.match(text, at)
    end = opens.end() if opens else at + 1
    while True:
        start = _block_start(reading, text, end)
        if start is None:
            expression = re.compile(r"[ \t]*").match(text, end)
            begin = expression.end() if expression else end
            return _call(reading, text, begin, depth) if _CALL.match(text, begin) else begin
        inside, end = _inside(text, start, reading)
        if depth < _DEEPEST:
            (_content if text[start] == "[" else _code_text)(reading, inside, depth + 1)
        more = _ELSE.match(text, end)
        if more is None:
            return end
        end = more.end()


def _block_start(reading: _Reading, text: str, at: int) -> int | None:
    """Return where the block opens that follows a condition in the same line."""
    while True:
        plain = _CONDITION.match(text, at)
        at = plain.end() if plain else at
        if at >= len(text) or text[at] == "\n":
            return None
        if text[at] in "[{":
            return at
        at = _inside(text, at, reading)[1] if text[at] == "(" else _quote_end(text, at)


def _code_text(reading: _Reading, code: str, depth: int) -> None:
    """Read the content that stands in code."""
    at = 0
    while at < len(code) and depth < _DEEPEST:
        char = code[at]
        if char == "[":
            inside, at = _inside(code, at, reading)
            _content(reading, inside, depth + 1)
        elif char in "({":
            inside, at = _inside(code, at, reading)
            _code_text(reading, inside, depth + 1)
        elif char in '"$`':
            at = _quote_end(code, at)
        elif char.isalpha() or char == "_":
            word = _CALL.match(code, at)
            at = (
                word.end()
                if word and word["name"] in _KEYWORDS
                else _code(reading, code, at, depth)
            )
        else:
            at += 1


def _arguments_text(reading: _Reading, arguments: str, depth: int) -> None:
    """Read the content among the arguments of a call that have no name."""
    at = 1
    begins = True
    while at < len(arguments) and depth < _DEEPEST:
        name = _NAME_OF_ARGUMENT.match(arguments, at) if begins else None
        start = name.end() if name else at
        end = _argument_end(reading, arguments, start)
        if name is None or name["name"] == "body":
            _code_text(reading, arguments[start:end], depth + 1)
        else:
            reading.aside.append(arguments[start:end])
        at = end + 1


def _argument_end(reading: _Reading, arguments: str, at: int) -> int:
    """Return where an argument of a call ends."""
    while at < len(arguments) and arguments[at] not in ",)":
        if arguments[at] in _PAIRS:
            at = _inside(arguments, at, reading)[1]
        elif arguments[at] in '"$`':
            at = _quote_end(arguments, at)
        else:
            at += 1
    return at


def _called(
    reading: _Reading, name: str, arguments: str, contents: Sequence[str], depth: int
) -> None:
    last = name.rpartition(".")[2]
    if last in ("footnote", "endnote"):
        _note(reading, contents or [arguments])
    elif _cites(reading, last, arguments, depth):
        pass
    elif name == "parbreak":
        reading.pieces.append(("end", "", 0))
    elif name == "heading":
        level = re.search(r"level:\s*(\d)", arguments)
        titles = (_plain(reading, one, depth) for one in contents)
        reading.pieces += [("heading", title, int(level[1]) if level else 1) for title in titles]
    elif last in _NO_TEXT:
        reading.aside += [arguments, *contents]
        reading.citing.add_beside([arguments], reading.records)
    else:
        if last == "quote":
            reading.citing.add_beside([_argument(arguments, "attribution")], reading.records)
        _contents(reading, name, arguments, contents, depth)


def _contents(
    reading: _Reading, name: str, arguments: str, contents: Sequence[str], depth: int
) -> None:
    """Read the content that a function is given, or for which a name stands."""
    if not arguments and not contents and name in reading.variables and depth < _DEEPEST:
        _content(reading, reading.variables[name], depth + _DEEPEST // 10)
        return
    if arguments:
        string = re.match(r"\(\s*\"(?P<text>(?:[^\"\\]|\\.)*)\"\s*\)", arguments)
        if string and name in _TEXT_CALLS:
            reading.pieces.append(("text", string["text"], 0))
        else:
            _arguments_text(reading, arguments, depth)
    for one in contents:
        _content(reading, one, depth + 1)


def _note(reading: _Reading, contents: Sequence[str]) -> None:
    """Cite what a note cites where it hangs; its text is left out."""
    reading.notes += contents
    keys = [match["key"] for one in contents for match in _KEY.finditer(one)]
    noted = [("", key, "") for key in keys if key in reading.records]
    if noted:
        reading.pieces.append(("cite", "", reading.citing.add("raised", noted)))


def _cites(reading: _Reading, name: str, arguments: str, depth: int) -> bool:
    """Read a call that cites, and say whether it was one.

    A function of another name cites if its name says so and its labels are keys, or if it refers.
    """
    if name == "cite":
        _cite_call(reading, arguments, depth)
        return True
    if name != "ref" and not _CITES.search(name):
        return False
    keys = [match["key"] or match["named"] for match in _CITED_LABEL.finditer(arguments)]
    if keys and all(key in reading.records for key in keys):
        form = "text" if re.search(r"prose|text|citet\Z|author", name) else "cite"
        parts = [("", key, "") for key in keys]
        reading.pieces.append(("cite", "", reading.citing.add(form, parts)))
        return True
    if name != "ref" and keys:
        reading.unknown.setdefault(name, f"#{name}{arguments}")
    return name != "ref" and bool(keys)


def _cite_call(reading: _Reading, arguments: str, depth: int) -> None:
    key = _CITED_LABEL.search(arguments)
    if key is not None:
        form = {"prose": "text", "year": "year", "author": "author"}.get(
            _argument(arguments, "form"), "cite"
        )
        form = "none" if _UNSHOWN.search(arguments) else form
        behind = _plain(reading, _argument(arguments, "supplement"), depth)
        cited = [("", key["key"] or key["named"], behind)]
        number = reading.citing.add(form, cited)
        reading.pieces += [("cite", "", number)] if form != "none" else []


_SPECIAL = {
    "\n": _line_end, "#": _code, "$": _formula, "@": _key, "<": _label, "`": _raw,
}  # fmt: skip


def _statement_end(reading: _Reading, text: str, at: int) -> int:
    """Return the end of a statement: of its line, or of the brackets that are open there."""
    begin = at
    at += 1
    while at < len(text) and text[at] not in "\n;":
        if text[at] in _PAIRS:
            at = _inside(text, at, reading)[1]
        elif text[at] in '"`':
            at = _quote_end(text, at)
        else:
            at += 1
    if not text.startswith(("#show:", "show:"), begin):  # what a template prints is text
        reading.aside.append(text[begin:at])
    return at


# --- writing the text with its markers ------------------------------------------------------------


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
    cited_text = reading.citing.format_marker(numbers, reading.entries, reading.style)
    if cited_text.text:
        composer = reading.composer
        composer.cite(
            cited_text.text,
            cited_text.references,
            cited_text.unresolved,
            before_stop=cited_text.raised,
        )
    return "" if after[:1] in ".,;:!?)]" or after[:1].isspace() else " "
