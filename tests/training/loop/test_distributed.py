"""Two processes train as one does with the same batch."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from tests.tiny_encoder import make_tiny_encoder
from tests.training.distributed_run import KINDS, train_all
from tests.training.small_tasks import WORDS

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=" ".join(WORDS))


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def started(rank: int, port: int, base: Path, folder: Path) -> subprocess.Popen[str]:
    """Start a process as ``torchrun`` and ``accelerate launch`` do: told by its environment."""
    words = {
        "RANK": rank,
        "LOCAL_RANK": rank,
        "WORLD_SIZE": 2,
        "LOCAL_WORLD_SIZE": 2,
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": port,
        "GLOO_SOCKET_IFNAME": "lo",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "tests.training.distributed_run", str(base), str(folder)],
        cwd=CHECKOUT,
        env=os.environ | {name: str(value) for name, value in words.items()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="gloo is told the name of Linux' loopback")
def test_two_processes_equal_one(base: Path, tmp_path: Path) -> None:
    port = free_port()
    processes = [started(rank, port, base, tmp_path) for rank in (0, 1)]
    alone = train_all(base, tmp_path / "alone")
    for process in processes:
        output, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        assert output == ""
    first, second = (load_file(tmp_path / f"{rank}.safetensors") for rank in (0, 1))
    assert first.keys() == alone.keys()
    moved = dict.fromkeys(KINDS, False)
    for name, value in alone.items():
        if name.endswith("/events"):
            assert (first[name], second[name]) == (value, 0)
            continue
        torch.testing.assert_close(first[name], value, rtol=1e-4, atol=1e-6, msg=name)
        assert torch.equal(first[name], second[name]), name
        moved[name.partition("/")[0]] |= bool(value.abs().max() > 1e-3)
    assert all(moved.values())
    for name in KINDS:
        made = sorted(path.name for path in (tmp_path / "runs" / name / "checkpoints").iterdir())
        assert made == sorted(
            path.name for path in (tmp_path / "alone" / name / "checkpoints").iterdir()
        )
