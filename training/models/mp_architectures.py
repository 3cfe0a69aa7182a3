"""The two ways MP-BERT4CR's objectives can be learnt: a hierarchical model, or an ordinary one."""

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

from core.models.hierarchical import DocumentVectors
from core.models.hierarchy import TwoEncoders, save_encoders
from core.models.manifest import MANIFEST, Manifest, weights_sha256
from core.models.sentence_tokens import SentenceTokens
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

    def inputs(
        self, contexts: Sequence[ManuscriptContext], papers: Sequence[Sequence[PaperContent]]
    ) -> dict[str, Any]:
        """Return contexts and the ``k`` papers of each as tensors, on the CPU."""
        different, indices = _numbered(papers)
        documents = [paper.sentences for paper in different]
        return {
            "manuscripts": self.tokens.documents([each.sentences() for each in contexts]).inputs(),
            "papers": self.tokens.documents(documents).inputs(),
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
            "manuscripts": self._tokens([self._texts.query_text(each.text()) for each in contexts]),
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
