from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.base.wire import Event
from core.models.encoder import SentenceEncoder
from tests import wording
from tests.plain_library import gives_the_same_rows
from tests.tiny_encoder import make_tiny_encoder
from tests.training.paired_texts import WORDS
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.loop.train import train
from training.models.losses import info_nce, semcse
from training.recipes.semcse import RECIPE, SemCSESettings
from training.recipes.semcse_task import SemCSETask
from training.sampling.semcse_texts import split_papers


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = " ".join((*WORDS, "we study with older work left out of the is known by its it that"))
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=words)


def settings(base: Path, **values: Any) -> SemCSESettings:  # noqa: ANN401 - of every type
    plain = {"base": str(base), "device": "cpu", "precision": "float32"}
    return SemCSESettings.model_validate(plain | values)


def made(
    semcse_papers: Corpus, asked: SemCSESettings, semcse_folder: Path
) -> tuple[SemCSETask, list[str]]:
    warned: list[str] = []
    preparation = Preparation(semcse_folder, "cpu", SilentJob(), warned.append)
    (stage,) = RECIPE.stages(asked)
    task = stage.make(semcse_papers, stage.settings(asked), preparation)
    assert isinstance(task, SemCSETask)
    return task, warned


@pytest.fixture
def task(semcse_papers: Corpus, base: Path, semcse_summaries: Path, tmp_path: Path) -> SemCSETask:
    task, warned = made(semcse_papers, settings(base, summaries=str(semcse_summaries)), tmp_path)
    assert not warned
    return task


# --- pairs --------------------------------------------------------------------------------------


# --- files of summaries -------------------------------------------------------------------------


# --- the task -----------------------------------------------------------------------------------


def test_examples_are_of_training_papers_with_summaries(
    task: SemCSETask, semcse_papers: Corpus
) -> None:
    parts = split_papers(semcse_papers)
    assert len(task) == len(parts.train)
    own = {title for number in parts.train for title in [semcse_papers.title(int(number))]}
    for index in range(0, len(task), 17):
        anchor = task.example(0, index).anchor
        assert any(set(title.split()) <= set(anchor.split()) for title in own)


@pytest.mark.parametrize("objective", ["triplet", "infonce"])
def test_the_loss_is_that_of_anchors_against_all_positives(
    semcse_papers: Corpus, base: Path, tmp_path: Path, objective: str
) -> None:
    asked = settings(base, objective=objective, margin=2.0, l2=0.1, temperature=0.5)
    task, _ = made(semcse_papers, asked, tmp_path)
    examples = [task.example(0, index) for index in range(6)]
    task.model.eval()
    outputs = task.model(**task.batch(examples).inputs)
    anchors = torch.from_numpy(task.encoder.encode([pair.anchor for pair in examples]))
    positives = torch.from_numpy(task.encoder.encode([pair.positive for pair in examples]))
    assert torch.allclose(outputs["anchors"], anchors, atol=1e-5)
    expected = (
        semcse(anchors, positives, margin=2.0, l2=0.1)
        if objective == "triplet"
        else info_nce(anchors, positives, temperature=0.5)
    )
    assert float(task.loss(outputs, {}).detach()) == pytest.approx(float(expected), rel=1e-4)


def test_training_reads_fewer_tokens_than_the_model_does(
    semcse_papers: Corpus, base: Path, tmp_path: Path
) -> None:
    task, _ = made(semcse_papers, settings(base, training_tokens=8), tmp_path)
    inputs = task.batch([task.example(0, 0), task.example(0, 1)]).inputs
    assert max(group["input_ids"].shape[1] for group in inputs["groups"]) == 8
    assert task.encoder.manifest.max_tokens == 64


def test_the_pooling_can_be_the_paper_s(semcse_papers: Corpus, base: Path, tmp_path: Path) -> None:
    task, _ = made(semcse_papers, settings(base, pooling="cls"), tmp_path)
    task.save(tmp_path / "model")
    assert gives_the_same_rows(tmp_path / "model")
    assert SentenceEncoder(tmp_path / "model", device="cpu").manifest.pooling == "cls"


def test_evaluation_ranks_by_the_distance_of_the_objective(task: SemCSETask) -> None:
    scores = task.evaluate()
    assert scores.keys() == {"matching mrr", "summary rank", "paper rank"}  # no dev contexts here
    assert task.metric == "matching mrr"
    assert 0 < scores["matching mrr"] <= 1 <= scores["paper rank"]
    assert scores == task.evaluate()


def test_citing_sentences_choose_where_too_few_papers_are_kept_back(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task, warned = made(corpus, settings(tiny_base), tmp_path)
    assert task.metric == "recall@10, choosing"
    assert task.metric in task.evaluate()
    assert "matching mrr" not in task.evaluate()
    assert wording.stem("training.recipes.semcse_task:make") in warned[0]


def test_a_corpus_of_one_paper_is_refused(base: Path, tmp_path: Path) -> None:
    record = {"id": "p:0", "title": "Peat", "abstract": "A single sentence of some moor."}
    (tmp_path / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(
        UsageError, match=wording.pattern("training.recipes.semcse_task:__init__ Fewer")
    ):
        made(Corpus.open(tmp_path), settings(base), tmp_path / "stage")


def test_shares_of_more_than_the_whole_are_refused() -> None:
    with pytest.raises(ValueError, match="together more than 1"):
        SemCSESettings(title_share=0.6, sentence_share=0.6)


def test_presets_are_of_known_settings() -> None:
    for preset in RECIPE.presets.values():
        SemCSESettings.model_validate(preset)
    paper = SemCSESettings.model_validate(RECIPE.presets["paper"])
    assert (paper.batch, paper.evaluate_every, paper.patience, paper.margin) == (32, 1000, 15, 1)
    assert (paper.l2, paper.title_share, paper.sentence_share) == (1 / 250, 0.15, 0.35)


class Nobody:
    def report(self, event: Event) -> None:
        pass

    def stop_asked(self) -> bool:
        return False


@pytest.mark.parametrize("objective", ["triplet", "infonce"])
def test_a_short_training_learns_which_texts_belong_together(
    semcse_papers: Corpus, base: Path, semcse_summaries: Path, tmp_path: Path, objective: str
) -> None:
    asked = settings(
        base,
        summaries=str(semcse_summaries),
        objective=objective,
        steps=24,
        learning_rate=3e-3,
        evaluate_every=12,
    )
    task, _ = made(semcse_papers, asked, tmp_path / "stage")
    before = task.evaluate()
    identity = {"recipe": "semcse", "stage": "summaries", "settings": "", "corpus": ""}
    outcome = train(
        task,
        asked,
        folder=tmp_path / "stage",
        watcher=Nobody(),
        resume=False,
        identity=identity,
    )
    after = task.evaluate()
    assert outcome.scores == after
    assert after["summary rank"] < before["summary rank"]
    assert after["paper rank"] < before["paper rank"]
    assert after["matching mrr"] > before["matching mrr"]
