"""Rows of a first page with its imprint."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import (
    FIRST,
    Press,
)

HEAD, FOOT = 40.0, 760.0


def printed(folder: Path, text: str, y: float, xmp: str = "") -> Path:
    press = Press(folder / "paper.pdf", ((80.0, 540.0),))
    press.put(80, y, text, size=8)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    path = press.save()
    if xmp:
        with pymupdf.open(path) as document:
            document.set_xml_metadata(xmp)
            document.saveIncr()
    return path
