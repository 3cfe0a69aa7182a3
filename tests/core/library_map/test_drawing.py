"""The map of a library: drawn in a process, kept in a file, stable when papers come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import LibraryReadOnlyError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import PaperNumber, PaperRecord
from core.library_map import drawing, layout
from core.library_map.paper_map import PaperMap
from core.library_map.store import StoredMap, map_file, read_map
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests.tiny_encoder import make_tiny_encoder

SUBJECTS = {
    "peat": "Acidity of peat and soil on wet moors",
    "graph": "Embedding nodes of citation graphs as vectors",
    "choir": "Breathing of singers in amateur choirs",
}
PAPERS_A_SUBJECT = 24


def records(first: int, count: int) -> list[PaperRecord]:
    return [
        PaperRecord(id=f"{subject}:{n}", title=f"{title} {n}", year=1990 + n)
        for n in range(first, first + count)
        for subject, title in SUBJECTS.items()
    ]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = " ".join(SUBJECTS.values())
    return make_tiny_encoder(tmp_path_factory.mktemp("model") / "tiny", words=words)


@pytest.fixture
def workspace(tmp_path: Path, model: Path) -> Iterator[Workspace]:
    shelf = Shelf(tmp_path / "models")
    shelf.add(model)
    shelf.use("tiny")
    opened = Workspace(tmp_path / "library", shelf, create=True)
    list(opened.library.papers.add(records(0, PAPERS_A_SUBJECT), source="test"))
    opened.indexing.words()
    opened.indexing.load_model(in_process=True)
    opened.indexing.vectors()
    yield opened
    opened.close()


def model_of(workspace: Workspace) -> str:
    return workspace.shelf.in_use().manifest.fingerprint


def file_of(workspace: Workspace) -> Path:
    return map_file(workspace.library.folder, model_of(workspace))


def drawn(workspace: Workspace, *, anew: bool = False) -> PaperMap:
    """Draw here, which spares the time that a process takes to start."""
    drawing.draw(workspace.library, model_of(workspace), lambda *_: None, anew=anew)
    shown = workspace.map.open()
    assert shown is not None
    return shown


def subject_rows(workspace: Workspace, shown: PaperMap, subject: str) -> list[int]:
    found = workspace.library.papers.get_many([PaperNumber(n) for n in shown.numbers.tolist()])
    return [row for row, paper in enumerate(found) if paper.id.startswith(subject)]


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


def test_a_stopped_drawing_leaves_the_map_as_it_was(workspace: Workspace) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        workspace.map.draw(Stopped())
    assert workspace.map.open() is None


def test_what_cannot_be_drawn_is_said(tmp_path: Path, workspace: Workspace) -> None:
    empty = Workspace(tmp_path / "empty", workspace.shelf, create=True)
    with pytest.raises(UsageError, match="meaning index is empty"):
        empty.map.draw(SilentJob())
    empty.close()
    reader = Workspace(workspace.library.folder, workspace.shelf, write=False)
    with pytest.raises(LibraryReadOnlyError):
        reader.map.draw(SilentJob())
    reader.close()


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


@pytest.mark.parametrize("count", [1, 2, 7, 9, 40])
def test_few_papers_and_equal_ones_get_places_too(count: int) -> None:
    rows = np.ones((count, 6), np.float16) / np.sqrt(6).astype(np.float16)
    positions = layout.lay_out(rows, lambda *_: None)
    assert positions.shape == (count, 2)
    assert np.isfinite(positions).all()


def test_more_papers_than_landmarks_are_placed_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "LANDMARKS", 60)
    draws = np.random.default_rng(0)
    middles = draws.normal(size=(3, 8))
    rows = np.concatenate([middle + 0.05 * draws.normal(size=(50, 8)) for middle in middles])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    positions = layout.lay_out(rows.astype(np.float16), lambda *_: None)
    groups = positions.reshape(3, 50, 2)
    distances = np.linalg.norm(positions[:, None] - np.median(groups, axis=1), axis=2)
    assert (distances.argmin(axis=1) == np.repeat(np.arange(3), 50)).mean() > 0.95


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
