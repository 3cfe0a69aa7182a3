"""What was not read of a manuscript: each part, with a link to where it is."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from core.base.records import UnreadPart
from desktop.language.engine_words import in_language
from desktop.language.wording import choose_plural, figure, translate
from desktop.manuscript.reading_panel import ReadingPanel
from desktop.manuscript.session import ManuscriptSession
from desktop.ui.opening import open_file


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
