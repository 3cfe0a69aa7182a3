"""Devices that torch lists, tried before they are used: no GPU is needed here."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from core.base.children import module_command, module_environment
from core.base.graphics_cards import Card
from core.models import devices
from core.models.device_check import classify_error, try_device
from core.models.encoder import SentenceEncoder
from tests import wording
from tests.tiny_encoder import make_tiny_encoder

pytestmark = pytest.mark.usefixtures("caplog")  # devices that fail are told in the log


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep answers in a folder of the test, and forget those of this process."""
    cached = (devices.check_device, devices.driver_version)
    for function in cached:
        function.cache_clear()
    monkeypatch.setattr(devices, "data_folder", lambda: tmp_path)
    monkeypatch.setattr(devices, "read_cards", lambda: (Card("cuda", "X", driver="575.10"),))
    yield tmp_path
    for function in cached:
        function.cache_clear()


def have_cards(monkeypatch: pytest.MonkeyPatch, *cards: tuple[str, int, int]) -> None:
    """Let torch list cards: title and compute capability."""
    rows = [SimpleNamespace(name=name, major=major, minor=minor) for name, major, minor in cards]
    monkeypatch.setattr(torch.cuda, "device_count", lambda: len(rows))
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda number: rows[number])
    monkeypatch.setattr(torch.version, "cuda", "13.0")


def answer(monkeypatch: pytest.MonkeyPatch, **problems: str) -> list[str]:
    """Let the child answer with a problem by device; return the list of devices it is asked for."""
    asked: list[str] = []

    def tried(name: str) -> tuple[str, str]:
        asked.append(name)
        return problems.get(name.replace(":", "_"), ""), "words of torch"

    monkeypatch.setattr(devices, "_try_in_child", tried)
    return asked


def test_the_processor_passes_its_own_check_and_a_device_that_is_not_there_does_not() -> None:
    assert try_device("cpu") == ("", "")
    problem, words = try_device("cuda")
    assert problem
    assert words


def test_the_check_runs_as_a_program() -> None:
    done = subprocess.run(
        module_command("core.models.device_check", "cpu"),
        capture_output=True,
        env=module_environment(),
        check=True,
    )
    assert json.loads(done.stdout) == {"problem": "", "words": ""}


@pytest.mark.parametrize(
    ("failure", "said", "remedy", "kept"),
    [
        (
            "raise RuntimeError('CUDA error: no kernel image is available for execution')",
            "_reason old",
            "_advice Install",
            True,
        ),
        (
            "raise RuntimeError('The NVIDIA driver on your system is too old (found 11040).')",
            "_reason driver",
            "_advice Install",
            True,
        ),
        (
            "raise torch.OutOfMemoryError('CUDA out of memory. Tried to allocate 2.00 MiB.')",
            "_reason full",
            "_remedy Close",
            False,
        ),
        ("os.abort()", "_reason crashes", "_remedy Update", True),
    ],
)
def test_a_child_process_finds_out_what_keeps_a_card_from_computing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failure: str,
    said: str,
    remedy: str,
    kept: bool,
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        f"import os, torch\ndef to(tensor, place):\n    {failure}\ntorch.Tensor.to = to\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    have_cards(monkeypatch, ("GeForce GTX 1080", 6, 1))
    monkeypatch.setattr(devices, "system_name", lambda: "linux")
    (card,) = devices.torch_devices()
    assert wording.stem(f"core.models.devices:{said}") in card.problem
    assert wording.stem(f"core.models.devices:{remedy}") in card.remedy
    assert (tmp_path / devices.FILE).exists() == kept
    devices.check_device.cache_clear()
    assert devices.best_device() == "cpu"


