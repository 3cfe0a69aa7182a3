"""Asks before the library is encoded with another model, with what that takes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMessageBox, QWidget

from core.base.records import Place
from core.runs.records import Switching
from desktop.language.wording import figure, translate
from desktop.ui.jobs_panel import duration
from desktop.ui.native_icons import message_box


def ask_to_use(
    parent: QWidget,
    title: str,
    to_do: Switching,
    call: Callable[[], object],
    *,
    place: Place | None = None,
) -> QMessageBox | None:
    """Do ``call`` if the person agrees; at once, and ``None``, where nothing has to be encoded.

    ``place`` is the one beside sentences that the model is to take, if any.
    """
    if not to_do.papers:
        call()
        return None
    question = translate("Switching", "Use “{model}”?").format(model=title)
    then = _meanwhile(to_do) if place is None else _beside(to_do, place)
    box = message_box(parent, "help", question, f"{_time(to_do)} {then}")
    use = box.addButton(
        translate("Switching", "&Use this model"), QMessageBox.ButtonRole.AcceptRole
    )
    box.setDefaultButton(use)
    use.clicked.connect(call)
    box.open()
    return box


def _time(to_do: Switching) -> str:
    if to_do.seconds is None:
        text = translate(
            "Switching",
            "{papers} papers are encoded with it first. The time this takes has not been "
            "measured yet.",
        )
        return text.format(papers=figure(to_do.papers))
    text = translate(
        "Switching", "{papers} papers are encoded with it first, which takes about {time}."
    )
    return text.format(papers=figure(to_do.papers), time=duration(to_do.seconds))


def _meanwhile(to_do: Switching) -> str:
    return translate(
        "Switching",
        "Until then “{model}” is used. You can go back at any time without encoding again.",
    ).format(model=to_do.used)


def _beside(to_do: Switching, place: Place) -> str:
    place_texts = {
        "similar": translate(
            "Switching",
            "Until then “{model}” is used, and afterwards still for suggestions. The vectors of "
            "both are kept, which takes more memory.",
        ),
        "languages": translate(
            "Switching",
            "Until then “{model}” is used, and afterwards for manuscripts in the languages it "
            "knows. The vectors of both are kept, which takes more memory.",
        ),
    }
    return place_texts[place].format(model=to_do.used)
