"""What encoders are to those that judge them: whatever turns papers and sentences into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from training.sampling.contexts import ManuscriptContext, PaperContent


class PaperEncoder(Protocol):
    """Whatever turns papers and queries into vectors whose inner product ranks."""

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return one unit row per (title, abstract): (papers, dimension)."""

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text: (texts, dimension)."""


class ContextEncoder(Protocol):
    """Whatever turns sampled contexts and papers into unit rows."""

    def of_contexts(self, contexts: Sequence[ManuscriptContext]) -> NDArray[np.float32]:
        """Return one unit row per context: (contexts, dimension)."""

    def of_contents(self, papers: Sequence[PaperContent]) -> NDArray[np.float32]:
        """Return one unit row per paper: (papers, dimension)."""
