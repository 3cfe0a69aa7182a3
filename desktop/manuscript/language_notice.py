"""Says that a manuscript is in a language that the model in use does not know."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from core.base.records import Manuscript
from core.runs.records import ShelfEntry
from desktop.language.language_names import language_name
from desktop.language.wording import translate
from desktop.manuscript.tab_parts import Services
from desktop.ui.notice import Notice


def say_language(
    services: Services,
    manuscript: Manuscript,
    notice: Notice,
    models_wanted: Callable[[str], None],
    owner: QObject,
) -> None:
    """Say it in a notice, unless that says something else.

    It offers a model of the shelf that knows the language, for ``models_wanted`` to take it into
    use; where there is none, that is given "", and leads to the page of the models.
    """
    workspace = services.workspace

    def look() -> tuple[str, ShelfEntry | None]:
        code = workspace.indexing.foreign_language(manuscript)
        return code, workspace.training.knowing(code) if code else None

    def say(answer: tuple[str, ShelfEntry | None]) -> None:
        code, model = answer
        if not language_name(code) or notice.text:
            return
        text, action = _offer(language_name(code), model)

        def call() -> None:
            notice.clear()
            models_wanted("" if model is None else model.name)

        notice.say(text, action=action, call=call, closable=True)

    services.runner.run(look, say, owner=owner)


def _offer(language: str, model: ShelfEntry | None) -> tuple[str, str]:
    """Return what is said, and what the button says."""
    if model is None:
        message = translate(
            "LanguageNotice",
            "This manuscript is in {language}, and the model in use knows English: it finds"
            " fewer of the right papers. Add a multilingual model and use it.",
        )
        return message.format(language=language), translate("LanguageNotice", "Open models")
    message = translate(
        "LanguageNotice",
        "This manuscript is in {language}, and the model in use knows English: it finds fewer of"
        " the right papers. “{model}” knows {language}.",
    )
    offered = translate("LanguageNotice", "Use it for {language}")
    return message.format(language=language, model=model.title), offered.format(language=language)
