r"""The files a LaTeX manuscript is made of, as one text: ``\input`` followed, comments gone.

A manuscript may come from anyone. Nothing outside the folder of its main file is read, whatever
path or link leads there, but for a ``.bib`` in one of the folders above it (three at most, none
above that of a repository), as shared bibliographies are. Files, depth and size have limits.
Nothing is ever run.
"""

from __future__ import annotations

import logging
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

from core.base.errors import FormatError
from core.base.files import read_file
from core.base.messages import Message
from core.base.records import LATEX_SUFFIXES, R_SUFFIXES, UnreadPart
from core.formats.decoding import decode, unreadable
from core.manuscript.latex.cleaning import Cleaner, MappedText, drop_r_code, never_shown
from core.manuscript.latex.macros import (
    NO_VALUE,
    Definition,
    expand,
    find_body,
    parse_group,
    read_arguments,
    take_definitions,
)
from core.manuscript.latex.projects import (
    find_above,
    find_first_file,
    find_other_spelling,
    find_root,
)
from core.manuscript.text.coverage import Passage, missing_file, outside_file, unclosed

logger = logging.getLogger(__name__)

MAX_CHARS = 5_000_000
"""Of all text together; the longest theses have about two million."""
MAX_BIBLIOGRAPHY_BYTES = 32 * 1024 * 1024
_MAX_DEPTH = 12
_MAX_FILES = 1_000
_TEXTS = frozenset({*LATEX_SUFFIXES, ".txt", ".bbl", ".sty", ".def"})

_OPENED = re.compile(
    r"\\(?P<two>import|subimport|includefrom|subincludefrom|inputfrom|subinputfrom)\*?\s*"
    r"\{(?P<folder>[^{}]*)\}\s*\{(?P<inner>[^{}]*)\}"
    r"|\\(?P<how>input|include|subfile|subfileinclude|InputIfFileExists|@input|includepdf"
    r"|markdownInput)(?![A-Za-z@])\s*(?:\[[^\[\]]*\]\s*)?"
    r"(?:\{(?P<name>[^{}]*)\}|(?P<bare>[^\s{}\\%]+))"
    r"|\\(?P<end>endinput|end\s*\{document\}(?!\s*\}))(?![A-Za-z])"
    r"|\\(?P<broken>(?:sub)?import|(?:sub)?(?:input|include)from|input|include|subfile)(?![A-Za-z@])"
)
_OWN_INPUT = re.compile(
    r"\\(?:renewcommand|def)\*?\s*\{?\\(?:input|include)\}?\s*(?:\[1\]|#1)\s*"
    r"\{[^{}]*\{(?P<folder>[^{}#\\]*/)#1(?:\.tex)?\}"
)
r"""A command that includes from a folder: ``\renewcommand{\input}[1]{\plain{chapters/#1}}``."""
_FOLDERS = re.compile(r"\\input@path\s*(?P<folders>\{(?:\s*\{[^{}]*\})+\s*\})")
_PICTURES = frozenset(
    {".pgf", ".tikz", ".pdf_tex", ".eps_tex", ".svg_tex", ".pstex_t", ".pdftex_t"}
)
_OF_TEX = frozenset(
    {"glyphtounicode", "pdfcolmk", "supp-pdf.mkii", "t1enc.def", "ix-utf8enc.dfu", "xy",
     "epsf", "psfig", "amssym.def", "amssym", "random", "binhex", "tikz", "insbox"}
)  # fmt: skip
"""Files that every TeX brings along; they hold no text."""
_BIBLIOGRAPHY = re.compile(
    r"\\(?:bibliography|addbibresource|addglobalbib|addsectionbib|nobibliography)\*?\s*"
    r"(?:\[[^\[\]]*\]\s*)?\{(?P<names>[^{}]*)\}"
)
_PACKAGE = re.compile(
    r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\[\]]*\]\s*)?\{(?P<names>[^{}]*)\}"
)
_CLASS = re.compile(r"\\documentclass\s*(?:\[[^\[\]]*\]\s*)?\{(?P<names>[^{}]*)\}")
_END = re.compile(r"\\end\s*\{document\}(?!\s*\})")
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_LINE_END = re.compile(r"\n")
_IN_COMMAND = re.compile(
    r"\\(?:(?:sub)?import|(?:sub)?(?:include|input)from|input|include|subfile)(?![A-Za-z])\*?\s*"
    r"(?:\{[^{}]*\}\s*)?\{[^{}]*[#\\](?:[^{}]|\{[^{}]*\})*\}"
)
_HEADING = re.compile(r"\\(?:part|chapter|(?:sub)*section)\*?\s*\{[^{}]*\}")
_FOLDER_IN_CODE = re.compile(r"\{([\w./ -]+/)\}")
_LONGEST_NAME = 200
_SHORTEST_PASSAGE = 40
_NO_WORDS = re.compile(
    r"\\(?:[A-Za-z]*cite[A-Za-z]*|label|[A-Za-z]*ref|bibliography|includegraphics|input|include|index"
    r"|href|url|gls[a-z]*|hypersetup|usepackage)\*?\s*(?:\[[^\[\]]*\]\s*){0,2}\{[^{}]*\}"
    r"|\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\[\]]*\])?|(?<!\\)\$\$[^$]{0,2000}\$\$|(?<!\\)\$[^$]{0,500}\$"
    r"|\\\[(?:.|\n){0,3000}?\\\]|\\[A-Za-z@]+\*?"
)
"""Keys, names and formulas; what is left are words."""


