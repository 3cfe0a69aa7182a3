"""Changes recorded as they are made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.library.database import recording
from core.library.database.recording import recorded_tables
from core.library.library import Library
from tests.core.library.history_actions import (
    ONE,
    THREE,
)


def test_what_is_too_much_to_keep_says_so_and_is_done(
    history_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "MOST_BYTES", 500)
    with Library.open(history_folder) as library:
        library.papers.trash(library.papers.numbers())
        assert library.papers.count() == 0
        (entry,) = library.history.all()
        assert entry.problem
        with pytest.raises(UsageError, match="cannot be undone"):
            library.history.undo(entry.number)


def test_a_change_that_fails_leaves_no_history(history_folder: Path) -> None:
    with Library.open(history_folder) as library:
        with pytest.raises(UsageError):
            library.papers.update(ONE, title="")
        library.papers.trash([THREE])  # is there already
        assert library.history.all() == []


def test_each_table_is_recorded_or_said_to_be_none(history_folder: Path) -> None:
    """No statement may pass the triggers by, as those do that replace rows."""
    with Library.open(history_folder) as library:
        tables = recorded_tables(library.database.connection)
    assert all(table.key for table in tables)
    sources = [path.read_text("utf-8") for path in Path("core/library/store").glob("*.py")]
    names = "|".join(table.name for table in tables)
    assert not [text for text in sources if re.search(rf"REPLACE INTO ({names})\b", text)]
