"""From the first step to the judgement, typed and clicked, with a trainer in its own process."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from core.base.wire import PROCESS, RunProcess
from core.runs.records import RunRequest
from core.workspace import Workspace
from desktop.training.panel import TrainingPanel
from desktop.training.wizard import NewTraining
from desktop.ui.notice import Notice
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.training.panels import LEFT, _start, shown_run, view_of, wizard_of


def to_settings(wizard: NewTraining, corpus: Path, qtbot: QtBot) -> None:
    """Check a corpus folder and go on to the recipes."""
    qtbot.mouseClick(wizard.corpus.other, LEFT)
    wizard.corpus.other.setChecked(True)
    assert wizard.next_button.toolTip() == wording.fill(
        "desktop.training.corpus_step:why_not Check"
    )
    qtbot.keyClicks(wizard.corpus.folder, str(corpus))
    qtbot.keyClick(wizard.corpus.folder, Qt.Key.Key_Return)
    qtbot.waitUntil(wizard.next_button.isEnabled)
    qtbot.mouseClick(wizard.next_button, LEFT)


def test_a_model_is_trained_judged_and_listed(
    panel: TrainingPanel, corpus: Path, qtbot: QtBot
) -> None:
    wizard = wizard_of(panel, qtbot)
    # The library is looked at without being asked.
    qtbot.waitUntil(lambda: wizard.corpus.outlook() is not None)
    to_settings(wizard, corpus, qtbot)
    recipe = wizard.recipe
    chosen = recipe.recipe()
    assert chosen is not None
    assert chosen.name == "cocite"
    card = next(card for card in recipe.cards if card.recipe.name == "specter")
    qtbot.mouseClick(card.button, LEFT, pos=card.button.rect().center() / 4)
    card.button.setChecked(True)
    qtbot.mouseClick(recipe.advanced, LEFT)
    steps = recipe.form.fields["steps"]
    assert steps.text() == "0"  # without a limit, as for every GPU
    steps.widget.setFocus()
    assert not isinstance(steps.widget, QWidget) or steps.widget.isVisible()
    getattr(steps.widget, "clear")()  # noqa: B009 - a line edit
    qtbot.keyClicks(steps.widget, "-3")
    assert not wizard.next_button.isEnabled()
    assert (
        wizard.hint.text()
        == "Steps: " + wording.fill("core.runs.records:_broken_limits least", limit=0) + "."
    )
    getattr(steps.widget, "clear")()  # noqa: B009
    qtbot.keyClicks(steps.widget, "60")
    recipe.name.setText("peat papers")
    wizard.measurement.measure_button.setFocus()
    qtbot.keyClick(wizard.measurement.measure_button, Qt.Key.Key_Space)
    assert wizard.measurement.measured.text() == "Starting the measurement…"
    assert wizard.measurement.stop_button.hasFocus(), "not Cancel"
    qtbot.waitUntil(
        lambda: "1.5 GB of memory of 21.0 GB free" in wizard.measurement.measured.text()
    )
    qtbot.waitUntil(wizard.measurement.measure_button.hasFocus)
    assert wizard.next_button.text() == "&Start training"
    qtbot.waitUntil(wizard.next_button.isEnabled)
    qtbot.mouseClick(wizard.next_button, LEFT)
    qtbot.waitUntil(lambda: panel.run_view is not None)
    view = view_of(panel)
    run = shown_run(panel, qtbot, lambda run: run.state == "finished")
    assert (run.model_name, run.recipe, run.steps) == ("peat-papers", "specter", 60)
    qtbot.waitUntil(lambda: len(view.curves.plots) == 4)
    assert len(view.curves.data.loss.steps) == 60
    assert view.curves.data.base == {"recall@10": 0.48, "mrr": 0.31}
    assert "checkpoint at step 55" in view.log.toPlainText()
    assert "INFO training: begun" not in view.log.toPlainText()
    qtbot.mouseClick(view.judge_button, LEFT)
    judge = panel.judge_view
    assert judge is not None
    qtbot.waitUntil(lambda: judge.rows.rowCount() == 3)
    assert judge.rows.index(2, 0).data() == "Peat papers"
    assert judge.against.currentText() == "Cocite small"
    assert judge.headline.text() == "“Peat papers” finds more than “Cocite small”."
    assert wording.fill("desktop.training.words:found_words", count=55) in judge.verdict.text()
    assert judge.use_button.isDefault()
    assert judge.keep_button.text() == "&Keep “Cocite small”"
    assert "better for 41 sentences, worse for 12" in judge.verdict.text()
    qtbot.waitUntil(judge.use_button.isEnabled)
    qtbot.keyClick(judge, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: panel.runs.rows.rowCount() == 1)
    assert panel.runs.rows.index(0, 3).data() == "finished"


def test_a_killed_trainer_and_an_unknown_recipe_are_said(
    panel: TrainingPanel, opened: Workspace, corpus: Path, qtbot: QtBot
) -> None:
    panel.show_run(_start(opened, corpus, steps="4000"))
    view = view_of(panel)
    run = shown_run(panel, qtbot, lambda run: run.step > 0)
    said = RunProcess.model_validate_json((run.folder / PROCESS).read_bytes())
    os.kill(said.pid, signal.SIGKILL)
    shown_run(panel, qtbot, lambda run: run.state == "interrupted")
    assert "without a message" in view.notice.text
    assert view.resume_button.isVisible()
    name = opened.training.start(RunRequest(recipe="spectre", corpus=corpus))
    panel.show_run(name)
    shown_run(panel, qtbot, lambda run: run.name == name and run.state == "failed")
    assert "no command or recipe “spectre”" in view.notice.text


def test_what_cannot_be_read_or_written_is_said_where_it_happens(
    panel: TrainingPanel, opened: Workspace, corpus: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    runs = opened.shelf.folder.parent / "runs"
    (runs / "broken").mkdir(parents=True)
    (runs / "broken" / "config.json").write_text("{")
    panel.runs.refresh()
    qtbot.waitUntil(lambda: panel.runs.rows.rowCount() == 1)
    assert panel.runs.rows.index(0, 3).data() == "cannot be read"
    assert not panel.runs.open_button.isEnabled()
    qtbot.mouseClick(panel.runs.delete_button, LEFT)
    box = panel.runs.findChild(QMessageBox)
    assert box is not None
    next(each for each in box.buttons() if each.text() == "Delete training").click()
    qtbot.waitUntil(lambda: panel.runs.rows.rowCount() == 0)
    runs.rmdir()
    runs.write_text("a file in the way")
    wizard = wizard_of(panel, qtbot)
    empty = tmp_path / "empty"
    empty.mkdir()
    qtbot.mouseClick(wizard.corpus.other, LEFT)
    wizard.corpus.set_folder(str(empty))
    qtbot.mouseClick(wizard.corpus.check_button, LEFT)
    qtbot.waitUntil(lambda: "holds no papers" in wizard.corpus.notice.text)
    wizard.corpus.set_folder(str(corpus))
    qtbot.mouseClick(wizard.corpus.check_button, LEFT)
    qtbot.waitUntil(wizard.next_button.isEnabled)
    wizard.show_step(2)
    qtbot.mouseClick(wizard.next_button, LEFT)
    qtbot.waitUntil(lambda: "cannot be written" in wizard.notice.text)


def test_enter_and_escape_keep_what_would_be_deleted_for_good(
    panel: TrainingPanel, opened: Workspace, runner: TaskRunner, qtbot: QtBot
) -> None:
    run = opened.shelf.folder.parent / "runs" / "broken"
    run.mkdir(parents=True)
    (run / "config.json").write_text("{")
    panel.runs.refresh()
    qtbot.waitUntil(lambda: panel.runs.rows.rowCount() == 1)
    for view, ask in (
        (panel.runs, panel.runs.ask_to_delete),
        (panel.shelf, panel.shelf.ask_to_remove),
    ):
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
            ask()
            box = view.findChildren(QMessageBox)[-1]
            qtbot.waitExposed(box)
            with qtbot.waitSignal(box.finished):
                qtbot.keyClick(box, key)
            assert box.buttonRole(box.clickedButton()) == QMessageBox.ButtonRole.RejectRole
            qtbot.waitUntil(lambda: runner.pending() == 0)
    assert run.is_dir()
    assert panel.shelf.rows.rowCount() == 3


def test_a_notice_moves_no_button_of_the_steps_the_run_and_the_judgement(
    panel: TrainingPanel, opened: Workspace, corpus: Path, runner: TaskRunner, qtbot: QtBot
) -> None:
    wizard = wizard_of(panel, qtbot)
    run = opened.training.start(RunRequest(recipe="specter", corpus=corpus))
    views = [
        (panel.overview, panel.shelf.notice),
        (wizard, wizard.notice),
        (wizard, wizard.corpus.notice),
        (wizard, wizard.measurement.notice),
    ]
    panel.show_run(run)
    ended = shown_run(panel, qtbot, lambda run: run.state == "finished")
    panel.judge(ended)
    view, judge = view_of(panel), panel.judge_view
    assert judge is not None
    qtbot.waitUntil(lambda: judge.judgement is not None)
    for page, notice in [*views, (view, view.notice), (judge, judge.notice)]:
        panel.stack.setCurrentWidget(page)
        if notice is wizard.measurement.notice:
            wizard.show_step(2)
        qtbot.waitUntil(lambda: runner.pending() == 0)
        QApplication.processEvents()
        before = _places(page)
        notice.say("The folder cannot be read. " * 4, action="Try again", call=lambda: None)
        QApplication.processEvents()
        assert notice.isVisible()
        assert _places(page) == before
        notice.clear()


def _places(page: QWidget) -> dict[str, QPoint]:
    """Return where the buttons of a page are, without those of its notices."""
    buttons = [each for each in page.findChildren(QAbstractButton) if each.isVisible()]
    return {
        each.text(): each.mapTo(page, QPoint())
        for each in buttons
        if not isinstance(each.parent(), Notice)
    }
