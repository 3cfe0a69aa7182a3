from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import get_args

import psutil
import pytest

from core.base import wire
from core.base.wire import Ended, Event, Measured, Preparing, Progress, RunProcess, Started, Warned


def progress(loss: float | None = 0.5) -> Progress:
    return Progress(
        stage="train",
        step=3,
        steps=9,
        epoch=0.3,
        loss=loss,
        learning_rate=2e-5,
        examples_per_second=40.0,
        seconds_left=12.0,
    )


EVENTS: list[Event] = [
    Started(
        recipe="specter",
        steps=9,
        examples=90,
        batch=8,
        micro_batch=4,
        parameters=1_000,
        trained=1_000,
        device="cpu",
        precision="float32",
    ),
    wire.Resumed(step=3, steps=9, message="Resumed at step 3 of 9 (33%)."),
    Preparing(done=1, total=0, note="Reading the corpus"),
    progress(),
    Measured(step=3, scores={"recall@10": 0.25}, best=True),
    wire.Checkpoint(step=3, folder="checkpoints/3"),
    Warned(message="“Ü” 語 \u2028 in one line"),
    Ended(outcome="failed", message="No.", remedy="Do.", before={"recall@10": 0.2}),
]


def test_every_kind_of_event_comes_back_from_its_line() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))
    for event in EVENTS:
        line = wire.to_line(event)
        assert "\n" not in line
        assert wire.from_line(line) == event


@pytest.mark.parametrize("loss", [float("nan"), float("inf"), None])
def test_a_loss_that_is_no_number_is_null(loss: float | None) -> None:
    assert json.loads(wire.to_line(progress(loss)))["loss"] is None


def test_a_score_that_is_no_number_is_left_out() -> None:
    measured = Measured(step=1, scores={"recall@10": 0.5, "mrr": float("nan")})
    assert json.loads(wire.to_line(measured))["scores"] == {"recall@10": 0.5}


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", "null", '{"event": "danced"}', wire.to_line(EVENTS[0])[:-20], '{"step": 1}'],
)
def test_a_line_that_is_cut_off_or_of_a_later_version_is_passed_over(line: str) -> None:
    assert wire.from_line(line) is None


def test_a_later_version_may_say_more_of_an_event() -> None:
    line = json.dumps({**json.loads(wire.to_line(progress())), "temperature": 70})
    found = wire.from_line(line)
    assert isinstance(found, Progress)
    assert found.step == 3


def test_a_file_is_read_as_it_grows_and_only_in_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / wire.EVENTS
    assert wire.tail(path) == ([], 0)
    lines = [(wire.to_line(event) + "\n").encode() for event in EVENTS]
    found: list[Event] = []
    offset = 0
    for line in lines:
        middle = len(line) // 2
        for part in (line[:middle], line[middle:]):
            with path.open("ab") as file:
                file.write(part)
            events, offset = wire.tail(path, offset)
            found += events
    assert found == EVENTS
    assert wire.tail(path, offset) == ([], offset)


def test_a_torn_line_in_the_midst_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / wire.EVENTS
    whole = wire.to_line(EVENTS[0])
    path.write_text(f"{whole}\n{whole[:30]}\n{whole}\n", encoding="utf-8")
    assert wire.tail(path)[0] == [EVENTS[0], EVENTS[0]]


def test_a_file_that_was_begun_anew_is_read_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / wire.EVENTS
    path.write_text(wire.to_line(EVENTS[0]) + "\n", encoding="utf-8")
    assert wire.tail(path, 10_000)[0] == [EVENTS[0]]


def test_the_process_of_a_run_is_known_and_a_later_one_of_its_number_is_not(
    tmp_path: Path,
) -> None:
    own = RunProcess.this()
    assert own.pid == os.getpid()
    path = tmp_path / wire.PROCESS
    assert wire.running(tmp_path) == 0
    path.write_text(own.model_dump_json(), encoding="utf-8")
    assert wire.running(tmp_path) == os.getpid()
    earlier = own.model_copy(update={"started": own.started - 3600})
    path.write_text(earlier.model_dump_json(), encoding="utf-8")
    assert wire.running(tmp_path) == 0
    path.write_text('{"pid": ', encoding="utf-8")
    assert wire.running(tmp_path) == 0


def test_a_process_that_ended_is_not_alive() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        process = RunProcess(pid=child.pid, started=psutil.Process(child.pid).create_time())
        assert process.is_alive()
        child.kill()
        if sys.platform != "win32":
            # It is a zombie until somebody asks how it ended.
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
            assert not process.is_alive()
        child.wait()
    assert not process.is_alive()


def test_a_stop_is_asked_for_with_a_file(tmp_path: Path) -> None:
    wire.ask_to_stop(tmp_path)
    wire.ask_to_stop(tmp_path)
    assert (tmp_path / wire.STOP).is_file()


def test_a_trainer_never_sees_a_stop_without_its_word(tmp_path: Path) -> None:
    ended, seen = threading.Event(), list[bool]()

    def look() -> None:
        while not ended.is_set():
            if (tmp_path / wire.STOP).exists():
                seen.append(wire.asked_to_keep(tmp_path))

    trainer = threading.Thread(target=look)
    trainer.start()
    for _ in range(200):
        wire.ask_to_stop(tmp_path, keep=True)
    ended.set()
    trainer.join()
    assert seen
    assert all(seen)
