"""Copies of files in the library's folder."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from core.base.errors import DiskFullError, LibraryReadOnlyError, PdfUnreadableError, UsageError
from core.base.files import path_text
from core.library.store.attachments import content_hash, is_pdf, keep_copy


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
    with pytest.raises(UsageError, match="no valid text") as refused:
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
