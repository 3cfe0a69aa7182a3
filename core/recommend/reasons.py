"""Why a paper is suggested. Every reason is evidence that can be looked up; none is made up.

Which evidence is shown, and in which order, is decided by what moved the score: the ranker's
contributions by group of signals. A group without evidence that can be shown stays silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.base.messages import Message, joined
from core.base.records import Paper, PaperNumber, Reason, ReasonKind
from core.library.indexes.words import WordIndex
from core.recommend.mention_evidence import How, Mention, MentionFinder
from core.recommend.quoting import LONGEST, shortened
from core.recommend.telling_terms import TellingTerms, Terms

MAX_TERMS = 4
MAX_REASONS = 3
_MIN_SHARE = 0.25
"""A sentence must hold this share of the question's weight to be shown."""
_REMEMBERED = 2_048
"""Abstracts kept in sentences: splitting one takes half a millisecond."""
_LONGEST_TITLE = 80
_HOW: tuple[How, ...] = ("name", "title", "initials")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingEvidence:
    """A sentence of ``citing``, a paper of the library called ``title``, that cites a candidate.

    ``text`` is the sentence with its markers cut out.
    """

    citing: PaperNumber
    title: str
    text: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CocitationEvidence:
    """How many papers of the library cite a candidate together with ``given``, cited already."""

    given: PaperNumber
    title: str
    papers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of one candidate beside its title and abstract.

    ``cited_by`` counts the papers of the library that cite it. ``people`` are those of its
    authors who wrote the manuscript or a paper that it cites.
    """

    contexts: Sequence[CitingEvidence] = ()
    cited_with: Sequence[CocitationEvidence] = ()
    cited_by: int = 0
    people: Sequence[str] = ()


NOTHING = Evidence()
_WORDS_ALONE: Mapping[str, float] = {"words": 1.0}


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A paper with where its terms stand: field, start, end."""

    paper: Paper
    spans: Mapping[str, Sequence[tuple[str, int, int]]]


@dataclass(frozen=True, slots=True)
class _Question:
    narrow: Terms
    wide: Terms
    mentions: MentionFinder


