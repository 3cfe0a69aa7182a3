"""Rows of any length in one array."""

from __future__ import annotations

import numpy as np
import torch

from tests.lab.scale.packed_texts import text
from tools.lab.scale.arrays import (
    Padded,
    Rows,
    ragged,
    stacked,
)


def test_rows_of_any_length_come_back() -> None:
    rows = [[1, 2, 3], [], [4], []]
    written = ragged("x", rows, np.uint16)
    assert written["x"].dtype == np.uint16
    read = Rows(written, "x")
    assert [row.tolist() for row in read] == rows
    assert len(read) == 4
    assert [row.tolist() for row in Rows(ragged("x", [[]], np.int32), "x")] == [[]]


def test_stacked_texts_follow_each_other() -> None:
    parts = [Padded.of([np.array(row)], 4, "cpu") for row in ([1, 2], [3])]
    both = stacked(parts)
    assert [text(both, row) for row in range(2)] == [[1, 2], [3]]
    assert text(both[torch.tensor([1])], 0) == [3]
