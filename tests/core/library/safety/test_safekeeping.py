"""What keeps an open library safe: a backup a day, sidecars, and the trash."""

from __future__ import annotations

from pathlib import Path

from core.base.records import PaperRecord
from core.library.library import UNCHECKED, Library


def test_a_day_brings_one_backup_and_sidecars(folder: Path) -> None:
    with Library.open(folder, create=True) as library:
        list(library.papers.add([PaperRecord(title="Olives")], source="test"))
        kept = library.safekeeping
        assert kept.keep() is not None
        assert kept.keep() is None
        assert len(kept.backups()) == 1
        assert (folder / "sidecars" / "state.json").exists()
        assert not (folder / UNCHECKED).exists()


def test_a_library_open_for_reading_is_left_as_it_is(folder: Path) -> None:
    Library.open(folder, create=True).close()
    with Library.open(folder, write=False) as library:
        assert library.safekeeping.keep() is None
    assert not (folder / "backups").exists()
    assert not (folder / "sidecars").exists()


def test_the_trash_keeps_what_is_not_old_enough(folder: Path) -> None:
    with Library.open(folder, create=True) as library:
        papers = [PaperRecord(title=title) for title in ("Olives", "Tulips", "Peat")]
        list(library.papers.add(papers, source="test"))
        library.papers.trash(library.papers.numbers()[:2])
        library.database.execute(
            "UPDATE papers SET trashed_at = '2020-01-01T00:00:00+00:00' WHERE number = 1"
        )
        assert library.safekeeping.empty_trash(30) == 1
        assert library.papers.ordered(sort="added", descending=False, trashed=True) == [2]
        assert library.safekeeping.empty_trash(30) == 0
        assert library.papers.count() == 1
