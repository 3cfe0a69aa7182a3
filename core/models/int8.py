"""BERT with its dense layers in 8-bit integers, for processors that are fast in them.

Static, as Jacob et al. (2018) have it: the ranges of what goes into a layer are taken from texts
read once in float32, so that a row depends on nothing but its text. Each output of a layer has a
scale of its own, and inputs of different size are first evened out against the weights
(SmoothQuant, Xiao et al. 2023). Attention, norms and sums stay in float32.

The kernels are oneDNN's, which come with torch for x86. Elsewhere, and with a torch that has other
ones, making or calling a ``QuantisedBert`` raises one of ``UNUSABLE``; whether it pays on this
processor ``core.models.choosing`` finds out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as nn

from core.models.bert import Bert

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

    def _layer(self, name: str, states: Tensor, mask: Tensor) -> Tensor:
        count, length, width = states.shape
        states, dense = states.reshape(-1, width), self._denses
        projections = _called(dense[f"{name}.attention"], states)
        projections = projections.view(count, length, 3, self.shape.heads, -1).permute(
            2, 0, 3, 1, 4
        )
        query, key, value = projections.unbind()
        attention = nn.scaled_dot_product_attention(query, key, value, mask[:, None, None, :])
        attention = attention.transpose(1, 2).reshape(states.shape)
        attention = _called(dense[f"{name}.attention.output.dense"], attention).add_(states)
        states = self._normed(f"{name}.attention.output.LayerNorm", attention)
        outer = dense[f"{name}.output.dense"]
        inner = _gelu(dense[f"{name}.intermediate.dense"], states, outer)
        states = self._normed(f"{name}.output.LayerNorm", _product(outer, inner).add_(states))
        return states.view(count, length, width)


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
