"""Rows of any length in one array."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from tests.lab.scale.packed_texts import text
from tools.lab.scale.arrays import (
    Padded,
    Rows,
    ragged,
    read_pack,
    read_small,
    stacked,
    write_pack,
    write_small,
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


def test_packs_come_back_from_both_kinds_of_file(tmp_path: Path) -> None:
    written = {**ragged("x", [[1, 2], [], [3]], np.uint16), "marks": np.array([True, False])}
    write_pack(tmp_path / "pack", written)
    write_small(tmp_path / "small.npz", written)
    for read in (read_pack(tmp_path / "pack"), read_small(tmp_path / "small.npz")):
        assert read.keys() == written.keys()
        for name, rows in written.items():
            assert read[name].dtype == rows.dtype
            assert np.array_equal(read[name], rows)
