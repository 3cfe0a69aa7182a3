"""A thesis of many short pages, made up."""

from __future__ import annotations

from pathlib import Path

from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, ENTRY, FIRST, HEADING, Press

PAGES = 124


def long_file(path: Path, pages: int = PAGES) -> Path:
    """Print ``pages`` pages, a chapter each ten; each page cites one of the five works listed."""
    press = Press(path, top=120.0)
    press.heads.append((300, 765, "#"))
    press.put(100, 60, prose.TITLE, BOLD, 18)
    method = prose.plain(prose.METHOD)
    for number in range(pages - 1):
        if number:
            press.next_page()
        if number % 10 == 0:
            press.add(
                f"{number // 10 + 1} Of Sounds and {method[number // 10 % 10][5:20]}", HEADING
            )
        said = [
            f"On page {number + 1} we look at pot {number + 1} [{number % 5 + 1}].",
            *method[:6],
        ]
        press.add(" ".join(said), FIRST)
    press.next_page()
    press.add("References", HEADING)
    for label, entry in enumerate(prose.REFERENCES, start=1):
        press.add(f"[{label}] {entry}", ENTRY)
    return press.save()
