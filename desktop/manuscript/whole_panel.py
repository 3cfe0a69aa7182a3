"""Papers that a manuscript as a whole should cite and does not, each with where it would fit."""

from __future__ import annotations

from html import escape
from textwrap import shorten

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from core.base.records import Reason, Recommendation, Sentence, Suggestion
from desktop.language.wording import choose_plural, figure, translate
from desktop.manuscript.reading_panel import ReadingPanel
from desktop.manuscript.whole_session import WholeSession
from desktop.suggestions.model import byline, strength, strength_words
from desktop.suggestions.words import reason_text

_WORDS_SHOWN = 12
_REASONS, _LONGEST_REASON = 2, 160
_TONES = {"strong": "good", "plausible": "", "weak": "muted"}


class WholePanel(ReadingPanel):
    """Lists what a session says of the whole manuscript; follows it."""

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
        whole.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the list as it is now."""
        suggestions = self._whole.suggestions()
        self.copy_button.setEnabled(bool(suggestions))
        self.copy_button.setToolTip(
            self.tr("Copy the list, to paste it into a review")
            if suggestions
            else self.tr("Nothing to copy yet")
        )
        self.state.setText(self._state_text(len(suggestions)))
        sentences = self._whole.session.sentences
        page = "".join(
            _entry(one, sentences, chosen=self._whole.is_chosen(one)) for one in suggestions
        )
        scrolled = self.text.verticalScrollBar().value()
        self.text.show_html(page)
        self.text.verticalScrollBar().setValue(scrolled)

    def _as_text(self) -> str:
        session = self._whole.session
        title = session.opened.manuscript.title
        return as_text(title, self._whole.suggestions(), session.sentences)

    @override
    def follow(self, kind: str, number: int) -> None:
        if kind in ("cite", "uncite", "refuse"):
            self._decide(kind, number)
        else:
            super().follow(kind, number)

    def _state_text(self, count: int) -> str:
        whole, progress = self._whole, self._whole.progress()
        if whole.error is not None:
            return f"{whole.error} {whole.error.remedy}".strip()
        if progress is not None:
            done_count, of = progress
            if not of:
                return self.tr("Searching for each sentence…")
            message = self.tr("Searching for each sentence: {done} of {of}")
            return message.format(done=figure(done_count), of=figure(of))
        text = _tally(whole.answer, count)
        if whole.session.reading.loses_list:
            text += " " + self.tr(
                "The reference list was not read, so some of these papers may already be cited in"
                " the manuscript."
            )
        if whole.session.reading.loses_text:
            text += " " + self.tr("Parts of the text were not read, so they were not considered.")
        return text

    def _decide(self, kind: str, number: int) -> None:
        for one in self._whole.suggestions():
            if one.paper.number == number and kind == "refuse":
                self._whole.turn_down(one.paper)
            elif one.paper.number == number:
                self._whole.cite(one, on=kind == "cite")


def _tally(answer: Recommendation | None, count: int) -> str:
    if answer is None:
        return translate("WholePanel", "The papers are being prepared; the list follows.")
    if not count:
        return translate("WholePanel", "Your library has nothing that it does not cite already.")
    count_text = choose_plural(
        translate("WholePanel", "%Ln paper(s) of your library that it does not cite", "", count),
        count,
    )
    none = translate("WholePanel", "None of them is a good match.")
    return f"{count_text}." if answer.convincing else f"{count_text}. {none}"


def as_text(title: str, suggestions: list[Suggestion], sentences: tuple[Sentence, ...]) -> str:
    """Return the list to paste into a review."""
    lines = [
        translate("WholePanel", "Papers that “{title}” could also cite").format(title=title)
        if title
        else translate("WholePanel", "More papers to cite"),
        "",
    ]
    for one in suggestions:
        lines.append(f"- {one.paper.title}. {byline(one.paper)}")
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
