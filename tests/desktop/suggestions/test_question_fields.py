"""What a person sets about suggestions: the context and the filter."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from core.base.records import NO_FILTER, Group, PaperFilter
from desktop.suggestions.question_fields import FilterChoices, FilterDialog, filter_words
from tests import wording
from tests.desktop.manuscript_desk import GAP, Desk, press

DEFAULT = PaperFilter(last_year=2019)
CHOICES = FilterChoices((Group(3, "Birds", 4), Group(7, "Soils", 2)), ("article-journal", "book"))


def make_dialog(qtbot: QtBot, paper_filter: PaperFilter) -> FilterDialog:
    dialog = FilterDialog(paper_filter, DEFAULT, CHOICES)
    qtbot.addWidget(dialog)
    return dialog


@pytest.mark.parametrize(
    "paper_filter",
    [
        NO_FILTER,
        DEFAULT,
        PaperFilter(first_year=1990, last_year=1990),
        PaperFilter(first_year=2001, collection=7, types=("book",)),
        PaperFilter(types=("book", "map")),  # none of this type is left
    ],
)
def test_a_filter_is_shown_as_it_is(qtbot: QtBot, paper_filter: PaperFilter) -> None:
    dialog = make_dialog(qtbot, paper_filter)
    assert dialog.paper_filter == paper_filter
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert chosen.args == [paper_filter]


def test_the_dialog_promises_no_more_than_the_years_keep(qtbot: QtBot) -> None:
    texts = [label.text() for label in make_dialog(qtbot, DEFAULT).findChildren(QLabel)]
    (meaning,) = (text for text in texts if "without a year" in text)
    assert meaning.startswith(wording.stem("desktop.suggestions.question_fields:_lay_out hides"))


def test_years_that_leave_nothing_cannot_be_chosen(qtbot: QtBot) -> None:
    dialog = make_dialog(qtbot, DEFAULT)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    dialog.first.setText("2020")
    assert not ok.isEnabled()
    assert "after the last" in ok.toolTip()
    dialog.last.setText("")
    assert (ok.isEnabled(), dialog.paper_filter) == (True, PaperFilter(first_year=2020))
    dialog.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults).click()
    assert dialog.paper_filter == DEFAULT


@pytest.mark.parametrize(
    ("paper_filter", "words"),
    [
        (NO_FILTER, ""),
        (DEFAULT, "up to 2019"),
        (PaperFilter(first_year=2001), "from 2001"),
        (PaperFilter(first_year=2001, last_year=2005), "2001–2005"),
        (PaperFilter(first_year=2001, last_year=2001, collection=7), "2001, Soils"),
        (PaperFilter(collection=9, types=("book",)), "Book"),
    ],
)
def test_a_filter_is_said_in_a_few_words(paper_filter: PaperFilter, words: str) -> None:
    assert filter_words(paper_filter, CHOICES.collections) == words


def test_a_filter_hides_papers_and_is_kept_with_the_tab(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    every = desk.titles()
    panel, session = desk.panel, desk.session
    assert panel.filter_button.text() == "Filter…"
    press(panel.filter_button)
    desk.until(lambda: panel.findChild(FilterDialog) is not None)
    dialog = panel.findChild(FilterDialog)
    assert dialog is not None
    dialog.last.setText("2015")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    desk.until(lambda: 0 < len(desk.titles()) < len(every))
    desk.settle()
    years = [one.paper.year for one in panel.model.suggestions]
    assert all(year is None or year <= 2015 for year in years)
    answer = panel._answer
    assert answer is not None
    hidden_count = answer.recommendation.hidden
    assert panel.filter_button.text() == f"Filter: up to 2015 · {hidden_count} hidden"
    panel._offer(answer)
    assert panel.better_button.isVisible()
    assert panel.filter_button.text().endswith("hidden"), "a better order hides the papers as well"
    assert desk.tab.state().paper_filter == PaperFilter(last_year=2015)
    whole = desk.tab.whole
    assert whole is not None
    assert (session.paper_filter.last_year, whole.progress()) == (2015, (0, 0))


def test_a_removed_collection_limits_nothing(desk: Desk) -> None:
    collections = desk.workspace.library.collections
    number = collections.add("Birds")
    desk.open()
    desk.select(GAP)
    every = desk.titles()
    desk.session.use_filter(PaperFilter(collection=number))
    desk.until(lambda: desk.panel.placeholder.text().startswith("The filter hides"))
    desk.until(lambda: desk.panel.filter_button.text().startswith("Filter: Birds"))
    collections.remove(number)
    desk.panel.filter_button._collections = []
    desk.panel.filter_button.show_filter()
    desk.until(lambda: desk.panel.filter_button.text() == "Filter…")
    desk.until(lambda: desk.titles() == every)


def test_the_slider_says_where_it_rests(desk: Desk) -> None:
    desk.open()
    desk.select(GAP)
    with desk.qtbot.waitSignal(desk.panel.slider.settled) as settled:
        desk.panel.slider.slider.setValue(7)
    assert settled.args == [0.7]
    assert desk.panel.slider.slider.orientation() == Qt.Orientation.Horizontal
