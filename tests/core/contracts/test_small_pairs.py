"""Contracts of the smaller kinds: jobs, what indexes follow, sentences, languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.base.jobs import SilentJob
from core.base.phrases import ENGLISH
from core.base.records import CitingContext, PaperNumber
from core.commands.printing import ConsoleJob
from core.library.imports.fulltext_reading import _Stopper
from core.library.library import Library
from core.manuscript.text.sentences import split_quickly, split_sentences
from tests.core.library.fulltext_shelf import TEXT
from tests.job_contract import assert_is_a_job
from tests.phrases_contract import assert_are_phrases
from tests.rich_library import records


def test_what_nobody_watches_is_a_job() -> None:
    assert_is_a_job(SilentJob())


def test_what_a_terminal_shows_is_a_job() -> None:
    with ConsoleJob() as job:
        assert_is_a_job(job)


def test_what_a_reader_of_full_texts_is_given_is_a_job() -> None:
    stopper = _Stopper()
    assert_is_a_job(stopper, stopper.stopped.set)


# --- what indexes follow --------------------------------------------------------------------------

Stored = Callable[[Library], Any]
STORES: dict[str, Stored] = {
    "papers": lambda library: library.papers,
    "full texts": lambda library: library.fulltexts,
    "citing sentences": lambda library: library.contexts,
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add(records(6), source="test"))
        numbers = library.papers.numbers()
        for place, number in enumerate(numbers):
            library.papers.attach_file(number, Path(f"/{place}.pdf"), f"{place:064}")
            library.fulltexts.store(f"{place:064}", TEXT, {}, settled=True)
            said = CitingContext(text=f"Said {place}.", cited=(numbers[place - 1],))
            library.citations.add_contexts(number, [said])
        yield library


@pytest.mark.parametrize("kind", STORES)
def test_changes_are_told_once_each_in_their_order(library: Library, kind: str) -> None:
    store = STORES[kind](library)
    changes = store.changes(0, 1000)
    revisions = [change.revision for change in changes]
    assert revisions == sorted(set(revisions))
    assert store.revision() == revisions[-1]
    assert {change.number for change in changes} == set(library.papers.numbers())
    assert all(change.present for change in changes)
    assert store.changes(store.revision(), 1000) == []
    followed, since = [], 0
    while some := store.changes(since, 2):
        assert len(some) <= 2
        followed += some
        since = some[-1].revision
    assert followed == changes


@pytest.mark.parametrize("kind", STORES)
def test_what_goes_and_comes_back_is_told(library: Library, kind: str) -> None:
    store = STORES[kind](library)
    gone = PaperNumber(3)
    for act, present in ((library.papers.trash, False), (library.papers.restore, True)):
        before = store.revision()
        act([gone])
        told = {each.number: each.present for each in store.changes(before, 1000)}
        assert told[gone] is present
        assert store.revision() > before


# --- sentences ------------------------------------------------------------------------------------

TEXTS = (
    "",
    "   \n ",
    "One.",
    "One sentence. And another! A third? Yes.",
    "As Smith et al. [3] say, e.g. in Fig. 2, it rains. Then it stops.",
    "Größe zählt. 模型很好。 Naïve \ud800 readers 🙂 wait.\n\nA new one begins",
    "no capital. here nothing ends. 3 rules hold. ok",
    "word " * 5_000,
    ". . . ?! ...",
)


@pytest.mark.parametrize("split", [split_quickly, split_sentences])
@pytest.mark.parametrize("text", TEXTS)
def test_sentences_are_all_of_a_text_and_nothing_else(
    split: Callable[[str], list[str]], text: str
) -> None:
    found = split(text)
    assert isinstance(found, list)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(sentence and sentence == sentence.strip() for sentence in found)
    place = 0
    for sentence in found:
        place = text.index(sentence, place) + len(sentence)
    assert split(text) == found


# --- languages ------------------------------------------------------------------------------------


def test_english_says_what_it_is_told() -> None:
    assert_are_phrases(ENGLISH)
    assert ENGLISH.language == "en"
    assert ENGLISH.say("Größe 🙂") == "Größe 🙂"
    assert ENGLISH.number(1_234_567) == "1,234,567"
    assert ENGLISH.day(date(2020, 2, 3)) == "3 February 2020"
