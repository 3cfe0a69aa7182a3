"""The store of a corpus that was read: texts in one mapped file each, the rest as arrays.

A store is a folder, written once and then only read. It lies in the person's cache, under the
fingerprint of the data, so that the next opening finds it. It is made under another name and
renamed, so a killed opening leaves nothing that could be taken for a store, and of two at once
one wins.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import platformdirs
from numpy.typing import NDArray

from core.base.errors import EngineError
from core.recommend import bare

FORM = 3
"""Counted up when what is in a store changes."""

_INFO = "info.json"
_ARRAYS = "arrays.npz"
_TEXTS = ".utf8"
_UNFINISHED = ".unfinished-"
_KEPT = 4
"""Stores kept: a person compares a few corpora, and one of 300,000 papers takes half a gigabyte."""
_ABANDONED = 24 * 3600

_held: list[tempfile.TemporaryDirectory[str]] = []
"""Stores that could not be kept in the cache; they go when the process ends."""


class StoredTexts:
    """A file of UTF-8, mapped: a text is a span of bytes. Any process may have it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            empty = not path.stat().st_size  # an empty file cannot be mapped
            self._bytes = b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __reduce__(self) -> tuple[type[StoredTexts], tuple[Path]]:
        return StoredTexts, (self.path,)

    def get(self, start: int, end: int) -> str:
        """Return the text in bytes ``start`` to ``end``."""
        return str(self._bytes[start:end], "utf-8")


class TextsWriter:
    """Appends texts to a file and says where they lie."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO = path.open("wb")
        self.end = 0

    def add(self, text: str) -> tuple[int, int]:
        """Append a text and return its span of bytes."""
        start = self.end
        self.end += self._file.write(text.encode("utf-8"))
        return start, self.end

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class Store:
    """A finished store: ``info`` (JSON), ``arrays`` by name, and mapped texts."""

    def __init__(self, folder: Path) -> None:
        """Open a store.

        Raises:
            ValueError, OSError, KeyError: it is damaged.
        """
        self.folder = folder
        self.info: dict[str, Any] = json.loads((folder / _INFO).read_text(encoding="utf-8"))
        for name, size in self.info["sizes"].items():
            if (folder / name).stat().st_size != size:
                raise ValueError(f"{name} was cut")
        with np.load(folder / _ARRAYS, allow_pickle=False) as arrays:
            self.arrays: dict[str, NDArray[Any]] = {name: arrays[name] for name in arrays.files}

    def texts(self, name: str) -> StoredTexts:
        """Map a file of texts."""
        return StoredTexts(self.folder / f"{name}{_TEXTS}")


def writer(folder: Path, name: str) -> TextsWriter:
    """Begin a file of texts of a store that is being made."""
    return TextsWriter(folder / f"{name}{_TEXTS}")


def finish(folder: Path, info: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write what a store holds beside its texts; ``info`` last, as it says that all is there."""
    np.savez(folder / _ARRAYS, allow_pickle=False, **arrays)
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    description = json.dumps({**info, "sizes": sizes}, ensure_ascii=False)
    (folder / _INFO).write_text(description, encoding="utf-8")


def files_fingerprint(folder: Path, files: Sequence[Path]) -> str:
    """Return a name for what the files of a corpus hold: their paths in it and their content."""
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        digest.update(f"{path.relative_to(folder).as_posix()}\n{content}\n".encode())
    return digest.hexdigest()


def open_or_make(fingerprint: str, make: Callable[[Path], None]) -> Store:
    """Return the store of that fingerprint; ``make`` fills a new folder where there is none.

    Raises:
        EngineError: there is no room for it, neither in the cache nor in the temporary folder.
    """
    root = cache_folder()
    folder = root / _key(fingerprint)
    store = _opened(folder)
    if store is not None:
        return store
    try:
        root.mkdir(parents=True, exist_ok=True)
        _tidy(root)
        unfinished = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=root))
    except OSError:
        return _temporary(make)
    try:
        make(unfinished)
    except OSError:
        shutil.rmtree(unfinished, ignore_errors=True)
        return _temporary(make)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return _moved_into(unfinished, folder)


def cache_folder() -> Path:
    """Return where stores are kept."""
    return Path(platformdirs.user_cache_dir("cocite", appauthor=False)) / "corpora"


def _key(fingerprint: str) -> str:
    """Name a store by the data, by its form, and by how markers are cut out of sentences."""
    cut = Path(bare.__file__).read_bytes()
    return hashlib.sha256(f"{FORM} {fingerprint} ".encode() + cut).hexdigest()[:32]


def _opened(folder: Path) -> Store | None:
    if not folder.is_dir():
        return None
    try:
        store = Store(folder)
    except (OSError, ValueError, KeyError):
        _remove(folder)
        return None
    with contextlib.suppress(OSError):
        os.utime(folder)  # the stores used last are kept
    return store


def _moved_into(unfinished: Path, folder: Path) -> Store:
    try:
        unfinished.rename(folder)
    except OSError:  # another process was first
        store = _opened(folder)
        if store is not None:
            shutil.rmtree(unfinished, ignore_errors=True)
            return store
        return Store(unfinished)
    return Store(folder)


def _temporary(make: Callable[[Path], None]) -> Store:
    try:
        folder = tempfile.TemporaryDirectory(prefix="cocite-corpus-", ignore_cleanup_errors=True)
        _held.append(folder)
        make(Path(folder.name))
    except OSError as error:
        raise EngineError(
            "The texts of the corpus cannot be laid out on this machine ({reason}).",
            reason=error,
            remedy="Free some space in {parent} or in the temporary folder.",
            parent=cache_folder().parent,
        ) from error
    return Store(Path(folder.name))


def _tidy(root: Path) -> None:
    """Remove the stores used longest ago, and what a killed opening left."""
    stores = []
    for folder in root.iterdir():
        if not folder.name.startswith("."):
            stores.append((folder.stat().st_mtime, folder))
        elif time.time() - folder.stat().st_mtime > _ABANDONED:
            shutil.rmtree(folder, ignore_errors=True)
    for _, folder in sorted(stores, reverse=True)[_KEPT - 1 :]:
        _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a store at once or not at all: one that is in use may be held by its process."""
    going = folder.with_name(f"{_UNFINISHED}{folder.name}-{os.getpid()}")
    try:
        folder.rename(going)
    except OSError:
        return
    shutil.rmtree(going, ignore_errors=True)
