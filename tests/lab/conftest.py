"""The tiny corpus and the tiny model of the tests of training serve the lab too."""

from __future__ import annotations

from tests.training.conftest import (
    corpus,
    exact_arithmetic,
    tiny_base,
    tiny_corpus,
    tiny_encoder,
)

__all__ = ["corpus", "exact_arithmetic", "tiny_base", "tiny_corpus", "tiny_encoder"]
