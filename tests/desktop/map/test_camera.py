"""What part of the map is looked at."""

from __future__ import annotations

import numpy as np
import pytest

from desktop.map.camera import Camera


def test_plane_and_screen_lead_into_each_other() -> None:
    camera = Camera(x=0.3, y=-0.2, scale=250, width=800, height=500)
    positions = np.random.default_rng(0).uniform(-1, 1, (20, 2)).astype(np.float32)
    for (x, y), (across, down) in zip(
        positions.tolist(), camera.to_screen(positions).tolist(), strict=True
    ):
        assert camera.to_map(across, down) == pytest.approx((x, y), abs=1e-4)
    assert camera.to_map(400, 250) == (0.3, -0.2)
    assert camera.fitted(positions[:1]).to_map(400, 250) == pytest.approx(
        tuple(positions[0].tolist())
    )
    assert camera.fitted(positions[:0]) == camera
