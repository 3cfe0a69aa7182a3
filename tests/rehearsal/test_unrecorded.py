"""The watch over the history tells of what passes it by, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.library.library import Library
from tests.rehearsal.unrecorded import Unrecorded
from tests.rich_library import records


@pytest.fixture
def watch() -> Iterator[Unrecorded]:
    made = Unrecorded()
    yield made
    made.end()


def test_a_change_without_an_action_is_told_once_with_its_table(
    watch: Unrecorded, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(records(2), source="made"))
        watch.taken()
        for year in (1900, 1901):
            with library.database.transaction():
                library.database.execute("UPDATE papers SET year = ?", year)
        (found,) = watch.taken()
    assert found.startswith("UPDATE of papers")


def test_an_action_and_what_follows_from_others_are_not_told(
    watch: Unrecorded, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        (one, _) = (each.number for each in library.papers.add(records(2), source="made"))
        assert one is not None
        watch.taken()
        library.papers.update(one, year=1900)
        with library.database.transaction(), library.database.unrecorded():
            library.database.execute("UPDATE papers SET year = 1902")
        assert watch.taken() == []
