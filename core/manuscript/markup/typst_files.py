"""The files of a Typst document as one text: includes followed, comments and raw blocks gone.

``#include`` takes its file as a string, in brackets or without; code includes too, also in a loop
over names that stand there. What only running the code would tell is named as not read. The word
"include" in running text, in strings and in raw text is a word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import UnreadPart
from core.formats.decoding import read_text
from core.manuscript.markup.bibliographies import find_whole
from core.manuscript.markup.source_texts import GatheredFiles
from core.manuscript.markup.written import check_size
from core.manuscript.text.coverage import missing_file, outside_file, unclosed

_UNSHOWN = re.compile(
    r"(?P<ticks>`+)|\\.|https?://[^\s\"'\]<>]*|\"(?:[^\"\\\n]|\\.)*\"|(?P<block>/\*)"
    r"|(?P<line>//[^\n]*)",
    re.S,
)
_MOST_UNCLOSED, _LONGEST_SIGN = 10, 10
_BLOCK_SIGN = re.compile(r"/\*|\*/")
_INCLUDE = re.compile(
    r"(?P<mark>(?<!\\)\#[ \t]*)?(?<![\w.-])include(?![\w-])\s*"
    r"(?:\(\s*\"(?P<bracketed>[^\"\n]+)\"\s*\)|\"(?P<name>[^\"\n]+)\"(?![ \t]*\+)"
    r"|(?P<code>[A-Za-z_(\"][^\n;}\]]{0,200}))"
)
_LOOP = re.compile(
    r"(?P<head>\#?for\s+(?P<variable>[A-Za-z_][\w-]*)\s+in\s+\((?P<items>[^()]*)\)\s*)"
    r"\{(?P<body>[^{}]*?(?<![\w.-])include\b[^{}]*)\}"
)
_STRINGS = re.compile(r"\"(?P<text>[^\"\n]*)\"")
_LABEL = re.compile(r"<(?P<name>\w[\w.:-]*)>|(?<!cite\(label\()\"(?P<string>\w[\w.:-]*)\"")
"""A label, or a string of which code may make one."""
_GLOSSARY = re.compile(r"import\s+\"@preview/[\w-]{0,20}(?:gloss|acro|abbr)")
_TERM = re.compile(r"(?<![\w./@])@(?P<name>\w(?:[\w.:/-]*\w)?)(?:\[(?P<shown>[^\[\]\n]*)\])?")
_TERM_KEY = re.compile(r"\bkey:\s*\"(?P<name>[^\"\n]+)\"")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_IMPORT = re.compile(r"\#?(?<![\w.-])import\s+\(?\s*\"(?P<name>[^\"\n@]+\.typ)\"")

_FUNCTION = re.compile(r"(?<![\w-])let\s+(?P<name>[A-Za-z_][\w-]*)\(")
_CALL = re.compile(r"(?<!\\)#(?P<name>[A-Za-z_][\w-]*)\(")
_HEADING = re.compile(r"^[ \t]*=+[ \t]+\S", re.M)
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS, _FEWEST_LINES = 10, 2
"""What is prose, and not the words of a template."""


@dataclass(slots=True)
class TypstFiles(GatheredFiles):
    """The files of a Typst document."""

    has_glossary: bool = False

    def gather(self) -> str:
        """Return the text with all it includes.

        Raises:
            FormatError: a file cannot be opened, includes itself, or all is far too large.
        """
        return self._text(self.main, ())

    def imported(self) -> str:
        """Return the text of the files that are imported, which may define content."""
        texts: dict[Path, str] = {}
        sources = "\n".join(text for _, text in self.source.texts)
        for _, text in self.source.texts:
            for name in dict.fromkeys(match["name"] for match in _IMPORT.finditer(text)):
                path, _ = self._path(name.lstrip("/"), self.folder)
                if path is not None and path not in self.files and not self.is_full:
                    self.files.append(path)
                    texts[path] = self._without_comments(read_text(path), path.name)
        self._note_functions(texts, sources)
        return "\n".join(texts.values())

    def _note_functions(self, texts: Mapping[Path, str], sources: str) -> None:
        """Note the chapters that are not read because they are results of functions."""
        calls = [(match["name"], match[0][:-1]) for match in _CALL.finditer(sources)]
        commands: dict[Path, str] = {}
        for path, text in texts.items():
            prose = [one for one in text.splitlines() if len(_WORD.findall(one)) >= _FEWEST_WORDS]
            if len(prose) >= _FEWEST_LINES and _HEADING.search(text):
                names = {match["name"] for match in _FUNCTION.finditer(text)}
                called = [command for name, command in calls if name in names]
                commands |= {path: called[0]} if called else {}
        for path in list(commands)[:1]:
            message = Message(
                "Files that commands name were not read ({count}),"
                " such as “{file}” in “{command}”.",
                count=len(commands),
                file=path.relative_to(self.folder).as_posix(),
                command=commands[path],
            )
            self.unread.append(UnreadPart(kind="file", text=message))

    def find_labels(self) -> frozenset[str]:
        """Return the labels of all files, and of the whole that includes a chapter."""
        whole = self.gather_whole()
        texts = [text for _, text in (*self.source.texts, *(whole.source.texts if whole else ()))]
        matches = (match for text in texts for match in _LABEL.finditer(text))
        self.has_glossary = any(_GLOSSARY.search(text) for text in texts)
        return frozenset(match["name"] or match["string"] for match in matches)

    def name_terms(self, text: str, listed_names: Collection[str]) -> str:
        """Return a text with the terms of a glossary as words, "npu" for "@npu:pl".

        They may stand in any file, so all are that are not ``listed_names``, keys or labels, but
        for names with a year, as keys have them.
        """
        terms = {match["name"] for match in _TERM_KEY.finditer(text)}

        def name_term(match: re.Match[str]) -> str:
            name, _, _ = match["name"].partition(":")
            is_known = match["name"] in listed_names or _YEAR.search(name)
            if is_known and name not in terms:
                return match[0]
            return match["shown"] or name

        return _TERM.sub(name_term, text) if self.has_glossary else text

    def list_files_of_whole(self) -> list[Path]:
        """Return the other files of the document that includes this one, whose labels count."""
        whole, own = self.gather_whole(), {file.resolve() for file in self.files}
        return [file for file in whole.files if file.resolve() not in own] if whole else []

    def gather_whole(self) -> TypstFiles | None:
        """Return the files of the document that includes this one, if it can be read."""
        path = find_whole(self.main)
        whole = TypstFiles(path) if path else None
        try:
            if whole is not None:
                whole.gather()
        except FormatError:  # it is not the one that is read
            return None
        return whole

    def _text(self, path: Path, above: tuple[Path, ...]) -> str:
        own, name, source = self.read_included(path, above, "Remove the #include.")
        self.source.texts.append((name, source))
        text = _LOOP.sub(_unrolled, self._without_comments(source, name))
        pieces, at = [], 0
        matches = list(_INCLUDE.finditer(text))
        modes = find_modes(text) if matches else None
        for match in matches:
            mode = modes.find_mode(match.start()) if modes else TEXT
            if mode == CODE or (mode == TEXT and match["mark"]):
                included = self._included(match, own, (*above, own), name)
                pieces += [text[at : match.start()], included]
                at = match.end()
        return check_size(path, "".join([*pieces, text[at:]]))

    def _included(self, match: re.Match[str], own: Path, above: tuple[Path, ...], file: str) -> str:
        """Return what an include stands for."""
        name = match["bracketed"] or match["name"]
        if name is None:
            return self._of_code(match, file)
        line = self.source.place(match[0])[1]
        base = self.folder if name.startswith("/") else own.parent
        path, is_outside = self._path(name.lstrip("/"), base)
        if path is None:
            make = outside_file if is_outside else missing_file
            self.unread.append(make(name, file, line))
            return ""
        text = self._text(path, above)
        return f"\n\n{text}\n\n" if match["mark"] else f"[\n\n{text}\n\n]"

    def _of_code(self, match: re.Match[str], file: str) -> str:
        message = Message("“{code}” was not included: the file name is computed by code.",
                       code=" ".join(match[0].split()))  # fmt: skip
        line = self.source.place(match[0])[1]
        self.unread.append(UnreadPart(kind="file", text=message, file=file, line=line))
        return ""

    def _path(self, name: str, base: Path) -> tuple[Path | None, bool]:
        """Return the file of that name in the manuscript's folder, and whether it lies outside."""
        try:
            path = (base / name).resolve()
            inside = path.is_relative_to(self.folder)
            return (path if inside and path.is_file() else None), not inside
        except (OSError, ValueError, RuntimeError):  # no name a file could have
            return None, False

    def _without_comments(self, source: str, name: str) -> str:
        """Return a text without comments and raw blocks."""
        pieces, at, position = [], 0, 0
        faults = 0
        while match := _UNSHOWN.search(source, position):
            position = match.end()
            if match["block"] or match["ticks"]:
                end = _hidden_end(source, match) if faults <= _MOST_UNCLOSED else None
                if end is None:
                    faults += 1
                    line = source.count("\n", 0, match.start()) + 1
                    self.unread.append(unclosed(match[0][:_LONGEST_SIGN], name, line))
                elif match["ticks"]:
                    self.aside.append(source[position:end])
                position = end or position
                if match["ticks"] and len(match[0]) < 3 and end is not None:
                    continue  # it is shown in its line
            elif not match["line"]:
                continue
            pieces.append(source[at : match.start()])
            at = position
        return "".join([*pieces, source[at:]])


