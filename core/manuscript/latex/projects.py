r"""Finds the main file of a LaTeX project from a chapter that is opened alone.

The chapter may name it (``\documentclass[../main.tex]{subfiles}``, ``% !TeX root = ../main.tex``),
``latexmkrc`` or ``main.tex.latexmain`` may, or a document nearby includes the chapter, itself or
through other files. Only folders above it are looked in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.base.files import read_file
from core.base.records import LATEX_SUFFIXES, R_SUFFIXES
from core.formats.decoding import decode
from core.manuscript.latex.cleaning import drop_r_code

_LEVELS = 3
_MOST_FILES = 60
_READ_BYTES = 4 * 1024 * 1024

_NAMED = re.compile(
    r"^[ \t]*%+[ \t]*!\s*(?:TeX|Rnw)\s+root\s*=[ \t]*(?P<root>[^\n]+?)[ \t]*$"
    r"|^[ \t]*%+[ \t]*TeX-master:[ \t]*\"(?P<master>[^\"\n]+)\""
    r"|^[ \t]*\\documentclass\s*\[(?P<subfile>[^\[\]]+)\]\s*\{subfiles\}"
    r"|^[ \t]*(?:knitr::)?set_parent\(\s*[\"'](?P<parent>[^\"'\n]+)[\"']",
    re.IGNORECASE | re.M,
)
_DOCUMENT = re.compile(
    r"^[^%\n]*\\(?:documentclass\s*(?:\[[^\[\]]*\]\s*)?\{(?!(?:subfiles|standalone)\})"
    r"|documentstyle)",
    re.M,
)
_COMMENT = re.compile(r"(?<!\\)%.*")
_SETTINGS = ("latexmkrc", ".latexmkrc")
_DEFAULT_FILES = re.compile(r"^[ \t]*@default_files\s*=\s*\(?(?P<names>[^;)#\n]*)", re.M)
_MARK = ".latexmain"
_QUOTED = re.compile(r"[\"']([^\"']+)[\"']")
_INCLUDES = re.compile(
    r"\\(?:input|include|subfile|subfileinclude|subimport|import|includefrom|inputfrom)\*?"
    r"\s*(?:\{(?P<folder>[^{}]*)\}\s*)?(?:\{(?P<name>[^{}]*)\}|(?P<bare>[^\s{}\\%]+))"
)


def find_root(path: Path, text: str | None = None) -> Path | None:
    """Return the main file of the project that a chapter belongs to; ``None`` for a whole document.

    ``text`` is what is in the editor, if that is newer than the file.
    """
    chapter = path.resolve()
    source = _read_text(chapter) if text is None else text
    if _DOCUMENT.search(source):
        return None
    folders = folders_above(chapter)
    for root in (*_named_roots(chapter, source), *_default_files(folders)):
        if root != chapter and root.parent in folders and _is_document(root):
            return root
    return next(_including(chapter, folders), None)


def folders_above(chapter: Path) -> list[Path]:
    """Return the folder of a chapter and those above it, up to that of the repository."""
    folders = [chapter.parent, *chapter.parent.parents][: _LEVELS + 1]
    for number, folder in enumerate(folders):
        if (folder / ".git").exists():
            return folders[: number + 1]
    return folders


def _named_roots(chapter: Path, source: str) -> Iterator[Path]:
    """Yield the files that a chapter names as the main one."""
    for match in _NAMED.finditer(source):
        name = (
            (match["root"] or match["master"] or match["subfile"] or match["parent"])
            .strip()
            .strip("\"'")
        )
        yield from _spelled(chapter.parent, name)


def _default_files(folders: list[Path]) -> Iterator[Path]:
    """Yield the files that settings of latexmk or a mark of Vim name."""
    for folder in folders:
        for mark in sorted(folder.glob(f"*{_MARK}"))[:1]:
            yield from _spelled(folder, mark.name.removesuffix(_MARK))
        for name in _SETTINGS:
            for match in _DEFAULT_FILES.finditer(_read_text(folder / name)):
                for file_name in _QUOTED.findall(match["names"]):
                    yield from _spelled(folder, file_name)


def _including(chapter: Path, folders: list[Path]) -> Iterator[Path]:
    """Yield the documents that include a chapter, then those that do so through other files."""
    sources = {file: source for folder in folders for file, source in _read_folder(folder)}
    names = {file: list(_included_names(source)) for file, source in sources.items()}
    documents = {file for file, source in sources.items() if _DOCUMENT.search(source)}
    targets = {file: next(_spelled(file.parent, file.name), file) for file in sources}
    included = {chapter}
    for _ in range(_LEVELS):
        ends = {end for file in included for end in (file.name, file.stem)}
        including: set[Path] = set()
        for file in [file for file in sources if targets[file] not in included]:
            near = [name for name in names[file] if name.rpartition("/")[2] in ends]
            # Names count from the folder of the main file: of a document that is its own.
            bases = [file.parent, *([] if file in documents else folders)]
            paths = (path for name in near for base in bases for path in _spelled(base, name))
            if not included.isdisjoint(paths):
                including.add(file)
        yield from (targets[file] for file in sources if file in including and file in documents)
        included.update(targets[file] for file in including)


def _read_folder(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a folder with their texts."""
    try:
        files = [file for file in folder.iterdir() if file.suffix.lower() in LATEX_SUFFIXES]
    except OSError:
        return
    # What knitr made of a file with code lies beside it, and comes first.
    files.sort(key=lambda file: (file.suffix.lower() in R_SUFFIXES, file))
    for file in files[:_MOST_FILES]:
        text = _read_text(file)
        yield file, drop_r_code(text) if file.suffix.lower() in R_SUFFIXES else text


