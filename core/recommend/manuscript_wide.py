"""Papers that a manuscript as a whole should cite and does not.

Each sentence names the papers that it would cite, and title and abstract name theirs. A sentence
weighs as much as it needs a citation: its vote for a paper is the chance of the need times the
chance of the paper. Votes for a paper are combined by noisy-or (Pearl, 1988), the few most
certain ones alone: hundreds of faint ones would say no more than that a paper is cited often.
That the library has at all what the manuscript needs is one event, not one for each sentence: the
votes are combined as if it did, and the chance of that counts once.

Which papers are listed is decided by these. A paper is called no worse than in the first list of
the sentence where it fits best, which a person can look at: whether that sentence needs a citation
is for them to say. The list is ordered by what it is called, and not filled up with weak papers.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from rapidfuzz import fuzz

from core.base.identity import title_key
from core.base.records import (
    PLAUSIBLE,
    Decision,
    Manuscript,
    OpenManuscript,
    PaperNumber,
    Recommendation,
    Suggestion,
)
from core.recommend import questions
from core.recommend.gaps import gap_sentences, needs_citation
from core.recommend.question import Question
from core.recommend.shortlist import Shortlist

FEW = 3
"""Votes for a paper that count."""

OVERVIEW = 1.0
"""Weight of title and abstract beside that of a sentence that surely needs a citation."""

_MOST_WEAK = 5
"""Weak papers are listed up to this place, and none below plausible ones that reach further."""
_MOST_SENTENCES = 3
_LEAST_SHARE = 0.25
"""A sentence is named where its vote is worth at least this share of the best one."""
_SURE = 1 - 1e-9

_LEAST_TITLE = 12
_TELLING_TITLE = 24  # letters, with which a title is itself though a few are wrong
_ALIKE = 92.0
_NUMBER = re.compile(r"\d+")


class Telling(Protocol):
    """What says more of ranked papers."""

    def title(self, paper: PaperNumber) -> str:
        """Return the title of a paper, "" if it is there no more."""

    def tell(
        self, question: Question, shortlist: Shortlist, explained: Collection[PaperNumber]
    ) -> Recommendation:
        """Return papers as they are shown, some of them with reasons."""


PaperChances = Sequence[tuple[PaperNumber, float]]
"""Papers with the chance that they are cited, best first."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What one sentence would cite; ``sentence`` is ``None`` for title and abstract.

    ``weight`` is the chance that it needs a citation, ``library_chance`` the chance that the
    library has what it needs, which the chances of its papers hold already.
    """

    sentence: int | None
    weight: float
    ranked: PaperChances
    library_chance: float = 1.0


@dataclass(frozen=True, slots=True)
class Fit:
    """A paper, the chance that the manuscript should cite it, and where it fits, best first."""

    paper: PaperNumber
    chance: float
    sentences: tuple[int, ...]


class _Vote(NamedTuple):
    """What one voice says of a paper. The larger counts, then the earlier."""

    chance: float
    library_chance: float
    order: int
    sentence: int | None


def asked_sentences(manuscript: Manuscript, needs: Sequence[float]) -> list[int]:
    """Return all sentences: first the gaps, then those that cite, then those that need nothing."""
    gaps = gap_sentences(manuscript, needs)
    cited = [sentence.index for sentence in manuscript.sentences if sentence.markers]
    return list(dict.fromkeys((*gaps, *cited, *range(len(manuscript.sentences)))))


def combine(
    voices: Iterable[Voice],
    *,
    left_out: Collection[PaperNumber] = frozenset(),
    limit: int | None = None,
    few: int = FEW,
) -> list[Fit]:
    """Return what the voices say together, best first; equal papers by number.

    Of a paper with the votes w, the ``few`` largest, and the largest h of what their sentences
    were ``held`` by: h (1 - Π (1 - w / h)).
    """
    votes: defaultdict[PaperNumber, list[_Vote]] = defaultdict(list)
    for order, voice in enumerate(voices):
        for paper, chance in voice.ranked:
            if paper not in left_out:
                vote = _Vote(voice.weight * chance, voice.library_chance, -order, voice.sentence)
                strongest = votes[paper]
                if len(strongest) < few:
                    heapq.heappush(strongest, vote)
                else:
                    heapq.heappushpop(strongest, vote)
    fits = [_fit(paper, sorted(strongest, reverse=True)) for paper, strongest in votes.items()]
    fits.sort(key=lambda fit: (-fit.chance, fit.paper))
    return fits[:limit]


def _fit(paper: PaperNumber, votes: Sequence[_Vote]) -> Fit:
    library_chance = max(vote.library_chance for vote in votes)
    chances = (
        min(vote.chance / library_chance, _SURE) if library_chance else 0.0 for vote in votes
    )
    chance = -library_chance * math.expm1(sum(math.log1p(-vote_chance) for vote_chance in chances))
    sentence_votes = [vote for vote in votes if vote.sentence is not None]
    least = _LEAST_SHARE * sentence_votes[0].chance if sentence_votes else 0.0
    sentences = [vote.sentence for vote in sentence_votes[:_MOST_SENTENCES] if vote.chance >= least]
    return Fit(paper, chance, tuple(sentence for sentence in sentences if sentence is not None))


def whole_questions(
    opened: OpenManuscript, decisions: Sequence[Decision], breadth: float
) -> list[Question]:
    """Return what is to be asked about a manuscript: all of its sentences, then the whole."""
    needs = needs_citation(opened.manuscript)
    sentences = asked_sentences(opened.manuscript, needs)
    all_questions = questions.about_sentences(opened, sentences, decisions, breadth=breadth)
    return [*all_questions, questions.about_manuscript(opened, decisions)]


def recommend_whole(
    opened: OpenManuscript,
    asked_questions: Sequence[Question],
    answers: Sequence[Shortlist | None],
    telling: Telling,
    *,
    limit: int,
) -> Recommendation:
    """Return what the answers to ``whole_questions`` say together, without what is cited.

    Questions without an answer yet say nothing, and weak papers wait until all are answered: other
    sentences may name better ones. Nor is a paper named whose title stands in the
    manuscript: it may be of a list that was read badly, or of an entry that was not found to be
    that paper. Each suggestion has the reasons of the sentence where it fits best, and names its
    sentences.
    """
    needs = needs_citation(opened.manuscript)
    answered = [
        (q, shortlist)
        for q, shortlist in zip(asked_questions, answers, strict=True)
        if shortlist is not None
    ]
    voices = [
        Voice(
            question.sentence,
            OVERVIEW if question.sentence is None else needs[question.sentence],
            [
                *zip(shortlist.papers, shortlist.chances.tolist(), strict=True),
                *((hidden.paper, hidden.chance) for hidden in shortlist.hidden),
            ],
            shortlist.library_chance,
        )
        for question, shortlist in answered
    ]
    listed = _Listed(opened.manuscript)
    hidden_chances = _hidden_chances(answered)
    fits: list[Fit] = []
    hidden_fits: list[Fit] = []
    for fit in combine(voices, left_out=asked_questions[-1].left_out):
        is_hidden = fit.paper in hidden_chances
        is_beyond = len(fits) + len(hidden_fits) >= limit
        if (is_hidden and is_beyond) or listed.has(telling.title(fit.paper)):
            continue
        (hidden_fits if is_hidden else fits).append(fit)
        if len(fits) == limit:
            break
    hidden_count = sum(
        max(fit.chance, hidden_chances[fit.paper]) >= PLAUSIBLE for fit in hidden_fits
    )
    told_suggestions = _collect_suggestions(fits, answered, telling)
    is_whole = len(answered) == len(asked_questions)
    suggestions = _order_suggestions(
        (
            _suggestion(fit, told_suggestions[_place(fit), fit.paper])
            for fit in fits
            if (_place(fit), fit.paper) in told_suggestions
        ),
        most_weak=_MOST_WEAK if is_whole else 0,
    )
    return Recommendation(
        text=asked_questions[-1].passage.sentence,
        sentence=None,
        suggestions=suggestions,
        hidden_ranks=tuple(range(1, hidden_count + 1)),
        convincing=any(one.confidence >= PLAUSIBLE for one in suggestions),
        # Those of a sentence: title and abstract come last, and may be empty.
        stages=answered[0][1].stages if answered else (),
        seconds=sum(shortlist.seconds for _, shortlist in answered),
        whole=is_whole,
    )


def _hidden_chances(
    answered: Sequence[tuple[Question, Shortlist]],
) -> dict[PaperNumber, float]:
    """Return the papers that a filter hides, each with its best chance in any sentence."""
    chances: dict[PaperNumber, float] = {}
    for _, shortlist in answered:
        for hidden in shortlist.hidden:
            chances[hidden.paper] = max(hidden.chance, chances.get(hidden.paper, 0.0))
    return chances


def _order_suggestions(
    suggestions: Iterable[Suggestion], *, most_weak: int
) -> tuple[Suggestion, ...]:
    """Return suggestions by the confidence that is shown; weak ones only where few are better."""
    ordered = sorted(suggestions, key=lambda one: (-one.confidence, -one.score))
    likely_count = sum(one.confidence >= PLAUSIBLE for one in ordered)
    listed_count = max(likely_count, most_weak)
    return tuple(
        replace(one, rank=rank) for rank, one in enumerate(ordered[:listed_count], start=1)
    )


def _place(fit: Fit) -> int | None:
    return fit.sentences[0] if fit.sentences else None


def _collect_suggestions(
    fits: Sequence[Fit], answered: Sequence[tuple[Question, Shortlist]], telling: Telling
) -> dict[tuple[int | None, PaperNumber], Suggestion]:
    """Return each paper as the sentence where it fits best suggests it."""
    papers_by_place: defaultdict[int | None, set[PaperNumber]] = defaultdict(set)
    for fit in fits:
        papers_by_place[_place(fit)].add(fit.paper)
    return {
        (question.sentence, one.paper.number): one
        for question, shortlist in answered
        if question.sentence in papers_by_place
        for one in telling.tell(question, shortlist, papers_by_place[question.sentence]).suggestions
    }


class _Listed:
    """The titles that a manuscript names, in its list or, where that was not read, in its text."""

    def __init__(self, manuscript: Manuscript) -> None:
        self._entries = [title_key(entry.text) for entry in manuscript.references]
        texts = [entry.text for entry in manuscript.references]
        texts += [sentence.text for sentence in manuscript.sentences]
        self._text = title_key(" ".join(texts))

    def has(self, title: str) -> bool:
        """Say whether a title, or nearly it, stands there; a short one may be any words."""
        key = title_key(title)
        if len(key) < _LEAST_TITLE:
            return False
        if key in self._text:
            return True
        numbers = _NUMBER.findall(key)
        return len(key) >= _TELLING_TITLE and any(
            _NUMBER.findall(entry[alignment.dest_start : alignment.dest_end]) == numbers
            for entry in self._entries
            if len(entry) >= len(key)
            and (alignment := fuzz.partial_ratio_alignment(key, entry, score_cutoff=_ALIKE))
        )


def _suggestion(fit: Fit, there: Suggestion) -> Suggestion:
    return replace(
        there,
        score=fit.chance,
        confidence=max(fit.chance, there.confidence),
        cited="no",
        sentences=fit.sentences,
    )
