from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from sentence_transformers import CrossEncoder

from core.base.errors import ModelError, UsageError
from core.base.jobs import SilentJob
from core.models.manifest import read_manifest
from core.models.reranker import Reranker
from core.models.shelf import Shelf
from tests import wording
from tests.tiny_corpus import DEV, TEST, write_lines
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.recipes.reranker import RECIPE, RerankerSettings
from training.recipes.reranker_task import RerankerTask, RerankExample, RerankHeldOut
from training.sampling.bm25 import NOTHING, Bm25


def settings_for(base: Path, **values: object) -> RerankerSettings:
    small = {"base": str(base), "max_tokens": 64, "query_tokens": 24, "dev_queries": 20}
    return RerankerSettings.model_validate({**small, **values})


def task_of(corpus: Corpus, settings: RerankerSettings, folder: Path) -> RerankerTask:
    (stage,) = RECIPE.stages(settings)
    preparation = Preparation(folder, "cpu", SilentJob(), pytest.fail)
    task = stage.make(corpus, stage.settings(settings), preparation)
    assert isinstance(task, RerankerTask)
    return task


def train(task: RerankerTask, *, steps: int, batch: int, rate: float) -> list[float]:
    """Train in the plainest way, without dropout, and return the losses."""
    task.model.eval()
    weights = [each for each in task.model.parameters() if each.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=rate)
    losses = []
    for step in range(steps):
        chosen = [(step * batch + at) % len(task) for at in range(batch)]
        examples = task.batch([task.example(0, index) for index in chosen])
        loss = task.loss(task.model(**examples.inputs), examples.targets)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses


@pytest.fixture(scope="module")
def prepared(
    corpus: Corpus, tiny_base: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, RerankerTask]:
    folder = tmp_path_factory.mktemp("stage")
    return {
        objective: task_of(
            corpus, settings_for(tiny_base, objective=objective, depth=5, limit=60), folder
        )
        for objective in ("pointwise", "listwise")
    }


@pytest.mark.parametrize("preset", ["", "small", "paper"])
def test_presets_are_settings(preset: str) -> None:
    settings = RerankerSettings.model_validate(RECIPE.presets[preset] if preset else {})
    assert settings.query_tokens < settings.max_tokens
    if preset == "paper":
        assert settings.start == "chance"
        published = (settings.batch, settings.learning_rate, settings.warmup, settings.steps)
        assert published == (128, 3e-6, 10_000, 300_000)
        assert (settings.max_tokens, settings.query_tokens, settings.depth) == (512, 256, 10)
        assert (settings.weight_decay, settings.schedule) == (0.01, "linear")
        assert (settings.adam_beta2, settings.missed, settings.random) == (0.999, 0, 0)


def test_an_example_is_a_pair_or_a_list(prepared: dict[str, RerankerTask]) -> None:
    pairs, lists = prepared["pointwise"], prepared["listwise"]
    assert len(pairs) > len(lists) > 20
    pair, whole = pairs.example(0, 0), lists.example(0, 0)
    assert (len(pair.papers), len(pair.cited)) == (1, 1)
    assert len(whole.papers) == len(whole.cited) == 5
    assert any(whole.cited)
    assert not all(whole.cited)
    single = pairs.batch([pairs.example(0, index) for index in range(3)])
    several = lists.batch([lists.example(0, index) for index in range(3)])
    assert pairs.model(**single.inputs)["logits"].shape == (3, 2)
    assert lists.model(**several.inputs)["logits"].shape == (3, 5, 2)
    assert pairs.cost(0) > 10
    assert lists.cost(0) > pairs.cost(0)


def test_pairs_stay_as_unbalanced_as_bm25_leaves_them(prepared: dict[str, RerankerTask]) -> None:
    task = prepared["pointwise"]
    right = sum(task.example(0, index).cited[0] for index in range(len(task)))
    assert right == task._lists.cited.sum()
    assert len(task) == (task._lists.papers != NOTHING).sum()


def test_a_slot_gets_the_logits_of_its_own_pair(prepared: dict[str, RerankerTask]) -> None:
    task = prepared["listwise"]
    task.model.eval()
    examples = [task.example(0, index) for index in range(4)]
    examples[1] = RerankExample(examples[1].query, *(of_each[:2] for of_each in examples[1][1:]))
    batch = task.batch(examples)
    with torch.no_grad():
        logits = task.model(**batch.inputs)["logits"]
        assert batch.targets["mask"].sum(dim=1).tolist() == [5, 2, 5, 5]
        for row, example in enumerate(examples):
            for slot, paper in enumerate(example.papers):
                alone = task.model.inputs([(example.query, paper)], torch.ones(1).bool())
                expected = task.model(**alone)["logits"][0]
                assert torch.allclose(logits[row, slot], expected, atol=1e-5)
                assert bool(batch.targets["cited"][row, slot]) == example.cited[slot]


