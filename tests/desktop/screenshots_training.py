"""Write pictures of models and training in every state, to look at. Run by hand.

    QT_QPA_PLATFORM=offscreen python tests/desktop/screenshots_training.py FOLDER

The trainer is the small one of the tests. STATES names the functions to run, SIZES as "1280x720".
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from core.runs import trainer
from core.runs.desk import TrainingDesk
from core.runs.records import RunRequest
from desktop.models_page import ModelsPage
from desktop.tasks import TaskRunner
from desktop.theme import Choice, theme
from desktop.training.panel import TrainingPanel
from tests.desktop.fake_training import FakeTraining
from tests.desktop.fake_workspace import FakeWorkspace
from tests.tiny_corpus import make_tiny_corpus

SIZES = ((1280, 640), (1920, 1000))
THEMES: tuple[Choice, ...] = ("light", "dark")


def settle(milliseconds: int = 250) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        settle(100)
    raise SystemExit("It takes too long.")


class Studio:
    """A page on invented models, with a trainer that only counts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runner = TaskRunner()
        scratch = Path(tempfile.mkdtemp())
        self.corpus = make_tiny_corpus(scratch / "corpus")
        self.workspace = FakeWorkspace(4000)
        self.training = _Training(scratch, self.corpus)
        self.workspace.runs = self.training
        self.page = ModelsPage(self.workspace, self.runner, lambda *_, **__: None)
        self.page.resize(*SIZES[0])
        self.page.show()
        self.page.refresh()
        self.page.show_status(self.workspace.status())
        settle()

    @property
    def panel(self) -> TrainingPanel:
        return self.page.panel

    def take(self, name: str) -> None:
        for choice in THEMES:
            theme().choose(choice)
            for width, height in SIZES:
                self.page.resize(width, height)
                settle()
                self.page.grab().save(str(self.folder / f"{name}-{choice}-{width}.png"))


class _Training(FakeTraining):
    """The shelf is invented; everything else is the real desk."""

    def __init__(self, scratch: Path, corpus: Path) -> None:
        super().__init__()
        from core.models.shelf import Shelf
        from core.workspace import Workspace

        opened = Workspace(scratch / "library", Shelf(scratch / "models"), create=True)
        desk = TrainingDesk(opened)
        self.desk, self._corpus = desk, corpus
        names = "recipes devices check measure start runs news pause stop_and_keep resume"
        for name in f"{names} delete_run judgement judge".split():
            setattr(self, name, getattr(desk, name))
        self.library_corpus = lambda job: corpus  # type: ignore[method-assign] # noqa: ARG005


def take_overview(studio: Studio) -> None:
    studio.take("shelf")


def take_steps(studio: Studio) -> None:
    panel = studio.panel
    panel.train()
    wizard = panel.wizard
    assert wizard is not None
    studio.take("step-1")
    wait(lambda: len(wizard.recipe.cards) == 6)
    wizard.corpus.check()
    wait(lambda: wizard.corpus.checked is not None)
    studio.take("step-1-checked")
    wizard.go_on()
    studio.take("step-2")
    wizard.recipe.advanced.setChecked(True)
    getattr(wizard.recipe.form.fields["steps"].widget, "setText")("-3")  # noqa: B009
    settle(800)
    bar = wizard.recipe.verticalScrollBar()
    bar.setValue(bar.maximum())
    studio.take("step-2-advanced")
    wizard.recipe.form.show_preset({})
    wizard.go_on()
    studio.take("step-3")
    wizard.device.measure()
    wait(lambda: "examples a second" in wizard.device.measured.text())
    studio.take("step-3-measured")
    panel.show_overview()


def take_runs(studio: Studio) -> None:
    panel, training = studio.panel, studio.training
    request = RunRequest(recipe="specter", corpus=studio.corpus, settings={"steps": "6000"})
    name = training.start(request)
    panel.show_run(name)
    view = panel.run_view
    assert view is not None
    wait(lambda: view.run is not None and view.run.step > 1200 and len(view.curves.plots) == 4)
    studio.take("run")
    view.pause()
    wait(lambda: view.run is not None and view.run.state == "stopped")
    studio.take("run-paused")
    failed = training.start(RunRequest(recipe="spectre", corpus=studio.corpus))
    panel.show_run(failed)
    wait(lambda: view.run is not None and view.run.state == "failed")
    studio.take("run-failed")
    short = RunRequest(recipe="scincl", corpus=studio.corpus, settings={"steps": "60"})
    done = training.start(short)
    panel.show_run(done)
    wait(lambda: view.run is not None and view.run.state == "finished")
    assert view.run is not None
    panel.judge(view.run)
    judge = panel.judge_view
    assert judge is not None
    wait(lambda: judge.judgement is not None)
    studio.take("judge")
    panel.show_overview()
    settle(800)
    studio.take("overview")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    theme().install(application, "light")
    start = [sys.executable, "-P", "-m", "tests.small_trainer"]
    trainer.command = lambda arguments: [*start, *arguments]
    studio = Studio(folder)
    theme().show_icons()
    wanted = os.environ.get("STATES", "").split()
    for take in (take_overview, take_steps, take_runs):
        if not wanted or take.__name__ in wanted:
            take(studio)
    studio.runner.close()
    theme().forget_icons()


if __name__ == "__main__":
    main()
