"""Model folders of sentence-transformers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import (
    Normalize,
    Pooling,
    Transformer,
)

from tests.tiny_encoder import DIMENSION

PAPERS = [("Citation graphs", "Soils cite graphs."), ("Graphs of soils", "")]
QUESTIONS = ["citation graphs of soils", "soils", "a longer question on graphs and on soils"]


def theirs(tiny_model: Path, folder: Path, pooling: str, **options: object) -> SentenceTransformer:
    """Save a model as the library does, and return it."""
    modules = [Transformer(str(tiny_model)), Pooling(DIMENSION, pooling_mode=pooling), Normalize()]
    made = SentenceTransformer(modules=modules, device="cpu", **options)
    made.save_pretrained(str(folder), create_model_card=False)
    return made


def same(ours: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether rows have a cosine of .9999 at least."""
    lengths = np.linalg.norm(other, axis=1) * np.linalg.norm(ours.astype(np.float32), axis=1)
    return bool(((ours * other).sum(axis=1) / lengths).min() >= 0.9999)
