"""What is said while an answer is made."""

from __future__ import annotations

import pytest

from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk, say_status


def test_words_only_is_said_while_the_model_loads(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.answers.stages = ("words",)
    say_status(monkeypatch, desk.workspace, model_state="loading")
    desk.open()
    desk.select(GAP)
    assert desk.panel.notice.text == wording.fill(
        "desktop.manuscript.suggestion_state:why_only_words loading"
    )
    desk.answers.stages = ("words", "vectors")
    desk.page.refresh()
    desk.until(lambda: desk.panel.notice.text == "")
