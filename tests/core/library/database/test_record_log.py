"""The record of what was done: how much of it is kept."""

from __future__ import annotations

from pathlib import Path

from core.library.database import record_log
from core.library.library import Library
from tests.core.library.history_actions import (
    ONE,
)


def test_the_last_hundred_actions_are_kept(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        for year in range(1000, 1000 + record_log.MOST_ACTIONS + 5):
            library.papers.update(ONE, year=year)
        entries = library.history.all()
        assert len(entries) == record_log.MOST_ACTIONS
        library.history.undo(entries[-1].number, and_later=True)
        assert library.papers.get(ONE).year == 1004
