"""A library with a drawn map."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.models.shelf import Shelf
from core.workspace import Workspace
from tests.core.library_map.drawn_papers import (
    PAPERS_A_SUBJECT,
    SUBJECTS,
    records,
)
from tests.tiny_encoder import make_tiny_encoder


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = " ".join(SUBJECTS.values())
    return make_tiny_encoder(tmp_path_factory.mktemp("model") / "tiny", words=words)


@pytest.fixture
def workspace(tmp_path: Path, model: Path) -> Iterator[Workspace]:
    shelf = Shelf(tmp_path / "models")
    shelf.add(model)
    shelf.use("tiny")
    opened = Workspace(tmp_path / "library", shelf, create=True)
    list(opened.library.papers.add(records(0, PAPERS_A_SUBJECT), source="test"))
    opened.indexing.words()
    opened.indexing.load_model(in_process=True)
    opened.indexing.vectors()
    yield opened
    opened.close()
