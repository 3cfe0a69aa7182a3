"""Manuscripts that are open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.base.records import UnreadPart
from tests.desktop.in_process import ReaderHere
from tests.desktop.manuscript_desk import Desk, sample


@pytest.fixture
def lose(desk: Desk, monkeypatch: pytest.MonkeyPatch):  # noqa: ANN201 - a function of parts
    """Return what opens the sample as if some parts of it had not been read."""

    def open_without(*parts: UnreadPart, sure: bool = False) -> None:
        manuscript = replace(sample()[1], unread=parts, source_characters=20_000)
        monkeypatch.setattr(ReaderHere, "read_manuscript", lambda *_, **__: manuscript)
        if sure:  # no sentence needs a citation
            needs = [0.0] * len(manuscript.sentences)
            monkeypatch.setattr(desk.workspace.manuscripts, "needs_citation", lambda _: needs)
        desk.page.open(desk.file)
        desk.until(lambda: desk.tab.session is not None and desk.tab.session.marks.judged)
        desk.until(lambda: desk.tab.side is not None)
        desk.until(lambda: desk.session.references.findings is not None)
        desk.idle()

    return open_without
