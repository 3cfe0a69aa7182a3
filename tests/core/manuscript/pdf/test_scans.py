"""Scanned pages: how they are told, and their text recognised."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from core.base.errors import PdfError, PdfScanError, PdfWithoutTextError
from core.base.jobs import JobCancelled
from core.manuscript.pdf import scans
from core.manuscript.reader import GuardedReader
from tests import wording
from tests.core.manuscript.pdf.scan_samples import page

PROSE = "We weigh the wet sand in sieves of clay and find that it is heavier than dry sand. " * 4
GARBLED = "(tanh^): -2^(0 [ - 8 4a# 0 y=\\,q /i ^an^V qx7% i1l| zX~ {w} 0,,p rn~t ^^ <S> " * 4


@pytest.mark.parametrize(
    ("text", "covered", "expected"),
    [
        ("", True, True), ("Downloaded 2010", True, True), (PROSE, True, False),
        (GARBLED, True, True), (GARBLED, False, False), ("", False, False),
    ],
)  # fmt: skip
def test_a_scan_is_told_by_its_picture_and_its_words(
    text: str, covered: bool, expected: bool
) -> None:
    assert scans.is_scan(page(text, covered=covered)) is expected


def test_a_scan_with_a_cover_of_text_is_said(tmp_path: Path) -> None:
    cover, inside = page(PROSE, covered=False), page("", covered=True)

    scans.check_text(tmp_path / "a.pdf", [cover, cover, inside])
    with pytest.raises(
        PdfWithoutTextError,
        match=wording.pattern(
            "core.manuscript.pdf.scans:check_text {count", scans=2, count=3, file="a.pdf"
        ),
    ):
        scans.check_text(tmp_path / "a.pdf", [cover, inside, inside])
    with pytest.raises(
        PdfWithoutTextError, match=wording.pattern("core.manuscript.pdf.scans:check_text images")
    ):
        scans.check_text(tmp_path / "a.pdf", [inside])


@pytest.mark.parametrize(("there", "remedy"), [(True, "--recognise"), (False, "cocite[ocr]")])
def test_what_can_be_done_depends_on_what_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, remedy: str
) -> None:
    monkeypatch.setattr(scans, "is_available", lambda: there)
    with pytest.raises(PdfWithoutTextError) as caught:
        scans.check_text(tmp_path / "a.pdf", [page("", covered=True)])

    assert remedy in caught.value.remedy
    assert isinstance(caught.value, PdfScanError) is there


PROGRAM = """
import json, sys
print(json.dumps({"ready": True}), flush=True)
request = json.loads(sys.stdin.readline())
for done in range(3):
    print(json.dumps({"progress": [done, 2]}), flush=True)
print(json.dumps({"error": {"kind": "PdfError", "message": str(request["recognise"]),
                            "remedy": ""}}), flush=True)
sys.stdin.read()
"""


class Watching:
    """Notes what is reported; stops the work at ``stop`` pages."""

    def __init__(self, stop: int = 99) -> None:
        self.reports: list[tuple[int, int]] = []
        self.stop = stop

    def report(self, done: int, total: int, note: str = "") -> None:
        assert not note
        self.reports.append((done, total))

    def check(self) -> None:
        if len(self.reports) > self.stop:
            raise JobCancelled


def test_progress_reaches_the_job_and_it_can_be_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM]
    job = Watching()
    with GuardedReader(command=command) as reader, pytest.raises(PdfError, match="True"):
        reader.recognised(tmp_path / "a.pdf", job)
    assert job.reports == [(0, 2), (1, 2), (2, 2)]

    waiting = PROGRAM.replace("range(3)", "range(1)").replace(
        'print(json.dumps({"error"', 'sys.stdin.read(); print(json.dumps({"error"'
    )
    with (
        GuardedReader(command=[sys.executable, "-c", waiting]) as reader,
        pytest.raises(JobCancelled),
    ):
        reader.recognised(tmp_path / "a.pdf", Watching(stop=0))
