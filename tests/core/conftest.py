"""A tiny model and a small library that tests of the engine share."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.base.records import PaperNumber, PaperRecord
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.reader import GuardedReader
from core.models.shelf import Shelf
from core.services import marked_copies
from core.workspace import Workspace
from tests.core.marked_copies import (
    EVIL,
)
from tests.tiny_encoder import make_tiny_encoder

RECORDS = (
    PaperRecord(
        id="t:hard",
        title="Mining hard negatives for contrastive learning",
        abstract="Contrastive objectives need hard negatives. We mine them from a citation graph.",
        authors=("Ada Byron", "Grace Hopper"),
        year=2020,
        venue="Journal of Tests",
    ),
    PaperRecord(
        id="t:graph",
        title="Embedding citation graphs",
        abstract="Every node of a citation graph gets a vector. Neighbours lie close together.",
        authors=("Emmy Noether",),
        year=2018,
        venue="Graph Letters",
    ),
    PaperRecord(
        id="t:soil",
        title="Acidity of moorland soils",
        abstract="We measured the acidity of soils on forty moors. Peat was the most acid.",
        authors=("Marie Tharp",),
        year=1999,
        venue="Soil Notes",
        keywords=("peat", "moor"),
    ),
    PaperRecord(id="t:bare", title="A note without abstract on peat", year=2001),
)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder whose vocabulary is that of the small library."""
    words = " ".join(f"{record.title} {record.abstract}" for record in RECORDS)
    return make_tiny_encoder(tmp_path_factory.mktemp("model") / "tiny", words=words)


class LentReader:
    """The reader of all tests, which none of them closes: its process needs a second to start."""

    def __init__(self, reader: GuardedReader) -> None:
        self._reader = reader

    def __getattr__(self, name: str) -> object:
        return getattr(self._reader, name)

    def __enter__(self) -> LentReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave it to the tests that follow."""


@pytest.fixture(scope="session")
def session_reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GuardedReader]:
    """A reader whose process reads for many tests, and reaches no other machine meanwhile."""
    home = tmp_path_factory.mktemp("reader")
    refused = home / "refused-connections.txt"
    with GuardedReader() as reader:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HOME", str(home))
            patch.setenv("COCITE_TEST_REFUSED", str(refused))
            reader.start()
        yield reader
    assert not refused.exists() or not refused.read_text(encoding="utf-8")


@pytest.fixture
def lent_reader(session_reader: GuardedReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a library read with the reader of all tests; one with limits of its own is made."""

    def make(**limits: object) -> GuardedReader | LentReader:
        return GuardedReader(**limits) if limits else LentReader(session_reader)  # type: ignore[arg-type]

    monkeypatch.setattr("core.manuscript.reader.GuardedReader", make)


@pytest.fixture
def small_library(tmp_path: Path) -> Iterator[Library]:
    """An open library with the four papers of ``RECORDS``."""
    with Library.open(tmp_path / "library", create=True) as opened:
        list(opened.papers.add(RECORDS, source="test"))
        yield opened


@pytest.fixture
def number_of(small_library: Library) -> Callable[[str], PaperNumber]:
    """The number of a paper by its id."""

    def number(paper_id: str) -> PaperNumber:
        found = small_library.papers.resolve(paper_id)
        assert found is not None, paper_id
        return found

    return number


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that other users can reach, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp(prefix="cocite-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 3 MB."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux can mount a small disk")
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("this machine does not let root mount a small disk")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.fixture
def marked_workspace(tmp_path: Path) -> Iterator[Workspace]:
    draft_folder = tmp_path / "library"
    with Library.open(draft_folder, create=True) as opened:
        list(opened.papers.add([*RECORDS, EVIL], source="test"))
        WordIndex(draft_folder / "words", opened.identity).follow(opened.papers)
    marked_workspace = Workspace(draft_folder, Shelf(tmp_path / "models"), write=True)
    yield marked_workspace
    marked_workspace.close()


@pytest.fixture
def takes_weak_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let remarks offer what a library of five papers, without a model, finds."""
    monkeypatch.setattr(marked_copies, "PLAUSIBLE", 0.1)


@pytest.fixture
def draft_folder(tmp_path: Path) -> Path:
    made = tmp_path / "draft"
    made.mkdir()
    return made
