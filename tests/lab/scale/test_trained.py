from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor

from core.models.adapters import summed
from tools.lab.scale.network import HEAD, POSITIONS, WORDS
from tools.lab.scale.trained import (
    Trained,
    average_changes,
    read_base,
    trainable,
    with_adapter,
)


@pytest.fixture
def base(weights_file: Path) -> dict[str, Tensor]:
    return read_base(weights_file, "cpu")


def changed(base: dict[str, Tensor], *, pooler: bool) -> Trained:
    """A change as training might leave it."""
    trained = Trained(base, trainable(base, pooler=pooler))
    torch.manual_seed(3)
    for part in trained.parts.values():
        part.data = 0.05 * torch.randn(part.shape)
    return trained


def most(one: dict[str, Tensor], other: dict[str, Tensor]) -> float:
    """The largest difference of any weight."""
    assert one.keys() == other.keys()
    return max((rows - other[name]).abs().max().item() for name, rows in one.items())


def without_head(base: dict[str, Tensor]) -> dict[str, Tensor]:
    """The base as the product has it: its classifier is 0."""
    return {
        name: torch.zeros_like(rows) if name.startswith(HEAD) else rows
        for name, rows in base.items()
    }


def test_a_base_gets_the_same_classifier_each_time(weights_file: Path) -> None:
    one, other = (read_base(weights_file, "cpu")[f"{HEAD}.weight"] for _ in range(2))
    assert one.shape == (1, 24)
    assert torch.equal(one, other)
    assert 0.01 < one.std() < 0.03


def test_tables_stay_and_only_pairs_train_the_pooler(base: dict[str, Tensor]) -> None:
    alone, pairs = set(trainable(base, pooler=False)), set(trainable(base, pooler=True))
    assert pairs == base.keys() - {WORDS, POSITIONS}
    assert {name.split(".")[0] for name in pairs - alone} == {"pooler", "classifier"}


def test_nothing_is_changed_at_first(base: dict[str, Tensor]) -> None:
    trained = Trained(base, trainable(base, pooler=True))
    assert most(dict(trained.weights()), base) == 0


@pytest.mark.parametrize("rank", [4, 24], ids=["of its own rank", "as wide as the states"])
def test_a_thin_change_of_full_rank_is_the_whole_one(base: dict[str, Tensor], rank: int) -> None:
    whole = changed(base, pooler=True)
    for part in whole.parts.values():
        if part.ndim == 2 and min(part.shape) > 4:
            left, sizes, right = torch.linalg.svd(part.detach())
            part.data = (left[:, :4] * sizes[:4]) @ right[:4]
    thin = whole.thinned(rank)
    assert any(name.endswith(".lora_A") for name in thin.parts) == (rank == 4)
    assert most(dict(whole.weights()), dict(thin.weights())) < 1e-5


def test_a_thin_change_is_the_nearest_of_its_rank(base: dict[str, Tensor]) -> None:
    whole, name = changed(base, pooler=False), "encoder.layer.1.intermediate.dense.weight"
    thin = whole.thinned(4)
    assert thin.parts[f"{name}.lora_A"].shape == (4, 24)
    assert thin.parts[f"{name}.lora_B"].shape == (40, 4)
    left_out = torch.linalg.svdvals(whole.parts[name].detach())[4:]
    missing = (whole.weights()[name] - thin.weights()[name]).norm()
    assert missing.item() == pytest.approx(left_out.norm().item(), rel=1e-4)


def test_gradients_reach_both_matrices(base: dict[str, Tensor]) -> None:
    thin = changed(base, pooler=False).thinned(4)
    total = torch.stack([rows.square().sum() for rows in thin.weights().values()]).sum()
    torch.autograd.backward(total)
    assert all(part.grad is not None and part.grad.any() for part in thin.parts.values())


@pytest.mark.parametrize("rank", [None, 4], ids=["whole", "thin"])
def test_a_file_read_back_gives_the_same_weights(
    base: dict[str, Tensor], rank: int | None, tmp_path: Path
) -> None:
    trained = changed(base, pooler=True)
    trained = trained if rank is None else trained.thinned(rank)
    trained.save(tmp_path / "pairs.safetensors")
    read = load_file(tmp_path / "pairs.safetensors")
    assert {rows.dtype for rows in read.values()} == {torch.float16}
    expected = {name: rows.detach() for name, rows in trained.weights().items()}
    again = with_adapter(without_head(base), read)
    assert most(again, expected) < 2e-3
    by_product = {**without_head(base), **summed(read, without_head(base))}
    assert most(by_product, again) == 0


def test_the_mean_of_changes_is_that_of_their_weights(base: dict[str, Tensor]) -> None:
    one = changed(base, pooler=False)
    other = one.copy()
    for part in other.parts.values():
        part.data *= 3
    mean = average_changes([one, other])
    for name, part in mean.parts.items():
        torch.testing.assert_close(part, 2 * one.parts[name])
    assert all(part.requires_grad for part in mean.parts.values())
