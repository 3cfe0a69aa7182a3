"""Titles and authors, set on a page of their own."""

from __future__ import annotations

from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    HEADING,
    Press,
)

METHOD = " ".join(prose.plain(prose.METHOD))
ABSTRACT = " ".join(prose.plain(prose.ABSTRACT))
Row = tuple[float, float, str, str, float]


def paper(
    path: Path, front: list[Row], *, abstract: str = "Abstract", stated: str = ""
) -> Manuscript:
    press = Press(path)
    press.canvas.setTitle(stated)
    for x, y, text, font, size in front:
        press.put(x, y, text, font, size)
    press.y = 230
    if abstract.endswith(("—", ".")):
        press.add(f"{abstract} {ABSTRACT}", FIRST)
    elif abstract:
        press.add(abstract, HEADING)
        press.add(ABSTRACT, FIRST)
    press.add("1 Introduction", HEADING)
    press.add(METHOD, FIRST)
    return parse(press.save())


TITLE_ROW: Row = (130, 90, prose.TITLE, BOLD, 16)
