"""A long file: its first pages can be used while the rest is read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtWidgets import QPushButton

from core.base.findings import Finding
from core.manuscript.pdf import extract
from tests.desktop.manuscript_desk import Desk
from tests.long_files import long_file

PAGES, FIRST_PAGES = 12, 4


def test_the_first_pages_can_be_used_while_the_rest_is_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extract, "LONG", PAGES - 1)
    monkeypatch.setattr(extract, "BEGINNING", FIRST_PAGES)
    path = long_file(desk.file.parent / "long.pdf", PAGES)
    begun: list[tuple[int, list[Finding], str]] = []

    def note() -> None:
        session = desk.tab.session
        if session is None or begun:
            return
        desk.tab.view.select(2)
        said = desk.tab.notice.findChildren(QPushButton)
        assert any(button.text() == "Stop" and button.isVisible() for button in said)
        text = session.sentences[2].text
        found = desk.workspace.manuscripts.audit(session.opened)
        begun.append((len(session.sentences), found, text))
        assert session.opened.beginning
        papers = desk.workspace.library.papers
        session.decide(2, papers.get_many([*papers.numbers()][:1]), "cite")

    def whole() -> bool:
        note()
        session = desk.tab.session
        return session is not None and not session.opened.beginning

    desk.page.open(path)
    desk.until(whole)
    desk.idle()
    ((count, found, text),) = begun
    assert [finding.kind for finding in found] == ["could not check"]
    assert len(desk.session.sentences) > 2 * count
    assert len(desk.session.opened.manuscript.references) == 5
    assert max(sentence.page for sentence in desk.session.sentences) == PAGES - 2
    assert desk.tab.view.selected_sentence == 2
    assert [row.text for row in desk.session.to_cite()] == [text]  # what was decided stays
    assert not desk.tab.notice.isVisible()


def test_what_is_decided_in_the_first_pages_shows_when_it_is_stored_late(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extract, "LONG", PAGES - 1)
    monkeypatch.setattr(extract, "BEGINNING", FIRST_PAGES)
    let_go = threading.Event()
    monkeypatch.setattr(
        desk.workspace.manuscripts,
        "decide_many",
        partial(_after, let_go, desk.workspace.manuscripts.decide_many),
    )
    chosen: list[str] = []

    def whole() -> bool:
        session = desk.tab.session
        if session is not None and session.opened.beginning and not chosen:
            papers = desk.workspace.library.papers
            chosen.append(session.sentences[2].text)
            session.decide(2, papers.get_many([*papers.numbers()][:1]), "cite")
        return session is not None and not session.opened.beginning

    desk.page.open(long_file(desk.file.parent / "long.pdf", PAGES))
    desk.until(whole)
    desk.until(lambda: bool(desk.session.marks.gaps))
    assert desk.session.to_cite() == []
    let_go.set()
    desk.until(lambda: bool(desk.session.to_cite()))
    assert [row.text for row in desk.session.to_cite()] == chosen


def _after(event: threading.Event, work: Callable[..., None], *values: object) -> None:
    assert event.wait(60)
    work(*values)
