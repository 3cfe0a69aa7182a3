"""Runs as their files tell them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import UsageError
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
from core.runs import reading
from core.runs.folders import RunFolders
from core.runs.records import Offsets


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
    assert [run.size for run in found] == [len('{"recipe": "spec'), len("[1, 2]")]
    with pytest.raises(UsageError, match="cannot be resumed"):
        runs.resume("2-cut")
    runs.delete("2-cut")
    assert len(runs.all()) == 1
    for name in ("none", "../runs", "."):
        with pytest.raises(UsageError, match="no run"):
            runs.get(name)


def test_a_checkpoint_that_goes_while_a_run_is_measured_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, renamed = (tmp_path / "1-run" / "checkpoints" / name for name in ("step-2", "step-1"))
    for place in (kept, renamed):
        place.mkdir(parents=True)
        (place / "state").write_bytes(bytes(1_000))
    (tmp_path / "1-run" / EVENTS).write_text(to_line(Measured(step=0, scores={})) + "\n", "utf-8")
    (kept / "elsewhere").symlink_to(tmp_path / "1-run" / EVENTS)
    runs = RunFolders(tmp_path)
    files = (renamed / "state", kept / "state", kept / "elsewhere", tmp_path / "1-run" / EVENTS)
    sizes = [path.lstat().st_size for path in files]
    assert runs.get("1-run").size == sum(sizes)
    look_into = os.scandir

    def find_gone(place: Any) -> Any:  # noqa: ANN401 - whatever the system's function takes
        if Path(place) == renamed:
            raise FileNotFoundError(2, "No such file or directory", str(place))
        return look_into(place)

    monkeypatch.setattr(os, "scandir", find_gone)
    run = runs.get("1-run")
    assert (run.state, run.size) == ("interrupted", sum(sizes[1:]))


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
