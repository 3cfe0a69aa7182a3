from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from core.base.errors import ModelError
from core.models.loading import open_encoder
from core.models.manifest import WEIGHTS, read_manifest, weights_sha256
from core.models.process import RerankerProcess
from core.models.reranker import Reranker, load_cross_encoder, load_tokenizer
from core.models.shelf import Shelf
from tests import wording
from tests.tiny_encoder import make_tiny_encoder

QUERY = "graphs of citation"
PAPERS = [
    ("Embedding citation graphs", "Every node of a citation graph gets a vector."),
    ("A title alone", ""),
    ("Acidity of soils", "We measured the acidity of soils. " * 30),
    ("Soils", "Nodes of soils."),
]


def test_the_score_is_the_probability_of_the_second_class(reranker: Reranker, folder: Path) -> None:
    title, abstract = PAPERS[0]
    network = AutoModelForSequenceClassification.from_pretrained(folder)
    tokens = AutoTokenizer.from_pretrained(folder)(
        "soils", f"{title[:9]}. {abstract[:9]}", return_tensors="pt", return_token_type_ids=True
    )
    with torch.no_grad():
        expected = torch.softmax(network(**tokens).logits, dim=1)[0, 1]
    scores = reranker.score("soils", [(title[:9], abstract[:9])])
    assert scores.dtype == np.float32
    assert scores[0] == pytest.approx(float(expected), abs=1e-6)


def test_a_score_depends_neither_on_the_batch_nor_on_the_padding(reranker: Reranker) -> None:
    together = reranker.score(QUERY, PAPERS * 20)  # several batches, sorted by length
    alone = np.concatenate([reranker.score(QUERY, [paper]) for paper in PAPERS])
    assert np.ptp(alone) > 1e-3
    assert np.abs(together - np.tile(alone, 20)).max() < 1e-5


def test_no_papers_have_no_scores(reranker: Reranker) -> None:
    assert reranker.score(QUERY, []).shape == (0,)


def test_the_classifier_computes_in_float32_where_the_rest_does_not(folder: Path) -> None:
    half = Reranker(folder, device="cpu", precision="bfloat16")
    assert load_cross_encoder(folder, precision="bfloat16").dtype == torch.bfloat16
    exact = Reranker(folder, device="cpu", precision="float32").score(QUERY, PAPERS)
    scores = half.score(QUERY, PAPERS)
    assert scores == pytest.approx(exact, abs=0.05)
    rounded = torch.from_numpy(scores).to(torch.bfloat16).float().numpy()
    assert np.any(scores != rounded)


def test_a_copy_gives_the_same_scores(reranker: Reranker, folder: Path, tmp_path: Path) -> None:
    load_cross_encoder(folder).save_pretrained(tmp_path / "copy")
    load_tokenizer(folder).save_pretrained(tmp_path / "copy")
    again = Reranker(tmp_path / "copy", reranker.manifest, device="cpu", precision="float32")
    assert np.array_equal(again.score(QUERY, PAPERS), reranker.score(QUERY, PAPERS))


def test_a_reranker_goes_onto_the_shelf_but_encodes_nothing(folder: Path, tmp_path: Path) -> None:
    model = Shelf(tmp_path / "shelf").add(folder)
    assert (model.manifest.kind, model.manifest.query_tokens) == ("reranker", 24)
    with pytest.raises(ModelError, match="is a reranker"):
        open_encoder(model.folder, model.manifest)
    scores = Reranker(model.folder, device="cpu", precision="float32").score(QUERY, PAPERS)
    assert scores.shape == (len(PAPERS),)


def test_an_encoder_is_refused_as_a_reranker(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=wording.pattern("core.models.reranker:check_kind")):
        Reranker(make_tiny_encoder(tmp_path / "encoder"), device="cpu")


def test_weights_without_classifier_are_refused(tmp_path: Path, folder: Path) -> None:
    base = make_tiny_encoder(tmp_path / "base", words="citation graphs soils")
    said = read_manifest(folder).model_copy(update={"weights_sha256": weights_sha256(base)})
    with pytest.raises(ModelError, match=r"lacks the weights classifier\.bias"):
        Reranker(base, said, device="cpu")


def test_damaged_weights_are_refused(folder: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (copy / WEIGHTS).write_bytes((copy / WEIGHTS).read_bytes()[:-8] + b"12345678")
    with pytest.raises(ModelError, match="damaged"):
        Reranker(copy, device="cpu")


def test_files_that_are_no_model_are_refused(folder: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (copy / "config.json").write_text('{"model_type": "unheard-of", "hidden_size": 32}')
    with pytest.raises(ModelError, match=wording.pattern("core.models.reranker:_unloadable")):
        load_cross_encoder(copy)
    (copy / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=wording.pattern("core.models.reranker:_unloadable")):
        load_tokenizer(copy)


def test_a_process_scores_like_the_model_itself_until_it_is_killed(
    reranker: Reranker, folder: Path
) -> None:
    process = RerankerProcess(folder, reranker.manifest)
    try:
        odd = [*PAPERS, ("Ünïcödé — soils", "")]
        assert process.score(QUERY, odd) == pytest.approx(reranker.score(QUERY, odd), abs=2e-2)
        assert process.score(QUERY, []).shape == (0,)
        process.kill()
        with pytest.raises(ModelError, match="ended") as ended:
            process.score(QUERY, PAPERS)
        assert wording.fill(wording.SUGGESTIONS_KEEP_ORDER) in ended.value.remedy
    finally:
        process.close()
