"""What an interrupted copy or removal left on the shelf is no model."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.models.manifest import (
    MANIFEST,
    WEIGHTS,
    check_weights,
    read_manifest,
)
from core.models.shelf import BASE, DEFAULT, Shelf, default_model
from tests import wording

SHIPPED = [DEFAULT, BASE, "cocite-reader"]


@pytest.mark.parametrize("left", [".tiny.new", ".tiny.removed"])
def test_what_an_interruption_left_is_no_model(tiny_model: Path, tmp_path: Path, left: str) -> None:
    shelf = Shelf(tmp_path / "models")
    shutil.copytree(tiny_model, shelf.folder / left)
    before = {model.manifest.name for model in Shelf(tmp_path / "none").models()}
    assert {model.manifest.name for model in shelf.models()} == before
    added = shelf.add(tiny_model)
    assert added.manifest.name in {model.manifest.name for model in shelf.models()}


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
    assert wording.fill("core.models.shelf:get", model="tiny") in shelf.given_way()


def test_a_damaged_shelf_file_costs_only_the_choice(tmp_path: Path) -> None:
    for damaged in ('{"used": 3, "rerankers": [3]}', "[]", "{", '{"rerankers": "minilm"}'):
        (tmp_path / "shelf.json").write_text(damaged)
        assert Shelf(tmp_path).in_use().manifest.name == DEFAULT
        assert Shelf(tmp_path).reranker() is None


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
