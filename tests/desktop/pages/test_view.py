from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QSize, Qt, QThread
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.errors import PdfEncryptedError, PdfUnreadableError
from core.base.records import Manuscript
from desktop.pages.sentence_map import SentenceMap
from desktop.pages.source import LoadedPdf, PdfPages, load_pdf
from desktop.pages.view import PageView
from tests.desktop.pages.viewed_pages import first_line, shown
from tests.desktop.sample_paper import write_long_paper


def click(view: PageView, index: int) -> None:
    place = view.get_rect(index).center().toPoint()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def press(view: PageView, key: Qt.Key) -> None:
    QTest.keyClick(view, key)


def test_a_click_selects_the_sentence_under_it(qtbot: QtBot, view: PageView) -> None:
    # one line only, so that the middle of its rectangle is the sentence
    with qtbot.waitSignal(view.selected) as blocker:
        QTest.mouseClick(
            view.viewport(),
            Qt.MouseButton.LeftButton,
            pos=first_line(view, 4).center().toPoint(),
        )
    assert blocker.args == [4]
    assert view.selected_sentence == 4


def test_a_click_beside_the_text_selects_nothing(view: PageView) -> None:
    view.select(3)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert view.selected_sentence is None


def test_arrow_keys_walk_through_the_gaps_and_round_the_end(view: PageView) -> None:
    gaps = view._marks.gaps
    assert len(gaps) == 15
    visited = []
    for _ in range(len(gaps) + 1):
        press(view, Qt.Key.Key_Down)
        visited.append(view.selected_sentence)
    assert visited == [*gaps, gaps[0]]
    press(view, Qt.Key.Key_Up)
    assert view.selected_sentence == gaps[-1]


def test_left_and_right_reach_every_sentence(view: PageView) -> None:
    for _ in range(len(view._marks.sentences) + 2):
        press(view, Qt.Key.Key_Right)
    assert view.selected_sentence == len(view._marks.sentences) - 1
    press(view, Qt.Key.Key_Left)
    assert view.selected_sentence == len(view._marks.sentences) - 2


def test_a_selected_sentence_is_scrolled_into_sight(view: PageView) -> None:
    last = len(view._marks.sentences) - 1
    view.select(last)
    assert view.viewport().rect().contains(view.get_rect(last).toAlignedRect())


def test_escape_selects_nothing_and_return_goes_on(qtbot: QtBot, view: PageView) -> None:
    view.select(5)
    with qtbot.waitSignal(view.activated) as blocker:
        press(view, Qt.Key.Key_Return)
    assert blocker.args == [5]
    press(view, Qt.Key.Key_Escape)
    assert view.selected_sentence is None


def test_the_selected_sentence_is_told_to_a_screen_reader(view: PageView) -> None:
    view.select(view._marks.gaps[0])
    assert "needs a citation" in view.accessibleDescription()
    assert "reed-nesting" in view.accessibleDescription()


def test_fit_width_follows_the_width(view: PageView) -> None:
    view.fit_width()
    narrow = view.zoom
    view.resize(1200, 900)
    assert view.zoom > narrow * 1.3
    assert view.horizontalScrollBar().maximum() == 0


def test_the_beginning_of_the_pages_stays_in_sight_when_the_view_grows(view: PageView) -> None:
    view.fit_width()
    view.verticalScrollBar().setValue(0)
    for width in (200, 900, 700):
        view.resize(width, 500)
        assert view.verticalScrollBar().value() == 0


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
    assert "still there" in caught.value.remedy


def test_a_locked_file_is_named_with_a_remedy(tmp_path: Path) -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "locked.pdf"), encrypt=StandardEncryption("secret"))
    canvas.drawString(72, 72, "nothing to see")
    canvas.save()
    with pytest.raises(PdfEncryptedError, match="password"):
        load_pdf(tmp_path / "locked.pdf")


def test_sixty_pages_and_fifteen_hundred_sentences_are_scrolled_and_walked(
    qtbot: QtBot, tmp_path: Path
) -> None:
    manuscript = write_long_paper(tmp_path / "long.pdf", pages=60, sentences=1500)
    marks = SentenceMap(manuscript.sentences, [0.9, 0.1, 0.7] * 500)
    view = shown(qtbot, tmp_path / "long.pdf", marks)
    bar, found = view.verticalScrollBar(), set()
    for step in range(60):
        bar.setValue(step * bar.maximum() // 59)
        found.add(view.find_sentence(QPointF(300, 300)))
        view.viewport().repaint()
    assert len(found - {None}) > 30
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up):
        qtbot.keyClick(view, key)
    assert view.selected_sentence is not None
