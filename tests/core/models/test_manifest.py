from __future__ import annotations

import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import ModelError, UsageError
from core.base.precedence import Rank, working
from core.models import choosing
from core.models.encoder import PRECISION, SentenceEncoder, has_bfloat16
from core.models.manifest import (
    CONFIG,
    MANIFEST,
    WEIGHTS,
    check_weights,
    read_manifest,
    token_positions,
)
from core.models.process import EncoderProcess
from core.models.shelf import BASE, DEFAULT, Shelf, default_model, supports_language
from tests.tiny_encoder import DIMENSION, make_tiny_encoder

PAPERS = [
    ("Embedding citation graphs", "Every node of a citation graph gets a vector."),
    ("A title alone", ""),
    ("Acidity of soils", "We measured the acidity of soils. " * 30),
]

SHIPPED = [DEFAULT, BASE, "cocite-reader"]


@pytest.fixture(scope="module")
def encoder(tiny_model: Path) -> SentenceEncoder:
    return SentenceEncoder(tiny_model, device="cpu", precision="float32")


@pytest.fixture
def copy(tiny_model: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_model, tmp_path / "copied"))


def test_rows_have_unit_length_and_the_asked_shape(encoder: SentenceEncoder) -> None:
    rows = encoder.encode_papers(PAPERS)
    assert (rows.shape, rows.dtype) == ((3, DIMENSION), np.float16)
    assert np.linalg.norm(rows.astype(np.float32), axis=1) == pytest.approx(1.0, abs=1e-3)
    assert encoder.encode_queries([]).shape == (0, DIMENSION)


