"""The right of a manuscript: suggestions for a sentence or for all, an entry, or the audit."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from html import escape
from textwrap import shorten
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from core.base.findings import CheckState, EntryCheck, Finding
from core.base.records import (
    PLAUSIBLE,
    Reason,
    Reference,
    Sentence,
    Suggestion,
)
from desktop.language.wording import choose_plural, figure, in_language, translate
from desktop.manuscript.add_references import AddReferencesDialog
from desktop.manuscript.citation_report import CitationReport, citations_html
from desktop.manuscript.evidence_panel import (
    EvidencePanel,
    EvidenceText,
    SuggestedPassages,
    marked_words,
)
from desktop.manuscript.reading_panel import ReadingPanel, UnreadPanel
from desktop.manuscript.reference_panel import ReferencePanel
from desktop.manuscript.reference_words import (
    audit_as_text,
    check_lines,
    check_words,
    count_words,
    group_checks,
    grouped,
    heading,
    kind_words,
    nothing_words,
    reason_words,
)
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.suggestion_panel import SuggestionPanel
from desktop.manuscript.suggestion_state import FilterButton
from desktop.manuscript.whole_session import WholeSession
from desktop.papers.lookup import why_not as why_not_online
from desktop.papers.quick_look import QuickLook
from desktop.suggestions.model import byline, strength, strength_words
from desktop.suggestions.words import reason_text
from desktop.ui.form_fields import DropDown
from desktop.ui.responsive import FlowLayout
from desktop.ui.theme import GRID, set_look
from desktop.ui.widgets import push_button

_LEAST_WIDTH = 240
Panel = TypeVar("Panel", bound=ReadingPanel)


class SidePane(QStackedWidget):
    """Holds the panels; Escape leads back to the suggestions, and from these to the pages.

    Signals:
        sentence_chosen(int): go to this sentence.
        paper_chosen(int): show this paper in the library.
        page_chosen(int): go to this page.
        rects_wanted(tuple): show these rectangles on the page.
        left: the panel that was open made way for the suggestions.
        pages_wanted: the person wants to go on in the pages.
        copied(str): the clipboard has another text now; what to say of that.
        passage_wanted(int, int, str): show this page of a paper, with words marked.
    """

    passage_wanted = Signal(int, int, str)
    sentence_chosen = Signal(int)
    paper_chosen = Signal(int)
    page_chosen = Signal(int)
    rects_wanted = Signal(tuple)
    panel_closed = Signal()
    pages_wanted = Signal()
    copied = Signal(str)

    def __init__(
        self,
        session: ManuscriptSession,
        whole: WholeSession,
        breadth: float,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._whole = session, whole
        self.suggestions = SuggestionPanel(session, breadth)
        self.addWidget(self.suggestions)
        self.suggestions.paper_requested.connect(self.paper_chosen)
        self.suggestions.list.looked.connect(
            lambda number: self.quick_look.look(number, self.suggestions.list.step)
        )
        self.suggestions.entry_requested.connect(self.show_reference)
        self.passages = SuggestedPassages(session, self.suggestions)
        self.suggestions.list.passage_requested.connect(
            lambda paper, passage: self.passage_wanted.emit(
                paper, passage.page, marked_words(passage.text)
            )
        )
        self.suggestions.cited.evidence_button.clicked.connect(self.show_evidence)

    @override
    def minimumSizeHint(self) -> QSize:
        # Narrower than its buttons, a panel of text would cut its lines off.
        panels = self.findChildren(ReadingPanel)
        widest = max((panel.minimumSizeHint().width() for panel in panels), default=0)
        return QSize(max(_LEAST_WIDTH, widest), super().minimumSizeHint().height())

    @functools.cached_property
    def quick_look(self) -> QuickLook:
        """The window for a quick look at a suggested paper."""
        return QuickLook(
            self._session.papers,
            self._session.runner,
            self,
            action=self.tr("Show in library"),
            open_paper=self.paper_chosen.emit,
        )

    @functools.cached_property
    def entry(self) -> ReferencePanel:
        """The panel of an entry, made when it is first looked at, as the two others."""
        panel = self._added(ReferencePanel(self._session))
        panel.rects_wanted.connect(self.rects_wanted)
        panel.add_all_wanted.connect(self.add_references)
        panel.passage_wanted.connect(self.passage_wanted)
        return panel

    @functools.cached_property
    def audit(self) -> AuditPanel:
        """The panel of findings."""
        panel = self._added(AuditPanel(self._session))
        panel.reference_chosen.connect(self.show_reference)
        panel.passage_wanted.connect(self.passage_wanted)
        return panel

    @functools.cached_property
    def evidence(self) -> EvidencePanel:
        """The panel of what the cited papers say."""
        panel = self._added(EvidencePanel(self._session))
        panel.reference_chosen.connect(self.show_reference)
        panel.passage_wanted.connect(self.passage_wanted)
        return panel

    @functools.cached_property
    def unread(self) -> UnreadPanel:
        """The panel of what was not read."""
        panel = self._added(UnreadPanel(self._session))
        panel.page_chosen.connect(self.page_chosen)
        return panel

    @functools.cached_property
    def whole(self) -> WholePanel:
        """The panel on the manuscript as a whole."""
        return self._added(WholePanel(self._whole))

    def _added(self, panel: Panel) -> Panel:
        panel.sentence_chosen.connect(self.sentence_chosen)
        panel.paper_chosen.connect(self.paper_chosen)
        panel.closed.connect(self.show_suggestions)
        panel.copied.connect(self.copied)
        self.addWidget(panel)
        return panel

    def part_in_front(self) -> QWidget:
        """Return the part one works on: a suggestion, or the text of the panel in front."""
        panel = self.currentWidget()
        return panel.text if isinstance(panel, ReadingPanel) else self.suggestions.part_in_front()

    def show_suggestions(self) -> None:
        """Turn to the suggestions."""
        if self.currentWidget() is not self.suggestions:
            self.setCurrentWidget(self.suggestions)
            self.panel_closed.emit()

    def show_sentence(self, index: int | None) -> None:
        """Follow the selection: the evidence stays in front, other panels make way."""
        self.suggestions.show_sentence(index)
        if "evidence" in vars(self) and self.currentWidget() is self.evidence:
            self.evidence.show_sentence(index)
        else:
            self.show_suggestions()

    def show_evidence(self) -> None:
        """Turn to what the papers say that the sentence cites, and those suggested for it."""
        suggested = [suggestion.paper for suggestion in self.suggestions.model.suggestions]
        self.setCurrentWidget(self.evidence)
        self.evidence.show_sentence(self.suggestions.sentence, suggested)
        self.evidence.text.setFocus()

    def show_unread(self) -> None:
        """Turn to what was not read."""
        self.setCurrentWidget(self.unread)

    def show_reference(self, reference: int) -> None:
        """Turn to an entry of the reference list."""
        self.entry.show_reference(reference)
        self.setCurrentWidget(self.entry)

    def add_references(self) -> None:
        """Let the person add entries that lead to no paper of the library."""
        dialog = AddReferencesDialog(self._session.references, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_audit(self) -> None:
        """Turn to the findings."""
        self.setCurrentWidget(self.audit)
        self.audit.text.setFocus()

    def check_citations(self) -> None:
        """Turn to the findings, and check what the cited papers say."""
        self.show_audit()
        self.audit.citations.run()

    def show_whole(self) -> None:
        """Turn to the papers for the manuscript as a whole."""
        self._whole.resume()
        self.setCurrentWidget(self.whole)
        self.whole.text.setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.currentWidget() is self.suggestions:
            self.pages_wanted.emit()
        else:
            self.show_suggestions()


# --- the findings of the audit ----------------------------------------------------------
#
# What is wrong with the references of a manuscript, by kind, with links to where it is.


_EVERYTHING, _FINDINGS = "everything", "findings"
_SHORT_NAME = 40


class AuditPanel(ReadingPanel):
    """Lists the findings of a session's audit; follows it when links change.

    Signals:
        passage_wanted(int, int, str): show this page (from 0) of a paper, with words marked.
    """

    passage_wanted = Signal(int, int, str)

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Reference audit"), self.tr("Findings of the reference audit"), parent
        )
        self._session = session
        self.copy_button = self.add_copy_button(
            self._as_text, self.tr("Copied the reference audit.")
        )
        self.citations = CitationReport(session)
        self._evidence_text = EvidenceText()
        self.check_button = push_button(self.tr("Check citations"))
        self.save_button = push_button(self.tr("Save report…"))
        self.look_up_button = push_button("")
        self.look_up_button.installEventFilter(self)
        self.head.addLayout(
            FlowLayout(self.check_button, self.look_up_button, self.save_button, spacing=GRID)
        )
        self.check_button.clicked.connect(lambda *_: self.citations.run())
        self.look_up_button.clicked.connect(lambda *_: self._look_up())
        self.save_button.clicked.connect(lambda *_: self.citations.save(self))
        self.save_button.setToolTip(self.tr("Save a page for reviewers, with every citation"))
        self.citations.saved.connect(self.copied)
        self.citations.changed.connect(self.refresh)
        self.state.hide()
        self.filter = DropDown()
        self.filter.setAccessibleName(self.tr("What to show of the audit"))
        self.head.addWidget(self.filter)
        self.filter.currentIndexChanged.connect(self._show)
        session.references.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the findings as they are now."""
        findings = self._session.references.findings
        self._judge_checking()
        self.copy_button.setEnabled(findings is not None)
        ready = self.tr("Copy the list, to paste it into a message")
        self.copy_button.setToolTip(ready if findings is not None else self.tr("Still checking"))
        if findings is None:
            self.heading.setText(self.tr("Reference audit"))
            checking = self.tr("Checking the references…")
            self.text.show_html(f"<p class='muted'>{escape(checking)}</p>")
            return
        count = count_words(findings, self._session.references.checks)
        self.heading.setText(
            self.tr("Reference audit: {count}").format(count=count)
            if count
            else self.tr("Reference audit")
        )
        self._fill_filter(findings)
        self._show()

    @override
    def follow(self, kind: str, number: int) -> None:
        if kind == "passage":
            self.passage_wanted.emit(*self._evidence_text.places[number])
        else:
            super().follow(kind, number)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The services may have changed in the settings since the button was last judged.
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self._judge_checking()
        return super().eventFilter(watched, event)

    def _look_up(self) -> None:
        """Look unknown entries up online, or say what that needs."""
        is_allowed = bool(self.citations.services)
        self.state.setText("" if is_allowed else why_not_online())
        self.state.setHidden(is_allowed)
        self.citations.look_up()

    def _judge_checking(self) -> None:
        """Say whether citations can be checked and entries looked up, and what that sends."""
        running, count = self.citations.is_running, self.citations.unknown_count
        self.check_button.setEnabled(not running)
        self.look_up_button.setEnabled(not running)
        self.save_button.setVisible(self.citations.report is not None)
        self.look_up_button.setVisible(count > 0)
        self.look_up_button.setText(
            choose_plural(self.tr("Look up %Ln missing entr(y|ies) online", "", count), count)
        )
        busy = self.tr("A check is running")
        tip = self.tr("Compare each citing sentence with the paper that it cites. Nothing is sent.")
        self.check_button.setToolTip(busy if running else tip)
        services = ", ".join(self.citations.services)
        sends = self.tr("Sends DOIs and titles to {services}").format(services=services)
        self.look_up_button.setToolTip(sends if services else why_not_online())

    def _fill_filter(self, findings: Sequence[Finding]) -> None:
        """Offer what there is, and keep what was chosen while there is some of it."""
        checks = group_checks(self._session.references.checks)
        choices: list[tuple[str, CheckState | str]] = [(self.tr("Everything"), _EVERYTHING)]
        if findings:
            choices.append((self.tr("Findings ({0})").format(len(findings)), _FINDINGS))
        choices += [
            (f"{check_words(state, state_checks)[0]} ({len(state_checks)})", state)
            for state, state_checks in checks.items()
        ]
        current_choice = self.filter.currentData()
        self.filter.blockSignals(True)
        self.filter.clear()
        for name, choice in choices:
            self.filter.addItem(name, choice)
        self.filter.setCurrentIndex(max(self.filter.findData(current_choice), 0))
        self.filter.blockSignals(False)
        self.filter.setVisible(len(choices) > 2)

    def _show(self) -> None:
        references, choice = self._session.references, self.filter.currentData()
        report = self.citations.report
        self._evidence_text = EvidenceText()
        parts = []
        if choice in (_EVERYTHING, _FINDINGS):
            nothing = nothing_words(listed=self._has_list(), checks=references.checks)
            tone = "good" if self._has_list() else "muted"
            parts.append(_page(references.findings or ()) or _paragraph(nothing, tone))
        if choice == _EVERYTHING and report is not None:
            parts.append(citations_html(report, self._session, self._evidence_text))
        parts += [
            _checked_entries(state, checks, references.entries)
            for state, checks in group_checks(references.checks).items()
            if choice in (_EVERYTHING, state)
        ]
        self.text.show_html("".join(parts))

    def _as_text(self) -> str:
        references = self._session.references
        return audit_as_text(
            self._session.opened.manuscript.title,
            references.findings or (),
            listed=self._has_list(),
            entries=references.entries,
            checks=references.checks,
        )

    def _has_list(self) -> bool:
        return bool(self._session.opened.manuscript.references)


