from __future__ import annotations

import pytest

from core.workspace import Workspace


@pytest.fixture
def workspace(small_workspace: Workspace) -> Workspace:
    return small_workspace
