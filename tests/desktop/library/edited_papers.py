"""Papers that are edited in the dialog."""

from __future__ import annotations

from PySide6.QtCore import QUrl

from core.base.records import PaperNumber
from tests.desktop.library_desk import LibraryDesk

REEDS, VOICES, SURVEY = PaperNumber(1), PaperNumber(2), PaperNumber(5)


def follow(edit_dialog_desk: LibraryDesk, link: str) -> None:
    edit_dialog_desk.page.details.anchorClicked.emit(QUrl(link))
    edit_dialog_desk.idle()