def _included_names(source: str) -> Iterator[str]:
    for match in _INCLUDES.finditer(_COMMENT.sub("", source)):
        name = (match["name"] or match["bare"] or match["folder"] or "").strip()
        is_split = match["folder"] and match["name"]
        yield f"{match['folder'].strip().rstrip('/')}/{name}" if is_split else name


def _spelled(folder: Path, name: str) -> Iterator[Path]:
    """Yield the files that a name may mean."""
    if not name or "\0" in name or len(name) > 300:
        return
    for spelling in (name, f"{name}.tex"):
        try:
            yield (folder / spelling).resolve()
        except (OSError, ValueError, RuntimeError):  # no name that a file could have
            continue


def _is_document(path: Path) -> bool:
    return path.suffix.lower() in LATEX_SUFFIXES and bool(_DOCUMENT.search(_read_text(path)))


def _read_text(path: Path) -> str:
    """Return the beginning of a file, "" if it cannot be read."""
    try:
        if not path.is_file():
            return ""
        return decode(read_file(path, _READ_BYTES)).replace("\r\n", "\n")
    except (OSError, ValueError):
        return ""


def find_above(bases: Sequence[Path], name: str) -> Path | None:
    """Return the file of a name in a project, whose folder is the first of ``bases``, or above it.

    Only a name that goes up itself leads further than one folder: where a link leads is not seen.
    """
    project = bases[0]
    for base in bases:
        path = Path(os.path.normpath(base / name))
        goes_up = not Path(name).is_absolute() and not path.is_relative_to(project)
        top = folders_above(project / path.name)[-1] if goes_up else project.parent
        file = find_first_file([path], top)
        if file is not None:
            return file
    return None


def find_first_file(paths: Sequence[Path], folder: Path) -> Path | None:
    """Return the first of the paths that is a file inside the folder."""
    for path in paths:
        try:
            resolved_path = path.resolve()
            if resolved_path.is_relative_to(folder) and resolved_path.is_file():
                return resolved_path
        except (OSError, ValueError, RuntimeError):  # no name a file could have
            continue
    return None


def find_other_spelling(folder: Path, name: str) -> Path | None:
    """Return the file of a name in other letters, as Windows and macOS find it."""
    here = folder
    for step in Path(name).parts:
        if step in ("/", "..", "."):
            return None
        try:
            names = [child.name for child in here.iterdir()]
        except (OSError, ValueError):
            return None
        same = [child for child in names if child.casefold() == step.casefold()]
        if len(same) != 1:
            return None
        here /= same[0]
    return here
