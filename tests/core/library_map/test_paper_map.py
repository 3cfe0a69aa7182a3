"""The map as a file.

The map as it is asked: names of groups, and the nearest paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.jobs import SilentJob
from core.base.records import PaperNumber
from core.library_map.paper_map import PaperMap, StoredMap, map_file, read_map
from core.workspace import Workspace
from tests.core.library_map.drawn_papers import (
    PAPERS_A_SUBJECT,
    SUBJECTS,
    drawn,
    model_of,
    subject_rows,
)

# --- the file beside the database, one for each model; it can be made again -------------------


def file_of(workspace: Workspace) -> Path:
    return map_file(workspace.library.folder, model_of(workspace))


def test_a_damaged_file_or_one_of_another_library_is_drawn_again(workspace: Workspace) -> None:
    first = drawn(workspace)
    path = file_of(workspace)
    whole = path.read_bytes()
    for spoiled in (whole[:200], b"", whole[:-300] + bytes(300)):
        path.write_bytes(spoiled)
        assert workspace.map.open() is None
    assert np.array_equal(drawn(workspace).positions, first.positions)
    fingerprint = path.stem
    assert read_map(path, workspace.library.identity, fingerprint) is not None
    assert read_map(path, "another library", fingerprint) is None
    assert read_map(path, workspace.library.identity, "another model") is None
    path.unlink()
    assert workspace.map.open() is None


def test_the_map_knows_which_of_its_papers_cite_each_other() -> None:
    numbers = np.array([2, 5, 9], np.int64)
    stored = StoredMap(
        numbers,
        np.eye(3, 2, dtype=np.float32),
        np.zeros(3, np.int16),
        np.zeros((1, 2), np.float32),
        ("",),
        3,
    )
    citations = np.array([(2, 5), (9, 5), (5, 2), (7, 5)], np.int64)  # 7 is not on the map
    shown = PaperMap(stored, numbers, np.zeros(3, np.int16), numbers, citations)
    assert shown.cited.tolist() == [1, 2, 0]
    assert shown.list_citations(1) == ([0], [0, 2])
    assert shown.list_citations(2) == ([1], [])


# --- the papers that are in the library now, with their positions -----------------------------


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
