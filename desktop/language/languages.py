"""The languages the window can speak, and which of them it speaks now."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from desktop.language.wording import QT_TRANSLATE_NOOP, translate

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Code and name, in the language itself. English is the one of the source."""
FOLDER = Path(__file__).resolve().parents[2] / "resources" / "translations"

_installed: list[QTranslator] = []
_sorting = [""]
"""The language whose rules order tables."""


def chosen_language(choice: str, system: QLocale) -> str:
    """Return the code of a language for a setting: what the system speaks, if it is left to it."""
    if choice != "system":
        return choice if choice in LANGUAGES else "en"
    spoken = [name.partition("-")[0] for name in system.uiLanguages()]
    return next((code for code in spoken if code in LANGUAGES), "en")


def speak(choice: str) -> None:
    """Let everything that is said from now on be in a language; numbers and dates follow.

    A system of the same language keeps its own habits, as those of Austria or Great Britain.
    """
    system = QLocale.system()
    code = chosen_language(choice, system)
    _sorting[0] = system.name() if choice == "system" else code
    same = QLocale(code).language() == system.language()
    QLocale.setDefault(system if same else QLocale(code))
    for translator in _installed:
        QCoreApplication.removeTranslator(translator)
    _installed.clear()
    if code == "en":
        return
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    for name, folder in ((f"qtbase_{code}", qt), (f"cocite_{code}", FOLDER)):
        translator = QTranslator(QCoreApplication.instance())
        if translator.load(name, str(folder)):
            QCoreApplication.installTranslator(translator)
            _installed.append(translator)


def get_sorting_language() -> str:
    """Return the language by whose rules tables are ordered: also one without a translation."""
    return _sorting[0]


# --- names of languages in the language of the window -----------------------------------
#
# The names of languages by their codes, for those that manuscripts are known to be in.

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
    "uk": QT_TRANSLATE_NOOP("LanguageNames", "Ukrainian"),
    "el": QT_TRANSLATE_NOOP("LanguageNames", "Greek"),
    "ro": QT_TRANSLATE_NOOP("LanguageNames", "Romanian"),
    "nl": QT_TRANSLATE_NOOP("LanguageNames", "Dutch"),
    "sv": QT_TRANSLATE_NOOP("LanguageNames", "Swedish"),
    "da": QT_TRANSLATE_NOOP("LanguageNames", "Danish"),
    "no": QT_TRANSLATE_NOOP("LanguageNames", "Norwegian"),
    "fi": QT_TRANSLATE_NOOP("LanguageNames", "Finnish"),
    "pl": QT_TRANSLATE_NOOP("LanguageNames", "Polish"),
    "cs": QT_TRANSLATE_NOOP("LanguageNames", "Czech"),
    "sk": QT_TRANSLATE_NOOP("LanguageNames", "Slovak"),
    "sl": QT_TRANSLATE_NOOP("LanguageNames", "Slovene"),
    "hr": QT_TRANSLATE_NOOP("LanguageNames", "Croatian"),
    "hu": QT_TRANSLATE_NOOP("LanguageNames", "Hungarian"),
    "tr": QT_TRANSLATE_NOOP("LanguageNames", "Turkish"),
    "id": QT_TRANSLATE_NOOP("LanguageNames", "Indonesian"),
    "vi": QT_TRANSLATE_NOOP("LanguageNames", "Vietnamese"),
    "ar": QT_TRANSLATE_NOOP("LanguageNames", "Arabic"),
    "he": QT_TRANSLATE_NOOP("LanguageNames", "Hebrew"),
}


def language_name(code: str) -> str:
    """Return a language's name in the language of the window; "" for one without."""
    return translate("LanguageNames", _NAMES[code]) if code in _NAMES else ""