@dataclass(frozen=True, slots=True)
class LatexFiles:
    """A manuscript's text and what belongs to it.

    ``styles`` is the text of the folder's own packages, ``classes`` that of its class,
    ``formatted`` the ``.bbl`` beside the main file, ``files`` everything that a change of the
    manuscript may be in, the main file first. ``source`` knows where the text stands, ``code`` is
    what is printed as it is written, and ``unread`` what could not be followed. ``is_chapter``
    says that the bibliography is that of a project of which this is a part.
    """

    text: str
    styles: str
    bibliographies: tuple[Path, ...]
    formatted: Path | None
    files: tuple[Path, ...]
    source: LatexSource
    definitions: Mapping[str, Definition]
    code: tuple[str, ...] = ()
    unread: tuple[UnreadPart, ...] = ()
    classes: str = ""
    is_chapter: bool = False


def gather(path: Path) -> LatexFiles:
    """Return the manuscript whose main file is at ``path``, or a chapter of a project.

    A chapter that is opened alone gets the preamble and the bibliography of its project.

    Raises:
        FormatError: a file cannot be opened, includes itself, or all is too much for a paper.
    """
    root = find_root(path.absolute())
    if root is not None:
        try:
            return _gather_chapter(path, _gather_document(root))
        except FormatError as error:
            logger.info("The project of %s cannot be read: %s", path.name, error)
    return _gather_document(path)


def _gather_document(path: Path) -> LatexFiles:
    reading = _Reading(path.absolute())
    styles = reading.style_texts(".sty", _PACKAGE)
    classes = reading.style_texts(".cls", _CLASS)
    pieces = reading.read_pieces(reading.main, ())
    source = LatexSource(tuple(pieces), reading.folder)
    text, definitions = reading.follow_commands(source.text)
    if reading.followed:
        source = LatexSource((*pieces, *reading.followed), reading.folder, len(pieces))
    bibliographies = reading.bibliographies(text)
    if not bibliographies and not _BIBLIOGRAPHY.search(text):
        of_styles = map(reading.bibliography, _names(_BIBLIOGRAPHY, f"{styles}\n{classes}"))
        bibliographies = list(dict.fromkeys(file for file in of_styles if file is not None))
    formatted = reading.formatted_list(text, bibliographies)
    other_files = [*bibliographies, *([formatted] if formatted else [])]
    files = dict.fromkeys([*reading.files, *other_files])
    return LatexFiles(
        text, styles, tuple(bibliographies), formatted, tuple(files), source, definitions,
        tuple(reading.code), tuple(dict.fromkeys(reading.unread)), classes,
    )  # fmt: skip


