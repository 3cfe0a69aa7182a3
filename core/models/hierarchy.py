"""The hierarchical transformer of MP-BERT4CR: words → sentences → a document (HIBERT's family).

A sentence encoder gives each sentence a vector; a document encoder reads the vectors in their
order; their sum, normalised, stands for the document. One model folder holds two of these, for
manuscripts and for papers; the first may be absent and is then the second.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import torch
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

from core.base.errors import ModelError
from core.models.manifest import CONFIG, WEIGHTS

MOST_POSITIONS = 1024
"""Sentences of a document, and tokens of a sentence, that positions are known for."""


class Shape(BaseModel):
    """The ``config.json`` of a hierarchical model.

    ``sentence`` is the transformers configuration of a sentence encoder that was pretrained;
    without one it is a plain transformer of ``sentence_layers``. ``paper_sentences`` and
    ``query_sentences`` are read of a text at use. The three ids are tokens of ``tokenizer.json``.
    """

    model_config = ConfigDict(frozen=True)

    model_type: Literal["cocite-hierarchical"] = "cocite-hierarchical"
    hidden_size: int = Field(ge=1, le=16384)
    vocab_size: int = Field(ge=1)
    embedding_size: int | None = None
    sentence: dict[str, Any] | None = None
    sentence_layers: int = Field(6, ge=1)
    pooling: Literal["cls", "mean"] = "mean"
    document_layers: int = Field(6, ge=1)
    heads: int = Field(12, ge=1)
    feed_forward: int = Field(3072, ge=1)
    dropout: float = Field(0.1, ge=0, lt=1)
    separate: bool = True
    max_tokens: int = Field(50, ge=8, le=MOST_POSITIONS)
    paper_sentences: int = Field(default=40, ge=1, le=MOST_POSITIONS)
    query_sentences: int = Field(default=30, ge=1, le=MOST_POSITIONS)
    pad_token_id: int = Field(0, ge=0)
    mask_token_id: int | None = None
    begin_token_id: int | None = None


def layer(shape: Shape) -> nn.TransformerEncoderLayer:
    """Return one post-norm ReLU layer, as HIBERT's."""
    return nn.TransformerEncoderLayer(
        shape.hidden_size,
        shape.heads,
        shape.feed_forward,
        shape.dropout,
        activation="relu",
        batch_first=True,
    )


