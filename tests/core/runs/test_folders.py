"""Runs in processes of their own: begun, found again, paused, killed, gone on with, deleted."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from core.base.errors import EngineError, TrainingError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.wire import (
    Ended,
    Measured,
    Progress,
    Started,
)
from core.runs.folders import RunFolders
from core.runs.records import Offsets
from core.services.training import Training
from core.workspace import Workspace
from tests import wording
from tests.core.runs.conftest import Wait
from tests.core.runs.run_folders import Ask


def test_a_run_is_followed_to_its_model_and_judged(
    desk: Training, request_of: Ask, wait: Wait
) -> None:
    name = desk.start(request_of())
    run = wait(name, lambda run: run.state == "finished")
    assert (run.recipe_title, run.model_name) == ("SPECTER", "specter-minilm")
    assert run.model is not None
    assert run.scores["recall@10"] == 0.55
    news = desk.news(name, Offsets())
    kinds = {type(event) for event in news.events}
    assert kinds >= {Started, Progress, Measured, Ended}
    assert "begun" in news.log
    again = desk.news(name, news.offsets)
    assert (again.events, again.log) == ((), "")
    found = desk.judge(name, SilentJob())
    assert [row.title for row in found.rows] == ["BM25", "Cocite small", "SPECTER MiniLM"]
    assert (found.versus[0].wins, found.versus[0].losses) == (41, 12)
    assert desk.judgement(name) == found
    assert desk.run(name).judged
    desk.start(request_of())
    assert {each.model_name for each in desk.runs()} == {"specter-minilm", "specter-minilm-2"}


def test_a_run_outlives_who_started_it_is_found_paused_and_resumed(
    desk: Training, request_of: Ask, wait: Wait, workspace: Workspace
) -> None:
    name = desk.start(request_of(steps="4000"))
    wait(name, lambda run: run.step > 0)
    later = Training(  # as another window would have it
        workspace.library, workspace.shelf, workspace.indexing, lambda _: {}
    )
    (found,) = later.runs()
    assert (found.name, found.state) == (name, "running")
    with pytest.raises(UsageError, match="still running"):
        later.delete_run(name)
    later.pause(name)
    stopped = wait(name, lambda run: run.state == "stopped")
    assert stopped.can_resume
    assert stopped.model is None
    later.resume(name)
    wait(name, lambda run: run.state == "running" and run.step > stopped.step)
    later.stop_and_keep(name)
    kept = wait(name, lambda run: run.state == "finished")
    assert kept.model is not None
    assert kept.step < 4000
    later.delete_run(name)
    assert later.runs() == []


def test_the_first_steps_tell_memory_and_time_and_leave_nothing(
    desk: Training, request_of: Ask, workspace: Workspace
) -> None:
    found = desk.measure(request_of(steps="5000"), SilentJob())
    assert found.steps == 5000
    assert (found.device, found.memory) == ("cpu", 1_610_612_736)
    assert found.seconds > 0
    assert found.examples_per_second > 0
    assert list((workspace.shelf.folder.parent / "runs").iterdir()) == []


def test_measuring_can_be_stopped_and_fails_in_a_sentence(
    desk: Training, request_of: Ask, workspace: Workspace
) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        desk.measure(request_of(), Stopped())
    with pytest.raises(TrainingError, match="“batch” cannot be “0”"):
        desk.measure(request_of(batch="0"), SilentJob())
    assert list((workspace.shelf.folder.parent / "runs").iterdir()) == []


def test_a_run_is_deleted_at_once_or_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = RunFolders(tmp_path)
    folder = tmp_path / "1-run"
    folder.mkdir()
    (folder / "config.json").write_text('{"recipe": "specter", "corpus": {"folder": "here"}}')
    remove, seen = shutil.rmtree, []

    def busy(path: Path) -> None:
        seen.append(runs.all())
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(shutil, "rmtree", busy)
    with pytest.raises(EngineError, match="busy"):
        runs.delete(folder.name)
    assert seen == [[]]
    assert [run.name for run in runs.all()] == [folder.name]
    monkeypatch.setattr(shutil, "rmtree", remove)
    runs.delete(folder.name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="POSIX rights")
def test_a_folder_that_may_not_be_written_is_refused_in_a_sentence(
    tmp_path: Path, request_of: Ask
) -> None:
    place = tmp_path / "runs"
    place.write_text("a file in the way")
    with pytest.raises(EngineError, match="cannot be written"):
        RunFolders(place).start(request_of())


def test_the_shelf_gives_and_takes_model_folders(
    desk: Training, workspace: Workspace, tiny_base: Path, tmp_path: Path
) -> None:
    job = SilentJob()
    assert desk.add(tiny_base, job) == "tiny"
    entry = next(each for each in desk.shelf().models if each.name == "tiny")
    assert (entry.title, entry.dimension, entry.built_in) == ("Tiny", 32, False)
    assert entry.date
    written = desk.export("tiny", tmp_path / "usb", job)
    assert json.loads((written / "manifest.json").read_text())["name"] == "tiny"
    with pytest.raises(UsageError, match="already exists"):
        desk.export("tiny", tmp_path / "usb", job)
    workspace.shelf.use("tiny")
    with pytest.raises(UsageError, match="in use"):
        desk.remove("tiny")
    with pytest.raises(UsageError, match="comes with Cocite"):
        desk.remove("minilm")
    workspace.shelf.back()
    desk.remove("tiny")
    assert "tiny" not in {each.name for each in desk.shelf().models}
    with pytest.raises(UsageError, match="No other model"):
        desk.go_back(job)
    desk.add(written, job)


def test_a_library_with_nothing_to_measure_on_says_so(desk: Training) -> None:
    with pytest.raises(
        UsageError, match=wording.pattern("core.services.training:measure_shelf")
    ) as caught:
        desk.measure_shelf(SilentJob())
    assert "Import PDFs" in caught.value.remedy
