"""Lines and pages as the text recognition gives them."""

from __future__ import annotations

from core.manuscript.pdf.lines import Line, Page, TextRun


def line(text: str, top: float = 100) -> Line:
    edges = [float(at) for at in range(len(text))]
    run = TextRun(0, len(text), "Roman", 10, False, False, top, top - 8, top + 2)
    return Line(0, text, edges, [edge + 1 for edge in edges], [run])


def page(text: str, *, covered: bool) -> Page:
    pictures = [(0.0, 0.0, 600.0, 800.0)] if covered else []
    return Page(0, 600, 800, lines=[line(text)] if text else [], pictures=pictures)
