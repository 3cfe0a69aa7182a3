"""The labeller of reference entries, a CRF. The only module that imports pycrfsuite."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from core.manuscript.references.tokens import Word, features

_BEGIN = "begin "
_BEGUN = frozenset({"title", "venue"})
"""Fields whose first word is a label of its own: how they begin says most about where they do."""


@dataclass(frozen=True, slots=True)
class LabelledEntry:
    """An entry with the field of each of its words, "" where that is not known."""

    text: str
    words: Sequence[Word]
    labels: Sequence[str]


class Labeller:
    """Says of each word of an entry which field it belongs to. May be asked by any thread."""

    def __init__(self, weights: bytes) -> None:
        from pycrfsuite import Tagger

        self._weights = weights  # the tagger reads them where they are
        self._tagger = Tagger()
        self._tagger.open_inmemory(weights)
        self._lock = threading.Lock()

    def label(self, entry: str, words: Sequence[Word]) -> list[str]:
        """Return the name of a field for each word."""
        if not words:
            return []
        rows = features(entry, words)
        with self._lock:
            labels: list[str] = self._tagger.tag(rows)
        return [label.removeprefix(_BEGIN) for label in labels]


@cache
def shipped() -> Labeller:
    """Return the labeller that comes with the program."""
    return Labeller(files("resources").joinpath("references", "labeller.crfsuite").read_bytes())


def fit(examples: Iterable[LabelledEntry], target: Path, algorithm: str, **settings: float) -> None:
    """Fit weights to examples and write them to a file."""
    from pycrfsuite import Trainer

    trainer = Trainer(algorithm=algorithm, verbose=False)
    trainer.set_params(settings)
    for example in examples:
        trainer.append(features(example.text, example.words), _marked(example.labels))
    trainer.train(str(target))


def _marked(labels: Sequence[str]) -> list[str]:
    return [
        _BEGIN + label if label in _BEGUN and label != before else label
        for before, label in pairwise(["", *labels])
    ]
