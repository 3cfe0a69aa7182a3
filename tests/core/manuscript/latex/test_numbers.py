"""Numbers and levels of headings, floats and formulas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.manuscript.latex.document import parse


@pytest.mark.parametrize(
    ("preamble", "numbers"),
    [
        pytest.param(r"\documentclass{book}", ["1", "1.1", "1.1.1", "", "A"], id="book"),
        pytest.param(
            r"\documentclass{report}\setcounter{secnumdepth}{1}",
            ["1", "1.1", "", "", "A"],
            id="depth",
        ),
    ],
)
def test_chapters_are_the_highest_level(
    tmp_path: Path, preamble: str, numbers: Sequence[str]
) -> None:
    path = tmp_path / "book.tex"
    body = (
        r"\chapter{A} a. \section{B} b. \subsection{C} c. \subsubsection{D} d. \appendix"
        r" \chapter{E} e."
    )
    path.write_text(f"{preamble}\\begin{{document}}{body}\\end{{document}}", encoding="utf-8")
    sections = parse(path).sections
    assert [section.number for section in sections] == list(numbers)
    assert [section.level for section in sections] == [1, 2, 3, 4, 1]
