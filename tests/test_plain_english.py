"""Plain names and texts: counts that may only fall, kept in ``plain_english.json``.

Strings of tests that repeat a text of the product are counted too: a better text would cost two
edits. A test names the text by its place instead (``wording.py``). Those left are made-up inputs,
prompts of a publication, and words that mean something else.

``python -m tests.test_plain_english`` writes the counts of this checkout, after they fell.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "desktop", "training")
ALLOWED = Path(__file__).with_name("plain_english.json")

_BARE = """
asked begun brought counted done drawn each felt found gave given gives gone got had heard held kept
knows known laid lain left lived made meant moved named ones others read said says seen shown such
taken tells these thought those told wanted what written
"""
BARE_WORDS = frozenset(_BARE.split())
"""Participles, pronouns and verbs that say nothing about what a variable holds."""

_TAILS = "after again ahead anew apart as at before by for from in of on soon than to with"
TAILS = frozenset(_TAILS.split())
"""No function ends in one of these: its object is missing."""

SCREEN_WORDS = re.compile(
    r"\b(anew|no more\b(?! than)|(?:is|are) there\b|lies? in|whoever|learnt|mended|(?:is|are) no\b"
    r"|none of that|of that|of which|what is|stands?|begun|tells)\b",
    re.IGNORECASE,
)

_REPEATED = "text in tests:"
"""The rule's name in the counts, which may be too high: a better text must cost no edit here."""
_VALUE = re.compile(r"\{[^{}]*\}|%L?n")
_SIGNS = "“”‘’\"'.,:;()?!…*#|&"


class Name(NamedTuple):
    """A name that a module binds."""

    text: str
    line: int
    is_function: bool


def names_of(source: str) -> Iterator[Name]:
    """Yield each variable, argument and function that a source binds."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield Name(node.id, node.lineno, is_function=False)
        elif isinstance(node, ast.arg) and node.arg not in ("self", "cls"):
            yield Name(node.arg, node.lineno, is_function=False)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Name(node.name, node.lineno, is_function=True)


def faults_of(name: Name) -> Iterator[str]:
    """Yield the rules that a name breaks, as they are called in the list of counts."""
    words = name.text.strip("_").split("_")
    if len(words) == 1 and words[0] in BARE_WORDS:
        yield f"name: {words[0]}"
    if (
        name.is_function
        and not name.text.startswith("__")
        and len(words) > 1
        and words[-1] in TAILS
    ):
        yield f"function ending: {words[-1]}"


def count_faults() -> Counter[str]:
    """Count what breaks a rule in the packages and in the texts of the screen."""
    return Counter(rule for rule, _place in faults())


@cache
def faults() -> tuple[tuple[str, str], ...]:
    """Return each rule that is broken, with the place: file and line, or the text of the screen."""
    return (*_faults_of_product(), *_repeated_texts())


def _faults_of_product() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((CHECKOUT / package).rglob("*.py")):
            for name in names_of(path.read_text(encoding="utf-8")):
                place = f"{path.relative_to(CHECKOUT)}:{name.line} {name.text}"
                yield from ((rule, place) for rule in faults_of(name))
    for text in screen_texts():
        for word in {match[1].lower() for match in SCREEN_WORDS.finditer(text)}:
            yield f"screen: {word}", text


def _repeated_texts() -> Iterator[tuple[str, str]]:
    """Yield the strings of tests that have four words in a row of a text of the product."""
    commands = [
        text
        for package in ("core", "training")
        for path in (CHECKOUT / package / "commands").glob("*.py")
        for _line, text in strings_of(path.read_text(encoding="utf-8"))
    ]
    texts = {run for text in (*screen_texts(), *commands) for run in runs_of_words(text)}
    for path in sorted((CHECKOUT / "tests").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if texts.isdisjoint(runs_of_words(source)):
            continue
        place = path.relative_to(CHECKOUT)
        for line, text in strings_of(source):
            if not texts.isdisjoint(runs_of_words(text)):
                yield f"{_REPEATED} {place.parts[1]}", f"{place}:{line} {text!r}"


def strings_of(source: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a source with their lines; not docstrings, nor the texts of errors.

    A test makes an error or a message of its own to see what becomes of it.
    """
    inputs: set[ast.AST] = set()
    for node in ast.walk(ast.parse(source)):  # a parent comes before its children
        if isinstance(node, ast.Expr):
            inputs.add(node.value)
        elif isinstance(node, ast.Call):
            function = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if function.endswith(("Error", "Message")):
                inputs.update(node.args)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in inputs:
            yield node.lineno, node.value


