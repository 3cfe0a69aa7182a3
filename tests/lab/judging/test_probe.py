from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import f1_score

from tools.lab.judging.probe import ProbeTask
from training.corpus.corpus import Corpus


@pytest.fixture(scope="module")
def task(corpus: Corpus) -> ProbeTask:
    return ProbeTask.of(corpus, classes=4, per_class=10)


def _rows(task: ProbeTask, noise: float, seed: int = 0) -> np.ndarray:
    labels = np.concatenate([task.train_labels, task.test_labels])
    random = np.random.default_rng(seed)
    return np.eye(len(task.classes))[labels] + noise * random.normal(size=(len(labels), 4))


def test_papers_are_labelled_with_their_venue(corpus: Corpus, task: ProbeTask) -> None:
    assert task.classes == (
        "journal of birds",
        "journal of bread",
        "journal of bridges",
        "journal of music",
    )
    assert np.array_equal(np.bincount(task.train_labels), [7] * 4)
    assert np.array_equal(np.bincount(task.test_labels), [3] * 4)
    assert len(set(task.papers().tolist())) == 40
    labels = [*task.train_labels, *task.test_labels]
    for paper, label in zip(task.papers(), labels, strict=True):
        assert task.classes[label].split()[-1] in corpus.title(int(paper))


def test_classes_are_drawn_by_the_seed(corpus: Corpus, task: ProbeTask) -> None:
    again = ProbeTask.of(corpus, classes=4, per_class=10)
    other = ProbeTask.of(corpus, classes=4, per_class=10, seed=1)
    assert np.array_equal(task.papers(), again.papers())
    assert not np.array_equal(task.papers(), other.papers())


def test_venues_with_too_few_papers_are_no_class(corpus: Corpus) -> None:
    task = ProbeTask.of(corpus, per_class=50)
    assert (len(task), len(task.papers())) == (0, 0)


def test_a_single_venue_is_no_class(corpus: Corpus) -> None:
    assert len(ProbeTask.of(corpus, classes=1, per_class=10)) == 0


def test_separable_vectors_score_a_hundred(task: ProbeTask) -> None:
    assert task.score(_rows(task, 0.01)) == 100


def test_a_probe_of_equal_vectors_gives_an_equal_score(task: ProbeTask) -> None:
    rows = _rows(task, 0.6)
    assert task.score(rows) == task.score(rows) < 100


def test_papers_without_a_vector_are_probed_as_zeros(task: ProbeTask) -> None:
    rows = _rows(task, 0.01)
    rows[-12:-6] = 0  # the first two classes of the held-out papers
    predicted = [3] * 6 + [2] * 3 + [3] * 3
    for stands_for_zero in range(4):
        predicted[:6] = [stands_for_zero] * 6
        expected = 100 * f1_score(task.test_labels, predicted, average="macro")
        if task.score(rows) == pytest.approx(expected):
            return
    pytest.fail("zero vectors were not given to one class")


def test_vectors_of_nothing_score_as_one_class(task: ProbeTask) -> None:
    assert task.score(np.zeros((40, 4))) == pytest.approx(100 * (2 * 0.25 / 1.25) / 4)
