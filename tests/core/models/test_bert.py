"""BERT without transformers: the same rows as with it, and which folders it leaves to it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

from core.models import encoder as encoder_module
from core.models.bert import is_plain_bert
from core.models.encoder import SentenceEncoder
from core.models.manifest import CONFIG, TOKENIZER, WEIGHTS, Manifest, read_manifest
from core.models.shelf import base_model

TEXTS = [
    "embedding citation graphs",
    "Ünïcödé — soils 中文 á",
    "",
    "word " * 300,
    "\tdef\nx [SEP] y ",
    "BERT (Devlin et al., 2019) obtains state-of-the-art results on 11 tasks.",
]


def rows(folder: Path, manifest: Manifest, precision: encoder_module.Precision) -> np.ndarray:
    encoder = SentenceEncoder(folder, manifest, device="cpu", precision=precision)
    return encoder.encode_queries(TEXTS)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_a_tiny_model_gives_the_rows_that_sentence_transformers_gives(
    tiny_model: Path,
    pooling: str,
    precision: encoder_module.Precision,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    manifest = read_manifest(tiny_model).model_copy(update={"pooling": pooling})
    assert is_plain_bert(tiny_model)
    ours = rows(tiny_model, manifest, precision)
    monkeypatch.setattr(encoder_module, "is_plain", lambda *_: False)
    theirs = rows(tiny_model, manifest, precision)
    assert np.abs(ours - theirs).max() < (1e-6 if precision == "float32" else 3e-2)


def test_the_model_that_comes_with_cocite_gives_the_rows_that_sentence_transformers_gives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, manifest = base_model().folder, base_model().manifest
    assert is_plain_bert(folder)
    ours = rows(folder, manifest, "float32")
    monkeypatch.setattr(encoder_module, "is_plain", lambda *_: False)
    assert np.abs(ours - rows(folder, manifest, "float32")).max() < 1e-5


def test_weights_that_were_saved_below_a_head_are_read(tiny_model: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_model, tmp_path / "headed")
    weights = load_file(folder / WEIGHTS)
    save_file({f"bert.{name}": rows for name, rows in weights.items()}, folder / WEIGHTS)
    plain, said = SentenceEncoder(tiny_model, precision="float32"), read_manifest(tiny_model)
    (folder / "manifest.json").unlink()
    read = read_manifest(folder).model_copy(update={"pooling": said.pooling, "max_tokens": 64})
    headed = SentenceEncoder(folder, read, precision="float32")
    assert (headed.encode_queries(TEXTS) == plain.encode_queries(TEXTS)).all()


def _changes(name: str, **values: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        content = json.loads((folder / name).read_text("utf-8"))
        (folder / name).write_text(json.dumps(content | values), encoding="utf-8")

    return change


def _without_a_layer(folder: Path) -> None:
    weights = load_file(folder / WEIGHTS)
    weights.pop("encoder.layer.0.output.dense.weight")
    save_file(weights, folder / WEIGHTS)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_changes(CONFIG, model_type="roberta"), id="another architecture"),
        pytest.param(_changes(CONFIG, hidden_act="relu"), id="another activation"),
        pytest.param(_changes(CONFIG, position_embedding_type="relative_key"), id="positions"),
        pytest.param(_changes(CONFIG, is_decoder=True), id="a decoder"),
        pytest.param(_changes("tokenizer_config.json", do_lower_case=False), id="other letters"),
        pytest.param(_without_a_layer, id="weights that are missing"),
        pytest.param(lambda folder: (folder / TOKENIZER).write_text("["), id="no tokenizer"),
        pytest.param(lambda folder: (folder / WEIGHTS).write_text("none"), id="no weights"),
    ],
)
def test_what_is_not_plain_bert_is_left_to_transformers(
    tiny_model: Path, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    folder = shutil.copytree(tiny_model, tmp_path / "other")
    change(folder)
    assert not is_plain_bert(folder)


def test_the_model_in_use_is_loaded_without_transformers() -> None:
    asked = (
        "import sys; from core.models.encoder import SentenceEncoder; "
        "from core.models.shelf import default_model; model = default_model(); "
        "SentenceEncoder(model.folder, model.manifest).encode_queries(['x']); "
        "print([name for name in ('transformers', 'sentence_transformers', 'sklearn', 'pandas')"
        " if name in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, timeout=120
    )
    assert said.stdout.strip() == "[]"
