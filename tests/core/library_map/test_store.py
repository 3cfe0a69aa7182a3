"""The map as a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.library_map.paper_map import PaperMap
from core.library_map.store import StoredMap, map_file, read_map
from core.workspace import Workspace
from tests.core.library_map.drawn_papers import (
    drawn,
    model_of,
)


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