def _hidden_end(source: str, match: re.Match[str]) -> int | None:
    """Return where a comment or a raw text ends; ``None`` if it does not."""
    if match["block"]:
        return _block_end(source, match.end())
    return _raw_end(source, match.end(), len(match[0]))


def _raw_end(source: str, at: int, tick_count: int) -> int | None:
    """Return where a raw text ends that so many ticks before ``at`` open."""
    if tick_count == 2:  # an empty one
        return at
    ticks = rf"(?<!`)`{{{tick_count}}}(?!`)" if tick_count > 2 else "`"
    end = re.compile(ticks).search(source, at)
    return end.end() if end else None


def _block_end(source: str, at: int) -> int | None:
    """Return where a comment ends, of which some may lie within one another."""
    depth = 1
    for sign in _BLOCK_SIGN.finditer(source, at):
        depth += 1 if sign[0] == "/*" else -1
        if depth == 0:
            return sign.end()
    return None


def _unrolled(match: re.Match[str]) -> str:
    """Return a loop over names of files as one include after the other."""
    variable = re.escape(match["variable"])
    inclusion = re.search(
        rf"include\s+\(?\s*(?:\"(?P<before>[^\"]*)\"\s*\+\s*)?{variable}(?![\w-])"
        r"(?:\s*\+\s*\"(?P<behind>[^\"]*)\")?",
        match["body"],
    )
    names = [item["text"] for item in _STRINGS.finditer(match["items"])]
    if inclusion is None or not names:
        return match[0]
    parts = (
        f'#include "{inclusion["before"] or ""}{name}{inclusion["behind"] or ""}"' for name in names
    )
    return "\n".join(parts) if match["head"].startswith("#") else f"[{' '.join(parts)}]"


