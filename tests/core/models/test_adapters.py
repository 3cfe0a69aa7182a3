"""One base, adapters for queries and for papers: loading, switching, refusing, the shelf."""

from __future__ import annotations

import hashlib
import inspect
import json
import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from core.base.errors import ModelError, UsageError
from core.base.records import PaperRecord
from core.models import encoder as encoder_module
from core.models import shelf as shelf_module
from core.models.adapters import in_four_bits, packable, packed, unpacked, write_adapter
from core.models.bert import Bert
from core.models.child import _load
from core.models.encoder import SentenceEncoder
from core.models.manifest import (
    MANIFEST,
    WEIGHTS,
    AdapterFile,
    Manifest,
    read_manifest,
    weights_sha256,
)
from core.models.modules import Side
from core.models.shelf import DEFAULT, Shelf, base_model
from core.workspace import Workspace
from tests import wording
from tests.tiny_encoder import DIMENSION, make_tiny_encoder

TOGETHER = 64

QUERIES = ["embedding citation graphs", "the acidity of soils, measured on moors", "peat"]
PAPERS = [("Embedding citation graphs", "Every node gets a vector."), ("Peat", "")]
PACKAGE = "tiny_weights_for_tests"
MATRIX = "encoder.layer.0.attention.self.query.weight"
BIAS = "encoder.layer.0.output.dense.bias"
WIDE = "encoder.layer.0.output.dense.weight"


