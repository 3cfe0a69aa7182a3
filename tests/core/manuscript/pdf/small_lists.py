"""Reference lists in small type, and what stands beside them."""

from __future__ import annotations

from core.base.records import Manuscript
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.listed_papers import BARE
from tests.core.manuscript.typesetting import (
    BOLD,
    ROMAN,
    Press,
    Style,
)

COLUMNS = ((54.0, 296.0), (316.0, 558.0))
METHOD, RESULTS = prose.plain(prose.METHOD), prose.plain(prose.RESULTS)
SMALL = Style(size=7.0, leading=8.5, hang=10.0)
SMALL_TITLE = Style(font=BOLD, size=7.0, leading=10.0, above=14.0, justify=False)


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def put_title(press: Press) -> None:
    press.put(120, 50, prose.TITLE, BOLD, 16)
    press.put(200, 66, "Mara Ilves, Tobias Renn", ROMAN, 11)


def small_list(press: Press, title: str = "REFERENCES AND NOTES") -> None:
    if title:
        press.add(title, SMALL_TITLE)
    for number, entry in enumerate(BARE, start=1):
        press.add(f"{number}. {entry}", SMALL)
