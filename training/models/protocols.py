"""What models are to those that use them: encoders that are judged, writers of summaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Sampling:
    """How continuations are drawn. The paper does not say; these are usual for base models."""

    temperature: float = 1.0
    top_p: float = 0.95
    tokens: int = 128


class Continuing(Protocol):
    """A language model that writes summaries."""

    sampling: Sampling

    def continuations(
        self, texts: Sequence[str], prompts: Sequence[str], draws: NDArray[np.float32]
    ) -> list[list[list[str]]]:
        """Return how the model goes on after each text and prompt: [text][prompt][continuation].

        Args:
            texts: what comes before the prompts.
            prompts: each is put behind each text.
            draws: (texts, prompts, continuations, tokens) numbers in [0, 1).
        """
