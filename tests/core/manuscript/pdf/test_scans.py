"""Scanned pages: how they are told, and their text recognised."""

from __future__ import annotations

import sys
from difflib import SequenceMatcher
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pymupdf
import pytest

from core.base.errors import PdfError, PdfScanError, PdfWithoutTextError
from core.base.jobs import JobCancelled
from core.manuscript.pdf import assemble, recognise, scans
from core.manuscript.pdf.lines import Line, Page, TextRun
from core.manuscript.reader import GuardedReader
from core.manuscript.text.extractor import RECOGNISING_EXTRACTOR
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, ENTRY, FIRST, HEADING, Press
from tests.scanned import ROWS, SCALE, engine_of, scan

PROSE = "We weigh the wet sand in sieves of clay and find that it is heavier than dry sand. " * 4
GARBLED = "(tanh^): -2^(0 [ - 8 4a# 0 y=\\,q /i ^an^V qx7% i1l| zX~ {w} 0,,p rn~t ^^ <S> " * 4


def line(text: str, top: float = 100) -> Line:
    edges = [float(at) for at in range(len(text))]
    run = TextRun(0, len(text), "Roman", 10, False, False, top, top - 8, top + 2)
    return Line(0, text, edges, [edge + 1 for edge in edges], [run])


def page(text: str, *, covered: bool) -> Page:
    pictures = [(0.0, 0.0, 600.0, 800.0)] if covered else []
    return Page(0, 600, 800, lines=[line(text)] if text else [], pictures=pictures)


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
    with pytest.raises(PdfWithoutTextError, match=r"2 of 3 pages of “a\.pdf” are scans"):
        scans.check_text(tmp_path / "a.pdf", [cover, inside, inside])
    with pytest.raises(PdfWithoutTextError, match="only pictures"):
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


def recognised(monkeypatch: pytest.MonkeyPatch, engine: object, picture: object) -> list[Line]:
    monkeypatch.setattr(recognise, "is_available", lambda: True)
    monkeypatch.setattr(recognise, "_engine", lambda: engine)
    scanned = page("", covered=True)
    told: list[tuple[int, int]] = []
    recognise.recognise([scanned], lambda _: (picture, SCALE), lambda *done: told.append(done))
    assert told == [(0, 1), (1, 1)]
    assert not scanned.pictures
    return scanned.lines


def test_recognised_lines_have_words_in_place_sizes_and_bold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = np.full((1600, 1200), 255, dtype=np.uint8)
    picture[200:216, 100:800] = 0  # the second row is bold
    picture[300:308, 100:800] = 0
    picture[330:338, 100:800] = 0
    engine = engine_of(
        ("Sand in sieves", 50, 60, 24), ("Wet sand", 50, 100, 12), ("It is heavy", 50, 150, 12),
        ("and it is wet in the sieves", 50, 163, 12.5), ("beside it", 300, 163, 11.5),
    )  # fmt: skip
    picture[2 * 60 : 2 * 60 + 10, 100:400] = 0

    lines = recognised(monkeypatch, engine, picture)

    assert [one.text for one in lines] == [
        "Sand in sieves", "Wet sand", "It is heavy", "and it is wet in the sieves", "beside it",
    ]  # fmt: skip
    assert len({one.size for one in lines[1:]}) == 1
    assert lines[0].size > 1.8 * lines[1].size
    assert [one.bold for one in lines][1:3] == [True, False]
    second = lines[2].text.index("is")
    assert lines[2].lefts[second] == pytest.approx(50 + 5 * 2 + 3)
    assert lines[2].rights[second + 1] == pytest.approx(50 + 5 * 4 + 3)
    assert lines[2].block == lines[3].block != lines[4].block


def test_lines_whose_words_the_engine_lost_keep_their_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def engine(_picture: object, *, use_det: bool, **_: bool) -> SimpleNamespace:
        box = [[100, 200], [300, 200], [300, 224], [100, 224]]
        texts = ("wet sand", "dry sand") if use_det else ()
        return SimpleNamespace(
            txts=texts, scores=(0.9, 0.9), boxes=[box, box], word_results=[[("wet", 0.9, box)]]
        )

    lines = recognised(monkeypatch, engine, np.full((1600, 1200), 255, dtype=np.uint8))

    assert [one.text for one in lines] == ["wet sand", "dry sand"]
    assert (lines[0].x0, lines[0].x1) == (50, 150)


def test_without_the_packages_it_is_said_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognise, "is_available", lambda: False)
    with pytest.raises(PdfError, match="not installed") as caught:
        recognise.recognise([page("", covered=True)], lambda _: (None, 1.0), lambda *_: None)

    assert "cocite[ocr]" in caught.value.remedy


def test_a_scan_becomes_a_manuscript_with_rectangles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognise, "is_available", lambda: True)
    monkeypatch.setattr(recognise, "_engine", lambda: engine_of(*ROWS))
    told: list[tuple[int, int]] = []

    with pytest.raises(PdfWithoutTextError):
        assemble.parse(scan(tmp_path))
    manuscript = assemble.parse(scan(tmp_path), report=lambda *done: told.append(done))

    assert told[-1] == (1, 1)
    assert [one.text for one in manuscript.sentences][-1] == (
        "We weigh the sand in sieves of clay late again."
    )
    assert all(one.rects for one in manuscript.sentences)
    assert manuscript.extractor == RECOGNISING_EXTRACTOR


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


def rasterised(source: Path, target: Path, dots: int) -> Path:
    """Write a PDF whose pages are pictures of those of another, at some dots an inch."""
    with pymupdf.open(source) as printed, pymupdf.open() as scanned:
        for sheet in printed:
            copy = scanned.new_page(width=sheet.rect.width, height=sheet.rect.height)
            copy.insert_image(copy.rect, pixmap=sheet.get_pixmap(dpi=dots, colorspace="GRAY"))
        scanned.save(target)
    return target


def test_the_engine_itself_reads_a_printed_page(tmp_path: Path) -> None:
    pytest.importorskip("rapidocr", reason="text recognition (the extra “ocr”) is not installed")
    press = Press(tmp_path / "printed.pdf")
    press.put(100, 60, prose.TITLE, BOLD, 18)
    press.add("Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD[:5]))[:-1] + " [1, 3].", FIRST)
    press.add("References", HEADING)
    for label, entry in enumerate(prose.REFERENCES[:3], start=1):
        press.add(f"[{label}] {entry}", ENTRY)
    printed = assemble.parse(press.save())
    path = rasterised(tmp_path / "printed.pdf", tmp_path / "scanned.pdf", 200)

    read = assemble.parse(path, report=lambda _done, _total: None)

    wanted, found = (" ".join(each.text for each in one.sentences) for one in (printed, read))
    assert SequenceMatcher(None, wanted, found, autojunk=False).ratio() > 0.98
    assert [marker.references for each in read.sentences for marker in each.markers] == [(0, 2)]
    assert [each.year for each in read.references] == [1998, 2004, 2009]
    assert all(each.rects for each in read.sentences)
