"""Two processes train as one does with the same batch."""

from __future__ import annotations

import json
import shutil
import socket
import sys
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from tests.tiny_encoder import make_tiny_encoder
from tests.training import warm
from tests.training.distributed_run import (
    KINDS,
    RECIPES,
    train_all,
    train_both,
    train_recipes,
)
from tests.training.small_tasks import WORDS


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=" ".join(WORDS))


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def started(rank: int, port: int, *places: Path) -> BaseProcess:
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
    environment = {name: str(value) for name, value in words.items()}
    log = places[2] / f"log-{rank}.txt"
    return warm.start(train_both, [*map(str, places)], log, environment, fresh=rank == 1)


class Pair:
    """Two processes that train everything; what they made is asked for when they have ended."""

    def __init__(self, folder: Path, base: Path, still: Path, corpus: Path) -> None:
        self.folder = folder
        port = free_port()
        self._running = [started(rank, port, base, still, folder, corpus) for rank in (0, 1)]

    def results(self, kind: str) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
        """Wait for both, and return the weights of each."""
        for rank, process in enumerate(self._running):
            process.join(300)
            log = self.folder / f"log-{rank}.txt"
            assert process.exitcode == 0, warm.errors(log).read_text("utf-8")
            assert log.read_text("utf-8") == ""
        self._running = []
        first, second = (load_file(self.folder / f"{kind}-{rank}.safetensors") for rank in (0, 1))
        return first, second

    def close(self) -> None:
        """End what still runs."""
        for process in self._running:
            process.kill()
            process.join()


@pytest.fixture(scope="module")
def still(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return without_dropout(base, tmp_path_factory.mktemp("still") / "tiny")


@pytest.fixture(scope="module")
def pair(
    base: Path, still: Path, tiny_corpus: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """Most of their time goes into their start: they train for both tests."""
    folder = tmp_path_factory.mktemp("pair")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        pair = Pair(folder, base, still, tiny_corpus)
    yield pair
    pair.close()


@pytest.mark.skipif(sys.platform != "linux", reason="gloo is told the name of Linux' loopback")
def test_two_processes_equal_one(pair: Pair, base: Path, tmp_path: Path) -> None:
    alone = train_all(base, tmp_path / "alone")
    first, second = pair.results("tasks")
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
        made = sorted(
            path.name for path in (pair.folder / "tasks" / name / "checkpoints").iterdir()
        )
        assert made == sorted(
            path.name for path in (tmp_path / "alone" / name / "checkpoints").iterdir()
        )


@pytest.mark.skipif(sys.platform != "linux", reason="gloo is told the name of Linux' loopback")
def test_every_recipe_ends_with_two_processes_where_it_does_with_one(
    pair: Pair, still: Path, tiny_corpus: Path, tmp_path: Path
) -> None:
    alone = train_recipes(still, tiny_corpus, tmp_path / "alone")
    first, second = pair.results("recipes")
    assert first.keys() == alone.keys()
    for recipe in RECIPES:
        names = [name for name in alone if name.startswith(f"{recipe}/")]
        one, two = (torch.cat([rows[name].flatten() for name in names]) for rows in (alone, first))
        assert one.norm() > 1e-2, recipe
        assert (one - two).norm() <= 1e-3 * one.norm(), recipe
        assert all(torch.equal(first[name], second[name]) for name in names), recipe


def without_dropout(base: Path, folder: Path) -> Path:
    """Copy a model that drops no units: each process would drop others."""
    shutil.copytree(base, folder)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    still = dict.fromkeys(("hidden_dropout_prob", "attention_probs_dropout_prob"), 0.0)
    (folder / "config.json").write_text(json.dumps(config | still), encoding="utf-8")
    return folder