def _paragraph(text: str, look: str) -> str:
    return f"<p class='{look}'>{escape(text)}</p>"


def _page(findings: tuple[Finding, ...]) -> str:
    parts = []
    for kind, kind_findings in grouped(findings).items():
        title, advice = kind_words(kind)
        parts.append(f"<h3>{escape(title)} ({len(kind_findings)})</h3>")
        parts.append(_paragraph(advice, "muted"))
        parts += [_line(finding) for finding in kind_findings]
    return "".join(parts)


def _checked_entries(
    state: CheckState, checks: Sequence[EntryCheck], entries: Sequence[Reference]
) -> str:
    """Return the entries of one state: what differs in full, the others in as few lines."""
    title, advice = check_words(state, checks)
    parts = [f"<h3>{escape(title)} ({len(checks)})</h3>"]
    parts += [_paragraph(advice, "muted")] if advice else []
    by_reason: dict[str, list[EntryCheck]] = {}
    for check in checks:
        if check.differences or check.notice is not None:
            lines = [_link_to_entry(check, entries, whole=True)]
            lines += [escape(line) for line in check_lines(check)]
            parts.append(f"<p>{'<br>'.join(lines)}</p>")
        else:
            by_reason.setdefault(check.reason, []).append(check)
    for reason, reason_checks in by_reason.items():
        intro = f"{escape(reason_words(reason))}:<br>" if reason else ""
        links = ", ".join(_link_to_entry(check, entries) for check in reason_checks)
        parts.append(f"<p>{intro}{links}</p>")
    return "".join(parts)


