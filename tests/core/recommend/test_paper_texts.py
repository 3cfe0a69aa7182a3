"""The texts that papers are compared by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from core.base.records import PaperNumber
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.signals import PaperTexts


def test_texts_are_those_of_the_papers_in_the_order_asked_for(small_library: Library) -> None:
    numbers = small_library.papers.numbers()[::-1]
    texts = small_library.papers.texts([*numbers, PaperNumber(999)])
    assert list(texts) == numbers
    for paper in small_library.papers.get_many(numbers):
        text = texts[paper.number]
        assert (text.title, text.abstract) == (paper.title, paper.abstract)
        assert (text.authors, text.year) == (paper.authors, paper.year)
    assert small_library.papers.texts([]) == {}


def test_a_text_that_was_changed_is_read_again(
    small_library: Library, tmp_path: Path, number_of: Callable[[str], PaperNumber]
) -> None:
    words = WordIndex(tmp_path / "words", small_library.identity)
    texts, number = PaperTexts(small_library, words), number_of("t:hard")
    before = texts.get([number])[number]
    assert texts.get([number])[number] is before
    small_library.papers.update(number, title="Another title")
    assert texts.get([number])[number].title == "Another title"
