"""The start of a reranker: the likeness of its two encodings beside the rank of BM25."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from transformers import AutoModel, AutoTokenizer

from core.base.errors import ModelError, UsageError
from core.models.encoder import SentenceEncoder
from core.models.manifest import Start, read_manifest
from core.models.process import RerankerProcess
from core.models.reranker import Reranker
from core.models.shelf import DEFAULT_RERANKER, Shelf
from core.recommend.reranking import standardize_scores
from tests import wording
from tests.training.recipes.test_reranker import settings_for, task_of, train
from training.corpus.corpus import Corpus
from training.judging.evaluation import new_order
from training.models.rerank_model import load_cross_encoder_base
from training.recipes import reranker_task
from training.recipes.reranker import RECIPE
from training.recipes.reranker_task import RerankerTask, fitted, ln_ranks, some_lists
from training.runs.running import TrainingOrder, run
from training.sampling.pairs import RerankCandidates


@pytest.fixture
def task(corpus: Corpus, tiny_base: Path, tmp_path: Path) -> RerankerTask:
    return task_of(corpus, settings_for(tiny_base, depth=5, limit=60), tmp_path / "stage")


def lists_of(cited: NDArray[np.bool_]) -> RerankCandidates:
    rows = len(cited)
    return RerankCandidates(
        citing=np.arange(rows, dtype=np.int32),
        contexts=np.arange(rows, dtype=np.int32),
        papers=np.tile(np.arange(cited.shape[1], dtype=np.int32), (rows, 1)),
        cited=cited,
    )


def test_before_the_first_step_papers_stand_as_the_encoder_has_them(
    task: RerankerTask, corpus: Corpus, tiny_base: Path
) -> None:
    papers = [(corpus.title(number), "") for number in range(40)]  # short enough for a pair
    encoder = SentenceEncoder(tiny_base, device="cpu", precision="float32")
    query = "peat and acidity"
    texts = [task.model.paper_text(*paper) for paper in papers]
    cosines = encoder.encode_queries(texts) @ encoder.encode_queries([query])[0]
    scores = task.model.score(query, papers)
    start = task.model.start
    assert start is not None
    expected = 1 / (1 + np.exp(-start.likeness * (cosines - start.level)))
    np.testing.assert_allclose(scores, expected, atol=1e-4)
    assert np.ptp(cosines) > 0.01


def test_the_classifier_moves_at_the_first_step_and_the_network_with_it(
    task: RerankerTask,
) -> None:
    before = {name: weight.clone() for name, weight in task.model.network.named_parameters()}
    assert not before["classifier.weight"].any()
    train(task, steps=2, batch=4, rate=1e-3)
    after = dict(task.model.network.named_parameters())
    moved = [name for name in before if not torch.equal(before[name], after[name])]
    assert {"classifier.weight", "bert.pooler.dense.weight"} <= set(moved)
    assert "bert.embeddings.word_embeddings.weight" in moved


def test_a_trained_model_is_saved_with_its_start_and_scores_alike_everywhere(
    task: RerankerTask, corpus: Corpus, tmp_path: Path
) -> None:
    train(task, steps=3, batch=4, rate=1e-3)
    task.save(tmp_path / "model")
    manifest = read_manifest(tmp_path / "model")
    assert manifest.start == task.model.start
    assert manifest.pooling == task.model.base.pooling
    papers = [corpus.text(number) for number in range(20)]
    expected = task.model.score("Peat and acidity", papers)
    loaded = Reranker(tmp_path / "model", device="cpu", precision="float32")
    np.testing.assert_allclose(loaded.score("Peat and acidity", papers), expected, atol=1e-6)
    # As the window reads them: eight at a time, in a process of its own.
    in_parts = [loaded.score("Peat and acidity", papers[at : at + 8]) for at in (0, 8, 16)]
    np.testing.assert_allclose(np.concatenate(in_parts), expected, atol=1e-6)
    process = RerankerProcess(tmp_path / "model", manifest)
    try:
        apart = process.score("Peat and acidity", papers)
    finally:
        process.close()
    assert (
        np.abs(standardize_scores(apart) - standardize_scores(expected)).max() < 0.3
    )  # bfloat16 on some machines
    assert loaded.score("Peat", []).shape == (0,)


def test_a_reranker_as_base_goes_on_with_the_start_it_had(
    task: RerankerTask, corpus: Corpus, tmp_path: Path
) -> None:
    train(task, steps=2, batch=4, rate=1e-3)
    task.save(tmp_path / "model")
    settings = settings_for(tmp_path / "model", depth=5, limit=60, seed=5)
    again = task_of(corpus, settings, tmp_path / "again")
    assert again.model.start == task.model.start
    papers = [corpus.text(number) for number in range(10)]
    task.model.eval()
    again.model.eval()
    expected = task.model.score("Peat", papers)
    np.testing.assert_allclose(again.model.score("Peat", papers), expected, atol=1e-6)


def test_the_start_is_fitted_once_a_run(
    task: RerankerTask,
    corpus: Corpus,
    tiny_base: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reranker_task, "_start", lambda *_: pytest.fail("fitted again"))
    settings = settings_for(tiny_base, depth=5, limit=60)
    assert task_of(corpus, settings, tmp_path / "stage").model.start == task.model.start
    (tmp_path / "stage" / "start.json").write_text("{")
    with pytest.raises(pytest.fail.Exception):
        task_of(corpus, settings, tmp_path / "stage")


def test_the_fit_finds_the_weights_that_lists_were_drawn_with() -> None:
    random = np.random.default_rng(3)
    likeness = 0.4 + 0.1 * random.standard_normal((4_000, 10))
    ranks = ln_ranks(10, 10)
    odds = 12 * likeness - 0.7 * ranks + random.gumbel(size=likeness.shape)
    cited = odds == odds.max(axis=1, keepdims=True)
    start = fitted(likeness, lists_of(cited), ranks, share=0.1)
    assert start.likeness == pytest.approx(12, rel=0.1)
    assert start.first == pytest.approx(0.7, rel=0.1)
    mean = start.likeness * (likeness.mean() - start.level)
    assert 1 / (1 + np.exp(-mean)) == pytest.approx(0.1)


def test_a_likeness_that_misleads_counts_a_little_all_the_same() -> None:
    random = np.random.default_rng(3)
    likeness = 0.9 + 0.01 * random.standard_normal((500, 6))
    cited = likeness == likeness.min(axis=1, keepdims=True)
    start = fitted(likeness, lists_of(cited), ln_ranks(6, 6), share=0.1)
    assert start.likeness == pytest.approx(0.1 / likeness.std(), rel=1e-3)
    assert start.first >= 0


def test_only_lists_from_which_something_can_be_learned_are_fitted_by() -> None:
    cited = np.zeros((300, 3), bool)
    cited[::2, 1] = True
    cited[0] = True
    chosen = some_lists(lists_of(cited), seed=0)
    assert len(chosen) == 128
    assert chosen.cited.any(axis=1).all()
    assert not chosen.cited.all(axis=1).any()
    assert sorted(set(chosen.citing.tolist())) == chosen.citing.tolist()


def test_what_was_added_behind_the_hits_comes_after_all_of_them() -> None:
    assert np.exp(ln_ranks(6, 4)).round(6).tolist() == [1, 2, 3, 4, 5, 5]


def test_the_order_is_that_of_the_score_beside_the_first_stage() -> None:
    scores = np.array([0.5, 0.5, 0.6, 0.95], np.float32)
    assert new_order(scores, 0.0).tolist() == [3, 2, 0, 1]
    assert new_order(scores, 1.0).tolist() == [3, 0, 2, 1]
    assert new_order(scores, 100.0).tolist() == [0, 1, 2, 3]


def test_the_loss_knows_what_the_first_stage_says(task: RerankerTask) -> None:
    task.model.eval()
    batch = task.batch([task.example(0, index) for index in range(8)])
    start = task.model.start
    assert start is not None
    with torch.no_grad():
        logits = task.model(**batch.inputs)["logits"]
        loss = task.loss({"logits": logits}, batch.targets)
    odds = (logits[..., 1] - logits[..., 0]).numpy() - start.first * ln_ranks(5, 5)
    odds[~batch.targets["mask"].numpy()] = -np.inf
    chances = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
    cited = batch.targets["cited"].numpy()
    surprise = [-np.log(row[of]).mean() for row, of in zip(chances, cited, strict=True)]
    assert loss.item() == pytest.approx(np.mean(surprise), rel=1e-5)


def test_a_pairs_loss_knows_it_too(corpus: Corpus, tiny_base: Path, tmp_path: Path) -> None:
    settings = settings_for(tiny_base, objective="pointwise", depth=5, limit=60)
    task = task_of(corpus, settings, tmp_path)
    first = [task.example(0, index).first[0] for index in range(len(task))]
    start = task.model.start
    assert start is not None
    assert max(first) - min(first) == pytest.approx(start.first * np.log(5), rel=1e-5)
    example = task.example(0, first.index(max(first)))
    batch = task.batch([example])
    raised = dict(batch.targets, first=batch.targets["first"] + 1)
    task.model.eval()
    with torch.no_grad():
        outputs = task.model(**batch.inputs)
        before, after = task.loss(outputs, batch.targets), task.loss(outputs, raised)
    assert (after < before) == example.cited[0]


def test_a_list_that_is_distilled_keeps_what_the_base_says(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    settings = settings_for(tiny_base, depth=5, limit=60, distillation=0.2)
    task = task_of(corpus, settings, tmp_path / "stage")
    kept = task.example(0, len(task) - 1)
    assert not any(kept.cited)
    network = AutoModel.from_pretrained(tiny_base).double()
    tokenizer = AutoTokenizer.from_pretrained(tiny_base)

    def row(text: str, room: int) -> torch.Tensor:
        tokens = tokenizer.encode(text, add_special_tokens=False)[:room]
        ids = [tokenizer.cls_token_id, *tokens, tokenizer.sep_token_id]
        with torch.no_grad():
            states: torch.Tensor = network(torch.tensor([ids])).last_hidden_state
        return states[0].mean(0)

    query = row(kept.query, 24 - 2)
    cosines = [torch.cosine_similarity(query, row(text, 39), dim=0) for text in kept.papers]
    assert np.allclose(kept.taught, np.array(cosines) / 0.05, atol=1e-4)
    batch = task.batch([task.example(0, 0), kept, task.example(0, 1)])
    logits = torch.randn(3, 5, 2, dtype=torch.float64)
    found = task.loss({"logits": logits}, batch.targets).item()
    alone = task.batch([task.example(0, 0), task.example(0, 1)])
    lists = task.loss({"logits": logits[[0, 2]]}, alone.targets).item()
    odds = (logits[1, :, 1] - logits[1, :, 0]).numpy()[: len(kept.papers)]
    p, q = (np.exp(of) / np.exp(of).sum() for of in (np.array(kept.taught), odds))
    divergence = float((p * np.log(p / q)).sum())
    assert found == pytest.approx((2 * lists + divergence) / 3, rel=1e-6)
    again = task_of(corpus, settings, tmp_path / "stage")
    assert again.example(0, len(task) - 1) == kept


def test_candidates_are_the_cited_and_those_that_the_model_ranks_highest(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    values: dict[str, object] = {"depth": 4, "mining_depth": 12, "limit": 60, "renew": 2}
    task = task_of(corpus, settings_for(tiny_base, **values, batch=4), tmp_path / "stage")
    assert (len(task), task.parts) == (8, -(-len(task._lists) // 8))
    classifier = task.model.network.get_submodule("classifier")
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for weight in classifier.parameters():
            weight.normal_(generator=generator)
    task.begin_epoch(1, tmp_path)
    task.model.eval()
    start = task.model.start
    assert start is not None
    for index in range(8):
        example = task.example(1, index)
        row = task._parts.locate(1, index)[1]
        papers, cited = task._lists.papers[row], task._lists.cited[row]
        texts = [corpus.text(int(paper)) for paper in papers[papers != -1]]
        scores = task.model.score(example.query, texts).astype(np.float64)
        odds = np.log(scores / (1 - scores)) - start.first * np.log(np.arange(len(texts)) + 1.0)
        odds[cited[: len(odds)]] = -np.inf
        wrong = min(4 - min(3, int(cited.sum())), int((~cited[: len(odds)]).sum()))
        hardest = {task.model.paper_text(*texts[at]) for at in np.argsort(-odds)[:wrong]}
        shown = dict(zip(example.papers, example.cited, strict=True))
        assert {text for text, right in shown.items() if not right} == hardest
        assert sum(example.cited) == min(3, int(cited.sum()))
    again = task_of(corpus, settings_for(tiny_base, **values, batch=4), tmp_path / "stage")
    again.begin_epoch(1, tmp_path)
    assert again.example(1, 3).papers == task.example(1, 3).papers


def write_lists(path: Path, count: int) -> Path:
    """Write lists of seven papers: the second is cited, the teacher prefers the third to it."""
    papers = [(f"peat {number}", f"acidity of soils {number}") for number in range(7)]
    line = {
        "question": "Peat and acidity",
        "papers": papers,
        "cited": [False, True, *[False] * 5],
        "taught": [0, 2, 3, 0, 0, 0, 0],
    }
    path.write_text("".join(json.dumps(line) + "\n" for _ in range(count)), encoding="utf-8")
    return path


def test_lists_of_a_file_are_learned_in_place_of_those_of_bm25(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    lists = write_lists(tmp_path / "lists.jsonl", 6)
    settings = settings_for(tiny_base, start="chance", depth=5, lists=str(lists))
    task = task_of(corpus, settings, tmp_path / "stage")
    assert len(task) == 6
    example = task.example(0, 3)
    assert (len(example.papers), example.cited[1]) == (7, True)
    assert example.papers[0] == "peat 0. acidity of soils 0"
    assert task.cost(3) > 7
    losses = train(task, steps=60, batch=2, rate=1e-3)
    assert losses[-1] < losses[0] / 2
    scores = task.model.probabilities([(example.query, paper) for paper in example.papers])
    assert set(np.argsort(-scores)[:2]) == {1, 2}


def test_beside_lists_of_a_file_a_share_of_them_is_distilled(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    lists = write_lists(tmp_path / "lists.jsonl", 6)
    values = {"start": "chance", "depth": 5, "lists": str(lists), "distillation": 0.5}
    task = task_of(corpus, settings_for(tiny_base, **values), tmp_path / "stage")
    uncited = [at for at in range(len(task)) if not any(task.example(0, at).cited)]
    assert (len(task), len(uncited)) == (9, 3)


@pytest.mark.parametrize("form", ["neighbours", "title sentence"])
def test_a_model_is_asked_as_it_was_trained(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, form: str
) -> None:
    settings = settings_for(tiny_base, start="chance", limit=10, sentence_form=form)
    task_of(corpus, settings, tmp_path / "stage").save(tmp_path / "model")
    assert read_manifest(tmp_path / "model").neighbours == (form == "neighbours")


def test_a_share_of_the_papers_is_shown_by_title_alone(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    lists = write_lists(tmp_path / "lists.jsonl", 60)
    values = {"titles": 0.3, "depth": 5, "limit": 60}
    from_file = {"start": "chance", "lists": str(lists)}
    for number, more in enumerate(({}, from_file)):
        settings = settings_for(tiny_base, **values, **more)
        task = task_of(corpus, settings, tmp_path / str(number))
        texts = [text for at in range(len(task)) for text in task.example(0, at).papers]
        assert 0.2 < np.mean(["." not in text for text in texts]) < 0.4
        assert task.example(0, 1) == task.example(0, 1)


def test_the_likeness_to_begin_with_is_not_fitted_to_lists(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    settings = settings_for(tiny_base, lists=str(write_lists(tmp_path / "lists.jsonl", 2)))
    with pytest.raises(
        UsageError, match=wording.pattern("training.recipes.reranker_task:make The likeness")
    ):
        task_of(corpus, settings, tmp_path / "stage")


def test_training_goes_on_from_the_reranker_that_ships() -> None:
    model = load_cross_encoder_base(DEFAULT_RERANKER, query_tokens=96, max_tokens=160, seed=0)
    papers = [("Peat and acidity", "We measured the soils of moors."), ("Herons", "")]
    shipped = Shelf(Path()).get(DEFAULT_RERANKER)
    theirs = Reranker(shipped.folder, shipped.manifest, device="cpu", precision="float32")
    model.eval()
    expected = theirs.score("Moors are acid.", papers)
    np.testing.assert_allclose(model.score("Moors are acid.", papers), expected, atol=1e-5)
    assert model.start is None


@pytest.mark.parametrize(
    "values", [{"mining_depth": 20}, {"distillation": 0.1}, {"lists": "lists.jsonl"}]
)
def test_pairs_have_no_lists_to_choose_from(tiny_base: Path, values: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=wording.pattern("training.recipes.reranker:_stages")):
        RECIPE.stages(settings_for(tiny_base, objective="pointwise", **values))


def test_lists_without_anything_cited_are_refused(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        reranker_task, "some_lists", lambda *_, **__: lists_of(np.zeros((0, 2), bool))
    )
    with pytest.raises(
        UsageError, match=wording.pattern("training.recipes.reranker_task:_require_cited")
    ):
        task_of(corpus, settings_for(tiny_base, limit=10), tmp_path)


@pytest.mark.parametrize(
    "values", [{"likeness": 0}, {"likeness": float("inf")}, {"likeness": 1, "first": -1}]
)
def test_a_start_that_says_nothing_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="Start"):
        Start.model_validate(values)


@pytest.mark.parametrize("checkpointing", ["false", "true"])
def test_a_run_that_was_stopped_and_resumed_ends_in_the_same_weights(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path, checkpointing: str
) -> None:
    values = {"steps": 4, "batch": 4, "micro_batch": 3, "checkpoint_every": 1, "device": "cpu"}
    values |= {"query_tokens": 24, "depth": 5, "dev_depth": 5, "learning_rate": 1e-3}
    given = [f"{name}={value}" for name, value in {"base": tiny_base, **values}.items()]
    given.append(f"gradient_checkpointing={checkpointing}")
    found = []
    for name in ("whole", "stopped"):
        out = tmp_path / name
        asked = TrainingOrder(RECIPE, tiny_corpus, out, assignments=given)
        if name == "stopped":
            reached = out / "checkpoints" / "reranker" / "checkpoints" / "step-00000002"
            assert run(asked, reached.exists).outcome == "stopped"
            asked = replace(asked, resume=True)
        assert run(asked).outcome == "finished"
        found.append(read_manifest(out / "model"))
    assert found[0].start == found[1].start
    assert found[0].weights_sha256 == found[1].weights_sha256
    assert found[0].scores == found[1].scores


def test_a_reranker_cannot_begin_with_an_adapter() -> None:
    with pytest.raises(ModelError, match="cocite-small” is an adapter"):
        load_cross_encoder_base("cocite-small", query_tokens=24, max_tokens=64, seed=0)
