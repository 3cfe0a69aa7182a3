"""What is wrong with the references of a manuscript, by kind, with links to where it is."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QWidget

from core.base.findings import Finding
from desktop.language.engine_words import in_language
from desktop.language.wording import translate
from desktop.manuscript.reading_panel import ReadingPanel
from desktop.manuscript.reference_words import (
    audit_as_text,
    count_words,
    grouped,
    kind_words,
    nothing_words,
)
from desktop.manuscript.session import ManuscriptSession


class AuditPanel(ReadingPanel):
    """Lists the findings of a session's audit; follows it when links change."""

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Reference audit"), self.tr("Findings of the reference audit"), parent
        )
        self._session = session
        self.copy_button = self.add_copy_button(
            self._as_text, self.tr("Copied the reference audit.")
        )
        self.state.hide()
        session.references.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the findings as they are now."""
        findings = self._session.references.findings
        self.copy_button.setEnabled(findings is not None)
        ready = self.tr("Copy the list, to paste it into a message")
        self.copy_button.setToolTip(ready if findings is not None else self.tr("Still checking"))
        if findings is None:
            self.heading.setText(self.tr("Reference audit"))
            checking = self.tr("Checking the references…")
            self.text.show_html(f"<p class='muted'>{escape(checking)}</p>")
            return
        count = count_words(findings)
        self.heading.setText(
            self.tr("Reference audit: {count}").format(count=count)
            if count
            else self.tr("Reference audit")
        )
        self.text.show_html(_page(findings, listed=self._has_list()))

    def _as_text(self) -> str:
        title = self._session.opened.manuscript.title
        findings = self._session.references.findings or ()
        return audit_as_text(title, findings, listed=self._has_list())

    def _has_list(self) -> bool:
        return bool(self._session.opened.manuscript.references)


def _page(findings: tuple[Finding, ...], *, listed: bool) -> str:
    if not findings:
        tone = "good" if listed else "muted"
        return f"<p class='{tone}'>{escape(nothing_words(listed=listed))}</p>"
    parts = []
    for kind, kind_findings in grouped(findings).items():
        title, advice = kind_words(kind)
        parts.append(f"<h3>{escape(title)} ({len(kind_findings)})</h3>")
        parts.append(f"<p class='muted'>{escape(advice)}</p>")
        parts += [_line(finding) for finding in kind_findings]
    return "".join(parts)


def _line(finding: Finding) -> str:
    """Return a finding and links to where it is."""
    targets = [
        ("sentence", finding.sentence, translate("AuditPanel", "Go to the sentence")),
        ("reference", finding.reference, translate("AuditPanel", "Go to the entry")),
        ("reference", finding.other, translate("AuditPanel", "Go to the other entry")),
        ("paper", finding.paper, translate("AuditPanel", "Go to the paper in the library")),
    ]
    links = [
        f'<a href="{kind}:{number}">{escape(name)}</a>'
        for kind, number, name in targets
        if number is not None
    ]
    return f"<p>{escape(in_language(finding.text))}<br>{' · '.join(links)}</p>"
