"""Which devices a model can compute on: those of torch that have shown that they can.

torch lists cards that its build has no kernels for. So a small product is computed on each in a
child process, once for each card, driver and build of torch; the answer is kept in
``devices.json``. What failed for want of memory or time is tried again.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import logging
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from core.base.children import is_frozen, module_command, module_environment
from core.base.files import data_folder, replace_text
from core.base.graphics_cards import (
    Build,
    Builds,
    Card,
    needs_restart,
    read_builds,
    read_cards,
    system_name,
)
from core.base.messages import Message

if TYPE_CHECKING:
    import torch

logger = logging.getLogger(__name__)

T = TypeVar("T")

FILE = "devices.json"
_PATIENCE_S = 120.0
_LASTING = frozenset({"", "kernel", "driver", "wrong"})
"""Problems that stay until the card, the driver or torch changes."""
_RETRIED_AFTER_S = 24 * 3600.0
_NVIDIA_DRIVER = Path("/proc/driver/nvidia/version")


@dataclass(frozen=True, slots=True)
class TorchDevice:
    """A device as torch lists it; ``problem`` says why it cannot be used, "" if it can.

    ``name`` is "" for a card that torch does not see.
    """

    name: str
    kind: str
    title: str
    problem: str = ""
    remedy: str = ""


def best_device() -> str:
    """Return the fastest device that computes: "cuda", "cuda:1", "xpu", "mps", … or "cpu"."""
    usable = next((device for device in torch_devices() if not device.problem), None)
    if usable is None:
        return "cpu"
    return usable.name.removesuffix(":0")


def torch_devices() -> Iterator[TorchDevice]:
    """Yield the devices other than the processor, each as it was tried."""
    for name, kind, title, capability in _listed():
        problem, words = check_device(name, title)
        if not problem:
            yield TorchDevice(name, kind, title)
            continue
        card = Card(_vendor(kind), title, driver_version(), capability)
        reason = _reason(problem, words, card)
        logger.warning("%s is not used: %s", title, reason)
        yield TorchDevice(name, kind, title, reason, _remedy(problem, card))


def unseen_cards() -> Iterator[TorchDevice]:
    """Yield the graphics cards of this computer that torch does not see, with the reason."""
    listed_kinds = {_vendor(kind) for _, kind, _, _ in _listed()}
    for card in read_cards():
        if card.kind not in listed_kinds:
            yield TorchDevice("", card.kind, card.title, _unseen_reason(card), _advice(card))
    if "cuda" not in listed_kinds and needs_restart():
        title = "NVIDIA GPU"
        reason = Message("{card}: its driver was replaced since the last start.", card=title)
        remedy = Message("Restart the computer. Until then the CPU is used.")
        yield TorchDevice("", "cuda", title, reason, remedy)


@functools.cache
def check_device(name: str, title: str) -> tuple[str, str]:
    """Return what keeps a device from computing, "" if nothing does, and torch's words for it.

    The answer is read from ``devices.json``, or found out in a child process.
    """
    key = " | ".join((title, driver_version(), torch_build()))
    answers = _read_answers()
    if (answer := answers.get(key)) is not None and _is_valid(answer):
        return str(answer["problem"]), str(answer["words"])
    problem, words = _try_in_child(name)
    if problem != "full":  # that another program has the memory says nothing of tomorrow
        answers[key] = {"problem": problem, "words": words, "at": time.time()}
        with contextlib.suppress(OSError):
            data_folder().mkdir(parents=True, exist_ok=True)
            replace_text(data_folder() / FILE, json.dumps(answers, indent=1))
    return problem, words


def open_model(device: str, opened: Callable[[str], T]) -> tuple[T, str]:
    """Open a model on a device, on the CPU if that fails; return it and where it is."""
    try:
        return opened(device), device
    except RuntimeError as error:
        if device == "cpu":
            raise
        warn_of_failure(device, error)
    return opened("cpu"), "cpu"


def is_out_of_memory(error: BaseException) -> bool:
    """Tell whether a failure means that the device, or the computer, has too little memory."""
    import torch

    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    text = str(error)
    signs = ("out of memory", "not enough memory", "_ALLOC_FAILED", "OUT_OF_DEVICE_MEMORY")
    return isinstance(error, RuntimeError) and any(sign in text for sign in signs)


def release_memory(device: torch.device) -> None:
    """Give memory nobody uses back to the device."""
    import torch

    gc.collect()
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "xpu":
        torch.xpu.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()


def free_bytes(device: torch.device) -> int:
    """Return how many bytes a device has free: of a kind that does not say it, the computer."""
    import psutil
    import torch

    if device.type in ("cuda", "xpu"):
        return int(getattr(torch, device.type).mem_get_info(device)[0])
    return int(psutil.virtual_memory().available)


def warn_of_failure(device: str, error: BaseException) -> None:
    """Write into the log that a device failed, and with what."""
    logger.warning("%s failed: %s", device, str(error).strip().split("\n", 1)[0])


def has_bfloat16(device: str) -> bool:
    """Tell whether bfloat16 arithmetic is built into the device and faster there than float32.

    A processor needs tiles (AMX) for that: in AVX-512 alone it takes longer than float32.
    """
    import torch

    if device.startswith("cuda"):
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    if device.startswith("xpu"):
        return bool(torch.xpu.is_bf16_supported())
    if device == "cpu":
        return bool(torch.cpu._is_amx_tile_supported())  # noqa: SLF001 - the only way to ask
    return False


def torch_build() -> str:
    """Return which torch is installed: its version, and what it was built for."""
    import torch

    version = torch.version
    xpu = getattr(version, "xpu", None)
    built_for = (
        (f"CUDA {version.cuda}" if version.cuda else "")
        or (f"ROCm {version.hip}" if version.hip else "")
        or (f"XPU {xpu}" if xpu else "CPU")
    )
    return f"torch {torch.__version__.partition('+')[0]} ({built_for})"


@functools.cache
def driver_version() -> str:
    """Return the version of the graphics driver, "" where it is unknown."""
    with contextlib.suppress(OSError):
        if match := re.search(r"\s(\d{3,}\.\d+(\.\d+)?)\s", _NVIDIA_DRIVER.read_text("utf-8")):
            return match[1]
    return next((card.driver for card in read_cards() if card.driver), "")


def _listed() -> Iterator[tuple[str, str, str, str]]:
    """Yield name, kind, title and compute capability of what torch lists."""
    import torch

    for number in range(torch.cuda.device_count()):
        try:
            properties = torch.cuda.get_device_properties(number)
        except (RuntimeError, AssertionError):  # the driver refuses every question
            yield f"cuda:{number}", "cuda", f"GPU {number}", ""
            continue
        capability = "" if torch.version.hip else f"{properties.major}.{properties.minor}"
        yield f"cuda:{number}", "cuda", properties.name, capability
    for number in range(torch.xpu.device_count()):
        yield f"xpu:{number}", "xpu", torch.xpu.get_device_name(number), ""
    if torch.backends.mps.is_available():
        yield "mps", "mps", "Apple GPU", ""


def _vendor(kind: str) -> str:
    """Return the kind of a card; torch names those of AMD as it does NVIDIA's."""
    import torch

    return "rocm" if kind == "cuda" and torch.version.hip else kind


