"""The tiny corpus and the tiny model of the tests of training serve the lab too."""

from __future__ import annotations

import copy

import pytest

from tests.lab.baselines.guarded import SMALL, Guarded
from tests.training.conftest import (
    corpus,
    exact_arithmetic,
    tiny_base,
    tiny_corpus,
    tiny_encoder,
)
from tools.lab.baselines.catalogue import Baselines
from training.corpus.corpus import Corpus

__all__ = ["corpus", "exact_arithmetic", "tiny_base", "tiny_corpus", "tiny_encoder"]


@pytest.fixture(scope="module")
def guarded(corpus: Corpus) -> Corpus:
    twin = copy.copy(corpus)
    twin.__class__ = Guarded
    return twin


@pytest.fixture(scope="module")
def made(guarded: Corpus) -> Baselines:
    return Baselines(guarded, SMALL)
