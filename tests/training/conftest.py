"""A tiny corpus and a tiny model that knows its words, for all tests of training."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from core.base.jobs import SilentJob
from core.models.shelf import LEARNED
from tests.tiny_corpus import make_tiny_corpus, vocabulary
from tests.tiny_encoder import make_tiny_encoder
from tests.training.drawn_contexts import SIZES
from tests.training.growing import grown
from tests.training.paired_texts import PAPERS, WORDS, summarised
from tests.training.summarised import SAMPLING, make_language_model, summary_work
from training.commands.summaries import (
    summarise,
)
from training.corpus.corpus import Corpus
from training.models.encoders import TextEncoder, load_encoder
from training.models.summary_model import SummaryModel
from training.sampling.contexts import (
    CitationExamples,
    Draws,
)
from training.sampling.learned import Known, make_learned
from training.sampling.semcse_texts import append


@pytest.fixture(scope="session", autouse=True)
def exact_arithmetic() -> Iterator[None]:
    """Let processors with bfloat16 compute in float32 like the others: rows are compared closely.

    What the rounding does to rows has tests of its own.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False)
        yield


@pytest.fixture(scope="session")
def tiny_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus folder of invented papers, see ``tests.tiny_corpus``."""
    return make_tiny_corpus(tmp_path_factory.mktemp("corpus") / "tiny")


@pytest.fixture(scope="session")
def corpus(tiny_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """The tiny corpus, opened once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("corpus-cache")))
        return Corpus.open(tiny_corpus)


@pytest.fixture(scope="session")
def tiny_base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder: a BERT of one layer with random weights and the words of the corpus."""
    folder = tmp_path_factory.mktemp("base") / "tiny"
    return make_tiny_encoder(folder, words=" ".join(dict.fromkeys(vocabulary().split())))


@pytest.fixture
def tiny_encoder(tiny_base: Path) -> TextEncoder:
    """The tiny model in training form, fresh for each test."""
    return load_encoder(str(tiny_base))


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_language_model(tmp_path_factory.mktemp("lm") / "tiny-gpt2", "gpt2")


@pytest.fixture(scope="module")
def language_model(gpt2: Path) -> SummaryModel:
    return SummaryModel(gpt2, device="cpu", sampling=SAMPLING)


@pytest.fixture(scope="module", params=["out.jsonl", "out.jsonl.gz"])
def whole(
    request: pytest.FixtureRequest,
    corpus: Corpus,
    language_model: SummaryModel,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """What a run that nothing stopped writes."""
    path = tmp_path_factory.mktemp("whole") / request.param
    assert isinstance(path, Path)
    summarise(summary_work(corpus, language_model, path), SilentJob())
    return path


@pytest.fixture(scope="module")
def semcse_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of 1,000 papers whose texts all speak of the same three words of 96."""
    semcse_folder = tmp_path_factory.mktemp("semcse")
    random = np.random.default_rng(2)
    with (semcse_folder / "papers.jsonl").open("w", encoding="utf-8") as file:
        for number in range(PAPERS):
            one, two, three = (WORDS[at] for at in random.choice(len(WORDS), 3, replace=False))
            abstract = (
                f"We study {one} with {two}. Older work left out {two} of {three}. "
                f"The {three} is known by its {one}. It is {two} that we measured, and {three}."
            )
            record = {"id": f"p:{number}", "title": f"{one} {two} {three}", "abstract": abstract}
            file.write(json.dumps(record) + "\n")
    return semcse_folder


@pytest.fixture(scope="module")
def semcse_papers(semcse_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("semcse-cache")))
        return Corpus.open(semcse_folder)


@pytest.fixture(scope="module")
def semcse_summaries(semcse_papers: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifteen summaries of each paper, as ``training.commands.summaries`` writes them."""
    path = tmp_path_factory.mktemp("summaries") / "summaries.jsonl.gz"
    append(path, (summarised(semcse_papers, number) for number in range(PAPERS)))
    return path


@pytest.fixture(scope="module")
def examples(corpus: Corpus) -> CitationExamples:
    return CitationExamples(corpus, SIZES, Draws(seed=4))


@pytest.fixture(scope="module")
def corpora(tiny_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Corpus, Corpus]:
    folder = tmp_path_factory.mktemp("grown")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        before, after = grown(tiny_corpus, folder)
        return Corpus.open(before), Corpus.open(after)


@pytest.fixture
def known(corpora: tuple[Corpus, Corpus], tmp_path: Path) -> Known:
    """What a model knows that learned from all of the corpus as it was."""
    first = corpora[0]
    about = {"until": "2026-05-12T10:00:00+00:00", "trained_from": "tiny"}
    learned = make_learned(first, list(first.contexts()), None, **about)
    (tmp_path / LEARNED).write_text(learned.model_dump_json(), encoding="utf-8")
    return Known.by(tmp_path)
