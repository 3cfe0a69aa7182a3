from __future__ import annotations

import math
import re
from collections import Counter

import numpy as np
import pytest
import Stemmer
from bm25s.stopwords import STOPWORDS_EN

from core.base.errors import UsageError
from core.base.jobs import JobCancelled
from training.sampling.bm25 import NOTHING, Bm25

TEXTS = [
    "Citing graphs: a graph of citations, and of graphs",
    "The acidity of soils",
    "Soils cite no graph. They are acid, they are brown, and they lie on chalk",
    "An unrelated text about trains and timetables",
    "soils",
]
_STEM = Stemmer.Stemmer("english").stemWord


def words(text: str) -> list[str]:
    found = re.findall(r"\b\w\w+\b", text.lower())
    return [_STEM(word) for word in found if word not in STOPWORDS_EN]


def by_formula(query: str, texts: list[str], *, k1: float, b: float) -> list[float]:
    """Lucene's BM25, term by term."""
    documents = [Counter(words(text)) for text in texts]
    average = sum(document.total() for document in documents) / len(documents)
    scores = []
    for document in documents:
        score = 0.0
        for term in words(query):  # a repeated term counts each time
            containing = sum(term in other for other in documents)
            idf = math.log(1 + (len(texts) - containing + 0.5) / (containing + 0.5))
            norm = k1 * (1 - b + b * document.total() / average)
            score += idf * document[term] / (document[term] + norm)
        scores.append(score)
    return scores


@pytest.fixture(scope="module")
def index() -> Bm25:
    return Bm25(TEXTS)


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.9, 0.4), (2.0, 0.0)])
@pytest.mark.parametrize(
    "query", ["graph", "graphs graph cited soils", "acid soils of chalk, chalk and chalk", "trains"]
)
def test_scores_are_lucenes(k1: float, b: float, query: str) -> None:
    expected = by_formula(query, TEXTS, k1=k1, b=b)
    assert max(expected) > 0
    assert Bm25(TEXTS, k1=k1, b=b).scores(query) == pytest.approx(expected, abs=1e-5)


def test_the_parameters_are_those_of_anserinis_citation_runs(index: Bm25) -> None:
    query = "graph soils"
    assert index.scores(query) == pytest.approx(by_formula(query, TEXTS, k1=1.2, b=0.75), abs=1e-5)


def test_a_repeated_term_counts_as_often_as_it_is_said(index: Bm25) -> None:
    assert index.scores("soil soil soils") == pytest.approx(3 * index.scores("soil"))


def test_hits_come_best_first_and_only_where_a_word_is_shared(index: Bm25) -> None:
    found, scores = index.search(["acid soils", "graphs"], 4)
    expected = by_formula("acid soils", TEXTS, k1=1.2, b=0.75)
    order = sorted((place for place in range(5) if expected[place]), key=lambda at: -expected[at])
    assert found[0].tolist() == order + [NOTHING] * (4 - len(order))
    assert scores[0, : len(order)] == pytest.approx([expected[at] for at in order], abs=1e-5)
    assert found[1].tolist() == [0, 2, NOTHING, NOTHING]
    assert scores[1, 2:].tolist() == [0.0, 0.0]


def test_equals_come_in_their_own_order_also_where_the_cut_goes_through_them() -> None:
    index = Bm25(["same words", "other", "same words", "same words", "same same words"])
    assert index.search(["words"], 2)[0].tolist() == [[0, 2]]
    assert index.search(["words"], 9)[0].tolist() == [[0, 2, 3, 4] + [NOTHING] * 5]


def test_what_may_not_be_found_is_not_found(index: Bm25) -> None:
    found, _ = index.search(["soils", "soils"], 3, without=[[4, 1], []])
    assert found[0].tolist() == [2, NOTHING, NOTHING]
    assert set(found[1].tolist()) == {1, 2, 4}


@pytest.mark.parametrize("query", ["", "the of and", "zebra", "?"])
def test_a_query_without_a_known_word_finds_nothing(index: Bm25, query: str) -> None:
    found, scores = index.search([query], 3)
    assert found.tolist() == [[NOTHING] * 3]
    assert not scores.any()


def test_the_best_of_many_are_the_same_as_by_sorting_all() -> None:
    random = np.random.default_rng(0)
    vocabulary = [f"word{letter}" for letter in "abcdefghijklmnop"]
    texts = [" ".join(random.choice(vocabulary, 8)) for _ in range(300)]
    index = Bm25(texts)
    query = " ".join(random.choice(vocabulary, 5))
    scores = index.scores(query)
    expected = np.argsort(-scores, kind="stable")[:50]
    assert np.array_equal(index.search([query], 50)[0][0], expected)
    assert len(np.unique(scores)) < 300  # there are ties


def test_key_terms_are_the_best_by_the_bose_einstein_weight(index: Bm25) -> None:
    title, abstract = "Graphs and the graph of soils on trains, chalk", "Brown soils cite, cite"
    totals = Counter(word for text in TEXTS for word in words(text))

    def weight(term: str, text: str) -> float:
        share = totals[term] / len(TEXTS)
        return words(text).count(term) * math.log2((1 + share) / share) + math.log2(1 + share)

    def best(text: str, count: int) -> list[str]:
        known = [term for term in dict.fromkeys(words(text)) if totals[term]]
        return sorted(known, key=lambda term: -weight(term, text))[:count]

    expected = best(title, 3) + best(abstract, 5)
    assert words(index.key_terms(title, abstract)) == expected
    assert len(expected) == 6  # three of the title's four, all three of the abstract


def test_key_terms_leave_out_what_no_text_has(index: Bm25) -> None:
    assert index.key_terms("zebra", "") == ""
    assert index.key_terms("zebra soils", "the") == "soils"


@pytest.mark.parametrize("texts", [[], ["", "  "], ["the", "a b c"]])
def test_texts_without_words_are_refused(texts: list[str]) -> None:
    with pytest.raises(UsageError, match="no words"):
        Bm25(texts)


def test_a_search_can_be_stopped(index: Bm25) -> None:
    class Stopped:
        def report(self, done: int, total: int, note: str = "") -> None:
            assert (done, total, note) == (0, 2, "BM25 queries")

        def check(self) -> None:
            self.checks = getattr(self, "checks", 0) + 1
            if self.checks == 2:
                raise JobCancelled

    with pytest.raises(JobCancelled):
        index.search(["soils", "graphs"], 2, job=Stopped())
