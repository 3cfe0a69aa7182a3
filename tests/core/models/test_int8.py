from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.models import choosing
from core.models.devices import has_bfloat16
from core.models.encoder import PRECISION, SentenceEncoder
from core.models.process import EncoderProcess
from core.models.shelf import base_model, default_model

TEXTS = [
    "Bees find their way home by the sun.",
    "Bienen finden mit Hilfe der Sonne heim.",
    "We measure the acidity of 40 soils, each in three depths, and find that it falls with rain.",
    "A shorter index answers faster; what it leaves out is asked for again.",
    "x",
]

if not hasattr(torch.ops.onednn, "qlinear_pointwise"):
    pytest.skip("torch has no such kernels here", allow_module_level=True)


@pytest.fixture(autouse=True)
def automatic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PRECISION)


@pytest.fixture
def timed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let 8 bits take this share of the time; nothing left in the list means: not measured."""
    shares = [0.5]
    monkeypatch.setattr(choosing, "_share", lambda *_: shares.pop())
    return shares


def _usual() -> str:
    return "bfloat16" if has_bfloat16("cpu") else "float32"


def _kept() -> Path:
    [path] = choosing.cache_folder().iterdir()
    return path


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


def test_what_is_faster_is_used_and_measured_once(tiny_model: Path, timed: list[float]) -> None:
    first = SentenceEncoder(tiny_model, device="cpu")
    assert (first.precision, timed) == ("int8", [])
    again = SentenceEncoder(tiny_model, device="cpu")
    assert again.precision == "int8"
    assert np.array_equal(first.encode_queries(TEXTS), again.encode_queries(TEXTS))


def test_what_is_slower_is_not_used_and_not_measured_again(
    tiny_model: Path, timed: list[float]
) -> None:
    timed[:] = [0.95]
    assert [SentenceEncoder(tiny_model, device="cpu").precision for _ in "12"] == [_usual()] * 2


def test_other_rows_are_not_used(
    tiny_model: Path, timed: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "_least_cosine", lambda *_: 0.9)
    assert SentenceEncoder(tiny_model, device="cpu").precision == _usual()


@pytest.mark.parametrize("spoil", [lambda path: path.write_bytes(b"no"), Path.unlink])
def test_a_choice_that_is_damaged_is_made_again(
    tiny_model: Path, timed: list[float], spoil: Callable[[Path], Any]
) -> None:
    SentenceEncoder(tiny_model, device="cpu")
    spoil(_kept())
    timed[:] = [0.5]
    assert SentenceEncoder(tiny_model, device="cpu").precision == "int8"
    assert (timed, _kept().stat().st_size > 100) == ([], True)


def test_ranges_of_another_model_are_not_used(tiny_model: Path, timed: list[float]) -> None:
    SentenceEncoder(tiny_model, device="cpu")
    _kept().write_bytes(choosing.save({"papers/encoder.layer.9.output.dense": torch.zeros(2, 3)}))
    encoder = SentenceEncoder(tiny_model, device="cpu")
    assert encoder.precision == _usual()
    assert encoder.encode_queries(TEXTS).any()


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


def test_a_choice_that_cannot_be_kept_still_counts(
    tiny_model: Path, timed: list[float], own_folders: Path
) -> None:
    (own_folders / "cache" / "cocite").write_text("in the way")
    assert SentenceEncoder(tiny_model, device="cpu").precision == "int8"


def test_a_process_says_how_it_computes(
    tiny_model: Path, timed: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = SentenceEncoder(tiny_model, device="cpu")
    process = EncoderProcess(tiny_model, here.manifest)
    try:
        process.wait_until_ready()
        assert process.precision == "int8"
        assert np.array_equal(process.encode_queries(TEXTS), here.encode_queries(TEXTS))
    finally:
        process.close()