def _link_to_entry(check: EntryCheck, entries: Sequence[Reference], *, whole: bool = False) -> str:
    entry = entries[check.reference]
    short_name = f"[{entry.label}]" if entry.label else shorten(heading(entry), _SHORT_NAME)
    name = heading(entry) if whole else short_name
    return f'<a href="reference:{check.reference}">{escape(name)}</a>'


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


# --- suggestions for the whole manuscript -----------------------------------------------
#
# Papers that a manuscript as a whole should cite and does not, each with where it would fit.

_WORDS_SHOWN = 12
_REASONS, _LONGEST_REASON = 2, 160
_TONES = {"strong": "good", "plausible": "", "weak": "muted"}


class WholePanel(ReadingPanel):
    """Lists what a session says of the whole manuscript; follows it.

    A later answer only adds papers at the end of what is seen; its order is offered.
    """

    def __init__(self, whole: WholeSession, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("For the whole manuscript"),
            self.tr("Papers the manuscript could also cite"),
            parent,
        )
        self._whole = whole
        self.copy_button = self.add_copy_button(
            self._as_text, self.tr("Copied the list for the whole manuscript.")
        )
        self._rows: list[Suggestion] = []
        self.filter_button = FilterButton(whole.session)
        self.better_button = push_button(self.tr("Show better order"), self._show_in_order)
        self.better_button.setToolTip(self.tr("More sentences were searched since"))
        set_look(self.better_button, "quiet")
        self.head.addLayout(FlowLayout(self.filter_button, self.better_button, spacing=GRID))
        whole.changed.connect(self.refresh)
        self.refresh()

    @property
    def suggestions(self) -> list[Suggestion]:
        """What is listed, in the order on the screen."""
        return self._whole.leave_out_rejected(self._rows)

    def refresh(self) -> None:
        """Show the list as it is now; papers that are seen stay where they are."""
        self._follow_answer()
        suggestions = self.suggestions
        self.copy_button.setEnabled(bool(suggestions))
        self.copy_button.setToolTip(
            self.tr("Copy the list, to paste it into a review")
            if suggestions
            else self.tr("Nothing to copy yet")
        )
        self.state.setText(self._state_text(suggestions))
        sentences = self._whole.session.sentences
        page = "".join(
            _entry(one, sentences, chosen=self._whole.is_chosen(one)) for one in suggestions
        )
        scrolled = self.text.verticalScrollBar().value()
        self.text.show_html(page)
        self.text.verticalScrollBar().setValue(scrolled)

    def _follow_answer(self) -> None:
        """Take over the latest answer: as it is if nobody looks, else below what is seen."""
        latest = {one.paper.number: one for one in self._whole.suggestions()}
        if self._whole.answer is None or not self.isVisible():
            self._rows = list(latest.values())
            self.better_button.hide()
            return
        row_numbers = {one.paper.number for one in self._rows}
        rows = [latest.get(one.paper.number, one) for one in self._rows]
        rows += [one for number, one in latest.items() if number not in row_numbers]
        order = [one.paper.number for one in self._whole.leave_out_rejected(rows)]
        moves = order[: len(latest)] != list(latest)
        if not moves:  # what is no longer suggested stands below all that is
            outdated_numbers = set(order) - set(latest)
            rows = [one for one in rows if one.paper.number not in outdated_numbers]
        self._rows = rows
        self.better_button.setVisible(moves)

    def _show_in_order(self) -> None:
        self._rows = []
        self.refresh()
        self.text.verticalScrollBar().setValue(0)
        self.text.setFocus()

    def _as_text(self) -> str:
        session = self._whole.session
        title = session.opened.manuscript.title
        return as_text(title, self.suggestions, session.sentences)

    @override
    def follow(self, kind: str, number: int) -> None:
        if kind in ("cite", "uncite", "refuse"):
            self._decide(kind, number)
        else:
            super().follow(kind, number)

    def _state_text(self, suggestions: Sequence[Suggestion]) -> str:
        whole, progress = self._whole, self._whole.progress()
        if whole.error is not None:
            return f"{whole.error} {whole.error.remedy}".strip()
        if progress is not None:
            done_count, of = progress
            if not of:
                return self.tr("Searching for each sentence…")
            message = self.tr("Searching for each sentence: {done} of {of}")
            return message.format(done=figure(done_count), of=figure(of))
        text = _tally(whole, suggestions)
        if whole.session.reading.loses_list:
            text += " " + self.tr(
                "The reference list was not read, so some of these papers may already be cited in"
                " the manuscript."
            )
        if whole.session.reading.loses_text:
            text += " " + self.tr("Parts of the text were not read, so they were not considered.")
        return text

    def _decide(self, kind: str, number: int) -> None:
        for one in self.suggestions:
            if one.paper.number == number and kind == "refuse":
                self._whole.turn_down(one.paper)
            elif one.paper.number == number:
                self._whole.cite(one, on=kind == "cite")


