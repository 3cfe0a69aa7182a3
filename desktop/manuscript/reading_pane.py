"""Text with links inside the window: used where a list would say less than sentences do."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop.theme import colors, theme


class ReadingPane(QTextBrowser):
    """Shows HTML in the colours of the theme. Tab goes from link to link, Return follows one.

    Signals:
        followed(str, int): a link such as ``sentence:12`` was followed: its kind and number.
    """

    followed = Signal(str, int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._html = ""
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(12)
        self.anchorClicked.connect(self._follow)
        theme().changed.connect(self._render)

    def show_html(self, html: str) -> None:
        """Show another text, from its beginning."""
        if html != self._html:
            self._html = html
            self._render()

    def _render(self) -> None:
        tokens = colors()
        self.document().setDefaultStyleSheet(
            f"p {{ margin: 0 0 8px 0; }} .muted {{ color: {tokens.muted.name()}; }}"
            f" .gap {{ color: {tokens.gap.name()}; }} .good {{ color: {tokens.good.name()}; }}"
            f" h3 {{ font-size: medium; margin: 12px 0 4px 0; }}"
            f" a {{ color: {tokens.accent.name()}; text-decoration: none; }}"
        )
        self.setHtml(self._html)

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
        else:
            self.followed.emit(url.scheme(), int(url.path()))
