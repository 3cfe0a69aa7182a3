from __future__ import annotations

import itertools

import numpy as np
import pytest

from core.base.errors import UsageError
from tools.lab.baselines.held_back import HeldBack, encoded
from tools.lab.baselines.random_vectors import RandomVectors
from tools.lab.baselines.sgc import Sgc, chosen_sgc, smoothed
from tools.lab.baselines.sif import GRID, Sif, chosen_sif
from tools.lab.baselines.word_vectors import Doc2Vec, Word2VecMean, WordVectors
from tools.lab.baselines.words import Vocabulary, paper_words, split_words, training_papers
from training.corpus.corpus import Corpus


@pytest.fixture(scope="module")
def papers(corpus: Corpus) -> np.ndarray:
    return training_papers(corpus, most=1000, seed=0)


@pytest.fixture(scope="module")
def words(corpus: Corpus, papers: np.ndarray) -> WordVectors:
    return WordVectors(paper_words(corpus, papers), dimension=24)


@pytest.fixture(scope="module")
def texts(corpus: Corpus, papers: np.ndarray) -> list[str]:
    return [" ".join(corpus.text(int(paper))) for paper in papers]


def test_words_are_letters_and_numbers_in_lower_case() -> None:
    assert split_words("Don't use BERT-base_v2 (2019), naïve 3-layer…") == [
        *("don't", "use", "bert-base", "v", "2", "2019", "naïve", "3", "layer")
    ]


def test_a_vocabulary_holds_the_frequent_words_most_frequent_first() -> None:
    vocabulary = Vocabulary([["a", "b", "b"], ["c", "b", "c"]], least=2, most=5)
    assert vocabulary.words == ("b", "c")
    assert vocabulary.counts.tolist() == [3, 2]
    assert vocabulary.numbers(["c", "x", "b", "c"]) == [1, 0, 1]
    assert len(Vocabulary([["a", "b"]], least=1, most=1)) == 1


def test_texts_are_drawn_from_trainable_papers(corpus: Corpus, papers: np.ndarray) -> None:
    assert np.array_equal(papers, np.flatnonzero(corpus.trainable))
    some = training_papers(corpus, most=10, seed=3)
    assert len(set(some.tolist())) == 10
    assert np.array_equal(some, training_papers(corpus, most=10, seed=3))
    assert corpus.trainable[some].all()


def test_random_vectors_depend_on_seed_and_text_alone() -> None:
    encoder = RandomVectors(1)
    rows = encoder.encode_queries(["one", "two", "one"])
    assert rows.shape == (3, 25)
    assert np.array_equal(rows[0], rows[2])
    assert not np.array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[:1], RandomVectors(2).encode_queries(["one"]))
    many = encoder.encode_papers([(str(number), "") for number in range(2000)])
    assert np.linalg.norm(many.astype(float), axis=1) == pytest.approx(np.ones(2000), abs=2e-3)
    assert np.abs(many.astype(float).mean(axis=0)).max() < 0.02
    assert encoder.encode_queries([]).shape == (0, 25)


def test_word2vec_is_deterministic_and_averages_words(
    corpus: Corpus, papers: np.ndarray, words: WordVectors
) -> None:
    again = WordVectors(paper_words(corpus, papers), dimension=24)
    assert np.array_equal(words.rows, again.rows)
    row = Word2VecMean(words).encode_queries(["yeast dough unheard-of"])[0]
    mean = words.rows[[words.numbers["yeast"], words.numbers["dough"]]].mean(axis=0)
    assert row == pytest.approx(mean / np.linalg.norm(mean), abs=1e-6)
    assert not Word2VecMean(words).encode_papers([("unheard-of", "")]).any()
    counts = sum(text.count("yeast") for text in paper_words(corpus, papers))
    assert words.counts[words.numbers["yeast"]] == counts


def test_doc2vec_infers_the_same_whatever_else_is_encoded(
    corpus: Corpus, papers: np.ndarray, texts: list[str]
) -> None:
    encoder = Doc2Vec(paper_words(corpus, papers), dimension=24)
    several = encoder.encode_queries(texts[:4])
    assert np.array_equal(several[3:], encoder.encode_queries(texts[3:4]))
    assert np.linalg.norm(several, axis=1) == pytest.approx(np.ones(4), abs=1e-5)
    assert encoder.encode_papers([corpus.text(int(papers[3]))])[0] == pytest.approx(
        several[3], abs=1e-3
    )