def test_a_row_does_not_depend_on_its_batch(encoder: SentenceEncoder) -> None:
    texts = ["soils", "a much longer text about citation graphs and their nodes", "x"]
    together = encoder.encode_queries(texts)
    alone = np.concatenate([encoder.encode_queries([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-5


def test_the_pooling_is_the_mean_over_the_tokens_of_the_text(
    encoder: SentenceEncoder, tiny_model: Path
) -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    text = "citation graphs of soils"
    tokens = AutoTokenizer.from_pretrained(tiny_model)([text], return_tensors="pt")
    with torch.no_grad():
        states = AutoModel.from_pretrained(tiny_model)(**tokens).last_hidden_state[0]
    expected = torch.nn.functional.normalize(states.mean(dim=0), dim=0).numpy()
    assert encoder.encode_queries([text])[0] == pytest.approx(expected, abs=1e-5)


def test_a_folder_without_manifest_is_read_as_cls_with_title_sep_abstract(tmp_path: Path) -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    folder = make_tiny_encoder(tmp_path / "plain", words="citation graphs", manifest=False)
    manifest = read_manifest(folder)
    assert (manifest.pooling, manifest.separator) == ("cls", " [SEP] ")
    row = SentenceEncoder(folder, precision="float32").encode_papers([("citation", "graphs")])[0]
    tokens = AutoTokenizer.from_pretrained(folder)(["citation [SEP] graphs"], return_tensors="pt")
    with torch.no_grad():
        state = AutoModel.from_pretrained(folder)(**tokens).last_hidden_state[0, 0]
    expected = torch.nn.functional.normalize(state, dim=0).numpy()
    assert row.astype(np.float32) == pytest.approx(expected, abs=2e-3)


def test_a_manifest_of_sentence_transformers_pooling_is_derived(copy: Path) -> None:
    (copy / MANIFEST).unlink()
    (copy / "1_Pooling").mkdir()
    pooling = {"pooling_mode_mean_tokens": True}
    (copy / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    assert read_manifest(copy).pooling == "mean"


def test_bfloat16_is_used_where_the_processor_has_it_and_hardly_moves_a_row(
    encoder: SentenceEncoder, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PRECISION)
    monkeypatch.setattr(choosing, "_share", lambda *_: 1.0)  # 8-bit integers are no faster
    automatic = SentenceEncoder(tiny_model, device="cpu")
    assert automatic.precision == ("bfloat16" if has_bfloat16("cpu") else "float32")
    halved = SentenceEncoder(tiny_model, device="cpu", precision="bfloat16")
    cosines = (halved.encode_queries(["soils"]) * encoder.encode_queries(["soils"])).sum(axis=1)
    assert cosines.min() > 0.99


@pytest.mark.parametrize("missing", ["config.json", "tokenizer.json", WEIGHTS])
def test_a_missing_file_is_named(copy: Path, missing: str) -> None:
    (copy / missing).unlink()
    with pytest.raises(ModelError, match=missing):
        SentenceEncoder(copy)


def test_pickled_weights_are_never_loaded(copy: Path) -> None:
    (copy / WEIGHTS).rename(copy / "pytorch_model.bin")
    with pytest.raises(ModelError, match=WEIGHTS):
        SentenceEncoder(copy)


@pytest.mark.parametrize(
    ("called", "name"),
    [("modèle", "modele"), ("模型", "model"), ("my model (v2)", "my-model--v2")],
)
def test_a_folder_of_any_name_gets_one_for_the_shelf(
    tiny_model: Path, tmp_path: Path, called: str, name: str
) -> None:
    folder = Path(shutil.copytree(tiny_model, tmp_path / called))
    (folder / MANIFEST).unlink()
    manifest = read_manifest(folder)
    assert (manifest.name, manifest.base) == (name, called)


def test_the_folder_one_stands_in_is_called_by_its_name(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copy / MANIFEST).unlink()
    monkeypatch.chdir(copy)
    assert read_manifest(Path()).name == "copied"


@pytest.mark.parametrize(
    ("positions", "tokens"), [(None, 512), ("many", 512), (48, 48), (32_768, 8192)]
)
def test_a_model_reads_as_many_tokens_as_its_configuration_says(
    copy: Path, positions: object, tokens: int
) -> None:
    (copy / MANIFEST).unlink()
    config = json.loads((copy / CONFIG).read_text("utf-8"))
    config |= {"max_position_embeddings": positions, "pad_token_id": None}
    (copy / CONFIG).write_text(json.dumps(config), encoding="utf-8")
    longest = json.dumps({"max_seq_length": 32_768 if positions == 32_768 else None})
    (copy / "sentence_bert_config.json").write_text(longest, encoding="utf-8")
    manifest = read_manifest(copy)
    assert manifest.max_tokens == tokens
    config["model_type"] = "roberta"
    (copy / CONFIG).write_text(json.dumps(config), encoding="utf-8")
    most = positions if isinstance(positions, int) else tokens
    assert token_positions(copy, manifest) == most - 2


def test_a_configuration_that_makes_no_manifest_is_refused_in_one_sentence(copy: Path) -> None:
    (copy / MANIFEST).unlink()
    config = json.loads((copy / CONFIG).read_text("utf-8")) | {"max_position_embeddings": 2}
    (copy / CONFIG).write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ModelError, match="“copied” is wrong at “max_tokens”"):
        read_manifest(copy)


def test_another_dimension_than_the_manifest_says_is_refused(copy: Path) -> None:
    said = json.loads((copy / MANIFEST).read_text())
    (copy / MANIFEST).write_text(json.dumps(said | {"dimension": 64}))
    with pytest.raises(ModelError, match="64 dimensions"):
        read_manifest(copy)


def test_damaged_weights_are_noticed(copy: Path) -> None:
    content = bytearray((copy / WEIGHTS).read_bytes())
    content[-3] ^= 0xFF
    (copy / WEIGHTS).write_bytes(content)
    with pytest.raises(ModelError, match="checksum"):
        SentenceEncoder(copy)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("{", id="no JSON"),
        pytest.param("[]", id="no object"),
        pytest.param('{"name": "../../x"}', id="a name that is a path"),
        pytest.param('{"name": "x", "pooling": "sum"}', id="an unknown pooling"),
    ],
)
def test_a_wrong_manifest_is_refused_in_one_sentence(copy: Path, content: str) -> None:
    (copy / MANIFEST).write_text(content)
    with pytest.raises(ModelError) as refused:
        read_manifest(copy)
    assert "\n" not in str(refused.value)
    assert refused.value.remedy


def test_a_process_answers_like_the_model_itself(
    encoder: SentenceEncoder, tiny_model: Path
) -> None:
    process = EncoderProcess(tiny_model, encoder.manifest)
    try:
        texts = ["citation graphs", "Ünïcödé — soils"]
        papers = PAPERS * 20
        assert process.encode_queries(texts) == pytest.approx(
            encoder.encode_queries(texts), abs=2e-2
        )
        rows = process.encode_papers(papers).astype(np.float32)
        expected = encoder.encode_papers(papers).astype(np.float32)
        assert (rows * expected).sum(axis=1).min() > 0.99
    finally:
        process.close()


def test_what_nobody_waits_for_is_sent_in_chunks_of_a_short_time(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = EncoderProcess(tiny_model, read_manifest(tiny_model))
    sent: list[int] = []
    ask = process._ask

    def slow(kind: str, texts: Sequence[Any], **more: str) -> NDArray[Any]:
        sent.append(len(texts))
        time.sleep(0.02 * len(texts))  # 50 texts a second, so about 7 in a chunk
        return ask(kind, texts, **more)

    monkeypatch.setattr(process, "_ask", slow)
    try:
        with working(Rank.BEHIND):
            behind = process.encode_papers(PAPERS * 20)
        assert sent[0] == 2
        assert all(2 <= size <= 8 for size in sent[:-1])  # the last holds what is left
        assert max(sent) > 3
        sent.clear()
        at_once = process.encode_papers(PAPERS * 20)
        assert max(sent) == min(32, len(PAPERS) * 20)
        assert (behind.astype(np.float32) * at_once).sum(axis=1).min() > 0.99
    finally:
        process.close()


def test_a_process_that_dies_is_an_expected_failure(tiny_model: Path) -> None:
    import psutil

    process = EncoderProcess(tiny_model, read_manifest(tiny_model))
    try:
        process.wait_until_ready()
        psutil.Process(process.pid).kill()
        with pytest.raises(ModelError, match="ended"):
            process.encode_queries(["x"])
    finally:
        process.close()


def test_a_process_says_why_its_model_cannot_be_loaded(copy: Path) -> None:
    manifest = read_manifest(copy)
    (copy / WEIGHTS).write_bytes(b"no weights")
    process = EncoderProcess(copy, manifest)
    try:
        with pytest.raises(ModelError, match="checksum"):
            process.wait_until_ready()
    finally:
        process.close()


def test_the_default_model_is_whole() -> None:
    model = default_model()
    check_weights(model.folder, model.manifest)
    assert model.manifest.name == DEFAULT
    assert model.manifest.fingerprint != Shelf(Path()).get(BASE).manifest.fingerprint
    assert read_manifest(model.folder).dimension == model.manifest.dimension == 384


def test_a_model_is_added_used_and_given_back(tiny_model: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "models")
    assert shelf.in_use().manifest.name == DEFAULT
    added = shelf.add(tiny_model)
    assert [model.manifest.name for model in shelf.models()] == [*SHIPPED, "tiny"]
    assert shelf.use("tiny").folder == added.folder
    assert Shelf(tmp_path / "models").in_use().manifest.name == "tiny"
    assert shelf.back().manifest.name == DEFAULT
    with pytest.raises(UsageError, match="before"):
        shelf.back()


def test_a_reranker_is_in_use_beside_the_encoder(
    copy: Path, tiny_model: Path, tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path / "shelf")
    assert shelf.reranker() is None
    for name in ("first", "second"):
        manifest = read_manifest(copy).model_copy(update={"kind": "reranker", "name": name})
        (copy / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
        shelf.use(shelf.add(copy).manifest.name)
    shelf.use(shelf.add(tiny_model).manifest.name)
    assert shelf.names_in_use() == {"tiny", "second"}
    assert shelf.back("reranker") == shelf.get("first")
    assert Shelf(tmp_path / "shelf").names_in_use() == {"tiny", "first"}
    assert shelf.back("reranker") is None
    with pytest.raises(UsageError, match="No other reranker"):
        shelf.back("reranker")
    assert shelf.in_use().manifest.name == "tiny"
    assert shelf.back() == default_model()


def test_a_reranker_that_broke_is_in_use_no_more(copy: Path, tmp_path: Path) -> None:
    manifest = read_manifest(copy).model_copy(update={"kind": "reranker", "name": "orders"})
    (copy / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
    shelf = Shelf(tmp_path / "shelf")
    shelf.use(shelf.add(copy).manifest.name)
    (tmp_path / "shelf" / "orders" / WEIGHTS).unlink()
    assert shelf.reranker() is None
    assert shelf.names_in_use() == {DEFAULT}


def test_a_name_on_the_shelf_is_taken_once(tiny_model: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "models")
    shelf.add(tiny_model)
    with pytest.raises(UsageError, match="already"):
        shelf.add(tiny_model)


def test_a_model_that_broke_gives_way_to_the_default(tiny_model: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "models")
    shelf.use(shelf.add(tiny_model).manifest.name)
    (tmp_path / "models" / "tiny" / WEIGHTS).unlink()
    assert shelf.in_use().manifest.name == DEFAULT
    assert [model.manifest.name for model in shelf.models()] == SHIPPED


def test_an_unknown_model_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        Shelf(tmp_path).get("nothing-like-it")
    assert DEFAULT in refused.value.remedy


def test_a_model_that_gave_way_says_why(tiny_model: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    assert shelf.given_way() == shelf.given_way("reranker") == ""
    shelf.add(tiny_model)
    shelf.use("tiny")
    assert shelf.given_way() == ""
    (tmp_path / "shelf" / "tiny" / MANIFEST).write_text("{")
    told = shelf.given_way()
    assert "“tiny” cannot be used" in told
    assert f"“{DEFAULT}” is used instead" in told
    shutil.rmtree(tmp_path / "shelf" / "tiny")
    assert "There is no model “tiny”" in shelf.given_way()


def test_a_damaged_shelf_file_costs_only_the_choice(tmp_path: Path) -> None:
    for damaged in ('{"used": 3, "rerankers": [3]}', "[]", "{", '{"rerankers": "minilm"}'):
        (tmp_path / "shelf.json").write_text(damaged)
        assert Shelf(tmp_path).in_use().manifest.name == DEFAULT
        assert Shelf(tmp_path).reranker() is None


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("language: de", ("de",)),
        ("language:\n- no\n- en-GB\n- zho", ("en", "no")),
        ("language:\n- en\n- multilingual", ("multilingual",)),
        ("license: mit", ()),
        ("language: [", ()),
    ],
)
def test_the_card_says_which_languages_a_model_knows(
    tmp_path: Path, header: str, languages: tuple[str, ...]
) -> None:
    folder = make_tiny_encoder(tmp_path / "carded", manifest=False)
    (folder / "README.md").write_text(f"---\n{header}\n---\n# A model\n", encoding="utf-8")
    manifest = read_manifest(folder)
    assert manifest.languages == languages
    expected = bool({"no", "multilingual"} & set(languages)) if languages else None
    assert supports_language(manifest, "no") is expected


def test_places_are_taken_left_and_remembered(tiny_model: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "shelf")
    shelf.add(tiny_model)
    assert shelf.get_assigned_model("similar") is None
    shelf.use("tiny", "similar")
    assert Shelf(tmp_path / "shelf").list_places("tiny") == ("similar",)
    assert shelf.in_use() == default_model()
    with pytest.raises(UsageError, match="in use"):
        shelf.remove("tiny")
    shelf.leave("similar")
    shelf.remove("tiny")
    assert shelf.get_assigned_model("similar") is None
