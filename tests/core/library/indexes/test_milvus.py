"""Vectors in Milvus: the same answers as FAISS gives.

Milvus Lite in a file stands for a server, but where a test is marked ``server``: that asks the one
that ``COCITE_MILVUS_SERVER`` names (``pip install milvus`` holds a standalone one).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import FormatError, LibraryError, UsageError
from core.base.records import PaperNumber
from core.library.indexes.milvus import (
    MilvusContexts,
    MilvusPapers,
    MilvusSettings,
    configured,
    forget,
    is_stored,
)
from core.library.indexes.vectors import ContextVectors, VectorIndex, context_rows, paper_rows
from core.library.library import Library
from core.models.manifest import Manifest
from core.runtime.indexes import Indexes
from tests import wording
from tests.rich_library import records

PAPERS, DIMENSION = 120, 16
MANIFEST = Manifest(
    name="noise", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=DIMENSION
)
MODEL = MANIFEST.fingerprint


def drawn(count: int, seed: int = 1) -> NDArray[np.float16]:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16)


QUESTIONS = drawn(12, seed=2).astype(np.float32)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> MilvusSettings:
    """One server for the module; each library has collections of its own."""
    return MilvusSettings(uri=str(tmp_path_factory.mktemp("milvus") / "vectors.db"), index="FLAT")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(records(PAPERS), source="test"))
        library.embeddings.put(MODEL, library.papers.numbers(), drawn(PAPERS))
        yield library


def opened(library: Library, settings: MilvusSettings, *, write: bool = True) -> MilvusPapers:
    return MilvusPapers(settings, library.identity, MANIFEST, write=write)


def followed(library: Library, settings: MilvusSettings) -> MilvusPapers:
    rows = opened(library, settings)
    rows.follow(library.papers, library.embeddings)
    return rows


def of_faiss(library: Library, folder: Path) -> VectorIndex:
    index = VectorIndex(folder / "faiss", library.identity, MANIFEST)
    index.follow(library.papers, library.embeddings)
    return index


def assert_alike(one: MilvusPapers, other: VectorIndex) -> None:
    allowed = frozenset(PaperNumber(n) for n in range(5, PAPERS, 9))
    for chosen in (None, allowed):
        found = one.search(QUESTIONS, limit=10, allowed=chosen)
        expected = other.search(QUESTIONS, limit=10, allowed=chosen)
        for got, wanted in zip(found, expected, strict=True):
            assert [number for number, _ in got] == [number for number, _ in wanted]
            assert [s for _, s in got] == pytest.approx([s for _, s in wanted], abs=1e-3)
    numbers = [PaperNumber(n) for n in (7, 1, 999, 7, PAPERS)]
    np.testing.assert_allclose(one.rows(numbers), other.rows(numbers), atol=1e-3)
    assert one.count() == other.count()


def test_the_best_ten_are_those_of_faiss(
    library: Library, settings: MilvusSettings, tmp_path: Path
) -> None:
    rows = followed(library, settings)
    assert (rows.model, rows.dimension, rows.count()) == (MODEL, DIMENSION, PAPERS)
    assert_alike(rows, of_faiss(library, tmp_path))
    rows.close()


def test_changes_are_followed(library: Library, settings: MilvusSettings, tmp_path: Path) -> None:
    rows, index = followed(library, settings), of_faiss(library, tmp_path)
    gone = [PaperNumber(n) for n in range(1, 11)]
    library.papers.trash(gone)
    library.papers.update(PaperNumber(50), title="Acidity of dunes")
    library.embeddings.put(MODEL, [PaperNumber(50)], drawn(1, seed=9))
    for each in (rows, index):
        assert each.follow(library.papers, library.embeddings) == 12
        assert each.follow(library.papers, library.embeddings) == 0
    assert np.isnan(rows.rows(gone)).all()
    assert_alike(rows, index)
    library.papers.restore(gone)
    for each in (rows, index):
        each.follow(library.papers, library.embeddings)
    assert_alike(rows, index)
    rows.close()


def test_a_collection_goes_on_where_it_was(
    library: Library, settings: MilvusSettings, tmp_path: Path
) -> None:
    rows = followed(library, settings)
    rows.save()
    library.papers.trash([PaperNumber(3)])
    again = opened(library, settings)
    assert again.count() == PAPERS
    assert again.follow(library.papers, library.embeddings) == 1
    assert_alike(again, of_faiss(library, tmp_path))
    rows.close()
    again.close()


@pytest.mark.parametrize("index", ["FLAT", "IVF_FLAT", "HNSW"])
@pytest.mark.parametrize("is_earlier", [False, True], ids=["now", "earlier version"])
def test_the_same_settings_build_no_index_again(
    library: Library,
    settings: MilvusSettings,
    index: str,
    is_earlier: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    same = settings.model_copy(update={"index": index})
    rows = followed(library, same)
    rows.save()
    if is_earlier:
        rows._client.drop_collection_properties(rows._name, ["cocite.index"])
    rows.close()
    client = type(rows._client)
    monkeypatch.setattr(client, "drop_index", lambda *_: pytest.fail("the index was dropped"))
    again = opened(library, same)
    assert again.count() == PAPERS
    again.close()


def test_other_settings_build_the_index_from_the_rows_that_are_there(
    library: Library, settings: MilvusSettings
) -> None:
    followed(library, settings).close()
    few = settings.model_copy(update={"index": "IVF_FLAT", "build": {"nlist": 4}})
    for values in (few, few.model_copy(update={"build": {"nlist": 2}})):
        rows = opened(library, values)
        assert rows.count() == PAPERS
        properties = rows._client.describe_collection(rows._name)["properties"]
        assert json.loads(properties["cocite.index"]) == {
            "index_type": "IVF_FLAT",
            **values.build,
        }
        rows.close()


def test_an_index_that_is_refused_leaves_the_former_one_and_the_rows(
    library: Library, settings: MilvusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = followed(library, settings)
    rows.save()
    rows.close()
    with pytest.raises(LibraryError):
        opened(library, settings.model_copy(update={"index": "NO_SUCH_INDEX"}))
    monkeypatch.setattr(MilvusPapers, "_begin_empty", lambda _: pytest.fail("sent again"))
    again = opened(library, settings)
    assert again.count() == PAPERS
    assert all(len(answers) == 10 for answers in again.search(QUESTIONS, limit=10))
    again.close()


def test_a_library_restored_from_before_is_read_anew(
    library: Library, settings: MilvusSettings, tmp_path: Path
) -> None:
    rows = followed(library, settings)
    rows._revision = 10**6
    rows.save()
    again = opened(library, settings)
    assert again.follow(library.papers, library.embeddings) == PAPERS
    assert_alike(again, of_faiss(library, tmp_path))
    rows.close()
    again.close()


def test_libraries_and_models_keep_their_rows_apart(
    library: Library, settings: MilvusSettings
) -> None:
    rows = followed(library, settings)
    other_library = MilvusPapers(settings, "of another library", MANIFEST)
    other_model = MilvusPapers(
        settings, library.identity, MANIFEST.model_copy(update={"pooling": ""})
    )
    sentences = MilvusContexts(settings, library.identity, MANIFEST)
    assert [each.count() for each in (other_library, other_model, sentences)] == [0, 0, 0]
    assert other_library.search(QUESTIONS, limit=3) == [[] for _ in QUESTIONS]
    assert rows.search(QUESTIONS[:1], limit=3, allowed=frozenset()) == [[]]
    assert rows.count() == PAPERS
    for each in (rows, other_library, other_model, sentences):
        each.close()


def test_reading_alone_changes_nothing(library: Library, settings: MilvusSettings) -> None:
    beside = opened(library, settings, write=False)
    beside.follow(library.papers, library.embeddings)
    assert beside.count() == 0
    assert beside.search(QUESTIONS[:1], limit=3) == [[]]
    assert np.isnan(beside.rows([PaperNumber(1)])).all()
    rows = followed(library, settings)
    reading = opened(library, settings, write=False)
    library.papers.trash([PaperNumber(4)])
    reading.follow(library.papers, library.embeddings)
    assert reading.count() == PAPERS
    for each in (beside, rows, reading):
        each.close()


def test_a_library_that_names_a_server_keeps_its_vectors_there(library: Library) -> None:
    (library.folder / "milvus.toml").write_text('uri = "vectors.db"\nindex = "FLAT"\n', "utf-8")
    rows = paper_rows(library.folder, library.identity, MANIFEST)
    sentences = context_rows(library.folder, library.identity, MANIFEST)
    assert isinstance(rows, MilvusPapers)
    assert isinstance(sentences, MilvusContexts)
    assert rows.follow(library.papers, library.embeddings) == PAPERS
    assert sentences.follow(library.contexts, library.context_embeddings) == 0
    assert (library.folder / "vectors.db").exists()
    assert not (library.folder / "vectors").exists()
    rows.close()
    sentences.close()


def test_without_a_server_vectors_are_on_this_machine(library: Library) -> None:
    assert configured(library.folder) is None
    assert isinstance(paper_rows(library.folder, library.identity, MANIFEST), VectorIndex)
    assert isinstance(context_rows(library.folder, library.identity, MANIFEST), ContextVectors)
    assert Indexes(library).vectors is None


@pytest.mark.parametrize("told", ["uri = 5", "index = 'FLAT'", "uri = ", "uri = 'x'\nurl = 'y'"])
def test_a_file_that_names_no_server_is_refused(library: Library, told: str) -> None:
    (library.folder / "milvus.toml").write_text(told, "utf-8")
    with pytest.raises(
        FormatError, match=wording.pattern("core.library.indexes.milvus:configured")
    ):
        configured(library.folder)


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ('build = { nlist = "many" }', "nlist"),
        ("build = { nlist = 4.5 }", "nlist"),
        ("build = { M = inf }", "M"),
        ('search = { ef = "wide" }', "ef"),
        ('search = { search_list = "" }', "search_list"),
    ],
)
def test_a_number_that_is_none_is_named(library: Library, told: str, name: str) -> None:
    (library.folder / "milvus.toml").write_text(f'uri = "x.db"\n{told}\n', "utf-8")
    with pytest.raises(
        FormatError,
        match=wording.pattern("core.library.indexes.milvus:_require_whole_numbers", name=name),
    ):
        configured(library.folder)


def test_an_absent_package_is_named(
    library: Library, settings: MilvusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pymilvus", None)
    with pytest.raises(
        UsageError, match=wording.pattern("core.library.indexes.milvus:_connected")
    ) as refused:
        opened(library, settings)
    assert "cocite[milvus]" in refused.value.remedy


def test_a_server_that_does_not_answer_is_named(library: Library) -> None:
    silent = MilvusSettings(uri="http://127.0.0.1:9", patience_seconds=0.5)
    with pytest.raises(LibraryError, match=r"127\.0\.0\.1:9"):
        opened(library, silent)


# --- a real server ----------------------------------------------------------------------

SERVER = os.environ.get("COCITE_MILVUS_SERVER", "")
on_server = pytest.mark.skipif(not SERVER, reason="COCITE_MILVUS_SERVER names no server")


def on(index: str, **values: Mapping[str, int]) -> MilvusSettings:
    return MilvusSettings.model_validate({"uri": SERVER, "index": index, **values})


@pytest.mark.parametrize(
    ("index", "built", "asked"),
    [
        ("FLAT", {}, {}),
        ("AUTOINDEX", {}, {}),
        ("IVF_SQ8", {"nlist": 1024}, {"nprobe": 102}),
        ("IVF_PQ", {"nlist": 1024, "nbits": 8, "m": 2}, {"nprobe": 102}),
        ("HNSW", {"M": 16, "efConstruction": 200}, {"ef": 300}),
        ("DISKANN", {}, {"search_list": 300}),
    ],
)
def test_an_index_is_sent_what_it_cannot_do_without(
    index: str, built: dict[str, int], asked: dict[str, int]
) -> None:
    settings = MilvusSettings(uri="x", index=index)
    assert settings.build_parameters(DIMENSION) == built
    assert settings.search_parameters(300) == asked


def test_what_the_file_says_goes_before_the_defaults() -> None:
    settings = MilvusSettings(uri="x", index="IVF_SQ8", build={"nlist": 64}, search={"nprobe": 9})
    assert settings.build_parameters(DIMENSION) == {"nlist": 64}
    assert settings.search_parameters(10) == {"nprobe": 9}
    assert MilvusSettings(uri="x", index="IVF_FLAT", build={"nlist": 64}).search_parameters(1) == {
        "nprobe": 6
    }
    narrow = MilvusSettings(uri="x", index="HNSW", search={"ef": 20})
    assert narrow.search_parameters(50) == {"ef": 50}


@pytest.mark.parametrize("dimension", [1, 7, 16, 384, 390])
def test_a_row_is_cut_into_codes_of_equal_length(dimension: int) -> None:
    parts = MilvusSettings(uri="x", index="IVF_PQ").build_parameters(dimension)["m"]
    assert dimension % int(parts) == 0


@pytest.mark.server
@on_server
@pytest.mark.parametrize("index", ["FLAT", "IVF_FLAT", "IVF_SQ8", "HNSW", "SCANN", "DISKANN"])
def test_each_index_of_a_server_answers_and_opens_again(library: Library, index: str) -> None:
    rows = followed(library, on(index))
    found = rows.search(QUESTIONS, limit=10)
    assert all(len(answers) == 10 for answers in found)
    own = rows.search(drawn(PAPERS).astype(np.float32)[:20], limit=1)
    assert [answers[0][0] for answers in own] == library.papers.numbers()[:20]
    rows.save()
    again = opened(library, on(index))
    assert again.count() == PAPERS
    assert again.follow(library.papers, library.embeddings) == 0
    remove_rows(library, on(index))


@pytest.mark.server
@on_server
def test_an_index_that_is_refused_leaves_no_collection(library: Library) -> None:
    with pytest.raises(LibraryError, match="nlist"):
        opened(library, on("IVF_FLAT", build={"nlist": 0}))
    assert not is_stored(on("IVF_FLAT"), library.identity, MANIFEST, "papers")
    assert followed(library, on("IVF_FLAT")).count() == PAPERS
    remove_rows(library, on("IVF_FLAT"))


@pytest.mark.server
@on_server
def test_a_collection_without_its_index_is_made_again(library: Library) -> None:
    rows = followed(library, on("FLAT"))
    rows.save()
    rows._client.release_collection(rows._name)
    rows._client.drop_index(rows._name, "row")
    assert opened(library, on("FLAT"), write=False).count() == 0
    assert followed(library, on("FLAT")).count() == PAPERS
    remove_rows(library, on("FLAT"))


@pytest.mark.server
@on_server
def test_another_index_is_built_from_the_rows_that_are_there(library: Library) -> None:
    followed(library, on("FLAT")).save()
    rows = opened(library, on("HNSW"))
    assert rows._client.describe_index(rows._name, "row")["index_type"] == "HNSW"
    assert rows.follow(library.papers, library.embeddings) == 0
    assert len(rows.search(QUESTIONS[:1], limit=10)[0]) == 10
    remove_rows(library, on("HNSW"))


@pytest.mark.server
@on_server
def test_changes_alone_are_asked_for(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    followed(library, on("FLAT")).save()
    rows = opened(library, on("FLAT"))
    monkeypatch.setattr(rows, "_numbers", lambda: pytest.fail("all numbers were read"))
    library.papers.trash([PaperNumber(n) for n in (3, 4)])
    library.papers.update(PaperNumber(50), title="Acidity of dunes")
    library.embeddings.put(MODEL, [PaperNumber(50)], drawn(1, seed=9))
    assert rows.follow(library.papers, library.embeddings) == 4
    assert rows.count() == PAPERS - 2
    assert rows.follow(library.papers, library.embeddings) == 0
    remove_rows(library, on("FLAT"))


def test_the_alias_leads_to_the_model_that_answers(
    library: Library, settings: MilvusSettings
) -> None:
    alias_leads(library, settings)


@pytest.mark.server
@on_server
def test_the_alias_of_a_server_leads_to_the_model_that_answers(library: Library) -> None:
    alias_leads(library, on("FLAT"))


def alias_leads(library: Library, settings: MilvusSettings) -> None:
    other = MANIFEST.model_copy(update={"pooling": ""})
    before, after = followed(library, settings), MilvusPapers(settings, library.identity, other)
    alias = before._name.replace(f"_{MODEL}", "")
    for rows in (before, after, before):
        rows.serve()
        assert rows._client.describe_alias(alias)["collection_name"] == rows._name
    for manifest in (MANIFEST, other):
        forget(settings, library.identity, manifest, "papers")
    assert not is_stored(settings, library.identity, MANIFEST, "papers")


def remove_rows(library: Library, settings: MilvusSettings) -> None:
    forget(settings, library.identity, MANIFEST, "papers")
