"""Questions made of abstracts: some sentences of one ask for the paper that they were taken from.

The inverse cloze task (Lee et al. 2019). Citing sentences teach what authors cite; most papers are
cited in none of them, and would be wrong answers only. Here each paper is asked for as often as any
other. Where words of the question occur in the paper that is sought, some are taken out, so that
what is left must be found by its meaning.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from .arrays import DOT, Ints, Padded
from .texts import ALONE, Papers, framed

_LEAST, _MOST = 8, 60
"""Tokens of a sentence that asks: shorter ones are remains of numbers and abbreviations."""
_WHOLE = 0.2
"""Share of papers that keep the sentences: a library's own sentences are asked for too."""
_TAKEN_OUT = 0.35
"""Share that is taken out of those tokens of a question that its paper has too."""
_TOGETHER = (0.6, 0.3, 0.1)
"""How often one, two or three sentences ask together."""


class Clozes(NamedTuple):
    """Questions, the papers that they ask for without them, and the rows of these papers."""

    questions: Padded
    papers: Padded
    rows: Ints


@dataclass(slots=True)
class Cloze:
    """Draws questions from the abstracts of papers, of the rows ``usable``."""

    papers: Papers
    usable: Ints
    device: str
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(4))

    @classmethod
    def of(cls, papers: Papers, rows: Ints, device: str) -> Cloze:
        """Use those of these papers whose abstract has two sentences that can ask."""
        usable = [row for row in rows.tolist() if len(_spans(papers.abstracts[row])) > 1]
        return cls(papers, np.array(usable, np.int64), device)

    def draw_clozes(self, count: int) -> Clozes:
        """Return so many, or one for each paper there is, if these are fewer."""
        count = min(count, len(self.usable))
        rows = self.random.choice(self.usable, count, replace=False)
        questions, papers = zip(*(self._pair(row) for row in rows.tolist()), strict=True)
        return Clozes(
            Padded.of(questions, ALONE, self.device), Padded.of(papers, ALONE, self.device), rows
        )

    def _pair(self, row: int) -> tuple[Ints, Ints]:
        title, abstract = self.papers.titles[row], self.papers.abstracts[row]
        spans = _spans(abstract)
        most = 1 + int(self.random.choice(len(_TOGETHER), p=_TOGETHER))
        width = min(most, len(spans) - 1)
        first = int(self.random.integers(len(spans) - width + 1))
        start, stop = spans[first][0], spans[first + width - 1][1]
        whole = self.random.random() < _WHOLE
        rest = abstract if whole else np.concatenate([abstract[:start], abstract[stop:]])
        paper, question_part = np.concatenate([title, [DOT], rest]), abstract[start:stop]
        shared = np.isin(question_part, paper) & (
            self.random.random(len(question_part)) < _TAKEN_OUT
        )
        return framed(question_part[~shared], ALONE), framed(paper, ALONE)


def _spans(abstract: Ints) -> list[tuple[int, int]]:
    """Return where the sentences of an abstract that can ask begin and end."""
    stops = (np.flatnonzero(abstract == DOT) + 1).tolist()
    edges = sorted({0, *stops, len(abstract)})
    return [
        (start, stop)
        for start, stop in itertools.pairwise(edges)
        if _LEAST <= stop - start <= _MOST
    ]
