"""The words of a suggestion: its reasons as lines, broken for the width of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics

from core.base.records import Reason, Suggestion
from desktop.language.wording import in_language, quoted
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


def broken(suggestion: Suggestion, font: QFont, room: int, *, unfolded: bool) -> CardText:
    """Break the text of a suggestion for lines of a width."""
    elide = Qt.TextElideMode.ElideRight
    metrics = QFontMetrics(font)
    step = metrics.lineSpacing()
    title = wrapped(suggestion.paper.title, bold(font), room, lines=4 if unfolded else 2)
    byline_top = TOP + len(title) * step + 2
    strength_top = byline_top + step + 4
    reasons_top = strength_top + step + 4
    reasons, height = _reasons(suggestion, font, room, unfolded=unfolded)
    reason_texts = [reason_text(reason) for reason in suggestion.reasons]
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
    suggestion: Suggestion, font: QFont, room: int, *, unfolded: bool
) -> tuple[list[tuple[int, str]], int]:
    """Return the lines of the reasons, each with its top, and how high they are together."""
    most, lines = (len(suggestion.reasons), _LONGEST_REASON) if unfolded else (_MAX_REASONS, 1)
    step, gap = QFontMetrics(small(font)).lineSpacing(), 4 if unfolded else 0
    reason_lines: list[tuple[int, str]] = []
    top = 0
    for reason in suggestion.reasons[:most]:
        for line in wrapped(reason_text(reason), small(font), room, lines=lines):
            reason_lines.append((top, line))
            top += step
        top += gap
    return reason_lines, top


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
