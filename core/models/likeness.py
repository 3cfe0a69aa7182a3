"""How alike a query and a paper are by a cross-encoder's own network, which reads each by itself.

A cross-encoder that begins with an encoder knows nothing of pairs: its classifier is new, and its
order that of chance. Added to the cosine of its two encodings it begins where the encoder stands,
and learns what reading both together tells beyond that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.models.manifest import Start
from core.models.modules import Pooling

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel


def known_inputs(network: PreTrainedModel, tokens: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the tokens that the network takes, on its device."""
    if getattr(network.config, "type_vocab_size", 0) < 2:
        tokens = {name: rows for name, rows in tokens.items() if name != "token_type_ids"}
    device = network.device
    return {name: rows.to(device) for name, rows in tokens.items()}


def unit_rows(network: PreTrainedModel, tokens: dict[str, Tensor], pooling: Pooling) -> Tensor:
    """Return a row of unit length and float32 for each text: (texts, dimension)."""
    import torch

    inputs = known_inputs(network, tokens)
    base_model: Any = network.base_model
    states = base_model(**inputs).last_hidden_state.float()
    mask = inputs["attention_mask"]
    if pooling == "mean":
        rows = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
    else:
        last = mask.sum(1) - 1 if pooling == "lasttoken" else torch.zeros_like(mask[:, 0])
        rows = states[torch.arange(len(states), device=states.device), last]
    return torch.nn.functional.normalize(rows, dim=1)


def log_odds(start: Start, cosines: Tensor) -> Tensor:
    """Return what is added to the log-odds of pairs of these cosines."""
    return start.likeness * (cosines - start.level)
