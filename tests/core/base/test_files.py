"""Whatever is read is a file: a pipe or a device would be waited for without end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import EngineError, FormatError, PdfUnreadableError, UsageError
from core.base.files import open_file, read_file
from core.base.records import PaperRecord
from core.formats.bibliography import Cite, formatted_text
from core.formats.decoding import read_text
from core.library.store.attachments import content_hash, is_pdf
from core.manuscript import sources
from core.manuscript.bib_file import BibFile

MOORS = PaperRecord(title="On moors")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")


@pytest.fixture(params=["pipe", "device", "folder"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "device":
        return Path("/dev/zero")
    found = tmp_path / "draft.tex"
    if request.param == "pipe":
        os.mkfifo(found)
    else:
        found.mkdir()
    return found


def test_only_a_regular_file_is_opened(path: Path, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"not a file|Is a directory"):
        open_file(path)
    plain = tmp_path / "plain"
    plain.write_bytes(b"abc")
    (tmp_path / "link").symlink_to(plain)
    assert read_file(tmp_path / "link") == b"abc"
    assert read_file(plain, 3) == b"abc"
    assert read_file(plain, 2) == b""


@pytest.mark.parametrize(
    ("read", "kind"),
    [
        (sources.identify, UsageError),
        (read_text, FormatError),
        (content_hash, PdfUnreadableError),
        (lambda path: formatted_text([MOORS], [[Cite(0)]], str(path)), FormatError),
    ],
)
def test_each_reader_says_so(
    path: Path, read: Callable[[Path], object], kind: type[EngineError]
) -> None:
    with pytest.raises(kind):
        read(path)


def test_none_is_a_pdf_or_a_bibliography(path: Path) -> None:
    assert not is_pdf(path)
    assert BibFile(path).entries() == {}