def _tally(whole: WholeSession, suggestions: Sequence[Suggestion]) -> str:
    """Say how many papers are listed, and of a whole and complete search what it rules out."""
    answer, lacking = whole.answer, whole.why_lacking()
    if whole.is_cancelled:
        return translate(
            "WholePanel", "The search was stopped. Open this list again to continue it."
        )
    if answer is None:
        return translate("WholePanel", "The papers are being prepared; the list follows.")
    count = len(suggestions)
    if not count:
        hidden = translate("WholePanel", "The filter hides every paper that could be suggested.")
        nothing = translate("WholePanel", "Your library has nothing that it does not cite already.")
        return hidden if answer.hidden else lacking or nothing
    text = choose_plural(
        translate("WholePanel", "%Ln paper(s) of your library that it does not cite", "", count),
        count,
    )
    text += "."
    if lacking:
        text += " " + lacking
    elif not any(one.confidence >= PLAUSIBLE for one in suggestions):
        text += " " + translate("WholePanel", "None of them is a good match.")
    if answer.hidden:
        hidden = translate("WholePanel", "The filter hides %Ln more.", "", answer.hidden)
        text += " " + choose_plural(hidden, answer.hidden)
    return text


def as_text(title: str, suggestions: list[Suggestion], sentences: tuple[Sentence, ...]) -> str:
    """Return the list to paste into a review."""
    lines = [
        translate("WholePanel", "Papers that “{title}” could also cite").format(title=title)
        if title
        else translate("WholePanel", "More papers to cite"),
        "",
    ]
    for one in suggestions:
        strength_text = strength_words(one.confidence)
        lines.append(f"- {one.paper.title}. {byline(one.paper)} ({strength_text})")
        lines += [
            "  "
            + translate("WholePanel", "at: {words}").format(words=_opening(sentences[index].text))
            for index in one.sentences[:1]
        ]
    return "\n".join(lines) + "\n"


