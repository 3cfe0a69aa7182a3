"""What a cross-encoder learns of the base: its lists, and how far from the base it is."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

import tools.lab.scale.taught as module
from tools.lab.scale.arrays import CLS, DOT, SEP, Pack, Padded, ragged
from tools.lab.scale.cloze import Cloze
from tools.lab.scale.network import Network, Weights
from tools.lab.scale.scoring import encoded
from tools.lab.scale.taught import Bank, Taught
from tools.lab.scale.texts import (
    PAPER_ROOM,
    Papers,
    first_part,
    framed,
    second_part,
)
from tools.lab.scale.trained import Trained, trainable

COUNT, OUTSIDE = 40, 5
"""Papers, and those of them that are in no pool."""


@pytest.fixture
def many() -> Papers:
    """Papers whose abstracts have two sentences, of their own words each."""
    first = 2_000
    abstracts = [
        [*range(start, start + 10), DOT, *range(start + 10, start + 22), DOT]
        for start in range(first, first + 30 * COUNT, 30)
    ]
    pack: Pack = {
        **ragged("title", [[9_000 + number] for number in range(COUNT)], np.uint16),
        **ragged("abstract", abstracts, np.uint16),
        "train_pool": np.arange(COUNT - OUTSIDE, dtype=np.int32),
        "dev_pool": np.arange(1, dtype=np.int32),
    }
    return Papers(pack, "cpu")


@pytest.fixture
def network(base: Weights) -> Network:
    return Network.of(base, 4)


@pytest.fixture
def taught(
    many: Papers, base: Weights, network: Network, monkeypatch: pytest.MonkeyPatch
) -> Taught:
    monkeypatch.setattr(module, "in_half", lambda weights: weights)
    usable = torch.arange(COUNT - OUTSIDE)
    bank = Bank(many.in_pairs, encoded(network, base, many.alone).detach(), usable)
    cloze = Cloze.of(many, np.arange(COUNT - OUTSIDE), "cpu")
    return Taught(cloze, base, bank, count=4, size=8)


def texts_of(padded: Padded) -> list[list[int]]:
    lengths = padded.lengths.tolist()
    return [ids[:length].tolist() for ids, length in zip(padded.ids, lengths, strict=True)]


def test_a_list_begins_with_the_paper_asked_for_and_has_others_near_to_the_question(
    taught: Taught, many: Papers, network: Network
) -> None:
    clozes = taught.cloze.draw_clozes(4)
    chances, papers = taught._lists(network, clozes)
    assert chances.shape == (4, 8)
    assert chances.sum(1) == pytest.approx(torch.ones(4))
    known = {tuple(text): row for row, text in enumerate(texts_of(many.in_pairs))}
    texts, sources = texts_of(papers), texts_of(second_part(clozes.papers))
    for at, row in enumerate(clozes.rows.tolist()):
        mine = texts[8 * at : 8 * at + 8]
        assert mine[0] == sources[at]
        others = [known[tuple(text)] for text in mine[1:]]
        assert len(set(others)) == 7
        assert row not in others
        assert max(others) < COUNT - OUTSIDE
        cosines = taught.bank.rows[others] @ encoded(
            network, taught.base, clozes.questions[at : at + 1]
        ).detach().squeeze(0)
        order = torch.argsort(chances[at, 1:], descending=True)
        assert (cosines[order].diff() <= 1e-6).all()


def test_who_says_what_the_base_says_has_nothing_to_learn(
    taught: Taught, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Tensor] = []

    def as_the_base(found: Tensor) -> Tensor:
        said.append(found)
        return found

    lists = taught._lists

    def remembered(*given: object) -> tuple[Tensor, Padded]:
        chances, papers = lists(*given)  # type: ignore[arg-type]
        return as_the_base(chances), papers

    monkeypatch.setattr(Taught, "_lists", lambda _self, *given: remembered(*given))
    monkeypatch.setattr(module, "pair_scores", lambda *_: said[-1].log().flatten() + 3)
    assert taught.loss(network, taught.base) == pytest.approx(0, abs=1e-5)
    monkeypatch.setattr(module, "pair_scores", lambda *_: torch.zeros(said[-1].numel()))
    loss = taught.loss(network, taught.base)
    entropy = -(torch.xlogy(said[-1], said[-1])).sum(1)
    assert loss == pytest.approx((np.log(8) - entropy).mean().item(), rel=1e-4)


def test_a_cross_encoder_comes_nearer_to_the_base(
    taught: Taught, base: Weights, network: Network
) -> None:
    trained = Trained(base, trainable(base, pooler=True))
    optimizer = torch.optim.AdamW(trained.parts.values(), lr=3e-3, weight_decay=0)
    losses = []
    for _ in range(30):
        taught.cloze.random = np.random.default_rng(0)  # the same lists
        loss = taught.loss(network, trained.weights())
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0]


def test_framed_texts_become_the_parts_of_a_pair() -> None:
    ids = [np.arange(500, 505), np.arange(600, 640)]
    texts = Padded.of([framed(each, 128) for each in ids], 128, "cpu")
    short, long = texts_of(first_part(texts, 20))
    assert short == [CLS, *range(500, 505), SEP]
    assert long == [CLS, *range(600, 618), SEP]
    second = second_part(texts)
    assert texts_of(second) == [[*range(500, 505), SEP], [*range(600, 640), SEP]]
    assert second.room == PAPER_ROOM
    assert texts_of(texts)[1] == [CLS, *range(600, 640), SEP]