def sinusoids(length: int, dimension: int) -> Tensor:
    """Return the sine and cosine positions of Vaswani et al. 2017: (length, dimension)."""
    at = torch.arange(length, dtype=torch.float64).unsqueeze(1)
    pairs = torch.arange(0, dimension, 2, dtype=torch.float64)
    angles = at * torch.exp(pairs * (-math.log(10_000.0) / dimension))
    table = torch.zeros(length, dimension, dtype=torch.float64)
    table[:, 0::2] = angles.sin()
    table[:, 1::2] = angles.cos()[:, : dimension // 2]
    return table.float()


class WordEmbeddings(nn.Module):
    """Token vectors × √dimension + sinusoidal positions, with dropout."""

    def __init__(self, shape: Shape, words: nn.Embedding | None = None) -> None:
        """Share the token vectors ``words``, or draw some."""
        super().__init__()
        size = shape.hidden_size
        if words is None:
            words = nn.Embedding(shape.vocab_size, size, padding_idx=shape.pad_token_id)
            nn.init.normal_(words.weight, std=size**-0.5)
        self.words = words
        self.scale = math.sqrt(size)
        self.dropout = nn.Dropout(shape.dropout)
        self.positions: Tensor
        self.register_buffer("positions", sinusoids(MOST_POSITIONS, size), persistent=False)

    def forward(self, input_ids: Tensor) -> Tensor:
        """Return (texts, tokens, dimension)."""
        embedded = self.words(input_ids) * self.scale + self.positions[: input_ids.shape[1]]
        out: Tensor = self.dropout(embedded)
        return out


class PlainSentences(nn.Module):
    """A sentence encoder of its own: embeddings and post-norm layers."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.embeddings = WordEmbeddings(shape)
        self.layers = nn.TransformerEncoder(
            layer(shape), shape.sentence_layers, enable_nested_tensor=False
        )

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return the state of each token: (sentences, tokens, dimension)."""
        embedded = self.embeddings(input_ids)
        states: Tensor = self.layers(embedded, src_key_padding_mask=attention_mask == 0)
        return states


class PretrainedSentences(nn.Module):
    """A transformers encoder as sentence encoder; only its configuration is needed to make one."""

    def __init__(self, configuration: Mapping[str, Any]) -> None:
        super().__init__()
        config_values = {key: value for key, value in configuration.items() if key != "auto_map"}
        self.model = AutoModel.from_config(AutoConfig.for_model(**config_values))  # type: ignore[no-untyped-call]
        if getattr(self.model, "pooler", None) is not None:
            self.model.pooler = None  # unused: its weights would never get a gradient

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return the state of each token: (sentences, tokens, dimension)."""
        out = self.model(input_ids=input_ids, attention_mask=attention_mask)
        states: Tensor = out.last_hidden_state
        return states


class Hierarchy(nn.Module):
    """Documents → vectors. See ``core.models.sentence_tokens`` for what it reads."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.pooling = shape.pooling
        self.sentences: PlainSentences | PretrainedSentences = (
            PlainSentences(shape) if shape.sentence is None else PretrainedSentences(shape.sentence)
        )
        self.documents = nn.TransformerEncoder(
            layer(shape), shape.document_layers, enable_nested_tensor=False
        )
        self.position_scale = nn.Parameter(torch.ones(()))
        self.norm = nn.LayerNorm(shape.hidden_size)
        self.positions: Tensor
        table = sinusoids(MOST_POSITIONS, shape.hidden_size)
        self.register_buffer("positions", table, persistent=False)

    def start_as_mean(self) -> None:
        """Make the document's vector the mean of its standardised sentence vectors, at first.

        Each layer's two branches begin at 0 and the positions count nothing, so that what a
        pretrained sentence encoder knows is not lost in random layers. All of it is trained.
        """
        with torch.no_grad():
            self.position_scale.zero_()
            for encoder_layer in self.documents.layers:
                assert isinstance(encoder_layer, nn.TransformerEncoderLayer)
                for branch in (encoder_layer.self_attn.out_proj, encoder_layer.linear2):
                    branch.weight.zero_()
                    branch.bias.zero_()

    def sentence_vectors(self, groups: Sequence[dict[str, Tensor]], order: Tensor) -> Tensor:
        """Return a row per sentence, in the order the sentences were given: (sentences, d)."""
        rows = [self._pooled(**group) for group in groups]
        return torch.cat(rows)[order]

    def _pooled(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        states = self.sentences(input_ids, attention_mask)
        if self.pooling == "cls":
            first: Tensor = states[:, 0]
            return first
        real = attention_mask.unsqueeze(-1).to(states.dtype)
        mean: Tensor = (states * real).sum(1) / real.sum(1).clamp(min=1)
        return mean

    def states(self, vectors: Tensor, indices: Tensor, mask: Tensor) -> Tensor:
        """Return what the document encoder makes of each sentence: (documents, longest, d)."""
        inputs = vectors[indices] + self.position_scale * self.positions[: indices.shape[1]]
        states: Tensor = self.documents(inputs, src_key_padding_mask=~mask)
        return states

    def forward(
        self, groups: Sequence[dict[str, Tensor]], order: Tensor, indices: Tensor, mask: Tensor
    ) -> Tensor:
        """Return a row per document: the normalised sum of its sentences' states, (docs, d)."""
        states = self.states(self.sentence_vectors(groups, order), indices, mask)
        out: Tensor = self.norm((states * mask.unsqueeze(-1)).sum(1))
        return out


class TwoEncoders(nn.Module):
    """An encoder of papers, and one of manuscripts unless they share it."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.papers = Hierarchy(shape)
        self.apart = Hierarchy(shape) if shape.separate else None

    @property
    def manuscripts(self) -> Hierarchy:
        """The encoder that reads manuscripts."""
        return self.papers if self.apart is None else self.apart


def load_encoders(folder: Path, *, name: str) -> TwoEncoders:
    """Read a hierarchical model in float32, on the CPU, in its eval mode.

    Raises:
        ModelError: configuration and weights are no such model, or not of each other.
    """
    try:
        shape = Shape.model_validate_json((folder / CONFIG).read_bytes())
        model = TwoEncoders(shape)
        model.load_state_dict(load_file(folder / WEIGHTS))
    except (ValidationError, SafetensorError, OSError, ValueError, RuntimeError, KeyError) as error:
        reason = str(error).strip().split("\n", 1)[0]
        raise ModelError(
            "The model “{model}” could not be loaded: {reason}", model=name, reason=reason
        ) from error
    return model.eval()


def save_encoders(model: TwoEncoders, folder: Path) -> None:
    """Write configuration and weights into a folder that exists."""
    (folder / CONFIG).write_text(
        model.shape.model_dump_json(indent=2, exclude_none=True), encoding="utf-8"
    )
    tensors = {name: tensor.contiguous().cpu() for name, tensor in model.state_dict().items()}
    save_file(tensors, folder / WEIGHTS)