def _read_answers() -> dict[str, dict[str, object]]:
    try:
        answers = json.loads((data_folder() / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(answers, dict):
        return {}
    fields = {"problem", "words", "at"}
    return {
        key: answer
        for key, answer in answers.items()
        if isinstance(answer, dict) and fields <= answer.keys()
    }


def _is_valid(answer: Mapping[str, object]) -> bool:
    at = answer["at"]
    age = time.time() - at if isinstance(at, int | float) else _RETRIED_AFTER_S
    return answer["problem"] in _LASTING or 0 <= age < _RETRIED_AFTER_S


def _try_in_child(name: str) -> tuple[str, str]:
    logger.info("Trying %s", name)
    try:
        process = subprocess.run(
            module_command("core.models.device_check", name),
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE_S,
            env=module_environment(),
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except subprocess.TimeoutExpired:
        return "hangs", ""
    except OSError as error:
        return "failed", str(error)
    try:
        answer = json.loads(process.stdout.splitlines()[-1])
        return str(answer["problem"]), str(answer["words"])
    except (ValueError, IndexError, KeyError, TypeError):
        return "crashed", str(process.returncode)


def _reason(problem: str, words: str, card: Card) -> Message:
    """Return in a sentence why a card that torch lists cannot be used."""
    values = {"card": card.title, "build": torch_build()}
    no_kernels = (
        Message("{card}: too old for this build of torch, {build}.", **values)
        if _is_old(card)
        else Message("{card}: {build} has no kernels for it.", **values)
    )
    driver = card.driver or "?"
    reasons = {
        "kernel": no_kernels,
        "driver": Message(
            "{card}: its driver {driver} does not fit {build}.", driver=driver, **values
        ),
        "full": Message("{card}: its memory is full.", **values),
        "wrong": Message("{card}: it computes wrong numbers.", **values),
        "hangs": Message("{card}: it did not answer.", **values),
        "crashed": Message("{card}: torch crashes on it.", **values),
    }
    failed = Message("{card}: {reason}.", card=card.title, reason=words.rstrip("."))
    return reasons.get(problem, failed)


def _is_old(card: Card) -> bool:
    """Tell whether newer builds of torch have no kernels for a card any more."""
    newest = next(build for build in read_builds().builds if build.kind == "cuda")
    low = tuple(map(int, newest.capabilities[0].split(".")))
    return bool(card.capability) and tuple(map(int, card.capability.split("."))) < low


def _remedy(problem: str, card: Card) -> Message:
    if problem in ("kernel", "driver"):
        return _advice(card)
    if problem == "full":
        return Message("Close other programs that use it. Until then the CPU is used.")
    return Message("Update its driver and restart the computer. Until then the CPU is used.")


def _unseen_reason(card: Card) -> Message:
    import torch

    hidden = next(
        (
            name
            for name in ("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")
            if name in os.environ
        ),
        "",
    )
    values = {"card": card.title, "build": torch_build()}
    has_kind = {
        "cuda": bool(torch.version.cuda),
        "rocm": bool(torch.version.hip),
        "xpu": torch.xpu._is_compiled(),  # noqa: SLF001 - the only way to ask without a device
    }.get(card.kind, True)
    installed = _installed(read_builds(), card.kind)
    problem = installed.problem(card, system_name()) if installed else None
    if not has_kind:
        return Message("{card}: {build} is not built for it.", **values)
    if hidden:
        return Message("{card}: hidden by the variable {name}.", name=hidden, **values)
    if problem is not None:
        return Message("{card}: {problem}.", card=card.title, problem=problem)
    return Message("{card}: {build} does not find it.", **values)


def _installed(builds: Builds, kind: str) -> Build | None:
    """Return the build of torch that is installed, if it is one of those that are known."""
    import torch

    tag = f"cu{torch.version.cuda.replace('.', '')}" if torch.version.cuda else ""
    return next((build for build in builds.builds if build.kind == kind and build.tag == tag), None)


def _advice(card: Card) -> Message:
    """Return how a card can be made to compute."""
    builds, system = read_builds(), system_name()
    build = builds.fitting(card, system)
    if is_frozen():
        return Message(
            "This program brings a torch of its own. To use the card, install Cocite with pip; the"
            " manual says how. Until then the CPU is used."
        )
    if build is not None:
        return Message(
            "Install the build of torch that fits: {command}. Until then the CPU is used.",
            command=builds.command(build),
        )
    newer = builds.fitting(Card(card.kind, card.title, "", card.capability), system)
    if newer is not None and card.driver:
        return Message("Update the driver of the card. Until then the CPU is used.")
    return Message("No build of torch supports this card here; the CPU is used.")