def _entry(one: Suggestion, sentences: tuple[Sentence, ...], *, chosen: bool) -> str:
    """Return a paper with its strength, its reasons, where it fits, and what one can do."""
    paper, word = one.paper, strength(one.confidence)
    parts = [
        f'<b><a href="paper:{paper.number}">{escape(paper.title)}</a></b>',
        f"<span class='muted'>{escape(byline(paper))}</span>",
        f"<span class='{_TONES[word]}'>{escape(strength_words(one.confidence))}</span>"
        + "".join(f" · {escape(_short(reason))}" for reason in one.reasons[:_REASONS]),
    ]
    parts += [
        translate("WholePanel", "Suggested for {sentence}").format(
            sentence=_link("sentence", index, _opening(sentences[index].text))
        )
        for index in one.sentences
    ]
    actions = [_link("refuse", paper.number, translate("WholePanel", "Not this"))]
    if chosen:
        actions = [
            escape(translate("WholePanel", "On the list to cite")),
            _link("uncite", paper.number, translate("WholePanel", "Remove it from the list")),
        ]
    elif one.sentences:
        actions.insert(0, _link("cite", paper.number, translate("WholePanel", "Cite it there")))
    return f"<p>{'<br>'.join([*parts, ' · '.join(actions)])}</p>"


def _short(reason: Reason) -> str:
    return shorten(reason_text(reason), _LONGEST_REASON, placeholder=" …")


def _link(kind: str, number: int, text: str) -> str:
    return f'<a href="{kind}:{number}">{escape(text)}</a>'


def _opening(text: str) -> str:
    words = text.split()
    more = "…" if len(words) > _WORDS_SHOWN else ""
    return f"“{' '.join(words[:_WORDS_SHOWN])}{more}”"
