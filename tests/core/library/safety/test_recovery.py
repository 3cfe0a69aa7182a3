"""A lost database."""

from __future__ import annotations

from core.base.jobs import SilentJob
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.safety.recovery import Recovery


def test_a_lost_database_can_be_recovered_in_either_way(filled: Library) -> None:
    folder = filled.folder
    assert Recovery(folder).rebuildable() is None
    filled.safekeeping.back_up()
    filled.close()
    recovery = Recovery(folder)
    (backup,) = recovery.backups()
    papers, _ = recovery.rebuildable() or (0, None)
    assert papers == backup.papers == 3
    (folder / DATABASE).unlink()
    recovery.restore(backup.path, SilentJob())
    with Library.open(folder) as library:
        assert library.papers.count() == 3
        library.safekeeping.keep()
        library.safekeeping.back_up()
    (folder / DATABASE).unlink()
    recovery.rebuild(SilentJob())
    with Library.open(folder) as library:
        assert library.papers.count() == 3