@pytest.fixture
def base(tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Manifest:
    """The manifest of a model whose weights lie in an installed package."""
    package = tmp_path / "site" / PACKAGE
    shutil.copytree(tiny_model, package / "model")
    (package / "__init__.py").write_text("raise ImportError('a package must not be imported')\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return read_manifest(package / "model").model_copy(update={"package": PACKAGE})


def differences(seed: int = 0) -> dict[str, Tensor]:
    random = torch.Generator().manual_seed(seed)
    return {
        f"{MATRIX}.lora_A": torch.randn(4, DIMENSION, generator=random),
        f"{MATRIX}.lora_B": torch.randn(DIMENSION, 4, generator=random),
        BIAS: torch.randn(DIMENSION, generator=random),
    }


def adapter_model(
    folder: Path, base: Manifest, adapters: Mapping[Side, dict[str, Tensor]], **values: object
) -> Path:
    """Write a folder that holds only adapters and what they belong to."""
    folder.mkdir()
    files = {}
    for side, tensors in adapters.items():
        write_adapter(folder / f"{side}.safetensors", tensors)
        checksum = _sha256(folder / f"{side}.safetensors")
        files[side] = AdapterFile(file=f"{side}.safetensors", sha256=checksum)
    said = base.model_copy(update={"name": folder.name, "adapters": files, **values})
    (folder / MANIFEST).write_text(said.model_dump_json(), encoding="utf-8")
    (folder / "README.md").write_text("What it is.", encoding="utf-8")
    return folder


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def opened(folder: Path) -> SentenceEncoder:
    return SentenceEncoder(folder, device="cpu", precision="float32")


def merged_by_hand(tiny_model: Path, folder: Path) -> SentenceEncoder:
    """The tiny model with the differences added to the weights in its file."""
    shutil.copytree(tiny_model, folder)
    weights, added = load_file(folder / WEIGHTS), differences()
    weights[MATRIX] += added[f"{MATRIX}.lora_B"] @ added[f"{MATRIX}.lora_A"]
    weights[BIAS] += added[BIAS]
    save_file(weights, folder / WEIGHTS, metadata={"format": "pt"})
    (folder / MANIFEST).unlink()
    said = read_manifest(tiny_model).model_copy(update={"weights_sha256": weights_sha256(folder)})
    return SentenceEncoder(folder, said, device="cpu", precision="float32")


@pytest.fixture(params=["as BERT", "by sentence-transformers"])
def _each_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the model as one that is plain BERT, and as one of another kind."""
    if request.param != "as BERT":
        monkeypatch.setattr(encoder_module, "is_plain", lambda *_: False)


def _weights(side: Callable[..., Tensor]) -> dict[str, Tensor]:
    if isinstance(side, Bert):
        return dict(side.weights)
    model = inspect.getclosurevars(side).nonlocals["model"]
    return dict(model[0].auto_model.named_parameters())


@pytest.mark.usefixtures("_each_way")
def test_a_query_adapter_answers_like_the_merged_model_and_leaves_papers_bitwise_alone(
    tiny_model: Path, base: Manifest, tmp_path: Path
) -> None:
    model = opened(adapter_model(tmp_path / "asks", base, {"queries": differences()}))
    plain, merged = opened(tiny_model), merged_by_hand(tiny_model, tmp_path / "merged")
    queries = model.encode_queries(QUERIES)
    assert np.abs(queries - merged.encode_queries(QUERIES)).max() < 1e-5
    assert np.abs(queries - plain.encode_queries(QUERIES)).max() > 0.01
    assert (model.encode_papers(PAPERS) == plain.encode_papers(PAPERS)).all()


def test_each_side_has_its_own_adapter(tiny_model: Path, base: Manifest, tmp_path: Path) -> None:
    sides: dict[Side, dict[str, Tensor]] = {
        "queries": differences(seed=1),
        "papers": differences(),
    }
    model = opened(adapter_model(tmp_path / "both", base, sides))
    merged = merged_by_hand(tiny_model, tmp_path / "merged")
    papers, expected = model.encode_papers(PAPERS), merged.encode_papers(PAPERS)
    assert np.abs(papers.astype(np.float32) - expected.astype(np.float32)).max() < 2e-3
    assert np.abs(model.encode_queries(QUERIES) - merged.encode_queries(QUERIES)).max() > 0.01


@pytest.mark.usefixtures("_each_way")
def test_differences_in_four_bits_are_added_and_others_of_the_same_weight_with_them(
    base: Manifest, tmp_path: Path
) -> None:
    random = torch.Generator().manual_seed(5)
    whole = {WIDE: torch.randn(DIMENSION, 64, generator=random), BIAS: torch.ones(DIMENSION)}
    product = {
        f"{WIDE}.lora_A": torch.randn(2, 64, generator=random),
        f"{WIDE}.lora_B": torch.randn(DIMENSION, 2, generator=random),
    }
    kept = in_four_bits(whole)
    assert set(kept) == {f"{WIDE}.packed", f"{WIDE}.steps", BIAS}
    again = unpacked(kept[f"{WIDE}.packed"], kept[f"{WIDE}.steps"])
    assert 0 < (again - whole[WIDE]).square().mean().sqrt() < 0.15
    plain = {WIDE: again + product[f"{WIDE}.lora_B"] @ product[f"{WIDE}.lora_A"], BIAS: whole[BIAS]}
    one = opened(adapter_model(tmp_path / "one", base, {"queries": {**kept, **product}}))
    other = opened(adapter_model(tmp_path / "other", base, {"queries": plain}))
    assert np.abs(one.encode_queries(QUERIES) - other.encode_queries(QUERIES)).max() < 1e-6


def test_the_sides_share_what_the_adapter_leaves_alone(base: Manifest, tmp_path: Path) -> None:
    model = opened(adapter_model(tmp_path / "asks", base, {"queries": differences()}))
    papers, queries = (_weights(side) for side in (model._papers, model._queries))
    apart = {name for name in papers if papers[name] is not queries[name]}
    assert apart == {MATRIX, BIAS}


@pytest.mark.usefixtures("_each_way")
def test_in_bfloat16_the_sum_is_rounded_once(base: Manifest, tmp_path: Path) -> None:
    folder = adapter_model(tmp_path / "asks", base, {"queries": differences()})
    halved = SentenceEncoder(folder, device="cpu", precision="bfloat16")
    exact = _weights(opened(folder)._queries)
    for name, weight in _weights(halved._queries).items():
        assert weight.dtype == torch.bfloat16
        assert torch.equal(weight, exact[name].to(torch.bfloat16)), name


def test_fingerprints_name_what_each_side_depends_on(base: Manifest, tmp_path: Path) -> None:
    asks = read_manifest(adapter_model(tmp_path / "asks", base, {"queries": differences()}))
    reads = read_manifest(adapter_model(tmp_path / "reads", base, {"papers": differences()}))
    other = read_manifest(adapter_model(tmp_path / "other", base, {"queries": differences(1)}))
    assert base.fingerprint == base.query_fingerprint == asks.fingerprint == other.fingerprint
    assert len({base.fingerprint, asks.query_fingerprint, other.query_fingerprint}) == 3
    assert reads.fingerprint != base.fingerprint
    assert reads.query_fingerprint == base.query_fingerprint


def test_threads_that_ask_and_encode_at_once_get_their_own_answers(
    base: Manifest, tmp_path: Path
) -> None:
    model = opened(adapter_model(tmp_path / "asks", base, {"queries": differences()}))
    queries, papers = model.encode_queries(QUERIES), model.encode_papers(PAPERS)
    wrong: list[str] = []

    def ask() -> None:
        for _ in range(10):
            if not (model.encode_queries(QUERIES) == queries).all():
                wrong.append("queries")
            if not (model.encode_papers(PAPERS) == papers).all():
                wrong.append("papers")

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_manifest_that_goes_to_the_process_of_a_window_keeps_its_adapters(
    base: Manifest, tmp_path: Path
) -> None:
    folder = adapter_model(tmp_path / "asks", base, {"queries": differences()})
    order = {"folder": str(folder), "manifest": read_manifest(folder).model_dump_json()}
    rows = _load(order).encode_queries(QUERIES)
    assert rows == pytest.approx(opened(folder).encode_queries(QUERIES), abs=2e-2)


def _adapters(folder: Path) -> dict[Side, AdapterFile]:
    file = folder / "queries.safetensors"
    return {"queries": AdapterFile(file=file.name, sha256=_sha256(file))}


def test_another_base_than_the_adapter_was_made_for_is_refused(
    base: Manifest, tmp_path: Path
) -> None:
    folder = adapter_model(
        tmp_path / "asks", base, {"queries": differences()}, weights_sha256="0" * 64
    )
    with pytest.raises(ModelError, match=rf"package “{PACKAGE}”.*“asks” was made for"):
        SentenceEncoder(folder)


def test_a_base_that_is_not_installed_is_named(base: Manifest, tmp_path: Path) -> None:
    folder = adapter_model(
        tmp_path / "asks", base, {"queries": differences()}, package="not_installed_at_all"
    )
    with pytest.raises(ModelError, match=r"not_installed_at_all.*not installed"):
        read_manifest(folder)


@pytest.mark.usefixtures("_each_way")
@pytest.mark.parametrize(
    ("tensors", "complaint"),
    [
        pytest.param({"no.such.weight": torch.zeros(2)}, "no.such.weight", id="another model"),
        pytest.param({BIAS: torch.zeros(7)}, "another size", id="another size"),
        pytest.param({f"{MATRIX}.lora_A": torch.zeros(4, 3)}, "do not fit", id="half a pair"),
        pytest.param(
            {f"{WIDE}.packed": torch.zeros(DIMENSION, 32, dtype=torch.uint8)},
            "do not fit",
            id="no steps",
        ),
        pytest.param(
            {
                f"{WIDE}.packed": torch.zeros(DIMENSION, 32, dtype=torch.uint8),
                f"{WIDE}.steps": torch.zeros(DIMENSION, 3, dtype=torch.float16),
            },
            "do not fit",
            id="other steps",
        ),
    ],
)
def test_an_adapter_of_another_model_is_refused_in_one_sentence(
    base: Manifest, tmp_path: Path, tensors: dict[str, Tensor], complaint: str
) -> None:
    folder = adapter_model(tmp_path / "asks", base, {"queries": tensors})
    with pytest.raises(ModelError, match=complaint) as refused:
        SentenceEncoder(folder)
    assert "\n" not in str(refused.value)


def test_a_damaged_or_missing_adapter_is_noticed(base: Manifest, tmp_path: Path) -> None:
    folder = adapter_model(tmp_path / "asks", base, {"queries": differences()})
    adapter = folder / "queries.safetensors"
    adapter.write_bytes(adapter.read_bytes()[:-9])
    with pytest.raises(ModelError, match=r"adapter for queries.*checksum"):
        SentenceEncoder(folder)
    adapter.write_bytes(b"no tensors")
    said = base.model_copy(update={"adapters": _adapters(folder)})
    with pytest.raises(ModelError, match=r"“queries\.safetensors” is damaged"):
        SentenceEncoder(folder, said)
    adapter.unlink()
    with pytest.raises(ModelError, match=r"lacks queries\.safetensors"):
        read_manifest(folder)


@pytest.mark.parametrize(
    "change",
    [
        {"adapters": {"queries": {"file": "../x.safetensors", "sha256": "0" * 64}}},
        {"adapters": {"queries": {"file": "x.bin", "sha256": "0" * 64}}},
        {"adapters": {"both": {"file": "x.safetensors", "sha256": "0" * 64}}},
        {"package": "core.models"},
        {
            "kind": "reranker",
            "adapters": {"queries": {"file": "x.safetensors", "sha256": "0" * 64}},
        },
    ],
    ids=[
        "a path",
        wording.stem("core.models.manifest:_embedding_size"),
        "no side",
        "a package within one",
        "no encoder",
    ],
)
def test_a_manifest_names_nothing_but_files_of_its_folder_and_a_package(
    tiny_model: Path, tmp_path: Path, change: dict[str, object]
) -> None:
    folder = shutil.copytree(tiny_model, tmp_path / "wrong")
    said = json.loads((folder / MANIFEST).read_text("utf-8"))
    (folder / MANIFEST).write_text(json.dumps(said | change), encoding="utf-8")
    with pytest.raises(ModelError, match="is wrong at"):
        read_manifest(folder)


def test_the_shelf_takes_a_model_of_adapters_and_only_what_is_read(
    base: Manifest, tmp_path: Path
) -> None:
    folder = adapter_model(tmp_path / "asks", base, {"queries": differences()})
    (folder / "notes.txt").write_text("not read by anyone", encoding="utf-8")
    shelf = Shelf(tmp_path / "shelf")
    added = shelf.add(folder)
    assert sorted(path.name for path in added.folder.iterdir()) == [
        "README.md",
        "manifest.json",
        "queries.safetensors",
    ]
    assert shelf.use("asks").folder == added.folder
    assert shelf.in_use().manifest.name == "asks"
    assert shelf.back().manifest.name == DEFAULT
    with pytest.raises(UsageError, match="already"):
        shelf.add(folder)


def test_a_model_whose_adapter_broke_gives_way_to_the_default(
    base: Manifest, tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path / "shelf")
    shelf.add(adapter_model(tmp_path / "asks", base, {"queries": differences()}))
    adapter = shelf.use("asks").folder / "queries.safetensors"
    adapter.write_bytes(adapter.read_bytes()[:-9])
    assert shelf.in_use().manifest.name == DEFAULT
    with pytest.raises(ModelError, match="checksum"):
        shelf.get("asks")


def test_adapters_over_other_weights_than_those_installed_give_way_to_the_default(
    tmp_path: Path,
) -> None:
    said = base_model().manifest.model_copy(update={"weights_sha256": "0" * 64})
    folder = adapter_model(tmp_path / "asks", said, {"queries": differences()})
    shelf = Shelf(tmp_path)
    shelf.folder.joinpath("shelf.json").write_text('{"used": ["asks"]}', encoding="utf-8")
    assert shelf.in_use().manifest.name == DEFAULT
    with pytest.raises(ModelError, match=wording.pattern("core.models.shelf:_opened")):
        shelf.get(str(folder))


def test_models_that_come_with_cocite_are_on_every_shelf(
    base: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built_in = tmp_path / "resources"
    built_in.mkdir()
    shutil.copyfile(shelf_module._resources() / "minilm.json", built_in / "minilm.json")
    folder = adapter_model(built_in / "asks", base, {"queries": differences()})
    monkeypatch.setattr(shelf_module, "_resources", lambda: built_in)
    shelf = Shelf(tmp_path / "shelf")
    assert [model.manifest.name for model in shelf.models()] == ["minilm", "asks"]
    assert shelf.use("asks").folder == folder
    assert shelf.back().manifest.name == "minilm"
    with pytest.raises(UsageError, match="already"):
        shelf.add(folder)
    monkeypatch.setattr(shelf_module, "DEFAULT", "asks")
    assert [model.manifest.name for model in shelf.models()] == ["asks", "minilm"]
    assert Shelf(tmp_path / "new").in_use().manifest.name == "asks"
    (folder / "queries.safetensors").write_bytes(b"")
    assert Shelf(tmp_path / "new").in_use().manifest.name == "minilm"


def test_a_library_is_not_encoded_again_for_a_model_that_reads_papers_alike(
    tmp_path: Path, base: Manifest, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path / "shelf")
    shelf.add(tiny_model)
    shelf.add(adapter_model(tmp_path / "asks", base, {"queries": differences()}))
    workspace = Workspace(tmp_path / "library", shelf, create=True)
    try:
        records = [PaperRecord(id=f"t:{n}", title=f"Peat {n}") for n in range(5)]
        list(workspace.library.papers.add(records, source="test"))
        shelf.use("tiny")
        workspace.indexing.load_model(in_process=True)
        workspace.indexing.vectors()
        plain = workspace.recommending.retriever.encoder
        assert plain is not None
        monkeypatch.setattr(SentenceEncoder, "encode_papers", _must_not_encode)
        shelf.use("asks")
        workspace.indexing.load_model(in_process=True)
        workspace.indexing.vectors()
        assert workspace.indexing.has_vectors()
        assert workspace.indexing.status().vectors == (5, 5)
        encoder = workspace.recommending.retriever.encoder
        assert encoder is not None
        assert encoder.manifest.name == "asks"
        assert not np.allclose(encoder.encode_queries(QUERIES), plain.encode_queries(QUERIES))
    finally:
        workspace.close()


def _must_not_encode(*_: object) -> None:
    raise AssertionError("a paper was encoded again")


def test_weights_beside_an_adapter_come_before_those_of_a_package(
    base: Manifest, tmp_path: Path
) -> None:
    other = make_tiny_encoder(tmp_path / "other", seed=4)
    folder = adapter_model(
        tmp_path / "asks",
        base,
        {"queries": differences()},
        weights_sha256=weights_sha256(other),
    )
    shutil.copytree(other, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(MANIFEST))
    assert opened(folder).encode_queries(QUERIES).shape == (3, DIMENSION)


@pytest.fixture
def difference() -> Tensor:
    random = torch.Generator().manual_seed(3)
    return torch.randn(5, 3 * TOGETHER, generator=random) * torch.logspace(-4, 0, 5)[:, None]


def by_hand(places: Tensor, steps: Tensor) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    found = np.zeros((len(places), 2 * places.shape[1]))
    for row in range(found.shape[0]):
        for column in range(found.shape[1]):
            byte = int(places[row, column // 2])
            nibble = byte // 16 if column % 2 else byte % 16
            found[row, column] = (nibble - 8) * float(steps[row, column // TOGETHER])
    return found


def test_two_differences_are_in_a_byte_and_each_group_has_a_step(difference: Tensor) -> None:
    places, steps = packed(difference)
    assert places.dtype == torch.uint8
    assert places.shape == (5, 3 * TOGETHER // 2)
    assert steps.dtype == torch.float16
    assert steps.shape == (5, 3)
    assert unpacked(places, steps).numpy() == pytest.approx(by_hand(places, steps))


def test_about_a_tenth_of_a_difference_is_lost_however_small_it_is(difference: Tensor) -> None:
    lost = unpacked(*packed(difference)) - difference
    assert ((lost.norm(dim=1) / difference.norm(dim=1)) < 0.12).all()


def test_a_step_is_chosen_that_loses_no_more_than_that_of_the_largest(difference: Tensor) -> None:
    groups = difference.reshape(-1, TOGETHER)
    steps = groups.abs().amax(1, keepdim=True) / 7
    largest = ((groups / steps).round() * steps - groups).square().sum(1)
    chosen = (unpacked(*packed(difference)) - difference).reshape(-1, TOGETHER).square().sum(1)
    assert (chosen <= largest * 1.001).all()
    assert chosen.sum() < 0.95 * largest.sum()


def test_nothing_stays_nothing() -> None:
    assert not unpacked(*packed(torch.zeros(2, TOGETHER))).any()


@pytest.mark.parametrize(
    ("shape", "fits"),
    [((4, 64), True), ((4, 63), False), ((64,), False), ((1, 64), False)],
    ids=["matrix", "half a byte", "vector", "one row"],
)
def test_matrices_of_some_rows_are_packed(shape: tuple[int, ...], *, fits: bool) -> None:
    assert packable(torch.zeros(shape)) is fits


@pytest.mark.parametrize(("columns", "groups"), [(312, 6), (32, 1), (1536, 24), (62, 1)])
def test_groups_are_as_large_as_the_matrix_allows(columns: int, groups: int) -> None:
    difference = torch.linspace(-1, 1, 2 * columns).reshape(2, columns)
    places, steps = packed(difference)
    assert steps.shape == (2, groups)
    assert (unpacked(places, steps) - difference).abs().max() < 0.12


def test_steps_of_another_matrix_are_refused(difference: Tensor) -> None:
    with pytest.raises(RuntimeError):
        unpacked(packed(difference)[0], torch.ones(5, 5))
