"""A scan, and an engine that recognises text without models."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pymupdf

SCALE = 2.0
"""Pixels per point of the pictures in tests."""
ROWS = (
    ("Sand in sieves", 50.0, 60.0, 24.0),
    *(
        (f"We weigh the sand in sieves of clay {word} again.", 50.0, 120.0 + 14 * at, 12.0)
        for at, word in enumerate(("once", "then", "soon", "late"))
    ),
)


def engine_of(*rows: tuple[str, float, float, float]) -> object:
    """Return an engine that finds these rows (text, left, top, height in points) on each page."""

    def found(_picture: object, *, use_det: bool, use_rec: bool, **boxes: bool) -> SimpleNamespace:
        assert use_rec
        if not use_det:
            return SimpleNamespace(txts=(), scores=())
        assert boxes == {"return_word_box": True, "return_single_char_box": True}
        lines = []
        for text, left, top, height in rows:
            at, own = left, []
            for char in text:
                x0, x1 = at * SCALE, (at + 5) * SCALE
                y0, y1 = top * SCALE, (top + height) * SCALE
                if char != " ":
                    own.append((char, 1.0, [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
                at += 5 if char != " " else 3
            lines.append(tuple(own))
        return SimpleNamespace(
            txts=[row[0] for row in rows], word_results=lines, scores=[0.9] * len(lines)
        )

    return found


def scan(folder: Path) -> Path:
    path = folder / "scan.pdf"
    with pymupdf.open() as document:
        sheet = document.new_page(width=600, height=800)
        picture = pymupdf.Pixmap(
            pymupdf.csGRAY, pymupdf.IRect(0, 0, round(600 * SCALE), round(800 * SCALE))
        )
        picture.clear_with(200)
        sheet.insert_image(sheet.rect, pixmap=picture)
        document.save(path)
    return path
