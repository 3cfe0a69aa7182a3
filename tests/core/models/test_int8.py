from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest
import torch

from core.models.encoder import PRECISION, SentenceEncoder
from core.models.shelf import base_model, default_model
from tests.core.models.precisions import TEXTS, _usual

if not hasattr(torch.ops.onednn, "qlinear_pointwise"):
    pytest.skip("torch has no such kernels here", allow_module_level=True)


@pytest.fixture(autouse=True)
def automatic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PRECISION)


def test_the_default_models_rows_are_those_of_float32_but_for_rounding() -> None:
    model = default_model()
    exact = SentenceEncoder(model.folder, model.manifest, device="cpu", precision="float32")
    fewer = SentenceEncoder(model.folder, model.manifest, device="cpu", precision="int8")
    assert (exact.precision, fewer.precision) == ("float32", "int8")
    queries, papers = fewer.encode_queries(TEXTS), fewer.encode_papers([(t, t) for t in TEXTS])
    assert (queries * exact.encode_queries(TEXTS)).sum(1).min() > 0.98
    true = exact.encode_papers([(t, t) for t in TEXTS]).astype(np.float32)
    assert (papers.astype(np.float32) * true).sum(1).min() > 0.98
    assert not np.allclose(queries, exact.encode_queries(TEXTS), atol=1e-4)  # not float32 again
    near = exact.encode_queries(TEXTS) @ exact.encode_queries(TEXTS).T
    assert np.abs(queries @ queries.T - near).max() < 0.07  # what is near stays near


def test_a_row_in_8_bits_does_not_depend_on_its_batch() -> None:
    model = base_model()
    encoder = SentenceEncoder(model.folder, model.manifest, device="cpu", precision="int8")
    alone = np.concatenate([encoder.encode_queries([text]) for text in TEXTS])
    assert np.abs(encoder.encode_queries(TEXTS) - alone).max() < 1e-5


def test_a_torch_without_these_kernels_computes_as_before(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise AttributeError("'_OpNamespace' 'onednn' has no such operator")

    monkeypatch.setattr(torch.ops.onednn, "qlinear_prepack", fails)
    with caplog.at_level(logging.INFO):
        precisions = [SentenceEncoder(tiny_model, device="cpu").precision for _ in "12"]
    assert precisions == [_usual()] * 2
    assert caplog.text.count("Not in 8-bit integers") == 1
