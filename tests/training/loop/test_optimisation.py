"""Learning rates against the formulas, and what of a model is decayed and trained."""

from __future__ import annotations

import math

import pytest
import torch
from torch import nn

from training.base.recipe import RecipeSettings
from training.loop import optimisation
from training.loop.optimisation import (
    LossScale,
    NumberFormat,
    choose_format,
    count,
    drop_rounding,
    optimiser,
    rising_steps,
    schedule,
)

RATE = 0.4


def rates(steps: int, **values: object) -> list[float]:
    settings = RecipeSettings.model_validate({"learning_rate": RATE, **values})
    moving = optimiser(nn.Linear(2, 2), settings)
    changing = schedule(moving, settings, steps)
    found = []
    for _ in range(steps):
        found.append(moving.param_groups[0]["lr"] / RATE)
        moving.step()
        changing.step()
    return found


def test_the_slanted_triangle_is_that_of_ulmfit() -> None:
    # Howard and Ruder 2018, formula 3, over steps that are counted from 0 to T = 40.
    steps, cut_share, ratio = 41, 0.1, 32
    cut = math.floor((steps - 1) * cut_share)
    expected = []
    for step in range(steps):
        falling = 1 - (step - cut) / (cut * (1 / cut_share - 1))
        height = step / cut if step < cut else falling
        expected.append((1 + height * (ratio - 1)) / ratio)
    found = rates(steps, schedule="slanted", warmup=0.1)
    assert found == pytest.approx(expected)
    assert max(found) == found[4] == 1
    assert found[0] == found[-1] == pytest.approx(1 / 32)


def test_the_other_schedules() -> None:
    assert rates(5, schedule="linear") == pytest.approx([1, 0.8, 0.6, 0.4, 0.2])
    assert rates(6, schedule="linear", warmup=2) == pytest.approx([0, 0.5, 1, 0.75, 0.5, 0.25])
    assert rates(4, schedule="constant") == [1, 1, 1, 1]
    cosine = [(1 + math.cos(math.pi * step / 4)) / 2 for step in range(4)]
    assert rates(4, schedule="cosine") == pytest.approx(cosine)
    roots = [0, 1 / 3, 2 / 3, *(math.sqrt(3 / step) for step in range(3, 9))]
    assert rates(9, schedule="inverse-sqrt", warmup=3) == pytest.approx(roots)


def test_a_rise_begins_where_it_is_asked_to() -> None:
    # As in fairseq: from the first rate to the peak in equal steps, then by the inverse root.
    asked = {"schedule": "inverse-sqrt", "warmup": 4}
    risen = rates(7, warmup_rate=RATE / 4, **asked)
    assert risen[:5] == pytest.approx([0.25, 0.4375, 0.625, 0.8125, 1])
    assert risen[4:] == rates(7, **asked)[4:]


@pytest.mark.parametrize("name", ["slanted", "linear", "cosine", "inverse-sqrt", "constant"])
@pytest.mark.parametrize("warmup", [0, 0.5, 1, 7])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_no_schedule_breaks_on_few_steps(name: str, warmup: float, steps: int) -> None:
    assert all(0 <= rate <= 1 for rate in rates(steps, schedule=name, warmup=warmup))


def test_warmup_is_a_share_or_steps() -> None:
    assert rising_steps(0.1, 200) == 20
    assert rising_steps(0, 200) == 0
    assert rising_steps(1, 200) == 1
    assert rising_steps(10_000, 200) == 200


def test_biases_and_norms_are_not_decayed_and_frozen_weights_not_trained() -> None:
    model = nn.Sequential(nn.Embedding(5, 4), nn.Linear(4, 3), nn.LayerNorm(3), nn.Linear(3, 2))
    model[3].requires_grad_(False)
    moving = optimiser(model, RecipeSettings(weight_decay=0.3, adam_beta2=0.98))
    decayed, others = moving.param_groups
    assert [tuple(weight.shape) for weight in decayed["params"]] == [(5, 4), (3, 4)]
    assert [tuple(weight.shape) for weight in others["params"]] == [(3,), (3,), (3,)]
    assert (decayed["weight_decay"], others["weight_decay"]) == (0.3, 0.0)
    assert decayed["betas"] == (0.9, 0.98)
    assert count(model) == 20 + 15 + 6 + 8
    assert count(model, trained=True) == 20 + 15 + 6


