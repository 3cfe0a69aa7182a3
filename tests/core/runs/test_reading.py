"""Runs as their files tell them."""

from __future__ import annotations

from pathlib import Path

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
