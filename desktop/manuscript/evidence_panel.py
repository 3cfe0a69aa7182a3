"""What the papers that a sentence cites say about it, with a way to the page of each passage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QObject, QTimer, Signal
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
from desktop.manuscript.suggestion_panel import SuggestionPanel
from desktop.suggestions.model import byline
from desktop.ui.latest_request import LatestOnly

_WORDS_MARKED = 8
"""Words of a passage that are searched in the PDF: more are seldom on one line after another."""
_SUGGESTIONS = 3
CARDS, _CARDS_AFTER_MS = 8, 400
"""Suggestions that are compared with a sentence, once the person rests at it."""


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
        self._words = EvidenceText()
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
            self.passage_wanted.emit(*self._words.places[number])
        else:
            super().follow(kind, number)

    def _look_up(self, request: EvidenceRequest, stop: Callable[[], bool]) -> EvidenceAnswer:
        evidence, opened = self._session.workspace.evidence, self._session.opened
        cited = evidence.find_for_sentence(opened, request.sentence, StoppedBy(stop))
        suggested = [
            evidence.find_for_paper(opened, request.sentence, paper.number)
            for paper in request.suggested
            if not stop()
        ]
        return EvidenceAnswer(cited, suggested)

    def _fail(self, error: EngineError) -> None:
        self.state.setText(f"{in_language(error.message)} {in_language(error.remedy)}".strip())

    def _show(self, request: EvidenceRequest, answer: EvidenceAnswer) -> None:
        self._words = EvidenceText()
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
        lines = [f"<b>{link}</b>", state_line(citation)]
        return f"<p>{'<br>'.join(lines)}</p>{self._words.details(citation)}"

    def _suggestion(self, paper: Paper, evidence: CitationEvidence) -> str:
        title = f'<b><a href="paper:{paper.number}">{escape(paper.title)}</a></b>'
        lines = [title, f"<span class='muted'>{escape(byline(paper))}</span>"]
        passage = self._words.passage(evidence, evidence.passages[0])
        return f"<p>{'<br>'.join(lines)}</p>{passage}"


class EvidenceText:
    """Writes evidence as HTML. ``places`` are what its links, by number, lead to."""

    def __init__(self) -> None:
        self.places: list[tuple[PaperNumber, int, str]] = []

    def details(self, citation: CitationEvidence, passages: int | None = None) -> str:
        """Return quotations, the best passages (all for ``None``) and numbers of a citation."""
        parts = [self._quotation(citation, quotation) for quotation in citation.quotations]
        parts += [self.passage(citation, passage) for passage in citation.passages[:passages]]
        numbers = [escape(number_words(number)) for number in citation.numbers]
        if numbers:
            parts.append(f"<p class='muted'>{'<br>'.join(numbers)}</p>")
        return "".join(parts)

    def passage(self, citation: CitationEvidence, passage: EvidencePassage) -> str:
        """Return a passage with a link to its page."""
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
            return f"<span class='muted'>{escape(translate('EvidencePanel', '(abstract)'))}</span>"
        self.places.append((paper, page, marked_words(text)))
        name = translate("EvidencePanel", "p. {page}").format(page=page_name)
        return f'<a href="passage:{len(self.places) - 1}">{escape(name)}</a>'


class SuggestedPassages(QObject):
    """Looks up, behind, what suggested papers say about a sentence, and shows it on their cards.

    Nothing moves under the mouse: cards above wait until it has left.
    """

    def __init__(self, session: ManuscriptSession, panel: SuggestionPanel) -> None:
        super().__init__(panel)
        self._session, self._panel = session, panel
        self._soon = QTimer(self, singleShot=True, interval=_CARDS_AFTER_MS)
        self._soon.timeout.connect(self._ask)
        self._sentence: int | None = None
        self._evidence: dict[PaperNumber, EvidencePassage | None] = {}
        self._asking = LatestOnly(
            self._look_up, self._keep, session.troubled.emit, runner=session.runner, parent=self
        )
        for change in (panel.model.modelReset, panel.model.rowsInserted, panel.model.rowsMoved):
            change.connect(self._soon.start)

    def stop(self) -> None:
        """Drop the answer that is on its way, if any."""
        self._soon.stop()
        self._asking.drop()

    def _ask(self) -> None:
        sentence = self._panel.sentence
        if sentence != self._sentence:
            self._sentence = sentence
            self._evidence.clear()
        papers = [suggestion.paper for suggestion in self._panel.model.suggestions[:CARDS]]
        missing = [paper for paper in papers if paper.number not in self._evidence]
        if sentence is None or not self._panel.isVisible():
            self._asking.drop()
        elif missing:
            self._asking.want(EvidenceRequest(sentence, tuple(missing)))
        else:
            self._show()

    def _look_up(
        self, request: EvidenceRequest, stop: Callable[[], bool]
    ) -> Sequence[CitationEvidence]:
        evidence, opened = self._session.workspace.evidence, self._session.opened
        answers = []
        for paper in request.suggested:
            if stop():
                break
            answers.append(evidence.find_for_paper(opened, request.sentence, paper.number))
        return answers

    def _keep(self, request: EvidenceRequest, answers: Sequence[CitationEvidence]) -> None:
        if request.sentence != self._panel.sentence:
            return
        for paper, answer in zip(request.suggested, answers, strict=False):
            self._evidence[paper.number] = answer.passages[0] if answer.passages else None
        self._show()

    def _show(self) -> None:
        panel = self._panel
        numbers = [suggestion.paper.number for suggestion in panel.model.suggestions]
        under_mouse = panel.list.paper_under_mouse()
        below = numbers[numbers.index(under_mouse) + 1 :] if under_mouse in numbers else numbers
        passages = {
            number: passage
            for number in numbers
            if (passage := self._evidence.get(number)) is not None
            and panel.model.passage(number) is not passage
        }
        new_passages = {number: passage for number, passage in passages.items() if number in below}
        if new_passages:
            panel.list.keep_position()
            panel.model.add_passages(new_passages)
        if len(new_passages) < len(passages):
            self._soon.start()


class StoppedBy:
    """A job that a question of another sentence ends."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self._stop = stop

    def report(self, steps_done: int, total: int, note: str = "") -> None:
        """Do nothing."""

    def check(self) -> None:
        """End the work when nobody waits for it."""
        if self._stop():
            raise JobCancelled


def marked_words(text: str) -> str:
    """Return the first words of a passage, to search its page for them."""
    return " ".join(text.split()[:_WORDS_MARKED])


def state_line(citation: CitationEvidence) -> str:
    """Return the state of a citation, with what was searched, as HTML."""
    words, tone = state_words(citation.state)
    searched = searched_words(citation)
    more = f" <span class='muted'>{escape(searched)}</span>" if searched else ""
    return f"<span class='{tone}'>{escape(words)}</span>{more}"


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
