"""Adapters: small changes of an encoder's weights, for queries or for papers.

A safetensors file with differences by the name of the weight they are added to: the difference
itself (``NAME``), the same in four bits (``NAME.packed`` and ``NAME.steps``), two matrices whose
product it is (``NAME.lora_B`` · ``NAME.lora_A``, LoRA of Hu et al. 2022 with its scale in B), or
several of these, whose sum it is. The sum is made when the model is loaded: a side is then as
fast as the base, never switched while another thread encodes, and shares with the base whatever
its adapter leaves alone (MiniLM with LoRA in every layer: 43 MB more instead of 90 MB).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from core.base.errors import ModelError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

LORA_A, LORA_B = ".lora_A", ".lora_B"
PACKED, STEPS = ".packed", ".steps"


def write_adapter(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Write differences, and LoRA's matrices, by the names of their weights."""
    save_file({name: rows.detach().cpu().contiguous() for name, rows in tensors.items()}, path)


def in_four_bits(differences: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return whole differences as an adapter holds them in four bits, vectors in half precision."""
    packed_tensors: dict[str, Tensor] = {}
    for name, rows in differences.items():
        if packable(rows):
            packed_tensors[name + PACKED], packed_tensors[name + STEPS] = packed(rows)
        else:
            packed_tensors[name] = rows.half()
    return packed_tensors


def select_four_bits(adapter: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the part of an adapter that is in four bits."""
    return {name: rows for name, rows in adapter.items() if name.endswith((PACKED, STEPS))}


def read_adapter(path: Path) -> dict[str, Tensor]:
    """Read what ``write_adapter`` wrote, onto the CPU.

    Raises:
        ModelError: the file is missing or damaged.
    """
    try:
        return load_file(path)
    except (OSError, ValueError, SafetensorError) as error:
        raise ModelError(
            "The adapter “{file}” is damaged: {reason}", file=path.name, reason=_first_line(error)
        ) from error


def adapted(
    model: SentenceTransformer, adapter: Mapping[str, Tensor], *, exact: SentenceTransformer
) -> SentenceTransformer:
    """Return the model with an adapter's differences added, as a copy that shares the rest.

    Args:
        model: stays as it is.
        adapter: from ``read_adapter``.
        exact: the same model in float32, or itself: sums are made of its weights, so that they
            are rounded once.

    Raises:
        ModelError: the adapter is of another model.
    """
    before = _weights(model)
    added = summed(adapter, _weights(exact))
    shared = [weight for name, weight in before.items() if name not in added]
    memo = {id(part): part for part in (*shared, model.tokenizer)}
    changed = copy.deepcopy(model, memo)
    after = _weights(changed)
    with torch.no_grad():
        for name, weight in added.items():
            after[name].copy_(weight)
    return changed


def summed(adapter: Mapping[str, Tensor], exact: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return the weights that an adapter changes, with its differences added, on the CPU.

    Args:
        adapter: from ``read_adapter``.
        exact: all weights of the model by name, in float32.

    Raises:
        ModelError: the adapter is of another model.
    """
    for name in sorted({_weight(name) for name in adapter} - exact.keys()):
        raise ModelError("The adapter changes “{name}”, which the model does not have.", name=name)
    sums = {}
    for name, difference in sum_differences(adapter):
        if difference.shape != exact[name].shape:
            raise ModelError(
                "The adapter's “{name}” is of another size than the model's.", name=name
            )
        sums[name] = exact[name].detach().cpu() + difference
    return sums


def find_rank(adapter: Mapping[str, Tensor]) -> int:
    """Return the highest rank of an adapter's matrices, 0 where it has none."""
    return max((len(rows) for name, rows in adapter.items() if name.endswith(LORA_A)), default=0)


def sum_differences(adapter: Mapping[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    """Yield the whole difference of each weight that an adapter changes, in float32.

    Raises:
        ModelError: its parts do not fit each other.
    """
    for name in sorted({_weight(name) for name in adapter}):
        try:
            parts = list(_parts(adapter, name))
            difference = torch.stack(parts).sum(0) if len(parts) > 1 else parts[0]
        except (KeyError, RuntimeError) as error:
            raise ModelError(
                "The adapter's matrices of “{name}” do not fit each other.", name=name
            ) from error
        yield name, difference


def _parts(adapter: Mapping[str, Tensor], name: str) -> Iterator[Tensor]:
    """Yield what is added up to a difference."""
    if name in adapter:
        yield adapter[name].float()
    if adapter.keys() & {name + PACKED, name + STEPS}:
        yield unpacked(adapter[name + PACKED], adapter[name + STEPS])
    if adapter.keys() & {name + LORA_A, name + LORA_B}:
        yield adapter[name + LORA_B].float() @ adapter[name + LORA_A].float()


def _weight(name: str) -> str:
    for suffix in (LORA_A, LORA_B, PACKED, STEPS):
        name = name.removesuffix(suffix)
    return name


def _weights(model: SentenceTransformer) -> dict[str, nn.Parameter]:
    transformer = cast("nn.Module", model[0].auto_model)
    return dict(transformer.named_parameters())


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


# --- packing adapters into four bits ----------------------------------------------------
#
# Differences of weights in four bits: a quarter of what they take in half precision.
#
# Neighbours of a row, 64 at most, share a step, of which a difference is -7 to 7. Two are in a
# byte, the first in its lower half. What is lost is about a tenth of a difference, without
# direction; a product of two thin matrices of the same size loses far more of what training found
# (docs/training.md). Cf. Dettmers et al. 2023, who have weights in four bits, and differences
# whole.

_TOGETHER = 64
_MOST = 7
_SHRUNK = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65)
"""Shares of the largest difference that the largest step may stand for: the best one is taken."""


def packable(difference: Tensor) -> bool:
    """Tell whether a difference is a matrix of some rows, with two numbers for each byte."""
    return difference.ndim == 2 and len(difference) > 1 and difference.shape[1] % 2 == 0


def packed(difference: Tensor) -> tuple[Tensor, Tensor]:
    """Return bytes (rows, columns / 2), and steps in half precision (rows, groups)."""
    columns = difference.shape[1]
    together = max(size for size in range(1, _TOGETHER + 1) if columns % size == 0)
    groups = difference.float().reshape(len(difference), -1, together)
    largest = groups.abs().amax(2, keepdim=True)
    best, steps = _rounded(groups, largest), largest
    for share in _SHRUNK[1:]:
        tried = _rounded(groups, largest * share)
        better = _error(tried, groups) < _error(best, groups)
        best, steps = torch.where(better, tried, best), torch.where(better, largest * share, steps)
    sizes = (steps / _MOST).half()
    places = _places(groups, sizes.float()).reshape(difference.shape)
    return places[:, ::2] | (places[:, 1::2] << 4), sizes.squeeze(2)


def unpacked(places: Tensor, steps: Tensor) -> Tensor:
    """Return what ``packed`` was given, in float32, as far as it is kept.

    Raises:
        RuntimeError: the two do not fit each other.
    """
    both = torch.stack([places & 15, places >> 4], 2).float() - (_MOST + 1)
    groups = both.reshape(*steps.shape, -1) * steps.float()[:, :, None]
    return groups.reshape(len(places), -1)


def _rounded(groups: Tensor, largest: Tensor) -> Tensor:
    sizes = (largest / _MOST).half().float()
    return (_places(groups, sizes).float() - (_MOST + 1)) * sizes


def _places(groups: Tensor, sizes: Tensor) -> Tensor:
    counts = torch.nan_to_num(groups / sizes).round().clamp(-_MOST, _MOST)
    return (counts + _MOST + 1).to(torch.uint8)


def _error(tried: Tensor, groups: Tensor) -> Tensor:
    return (tried - groups).square().sum(2, keepdim=True)
