"""The environment of a run: versions, devices, and the model it starts from."""

from __future__ import annotations

import importlib.metadata
import os
import platform

from core.base.errors import UsageError
from core.base.files import data_folder
from core.models.devices import best_device, torch_devices
from core.models.manifest import weights_folder, weights_sha256
from core.models.shelf import Model, Shelf
from training.runs.folder import BaseUsed

_LIBRARIES = (
    "cocite",
    "torch",
    "transformers",
    "sentence-transformers",
    "accelerate",
    "peft",
    "numpy",
)


def versions() -> dict[str, str]:
    """Return the versions of Python, the machine's system and the libraries that compute."""
    versions_by_name = {"python": platform.python_version(), "platform": platform.platform()}
    for name in _LIBRARIES:
        try:
            versions_by_name[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions_by_name[name] = "not installed"
    return versions_by_name


def chosen_device(name: str) -> str:
    """Return the device of this process: what was asked for, else the fastest there is.

    Raises:
        UsageError: this machine has no such device.
    """
    import torch

    device = name or best_device()
    if device == "cuda":
        device = f"cuda:{os.environ.get('LOCAL_RANK', '0')}"
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError, ValueError) as error:
        raise UsageError(
            "This machine has no device “{name}” that torch can use.",
            name=name,
            remedy="Leave the device empty to use the fastest one: {device}.",
            device=best_device(),
        ) from error
    if name:
        _require_computing(device)
    return device


def _require_computing(device: str) -> None:
    """Refuse a device that was tried and cannot compute.

    Raises:
        UsageError: it cannot; with the reason and what to do.
    """
    for tried in torch_devices():
        if tried.problem and tried.name == device:
            raise UsageError("{problem}", problem=tried.problem, remedy=tried.remedy)


def devices(device: str) -> list[str]:
    """Return what a person would call the devices of this machine that a run uses."""
    import torch

    if device.startswith("cuda"):
        return [torch.cuda.get_device_name(at) for at in range(torch.cuda.device_count())]
    if device.startswith("xpu"):
        return [torch.xpu.get_device_name(at) for at in range(torch.xpu.device_count())]
    processor = platform.processor() or platform.machine()
    return [f"{device}: {processor}, {torch.get_num_threads()} threads"]


def base_model(name: str) -> Model | None:
    """Return the model a run starts from, ``None`` if it starts from none.

    Raises:
        UsageError: there is no model of that name and no folder of that path.
        ModelError: it is incomplete or damaged.
    """
    return Shelf(data_folder() / "models").get(name) if name else None


def base_used(model: Model | None) -> BaseUsed:
    """Return what tells a base model from others; its weights are read once for that."""
    if model is None:
        return BaseUsed(name="")
    manifest = model.manifest
    return BaseUsed(
        name=manifest.name,
        origin=manifest.base,
        weights_sha256=weights_sha256(weights_folder(model.folder, manifest)),
        adapters={side: adapter.sha256 for side, adapter in manifest.adapters.items()},
        licence=manifest.licence,
    )


def log_libraries() -> None:
    """Let transformers warn in the log, where the others do, and not on stderr."""
    from transformers.utils import logging

    logging.disable_default_handler()
    logging.enable_propagation()
