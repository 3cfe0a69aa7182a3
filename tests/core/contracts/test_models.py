"""One contract for whatever encodes texts, and one for whatever reads pairs of them.

In this process or in a child: whoever is given one of them cannot tell which.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from transformers import DistilBertConfig, DistilBertModel

from core.base.errors import ModelError
from core.models.adapters import write_adapter
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.manifest import MANIFEST, AdapterFile, file_sha256, read_manifest, weights_sha256
from core.models.process import EncoderProcess, RerankerProcess
from core.models.reranker import Reranker
from core.recommend.reranking import PairScorer
from tests.core.models.test_hierarchical import make as make_hierarchical
from tests.tiny_encoder import DIMENSION, make_tiny_encoder, make_tiny_reranker

PAPERS = [
    ("Embedding citation graphs", "Every node of a citation graph gets a vector."),
    ("A title alone", ""),
    ("", "An abstract alone, on peat."),
    ("", ""),
    ("Acidity of soils", "We measured the acidity of soils. " * 60),
    ("Größe — 模型 🙂 \u200b", "עברית, naïve ﬁ\x00\x07 and e\u0301."),
    ("Half a pair \ud83d", "and its end \ude42"),
]
QUERIES = ["peat", "", " ", "模型 🙂", "naïve\x00 \ud800", "soils and graphs. " * 80]
ENCODERS = ("plain", "adapted", "transformers", "hierarchical")
HOMES = ("here", "in a child")


def _adapted(base: Path, folder: Path) -> Path:
    shutil.copytree(base, folder)
    random = torch.Generator().manual_seed(1)
    difference = torch.randn(DIMENSION, generator=random)
    write_adapter(folder / "queries.safetensors", {"encoder.layer.0.output.dense.bias": difference})
    said = read_manifest(folder)
    checksum = file_sha256(folder / "queries.safetensors")
    adapters = {"queries": AdapterFile(file="queries.safetensors", sha256=checksum)}
    (folder / MANIFEST).write_text(
        said.model_copy(update={"adapters": adapters}).model_dump_json(), "utf-8"
    )
    return folder


def _of_transformers(base: Path, folder: Path) -> Path:
    """Write a model that only transformers can read, with the tokenizer of another."""
    shutil.copytree(base, folder)
    torch.manual_seed(5)
    vocabulary = 200 + len((base / "tokenizer.json").read_text("utf-8")) // 10
    config = DistilBertConfig(
        vocab_size=vocabulary,
        dim=DIMENSION,
        n_layers=1,
        n_heads=2,
        hidden_dim=48,
        max_position_embeddings=64,
    )
    DistilBertModel(config).save_pretrained(folder, safe_serialization=True)
    said = read_manifest(folder).model_copy(update={"weights_sha256": weights_sha256(folder)})
    (folder / MANIFEST).write_text(said.model_dump_json(), "utf-8")
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("models")
    plain = make_tiny_encoder(place / "plain", words="citation graphs soils peat acidity")
    return {
        "plain": plain,
        "adapted": _adapted(plain, place / "adapted"),
        "transformers": _of_transformers(plain, place / "transformers"),
        "hierarchical": make_hierarchical(place / "hierarchical", plain),
        "reranker": make_tiny_reranker(plain, place / "reranker"),
    }


@pytest.fixture(scope="module", params=[(k, h) for k in ENCODERS for h in HOMES], ids=" ".join)
def encoder(request: pytest.FixtureRequest, folders: dict[str, Path]) -> Iterator[Encoder]:
    kind, home = request.param
    manifest = read_manifest(folders[kind])
    if home == "here":
        yield open_encoder(folders[kind], manifest)
        return
    child = EncoderProcess(folders[kind], manifest)
    yield child
    child.close()


@pytest.fixture(scope="module", params=HOMES)
def scorer(request: pytest.FixtureRequest, folders: dict[str, Path]) -> Iterator[PairScorer]:
    manifest = read_manifest(folders["reranker"])
    if request.param == "here":
        yield Reranker(folders["reranker"], manifest)
        return
    child = RerankerProcess(folders["reranker"], manifest)
    yield child
    child.close()


Ask = Callable[[], NDArray[Any]]


def assert_belongs_to_the_caller(ask: Ask) -> None:
    """Rows may be written to, and to write into them changes no later answer."""
    rows = ask()
    kept = rows.copy()
    assert rows.flags.writeable
    assert rows.flags.c_contiguous
    assert type(rows) is np.ndarray
    rows[:] = 7
    np.testing.assert_allclose(ask(), kept, atol=2e-3)


def form(rows: NDArray[Any]) -> tuple[tuple[int, ...], str]:
    return rows.shape, str(rows.dtype)


def together(ask: Sequence[Ask], threads: int = 6) -> list[NDArray[Any]]:
    with ThreadPoolExecutor(threads) as pool:
        return [each.result() for each in [pool.submit(one) for one in ask]]


# --- encoders -------------------------------------------------------------------------------------


def test_papers_become_unit_rows_of_half_precision(encoder: Encoder) -> None:
    rows = encoder.encode_papers(PAPERS)
    assert form(rows) == ((len(PAPERS), encoder.manifest.dimension), "float16")
    assert np.linalg.norm(rows.astype(np.float32), axis=1) == pytest.approx(1.0, abs=2e-3)


def test_questions_become_unit_rows_of_single_precision(encoder: Encoder) -> None:
    rows = encoder.encode_queries(QUERIES)
    assert form(rows) == ((len(QUERIES), encoder.manifest.dimension), "float32")
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0, abs=1e-5)


def test_rows_belong_to_whoever_asked_for_them(encoder: Encoder) -> None:
    assert_belongs_to_the_caller(lambda: encoder.encode_papers(PAPERS))
    assert_belongs_to_the_caller(lambda: encoder.encode_queries(QUERIES))
    assert_belongs_to_the_caller(lambda: encoder.encode_queries(QUERIES[:1]))


def test_no_texts_make_no_rows(encoder: Encoder) -> None:
    papers, queries = encoder.encode_papers([]), encoder.encode_queries([])
    assert form(papers) == ((0, encoder.manifest.dimension), "float16")
    assert form(queries) == ((0, encoder.manifest.dimension), "float32")
    assert_belongs_to_the_caller(lambda: encoder.encode_papers([]))


def test_tuples_are_taken_as_lists_are(encoder: Encoder) -> None:
    assert np.array_equal(encoder.encode_queries(("peat",)), encoder.encode_queries(["peat"]))
    assert np.array_equal(encoder.encode_papers(tuple(PAPERS)), encoder.encode_papers(PAPERS))


def test_rows_come_in_the_order_of_their_texts_however_many_there_are(encoder: Encoder) -> None:
    texts = [f"{'soils ' * (n % 17)}graph {n}" for n in range(71)]
    alone = np.concatenate([encoder.encode_queries([text]) for text in texts[::10]])
    np.testing.assert_allclose(encoder.encode_queries(texts)[::10], alone, atol=2e-2)
    papers = [(text, "") for text in texts]
    single = np.concatenate([encoder.encode_papers([paper]) for paper in papers[::10]])
    np.testing.assert_allclose(encoder.encode_papers(papers)[::10], single, atol=2e-2)


def test_what_is_no_text_a_tokenizer_knows_is_read_as_the_rest_of_it(encoder: Encoder) -> None:
    whole, halved = encoder.encode_queries(["graphs of soils", "graphs of soils \ud800"])
    assert float(whole @ halved) > 0.5
    assert encoder.encode_queries(["peat"]).shape[0] == 1  # and the next question is answered


def test_many_may_ask_at_the_same_time(encoder: Encoder) -> None:
    expected = encoder.encode_queries(QUERIES)
    asked: list[Ask] = [lambda: encoder.encode_papers(PAPERS) for _ in range(5)]
    asked += [lambda: encoder.encode_queries(QUERIES) for _ in range(20)]
    for rows in together(asked)[5:]:
        np.testing.assert_allclose(rows, expected, atol=2e-2)


def test_a_child_gives_the_rows_of_the_model_itself(
    encoder: Encoder, request: pytest.FixtureRequest, folders: dict[str, Path]
) -> None:
    kind, _home = request.node.callspec.params["encoder"]
    here = open_encoder(folders[kind], read_manifest(folders[kind]))
    papers, queries = encoder.encode_papers(PAPERS), encoder.encode_queries(QUERIES)
    np.testing.assert_allclose(papers, here.encode_papers(PAPERS), atol=2e-2)
    np.testing.assert_allclose(queries, here.encode_queries(QUERIES), atol=2e-2)


# --- what reads pairs -----------------------------------------------------------------------------


def test_each_paper_gets_a_chance_of_single_precision(scorer: PairScorer) -> None:
    chances = scorer.score("peat", PAPERS)
    assert form(chances) == ((len(PAPERS),), "float32")
    assert 0 <= chances.min() <= chances.max() <= 1
    assert len(set(chances.tolist())) > 2


def test_chances_belong_to_whoever_asked_for_them(scorer: PairScorer) -> None:
    assert_belongs_to_the_caller(lambda: scorer.score("peat", PAPERS))


def test_no_papers_have_no_chances(scorer: PairScorer) -> None:
    chances = scorer.score("peat", [])
    assert form(chances) == ((0,), "float32")


@pytest.mark.parametrize("query", QUERIES)
def test_any_text_may_be_asked_with(scorer: PairScorer, query: str) -> None:
    assert scorer.score(query, PAPERS).shape == (len(PAPERS),)


def test_a_chance_does_not_depend_on_its_neighbours(scorer: PairScorer) -> None:
    papers = PAPERS * 6
    alone = [float(scorer.score("peat", [paper])[0]) for paper in PAPERS]
    assert scorer.score("peat", papers).tolist() == pytest.approx(alone * 6, abs=2e-2)


def test_many_may_have_pairs_read_at_the_same_time(scorer: PairScorer) -> None:
    expected = {query: scorer.score(query, PAPERS) for query in QUERIES}
    asked: list[Ask] = [lambda query=query: scorer.score(query, PAPERS) for query in QUERIES * 4]  # type: ignore[misc]
    for query, chances in zip(QUERIES * 4, together(asked), strict=True):
        np.testing.assert_allclose(chances, expected[query], atol=2e-2)


# --- loading and ending ---------------------------------------------------------------------------


Open = Callable[[Path], object]


def _in_a_child(kind: type[EncoderProcess] | type[RerankerProcess]) -> Open:
    def opened(folder: Path) -> object:
        child = kind(folder, read_manifest(folder))
        try:
            child.wait_until_ready()
        finally:
            child.close()
        return child

    return opened


OPENED: dict[str, Open] = {
    "encoder here": lambda folder: open_encoder(folder, read_manifest(folder)),
    "encoder in a child": _in_a_child(EncoderProcess),
    "reranker here": lambda folder: Reranker(folder, read_manifest(folder)),
    "reranker in a child": _in_a_child(RerankerProcess),
}


@pytest.mark.parametrize("way", OPENED)
@pytest.mark.parametrize("kind", ["plain", "hierarchical", "reranker"])
def test_damaged_weights_are_refused_in_the_same_words(
    way: str, kind: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    if way.startswith("reranker") != (kind == "reranker"):
        pytest.skip("another kind of model")
    damaged = Path(shutil.copytree(folders[kind], tmp_path / "damaged"))
    (damaged / "model.safetensors").write_bytes(b"\x08\x00\x00\x00")
    with pytest.raises(ModelError, match=r"model\.safetensors|weights") as refused:
        OPENED[way](damaged)
    with pytest.raises(ModelError) as here:
        OPENED[f"{way.split(' ', maxsplit=1)[0]} here"](damaged)
    assert (str(refused.value), refused.value.remedy) == (str(here.value), here.value.remedy)


CHILDREN: dict[str, type[EncoderProcess] | type[RerankerProcess]] = {
    "encoder": EncoderProcess,
    "reranker": RerankerProcess,
}


def _asked(child: EncoderProcess | RerankerProcess) -> NDArray[Any]:
    if isinstance(child, RerankerProcess):
        return child.score("peat", PAPERS)
    return child.encode_queries(["peat"])


@pytest.mark.parametrize("kind", CHILDREN)
@pytest.mark.parametrize("ready", [True, False], ids=["in use", "never asked"])
def test_a_child_may_be_closed_twice_and_refuses_questions_then(
    kind: str, ready: bool, folders: dict[str, Path]
) -> None:
    folder = folders["plain" if kind == "encoder" else kind]
    child = CHILDREN[kind](folder, read_manifest(folder))
    if ready:
        _asked(child)
    child.close()
    child.close()
    child.kill()
    for _ in range(2):
        with pytest.raises(ModelError, match="ended"):
            _asked(child)
        with pytest.raises(ModelError, match="ended"):
            child.wait_until_ready()


@pytest.mark.parametrize("kind", CHILDREN)
def test_whoever_waits_for_a_child_that_is_closed_hears_of_it(
    kind: str, folders: dict[str, Path]
) -> None:
    folder = folders["plain" if kind == "encoder" else kind]
    child = CHILDREN[kind](folder, read_manifest(folder))
    child.wait_until_ready()

    def ask_on() -> str:
        try:
            for _ in range(10_000):
                _asked(child)
        except ModelError as error:
            return str(error)
        return "was never told"

    with ThreadPoolExecutor(3) as pool:
        waiting = [pool.submit(ask_on) for _ in range(3)]
        _asked(child)
        child.close()
        assert all("ended" in each.result(timeout=30) for each in waiting)
