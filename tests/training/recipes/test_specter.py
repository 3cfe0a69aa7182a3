"""The recipe specter on the tiny corpus: its triplets, its learning, what it saves and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UsageError
from tests.tiny_corpus import write_lines
from tests.training.recipes.triplets import task_of
from training.corpus.corpus import Corpus
from training.recipes.specter import RECIPE, SpecterSettings


def test_triplets_are_of_training_papers_and_what_they_cite(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path)
    cites = corpus.cites()
    assert len(task) % 5 == 0
    for index in range(len(task)):
        triplet = task.example(0, index)
        assert corpus.trainable[list(triplet)].all()
        assert cites[triplet.anchor, triplet.positive]
        assert not cites[triplet.anchor, triplet.negative]
        assert triplet.anchor != triplet.negative


def test_papers_without_citations_are_refused_in_one_sentence(
    tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "corpus").mkdir()
    records = [{"id": f"p:{n}", "title": f"On {n}", "abstract": "We count."} for n in range(9)]
    write_lines(tmp_path / "corpus" / "papers.jsonl", records)
    corpus = Corpus.open(tmp_path / "corpus")
    with pytest.raises(UsageError, match="cites another one"):
        task_of(corpus, tiny_base, tmp_path)


@pytest.mark.parametrize("preset", ["small", "paper"])
def test_presets_are_valid_and_the_paper_is_as_published(preset: str) -> None:
    settings = SpecterSettings.model_validate(RECIPE.presets[preset])
    assert settings.schedule == "slanted"
    if preset == "paper":
        published = (settings.batch, settings.learning_rate, settings.epochs, settings.warmup)
        assert published == (32, 2e-5, 2, 0.1)
        assert settings.base == "scibert"
        assert (settings.margin, settings.per_query, settings.pooling) == (1.0, 5, "cls")
