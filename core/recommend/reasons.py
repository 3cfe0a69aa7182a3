"""Why a paper is suggested. Every reason is evidence that can be looked up; none is made up.

Which evidence is shown, and in which order, is decided by what moved the score: the ranker's
contributions by group of signals. A group without evidence that can be shown stays silent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.base.identity import split_into_words, title_key
from core.base.messages import Message, joined
from core.base.records import PLAUSIBLE, Paper, PaperNumber, Reason, ReasonKind
from core.library.indexes.words import WordIndex
from core.manuscript.text.languages import detect_language
from core.recommend.mentions import How, Mention, MentionFinder
from core.recommend.method_names import parse_title
from core.recommend.telling_terms import (
    Asked,
    Candidate,
    Compared,
    Shared,
    TellingSentences,
    Terms,
    is_marked,
)

MAX_TERMS = 4
MAX_REASONS = 3
_CLOSE, _NAMED = 0.25, 1.0
"""From this closeness on, a sentence says what the question says; a name says it all."""
_NEAR = 0.5
"""Cosine from which a citing sentence is shown that shares no telling word."""
_LEAST_SAID, _LEAST_SAID_FAINTLY = 0.15, 0.2
"""How much of the question the paper's own sentence says at least, also for a faint suggestion.

So much of it single words say at least for a faint one.
"""
_FAINT = 0.08
"""Below this chance nothing is a reason that may be said of many papers: one word in common, words
in common with the text around, being near in meaning, shared authors, how often it is cited.
"""
_CLOSER = 0.11
"""How much nearer a weak suggestion must be than a plausible one to be called close in meaning."""
_LEAST_TOLD = 2
"""Telling words of a sentence to which a weak suggestion may be close."""
_FIRST = 100.0
"""More than any group of signals adds to a score."""
_LONGEST_TITLE = 80
_LONG = 7
"""Letters of a word that is seldom used of anything: common words are short."""
_ENGLISH = detect_language("")
_HOW: tuple[How, ...] = ("name", "title", "initials")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitingEvidence:
    """A sentence of ``citing``, a paper of the library called ``title``, that cites a candidate.

    ``text`` is the sentence with its markers cut out; ``cosine`` is 0 if words found it.
    """

    citing: PaperNumber
    title: str
    text: str
    cosine: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CocitationEvidence:
    """How many papers of the library cite a candidate together with ``cited_paper``."""

    cited_paper: PaperNumber
    title: str
    papers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of one candidate beside its title and abstract.

    ``cited_by`` counts the papers of the library that cite it. ``people`` are those of its
    authors who wrote the manuscript or a paper that it cites, ``named_authors`` the words of the
    sentence that name its authors. ``cosine`` says how near the paper is to the sentence,
    ``chance`` how surely it is suggested.
    """

    contexts: Sequence[CitingEvidence] = ()
    cited_with: Sequence[CocitationEvidence] = ()
    cited_by: int = 0
    people: Sequence[str] = ()
    named_authors: Sequence[str] = ()
    cosine: float = 1.0
    chance: float = 1.0

    @property
    def is_faint(self) -> bool:
        """Whether the paper is hardly suggested."""
        return self.chance < _FAINT


NOTHING = Evidence()
_WORDS_ALONE: Mapping[str, float] = {"words": 1.0}


@dataclass(frozen=True, slots=True)
class _Question:
    question_terms: Asked
    mentions: MentionFinder
    is_known: bool
    is_english: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """A reason: how much of the question it says, and whether it is one word and nothing else.

    One word alone, or one compound, may mean anything, unless it ``is_name`` or ``is_rare``. It
    counts for more if it ``is_title_term``. ``share`` is how much of the question single words say;
    a phrase or a name says all of it.
    """

    reason: Reason
    closeness: float = 0.0
    is_one_word: bool = False
    is_name: bool = False
    is_rare: bool = False
    is_title_term: bool = False
    share: float = 1.0

    @property
    def lead(self) -> float:
        """What puts it before others, whatever moved the score: a name, then the same said."""
        return _FIRST * (self.closeness >= _CLOSE) + _FIRST * (self.closeness >= _NAMED)


