"""The language of what the engine writes into files, such as a report: English unless set."""

from __future__ import annotations

from datetime import date
from typing import Protocol


class Phrases(Protocol):
    """A language. ``language`` is its code, as in HTML."""

    @property
    def language(self) -> str:
        """The code, such as "de"."""

    def say(self, text: str, /) -> str:
        """Return an English phrase in the language; what is not known stays as it is."""

    def number(self, value: int, /) -> str:
        """Return a count as it is written."""

    def day(self, day: date, /) -> str:
        """Return a date as it is written."""


class English:
    """What the engine speaks."""

    language = "en"

    def say(self, text: str, /) -> str:
        """Return the text."""
        return text

    def number(self, value: int, /) -> str:
        """Return a count with commas between thousands."""
        return f"{value:,}"

    def day(self, day: date, /) -> str:
        """Return a date with the name of its month."""
        return f"{day.day} {day:%B %Y}"


ENGLISH = English()
