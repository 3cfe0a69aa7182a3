from __future__ import annotations

import math

import pytest
import torch
from sentence_transformers.cross_encoder.losses import ListNetLoss
from torch import Tensor, nn

from training.models.losses import listwise, pointwise


def example(seed: int = 0) -> tuple[Tensor, Tensor, Tensor]:
    draw = torch.Generator().manual_seed(seed)
    scores = torch.randn(4, 6, generator=draw, dtype=torch.float64)
    labels = torch.tensor([[1, 0, 0, 0, 0, 0], [1, 0, 1, 0, 1, 0], [0] * 6, [0, 1, 1, 1, 1, 1]])
    mask = torch.tensor([[1] * 6, [1] * 5 + [0], [1] * 4 + [0, 0], [1, 1, 0, 1, 0, 1]])
    return scores, labels.bool(), mask.bool()


def test_the_pointwise_loss_is_the_equation_of_the_paper_as_a_mean() -> None:
    logits = torch.tensor([[0.2, 1.0], [0.5, -0.5], [2.0, 2.0]])
    labels = torch.tensor([True, False, False])
    relevant = [1 / (1 + math.exp(no - yes)) for no, yes in logits.tolist()]
    expected = -(math.log(relevant[0]) + math.log(1 - relevant[1]) + math.log(1 - relevant[2])) / 3
    assert float(pointwise(logits, labels)) == pytest.approx(expected)


def test_the_pointwise_loss_is_the_binary_one_of_the_difference() -> None:
    logits = torch.randn(50, 2, generator=torch.Generator().manual_seed(1))
    labels = torch.arange(50) % 3 == 0
    odds = logits[:, 1] - logits[:, 0]
    expected = nn.BCEWithLogitsLoss()(odds, labels.float())
    assert float(pointwise(logits, labels)) == pytest.approx(float(expected))


def test_the_listwise_loss_is_the_softmax_written_out() -> None:
    scores, labels, mask = example()
    expected = 0.0
    for row, right, real in zip(scores.tolist(), labels.tolist(), mask.tolist(), strict=True):
        total = sum(math.exp(score) for score, here in zip(row, real, strict=True) if here)
        places = [at for at in range(6) if right[at] and real[at]]
        expected -= sum(math.log(math.exp(row[at]) / total) for at in places) / max(len(places), 1)
    assert float(listwise(scores, labels, mask=mask)) == pytest.approx(expected / 4, rel=1e-12)


def test_the_listwise_loss_is_that_of_sentence_transformers() -> None:
    class Given(nn.Module):
        """Answers with scores that were made before, as a cross-encoder would."""

        num_labels = 1
        device = torch.device("cpu")

        def preprocess(self, *_: object, **__: object) -> dict[str, Tensor]:
            return {}

        tokenizer = preprocess

        def forward(self, *_: object, **__: object) -> dict[str, Tensor]:
            return {"scores": scores.flatten()[:, None]}

    scores, labels, _ = example()
    scores, labels = scores[[0, 1, 3]].float(), labels[[0, 1, 3]]
    # Their targets are a softmax of the labels: large labels leave nothing to the others.
    theirs = ListNetLoss(Given(), mini_batch_size=-1)(
        [["q"] * 3, [["d"] * 6] * 3], [row.float() * 100 for row in labels]
    )
    ours = listwise(scores, labels, mask=torch.ones(3, 6, dtype=torch.bool))
    assert float(ours) == pytest.approx(float(theirs), rel=1e-5)


def test_a_list_with_one_right_paper_is_a_plain_cross_entropy() -> None:
    scores, labels, _ = example()
    expected = nn.functional.cross_entropy(scores[:1], torch.tensor([0]))
    loss = listwise(scores[:1], labels[:1], mask=torch.ones(1, 6, dtype=torch.bool))
    assert float(loss) == pytest.approx(float(expected))


@pytest.mark.parametrize("real", [1, 0])
def test_a_list_without_a_right_paper_adds_nothing_and_moves_nothing(real: int) -> None:
    scores = torch.randn(2, 3, requires_grad=True)
    none, mask = torch.zeros(2, 3, dtype=torch.bool), torch.full((2, 3), bool(real))
    loss = listwise(scores, none, mask=mask)
    loss.backward()
    assert loss.item() == 0.0
    assert scores.grad is not None
    assert not scores.grad.any()


def test_what_is_masked_has_no_influence() -> None:
    scores, labels, mask = example()
    other = torch.where(mask, scores, torch.full_like(scores, 1e30))
    assert float(listwise(other, labels | ~mask, mask=mask)) == pytest.approx(
        float(listwise(scores, labels, mask=mask))
    )


def test_gradients_are_right_in_float64() -> None:
    scores, labels, mask = example()
    scores.requires_grad_(True)
    assert torch.autograd.gradcheck(lambda each: listwise(each, labels, mask=mask), (scores,))
    logits = torch.randn(5, 2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda each: pointwise(each, torch.arange(5) % 2), (logits,))


def test_losses_of_bfloat16_are_computed_in_float32() -> None:
    scores, labels, mask = example()
    half = (scores * 50).to(torch.bfloat16)
    assert listwise(half, labels, mask=mask).dtype == torch.float32
    assert pointwise(half[:, :2], labels[:, 0]).dtype == torch.float32
