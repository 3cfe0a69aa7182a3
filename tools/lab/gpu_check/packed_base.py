"""A base model small enough to travel: its matrices in eight bits, a step for each 64 numbers.

A third of what the weights take. A row of a matrix keeps a cosine of .9999 with what it was, so
that two trainings from it can be compared with each other; published figures are of other weights.

Where even that is too large for one journey, ``halve`` parts each byte: the high halves alone are a
base in four bits, and both together the one in eight.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from core.base.files import replace_text
from core.models.manifest import CONFIG, MANIFEST, TOKENIZER, WEIGHTS, Manifest, weights_sha256
from core.models.shelf import BASE, Shelf
from tools.lab.gpu_check.eight_bits import MOST, STEPS, packed_weights, unpacked_weights

PACKED = "packed.npz"
HIGH, LOW = "high.npz", "low.npz"
_LEAST_BYTE, _MIDDLE = -128, 8
_NAME, _NAME_IN_FOUR_BITS = "-8bit", "-4bit"
_LATER_LAYER = re.compile(r"\blayer\.[1-9]")
_COPIED = (CONFIG, TOKENIZER, "tokenizer_config.json", "special_tokens_map.json", "vocab.txt")


def pack(out: Path, name: str = BASE) -> None:
    """Write the base of that name into a new folder, packed."""
    model = Shelf(out).get(name)
    out.mkdir(parents=True)
    _copy_files(model.folder, out)
    stored = packed_weights(load_file(model.folder / WEIGHTS))
    np.savez_compressed(out / PACKED, **stored)  # type: ignore[arg-type]
    values = {**model.manifest.model_dump(), "name": f"{model.manifest.name}{_NAME}", "package": ""}
    values["weights_sha256"] = hashlib.sha256().hexdigest()  # computed once it is unpacked
    replace_text(out / MANIFEST, Manifest.model_validate(values).model_dump_json(indent=2))


def halve(folder: Path, out: Path, low: Path) -> None:
    """Write the high halves of a packed base and its other files into a folder, the low into one.

    ``low`` is a file.
    """
    out.mkdir(parents=True)
    _copy_files(folder, out)
    shutil.copyfile(folder / MANIFEST, out / MANIFEST)
    high_halves: dict[str, NDArray[np.generic]] = {}
    low_halves: dict[str, NDArray[np.generic]] = {}
    with np.load(folder / PACKED) as stored:
        for key in stored:
            places = stored[key]
            if places.dtype == np.int8:
                bytes_from_zero = (places.astype(np.int16) - _LEAST_BYTE).astype(np.uint8)
                high_halves[key] = _in_pairs(bytes_from_zero >> 4)
                low_halves[key] = _in_pairs(bytes_from_zero & 15)
            else:
                high_halves[key] = places
    np.savez_compressed(out / HIGH, **high_halves)  # type: ignore[arg-type]
    np.savez_compressed(low, **low_halves)  # type: ignore[arg-type]


def unpack(folder: Path, out: Path, low: Path | None = None) -> Path:
    """Write a packed base as a model folder, once, and return it.

    Of one whose bytes were halved, the folder holds the high halves, and ``low`` the others;
    without them it is a base in four bits.
    """
    if (out / MANIFEST).is_file():
        return out
    out.mkdir(parents=True, exist_ok=True)
    _copy_files(folder, out)
    stored: dict[str, NDArray[Any]]
    stored = _join_halves(folder / HIGH, low) if (folder / HIGH).is_file() else {}
    if not stored:
        with np.load(folder / PACKED) as archive:
            stored = dict(archive)
    save_file(unpacked_weights(stored), out / WEIGHTS)
    manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    changes = {"weights_sha256": weights_sha256(out)}
    if (folder / HIGH).is_file() and low is None:
        changes["name"] = manifest.name.removesuffix(_NAME) + _NAME_IN_FOUR_BITS
    replace_text(out / MANIFEST, manifest.model_copy(update=changes).model_dump_json(indent=2))
    return out


def cut_layers(folder: Path, out: Path) -> Path:
    """Write a model folder as one of its first layer alone, once, and return it."""
    if (out / MANIFEST).is_file():
        return out
    out.mkdir(parents=True, exist_ok=True)
    _copy_files(folder, out)
    config = json.loads((folder / CONFIG).read_text("utf-8"))
    replace_text(out / CONFIG, json.dumps({**config, "num_hidden_layers": 1}))
    weights = load_file(folder / WEIGHTS)
    kept = {name: rows for name, rows in weights.items() if not _LATER_LAYER.search(name)}
    save_file(kept, out / WEIGHTS)
    manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
    changes = {"name": f"{manifest.name}-1layer", "weights_sha256": weights_sha256(out)}
    replace_text(out / MANIFEST, manifest.model_copy(update=changes).model_dump_json(indent=2))
    return out


def is_packed(folder: Path) -> bool:
    """Tell whether a folder holds a packed base."""
    return (folder / PACKED).is_file() or (folder / HIGH).is_file()


def _copy_files(folder: Path, out: Path) -> None:
    for file in _COPIED:
        if (folder / file).is_file():
            shutil.copyfile(folder / file, out / file)


def _join_halves(high: Path, low: Path | None) -> dict[str, NDArray[Any]]:
    """Return what was packed, with the middle of their range where there are no low halves."""
    with np.load(high) as archive:
        stored: dict[str, NDArray[Any]] = dict(archive)
    rest = {}
    if low is not None:
        with np.load(low) as archive:
            rest = dict(archive)
    for key, steps in list(stored.items()):
        if key.endswith(STEPS):
            name = key.removesuffix(STEPS)
            values = _parted(stored[name]).astype(np.int16) << 4
            values += _parted(rest[name]) if low is not None else _MIDDLE
            places = np.clip(values + _LEAST_BYTE, -MOST, MOST).astype(np.int8)
            stored[name] = places.reshape(len(steps), -1)
    return stored


def _in_pairs(halves: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return two half bytes in each byte."""
    flat = halves.reshape(-1, 2)
    return np.asarray(flat[:, 0] << 4 | flat[:, 1], np.uint8)


def _parted(pairs: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Return what ``_in_pairs`` was given, in one row."""
    whole = pairs.astype(np.uint8)
    return np.stack([whole >> 4, whole & 15], axis=1).reshape(-1)
