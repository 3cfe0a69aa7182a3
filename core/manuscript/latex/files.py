r"""The files a LaTeX manuscript is made of, as one text: ``\input`` followed, comments gone.

A manuscript may come from anyone. Nothing outside the folder of its main file is read, whatever
path or link leads there, but for a ``.bib`` that lies beside or in that folder's parent, as shared
bibliographies do. Files, depth and size have limits. Nothing is ever run.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.base.errors import FormatError
from core.base.files import read_file
from core.base.messages import Message
from core.formats import latex
from core.formats.decoding import decode, unreadable

MAX_CHARS = 5_000_000
"""Of all text together; the longest theses have about two million."""
MAX_BIBLIOGRAPHY_BYTES = 32 * 1024 * 1024
_MAX_DEPTH = 12
_MAX_FILES = 400
_TEXTS = frozenset({".tex", ".ltx", ".latex", ".txt", ".bbl", ".sty", ".def"})

_TOKEN = re.compile(
    r"\\(?:verb|lstinline)\*?(?P<sign>[^\sA-Za-z*{\[])(?P<inside>.*?)(?P=sign)"
    r"|\\(?:url|path|nolinkurl|href)\s*\{[^{}]*\}"
    r"|\\.|(?P<comment>%)"
)
_WRITTEN_AS_IT_IS = re.compile(
    r"\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment|filecontents\*?|alltt)\}"
)
_OPENED = re.compile(
    r"\\(?P<two>import|subimport|includefrom|subincludefrom|inputfrom|subinputfrom)\*?\s*"
    r"\{(?P<folder>[^{}]*)\}\s*\{(?P<inner>[^{}]*)\}"
    r"|\\(?:input|include|subfile|subfileinclude|InputIfFileExists)(?![A-Za-z])\s*"
    r"(?:\{(?P<name>[^{}]*)\}|(?P<bare>[^\s{}\\%]+))"
    r"|\\(?P<end>endinput|end\s*\{document\})(?![A-Za-z])"
)
_NEVER = re.compile(r"(?P<line>(?m:^)[ \t]*)?\\iffalse\b")
_FI = re.compile(r"\\fi\b(?P<rest>[ \t]*\n)?")
_BIBLIOGRAPHY = re.compile(
    r"\\(?:bibliography|addbibresource|addglobalbib|addsectionbib|nobibliography)\*?\s*"
    r"(?:\[[^\[\]]*\]\s*)?\{(?P<names>[^{}]*)\}"
)
_PACKAGE = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\[\]]*\]\s*)?\{(?P<names>[^{}]*)\}"
)
_BODY = re.compile(r"\\begin\s*\{document\}")


@dataclass(frozen=True, slots=True)
class LatexFiles:
    """A manuscript's text and what belongs to it.

    ``styles`` is the text of the folder's own packages, ``formatted`` the ``.bbl`` beside the
    main file, ``files`` everything that a change of the manuscript may be in, the main file first.
    """

    text: str
    styles: str
    bibliographies: tuple[Path, ...]
    formatted: Path | None
    files: tuple[Path, ...]


def gather(path: Path) -> LatexFiles:
    """Return the manuscript whose main file is at ``path``.

    Raises:
        FormatError: a file cannot be opened, includes itself, or all is too much for a paper.
    """
    reading = _Reading(path.absolute())
    text = _taken(reading.text_of(reading.main, ()))
    styles = "\n".join(
        reading.text_of(found, (), whole=True)
        for name in _names(_PACKAGE, text)
        if (found := reading.inside(f"{name}.sty", ".sty")) is not None
    )
    bibliographies = [
        found for name in _names(_BIBLIOGRAPHY, text) if (found := reading.bibliography(name))
    ]
    formatted = reading.inside(f"{path.stem}.bbl", ".bbl")
    others = [*bibliographies, *([formatted] if formatted else [])]
    files = dict.fromkeys([*reading.files, *others])
    return LatexFiles(text, styles, tuple(dict.fromkeys(bibliographies)), formatted, tuple(files))


def _names(pattern: re.Pattern[str], text: str) -> list[str]:
    found = (match["names"].split(",") for match in pattern.finditer(text))
    return list(dict.fromkeys(name.strip() for names in found for name in names if name.strip()))


def _first_file(paths: Sequence[Path], folder: Path) -> Path | None:
    """Return the first of the paths that is a file inside the folder."""
    for path in paths:
        try:
            found = path.resolve()
            if found.is_relative_to(folder) and found.is_file():
                return found
        except (OSError, ValueError, RuntimeError):  # no name a file could have
            continue
    return None


def _taken(text: str) -> str:
    r"""Return a text without what stands between ``\iffalse`` and ``\fi``."""
    pieces, at = [], 0
    while (begin := _NEVER.search(text, at)) and (end := _FI.search(text, begin.end())):
        pieces.append(text[at : begin.start()])
        whole_lines = begin["line"] is not None
        at = end.end() if whole_lines or end["rest"] is None else end.start("rest")
    return "".join([*pieces, text[at:]])


@dataclass(slots=True)
class _Reading:
    """The main file, its folder, and what was read so far."""

    main: Path
    files: list[Path] = field(default_factory=list)
    chars: int = 0
    folder: Path = field(init=False)

    def __post_init__(self) -> None:
        self.folder = self.main.parent.resolve()

    def inside(self, name: str, suffix: str, near: Path | None = None) -> Path | None:
        """Return the file of that name in the manuscript's folder; ``None`` if there is none."""
        bases = (self.folder, *([near] if near else []))
        written = [base / each for base in bases for each in (name, name + suffix)]
        return _first_file(written, self.folder)

    def bibliography(self, name: str) -> Path | None:
        """Return the ``.bib`` of that name in the manuscript's folder or the one above it."""
        found = _first_file([self.folder / f"{name.removesuffix('.bib')}.bib"], self.folder.parent)
        return found if found is not None and found.suffix == ".bib" else None

    def text_of(self, path: Path, above: tuple[Path, ...], *, whole: bool = False) -> str:
        """Return a file's text with what it includes in place."""
        cleaned = _cleaned(self._read(path))
        text = cleaned.text
        if above and not whole and (body := _BODY.search(text)):
            text = " " * body.end() + text[body.end() :]  # a subfile is a document of its own
        pieces, at = [], 0
        for match in _OPENED.finditer(text):
            pieces.append(text[at : match.start()])
            at = match.end()
            if match["end"]:
                at = len(text)
                pieces.append("\\end{document}" if match["end"] != "endinput" and not above else "")
                break
            location = Message(
                "line {line} of “{file}”", line=cleaned.line(match.start()), file=path.name
            )
            pieces.append(self._included(match, path, above, location))
        return "".join([*pieces, text[at:]])

    def _included(
        self, match: re.Match[str], path: Path, above: tuple[Path, ...], location: str
    ) -> str:
        name = (match["name"] or match["bare"] or match["inner"] or "").strip().strip('"')
        if match["two"]:
            name = f"{match['folder'].strip().rstrip('/')}/{name}"
        if name.startswith("|") or not name:  # "|command" would be run by some TeX
            return ""
        found = self.inside(name, ".tex", path.parent)
        if found is None or found.suffix.lower() not in _TEXTS:
            return ""
        if found in (path.resolve(), *above):
            raise FormatError(
                "“{found}” includes itself: see {place}.",
                found=found.name,
                place=location,
                remedy="Take out the \\input that leads back to the file.",
            )
        if len(above) >= _MAX_DEPTH:
            raise FormatError(
                "At {place} more than {max_depth} files are included in one another.",
                place=location,
                max_depth=_MAX_DEPTH,
                remedy="Open the chapter you work on instead of the whole.",
            )
        return "\n" + self.text_of(found, (*above, path.resolve())) + "\n"

    def _read(self, path: Path) -> str:
        try:
            size = path.stat().st_size
            data = read_file(path, 4 * MAX_CHARS)
        except OSError as error:
            raise unreadable(path, error) from error
        self.files.append(path)
        self.chars += max(size, len(data))
        if self.chars > MAX_CHARS or len(self.files) > _MAX_FILES:
            raise FormatError(
                "“{main}” has more text than a paper or thesis: with “{file}” it is more than"
                " {max_chars} million characters or {max_files} files.",
                main=self.main.name,
                file=path.name,
                max_chars=MAX_CHARS // 1000000,
                max_files=_MAX_FILES,
                remedy="Open the chapter you work on instead of the whole.",
            )
        if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise FormatError(
                "“{file}” is no text file.",
                file=path.name,
                remedy="Choose the manuscript's main .tex file.",
            )
        return decode(data).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")


