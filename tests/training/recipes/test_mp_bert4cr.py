"""The recipe: what it is called with, what it learns, what it leaves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from core.base.errors import ModelError, UsageError
from core.base.jobs import SilentJob
from core.models.encoder import SentenceEncoder
from core.models.hierarchical import HierarchicalEncoder
from core.models.manifest import MANIFEST, read_manifest
from tests import wording
from tests.plain_library import gives_the_same_rows
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.judging.evaluation import CHOOSING, SAMPLED_CHOOSING
from training.models import losses
from training.models.encoders import load_encoder
from training.recipes.mp_bert4cr import RECIPE, MpSettings
from training.recipes.mp_bert4cr_task import CitationTask, _shape, hierarchical, texts
from training.sampling.contexts import CitationExample

SMALL = {
    "heads": 2,
    "document_layers": 1,
    "feed_forward": 48,
    "sentence_tokens": 16,
    "supplemental": 2,
    "abstract": 3,
    "body": 1,
    "dropout": 0.0,
    "held_out_contexts": 20,
    "held_out_pool": 30,
}


def settings_of(base: Path, **values: object) -> MpSettings:
    return MpSettings.model_validate(SMALL | {"base": str(base)} | values)


def task_of(corpus: Corpus, base: Path, **values: object) -> CitationTask:
    settings = settings_of(base, **values)
    if settings.architecture == "encoder":
        return CitationTask(corpus, settings, texts(settings))
    return CitationTask(
        corpus, settings, hierarchical(settings, previous=None, separate=settings.separate)
    )


def examples_of(task: CitationTask, count: int, epoch: int = 0) -> list[CitationExample]:
    return [task.example(epoch, index) for index in range(count)]


def train(task: CitationTask, steps: int, *, rate: float) -> list[float]:
    """Train on 20 examples as they are drawn in the first epoch."""
    examples = examples_of(task, 20)
    weights = [weight for weight in task.model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(weights, lr=rate)
    seen = []
    for _ in range(steps):
        batch = task.batch(examples)
        loss = task.loss(task.model(**batch.inputs), batch.targets)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        seen.append(float(loss.detach()))
    return seen


def test_papers_with_much_to_read_cost_most(corpus: Corpus, tiny_base: Path) -> None:
    contents = task_of(corpus, tiny_base, body=20)._examples.contents
    papers = [int(paper) for paper in corpus.fulltexts("train")]
    papers += [int(n) for n in np.flatnonzero(corpus.trainable)[:10] if n not in papers]
    read = [len(contents.of(0, paper).sentences) for paper in papers]
    assert np.corrcoef([contents.length(paper) for paper in papers], read)[0, 1] > 0.9


@pytest.mark.parametrize("architecture", ["hierarchical", "encoder"])
def test_outputs_and_targets_have_an_example_first_and_one_shape_for_all(
    corpus: Corpus, tiny_base: Path, architecture: str
) -> None:
    task = task_of(corpus, tiny_base, architecture=architecture)
    for count in (1, 3):
        batch = task.batch(examples_of(task, count))
        outputs = task.model(**batch.inputs)
        assert outputs["manuscript"].shape == (count, 32)
        assert outputs["papers"].shape == (count, 8, 32)
        assert batch.targets["real"].shape == (count, 3)
        assert task.loss(outputs, batch.targets).shape == ()


def test_an_ordinary_encoder_reads_fewer_tokens_in_training_than_in_use(
    corpus: Corpus, tiny_base: Path
) -> None:
    task = task_of(corpus, tiny_base, architecture="encoder", training_tokens=9)
    inputs = task.batch(examples_of(task, 3)).inputs
    for side in ("manuscripts", "papers"):
        assert max(group["input_ids"].shape[1] for group in inputs[side]["groups"]) == 9
    usual = task_of(corpus, tiny_base, architecture="encoder")
    long = corpus.text(0)
    rows = [each._architecture.encode_papers([long]) for each in (task, usual)]
    assert np.array_equal(*rows)


@pytest.mark.parametrize("architecture", ["hierarchical", "encoder"])
def test_an_example_gives_the_same_alone_and_among_others(
    corpus: Corpus, tiny_base: Path, architecture: str
) -> None:
    task = task_of(corpus, tiny_base, architecture=architecture)
    task.model.eval()
    examples = examples_of(task, 4)
    together = task.model(**task.batch(examples).inputs)
    for row, example in enumerate(examples):
        alone = task.model(**task.batch([example]).inputs)
        for name in ("manuscript", "papers"):
            torch.testing.assert_close(alone[name][0], together[name][row], atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize(
    ("objective", "function"),
    [
        ("mpt-src", losses.mpt_src),
        ("mpt-tgt", losses.mpt_tgt),
        ("mpt-src-tgt", losses.mpt_src_tgt),
    ],
)
def test_the_objective_gets_what_is_its_own(
    corpus: Corpus, tiny_base: Path, objective: str, function: object
) -> None:
    task = task_of(corpus, tiny_base, objective=objective)
    batch = task.batch(examples_of(task, 5))
    outputs = task.model(**batch.inputs)
    papers, real = outputs["papers"], batch.targets["real"]
    assert callable(function)
    one_by_one = [
        function(
            outputs["manuscript"][row : row + 1],
            papers[row : row + 1, 0],
            papers[row : row + 1, 1:4][:, real[row]],
            papers[row : row + 1, 4:],
        )
        for row in range(5)
    ]
    expected = torch.stack(one_by_one).mean()
    torch.testing.assert_close(task.loss(outputs, batch.targets), expected)


def test_the_triplet_baseline_sets_each_negative_against_the_target(
    corpus: Corpus, tiny_base: Path
) -> None:
    task = task_of(corpus, tiny_base, objective="triplet")
    batch = task.batch(examples_of(task, 3))
    outputs = task.model(**batch.inputs)
    manuscript, papers = outputs["manuscript"].detach(), outputs["papers"].detach()
    hinges = [
        max(float((s - p[0]).norm() - (s - n).norm()) + 1.0, 0.0)
        for s, p in zip(manuscript, papers, strict=True)
        for n in p[4:]
    ]
    loss = task.loss(outputs, batch.targets).item()
    assert loss == pytest.approx(np.mean(hinges), abs=1e-4)


@pytest.mark.parametrize("objective", ["triplet", "mpt-src", "mpt-tgt", "mpt-src-tgt"])
def test_without_co_cited_papers_there_is_still_something_to_learn(
    corpus: Corpus, tiny_base: Path, objective: str
) -> None:
    task = task_of(corpus, tiny_base, objective=objective, positives=0)
    batch = task.batch(examples_of(task, 3))
    outputs = task.model(**batch.inputs)
    assert outputs["papers"].shape == (3, 5, 32)
    task.loss(outputs, batch.targets).backward()
    gradients = [w.grad for w in task.model.parameters() if w.grad is not None]
    assert any(gradient.abs().sum() > 0 for gradient in gradients)


@pytest.mark.parametrize("encoder", ["pretrained", "scratch"])
def test_each_weight_of_both_encoders_gets_a_gradient(
    corpus: Corpus, tiny_base: Path, encoder: str
) -> None:
    task = task_of(corpus, tiny_base, sentence_encoder=encoder, hidden=32, sentence_layers=1)
    train(task, 2, rate=1e-3)  # branches that begin at 0 hide what lies before them at first
    missing = [
        name
        for name, weight in task.model.named_parameters()
        if weight.grad is None or not weight.grad.abs().sum() > 0
    ]
    assert missing == []


def test_manuscripts_and_papers_part_only_if_they_are_separate(
    corpus: Corpus, tiny_base: Path
) -> None:
    for separate in (True, False):
        task = task_of(corpus, tiny_base, separate=separate)
        train(task, 2, rate=1e-2)
        encoders = task._architecture.model.encoders  # type: ignore[attr-defined]
        one, other = encoders.papers.state_dict(), encoders.manuscripts.state_dict()
        assert all(one[name].equal(other[name]) for name in one) is not separate


@pytest.mark.parametrize("architecture", ["hierarchical", "encoder"])
def test_twenty_examples_are_learnt_by_heart(
    corpus: Corpus, tiny_base: Path, architecture: str
) -> None:
    task = task_of(corpus, tiny_base, architecture=architecture, positives=0)
    seen = train(task, 30, rate=1e-2)
    assert seen[-1] < 0.5 * seen[0]
    outputs = task.model(**task.batch(examples_of(task, 20)).inputs)
    manuscripts, papers = outputs["manuscript"].unsqueeze(1), outputs["papers"]
    distances = (manuscripts - papers).norm(dim=-1)
    nearer = distances[:, :1] < distances[:, 1:]
    assert nearer.float().mean() > 0.9


def test_two_tasks_of_one_seed_begin_with_the_same_weights_and_another_seed_with_others(
    corpus: Corpus, tiny_base: Path
) -> None:
    one, other, third = (
        task_of(corpus, tiny_base, sentence_encoder="scratch", hidden=32, seed=seed)
        for seed in (0, 0, 1)
    )
    weights = one.model.state_dict()
    assert all(weights[name].equal(weight) for name, weight in other.model.state_dict().items())
    assert any(not weights[name].equal(weight) for name, weight in third.model.state_dict().items())


def test_a_saved_hierarchical_model_gives_the_rows_of_the_trained_one(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, name="mine")
    train(task, 2, rate=1e-3)
    task.save(tmp_path / "model")
    manifest = read_manifest(tmp_path / "model")
    assert (manifest.name, manifest.kind, manifest.recipe) == ("mine", "hierarchical", "mp-bert4cr")
    assert (manifest.base, manifest.max_tokens, manifest.dimension) == ("tiny", 16, 32)
    saved = HierarchicalEncoder(tmp_path / "model", device="cpu", precision="float32")
    papers = [corpus.text(at) for at in range(5)]
    architecture = task._architecture
    np.testing.assert_allclose(
        saved.encode_papers(papers).astype(np.float32),
        architecture.encode_papers(papers).astype(np.float32),
        atol=0.02,
    )
    again = hierarchical(
        settings_of(tmp_path / "model"), previous=None, separate=True
    ).model.encoders.state_dict()
    trained = task.model.encoders.state_dict()  # type: ignore[union-attr,operator]
    assert all(again[name].equal(weight) for name, weight in trained.items())


def test_an_ordinary_encoder_is_saved_as_one(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, architecture="encoder")
    task.save(tmp_path / "model")
    assert gives_the_same_rows(tmp_path / "model")
    manifest = read_manifest(tmp_path / "model")
    assert (manifest.name, manifest.kind) == ("tiny-mp-bert4cr", "encoder")
    saved = SentenceEncoder(tmp_path / "model", device="cpu", precision="float32")
    text = [corpus.text(0)]
    cosine = saved.encode_papers(text) @ task._architecture.encode_papers(text).T
    assert float(cosine[0, 0]) == pytest.approx(1.0, abs=0.01)


def test_stages_are_two_only_where_pretraining_is_asked_for(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    assert [stage.name for stage in RECIPE.stages(settings_of(tiny_base))] == ["finetune"]
    settings = settings_of(tiny_base, pretrain_steps=7, epochs=3)
    pretrain, finetune = RECIPE.stages(settings)
    changed = pretrain.settings(settings)
    assert (changed.epochs, changed.steps, changed.batch) == (1, 7, 28)
    assert (changed.learning_rate, changed.adam_beta2) == (1e-4, 0.999)
    assert finetune.settings(settings) == settings
    preparation = Preparation(tmp_path, "cpu", SilentJob(), pytest.fail)
    pretrain.make(corpus, changed, preparation).save(tmp_path / "before")
    after = Preparation(tmp_path, "cpu", SilentJob(), pytest.fail, tmp_path / "before")
    finetune.make(corpus, settings, after).save(tmp_path / "model")
    assert read_manifest(tmp_path / "model").base == "tiny"
    with pytest.raises(UsageError, match=wording.pattern("training.recipes.mp_bert4cr:_stages")):
        RECIPE.stages(settings.model_copy(update={"architecture": "encoder"}))


@pytest.mark.parametrize("preset", RECIPE.presets)
def test_presets_are_settings(preset: str) -> None:
    settings = MpSettings.model_validate(RECIPE.presets[preset])
    assert RECIPE.stages(settings)


def test_the_paper_preset_is_the_published_one(tiny_base: Path) -> None:
    settings = MpSettings.model_validate(RECIPE.presets["paper"])
    pretraining = RECIPE.stages(settings)[0].settings(settings)
    assert (settings.learning_rate, settings.adam_beta2, settings.batch) == (2e-5, 0.98, 8)
    assert (pretraining.learning_rate, pretraining.adam_beta2, pretraining.batch) == (
        1e-4,
        0.999,
        28,
    )
    assert (settings.epochs, pretraining.epochs, settings.weight_decay) == (2, 10, 0.01)
    assert (settings.warmup, settings.warmup_rate) == (2000, 1e-9)
    assert (pretraining.warmup, pretraining.warmup_rate) == (2000, 1e-7)
    shape = _shape(load_encoder(str(tiny_base)), settings, pretrained=False)
    assert (shape.hidden_size, shape.heads, shape.feed_forward) == (768, 12, 3072)
    assert (shape.sentence_layers, shape.document_layers, settings.decoder_layers) == (6, 6, 6)
    assert (shape.dropout, shape.max_tokens, shape.sentence) == (0.1, 50, None)


def test_for_acl_the_paper_takes_more_passes_and_a_shorter_rise() -> None:
    settings = MpSettings.model_validate(RECIPE.presets["paper-acl"])
    pretraining = RECIPE.stages(settings)[0].settings(settings)
    assert (settings.epochs, pretraining.epochs) == (5, 50)
    assert (settings.warmup, pretraining.warmup) == (1000, 1000)
    dblp = RECIPE.presets["paper"]
    differing = {name for name, value in RECIPE.presets["paper-acl"].items()} - set(dblp)
    assert differing == {"epochs"}


@pytest.mark.parametrize(
    ("values", "error", "says"),
    [
        (
            {"heads": 5},
            UsageError,
            wording.fill("training.recipes.mp_bert4cr_task:_new", heads=5, hidden_size=32),
        ),
        ({"trainable": "lora"}, UsageError, "LoRA"),
        (
            {"trainable": "biases"},
            UsageError,
            wording.stem("training.recipes.mp_bert4cr_task:hierarchical biases"),
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    corpus: Corpus, tiny_base: Path, values: dict[str, object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        task_of(corpus, tiny_base, **values)
    with pytest.raises(UsageError, match="no model"):
        task_of(corpus, Path("nowhere"))


def test_a_reranker_is_no_base(corpus: Corpus, tiny_base: Path, tmp_path: Path) -> None:
    task = task_of(corpus, tiny_base, architecture="encoder")
    task.save(tmp_path / "model")
    manifest = read_manifest(tmp_path / "model").model_copy(update={"kind": "reranker"})
    (tmp_path / "model" / MANIFEST).write_text(manifest.model_dump_json())
    with pytest.raises(ModelError, match="is a reranker"):
        task_of(corpus, tmp_path / "model")


def test_the_state_kept_is_the_best_on_sampled_contexts(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base, architecture="encoder")
    task.model.eval()
    scores = task.evaluate()
    assert task.metric == SAMPLED_CHOOSING
    assert set(scores) >= {SAMPLED_CHOOSING, CHOOSING, "sampled_recall@10", "recall@10"}
    assert scores[SAMPLED_CHOOSING] == task._sampled.scores(task._architecture)[SAMPLED_CHOOSING]
