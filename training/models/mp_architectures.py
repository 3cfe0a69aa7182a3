"""The two ways MP-BERT4CR's objectives can be learnt: a hierarchical model, or an ordinary one.

Predicts the words of a masked sentence from its vector in the document (HIBERT, §3.2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from core.models.hierarchical import (
    DocumentVectors,
    Hierarchy,
    PlainSentences,
    SentenceTokens,
    Shape,
    TwoEncoders,
    WordEmbeddings,
    save_encoders,
)
from core.models.manifest import MANIFEST, Manifest, weights_sha256
from training.models.encoders import TextEncoder
from training.models.protocols import ContextEncoder, PaperEncoder
from training.sampling.contexts import ManuscriptContext, PaperContent


class Architecture(ContextEncoder, PaperEncoder, Protocol):
    """A model, what it is called with, and its use on held-out papers."""

    @property
    def model(self) -> nn.Module:
        """Called with ``inputs``; returns "manuscript" (b, d) and "papers" (b, k, d)."""

    def inputs(
        self, contexts: Sequence[ManuscriptContext], papers: Sequence[Sequence[PaperContent]]
    ) -> dict[str, Any]:
        """Return contexts and the ``k`` papers of each as tensors, on the CPU."""

    def save(self, folder: Path, *, name: str, description: str) -> None:
        """Write the model as the rest of Cocite reads it."""


class AsTexts:
    """Any encoder of texts asked with sampled contexts, as one text each."""

    def __init__(self, encoder: PaperEncoder) -> None:
        self._encoder = encoder

    def of_contexts(self, contexts: Sequence[ManuscriptContext]) -> NDArray[np.float32]:
        """Return one unit row per context: (contexts, dimension)."""
        return self._encoder.encode_queries([context.text() for context in contexts])

    def of_contents(self, papers: Sequence[PaperContent]) -> NDArray[np.float32]:
        """Return one unit row per title and abstract: (papers, dimension)."""
        texts = [(paper.title, paper.abstract) for paper in papers]
        return self._encoder.encode_papers(texts).astype(np.float32)


class HierarchicalPair(nn.Module):
    """Two hierarchical encoders side by side."""

    def __init__(self, encoders: TwoEncoders) -> None:
        super().__init__()
        self.encoders = encoders

    def forward(
        self, manuscripts: dict[str, Any], papers: dict[str, Any], indices: Tensor
    ) -> dict[str, Tensor]:
        """Return "manuscript" (b, d) and "papers" (b, k, d); ``indices`` are rows of papers."""
        return {
            "manuscript": self.encoders.manuscripts(**manuscripts),
            "papers": self.encoders.papers(**papers)[indices],
        }


class Hierarchical:
    """The paper's architecture: sentences, then documents; manuscripts by an encoder apart."""

    def __init__(self, encoders: TwoEncoders, tokens: SentenceTokens, manifest: Manifest) -> None:
        self.model = HierarchicalPair(encoders)
        self.manifest = manifest
        self.tokens = tokens
        self._vectors = DocumentVectors(encoders, tokens)
        self.encode_papers = self._vectors.encode_papers
        self.encode_queries = self._vectors.encode_queries

    @property
    def device(self) -> str:
        """Return the kind of device the model is on."""
        return self.model.encoders.papers.position_scale.device.type

    def inputs(
        self, contexts: Sequence[ManuscriptContext], papers: Sequence[Sequence[PaperContent]]
    ) -> dict[str, Any]:
        """Return contexts and the ``k`` papers of each as tensors, on the CPU."""
        different, indices = _numbered(papers)
        manuscripts = [context.sentences() for context in contexts]
        documents = [paper.sentences for paper in different]
        device = self.device
        return {
            "manuscripts": self.tokens.documents(manuscripts, device=device).inputs(),
            "papers": self.tokens.documents(documents, device=device).inputs(),
            "indices": indices,
        }

    def of_contexts(self, contexts: Sequence[ManuscriptContext]) -> NDArray[np.float32]:
        """Return one unit row per context: (contexts, dimension)."""
        return self._vectors.of_manuscripts([context.sentences() for context in contexts])

    def of_contents(self, papers: Sequence[PaperContent]) -> NDArray[np.float32]:
        """Return one unit row per paper, of the sentences drawn: (papers, dimension)."""
        return self._vectors.of_papers([paper.sentences for paper in papers])

    def save(self, folder: Path, *, name: str, description: str) -> None:
        """Write a model folder of the kind "hierarchical"."""
        folder.mkdir(parents=True, exist_ok=True)
        save_encoders(self.model.encoders, folder)
        self.tokens.save(folder)
        shape = self.model.encoders.shape
        changes = {
            "name": name,
            "kind": "hierarchical",
            "recipe": "mp-bert4cr",
            "description": description,
            "base": self.manifest.name,
            "package": "",
            "weights_sha256": weights_sha256(folder),
            "pooling": shape.pooling,
            "max_tokens": shape.max_tokens,
            "dimension": shape.hidden_size,
            "scores": {},
        }
        manifest = self.manifest.model_copy(update=changes)
        (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2), encoding="utf-8")