def test_the_loss_of_a_batch_is_the_mean_of_its_parts(prepared: dict[str, RerankerTask]) -> None:
    for task in prepared.values():
        task.model.eval()
        examples = [task.example(0, index) for index in range(4)]
        with torch.no_grad():
            parts = [
                task.loss(task.model(**batch.inputs), batch.targets).item()
                for batch in (
                    task.batch(examples),
                    task.batch(examples[:2]),
                    task.batch(examples[2:]),
                )
            ]
        assert parts[0] == pytest.approx((parts[1] + parts[2]) / 2, rel=1e-5)


@pytest.mark.parametrize("objective", ["pointwise", "listwise"])
def test_it_learns_which_candidates_are_cited(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, objective: str
) -> None:
    values = {"objective": objective, "depth": 5, "limit": 6}
    task = task_of(corpus, settings_for(tiny_base, **values), tmp_path)
    losses = train(task, steps=60, batch=min(len(task), 8), rate=3e-3)
    # Several right papers of a list share its probability: that much loss remains.
    right = task._lists.cited.sum(axis=1)
    least = float(np.log(right).mean()) if objective == "listwise" else 0.0
    assert losses[-1] - least < 0.2 * (losses[0] - least)


def test_nothing_held_out_is_in_an_example(corpus: Corpus, tiny_base: Path, tmp_path: Path) -> None:
    settings = settings_for(tiny_base, queries="both", objective="pointwise", missed=1, random=1)
    task = task_of(corpus, settings, tmp_path)
    held = [corpus.number(each) for each in (*DEV, *TEST)]
    texts = {corpus.title(n) for n in held if n is not None} - {""}
    sentences = {s for n in held if n is not None for s in corpus.sentences(n) if "measured" in s}
    assert texts
    assert sentences
    trained = {corpus.title(n) for n in np.flatnonzero(corpus.split_of == 0)}
    for index in range(0, len(task), 7):
        example = task.example(0, index)
        said = f"{example.query} {example.papers[0]}"
        assert not any(title in said for title in texts)
        assert any(title and example.query.startswith(title) for title in trained)


def test_an_evaluation_reranks_what_bm25_found(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, settings_for(tiny_base, limit=10), tmp_path)
    task.model.eval()
    scores = task.evaluate()
    assert set(scores) == {"mrr", "recall@10", "f1@20"}
    assert task.metric in scores
    assert 0 < scores["mrr"] <= 1
    assert scores == task.evaluate()
    task._held_out = RerankHeldOut([], [], np.zeros((0, 5), np.int32))
    assert task.evaluate() == {}


def test_a_model_in_the_published_form_gives_the_same_scores_in_sentence_transformers(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, settings_for(tiny_base, start="chance", limit=10), tmp_path / "stage")
    task.save(tmp_path / "model")
    ours = Reranker(tmp_path / "model", device="cpu", precision="float32")
    papers = [("Graphs", "On graphs."), ("Soils", ""), ("A title", "Nodes.")]
    theirs = CrossEncoder(str(tmp_path / "model"), device="cpu").predict(
        [("soils", ours.manifest.paper_text(*paper, sep_token="")) for paper in papers],
        apply_softmax=True,
    )
    np.testing.assert_allclose(ours.score("soils", papers), theirs[:, 1], atol=1e-5)


def test_a_model_that_adds_to_a_likeness_is_refused_by_sentence_transformers(
    prepared: dict[str, RerankerTask], tmp_path: Path
) -> None:
    prepared["listwise"].save(tmp_path / "model")
    with pytest.raises(ValueError, match=r"core\.models\.reranker\.Reranker"):
        CrossEncoder(str(tmp_path / "model"), device="cpu")


def test_a_saved_model_gives_the_same_scores(
    prepared: dict[str, RerankerTask], corpus: Corpus, tmp_path: Path
) -> None:
    task = prepared["listwise"]
    train(task, steps=2, batch=2, rate=1e-3)
    task.save(tmp_path / "model")
    manifest = read_manifest(tmp_path / "model")
    assert (manifest.kind, manifest.recipe, manifest.base) == ("reranker", "reranker", "tiny")
    assert (manifest.max_tokens, manifest.query_tokens) == (64, 24)
    assert manifest.name == "reranker-tiny"
    papers = [corpus.text(number) for number in range(30)]
    loaded = Reranker(tmp_path / "model", device="cpu", precision="float32")
    task.model.eval()
    expected = task.model.score("Peat and acidity", papers)
    assert np.abs(loaded.score("Peat and acidity", papers) - expected).max() < 1e-6
    assert Shelf(tmp_path / "shelf").add(tmp_path / "model").manifest.kind == "reranker"


