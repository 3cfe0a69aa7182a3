"""Reference lists that were typed in Word."""

from __future__ import annotations

from docx.document import Document

from core.base.records import Manuscript
from tests.core.manuscript.word_files import (
    markers,
)

ENTRIES = (
    "Oak T, Alder S. Recorders at the edge of the water. Quiet Places. 2019;7:1-9.",
    "Elm I. An hour of silence. Journal of Listening. 2021;3:10-19.",
    "Ash B. Leaves on a roof of reeds. Quiet Places. 2001;2:20-29.",
    "Fir C, Yew D. Needles in the wind of autumn. Journal of Trees. 2005;4:30-39.",
    "Lime E. Bees above a street of lime trees. Insects. 2011;5:40-49.",
)


def raised(text: str) -> str:
    looks = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    return f'<w:r>{looks}<w:t xml:space="preserve">{text}</w:t></w:r>'


def add_list(document: Document, *, title: str = "References", numbered: bool = True) -> None:
    if title:
        document.add_paragraph().add_run(title).bold = True
    for number, entry in enumerate(ENTRIES, 1):
        document.add_paragraph(f"{number}. {entry}" if numbered else entry)


def list_markers(manuscript: Manuscript) -> list[tuple[str, tuple[int, ...]]]:
    return [(text, references) for text, references, _ in markers(manuscript)]
