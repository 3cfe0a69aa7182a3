"""Papers that a manuscript as a whole should cite and does not, each with where it would fit."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from core.records import Recommendation, Sentence, Suggestion
from desktop.reading_panel import ReadingPanel
from desktop.reference_words import counted
from desktop.suggestion_model import byline, strength
from desktop.suggestion_words import said
from desktop.whole_session import WholeSession

_WORDS_SHOWN = 12
_REASONS = 2
_TONES = {"strong": "good", "plausible": "", "weak": "muted"}


class WholePanel(ReadingPanel):
    """Lists what a session says of the whole manuscript; follows it."""

    def __init__(self, whole: WholeSession, parent: QWidget | None = None) -> None:
        super().__init__(
            "For the whole manuscript", "Papers the manuscript could also cite", parent
        )
        self._whole = whole
        self.copy_button = self.add_copy_button("the list for the whole manuscript")
        whole.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the list as it is now."""
        found = self._whole.suggestions()
        self.copy_button.setEnabled(bool(found))
        self.copy_button.setToolTip(
            "Copy the list, to paste it into a review" if found else "There is nothing to copy yet"
        )
        self.state.setText(self._said(len(found)))
        sentences = self._whole.session.sentences
        page = "".join(_entry(one, sentences, chosen=self._whole.is_chosen(one)) for one in found)
        place = self.text.verticalScrollBar().value()
        self.text.show_html(page)
        self.text.verticalScrollBar().setValue(place)

    @override
    def as_text(self) -> str:
        session = self._whole.session
        title = session.opened.manuscript.title
        return as_text(title, self._whole.suggestions(), session.sentences)

    @override
    def follow(self, kind: str, number: int) -> None:
        if kind in ("cite", "uncite", "refuse"):
            self._decide(kind, number)
        else:
            super().follow(kind, number)

    def _said(self, count: int) -> str:
        whole, progress = self._whole, self._whole.progress()
        if whole.error is not None:
            return f"{whole.error} {whole.error.remedy}".strip()
        if progress is not None:
            done = f": {progress[0]:,} of {progress[1]:,}" if progress[1] else "…"
            return f"Asking for each sentence{done}"
        return _tally(whole.answer, count)

    def _decide(self, kind: str, number: int) -> None:
        for one in self._whole.suggestions():
            if one.paper.number == number and kind == "refuse":
                self._whole.turn_down(one.paper)
            elif one.paper.number == number:
                self._whole.cite(one, on=kind == "cite")


def _tally(answer: Recommendation | None, count: int) -> str:
    if answer is None:
        return "The papers are being prepared; the list follows."
    if not count:
        return "Nothing in your library that it does not cite already."
    told = counted(count, "paper", "papers") + " of your library that it does not cite"
    return told if answer.convincing else f"{told}. None of them is a good match."


def as_text(title: str, found: list[Suggestion], sentences: tuple[Sentence, ...]) -> str:
    """Return the list to paste into a review."""
    lines = [f"Papers that “{title}” could also cite" if title else "Papers to cite also", ""]
    for one in found:
        lines.append(f"- {one.paper.title}. {byline(one.paper)}")
        lines += [f"  at: {_opening(sentences[place].text)}" for place in one.sentences[:1]]
    return "\n".join(lines) + "\n"


def _entry(one: Suggestion, sentences: tuple[Sentence, ...], *, chosen: bool) -> str:
    """Return a paper with its strength, its reasons, where it fits, and what one can do."""
    paper, word = one.paper, strength(one.confidence)
    parts = [
        f'<b><a href="paper:{paper.number}">{escape(paper.title)}</a></b>',
        f"<span class='muted'>{escape(byline(paper))}</span>",
        f"<span class='{_TONES[word]}'>{word}</span>"
        + "".join(f" · {escape(said(reason))}" for reason in one.reasons[:_REASONS]),
    ]
    parts += [
        f'Fits <a href="sentence:{place}">{escape(_opening(sentences[place].text))}</a>'
        for place in one.sentences
    ]
    actions = [f'<a href="refuse:{paper.number}">Not this</a>']
    if chosen:
        actions = [f'On the list to cite · <a href="uncite:{paper.number}">Take it off</a>']
    elif one.sentences:
        actions.insert(0, f'<a href="cite:{paper.number}">Cite it there</a>')
    return f"<p>{'<br>'.join([*parts, ' · '.join(actions)])}</p>"


def _opening(text: str) -> str:
    words = text.split()
    more = "…" if len(words) > _WORDS_SHOWN else ""
    return f"“{' '.join(words[:_WORDS_SHOWN])}{more}”"
