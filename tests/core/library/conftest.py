"""A library in a fresh folder, and child processes that use one."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from core.base.records import CitingContext, Manuscript, PaperNumber, PaperRecord, Reference
from core.library.library import Library
from core.library.store.annotations import NoteStore
from tests.core.library.duplicates import planted
from tests.core.library.history_actions import rich
from tests.core.library.opened_libraries import add
from tests.core.library.store.context_rows import TEXTS, A, say
from tests.core.library.store.row_samples import RECORDS

StartChild = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with Library.open(folder, create=True) as library:
        yield library


@pytest.fixture
def start_child(tmp_path: Path) -> Iterator[StartChild]:
    """Start a script as a process of its own, with pipes; it is gone when the test ends."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str, *arguments: object, name: str = "importer") -> subprocess.Popen[str]:
        script = tmp_path / f"{name}.py"
        script.write_text(code, encoding="utf-8")
        child = subprocess.Popen(
            [sys.executable, str(script), *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.kill()
        child.communicate()


@pytest.fixture
def attach(library: Library, tmp_path: Path) -> Callable[..., PaperNumber]:
    """Attach files, by name, to a new paper."""

    def attach(*names: str, to: PaperNumber | None = None) -> PaperNumber:
        if to is None:
            record = PaperRecord(title=f"Paper with {' and '.join(names)}")
            (outcome,) = library.papers.add([record], source="test")
            assert outcome.number is not None
            to = outcome.number
        for name in names:
            path = tmp_path / f"{name}.pdf"
            path.write_bytes(b"%PDF-1.7 " + name.encode())
            library.papers.attach_file(to, path, hashlib.sha256(name.encode()).hexdigest())
        return to

    return attach


@pytest.fixture
def made(folder: Path) -> Path:
    """A closed library with one paper."""
    with Library.open(folder, create=True) as library:
        add(library, "Olives")
    return folder


@pytest.fixture(scope="session")
def rich_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library with something in every table, to be copied."""
    return rich(tmp_path_factory.mktemp("rich") / "library")


@pytest.fixture
def history_folder(rich_folder: Path, tmp_path: Path) -> Path:
    shutil.copytree(rich_folder.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / "library"


@pytest.fixture
def contexts_shelf(library: Library) -> Library:
    list(library.papers.add([PaperRecord(title=f"Paper {n}") for n in "ABCD"], source="test"))
    say(library, A, *TEXTS)
    return library


@pytest.fixture
def filled(library: Library) -> Library:
    list(library.papers.add(RECORDS, source="test"))
    return library


@pytest.fixture
def twins(library: Library, tmp_path: Path) -> tuple[PaperNumber, PaperNumber, PaperNumber]:
    """Make two papers that are one, each with something of its own of every kind, and another."""
    one, other, third = planted.add(
        library,
        planted.paper(doi="10.1000/a", keywords=("walks",)),
        planted.paper(
            planted.TITLE.replace("rarity", "rarrity"), abstract="Two.", arxiv="2001.00001"
        ),
        planted.paper("A census of garden tulips", authors=("Eva Lind",), year=1999),
    )
    papers, citations = library.papers, library.citations
    for number, name in ((one, "a"), (other, "b"), (other, "a")):
        path = tmp_path / f"{name}.pdf"
        path.write_bytes(name.encode())
        papers.attach_file(number, path, name * 64)
        library.database.execute(
            "INSERT OR IGNORE INTO readings VALUES (?, ?, '1', 'failed', 'damaged', NULL, NULL)",
            ord(name),
            name * 64,
        )
        library.tags.assign(library.tags.add(name), [number])
        library.collections.assign(library.collections.add(name), [number])
    library.database.execute("INSERT INTO fulltexts VALUES (?, ?, 0)", other, ord("b"))
    references = [(Reference(index=0, label="1", text="Lind, A census.", title="A census"), None)]
    citations.set_references(other, references)
    citations.add_citations([(third, one), (third, other), (one, third), (other, one)], "test")
    citations.add_contexts(
        third,
        [
            CitingContext(text="Both are cited [1, 2].", cited=(one, other)),
            CitingContext(text="One is cited [2].", cited=(other,)),
        ],
    )
    citations.add_contexts(other, [CitingContext(text="It cites [3].", cited=(third, one))])
    citations.add_contexts(one, [CitingContext(text="It also cites [3].", cited=(third,))])
    opened = library.manuscripts.open(None, Manuscript(title="Mine"), "c" * 64)
    library.manuscripts.decide(opened, "It is so.", one, "reject")
    library.manuscripts.decide(opened, "It is so.", other, "cite")
    library.manuscripts.decide(opened, "It is not so.", other, "cite")
    for number in (one, other):
        NoteStore(library.database).set(number, f"A note on {number}.")
    library.embeddings.put("m", [one, other, third], np.eye(3, dtype=np.float16))
    library.duplicates.link_versions([other, third])
    return one, other, third
