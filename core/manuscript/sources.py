"""Chooses the reader for a manuscript's file, and makes a fingerprint of its content.

The content decides where it can, the name where it cannot: a PDF says so in its first bytes, files
of Word and LibreOffice are ZIP archives, LaTeX is text that is called so or begins like it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.base.errors import EngineError, FormatError, PdfLimitError, PdfUnreadableError, UsageError
from core.base.files import open_file
from core.base.messages import Message
from core.base.records import LATEX_SUFFIXES, Manuscript, UnreadPart
from core.manuscript.text.extractor import (
    CONVERTED_EXTRACTOR,
    EXTRACTOR,
    HTML_EXTRACTOR,
    LATEX_EXTRACTOR,
    MARKDOWN_EXTRACTOR,
    ODT_EXTRACTOR,
    RECOGNISING_EXTRACTOR,
    RTF_EXTRACTOR,
    TYPST_EXTRACTOR,
    WORD_EXTRACTOR,
    ZIP_EXTRACTOR,
)
from core.manuscript.text.remarks import Marked, Remark, as_annotation, mark_sources

_HEAD_BYTES = 64 * 1024
_MOST_BYTES = 1024**3
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument."
_PAGES_IN_TIME = 500
MOST_PAGES = 1500
"""Of a PDF. It is read in the background; its first pages are there soon."""
_WEB_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,4000}?-->\s*)*<(?:!doctype\s+html|html)[\s>]",
    re.I | re.S,
)
_LATEX_SIGNS = (b"\\documentclass", b"\\begin{document}", b"\\documentstyle")


@dataclass(frozen=True, slots=True)
class ManuscriptKind:
    """A kind of manuscript: how its files are called, and who reads them.

    ``parse`` reads a file of at most some pages; ``files_of`` returns all that belong to it, itself
    first, where there may be several. ``has_content`` tells the kind from the first bytes.
    ``mark`` writes a copy with remarks; ``None`` if there is no way to write them.
    """

    name: str
    suffixes: tuple[str, ...]
    extractor: str
    parse: Callable[[Path, int], Manuscript]
    files_of: Callable[[Path], Sequence[Path]] | None = None
    has_content: Callable[[bytes], bool] = lambda _head: False
    mark: Callable[[Path, Path, Sequence[Remark]], Marked] | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A manuscript's file as it is now.

    ``digest`` changes with anything that ``extractor`` reads of it; ``files`` are the others that
    belong to it, such as chapters and bibliographies.
    """

    kind: str
    extractor: str
    digest: str
    files: tuple[Path, ...] = ()


def _pdf(path: Path, max_pages: int) -> Manuscript:
    from core.manuscript.pdf import assemble

    return assemble.parse(path, max_pages=max_pages)


