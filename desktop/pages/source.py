"""Where page images come from: a PDF through QtPdf. Nothing here renders on the GUI thread.

QtPdf guards PDFium with one lock for all documents, so whatever touches a document while a page
is being rendered waits for that page. Therefore a document is opened on a worker thread, its page
sizes are read there once, and at most one page is being rendered at any time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QObject,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QImage, QPainter
from PySide6.QtPdf import QPdfDocument, QPdfDocumentRenderOptions, QPdfPageRenderer
from typing_extensions import override

from core.base.errors import PdfEncryptedError, PdfError, PdfUnreadableError
from desktop.language.wording import translate

CACHE_BYTES = 160 * 1024 * 1024
HIDDEN_CACHE_BYTES = 24 * 1024 * 1024
MAX_PAGE_PIXELS = 16_000_000
"""A page is never rendered larger than this; past it, zooming in only enlarges."""


class PageSource(QObject):
    """Pages that can be painted. ``sizes`` are in points.

    Signals:
        page_ready(int): a better picture of this page can be painted now.
    """

    page_ready = Signal(int)
    most_fitting_zoom = 2.0
    """Up to here pages fill the width when they are opened: larger ones show a few lines each."""

    def __init__(self, sizes: Sequence[QSizeF]) -> None:
        super().__init__()
        self.sizes = tuple(sizes)

    def paint(self, painter: QPainter, page: int, target: QRectF) -> None:
        """Paint what is known of a page over white paper; nothing is known of these."""

    def want(self, pages: Sequence[tuple[int, QSize]]) -> None:
        """Ask for pictures in device pixels, most urgent first; forgets what was asked before."""

    def spare(self) -> None:
        """Give memory back: the pages are hidden."""

    def close(self) -> None:
        """Let go of the file without waiting for anything."""
        self.deleteLater()


@dataclass(frozen=True, slots=True)
class LoadedPdf:
    """An opened document, living on the GUI thread, and its page sizes in points.

    ``labels`` are the printed numbers of its pages as the file states them, if it does.
    """

    document: QPdfDocument
    sizes: tuple[QSizeF, ...]
    labels: tuple[str, ...] = ()


def load_pdf(path: Path) -> LoadedPdf:
    """Open a PDF and read its page sizes; blocks, so call it on a worker thread.

    The file is read into memory: it may be written anew while it is shown, as a typesetter does.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PdfUnreadableError(
            translate("PageSource", "“{name}” could not be read: {reason}.").format(
                name=path.name, reason=(error.strerror or str(error)).lower()
            ),
            remedy=translate(
                "PageSource",
                ("Check that the file exists and that you have permission to read it."),
            ),
        ) from error
    document = QPdfDocument()
    buffer = QBuffer(document)
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    document.load(buffer)
    if document.error() is not QPdfDocument.Error.None_:
        raise _reason(path, document.error())
    if document.pageCount() == 0:
        raise PdfUnreadableError(
            translate("PageSource", "“{name}” could not be read: it has no pages.").format(
                name=path.name
            )
        )
    sizes = tuple(document.pagePointSize(page) for page in range(document.pageCount()))
    labels = tuple(document.pageLabel(page) for page in range(document.pageCount()))
    application = QCoreApplication.instance()
    assert application is not None
    document.moveToThread(application.thread())
    return LoadedPdf(document, sizes, labels)


def _reason(path: Path, error: QPdfDocument.Error) -> PdfError:
    locked = (
        QPdfDocument.Error.IncorrectPassword,
        QPdfDocument.Error.UnsupportedSecurityScheme,
    )
    if error in locked:
        return PdfEncryptedError(
            translate("PageSource", "“{name}” is protected by a password.").format(name=path.name)
        )
    return PdfUnreadableError(
        translate("PageSource", "“{name}” could not be read: it is damaged or not a PDF.").format(
            name=path.name
        )
    )


class PdfPages(PageSource):
    """The pages of a PDF, rendered on QtPdf's own thread and kept within a bound of memory."""

    def __init__(self, loaded: LoadedPdf, *, cache_bytes: int = CACHE_BYTES) -> None:
        super().__init__(loaded.sizes)
        self._document = loaded.document
        self._document.setParent(self)
        self._limit = cache_bytes
        self._images: OrderedDict[int, QImage] = OrderedDict()
        self._broken: set[tuple[int, QSize]] = set()
        self._wanted_pages: list[tuple[int, QSize]] = []
        self._rendering: tuple[int, QSize] | None = None
        self._closed = False
        self._renderer = QPdfPageRenderer(self)
        self._renderer.setRenderMode(QPdfPageRenderer.RenderMode.MultiThreaded)
        self._renderer.setDocument(self._document)
        self._renderer.pageRendered.connect(self._keep, Qt.ConnectionType.QueuedConnection)

    @property
    def cached_bytes(self) -> int:
        """Memory the kept pictures take."""
        return sum(image.sizeInBytes() for image in self._images.values())

    def is_sharp(self, page: int, size: QSize) -> bool:
        """Say whether the kept picture of a page has exactly this size."""
        image = self._images.get(page)
        return image is not None and image.size() == size

    @override
    def paint(self, painter: QPainter, page: int, target: QRectF) -> None:
        image = self._images.get(page)
        if image is None:
            return
        self._images.move_to_end(page)
        sharp = image.width() == round(target.width() * painter.device().devicePixelRatioF())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not sharp)
        painter.drawImage(target, image)

    @override
    def want(self, pages: Sequence[tuple[int, QSize]]) -> None:
        self._wanted_pages = [(page, _bounded(size)) for page, size in pages]
        self._start_next()

    @override
    def spare(self) -> None:
        self._wanted_pages.clear()
        self._evict(HIDDEN_CACHE_BYTES, keep=frozenset())

    @override
    def close(self) -> None:
        """Let go of the file; a page being rendered is not waited for."""
        self._closed = True
        self._wanted_pages.clear()
        self._images.clear()
        if self._rendering is None:
            self.deleteLater()
        else:  # deleting the renderer would wait for the page; it goes when the page is there
            self.setParent(QCoreApplication.instance())

    def _start_next(self) -> None:
        if self._rendering is not None or self._closed:
            return
        for page, size in self._wanted_pages:
            if not self.is_sharp(page, size) and (page, size) not in self._broken:
                self._rendering = (page, size)
                self._renderer.requestPage(page, size)
                return

    @Slot(int, QSize, QImage, QPdfDocumentRenderOptions, "qulonglong")
    def _keep(
        self,
        page: int,
        size: QSize,
        image: QImage,
        _options: QPdfDocumentRenderOptions,
        _request: int,
    ) -> None:
        self._rendering = None
        if self._closed:
            self.deleteLater()
            return
        if image.isNull():
            self._broken.add((page, size))
        else:
            self._images[page] = image
            self._images.move_to_end(page)
            self._evict(self._limit, keep=frozenset(page for page, _ in self._wanted_pages))
        self.page_ready.emit(page)
        self._start_next()

    def _evict(self, limit: int, *, keep: frozenset[int]) -> None:
        used = self.cached_bytes
        for page in list(self._images):
            if used <= limit:
                return
            if page not in keep:
                used -= self._images.pop(page).sizeInBytes()


def _bounded(size: QSize) -> QSize:
    pixels = size.width() * size.height()
    if pixels <= MAX_PAGE_PIXELS:
        return size
    shrink = (MAX_PAGE_PIXELS / pixels) ** 0.5
    return QSize(max(1, round(size.width() * shrink)), max(1, round(size.height() * shrink)))
