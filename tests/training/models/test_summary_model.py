"""The language model that makes summaries."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import ModelError, UsageError
from tests import wording
from tests.training.summarised import TOKENS
from training.commands.summaries import (
    PROMPTS,
)
from training.models.summary_model import Sampling, SummaryModel


def test_texts_longer_than_the_context_are_cut(language_model: SummaryModel) -> None:
    draws = np.full((1, 1, 1, TOKENS), 0.5, np.float32)
    (((said,),),) = language_model.continuations(["peat " * 500], PROMPTS[:1], draws)
    assert said


def test_a_context_too_short_for_a_summary_is_refused(gpt2: Path) -> None:
    long = SummaryModel(gpt2, device="cpu", sampling=Sampling(tokens=500))
    with pytest.raises(ModelError, match="160 tokens, too few"):
        long.continuations(["peat"], PROMPTS[:1], np.zeros((1, 1, 1, 500), np.float32))


def test_what_is_no_language_model_is_refused(tiny_base: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no model folder"):
        SummaryModel(tmp_path / "none")
    with pytest.raises(
        ModelError, match=wording.pattern("training.models.summary_model:_loaded {first")
    ):
        SummaryModel(tmp_path)
    with pytest.raises(ModelError, match="lack weights"):
        SummaryModel(tiny_base)
