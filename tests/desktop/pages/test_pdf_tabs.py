"""Tabs of PDFs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from core.base.records import PaperNumber
from tests.desktop.library_desk import LibraryDesk, write_pdf
from tests.desktop.pages.pdf_papers import CONTROL, opened


def test_two_pdfs_stand_side_by_side_as_tabs_and_none_opens_twice(
    pdf_tab_desk: LibraryDesk, tmp_path: Path
) -> None:
    second = write_pdf(tmp_path / "other.pdf")
    second.write_bytes(second.read_bytes() + b"\n%other\n")
    pdf_tab_desk.workspace.papers.attach(PaperNumber(2), second)
    first = opened(pdf_tab_desk)
    tabs = pdf_tab_desk.page.tabs
    tabs.show_home()
    assert opened(pdf_tab_desk, 2) is not first
    tabs.show_home()
    assert opened(pdf_tab_desk) is first
    assert len(tabs.tabs()) == 2
    pdf_tab_desk.press(tabs, Qt.Key.Key_PageDown, CONTROL)
    tabs._turn(1)
    assert tabs.current_tab() is not first
    pdf_tab_desk.page.search("wetlands")
    pdf_tab_desk.idle()
    assert tabs.current_tab() is None
