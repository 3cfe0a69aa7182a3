"""Learning from triplets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from core.base.wire import Progress
from core.models.encoder import SentenceEncoder
from core.models.manifest import read_manifest
from tests.plain_library import gives_the_same_rows
from tests.training.recipes.triplets import FAST, task_of
from tests.training.small_tasks import IDENTITY, Follower
from training.corpus.corpus import Corpus
from training.judging.evaluation import CHOOSING
from training.judging.related import CITED, CITED_CHOOSING, HeldOutCited
from training.loop.train import train
from training.recipes.specter import SpecterSettings
from training.recipes.triplet_task import TripletTask


@torch.no_grad()
def mean_loss(task: TripletTask) -> float:
    task.model.eval()
    batch = task.batch([task.example(0, index) for index in range(len(task))])
    return float(task.loss(task.model(**batch.inputs), batch.targets))


def test_a_batchs_loss_is_that_of_its_texts_encoded_one_by_one(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path, training_tokens=12, margin=2.0)
    task.model.eval()
    examples = [task.example(0, index) for index in range(0, len(task), 3)]
    expected = []
    for example in examples:
        rows = []
        for paper in example:
            text = task.encoder.paper_text(*corpus.text(paper))
            ids = task.encoder.model.tokenizer(text, truncation=True, max_length=12)["input_ids"]
            output = task.encoder.transformer(torch.tensor([ids])).last_hidden_state[0]
            rows.append(output.mean(dim=0).detach())
        near, far = (float(torch.dist(rows[0], each)) for each in rows[1:])
        expected.append(max(0.0, near - far + 2.0))
    batch = task.batch(examples)
    loss = task.loss(task.model(**batch.inputs), batch.targets).detach()
    assert float(loss) == pytest.approx(float(np.mean(expected)), rel=1e-4)


def test_the_state_kept_is_the_best_at_what_papers_cite(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.judging.related.LEAST_QUERIES", 1)
    task = task_of(corpus, tiny_base, tmp_path)
    assert task.metric == CITED_CHOOSING
    scores = task.evaluate()
    assert set(scores) >= {CITED, CITED_CHOOSING, CHOOSING}
    held_out = HeldOutCited.of(corpus)
    texts = {p: task.encoder.paper_text(*corpus.text(p)) for p in held_out.papers().tolist()}
    rows = {paper: task.encoder.encode([text])[0] for paper, text in texts.items()}
    assert scores[CITED] == pytest.approx(held_out.judging.scores(rows).map, abs=0.02)


def test_citing_sentences_choose_where_too_few_papers_are_held_out(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.judging.related.LEAST_QUERIES", 10_000)
    task = task_of(corpus, tiny_base, tmp_path)
    assert task.metric == CHOOSING
    assert CITED not in task.evaluate()


def test_a_small_model_learns_the_triplets_by_heart(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    given = {"redraw": False, "per_query": 1, "epochs": 18}
    task = task_of(corpus, tiny_base, tmp_path, **given)
    before, follower = mean_loss(task), Follower()
    settings = SpecterSettings.model_validate(FAST | given)
    outcome = train(
        task, settings, folder=tmp_path, watcher=follower, resume=False, identity=IDENTITY
    )
    assert outcome.finished
    assert before > 0.5
    losses = [event.loss for event in follower.of(Progress) if event.loss is not None]
    assert losses[-1] < 0.4 * losses[0]
    assert mean_loss(task) < 0.2
    assert set(outcome.scores) >= {"recall@10", "mrr"}


@pytest.mark.parametrize(
    ("trainable", "rate", "share"), [("biases", 3e-2, 0.95), ("lora", 1e-2, 0.7)]
)
def test_it_learns_with_few_weights_and_saves_what_it_learnt(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, trainable: str, rate: float, share: float
) -> None:
    given = {"trainable": trainable, "lora_rank": 4, "per_query": 1, "redraw": False}
    task = task_of(corpus, tiny_base, tmp_path, **given)
    before = mean_loss(task)
    optimiser = torch.optim.Adam([w for w in task.model.parameters() if w.requires_grad], lr=rate)
    for step in range(30):
        batch = task.batch([task.example(0, index) for index in range(step % 3, len(task), 3)])
        optimiser.zero_grad()
        loss: Tensor = task.loss(task.model(**batch.inputs), batch.targets)
        loss.backward()
        optimiser.step()
    assert mean_loss(task) < share * before
    task.save(tmp_path / "model")
    assert gives_the_same_rows(tmp_path / "model")
    manifest = read_manifest(tmp_path / "model")
    assert (manifest.name, manifest.recipe, manifest.base) == ("specter-tiny", "specter", "tiny")
    assert (tmp_path / "model" / "adapter").is_dir() == (trainable == "lora")
    papers = [corpus.text(n) for n in range(5)]
    saved = SentenceEncoder(tmp_path / "model", device="cpu", precision="float32")
    np.testing.assert_allclose(
        saved.encode_papers(papers).astype(float),
        task.encoder.encode_papers(papers).astype(float),
        atol=2e-3,
    )


def test_pooling_is_the_bases_unless_another_is_asked_for_and_saved_as_trained(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    kept = task_of(corpus, tiny_base, tmp_path)
    assert kept.encoder.manifest.pooling == "mean"
    first = task_of(corpus, tiny_base, tmp_path, pooling="cls", name="first-token")
    first.save(tmp_path / "model")
    assert read_manifest(tmp_path / "model").pooling == "cls"
    text = first.encoder.paper_text(*corpus.text(0))
    ids = first.encoder.model.tokenizer(text, return_tensors="pt")
    with torch.no_grad():
        expected = first.encoder.eval().transformer(**ids).last_hidden_state[0, 0]
    np.testing.assert_allclose(first.encoder.encode([text])[0], expected.numpy(), atol=1e-5)
