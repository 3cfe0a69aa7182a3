"""How a model computes on this processor: in float32, bfloat16 or 8-bit integers."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import logging
import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import platformdirs
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor
from torch.nn import functional as nn

from core.base.errors import EngineError
from core.base.files import replace_bytes
from core.models.bert import Bert
from core.models.manifest import Manifest

# --- BERT with its dense layers in 8-bit integers ---------------------------------------------
#
# Static, as Jacob et al. (2018) have it: the ranges of what goes into a layer are taken from texts
# read once in float32, so that a row depends on nothing but its text. Each output of a layer has a
# scale of its own, and inputs of different size are first evened out against the weights
# (SmoothQuant, Xiao et al. 2023). Attention, norms and sums stay in float32.
#
# The kernels are oneDNN's, which come with torch for x86. Elsewhere, and with a torch that has
# other ones, making or calling a ``QuantisedBert`` raises one of ``UNUSABLE``.


UNUSABLE = (AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What torch raises where it has no such kernel, or another one than this was written for."""

_MIDDLE, _MOST = 128, 127
_BALANCE = 0.6
"""How far inputs of different size are evened out: 0 not at all, 1 wholly."""

_ONES = ("query", "key", "value")
_HALF_UP = torch.tensor(_MIDDLE + 0.5)


def ranges(model: Bert, batches: Iterable[Sequence[str]]) -> dict[str, Tensor]:
    """Let a model read texts; return the least and the most of each layer's inputs: (2, inputs)."""
    layer_ranges: dict[str, Tensor] = {}

    def widen(name: str, states: Tensor) -> None:
        least, most = torch.aminmax(states.flatten(0, -2), dim=0)
        if name in layer_ranges:
            least = torch.minimum(least, layer_ranges[name][0])
            most = torch.maximum(most, layer_ranges[name][1])
        layer_ranges[name] = torch.stack([least, most])

    model.watch = widen
    try:
        for texts in batches:
            model(list(texts))
    finally:
        model.watch = None
    return layer_ranges


@dataclass(frozen=True, slots=True)
class _Dense:
    """A dense layer. An input times ``spread``, plus the middle, is its 8-bit form."""

    weight: Any
    scales: Tensor
    zeros: Tensor
    bias: Tensor
    spread: Tensor
    scale: float
    zero: int


