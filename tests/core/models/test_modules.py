"""Folders of sentence-transformers open here, and ours open there, with the same rows."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import (
    Dense,
    Pooling,
    Transformer,
)

from core.base.errors import ModelError
from core.models.encoder import SentenceEncoder
from core.models.manifest import MANIFEST, read_manifest
from core.models.modules import FILES
from core.models.shelf import Shelf
from tests import wording
from tests.core.models.module_folders import PAPERS, QUESTIONS, same, theirs
from tests.tiny_encoder import DIMENSION


def test_the_one_prompt_that_is_the_usual_one_counts_for_both_sides(
    tiny_model: Path, tmp_path: Path
) -> None:
    theirs(tiny_model, tmp_path / "m", "mean", prompts={"any": "x "}, default_prompt_name="any")
    assert read_manifest(tmp_path / "m").prompts == {"queries": "x ", "papers": "x "}


@pytest.mark.parametrize("pooling", ["cls", "mean", "lasttoken"])
def test_a_model_of_the_shelf_gives_its_rows_there(
    tiny_model: Path, tmp_path: Path, pooling: str
) -> None:
    folder = Path(shutil.copytree(tiny_model, tmp_path / "made"))
    said = json.loads((folder / MANIFEST).read_text("utf-8"))
    said |= {"pooling": pooling, "prompts": {"queries": "find "}}
    said |= {"dimension": 20, "shortened": True}
    (folder / MANIFEST).write_text(json.dumps(said), encoding="utf-8")
    kept = Shelf(tmp_path / "shelf").add(folder)
    ours = SentenceEncoder(kept.folder, device="cpu", precision="float32")
    opened = SentenceTransformer(str(kept.folder), device="cpu")
    assert opened.get_embedding_dimension() == 20
    assert same(ours.encode_queries(QUESTIONS), opened.encode_query(QUESTIONS))
    texts = [ours.manifest.paper_text(*each, sep_token="") for each in PAPERS]
    assert same(ours.encode_papers(PAPERS), opened.encode_document(texts))
    (kept.folder / MANIFEST).unlink()
    again = read_manifest(kept.folder)
    assert (again.pooling, again.dimension) == (pooling, 20)
    assert (again.prompts, again.max_tokens) == ({"queries": "find "}, 64)


def test_a_part_that_is_not_applied_here_is_refused_by_name(
    tiny_model: Path, tmp_path: Path
) -> None:
    modules = [Transformer(str(tiny_model)), Pooling(DIMENSION), Dense(DIMENSION, 8)]
    SentenceTransformer(modules=modules, device="cpu").save_pretrained(
        str(tmp_path / "dense"), create_model_card=False
    )
    with pytest.raises(ModelError, match="Dense"):
        read_manifest(tmp_path / "dense")


@pytest.mark.parametrize("pooling", ["max", "weightedmean", ("cls", "mean")])
def test_a_pooling_of_another_kind_is_refused_by_name(
    tiny_model: Path, tmp_path: Path, pooling: str
) -> None:
    theirs(tiny_model, tmp_path / "made", pooling)
    with pytest.raises(ModelError, match=r"max|weightedmean|cls, mean"):
        read_manifest(tmp_path / "made")


@pytest.mark.parametrize("name", [*FILES, "1_Pooling/config.json"])
@pytest.mark.parametrize("content", ["{", "[1, 2", "[" * 50_000])
def test_a_damaged_description_is_one_sentence(
    tiny_model: Path, tmp_path: Path, name: str, content: str
) -> None:
    theirs(tiny_model, tmp_path / "made", "mean")
    (tmp_path / "made" / name).write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match=wording.pattern("core.models.modules:_parsed")):
        read_manifest(tmp_path / "made")


@pytest.mark.parametrize("content", ["7", "null", "[7, null]", '{"a": 1}'])
def test_a_list_of_parts_that_is_none_leaves_the_pooling_that_lies_there(
    tiny_model: Path, tmp_path: Path, content: str
) -> None:
    theirs(tiny_model, tmp_path / "made", "lasttoken")
    (tmp_path / "made" / "modules.json").write_text(content, encoding="utf-8")
    assert read_manifest(tmp_path / "made").pooling == "lasttoken"
