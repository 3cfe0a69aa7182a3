from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.jobs import JobCancelled
from training.runs.main_first import main_first

_CHILD = """
import os, sys
from pathlib import Path
from core.base.jobs import JobCancelled
from training.runs.main_first import leave_processes, main_first

rank, log = os.environ["RANK"], Path(sys.argv[1])

def work():
    with log.open("a") as file:
        file.write(rank)
    return log.read_text()

def failing():
    raise OSError("no space")

assert main_first(work, device="cpu") == "01"[: int(rank) + 1]
try:
    main_first(failing, device="cpu")
except OSError:
    print("failed")
except JobCancelled:
    print("cancelled")
leave_processes()
"""


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
    children = [
        subprocess.Popen(
            [sys.executable, "-c", _CHILD, str(tmp_path / "log")],
            env={**os.environ, **shared, "RANK": str(rank), "LOCAL_RANK": str(rank)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in range(2)
    ]
    said = [child.communicate() for child in children]
    assert [child.returncode for child in children] == [0, 0], said
    assert [out.strip() for out, _ in said] == ["failed", "cancelled"]
    assert (tmp_path / "log").read_text() == "01"
