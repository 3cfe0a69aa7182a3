"""What some steps are made of."""

from __future__ import annotations

from pathlib import Path

import torch

from tools.lab.measuring.speed import PROFILED_STEPS, StepProfile


def test_a_profile_counts_the_operations_of_a_step(tmp_path: Path) -> None:
    path = tmp_path / "profile.txt"
    profile, rows = StepProfile(path), torch.ones(4, 4)
    profile.count_step()
    for _ in range(PROFILED_STEPS):
        assert not profile.is_over
        for _ in range(3):
            rows = rows.relu()
        profile.count_step()
    assert profile.is_over
    lines = path.read_text("utf-8").splitlines()
    counts = dict(line.rsplit(": ", 1) for line in lines[:4])
    assert 3 <= float(counts["operations a step"]) <= 12
    assert counts["kernels a step"] == "0"
    assert any("aten::relu" in line for line in lines)
