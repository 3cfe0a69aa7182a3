"""Where points lie on the screen, and how they are painted."""

from __future__ import annotations

import numpy as np

from desktop.map.canvas import PAD, PointPicture, compute_radius


def test_points_are_drawn_where_they_lie_and_later_ones_above() -> None:
    picture = PointPicture()
    red, blue = 0xFFFF0000, 0xFF0000FF
    at = np.array([[10, 5], [10, 5], [30, 8], [-3, 5], [10, 99]], np.float32)
    colors = np.array([red, blue, red, red, red], np.uint32)
    drawn = picture.draw((40, 20), at, colors, 2.0)[PAD:-PAD, PAD:-PAD]
    assert drawn.shape == (20, 40)
    assert (drawn[5, 10], drawn[8, 30]) == (blue, red)
    assert drawn[15, 20] == 0
    filled = np.argwhere(drawn)
    assert len(filled) == 2 * len(np.argwhere(drawn[:, :20]))
    faint = drawn[5, 12]
    assert 0 < (faint >> 24) < 255
    assert compute_radius(300, 100_000) < compute_radius(300, 100) <= compute_radius(3_000, 100)
