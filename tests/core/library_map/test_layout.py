"""Places of papers on the map."""

from __future__ import annotations

import numpy as np
import pytest

from core.library_map import layout


@pytest.mark.parametrize("count", [1, 2, 7, 9, 40])
def test_few_papers_and_equal_ones_get_places_too(count: int) -> None:
    rows = np.ones((count, 6), np.float16) / np.sqrt(6).astype(np.float16)
    positions = layout.lay_out(rows, lambda *_: None)
    assert positions.shape == (count, 2)
    assert np.isfinite(positions).all()


def test_more_papers_than_landmarks_are_placed_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "LANDMARKS", 60)
    draws = np.random.default_rng(0)
    middles = draws.normal(size=(3, 8))
    rows = np.concatenate([middle + 0.05 * draws.normal(size=(50, 8)) for middle in middles])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    positions = layout.lay_out(rows.astype(np.float16), lambda *_: None)
    groups = positions.reshape(3, 50, 2)
    distances = np.linalg.norm(positions[:, None] - np.median(groups, axis=1), axis=2)
    assert (distances.argmin(axis=1) == np.repeat(np.arange(3), 50)).mean() > 0.95