def test_a_device_that_computes_wrong_numbers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    backward = torch.Tensor.backward
    calls = []

    def spoiled(self: torch.Tensor) -> None:
        calls.append(self)
        backward(self * (1 if len(calls) == 1 else float("nan")))

    monkeypatch.setattr(torch.Tensor, "backward", spoiled)
    assert try_device("cpu")[0] == "wrong"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("CUDA error: no kernel image is available for execution on the device", "kernel"),
        ("The NVIDIA driver on your system is too old (found version 11040).", "driver"),
        ("CUDA driver version is insufficient for CUDA runtime version", "driver"),
        ("CUDA out of memory. Tried to allocate 2.00 MiB.", "full"),
        ("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`", "full"),
        ("HIP error: invalid device function", "kernel"),
        ("HIP error: no kernel image is available for execution on the device", "kernel"),
        ("hipErrorNoBinaryForGpu: Unable to find code object for all current devices!", "kernel"),
        ("Native API failed. Native API returns: 20 (UR_RESULT_ERROR_DEVICE_LOST)", "failed"),
    ],
)
def test_errors_of_torch_are_told_apart(text: str, problem: str) -> None:
    assert classify_error(RuntimeError(text)) == problem


@pytest.mark.parametrize("has_tiles", [True, False])
def test_a_processor_computes_in_bfloat16_only_with_tiles(
    monkeypatch: pytest.MonkeyPatch, *, has_tiles: bool
) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: True)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: has_tiles)
    assert devices.has_bfloat16("cpu") == has_tiles


def test_a_card_that_computes_is_used_and_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    have_cards(monkeypatch, ("GeForce RTX 2060", 7, 5))
    asked = answer(monkeypatch)
    assert devices.best_device() == "cuda"
    devices.check_device.cache_clear()
    assert devices.best_device() == "cuda"
    assert asked == ["cuda:0"]


def test_an_old_card_leaves_the_work_to_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    have_cards(monkeypatch, ("GeForce GTX 1080", 6, 1))
    answer(monkeypatch, cuda_0="kernel")
    assert devices.best_device() == "cpu"
    (card,) = devices.torch_devices()
    assert card.problem.startswith(
        "GeForce GTX 1080: " + wording.fill("core.base.graphics_cards:_age old")
    )
    assert "cu126" in card.remedy


def test_the_second_card_is_used_where_the_first_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    have_cards(monkeypatch, ("GeForce GTX 1080", 6, 1), ("GeForce RTX 3060", 8, 6))
    answer(monkeypatch, cuda_0="kernel")
    assert devices.best_device() == "cuda:1"


def test_another_driver_or_build_is_tried_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    have_cards(monkeypatch, ("GeForce GTX 1080", 6, 1))
    asked = answer(monkeypatch, cuda_0="kernel")
    devices.best_device()
    for change in (
        lambda: monkeypatch.setattr(devices, "driver_version", lambda: "580.1"),
        lambda: monkeypatch.setattr(torch.version, "cuda", "12.6"),
    ):
        change()
        devices.check_device.cache_clear()
        devices.best_device()
    assert len(asked) == 3


def test_full_memory_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    have_cards(monkeypatch, ("GeForce RTX 2060", 7, 5))
    answer(monkeypatch, cuda_0="full")
    assert devices.best_device() == "cpu"
    devices.check_device.cache_clear()
    answer(monkeypatch)
    assert devices.best_device() == "cuda"