@pytest.mark.parametrize("make", [WordVectors, Doc2Vec])
def test_too_few_words_are_a_plain_failure(make: type) -> None:
    with pytest.raises(UsageError, match="No word occurs often enough"):
        make([["one", "two"]], dimension=8)


def test_sif_is_what_a_few_lines_of_numpy_say(words: WordVectors, texts: list[str]) -> None:
    a = 1e-3
    share = words.counts / words.counts.sum()

    def mean(text: str) -> np.ndarray:
        known = [words.numbers[word] for word in split_words(text) if word in words.numbers]
        return sum(a / (a + share[n]) * words.rows[n].astype(float) for n in known) / len(known)

    matrix = np.array([mean(text) for text in texts])
    common = np.linalg.svd(matrix, full_matrices=False)[2][0]
    asked = ["yeast and dough in bread", "the moon and peat", texts[0]]
    expected = np.array([mean(text) - common * (common @ mean(text)) for text in asked])
    sif = Sif(words, texts, a=a)
    assert sif.features(asked) == pytest.approx(expected, abs=1e-6)
    lengths = np.linalg.norm(expected, axis=1, keepdims=True)
    assert sif.encode_queries(asked) == pytest.approx(expected / lengths, abs=1e-5)


def test_sif_and_sgc_are_chosen_by_training_citations(
    corpus: Corpus, words: WordVectors, papers: np.ndarray
) -> None:
    held_back = HeldBack.of(corpus)
    assert held_back.task.queries
    assert all(corpus.split_of[query.query] == 0 for query in held_back.task.queries)
    kept = held_back.other_citations.toarray()
    assert not any(kept[query.query].any() for query in held_back.task.queries)
    assert (kept <= corpus.cites().toarray()).all()
    sif = chosen_sif(words, corpus, papers, held_back)
    texts = [" ".join(corpus.text(int(paper))) for paper in papers]
    found = [held_back.compute_map(Sif(words, texts, a=a)) for a in GRID]
    assert sif.a == GRID[int(np.argmax(found))]
    sgc, k = chosen_sgc(sif, corpus, held_back)
    assert 1 <= k <= 8
    inside = np.unique(corpus.edges())
    outside = np.flatnonzero(corpus.split_of == 1)
    both = np.array([outside[0], inside[5]])
    rows = encoded(sgc, corpus, both)
    texts = [corpus.text(int(paper)) for paper in both]
    assert np.array_equal(rows[:1], sif.encode_papers(texts[:1]))
    assert not np.array_equal(rows[1:], sif.encode_papers(texts[1:]))


def test_smoothing_is_a_power_of_a_dense_matrix() -> None:
    import scipy.sparse

    random = np.random.default_rng(3)
    cites = random.random((12, 12)) < 0.15
    features = random.normal(size=(12, 5)).astype(np.float32)
    links = (cites | cites.T).astype(float) + np.eye(12)
    np.fill_diagonal(links, 1 + np.diag(cites))
    degrees = links.sum(axis=1)
    operator = links / np.sqrt(np.outer(degrees, degrees))
    steps = itertools.islice(smoothed(scipy.sparse.csr_array(cites), features), 4)
    for k, rows in enumerate(steps, start=1):
        expected = np.linalg.matrix_power(operator, k) @ features
        assert rows == pytest.approx(expected, abs=1e-5)


def test_sgc_gives_papers_by_number_their_smoothed_rows(corpus: Corpus, words: WordVectors) -> None:
    sif = Sif(words, ["yeast and dough"], a=1e-3)
    smooth = np.eye(2, 24, dtype=np.float32) * 3
    sgc = Sgc(sif, corpus, np.array([4, 9]), smooth)
    assert np.array_equal(sgc.encode_numbers(np.array([9, 4])), np.eye(2, 24)[::-1])
    assert np.array_equal(sgc.encode_queries(["yeast"]), sif.encode_queries(["yeast"]))
