from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from core.manuscript.text.languages import detect_code
from desktop.language import languages
from desktop.language.languages import LANGUAGES, chosen_language
from tests.desktop.app.conftest import engine, program

__all__ = ["engine", "program"]


pytestmark = pytest.mark.usefixtures("english_restored")


@pytest.mark.parametrize(
    ("choice", "system", "code"),
    [
        ("system", "de_AT", "de"),
        ("system", "en_GB", "en"),
        ("system", "fr_FR", "en"),
        ("system", "C", "en"),
        ("de", "en_US", "de"),
        ("eo", "de_DE", "en"),
    ],
)
def test_the_system_s_language_is_spoken_where_there_is_one(
    choice: str, system: str, code: str
) -> None:
    assert chosen_language(choice, QLocale(system)) == code


def test_qt_s_own_buttons_speak_the_language_too(qtbot: QtBot) -> None:
    languages.speak("de")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert box.buttons()[0].text() == "Abbrechen"


def test_every_language_has_a_name_of_its_own() -> None:
    assert list(LANGUAGES) == ["en", "de"]
    assert len(set(LANGUAGES.values())) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nie jest to tylko port, ale także miasto, które się zmienia, i jego rzeka.", "Polish"),
        (
            "Bu liman ve şehir için bir rapor, ama daha çok deniz ile ilgili olarak yazıldı.",
            "Turkish",
        ),
        ("Το λιμάνι και η πόλη δεν είναι παλιά.", "Greek"),
        ("Порт і місто не є старими, але вони змінюються щороку.", "Ukrainian"),
    ],
)
def test_a_language_that_is_told_has_a_name(text: str, name: str) -> None:
    assert languages.language_name(detect_code(text)) == name