def _word(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.word import document

    return document.parse(path)


def _odt(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.odt import document

    return document.parse(path)


def _latex(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.latex import document

    return document.parse(path)


def _latex_files(path: Path) -> Sequence[Path]:
    from core.manuscript.latex.files import gather

    return gather(path).files


def _zipped(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.latex import zipped

    return zipped.parse(path)


def _rtf(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.text import pandoc
    from core.manuscript.word import document

    data = pandoc.convert(path, "rtf", "docx")
    with tempfile.TemporaryDirectory(prefix="cocite-rtf-") as folder:
        copy = Path(folder) / f"{path.stem}.docx"
        copy.write_bytes(data)
        return replace(document.parse(copy), extractor=RTF_EXTRACTOR)


def _html(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.markup import web_page

    return web_page.parse(path)


def _markdown(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.markup import markdown

    return markdown.parse(path)


def _markdown_files(path: Path) -> Sequence[Path]:
    from core.manuscript.markup import markdown

    return markdown.list_files(path)


def _typst(path: Path, _max_pages: int) -> Manuscript:
    from core.manuscript.markup import typst

    return typst.parse(path)


def _typst_files(path: Path) -> Sequence[Path]:
    from core.manuscript.markup import typst

    return typst.list_files(path)


def _mark_pdf(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    from core.manuscript.pdf.extract import write_annotations

    write_annotations(path, target, [as_annotation(remark) for remark in remarks if remark.rects])
    return Marked((target,), tuple(n for n, remark in enumerate(remarks) if not remark.rects))


def _mark_word(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    from core.manuscript.word.comments import write_comments

    return Marked((target,), tuple(write_comments(path, target, remarks)))


def _mark_odt(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    from core.manuscript.odt.comments import write_comments

    return Marked((target,), tuple(write_comments(path, target, remarks)))


def _mark_zip(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    from core.manuscript.latex import zipped

    return zipped.mark(path, target, remarks)


def _mark_latex(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    from core.manuscript.latex.projects import find_root
    from core.manuscript.latex.zipped import CHAPTERS

    root = find_root(path)  # of a chapter that is opened alone: its text is not read
    chapters = [
        file
        for file in _latex_files(path)[1:]
        if file.suffix.lower() in CHAPTERS and file.resolve() != root
    ]
    return mark_sources([path, *chapters], target, remarks, "latex")


def _mark_markdown(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    endings = (".md", ".markdown", ".rmd", ".qmd")
    chapters = [file for file in _markdown_files(path)[1:] if file.suffix.lower() in endings]
    return mark_sources([path, *chapters], target, remarks, "markdown")


def _mark_typst(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    from core.manuscript.markup.typst_files import TypstFiles

    gathered = TypstFiles(path)
    gathered.gather()
    gathered.imported()
    return mark_sources(gathered.files, target, remarks, "typst")


PDF = ManuscriptKind(
    "pdf", (".pdf",), EXTRACTOR, _pdf, has_content=lambda head: b"%PDF-" in head[:1024],
    mark=_mark_pdf,
)  # fmt: skip
KINDS: tuple[ManuscriptKind, ...] = (
    PDF,
    ManuscriptKind(
        "odt", (".odt", ".ott"), ODT_EXTRACTOR, _odt,
        has_content=lambda head: head.startswith(_ZIP) and _OPEN_DOCUMENT in head[:200],
        mark=_mark_odt,
    ),
    ManuscriptKind("zip", (".zip",), ZIP_EXTRACTOR, _zipped, mark=_mark_zip),
    ManuscriptKind(
        "word", (".docx", ".docm", ".dotx", ".doc"), WORD_EXTRACTOR, _word,
        has_content=lambda head: head.startswith((_ZIP, _OLE)), mark=_mark_word,
    ),
    ManuscriptKind(
        "markdown", (".md", ".markdown", ".rmd", ".qmd"), MARKDOWN_EXTRACTOR, _markdown,
        _markdown_files, mark=_mark_markdown,
    ),
    ManuscriptKind(
        "converted", (".ipynb", ".lyx", ".org", ".rst"), CONVERTED_EXTRACTOR, _markdown,
        _markdown_files, has_content=lambda head: head.startswith(b"#LyX"),
    ),
    ManuscriptKind(
        "rtf", (".rtf",), RTF_EXTRACTOR, _rtf, has_content=lambda head: head.startswith(b"{\\rtf"),
    ),
    ManuscriptKind(
        "html", (".html", ".htm", ".xhtml"), HTML_EXTRACTOR, _html,
        has_content=lambda head: _WEB_PAGE.match(head) is not None,
    ),
    ManuscriptKind("typst", (".typ",), TYPST_EXTRACTOR, _typst, _typst_files, mark=_mark_typst),
    ManuscriptKind(
        "latex", LATEX_SUFFIXES, LATEX_EXTRACTOR, _latex, _latex_files,
        has_content=lambda head: any(sign in head for sign in _LATEX_SIGNS), mark=_mark_latex,
    ),
)  # fmt: skip
"""Every kind of manuscript. The content decides in this order, but for a ``.zip``; then the name.

A new kind is an entry here, with a module that parses it. ``tests/core/manuscript/test_sources.py``
asks for its row, and that the window offers its files.
"""


_TEXTS = ("markdown", "typst", "converted")  # which may show LaTeX or HTML
_ARCHIVES = ("zip", "odt")  # whose content looks like Word's, an archive as well


def detect_kind(path: Path) -> str:
    """Return which reader a file gets; a PDF's says best what is wrong with one of no kind."""
    return _detect_kind(path).name


def _detect_kind(path: Path) -> ManuscriptKind:
    suffix = path.suffix.lower()
    try:
        with open_file(path) as file:
            head = file.read(_HEAD_BYTES)
    except OSError:  # whoever reads it says why it cannot be
        head = b""
    kind_by_suffix = next((kind for kind in KINDS if suffix in kind.suffixes), None)
    if kind_by_suffix is not None and kind_by_suffix.name in _ARCHIVES and head.startswith(_ZIP):
        return kind_by_suffix
    is_text = kind_by_suffix is not None and kind_by_suffix.name in _TEXTS
    kind_by_content = next((kind for kind in KINDS if kind.has_content(head)), None)
    if kind_by_content is not None and not (is_text and kind_by_content.name in ("latex", "html")):
        return kind_by_content
    return kind_by_suffix or PDF


def identify(path: Path) -> Source:
    """Return what a manuscript's file is and holds.

    Raises:
        UsageError: it cannot be opened.
        FormatError: it is of several files and includes itself or far too much.
    """
    kind = _detect_kind(path)
    if kind.files_of is None:
        return Source(kind.name, kind.extractor, _sha256(path))
    _sha256(path)  # refuses a file that cannot be opened in the same words as any other
    files = tuple(kind.files_of(path))
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name}\0{_sha256(file)}\n".encode("utf-8", "surrogatepass"))
    return Source(kind.name, kind.extractor, digest.hexdigest(), files[1:])


def mark(path: Path, target: Path, remarks: Sequence[Remark]) -> Marked:
    """Write a copy of a manuscript with remarks. To be called where a hostile file does no harm.

    Raises:
        FormatError: it cannot be read, or remarks cannot be written into a file of its kind.
        LibraryError: the copy cannot be written; what lay there is as it was.
    """
    kind = _detect_kind(path)
    if kind.mark is None:
        raise not_markable(path)
    return kind.mark(path, target, remarks)


def can_be_marked(extractor: str) -> bool:
    """Say whether remarks can be written into a manuscript that was read by this extractor."""
    base_extractor = extractor.removesuffix(RECOGNISING_EXTRACTOR.removeprefix(EXTRACTOR))
    return any(kind.extractor == base_extractor and kind.mark is not None for kind in KINDS)


def not_markable(path: Path) -> FormatError:
    """Return the error for a manuscript into which no remarks can be written."""
    return FormatError(
        "Remarks cannot be written into a file such as “{file}”.",
        file=path.name,
        remedy="Save it as .docx or PDF and open that.",
    )


def read_manuscript(
    path: Path,
    *,
    max_pages: int,
    beginning: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Manuscript:
    """Read a manuscript of any kind. To be called where a hostile file does no harm.

    ``progress`` is told how many pages of a PDF are read; of a long one only the first are read
    if the ``beginning`` is enough.
    """
    kind = _detect_kind(path)
    if kind is not PDF:
        return kind.parse(path, max_pages)
    _check_format(path)
    from core.manuscript.pdf import assemble

    manuscript = assemble.parse(path, max_pages=max_pages, beginning=beginning, progress=progress)
    return _with_page_labels(path, manuscript)


def _check_format(path: Path) -> None:
    """Raise an error that names all formats for a file that no reader claims.

    Without a name that says otherwise, a file may be a damaged PDF.
    """
    suffix = path.suffix.lower()
    try:
        with open_file(path) as file:
            head = file.read(_HEAD_BYTES)
    except OSError:  # whoever reads it says why it cannot be
        return
    if suffix and suffix not in PDF.suffixes and head and not PDF.has_content(head):
        raise FormatError(
            "“{file}” is in a format that cannot be read.",
            file=path.name,
            remedy="These are read: PDF, Word (.docx), OpenDocument (.odt), LaTeX (.tex, or a .zip"
            " of a project), Markdown (.md, .qmd, .rmd), Typst (.typ), web pages (.html),"
            " Jupyter (.ipynb), LyX (.lyx), and with Pandoc Org (.org), reStructuredText (.rst)"
            " and RTF (.rtf).",
        )


def time_factor(pages: int) -> float:
    """Return how many times the time of a file one of so many pages may take."""
    return max(1.0, pages / _PAGES_IN_TIME)


def recognise(path: Path, *, max_pages: int, report: Callable[[int, int], None]) -> Manuscript:
    """Read a PDF whose pages are scans; ``report`` is told how many of them are recognised."""
    from core.manuscript.pdf import assemble

    manuscript = assemble.parse(path, max_pages=max_pages, report=report)
    return _with_page_labels(path, manuscript)


def _with_page_labels(path: Path, manuscript: Manuscript) -> Manuscript:
    from core.manuscript.pdf.extract import read_page_labels

    labels = read_page_labels(path)
    labelled = replace(manuscript, page_labels=labels) if labels else manuscript
    if not labelled.page_labels:
        return labelled
    return replace(
        labelled, unread=tuple(_with_page_name(part, labelled) for part in labelled.unread)
    )


def _with_page_name(part: UnreadPart, manuscript: Manuscript) -> UnreadPart:
    """Return what was not read with its page named as it is printed."""
    if part.page is None or not isinstance(part.text, Message):
        return part
    values = {**part.text.values, "page": manuscript.page_name(part.page - 1)}
    return replace(part, text=Message(part.text.template, **values))


def too_much_memory(limit_mb: int) -> Message:
    """Return what is said of a file that takes more memory than a paper may."""
    return Message("needs more than {mb:,} MB of memory to read", mb=limit_mb)


def limit_error(path: Path, problem: Message) -> EngineError:
    """Return the error for a file that takes more than a paper may."""
    message = Message("“{file}” {what}.", file=path.name, what=problem)
    if detect_kind(path) == "pdf":
        return PdfLimitError(message)
    return FormatError(message, remedy="Open a single chapter instead of the whole.")


def damage_error(path: Path, problem: Message) -> EngineError:
    """Return the error for a file that its parser cannot stand."""
    message = Message("“{file}” {what}.", file=path.name, what=problem)
    return PdfUnreadableError(message) if detect_kind(path) == "pdf" else FormatError(message)


def _sha256(path: Path) -> str:
    try:
        with open_file(path) as file:
            if os.fstat(file.fileno()).st_size > _MOST_BYTES:
                raise UsageError(
                    "“{path}” is larger than {megabytes:,} MB, too large for a manuscript.",
                    path=path,
                    megabytes=_MOST_BYTES // 2**20,
                    remedy="Choose the file of the manuscript.",
                )
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UsageError(
            "“{file}” could not be read: {reason}.",
            file=path,
            reason=error.strerror,
            remedy="Check the name and the folder of the file.",
        ) from error
