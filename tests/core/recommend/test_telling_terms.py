"""Terms that two texts share: telling ones, whole phrases, and nothing that any paper says."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.similar import Ties
from core.recommend.telling_terms import TellingTerms

FILLING = tuple(
    PaperRecord(
        id=f"t:{number}",
        title=f"Filling number {number}",
        abstract="Grammar is everywhere here." if number % 2 else "",
    )
    for number in range(60)
)
TIED = (
    PaperRecord(
        id="t:one",
        title="Few-shot parsing of left-corner grammars",
        abstract="A few approaches a b to 42 results improve dependency trees. BERT helps.",
    ),
    PaperRecord(
        id="t:other",
        title="Dependency trees for a few soils",
        abstract="We present few novel results about b and 42. It parses with BERT and grammar.",
    ),
    PaperRecord(id="t:plain", title="A few novel results", abstract="We present an approach."),
)


@pytest.fixture
def words(small_library: Library, tmp_path: Path) -> WordIndex:
    list(small_library.papers.add((*TIED, *FILLING), source="test"))
    index = WordIndex(tmp_path / "words", small_library.identity)
    index.follow(small_library.papers)
    return index


@pytest.fixture
def terms(words: WordIndex) -> TellingTerms:
    return TellingTerms(words)


def shared(terms: TellingTerms, one: str, other: str) -> list[str]:
    return [each.term_text for each in terms.shared(terms.of(one), terms.of(other))]


def test_phrases_come_whole_and_rare_words_first(terms: TellingTerms) -> None:
    one, other, _ = (f"{record.title} {record.abstract}" for record in TIED)
    found = shared(terms, one, other)
    assert found[0] == "dependency trees"
    assert set(found) == {"dependency trees", "BERT", "parsing"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A few of them", "There are few"),
        ("the x and the y", "x over y"),
        ("42 results of 2019", "42 papers in 2019"),
        ("a novel approach", "novel approaches"),
        ("grammar of soils", "a grammar"),  # in half of the papers
        ("pour les résultats dans une étude", "dans une autre étude pour les"),
        ("eine Arbeit über die Gärten", "über eine andere Arbeit"),
        ("intelligible speech", "intelligence of crows"),  # one stem, two words
    ],
)
def test_what_any_paper_says_is_never_shared(terms: TellingTerms, one: str, other: str) -> None:
    assert shared(terms, one, other) == []


def test_a_phrase_is_not_cut_out_of_a_compound(terms: TellingTerms) -> None:
    found = shared(terms, "open-source decoder of tides", "a source decoder")
    assert "source decoder" not in found
    assert shared(terms, "phrase-based tides", "phrase-based ebb") == ["phrase-based"]


def test_papers_that_share_plain_words_only_are_not_tied_by_words(
    small_library: Library, words: WordIndex
) -> None:
    ids = ["t:one", "t:other", "t:plain"]
    one, other, plain = (small_library.papers.resolve(each) for each in ids)
    assert one is not None
    assert other is not None
    assert plain is not None
    ties = Ties(small_library, words)
    assert [tie.kind for tie in ties.between(one, [other])] == ["terms"]
    assert ties.between(plain, [one, other]) == []
