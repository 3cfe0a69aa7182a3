"""Running text: paragraphs, and formulas that stand in their sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript.pdf import unusual_pages
from tests.core.manuscript.pdf.layout_rows import METHOD, texts
from tests.core.manuscript.pdf.unusual_pages import RESULTS, titled
from tests.core.manuscript.typesetting import (
    FIRST,
    TEXT,
    Press,
    Style,
)


def test_a_short_displayed_formula_stands_in_its_sentence(tmp_path: Path) -> None:
    press = Press(tmp_path / "formula.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add("The vote of a neighbour is weighed by the wind and by the distance, so that", FIRST)
    press.put(240, press.y + 6, "v = w / (1 + d)")
    press.put(540, press.y + 6, "(7)")
    press.y += 24
    press.add("where d is the distance and w stands for the wind on that day.", FIRST)
    assert texts(parse(press.save()))[-1] == (
        "The vote of a neighbour is weighed by the wind and by the distance, so that "
        "v = w / (1 + d) "
        "where d is the distance and w stands for the wind on that day."
    )


def test_a_capital_over_two_lines_begins_its_word(tmp_path: Path) -> None:
    press = titled(tmp_path / "initial.pdf")
    press.put(54, press.y + 16, "E", size=30)
    press.columns = [(74.0, 558.0)]
    press.add("ach pebble " + " ".join(unusual_pages.METHOD)[12:290], FIRST)
    press.columns = [(54.0, 558.0)]
    press.add(" ".join(RESULTS), TEXT)
    first = unusual_pages.texts(parse(press.save()))[0]
    assert first.startswith("Each pebble falls")


def test_a_tall_formula_leaves_a_mark_and_its_stop(tmp_path: Path) -> None:
    press = titled(tmp_path / "tall.pdf")
    press.add(" ".join(unusual_pages.METHOD), FIRST)
    press.add("The vote of a neighbour is weighed by the wind, so that", FIRST)
    press.put(250, press.y + 6, "w + u + x")
    press.put(240, press.y + 20, "v = (w / 2) - (1 + d) .")
    press.y += 44
    press.add("The next sentence begins behind it and says no more than that.", FIRST)
    found = parse(press.save())
    assert unusual_pages.texts(found)[-2:] == [
        "The vote of a neighbour is weighed by the wind, so that ….",
        "The next sentence begins behind it and says no more than that.",
    ]


def test_paragraphs_are_counted(tmp_path: Path) -> None:
    press = titled(tmp_path / "paragraphs.pdf")
    press.add(" ".join(unusual_pages.METHOD), FIRST)
    press.add(" ".join(RESULTS), TEXT)
    found = parse(press.save()).sentences
    assert [sentence.paragraph for sentence in found] == [0] * 10 + [1] * 10


@pytest.mark.parametrize(
    "items",
    [
        ["0. Fill the sieve (s, w)", "1. Shake it as in step 0", "2. Empty it."],
        ["a) Fill the sieve (s, w)", "b) Shake it as before", "c) Empty it."],
        ["• a sieve filled to the brim;", "• a hand that shakes it; and", "• a bowl below it."],
    ],
    ids=["numbers", "letters", "bullets"],
)
def test_each_item_of_a_list_is_a_sentence_though_no_stop_ends_it(
    tmp_path: Path, items: list[str]
) -> None:
    press = titled(tmp_path / "items.pdf")
    press.add(" ".join(unusual_pages.METHOD), FIRST)
    press.add("The work is done in the following steps:", FIRST)
    for item in items:
        press.add(item, Style(indent=12.0, justify=False))
    press.add(" ".join(RESULTS), FIRST)
    found = unusual_pages.texts(parse(press.save()))
    start = found.index(items[0])
    assert found[start : start + 3] == items
    assert found[start + 3] == RESULTS[0]


def test_a_group_of_citations_goes_on_behind_a_short_row(tmp_path: Path) -> None:
    press = titled(tmp_path / "group.pdf")
    press.add(" ".join(unusual_pages.METHOD), FIRST)
    press.add("Sieves of sand are new (Ander and Holt, 1998;", TEXT)
    press.add("Brandvik et al., 2004), and older than all pots.", FIRST)
    found = unusual_pages.texts(parse(press.save()))
    assert found[-1] == (
        "Sieves of sand are new (Ander and Holt, 1998; Brandvik et al., 2004), "
        "and older than all pots."
    )
