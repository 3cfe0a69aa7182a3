"""BERT encoders (Devlin et al. 2019) from their files, without transformers.

Importing transformers and sentence-transformers takes three times as long as torch, and 350 MB
more, nearly all of it for what an encoder in use never does. This reads the same ``config.json``,
``tokenizer.json`` and ``model.safetensors``, and the tests compare its rows with theirs. A model
of any other kind is loaded by ``core.models.encoder.load_model``, and so is what is trained.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional as nn

from core.models.adapters import summed
from core.models.manifest import CONFIG, TOKENIZER, WEIGHTS, Manifest
from core.models.modules import Side

_PREFIX = "bert."
"""What the names of the weights begin with where the model was saved with a head."""

_ONES = ("attention.self.query", "attention.self.key", "attention.self.value")
_LINEAR = (*_ONES, "attention.output.dense", "intermediate.dense", "output.dense")
_NORMS = ("attention.output.LayerNorm", "output.LayerNorm")


def is_plain_bert(home: Path) -> bool:
    """Tell whether a folder holds an encoder that ``Bert`` reads exactly as transformers does."""
    try:
        config = _json(home / CONFIG)
        tokenizer_config = _json(home / "tokenizer_config.json")
        normalizer = _json(home / TOKENIZER).get("normalizer") or {}
        with safe_open(home / WEIGHTS, "pt") as file:
            names = {name.removeprefix(_PREFIX) for name in file.keys()}  # noqa: SIM118
    except (OSError, ValueError, SafetensorError):
        return False
    lower = normalizer.get("lowercase")
    return (
        config.get("model_type") == "bert"
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
        and not config.get("is_decoder")
        and tokenizer_config.get("do_lower_case", lower) == lower
        and names >= _expected(config.get("num_hidden_layers", 0))
    )


def _expected(layers: int) -> set[str]:
    tables = ("word", "position", "token_type")
    parts = [f"encoder.layer.{n}.{part}" for n in range(layers) for part in (*_LINEAR, *_NORMS)]
    return {f"embeddings.{name}_embeddings.weight" for name in tables} | {
        f"{part}.{kind}" for part in ("embeddings.LayerNorm", *parts) for kind in ("weight", "bias")
    }


@dataclass(frozen=True, slots=True)
class _Shape:
    layers: int
    heads: int
    epsilon: float


class Bert:
    """Texts → rows, mean or CLS pooled, not normalised; called with a batch of texts.

    ``weights`` are by transformers' names; models may share them. Not for several threads at once.
    """

    def __init__(
        self, home: Path, manifest: Manifest, weights: Mapping[str, Tensor], device: str
    ) -> None:
        config = _json(home / CONFIG)
        self.shape = _Shape(
            config["num_hidden_layers"],
            config["num_attention_heads"],
            config.get("layer_norm_eps", 1e-12),
        )
        self.weights = weights
        self._mean = manifest.pooling == "mean"
        self._device = device
        self.watch: Callable[[str, Tensor], None] | None = None
        """Told the name and the input of each dense layer, as ``core.models.choosing`` wants it."""
        self.sep_token = str(_json(home / "tokenizer_config.json").get("sep_token", "[SEP]"))
        self._tokenizer = Tokenizer.from_file(str(home / TOKENIZER))
        positions = weights["embeddings.position_embeddings.weight"].shape[0]
        self._tokenizer.enable_truncation(min(manifest.max_tokens, positions))
        self._tokenizer.enable_padding()

    @torch.inference_mode()
    def __call__(self, texts: list[str]) -> Tensor:
        """Return the rows of texts in float32: (texts, dimension)."""
        encodings = self._tokenizer.encode_batch(texts)
        tokens = torch.tensor([encoding.ids for encoding in encodings], device=self._device)
        mask = torch.tensor(
            [encoding.attention_mask for encoding in encodings], device=self._device
        ).bool()
        states = self.states(tokens, mask)
        if not self._mean:
            return states[:, 0].float()
        mask_weights = mask[:, :, None].float()
        return (states.float() * mask_weights).sum(1) / mask_weights.sum(1)

    def states(self, tokens: Tensor, mask: Tensor, types: Tensor | None = None) -> Tensor:
        """Return the last states of tokens: (texts, tokens, dimension).

        ``mask`` is true for what is read, (texts, tokens); ``types`` are 0 where they are ``None``.
        """
        states = self._embedded(tokens, types)
        for layer in range(self.shape.layers):
            states = self._layer(f"encoder.layer.{layer}", states, mask)
        return states

    def first_states(self, tokens: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Return the last state of each text's first token: (texts, dimension).

        The last layer computes nothing else of the other tokens than what the first one reads.
        """
        states = self._embedded(tokens, types)
        *names, last = [f"encoder.layer.{layer}" for layer in range(self.shape.layers)]
        for name in names:
            states = self._layer(name, states, mask)
        return self._attended(last, states[:, :1], states, mask)[:, 0]

    def _embedded(self, tokens: Tensor, types: Tensor | None) -> Tensor:
        table, length = self.weights, tokens.shape[1]
        states = (
            table["embeddings.word_embeddings.weight"][tokens]
            + table["embeddings.token_type_embeddings.weight"][0 if types is None else types]
            + table["embeddings.position_embeddings.weight"][:length]
        )
        return self._normed("embeddings.LayerNorm", states)

    def _layer(self, name: str, states: Tensor, mask: Tensor) -> Tensor:
        """One layer: attention, then the two dense layers, each with a residual and a norm."""
        return self._attended(name, states, states, mask)

    def _attended(self, name: str, reading: Tensor, states: Tensor, mask: Tensor) -> Tensor:
        """A layer's output for the tokens ``reading``, which are some of those in ``states``."""
        query, key, value = (
            self._dense(f"{name}.{part}", tokens)
            .view(*tokens.shape[:2], self.shape.heads, -1)
            .transpose(1, 2)
            for part, tokens in zip(_ONES, (reading, states, states), strict=True)
        )
        attention = nn.scaled_dot_product_attention(query, key, value, mask[:, None, None, :])
        attention = attention.transpose(1, 2).reshape(reading.shape)
        attention = self._dense(f"{name}.attention.output.dense", attention)
        states = self._normed(f"{name}.attention.output.LayerNorm", attention + reading)
        inner = nn.gelu(self._dense(f"{name}.intermediate.dense", states))
        outer = self._dense(f"{name}.output.dense", inner)
        return self._normed(f"{name}.output.LayerNorm", outer + states)

    def _dense(self, name: str, states: Tensor) -> Tensor:
        if self.watch is not None:
            self.watch(name, states)
        return nn.linear(states, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _normed(self, name: str, states: Tensor) -> Tensor:
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        return nn.layer_norm(states, weight.shape, weight, bias, self.shape.epsilon)


def open_sides(
    home: Path,
    manifest: Manifest,
    adapters: Mapping[Side, Mapping[str, Tensor]],
    *,
    device: str,
    dtype: torch.dtype,
) -> tuple[Bert, Bert]:
    """Return the model for papers and the one for queries, which share what no adapter changes.

    Sums are made in float32 and rounded once. The caller has checked ``is_plain_bert``. Both sides
    are one model where they have the same adapter, or none.

    Raises:
        ModelError: an adapter is of another model.
    """
    exact = exact_weights(home)
    base = {name: rows.to(device, dtype) for name, rows in exact.items()}

    def side(name: Side) -> Bert:
        changed = summed(adapters.get(name, {}), exact)
        own = {weight: rows.to(device, dtype) for weight, rows in changed.items()}
        return Bert(home, manifest, {**base, **own}, device)

    papers = side("papers")
    return papers, papers if adapters.get("queries") is adapters.get("papers") else side("queries")


def exact_weights(home: Path) -> dict[str, Tensor]:
    """Return the weights of a folder in float32, on the CPU, by their names without a head's."""
    weights_by_name = {
        name.removeprefix(_PREFIX): rows for name, rows in load_file(home / WEIGHTS).items()
    }
    return {
        name: rows.float() for name, rows in weights_by_name.items() if rows.is_floating_point()
    }


def _json(path: Path) -> dict[str, Any]:
    content = json.loads(path.read_text("utf-8"))
    if not isinstance(content, dict):
        raise ValueError(f"{path.name} is no JSON object")
    return content
