"""Says that a manuscript is in a language that the model in use does not know."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from core.base.records import Manuscript
from desktop.language.wording import QT_TRANSLATE_NOOP, translate
from desktop.manuscript.tab_parts import Services
from desktop.notice import Notice

_LANGUAGES = {
    "de": QT_TRANSLATE_NOOP("LanguageNotice", "German"),
    "fr": QT_TRANSLATE_NOOP("LanguageNotice", "French"),
    "es": QT_TRANSLATE_NOOP("LanguageNotice", "Spanish"),
    "pt": QT_TRANSLATE_NOOP("LanguageNotice", "Portuguese"),
    "it": QT_TRANSLATE_NOOP("LanguageNotice", "Italian"),
    "ru": QT_TRANSLATE_NOOP("LanguageNotice", "Russian"),
    "zh": QT_TRANSLATE_NOOP("LanguageNotice", "Chinese"),
    "ja": QT_TRANSLATE_NOOP("LanguageNotice", "Japanese"),
    "ko": QT_TRANSLATE_NOOP("LanguageNotice", "Korean"),
}


def say_language(
    services: Services,
    manuscript: Manuscript,
    notice: Notice,
    models_wanted: Callable[[], None],
    owner: QObject,
) -> None:
    """Say it in a notice that offers the page of the models, unless that says something else."""

    def say(code: str) -> None:
        if code in _LANGUAGES and not notice.text:
            text = translate(
                "LanguageNotice",
                "This manuscript is in {language}, and the model in use knows English: it finds"
                " fewer of the right papers. Add a multilingual model and use it.",
            )
            notice.say(
                text.format(language=translate("LanguageNotice", _LANGUAGES[code])),
                action=translate("LanguageNotice", "Open models"),
                call=models_wanted,
                closable=True,
            )

    indexing = services.workspace.indexing
    services.runner.run(lambda: indexing.foreign_language(manuscript), say, owner=owner)
