"""Runs in processes of their own: begun, found again, paused, killed, gone on with, deleted."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import EngineError, TrainingError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.wire import (
    EVENTS,
    PROCESS,
    Ended,
    Measured,
    Preparing,
    Progress,
    RunProcess,
    Started,
    to_line,
)
from core.models.shelf import built_in_models
from core.runs import reading
from core.runs.folders import RunFolders
from core.runs.judging import Qualities
from core.runs.model_entries import Entries
from core.runs.records import Offsets, RunRequest
from core.services.training import Training
from core.workspace import Workspace
from tests.core.runs.conftest import Wait

Ask = Callable[..., RunRequest]


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
    later = Training(
        workspace.library, workspace.shelf, workspace.indexing
    )  # as another window would have it
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


def test_a_killed_trainer_is_noticed_and_goes_on(
    desk: Training, request_of: Ask, wait: Wait
) -> None:
    name = desk.start(request_of(steps="3000"))
    run = wait(name, lambda run: run.step > 2)
    process = RunProcess.model_validate_json((run.folder / PROCESS).read_bytes())
    os.kill(process.pid, signal.SIGKILL)
    killed = wait(name, lambda run: run.state == "interrupted")
    assert "without a message" in killed.message
    desk.resume(name)
    wait(name, lambda run: run.state == "running" and run.step > killed.step)
    desk.pause(name)
    wait(name, lambda run: run.state == "stopped")


def test_what_cannot_be_trained_is_said_in_the_trainers_words(
    desk: Training, request_of: Ask, wait: Wait
) -> None:
    unknown = desk.start(request_of("spectre"))
    run = wait(unknown, lambda run: run.state == "failed")
    assert run.message == "There is no command or recipe “spectre”."
    wrong = desk.start(request_of(batch="0"))
    assert "“batch” cannot be “0”" in wait(wrong, lambda run: run.state == "failed").message
    with pytest.raises(UsageError, match="A model or run named"):
        desk.start(request_of(name="cocite-small"))


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


def test_recipes_devices_and_corpora_are_asked_of_the_trainer(
    desk: Training, tiny_corpus: Path, tmp_path: Path
) -> None:
    job = SilentJob()
    recipes = desk.recipes(job)
    assert recipes[0].name == "cocite"
    assert {recipe.name for recipe in recipes} >= {"specter", "scincl", "semcse", "reranker"}
    rate = recipes[0].setting("learning_rate")
    assert rate is not None
    assert rate.meaning == "Peak learning rate."
    assert (rate.problem("2e-5"), rate.problem("0")) == ("", "more than 0 is expected")
    assert desk.devices(job)[-1].name == "cpu"
    found = desk.check(tiny_corpus, job)
    assert (found.recipes["specter"], found.recipes["semcse"]) == ("thin", "enough")
    assert all(finding.sentence for finding in found.findings)
    (tmp_path / "empty").mkdir()
    with pytest.raises(TrainingError, match="empty"):
        desk.check(tmp_path / "empty", job)


def test_runs_that_cannot_be_read_are_shown_as_such(tmp_path: Path) -> None:
    runs = RunFolders(tmp_path / "runs")
    assert runs.all() == []
    for name, content in (("1-config", "[1, 2]"), ("2-cut", '{"recipe": "spec')):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "config.json").write_text(content)
    (tmp_path / "runs" / "3-other").mkdir()
    (tmp_path / "runs" / "file").touch()
    found = runs.all()
    assert [(run.name, run.state) for run in found] == [
        ("2-cut", "unreadable"),
        ("1-config", "unreadable"),
    ]
    assert "damaged" in found[0].message
    with pytest.raises(UsageError, match="cannot be resumed"):
        runs.resume("2-cut")
    runs.delete("2-cut")
    assert len(runs.all()) == 1
    for name in ("none", "../runs", "."):
        with pytest.raises(UsageError, match="no run"):
            runs.get(name)


def test_what_a_run_says_at_its_very_end_is_seen_with_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "1-run"
    folder.mkdir()
    (folder / EVENTS).write_text(to_line(Measured(step=0, scores={})) + "\n", encoding="utf-8")

    def ends_now(of: Path) -> int:
        with (of / EVENTS).open("a", encoding="utf-8") as events:
            events.write(to_line(Ended(outcome="stopped", message="As asked.")) + "\n")
        return 0

    monkeypatch.setattr(reading, "running", ends_now)
    news = RunFolders(tmp_path).news(folder.name, Offsets())
    assert (news.run.state, news.run.message) == ("stopped", "As asked.")
    assert isinstance(news.events[-1], Ended)


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
    with pytest.raises(UsageError, match="No model could be measured") as caught:
        desk.measure_shelf(SilentJob())
    assert "Import PDFs" in caught.value.remedy


def test_what_goes_on_beside_the_steps_is_told_with_the_time_left(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    lines = [
        Preparing(time="2026-01-01T10:00:00+00:00", done=0, total=1000, note="Measuring"),
        Preparing(time="2026-01-01T10:00:20+00:00", done=250, total=1000, note="Measuring"),
    ]
    progress = Progress(
        step=6,
        steps=6,
        epoch=1.0,
        loss=0.5,
        learning_rate=1e-5,
        examples_per_second=3.0,
        seconds_left=0.0,
        memory=2**30,
    )
    started = Started(
        recipe="specter",
        steps=6,
        examples=6,
        batch=1,
        micro_batch=1,
        parameters=1,
        trained=1,
        device="cpu",
        precision="float32",
        memory=2**29,
    )
    (folder / PROCESS).write_text(RunProcess.this().model_dump_json())
    events = (started, progress, *lines)
    (folder / EVENTS).write_text("".join(to_line(event) + "\n" for event in events))
    run = RunFolders(tmp_path).get("run")
    assert (run.state, run.step, run.memory) == ("running", 6, 2**30)
    assert (run.doing, run.done_count, run.total) == ("Measuring", 250, 1000)
    assert run.seconds_left == pytest.approx(60.0)
    with (folder / EVENTS).open("a") as file:
        file.write(to_line(progress) + "\n")
    assert RunFolders(tmp_path).get("run").doing == ""


def test_the_models_that_come_with_cocite_say_what_they_are_for(tmp_path: Path) -> None:
    entries = Entries(tmp_path, Qualities(tmp_path / "qualities.json"))
    described = {
        entry.title: (entry.kind, entry.made_for, str(entry.recipe), entry.keeps_vectors)
        for entry in (entries.of(model, ()) for model in built_in_models())
    }
    assert described == {
        "Cocite small": ("encoder", "encoder", "Cocite (recommended)", False),
        "Cocite reader": ("reranker", "reranker", "Lists of candidates", False),
        "MiniLM (all-MiniLM-L6-v2)": ("encoder", "", "as published", False),
    }
