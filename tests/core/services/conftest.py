"""Services read manuscripts with a process that all their tests share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def shared_reader(lent_reader: None) -> None:
    """Start no process for each library."""