class TextPair(nn.Module):
    """One encoder of texts for manuscripts and papers.

    Rows get length √dimension: what the hierarchical model's last normalisation gives them, so
    that the objectives see distances of the same size, and what the cosine at use compares.
    """

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(
        self, manuscripts: dict[str, Any], papers: dict[str, Any], indices: Tensor
    ) -> dict[str, Tensor]:
        """Return "manuscript" (b, d) and "papers" (b, k, d); ``indices`` are rows of papers."""
        return {
            "manuscript": self._rows(manuscripts),
            "papers": self._rows(papers)[indices],
        }

    def _rows(self, tokens: dict[str, Any]) -> Tensor:
        rows = self.encoder(**tokens)
        return functional.normalize(rows.float(), dim=-1) * math.sqrt(rows.shape[-1])


class Texts(AsTexts):
    """An ordinary encoder: a context as one text, a paper as title and abstract.

    ``most`` are the tokens of a text that are read in training, 0: as many as in use.
    """

    def __init__(self, encoder: TextEncoder, *, most: int = 0) -> None:
        super().__init__(encoder)
        self._most = most
        self.model = TextPair(encoder)
        self._texts = encoder
        self.encode_papers = encoder.encode_papers
        self.encode_queries = encoder.encode_queries

    def inputs(
        self, contexts: Sequence[ManuscriptContext], papers: Sequence[Sequence[PaperContent]]
    ) -> dict[str, Any]:
        """Return contexts and the ``k`` papers of each as tensors, on the CPU."""
        different, indices = _numbered(papers)
        texts = [self._texts.paper_text(paper.title, paper.abstract) for paper in different]
        return {
            "manuscripts": self._tokens(
                [self._texts.query_text(context.text()) for context in contexts]
            ),
            "papers": self._tokens(texts),
            "indices": indices,
        }

    def save(self, folder: Path, *, name: str, description: str) -> None:
        """Write an ordinary model folder."""
        self._texts.save(folder, name=name, recipe="mp-bert4cr", description=description)

    def _tokens(self, texts: Sequence[str]) -> dict[str, Any]:
        return self._texts.tokens(texts, most=self._most).inputs()


def _numbered(
    papers: Sequence[Sequence[PaperContent]],
) -> tuple[list[PaperContent], Tensor]:
    """Return each different paper once, and which one stands where: (b, k)."""
    number: dict[PaperContent, int] = {}
    indices = [[number.setdefault(paper, len(number)) for paper in row] for row in papers]
    return list(number), torch.tensor(indices)


IGNORED = -100
"""Padding of the words to predict: no word stands here."""


