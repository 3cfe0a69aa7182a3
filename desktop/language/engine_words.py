"""Translates what the engine says: looks the template up and fills it.

A text that has no translation, or is none of the engine's, stays as it is.
"""

from __future__ import annotations

import re

from core.base.encodable import encodable
from core.base.errors import EngineError
from core.base.messages import Message, Value, filled, in_english
from desktop.language.wording import figure, percent, translate

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