def _gather_chapter(path: Path, project: LatexFiles) -> LatexFiles:
    """Return a chapter behind the preamble of its project, with the project's bibliography."""
    root = project.files[0]
    reading = _Reading(path.absolute())
    reading.folders.insert(0, root.parent.resolve())
    reading.folder = root.parent.resolve()
    reading.cleaner.learn(reading.read_source_once(root))
    reading.files.clear()
    preamble = project.source.preamble()
    begin = _Piece("\\begin{document}\n", preamble[-1].file, preamble[-1].at)
    chapter = reading.read_pieces(reading.main, (root.resolve(),))
    pieces = [*preamble, begin, *chapter]
    source = LatexSource(tuple(pieces), reading.folder)
    text, definitions = reading.follow_commands(source.text)
    if reading.followed:
        source = LatexSource((*pieces, *reading.followed), reading.folder, len(pieces))
    bibliographies = [
        *reading.bibliographies("".join(piece.text for piece in chapter)),
        *project.bibliographies,
    ]
    of_preamble = {piece.file.path for piece in preamble}
    files = [
        *reading.files,
        *(
            file
            for file in project.files
            if file in of_preamble or file.suffix.lower() not in LATEX_SUFFIXES
        ),
        *bibliographies,
    ]
    return replace(
        project,
        text=text,
        bibliographies=tuple(dict.fromkeys(bibliographies)),
        files=tuple(dict.fromkeys(files)),
        source=source,
        definitions={**project.definitions, **definitions},
        code=tuple(reading.code),
        is_chapter=True,
        unread=tuple(
            dict.fromkeys(
                [*reading.unread, *(part for part in project.unread if part.line is None)]
            )
        ),
    )


def _may_be_in_name(one: Definition) -> bool:
    r"""Whether a command may stand in the name of a file: ``\input{\part{intro}}``."""
    if len(one.body) >= _LONGEST_NAME:
        return False
    return not one.parameters or (one.parameters == 1 and "#1" in one.body and "\\" not in one.body)


def _names(pattern: re.Pattern[str], text: str) -> list[str]:
    name_lists = (match["names"].split(",") for match in pattern.finditer(text))
    return list(
        dict.fromkeys(name.strip() for names in name_lists for name in names if name.strip())
    )


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it was read: its cleaned text, and where the lines of the file begin."""

    path: Path
    cleaned: MappedText
    starts: list[int]

    def line(self, at: int) -> int:
        """Return the line, from 1, of a place in the cleaned text."""
        return bisect_right(self.starts, self.cleaned.origin(at))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the text, and where in which file it begins."""

    text: str
    file: _File
    at: int


@dataclass(frozen=True, slots=True)
class LatexSource:
    """The text of all files together; says where in which file it stands."""

    pieces: tuple[_Piece, ...]
    folder: Path
    count: int | None = None
    """How many pieces stand in their place; those behind were included by commands."""
    text: str = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", "".join(piece.text for piece in self.pieces))
        starts = list(accumulate((len(piece.text) for piece in self.pieces), initial=0))
        object.__setattr__(self, "starts", starts)

    def place(self, at: int) -> tuple[str, int]:
        """Return file and line of a place in the text."""
        number = min(bisect_right(self.starts, at) - 1, len(self.pieces) - 1)
        piece = self.pieces[number]
        return self._name(piece.file), piece.file.line(piece.at + at - self.starts[number])

    def find_place(self, text: str, at: int) -> tuple[str, int]:
        """Return file and line of a place in a text that was made of this one.

        What stands behind the place is looked for, nearest to where it should be.
        """
        expected = at * len(self.text) // max(1, len(text))
        for length in (80, 40, 20, 10):
            passage = text[at : at + length]
            if passage.strip() and (position := self._nearest(passage, expected)) >= 0:
                return self.place(position)
        return self.place(expected)

    def preamble(self) -> list[_Piece]:
        """Return the pieces before the document begins."""
        until = find_body(self.text)[0]
        pieces = [
            replace(piece, text=piece.text[: until - start])
            for piece, start in zip(self.pieces, self.starts, strict=False)
            if start < until
        ]
        return pieces or [replace(self.pieces[0], text="")]

    def passages(self) -> Iterator[Passage]:
        """Yield the paragraphs of the document, with what is surely no text left out."""
        at = find_body(self.text)[1]
        end = _END.search(self.text, at)
        until = end.start() if end else len(self.text)
        yield from self._passages(at, until)
        if self.count is not None:
            yield from self._passages(self.starts[self.count], len(self.text))

    def _passages(self, at: int, until: int) -> Iterator[Passage]:
        for blank in [*_BLANK_LINE.finditer(self.text, at, until), None]:
            stop = blank.start() if blank else until
            source = self.text[at:stop]
            if len(source.strip()) > _SHORTEST_PASSAGE:
                name, line = self.place(at)
                yield Passage(_NO_WORDS.sub(_marked, source), name, line)
            at = blank.end() if blank else until

    def _nearest(self, passage: str, expected: int) -> int:
        before, behind = self.text.rfind(passage, 0, expected), self.text.find(passage, expected)
        if before < 0 or behind < 0:
            return max(before, behind)
        return before if expected - before < behind - expected else behind

    def _name(self, file: _File) -> str:
        try:
            return file.path.resolve().relative_to(self.folder).as_posix()
        except ValueError:
            return file.path.name


