"""Pages set in unusual ways, and highlights that lie on their words."""

from __future__ import annotations

import re
from pathlib import Path

from core.base.records import Manuscript
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import (
    BOLD,
    ENTRY,
    FIRST,
    HEADING,
    Press,
)

METHOD, RESULTS = prose.plain(prose.METHOD), prose.plain(prose.RESULTS)
TWO = ((54.0, 296.0), (316.0, 558.0))


def titled(path: Path) -> Press:
    """Return a press with a title and a heading set, ready for the text."""
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    return press


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


NUMBERED = [
    "P. Ander and R. Holt. A handbook of patient sieving. Shore Press, 1998.",
    "S. Brandvik. Clay pots as resonators. Journal of Quiet Instruments, 12:45–61, 2004.",
    "E. Corso. What a pot hears at noon. In Meeting on Clay, pages 7–15, 2009.",
]


def chapter(press: Press, heading: str, sentence: str, title: str) -> None:
    press.add(heading, HEADING)
    press.add(" ".join([*METHOD, sentence]), FIRST)
    press.add(title, HEADING)
    for number, entry in enumerate(NUMBERED, start=1):
        press.add(f"[{number}] {entry}", ENTRY)
