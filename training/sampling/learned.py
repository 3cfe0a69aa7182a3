"""Which citing sentences of a corpus a model has learned from already, and which are new to it.

A sentence is known by who says it, by its words, and by each paper that it cites or that was
refused for it: with one more paper it is new. Words count without their punctuation, so that most
sentences stay what they were when a later version reads a PDF anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from core.base.identity import split_into_words
from core.formats.corpus import is_manuscript
from core.models.shelf import KEY, Learned, joined_keys, read_learned
from training.corpus.corpus import CitingSentence, Corpus
from training.corpus.splits import Split
from training.sampling.draws import generator


def sentence_keys(corpus: Corpus, context: CitingSentence) -> tuple[str, ...]:
    """Return the checksum of the sentence with each paper that it cites, or that was refused."""
    text = " ".join(split_into_words(corpus.sentence(context)))
    about = [corpus.ids[context.citing], text]
    cited = (_key(*about, "cited", corpus.ids[paper]) for paper in context.cited)
    refused = (_key(*about, "refused", corpus.ids[paper]) for paper in context.refused)
    return (*cited, *refused)


def is_decided(corpus: Corpus, context: CitingSentence) -> bool:
    """Tell whether it is a sentence of a manuscript that a person chose papers for."""
    return is_manuscript(corpus.ids[context.citing])


def count_decisions(corpus: Corpus, contexts: Sequence[CitingSentence]) -> int:
    """Return how many papers were chosen or refused for these sentences in manuscripts."""
    decided = [context for context in contexts if is_decided(corpus, context)]
    return sum(len(decision.cited) + len(decision.refused) for decision in decided)


@dataclass(frozen=True)
class Known:
    """What a model learned from; nothing, where it does not say."""

    learned: Learned | None
    keys: frozenset[str]

    @classmethod
    def by(cls, folder: Path | None) -> Self:
        """Return what the model in a folder says."""
        learned = None if folder is None else read_learned(folder)
        return cls(learned, learned.get_checksums() if learned else frozenset())

    def holds(self, corpus: Corpus, context: CitingSentence) -> bool:
        """Tell whether all of a sentence is known."""
        return bool(self.keys) and self.keys.issuperset(sentence_keys(corpus, context))

    def parted(
        self, corpus: Corpus, contexts: Sequence[CitingSentence]
    ) -> tuple[list[CitingSentence], list[CitingSentence]]:
        """Return the sentences that are new, and those that are known."""
        parts: tuple[list[CitingSentence], list[CitingSentence]] = ([], [])
        for context in contexts:
            parts[self.holds(corpus, context)].append(context)
        return parts

    def old_questions(self, corpus: Corpus) -> frozenset[str]:
        """Return the held-out questions, by their ids, that the model was there for already."""
        old = (context for context in corpus.contexts("dev") if self.holds(corpus, context))
        return frozenset(f"{corpus.ids[question.citing]}#{question.position}" for question in old)

    def with_replay(
        self, corpus: Corpus, contexts: Sequence[CitingSentence], *, replay: float, seed: int
    ) -> list[CitingSentence]:
        """Return what is new of some sentences, and ``replay`` times as many that are known.

        The known ones are drawn evenly by the seed.
        """
        new, old = self.parted(corpus, contexts)
        most = min(round(replay * len(new)), len(old))
        positions = generator(seed, 0, 0, "replay").choice(len(old), most, replace=False)
        return new + [old[index] for index in np.sort(positions)]


def make_learned(
    corpus: Corpus, contexts: Sequence[CitingSentence], before: Learned | None, **about: str
) -> Learned:
    """Return what a model has learned once it was trained on sentences, after what it knew.

    ``about`` are ``until`` and ``trained_from``.
    """
    keys = [key for context in contexts for key in sentence_keys(corpus, context)]
    held_out = [key for context in corpus.contexts("dev") for key in sentence_keys(corpus, context)]
    keys_before = before.get_checksums() if before else frozenset[str]()
    new = [
        context
        for context in contexts
        if not keys_before.issuperset(sentence_keys(corpus, context))
    ]
    return Learned(
        sentences=len(new) + (before.sentences if before else 0),
        decisions=count_decisions(corpus, new) + (before.decisions if before else 0),
        keys=joined_keys([*keys, *held_out, *keys_before]),
        **about,
    )


def usable(corpus: Corpus, split: Split = "train") -> Iterator[CitingSentence]:
    """Yield the citing sentences of a split that lead to a paper with a text."""
    for context in corpus.contexts(split):
        if corpus.has_text[list(context.cited)].any():
            yield context


def _key(*parts: str) -> str:
    text = "\n".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=KEY // 2).hexdigest()
