"""A tiny corpus, a tiny model and a library, for tests that start a trainer.

It is a small one without torch, in a real process; that the real one says the same is tested in
``tests/end_to_end``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from core.base.files import data_folder
from core.models.shelf import Shelf
from core.runs import trainer
from core.runs.records import Run, RunRequest
from core.services.training import Training
from core.workspace import Workspace
from tests.tiny_corpus import make_tiny_corpus, vocabulary
from tests.tiny_encoder import make_tiny_encoder

PATIENCE_S = 120.0

Wait = Callable[[str, Callable[[Run], bool]], Run]


@pytest.fixture(scope="session")
def tiny_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus folder of invented papers."""
    return make_tiny_corpus(tmp_path_factory.mktemp("corpus") / "tiny")


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder with random weights and the words of the corpus."""
    folder = tmp_path_factory.mktemp("base") / "tiny"
    return make_tiny_encoder(folder, words=" ".join(dict.fromkeys(vocabulary().split())))


@pytest.fixture(autouse=True)
def small_trainer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the trainer be one that needs no torch."""
    start = [sys.executable, "-P", "-m", "tests.small_trainer"]
    monkeypatch.setattr(trainer, "command", lambda arguments: [*start, *arguments])


@pytest.fixture
def workspace(own_folders: Path, tmp_path: Path) -> Iterator[Workspace]:
    """An empty library with the shelf where the trainer looks for it."""
    del own_folders  # the folders of this test's user
    workspace = Workspace(tmp_path / "library", Shelf(data_folder() / "models"), create=True)
    yield workspace
    workspace.close()


@pytest.fixture
def desk(workspace: Workspace) -> Training:
    """What the window asks."""
    return workspace.training


@pytest.fixture
def request_of(tiny_corpus: Path) -> Callable[..., RunRequest]:
    """Ask for a short training on the tiny corpus."""

    def make(recipe: str = "specter", **settings: str) -> RunRequest:
        given = {"steps": "4", "batch": "8", "device": "cpu"}
        return RunRequest(
            recipe=recipe,
            corpus=tiny_corpus,
            settings={**given, "learning_rate": "1e-3", "checkpoint_every": "1", **settings},
        )

    return make


@pytest.fixture
def wait(desk: Training) -> Wait:
    """Wait until a run is as it should be."""
    tick = Event()

    def until(name: str, holds: Callable[[Run], bool]) -> Run:
        for _ in range(int(PATIENCE_S / 0.1)):
            run = desk.run(name)
            if holds(run):
                return run
            assert run.is_alive or holds(run), run
            tick.wait(0.1)
        raise AssertionError(desk.run(name))

    return until
