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
    with pytest.raises(UsageError, match=wording.pattern("training.models.summary_model:__init__")):
        SummaryModel(tmp_path / "none")
    with pytest.raises(
        ModelError, match=wording.pattern("training.models.summary_model:_loaded {first")
    ):
        SummaryModel(tmp_path)
    with pytest.raises(ModelError, match="lack weights"):
        SummaryModel(tiny_base)


def test_a_file_needs_the_package_that_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "peat.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setattr("training.models.summary_model.is_gguf_available", lambda: False)
    with pytest.raises(UsageError) as refused:
        SummaryModel(path)
    assert "cocite[gguf]" in refused.value.remedy


@pytest.mark.parametrize("content", [b"", b"GGUF", b"GGUF" + bytes(60)])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    pytest.importorskip("gguf")
    path = tmp_path / "peat.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"peat\.gguf"):
        SummaryModel(path)
