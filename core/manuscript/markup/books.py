"""Books of several Markdown files: which chapters there are, and what their project says of them.

Quarto, bookdown, Jupyter Book, MyST and Manubot say it in files beside the first chapter, which
is opened to read the book. Any other chapter is read alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.formats.decoding import read_text
from core.manuscript.markup.bibliographies import load_yaml, read_settings

_Values = Mapping[str, Any]  # Any: YAML
_ENDINGS = ("", ".md", ".ipynb", ".rst", ".qmd", ".Rmd")
_STATED = ("title", "author", "authors", "abstract", "date", "keywords")
_MANUBOT_FILE = re.compile(r"\d\d\.[\w.-]+\.md")
_SITE = re.compile(r"^site:\s*[\"']?bookdown::", re.M)
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Book:
    """The names of all chapters behind the first, and what is said of the book as front matter."""

    chapters: tuple[str, ...] = ()
    stated: _Values = field(default_factory=dict)


def find_book(path: Path) -> Book | None:
    """Return the book whose first chapter a file is, ``None`` if it is of none."""
    for name, read_book in _BOOKS.items():
        text = read_settings(path.parent / name)
        values = load_yaml(text) if text is not None else None
        stated = values if isinstance(values, dict) else {}
        book = read_book(path, stated) if text is not None else None
        if book is not None:
            return book
    is_bookdown = path.name == "index.Rmd" and path.is_file() and _SITE.search(read_text(path))
    return _read_bookdown(path, {}) if is_bookdown else None


def _make_book(path: Path, names: Iterator[str], stated: object) -> Book | None:
    """Return the book of some chapters, each once, if a file is the first of them."""
    files = (_with_ending(path.parent, name) for name in names)
    first, *rest = list(dict.fromkeys(files)) or [""]
    values = stated if isinstance(stated, dict) else {}
    front = {name: values[name] for name in _STATED if values.get(name)}
    return Book(tuple(rest), front) if first == path.name else None


def _with_ending(folder: Path, name: str) -> str:
    """Return a name with the ending of the file that it names, if there is one."""
    names = [Path(f"{name}{ending}").as_posix() for ending in _ENDINGS]
    try:
        return next((one for one in names if (folder / one).is_file()), name)
    except (OSError, ValueError):  # no name a file could have
        return name


def _read_quarto(path: Path, values: _Values) -> Book | None:
    book = values.get("book")
    if not isinstance(book, dict):
        return None
    parts = [book.get("chapters"), book.get("appendices")]
    return _make_book(path, _list_files(parts, ("part", "file", "href"), ("chapters",)), book)


def _read_jupyter_book(path: Path, values: _Values) -> Book | None:
    names = _list_files(values, ("root", "file"), ("parts", "chapters", "sections"))
    config = path.parent / "_config.yml"
    stated = load_yaml(read_settings(config) or "")
    return _make_book(path, names, stated)


def _read_myst(path: Path, values: _Values) -> Book | None:
    project = values.get("project")
    if not isinstance(project, dict):
        return None
    return _make_book(path, _list_files(project.get("toc"), ("file",), ("children",)), project)


def _read_bookdown(path: Path, values: _Values) -> Book | None:
    stated = values.get("rmd_files")
    names = _list_files(list(stated.values()) if isinstance(stated, dict) else stated, (), ())
    files = sorted(file.name for file in path.parent.glob("*.Rmd") if file.name[0] not in "_.")
    listed = list(names) or sorted(files, key="index.Rmd".__ne__)
    return _make_book(path, iter([*listed, *_list_below(path.parent, values)]), {})


def _list_below(folder: Path, values: _Values) -> Iterator[str]:
    """Yield the chapters in the folders that bookdown's ``rmd_subdir`` names, or in all."""
    stated = values.get("rmd_subdir")
    names = list(_list_files(stated, (), ())) or (["*"] if stated is True else [])
    for name in names:
        pattern = f"{name.strip('/')}/**/*.Rmd"
        files = folder.glob(pattern) if name.strip("/") and ".." not in name else iter(())
        for file in sorted(files):
            if file.name[0] not in "_.":
                yield file.relative_to(folder).as_posix()


def _read_manubot(path: Path, values: _Values) -> Book | None:
    files = sorted(file.name for file in path.parent.glob("*.md"))
    names = [name for name in files if _MANUBOT_FILE.fullmatch(name)]
    return _make_book(path, iter(names), values)


def _list_files(
    value: object, names: tuple[str, ...], lists: tuple[str, ...], depth: int = 0
) -> Iterator[str]:
    """Yield the files that a table of contents names, in order."""
    inner: list[object] = value if isinstance(value, list) else []
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        stated = [(name, value[name]) for name in names if isinstance(value.get(name), str)]
        yield from (
            file for name, file in stated if name != "part" or Path(file).suffix in _ENDINGS[1:]
        )
        inner = [value.get(name) for name in lists]
    for one in inner if depth < _DEEPEST else ():
        yield from _list_files(one, names, lists, depth + 1)


_BOOKS: dict[str, Callable[[Path, _Values], Book | None]] = {
    "_quarto.yml": _read_quarto,
    "_quarto.yaml": _read_quarto,
    "_bookdown.yml": _read_bookdown,
    "_toc.yml": _read_jupyter_book,
    "myst.yml": _read_myst,
    "metadata.yaml": _read_manubot,
}
