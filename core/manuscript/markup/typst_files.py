"""The files of a Typst document as one text: includes followed, comments and raw blocks gone.

``#include`` takes its file as a string, in brackets or without; code includes too, also in a loop
over names that stand there. What only running the code would tell is named as not read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.base.messages import Message
from core.base.records import UnreadPart
from core.formats.decoding import read_text
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
    r"(?P<mark>\#)?(?<![\w.-])include(?![\w-])\s*"
    r"(?:\(\s*\"(?P<bracketed>[^\"\n]+)\"\s*\)|\"(?P<name>[^\"\n]+)\"(?![ \t]*\+)"
    r"|(?P<code>[A-Za-z_(\"][^\n;}\]]{0,200}))"
)
_LOOP = re.compile(
    r"(?P<head>\#?for\s+(?P<variable>[A-Za-z_][\w-]*)\s+in\s+\((?P<items>[^()]*)\)\s*)"
    r"\{(?P<body>[^{}]*?(?<![\w.-])include\b[^{}]*)\}"
)
_STRINGS = re.compile(r"\"(?P<text>[^\"\n]*)\"")
_IMPORT = re.compile(r"\#?(?<![\w.-])import\s+\(?\s*\"(?P<name>[^\"\n@]+\.typ)\"")


@dataclass(slots=True)
class TypstFiles(GatheredFiles):
    """The files of a Typst document."""

    def gather(self) -> str:
        """Return the text with all it includes.

        Raises:
            FormatError: a file cannot be opened, includes itself, or all is far too large.
        """
        return self._text(self.main, ())

    def imported(self) -> str:
        """Return the text of the files that are imported, which may define content."""
        texts = []
        for _, text in self.source.texts:
            for name in dict.fromkeys(match["name"] for match in _IMPORT.finditer(text)):
                path, _ = self._path(name, self.folder)
                if path is not None and path not in self.files and not self.is_full:
                    self.files.append(path)
                    texts.append(self._without_comments(read_text(path), path.name))
        return "\n".join(texts)

    def _text(self, path: Path, above: tuple[Path, ...]) -> str:
        own, name, source = self.read_included(path, above, "Remove the #include.")
        self.source.texts.append((name, source))
        text = _LOOP.sub(_unrolled, self._without_comments(source, name))
        pieces, at = [], 0
        for match in _INCLUDE.finditer(text):
            included = self._included(match, own, (*above, own), name)
            if included is not None:
                pieces += [text[at : match.start()], included]
                at = match.end()
        return check_size(path, "".join([*pieces, text[at:]]))

    def _included(
        self, match: re.Match[str], own: Path, above: tuple[Path, ...], file: str
    ) -> str | None:
        """Return what an include stands for; ``None`` if it is a word of the text."""
        name = match["bracketed"] or match["name"]
        if name is None:
            return self._of_code(match, file)
        if not match["mark"] and not name.endswith(".typ"):
            return None
        line = self.source.place(match[0])[1]
        base = self.folder if name.startswith("/") else own.parent
        path, is_outside = self._path(name.lstrip("/"), base)
        if path is None:
            make = outside_file if is_outside else missing_file
            self.unread.append(make(name, file, line))
            return ""
        text = self._text(path, above)
        return f"\n\n{text}\n\n" if match["mark"] else f"[\n\n{text}\n\n]"

    def _of_code(self, match: re.Match[str], file: str) -> str | None:
        if not match["mark"] and "typ" not in match["code"]:
            return None
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
    count = len(match[0])
    if count == 2:  # an empty one
        return match.end()
    end = re.compile(rf"(?<!`)`{{{count}}}(?!`)" if count > 2 else "`").search(source, match.end())
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


_VARIABLE = re.compile(r"(?<![\w-])let\s+(?P<name>[A-Za-z_][\w-]*)\s*=\s*(?P<sign>[\[\"])")


def content_variables(text: str) -> Mapping[str, int]:
    """Return where the value begins of each name that is given content or a text."""
    return {match["name"]: match.start("sign") for match in _VARIABLE.finditer(text)}
