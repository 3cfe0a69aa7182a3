"""Rows that are no running text: algorithms, code."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript.pdf import small_lists
from tests.core.manuscript.pdf.unusual_pages import (
    METHOD,
    RESULTS,
    texts,
    titled,
)
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    ITALIC,
    TEXT,
    Press,
    Style,
)

MONO = Style(font="Courier", size=9.0, leading=11.0, justify=False)
SMALL = Style(size=9.0, leading=11.0)


def test_steps_of_an_algorithm_are_no_running_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "steps.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.y += 14
    press.put(54, press.y, "Algorithm 1", BOLD)
    press.put(120, press.y, "Sorting by sound")
    for step in ("1: for each pebble do", "2: listen to it twice", "3: end for", "4: return all"):
        press.y += 12
        press.put(60, press.y, step)
    press.y += 30
    press.add(" ".join(RESULTS), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS


def test_listings_of_code_are_no_running_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "code.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.y += 12
    for line in ("import pebbles", "for pebble in pebbles.beach():", "    print(pebble.pitch)"):
        press.add(line, MONO)
    press.y += 12
    press.add(" ".join(RESULTS), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS


def test_a_sentence_that_begins_with_a_bold_figure_is_no_caption(tmp_path: Path) -> None:
    press = Press(tmp_path / "bold.pdf", ((54.0, 558.0),))
    press.add(" ".join(small_lists.METHOD), FIRST)
    x = press.put(66, press.y, "Figure 3A", BOLD)
    press.put(x, press.y, " shows the weights of all pebbles that fell on the plate of slate")
    press.y += 12
    press.add("and were read by two walkers.", FIRST)
    press.add(" ".join(small_lists.RESULTS), TEXT)
    said = small_lists.texts(parse(press.save()))
    assert any(text.startswith("Figure 3A shows the weights") for text in said)


@pytest.mark.parametrize("label", ["Figura 1.1", "Table 2", "Abbildung 3"])
def test_a_caption_may_have_its_title_below_its_number(tmp_path: Path, label: str) -> None:
    press = titled(tmp_path / "caption.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.add(label, Style(font=BOLD, above=16.0))
    press.add("Pebbles by the sound of their fall", Style(font=ITALIC, above=8.0))
    press.y += 60
    press.add(" ".join(RESULTS), FIRST)
    read = parse(press.save())
    assert texts(read) == METHOD + RESULTS
    assert [section.title for section in read.sections] == ["Introduction"]


def test_small_paragraphs_between_rows_of_text_are_text(tmp_path: Path) -> None:
    press = titled(tmp_path / "quotation.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.y += 8
    press.add(" ".join(RESULTS), SMALL)
    press.y += 8
    press.add(" ".join(METHOD), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS + METHOD


def test_a_theorem_in_small_type_goes_on_on_the_next_page(tmp_path: Path) -> None:
    press = titled(tmp_path / "theorem.pdf")
    press.add(" ".join(METHOD * 3), FIRST)
    press.y += 8
    press.add(f"Theorem 1 {RESULTS[0]}", SMALL)
    press.next_page()
    press.add(" ".join(RESULTS[1:]), SMALL)
    press.y += 8
    press.add(" ".join(METHOD), FIRST)
    read = texts(parse(press.save()))
    assert read == [*METHOD * 3, f"Theorem 1 {RESULTS[0]}", *RESULTS[1:], *METHOD]


def test_footnotes_have_no_text_below_them(tmp_path: Path) -> None:
    press = titled(tmp_path / "footnote.pdf")
    press.add(" ".join(METHOD), FIRST)
    press.y = 700
    press.add("The walkers of that shore were paid for every pebble that they heard.", SMALL)
    press.next_page()
    press.add(" ".join(RESULTS), FIRST)
    assert texts(parse(press.save())) == METHOD + RESULTS
