"""PDFs in tabs, with a search in their text; real files."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from core.base.errors import PdfUnreadableError
from core.base.records import PaperNumber
from desktop.pages.pdf_tab import PdfTab
from desktop.pages.pdf_text import PdfText
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk, write_pdf
from tests.desktop.pages.pdf_papers import opened


def test_a_paper_without_pdf_and_a_broken_one_say_so(
    pdf_tab_desk: LibraryDesk, notices: Notices, tmp_path: Path
) -> None:
    pdf_tab_desk.page.open_paper(PaperNumber(3))
    pdf_tab_desk.until(lambda: notices)
    assert notices[-1] == "“On the choice of negatives” has no PDF."
    assert notices.action == "Add a PDF…"
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    pdf_tab_desk.workspace.papers.attach(PaperNumber(3), broken)
    tab = opened(pdf_tab_desk, 3)
    pdf_tab_desk.until(lambda: wording.stem("desktop.pages.source:_reason damaged") in _texts(tab))
    assert not tab.bar.isVisible()
    with pytest.raises(PdfUnreadableError):
        PdfText(tmp_path / "gone.pdf")


def _texts(tab: PdfTab) -> str:
    return " ".join(label.text() for label in tab.findChildren(QLabel))


def test_pages_are_named_as_they_are_printed(pdf_tab_desk: LibraryDesk, tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "labelled.pdf")
    with pymupdf.open(path) as document:
        document.set_page_labels(
            [{"startpage": 0, "style": "r", "firstpagenum": 11}, {"startpage": 2, "style": "D"}]
        )
        document.saveIncr()
    pdf_tab_desk.workspace.papers.attach(PaperNumber(2), path)
    tab = opened(pdf_tab_desk, 2)
    pdf_tab_desk.until(lambda: tab.page.text() == "xi")
    assert tab.pages.text() == "(1 of 3)"
    tab.canvas.reveal_page(1)
    pdf_tab_desk.until(lambda: (tab.page.text(), tab.pages.text()) == ("xii", "(2 of 3)"))
    for typed, page in (("1", 2), ("XI", 0), ("3", 2)):
        tab.page.setFocus()
        tab.page.selectAll()
        QTest.keyClicks(tab.page, typed)
        pdf_tab_desk.press(tab.page, Qt.Key.Key_Return)
        pdf_tab_desk.until(lambda page=page: tab.canvas.current_page == page)
    tab.page.selectAll()
    QTest.keyClicks(tab.page, "zz")
    pdf_tab_desk.press(tab.page, Qt.Key.Key_Return)
    assert tab.canvas.current_page == 2


def test_pages_are_counted_where_nothing_else_is_printed(pdf_tab_desk: LibraryDesk) -> None:
    tab = opened(pdf_tab_desk)
    assert (tab.page.text(), tab.pages.text()) == ("1", "of 3")
    tab.show_page_labels(("1", "2", "3"))
    assert (tab.page.text(), tab.pages.text()) == ("1", "of 3")
    tab.show_page_labels(("57", "58", "59"))
    assert (tab.page.text(), tab.pages.text()) == ("57", "(1 of 3)")
