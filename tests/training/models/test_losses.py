"""The objectives, against vectors worked out by hand and against two libraries."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sentence_transformers.cross_encoder.losses import ListNetLoss
from sentence_transformers.sentence_transformer import losses as theirs
from torch import Tensor, nn
from torch.autograd import gradcheck

from training.models.losses import (
    distillation,
    divergence,
    info_nce,
    listwise,
    mpt_src,
    mpt_src_tgt,
    mpt_tgt,
    multi_positive_info_nce,
    pointwise,
    semcse,
    triplet,
)

MPT = (mpt_src, mpt_tgt, mpt_src_tgt)


def rows(*values: Sequence[object]) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)


SOURCE, TARGET = rows([0, 0]), rows([1, 0])
CO_CITED = rows([[0, 2], [3, 0], [1, 1]])
NEGATIVES = rows([[4, 0], [0, 5], [3, 4], [6, 8]])


def random(*shape: int, seed: int = 0) -> Tensor:
    made = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=made, dtype=torch.float64)


def a_batch(b: int = 3, n: int = 2, m: int = 4, d: int = 5) -> tuple[Tensor, ...]:
    return random(b, d), random(b, d, seed=1), random(b, n, d, seed=2), random(b, m, d, seed=3)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        (mpt_src, 0.7382170062),
        (mpt_src_tgt, 1.2249274949),
        (mpt_tgt, 1.6145469565),
        (lambda *given: mpt_tgt(*given, as_printed=True), 1.6484074593),
    ],
)
def test_the_losses_of_mp_bert4cr_have_the_values_worked_out_by_hand(
    loss: Callable[..., Tensor], expected: float
) -> None:
    assert loss(SOURCE, TARGET, CO_CITED, NEGATIVES).item() == pytest.approx(expected, abs=1e-9)


def test_the_triplet_loss_is_zero_where_each_negative_is_farther_by_the_margin() -> None:
    for place in range(4):
        assert triplet(SOURCE, TARGET, NEGATIVES[:, place]).item() == 0


def test_a_good_triplet_costs_nothing_and_its_swap_costs_what_it_is_off() -> None:
    near, far = rows([3, 4]), rows([6, 8])
    assert triplet(SOURCE, near, far).item() == 0
    assert triplet(SOURCE, far, near).item() == 6


def test_semcse_has_the_value_worked_out_by_hand() -> None:
    anchors = rows([0, 0], [2, 0], [0, 3])
    positives = rows([1, 0], [2, 2], [0, 1])
    assert semcse(anchors, positives).item() == pytest.approx(0.7719773408, abs=1e-9)
    assert semcse(anchors, positives, l2=0).item() == pytest.approx(0.7546440075, abs=1e-9)


def test_info_nce_has_the_value_worked_out_by_hand() -> None:
    queries, documents = rows([1, 0], [0.6, 0.8], [0, 1]), rows([0.8, 0.6], [0, 1], [1, 0])
    found = info_nce(queries, documents, temperature=0.07).item()
    assert found == pytest.approx(6.5299510374, abs=1e-9)


def test_the_triplet_loss_is_that_of_torch_and_of_sentence_transformers() -> None:
    anchor, positive, negative = (random(16, 8, seed=seed) for seed in range(3))
    ours = triplet(anchor, positive, negative).item()
    torchs = torch.nn.TripletMarginLoss(margin=1.0, p=2)(anchor, positive, negative).item()
    model: Any = None
    loss = theirs.TripletLoss(model, triplet_margin=1.0)
    assert ours == pytest.approx(torchs, abs=1e-5)  # torch adds 1e-6 to each difference
    other = loss.compute_loss_from_embeddings([anchor, positive, negative], labels=None)
    assert ours == pytest.approx(other.item(), abs=1e-5)


def test_info_nce_is_the_ranking_loss_of_sentence_transformers_with_extra_negatives() -> None:
    queries, documents, extra = (random(6, 8, seed=seed) for seed in range(3))
    ours = info_nce(queries, torch.cat([documents, extra]), temperature=0.05).item()
    model: Any = None
    loss = theirs.MultipleNegativesRankingLoss(model, scale=1 / 0.05)
    other = loss.compute_loss_from_embeddings([queries, documents, extra], labels=None)
    assert ours == pytest.approx(other.item(), abs=1e-9)


def test_several_positives_reduce_to_info_nce_when_each_query_has_one() -> None:
    queries, documents = random(5, 8), random(9, 8, seed=1)
    own = torch.eye(5, 9, dtype=torch.bool)
    ours = multi_positive_info_nce(queries, documents, positives=own, temperature=0.1)
    assert ours.item() == pytest.approx(info_nce(queries, documents, temperature=0.1).item())


def test_several_positives_are_contrasted_with_negatives_alone() -> None:
    queries, documents = random(2, 4), random(4, 4, seed=1)
    positives = torch.tensor([[1, 1, 0, 0], [0, 0, 1, 0]], dtype=torch.bool)
    ignored = torch.tensor([[0, 0, 0, 0], [1, 0, 0, 0]], dtype=torch.bool)
    cosines = torch.nn.functional.cosine_similarity(queries[:, None], documents[None], dim=-1)
    scaled = np.exp(cosines.numpy() / 0.2)
    against = scaled[0, 2] + scaled[0, 3]
    first = np.mean([-math.log(scaled[0, j] / (scaled[0, j] + against)) for j in (0, 1)])
    second = -math.log(scaled[1, 2] / (scaled[1, 2] + scaled[1, 1] + scaled[1, 3]))
    ours = multi_positive_info_nce(
        queries, documents, positives=positives, temperature=0.2, ignored=ignored
    )
    assert ours.item() == pytest.approx((first + second) / 2)


def test_a_query_without_positives_or_without_negatives_leaves_the_gradient_finite() -> None:
    queries, documents = random(2, 4).requires_grad_(), random(2, 4, seed=1)
    positives = torch.tensor([[True, True], [False, False]])
    loss = multi_positive_info_nce(queries, documents, positives=positives, temperature=0.1)
    loss.backward()  # type: ignore[no-untyped-call]
    assert loss.item() == 0
    assert queries.grad is not None
    assert torch.isfinite(queries.grad).all()


@pytest.mark.parametrize("loss", MPT)
def test_without_co_cited_papers_only_the_target_counts(loss: Callable[..., Tensor]) -> None:
    source, target, co_cited, negatives = a_batch()
    gaps = (source - target).norm(dim=-1, keepdim=True) - (source[:, None] - negatives).norm(dim=-1)
    expected = torch.log1p(gaps.exp().sum(1)).mean().item()
    hidden = torch.zeros(3, 2, dtype=torch.bool)
    assert loss(source, target, co_cited[:, :0], negatives).item() == pytest.approx(expected)
    masked = loss(source, target, co_cited, negatives, mask=hidden).item()
    assert masked == pytest.approx(expected)


def test_the_printed_form_still_learns_from_a_target_nobody_co_cites() -> None:
    source, target, co_cited, negatives = a_batch()
    printed = mpt_tgt(source, target, co_cited[:, :0], negatives, as_printed=True)
    assert printed.item() == mpt_tgt(source, target, co_cited[:, :0], negatives).item() > 0


@pytest.mark.parametrize("loss", MPT)
@given(st.floats(-1e6, 1e6) | st.just(math.nan) | st.just(math.inf))
def test_what_stands_in_a_masked_row_is_never_felt(
    loss: Callable[..., Tensor], value: float
) -> None:
    source, target, co_cited, negatives = a_batch()
    mask = torch.tensor([[True, False], [False, False], [True, True]])
    clean = loss(source, target, co_cited, negatives, mask=mask)
    soiled = torch.where(mask.unsqueeze(-1), co_cited, value).requires_grad_()
    source.requires_grad_()
    found = loss(source, target, soiled, negatives, mask=mask)
    found.backward()  # type: ignore[no-untyped-call]
    assert found.item() == clean.item()
    assert soiled.grad is not None
    assert (soiled.grad[~mask] == 0).all()
    assert source.grad is not None
    assert torch.isfinite(source.grad).all()


@pytest.mark.parametrize("loss", MPT)
def test_the_order_of_negatives_and_of_co_cited_papers_does_not_matter(
    loss: Callable[..., Tensor],
) -> None:
    source, target, co_cited, negatives = a_batch()
    turned = loss(source, target, co_cited.flip(1), negatives.flip(1)).item()
    assert turned == pytest.approx(loss(source, target, co_cited, negatives).item())


@pytest.mark.parametrize("loss", MPT)
def test_a_batch_costs_the_mean_of_its_examples(loss: Callable[..., Tensor]) -> None:
    batch = a_batch()
    alone = [loss(*(part[i : i + 1] for part in batch)).item() for i in range(3)]
    assert loss(*batch).item() == pytest.approx(np.mean(alone))


@pytest.mark.parametrize("loss", MPT)
def test_distances_of_a_thousand_cost_about_a_thousand_and_not_infinity(
    loss: Callable[..., Tensor],
) -> None:
    far = torch.full((1, 2), 1_000.0).requires_grad_()
    near = torch.zeros(1, 2)
    found = loss(near, far, far.unsqueeze(1), near.unsqueeze(1))
    found.backward()  # type: ignore[no-untyped-call]
    assert 1_000 < found.item() < 3_000
    assert far.grad is not None
    assert torch.isfinite(far.grad).all()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_gradients_at_distance_zero_are_finite(dtype: torch.dtype) -> None:
    same = torch.ones(2, 3, dtype=dtype, requires_grad=True)
    several = same.unsqueeze(1)
    total = triplet(same, same, same) + semcse(same, same)
    total = total + sum(loss(same, same, several, several) for loss in MPT)
    total.backward()
    assert total.dtype == torch.float32
    assert same.grad is not None
    assert torch.isfinite(same.grad).all()


def test_distances_are_exact_where_inner_products_cancel() -> None:
    far = torch.tensor([[10_000.0, 0.0]])
    nudged = torch.tensor([[10_000.0, 0.01]])
    assert triplet(far, nudged, far, margin=0.0).item() == pytest.approx(0.01, rel=1e-4)


@pytest.mark.parametrize("loss", MPT)
def test_the_gradients_of_mp_bert4cr_are_those_of_finite_differences(
    loss: Callable[..., Tensor],
) -> None:
    mask = torch.tensor([[True, False], [False, False], [True, True]])
    batch = [part.requires_grad_() for part in a_batch()]
    assert gradcheck(lambda *given: loss(*given, mask=mask), batch)


def test_the_gradients_of_the_other_losses_are_those_of_finite_differences() -> None:
    three = [random(4, 5, seed=seed).requires_grad_() for seed in range(3)]
    positives = torch.eye(4, dtype=torch.bool)
    positives[0, 1] = True
    assert gradcheck(triplet, three)
    assert gradcheck(semcse, three[:2])
    assert gradcheck(lambda a, b: info_nce(a, b, temperature=0.1), three[:2])
    assert gradcheck(
        lambda a, b: multi_positive_info_nce(a, b, positives=positives, temperature=0.1), three[:2]
    )


def test_embeddings_that_do_not_fit_are_refused_with_their_shapes() -> None:
    with pytest.raises(ValueError, match=r"\(3, 5\), \(2, 5\)"):
        triplet(random(3, 5), random(2, 5), random(3, 5))
    source, target, co_cited, negatives = a_batch()
    with pytest.raises(ValueError, match="mask does not fit"):
        mpt_src(source, target, co_cited, negatives, mask=torch.ones(3, 5, dtype=torch.bool))


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


# --- distillation -------------------------------------------------------------------------------


def softmax(odds: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    raised = np.exp(odds - odds.max())
    return raised / raised.sum()


def test_a_divergence_is_that_of_the_two_distributions_over_what_counts() -> None:
    taught, logits = 3 * random(5, 7), 3 * random(5, 7, seed=1)
    ignored = random(5, 7, seed=2) > 0.8
    expected = []
    for wanted, learned, out in zip(taught, logits, ignored, strict=True):
        p, q = softmax(wanted[~out].numpy()), softmax(learned[~out].numpy())
        expected.append(float((p * np.log(p / q)).sum()))
    assert divergence(taught, logits, ignored=ignored).tolist() == pytest.approx(expected)
    assert divergence(taught, taught + 3.0, ignored=ignored).abs().max() < 1e-12
    assert gradcheck(
        lambda odds: divergence(taught, odds, ignored=ignored), (logits.requires_grad_(),)
    )


def test_queries_that_are_distilled_keep_what_the_teacher_finds_and_others_count_for_nothing() -> (
    None
):
    student, teacher = ((random(4, 6, seed=seed), random(9, 6, seed=seed + 1)) for seed in (0, 4))
    ignored = random(4, 9, seed=8) > 1.0
    distilled = torch.tensor([True, False, True, False])
    expected = []
    for at in (0, 2):
        odds = [
            np.array(
                [
                    float(q @ d / (q.norm() * d.norm())) / 0.2
                    for d, out in zip(documents, ignored[at], strict=True)
                    if not out
                ]
            )
            for q, documents in ((teacher[0][at], teacher[1]), (student[0][at], student[1]))
        ]
        p, q = map(softmax, odds)
        expected.append(float((p * np.log(p / q)).sum()))
    given_values = {
        "taught_queries": teacher[0],
        "taught_documents": teacher[1],
        "temperature": 0.2,
        "ignored": ignored,
    }
    found = distillation(*student, **given_values, distilled=distilled)
    assert found.item() == pytest.approx(np.mean(expected))
    queries = student[0].requires_grad_()
    none = distillation(queries, student[1], **given_values, distilled=distilled & False)
    none.backward()  # type: ignore[no-untyped-call]
    assert none.item() == 0
    assert queries.grad is not None
    assert not queries.grad.any()
