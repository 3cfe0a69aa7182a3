"""Pages loaded and rendered on another thread."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QSize, QThread
from pytestqt.qtbot import QtBot

from core.base.errors import PdfEncryptedError, PdfUnreadableError
from core.base.records import Manuscript
from desktop.pages.source import LoadedPdf, PdfPages, load_pdf
from tests.desktop.sample_paper import write_long_paper


def test_pages_are_rendered_off_the_gui_thread(
    qtbot: QtBot, tmp_path: Path, manuscript: Manuscript
) -> None:
    source = PdfPages(load_pdf(tmp_path / "paper.pdf"))
    threads = source._renderer.findChildren(QThread)
    assert source._renderer.renderMode() is source._renderer.RenderMode.MultiThreaded
    assert threads or source._renderer.thread() is QThread.currentThread()
    # the answer never comes within the call that asks for it
    source.want([(0, QSize(3000, 4200))])
    assert not source.is_sharp(0, QSize(3000, 4200))
    qtbot.waitUntil(lambda: source.is_sharp(0, QSize(3000, 4200)))
    source.close()


def test_loading_on_another_thread_hands_the_document_over(
    qtbot: QtBot, tmp_path: Path, manuscript: Manuscript
) -> None:
    loaded: list[LoadedPdf] = []
    worker = threading.Thread(target=lambda: loaded.append(load_pdf(tmp_path / "paper.pdf")))
    worker.start()
    worker.join()
    source = PdfPages(loaded[0])
    assert source._document.thread() is QThread.currentThread()
    with qtbot.waitSignal(source.page_ready):
        source.want([(0, QSize(300, 400))])
    source.close()


def test_memory_for_pages_is_bounded(qtbot: QtBot, tmp_path: Path) -> None:
    write_long_paper(tmp_path / "long.pdf", pages=12, sentences=120)
    limit = 5 * 600 * 800 * 4
    source = PdfPages(load_pdf(tmp_path / "long.pdf"), cache_bytes=limit)
    for page in range(12):
        source.want([(page, QSize(600, 800))])
        qtbot.waitUntil(lambda page=page: source.is_sharp(page, QSize(600, 800)))
    assert 0 < source.cached_bytes <= limit
    assert source.is_sharp(11, QSize(600, 800))
    assert not source.is_sharp(0, QSize(600, 800))
    source.close()


def test_a_huge_zoom_never_asks_for_a_huge_picture(
    qtbot: QtBot, tmp_path: Path, manuscript: Manuscript
) -> None:
    source = PdfPages(load_pdf(tmp_path / "paper.pdf"))
    with qtbot.waitSignal(source.page_ready):
        source.want([(0, QSize(12_000, 16_000))])
    assert source.cached_bytes < 70_000_000
    source.close()


def test_closing_while_a_page_is_rendered_does_not_wait(
    qtbot: QtBot, tmp_path: Path, manuscript: Manuscript
) -> None:
    source = PdfPages(load_pdf(tmp_path / "paper.pdf"))
    source.want([(0, QSize(3400, 4600))])
    with qtbot.waitSignal(source.destroyed):
        source.close()
        assert source.parent() is QCoreApplication.instance()  # lives on until the page is there


@pytest.mark.parametrize(
    "content",
    [b"", b"no PDF at all", b"%PDF-1.7\n1 0 obj\n<<"],
    ids=["empty", "text", "truncated"],
)
def test_a_file_that_is_no_pdf_is_named_with_a_remedy(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(content)
    with pytest.raises(PdfUnreadableError, match=r"“broken\.pdf”") as caught:
        load_pdf(path)
    assert caught.value.remedy


def test_a_missing_file_is_named_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(PdfUnreadableError, match="gone") as caught:
        load_pdf(tmp_path / "gone.pdf")
    assert "exists" in caught.value.remedy


def test_a_locked_file_is_named_with_a_remedy(tmp_path: Path) -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "locked.pdf"), encrypt=StandardEncryption("secret"))
    canvas.drawString(72, 72, "nothing to see")
    canvas.save()
    with pytest.raises(PdfEncryptedError, match="password"):
        load_pdf(tmp_path / "locked.pdf")
