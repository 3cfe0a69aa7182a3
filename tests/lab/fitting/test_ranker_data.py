"""Tables that the ranker is fitted to."""

from __future__ import annotations

import numpy as np

from tests.lab.fitting.ranked import NAMES, table
from tools.lab.fitting import ranker
from tools.lab.fitting.ranker_data import Table, joined


def test_part_of_the_training_lacks_what_a_library_of_abstracts_lacks() -> None:
    made = table(queries=400, rows=3)
    matrix = ranker._hidden(made, NAMES)
    starts = matrix[::3]
    lacking = np.isnan(starts[:, NAMES.index("contexts.words.best")])
    blind = np.isnan(starts[:, NAMES.index("vectors.sentence")])
    assert 0.25 < lacking.mean() < 0.35
    assert 0.05 < blind.mean() < 0.15
    assert lacking[blind].all()
    assert not np.isnan(
        matrix[:, [NAMES.index("popularity.age"), NAMES.index("words.fused")]]
    ).any()
    assert np.isnan(matrix[:, 0].reshape(-1, 3)).all(axis=1).sum() == lacking.sum()


def test_tables_are_joined_by_the_names_of_their_signals() -> None:
    one, other = table(seed=0), table(seed=1)
    other = Table(
        ("words.fused", "words.new"),
        other.matrix[:, [4, 0]],
        other.cited,
        other.query,
        other.queries,
        other.total,
        other.total_new,
    )
    both = joined([one, other])
    assert len(both.queries) == 80
    assert both.query.max() == 79
    np.testing.assert_array_equal(
        both.columns(["words.fused"])[-len(other.cited) :, 0], other.matrix[:, 0]
    )
    assert np.isnan(both.columns(["words.new"])[: len(one.cited)]).all()
    assert np.isnan(both.columns(["nowhere"])).all()
