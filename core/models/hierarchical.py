"""A hierarchical model in use: papers and queries → unit vectors, sentence by sentence."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.manuscript.text.sentences import split_sentences
from core.models.devices import best_device, has_bfloat16, open_model
from core.models.encoder import Precision, usable_precision
from core.models.hierarchy import Hierarchy, TwoEncoders, load_encoders
from core.models.manifest import Manifest, check_weights, read_manifest
from core.models.sentence_tokens import SentenceTokens

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