def test_a_card_that_hung_is_tried_again_the_next_day(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    have_cards(monkeypatch, ("GeForce RTX 2060", 7, 5))
    answer(monkeypatch, cuda_0="hangs")
    assert devices.best_device() == "cpu"
    devices.check_device.cache_clear()
    answer(monkeypatch)
    assert devices.best_device() == "cpu"
    (kept,) = json.loads((folder / devices.FILE).read_text()).values()
    assert time.time() - kept["at"] < 60
    monkeypatch.setattr(time, "time", lambda: kept["at"] + 25 * 3600)
    devices.check_device.cache_clear()
    assert devices.best_device() == "cuda"


@pytest.mark.parametrize("text", ["", "[]", '{"X": 1}', '{"X": {}}', "{", "null"])
def test_a_damaged_file_of_answers_is_no_obstacle(
    monkeypatch: pytest.MonkeyPatch, folder: Path, text: str
) -> None:
    (folder / devices.FILE).write_text(text)
    have_cards(monkeypatch, ("GeForce RTX 2060", 7, 5))
    answer(monkeypatch)
    assert devices.best_device() == "cuda"


def test_a_crash_and_a_hanging_driver_are_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    killed = subprocess.CompletedProcess([], -11, b"", b"")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: killed)
    assert devices._try_in_child("cuda:0") == ("crashed", "-11")

    def late(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("x", 1)

    monkeypatch.setattr(subprocess, "run", late)
    assert devices._try_in_child("cuda:0")[0] == "hangs"


@pytest.mark.parametrize(
    ("card", "cuda", "words", "remedy"),
    [
        (Card("cuda", "GTX 1660", "550.1", "7.5"), "13.0", "driver 550.1 is too old", "cu126"),
        (
            Card("cuda", "GTX 1660", "550.1", "7.5"),
            None,
            wording.stem("core.models.devices:_unseen_reason built"),
            "cu126",
        ),
        (
            Card("rocm", "Radeon RX 7900", "6.10"),
            "13.0",
            wording.stem("core.models.devices:_unseen_reason built"),
            "rocm7.2",
        ),
        (
            Card("xpu", "Arc A770"),
            "13.0",
            wording.stem("core.models.devices:_unseen_reason built"),
            "/xpu",
        ),
        (Card("cuda", "Tesla K20", "390.1", "3.5"), "13.0", "too old", "No build"),
        (Card("cuda", "RTX 5090", "560.1", "12.0"), "13.0", "driver", "Update the driver"),
    ],
)
def test_cards_that_torch_does_not_see_get_a_reason_and_a_remedy(
    monkeypatch: pytest.MonkeyPatch, card: Card, cuda: str | None, words: str, remedy: str
) -> None:
    monkeypatch.setattr(torch.version, "cuda", cuda)
    monkeypatch.setattr(devices, "read_cards", lambda: (card,))
    monkeypatch.setattr(devices, "system_name", lambda: "linux")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    (unseen,) = devices.unseen_cards()
    assert words in unseen.problem
    assert remedy in unseen.remedy


def test_a_card_whose_driver_was_replaced_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(devices, "read_cards", tuple)
    monkeypatch.setattr(devices, "needs_restart", lambda: True)
    (unseen,) = devices.unseen_cards()
    assert unseen.problem.startswith(unseen.title)
    assert unseen.remedy == wording.fill("core.models.devices:unseen_cards Restart")


class FailingModel:
    """Rows of zeros, until more texts are asked for at once than fit."""

    def __init__(self, error: RuntimeError, fits: int) -> None:
        self.error, self.fits, self.sizes = error, fits, list[int]()

    def __call__(self, texts: list[str]) -> torch.Tensor:
        if len(texts) > self.fits:
            raise self.error
        self.sizes.append(len(texts))
        return torch.ones(len(texts), 32)


def test_short_memory_halves_a_batch_of_texts(tmp_path: Path) -> None:
    encoder = SentenceEncoder(make_tiny_encoder(tmp_path / "model"), device="cpu")
    model = FailingModel(torch.OutOfMemoryError("CUDA out of memory."), fits=3)
    encoder.device, encoder._queries = "cuda", model
    assert encoder.encode_queries(["a"] * 10).shape[0] == 10
    assert max(model.sizes) <= 3
    assert encoder.device == "cuda"


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("CUDA error: no kernel image is available"),
        torch.AcceleratorError("CUDA error: unspecified launch failure"),
        torch.OutOfMemoryError("CUDA out of memory."),
    ],
)
def test_a_device_that_fails_leaves_the_rest_to_the_processor(
    tmp_path: Path, error: RuntimeError
) -> None:
    encoder = SentenceEncoder(make_tiny_encoder(tmp_path / "model"), device="cpu")
    expected = encoder.encode_queries(["a walk on a graph", "tulips"])
    encoder.device, encoder._queries = "cuda", FailingModel(error, fits=0)
    rows = encoder.encode_queries(["a walk on a graph", "tulips"])
    assert np.allclose(rows, expected, atol=1e-6)
    assert encoder.device == "cpu"


def test_a_model_that_cannot_be_put_on_a_device_is_put_on_the_processor() -> None:
    def opened(device: str) -> str:
        if device != "cpu":
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return "model"

    assert devices.open_model("cuda", opened) == ("model", "cpu")
