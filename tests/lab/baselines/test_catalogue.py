"""The baselines there are."""

from __future__ import annotations

import numpy as np
import pytest

from tools.lab.baselines.catalogue import NAMES, Baselines
from tools.lab.baselines.held_back import encoded
from training.corpus.corpus import Corpus


def test_the_guard_guards(guarded: Corpus) -> None:
    held_out = int(np.flatnonzero(guarded.split_of)[0])
    with pytest.raises(AssertionError):
        guarded.text(held_out)


@pytest.mark.parametrize("name", NAMES)
def test_no_baseline_reads_a_held_out_paper(name: str, made: Baselines, guarded: Corpus) -> None:
    encoder = made.make(name).encoder
    papers = np.flatnonzero(guarded.trainable)[:5]
    rows = encoded(encoder, guarded, papers)
    assert len(rows) == 5
    assert rows.dtype == np.float16
    assert rows.any(axis=1).all()
    assert encoder.encode_queries(["The yeast of bread"]).dtype == np.float32


def test_choices_are_noted(made: Baselines) -> None:
    assert made.make("sif").note.startswith("a = ")
    assert made.make("sgc").note.startswith("k = ")
