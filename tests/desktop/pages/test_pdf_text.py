"""The text of a PDF: places, and words found in it."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from desktop.pages.pdf_text import PagePoint, PdfText, fold, readable
from tests.desktop.library_desk import write_pdf


def test_places_are_those_where_the_words_are_printed(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf")
    text = PdfText(path)
    found = text.find("song RETURNS")
    assert [match.page for match in found] == [2, 2, 2]
    with pymupdf.open(path) as document:
        printed = document[2].search_for("Song returns")
    for match, place in zip(found, printed, strict=True):
        rect = match.rects[0]
        assert rect.center().x() == pytest.approx((place.x0 + place.x1) / 2, abs=3)
        assert rect.center().y() == pytest.approx((place.y0 + place.y1) / 2, abs=6)


def test_words_apart_are_found_where_they_do_not_stand_together(tmp_path: Path) -> None:
    text = PdfText(write_pdf(tmp_path / "a.pdf"))
    apart = text.find("warblers silences")
    assert {match.page for match in apart} == {0, 1}
    assert text.find("zeppelin") == text.find("  ") == []
    assert text.find("song", stop=lambda: True) == []


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Reed   war-\r\nblers", "reed warblers"),
        ("naïve\r\nﬁeld", "naive field"),
        ("well-known", "well-known"),
    ],
)
def test_text_is_compared_without_accents_breaks_and_hyphens(text: str, folded: str) -> None:
    found = fold(text)
    assert found.text == folded
    assert len(found.offsets) == len(folded)
    assert text[found.offsets[-1]] == text[-1]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("in\ufffecluding\r\nall", "including all"),
        ("hard-\r\nened  reed", "hardened reed"),
        ("Smith-\r\nJones", "Smith- Jones"),
    ],
)
def test_copied_text_reads_on_over_the_ends_of_lines(text: str, read: str) -> None:
    assert readable(text) == read


def test_text_without_letters_selects_nothing(tmp_path: Path) -> None:
    document = pymupdf.open()
    document.new_page()
    document.save(tmp_path / "empty.pdf")
    document.close()
    text = PdfText(tmp_path / "empty.pdf")
    assert text.between(PagePoint(0, 10, 10), PagePoint(0, 90, 90)).text == ""
    assert text.everything().rects == ()
