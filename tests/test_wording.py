"""The sentences that tests expect are said by the program."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests import wording

CHECKOUT = Path(__file__).resolve().parent.parent
SENTENCES = {name: text for name, text in vars(wording).items() if name.isupper()}


@cache
def source_texts() -> frozenset[str]:
    """Return every text that stands in the source of the engine and of the trainer."""
    paths = [
        path for package in ("core", "training") for path in (CHECKOUT / package).rglob("*.py")
    ]
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@pytest.mark.parametrize("name", SENTENCES)
def test_each_sentence_is_said_somewhere(name: str) -> None:
    assert SENTENCES[name] in source_texts(), f"change {name} in tests/wording.py as the source did"


def test_no_sentence_has_two_names() -> None:
    assert len(set(SENTENCES.values())) == len(SENTENCES)


def test_a_sentence_is_filled_as_the_engine_fills_it() -> None:
    assert wording.fill("{count:,} of “{file}”", count=1234, file="a.bib") == "1,234 of “a.bib”"
