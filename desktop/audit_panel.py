"""What is wrong with the references of a manuscript, by kind, each a way to the place."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from core.records import Finding
from desktop.manuscript_session import ManuscriptSession
from desktop.reading_panel import ReadingPanel
from desktop.reference_words import KINDS, NOTHING, audit_as_text, counted, grouped


class AuditPanel(ReadingPanel):
    """Lists the findings of a session's audit; follows it when links change."""

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__("Reference audit", "Findings of the reference audit", parent)
        self._session = session
        self.copy_button = self.add_copy_button("the reference audit")
        self.state.hide()
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

    @override
    def as_text(self) -> str:
        title = self._session.opened.manuscript.title
        return audit_as_text(title, self._session.references.findings or ())


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
