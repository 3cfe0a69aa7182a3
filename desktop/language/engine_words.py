"""Says what the engine said in the language of the window.

A sentence that is not in the table, or was made of something else, stays as it is.
"""

from __future__ import annotations

import functools
import re

from core.base.encodable import encodable
from core.base.errors import EngineError
from core.base.messages import Message, Value, filled
from desktop.language import (
    engine_texts,
    recipe_texts,
    run_texts,
    setting_names,
    setting_texts,
    training_texts,
)
from desktop.language.wording import figure, translate

SENTENCES = (
    *engine_texts.SENTENCES,
    *training_texts.SENTENCES,
    *run_texts.SENTENCES,
    *setting_names.SENTENCES,
    *recipe_texts.SENTENCES,
    *setting_texts.SENTENCES,
)
"""All that is known of what the engine says, in English."""
_COUNT = re.compile(r"\d{1,3}(,\d{3})+")
_GAP = re.compile(r"\{\d\}")


def in_language(text: str) -> str:
    """Return a sentence of the engine, and what it puts in, in the language of the window."""
    if not text or not _is_foreign():
        return text
    if isinstance(text, Message):
        return filled(translate("Engine", text.template), text.values, _written)
    return _recognised(text)


def _recognised(text: str) -> str:
    known = encodable(text)
    if (said := translate("Engine", known)) != known:
        return said
    for sentence, pattern in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            return translate("Engine", sentence).format(*map(in_language, match.groups()))
    return figure(int(text.replace(",", ""))) if _COUNT.fullmatch(text) else text


def translated(error: EngineError) -> EngineError:
    """Let an error that is to be shown speak the language of the window, and return it."""
    error.args = (in_language(error.said),)
    error.remedy = in_language(error.remedy)
    return error


def _written(value: Value, form: str) -> str:
    if isinstance(value, str):
        return in_language(value) if isinstance(value, Message) else value
    decimals = re.fullmatch(r",?(?:\.(\d+)f)?", form)
    return figure(value, int(decimals[1] or 0)) if form and decimals else format(value, form)


def _is_foreign() -> bool:
    """Whether another language than that of the engine is spoken."""
    return translate("Engine", "tag") != "tag"


@functools.cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the sentences as patterns, those that say most by themselves first."""
    ordered = sorted(SENTENCES, key=lambda sentence: -len(_GAP.sub("", sentence)))
    return tuple((sentence, _pattern(sentence)) for sentence in ordered)


def _pattern(sentence: str) -> re.Pattern[str]:
    fixed = (re.escape(part.format()) for part in _GAP.split(sentence))
    return re.compile("(.+?)".join(fixed), re.DOTALL)
