"""Texts, numbers and dates in the language the window speaks.

English stands in the source and needs no file: where a text counts, “(s)” or “(y|ies)” stands for
both forms, as “%Ln paper(s)” or “%Ln entr(y|ies)”; other languages bring a form for each number.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

translate = QCoreApplication.translate
"""For texts outside of a ``QObject``; its class stands for the context in ``self.tr``."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: ARG001 - Qt's tools read it
    """Mark a text that is translated where it is used; ``context`` is for Qt's tools."""
    return text


_FORMS = re.compile(r"\((?:(\w+)\|)?(\w+)\)")


def choose_plural(text: str, count: int) -> str:
    """Return what ``tr`` gave for a count in the form that English has for it."""
    return _FORMS.sub(lambda forms: (forms[1] or "") if count == 1 else forms[2], text)


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


def locale() -> QLocale:
    """Return the language that figures and dates are written in."""
    chosen = QLocale()
    return QLocale("en") if chosen.language() == QLocale.Language.C else chosen
