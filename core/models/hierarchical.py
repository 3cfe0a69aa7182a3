"""The hierarchical transformer of MP-BERT4CR: words → sentences → a document (HIBERT's family)."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoConfig, AutoModel

from core.base.encodable import encodable
from core.base.errors import ModelError
from core.manuscript.text.sentences import split_sentences
from core.models.devices import best_device, has_bfloat16, open_model
from core.models.encoder import Precision, usable_precision
from core.models.manifest import CONFIG, TOKENIZER, WEIGHTS, Manifest, check_weights, read_manifest

# --- the two encoders, and their folder -------------------------------------------------------
#
# A sentence encoder gives each sentence a vector; a document encoder reads the vectors in their
# order; their sum, normalised, stands for the document. One model folder holds two of these, for
# manuscripts and for papers; the first may be absent and is then the second.


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
    """Documents → vectors. See ``core.models.hierarchical`` for what it reads."""

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


# --- documents as tensors ---------------------------------------------------------------------


_GROUP, _GROUP_ON_GPU = 32, 512
"""Sentences that share a padded length; a GPU would wait for its next work with few of them."""


@dataclass(frozen=True, slots=True)
class DocumentTokens:
    """Documents as ``Hierarchy`` reads them.

    ``groups`` hold the sentences by length; ``order[i]`` is the row, among the groups' rows put
    together, of sentence ``i``; ``indices`` (documents, longest) are the sentences of each
    document, and ``mask`` tells which of them are real.
    """

    groups: list[dict[str, Tensor]]
    order: Tensor
    indices: Tensor
    mask: Tensor

    def inputs(self) -> dict[str, Any]:
        """Return the keyword arguments of ``Hierarchy``."""
        return {
            "groups": self.groups,
            "order": self.order,
            "indices": self.indices,
            "mask": self.mask,
        }


class SentenceTokens:
    """The tokenizer of a model folder, cut to the model's tokens per sentence."""

    def __init__(self, folder: Path, shape: Shape) -> None:
        """Read ``tokenizer.json``.

        Raises:
            ModelError: it is damaged.
        """
        path = folder / TOKENIZER
        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # tokenizers raises nothing narrower
            raise ModelError(
                "{tokenizer} of the model “{folder}” is damaged.",
                tokenizer=TOKENIZER,
                folder=folder.name,
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(shape.max_tokens)
        self._pad = shape.pad_token_id

    def ids(self, sentences: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each sentence, special ones included."""
        texts = [encodable(sentence) for sentence in sentences]
        return [encoding.ids for encoding in self._tokenizer.encode_batch(texts)]

    def save(self, folder: Path) -> None:
        """Write ``tokenizer.json``."""
        self._tokenizer.save(str(folder / TOKENIZER))

    def documents(
        self, documents: Sequence[Sequence[str]], *, device: str = "cpu"
    ) -> DocumentTokens:
        """Turn documents, of one sentence or more each, into tensors on the CPU.

        ``device`` is the kind of what will compute with them.
        """
        number: dict[str, int] = {}
        indices = [[number.setdefault(s, len(number)) for s in document] for document in documents]
        return self.composed(self.ids(list(number)), indices, device=device)

    def composed(
        self, rows: Sequence[Sequence[int]], indices: Sequence[list[int]], *, device: str = "cpu"
    ) -> DocumentTokens:
        """Put sentences that are token ids, and documents that are indices of them, together."""
        groups, order = self.groups(rows, device=device)
        table = padded(indices, 0)
        lengths = torch.tensor([len(row) for row in indices])
        return DocumentTokens(groups, order, table, torch.arange(table.shape[1]) < lengths[:, None])

    def groups(
        self, rows: Sequence[Sequence[int]], *, device: str = "cpu"
    ) -> tuple[list[dict[str, Tensor]], Tensor]:
        """Return rows of ids as padded groups of about equal length, and where each went."""
        size = _GROUP if device == "cpu" else _GROUP_ON_GPU
        by_length = sorted(range(len(rows)), key=lambda index: len(rows[index]))
        order = torch.empty(len(rows), dtype=torch.long)
        order[torch.tensor(by_length, dtype=torch.long)] = torch.arange(len(rows))
        groups = [
            self._group([rows[index] for index in by_length[start : start + size]])
            for start in range(0, len(by_length), size)
        ]
        return groups, order

    def _group(self, rows: Sequence[Sequence[int]]) -> dict[str, Tensor]:
        mask = padded([[1] * len(row) for row in rows], 0)
        return {"input_ids": padded(rows, self._pad), "attention_mask": mask}


def padded(rows: Iterable[Sequence[int]], filler: int) -> Tensor:
    """Return rows of different length as one tensor: (rows, longest)."""
    tensors = [torch.tensor(row, dtype=torch.long) for row in rows]
    return torch.nn.utils.rnn.pad_sequence(tensors, batch_first=True, padding_value=filler)


# --- a hierarchical model in use: papers and queries → unit vectors ---------------------------


logger = logging.getLogger(__name__)

_BATCH = 32


def paper_sentences(title: str, abstract: str) -> tuple[str, ...]:
    """Return what is read of a paper: its title, then its abstract's sentences.

    A paper without either is one empty sentence.
    """
    return tuple(part for part in (title, *split_sentences(abstract)) if part) or ("",)


class DocumentVectors:
    """Two encoders asked for unit rows, whether in use or in training."""

    def __init__(
        self, model: TwoEncoders, tokens: SentenceTokens, *, bfloat16: bool | None = None
    ) -> None:
        """Take the model where it lies; without ``bfloat16`` that device decides."""
        self.model = model
        self.tokens = tokens
        self._bfloat16 = bfloat16

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""
        most = self.model.shape.paper_sentences
        return self.of_papers([paper_sentences(*paper)[:most] for paper in papers]).astype(
            np.float16
        )

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""
        most = self.model.shape.query_sentences
        return self.of_manuscripts([split_sentences(text)[:most] or [""] for text in texts])

    def of_papers(self, documents: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        """Return one unit row per document of sentences, by the encoder of papers."""
        return self._rows(self.model.papers, documents)

    def of_manuscripts(self, documents: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        """Return one unit row per document of sentences, by the encoder of manuscripts."""
        return self._rows(self.model.manuscripts, documents)

    @torch.no_grad()
    def _rows(self, encoder: Hierarchy, documents: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        was_training, device = encoder.training, encoder.position_scale.device
        encoder.eval()
        halved = has_bfloat16(str(device)) if self._bfloat16 is None else self._bfloat16
        rows = np.zeros((len(documents), self.model.shape.hidden_size), np.float32)
        order = sorted(range(len(documents)), key=lambda index: -len(documents[index]))
        with torch.autocast(device.type, torch.bfloat16, enabled=halved):
            for start in range(0, len(order), _BATCH):
                chosen = order[start : start + _BATCH]
                tokens = self.tokens.documents(
                    [documents[index] for index in chosen], device=device.type
                )
                vectors = encoder(
                    [{k: v.to(device) for k, v in group.items()} for group in tokens.groups],
                    tokens.order.to(device),
                    tokens.indices.to(device),
                    tokens.mask.to(device),
                )
                rows[chosen] = vectors.float().cpu().numpy()
        encoder.train(was_training)
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
        return rows


class HierarchicalEncoder(DocumentVectors):
    """A hierarchical model in this process; ``core.models.encoder.Encoder``."""

    def __init__(
        self,
        folder: Path,
        manifest: Manifest | None = None,
        *,
        device: str | None = None,
        precision: Precision = "auto",
    ) -> None:
        """Check the folder and load the model; ``device`` "cuda", "mps" or "cpu" is found out.

        Raises:
            ModelError: the folder is incomplete, damaged, or no hierarchical model.
        """
        self.manifest = manifest or read_manifest(folder)
        check_weights(folder, self.manifest)
        model = load_encoders(folder, name=self.manifest.name)
        if model.shape.hidden_size != self.manifest.dimension:
            raise ModelError(
                "The manifest of the model “{model}” says {dimension} dimensions, but the model "
                "has {hidden_size}.",
                model=self.manifest.name,
                dimension=self.manifest.dimension,
                hidden_size=model.shape.hidden_size,
            )
        network, self.device = open_model(device or best_device(), model.to)
        self.precision = usable_precision(precision, self.device)
        super().__init__(
            network,
            SentenceTokens(folder, model.shape),
            bfloat16=self.precision == "bfloat16",
        )
        logger.info("Loaded %s on %s in %s", self.manifest.name, self.device, self.precision)
