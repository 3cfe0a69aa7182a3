"""Papers that come in blocks."""

from __future__ import annotations

import pytest

from desktop.papers.model import PaperModel
from desktop.ui.tasks import TaskRunner
from tests.desktop.papers.paper_blocks import Source


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def model(runner: TaskRunner, source: Source) -> PaperModel:
    return PaperModel(runner, source.fetch)
