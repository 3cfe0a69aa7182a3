"""Pages as publishers of medicine and biology set them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import ENTRY, FIRST, HEADING, Press

COLUMNS = ((54.0, 296.0), (316.0, 558.0))


def written(path: Path, text: str, entries: Sequence[str]) -> Manuscript:
    """Print an introduction that ends with a text, and a list, and read them."""
    press = Press(path, ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join([*prose.plain(prose.METHOD), text]), FIRST)
    press.add("References", HEADING)
    for entry in entries:
        press.add(entry, ENTRY)
    return parse(press.save())
