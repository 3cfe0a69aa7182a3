"""Texts, numbers and dates in the language of the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from core.base.errors import LibraryBusyError
from core.base.messages import Message, joined
from core.base.wire import Checkpoint
from core.recommend.reasons import _listed, of_your_papers
from core.runs.records import Setting
from desktop.language import languages
from desktop.language.wording import (
    choose_plural,
    figure,
    holds_words,
    in_language,
    on_this_clock,
    percent,
    quoted,
    search_words,
    searchable,
    short_day,
    translated,
)
from desktop.training.run_view import _line
from desktop.training.words import date_words
from desktop.ui.widgets import share_words
from tests.desktop.switched_languages import papers


@pytest.mark.usefixtures("english_restored")
def test_counts_have_the_forms_and_numbers_the_signs_of_the_language(qapp: QApplication) -> None:
    assert [papers(count) for count in (0, 1, 1234)] == ["0 papers", "1 paper", "1,234 papers"]
    assert choose_plural("2 entr(y|ies), (is|are) here", 2) == "2 entries, are here"
    assert choose_plural("1 entr(y|ies), (is|are) here", 1) == "1 entry, is here"
    phrase = "%Ln (is a paper|are papers) of your library"
    assert choose_plural(phrase, 1) == "%Ln is a paper of your library"
    assert choose_plural(phrase, 3) == "%Ln are papers of your library"
    assert (figure(1234.56, 1), percent(0.25)) == ("1,234.6", "25%")
    languages.speak("de")
    assert [papers(count) for count in (0, 1, 1234)] == ["0 Arbeiten", "1 Arbeit", "1.234 Arbeiten"]
    assert (figure(1234.56, 1), percent(0.25)) == ("1.234,6", "25 %")
    assert quoted("a {b}") == "„a {b}“"
    languages.speak("en")
    assert papers(1) == "1 paper"


@pytest.mark.usefixtures("qapp")
def test_signs_and_percentages_are_those_of_the_language() -> None:
    said = Message("{low:+.3f} to {high:+.3f}, {share:.0%}", low=-0.01, high=0.02, share=0.257)
    languages.speak("de")
    assert in_language(said) == "-0,010 to +0,020, 26 %"


@pytest.mark.usefixtures("far_east")
def test_moments_that_are_kept_in_utc_are_shown_on_the_clock_of_this_computer() -> None:
    late = "2026-11-29T23:30:05+00:00"
    assert str(on_this_clock(late)) == "2026-11-30 08:30:05+09:00"
    assert "30" in short_day(late)
    assert "29" in short_day("2026-11-29")
    assert date_words(late) == date_words("2026-11-30") != date_words("2026-11-29")
    assert _line(Checkpoint(stage="one", step=4, folder="", time=late)).startswith("08:30:05  ")


def test_what_is_no_moment_has_no_day() -> None:
    assert (on_this_clock(""), short_day("soon"), date_words("soon")) == (None, "", "soon")


def test_an_error_speaks_the_language_of_the_window() -> None:
    error = LibraryBusyError(
        "“{file}” has {count:,} pages; at most {max_pages} are read.",
        file="a",
        count=12345,
        max_pages=50,
        remedy="{key} belongs to another paper of the library, “{paper}”.",
        key=Message("words"),
        paper="papers",
    )
    languages.speak("de")
    try:
        translated(error)
    finally:
        languages.speak("en")
    assert str(error) == "„a“ hat 12.345 Seiten; gelesen werden höchstens 50."
    assert error.remedy == "Wörter gehört zu einer anderen Arbeit der Bibliothek, „papers“."


def test_what_the_engine_puts_into_a_sentence_is_translated_too() -> None:
    languages.speak("de")
    try:
        papers = of_your_papers(3)
        cited = Message("cited with “{title}” in {papers}", title="Maps", papers=papers)
        assert in_language(cited) == "zitiert mit „Maps“ in 3 Ihrer Arbeiten"
        shared = Message("shares {terms}", terms=_listed(["maps", "rare graphs"]))
        assert in_language(shared) == "teilt „maps“, „rare graphs“"
        assert in_language("something never said before") == "something never said before"
    finally:
        languages.speak("en")


def test_two_typing_errors_are_told_as_two_pairs() -> None:
    languages.speak("de")
    try:
        pairs = [Message("“{one}” and “{other}”", one=a, other=b) for a, b in ("ab", "cd")]
        said = in_language(
            Message("The titles differ by a typing error: {words}", words=joined(pairs))
        )
        assert said.endswith("Tippfehler: „a“ und „b“, „c“ und „d“")
        assert share_words(0.9) == "stark"
    finally:
        languages.speak("en")


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


@pytest.mark.parametrize(
    ("label", "typed", "is_found"),
    [
        ("Text&größe", "Textgr", True),
        ("Text&größe", "GRÖSSE", True),
        ("Text&größe", "textgroesse", True),
        ("Text&größe", "textgrosse", True),
        ("Text&größe", "textgro\u0308ße", True),
        ("Text&größe", "&größe", False),
        ("Save && close", "save & close", True),
        ("Models & training", "models & training", True),
        ("Résumé", "resume", True),
        ("Queue", "que", True),
        ("Text&größe", "text klein", False),
    ],
)
def test_texts_of_the_window_are_found_as_people_type_them(
    label: str, typed: str, is_found: bool
) -> None:
    assert holds_words(searchable(label), search_words(typed)) is is_found
