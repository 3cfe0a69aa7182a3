"""A library whose collections are kept in files."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import PaperNumber
from core.library.exports.kept_files import KeptFiles
from core.library.library import Library
from tests.core.library.exports.followed_files import ROSES, WALKS


@pytest.fixture
def thesis(library: Library) -> int:
    list(library.papers.add([WALKS, ROSES], source="test"))
    number = library.collections.add("Thesis")
    library.collections.assign(number, [PaperNumber(1)])
    return number


@pytest.fixture
def kept(library: Library) -> KeptFiles:
    return KeptFiles(library.database)


@pytest.fixture
def refs(tmp_path: Path) -> Path:
    (tmp_path / "paper").mkdir()
    return tmp_path / "paper" / "refs.bib"
