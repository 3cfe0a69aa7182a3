"""A base model small enough to travel: its matrices in eight bits, a step for each 64 numbers.

A third of what the weights take. A row of a matrix keeps a cosine of .9999 with what it was, so
that two trainings from it can be compared with each other; published figures are of other weights.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from core.base.files import replace_text
from core.models.manifest import CONFIG, MANIFEST, TOKENIZER, WEIGHTS, Manifest, weights_sha256
from core.models.shelf import BASE, Shelf

PACKED = "packed.npz"
_TOGETHER = 64
_MOST = 127
_STEPS = ".steps"
_COPIED = (CONFIG, TOKENIZER, "tokenizer_config.json", "special_tokens_map.json", "vocab.txt")


def pack(out: Path, name: str = BASE) -> None:
    """Write the base of that name into a new folder, packed."""
    model = Shelf(out).get(name)
    out.mkdir(parents=True)
    for file in _COPIED:
        if (model.folder / file).is_file():
            shutil.copyfile(model.folder / file, out / file)
    stored: dict[str, NDArray[np.generic]] = {}
    for key, weights in load_file(model.folder / WEIGHTS).items():
        if packable(weights):
            stored[key], stored[f"{key}{_STEPS}"] = packed(weights)
        else:
            stored[key] = weights
    np.savez_compressed(out / PACKED, **stored)  # type: ignore[arg-type]
    values = {**model.manifest.model_dump(), "name": f"{model.manifest.name}-8bit", "package": ""}
    values["weights_sha256"] = hashlib.sha256().hexdigest()  # computed once it is unpacked
    replace_text(out / MANIFEST, Manifest.model_validate(values).model_dump_json(indent=2))


def unpack(folder: Path, out: Path) -> Path:
    """Write a packed base as a model folder, once, and return it."""
    if (out / MANIFEST).is_file():
        return out
    out.mkdir(parents=True, exist_ok=True)
    for file in _COPIED:
        if (folder / file).is_file():
            shutil.copyfile(folder / file, out / file)
    with np.load(folder / PACKED) as stored:
        weights = {
            key: unpacked(stored[key], stored[f"{key}{_STEPS}"])
            if f"{key}{_STEPS}" in stored
            else stored[key]
            for key in stored
            if not key.endswith(_STEPS)
        }
    save_file(weights, out / WEIGHTS)
    stored_manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    manifest = stored_manifest.model_copy(update={"weights_sha256": weights_sha256(out)})
    replace_text(out / MANIFEST, manifest.model_dump_json(indent=2))
    return out


def packable(weights: NDArray[np.generic]) -> bool:
    """Tell whether weights are a matrix of numbers."""
    return weights.ndim == 2 and weights.dtype.kind == "f"


def packed(weights: NDArray[np.generic]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Return places from -127 to 127, and the step of each group in half precision."""
    columns = weights.shape[1]
    together = max(size for size in range(1, _TOGETHER + 1) if columns % size == 0)
    groups = weights.astype(np.float32).reshape(len(weights), -1, together)
    steps = (np.abs(groups).max(2) / _MOST).astype(np.float16)
    sizes = steps.astype(np.float32)[:, :, None]
    counts = np.divide(groups, sizes, out=np.zeros_like(groups), where=sizes != 0)
    places = np.clip(np.rint(counts), -_MOST, _MOST).astype(np.int8)
    return places.reshape(weights.shape), steps


def unpacked(places: NDArray[np.int8], steps: NDArray[np.float16]) -> NDArray[np.float32]:
    """Return what ``packed`` was given, as far as it is kept."""
    groups = places.reshape(*steps.shape, -1) * steps.astype(np.float32)[:, :, None]
    return np.ascontiguousarray(groups.reshape(places.shape), np.float32)
