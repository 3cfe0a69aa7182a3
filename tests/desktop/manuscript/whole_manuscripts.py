"""A manuscript that is asked as a whole, in the window."""

from __future__ import annotations

from PySide6.QtCore import QUrl

from desktop.manuscript.side_pane import WholePanel
from desktop.manuscript.whole_session import WholeSession
from tests.desktop.manuscript_desk import Desk


def whole(desk: Desk) -> WholeSession:
    assert desk.tab.whole is not None
    return desk.tab.whole


def panel(desk: Desk) -> WholePanel:
    return desk.side.whole


def asked(desk: Desk) -> list[str]:
    return [call for call in desk.answers.calls if call.startswith("whole")]


def shown(desk: Desk) -> str:
    return panel(desk).text.toPlainText()


def opened(desk: Desk) -> None:
    desk.open()
    desk.until(lambda: whole(desk).answer is not None)
    desk.idle()
    desk.page.whole_action.trigger()


def follow(desk: Desk, link: str) -> None:
    panel(desk).text.anchorClicked.emit(QUrl(link))
