"""Encoders in training and opened models are judged alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from tools.lab.judging.models import encoded_papers, opened
from training.corpus.corpus import Corpus
from training.judging.evaluation import HeldOutContexts
from training.models.encoders import TextEncoder


def test_training_encoders_and_opened_models_are_judged_alike(
    corpus: Corpus, tiny_base: Path, tiny_encoder: TextEncoder
) -> None:
    held_out = HeldOutContexts.of(corpus, queries=40, pool=50)
    assert held_out.scores(tiny_encoder) == pytest.approx(
        held_out.scores(opened(str(tiny_base))), abs=0.02
    )


def test_vectors_are_kept_and_found_again(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = opened(str(tiny_base))
    papers = [corpus.text(number) for number in range(20)]
    rows = encoded_papers(encoder, papers, SilentJob(), keep_in=tmp_path / "kept")
    assert np.allclose(rows, encoder.encode_papers(papers), atol=2e-3)
    monkeypatch.setattr(encoder, "encode_papers", None)
    again = encoded_papers(encoder, papers, SilentJob(), keep_in=tmp_path / "kept")
    assert np.array_equal(rows, again)
    (kept,) = (tmp_path / "kept").iterdir()
    monkeypatch.undo()
    kept.write_bytes(b"damaged")
    assert np.array_equal(
        rows, encoded_papers(encoder, papers, SilentJob(), keep_in=tmp_path / "kept")
    )


def test_vectors_that_cannot_be_kept_are_a_plain_failure(tiny_base: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be kept"):
        encoded_papers(opened(str(tiny_base)), [("A", "b")], SilentJob(), keep_in=tmp_path / "file")
