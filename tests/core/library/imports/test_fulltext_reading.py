"""Reading full texts: a stop, files that hang, and a new reader."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import PdfCrashError, PdfLimitError, PdfUnreadableError
from core.base.jobs import Job, JobCancelled, SilentJob
from core.base.records import (
    Manuscript,
    PaperNumber,
    Sentence,
)
from core.base.reports import FullTextReport
from core.library.imports.fulltext_reading import read_waiting
from core.library.library import Library
from core.library.store.fulltexts import FullTextStore
from core.manuscript.reader import GuardedReader, ReaderUnavailable
from core.manuscript.references.linking import Linker
from tests.core.library.fulltext_shelf import Shelf, read
from tests.core.library.store.read_files import states


def test_a_bad_file_costs_only_itself_and_is_tried_again_when_asked(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    bad = attach("bad")
    for name in ("fine", "kills", "hangs"):
        attach(name)
    shelf = Shelf(
        bad=PdfUnreadableError("It is damaged.", remedy="Mend it."),
        kills=PdfCrashError("It ends the parser."),
        hangs=PdfLimitError("It took too long."),
    )
    report = read(library, shelf)
    assert (report.read, report.failed, report.set_aside) == (1, 1, 2)
    assert {(each.reason, each.remedy) for each in report.refused} >= {
        ("It is damaged.", "Mend it.")
    }
    after = {"bad": "failed", "fine": "read", "kills": "set aside", "hangs": "set aside"}
    assert states(library) == after
    assert next(iter(library.fulltexts.all())).reason == "It is damaged."
    assert read(library, shelf) == FullTextReport()
    library.fulltexts.retry([bad])
    assert states(library) == after | {"bad": "waiting"}
    assert read(library).read == 1
    assert states(library) == after | {"bad": "read"}


def test_another_file_of_a_paper_is_read_only_where_the_first_cannot_be(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    attach("paper", "supplement")
    attach("scan", "text")
    shelf = Shelf(scan=PdfUnreadableError("It holds only images."))
    assert (read(library, shelf).read, sorted(shelf.asked)) == (2, ["paper", "scan", "text"])
    assert states(library) == {"paper": "read", "scan": "failed", "text": "read"}


def test_a_new_extractor_reads_again_and_keeps_the_old_text_where_it_fails(
    library: Library, attach: Callable[..., PaperNumber], tmp_path: Path
) -> None:
    gone, paper = attach("gone"), attach("a")
    read(library)
    newer = FullTextStore(library.database, library.citations, "another extractor")
    (tmp_path / "gone.pdf").unlink()
    assert {each.state for each in newer.all()} == {"waiting"}
    changed = Manuscript(title="Read anew", sentences=(Sentence(0, None, 0, "Other words.", ()),))
    linker = Linker(library.papers)
    report = read_waiting(newer, None, [Shelf(a=changed)], linker, SilentJob())
    assert (report.read, report.failed) == (1, 1)
    assert {each.state for each in newer.all()} == {"read"}
    assert [each.text for each in newer.passages([paper])[paper]] == ["Other words."]
    assert len(newer.passages([gone])[gone]) == 3
    assert library.citations.references(paper) == []


def test_a_reader_that_does_not_start_is_no_fault_of_the_files(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    attach("a")
    with pytest.raises(ReaderUnavailable):
        read(library, Shelf(a=ReaderUnavailable("no")))
    assert states(library) == {"a": "waiting"}


class Stopping:
    """A job that stops after so many files, also those under way."""

    def __init__(self, after: int) -> None:
        self.left = after

    def report(self, _done: int, _total: int, _note: str = "") -> None:
        self.left -= 1

    def check(self) -> None:
        if self.left <= 0:
            raise JobCancelled


class Endless(Shelf):
    """Reads "slow" until it is stopped."""

    def read_manuscript(self, path: Path, job: Job | None = None) -> Manuscript:
        assert job is not None
        while path.stem == "slow":
            job.check()
            threading.Event().wait(0.01)
        return super().read_manuscript(path, job)


def test_a_stop_keeps_what_was_read_and_ends_the_files_under_way(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    for name in ("a", "slow", "b", "c", "d"):
        attach(name)
    linker = Linker(library.papers)
    with pytest.raises(JobCancelled):
        read_waiting(library.fulltexts, None, [Endless(), Endless()], linker, Stopping(2))
    assert list(states(library).values()).count("read") == 2
    assert states(library)["slow"] == "waiting"
    assert not [each for each in threading.enumerate() if each.name == "full texts"]
    assert read(library).read == 3


PARSER = """
import json, os, sys, time
from core.manuscript.text.serial import to_json
from core.base.records import Manuscript
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    path = json.loads(line)["path"]
    if "kills" in path:
        os._exit(3)
    while "hangs" in path:
        time.sleep(1)
    print(json.dumps({"manuscript": to_json(Manuscript(title="Read"))}), flush=True)
"""


def test_files_that_kill_or_hang_a_process_are_set_aside_after_one_try(
    library: Library, attach: Callable[..., PaperNumber], tmp_path: Path
) -> None:
    script = tmp_path / "parser.py"
    script.write_text(PARSER, encoding="utf-8")
    for name in ("kills", "a", "hangs", "b"):
        attach(name)
    command = [sys.executable, str(script)]
    readers = [GuardedReader(seconds=0.5, command=command) for _ in range(2)]
    try:
        report = read_waiting(library.fulltexts, None, readers, Linker(library.papers), SilentJob())
        assert (report.read, report.set_aside) == (2, 2)
        assert states(library)["kills"] == states(library)["hangs"] == "set aside"
        again = read_waiting(library.fulltexts, None, readers, Linker(library.papers), SilentJob())
        assert again == FullTextReport()
    finally:
        for reader in readers:
            reader.close()
