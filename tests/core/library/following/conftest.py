"""A Zotero that is followed by the library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.following.followed import (
    Pages,
)
from tests.zotero_library import ZoteroLibrary


@pytest.fixture
def zotero(tmp_path: Path) -> ZoteroLibrary:
    return ZoteroLibrary(tmp_path / "Zotero")


@pytest.fixture
def follower(library: Library, zotero: ZoteroLibrary) -> Iterator[ZoteroFollower]:
    with closing(ZoteroFollower(library, zotero.folder, Pages())) as follower:
        yield follower