# --- telling code from text -----------------------------------------------------------------------

TEXT, CODE, QUOTED = "text", "code", "quoted"
"""What a place of a source belongs to; quoted are strings in code and raw text."""
_CONTENT, _CODE_LINE = "]", "\n"
_CODE_SIGN = re.compile(r"\\.|`+|[\"$#\[\](){};\n]", re.S)
_CODE_WORD = re.compile(
    r"(?:let|set|show|import|include|if|else|for|while|return|context)(?![\w-])"
)
NO_WORDS = re.compile(
    r"`{3,}.*?`{3,}|/\*.*?\*/|(?<!:)//[^\n]*|(?<!\\)\$[^$]{0,500}(?<!\\)\$|`[^`\n]*`|<[\w.:-]+>|@[\w.:-]+"
    r"|#(?:import|include|set)\b[^\n]*|#show:\s*[\w.-]+|https?://[^\s\"\])]+|#[A-Za-z_][\w.-]*|\"[^\"\n]*\""
    r"|(?<![\w-])[\w-]++:(?=\s*(?:[\"\[({]|[\w.+#-]+\s*[,)\n]))",
    re.S,
)
"""Code, formulas, labels and keys; what is left are words."""
_CALLED_NAME = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*")
_CALLED_MEMBER = re.compile(r"\.[A-Za-z_][\w-]*(?=\()")
_CODE_STRING = re.compile(r"\"(?:[^\"\\]|\\.){0,5000}+\"(?![^\W_])", re.S)
_FORMULA = re.compile(r"\$(?:[^$\\\n]|\\.|\n(?![ \t]*\n)){0,5000}\$", re.S)
_BRACKETS = {"(": ")", "[": _CONTENT, "{": "}"}


