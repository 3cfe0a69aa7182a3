r"""A LaTeX project in a ``.zip``, as Overleaf gives it: unpacked, and its main file read.

Only what a manuscript is read from is unpacked, into a folder that is gone afterwards. Names that
lead outside, links, and what unpacks to far more than it takes are refused or left out.
"""

from __future__ import annotations

import io
import re
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath

from core.base.errors import FormatError
from core.base.files import replace_bytes
from core.base.records import LATEX_SUFFIXES, Manuscript
from core.formats.decoding import read_text, unreadable
from core.manuscript.latex import document
from core.manuscript.latex.files import gather
from core.manuscript.text.extractor import ZIP_EXTRACTOR
from core.manuscript.text.remarks import Marked, Remark, locate_copy, mark_sources

MAX_BYTES = 100 * 1024 * 1024
"""Of all that is unpacked."""
_MAX_PARTS = 20_000
_MAX_RATIO = 400
_CHECKED_FROM = 1024 * 1024
CHAPTERS = frozenset({*LATEX_SUFFIXES, ".txt"})
"""Files of a project that hold text."""
_WANTED = frozenset({".bib", ".bbl", ".sty", ".cls", ".def"}) | CHAPTERS
_MAIN = re.compile(r"\\document(?:class|style)\b.*\\begin\s*\{document\}", re.S)
_INCLUDED = re.compile(r"\\(?:input|include|subfile)\b")
_NAMES = ("main", "paper", "manuscript", "thesis", "article", "ms", "root", "template")
_NOT_TEXT = re.compile(
    r"cover|letter|response|rebuttal|supp|appendix|slides|beamer|poster|diff|cv\b|highlights",
    re.IGNORECASE,
)


def parse(path: Path) -> Manuscript:
    """Read the LaTeX project in the archive at ``path``.

    Raises:
        FormatError: it cannot be opened, holds no manuscript, or unpacks to too much.
    """
    with _unpacked(path) as folder:
        main = main_file(path, folder)
        try:
            manuscript = document.parse(main)
        except FormatError as error:  # it names a file that the person never saw
            raise FormatError(
                "“{file}” cannot be read: {reason}",
                file=path.name,
                reason=error.message,
                remedy=error.remedy,
            ) from error
    return replace(manuscript, extractor=ZIP_EXTRACTOR)


def mark(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    """Write a copy of the archive in which the manuscript's files have remarks.

    Raises:
        FormatError: as ``parse``.
        LibraryError: the copy cannot be written.
    """
    with _unpacked(path) as folder, tempfile.TemporaryDirectory(prefix="cocite-zip-") as other:
        main = main_file(path, folder)
        texts = [
            text_path
            for text_path in gather(main).files[1:]
            if text_path.suffix.lower() in CHAPTERS
        ]
        copy = Path(other) / "marked.tex"
        marked = mark_sources([main, *texts], copy, remarks, "latex")
        marked_parts = {
            text_path.resolve().relative_to(folder.resolve()).parts: there.read_bytes()
            for text_path in (main, *texts)
            if (there := locate_copy(text_path, main, copy)) in marked.files
        }
        with _failures(path):
            packed = _with_parts(path, marked_parts)
    replace_bytes(target, packed)
    return replace(marked, files=(target,))


def _with_parts(path: Path, new_parts: Mapping[tuple[str, ...], bytes]) -> bytes:
    """Return the archive with other contents for some of its files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(buffer, "w") as copy:
        for part in archive.infolist():
            data = new_parts.get(_steps(part.filename)) if _is_wanted(part) else None
            if data is not None:
                copy.writestr(part, data, part.compress_type)
            else:
                with archive.open(part) as old, copy.open(part, "w") as new:
                    shutil.copyfileobj(old, new)
    return buffer.getvalue()


@contextmanager
def _unpacked(path: Path) -> Iterator[Path]:
    """Unpack what a manuscript is read from into a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="cocite-zip-") as name:
        folder = Path(name)
        with _failures(path), zipfile.ZipFile(path) as archive:
            _unpack(path, archive, folder)
        yield folder


@contextmanager
def _failures(path: Path) -> Iterator[None]:
    """Say in a sentence why an archive cannot be read."""
    try:
        yield
    except OSError as error:
        raise unreadable(path, error) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise FormatError(
            "“{file}” is damaged or not a ZIP archive.",
            file=path.name,
            remedy="Download the project again.",
        ) from error
    except RuntimeError as error:  # what zipfile raises where a password is needed
        raise FormatError(
            "“{file}” is protected by a password.",
            file=path.name,
            remedy="Save a copy without a password and use that.",
        ) from error


def _unpack(path: Path, archive: zipfile.ZipFile, folder: Path) -> None:
    parts = archive.infolist()
    wanted_parts = [part for part in parts if _is_wanted(part)]
    squeezed = any(
        part.file_size > _CHECKED_FROM and part.file_size > _MAX_RATIO * max(part.compress_size, 1)
        for part in wanted_parts
    )
    size = sum(part.file_size for part in wanted_parts)
    if len(parts) > _MAX_PARTS or size > MAX_BYTES or squeezed:
        raise FormatError(
            "“{file}” unpacks to more than a manuscript holds.",
            file=path.name,
            remedy="Create an archive of only the manuscript's .tex and .bib files.",
        )
    for part in wanted_parts:
        target = folder.joinpath(*_steps(part.filename))
        if not target.resolve().is_relative_to(folder.resolve()):
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(part) as packed:
                target.write_bytes(packed.read(part.file_size))
        except (FileExistsError, NotADirectoryError, IsADirectoryError, ValueError):
            continue  # a name that is a file and a folder, or none that a file can have


def _is_wanted(part: zipfile.ZipInfo) -> bool:
    """Say whether a part is a file that a manuscript is read from, and lies inside."""
    mode = part.external_attr >> 16
    steps = _steps(part.filename)
    return (
        not part.is_dir()
        and not stat.S_ISLNK(mode)
        and bool(steps)
        and ".." not in steps
        and not part.filename.startswith(("/", "\\"))
        and not any(":" in step or "\0" in step for step in steps)
        and steps[0] != "__MACOSX"
        and PurePosixPath(steps[-1]).suffix.lower() in _WANTED
    )


def _steps(name: str) -> tuple[str, ...]:
    return tuple(step for step in name.replace("\\", "/").split("/") if step not in ("", "."))


def main_file(path: Path, folder: Path) -> Path:
    """Return the main file of a project: that with a document, and the likeliest of several.

    The name tells first, then how near it lies to the top, then what it includes, then its length.

    Raises:
        FormatError: there is none.
    """
    candidates = []
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() in LATEX_SUFFIXES and file.is_file():
            text = read_text(file)
            if _MAIN.search(text):
                candidates.append((_likeliness(file, folder, text), file))
    if not candidates:
        raise FormatError(
            "“{file}” holds no LaTeX manuscript.",
            file=path.name,
            remedy="Choose an archive with a .tex file that has \\begin{document}.",
        )
    return max(candidates, key=lambda pair: pair[0])[1]


def _likeliness(file: Path, folder: Path, text: str) -> tuple[bool, int, int, int, int]:
    stem = file.stem.lower()
    name_rank = len(_NAMES) - _NAMES.index(stem) if stem in _NAMES else 0
    depth = len(file.relative_to(folder).parts)
    included = len(_INCLUDED.findall(text))
    return not _NOT_TEXT.search(stem), name_rank, -depth, included, len(text)
