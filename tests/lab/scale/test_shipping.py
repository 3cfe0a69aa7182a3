"""What a training writes to be shipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from click.testing import CliRunner
from safetensors.torch import load_file, save_file
from torch import Tensor

from core.models.adapters import PACKED, in_four_bits, read_adapter, summed, write_adapter
from core.models.manifest import WEIGHTS
from tools.lab.scale.course import Plan, Watch, train_batches
from tools.lab.scale.network import Weights
from tools.lab.scale.shipping import exact_difference, main
from tools.lab.scale.trained import Trained


def test_what_is_not_thinned_has_all_the_steps_and_ships_in_four_bits(
    base: Weights, weights_file: Path, tmp_path: Path
) -> None:
    ended: list[str] = []
    name = "encoder.layer.0.output.dense.weight"

    def loss(trained: Trained, _rows: object) -> Tensor:
        return (trained.weights()[name] - base[name] - 0.1).square().mean()

    plan = Plan(name="x", rate=0.01, whole=0.7, batch=4, seconds=0, steps=30, rank=0)
    names = [name, "encoder.layer.0.output.dense.bias", "classifier.weight"]
    whole = train_batches(
        plan,
        Trained(base, names),
        [np.arange(8)],
        np.random.default_rng(0),
        loss_of=loss,
        watch=Watch(lambda phase, _of: ended.append(phase)),
    )
    assert ended == ["whole"]
    assert set(whole.parts) == set(names)
    whole.save_small(tmp_path / "whole.npz")
    # The product's base differs from the one that travelled.
    exact = {n: rows + 0.02 * torch.randn(rows.shape) for n, rows in base.items()}
    home = tmp_path / "home"
    home.mkdir()
    save_file({f"bert.{n}": r for n, r in exact.items() if "classifier" not in n}, home / WEIGHTS)
    differences = exact_difference(tmp_path / "whole.npz", weights_file, home)
    write_adapter(tmp_path / "out.safetensors", in_four_bits(differences))
    assert name + PACKED in load_file(tmp_path / "out.safetensors")
    sums = summed(
        read_adapter(tmp_path / "out.safetensors"), {**exact, names[2]: torch.zeros(1, 24)}
    )
    for each in names:
        wanted = whole.weights()[each].detach()
        largest = (wanted - (0 if each == names[2] else exact[each])).abs().max()
        assert (sums[each] - wanted).abs().max() < 0.2 * largest + 1e-3


def test_the_command_says_what_it_takes() -> None:
    assert "WHOLE WEIGHTS OUT" in CliRunner().invoke(main, ["--help"]).output
