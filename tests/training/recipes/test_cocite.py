"""The recommended recipe: its examples, its loss, its mined negatives."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from core.base.errors import UsageError
from tests.plain_library import gives_the_same_rows
from tests.training.cited_sentences import Pairs
from training.corpus.corpus import Corpus
from training.recipes.cocite import RECIPE, CociteSettings
from training.recipes.cocite_task import CociteTask, among_any
from training.sampling.cocite_examples import NONE, CociteExample


def task_of(corpus: Corpus, base: Path, **values: object) -> CociteTask:
    settings = CociteSettings.model_validate(
        {"base": str(base), "batch": 8, "mining_pool": 0, "trainable": "all"} | values
    )
    return CociteTask(corpus, settings)


def test_slots_without_a_paper_and_papers_the_author_cites_are_no_negatives(
    corpus: Corpus, tiny_base: Path
) -> None:
    task = task_of(corpus, tiny_base)
    examples = [task.example(0, at) for at in range(6)]
    batch = task.batch(examples)
    rows = torch.randn(6, 4, 32, dtype=torch.float64)
    found = task.loss({"rows": rows}, batch.targets).item()
    expected = np.mean([_by_hand(at, examples, batch.targets["papers"], rows) for at in range(6)])
    assert found == pytest.approx(expected)


def _by_hand(
    at: int, examples: list[CociteExample], papers: torch.Tensor, rows: torch.Tensor
) -> float:
    example, query = examples[at], rows[at, 0]
    cosines = torch.cosine_similarity(query, rows[:, 1:].flatten(0, 1), dim=-1) / 0.05
    shown = papers.flatten().tolist()
    right = [c for c, p in zip(cosines, shown, strict=True) if p in example.right]
    unfair = {*example.right, *example.unfair, -1}
    wrong = [c for c, p in zip(cosines, shown, strict=True) if p not in unfair]
    return float(
        np.mean([-(r - torch.logsumexp(torch.stack([r, *wrong]), 0)).item() for r in right])
    )


def test_the_model_puts_each_row_where_its_text_stood(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base, negatives=0)
    examples = [task.example(0, at) for at in range(5)]
    with torch.no_grad():
        rows = task.model.eval()(**task.batch(examples).inputs)["rows"]
    assert rows.shape == (5, 3, 32)
    for row, example in zip(rows, examples, strict=True):
        texts = [task.encoder.paper_text(*corpus.text(paper)) for paper in example.positives]
        alone = task.encoder.encode([example.query, *texts])
        assert np.allclose(row[: 1 + len(texts)].numpy(), alone, atol=1e-5)
        assert (row[1 + len(texts) :] == 0).all()


def test_mined_negatives_are_cited_nowhere_by_the_author_and_found_again_on_resume(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base)
    task.begin_epoch(0, tmp_path)
    drawn = [task.example(0, at) for at in range(len(task))]
    assert any(example.negatives for example in drawn)
    for example in drawn:
        assert not set(example.negatives) & {*example.right, *example.unfair, NONE}
        assert corpus.trainable[list(example.negatives)].all()
    # Other weights would mine others: what was mined is read, not made again.
    again = task_of(corpus, tiny_base)
    with torch.no_grad():
        for weight in again.model.parameters():
            weight.mul_(-1.5)
    again.begin_epoch(0, tmp_path)
    assert [again.example(0, at) for at in range(len(again))] == drawn


def test_a_few_steps_make_sentences_find_what_they_cite(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base, negatives=0, batch=16, temperature=0.1)
    optimiser = torch.optim.AdamW(task.model.parameters(), lr=1e-2)
    losses = []
    random = np.random.default_rng(0)
    for epoch in range(6):
        # Sentences of one paper, side by side, would be no negatives to each other.
        for places in random.permutation(len(task))[:160].reshape(-1, 16):
            batch = task.batch([task.example(epoch, int(at)) for at in places])
            loss = task.loss(task.model.train()(**batch.inputs), batch.targets)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            losses.append(loss.item())
    assert np.mean(losses[-10:]) < 0.7 * np.mean(losses[:10])


def test_a_saved_model_can_be_used_and_its_adapter_lies_beside_it(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, trainable="lora", lora_rank=4)
    task.save(tmp_path / "model")
    assert gives_the_same_rows(tmp_path / "model")
    assert (tmp_path / "model" / "manifest.json").is_file()
    assert (tmp_path / "model" / "adapter" / "adapter_model.safetensors").is_file()


def test_citations_are_learnt_from_where_no_negatives_are_mined(
    corpus: Corpus, tiny_base: Path
) -> None:
    settings = CociteSettings(base=str(tiny_base), negatives=0, trainable="all")
    task = CociteTask(corpus, settings, [(Pairs(), 0.5)])
    examples = [task.example(0, index) for index in range(len(task))]
    batch = task.batch(examples)
    assert {len(each.negatives) for each in examples} == {0, 1}
    assert torch.isfinite(task.loss(task.model(**batch.inputs), batch.targets))


def test_the_longest_examples_cost_most(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base)
    costs = [task.cost(index) for index in range(len(task))]
    shown = [
        sum(len(text) for paper in task.example(0, index).positives for text in corpus.text(paper))
        for index in range(len(task))
    ]
    assert len(set(costs)) > 3
    assert np.corrcoef(costs, shown)[0, 1] > 0.5


def test_forms_of_no_share_at_all_are_refused(corpus: Corpus, tiny_base: Path) -> None:
    nothing = dict.fromkeys(("title_sentence", "sentence", "neighbours", "sampled"), 0.0)
    with pytest.raises(UsageError, match="share of 0"):
        task_of(corpus, tiny_base, **nothing)


def test_papers_of_a_batch_are_found_in_lists_as_one_by_one() -> None:
    random = torch.Generator().manual_seed(1)
    papers = torch.randint(-1, 60, (257,), generator=random)  # some twice, some absent
    lists = torch.randint(-2, 70, (31, 9), generator=random)
    one_by_one = torch.stack([torch.isin(papers, row) for row in lists])
    assert torch.equal(among_any(papers, lists), one_by_one)
    assert among_any(papers[:0], lists).shape == (31, 0)


class Operations(TorchDispatchMode):
    """Counts what torch carries out."""

    count = 0

    def __torch_dispatch__(
        self,
        func: Callable[..., object],
        types: object,
        args: tuple[object, ...] = (),
        kwargs: dict[str, object] | None = None,
    ) -> object:
        self.count += 1
        return func(*args, **(kwargs or {}))


def test_a_step_on_a_large_batch_takes_few_operations(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base)
    examples = [task.example(0, at % len(task)) for at in range(256)]
    batch = task.batch(examples)
    slots = batch.inputs["slots"].shape[1]
    rows = torch.randn(256, slots, task.encoder.manifest.dimension, requires_grad=True)
    with Operations() as operations:
        task.loss({"rows": rows}, batch.targets).backward()
    assert rows.grad is not None
    assert 0 < operations.count <= 200


def test_an_abstract_that_asks_keeps_the_bases_order_of_the_papers_of_its_batch(
    corpus: Corpus, tiny_base: Path
) -> None:
    task = task_of(corpus, tiny_base, distillation=0.2, negatives=0)
    sentences, abstracts = len(task.sentences()), len(task) - len(task.sentences())
    assert abstracts == round(sentences / 5)
    places = [*range(4), *range(sentences, sentences + 2)]
    examples = [task.example(0, at) for at in places]
    # The whole paper, shown beside another sentence, would be in the way of the one without.
    examples[3] = replace(examples[3], positives=examples[4].positives, right=())
    batch = task.batch(examples)
    rows, taught = (torch.randn(6, 3, 32, dtype=torch.float64) for _ in range(2))
    both = task.loss({"rows": rows, "taught": taught}, batch.targets).item()
    without = task.loss({"rows": rows}, batch.targets).item()
    papers = batch.targets["papers"].flatten().tolist()
    expected = []
    for at in (4, 5):
        counted = [
            column
            for column, paper in enumerate(papers)
            if column == 2 * at or paper not in (-1, *examples[at].positives)
        ]
        learned, wanted = (
            torch.cosine_similarity(of[at, 0], of[:, 1:].flatten(0, 1)[counted], dim=-1) / 0.05
            for of in (rows, taught)
        )
        assert len(counted) < len(papers) - papers.count(-1) or at == 5
        p, q = (np.exp(odds.numpy()) / np.exp(odds.numpy()).sum() for odds in (wanted, learned))
        expected.append(float((p * np.log(p / q)).sum()))
    assert both - without == pytest.approx(np.mean(expected))


def test_the_teacher_is_the_base_however_the_model_is_trained(
    corpus: Corpus, tiny_base: Path
) -> None:
    task = task_of(corpus, tiny_base, distillation=0.5, negatives=0)
    inputs = task.batch([task.example(0, len(task) - 1)]).inputs
    with torch.no_grad():
        before = task.model.eval()(**inputs)
        assert (before["rows"] == before["taught"]).all()
        for weight in task.model.parameters():
            weight.mul_(0.5)
        after = task.model(**inputs)
    assert (after["taught"] == before["taught"]).all()
    assert not torch.allclose(after["rows"], before["rows"])
    assert len(task.model.state_dict()) == len(task.encoder.state_dict())


def test_hard_negatives_are_searched_again_after_so_many_steps(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, renew=3)
    assert len(task) == 24
    assert task.parts == -(-len(task.sentences()) // 24)
    task.begin_epoch(0, tmp_path)
    shown = {task.example(part, at).query for part in range(task.parts) for at in range(24)}
    assert len(shown) > 2 * 24
    with torch.no_grad():
        for weight in task.model.parameters():
            weight.mul_(-1.5)
    task.begin_epoch(1, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"negatives-0.npy", "negatives-1.npy"}
    untrained = task_of(corpus, tiny_base, renew=3)
    untrained.begin_epoch(1, tmp_path / "untrained")
    negatives = [[one.example(1, at).negatives for at in range(24)] for one in (task, untrained)]
    assert negatives[0] != negatives[1]


def test_the_search_encodes_the_sentences_of_its_part_alone_and_finds_what_a_whole_one_finds(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, task = (task_of(corpus, tiny_base, renew=renew, mining_pool=0) for renew in (0, 3))
    whole.begin_epoch(0, tmp_path / "whole")
    encoded_texts: list[str] = []
    unit_rows = task._unit_rows

    def count_texts(texts: list[str]) -> object:
        encoded_texts.extend(texts)
        return unit_rows(texts)

    monkeypatch.setattr(task, "_unit_rows", count_texts)
    task.begin_epoch(1, tmp_path / "part")
    shown = {task._parts.locate(1, at)[1] for at in range(24)}
    places = sorted(place for place in shown if place < len(task.sentences()))
    assert 0 < len(places) <= 24 < len(task.sentences())
    pool = np.flatnonzero(corpus.trainable)
    assert len(encoded_texts) <= len(places) + len(pool)
    assert task._contexts.mined is not None
    assert whole._contexts.mined is not None
    np.testing.assert_array_equal(task._contexts.mined[places], whole._contexts.mined[places])
    others = np.delete(task._contexts.mined, places, axis=0)
    assert (others == NONE).all()


def test_so_many_papers_are_shown_by_title_alone(corpus: Corpus, tiny_base: Path) -> None:
    task = task_of(corpus, tiny_base, titles=0.3, negatives=0)
    shown = [
        bool(abstract)
        for epoch in range(4)
        for at in range(len(task))
        for _, _, abstract in task.example(epoch, at).paper_texts(corpus)
    ]
    assert np.mean(shown) == pytest.approx(0.7, abs=0.06)
    assert task.example(1, 2) == task_of(corpus, tiny_base, titles=0.3, negatives=0).example(1, 2)


def test_papers_known_by_their_titles_alone_answer_where_papers_are_trained_too(
    corpus: Corpus, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = next(paper for context in corpus.contexts() for paper in context.cited)
    trainable = corpus.trainable.copy()
    trainable[bare] = False
    monkeypatch.setattr(corpus, "trainable", trainable)
    for wanted in (False, True):
        task = task_of(corpus, tiny_base, titles_only=wanted, negatives=0)
        answers = {paper for at in range(len(task)) for paper in task.example(0, at).right}
        assert (bare in answers) == wanted


def test_a_card_quotes_no_size_of_library_which_the_forecast_of_a_library_does() -> None:
    gains = [purpose.gain for purpose in RECIPE.purposes]
    assert all(gains)
    assert not [gain for gain in gains if re.search(r"\d papers", gain)]
