"""A disk that is full, or fails, in the midst of writing an index: the library stays whole."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import DiskFullError, LibraryError
from core.library.indexes.vectors import VectorIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.safety.sidecars import Sidecars
from core.models.manifest import Manifest
from tests.rich_library import records

MANIFEST = Manifest(
    name="noise", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=16
)
ROWS = np.eye(16, dtype=np.float16)[np.arange(40) % 16]


def filled(folder: Path) -> Library:
    library = Library.open(folder, create=True)
    list(library.papers.add(records(40), source="test"))
    library.embeddings.put(MANIFEST.fingerprint, library.papers.numbers(), ROWS)
    return library


def vectors(library: Library) -> VectorIndex:
    index = VectorIndex(library.folder / "vectors", library.identity, MANIFEST)
    index.follow(library.papers, library.embeddings)
    index.save()
    return index


def nearest(index: VectorIndex) -> list[list[int]]:
    found = index.search(ROWS[:3].astype(np.float32), limit=3)
    return [[number for number, _ in hits] for hits in found]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
@pytest.mark.parametrize("at", range(4))
def test_each_write_of_vectors_may_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, at: int
) -> None:
    """Two files, each brought to the disk and then renamed: four places to fail."""
    with filled(tmp_path / "library") as library:
        before = nearest(vectors(library))
        left = at

        def fails(real: Callable[..., object], *given: object) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(code, os.strerror(code))
            return real(*given)

        fsync, replace = os.fsync, Path.replace
        monkeypatch.setattr(os, "fsync", lambda handle: fails(fsync, handle))
        monkeypatch.setattr(Path, "replace", lambda path, to: fails(replace, path, to))
        with pytest.raises(LibraryError):
            vectors(library)
        monkeypatch.undo()
        assert library.verify().sound
        assert nearest(vectors(library)) == before
        assert not list(library.folder.rglob("*.new"))


def test_a_full_disk_stops_the_words_and_loses_nothing(small_disk: Path) -> None:
    with filled(small_disk / "library") as library:
        stuffing = small_disk / "film"
        stuffing.write_bytes(bytes(shutil.disk_usage(small_disk).free))
        with pytest.raises(DiskFullError):
            WordIndex(library.folder / "words", library.identity).follow(library.papers)
        with pytest.raises(DiskFullError):
            Sidecars(library.database).follow()
        assert library.verify().sound
        stuffing.unlink()
        index = WordIndex(library.folder / "words", library.identity)
        index.follow(library.papers)
        assert index.count() == library.papers.count() == 40
        assert Sidecars(library.database).follow() > 0
