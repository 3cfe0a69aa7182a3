"""Places in a PDF's own coordinates, as other programs keep them, and where they are displayed."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.base.errors import PdfUnreadableError
from core.manuscript.pdf.extract import shown_places


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("cropped", [False, True])
def test_a_place_is_where_its_word_is_displayed(tmp_path: Path, turn: int, cropped: bool) -> None:
    path = tmp_path / "a.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=600, height=800)
        page.insert_text((150, 200), "olives")
        (word,) = page.get_text("words")
        own = (word[0], 800 - word[3], word[2], 800 - word[1])  # origin bottom left
        if cropped:
            page.set_cropbox(pymupdf.Rect(100, 50, 500, 700))
        page.set_rotation(turn)
        document.save(path)
    with pymupdf.open(path) as document:
        page = document[0]
        (word,) = page.get_text("words")
        displayed = pymupdf.Rect(word[:4]) * page.rotation_matrix
        displayed.normalize()
    (shown, none) = shown_places(path, [(0, *own), (1, *own)])
    assert none is None
    assert shown is not None
    assert shown[0] == 0
    assert shown[1:] == pytest.approx(tuple(displayed), abs=0.01)


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"no PDF")
    with pytest.raises(PdfUnreadableError):
        shown_places(tmp_path / "a.pdf", [(0, 1, 2, 3, 4)])
