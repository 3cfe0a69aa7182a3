from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from core.base.jobs import Job
from core.base.records import OpenManuscript
from core.manuscript.pdf import recognise, scans
from desktop.manuscript import tab
from desktop.pages.source import LoadedPdf
from desktop.ui.focus import focus_part
from tests.desktop.manuscript_desk import Desk, press
from tests.scanned import ROWS, engine_of, scan


def test_a_scan_is_read_with_text_recognition_when_the_person_asks(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "is_available", lambda: True)
    monkeypatch.setattr(recognise, "is_available", lambda: True)
    monkeypatch.setattr(recognise, "_engine", lambda: engine_of(*ROWS))
    path = scan(desk.file.parent)

    def offer() -> QPushButton | None:
        buttons = desk.tab.findChildren(QPushButton)
        shown = [one for one in buttons if "text recognition" in one.text() and one.isVisible()]
        return shown[0] if shown else None

    desk.page.open(path)
    desk.until(lambda: offer() is not None)
    asked = offer()
    assert asked is not None
    press(asked)
    desk.until(lambda: desk.tab.session is not None)

    sentences = desk.session.sentences
    assert sentences[-1].text == "We weigh the sand in sieves of clay late again."
    assert all(sentence.rects for sentence in sentences)

    desk.page.open(desk.file)  # and is known when it is opened again
    opened = desk.workspace.manuscripts.open(path)
    assert [one.text for one in opened.manuscript.sentences] == [one.text for one in sentences]


def test_how_long_a_page_takes_is_measured_on_the_first_pages(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "is_available", lambda: False)
    desk.page.open(scan(desk.file.parent))
    desk.until(lambda: not desk.tab._reading.busy)
    at_two_pages, go_on = threading.Event(), threading.Event()

    def slowly(path: Path, job: Job) -> OpenManuscript:
        job.report(0, 8)
        desk_waits.wait(0.7)
        job.report(2, 8)
        at_two_pages.set()
        assert go_on.wait(30)
        return desk.workspace.manuscripts.open(desk.file, job)

    desk_waits = threading.Event()
    monkeypatch.setattr(desk.workspace.manuscripts, "recognise", slowly)
    desk.tab.recognise()
    desk.until(at_two_pages.is_set)
    desk.until(lambda: "2 of 8 pages" in desk.tab.notice.text)

    assert "about 1 s a page" in desk.tab.notice.text
    go_on.set()
    desk.until(lambda: desk.tab.session is not None)


def test_text_recognition_that_is_not_installed_is_not_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "is_available", lambda: False)
    desk.page.open(scan(desk.file.parent))

    def shown() -> list[str]:
        return [one.text() for one in desk.tab.findChildren(QPushButton) if one.isVisible()]

    desk.until(lambda: "Try again" in shown())
    assert not any("recognition" in text for text in shown())


def test_why_a_file_cannot_be_read_is_still_said_when_its_pages_come_later(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "is_available", lambda: False)
    said, load = threading.Event(), tab.load_pdf

    def late(path: Path) -> LoadedPdf:
        assert said.wait(30)
        return load(path)

    monkeypatch.setattr(tab, "load_pdf", late)
    desk.page.open(scan(desk.file.parent))

    def again() -> bool:
        buttons = desk.tab.findChildren(QPushButton)
        return any(one.text() == "Try again" and one.isVisible() for one in buttons)

    desk.until(again)
    said.set()
    desk.until(lambda: desk.tab.view.pages > 0)
    desk.until(again)


def test_a_file_that_cannot_be_read_keeps_the_focus_on_its_page(desk: Desk) -> None:
    broken = desk.file.with_name("broken.docx")
    broken.write_bytes(b"PK\x03\x04 cut off")
    desk.page.open(broken)
    desk.until(lambda: desk.tab.part_in_front() is not desk.tab.view)
    focused = QApplication.focusWidget()
    assert focused is not None  # so the keys of the page reach it, as Ctrl+W
    assert desk.page.isAncestorOf(focused)
    focus_part(desk.tab.part_in_front())
    focused = QApplication.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.text() == "Try again"
