"""The guarded reader: whatever a file does, the next one is read and nothing is left behind."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import psutil
import pymupdf
import pytest

from core.base.errors import (
    PdfEncryptedError,
    PdfError,
    PdfLimitError,
    PdfUnreadableError,
    PdfWithoutTextError,
)
from core.base.jobs import JobCancelled, SilentJob
from core.manuscript.pdf.extract import BEGINNING
from core.manuscript.reader import GuardedReader, ReaderUnavailable
from core.manuscript.text.extractor import BEGINNING_EXTRACTOR
from tests import wording
from tests.core.manuscript import hostile, prose
from tests.long_files import PAGES, long_file

SHORT = 0.3


def children() -> list[psutil.Process]:
    return psutil.Process().children()


def test_of_a_long_file_the_first_pages_may_be_enough(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []

    class Watched(SilentJob):
        def report(self, done: int, total: int, _note: str = "") -> None:
            told.append((done, total))

    path = long_file(tmp_path / "long.pdf")
    with GuardedReader() as reader:
        begun, whole = (
            reader.read_manuscript(path, beginning=True),
            reader.read_manuscript(path, Watched()),
        )
    pages = {sentence.page for sentence in begun.sentences}
    assert (begun.extractor, max(pages)) == (BEGINNING_EXTRACTOR, BEGINNING - 1)
    assert [each.text for each in begun.sentences[:50]] == [
        each.text for each in whole.sentences[:50]
    ]
    assert whole.extractor == GuardedReader.EXTRACTOR
    assert len(whole.references) == 5
    cited = [m.references for each in whole.sentences for m in each.markers]
    assert cited == [(number % 5,) for number in range(PAGES - 1)]
    assert told == [(50, PAGES), (100, PAGES), (PAGES, PAGES)]


def test_of_a_short_file_all_is_read_at_once(reader: GuardedReader, two_column_file: Path) -> None:
    assert (
        reader.read_manuscript(two_column_file, beginning=True).extractor == GuardedReader.EXTRACTOR
    )


def encrypted(source: Path, target: Path, password: str) -> Path:
    with pymupdf.open(source) as document:
        document.save(
            target, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw=password
        )
    return target


def test_a_file_that_needs_no_password_to_be_read_is_read(
    reader: GuardedReader, two_column_file: Path, tmp_path: Path
) -> None:
    locked = encrypted(two_column_file, tmp_path / "locked.pdf", "")
    assert reader.read_manuscript(locked).title == prose.TITLE


def bad_files(good: bytes) -> dict[str, tuple[bytes, type[PdfError], str]]:
    return {
        "empty": (b"", PdfUnreadableError, "is empty"),
        "text": (
            b"Dear reader,\n" * 50,
            PdfUnreadableError,
            wording.stem("core.manuscript.pdf.extract:check_bytes PDF"),
        ),
        "head-only": (good[:60], PdfUnreadableError, "damaged"),
        "truncated": (good[: len(good) // 2], PdfUnreadableError, "cut off"),
        "noise": (b"%PDF-1.4\n" + bytes(range(256)) * 40, PdfUnreadableError, "damaged"),
        "image-only": (
            hostile.image_only(),
            PdfWithoutTextError,
            wording.stem("core.manuscript.pdf.scans:check_text images"),
        ),
        "pages": (hostile.many_pages(3000), PdfLimitError, "3,000 pages"),
        "bomb": (hostile.inflating(120), PdfLimitError, "memory"),
    }


@pytest.mark.parametrize("kind", list(bad_files(b"")))
def test_a_bad_file_costs_only_itself(
    reader: GuardedReader, two_column_file: Path, tmp_path: Path, kind: str
) -> None:
    content, error, words = bad_files(two_column_file.read_bytes())[kind]
    bad = tmp_path / f"{kind}.pdf"
    bad.write_bytes(content)
    with pytest.raises(error, match=words) as caught:
        reader.read_manuscript(bad)
    assert bad.name in str(caught.value)
    assert caught.value.remedy
    assert reader.read_manuscript(two_column_file).title == prose.TITLE


def test_a_file_with_a_password_is_refused(
    reader: GuardedReader, two_column_file: Path, tmp_path: Path
) -> None:
    with pytest.raises(PdfEncryptedError, match=r"secret\.pdf.*password"):
        reader.read_manuscript(encrypted(two_column_file, tmp_path / "secret.pdf", "sesame"))


def test_a_missing_file_and_a_folder_are_refused(reader: GuardedReader, tmp_path: Path) -> None:
    with pytest.raises(PdfUnreadableError, match="does not exist"):
        reader.read_manuscript(tmp_path / "nowhere.pdf")
    with pytest.raises(PdfUnreadableError, match="cannot be opened"):
        reader.read_manuscript(tmp_path)


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda: hostile.doubly_inflating(300), id="blanks packed twice"),
        pytest.param(lambda: hostile.nested_forms(10, 12), id="forms within forms"),
    ],
)
def test_what_never_ends_is_stopped_at_the_time_limit(
    tmp_path: Path, build: Callable[[], bytes]
) -> None:
    bomb = tmp_path / "bomb.pdf"
    bomb.write_bytes(build())
    with (
        GuardedReader(seconds=SHORT) as reader,
        pytest.raises(PdfLimitError, match=r"longer than 0\.3 seconds"),
    ):
        reader.read_manuscript(bomb)


# --- a child that misbehaves ------------------------------------------------------------------

READY = "import json, sys\nprint(json.dumps({'ready': True}), flush=True)\nsys.stdin.readline()\n"


def program(body: str) -> list[str]:
    return [sys.executable, "-c", READY + body]


def test_a_hanging_parser_is_stopped_and_replaced(tmp_path: Path) -> None:
    before = children()
    with GuardedReader(seconds=0.3, command=program("sys.stdin.read()")) as reader:
        for _ in range(2):
            with pytest.raises(PdfLimitError, match="took longer than"):
                reader.read_manuscript(tmp_path / "slow.pdf")
            assert children() == before


def test_a_parser_that_waits_for_the_processor_is_not_stopped(tmp_path: Path) -> None:
    error = {"kind": "PdfError", "message": "read to its end", "remedy": ""}
    late = f"import time\ntime.sleep(0.9)\nprint(json.dumps({{'error': {error}}}), flush=True)"
    with (
        GuardedReader(seconds=0.3, command=program(late)) as reader,
        pytest.raises(PdfError, match="read to its end"),
    ):
        reader.read_manuscript(tmp_path / "patient.pdf")


@pytest.mark.parametrize(("pages", "kind"), [(10, PdfLimitError), (1500, PdfError)])
def test_a_long_file_has_more_time(tmp_path: Path, pages: int, kind: type[PdfError]) -> None:
    error = {"kind": "PdfError", "message": "read to its end", "remedy": ""}
    busy = (
        f"import time\nprint(json.dumps({{'progress': [1, {pages}]}}), flush=True)\n"
        "while time.process_time() < 0.6: pass\n"
        f"print(json.dumps({{'error': {error}}}), flush=True)"
    )
    with (
        GuardedReader(seconds=0.3, command=program(busy)) as reader,
        pytest.raises(PdfError) as caught,
    ):
        reader.read_manuscript(tmp_path / "long.pdf")
    assert type(caught.value) is kind


def test_a_parser_that_uses_up_its_processor_time_is_stopped_soon(tmp_path: Path) -> None:
    with (
        GuardedReader(seconds=0.3, command=program("while True: pass")) as reader,
        pytest.raises(PdfLimitError, match=r"longer than 0\.3 seconds"),
    ):
        reader.read_manuscript(tmp_path / "busy.pdf")


def test_a_greedy_parser_is_stopped(tmp_path: Path) -> None:
    greedy = "hoard = []\nwhile True: hoard.append(bytearray(1_000_000))"
    with (
        GuardedReader(memory_mb=100, command=program(greedy)) as reader,
        pytest.raises(PdfLimitError, match="more than 100 MB"),
    ):
        reader.read_manuscript(tmp_path / "big.pdf")


def test_a_crashing_parser_is_told_from_a_bad_file(tmp_path: Path) -> None:
    with (
        GuardedReader(command=program("import os; os.abort()")) as reader,
        pytest.raises(PdfUnreadableError, match=r"fatal\.pdf.*crashed the reader"),
    ):
        reader.read_manuscript(tmp_path / "fatal.pdf")


def test_a_parser_that_cannot_start_is_a_bug(tmp_path: Path) -> None:
    with (
        GuardedReader(command=[sys.executable, "-c", "raise SystemExit(3)"]) as reader,
        pytest.raises(ReaderUnavailable, match="exit code 3"),
    ):
        reader.read_manuscript(tmp_path / "any.pdf")


def test_a_bug_in_the_parser_becomes_a_sentence_and_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    answer = "print(json.dumps({'bug': 'Traceback: it broke'}), flush=True)\nsys.stdin.read()"
    with (
        GuardedReader(command=program(answer)) as reader,
        pytest.raises(PdfUnreadableError, match=r"“any\.pdf” is damaged"),
    ):
        reader.read_manuscript(tmp_path / "any.pdf")
    assert "it broke" in caplog.text


class StopAfter:
    """A job that is asked to stop at its n-th check."""

    def __init__(self, checks: int) -> None:
        self.left = checks

    def report(self, done: int, total: int, note: str = "") -> None:
        pass

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise JobCancelled


def test_cancelling_kills_the_child(tmp_path: Path) -> None:
    before = children()
    with GuardedReader(command=program("sys.stdin.read()")) as reader:
        with pytest.raises(JobCancelled):
            reader.read_manuscript(tmp_path / "slow.pdf", StopAfter(3))
        assert children() == before


def test_the_child_is_replaced_after_some_files(two_column_file: Path) -> None:
    before = set(children())
    with GuardedReader(files_per_child=2) as reader:
        reader.read_manuscript(two_column_file)
        first = set(children()) - before
        reader.read_manuscript(two_column_file)
        second = set(children()) - before
        assert len(first) == len(second) == 1
        assert first != second
        assert reader.read_manuscript(two_column_file).title == prose.TITLE


def test_threads_take_turns(reader: GuardedReader, two_column_file: Path) -> None:
    titles: list[str] = []
    threads = [
        threading.Thread(
            target=lambda: titles.append(reader.read_manuscript(two_column_file).title)
        )
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert titles == [prose.TITLE] * 3


def test_a_closed_reader_leaves_no_child_and_reads_no_more(two_column_file: Path) -> None:
    before = children()
    reader = GuardedReader()
    reader.start()
    reader.close()
    assert children() == before
    with pytest.raises(ValueError, match="closed"):
        reader.read_manuscript(two_column_file)


@pytest.mark.data
def test_real_papers_are_read(reader: GuardedReader, data_dir: Path) -> None:
    for name in ("pmlr/v48-zadeh16.pdf", "acl/N18-3011.pdf", "jose-dev/10.21105.jose.00303.pdf"):
        manuscript = reader.read_manuscript(data_dir / "pdfs" / name)
        assert manuscript.title
        assert len(manuscript.references) > 5
        assert sum(len(sentence.markers) for sentence in manuscript.sentences) > 5
