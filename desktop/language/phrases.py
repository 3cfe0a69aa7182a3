"""The language of the window for what the engine writes into files, such as the report."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale

from desktop.language.engine_words import in_language
from desktop.language.wording import figure, locale


class WindowPhrases:
    """Says in the language of the window what the engine says in English. Safe from any thread."""

    @property
    def language(self) -> str:
        """The code of the language, as HTML has it."""
        return locale().bcp47Name()

    def say(self, text: str, /) -> str:
        """Return a phrase of the engine in the language of the window."""
        return in_language(text)

    def number(self, value: int, /) -> str:
        """Return a count with the signs of the language."""
        return figure(value)

    def day(self, day: date, /) -> str:
        """Return a date with the name of its month."""
        day_text = locale().toString(QDate(day), QLocale.FormatType.LongFormat)  # type: ignore[call-overload]
        return str(day_text)
