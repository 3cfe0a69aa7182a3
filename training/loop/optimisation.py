"""The optimiser and how its learning rate changes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, cast

import torch
from torch import Tensor, nn
from torch.optim import AdamW, Optimizer
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.checkpoint import checkpoint
from transformers import get_scheduler
from typing_extensions import override

from core.models.devices import has_bfloat16, is_out_of_memory, release_memory
from training.base.recipe import RecipeSettings

_RATIO = 32
"""Peak over first and last rate of the slanted triangle, as in ULMFiT and AllenNLP."""

NumberFormat = Literal["float32", "tf32", "bfloat16", "float16"]
_ROUNDING: dict[NumberFormat, float] = {
    "float32": 1e-5,
    "tf32": 1e-4,
    "float16": 1e-4,
    "bfloat16": 5e-4,
}
"""A gradient so much smaller than the largest of its kind is nothing but rounding: those that mean
something are within a thousandth; those that should be zero are below a millionth, and where the
model computes in bfloat16 some ten-thousandths. float16 and TF32 have three bits more than that."""

_FLOAT16_CAPABILITY = (7, 0)
"""From here on NVIDIA's cards are fast in float16; older ones take sixty times as long."""

_FIRST_SCALE, _LARGEST_SCALE, _GOOD_STEPS = 2.0**16, 2.0**24, 2000

_MOMENTS = 3
"""What AdamW keeps for a weight: its step and two moments."""

_NAMES = {
    "linear": "linear",
    "cosine": "cosine",
    "inverse-sqrt": "inverse_sqrt",
    "constant": "constant_with_warmup",
}


def optimiser(model: nn.Module, settings: RecipeSettings) -> Optimizer:
    """Return AdamW over what of ``model`` is trained, weight decay on matrices alone."""
    trained = [(name, weight) for name, weight in model.named_parameters() if weight.requires_grad]
    # A bias or a norm is a row of numbers; LoRA's and all other matrices are not.
    decayed = [weight for _, weight in trained if weight.ndim > 1]
    biases = [weight for _, weight in trained if weight.ndim <= 1]
    groups = [
        {"params": decayed, "weight_decay": settings.weight_decay},
        {"params": biases, "weight_decay": 0.0},
    ]
    fused = all(weight.device.type in ("cpu", "cuda") for _, weight in trained)
    return PatientAdamW(
        [group for group in groups if group["params"]],
        lr=settings.learning_rate,
        betas=(0.9, settings.adam_beta2),
        fused=fused,
    )


class PatientAdamW(AdamW):
    """AdamW that gives cached memory back and tries again where its moments find no room.

    They are all set up before any weight changes, so a step that failed so changed nothing.
    """

    @override
    def step(self, closure: Any = None) -> Any:
        try:
            return super().step(closure)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
        # Only here are the tensors free that the error's traceback held.
        for moments in self.state.values():
            if len(moments) < _MOMENTS:
                moments.clear()
        release_memory(self.param_groups[0]["params"][0].device)
        return super().step(closure)


def drop_rounding(model: nn.Module, number_format: NumberFormat = "float32") -> None:
    """Set to zero the gradients of biases and norms that are only rounding in that precision.

    The bias of attention's keys changes no attention, and that of the last norm no distance. Their
    gradients are zero but for rounding, which Adam scales up to whole steps: these weights would
    walk at random, and otherwise with another number of processes.
    """
    gradients = [
        weight.grad for weight in model.parameters() if weight.ndim == 1 and weight.grad is not None
    ]
    if not gradients:
        return
    sizes = torch.stack([part.square().mean().sqrt() for part in gradients])
    is_signal = sizes >= _ROUNDING[number_format] * sizes.max()
    for gradient, keep in zip(gradients, is_signal, strict=True):
        gradient.mul_(keep)


def schedule(optimizer: Optimizer, settings: RecipeSettings, steps: int) -> LambdaLR:
    """Return what sets the learning rate of each of ``steps`` steps."""
    rising = rising_steps(settings.warmup, steps)
    if settings.schedule == "slanted":
        return LambdaLR(optimizer, functools.partial(slanted_triangle, rising=rising, steps=steps))
    scheduler: LambdaLR = get_scheduler(
        _NAMES[settings.schedule], optimizer, num_warmup_steps=rising, num_training_steps=steps
    )
    if not settings.warmup_rate:
        return scheduler
    first = min(settings.warmup_rate / settings.learning_rate, 1.0)
    (share, *_) = scheduler.lr_lambdas
    return LambdaLR(optimizer, functools.partial(_lift_start, share, first=first, rising=rising))


