"""A base that stays and what training adds to it, whole or as matrices of a small rank.

The files are those of ``core.models.adapters``: a difference under its weight's name (``NAME``), or
two matrices whose product it is (``NAME.lora_B`` · ``NAME.lora_A``, Hu et al. 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor

from .arrays import read_pack, write_small
from .eight_bits import packed_weights, unpacked_weights
from .network import HEAD, POOLER, POSITIONS, WORDS, Weights

LORA_A, LORA_B = ".lora_A", ".lora_B"
PACKED, STEPS = ".packed", ".steps"
_PLACES = 63
"""Of a change that is written in seven bits, on each side of 0."""
_HEAD_SCALE = 0.02
"""Standard deviation of a new classifier's weights, as in BERT."""


def read_base(path: Path, device: str) -> dict[str, Tensor]:
    """Return the base's weights in float32, with a new classifier: one row, drawn by a fixed seed.

    Raises:
        OSError, lzma.LZMAError: the file cannot be read.
    """
    raw_weights = unpacked_weights(read_pack(path))
    base = {name: torch.from_numpy(rows).float().to(device) for name, rows in raw_weights.items()}
    width = base[WORDS].shape[1]
    head_row = torch.randn(1, width, generator=torch.Generator().manual_seed(0)) * _HEAD_SCALE
    head = {f"{HEAD}.weight": head_row.to(device), f"{HEAD}.bias": torch.zeros(1, device=device)}
    return {**base, **head}


def trainable(base: Weights, *, pooler: bool) -> list[str]:
    """Return the weights to train: not the tables of words and positions.

    Few words of those tables would be met, and the table of words is half of all weights. The
    pooler and the classifier are read by pairs alone.
    """
    left_out = (WORDS, POSITIONS, *(() if pooler else (POOLER, HEAD)))
    return [name for name in base if not name.startswith(left_out)]


def with_adapter(base: Weights, adapter: Weights) -> dict[str, Tensor]:
    """Return the base's weights with the differences of an adapter's file added, in float32."""
    weights = dict(base)
    for name in {_weight(part) for part in adapter}:
        if name in adapter:
            change = adapter[name]
        elif name + PACKED in adapter:
            change = from_four_bits(adapter[name + PACKED], adapter[name + STEPS])
        else:
            change = adapter[name + LORA_B].float() @ adapter[name + LORA_A].float()
        weights[name] = base[name] + change.to(base[name].device).float()
    return weights


def from_four_bits(places: Tensor, steps: Tensor) -> Tensor:
    """Return a difference that an adapter holds in four bits, as ``core.models.adapters`` does."""
    both = torch.stack([places & 15, places >> 4], 2).float() - 8
    groups = both.reshape(len(places), steps.shape[1], -1) * steps.float()[:, :, None]
    return groups.reshape(len(places), -1)


def _weight(part: str) -> str:
    for suffix in (LORA_A, LORA_B, PACKED, STEPS):
        part = part.removesuffix(suffix)
    return part


class Trained:
    """Weights in training; ``parts`` are what is trained, under the names of the file."""

    def __init__(
        self, base: Weights, names: Sequence[str], parts: dict[str, Tensor] | None = None
    ) -> None:
        """Begin with changes of 0, or with some: detached tensors by the names of the file."""
        self._base, self._names = base, names
        if parts is None:
            parts = {name: torch.zeros_like(base[name]) for name in names}
        self.parts = {name: part.requires_grad_() for name, part in parts.items()}

    def weights(self) -> Weights:
        """Return all weights, with changes added, in float32; gradients reach ``parts``."""
        changed = {name: self._base[name] + self._change(name) for name in self._names}
        return {**self._base, **changed}

    def copy(self) -> Trained:
        """Return the same change, to be trained apart."""
        parts = {name: part.detach().clone() for name, part in self.parts.items()}
        return Trained(self._base, self._names, parts)

    def thinned(self, rank: int) -> Trained:
        """Return the same with each matrix as the nearest product of two of this rank.

        Singular values go to both by their roots. Vectors and matrices of no higher rank, such as
        the classifier, stay whole.
        """
        parts: dict[str, Tensor] = {}
        for name, part in self.parts.items():
            change = part.detach()
            if change.ndim < 2 or min(change.shape) <= rank:
                parts[name] = change.clone()
                continue
            left_vectors, sizes, right = torch.linalg.svd(change, full_matrices=False)
            roots = sizes[:rank].sqrt()
            parts[name + LORA_B] = (left_vectors[:, :rank] * roots).contiguous()
            parts[name + LORA_A] = (roots[:, None] * right[:rank]).contiguous()
        return Trained(self._base, self._names, parts)

    def save(self, path: Path) -> None:
        """Write the changes in half precision; the classifier itself, as the base has none."""
        parts = self._as_written()
        save_file({name: part.half().cpu().contiguous() for name, part in parts.items()}, path)

    def save_small(self, path: Path) -> None:
        """Write the same in seven bits, half the size."""
        parts = {name: part.cpu().numpy() for name, part in self._as_written().items()}
        write_small(path, packed_weights(parts, _PLACES))

    def _as_written(self) -> dict[str, Tensor]:
        parts = {name: part.detach() for name, part in self.parts.items()}
        return parts | {
            name: part + self._base[name] for name, part in parts.items() if name.startswith(HEAD)
        }

    def _change(self, name: str) -> Tensor:
        if name in self.parts:
            return self.parts[name]
        return self.parts[name + LORA_B] @ self.parts[name + LORA_A]


def average_changes(changes: Sequence[Trained]) -> Trained:
    """Return the mean of changes of one base, whole ones all."""
    mean = changes[0].copy()
    with torch.no_grad():
        for name, part in mean.parts.items():
            part.copy_(torch.stack([change.parts[name] for change in changes]).mean(0))
    return mean
