"""What is wrong with the references of a manuscript, by kind, each a way to the place."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.records import Finding
from desktop.manuscript_session import ManuscriptSession
from desktop.reading_pane import ReadingPane
from desktop.reference_words import KINDS, NOTHING, audit_as_text, counted, grouped
from desktop.theme import GRID, set_icon, set_look


class AuditPanel(QFrame):
    """Lists the findings of a session's audit; follows it when links change.

    Signals:
        sentence_chosen(int), reference_chosen(int), paper_chosen(int): go there.
        left: back to the suggestions.
        copied(str): this text is on the clipboard now.
    """

    sentence_chosen = Signal(int)
    reference_chosen = Signal(int)
    paper_chosen = Signal(int)
    left = Signal()
    copied = Signal(str)

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.back_button = QPushButton("Suggestions")
        self.copy_button = QPushButton("Copy as text")
        self.heading = QLabel()
        self.text = ReadingPane("Findings of the reference audit")
        self._lay_out()
        self.back_button.clicked.connect(self.left)
        self.copy_button.clicked.connect(self.copy)
        self.text.followed.connect(self._follow)
        session.references.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the findings as they are now."""
        findings = self._session.references.findings
        self.copy_button.setEnabled(findings is not None)
        ready = "Copy the list, to paste it into a message"
        self.copy_button.setToolTip(ready if findings is not None else "Still checking")
        if findings is None:
            self.heading.setText("Reference audit")
            self.text.show_html("<p class='muted'>Checking the references…</p>")
            return
        count = counted(len(findings), "thing to mend", "things to mend")
        self.heading.setText(f"Reference audit: {count}" if findings else "Reference audit")
        self.text.show_html(_page(findings))

    def copy(self) -> None:
        """Put the findings on the clipboard."""
        title = self._session.opened.manuscript.title
        text = audit_as_text(title, self._session.references.findings or ())
        QGuiApplication.clipboard().setText(text)
        self.copied.emit("Copied the reference audit.")

    def _follow(self, kind: str, place: int) -> None:
        signals = {
            "sentence": self.sentence_chosen,
            "reference": self.reference_chosen,
            "paper": self.paper_chosen,
        }
        signals[kind].emit(place)

    def _lay_out(self) -> None:
        set_look(self, "surface")
        self.setAccessibleName("Reference audit")
        set_look(self.heading, "heading")
        set_look(self.back_button, "quiet")
        set_icon(self.back_button, "back")
        self.back_button.setToolTip("Back to the suggestions (Esc)")
        set_icon(self.copy_button, "copy")
        top = QHBoxLayout()
        top.addWidget(self.back_button)
        top.addStretch(1)
        top.addWidget(self.copy_button)
        head = QVBoxLayout()
        head.setContentsMargins(12, GRID, 12, GRID)
        head.setSpacing(GRID)
        head.addLayout(top)
        head.addWidget(self.heading)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.text, 1)


def _page(findings: tuple[Finding, ...]) -> str:
    if not findings:
        return f"<p class='good'>{escape(NOTHING)}</p>"
    parts = []
    for kind, found in grouped(findings).items():
        title, advice = KINDS[kind]
        parts.append(f"<h3>{escape(title)} ({len(found)})</h3>")
        parts.append(f"<p class='muted'>{escape(advice)}</p>")
        parts += [_line(finding) for finding in found]
    return "".join(parts)


def _line(finding: Finding) -> str:
    """Return a finding whose text leads to the first place; other places follow it."""
    places = [
        ("sentence", finding.sentence, "the sentence"),
        ("reference", finding.reference, "the entry"),
        ("reference", finding.other, "the other entry"),
        ("paper", finding.paper, "the paper in the library"),
    ]
    links = [
        f'<a href="{kind}:{place}">Go to {name}</a>'
        for kind, place, name in places
        if place is not None
    ]
    return f"<p>{escape(finding.text)}<br>{' · '.join(links)}</p>"
