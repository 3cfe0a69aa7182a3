"""The process that tries a device: ``python -m core.models.device_check DEVICE``.

Computes a small product there, forward and backward, and prints a line of JSON: what failed, if
anything did. A driver that crashes or hangs takes this process alone with it.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import torch

Problem = Literal["", "kernel", "driver", "full", "wrong", "failed"]
"""What keeps a device from computing: no kernel for it, an old driver, no free memory, wrong
numbers, anything else."""

_SIZE = 64
_TOLERANCE = 0.02
"""How far the numbers may be from the processor's, as a share: TF32 rounds by a thousandth."""
_NO_KERNELS = (
    *("no kernel image", "not compatible with the current pytorch"),
    *("invalid device function", "nobinaryforgpu"),
)
"""What torch says where its build has no kernels for a card, of NVIDIA or of AMD."""


def try_device(name: str) -> tuple[Problem, str]:
    """Compute on a device; return the problem, "" for none, and torch's own words for it."""
    import torch

    generator = torch.Generator().manual_seed(1)
    values = torch.randn(_SIZE, _SIZE, generator=generator)
    try:
        expected = _gradient(values)
        computed = _gradient(values.to(name)).cpu()
    except (RuntimeError, AssertionError, ValueError, NotImplementedError) as error:
        return classify_error(error), str(error).strip().split("\n", 1)[0]
    if not (computed - expected).norm() <= _TOLERANCE * expected.norm():  # true of NaN
        return "wrong", ""
    return "", ""


def classify_error(error: BaseException) -> Problem:
    """Return which problem an error of torch tells of."""
    text = str(error).lower()
    if any(sign in text for sign in _NO_KERNELS):
        return "kernel"
    if "driver" in text:
        return "driver"
    if "out of memory" in text or "alloc_failed" in text:
        return "full"
    return "failed"


def _gradient(values: torch.Tensor) -> torch.Tensor:
    leaf = values.detach().clone().requires_grad_()
    loss = (leaf @ leaf.T / _SIZE).softmax(-1).square().sum()
    loss.backward()  # type: ignore[no-untyped-call]
    assert leaf.grad is not None
    return leaf.grad


def main() -> None:
    """Try the device that is named."""
    problem, words = try_device(sys.argv[1])
    sys.stdout.write(json.dumps({"problem": problem, "words": words}) + "\n")


if __name__ == "__main__":
    main()