class ReasonFinder:
    """Looks for what ties a question to a paper, rare things first."""

    def __init__(
        self,
        words: WordIndex,
        split: Callable[[str], Sequence[str]],
        *,
        least_cosine: float = 0.0,
    ) -> None:
        """``split`` cuts an abstract into sentences.

        Papers less near to the sentence than ``least_cosine`` are not called close in meaning,
        weak suggestions only if they are nearer than that.
        """
        self._sentences = TellingSentences(words, split)
        self._least_cosine = least_cosine

    def about(
        self,
        question: str,
        wider: str,
        *,
        manuscript: Sequence[str] = (),
        is_known: bool = True,
        is_english: bool = True,
    ) -> Reasons:
        """Return what finds the evidence that ties a paper to this question.

        Terms of the question come before those of its ``wider`` context. What the sentences of the
        ``manuscript`` are about throughout is no reason for a weak suggestion. ``is_known`` says
        whether the model that compares meanings knows the question's language.
        """
        question_terms = self._sentences.prepare_question(question, wider, manuscript)
        mentions = MentionFinder(question)
        return Reasons(self, _Question(question_terms, mentions, is_known, is_english))

    def reasons(
        self,
        question: _Question,
        paper: Paper,
        contributions: Mapping[str, float] | None,
        evidence: Evidence,
    ) -> tuple[Reason, ...]:
        """Return the evidence for one paper; see ``Reasons``."""
        weights = _WORDS_ALONE if contributions is None else contributions
        if evidence.chance < PLAUSIBLE:
            weakly_asked = replace(question.question_terms, is_weak=True)
            question = replace(question, question_terms=weakly_asked)
        candidate = self._sentences.candidate(paper)
        least = _LEAST_SAID_FAINTLY if evidence.is_faint else _LEAST_SAID
        findings: list[tuple[float, _Found]] = []
        for kind, weight in _kinds(weights).items():
            one = self._find_evidence(kind, question, candidate, weights, evidence)
            if one is None or (evidence.is_faint and one.share < _LEAST_SAID_FAINTLY):
                continue
            if one.reason.kind != "abstract" or one.closeness >= least:
                findings.append((weight + one.lead, one))
        if evidence.named_authors:
            reason = _explain_named_authors(paper, evidence.named_authors)
            findings.append((2 * _FIRST, _Found(reason, closeness=_NAMED)))
        findings.sort(key=lambda weighted_finding: -weighted_finding[0])
        alone = len(findings) == 1
        telling = [one for _, one in findings if not one.is_one_word or (alone and one.is_name)]
        reasons = [one.reason for one in telling]
        if not reasons and not evidence.is_faint:
            reasons = [*self._standing(question, candidate, weights, evidence)]
            if not reasons and "vectors" in weights:
                reasons = self._find_weak(question, candidate, evidence)
            # A sentence with one word in common may be about anything: a rare word says as much.
            # In a language of few papers all words are rare: a term of the title is enough for a
            # plausible suggestion whose meaning cannot be compared.
            is_enough = not question.is_known and evidence.chance >= PLAUSIBLE
            reasons = reasons or [
                one.reason
                for _, one in findings
                if one.is_name
                or (one.is_rare and question.is_english)
                or (one.is_title_term and is_enough)
            ]
            reasons = reasons or self._name_theme(question.question_terms, candidate, weights)
        return tuple(reasons[:MAX_REASONS])

    def _find_weak(
        self, question: _Question, candidate: Candidate, evidence: Evidence
    ) -> list[Reason]:
        """Return what says more than one word in common: the text around, or the meaning."""
        around = self._around(question, candidate)
        if around is not None:
            return [around]
        is_known = self._least_cosine > 0 and not math.isnan(evidence.cosine)
        is_near = is_known and self._is_close(question, evidence)
        return [self._near(question.question_terms, candidate)] if is_near else []

    def _name_theme(
        self, question_terms: Asked, candidate: Candidate, weights: Mapping[str, float]
    ) -> list[Reason]:
        """Return phrases of the manuscript's theme that both the sentence and the title have.

        They say little of this sentence, but more than nothing.
        """
        if weights.get("words", 0.0) <= 0:
            return []
        shared = self._terms(question_terms.narrow, candidate, frozenset())
        phrases = [one for one in shared if len(one.stems) > 1 and candidate.has_in_title(one)]
        if not phrases:
            return []
        reason_text = Message("shares {terms}", terms=_format_terms(phrases))
        spans = tuple(candidate.spans(_stems(phrases)))
        return [Reason("terms", reason_text, candidate.paper.number, spans)]

    def _is_close(self, question: _Question, evidence: Evidence) -> bool:
        """Tell whether a paper may be called close in meaning, as also where nothing is known.

        A sentence without two telling words is close to anything, and in a library of one subject
        everything is close to everything. So is everything in a language that the model does not
        know.
        """
        if not question.is_known:
            return False
        is_weak = evidence.chance < PLAUSIBLE
        says_little = len(question.question_terms.narrow.rarity) < _LEAST_TOLD
        if is_weak and says_little:
            return False
        return not evidence.cosine < self._least_cosine + (_CLOSER if is_weak else 0.0)

    def _find_evidence(
        self,
        kind: ReasonKind,
        question: _Question,
        candidate: Candidate,
        weights: Mapping[str, float],
        evidence: Evidence,
    ) -> _Found | None:
        """Return the evidence of one kind."""
        match kind:
            case "context":
                near = math.inf if evidence.is_faint else _NEAR
                return self._find_citing_sentence(
                    question.question_terms, evidence.contexts, near=near
                )
            case "abstract":
                return self._find_own_sentence(question.question_terms, candidate)
            case "cocitation":
                reason = _explain_cocitation(evidence.cited_with)
                return None if reason is None else _Found(reason)
            case _:
                return self._shared(question, candidate, weights)

    # --- reasons that quote a sentence --------------------------------------------------------

    def _find_own_sentence(self, question_terms: Asked, candidate: Candidate) -> _Found | None:
        """Return the sentence of the paper itself that says most of what the question says."""
        best = self._sentences.best(question_terms, candidate)
        if best is None or not best.is_telling:
            return None
        text = shortened(best.text, best.focus)
        reason = Reason("abstract", text, candidate.paper.number, _span(best))
        return _Found(reason, closeness=best.closeness, is_one_word=best.is_one_word)

    def _find_citing_sentence(
        self, question_terms: Asked, contexts: Sequence[CitingEvidence], *, near: float
    ) -> _Found | None:
        """Return the sentence that cites the paper for most of what the question says.

        One that shares too little with the question must be near in meaning, by a cosine.
        """
        quoted = [
            (self._sentences.compared(question_terms, context.text), context)
            for context in contexts
            if context.text.strip()
        ]
        known_sentences = [
            (one, context) for one, context in quoted if one.is_telling or context.cosine >= near
        ]
        if not known_sentences:
            return None
        best, evidence = max(known_sentences, key=lambda context: context[0].closeness)
        text = shortened(best.text, best.focus)
        reason_text = Message("cited as: “{text}”", text=text)
        if evidence.title:
            title = shortened(evidence.title, longest=_LONGEST_TITLE)
            reason_text = Message("“{text}” (cited so in “{title}”)", text=text, title=title)
        return _Found(
            Reason("context", reason_text, evidence.citing),
            closeness=best.closeness,
            is_one_word=best.is_one_word and evidence.cosine < near,
        )

    def _near(self, question_terms: Asked, candidate: Candidate) -> Reason:
        """Return what a paper says that is near in meaning and shares no telling words.

        Without a sentence that fits the question, it is the one that says what the title says.
        """
        paper = candidate.paper
        best = self._sentences.best(question_terms, candidate)
        if best is None or not (best.is_telling or best.fits_around):
            best = self._sentences.central(candidate)
        if best is None:
            return Reason("meaning", Message("close in meaning by its title"), paper.number)
        reason_text = Message("close in meaning: “{text}”", text=shortened(best.text, best.focus))
        return Reason("meaning", reason_text, paper.number, _span(best))

    def _around(self, question: _Question, candidate: Candidate) -> Reason | None:
        """Return what a paper says that fits the text around the question, or shares with it.

        In other languages than English it must be a phrase, a name or two words of the title:
        among papers in English every word of theirs is rare.
        """
        paper, question_terms = candidate.paper, question.question_terms
        best = self._sentences.best(question_terms, candidate) if question.is_english else None
        if best is not None and best.fits_around:
            reason_text = Message(
                "fits the text around: “{text}”", text=shortened(best.text, best.focus)
            )
            return Reason("terms", reason_text, paper.number, _span(best))
        shared = self._terms(question_terms.wide, candidate, question_terms.untold)
        if not question.is_english and not any(
            len(one.stems) > 1 or is_marked(one.term_text) for one in shared
        ):
            shared = [one for one in shared if candidate.has_in_title(one)]
        if not shared or _is_one_word(shared):
            return None
        reason_text = Message("shares {terms} with the text around", terms=_format_terms(shared))
        return Reason("terms", reason_text, paper.number, tuple(candidate.spans(_stems(shared))))

    # --- reasons from words in common ---------------------------------------------------------

    def _shared(
        self, question: _Question, candidate: Candidate, weights: Mapping[str, float]
    ) -> _Found | None:
        """Return what the sentence names the paper by, and the rare terms they share."""
        paper, terms = candidate.paper, question.question_terms
        named_mentions: list[Mention] = []
        if weights.get("mentions", 0.0) > 0:
            all_mentions = question.mentions.mentions(paper.title, paper.abstract)
            named_mentions = [
                mention for mention in all_mentions if self._is_telling(mention, paper)
            ]
            named_mentions = _drop_parts(named_mentions)
        shared: list[Shared] = []
        if weights.get("words", 0.0) > 0:
            shared = [
                term
                for term in self._terms(terms.narrow, candidate, terms.untold)
                if not any(_is_part(term.term_text, mention.text) for mention in named_mentions)
                and not (named_mentions and term.belongs_to_theme(terms.theme))
            ]
        parts = list(_mentioned(named_mentions[:MAX_TERMS]))
        if shared:
            parts.append(Message("shares {terms}", terms=_format_terms(shared)))
        if not parts:
            return None
        spans = [span for mention in named_mentions for span in mention.spans]
        spans += candidate.spans(_stems(shared))
        is_name = any(_is_name(one.term_text, paper.title) for one in shared)
        is_whole = is_name or named_mentions or any(len(one.stems) > 1 for one in shared)
        return _Found(
            Reason("terms", joined(parts, "; "), paper.number, tuple(dict.fromkeys(spans))),
            closeness=_NAMED if named_mentions else 0.0,
            is_one_word=not named_mentions and _is_one_word(shared),
            is_name=is_name,
            is_rare=self._sentences.terms.are_rare(shared),
            is_title_term=any(_is_title_term(one, candidate) for one in shared),
            share=1.0 if is_whole else sum(one.weight for one in shared) / terms.narrow.total,
        )

    def _terms(
        self, question_terms: Terms, candidate: Candidate, untold: frozenset[str]
    ) -> list[Shared]:
        """Return the rarest terms they share; without a phrase, one of them must be rare itself.

        A single word counts where the title has it, or the abstract more than once. ``untold``
        stems are shown beside others only.
        """
        terms = self._sentences.terms
        shared = terms.shared(question_terms, candidate.terms)
        counts = Counter(stem for stem, _, _ in candidate.terms.spans)
        title_stems = candidate.title.rarity.keys()
        shared = [
            one
            for one in shared
            if len(one.stems) > 1 or one.stems[0] in title_stems or counts[one.stems[0]] > 1
        ]
        shared = terms.keep_topics(shared)[:MAX_TERMS]
        if all(one.belongs_to_theme(untold) for one in shared):
            return []
        if any(len(one.stems) > 1 for one in shared):
            return shared
        is_enough = terms.are_enough(question_terms, shared[0].stems) and (
            any(_is_name(one.term_text, candidate.paper.title) for one in shared)
            or terms.say_enough(question_terms, shared)
        )
        return shared if is_enough else []

    def _is_telling(self, mention: Mention, paper: Paper) -> bool:
        """Tell whether words that mention a paper mean it: "multi-modal" and "RNN" mean many.

        So do two words in small letters, unless they are a whole title and both telling.
        """
        if mention.how == "initials":
            return mention.text.removesuffix("s").lower() == parse_title(paper.title).main_initials
        terms = self._sentences.terms
        mention_terms = terms.of(mention.text)
        if mention.how == "title" and not mention.is_written:
            is_part = title_key(mention.text) != title_key(paper.title)
            is_short = len(split_into_words(mention.text)) < 3
            if is_part or is_short:
                return len(mention_terms.rarity) > 1 and not (is_part and is_short)
        return bool(mention_terms.rarity) and terms.are_enough(
            mention_terms, mention_terms.rarity.keys()
        )

    def _standing(
        self,
        question: _Question,
        candidate: Candidate,
        weights: Mapping[str, float],
        evidence: Evidence,
    ) -> Iterator[Reason]:
        """Yield the weaker reasons, for a paper without any other: what moved the score most first.

        They speak for the paper more than for this sentence.
        """
        paper, by_vectors = candidate.paper, weights.get("vectors", 0.0) > 0
        reason_makers: Mapping[str, Callable[[], Reason | None]] = {
            "people": lambda: _people(paper, evidence.people),
            "popularity": lambda: _explain_citations(paper, evidence.cited_by),
            "vectors": lambda: (
                self._near(question.question_terms, candidate)
                if self._is_close(question, evidence)
                else None
            ),
            "words": lambda: None if by_vectors else self._around(question, candidate),
        }
        for group in sorted(reason_makers, key=lambda group: -weights.get(group, 0.0)):
            if weights.get(group, 0.0) > 0 and (reason := reason_makers[group]()) is not None:
                yield reason


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
        """Return at most three reasons, no two of a kind.

        A name of the paper comes first, then a sentence that says the same, then what moved the
        score most. ``contributions`` are what each group of signals added to the score: "words",
        "vectors", "contexts", "cocitation", "mentions" can be shown. Without them, shared terms
        and the best sentence of the abstract are shown. Where none of these can be shown, what
        else moved the score is told: shared authors, how often the paper is cited, or what it says
        that is near in meaning. None of that, nor one word in common, is a reason for a faint
        suggestion.
        """
        return self._finder.reasons(self._question, paper, contributions, evidence)


