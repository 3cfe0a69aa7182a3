"""What a corpus holds that a model did not learn from yet, and whether that is enough to go on.

Said before the first step, with the number that is missing: of sentences to learn from, and of
held-out ones that tell whether the new was learned and the old kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from core.base.errors import UsageError
from core.base.messages import Message, joined
from core.runs.records import ENOUGH_HELD_OUT
from training.base.corpus_checks import LEAST
from training.corpus.corpus import Corpus
from training.sampling.learned import Known, count_decisions, is_decided, usable

FEW = 100
"""New sentences: fewer fill not even two batches."""


@dataclass(frozen=True, slots=True)
class Added:
    """How much is new to a model. ``since`` is when it learned last, "" where it does not say.

    ``sentences`` cite, in papers and in manuscripts, ``decisions`` are papers chosen or refused for
    sentences of manuscripts, ``examples`` the sentences of both kinds. ``known`` are those that it
    learned from and can go through again. ``new_questions`` and ``old_questions`` are held out.
    """

    model: str
    since: str
    sentences: int
    decisions: int
    examples: int
    known: int
    new_questions: int
    old_questions: int

    @classmethod
    def to(cls, model: str, known: Known, corpus: Corpus) -> Self:
        """Return what is new in a corpus to a model that knows something."""
        new, old = known.parted(corpus, list(usable(corpus)))
        questions, asked_before = known.parted(corpus, list(usable(corpus, "dev")))
        return cls(
            model=model,
            since=known.learned.until if known.learned else "",
            sentences=sum(not is_decided(corpus, context) for context in new),
            decisions=count_decisions(corpus, new),
            examples=len(new),
            known=len(old),
            new_questions=len(questions),
            old_questions=len(asked_before),
        )

    def sentence(self) -> Message:
        """Say how much is new, and since when."""
        parts = Message(
            "New to “{model}”: {sentences:,} citing sentences and {decisions:,} decisions in"
            " manuscripts; known: {known:,} sentences.",
            model=self.model,
            sentences=self.sentences,
            decisions=self.decisions,
            known=self.known,
        )
        since = Message("Last trained on {date}.", date=self.since[:10])
        return joined((parts, since), " ") if self.since else parts

    def require(self) -> None:
        """Refuse what is too little to learn from.

        Raises:
            UsageError: hardly anything is new.
        """
        if self.examples < LEAST:
            raise UsageError(
                "Sentences that “{model}” did not learn from yet: {count}; at least {least} are"
                " needed.",
                model=self.model,
                count=self.examples,
                least=LEAST,
                remedy=(
                    "Import PDFs that cite papers of yours and wait until their full texts are "
                    "read, or choose papers for sentences of your manuscripts."
                ),
            )

    def shortfalls(self) -> Iterator[Message]:
        """Yield a sentence for each thing there is too little of."""
        if self.examples < FEW:
            yield Message(
                "New sentences to learn from: {count}. With fewer than {enough}, expect little "
                "improvement.",
                count=self.examples,
                enough=FEW,
            )
        if not self.known:
            yield Message(
                "This library has none of the sentences that “{model}” was trained on, so they "
                "cannot be repeated.",
                model=self.model,
            )
        if self.new_questions < ENOUGH_HELD_OUT:
            yield Message(
                "Held-out sentences that are new: {count}; to tell whether the new was learned,"
                " {missing} more are needed.",
                count=self.new_questions,
                missing=ENOUGH_HELD_OUT - self.new_questions,
            )
        if self.known and self.old_questions < ENOUGH_HELD_OUT:
            yield Message(
                "Held-out sentences from before: {count}; to tell whether the old was kept,"
                " {missing} more are needed.",
                count=self.old_questions,
                missing=ENOUGH_HELD_OUT - self.old_questions,
            )
