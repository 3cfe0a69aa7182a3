"""The map as it is asked: names of groups, and the nearest paper."""

from __future__ import annotations

import numpy as np
import pytest

from core.base.jobs import SilentJob
from core.base.records import PaperNumber
from core.workspace import Workspace
from tests.core.library_map.drawn_papers import (
    PAPERS_A_SUBJECT,
    SUBJECTS,
    drawn,
    subject_rows,
)


class Watching(SilentJob):
    """Keeps what a job says it is doing."""

    def __init__(self, told: list[str]) -> None:
        self._told = told

    def report(self, done: int, total: int, note: str = "") -> None:
        assert 0 <= done <= max(total, done)
        self._told.append(note)


def test_papers_on_one_subject_lie_together_under_its_name(workspace: Workspace) -> None:
    assert workspace.map.open() is None
    assert workspace.map.drawable() == 3 * PAPERS_A_SUBJECT
    told: list[str] = []
    shown = workspace.map.draw(Watching(told))
    assert told[0] == "vectors read"
    assert told[-1] == "naming the groups"
    assert shown.numbers.tolist() == workspace.library.papers.numbers()
    middles = [
        shown.positions[subject_rows(workspace, shown, subject)].mean(axis=0)
        for subject in SUBJECTS
    ]
    for subject, middle in zip(SUBJECTS, middles, strict=True):
        mine = shown.positions[subject_rows(workspace, shown, subject)]
        distances = np.linalg.norm(mine[:, None] - np.array(middles), axis=2)
        assert (distances.argmin(axis=1) == list(SUBJECTS).index(subject)).mean() > 0.8
        assert np.linalg.norm(middle) < 2
    names = " ".join(group.name for group in shown.groups)
    assert sum(group.papers for group in shown.groups) == len(shown.numbers)
    assert any(word in names for word in ("peat", "acidity", "soil", "moors"))
    assert shown.years.min() == 1990


def test_the_nearest_paper_is_picked_as_a_scan_would(workspace: Workspace) -> None:
    shown = drawn(workspace)
    for x, y in np.random.default_rng(4).uniform(-1, 1, (50, 2)):
        distances = np.linalg.norm(shown.positions - (x, y), axis=1)
        found = shown.nearest(x, y, 9.0)
        assert found is not None
        assert distances[found] == pytest.approx(distances.min())  # several may be as near
    assert shown.nearest(50, 50, 0.1) is None
    numbers = [PaperNumber(n) for n in shown.numbers[[5, 2]].tolist()]
    assert shown.find_rows([numbers[0], PaperNumber(99_999), numbers[1]]) == [5, 2]
