"""The JSON beside a library: written where something changed, enough to make the database again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.jobs import JobCancelled, SilentJob
from core.library.database.recording import LOOKUPS
from core.library.library import Library
from core.library.safety import sidecars
from core.library.safety.sidecars import DERIVED, Sidecars
from tests.core.library.safety.written_sidecars import rebuilt
from tests.rich_library import content, records


def written(folder: Path) -> dict[str, int]:
    """Return the time at which each file was written."""
    place = folder / sidecars.FOLDER
    return {
        str(path.relative_to(place)): path.stat().st_mtime_ns
        for path in place.rglob("*")
        if path.is_file() and path.name != "state.json"
    }


# --- writing ----------------------------------------------------------------------------------


def test_every_table_is_written_or_known_to_be_made_again(full: Library) -> None:
    kept = {table.name: table for table in sidecars.tables(full.database)}
    there = set(full.database.column("SELECT name FROM sqlite_schema WHERE type = 'table'"))
    assert set(kept) == there - DERIVED - LOOKUPS
    assert there >= DERIVED | LOOKUPS
    of_papers = {name for name, table in kept.items() if table.owner}
    assert of_papers >= {"papers", "identifiers", "authorship", "files", "collection_papers"}
    assert of_papers >= {"tag_papers", "citations", "contexts", "bibliography", "decisions"}
    assert "corrected_links" not in of_papers  # one that says "none of them" has no paper


def test_a_line_is_a_paper_that_a_person_can_read(full: Library) -> None:
    Sidecars(full.database).follow()
    lines = (full.folder / "sidecars/papers/000000.jsonl").read_text("utf-8").splitlines()
    first = json.loads(lines[0])
    assert first["papers"][0]["title"] == "Paper number 1 on “peat” — µ"
    assert [each["person"] for each in first["authorship"]] == ["Ann Smith1", "Čapek, Karel"]
    assert first["files"][0]["path"] == "/somewhere/1.pdf"
    assert {"collection_papers", "tag_papers", "citations", "contexts"} <= first.keys()


def test_only_what_changed_is_written_again(full: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sidecars, "PAPERS_AT_ONCE", 10)
    kept = Sidecars(full.database)
    assert kept.follow() > 6
    before = written(full.folder)
    assert kept.follow() == 0
    full.papers.update(full.papers.numbers()[20], title="A better title")
    assert kept.follow() == 2
    changed = {name for name, at in written(full.folder).items() if before[name] != at}
    assert changed == {"papers/000002.jsonl", "shared/meta.jsonl"}
    full.tags.assign(1, full.papers.numbers()[:1])
    assert kept.follow() == 1


def test_a_large_library_follows_revisions_and_compares_all_when_asked(
    full: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sidecars, "PAPERS_AT_ONCE", 10)
    monkeypatch.setattr(sidecars, "SMALL", 1)
    kept = Sidecars(full.database)
    kept.follow()
    full.papers.update(full.papers.numbers()[20], title="A better title")
    full.tags.assign(1, full.papers.numbers()[:1])
    assert kept.follow() == 2  # a segment, and the revision
    assert kept.follow() == 0
    assert kept.follow(whole=True) == 1
    list(full.papers.add(records(15, start=900), source="more"))
    assert kept.follow() == 4  # two segments, the revision, and the numbers given out
    assert rebuilt(full) == content_of(full.folder)


def test_segments_without_papers_go(full: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sidecars, "PAPERS_AT_ONCE", 10)
    kept = Sidecars(full.database)
    kept.follow()
    numbers = full.papers.numbers()[-30:]
    full.papers.trash(numbers)
    full.papers.purge(numbers)
    kept.follow()
    assert rebuilt(full) == content_of(full.folder)


def test_sidecars_of_another_library_or_version_are_written_anew(full: Library) -> None:
    kept = Sidecars(full.database)
    kept.follow()
    state = full.folder / "sidecars/state.json"
    for name, value in (("library", "another"), ("version", 1), ("revision", 10**9), ("format", 0)):
        state.write_text(json.dumps({**json.loads(state.read_text()), name: value}))
        kept.follow()
        assert json.loads(state.read_text())[name] != value
    state.write_text("?")
    assert kept.follow() == 0  # the files are right
    assert sidecars.stored_state(full.folder)["library"] == full.identity


def test_a_damaged_or_missing_sidecar_is_found(full: Library) -> None:
    Sidecars(full.database).follow()
    assert sidecars.damaged_files(full.folder) == []
    (full.folder / "sidecars/papers/000000.jsonl").write_text("{}\n")
    (full.folder / "sidecars/shared/tags.jsonl").unlink()
    assert sidecars.damaged_files(full.folder) == ["papers/000000.jsonl", "shared/tags.jsonl"]


def test_a_stop_leaves_what_the_next_turn_completes(full: Library) -> None:
    class Stopped(SilentJob):
        left = 2

        def check(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise JobCancelled

    with pytest.raises(JobCancelled):
        Sidecars(full.database).follow(Stopped())
    Sidecars(full.database).follow()
    assert rebuilt(full) == content_of(full.folder)


# --- making the database again ------------------------------------------------------------------


def content_of(folder: Path) -> dict[str, list[str]]:
    with Library.open(folder, write=False) as library:
        return content(library.database)
