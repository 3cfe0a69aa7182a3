from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import FormatError
from tools.lab.judging.semantic_tasks import (
    LOWER_IS_BETTER,
    SemanticTasks,
    cluster_purity,
    halves,
    performance,
)
from training.corpus.corpus import Corpus
from training.models.encoders import TextEncoder
from training.sampling.semcse_texts import split_papers

VENUES = ("ICRA 2019", "ICRA 2021", "Proceedings of the 3rd Workshop on Bread", "")
WORDS = [f"{first}{second}" for first in "abcdefghij" for second in ("ra", "lo", "mi", "tu")]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """A corpus of 600 papers, two sentences of each of which share its own words."""
    folder = tmp_path_factory.mktemp("large")
    random = np.random.default_rng(5)
    with (folder / "papers.jsonl").open("w", encoding="utf-8") as file:
        for number in range(600):
            one, two, three = (WORDS[at] for at in random.choice(len(WORDS), 3, replace=False))
            record = {
                "id": f"p:{number}",
                "title": f"{one} and {two}, {number}",
                "abstract": f"We study {one} with {two}. More of {three} was {one}. It is {two}.",
                "venue": VENUES[number % len(VENUES)],
            }
            file.write(json.dumps(record) + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("large-cache")))
        return Corpus.open(folder)


class ByHand:
    """Gives each text the row it is told."""

    def __init__(self, rows: dict[str, Sequence[float]]) -> None:
        self._rows = rows

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([self._rows[text] for text in texts], np.float32)

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        return np.array([self._rows[title] for title, _ in papers], np.float16)


class CountedWords:
    """Gives each text a column for each of the corpus' words."""

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[text.count(word) for word in WORDS] for text in texts], np.float32)

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        return self.encode_queries([f"{title} {text}" for title, text in papers]).astype(np.float16)


# --- clusters and Perf --------------------------------------------------------------------------


def test_purity_is_the_share_of_a_row_s_five_neighbours_with_its_label() -> None:
    rows = [[at] for at in (0.0, 1, 2, 3, 4, 5, 100, 101, 102, 103, 104, 105)]
    labels = [0] * 6 + [1] * 6
    assert cluster_purity(rows, labels) == 1
    labels[0] = 1  # its neighbours are all of the other label, and it is one of five of each
    assert cluster_purity(rows, labels) == pytest.approx((0 + 5 * 4 / 5 + 6) / 12)


def test_purity_of_a_single_paper_is_0() -> None:
    assert cluster_purity([[1.0]], [0]) == 0


PUBLISHED = {  # table 1: title-abstract, segments, query, clustering, Perf
    "SciBERT": (807.74, 214.37, 213.45, 0.569, 0.0),
    "SciDeBERTa": (1479.09, 861.55, 2465.26, 0.460, 0.0),
    "SPECTER": (10.25, 12.23, 2.18, 0.692, 0.119),
    "SciNCL": (5.68, 7.35, 2.29, 0.702, 0.357),
    "SPECTER2 base": (4.52, 5.10, 1.17, 0.666, 0.553),
    "SPECTER2 proximity": (5.34, 5.80, 1.46, 0.666, 0.395),
    "all-MiniLM-L6-v2": (3.09, 8.19, 1.11, 0.730, 0.771),
    "jina-v2": (3.29, 8.77, 1.29, 0.703, 0.600),
    "jina-v3": (3.45, 6.96, 1.01, 0.719, 0.783),
    "RoBERTa-SimCSE": (23.71, 44.24, 8.92, 0.696, 0.116),
    "NvEmbed-V2": (3.38, 3.84, 1.02, 0.721, 0.866),
    "SemCSE": (2.47, 2.68, 1.23, 0.739, 0.925),
}


def test_performance_gives_the_twelve_published_values() -> None:
    table = np.array(list(PUBLISHED.values()))
    found = performance(table[:, :4], list(LOWER_IS_BETTER.values()))
    assert found == pytest.approx(table[:, 4], abs=0.0006)  # all of it is rounded


def test_performance_on_a_task_that_the_median_does_best() -> None:
    assert performance([[1.0], [1], [2]], [True]).tolist() == [0.5, 0.5, 0]


# --- texts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("abstract", "expected"),
    [
        ("One two three. Four. Five six.", ("One two three.", "Four. Five six.")),
        ("one two three four", ("one two", "three four")),
        ("One. Two two two two two two two.", ("One.", "Two two two two two two two.")),
        ("single", ("single", "")),
    ],
)
def test_halves_are_parted_between_sentences(abstract: str, expected: tuple[str, str]) -> None:
    assert halves(abstract) == expected


