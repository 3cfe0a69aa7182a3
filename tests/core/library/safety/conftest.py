"""Libraries that are backed up."""

from __future__ import annotations

import pytest

from core.library.library import Library
from core.library.safety import backups
from core.library.safety.backups import Backup
from tests.core.library.safety.backed_up import add
from tests.rich_library import fill


@pytest.fixture
def backed_up(library: Library) -> Backup:
    add(library, "Olives", "Tulips")
    return backups.take(library.database)


@pytest.fixture
def full(library: Library) -> Library:
    fill(library)
    return library