class DecoderLayer(nn.Module):
    """Masked self-attention, then the sentence's vector in place of cross-attention, then ReLU.

    Each is dropped out, added and normalised: one vector needs no attention over it.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        size = shape.hidden_size
        self.attention = nn.MultiheadAttention(size, shape.heads, shape.dropout, batch_first=True)
        self.wider = nn.Sequential(
            nn.Linear(size, shape.feed_forward),
            nn.ReLU(),
            nn.Dropout(shape.dropout),
            nn.Linear(shape.feed_forward, size),
        )
        self.norms = nn.ModuleList(nn.LayerNorm(size) for _ in range(3))
        self.dropout = nn.Dropout(shape.dropout)

    def forward(self, states: Tensor, sentences: Tensor, future: Tensor) -> Tensor:
        """Return (sentences, words, dimension) of the same, and of (sentences, 1, dimension)."""
        attended, _ = self.attention(states, states, states, attn_mask=future, need_weights=False)
        states = self.norms[0](states + self.dropout(attended))
        states = self.norms[1](states + self.dropout(sentences))
        out: Tensor = self.norms[2](states + self.dropout(self.wider(states)))
        return out


class Decoder(nn.Module):
    """Words so far and a sentence's vector → scores of the next word.

    The word vectors serve as output weights too; a plain sentence encoder shares its own.
    """

    def __init__(self, shape: Shape, layers: int, words: nn.Embedding | None) -> None:
        super().__init__()
        self.embeddings = WordEmbeddings(shape, words)
        self.layers = nn.ModuleList(DecoderLayer(shape) for _ in range(layers))
        self.bias = nn.Parameter(torch.zeros(shape.vocab_size))

    def forward(self, words: Tensor, sentences: Tensor) -> Tensor:
        """Return (sentences, words, vocabulary); a position sees only words up to itself."""
        length = words.shape[1]
        future = torch.ones(length, length, dtype=torch.bool, device=words.device).triu(1)
        states = self.embeddings(words)
        for layer in self.layers:
            states = layer(states, sentences.unsqueeze(1), future)
        return functional.linear(states, self.embeddings.words.weight, self.bias)


class SentencePredictor(nn.Module):
    """A hierarchical encoder, and a decoder that predicts its masked sentences."""

    def __init__(self, encoder: Hierarchy, shape: Shape, *, layers: int) -> None:
        super().__init__()
        self.encoder = encoder
        # The sum of the sentences is not asked for here, so its normalisation gets no gradient.
        self.encoder.norm.requires_grad_(False)
        shared = encoder.sentences
        words = shared.embeddings.words if isinstance(shared, PlainSentences) else None
        self.decoder = Decoder(shape, layers, words)

    def forward(
        self,
        groups: list[dict[str, Tensor]],
        order: Tensor,
        indices: Tensor,
        mask: Tensor,
        masked: Tensor,
        words: Tensor,
    ) -> dict[str, Tensor]:
        """Return "loss": a document's mean cross-entropy of the words of its masked sentences.

        Args:
            groups: as of ``Hierarchy``.
            order: as of ``Hierarchy``.
            indices: as of ``Hierarchy``.
            mask: as of ``Hierarchy``.
            masked: (k, 2), document and index of each masked sentence.
            words: (k, longest), its words as they were, filled up with ``IGNORED``.
        """
        vectors = self.encoder.sentence_vectors(groups, order)
        states = self.encoder.states(vectors, indices, mask)
        before, targets = words[:, :-1].clamp(min=0), words[:, 1:]
        scores = self.decoder(before, states[masked[:, 0], masked[:, 1]])
        losses = functional.cross_entropy(
            scores.float().flatten(0, 1), targets.flatten(), ignore_index=IGNORED, reduction="none"
        ).view(targets.shape)
        return {"loss": _by_document(losses, targets != IGNORED, masked[:, 0], len(indices))}


def _by_document(losses: Tensor, real: Tensor, document: Tensor, documents: int) -> Tensor:
    """Return the mean over the words of each document: (documents,)."""
    totals = losses.new_zeros(documents).index_add(0, document, losses.sum(1))
    words = losses.new_zeros(documents).index_add(0, document, real.sum(1).to(losses.dtype))
    return totals / words.clamp(min=1)
