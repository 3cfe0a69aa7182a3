"""The list of what was sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.library.online.sent import SentStore
from tests import services_online as there
from tests.services_online import Online


@pytest.fixture
def online() -> Iterator[Online]:
    with there.served() as online:
        yield online


@pytest.fixture
def store(tmp_path: Path) -> SentStore:
    return SentStore(tmp_path / "sent" / "look-ups.db")
