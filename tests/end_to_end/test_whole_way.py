"""The whole way of a person: from an empty home folder to a model of their own, and back again.

The engine, its helper processes and the trainer are the real ones; the model that is trained is
tiny. Everything is done with keys and clicks on the shown window, but for the choice of files.
"""

from __future__ import annotations

from pathlib import Path

import bibtexparser
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLineEdit, QMessageBox

from core.base.wire import Ended, Measured, Progress, Started
from core.runs.records import Offsets
from desktop.app.main_window import LIBRARY, MODELS, SIMILAR
from desktop.app.welcome_page import WelcomePage
from desktop.training.judge_view import JudgeView
from desktop.training.panel import TrainingPanel
from desktop.training.run_view import RunView
from desktop.training.wizard import NewTraining
from tests.end_to_end.conftest import Files, must_not_run
from tests.end_to_end.desk import Desk, Sit
from tests.end_to_end.invention import PAPERS, Invention
from tests.tiny_corpus import make_tiny_corpus, vocabulary
from tests.tiny_encoder import make_tiny_encoder

STEPS = 100_000
"""More than anybody waits for: the person stops the training and keeps what it has learnt."""
FIRST_MODEL, TRAINED = "cocite-small", "my-first-model"
SCORES = {"recall@10", "map@10", "mrr", "ndcg@10"}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """What a tiny model can learn from."""
    return make_tiny_corpus(tmp_path / "corpus")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A tiny model to start from."""
    words = " ".join(dict.fromkeys(vocabulary().split()))
    return make_tiny_encoder(tmp_path / "tiny", words=words)


def test_everything_that_a_person_does_is_there_at_the_next_start(
    files: Files,
    corpus: Path,
    base: Path,
    sit_down: Sit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read_later = tmp_path / "a paper.pdf"
    Invention(7).write_pdf(read_later)
    desk = sit_down()
    make_library(desk, tmp_path / "papers")
    desk.pages.library.import_paths([files.bib, read_later])
    desk.wait_for_library(PAPERS + 1)

    desk.open(files.pdf)
    chosen = files.invention.leaning[:2]
    for text, paper in chosen:
        desk.click(text)
        desk.cite(paper.title)
    decided = sorted((text, [paper.title]) for text, paper in chosen)
    assert sorted(desk.to_cite()) == decided
    assert titles_exported(desk, tmp_path / "to cite.bib", monkeypatch) == sorted(
        paper.title.lower() for _, paper in chosen
    )
    find_similar(desk, chosen[0][1].title)

    desk.turn_to(MODELS)
    panel = desk.pages.models.panel
    train(desk, panel, corpus, base)
    judge(desk, panel)
    use_and_go_back(desk, panel)
    desk.leave()

    for done_before in (
        "models.process.EncoderProcess.encode_papers",
        "manuscript.reader.GuardedReader.read_manuscript",
    ):
        monkeypatch.setattr(f"core.{done_before}", must_not_run)
    desk = sit_down()
    desk.wait_for_library(PAPERS + 1)
    workspace = desk.program.workspace
    assert workspace is not None
    assert workspace.indexing.status().model == FIRST_MODEL
    desk.open(files.pdf)
    desk.until(lambda: len(desk.to_cite()) == len(decided))
    assert sorted(desk.to_cite()) == decided
    desk.click(chosen[0][0])
    desk.until(lambda: chosen[0][1].title in desk.suggestions())
    (run,) = workspace.training.runs()
    assert (run.state, run.model_name, run.judged) == ("finished", TRAINED, True)
    names = [entry.name for entry in workspace.training.shelf().models]
    assert TRAINED in names
    desk.turn_to(LIBRARY)
    search = desk.program.window.search
    desk.type_into(search, chosen[0][1].title.split()[0])
    desk.until(lambda: 0 < desk.pages.library.model.rowCount() < PAPERS)


def make_library(desk: Desk, folder: Path) -> None:
    stack = desk.program.window.stack
    desk.until(lambda: isinstance(stack.currentWidget(), WelcomePage))
    welcome = stack.currentWidget()
    assert isinstance(welcome, WelcomePage)
    desk.type_into(welcome.path, str(folder))
    desk.press(welcome.open_button)
    desk.until(lambda: desk.program.window.pages is not None)


def titles_exported(desk: Desk, target: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    desk.pages.manuscript.export_actions[0].trigger()
    desk.until(target.exists)
    written = bibtexparser.parse_string(target.read_text("utf-8"))
    assert not written.failed_blocks
    titles = [entry.fields_dict["title"].value for entry in written.entries]
    return sorted(title.replace("{", "").replace("}", "").lower() for title in titles)


def find_similar(desk: Desk, title: str) -> None:
    panel = desk.tab.panel
    assert panel is not None
    card = panel.list.card(desk.suggestions().index(title) if title in desk.suggestions() else 0)
    assert card is not None
    panel.list.ensureWidgetVisible(card)
    desk.press(card.similar_button)
    assert desk.program.window.page_bar.currentIndex() == SIMILAR
    desk.until(lambda: desk.pages.similar.neighbours.rowCount() > 0)
    desk.until(lambda: desk.program.runner.pending() == 0)


def train(desk: Desk, panel: TrainingPanel, corpus: Path, base: Path) -> None:
    desk.press(panel.shelf.train_button)
    wizard = panel.wizard
    assert isinstance(wizard, NewTraining)
    desk.until(lambda: bool(wizard.device.buttons))
    desk.press(wizard.next_button)
    desk.press(wizard.corpus.other)
    desk.type_into(wizard.corpus.folder, str(corpus))
    desk.press(wizard.corpus.check_button)
    desk.until(lambda: wizard.corpus.checked is not None)
    desk.press(wizard.next_button)
    desk.until(lambda: bool(wizard.recipe.cards))
    (card,) = [card for card in wizard.recipe.cards if card.recipe.name == "specter"]
    card.button.setFocus()
    QTest.keyClick(card.button, Qt.Key.Key_Space)
    assert wizard.recipe.recipe() is card.recipe
    line = wizard.recipe.base.lineEdit()
    assert line is not None
    desk.type_into(line, str(base))
    desk.type_into(wizard.recipe.name, TRAINED)
    wizard.recipe.advanced.click()
    for name, value in (("steps", STEPS), ("batch", 8), ("learning_rate", 1e-3)):
        field = wizard.recipe.form.fields[name].widget
        assert isinstance(field, QLineEdit)
        desk.type_into(field, str(value))
    desk.press(wizard.next_button)
    desk.until(lambda: isinstance(panel.stack.currentWidget(), RunView))
    view = panel.run_view
    assert view is not None
    desk.until(lambda: view.run is not None and view.run.step > 0)
    desk.press(view.keep_button)
    desk.until(lambda: view.run is not None and not view.run.is_alive)
    run, workspace = view.run, desk.program.workspace
    assert run is not None
    assert workspace is not None
    assert run.state == "finished", run
    assert (run.recipe_title, run.title) == ("SPECTER", "My first model")
    assert 0 < run.step < STEPS
    assert set(run.scores) >= SCORES
    kinds = {type(event) for event in workspace.training.news(run.name, Offsets()).events}
    assert kinds >= {Started, Progress, Measured, Ended}
    assert view.curves.data.loss.steps


def judge(desk: Desk, panel: TrainingPanel) -> None:
    view = panel.run_view
    assert view is not None
    desk.press(view.judge_button)
    desk.until(lambda: isinstance(panel.stack.currentWidget(), JudgeView))
    judged = panel.judge_view
    assert judged is not None
    desk.until(lambda: judged.judgement is not None)
    found = judged.judgement
    assert found is not None
    assert [row.model for row in found.rows] == ["BM25", FIRST_MODEL, TRAINED]
    assert all(set(row.scores) == SCORES for row in found.rows)
    for versus in found.versus:
        assert versus.wins + versus.losses + versus.ties == found.questions


def agreeing(desk: Desk) -> QAbstractButton:
    """Wait until the program asks whether to encode everything; return the button that agrees."""

    def asked() -> list[QMessageBox]:
        boxes = QApplication.topLevelWidgets()
        return [box for box in boxes if isinstance(box, QMessageBox) and box.isVisible()]

    desk.until(lambda: bool(asked()))
    return asked()[0].defaultButton()


def use_and_go_back(desk: Desk, panel: TrainingPanel) -> None:
    view, workspace = panel.judge_view, desk.program.workspace
    assert view is not None
    assert workspace is not None
    desk.press(view.use_button)
    desk.press(agreeing(desk))
    desk.until(lambda: workspace.indexing.status().model == TRAINED)
    assert workspace.indexing.status().vectors == (PAPERS + 1, PAPERS + 1)
    desk.until(lambda: workspace.training.shelf().encoder_before == "Cocite small")
    desk.press(view.back_button)
    desk.until(lambda: workspace.indexing.status().model == FIRST_MODEL)
    desk.until(lambda: desk.program.runner.pending() == 0)
    models = workspace.training.shelf().models
    assert [each.name for each in models if "encoder" in each.used_for] == [FIRST_MODEL]
