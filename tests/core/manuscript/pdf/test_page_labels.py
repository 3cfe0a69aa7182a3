"""Page numbers as they are printed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.manuscript.pdf.lines import Line, Page
from core.manuscript.pdf.page_labels import find_page_labels
from tests.core.manuscript.pdf.scan_samples import line

ARTICLE = ("Reeds 411", "412 Moor", "Fenn 413", "414 Moor")
BOOK = ("i", "ii", "iii", "1", "2", "3", "4", "5", "6")


def foot_line(text: str) -> Line:
    return line(text, 780)


def pages(feet: Sequence[str]) -> list[Page]:
    return [
        Page(
            at, 600, 800, lines=[line("Peat is wet in 1998"), *([line(foot, 780)] if foot else [])]
        )
        for at, foot in enumerate(feet)
    ]


@pytest.mark.parametrize(
    ("feet", "labels"),
    [
        pytest.param(ARTICLE, ("411", "412", "413", "414"), id="an article in a volume"),
        pytest.param(BOOK, BOOK, id="a book with a preface"),
        pytest.param(("", "1", "2", "3"), ("[1]", "1", "2", "3"), id="a cover sheet"),
        pytest.param(
            ("", "Page 1 of 4", "Moor 2 / 4", "Page 3 von 4", "4/4"),
            ("[1]", "1", "2", "3", "4"),
            id="numbers of so many behind a cover sheet",
        ),
        pytest.param(("1", "2", "3", "4"), (), id="numbers that are the positions"),
        pytest.param(("", "1", "", "2", "9", "40"), (), id="numbers that do not count on"),
        pytest.param(("411", "412"), (), id="two pages"),
    ],
)
def test_numbers_that_count_on_at_the_edges_are_those_of_the_pages(
    feet: Sequence[str], labels: tuple[str, ...]
) -> None:
    assert find_page_labels(pages(feet)) == labels


@pytest.mark.parametrize(
    ("printed", "label"),
    [
        pytest.param("Shores 12, pp. 411–414.", "[1]", id="the pages behind the cover"),
        pytest.param("Shores 12 (1998) 411-14", "[1]", id="shortened"),
        pytest.param("Shores 12, pp. 410–414.", "410", id="the first page bears no number"),
        pytest.param("Shores 12 (1998)", "410", id="no pages are stated"),
    ],
)
def test_a_cover_before_the_pages_that_an_article_states_bears_none_of_them(
    printed: str, label: str
) -> None:
    numbered = pages(("", *ARTICLE))
    numbered[0].lines.append(line(printed, 300))
    assert find_page_labels(numbered) == (label, "411", "412", "413", "414")