def _marked(match: re.Match[str]) -> str:
    """Return a sign for what is no text, with as many lines."""
    return "\\" + "\n" * match[0].count("\n")


@dataclass(slots=True)
class _Reading:
    """The main file, its folder, and what was read so far."""

    main: Path
    files: list[Path] = field(default_factory=list)
    chars: int = 0
    folder: Path = field(init=False)
    folders: list[Path] = field(init=False)
    cleaner: Cleaner = field(default_factory=Cleaner)
    unread: list[UnreadPart] = field(default_factory=list)
    raw: dict[Path, str] = field(default_factory=dict)
    followed: list[_Piece] = field(default_factory=list)
    commands: dict[str, Definition] = field(default_factory=dict)
    """The manuscript's own commands that include files, or may stand in the name of one."""
    _of_styles: set[str] = field(default_factory=set)
    _included_pattern: re.Pattern[str] = _OPENED
    _broken: list[tuple[UnreadPart, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folder = self.main.parent.resolve()
        self.folders = [self.folder]

    @property
    def code(self) -> list[str]:
        """What is printed as it is written."""
        return self.cleaner.code

    def inside(self, name: str, suffix: str, near: Path | None = None) -> Path | None:
        """Return the file of that name in the manuscript's folder; ``None`` if there is none."""
        bases = (*self.folders, *([near] if near else []))
        candidates = [base / spelling for base in bases for spelling in (name, name + suffix)]
        file = find_first_file(candidates, self.folder)
        if file is None:
            spelled = [
                find_other_spelling(base, spelling)
                for base in bases
                for spelling in (name, name + suffix)
            ]
            file = find_first_file([path for path in spelled if path is not None], self.folder)
        return file

    def style_texts(self, suffix: str, naming: re.Pattern[str]) -> str:
        """Return the texts of the folder's own packages or class, which the main file names."""
        texts = []
        for name in _names(naming, self.read_source_once(self.main)):
            file = self.inside(f"{name}{suffix}", suffix)
            if file is not None:
                pieces = self.read_pieces(file, (), whole=True)
                texts.append("".join(piece.text for piece in pieces))
        return "\n".join(texts)

    def bibliographies(self, text: str) -> list[Path]:
        """Return the ``.bib`` files that the text names, and note those that do not exist."""
        paths: list[Path] = []
        for name in _names(_BIBLIOGRAPHY, text):
            file = self.bibliography(name)
            if file is not None:
                paths.append(file)
            elif self.formatted_list(text, paths) is None and "#" not in name:
                self.unread.append(missing_file(f"{name.removesuffix('.bib')}.bib"))
        return list(dict.fromkeys(paths))

    def bibliography(self, name: str) -> Path | None:
        """Return the ``.bib`` of that name, counted from the project's folder or the chapter's."""
        spelling = f"{name.removesuffix('.bib')}.bib"
        path = find_above([self.folder, self.main.parent], spelling)
        return path if path is not None and path.suffix == ".bib" else None

    def read_pieces(
        self, path: Path, above: tuple[Path, ...], *, whole: bool = False
    ) -> list[_Piece]:
        """Return a file's text with what it includes in place."""
        raw = self.read_source_once(path)
        self.cleaner.learn(raw)
        self._learn_folders(raw)
        cleaned = self.cleaner.cleaned(raw)
        if ranges := never_shown(cleaned.text):
            cleaned = cleaned.without(ranges)
        self._learn_commands(cleaned.text, of_style=whole)
        starts = [0, *(match.end() for match in _LINE_END.finditer(raw))]
        file = _File(path, cleaned, starts)
        name = path.name
        self.unread += [
            unclosed(construct, name, bisect_right(starts, at))
            for construct, at in self.cleaner.unclosed
        ]
        self.cleaner.unclosed.clear()
        return self._followed(file, above, whole=whole)

    def _followed(self, file: _File, above: tuple[Path, ...], *, whole: bool) -> list[_Piece]:
        """Return the text of a file with what it includes in place."""
        text = file.cleaned.text
        begin = find_body(text)[1]
        if above and not whole:
            text = " " * begin + text[begin:]  # a subfile is a document of its own
        pieces, at = [], 0
        for match in _OPENED.finditer(text) if whole else self._find_includes(text):
            if match.start() < at:
                continue
            if "own" in match.re.groupindex and match["own"]:
                included, end = self._included_by_command(match, file, above)
                pieces += (
                    [_Piece(text[at : match.start()], file, at), *included] if included else []
                )
                at = end or at
                continue
            pieces.append(_Piece(text[at : match.start()], file, at))
            at = match.end()
            if match["end"]:
                at = len(text)
                ends = match["end"] != "endinput" and not above
                pieces.append(_Piece("\\end{document}" if ends else "", file, match.start()))
                break
            if not match["broken"]:
                pieces += self._included(match, file, above, whole=whole)
                continue
            pieces.append(_Piece(match[0], file, match.start()))
            if not whole and match.start() > begin:
                self._note_broken(text, file, match)
        return [*pieces, _Piece(text[at:], file, at)]

    def _included(
        self, match: re.Match[str], file: _File, above: tuple[Path, ...], *, whole: bool
    ) -> list[_Piece]:
        name = (match["name"] or match["bare"] or match["inner"] or "").strip().strip('"')
        if match["two"]:
            name = f"{match['folder'].strip().rstrip('/')}/{name}"
        if "\\" in name and self._find_file(expanded := expand(name, self.commands), file):
            name = expanded
        if "#" in name or "\\" in name:  # of a command's own; followed where it is used
            return [_Piece(match[0], file, match.start())]
        if name.startswith("|") or not name:  # "|command" would be run by some TeX
            return []
        line = file.line(match.start())
        included_path = self.inside(name, ".tex", file.path.parent)
        if included_path is None or included_path.suffix.lower() not in _TEXTS:
            if not whole and match["how"] != "InputIfFileExists":
                self._note_missing_file(name, included_path, file.path.name, line)
            return []
        return self._read_included(included_path, file, match.start(), above, whole=whole)

    def _read_included(
        self, included_path: Path, file: _File, at: int, above: tuple[Path, ...], *,
        whole: bool = False,
    ) -> list[_Piece]:  # fmt: skip
        line = file.line(at)
        location = Message("line {line} of “{file}”", line=line, file=file.path.name)
        if included_path in (file.path.resolve(), *above):
            raise FormatError(
                "“{found}” includes itself: see {place}.",
                found=included_path.name,
                place=location,
                remedy="Remove the \\input that includes the file itself.",
            )
        if len(above) >= _MAX_DEPTH:
            raise FormatError(
                "{place}: files include each other more than {max_depth} levels deep.",
                place=location,
                max_depth=_MAX_DEPTH,
                remedy="Open the chapter you work on instead of the whole.",
            )
        newline = _Piece("\n", file, at)
        pieces = self.read_pieces(included_path, (*above, file.path.resolve()), whole=whole)
        return [newline, *pieces, newline]

    def _learn_commands(self, text: str, *, of_style: bool) -> None:
        """Take in the commands of a text that include files, or may stand in the name of one."""
        definitions: dict[str, Definition] = {}
        take_definitions(text, definitions)
        self.commands |= {
            name: one
            for name, one in definitions.items()
            if _IN_COMMAND.search(one.body) or _may_be_in_name(one)
        }
        self._of_styles |= definitions.keys() if of_style else set()
        including = [
            re.escape(name)
            for name, one in self.commands.items()
            if one.parameters and _IN_COMMAND.search(one.body)
        ]
        if including:
            own = rf"\\(?P<own>{'|'.join(including)})(?![A-Za-z@])"
            self._included_pattern = re.compile(f"{_OPENED.pattern}|{own}")

    def _find_includes(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the includes, and the uses of commands that include what they are given.

        The text that is included on the way may define more of these.
        """
        at = 0
        while match := self._included_pattern.search(text, at):
            yield match
            at = match.end()

    def _included_by_command(
        self, match: re.Match[str], file: _File, above: tuple[Path, ...]
    ) -> tuple[list[_Piece], int]:
        """Return what a use of a command includes, and its end; nothing if no file."""
        own = self._find_own(match, file)
        if own is None or own[1] in {file.path.resolve(), *above}:
            return [], 0
        headings, path, end = own
        pieces = self._read_included(path, file, match.start(), above)
        return [_Piece(f"\n\n{headings}\n\n", file, match.start()), *pieces], end

    def _find_own(self, match: re.Match[str], file: _File) -> tuple[str, Path, int] | None:
        r"""Return the file that a command such as ``\chap[folder]{intro}`` includes.

        With the headings that it prints before, and the end of its use. ``None`` if it names none,
        or only such as are found where it is written out.
        """
        text, at = file.cleaned.text, match.end()
        arguments, end = read_arguments(self.commands[match["own"]], text, at)
        values = [one.strip() for one in arguments.values() if one not in ("", "true", NO_VALUE)]
        if not values or any("#" in value for value in values):
            return None
        body = expand(match[0] + text[at:end], self.commands)
        includes = [one for one in _OPENED.finditer(body) if not one["end"]]
        names = [
            f"{one['folder']}/{one['inner']}" if one["two"] else one["name"] or one["bare"] or ""
            for one in includes
        ]
        is_of_style = match["own"] in self._of_styles
        if names and not is_of_style and all(self.inside(name, ".tex") for name in names):
            return None
        folders = _FOLDER_IN_CODE.findall(body)
        candidates = [
            *names, "/".join(values), *(f"{one}{value}" for one in folders for value in values),
            *values,
        ]  # fmt: skip
        paths = (self._find_file(name, file) for name in candidates if name)
        path = next((path for path in paths if path is not None), None)
        if path is None:
            return None
        before = body[: includes[0].start()] if includes else body
        return "\n\n".join(_HEADING.findall(before)), path, end

    def _find_file(self, name: str, file: _File) -> Path | None:
        """Return the LaTeX file of a name, first beside the file that includes it."""
        near = file.path.parent
        path = find_first_file([near / name, near / f"{name}.tex"], self.folder)
        path = path or self.inside(name, ".tex")
        return path if path is not None and path.suffix.lower() in _TEXTS else None

    def _note_missing_file(self, name: str, path: Path | None, file: str, line: int) -> None:
        """Note a file that was not read, unless it holds no text."""
        if Path(name).suffix.lower() in _PICTURES or name.removesuffix(".tex") in _OF_TEX:
            return
        part = missing_file(name, file, line)
        if path is not None:
            message = Message("“{file}” was not read: it is not a LaTeX file.", file=name)
            part = replace(part, text=message)
        elif Path(name).is_absolute() or ".." in Path(name).parts or self._leads_out(name):
            part = outside_file(name, file, line)
        self.unread.append(part)

    def _leads_out(self, name: str) -> bool:
        """Whether a file of that name is a link that leads out of the manuscript's folder."""
        try:
            return any((self.folder / spelling).exists() for spelling in (name, f"{name}.tex"))
        except (OSError, ValueError):  # no name a file could have
            return False

    def follow_commands(self, text: str) -> tuple[str, dict[str, Definition]]:
        r"""Follow includes whose name a command of the manuscript makes: ``\chap{intro}``."""
        definitions: dict[str, Definition] = {}
        if not _IN_COMMAND.search(text):
            return text, definitions
        body = take_definitions(text, definitions)
        including = {
            name: one
            for name, one in definitions.items()
            if _OPENED.search(one.body) or _may_be_in_name(one)
        }
        for _ in range(_MAX_DEPTH):
            count = len(self.followed)
            body = self._follow(expand(body, including))
            if len(self.followed) == count:
                break
        self._forget_broken(including)
        return body, definitions

    def _forget_broken(self, including: Mapping[str, Definition]) -> None:
        """Take back what was noted of includes that commands of the manuscript could name."""
        for part, broken_text in self._broken:
            match = _OPENED.match(expand(broken_text, dict(including)))
            if match and not match["broken"] and part in self.unread:
                self.unread.remove(part)  # what is missing now was noted anew

    def _follow(self, body: str) -> str:
        """Return the text with the files in place that commands include."""
        file = _File(self.main, MappedText("", [(0, 0)]), [0])
        pieces, at = [], 0
        for match in _OPENED.finditer(body):
            pieces.append(body[at : match.start()])
            at = match.end()
            if match["end"] or match["broken"] or "#" in (match["name"] or match["inner"] or ""):
                pieces.append(match[0])
                continue
            included = self._included(match, file, (), whole=False)
            pieces += [piece.text for piece in included]
            self.followed += [piece for piece in included if piece.text != match[0]]
        return "".join([*pieces, body[at:]])

    def _note_broken(self, text: str, file: _File, match: re.Match[str]) -> None:
        """Note an include whose file cannot be made out."""
        include = text[match.start() : match.start() + 60].partition("\n")[0]
        message = Message("“{include}” could not be included.", include=include)
        line = file.line(match.start())
        part = UnreadPart(kind="file", text=message, file=file.path.name, line=line)
        self.unread.append(part)
        group = parse_group(text, match.end())
        if group is not None:
            self._broken.append((part, text[match.start() : group[1]]))

    def _learn_folders(self, raw: str) -> None:
        for match in _FOLDERS.finditer(raw):
            for name in re.findall(r"\{([^{}]+)\}", match["folders"]):
                self.folders.append(self.folder / name.strip())
        for match in _OWN_INPUT.finditer(raw):
            self.folders.append(self.folder / match["folder"])

    def formatted_list(self, text: str, bibliographies: Sequence[Path]) -> Path | None:
        """Return the ``.bbl`` of the manuscript, or the only one if there is no bibliography.

        Overleaf calls it ``output.bbl``.
        """
        own = self.inside(f"{self.main.stem}.bbl", ".bbl")
        is_wanted = not bibliographies and _BIBLIOGRAPHY.search(text)
        if own is not None or not is_wanted:
            return own
        overleaf = self.inside("output.bbl", ".bbl")
        lists = [path for path in self.folder.glob("*.bbl") if path.is_file()]
        return overleaf or (self.inside(lists[0].name, ".bbl") if len(lists) == 1 else None)

    def read_source_once(self, path: Path) -> str:
        """Return the text of a file as it is written; each file is read once."""
        if path not in self.raw:
            self.raw[path] = self._read_source(path)
        return self.raw[path]

    def _read_source(self, path: Path) -> str:
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
                "“{file}” is not a text file.",
                file=path.name,
                remedy="Choose the manuscript's main .tex file.",
            )
        text = decode(data).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
        return drop_r_code(text) if path.suffix.lower() in R_SUFFIXES else text
