"""A cross-encoder that is an adapter of a plain BERT, against transformers' own network."""

from __future__ import annotations

import hashlib
import itertools
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer
from torch import Tensor
from transformers import BertForSequenceClassification

from core.base.errors import ModelError
from core.models import bert_pairs, choosing
from core.models import encoder as encoder_module
from core.models.adapters import write_adapter
from core.models.bert import Bert
from core.models.encoder import PRECISION
from core.models.manifest import MANIFEST, TOKENIZER, AdapterFile, read_manifest
from core.models.pair_reader import PairReader
from core.models.reranker import Reranker
from tests import wording
from tests.tiny_encoder import DIMENSION

QUERY = "graphs of citation"
PAPERS = [
    ("Embedding citation graphs", "Every node of a citation graph gets a vector."),
    ("Peat", ""),
    ("The acidity of soils", "Measured on moors, in three summers and with one instrument. " * 4),
]
MATRIX = "encoder.layer.0.attention.self.query.weight"


def changes() -> dict[str, Tensor]:
    random = torch.Generator().manual_seed(5)

    def drawn(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=random) * 0.3

    return {
        f"{MATRIX}.lora_A": drawn(4, DIMENSION),
        f"{MATRIX}.lora_B": drawn(DIMENSION, 4),
        "pooler.dense.weight": drawn(DIMENSION, DIMENSION),
        "classifier.weight": drawn(1, DIMENSION),
        "classifier.bias": drawn(1),
    }


@pytest.fixture
def folder(tiny_model: Path, tmp_path: Path) -> Path:
    """A reranker whose weights are a tiny encoder's and an adapter for pairs."""
    for path in tiny_model.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    adapter = tmp_path / "pairs.safetensors"
    write_adapter(adapter, changes())
    checksum = hashlib.sha256(adapter.read_bytes()).hexdigest()
    values = {
        "name": "tiny-reader",
        "kind": "reranker",
        "pooling": "cls",
        "max_tokens": 60,
        "query_tokens": 24,
        "adapters": {"pairs": AdapterFile(file=adapter.name, sha256=checksum)},
    }
    said = read_manifest(tiny_model).model_copy(update=values)
    (tmp_path / MANIFEST).write_text(said.model_dump_json(), encoding="utf-8")
    return tmp_path


def of_transformers(folder: Path) -> BertForSequenceClassification:
    """The same network as transformers has it, the changes added by hand."""
    network = BertForSequenceClassification.from_pretrained(folder, num_labels=1)
    weights = dict(network.named_parameters())
    added = changes()
    with torch.no_grad():
        weights[f"bert.{MATRIX}"] += added[f"{MATRIX}.lora_B"] @ added[f"{MATRIX}.lora_A"]
        weights["bert.pooler.dense.weight"] += added["pooler.dense.weight"]
        weights["classifier.weight"].copy_(added["classifier.weight"])
        weights["classifier.bias"].copy_(added["classifier.bias"])
    return network.eval()


def test_it_scores_pairs_as_transformers_does(folder: Path) -> None:
    reranker = Reranker(folder, device="cpu", precision="float32")
    network = of_transformers(folder)
    reader = PairReader(
        Tokenizer.from_file(str(folder / TOKENIZER)), query_tokens=24, max_tokens=60
    )
    texts = [reranker.manifest.paper_text(*paper, sep_token="") for paper in PAPERS]
    rows = reader.padded(reader.tokenize_pairs([(QUERY, text) for text in texts]))
    with torch.no_grad():
        expected = torch.sigmoid(network(**rows).logits[:, 0]).numpy()
    found = reranker.score(QUERY, PAPERS)
    assert np.ptp(expected) > 0.01
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_a_paper_scores_the_same_beside_others_as_alone(folder: Path) -> None:
    reranker = Reranker(folder, device="cpu", precision="float32")
    alone = [reranker.score(QUERY, [paper])[0] for paper in PAPERS]
    np.testing.assert_allclose(reranker.score(QUERY, PAPERS), alone, atol=1e-5)
    assert reranker.score(QUERY, []).shape == (0,)


def test_a_network_that_is_no_bert_is_refused(folder: Path) -> None:
    config = folder / "config.json"
    config.write_text(config.read_text("utf-8").replace('"bert"', '"roberta"'), encoding="utf-8")
    with pytest.raises(ModelError, match=wording.pattern("core.models.bert_pairs:__init__")):
        Reranker(folder, device="cpu", precision="float32")


def test_an_adapter_that_was_changed_is_refused(folder: Path) -> None:
    (folder / "pairs.safetensors").write_bytes(b"other bytes")
    with pytest.raises(ModelError, match="checksum"):
        Reranker(folder, device="cpu", precision="float32")


@pytest.mark.parametrize("is_faster", [True, False])
def test_bfloat16_is_used_only_where_it_is_faster(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, is_faster: bool
) -> None:
    monkeypatch.delenv(PRECISION)
    monkeypatch.setattr(encoder_module, "has_bfloat16", lambda _: True)
    monkeypatch.setattr(bert_pairs, "_is_faster", lambda *_: is_faster)
    monkeypatch.setattr(choosing, "_share", lambda *_: 1.0)
    tried = Reranker(folder, device="cpu")
    assert tried.precision == ("bfloat16" if is_faster else "float32")
    assert Reranker(folder, device="cpu", precision="bfloat16").precision == "bfloat16"
    exact = Reranker(folder, device="cpu", precision="float32").score(QUERY, PAPERS)
    np.testing.assert_allclose(tried.score(QUERY, PAPERS), exact, atol=0.05)
    assert np.array_equal(tried.score(QUERY, PAPERS), exact) != is_faster


def test_the_faster_format_is_found_by_reading(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Bert.first_states
    monkeypatch.delenv(PRECISION)
    monkeypatch.setattr(encoder_module, "has_bfloat16", lambda _: True)
    monkeypatch.setattr(choosing, "_share", lambda *_: 1.0)
    for slow, expected in ((torch.float32, "bfloat16"), (torch.bfloat16, "float32")):
        clock = itertools.count()

        def read_slowly(model: Bert, *pairs: Tensor, slow: torch.dtype = slow) -> Tensor:
            if model.weights["pooler.dense.bias"].dtype == slow:
                for _ in range(5):
                    next(clock)  # noqa: B023 - called within the loop
            return read(model, *pairs)

        monkeypatch.setattr(Bert, "first_states", read_slowly)
        monkeypatch.setattr(bert_pairs.time, "process_time", lambda: float(next(clock)))  # noqa: B023
        assert Reranker(folder, device="cpu").precision == expected


@pytest.mark.skipif(
    not hasattr(torch.ops.onednn, "qlinear_pointwise"), reason="torch has no such kernels here"
)
def test_pairs_are_read_in_8_bits_where_that_is_faster(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PRECISION)
    shares = [0.5]
    monkeypatch.setattr(choosing, "_share", lambda *_: shares.pop())
    rerankers = [Reranker(folder, device="cpu") for _ in "12"]
    assert [one.precision for one in rerankers] == ["int8"] * 2
    exact = Reranker(folder, device="cpu", precision="float32").score(QUERY, PAPERS)
    fewer = rerankers[0].score(QUERY, PAPERS)
    np.testing.assert_allclose(fewer, exact, atol=0.05)
    assert not np.array_equal(fewer, exact)
    alone = [rerankers[1].score(QUERY, [paper])[0] for paper in PAPERS]
    np.testing.assert_allclose(alone, fewer, atol=1e-5)
