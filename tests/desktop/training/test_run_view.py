"""Curves of a run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.base.wire import Measured, Progress, Started
from core.runs.records import Run
from core.workspace import Workspace
from desktop.training.panel import TrainingPanel
from desktop.training.run_view import CurveData, Curves, RunView, leave_out_details, rate_words
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import theme
from tests.desktop.training.panels import LEFT, _start, shown_run, view_of


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
    data.add([Measured(stage="base", step=0, scores={"mrr": 0.9})])
    data.add([started("one", 10), Measured(stage="one", step=0, scores={"mrr": 0.3})])
    data.add([*(progress("one", step) for step in (1, 2, 3, 4))])
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


def test_plots_leave_room_for_the_log_and_name_whole_steps(
    runner: TaskRunner, qtbot: QtBot
) -> None:
    curves = Curves(runner)
    qtbot.addWidget(curves)
    with qtbot.waitSignal(curves.ready):
        curves.show()
    assert curves.sizeHint().height() < 300
    steps = curves.plots["recall"].getAxis("bottom")
    assert all(spacing >= 1 for spacing, _ in steps.tickSpacing(2.5, 3.5, 600))
    rates = curves.plots["rate"].getAxis("left")
    assert rates.tickStrings([0.0, 2e-5, 1.5e-4], 1, 1e-5) == ["0", "2e-5", "1.5e-4"]
    assert rate_words(1e-5) == "1e-5"


def test_the_log_of_a_run_shows_what_a_person_is_to_read() -> None:
    detail = "2026-11-20 09:12:01,201 INFO core.models.encoder: Loaded a model\n"
    warning = "2026-11-20 09:12:02,300 WARNING training: Out of memory, trying 8\n"
    text = f"{detail}{warning}Traceback\n  File a.py\n{detail}"
    assert leave_out_details(text) == f"{warning}Traceback\n  File a.py"
    assert leave_out_details(detail) == ""


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


def test_a_long_result_does_not_make_the_page_of_models_wide(
    opened: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    view = RunView(opened.training, runner)
    qtbot.addWidget(view)
    before = view.minimumSizeHint().width()
    message = "The peat is as wet as before. " * 9
    run = Run(name="one", folder=Path(), state="finished", title="Peat " * 40, message=message)
    view._show(run)
    assert message.strip() in view.state.text()
    assert view.minimumSizeHint().width() <= before + 100


def test_a_run_is_paused_left_found_again_resumed_and_kept(
    panel: TrainingPanel, opened: Workspace, corpus: Path, qtbot: QtBot
) -> None:
    panel.show_run(_start(opened, corpus, steps="4000"))
    view = view_of(panel)
    shown_run(panel, qtbot, lambda run: run.step > 0)
    qtbot.mouseClick(view.pause_button, LEFT)
    paused = shown_run(panel, qtbot, lambda run: run.state == "stopped")
    assert view.resume_button.isVisible()
    assert view.state.text().startswith("paused, step")
    view._show(replace(paused, state="stopping", seconds_left=1_700))
    assert view.state.text() == "stopping…", "and not how long the training would take"
    qtbot.mouseClick(view.left_button, LEFT)
    qtbot.waitUntil(lambda: panel.runs.rows.rowCount() == 1)
    panel.runs.table.setFocus()
    qtbot.keyClick(panel.runs.table, Qt.Key.Key_Return)
    assert panel.stack.currentWidget() is view
    qtbot.mouseClick(view.resume_button, LEFT)
    shown_run(panel, qtbot, lambda run: run.state == "running" and run.step > paused.step)
    qtbot.waitUntil(view.keep_button.isEnabled)
    qtbot.mouseClick(view.keep_button, LEFT)
    kept = shown_run(panel, qtbot, lambda run: run.state == "finished")
    assert kept.model is not None
    assert view.judge_button.isEnabled()
