"""Texts, numbers and dates in the language the window speaks.

English stands in the source and needs no file: where a text counts, “(s)” or “(y|ies)” stands for
both forms, as “%Ln paper(s)” or “%Ln entr(y|ies)”; other languages bring a form for each number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from core.base.encodable import encodable
from core.base.errors import EngineError
from core.base.messages import Message, Value, filled, in_english

translate = QCoreApplication.translate
"""For texts outside of a ``QObject``; its class stands for the context in ``self.tr``."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: ARG001 - Qt's tools read it
    """Mark a text that is translated where it is used; ``context`` is for Qt's tools."""
    return text


_FORMS = re.compile(r"\(([^()|]+)\|([^()|]+)\)|\((\w+)\)")


def choose_plural(text: str, count: int) -> str:
    """Return what ``tr`` gave for a count in the form that English has for it."""
    return _FORMS.sub(
        lambda forms: (forms[1] or "") if count == 1 else (forms[2] or forms[3]), text
    )


def figure(value: float, decimals: int = 0) -> str:
    """Return a number with the signs of the language for groups and decimals."""
    return locale().toString(float(value), "f", decimals)


def percent(share: float) -> str:
    """Return a share of 1 as a whole percentage."""
    return QCoreApplication.translate("Wording", "{}%").format(figure(round(share * 100)))


def quoted(text: str) -> str:
    """Return what somebody else says in the quotation marks of the language."""
    return QCoreApplication.translate("Wording", "“{}”").format(text)


def moment(when: datetime) -> str:
    """Return a date and a time of day."""
    clock = QDateTime.fromSecsSinceEpoch(int(when.timestamp())).time()
    return f"{date_words(when.date())}, {locale().toString(clock, QLocale.FormatType.ShortFormat)}"


def date_words(day: date) -> str:
    """Return a date with the short name of its month: read in the same way everywhere."""
    form = QCoreApplication.translate("Wording", "d MMM yyyy")
    return locale().toString(QDate(day.year, day.month, day.day), form)


def on_this_clock(moment: str) -> datetime | None:
    """Return an ISO 8601 moment, which is kept in UTC, on this computer's clock; None if none."""
    try:
        return datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return None


def short_day(moment: str) -> str:
    """Return the day of an ISO 8601 moment here, in figures as this system writes days."""
    when = on_this_clock(moment)
    if when is None:
        return ""
    day = QDate(when.year, when.month, when.day)
    return QLocale().toString(day, QLocale.FormatType.ShortFormat)


def locale() -> QLocale:
    """Return the language that figures and dates are written in."""
    chosen = QLocale()
    return QLocale("en") if chosen.language() == QLocale.Language.C else chosen


# --- finds texts of the window by what people type ---------------------------------------

_KEY_MARK = re.compile(r"&(?=[\w&])")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def searchable(*texts: str) -> str:
    """Return texts of the window in the forms that people type, for ``holds_words``.

    They are in small letters, without the marks of keys ("&"), once without accents and, where
    there are umlauts, a second time with these spelled out.
    """
    text = " ".join(_KEY_MARK.sub("", text) for text in texts)
    small = unicodedata.normalize("NFC", text).casefold()
    spelled = small.translate(_UMLAUTS)
    bare = _without_accents(small)
    return bare if spelled == small else f"{bare}\n{_without_accents(spelled)}"


def search_words(typed: str) -> tuple[str, ...]:
    """Return the words that a person typed into a search, for ``holds_words``."""
    return tuple(_without_accents(typed.casefold()).split())


def holds_words(text: str, words: Iterable[str]) -> bool:
    """Tell whether a ``searchable`` text holds all of the words."""
    return all(word in text for word in words)


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


# --- translates what the engine says: looks the template up and fills it ----------------
#
# A text that has no translation, or is none of the engine's, stays as it is.

_DECIMALS = re.compile(r"(\+?),?(?:\.(\d+)f)?")
"""Formats of numbers that are written with the signs of the language, as in ``{count:,}``."""


def in_language(text: str) -> str:
    """Return what the engine says, and what it puts in, in the language of the window."""
    if isinstance(text, Message):
        return filled(_translated(text.template), text.values, _format_value)
    return _translated(text)


def translated(error: EngineError) -> EngineError:
    """Let an error that is to be shown speak the language of the window, and return it."""
    error.args = (in_language(error.message),)
    error.remedy = in_language(error.remedy)
    return error


def _translated(template: str) -> str:
    source_text = encodable(template)
    translation = translate("Engine", source_text) if source_text else ""
    return template if translation in ("", source_text) else translation


def _format_value(value: Value, form: str) -> str:
    if isinstance(value, str):
        return in_english(in_language(value) if isinstance(value, Message) else value, form)
    if form == ".0%":
        return percent(value)
    decimals = _DECIMALS.fullmatch(form) if form else None
    if decimals is None:
        return format(value, form)
    sign = "+" if decimals[1] and value >= 0 else ""
    return sign + figure(value, int(decimals[2] or 0))