def test_tasks_are_of_papers_that_semcse_does_not_train_on(large: Corpus) -> None:
    parts = split_papers(large)
    tasks = SemanticTasks.of(large, size=1000)
    assert {paper[0] for paper in tasks.papers} == {large.title(int(p)) for p in parts.benchmark}
    together = np.concatenate([parts.train, parts.validation, parts.benchmark])
    assert sorted(together) == list(range(600))
    assert len(parts.validation) > 5
    assert len(parts.benchmark) > 20


def test_versions_of_a_paper_are_in_the_same_part(tmp_path: Path) -> None:
    titles = [f"Paper {number // 2}{'!' * (number % 2)}" for number in range(400)]
    lines = [
        json.dumps({"id": f"p:{number}", "title": title, "abstract": "Some text of it."})
        for number, title in enumerate(titles)
    ]
    (tmp_path / "papers.jsonl").write_text("\n".join(lines), encoding="utf-8")
    parts = split_papers(Corpus.open(tmp_path))
    for part in (parts.train, parts.validation, parts.benchmark):
        pairs = np.unique(part // 2, return_counts=True)[1]
        assert len(pairs)
        assert set(pairs) == {2}


def test_the_same_seed_draws_the_same_tasks(large: Corpus) -> None:
    one, same, other = (SemanticTasks.of(large, size=20, seed=seed) for seed in (1, 1, 2))
    assert one.papers == same.papers
    assert one.papers != other.papers


def test_labels_are_venues_without_their_year_that_ten_papers_share(large: Corpus) -> None:
    tasks = SemanticTasks.of(large)
    numbers = [int(title.rpartition(" ")[2]) for title, _ in tasks.papers]
    by_venue = {
        VENUES[number % len(VENUES)]: label
        for number, label in zip(numbers, tasks.labels, strict=True)
    }
    assert by_venue["ICRA 2019"] == by_venue["ICRA 2021"] >= 0
    assert by_venue[""] == -1
    assert by_venue[VENUES[2]] in (-1, 1)


def test_queries_are_held_out_sentences_that_cite_one_paper(corpus: Corpus) -> None:
    tasks = SemanticTasks.of(corpus)
    said = {
        (corpus.passage(context).sentence, corpus.text(context.cited[0]))
        for context in corpus.contexts("dev")
        if len(context.cited) == 1
    }
    asked = set(zip(tasks.queries, tasks.answers, strict=False))
    assert asked
    assert asked <= said
    assert len(set(tasks.answers)) == len(tasks.answers)


def test_queries_can_be_given(large: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    rows = [{"id": "p:7", "query": "seven"}, {"id": "p:2", "query": "two"}, {"id": "no"}]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    tasks = SemanticTasks.of(large, size=10, queries=path)
    assert set(tasks.queries) == {"seven", "two"}
    assert len(tasks.answers) == 10
    right = {"seven": large.text(7), "two": large.text(2)}
    assert list(tasks.answers[:2]) == [right[query] for query in tasks.queries]
    path.write_text("{", encoding="utf-8")
    with pytest.raises(FormatError, match=r"queries\.jsonl.*line 1"):
        SemanticTasks.of(large, queries=path)


# --- scores -------------------------------------------------------------------------------------


def test_scores_by_hand() -> None:
    rows: dict[str, Sequence[float]] = {
        "A": (1, 0),
        "A1. A2.": (1, 0.1),
        "A1.": (0, 1),
        "A2.": (1, 0),
        "B": (1, 0.2),
        "B1. B2.": (0, 1),
        "B1.": (0, 1),
        "B2.": (0, 2),  # by cosine the same as B1
        "ask": (1, 0),
    }
    papers = (("A", "A1. A2."), ("B", "B1. B2."))
    tasks = SemanticTasks(papers, ("ask",), papers, np.array([0, 0]))
    scores = tasks.scores(ByHand(rows))
    assert scores == {
        "title rank": 1.5,
        "segment rank": 1.5,
        "query rank": 1,
        "cluster purity": 1,
    }


def test_tasks_without_texts_are_left_out() -> None:
    nothing = SemanticTasks((), (), (), np.array([], np.int64))
    assert nothing.scores(ByHand({})) == {}


def test_counting_words_beats_chance(large: Corpus) -> None:
    scores = SemanticTasks.of(large).scores(CountedWords())
    assert 1 <= scores["title rank"] < 2
    assert 1 <= scores["segment rank"] < 8  # chance is 19


def test_an_encoder_is_judged_by_cosine_and_by_distance(
    large: Corpus, tiny_encoder: TextEncoder
) -> None:
    tasks = SemanticTasks.of(large)
    by_cosine, by_distance = tasks.scores(tiny_encoder), tasks.euclidean_scores(tiny_encoder)
    assert by_cosine.keys() == by_distance.keys() == LOWER_IS_BETTER.keys() - {"query rank"}
    assert by_cosine != by_distance
