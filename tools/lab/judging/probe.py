"""A classification probe: how well a linear model reads the kind of a paper off its vector.

The protocol is SciDocs': a linear SVM without intercept, its C chosen by three-fold
cross-validation, macro-F1 times 100 on held-out papers. SciDocs uses lightning's LinearSVC, which
does not build on Python 3.11; scikit-learn's with the same settings stands in. The labels are
ours: the venue of a paper, its year and volume left out.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.formats.corpus import papers_files
from core.formats.entries import Problem
from core.formats.jsonl import json_objects
from training.corpus.corpus import Corpus
from training.sampling.draws import generator

_C = tuple(10.0**power for power in range(-4, 3))
_FOLDS = 3
_HELD_OUT = 0.3
_NUMBERS = re.compile(r"[\W\d_]+")


@dataclass(frozen=True, slots=True)
class ProbeTask:
    """Papers with a class each, in two parts: numbers of the corpus, and classes from 0."""

    classes: tuple[str, ...]
    train: NDArray[np.int64]
    train_labels: NDArray[np.int64]
    test: NDArray[np.int64]
    test_labels: NDArray[np.int64]

    @classmethod
    def of(
        cls, corpus: Corpus, *, classes: int = 10, per_class: int = 100, seed: int = 0
    ) -> ProbeTask:
        """Draw ``per_class`` papers with an abstract of each of the most frequent venues.

        Three of ten are held out from the probe. A venue with fewer papers is left out; there is
        no class at all where fewer than two remain.
        """
        venues = _venues(corpus)
        sizes = Counter(venues.values())
        common = sorted(sizes, key=lambda name: (-sizes[name], name))[:classes]
        names = tuple(name for name in common if sizes[name] >= per_class)
        if len(names) == 1:
            names = ()  # there is nothing to tell apart
        members: dict[str, list[int]] = {name: [] for name in names}
        for paper, venue in sorted(venues.items()):
            if venue in members:
                members[venue].append(paper)
        held_out = round(_HELD_OUT * per_class)
        parts = [
            generator(seed, 0, label, "probe").permutation(members[name])[:per_class]
            for label, name in enumerate(names)
        ]
        return cls(
            names,
            *_labelled([part[held_out:] for part in parts]),
            *_labelled([part[:held_out] for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.classes)

    def papers(self) -> NDArray[np.int64]:
        """Return every paper that needs a vector: those to learn from, then those held out."""
        return np.concatenate([self.train, self.test])

    def score(self, rows: NDArray[np.floating]) -> float:
        """Return macro-F1 × 100 on the held-out papers; rows belong to ``papers()``.

        A paper without a vector has a row of zeros. Equal rows give an equal score.
        """
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.metrics import f1_score
        from sklearn.model_selection import GridSearchCV
        from sklearn.svm import LinearSVC

        svm = LinearSVC(dual=True, fit_intercept=False, tol=1e-3, max_iter=1000, random_state=42)
        search = GridSearchCV(svm, {"C": list(_C)}, cv=_FOLDS)
        features = np.asarray(rows, np.float64)
        with warnings.catch_warnings():
            # The protocol stops after 1,000 rounds, converged or not.
            warnings.simplefilter("ignore", ConvergenceWarning)
            search.fit(features[: len(self.train)], self.train_labels)
        predicted = search.predict(features[len(self.train) :])
        return 100 * float(f1_score(self.test_labels, predicted, average="macro"))


def _labelled(
    parts: list[NDArray[np.int64]],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    labels = [np.full(len(part), label) for label, part in enumerate(parts)]
    none = np.zeros(0, np.int64)
    return np.concatenate([none, *parts]), np.concatenate([none, *labels])


def _venues(corpus: Corpus) -> dict[int, str]:
    """Return the venue of every paper that has an abstract and a venue."""
    venues: dict[int, str] = {}
    for paper_id, name in _named_venues(corpus):
        number = corpus.number(paper_id)
        if number is not None and corpus.has_abstract[number]:
            venues.setdefault(number, name)
    return venues


def _named_venues(corpus: Corpus) -> Iterator[tuple[str, str]]:
    for path in papers_files(corpus.folder):
        for line in json_objects(path):
            if isinstance(line, Problem):
                continue
            paper_id, venue = line[1].get("id"), line[1].get("venue")
            if isinstance(paper_id, str) and isinstance(venue, str):
                # "ICML 2023" and "ICML 2024" are one venue.
                name = " ".join(_NUMBERS.split(venue.lower())).strip()
                if name:
                    yield paper_id, name
