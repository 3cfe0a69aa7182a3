"""A panel of text with links where the suggestions stand, and the way back to these."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from core.base.records import UnreadPart
from desktop.language.wording import choose_plural, figure, in_language, translate
from desktop.manuscript.session import ManuscriptSession
from desktop.ui.opening import open_address, open_file
from desktop.ui.theme import GRID, colors, set_icon, set_look, theme
from desktop.ui.widgets import push_button, text_label, vbox


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
            open_address(url)
        else:
            self.followed.emit(url.scheme(), int(url.path()))


class ReadingPanel(QFrame):
    """Has a heading, a line on how things stand, and a text whose links lead on.

    Signals:
        sentence_chosen(int), reference_chosen(int), paper_chosen(int): go there.
        left: back to the suggestions.
        copied(str): the clipboard has another text now; what to say of that.
    """

    sentence_chosen = Signal(int)
    reference_chosen = Signal(int)
    paper_chosen = Signal(int)
    closed = Signal()
    copied = Signal(str)

    def __init__(self, name: str, text_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.back_button = QPushButton(self.tr("Suggestions"))
        self.heading, self.state = text_label(name), text_label()
        self.text = ReadingPane(text_name)
        self.top, self.head = QHBoxLayout(), QVBoxLayout()
        self._put_together(name)
        self.back_button.clicked.connect(self.closed)
        self.text.followed.connect(self.follow)

    def follow(self, kind: str, number: int) -> None:
        """Go where a link of the text leads."""
        signals = {
            "sentence": self.sentence_chosen,
            "reference": self.reference_chosen,
            "paper": self.paper_chosen,
        }
        signals[kind].emit(number)

    def add_copy_button(self, as_text: Callable[[], str], copied: str) -> QPushButton:
        """Put a button on the right of the way back that copies what ``as_text`` returns.

        ``copied`` is what is said then, as “Copied the list.”
        """

        def copy() -> None:
            QGuiApplication.clipboard().setText(as_text())
            self.copied.emit(copied)

        button = push_button(self.tr("Copy as text"), icon="copy")
        self.top.addStretch(1)
        self.top.addWidget(button)
        button.clicked.connect(copy)
        return button

    def _put_together(self, name: str) -> None:
        set_look(self, "surface")
        self.setAccessibleName(name)
        set_look(self.heading, "heading")
        set_look(self.state, "muted")
        self.state.setWordWrap(True)
        set_look(self.back_button, "quiet")
        set_icon(self.back_button, "back")
        self.back_button.setToolTip(self.tr("Back to the suggestions (Esc)"))
        self.top.addWidget(self.back_button)
        self.head.setContentsMargins(12, GRID, 12, GRID)
        self.head.setSpacing(GRID)
        self.head.addLayout(self.top)
        self.head.addWidget(self.heading)
        self.head.addWidget(self.state)
        vbox(self.head, (self.text, 1), of=self, margins=0, spacing=0)


# --- what was not read of a manuscript: each part, with a link to where it is -----------


class UnreadPanel(ReadingPanel):
    """Lists the parts of a session's manuscript that were not read, the gravest first.

    Signals:
        page_chosen(int): go to this page, counted from 0.
    """

    page_chosen = Signal(int)

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Not read"), self.tr("Parts that were not read"), parent)
        self._session = session
        self.copy_button = self.add_copy_button(
            self._as_text, self.tr("Copied the list of what was not read.")
        )
        reading = session.reading
        self.heading.setText(
            choose_plural(
                self.tr("%Ln part(s) not read", "", len(reading.parts)), len(reading.parts)
            )
        )
        self.state.setText(in_language(reading.text))
        lines = zip(reading.lines, reading.parts, strict=True)
        self.text.show_html(
            "".join(self._entry(at, line, part) for at, (line, part) in enumerate(lines))
        )

    @override
    def follow(self, kind: str, number: int) -> None:
        if kind != "part":
            super().follow(kind, number)
            return
        part = self._session.reading.parts[number]
        if part.page is not None:
            self.page_chosen.emit(part.page - 1)
        elif (path := self._path(part)) is not None:
            open_file(path)

    def _entry(self, at: int, line: str, part: UnreadPart) -> str:
        links = []
        if part.page is not None:
            links = [self.tr("Go to the page")]
        elif self._path(part) is not None:
            links = [self.tr("Open the file")]
        lost = [] if not part.characters else [self._amount(part.characters)]
        lower = [f"<span class='muted'>{escape(text)}</span>" for text in lost]
        lower += [f'<a href="part:{at}">{escape(text)}</a>' for text in links]
        below = f"<br>{' · '.join(lower)}" if lower else ""
        return f"<p>{escape(in_language(line))}{below}</p>"

    def _amount(self, characters: int) -> str:
        return self.tr("about {characters} characters").format(characters=figure(characters))

    def _path(self, part: UnreadPart) -> str | None:
        """Return the file that a part stands in, if there is one beside the manuscript."""
        manuscript = self._session.opened.path
        if manuscript is None or not part.file:
            return None
        path = manuscript.parent / part.file
        return str(path) if path.is_file() else None

    def _as_text(self) -> str:
        reading = self._session.reading
        title = translate("UnreadPanel", "Not read")
        lines = [f"- {in_language(line)}" for line in reading.lines]
        return "\n".join([title, "", in_language(reading.text), "", *lines]) + "\n"
