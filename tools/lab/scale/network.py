"""BERT (Devlin et al. 2019) as a function of its weights, which training changes at each step.

The weights are by transformers' names, without "bert." before them. ``core.models.bert`` computes
the same for the product, and a test compares this with transformers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as nn

Weights = Mapping[str, Tensor]

WORDS = "embeddings.word_embeddings.weight"
POSITIONS = "embeddings.position_embeddings.weight"
KINDS = "embeddings.token_type_embeddings.weight"
POOLER, HEAD = "pooler.dense", "classifier"
_EPSILON = 1e-12
"""Keeps layer norms from a division by 0: BERT's value."""


@dataclass(frozen=True, slots=True)
class Network:
    """The shape of a BERT."""

    layers: int
    heads: int

    @classmethod
    def of(cls, weights: Weights, heads: int) -> Network:
        """Count the layers by the names of weights; the attention heads leave no trace there.

        Raises:
            ValueError: the states cannot be cut into so many heads.
        """
        width = weights[WORDS].shape[1]
        if width % heads:
            raise ValueError(f"States of {width} numbers cannot be cut into {heads} heads.")
        layers = {name.split(".")[2] for name in weights if name.startswith("encoder.layer.")}
        return cls(len(layers), heads)

    def states(self, weights: Weights, ids: Tensor, kinds: Tensor | None, mask: Tensor) -> Tensor:
        """Return the last states: (texts, tokens, width).

        ``ids`` are tokens, ``kinds`` their segments (all 0 if None), ``mask`` which are text and
        not filling: (texts, tokens) each.
        """
        table = weights[KINDS]
        states = nn.embedding(ids, weights[WORDS])
        states = states + (table[0] if kinds is None else nn.embedding(kinds, table))
        states = states + weights[POSITIONS][: ids.shape[1]]
        states = _normed(weights, "embeddings.LayerNorm", states)
        for layer in range(self.layers):
            states = self._layer(weights, f"encoder.layer.{layer}", states, mask[:, None, None, :])
        return states

    def _layer(self, weights: Weights, name: str, states: Tensor, mask: Tensor) -> Tensor:
        """One layer: attention, then two dense layers, each with a residual and a norm."""
        size = (*states.shape[:2], self.heads, -1)
        query, key, value = (
            dense(weights, f"{name}.attention.self.{part}", states).view(size).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        attended = nn.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        attended = attended.transpose(1, 2).reshape(states.shape)
        attended = dense(weights, f"{name}.attention.output.dense", attended)
        states = _normed(weights, f"{name}.attention.output.LayerNorm", attended + states)
        inner = nn.gelu(dense(weights, f"{name}.intermediate.dense", states))
        outer = dense(weights, f"{name}.output.dense", inner)
        return _normed(weights, f"{name}.output.LayerNorm", outer + states)


def dense(weights: Weights, name: str, states: Tensor) -> Tensor:
    """Return a dense layer's output: (…, outputs) for states of (…, inputs)."""
    return nn.linear(states, weights[f"{name}.weight"], weights[f"{name}.bias"])


def in_half(weights: Weights) -> Weights:
    """Return weights in bfloat16, in which a GPU computes; gradients pass through."""
    return {name: rows.to(torch.bfloat16) for name, rows in weights.items()}


def _normed(weights: Weights, name: str, states: Tensor) -> Tensor:
    weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
    return nn.layer_norm(states, weight.shape, weight, bias, _EPSILON)
