from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import ModelError
from core.models import choosing
from core.models.devices import has_bfloat16
from core.models.encoder import PRECISION, SentenceEncoder
from core.models.manifest import (
    CONFIG,
    MANIFEST,
    WEIGHTS,
    read_manifest,
    token_positions,
)
from core.models.shelf import supports_language
from tests.core.models.model_folders import PAPERS
from tests.tiny_encoder import DIMENSION, make_tiny_encoder


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
