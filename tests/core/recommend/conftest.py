"""An open manuscript beside a library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.records import (
    Link,
    Manuscript,
    Marker,
    OpenManuscript,
    Reference,
    Section,
    Sentence,
)
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests.core.conftest import RECORDS
from tests.core.recommend.asked_manuscripts import TEXTS


@pytest.fixture
def workspace(tmp_path: Path, tiny_model: Path) -> Iterator[Workspace]:
    workspace = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    list(workspace.library.papers.add(RECORDS, source="test"))
    workspace.indexing.words()
    workspace.indexing.load_model(name=str(tiny_model), in_process=True)
    workspace.indexing.vectors()
    yield workspace
    workspace.close()


@pytest.fixture
def opened(workspace: Workspace) -> OpenManuscript:
    hard = workspace.library.papers.resolve("t:hard")
    assert hard is not None
    marker = Marker(TEXTS[0].index("["), len(TEXTS[0]) - 1, "[1]", (0,))
    manuscript = Manuscript(
        title="Negatives from moors",
        abstract="We look for negatives on moors.",
        sections=(Section("1", "Introduction", 1, "introduction"),),
        sentences=tuple(
            Sentence(index, 0, 0, text, (), () if index else (marker,))
            for index, text in enumerate(TEXTS)
        ),
        references=(Reference(index=0, label="1", text="Mining hard negatives."),),
    )
    number = workspace.library.manuscripts.open(None, manuscript, "draft")
    return OpenManuscript(
        number=number, path=None, manuscript=manuscript, links={0: Link(hard, 1.0)}
    )
