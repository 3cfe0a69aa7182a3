"""Corpora whose held-out papers judge a model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from training.sampling.questions import (
    Questions,
)


def _questions(
    *, own: tuple[int, ...], relevant: Sequence[tuple[str, ...]], papers: int
) -> Questions:
    return Questions(
        ids=tuple(f"q{place}" for place in range(len(own))),
        texts=("",) * len(own),
        relevant=tuple(relevant),
        own=own,
        pool=np.arange(papers),
        names=[f"p{paper}" for paper in range(papers)],
    )
