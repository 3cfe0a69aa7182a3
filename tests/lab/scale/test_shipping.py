"""What a training writes to be shipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from safetensors.torch import load_file
from torch import Tensor

from core.models.adapters import PACKED, read_adapter, summed
from tools.lab.scale.course import Plan, train_batches
from tools.lab.scale.network import Weights
from tools.lab.scale.shipping import main as ship
from tools.lab.scale.trained import Trained


def test_what_is_not_thinned_has_all_the_steps_and_ships_in_four_bits(
    base: Weights, tmp_path: Path
) -> None:
    ended: list[str] = []
    name = "encoder.layer.0.output.dense.weight"

    def loss(trained: Trained, _rows: object) -> Tensor:
        return (trained.weights()[name] - base[name] - 0.1).square().mean()

    plan = Plan(name="x", rate=0.01, whole=0.7, batch=4, seconds=0, steps=30, rank=0)
    whole = train_batches(
        plan,
        Trained(base, [name]),
        np.arange(8),
        np.random.default_rng(0),
        loss_of=loss,
        finished=lambda phase, _of: ended.append(phase),
    )
    assert ended == ["whole"]
    assert set(whole.parts) == {name}
    whole.save(tmp_path / "whole.safetensors")
    assert ship.callback is not None
    ship.callback(tmp_path / "whole.safetensors", tmp_path / "out.safetensors")
    assert name + PACKED in load_file(tmp_path / "out.safetensors")
    read = summed(read_adapter(tmp_path / "out.safetensors"), base)[name]
    wanted = whole.weights()[name]
    assert (read - wanted).abs().max() < 0.1 * (wanted - base[name]).abs().max()
