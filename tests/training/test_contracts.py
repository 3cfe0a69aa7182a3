"""One contract for what has several implementations in training: encoders, samplers, jobs."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from core.base.jobs import SilentJob
from tests.job_contract import assert_is_a_job
from tools.lab.baselines.catalogue import NAMES, Baselines, BaselineSettings
from tools.lab.baselines.held_back import NumberedEncoder
from training.corpus.corpus import Corpus
from training.judging.evaluation import Watched
from training.models.encoders import TextEncoder, load_encoder
from training.models.mp_architectures import Architecture, AsTexts
from training.models.protocols import ContextEncoder, PaperEncoder
from training.recipes.mp_bert4cr import MpSettings
from training.recipes.mp_bert4cr_task import hierarchical, texts
from training.runs.folder import RunFolder, RunJob
from training.sampling.cocite_examples import ContextExamples, ExampleSource, Mixture, PaperExamples
from training.sampling.contexts import Contents, sample_manuscript
from training.sampling.neighbours import BandDraws, Bands, BandTriplets, nearest
from training.sampling.semcse_texts import Extractive, Summaries, SummaryFile, append
from training.sampling.triplets import CitationDraws, CitationTriplets, Triplets

PAPERS = [
    ("The yeast of bread", "Bread rises with yeast. Graphs of citations do not."),
    ("A title alone", ""),
    ("", ""),
    ("Größe — 模型 🙂 \u200b", "עברית, naïve ﬁ\x00\x07 and half \ud83d a pair."),
    ("Long", "The yeast of bread and its oven. " * 200),
]
QUERIES = ["yeast and bread", "", " ", "模型 🙂 \ud800", "citations of graphs. " * 100]
SMALL = {
    "heads": 2,
    "document_layers": 1,
    "feed_forward": 48,
    "sentence_tokens": 16,
    "supplemental": 2,
    "abstract": 3,
    "body": 1,
    "dropout": 0.0,
}
PLAIN = ("text encoder", "watched", "context pair", "hierarchical pair")


@pytest.fixture(scope="module")
def baselines(corpus: Corpus) -> Baselines:
    return Baselines(corpus, BaselineSettings(texts=100, dimension=16, steps=5))


def architecture(base: Path, kind: str) -> Architecture:
    settings = settings_of(base)
    if kind == "encoder":
        return texts(settings)
    made = hierarchical(settings, previous=None, separate=settings.separate)
    made.model.eval()
    return made


def settings_of(base: Path) -> MpSettings:
    return MpSettings.model_validate(SMALL | {"base": str(base)})


@pytest.fixture(scope="module", params=[*NAMES, *PLAIN])
def encoder(
    request: pytest.FixtureRequest, corpus: Corpus, tiny_base: Path, baselines: Baselines
) -> PaperEncoder:
    name = request.param
    if name in NAMES:
        return baselines.make(name).encoder
    torch.manual_seed(0)
    made: dict[str, Callable[[], PaperEncoder]] = {
        "text encoder": lambda: load_encoder(str(tiny_base)),
        "watched": lambda: Watched(load_encoder(str(tiny_base)), SilentJob()),
        "context pair": lambda: architecture(tiny_base, "encoder"),
        "hierarchical pair": lambda: architecture(tiny_base, "hierarchical"),
    }
    return made[name]()


# --- encoders -------------------------------------------------------------------------------------


def assert_unit_or_zero(rows: np.ndarray) -> None:
    """Check that rows may be compared by inner products; a text without a known word is zeros."""
    lengths = np.linalg.norm(rows.astype(np.float32), axis=1)
    assert np.isfinite(lengths).all()
    assert (np.isclose(lengths, 1, atol=5e-3) | (lengths == 0)).all()


def test_papers_and_questions_become_rows_of_one_length(encoder: PaperEncoder) -> None:
    papers, queries = encoder.encode_papers(PAPERS), encoder.encode_queries(QUERIES)
    assert papers.dtype == np.float16
    assert queries.dtype == np.float32
    assert papers.shape == (len(PAPERS), queries.shape[1])
    assert len(queries) == len(QUERIES)
    assert_unit_or_zero(papers)
    assert_unit_or_zero(queries)
    assert papers[0].any()
    assert queries[0].any()


def test_nothing_asked_makes_no_rows_of_the_same_width(encoder: PaperEncoder) -> None:
    width = encoder.encode_queries(QUERIES[:1]).shape[1]
    for rows, kind in ((encoder.encode_papers([]), np.float16), (encoder.encode_queries([]), "f4")):
        assert rows.shape == (0, width)
        assert rows.dtype == kind


def test_a_row_depends_on_its_text_alone_and_belongs_to_whoever_asked(
    encoder: PaperEncoder,
) -> None:
    first = encoder.encode_papers(PAPERS)
    again = encoder.encode_papers(PAPERS[::-1])[::-1]
    np.testing.assert_allclose(first.astype(np.float32), again.astype(np.float32), atol=4e-3)
    asked = encoder.encode_queries(QUERIES)
    alone = np.concatenate([encoder.encode_queries([text]) for text in QUERIES])
    np.testing.assert_allclose(asked, alone, atol=4e-3)
    kept = first.copy()
    first[:] = 7
    asked[:] = 7
    np.testing.assert_array_equal(encoder.encode_papers(PAPERS), kept)


@pytest.mark.parametrize("name", ["sgc", "hyperdoc2vec"])
def test_papers_by_number_become_rows_as_papers_by_text_do(
    name: str, corpus: Corpus, baselines: Baselines
) -> None:
    encoder = baselines.make(name).encoder
    assert isinstance(encoder, NumberedEncoder)
    papers = np.flatnonzero(corpus.trainable)[:9]
    rows = encoder.encode_numbers(papers)
    assert rows.dtype == np.float16
    assert rows.shape == encoder.encode_papers([corpus.text(int(n)) for n in papers]).shape
    assert_unit_or_zero(rows)
    np.testing.assert_array_equal(encoder.encode_numbers(papers[::-1])[::-1], rows)
    assert encoder.encode_numbers(papers[:0]).shape == (0, rows.shape[1])


# --- contexts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["any encoder", "encoder", "hierarchical"])
def test_sampled_contexts_and_papers_become_unit_rows(
    kind: str, corpus: Corpus, tiny_base: Path
) -> None:
    made: ContextEncoder = (
        AsTexts(load_encoder(str(tiny_base)))
        if kind == "any encoder"
        else architecture(tiny_base, kind)
    )
    sizes = settings_of(tiny_base).sizes
    read = Contents(corpus, sizes, seed=0)
    contents = [read.of(0, int(paper)) for paper in np.flatnonzero(corpus.trainable)[:5]]
    contexts = [
        sample_manuscript(corpus.passage(corpus.contexts()[n]), np.random.default_rng(n), sizes)
        for n in range(4)
    ]
    asked, papers = made.of_contexts(contexts), made.of_contents(contents)
    assert asked.dtype == papers.dtype == np.float32
    assert len(asked) == len(contexts)
    assert len(papers) == len(contents)
    assert asked.shape[1] == papers.shape[1]
    assert_unit_or_zero(asked)
    assert_unit_or_zero(papers)
    assert made.of_contexts([]).shape == made.of_contents([]).shape == (0, asked.shape[1])


# --- what examples are made of --------------------------------------------------------------------


def by_citations(corpus: Corpus, seed: int = 0) -> Triplets:
    return CitationTriplets(corpus.cites(), corpus.trainable, CitationDraws(seed=seed))


def by_neighbours(corpus: Corpus, seed: int = 0) -> Triplets:
    pool = np.flatnonzero(corpus.trainable)
    rows = np.random.default_rng(5).standard_normal((len(pool), 8)).astype(np.float32)
    bands = Bands(k_positive=6, c_positive=4, k_hard=12)
    near = pool[nearest(rows, np.arange(len(pool)), bands.k_hard)].astype(np.int32)
    return BandTriplets(pool, near, bands, pool, BandDraws(seed=seed))


TRIPLETS = {"citations": by_citations, "neighbours": by_neighbours}


@pytest.mark.parametrize("kind", TRIPLETS)
def test_a_triplet_is_a_function_of_seed_epoch_and_number(kind: str, corpus: Corpus) -> None:
    make = TRIPLETS[kind]
    one, same, other = make(corpus), make(corpus), make(corpus, 1)
    numbers = range(len(one))
    assert len(one) == len(same) > 0
    first = [one.triplet(0, index) for index in numbers]
    assert first == [same.triplet(0, index) for index in reversed(numbers)][::-1]
    assert first != [one.triplet(1, index) for index in numbers]
    assert first != [other.triplet(0, index) for index in range(len(other))]
    for epoch, index in itertools.product(range(2), numbers):
        drawn = one.triplet(epoch, index)
        assert drawn.anchor == one.anchor(index)
        assert len({*drawn}) == 3
        assert corpus.trainable[list(drawn)].all()


def sources(corpus: Corpus, seed: int = 0) -> dict[str, ExampleSource]:
    forms = {"title sentence": 1.0, "sampled": 1.0}
    contexts = ContextExamples(corpus, forms=forms, positives=2, negatives=1, most=0, seed=seed)
    papers = PaperExamples(corpus, by_citations(corpus, seed), count=20, seed=seed)
    return {"contexts": contexts, "papers": papers, "both": Mixture([contexts, papers])}


@pytest.mark.parametrize("kind", ["contexts", "papers", "both"])
def test_an_example_is_a_function_of_seed_epoch_and_number(kind: str, corpus: Corpus) -> None:
    one, same = sources(corpus)[kind], sources(corpus)[kind]
    numbers = range(len(one))
    first = [one.example(0, index) for index in numbers]
    assert first == [same.example(0, index) for index in reversed(numbers)][::-1]
    assert first != [one.example(1, index) for index in numbers]
    for index, example in zip(numbers, first, strict=True):
        assert example.query
        assert one.length(index) > 0
        assert set(example.positives) <= set(example.right)
        assert not set(example.negatives) & set(example.right)
        shown = [*example.positives, *example.negatives]
        assert shown
        assert corpus.trainable[shown].all()


def test_summaries_of_either_kind_are_texts_of_the_papers_they_name(
    corpus: Corpus, tmp_path: Path
) -> None:
    numbers = np.flatnonzero(corpus.trainable)[:6]
    lines = [{"id": corpus.ids[n], "summaries": [f"Of {n}.", f"Also {n}."]} for n in numbers]
    append(tmp_path / "made.jsonl", json.loads(json.dumps(lines)))
    kinds: list[Summaries] = [
        Extractive(corpus, numbers),
        SummaryFile(corpus, tmp_path / "made.jsonl", tmp_path / "copy"),
    ]
    for summaries in kinds:
        found = summaries.papers()
        assert found.tolist() == sorted(numbers.tolist())
        for paper in found.tolist():
            texts_of = summaries.of(paper)
            assert isinstance(texts_of, tuple)
            assert texts_of == summaries.of(paper)
            assert len(set(texts_of)) == len(texts_of) > 0
            assert all(text and text == text.strip() for text in texts_of)


# --- jobs -----------------------------------------------------------------------------------------


def test_the_work_of_a_run_is_a_job(tmp_path: Path) -> None:
    asked: list[bool] = []
    job = RunJob(RunFolder(tmp_path), lambda: bool(asked))
    assert_is_a_job(job, lambda: asked.append(True))


def test_a_watched_encoder_gives_the_rows_of_the_encoder_itself(tiny_encoder: TextEncoder) -> None:
    watched = Watched(tiny_encoder, SilentJob())
    np.testing.assert_allclose(
        watched.encode_papers(PAPERS), tiny_encoder.encode_papers(PAPERS), atol=2e-3
    )
    np.testing.assert_array_equal(
        watched.encode_queries(QUERIES), tiny_encoder.encode_queries(QUERIES)
    )
