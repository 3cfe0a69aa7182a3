"""The parts of the panel that need neither a trainer nor a library."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.wire import Measured, Progress, Started
from core.runs.records import RecipeInfo, Setting, ShelfEntry
from core.workspace import Workspace
from desktop.training import recipe_step
from desktop.training.recipe_step import SettingsForm
from desktop.training.rows import Row, Rows, fitted
from desktop.training.run_view import CurveData, Curves
from desktop.training.shelf_view import ShelfView, described
from desktop.training.words import date_words, day, quality, size
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme
from tests.desktop.conftest import Notices
from tests.desktop.small_library import put_on_shelf

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal


def started(stage: str, steps: int, step: int = 0) -> Started:
    return Started(
        stage=stage,
        recipe="r",
        step=step,
        steps=steps,
        examples=1,
        batch=1,
        micro_batch=1,
        parameters=1,
        trained=1,
        device="cpu",
        precision="float32",
    )


def progress(stage: str, step: int, loss: float | None = 1.0) -> Progress:
    return Progress(
        stage=stage,
        step=step,
        steps=10,
        epoch=0.1,
        loss=loss,
        learning_rate=1e-5,
        examples_per_second=1,
        seconds_left=1,
    )


def test_curves_join_stages_and_forget_what_a_resumed_run_does_again() -> None:
    data = CurveData()
    data.add([Measured(stage="base", step=0, scores={"mrr": 0.3})])
    data.add([started("one", 10), *(progress("one", step) for step in (1, 2, 3, 4))])
    data.add([started("one", 10, step=2), progress("one", 3, 0.5), progress("one", 5, None)])
    data.add([started("two", 6), progress("two", 1)])
    data.add([Measured(stage="two", step=1, scores={"recall@10": 0.4, "mrr": 0.35})])
    data.add([Measured(stage="model", step=0, scores={"recall@10": 0.9})])
    assert data.loss.steps == [1, 2, 3, 11]
    assert data.loss.values == [1.0, 1.0, 0.5, 1.0]
    assert data.rate.steps == [1, 2, 3, 5, 11]
    assert (data.recall.steps, data.recall.values) == ([11], [0.4])
    assert data.base == {"mrr": 0.3}


def test_a_long_run_is_drawn_with_few_points() -> None:
    data = CurveData()
    data.add([started("one", 50_000), *(progress("one", step) for step in range(1, 30_001))])
    assert len(data.loss.get_points()[0]) <= 5_000


def test_plots_are_made_and_follow_the_theme(runner: TaskRunner, qtbot: QtBot) -> None:
    curves = Curves(runner)
    qtbot.addWidget(curves)
    with qtbot.waitSignal(curves.ready):
        curves.show()
    curves.add([started("one", 10), progress("one", 1), progress("one", 2)])
    theme().choose("dark")
    dark = curves.plots["loss"].backgroundBrush().color().name()
    theme().choose("light")
    assert dark != curves.plots["loss"].backgroundBrush().color().name()
    curves.clear()
    assert curves.data.loss.steps == []


def test_what_is_typed_is_checked_against_the_setting(qtbot: QtBot) -> None:
    rate = Setting(
        name="learning_rate", kind="number", default=2e-5, meaning="Peak rate.", above=0.0
    )
    share = Setting(name="share", kind="number", default=0.3, meaning="Share.", least=0.0, most=1.0)
    name = Setting(name="name", kind="text", default="", meaning="Name.", pattern="^[a-z]*$")
    wrong = {"": "a number", "0": "more than 0", "nan": "a number", "1e-3": ""}
    for text, said in wrong.items():
        assert rate.problem(text).startswith(said)
        assert bool(rate.problem(text)) == bool(said)
    assert share.problem("2") == "at most 1 is expected"
    assert name.problem("A b") != ""
    recipe = RecipeInfo(
        name="r",
        title="R",
        summary="",
        source="",
        base="",
        settings=(rate, share, name),
        presets={},
    )
    form = SettingsForm()
    qtbot.addWidget(form)
    form.show_recipe(recipe, {"share": 0.5})
    assert list(form.fields) == ["learning_rate", "share"]
    assert form.get_changed_values() == {}
    field = form.fields["learning_rate"].widget
    qtbot.keyClicks(field, "x")
    assert form.problem() == "Learning rate: a number is expected."
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert form.get_changed_values() == {}
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    qtbot.keyClicks(field, "4")
    assert form.get_changed_values() == {"learning_rate": "2e-04"}


def test_settings_find_their_places_a_few_at_a_time_and_in_their_order(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipe_step, "SLICE_S", 0.0)
    settings = tuple(
        Setting(name=f"s{number}", kind="whole", default=number, meaning="A number.")
        for number in range(40)
    )
    recipe = RecipeInfo(
        name="r", title="R", summary="", source="", base="", settings=settings, presets={}
    )
    form = SettingsForm()
    qtbot.addWidget(form)
    form.show()
    form.show_recipe(recipe, {})
    widgets = [field.widget for field in form.fields.values()]
    assert len(widgets) == 40  # what they say can be asked for at once
    assert not any(widget.isVisible() for widget in widgets)
    qtbot.waitUntil(lambda: all(widget.isVisible() for widget in widgets))
    places = [widget.y() for widget in widgets]
    assert places == sorted(places)
    form.show_recipe(replace(recipe, settings=settings[:2]), {})
    form.show_recipe(replace(recipe, settings=settings[2:5]), {})
    qtbot.waitUntil(lambda: all(field.widget.isVisible() for field in form.fields.values()))
    assert list(form.fields) == ["s2", "s3", "s4"]


def test_a_long_curve_is_drawn_in_few_points_and_one_plot_after_another(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    curves = Curves(runner)
    qtbot.addWidget(curves)
    with qtbot.waitSignal(curves.ready):
        curves.show()

    def drawn(name: str) -> list[float]:
        steps = curves._lines[name].getData()[0]
        return [] if steps is None else list(steps)

    curves.add([started("one", 5_001), *(progress("one", step) for step in range(1, 5_002))])
    first = drawn("loss")
    assert len(first) <= 601
    assert (first[0], first[-1]) == (1, 5_001)
    assert drawn("rate") == []  # nothing waits for all of them
    qtbot.waitUntil(lambda: drawn("rate") == first)


def test_tables_keep_the_rules_of_qt(qapp: QApplication) -> None:
    del qapp
    rows = Rows(("Model", "R@10"), frozenset((1,)))
    tester = QAbstractItemModelTester(rows, Fatal)
    rows.show_rows([Row(("one", "0.1")), Row(("two", "0.2"), bold=True)])
    rows.show_rows([Row(("one", "0.3")), Row(("two", "0.2"), bold=True)])
    assert rows.index(0, 1).data() == "0.3"
    rows.show_rows([])
    assert tester.model() is rows


def test_figures_are_said_as_people_read_them() -> None:
    assert (size(1_610_612_736), size(5 * 2**20)) == ("1.5 GB", "5 MB")
    assert quality({}, {}) == "not measured"
    assert quality({"recall@10": 0.5}, {"recall@10": 0.41}) == "50 (BM25 41)"
    assert quality({"recall@10": 0.5}, {}) == "50"
    assert (day("nonsense"), day("2026-05-02T09:10:00+00:00")[:12]) == ("", "2 May 2026, ")
    assert (date_words("2026-05-02"), date_words("")) == ("2 May 2026", "")


@pytest.mark.parametrize(
    ("questions", "said"),
    [(1, "1 of your citing sentence"), (4, "4 of your citing sentences")],
)
def test_it_is_said_on_how_many_sentences_a_model_was_measured(questions: int, said: str) -> None:
    entry = ShelfEntry(name="m", title="M", quality={"recall@10": 1.0}, bm25={"recall@10": 0.75})
    entry = replace(entry, questions=questions)
    assert described(entry).strip() == f"On {said}, BM25 in brackets: R@10 1.000 (0.750)."


def test_columns_hold_what_is_in_them_and_the_first_takes_the_rest() -> None:
    assert fitted([100, 60, 40], 500) == [400, 60, 40]
    assert fitted([300, 60, 200], 400) == [170, 60, 170]  # the widest give way
    assert sum(fitted([300, 60, 200], 300)) <= 300
    assert fitted([], 300) == []


def test_the_shelf_cuts_no_name_and_no_date_where_there_is_room(
    workspace: Workspace, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    put_on_shelf(workspace, "scincl-minilm")
    view = ShelfView(workspace.training, runner, notices)
    qtbot.addWidget(view)
    view.resize(1280, 500)
    view.show()
    qtbot.waitUntil(lambda: view.rows.rowCount() == 4)
    header = view.table.horizontalHeader()
    for column in range(view.rows.columnCount()):
        assert header.sectionSize(column) >= view.table.sizeHintForColumn(column)
    assert header.length() == view.table.viewport().width()
