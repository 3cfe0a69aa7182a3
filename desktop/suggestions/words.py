"""The words of a suggestion: its reasons as lines, broken for the width of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics

from core.base.findings import EvidencePassage
from core.base.records import Reason, Suggestion
from desktop.language.wording import in_language, quoted, translate
from desktop.suggestions.model import byline
from desktop.ui.theme import GRID
from desktop.ui.wrapping import wrapped

TOP = 10
_MAX_REASONS, _LONGEST_REASON = 3, 20
"""Reasons of a folded card; lines of one reason when the card is unfolded."""


def reason_text(reason: Reason) -> str:
    """Return a reason as a short line."""
    if reason.kind == "abstract":  # the paper's own sentence; the others are sayings of the engine
        return quoted(reason.text.strip())
    text = in_language(reason.text)
    return text[:1].upper() + text[1:]


def passage_text(passage: EvidencePassage) -> str:
    """Return what a paper says about the sentence, with its page, as a line."""
    if passage.page < 0:
        return translate("SuggestionWords", "Says: {passage}").format(passage=quoted(passage.text))
    return translate("SuggestionWords", "Says (p. {page}): {passage}").format(
        page=passage.page_name, passage=quoted(passage.text)
    )


def reason_lines(suggestion: Suggestion, passage: EvidencePassage | None) -> list[str]:
    """Return what speaks for a suggestion: what the paper says first, if that was looked up."""
    lines = [] if passage is None else [passage_text(passage)]
    quoted_text = "" if passage is None else passage.text.strip()
    return lines + [
        reason_text(reason)
        for reason in suggestion.reasons
        if not (reason.kind == "abstract" and reason.text.strip() == quoted_text)
    ]


def marked(suggestion: Suggestion, lines: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return where the title, broken into lines, holds what speaks for it: row, start, end."""
    spans = [
        (start, end)
        for reason in suggestion.reasons
        if reason.paper == suggestion.paper.number
        for field, start, end in reason.spans
        if field == "title"
    ]
    marks: list[tuple[int, int, int]] = []
    begin = 0
    for row, line in enumerate(lines):
        visible_text = line.removesuffix("…")
        begin = max(suggestion.paper.title.find(visible_text, begin), begin)
        for start, end in spans:
            first, last = max(start - begin, 0), min(end - begin, len(visible_text))
            if first < last:
                marks.append((row, first, last))
        begin += len(visible_text)
    return marks


@dataclass(frozen=True, slots=True)
class CardText:
    """The text of a card, broken for its width, and where it goes.

    ``reasons`` are lines, each with how far below ``reasons_top`` it begins. ``unfolds`` says
    whether there is more of them than a folded card shows.
    """

    title: list[str]
    marks: list[tuple[int, int, int]]
    byline: str
    reasons: list[tuple[int, str]]
    unfolds: bool
    byline_top: int
    strength_top: int
    reasons_top: int
    buttons_top: int


def broken(
    suggestion: Suggestion,
    font: QFont,
    room: int,
    *,
    unfolded: bool,
    passage: EvidencePassage | None = None,
) -> CardText:
    """Break the text of a suggestion for lines of a width."""
    elide = Qt.TextElideMode.ElideRight
    metrics = QFontMetrics(font)
    step = metrics.lineSpacing()
    title = wrapped(suggestion.paper.title, bold(font), room, lines=4 if unfolded else 2)
    byline_top = TOP + len(title) * step + 2
    strength_top = byline_top + step + 4
    reasons_top = strength_top + step + 4
    reason_texts = reason_lines(suggestion, passage)
    reasons, height = _reasons(reason_texts, font, room, unfolded=unfolded)
    wide = QFontMetrics(small(font)).horizontalAdvance
    return CardText(
        title=title,
        marks=marked(suggestion, title),
        byline=metrics.elidedText(byline(suggestion.paper), elide, room),
        reasons=reasons,
        unfolds=len(reason_texts) > _MAX_REASONS or any(wide(line) > room for line in reason_texts),
        byline_top=byline_top,
        strength_top=strength_top,
        reasons_top=reasons_top,
        buttons_top=reasons_top + height + (GRID if reasons else 2),
    )


def _reasons(
    reason_texts: Sequence[str], font: QFont, room: int, *, unfolded: bool
) -> tuple[list[tuple[int, str]], int]:
    """Return the lines of the reasons, each with its top, and how high they are together."""
    most, lines = (len(reason_texts), _LONGEST_REASON) if unfolded else (_MAX_REASONS, 1)
    step, gap = QFontMetrics(small(font)).lineSpacing(), 4 if unfolded else 0
    broken_lines: list[tuple[int, str]] = []
    top = 0
    for reason in reason_texts[:most]:
        for line in wrapped(reason, small(font), room, lines=lines):
            broken_lines.append((top, line))
            top += step
        top += gap
    return broken_lines, top


def bold(font: QFont) -> QFont:
    """Return the font of titles."""
    result = QFont(font)
    result.setWeight(QFont.Weight.DemiBold)
    return result


def small(font: QFont) -> QFont:
    """Return the font of reasons."""
    result = QFont(font)
    result.setPointSizeF(max(font.pointSizeF() * 0.93, 7.0))
    return result