class ReasonFinder:
    """Looks for what ties a question to a paper, rare things first."""

    def __init__(self, words: WordIndex, split: Callable[[str], Sequence[str]]) -> None:
        """``split`` cuts an abstract into sentences."""
        self._words = words
        self._split = lru_cache(_REMEMBERED)(lambda text: tuple(split(text)))
        self._terms = TellingTerms(words)

    def about(self, question: str, wider: str) -> Reasons:
        """Return what finds the evidence that ties a paper to this question.

        Terms of the question come before those of its ``wider`` context.
        """
        taken = _Question(self._terms.of(question), self._terms.of(wider), MentionFinder(question))
        return Reasons(self, taken)

    def reasons(
        self,
        question: _Question,
        paper: Paper,
        contributions: Mapping[str, float] | None,
        evidence: Evidence,
    ) -> tuple[Reason, ...]:
        """Return the evidence for one paper; see ``Reasons``."""
        contributions = _WORDS_ALONE if contributions is None else contributions
        reasons: list[Reason] = []
        candidate: _Candidate | None = None
        for kind in _kinds(contributions):
            if kind in ("terms", "abstract") and candidate is None:
                candidate = self._candidate(paper)
            match kind:
                case "context":
                    reason = _context(evidence.contexts)
                case "cocitation":
                    reason = _cited_with(evidence.cited_with)
                case "terms":
                    assert candidate is not None
                    reason = _terms(question, candidate, contributions)
                case "abstract":
                    assert candidate is not None
                    reason = self._quote(question, candidate)
            if reason is not None:
                reasons.append(reason)
        return tuple(reasons[:MAX_REASONS] or _standing(paper, contributions, evidence))

    def _candidate(self, paper: Paper) -> _Candidate:
        spans: dict[str, list[tuple[str, int, int]]] = {}
        for field, text in (("title", paper.title), ("abstract", paper.abstract)):
            for term, start, end in self._words.stem_spans(text):
                spans.setdefault(term, []).append((field, start, end))
        return _Candidate(paper, spans)

    # --- the best sentence of the paper itself ------------------------------------------------

    def _quote(self, question: _Question, candidate: _Candidate) -> Reason | None:
        terms = question.narrow if question.narrow.rarity else question.wide
        best = self._telling(terms, candidate)
        if best is None:
            return None
        paper = candidate.paper
        start = paper.abstract.find(best)
        spans = (("abstract", start, start + len(best)),) if start >= 0 else ()
        return Reason("abstract", shortened(best, self._focus(terms, best)), paper.number, spans)

    def _telling(self, terms: Terms, candidate: _Candidate) -> str | None:
        """Return the sentence that holds most of the question's rare terms, if it holds enough."""
        least = _MIN_SHARE * terms.total
        abstract = candidate.paper.abstract
        if not terms.rarity or not abstract or terms.weight(set(candidate.spans)) < least:
            return None
        sentences = self._split(abstract)
        weights = [terms.weight(set(self._words.terms(sentence))) for sentence in sentences]
        best = max(range(len(sentences)), key=weights.__getitem__, default=None)
        return None if best is None or weights[best] < least else sentences[best]

    def _focus(self, terms: Terms, text: str) -> tuple[int, int]:
        """Return where in a long text the question's terms stand, (0, 0) if nowhere."""
        if len(text) <= LONGEST:
            return 0, 0
        spans = [(s, e) for term, s, e in self._words.stem_spans(text) if term in terms.rarity]
        return (spans[0][0], spans[-1][1]) if spans else (0, 0)


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons of papers for one question."""

    _finder: ReasonFinder
    _question: _Question

    def __call__(
        self,
        paper: Paper,
        contributions: Mapping[str, float] | None = None,
        evidence: Evidence = NOTHING,
    ) -> tuple[Reason, ...]:
        """Return at most three reasons, no two of a kind, what moved the score most first.

        ``contributions`` are what each group of signals added to the score: "words", "vectors",
        "contexts", "cocitation", "mentions" can be shown. Without them, shared terms and the
        best sentence of the abstract are shown. Where none of these can be shown, what else
        moved the score is told: shared authors, how often the paper is cited, or that it is near
        in meaning.
        """
        return self._finder.reasons(self._question, paper, contributions, evidence)


def _kinds(contributions: Mapping[str, float]) -> list[ReasonKind]:
    """Return the kinds of evidence for what raised the score, what raised it most first."""
    words, vectors = contributions.get("words", 0.0), contributions.get("vectors", 0.0)
    weights: dict[ReasonKind, float] = {
        "terms": max(words, contributions.get("mentions", 0.0)),
        # The best sentence is evidence for words too, but says less of them than the terms do.
        "abstract": max(vectors, words / 2),
        "context": contributions.get("contexts", 0.0),
        "cocitation": contributions.get("cocitation", 0.0),
    }
    positive = [kind for kind, weight in weights.items() if weight > 0]
    return sorted(positive, key=lambda kind: -weights[kind])


def _terms(
    question: _Question, candidate: _Candidate, contributions: Mapping[str, float]
) -> Reason | None:
    """Return what the sentence names the paper by, and the rare terms they share."""
    paper = candidate.paper
    named: list[Mention] = []
    if contributions.get("mentions", 0.0) > 0:
        named = question.mentions.mentions(paper.title, paper.abstract)[:MAX_TERMS]
    parts = list(_mentioned(named))
    spans = [span for mention in named for span in mention.spans]
    if contributions.get("words", 0.0) > 0:
        for terms in (question.narrow, question.wide):
            rarest = terms.rarest(list(candidate.spans))[:MAX_TERMS]
            if rarest:
                # Shown as the person wrote them, not as the index stems them.
                shared = _listed(terms.written[term] for term in rarest)
                parts.append(Message("shares {terms}", terms=shared))
                spans += [span for term in rarest for span in candidate.spans[term]]
                break
    if not parts:
        return None
    return Reason("terms", joined(parts, "; "), paper.number, tuple(dict.fromkeys(spans)))


def _mentioned(mentions: Sequence[Mention]) -> Iterator[str]:
    for how in _HOW:
        texts = [shortened(mention.text) for mention in mentions if mention.how == how]
        if texts:
            yield _mentioned_by(how, _listed(texts))


def _mentioned_by(how: How, texts: str) -> Message:
    match how:
        case "name":
            return Message("named in the sentence: {texts}", texts=texts)
        case "title":
            return Message("its title in the sentence: {texts}", texts=texts)
        case "initials":
            return Message("its initials in the sentence: {texts}", texts=texts)


def _context(contexts: Sequence[CitingEvidence]) -> Reason | None:
    quoted = [each for each in contexts if each.text.strip()]
    if not quoted:
        return None
    best = max(quoted, key=lambda each: each.score)
    title, text = shortened(best.title, longest=_LONGEST_TITLE), shortened(best.text)
    said = Message("cited as: “{text}”", text=text)
    if best.title:
        said = Message("cited in “{title}” as: “{text}”", title=title, text=text)
    return Reason("context", said, best.citing)


def _cited_with(cited: Sequence[CocitationEvidence]) -> Reason | None:
    """Return with what of the papers cited already it is cited most, and with what else."""
    known = sorted((each for each in cited if each.papers > 0), key=lambda each: -each.papers)
    if not known:
        return None
    best, others = known[0], len(known) - 1
    title = shortened(best.title, longest=_LONGEST_TITLE) or Message("a paper without a title")
    count = of_your_papers(best.papers)
    said = Message("cited with “{title}” in {papers}", title=title, papers=count)
    if others:
        said = Message(
            "cited with “{title}” in {papers}, and with {others} more that you cite",
            title=title,
            papers=count,
            others=others,
        )
    return Reason("cocitation", said, best.given)


def of_your_papers(count: int) -> Message:
    """Return so many of the papers of the library, in words."""
    if count == 1:
        return Message("one of your papers")
    return Message("{count} of your papers", count=count)


def _standing(
    paper: Paper, contributions: Mapping[str, float], evidence: Evidence
) -> Iterator[Reason]:
    """Yield the weaker reasons, for a paper that has no other: what moved the score most first.

    They speak for the paper more than for this sentence.
    """
    made = {
        "people": _people(paper, evidence.people),
        "popularity": _cited_by(paper, evidence.cited_by),
        "vectors": Reason("meaning", Message("close to this in meaning"), paper.number),
    }
    for group in sorted(made, key=lambda group: -contributions.get(group, 0.0)):
        if contributions.get(group, 0.0) > 0 and (reason := made[group]) is not None:
            yield reason


def _people(paper: Paper, people: Sequence[str]) -> Reason | None:
    """Return who of its authors wrote the manuscript, or something that it cites."""
    if not people:
        return None
    named = ", ".join(people[:MAX_TERMS])
    said = Message("shares authors with your manuscript or what it cites: {names}", names=named)
    return Reason("people", said, paper.number)


def _cited_by(paper: Paper, count: int) -> Reason | None:
    """Return how often the library cites the paper."""
    if not count:
        return None
    said = Message("cited by one of your papers")
    if count > 1:
        said = Message("cited by {count} of your papers", count=count)
    return Reason("citations", said, paper.number)


def _listed(texts: Iterator[str] | Sequence[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts)
