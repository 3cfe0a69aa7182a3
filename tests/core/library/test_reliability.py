"""A killed process, a full disk: what was saved stays, and the state is a legal one."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.base.errors import DiskFullError
from core.base.jobs import Job, SilentJob
from core.base.records import Manuscript, PaperRecord, Sentence
from core.library.imports.fulltext_reading import read_waiting
from core.library.library import Library
from core.manuscript.references.linking import Linker
from tests import wording

StartChild = Callable[..., "subprocess.Popen[str]"]

IMPORTER = """
import sys
from pathlib import Path
from core.library.library import Library
from core.base.records import PaperRecord

def records():
    for n in range(40_000):
        yield PaperRecord(id=f"x:{n}", title=f"Paper number {n}", year=2020,
                          authors=(f"Ann Smith{n % 50}",), keywords=("walks",), abstract="w " * 99)

library = Library.open(Path(sys.argv[1]), create=True)
for count, outcome in enumerate(library.papers.add(records(), source="child"), start=1):
    if count % 500 == 0:
        print(count, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 5, 8], ids=lambda n: f"after {n * 500} papers")
def test_a_kill_in_an_import_leaves_whole_batches(
    folder: Path, start_child: StartChild, lines: int
) -> None:
    child = start_child(IMPORTER, folder)
    told = [int(child.stdout.readline()) for _ in range(lines)][-1]  # type: ignore[union-attr]
    child.kill()
    child.wait()
    with Library.open(folder) as library:
        count = library.papers.count()
        assert count >= told
        assert count % 2_000 == 0
        assert library.papers.revision() == count
        assert len(library.papers.changes(0, 50_000)) == count
        assert library.papers.resolve(f"x:{count - 1}") == count
        assert library.papers.resolve(f"x:{count}") is None
        assert library.verify().sound
        record = PaperRecord(id=f"x:{count}", title=f"Paper number {count}")
        (outcome,) = library.papers.add([record], source="test")
        assert (outcome.status, outcome.number) == ("added", count + 1)


def test_a_kill_while_a_library_is_made_leaves_none_or_a_whole_one(
    folder: Path, start_child: StartChild
) -> None:
    child = start_child(IMPORTER, folder)
    while not (folder / "library.db").exists() and child.poll() is None:
        pass
    child.kill()
    child.wait()
    with Library.open(folder, create=True) as library:
        assert library.papers.count() % 2_000 == 0
        assert library.verify().sound


def _many(start: int, stop: int) -> Iterator[PaperRecord]:
    for n in range(start, stop):
        yield PaperRecord(id=f"x:{n}", title=f"Paper number {n}", abstract=f"{n} " * 200)


def test_a_full_disk_is_named_and_loses_nothing(small_disk: Path) -> None:
    folder = small_disk / "library"
    with Library.open(folder, create=True) as library:
        list(library.papers.add(_many(0, 200), source="test"))
        with pytest.raises(DiskFullError) as caught:
            list(library.papers.add(_many(200, 20_000), source="test"))
        assert wording.stem("core.library.database.connection:_expected disk") in str(caught.value)
        assert wording.stem("core.base.errors:default_remedy Everything") in caught.value.remedy
        kept = library.papers.count()
        assert (kept - 200) % 2_000 == 0
        assert library.verify().sound
    with Library.open(folder) as library:
        assert library.papers.count() == kept
        assert library.papers.get_many(library.papers.numbers()[:1])[0].title == "Paper number 0"


def test_a_disk_without_space_for_a_library_is_named(small_disk: Path) -> None:
    (small_disk / "film").write_bytes(bytes(shutil.disk_usage(small_disk).free))
    with pytest.raises(DiskFullError):
        Library.open(small_disk / "library", create=True)


READER = """
import hashlib, sys
from pathlib import Path
from core.base.jobs import SilentJob
from core.library.imports.fulltext_reading import read_waiting
from core.library.library import Library
from core.manuscript.references.linking import Linker
from core.base.records import Manuscript, Marker, PaperRecord, Reference, Sentence

CITED = "Stones that whistle in the wind"
SENTENCES = tuple(
    Sentence(n, None, 0, f"Sentence {n} of many, see [1].", (), (Marker(26, 29, "[1]", (0,)),), n)
    for n in range(300))
ENTRY = Reference(index=0, label="1", text=f"A. Wu. {CITED}. 1999.", title=CITED, year=1999)
TEXT = Manuscript(title="Many", sentences=SENTENCES, references=(ENTRY,))

class Reader:
    def read_manuscript(self, path, job=None):
        return TEXT

class Told(SilentJob):
    def report(self, done, total, note=""):
        print(done, flush=True)

library = Library.open(Path(sys.argv[1]), create=True)
papers = [PaperRecord(title=f"Citing paper {n}") for n in range(400)]
list(library.papers.add([PaperRecord(title=CITED, year=1999), *papers], source="child"))
for n in range(400):
    path = Path(sys.argv[1]) / f"{n}.pdf"
    path.write_bytes(b"%PDF")
    library.papers.attach_file(n + 2, path, hashlib.sha256(str(n).encode()).hexdigest())
read_waiting(library.fulltexts, None, [Reader(), Reader()], Linker(library.papers), Told())
"""


@pytest.mark.parametrize("files", [1, 7])
def test_a_kill_while_full_texts_are_read_leaves_whole_ones(
    folder: Path, start_child: StartChild, files: int
) -> None:
    child = start_child(READER, folder, name="reader")
    for _ in range(files):
        assert child.stdout.readline()  # type: ignore[union-attr]
    with Library.open(folder, write=False) as beside:  # another process, while the first writes
        assert beside.fulltexts.count() >= files
        assert beside.papers.count() == 401
    child.kill()
    child.wait()
    with Library.open(folder) as library:
        read = [each.paper for each in library.fulltexts.all() if each.state == "read"]
        assert files <= len(read) < 400
        assert library.fulltexts.count() == len(read)
        assert len(library.fulltexts.waiting()) == 400 - len(read)
        counts = library.citations.counts()
        assert (counts.citations, counts.contexts) == (len(read), 300 * len(read))
        assert {len(each) for each in library.fulltexts.passages(read).values()} == {300}
        assert library.verify().sound


def test_a_full_disk_keeps_the_full_texts_read_before(small_disk: Path) -> None:
    folder = small_disk / "library"
    noise = random.Random(1)

    class Reader:
        def read_manuscript(self, _path: Path, _job: Job | None = None) -> Manuscript:
            texts = ("".join(noise.choices("abcdefghijklmnop ", k=400)) for _ in range(300))
            sentences = (Sentence(n, None, 0, text, ()) for n, text in enumerate(texts))
            return Manuscript(title="Noise", sentences=tuple(sentences))

    with Library.open(folder, create=True) as library:
        for number, outcome in enumerate(list(library.papers.add(_many(0, 30), source="test"))):
            (folder / f"{number}.pdf").write_bytes(b"%PDF")
            assert outcome.number is not None
            library.papers.attach_file(outcome.number, folder / f"{number}.pdf", f"{number:064}")
        with pytest.raises(DiskFullError):
            read_waiting(library.fulltexts, None, [Reader()], Linker(library.papers), SilentJob())
        kept = library.fulltexts.count()
        assert 0 < kept < 30
        assert library.verify().sound
    with Library.open(folder) as library:
        assert library.fulltexts.count() == kept
        assert len(library.fulltexts.waiting()) == 30 - kept
