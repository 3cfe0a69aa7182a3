"""The order of the sample library's papers changes only when somebody looked at the change."""

from __future__ import annotations

import json
from pathlib import Path

from tests.ranking_baseline import STORED, deltas, mean_reciprocal_rank, ranked_now

SLACK = 2
"""Places that a paper may move between machines, whose rounding parts near ties otherwise."""


def test_the_ranking_of_the_sample_is_the_stored_one(tmp_path: Path) -> None:
    before = json.loads(STORED.read_text(encoding="utf-8"))
    now = ranked_now(tmp_path)
    assert now.keys() == before.keys()
    moved = {
        sentence
        for sentence, papers in before.items()
        for paper, rank in papers.items()
        if abs(now[sentence][paper] - rank) > SLACK
    }
    table = "\n".join(
        [
            f"MRR {mean_reciprocal_rank(before):.3f} → {mean_reciprocal_rank(now):.3f}",
            *deltas(before, now),
            "If this is wanted: python -m tests.ranking_baseline",
        ]
    )
    assert not moved, table


def test_a_change_is_told_sentence_by_sentence_falls_first() -> None:
    before = {"One.": {"a": 1, "b": 4}, "Two.": {"c": 3}}
    now = {"One.": {"a": 5, "b": 4}, "Two.": {"c": 1}}
    first, second = deltas(before, now)
    assert first.split()[:4] == ["1", "→", "5", "a"]
    assert second.split()[:4] == ["3", "→", "1", "c"]
    assert mean_reciprocal_rank(before) == (1 + 1 / 3) / 2