@dataclass(slots=True)
class Modes:
    """Which parts of a source are text, code or quoted: where each begins, in order."""

    starts: list[int] = field(default_factory=lambda: [0])
    modes: list[str] = field(default_factory=lambda: [TEXT])

    def add(self, at: int, mode: str) -> None:
        """Note that another mode begins."""
        if self.modes[-1] != mode:
            self.starts.append(at)
            self.modes.append(mode)

    def find_mode(self, at: int) -> str:
        """Return the mode at a place."""
        return self.modes[bisect_right(self.starts, at) - 1]


def find_modes(text: str) -> Modes:
    """Find what is text and what is code, in a source without comments and raw blocks."""
    modes, opened, at = Modes(), [_CONTENT], 0
    while match := _CODE_SIGN.search(text, at):
        begin, at = match.start(), match.end()
        in_code = opened[-1] != _CONTENT
        quote = _quoted_end(text, match, in_code=in_code)
        if quote is not None:
            modes.add(begin, _mode_of_quote(text, begin, quote, in_code=in_code))
            at = quote
        elif match[0] == "#" and not in_code:
            at = _open_code(text, at, opened)
        elif not in_code and match[0] in "[]":
            _take_bracket(match[0], opened)
        elif in_code:
            at = _take_code_sign(text, match, opened)
        modes.add(at if match[0] != "#" else begin, TEXT if opened[-1] == _CONTENT else CODE)
    return modes


def _mode_of_quote(text: str, begin: int, end: int, *, in_code: bool) -> str:
    """Return the mode of a string, a formula or a raw text.

    In a broken source one may seem to reach over lines, which may include files all the same.
    """
    if text[begin] == "$" or "\n" in text[begin:end]:
        return CODE if in_code else TEXT
    return QUOTED


def _quoted_end(text: str, match: re.Match[str], *, in_code: bool) -> int | None:
    """Return where a string, a formula or a raw text ends that begins here."""
    at, sign = match.start(), match[0]
    if sign[0] == "`":
        return _raw_end(text, match.end(), len(sign))
    quote = {"$": _FORMULA, '"': _CODE_STRING if in_code else None}.get(sign)
    closed = quote.match(text, at) if quote else None
    return closed.end() if closed else None


def _open_code(text: str, at: int, opened: list[str]) -> int:
    """Take in the code that begins behind a "#"."""
    if word := _CODE_WORD.match(text, at):
        opened.append(_CODE_LINE)
        return word.start()
    name = _CALLED_NAME.match(text, at)
    return _open(text, name.end() if name else at, opened)


def _open(text: str, at: int, opened: list[str]) -> int:
    if text[at : at + 1] in ("(", "{"):
        opened.append(_BRACKETS[text[at]])
        return at + 1
    return at


def _take_bracket(sign: str, opened: list[str]) -> None:
    """Take in a bracket of content; the outermost content is never closed."""
    if sign == "[":
        opened.append(_CONTENT)
    elif len(opened) > 1:
        opened.pop()


def _take_code_sign(text: str, match: re.Match[str], opened: list[str]) -> int:
    """Take in a sign of code, and return where to go on."""
    sign, end = match[0], match.end()
    if sign in _BRACKETS:
        opened.append(_BRACKETS[sign])
    elif opened[-1] == _CODE_LINE and sign in "\n;]":
        opened.pop()
        return match.start() if sign == "]" else end
    elif sign == opened[-1]:
        opened.pop()
        if opened[-1] == _CONTENT and (member := _CALLED_MEMBER.match(text, end)):
            return _open(text, member.end(), opened)
    return end


_VARIABLE = re.compile(r"(?<![\w-])let\s+(?P<name>[A-Za-z_][\w-]*)\s*=\s*(?P<sign>[\[\"])")


def content_variables(text: str) -> Mapping[str, int]:
    """Return where the value begins of each name that is given content or a text."""
    return {match["name"]: match.start("sign") for match in _VARIABLE.finditer(text)}
