"""Arrays that are made once."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import DiskFullError, UsageError
from tests import wording
from training.base.cached import cached, cached_of_epoch, write_array


def test_an_array_is_made_once_and_read_afterwards(tmp_path: Path) -> None:
    made = []

    def make() -> NDArray[np.float32]:
        made.append(1)
        return np.arange(6, dtype=np.float32).reshape(2, 3)

    path = tmp_path / "stage" / "graph.npy"
    for _ in range(2):
        np.testing.assert_array_equal(cached(path, make), make())
    assert len(made) == 3
    assert list(path.parent.iterdir()) == [path]


def test_arrays_of_many_epochs_do_not_fill_the_disk(tmp_path: Path) -> None:
    write_array(tmp_path / "other-0.npy", np.zeros(3))
    for epoch in range(4):
        array = cached_of_epoch(tmp_path, "mined", epoch, partial(np.full, 1, epoch))
        assert array.tolist() == [epoch]
    names = {"mined-2.npy", "mined-3.npy", "other-0.npy"}
    assert {path.name for path in tmp_path.iterdir()} == names
    again = cached_of_epoch(tmp_path, "mined", 2, lambda: np.zeros(0))  # resumed a little earlier
    assert again.tolist() == [2]


def test_an_array_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(
        UsageError, match=wording.pattern("training.base.cached:write_array {reason")
    ):
        write_array(tmp_path / "missing" / "rows.npy", np.zeros(3))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(DiskFullError, match="rows"):
        write_array(tmp_path / "rows.npy", np.zeros(3))
    assert not list(tmp_path.iterdir())
