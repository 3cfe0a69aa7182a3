"""What is said of a corpus."""

from __future__ import annotations

import pytest

from core.runs.records import (
    Level,
)
from desktop.training.corpus_step import advice
from tests import wording
from tests.desktop.training.advice import checked


@pytest.mark.parametrize(
    ("asked", "level", "outlook", "words"),
    [
        (500, "missing", "none", wording.stem("desktop.training.corpus_step:_SENTENCES wait")),
        (0, "thin", "doubtful", wording.stem("desktop.training.corpus_step:_SENTENCES cites")),
        (10, "enough", "doubtful", "(held-out sentences: 10; needed: 300)"),
        (300, "thin", "good", wording.stem("desktop.training.corpus_step:_SENTENCES expect")),
        (300, "enough", "good", wording.stem("desktop.training.corpus_step:_SENTENCES enough")),
    ],
)
def test_one_sentence_says_what_is_possible(
    asked: int, level: Level, outlook: str, words: str
) -> None:
    found = advice(checked(asked, cocite=level, specter="missing"))
    assert found.outlook == outlook
    assert words in found.sentence