def test_the_optimiser_is_adamw() -> None:
    torch.manual_seed(0)
    ours, theirs = nn.Linear(3, 3), nn.Linear(3, 3)
    theirs.load_state_dict(ours.state_dict())
    groups = [
        {"params": [theirs.weight], "weight_decay": 0.2},
        {"params": [theirs.bias], "weight_decay": 0.0},
    ]
    first = optimiser(ours, RecipeSettings(learning_rate=0.01, weight_decay=0.2))
    second = torch.optim.AdamW(groups, lr=0.01, foreach=False, fused=False)
    for _ in range(5):
        for model, moving in ((ours, first), (theirs, second)):
            moving.zero_grad()
            model(torch.ones(4, 3)).square().sum().backward()
            moving.step()
    torch.testing.assert_close(ours.weight, theirs.weight)
    torch.testing.assert_close(ours.bias, theirs.bias)


def test_a_gradient_that_is_nothing_but_rounding_moves_nothing() -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2))
    for layer, size in zip(model, (1e-1, 1e-4, 1e-8), strict=True):
        layer.weight.grad = torch.full_like(layer.weight, 1e-8)
        layer.bias.grad = torch.full_like(layer.bias, size)
    drop_rounding(model)
    kept = [bool((layer.bias.grad != 0).all()) for layer in model]
    assert kept == [True, True, False]
    assert all(bool((layer.weight.grad != 0).all()) for layer in model)
    drop_rounding(nn.Linear(2, 2))  # without any gradient


@pytest.mark.parametrize(
    ("number_format", "kept"),
    [("bfloat16", [True, True, False]), ("float16", [True] * 3), ("float32", [True] * 3)],
)
def test_rounding_is_larger_in_bfloat16(number_format: NumberFormat, kept: list[bool]) -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2))
    # The least that means something, and what is left of a key's bias in bfloat16.
    for layer, size in zip(model, (1.0, 1e-3, 1.3e-4), strict=True):
        layer.bias.grad = torch.full_like(layer.bias, size)
    drop_rounding(model, number_format)
    assert [bool((layer.bias.grad != 0).all()) for layer in model] == kept


@pytest.mark.parametrize(
    ("precision", "bfloat16", "capability", "number_format"),
    [
        ("auto", True, (8, 0), "bfloat16"),
        ("auto", False, (7, 5), "float16"),  # T4, RTX 20xx, GTX 16xx
        ("auto", False, (6, 1), "float32"),  # GTX 10xx
        ("float32", True, (8, 0), "tf32"),
        ("float32", False, (7, 5), "float32"),
        ("float16", True, (9, 0), "float16"),
        ("bfloat16", False, (7, 5), "bfloat16"),
    ],
)
def test_the_number_format_is_that_of_the_card(
    monkeypatch: pytest.MonkeyPatch,
    precision: str,
    bfloat16: bool,
    capability: tuple[int, int],
    number_format: NumberFormat,
) -> None:
    monkeypatch.setattr(optimisation, "has_bfloat16", lambda _: bfloat16)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _: capability)
    assert choose_format(precision, torch.device("cuda:0")) == number_format


def test_other_devices_compute_as_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimisation, "has_bfloat16", lambda device: device == "xpu")
    assert choose_format("auto", torch.device("xpu")) == "bfloat16"
    assert choose_format("auto", torch.device("mps")) == "float32"
    assert choose_format("auto", torch.device("cpu")) == "float32"


@pytest.mark.parametrize("has_tiles", [True, False])
def test_a_processor_trains_in_bfloat16_only_with_tiles(
    monkeypatch: pytest.MonkeyPatch, *, has_tiles: bool
) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: True)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: has_tiles)
    assert choose_format("auto", torch.device("cpu")) == ("bfloat16" if has_tiles else "float32")
    assert choose_format("bfloat16", torch.device("cpu")) == "bfloat16"


def test_a_step_that_overflows_changes_no_weight_and_halves_the_scale() -> None:
    model, scale = nn.Linear(2, 1), LossScale()
    moving = optimiser(model, RecipeSettings.model_validate({}))
    before = [weight.detach().clone() for weight in model.parameters()]
    first = scale.value
    for bad in (float("inf"), float("nan")):
        for weight in model.parameters():
            weight.grad = torch.full_like(weight, bad)
        assert not scale.unscale(model)
        moving.step()
    assert all(map(torch.equal, before, [weight.detach() for weight in model.parameters()]))
    assert (scale.value, scale.overflows) == (first / 4, 2)


def test_gradients_are_divided_by_the_scale_which_grows_when_all_is_well() -> None:
    model, scale = nn.Linear(2, 1), LossScale()
    scale.good_steps, first = 1998, scale.value
    for _ in range(2):
        for weight in model.parameters():
            weight.grad = torch.full_like(weight, first)
        assert scale.unscale(model)
        assert all(bool((weight.grad == 1).all()) for weight in model.parameters())
    assert (scale.value, scale.good_steps) == (2 * first, 0)
    other = LossScale()
    other.restore(scale.to_row())
    assert vars(other) == vars(scale)
