"""A second opinion of what the abstract is, by the look and the words of each row."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from core.manuscript.pdf import abstract_rows
from core.manuscript.pdf.abstract_rows import (
    RowTrees,
    choose_rows,
    estimate_chances,
    find_better_block,
    measure_rows,
)
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.layout import Body, Row, body_style, reading_order
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press, Style

ABSTRACT = " ".join(prose.ABSTRACT * 5)
TEXT = " ".join(prose.METHOD)


def make_page(path: Path) -> Path:
    """Return a page with an abstract without a word above it, and the text below."""
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.put(200, 85, ", ".join(prose.AUTHORS), size=11)
    press.y = 120
    press.add(ABSTRACT, Style(font=BOLD, size=10))
    press.add("1 Introduction", HEADING)
    for _ in range(3):
        press.add(TEXT, FIRST)
    return press.save()


def read_rows(path: Path) -> tuple[list[Row], Body]:
    pages, _ = extract_pages(path, max_pages=9)
    body = body_style(pages)
    return reading_order(pages, body), body


def find_rows(rows: list[Row], text: str) -> list[int]:
    """Return the rows whose words are all in a text."""
    words = set(text.replace("|", "").split())
    return [at for at, row in enumerate(rows) if set(row.line.text.rstrip("-").split()) <= words]


@pytest.fixture
def page(tmp_path: Path) -> tuple[list[Row], Body]:
    return read_rows(make_page(tmp_path / "page.pdf"))


def state_chances(
    monkeypatch: pytest.MonkeyPatch, rows: list[Row], likely: list[int], other: float = 0.01
) -> None:
    """Let some rows be likely, and all others not."""
    chances = {at: 0.9 if at in likely else other for at in range(len(rows))}
    monkeypatch.setattr(abstract_rows, "estimate_chances", lambda *_: chances)


def test_rows_that_may_be_the_abstract_stay(
    page: tuple[list[Row], Body], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, body = page
    abstract = find_rows(rows, ABSTRACT)
    state_chances(monkeypatch, rows, abstract)
    assert find_better_block(rows, abstract, body) is None


def test_a_likely_block_stands_instead_of_rows_that_hardly_are_the_abstract(
    page: tuple[list[Row], Body], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, body = page
    abstract, text = find_rows(rows, ABSTRACT), find_rows(rows, TEXT)
    assert abstract
    assert text
    state_chances(monkeypatch, rows, abstract)
    block = find_better_block(rows, text, body)
    assert block is not None
    assert [at for at, _ in block] == abstract


def test_a_block_begins_and_ends_with_its_sentences(
    page: tuple[list[Row], Body], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, body = page
    abstract, text = find_rows(rows, ABSTRACT), find_rows(rows, TEXT)
    state_chances(monkeypatch, rows, abstract[1:-1])
    block = find_better_block(rows, text, body)
    assert block is not None
    assert block[0][0] == abstract[0]
    assert block[-1][1].text.endswith(".")


def test_nothing_is_the_abstract_where_the_rows_certainly_are_none(
    page: tuple[list[Row], Body], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, body = page
    text = find_rows(rows, TEXT)
    state_chances(monkeypatch, rows, [])
    assert find_better_block(rows, text, body) == []
    state_chances(monkeypatch, rows, [], other=0.1)
    assert find_better_block(rows, text, body) is None


def test_trees_lead_each_row_to_a_leaf() -> None:
    trees = RowTrees([[(1, 0.5, 1, 2, 0.0), (0, 0.0, 1, 1, -2.0), (0, 0.0, 2, 2, 2.0)]])
    chances = trees.predict([[9.0, 0.0], [9.0, 1.0]])
    assert [round(chance, 3) for chance in chances] == [0.119, 0.881]


def test_the_trees_that_ship_tell_an_abstract_from_the_text(
    page: tuple[list[Row], Body],
) -> None:
    rows, body = page
    chances = estimate_chances(rows, body)
    own = [chances[at] for at in find_rows(rows, ABSTRACT)]
    text = [chances[at] for at in find_rows(rows, TEXT)]
    assert mean(own) > mean(text)


def test_a_document_without_rows_has_no_chances() -> None:
    body = Body(size=10.0, fonts=frozenset(), leading=12.0, largest=10.0)
    assert estimate_chances([], body) == {}


def test_rows_of_later_pages_are_not_measured(page: tuple[list[Row], Body]) -> None:
    rows, body = page
    indices = choose_rows(rows)
    table = measure_rows(rows, indices, body)
    assert len(table) == len(indices) == len(rows)
    assert len({len(features) for features in table}) == 1


def test_an_abstract_that_runs_on_into_the_text_is_read_as_far_as_it_is_likely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press(tmp_path / "run_on.pdf")
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.put(200, 85, ", ".join(prose.AUTHORS), size=11)
    press.y = 120
    press.add(f"Abstract: {ABSTRACT}", FIRST)
    for _ in range(8):
        press.add(TEXT, FIRST)
    file = press.save()
    rows, _ = read_rows(file)
    state_chances(monkeypatch, rows, find_rows(rows, f"Abstract: {ABSTRACT}"))
    assert parse(file).abstract == " ".join(prose.plain(prose.ABSTRACT * 5))