def _lift_start(share: Callable[[int], float], step: int, *, first: float, rising: int) -> float:
    """Return the share of the peak rate at a step, where the rise begins at ``first``."""
    return first + (1 - first) * share(step) if step < rising else share(step)


def rising_steps(warmup: float, steps: int) -> int:
    """Return in how many steps the rate rises; ``warmup`` below 1 is a share of ``steps``."""
    return min(steps, round(warmup * steps) if warmup < 1 else int(warmup))


def slanted_triangle(step: int, *, rising: int, steps: int) -> float:
    """Return the share of the peak rate at a step, counted from 0.

    From 1/32 up to 1 at step ``rising``, and down to 1/32 at the last (Howard and Ruder 2018,
    as AllenNLP has it and SPECTER uses it).
    """
    if step < rising:
        height = step / rising
    else:
        height = max(0.0, 1.0 - (step - rising) / max(1, steps - 1 - rising))
    return (1.0 + height * (_RATIO - 1)) / _RATIO


def save_activations(model: nn.Module) -> None:
    """Compute activations again in the backward pass instead of keeping them."""
    for module in model.children():
        enable = getattr(module, "activation_checkpointing_enable", None)
        if enable is not None:
            enable(activation_checkpointing_kwargs={"use_reentrant": False})
        elif isinstance(module, nn.TransformerEncoderLayer):
            again = functools.partial(checkpoint, module.forward, use_reentrant=False)
            module.forward = again  # type: ignore[method-assign]
        else:
            save_activations(module)


def count(model: nn.Module, *, trained: bool = False) -> int:
    """Return how many numbers the model has, or those of them that are trained."""
    weights = model.parameters()
    return sum(weight.numel() for weight in weights if weight.requires_grad or not trained)


class LossScale:
    """By how much a loss is multiplied, so that small gradients are numbers in float16.

    Halved when a gradient overflows, doubled after many steps in which none did, as torch's
    ``GradScaler`` does. A step that overflowed changes no weight.
    """

    def __init__(self) -> None:
        self.value, self.good_steps, self.overflows = _FIRST_SCALE, 0, 0

    def unscale(self, model: nn.Module) -> bool:
        """Divide the gradients by the scale and adapt it; drop them all if one overflowed.

        Return whether they are finite.
        """
        gradients = [weight.grad for weight in model.parameters() if weight.grad is not None]
        for gradient in gradients:
            gradient.mul_(1 / self.value)
        largest = [gradient.abs().max() for gradient in gradients]
        is_finite = not largest or bool(torch.stack(largest).isfinite().all())
        if is_finite:
            self.good_steps += 1
            if self.good_steps == _GOOD_STEPS:
                self.value, self.good_steps = min(2 * self.value, _LARGEST_SCALE), 0
            return True
        model.zero_grad(set_to_none=True)
        self.value, self.good_steps = self.value / 2, 0
        self.overflows += 1
        return False

    def to_row(self) -> Tensor:
        """Return the state as a row of numbers."""
        return torch.tensor([self.value, self.good_steps, self.overflows], dtype=torch.float64)

    def restore(self, row: Tensor) -> None:
        """Go on from a state that ``to_row`` returned."""
        self.value, self.good_steps, self.overflows = float(row[0]), int(row[1]), int(row[2])


def choose_format(precision: str, device: torch.device) -> NumberFormat:
    """Return the format in which the model computes; its weights are float32 all the same."""
    is_nvidia = device.type == "cuda" and not torch.version.hip
    has_half = has_bfloat16(str(device))
    if precision == "auto" and has_half:
        return "bfloat16"
    if precision == "auto" and is_nvidia:
        fast = torch.cuda.get_device_capability(device) >= _FLOAT16_CAPABILITY
        return "float16" if fast else "float32"
    if precision in ("float16", "bfloat16"):
        return cast("NumberFormat", precision)
    return "tf32" if is_nvidia and has_half else "float32"  # the same cards have both