@dataclass(slots=True)
class _Cleaned:
    """A file's text without comments, and at which character each of its lines begins."""

    text: str
    starts: list[int]

    def line(self, at: int) -> int:
        return bisect_right(self.starts, at)


def _cleaned(text: str) -> _Cleaned:
    r"""Take out comments and what is printed as it is written; ``\verb`` becomes plain LaTeX."""
    pieces: list[str] = []
    starts: list[int] = []
    length, until, joined = 0, "", False
    for line in text.split("\n"):
        starts.append(length)
        shown = ""
        if until:
            until = "" if until in line else until
        else:
            shown, comment = _without_comment(line.lstrip() if joined and line.strip() else line)
            verbatim = _WRITTEN_AS_IT_IS.search(shown)
            if verbatim:
                end = f"\\end{{{verbatim[1]}}}"
                until = "" if end in shown else end
                shown = shown[: verbatim.start()]
            joined = comment
            shown += "" if comment or (verbatim and not shown.strip()) else "\n"
        pieces.append(shown)
        length += len(shown)
    return _Cleaned("".join(pieces), starts)


def _without_comment(line: str) -> tuple[str, bool]:
    """Return the line up to its comment, and whether there was one."""
    if "%" not in line and "\\verb" not in line and "\\lstinline" not in line:
        return line, False
    shown, at = "", 0
    for match in _TOKEN.finditer(line):
        if match["comment"]:
            return shown + line[at : match.start()], True
        if match["sign"]:
            shown += line[at : match.start()] + latex.encode(match["inside"])
            at = match.end()
    return shown + line[at:], False
