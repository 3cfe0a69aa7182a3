"""Texts as tokens in one array."""

from __future__ import annotations

from tools.lab.scale.arrays import (
    Padded,
)


def text(padded: Padded, row: int) -> list[int]:
    ids: list[int] = padded.ids[row, : int(padded.lengths[row])].tolist()
    assert not padded.ids[row, len(ids) :].any()
    return ids
