"""How an encoder computes on this processor: in float32, bfloat16 or 8-bit integers.

At the first start with a model, each way that torch has here reads some texts, a part of a second
each. The fastest is used from then on if its rows are those of float32 but for rounding. What was
found lies in the user's cache by model, torch and processor, and is found out again where that is
damaged or for something else.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import logging
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import platformdirs
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from core.base.errors import EngineError
from core.base.files import replace_bytes
from core.models.bert import Bert
from core.models.int8 import UNUSABLE, QuantisedBert, ranges
from core.models.manifest import Manifest

logger = logging.getLogger(__name__)

Precision = Literal["float32", "bfloat16", "int8"]
Sides = tuple[Bert, Bert]
"""What encodes papers, and what encodes queries."""

_FORMAT = 1
_SAME = 0.98
"""The least cosine between a row and the one of float32; of MiniLM's 1,657 rows, 0.983."""
_FASTER = 0.85
"""The share of the time that 8-bit integers must stay below: they round more than they must."""
_READ, _TIMED, _TURNS = 18, 6, 3


class Choice:
    """The choice for one model on this computer; ``opened`` loads its sides in a precision."""

    def __init__(
        self,
        manifest: Manifest,
        opened: Callable[[Precision], Sides],
        *,
        plain: Precision,
        folder: Path | None = None,
    ) -> None:
        """``plain`` is what the processor does without 8 bits; ``folder`` is the cache."""
        self._opened = opened
        self._plain = plain
        self._one_side = manifest.fingerprint == manifest.query_fingerprint
        key_parts = [_FORMAT, manifest.fingerprint, manifest.query_fingerprint, torch.__version__]
        key_parts += [platform.processor(), torch.backends.cpu.get_cpu_capability(), plain]
        key = hashlib.sha256(json.dumps(key_parts).encode()).hexdigest()[:16]
        self._file = (folder or cache_folder()) / f"{key}.safetensors"

    def sides(self) -> tuple[Sides, Precision]:
        """Return the model as it is fastest here, and how that is."""
        try:
            known_ranges = _read_ranges(self._file)
        except (OSError, ValueError, KeyError, SafetensorError):
            known_ranges = None
        try:
            if known_ranges is None:
                return self._measured()
            if known_ranges:
                return self._quantised(self._opened("float32"), known_ranges), "int8"
        except UNUSABLE as error:
            logger.info("Not in 8-bit integers: %s", str(error).partition("\n")[0])
            self._keep({})
        return self._opened(self._plain), self._plain

    def quantised(self) -> Sides:
        """Return the model in 8-bit integers, whether or not that is faster.

        Raises:
            UNUSABLE: torch has no such kernels here.
        """
        exact = self._opened("float32")
        return self._quantised(exact, self._ranges(exact))

    def _measured(self) -> tuple[Sides, Precision]:
        exact = self._opened("float32")
        usual = exact if self._plain == "float32" else self._opened(self._plain)
        input_ranges = self._ranges(exact)
        fewer = self._quantised(exact, input_ranges)
        texts = _texts()[:_TIMED]
        nearest = min(
            _least_cosine(side(texts), true(texts)) for side, true in zip(fewer, exact, strict=True)
        )
        share = _share(lambda: fewer[0](texts), lambda: usual[0](texts))
        pays = nearest >= _SAME and share <= _FASTER
        logger.info(
            "8-bit integers: %.2f of the time of %s, least cosine %.4f; %s",
            share,
            self._plain,
            nearest,
            "used" if pays else "not used",
        )
        self._keep(input_ranges if pays else {})
        return (fewer, "int8") if pays else (usual, self._plain)

    def _ranges(self, exact: Sides) -> dict[str, Tensor]:
        texts = _texts()
        batches = [texts[start : start + _TIMED] for start in range(0, len(texts), _TIMED)]
        sides = {"papers": exact[0]} if self._one_side else dict(zip(_NAMES, exact, strict=True))
        return {
            f"{name}/{layer}": layer_range
            for name, side in sides.items()
            for layer, layer_range in ranges(side, batches).items()
        }

    def _quantised(self, exact: Sides, input_ranges: dict[str, Tensor]) -> Sides:
        quantised_sides: list[QuantisedBert] = []
        for name, side in zip(_NAMES, exact, strict=True):
            if quantised_sides and self._one_side:
                quantised_sides.append(quantised_sides[0])
                continue
            begin = f"{name}/"
            own = {
                key.removeprefix(begin): input_ranges[key]
                for key in input_ranges
                if key.startswith(begin)
            }
            quantised_sides.append(QuantisedBert(side, own))
        return quantised_sides[0], quantised_sides[1]

    def _keep(self, input_ranges: dict[str, Tensor]) -> None:
        """Remember the ranges, or with none that 8 bits do not pay."""
        try:
            replace_bytes(self._file, save(input_ranges))
        except EngineError as error:  # the next start measures again
            logger.info("The choice cannot be kept: %s", error)


_NAMES = ("papers", "queries")


def cache_folder() -> Path:
    """Return where choices are kept; it may be deleted at any time."""
    return Path(platformdirs.user_cache_dir("cocite", appauthor=False)) / "precision"


def _read_ranges(path: Path) -> dict[str, Tensor]:
    with safe_open(path, "pt") as file:
        return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118


def _texts() -> list[str]:
    """Return texts of about a sentence to an abstract: summaries of our own."""
    sample = importlib.resources.files("resources") / "sample" / "library" / "papers.jsonl"
    papers = [json.loads(line) for line in sample.read_text("utf-8").splitlines()]
    abstracts = [paper["abstract"] for paper in papers if paper["abstract"]]
    return [" ".join(abstracts[start : start + 1 + start % 3]) for start in range(_READ)]


def _least_cosine(rows: Tensor, true: Tensor) -> float:
    return float(torch.nn.functional.cosine_similarity(rows, true).min())


def _share(one: Callable[[], object], other: Callable[[], object]) -> float:
    """Return how long one takes, as a share of the other: the best of some turns each."""
    run_times: tuple[list[float], list[float]] = [], []
    for _ in range(_TURNS):
        for run, times in zip((one, other), run_times, strict=True):
            start_time = time.perf_counter()
            run()
            times.append(time.perf_counter() - start_time)
    return min(run_times[0]) / min(run_times[1])
