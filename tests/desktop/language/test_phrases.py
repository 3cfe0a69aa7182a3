"""What the engine writes into files speaks the language of the window."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtWidgets import QApplication

from core.base.messages import Message
from core.base.records import PaperNumber, Reason, ToCite
from core.runs.records import Setting
from core.services.reports import ManuscriptReport, report_page
from desktop.language import languages
from desktop.language.wording import in_language
from desktop.manuscript.to_cite_export import WindowPhrases
from desktop.suggestions.words import reason_text
from tests.desktop.invented import invented_manuscript, invented_paper
from tests.phrases_contract import assert_are_phrases


def test_the_report_is_written_in_german(qapp: QApplication) -> None:
    languages.speak("de")
    try:
        page = report_page(
            ManuscriptReport(
                opened=invented_manuscript(),
                chosen=(ToCite(None, "A sentence.", (invented_paper(PaperNumber(5)),)),),
                gaps=(),
                findings=(),
                made_on=date(2026, 4, 1),
                phrases=WindowPhrases(),
            )
        )
    finally:
        languages.speak("en")
    assert '<html lang="de"' in page
    for said in ("Zu zitieren", "1 Arbeit gewählt", "April 2026", "Nicht mehr im Manuskript"):
        assert said in page, said
    for english in ("To cite", "chosen", "written by", "No longer"):
        assert english not in page, english


def test_findings_on_a_corpus_are_translated_with_their_numbers(qapp: QApplication) -> None:
    languages.speak("de")
    try:
        said = Message(
            "{what:capital}: {count:,}, which is enough.",
            what=Message("held-out sentences that cite a paper with an abstract"),
            count=12345,
        )
        assert in_language(said) == (
            "Zurückgehaltene Sätze, die eine Arbeit mit Abstract zitieren: 12.345, das genügt."
        )
        setting = Setting(name="share", kind="number", default=1.0, meaning="", least=0.5)
        assert in_language(setting.problem("0")) == "mindestens 0.5 wird erwartet"
    finally:
        languages.speak("en")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_window_keeps_to_what_the_engine_expects_of_a_language(
    qapp: QApplication, language: str
) -> None:
    languages.speak(language)
    try:
        assert_are_phrases(WindowPhrases())
        assert WindowPhrases().language.split("-")[0] == language
    finally:
        languages.speak("en")


def test_a_reason_for_a_paper_is_given_in_german(qapp: QApplication) -> None:
    titles = Message("cited together in {papers}: {titles}", papers="2", titles="Lanterns")
    languages.speak("de")
    try:
        assert (
            reason_text(Reason("cocitation", titles, PaperNumber(1)))
            == "Gemeinsam zitiert in 2: Lanterns"
        )
    finally:
        languages.speak("en")