def test_what_was_prepared_is_not_made_again(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(tiny_base, depth=5, limit=20)
    first = task_of(corpus, settings, tmp_path)
    monkeypatch.setattr(Bm25, "__init__", lambda *_, **__: pytest.fail("indexed again"))
    again = task_of(corpus, settings, tmp_path)
    assert np.array_equal(first._lists.papers, again._lists.papers)
    assert [first.example(3, at) for at in range(5)] == [again.example(0, at) for at in range(5)]
    ours, theirs = first.model.state_dict(), again.model.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)  # the classifier too


def test_the_seed_decides_the_classifier(corpus: Corpus, tiny_base: Path, tmp_path: Path) -> None:
    before = torch.random.get_rng_state()
    one, other = (
        task_of(
            corpus,
            settings_for(tiny_base, start="chance", seed=seed, limit=10),
            tmp_path / str(seed),
        )
        for seed in (0, 1)
    )
    assert torch.equal(before, torch.random.get_rng_state())
    weights = [task.model.network.get_parameter("classifier.weight") for task in (one, other)]
    assert not torch.equal(*weights)


@pytest.mark.parametrize("trainable", ["biases", "lora"])
def test_few_weights_can_be_trained_and_the_classifier_always(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, trainable: str
) -> None:
    settings = settings_for(tiny_base, trainable=trainable, lora_rank=2, limit=10)
    task = task_of(corpus, settings, tmp_path / "stage")
    names = {name for name, each in task.model.named_parameters() if each.requires_grad}
    assert any("classifier" in name and name.endswith("weight") for name in names)
    assert not any("embeddings" in name and name.endswith("weight") for name in names)
    train(task, steps=2, batch=2, rate=1e-2)
    task.save(tmp_path / "model")
    papers = [corpus.text(number) for number in range(5)]
    loaded = Reranker(tmp_path / "model", device="cpu", precision="float32")
    assert np.abs(loaded.score("Peat", papers) - task.model.score("Peat", papers)).max() < 1e-5


def test_all_tokens_of_the_base_are_read_if_none_are_named(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    assert task_of(corpus, settings_for(tiny_base, max_tokens=0), tmp_path).model.max_tokens == 64
    with pytest.raises(ModelError, match=wording.pattern("core.models.pair_reader:__init__")):
        task_of(corpus, settings_for(tiny_base, query_tokens=64), tmp_path)


def test_a_corpus_that_gives_no_queries_is_refused(tiny_base: Path, tmp_path: Path) -> None:
    records = [{"id": each, "title": each, "abstract": "some words " * 10} for each in "abc"]
    (tmp_path / "corpus").mkdir()
    write_lines(tmp_path / "corpus" / "papers.jsonl", records)
    (tmp_path / "corpus" / "edges.tsv").write_text("a\tb\n")
    corpus = Corpus.open(tmp_path / "corpus")
    with pytest.raises(
        UsageError,
        match=wording.pattern(
            "training.recipes.reranker_task:_train {queries", queries="sentences"
        ),
    ):
        task_of(corpus, settings_for(tiny_base), tmp_path)


def test_a_corpus_in_which_bm25_finds_nothing_cited_is_refused(
    tiny_base: Path, tmp_path: Path
) -> None:
    records = [
        {"id": each, "title": f"{each} paper", "abstract": f"word{each} " * 10, "year": 2000}
        for each in ("one", "two", "three", "four")
    ]
    for record in records[1:3]:
        record["title"] = "one paper"
    (tmp_path / "corpus").mkdir()
    write_lines(tmp_path / "corpus" / "papers.jsonl", records)
    (tmp_path / "corpus" / "edges.tsv").write_text("one\tfour\n")
    (tmp_path / "corpus" / "splits.json").write_text('{"train": ["one"], "dev": [], "test": []}')
    corpus = Corpus.open(tmp_path / "corpus")
    with pytest.raises(
        UsageError, match=wording.pattern("training.recipes.reranker_task:_require_cited")
    ):
        task_of(corpus, settings_for(tiny_base, queries="manuscripts", depth=2), tmp_path)
