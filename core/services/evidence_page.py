"""A page for reviewers: every citation with what the cited paper says, what deserves a look first.

The page needs nothing but itself. It never says that a citation is right or wrong: it shows what
was found, and says what was searched where nothing was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from html import escape

from core.base.findings import (
    FIELD_NAMES,
    CheckState,
    CitationEvidence,
    EntryCheck,
    EvidencePassage,
    EvidenceReport,
    EvidenceState,
    NumberCheck,
    Quotation,
    SearchedText,
)
from core.base.messages import Message
from core.base.notices import Notice
from core.base.phrases import ENGLISH, Phrases
from core.base.records import Manuscript
from core.recommend.entry_checks import entry_name
from core.services.reports import html_page

_STATES: dict[EvidenceState, str] = {
    "evidence found": Message("Evidence found"),
    "related passage": Message("Related passage"),
    "nothing near": Message("Nothing near was found"),
    "no text": Message("No text to search"),
    "not in the library": Message("Not in the library"),
}
_TONES: dict[EvidenceState, str] = {"evidence found": "good", "nothing near": "alert"}
_CHECKS: dict[CheckState, str] = {
    "agrees": Message("agrees"),
    "differs": Message("differs"),
    "unchecked": Message("unchecked"),
}


def describe_state(state: EvidenceState) -> str:
    """Return a state in words, as a message."""
    return _STATES[state]


def describe_check(check: EntryCheck) -> str:
    """Return how an entry compares, and with whose record, as a message."""
    if not check.source or check.state == "unchecked":
        return _CHECKS[check.state]
    return Message("{state} ({source})", state=_CHECKS[check.state], source=check.source)


def describe_differences(check: EntryCheck) -> list[str]:
    """Return each field that differs, with both values, as messages."""
    return [
        Message(
            "{field}: {entry} – {source}: {value}",
            field=FIELD_NAMES[one.field],
            entry=one.entry,
            source=check.source or Message("library"),
            value=one.library,
        )
        for one in check.differences
    ]


def describe_search(searched: SearchedText) -> str:
    """Return what was searched in words, as a message; "" if there was nothing to search."""
    if not searched.sentences:
        return ""
    if searched.abstract_only:
        text = Message("searched: the abstract alone")
    elif searched.pages == 1:
        text = Message("searched: the full text of 1 page")
    else:
        text = Message("searched: the full text of {pages} pages", pages=searched.pages)
    if searched.other_language:
        return Message("{text}; the paper is in another language", text=text)
    return text


def describe_quotation(quotation: Quotation) -> str:
    """Return what became of a quotation in words, as a message."""
    page = quotation.page_name
    match quotation.state, bool(page):
        case "not found", _:
            return Message("Quotation not found in the text that could be read")
        case "differs", True:
            text = Message("Quotation found with differences, p. {page}", page=page)
        case "differs", False:
            text = Message("Quotation found with differences")
        case _, True:
            text = Message("Quotation found, p. {page}", page=page)
        case _:
            text = Message("Quotation found")
    return text


def describe_number(number: NumberCheck) -> str:
    """Return whether a number was found in words, as a message."""
    if number.state == "near":
        return Message("{number}: found near the evidence", number=number.text)
    if number.state == "not found":
        return Message("{number}: not found in the text that could be read", number=number.text)
    if number.page_name:
        return Message(
            "{number}: found elsewhere, p. {page}", number=number.text, page=number.page_name
        )
    return Message("{number}: found elsewhere in the paper", number=number.text)


def describe_place(passage: EvidencePassage) -> str:
    """Return where a passage stands in words, as a message."""
    if passage.page_name:
        return Message("p. {page}", page=passage.page_name)
    return Message("Abstract")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePage:
    """What the page shows."""

    manuscript: Manuscript
    report: EvidenceReport
    name: str
    made_on: date
    phrases: Phrases = ENGLISH

    def html(self) -> str:
        """Return the page as HTML5."""
        title = escape(self.manuscript.title or self.name)
        body = "\n".join((self._front(title), self._citations(), self._references()))
        page_title = self._say(Message("Evidence for {title}", title=title))
        return html_page(page_title, body, self.phrases, wide=True)

    def _say(self, text: str) -> str:
        return self.phrases.say(text)

    def _text(self, text: str) -> str:
        return escape(self._say(text))

    def _front(self, title: str) -> str:
        states = [citation.state for citation in self.report.citations]
        items = "".join(
            f'<li><a href="#citations"><b>{self.phrases.number(states.count(state))}</b> '
            f"{self._text(name)}</a></li>"
            for state, name in _STATES.items()
            if state in states
        )
        day = self.phrases.day(self.made_on)
        origin = self._text(Message("written by Cocite on {day}", day=day))
        caution = self._text(
            Message(
                "This page shows passages of the cited papers. It does not judge whether a"
                " citation is right: read the passage."
            )
        )
        kicker = self._text(Message("Evidence for every citation"))
        return (
            f"<header>\n<p class='kicker'>{kicker}</p>\n"
            f"<h1>{title}</h1>\n<p class='quiet'>{origin}</p>\n<p>{caution}</p>\n"
            f"<ul class='counts'>{items}</ul>\n</header>"
        )

    def _citations(self) -> str:
        rows = "\n".join(self._row(citation) for citation in self.report.citations)
        if not rows:
            nothing = self._text(Message("No citation leads to an entry of the reference list."))
            rows = f"<tr><td>{nothing}</td></tr>"
        title = self._text(Message("Citations"))
        return (
            f'<section id="citations">\n<h2>{title}</h2>\n<table class="evidence">{rows}</table>\n'
            "</section>"
        )

    def _row(self, citation: CitationEvidence) -> str:
        sentence = self.manuscript.sentences[citation.sentence]
        entry = self.manuscript.references[citation.reference]
        page = self.manuscript.page_name(sentence.page) if sentence.rects else ""
        place = f"{self._text(Message('p. {page}', page=page))} · " if page else ""
        citing = (
            f"<p class='place'>{place}{escape(entry_name(entry))}</p>"
            f"<blockquote>{escape(sentence.text)}</blockquote>"
        )
        return f"<tr><td>{citing}</td><td>{''.join(self._parts(citation))}</td></tr>"

    def _notice(self, notice: Notice) -> str:
        tone = "quiet" if notice.kind == "corrected" else "alert"
        return f"<span class='{tone}'>{self._text(describe_notice(notice))}</span>"

    def _parts(self, citation: CitationEvidence) -> Iterator[str]:
        notice = self.report.notice(citation.reference)
        if notice is not None:
            yield f"<p>{self._notice(notice)}</p>"
        tone = _TONES.get(citation.state, "")
        searched = describe_search(citation.searched)
        more = f" <span class='quiet'>{self._text(searched)}</span>" if searched else ""
        yield f"<p><span class='{tone}'>{self._text(_STATES[citation.state])}</span>{more}</p>"
        for quotation in citation.quotations:
            yield self._quotation(quotation)
        for passage in citation.passages:
            place = self._text(describe_place(passage))
            yield (
                f"<blockquote>{escape(passage.text)} <span class='quiet'>({place})</span>"
                "</blockquote>"
            )
        numbers = [self._text(describe_number(number)) for number in citation.numbers]
        if numbers:
            yield f"<p class='quiet'>{'; '.join(numbers)}</p>"

    def _quotation(self, quotation: Quotation) -> str:
        tone = "good" if quotation.state == "found" else "alert"
        lines = [f"<span class='{tone}'>{self._text(describe_quotation(quotation))}</span>"]
        if quotation.state != "found":
            lines.append(f"“{escape(quotation.text)}”")
        lines += [
            f"<del>{escape(one.quoted) or '–'}</del> → <ins>{escape(one.printed) or '–'}</ins>"
            for one in quotation.differences
        ]
        return f"<p>{'<br>'.join(lines)}</p>"

    def _references(self) -> str:
        rows = "\n".join(self._check(check) for check in self.report.checks_by_interest())
        title = self._text(Message("References"))
        return (
            f'<section id="references">\n<h2>{title}</h2>\n<table class="evidence">{rows}</table>\n'
            "</section>"
        )

    def _check(self, check: EntryCheck) -> str:
        entry = self.manuscript.references[check.reference]
        tone = {"agrees": "good", "differs": "alert"}.get(check.state, "quiet")
        lines = [f"<span class='{tone}'>{self._text(describe_check(check))}</span>"]
        if check.notice is not None:
            lines.insert(0, self._notice(check.notice))
        if check.reason:
            lines.append(self._text(check.reason))
        lines += [self._text(line) for line in describe_differences(check)]
        name, text = escape(entry_name(entry)), escape(entry.text)
        return f"<tr><td><p class='place'>{name}</p>{text}</td><td>{'<br>'.join(lines)}</td></tr>"


def describe_notice(notice: Notice) -> str:
    """Return what was published about a paper later, as a message."""
    if notice.kind == "retracted":
        return Message("Retracted paper: {about}", about=notice.about())
    if notice.kind == "corrected":
        return Message("Corrected: {about}", about=notice.about())
    return Message("Expression of concern: {about}", about=notice.about())
