"""A saved model opened by sentence-transformers alone, as anybody would open it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer

from core.models.encoder import SentenceEncoder

_TEXTS = ["graphs of citation", "soils", "What is cited. A longer text of two sentences."]


def gives_the_same_rows(folder: Path) -> bool:
    """Tell whether the library's rows of some texts are those of Cocite (cosine .9999)."""
    ours = SentenceEncoder(folder, device="cpu", precision="float32")
    theirs = SentenceTransformer(str(folder), device="cpu")
    papers = [(text, "") for text in _TEXTS]
    pairs = (
        (ours.encode_queries(_TEXTS), theirs.encode_query(_TEXTS)),
        (ours.encode_papers(papers).astype(np.float32), theirs.encode_document(_TEXTS)),
    )
    return all(_least_cosine(one, other) >= 0.9999 for one, other in pairs)


def _least_cosine(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    # Rows in half precision are not of unit length any more.
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    return float(((one * other).sum(axis=1) / lengths).min())
