"""The map of a library: drawn in a process, kept in a file, stable when papers come."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import LibraryReadOnlyError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import PaperNumber
from core.library_map import drawing
from core.workspace import Workspace
from tests import wording
from tests.core.library_map.drawn_papers import (
    SUBJECTS,
    drawn,
    records,
    subject_rows,
)


def test_old_positions_stay_when_papers_come_and_go(workspace: Workspace) -> None:
    before = drawn(workspace)
    list(workspace.library.papers.add(records(100, 2), source="test"))
    workspace.indexing.vectors()
    behind = workspace.map.open()
    assert behind is not None
    assert behind.waiting == 6
    after = drawn(workspace)
    old = np.isin(after.numbers, before.numbers)
    assert np.array_equal(after.positions[old], before.positions)
    assert np.array_equal(after.clusters[old], before.clusters)
    assert (len(after.numbers), after.waiting) == (len(before.numbers) + 6, 0)
    assert 0 < after.later < 0.2
    assert [group.name for group in after.groups] == [group.name for group in before.groups]
    # The new ones lie among those on their subject.
    for subject in SUBJECTS:
        rows = np.array(subject_rows(workspace, after, subject))
        new = rows[~old[rows]]
        others = after.positions[rows[old[rows]]]
        reach = np.linalg.norm(others - others.mean(axis=0), axis=1).max()
        assert np.all(
            np.linalg.norm(after.positions[new] - others.mean(axis=0), axis=1) < 1.5 * reach
        )
    # A paper in the trash is not shown, and finds its place again when it comes back.
    gone = PaperNumber(int(before.numbers[3]))
    workspace.library.papers.trash([gone])
    hidden = drawn(workspace)
    assert gone not in hidden.numbers
    workspace.library.papers.restore([gone])
    again = workspace.map.open()
    assert again is not None
    assert np.array_equal(again.positions, after.positions)


def test_the_same_vectors_give_the_same_map(workspace: Workspace) -> None:
    first = drawn(workspace)
    again = drawn(workspace, anew=True)
    assert np.array_equal(first.positions, again.positions)


def test_a_stopped_drawing_leaves_the_map_as_it_was(workspace: Workspace) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        workspace.map.draw(Stopped())
    assert workspace.map.open() is None


def test_what_cannot_be_drawn_is_said(tmp_path: Path, workspace: Workspace) -> None:
    empty = Workspace(tmp_path / "empty", workspace.shelf, create=True)
    with pytest.raises(UsageError, match=wording.pattern("core.services.map:draw empty")):
        empty.map.draw(SilentJob())
    empty.close()
    reader = Workspace(workspace.library.folder, workspace.shelf, write=False)
    with pytest.raises(LibraryReadOnlyError):
        reader.map.draw(SilentJob())
    reader.close()


def test_a_manuscript_lies_among_the_papers_it_is_like(workspace: Workspace) -> None:
    opened = workspace.manuscripts.open_text(
        "Singers in amateur choirs breathe. Choirs of singers breathe."
    )
    around = workspace.library.papers.get_many(workspace.map.around(opened))
    assert len(around) == 5
    assert all(paper.id.startswith("choir") for paper in around)
    own = replace(opened, self_paper=PaperNumber(2))
    assert workspace.map.around(own) == [2]


def test_collections_name_their_papers(workspace: Workspace) -> None:
    library = workspace.library
    number = library.collections.add("Wet")
    library.collections.assign(number, [PaperNumber(1), PaperNumber(4)])
    assert workspace.map.members() == {number: [PaperNumber(1), PaperNumber(4)]}


def test_groups_are_named_by_what_tells_them_from_the_others() -> None:
    peat = ("Deep peat bogs", "Learning from peat bogs", "Peat bogs in winter", "A peat bog fire")
    graphs = ("Deep graph drawing", "Learning graph drawing", "Graph drawing at night", "Graphs")
    titles = (*peat, *graphs)
    names = drawing.name_clusters(titles, np.repeat(np.arange(2, dtype=np.int16), 4), 2)
    assert names[0].startswith("peat bogs")
    assert names[1].startswith("graph drawing")
    assert drawing.name_clusters(["", "1"], np.zeros(2, np.int16), 1) == ("",)


def test_groups_fall_into_parts_that_are_named_apart_and_lie_inside_them() -> None:
    draws = np.random.default_rng(0)
    middles = np.array([(-0.8, 0.0), (-0.5, 0.0), (0.8, 0.0)], np.float32)
    kinds = np.repeat(np.arange(3), 60)
    positions = (middles[kinds] + 0.03 * draws.normal(size=(180, 2))).astype(np.float32)
    groups = np.repeat(np.array([0, 1], np.int16), [120, 60])
    found = drawing.find_parts(positions, groups, 2)
    assert [len(each) for each in found] == [3, 2]
    titles = [("BERT parsers", "peat bogs", "tide gauges")[kind] for kind in kinds.tolist()]
    parts = drawing.nearest_centre(positions, np.concatenate(found))
    names = drawing.name_parts(titles, groups, parts, [3, 2])
    assert {"BERT parsers", "peat bogs"} <= {*names[:3]}
    assert len(names) == 5
    assert len({name for name in names if name}) == sum(map(bool, names))
