"""What the papers that a sentence cites say about it, with a way to the page of each passage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from core.base.errors import EngineError
from core.base.findings import (
    CitationEvidence,
    EvidencePassage,
    EvidenceState,
    NumberCheck,
    Quotation,
)
from core.base.jobs import JobCancelled
from core.base.records import Paper, PaperNumber
from desktop.language.wording import choose_plural, in_language, translate
from desktop.manuscript.reading_panel import ReadingPanel
from desktop.manuscript.reference_words import heading
from desktop.manuscript.session import ManuscriptSession
from desktop.suggestions.model import byline
from desktop.ui.latest_request import LatestOnly

_WORDS_MARKED = 8
"""Words of a passage that are searched in the PDF: more are seldom on one line after another."""
_SUGGESTIONS = 3


@dataclass(frozen=True, slots=True)
class EvidenceRequest:
    """A sentence, and papers that are suggested for it."""

    sentence: int
    suggested: tuple[Paper, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceAnswer:
    """What the cited papers say, and what the suggested ones do."""

    cited: Sequence[CitationEvidence]
    suggested: Sequence[CitationEvidence]


class EvidencePanel(ReadingPanel):
    """Shows the evidence of a sentence; it is looked up in the background.

    Signals:
        passage_wanted(int, int, str): show this page (from 0) of a paper, with words marked.
    """

    passage_wanted = Signal(int, int, str)

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Evidence"), self.tr("What the cited papers say"), parent)
        self._session = session
        self._request: EvidenceRequest | None = None
        self._passages: list[tuple[PaperNumber, int, str]] = []
        self.top.addStretch(1)
        self._asking = LatestOnly(
            self._look_up, self._show, self._fail, runner=session.runner, parent=self
        )
        session.references.changed.connect(self.refresh)

    def show_sentence(self, sentence: int | None, suggested: Sequence[Paper] = ()) -> None:
        """Look up what papers say about a sentence; ``suggested`` are not cited yet."""
        self._asking.drop()
        if sentence is None:
            self._request = None
            self.state.setText(self.tr("Select a sentence to see what the papers it cites say."))
            self.text.show_html("")
            return
        self._request = EvidenceRequest(sentence, tuple(suggested[:_SUGGESTIONS]))
        self.state.setText(self.tr("Searching the papers…"))
        self.text.show_html("")
        self._asking.want(self._request)

    def refresh(self) -> None:
        """Look up again: an entry leads to another paper now."""
        if self._request is not None and self.isVisible():
            self.show_sentence(self._request.sentence, self._request.suggested)

    def stop(self) -> None:
        """Drop the answer that is on its way, if any."""
        self._asking.drop()

    @override
    def follow(self, kind: str, number: int) -> None:
        if kind == "passage":
            self.passage_wanted.emit(*self._passages[number])
        else:
            super().follow(kind, number)

    def _look_up(self, request: EvidenceRequest, stop: Callable[[], bool]) -> EvidenceAnswer:
        evidence, opened = self._session.workspace.evidence, self._session.opened
        cited = evidence.find_for_sentence(opened, request.sentence, _StoppedBy(stop))
        suggested = [
            evidence.find_for_paper(opened, request.sentence, paper.number)
            for paper in request.suggested
            if not stop()
        ]
        return EvidenceAnswer(cited, suggested)

    def _fail(self, error: EngineError) -> None:
        self.state.setText(f"{in_language(error.message)} {in_language(error.remedy)}".strip())

    def _show(self, request: EvidenceRequest, answer: EvidenceAnswer) -> None:
        self._passages = []
        parts = [self._citation(citation) for citation in answer.cited]
        matches = [
            (paper, evidence)
            for paper, evidence in zip(request.suggested, answer.suggested, strict=False)
            if evidence.passages
        ]
        if matches:
            parts.append(f"<h3>{escape(self.tr('Suggested papers'))}</h3>")
            parts += [self._suggestion(paper, evidence) for paper, evidence in matches]
        self.state.setText(self._summary(answer))
        self.text.show_html("".join(parts))

    def _summary(self, answer: EvidenceAnswer) -> str:
        if not answer.cited:
            return self.tr("The sentence cites no entry of the reference list.")
        count = len(answer.cited)
        cited = choose_plural(self.tr("%Ln cited paper(s)", "", count), count)
        return self.tr("{papers}. Read the passage before you rely on it.").format(papers=cited)

    def _citation(self, citation: CitationEvidence) -> str:
        entry = self._session.references.entries[citation.reference]
        link = f'<a href="reference:{citation.reference}">{escape(heading(entry))}</a>'
        words, tone = state_words(citation.state)
        lines = [f"<b>{link}</b>", f"<span class='{tone}'>{escape(words)}</span>"]
        searched = searched_words(citation)
        if searched:
            lines[-1] += f" <span class='muted'>{escape(searched)}</span>"
        parts = [f"<p>{'<br>'.join(lines)}</p>"]
        parts += [self._quotation(citation, quotation) for quotation in citation.quotations]
        parts += [self._passage(citation, passage) for passage in citation.passages]
        numbers = [escape(number_words(number)) for number in citation.numbers]
        if numbers:
            parts.append(f"<p class='muted'>{'<br>'.join(numbers)}</p>")
        return "".join(parts)

    def _suggestion(self, paper: Paper, evidence: CitationEvidence) -> str:
        title = f'<b><a href="paper:{paper.number}">{escape(paper.title)}</a></b>'
        lines = [title, f"<span class='muted'>{escape(byline(paper))}</span>"]
        passage = self._passage(evidence, evidence.passages[0])
        return f"<p>{'<br>'.join(lines)}</p>{passage}"

    def _passage(self, citation: CitationEvidence, passage: EvidencePassage) -> str:
        place = self._link(citation.paper, passage.page, passage.page_name, passage.text)
        return f"<p>“{escape(passage.text)}” {place}</p>"

    def _quotation(self, citation: CitationEvidence, quotation: Quotation) -> str:
        words, tone = quotation_words(quotation)
        place = ""
        if quotation.state != "not found":
            place = self._link(
                citation.paper, quotation.page, quotation.page_name, quotation.passage
            )
        lines = [f"<span class='{tone}'>{escape(words)}</span> {place}"]
        lines += [
            f"<s>{escape(one.quoted) or '–'}</s> → <b>{escape(one.printed) or '–'}</b>"
            for one in quotation.differences
        ]
        return f"<p>“{escape(quotation.text)}”<br>{'<br>'.join(lines)}</p>"

    def _link(self, paper: PaperNumber | None, page: int, page_name: str, text: str) -> str:
        """Return a link to the page of a paper, or the name of what has no page."""
        if paper is None or page < 0:
            return f"<span class='muted'>{escape(self.tr('(abstract)'))}</span>"
        self._passages.append((paper, page, " ".join(text.split()[:_WORDS_MARKED])))
        name = self.tr("p. {page}").format(page=page_name)
        return f'<a href="passage:{len(self._passages) - 1}">{escape(name)}</a>'


class _StoppedBy:
    """A job that a question of another sentence ends."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self._stop = stop

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Do nothing."""

    def check(self) -> None:
        """End the work when nobody waits for it."""
        if self._stop():
            raise JobCancelled


def state_words(state: EvidenceState) -> tuple[str, str]:
    """Return what is said of a state, and the tone to say it in."""
    words = {
        "evidence found": (translate("EvidencePanel", "Evidence found"), "good"),
        "related passage": (translate("EvidencePanel", "Related passage"), ""),
        "nothing near": (translate("EvidencePanel", "Nothing near was found"), "gap"),
        "no text": (translate("EvidencePanel", "No full text and no abstract to search"), "muted"),
        "not in the library": (translate("EvidencePanel", "Not in your library"), "muted"),
    }
    return words[state]


def searched_words(citation: CitationEvidence) -> str:
    """Return what was searched, "" where there was nothing."""
    searched = citation.searched
    if not searched.sentences:
        return ""
    words = translate("EvidencePanel", "in the abstract alone")
    if not searched.abstract_only:
        count = searched.pages
        words = choose_plural(
            translate("EvidencePanel", "in the full text of %Ln page(s)", "", count), count
        )
    if searched.other_language:
        words += ". " + translate("EvidencePanel", "The paper is in another language.")
    return words


def quotation_words(quotation: Quotation) -> tuple[str, str]:
    """Return what became of a quotation, and the tone to say it in."""
    words = {
        "found": (translate("EvidencePanel", "Quotation found"), "good"),
        "differs": (translate("EvidencePanel", "Quotation found with differences"), "gap"),
        "not found": (
            translate("EvidencePanel", "Quotation not found in the text that could be read"),
            "gap",
        ),
    }
    return words[quotation.state]


def number_words(number: NumberCheck) -> str:
    """Return whether a number was found, and where."""
    if number.state == "near":
        words = translate("EvidencePanel", "{number}: found near the evidence")
    elif number.state == "not found":
        words = translate("EvidencePanel", "{number}: not found in the text that could be read")
    elif number.page_name:
        words = translate("EvidencePanel", "{number}: found elsewhere, p. {page}")
    else:
        words = translate("EvidencePanel", "{number}: found elsewhere in the paper")
    return words.format(number=number.text, page=number.page_name)
