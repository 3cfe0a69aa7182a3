"""The names of languages by their codes, for those that manuscripts are known to be in."""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP, translate

_NAMES = {
    "en": QT_TRANSLATE_NOOP("LanguageNames", "English"),
    "de": QT_TRANSLATE_NOOP("LanguageNames", "German"),
    "fr": QT_TRANSLATE_NOOP("LanguageNames", "French"),
    "es": QT_TRANSLATE_NOOP("LanguageNames", "Spanish"),
    "pt": QT_TRANSLATE_NOOP("LanguageNames", "Portuguese"),
    "it": QT_TRANSLATE_NOOP("LanguageNames", "Italian"),
    "ru": QT_TRANSLATE_NOOP("LanguageNames", "Russian"),
    "zh": QT_TRANSLATE_NOOP("LanguageNames", "Chinese"),
    "ja": QT_TRANSLATE_NOOP("LanguageNames", "Japanese"),
    "ko": QT_TRANSLATE_NOOP("LanguageNames", "Korean"),
}


def language_name(code: str) -> str:
    """Return a language's name in the language of the window; "" for one without."""
    return translate("LanguageNames", _NAMES[code]) if code in _NAMES else ""
