"""Texts encoded on the device."""

from __future__ import annotations

from tools.lab.gpu_check.encoding import list_turns


def test_few_texts_are_encoded_before_many() -> None:
    turns = list_turns(papers=40, more=200, turns=2, batches=(64, 128))
    assert turns == [(40, 64), (40, 128), (40, 64), (40, 128), (200, 128)]
    assert list_turns(papers=40, more=0, turns=1, batches=(64,)) == [(40, 64)]
