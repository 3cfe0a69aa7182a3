"""Pages that are pictures, read by the engine: words in their places."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pymupdf
import pytest

from core.base.errors import PdfError, PdfWithoutTextError
from core.manuscript.pdf import assemble, recognise
from core.manuscript.pdf.lines import Line
from core.manuscript.pdf.recognise import cut_at_gutters
from core.manuscript.pdf.recognised import Character
from core.manuscript.text.extractor import RECOGNISING_EXTRACTOR
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.drawn_figures import Picture, drawn
from tests.core.manuscript.pdf.scan_samples import page
from tests.core.manuscript.typesetting import BOLD, ENTRY, FIRST, HEADING, Press
from tests.scanned import ROWS, SCALE, engine_of, scan


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


def two_columns(rows: int, gap: int) -> tuple[Picture, list[list[Character]]]:
    """Return lines that were read over a gutter, as two columns are."""
    page = np.full((100 * rows, 900), 255, np.uint8)
    lines = []
    for row in range(rows):
        left, first = drawn("we weigh the wet " + "sand"[: 2 + row % 3])
        right, second = drawn("dry sand is light")
        at = 400 + gap
        page[100 * row : 100 * row + 100, : left.shape[1]] = left
        page[100 * row : 100 * row + 100, at : at + right.shape[1]] = right
        down = 100.0 * row
        moved = [
            (char, (x0 + dx, y0 + down, x1 + dx, y1 + down))
            for line, dx in ((first, 0.0), (second, float(at)))
            for char, (x0, y0, x1, y1) in line
        ]
        space = moved[len(first) - 1][1]
        lines.append([*moved[: len(first)], (" ", space), *moved[len(first) :]])
    return page, lines


def test_lines_read_over_a_gutter_are_cut_where_they_agree() -> None:
    page, lines = two_columns(6, gap=30)
    texts = ["".join(char for char, _ in line) for line in cut_at_gutters(lines, page)]

    assert len(texts) == 12
    assert sorted(set(texts))[0] == "dry sand is light"


def test_a_wide_gap_of_one_line_is_no_gutter() -> None:
    page, lines = two_columns(2, gap=30)

    assert len(cut_at_gutters(lines, page)) == 2
