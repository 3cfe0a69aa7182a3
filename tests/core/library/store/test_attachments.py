"""Copies of files in the library's folder."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from core.base.errors import DiskFullError, LibraryReadOnlyError, PdfUnreadableError, UsageError
from core.base.files import path_text
from core.base.records import PaperNumber, PaperRecord
from core.library.library import Library
from core.library.store.attachments import FILES, content_hash, is_pdf, keep_copy

ONE, TWO = PaperNumber(1), PaperNumber(2)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    source = tmp_path / "Ein Aufsatz: “über” Wege (final).PDF"
    source.write_bytes(b"%PDF-1.7 walks")
    return source


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "library").mkdir()
    return tmp_path / "library"


def test_the_longest_name_a_disk_takes_is_not_exceeded(source: Path, place: Path) -> None:
    wide = source.rename(source.with_name("\U00020000" * 60 + ".pdf"))
    copy = keep_copy(place, wide, content_hash(wide))
    assert copy.read_bytes() == wide.read_bytes()


def test_a_copy_is_named_for_its_file_and_kept_once(source: Path, place: Path) -> None:
    sha256 = content_hash(source)
    assert sha256 == hashlib.sha256(b"%PDF-1.7 walks").hexdigest()
    copy = keep_copy(place, source, sha256)
    assert copy.name == f"Ein_Aufsatz_über_Wege_final_-{sha256[:12]}.pdf"
    assert copy.read_bytes() == source.read_bytes()
    assert keep_copy(place, source, sha256) == copy
    assert list(copy.parent.iterdir()) == [copy]


@pytest.mark.parametrize(
    ("code", "failure"),
    [(errno.ENOSPC, DiskFullError), (errno.EACCES, LibraryReadOnlyError)],
)
def test_a_copy_that_fails_leaves_nothing_behind(
    source: Path,
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    failure: type[Exception],
) -> None:
    def break_off(_source: object, target: BinaryIO, _at_once: int) -> None:
        target.write(b"%PDF")
        raise OSError(code, "no")

    monkeypatch.setattr(shutil, "copyfileobj", break_off)
    with pytest.raises(failure, match=r"Ein_Aufsatz"):
        keep_copy(place, source, "ab" * 32)
    assert list((place / "files").iterdir()) == []


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(PdfUnreadableError, match=r"gone\.pdf"):
        content_hash(tmp_path / "gone.pdf")


def test_a_pdf_is_known_by_its_first_bytes(source: Path, tmp_path: Path) -> None:
    (tmp_path / "fake.pdf").write_text("no")
    assert is_pdf(source)
    assert not is_pdf(tmp_path / "fake.pdf")
    assert not is_pdf(tmp_path)
    assert not is_pdf(Path("nul\0l"))


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_path_that_is_no_text_is_refused_in_one_sentence() -> None:
    with pytest.raises(UsageError, match="not valid text") as refused:
        path_text(Path(os.fsdecode(b"/papers/caf\xe9.pdf")))
    assert refused.value.remedy
    assert str(refused.value).encode()


@pytest.mark.parametrize(
    ("name", "ending"),
    [("a.pdf ", ".pdf"), ("a.a:b", ".ab"), ("CON.PDF", ".pdf"), ("a." + "x" * 90, "." + "x" * 15)],
)
def test_a_copy_has_a_name_that_every_system_takes(tmp_path: Path, name: str, ending: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"%PDF-1.4")
    copy = keep_copy(tmp_path / "library", file, content_hash(file))
    assert copy.suffix == ending
    assert copy.stem.casefold() not in {"con", "nul", "aux"}
    assert copy.read_bytes() == b"%PDF-1.4"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as library:
        records = [PaperRecord(title="Olives"), PaperRecord(title="Tulips")]
        list(library.papers.add(records, source="test"))
        yield library


def attach(library: Library, paper: PaperNumber, name: str) -> Path:
    """Attach a copy of a new file outside the library, and return where the copy lies."""
    source = library.folder.parent / name
    source.write_bytes(b"%PDF-1.7 " + name.encode())
    sha256 = content_hash(source)
    kept = keep_copy(library.folder, source, sha256)
    library.papers.attach_file(paper, kept, sha256)
    return kept


def delete(library: Library, *papers: PaperNumber) -> None:
    library.papers.trash(papers)
    library.papers.purge(papers)


def close(library: Library) -> None:
    """Close a library whose history can bring nothing back."""
    library.history.clear()
    library.close()


def test_a_copy_goes_with_its_paper_once_nothing_can_bring_it_back(library: Library) -> None:
    copy, other = attach(library, ONE, "a.pdf"), attach(library, TWO, "b.pdf")
    library.papers.trash([ONE])
    assert copy.exists()
    library.papers.purge([ONE, TWO])  # the second is not in the trash
    assert copy.exists()
    close(library)
    assert not copy.exists()
    assert other.exists()
    assert (library.folder.parent / "a.pdf").exists()


def test_a_copy_stays_while_the_history_can_lead_a_file_back_to_it(library: Library) -> None:
    copy = attach(library, ONE, "a.pdf")
    library.history.undo(library.history.all()[0].number)
    attached = library.history.all()[0].number
    library.history.redo(attached)
    original = library.folder.parent / "a.pdf"
    library.papers.attach_file(ONE, original, content_hash(original))
    elsewhere = library.history.all()[0].number
    library.close()
    with Library.open(library.folder) as again:
        again.history.undo(elsewhere)
        assert [file.path for file in again.papers.files(ONE)] == [copy]
        assert copy.exists()


def test_a_copy_stays_while_another_paper_has_it(library: Library) -> None:
    copy = attach(library, ONE, "a.pdf")
    assert attach(library, TWO, "a.pdf") == copy
    delete(library, ONE)
    assert copy.exists()
    delete(library, TWO)
    close(library)
    assert not copy.exists()


def test_the_trash_that_empties_itself_clears_copies_away(library: Library) -> None:
    copy = attach(library, ONE, "a.pdf")
    library.papers.trash([ONE])
    assert library.safekeeping.empty_trash(7) == 0
    assert copy.exists()
    assert library.safekeeping.empty_trash(-1) == 1
    close(library)
    assert not copy.exists()


def test_what_was_taken_off_can_be_put_back_until_the_library_is_closed(library: Library) -> None:
    copy = attach(library, ONE, "a.pdf")
    (file,) = library.papers.files(ONE)
    attach(library, TWO, "a.pdf")
    library.papers.detach_file(ONE, file.sha256)
    delete(library, TWO)  # the last paper that has it, but the first may get it back
    assert copy.exists()
    library.papers.attach_file(ONE, file.path, file.sha256)
    library.close()
    assert copy.exists()


def test_what_was_taken_off_for_good_goes_when_the_library_is_closed(library: Library) -> None:
    copy, kept = attach(library, ONE, "a.pdf"), attach(library, ONE, "b.pdf")
    (first, _) = library.papers.files(ONE)
    library.papers.detach_file(ONE, first.sha256)
    library.papers.detach_file(ONE, "of no file")
    assert copy.exists()
    close(library)
    library.close()
    assert (copy.exists(), kept.exists()) == (False, True)


def test_a_file_elsewhere_is_never_deleted(library: Library) -> None:
    outside = library.folder.parent / "mine.pdf"
    inside = library.folder / "mine.pdf"
    beneath = library.folder / FILES / "sub" / "mine.pdf"
    beneath.parent.mkdir(parents=True)
    for number, path in enumerate((outside, inside, beneath)):
        path.write_bytes(b"%PDF-1.7 mine")
        library.papers.attach_file(ONE, path, f"{number}")
    climbing = f"{FILES}/../../mine.pdf"
    with library.database.transaction():
        library.database.execute(
            "INSERT INTO files (paper, path, sha256) VALUES (1, ?, 'x')", climbing
        )
    delete(library, ONE)
    close(library)
    assert outside.exists()
    assert inside.exists()
    assert beneath.exists()


def test_a_manuscript_that_is_read_from_a_copy_keeps_it(library: Library) -> None:
    copy = attach(library, ONE, "a.pdf")
    with library.database.transaction():
        library.database.execute(
            "INSERT INTO manuscripts (path, sha256, extractor, title, opened_at, parsed)"
            " VALUES (?, 'x', 'x', 'x', 'x', 'x')",
            str(copy),
        )
    delete(library, ONE)
    close(library)
    assert copy.exists()


def test_a_copy_that_cannot_be_deleted_stops_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    copy = attach(library, ONE, "a.pdf")

    def held(*_: object, **__: object) -> None:
        raise PermissionError(13, "held by another program")

    monkeypatch.setattr(Path, "unlink", held)
    delete(library, ONE)
    close(library)
    monkeypatch.undo()
    assert copy.exists()
    assert "was not deleted" in caplog.text
