from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from core.base.jobs import JobCancelled
from tests.training import warm
from training.runs.main_first import leave_processes, main_first


def _take_turns(arguments: list[str]) -> None:
    """Be one of two processes."""
    rank, log = os.environ["RANK"], Path(arguments[0])

    def work() -> str:
        with log.open("a") as file:
            file.write(rank)
        return log.read_text()

    def fail() -> str:
        raise OSError("no space")

    assert main_first(work, device="cpu") == "01"[: int(rank) + 1]
    try:
        main_first(fail, device="cpu")
    except OSError:
        print("failed")  # noqa: T201 - what the test reads
    except JobCancelled:
        print("cancelled")  # noqa: T201
    leave_processes()


def test_one_process_just_works() -> None:
    assert main_first(lambda: 5, device="cpu") == 5
    with pytest.raises(JobCancelled):
        main_first(_stopped, device="cpu")


def _stopped() -> int:
    raise JobCancelled


def test_the_main_process_works_first_and_its_failure_ends_the_others(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    shared = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    logs = [tmp_path / f"said-{rank}.txt" for rank in range(2)]
    children = [
        warm.start(
            _take_turns,
            [str(tmp_path / "log")],
            log,
            {**shared, "RANK": str(rank), "LOCAL_RANK": str(rank)},
        )
        for rank, log in enumerate(logs)
    ]
    codes = [warm.wait(child, 120) for child in children]
    said = [log.read_text("utf-8") for log in logs]
    assert codes == [0, 0], [warm.errors(log).read_text() for log in logs]
    assert [text.strip() for text in said] == ["failed", "cancelled"]
    assert (tmp_path / "log").read_text() == "01"
