"""What is said of a corpus."""

from __future__ import annotations

import pytest

from core.runs.records import (
    Level,
)
from desktop.training.corpus_step import advice
from tests.desktop.training.advice import checked


@pytest.mark.parametrize(
    ("asked", "level", "outlook", "words"),
    [
        (500, "missing", "none", "too little here to train"),
        (0, "thin", "doubtful", "nothing here can tell whether it helped"),
        (10, "enough", "doubtful", "(held-out sentences: 10; needed: 300)"),
        (300, "thin", "good", "expect a small gain"),
        (300, "enough", "good", "enough to learn from"),
    ],
)
def test_one_sentence_says_what_is_possible(
    asked: int, level: Level, outlook: str, words: str
) -> None:
    found = advice(checked(asked, cocite=level, specter="missing"))
    assert found.outlook == outlook
    assert words in found.sentence