class QuantisedBert(Bert):
    """A ``Bert`` on the CPU whose dense layers are in 8 bits. Not for several threads."""

    def __init__(self, model: Bert, inputs: Mapping[str, Tensor]) -> None:
        """Take over what a model has; ``inputs`` are its ``ranges``.

        Raises:
            UNUSABLE: torch has no such kernels here, or the ranges are of another model.
        """
        self.__dict__.update(model.__dict__)
        self._inputs = inputs
        self._denses: dict[str, _Dense] = {}
        with torch.inference_mode():
            for layer in range(self.shape.layers):
                self._pack(f"encoder.layer.{layer}")
        packed_endings = (".dense.weight", *(f".self.{part}.weight" for part in _ONES))
        self.weights = {
            name: w for name, w in self.weights.items() if not name.endswith(packed_endings)
        }

    def _pack(self, layer: str) -> None:
        attention = [f"{layer}.attention.self.{part}" for part in _ONES]
        self._denses[f"{layer}.attention"] = self._packed(attention)
        for part in ("attention.output.dense", "intermediate.dense"):
            self._denses[f"{layer}.{part}"] = self._packed([f"{layer}.{part}"])
        self._denses[f"{layer}.output.dense"] = self._packed([f"{layer}.output.dense"], whole=True)

    def _packed(self, names: Sequence[str], *, whole: bool = False) -> _Dense:
        """Put layers of the same input into one; ``whole``: the input has one range, as it is."""
        weight = torch.cat([self.weights[f"{name}.weight"] for name in names])
        bias = torch.cat([self.weights[f"{name}.bias"] for name in names])
        least, most = self._inputs[names[0]]
        if whole:
            low, high = min(float(least.min()), 0.0), float(most.max())
            scale = max(high - low, 1e-6) / (_MIDDLE + _MOST)
            spread, zero = torch.tensor(1 / scale), round(-low / scale)
        else:
            size = torch.maximum(most, -least).clamp(min=1e-5)
            even = size**_BALANCE / weight.abs().amax(0).clamp(min=1e-5) ** (1 - _BALANCE)
            weight = weight * even
            scale, zero = float((size / even).max()) / _MOST, _MIDDLE
            spread = 1 / (even * scale)
        scales = weight.abs().amax(1).clamp(min=1e-9) / _MOST
        rounded = torch.round(weight / scales[:, None]).to(torch.int8)
        packed = torch.ops.onednn.qlinear_prepack(rounded, [1024, weight.shape[1]])
        zeros = torch.zeros(len(weight), dtype=torch.long)
        return _Dense(packed, scales, zeros, bias, spread, scale, zero)

    def _attended(self, name: str, reading: Tensor, states: Tensor, mask: Tensor) -> Tensor:
        """As that of ``Bert``; ``reading`` are the first tokens of each text, or all."""
        (count, length, width), dense = states.shape, self._denses
        projections = _called(dense[f"{name}.attention"], states.reshape(-1, width))
        projections = projections.view(count, length, 3, self.shape.heads, -1).permute(
            2, 0, 3, 1, 4
        )
        query, key, value = projections.unbind()
        query, tokens = query[:, :, : reading.shape[1]], reading.reshape(-1, width)
        attention = nn.scaled_dot_product_attention(query, key, value, mask[:, None, None, :])
        attention = attention.transpose(1, 2).reshape(tokens.shape)
        attention = _called(dense[f"{name}.attention.output.dense"], attention).add_(tokens)
        tokens = self._normed(f"{name}.attention.output.LayerNorm", attention)
        outer = dense[f"{name}.output.dense"]
        inner = _gelu(dense[f"{name}.intermediate.dense"], tokens, outer)
        tokens = self._normed(f"{name}.output.LayerNorm", _product(outer, inner).add_(tokens))
        return tokens.view(reading.shape)


def _rounded(layer: _Dense, states: Tensor) -> Tensor:
    """Return an input in 8 bits; what is beyond the range is cut."""
    spread = torch.addcmul(_HALF_UP, states, layer.spread)
    return spread.clamp_(0, _MIDDLE + _MOST).to(torch.uint8)


def _called(layer: _Dense, states: Tensor) -> Tensor:
    return _product(layer, _rounded(layer, states))


def _product(layer: _Dense, rounded: Tensor) -> Tensor:
    return _linear(rounded, layer, (1.0, 0, torch.float32), ("none", [], ""))


def _gelu(layer: _Dense, states: Tensor, following: _Dense) -> Tensor:
    """Return what the layer says through GELU, as the following one takes it."""
    output_format = (following.scale, following.zero, torch.uint8)
    return _linear(_rounded(layer, states), layer, output_format, ("gelu", [], "none"))


def _linear(
    rounded: Tensor,
    layer: _Dense,
    output_format: tuple[float, int, torch.dtype],
    after: tuple[str, list[Any], str],
) -> Tensor:
    """Return an output as ``output_format`` says: its scale, its zero and its type."""
    inputs = (rounded, layer.scale, layer.zero)
    weights = (layer.weight, layer.scales, layer.zeros, layer.bias)
    result: Tensor = torch.ops.onednn.qlinear_pointwise(*inputs, *weights, *output_format, *after)
    return result


# --- the choice of the number format ----------------------------------------------------------
#
# At the first start with a model, each way that torch has here reads some texts, a part of a second
# each. The fastest is used from then on if its rows are those of float32 but for rounding. What was
# found lies in the user's cache by model, torch and processor, and is found out again where that is
# damaged or for something else.


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
    """The choice for one model on this computer; ``opened`` loads its sides in a precision.

    A reranker has one network for both sides.
    """

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