def _kinds(contributions: Mapping[str, float]) -> dict[ReasonKind, float]:
    """Return the kinds of evidence for what raised the score, and how much it did."""
    words, vectors = contributions.get("words", 0.0), contributions.get("vectors", 0.0)
    weights: dict[ReasonKind, float] = {
        "terms": max(words, contributions.get("mentions", 0.0)),
        # The best sentence is evidence for words too, but says less of them than the terms do.
        "abstract": max(vectors, words / 2),
        "context": contributions.get("contexts", 0.0),
        "cocitation": contributions.get("cocitation", 0.0),
    }
    return {kind: weight for kind, weight in weights.items() if weight > 0}


def _drop_parts(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions without those that are words of a longer one: "ATLANTA" of "IP2-ATLANTA".

    Of several with the same words, as "IP2-ATLANTA" and "IP2 Atlanta", the first is kept.
    """
    words = [frozenset(split_into_words(mention.text)) for mention in mentions]
    return [
        mention
        for place, mention in enumerate(mentions)
        if not words[place]
        or not (
            words[place] in words[:place]
            or any(words[place] < longer_words for longer_words in words)
        )
    ]


def _is_part(text: str, longer_text: str) -> bool:
    """Tell whether the words of a text are among those of another one, or all of them."""
    words = split_into_words(text)
    return bool(words) and set(words) <= set(split_into_words(longer_text))


def _mentioned(mentions: Sequence[Mention]) -> Iterator[str]:
    for how in _HOW:
        texts = [
            shortened(mention.text, longest=_LONGEST_TITLE)
            for mention in mentions
            if mention.how == how
        ]
        if texts:
            yield _format_mentions(how, _listed(texts))


def _format_mentions(how: How, texts: str) -> Message:
    match how:
        case "name":
            return Message("named in the sentence: {texts}", texts=texts)
        case "title":
            return Message("its title in the sentence: {texts}", texts=texts)
        case "initials":
            return Message("its initials in the sentence: {texts}", texts=texts)


def _explain_cocitation(cited: Sequence[CocitationEvidence]) -> Reason | None:
    """Return with what of the papers cited already it is cited most, and with what else."""
    known_evidence = sorted(
        (cocitation for cocitation in cited if cocitation.papers > 0),
        key=lambda cocitation: -cocitation.papers,
    )
    if not known_evidence:
        return None
    best, other_count = known_evidence[0], len(known_evidence) - 1
    title = shortened(best.title, longest=_LONGEST_TITLE) or Message("a paper without a title")
    count = of_your_papers(best.papers)
    reason_text = Message("cited with “{title}” in {papers}", title=title, papers=count)
    if other_count:
        reason_text = Message(
            "cited with “{title}” in {papers}, and with {others} more that you cite",
            title=title,
            papers=count,
            others=other_count,
        )
    return Reason("cocitation", reason_text, best.cited_paper)


def of_your_papers(count: int) -> Message:
    """Return so many of the papers of the library, in words."""
    if count == 1:
        return Message("one of your papers")
    return Message("{count} of your papers", count=count)


def _explain_named_authors(paper: Paper, texts: Sequence[str]) -> Reason:
    """Return by which words the sentence names its authors."""
    names = _listed([shortened(text, longest=_LONGEST_TITLE) for text in texts[:MAX_TERMS]])
    reason_text = Message("its authors named in the sentence: {texts}", texts=names)
    return Reason("people", reason_text, paper.number)


def _people(paper: Paper, people: Sequence[str]) -> Reason | None:
    """Return who of its authors wrote the manuscript, or something that it cites."""
    if not people:
        return None
    people_names = ", ".join(people[:MAX_TERMS])
    reason_text = Message(
        "shares authors with your manuscript or what it cites: {names}", names=people_names
    )
    return Reason("people", reason_text, paper.number)


def _explain_citations(paper: Paper, count: int) -> Reason | None:
    """Return how often the library cites the paper."""
    if not count:
        return None
    reason_text = Message("cited by one of your papers")
    if count > 1:
        reason_text = Message("cited by {count} of your papers", count=count)
    return Reason("citations", reason_text, paper.number)


def _span(compared_sentence: Compared) -> tuple[tuple[str, int, int], ...]:
    return (
        (
            "abstract",
            compared_sentence.start,
            compared_sentence.start + len(compared_sentence.text),
        ),
    )


def _is_one_word(shared: Sequence[Shared]) -> bool:
    return len(shared) == 1 and " " not in shared[0].term_text


def _is_name(word: str, title: str) -> bool:
    """Tell whether a word is written as the name of a method: "BERT", "word2vec", "CamVid".

    So is any that the title gives its paper, as "lintel" in "Lintel: doors for all".
    """
    own_names = {name.name_text.lower() for name in parse_title(title).own}
    return is_marked(word) or word.lower() in own_names


def _is_title_term(term: Shared, candidate: Candidate) -> bool:
    """Tell whether a title has a word that is long, or that is used in two languages: "hash".

    A paper in English and a sentence in another language share terms, and no common words.
    """
    if not candidate.has_in_title(term):
        return False
    return len(term.term_text) >= _LONG or detect_language(candidate.terms.text) == _ENGLISH


def _stems(shared: Sequence[Shared]) -> frozenset[str]:
    return frozenset(stem for shared_term in shared for stem in shared_term.stems)


def _format_terms(shared: Sequence[Shared]) -> str:
    return _listed([shared_term.term_text for shared_term in shared])


def _listed(texts: Sequence[str]) -> str:
    return joined([Message("“{text}”", text=text) for text in texts])


# --- shortening quotes -------------------------------------------------------------------------


LONGEST = 600
"""Characters of a quote, ellipses included."""
_LEAD = 24
"""Characters kept before what a quote is shown for."""


def shortened(text: str, focus: tuple[int, int] = (0, 0), *, longest: int = LONGEST) -> str:
    """Return a text of at most ``longest`` characters, cut at a word, with "…" where it was cut.

    It begins as the text does, unless ``focus``, the span it is quoted for, would be cut off.
    """
    text = text.strip()
    if len(text) <= longest:
        return text
    start, end = focus
    if end <= longest - 1:
        return _cut(text, longest)
    begin = max(0, min(start - _LEAD, len(text) - longest + 1))
    space = text.find(" ", begin)
    tail = text[space + 1 :] if 0 <= space < max(start, begin + _LEAD) else text[begin:]
    return "…" + _cut(tail, longest - 1) if begin > 0 else _cut(text, longest)


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    head = text[: longest - 1]
    if not text[longest - 1].isspace():  # in the middle of a word
        word = head.rfind(" ")
        head = head[:word] if word > longest // 2 else head
    return head.rstrip(" ,;:–—-") + "…"