def runs_of_words(text: str) -> set[tuple[str, ...]]:
    """Return all four words in a row of a text, its values left out."""
    words = [word.strip(_SIGNS).lower() for word in _VALUE.sub(" . ", text).split()]
    runs = zip(words, words[1:], words[2:], words[3:], strict=False)
    return {run for run in runs if all(re.search(r"[^\W\d_]", word) for word in run)}


def screen_texts() -> set[str]:
    """Return the texts that the window and the engine show, as the translators get them."""
    file = CHECKOUT / "resources" / "translations" / "cocite_de.ts"
    messages = ET.parse(file).iter("message")
    return {message.findtext("source") or "" for message in messages}


def allowed_counts() -> Mapping[str, int]:
    """Return how often each rule may be broken."""
    counts: dict[str, int] = json.loads(ALLOWED.read_text(encoding="utf-8"))
    return counts


def write_allowed_counts(counts: Mapping[str, int]) -> None:
    """Replace the list of counts."""
    text = json.dumps(dict(sorted(counts.items())), indent=2)
    ALLOWED.write_text(f"{text}\n", encoding="utf-8")


def test_no_rule_of_plain_english_is_broken_more_often_than_before() -> None:
    counts, allowed = count_faults(), allowed_counts()
    grown = {rule for rule, count in counts.items() if count > allowed.get(rule, 0)}
    places = "\n".join(f"{rule}: {place}" for rule, place in faults() if rule in grown)
    assert not grown, (
        "Choose a noun for a variable, a verb and an object for a function, and other words for "
        "the screen; name a text in a test by its place (tests/wording.py). One of these is new:\n"
        f"{places}"
    )


def test_the_list_of_counts_is_lowered_when_faults_go() -> None:
    counts = count_faults()
    stale = {
        rule: counts[rule]
        for rule, count in allowed_counts().items()
        if counts[rule] < count and not rule.startswith(_REPEATED)
    }
    assert not stale, "Run python -m tests.test_plain_english."


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("found = 1", ["name: found"]),
        ("_each = 1", ["name: each"]),
        ("def f(told): pass", ["name: told"]),
        ("for said in x: pass", ["name: said"]),
        ("def rank_again(): pass", ["function ending: again"]),
        ("def papers_of(x): pass", ["function ending: of"]),
        ("matches = 1\ndef rank_papers(self, query): pass", []),
        ("def found_papers(): pass\nto = 1\ndef __contains__(self): pass", []),
    ],
)
def test_a_name_that_says_nothing_is_counted(source: str, faults: list[str]) -> None:
    assert [fault for name in names_of(source) for fault in faults_of(name)] == faults


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("The file stands there", False),
        ("It is no PDF", False),
        ("Nothing lies in it", False),
        ("no more than three", True),
        ("Open an existing folder", True),
    ],
)
def test_a_text_that_nobody_would_say_is_counted(text: str, is_plain: bool) -> None:
    assert (SCREEN_WORDS.search(text) is None) == is_plain


def test_a_test_that_repeats_a_text_is_counted() -> None:
    source = '''
def test_a_page():
    """It has no docstring as a text."""
    assert page == f"{n} words that many tests repeat"
    show(EngineError("An error of the test itself"))
    assert page.title == "Three words alone"
'''
    repeated = [text for _line, text in strings_of(source) if runs_of_words(text)]
    assert repeated == [" words that many tests repeat"]
    text = runs_of_words("Show {count} words that many tests (repeat).")
    assert text == {("words", "that", "many", "tests"), ("that", "many", "tests", "repeat")}


def test_the_texts_of_the_screen_are_read() -> None:
    assert len(screen_texts()) > 1000


if __name__ == "__main__":
    write_allowed_counts(count_faults())
