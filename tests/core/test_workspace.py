from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import psutil
import pytest

from core.base.errors import ModelError
from core.base.jobs import JobCancelled, SilentJob
from core.base.reports import ImportEntry
from core.models.process import EncoderProcess
from core.models.shelf import Shelf
from core.workspace import Workspace


def test_stopping_ends_a_call_that_waits_for_a_model(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    failed: list[ModelError] = []

    def load() -> None:
        try:
            workspace.indexing.load_model()
        except ModelError as error:
            failed.append(error)

    loading = threading.Thread(target=load)
    loading.start()
    tick = threading.Event()
    while workspace._runtime.encoder._starter.process is None:
        tick.wait(0.005)
    workspace.stop()
    loading.join(30)
    assert len(failed) == 1
    assert workspace.indexing.status().model_state == "failed"
    workspace.close()


@pytest.mark.parametrize("other", [False, True], ids=["it is wanted", "another one is wanted"])
def test_a_process_started_ahead_serves_or_makes_way(
    tmp_path: Path, tiny_model: Path, other: bool
) -> None:
    shelf = Shelf(tmp_path / "models")
    shelf.add(tiny_model)
    if not other:
        shelf.use("tiny")
    with contextlib.closing(Workspace(tmp_path / "library", shelf, create=True)) as workspace:
        workspace.indexing.start_model()
        ahead = workspace._runtime.encoder._ahead
        assert ahead is not None
        workspace.indexing.load_model(name="tiny")
        served = workspace.recommending.retriever.encoder
        assert isinstance(served, EncoderProcess)
        assert served.manifest.name == "tiny"
        assert (served is ahead) is not other
        workspace.indexing.load_model(name="tiny")
        assert workspace.recommending.retriever.encoder is not served, (
            "a process is given away once"
        )
        assert len(workspace.recommending.retriever.encoder.encode_queries(["peat"])) == 1
    assert not psutil.pid_exists(ahead.pid)
    assert not psutil.pid_exists(served.pid)


@pytest.mark.parametrize("loaded", [False, True])
def test_closing_ends_a_process_that_was_started_ahead(tmp_path: Path, loaded: bool) -> None:
    workspace = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    workspace.indexing.start_model()
    ahead = workspace._runtime.encoder._ahead
    assert ahead is not None
    if loaded:
        workspace.indexing.load_model()
    workspace.close()
    assert not psutil.pid_exists(ahead.pid)


@pytest.mark.parametrize("stopped", [True, False], ids=["by the end", "by the person"])
def test_the_words_follow_an_import_that_was_stopped_unless_the_program_ends(
    tmp_path: Path, stopped: bool
) -> None:
    papers = tmp_path / "papers.bib"
    papers.write_text("@misc{one, title={Peat and its acidity}}\n@misc{two, title={Moors}}\n")
    workspace = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)

    def stop(_entry: ImportEntry) -> None:
        if stopped:
            workspace.stop()
        raise JobCancelled

    with pytest.raises(JobCancelled):
        workspace.imports.add([papers], on_entry=stop)
    assert workspace.indexing.status().papers == 2
    assert workspace.indexing.status().words == ("building" if stopped else "ready")
    workspace.close()


def test_indexing_that_was_cancelled_or_may_not_write_is_said_to_be_stopped(
    tmp_path: Path, tiny_model: Path
) -> None:
    class Cancelled(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    shelf = Shelf(tmp_path / "models")
    shelf.add(tiny_model)
    shelf.use("tiny")
    papers = tmp_path / "papers.bib"
    papers.write_text("@misc{one, title={Peat and its acidity}}\n@misc{two, title={Moors}}\n")
    with contextlib.closing(Workspace(tmp_path / "library", shelf, create=True)) as workspace:
        indexing = workspace.indexing
        indexing.load_model(in_process=True)
        workspace.imports.add([papers])
        assert not indexing.status().is_indexing_stopped
        with pytest.raises(JobCancelled):
            indexing.vectors(Cancelled())
        assert indexing.status().vectors == (0, 2)
        assert indexing.status().is_indexing_stopped
        indexing.vectors()
        assert indexing.status().vectors == (2, 2)
        assert not indexing.status().is_indexing_stopped
    with contextlib.closing(Workspace(tmp_path / "library", shelf, write=False)) as workspace:
        workspace.indexing.words()
        assert workspace.indexing.status().is_indexing_stopped
