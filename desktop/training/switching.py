"""Asks before the library is encoded with another model, with what that takes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMessageBox, QWidget

from core.runs.records import Switching
from desktop.jobs_panel import duration
from desktop.language.wording import figure, translate
from desktop.native_icons import message_box


def ask_to_use(
    parent: QWidget, title: str, to_do: Switching, call: Callable[[], object]
) -> QMessageBox | None:
    """Do ``call`` if the person agrees; at once, and ``None``, where nothing has to be encoded."""
    if not to_do.papers:
        call()
        return None
    question = translate("Switching", "Use “{model}”?").format(model=title)
    box = message_box(parent, "help", question, f"{_time(to_do)} {_meanwhile(to_do)}")
    use = box.addButton(translate("Switching", "&Use it"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(use)
    use.clicked.connect(call)
    box.open()
    return box


def _time(to_do: Switching) -> str:
    if to_do.seconds is None:
        text = translate(
            "Switching",
            "{papers} papers are encoded with it first. How long that takes was not measured on"
            " this computer yet.",
        )
        return text.format(papers=figure(to_do.papers))
    text = translate(
        "Switching", "{papers} papers are encoded with it first, which takes about {time}."
    )
    return text.format(papers=figure(to_do.papers), time=duration(to_do.seconds))


def _meanwhile(to_do: Switching) -> str:
    return translate(
        "Switching",
        "“{model}” answers until then. Go back brings it back at any time, without encoding again.",
    ).format(model=to_do.used)
