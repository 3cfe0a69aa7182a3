"""The terms that say what a text is about, shown in reasons and ties.

A term counts if it is rare enough in the library, is no word that any paper may use ("few",
"approach", "away"), and is more than a letter or a number. Which words any paper may use does not
depend on the library: in a small one every word is rare.

Sentences are compared by the telling terms they share, as by a cosine: rare ones weigh more, and a
long sentence must share more.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from core.base.plain_words import general_words, plain_words
from core.base.records import Paper
from core.library.indexes.words import WordIndex

MIN_RARITY = 2.0
"""Terms in more than about one paper of eight say nothing about a paper."""
_ALONE = 1.5
"""How much rarer a term must be that is the only one two texts share."""
_RARE = 2.25
"""The same for one that says as much by itself: in one paper of ninety, or in ``_FEW``."""
_FEW = 4
_LEAST_PART, _LEAST_SAID = 0.125, 3.0
"""Of the weight of a text, or times the least rarity: what single words must weigh together."""
_TITLES, _LEAST_TOPICAL, _TOPIC = 0.25, 0.4, 3.6
"""Of the papers with a word, the share that has it in the title from which on it counts whole; how
much of that it has at least; what several words must then weigh together in a large library.
"""
_DOUBTED_TITLES, _DOUBTED_PAPERS = 1, 3
"""Added to the papers of a word: what few papers do says little."""
_JOINTS = frozenset((" ", "-"))
"""What may stand between the words of a phrase."""
_LONGEST = 4
_ENDING = 3
_ENDINGS_APART = (("ion", "ive"), ("al", "ate"), ("al", "ated"))
"""Endings that make two words of one stem."""
_REMEMBERED = 20_000
_TEXTS = 512
"""Texts kept taken apart (about 20 kB each): the papers that sentences of one manuscript share."""
_SENTENCES = 4_096
_SAMPLED, _LEAST_SAMPLED, _THEME = 200, 30, 0.1
"""Sentences of a manuscript that are looked at for its theme, at most and at least, and the share
of them that has a word of it.
"""
_SHORT = 6
"""Letters of an abbreviation at most; longer words in capitals are those of a heading."""
Span = tuple[str, int, int]


def _get_start(span: Span) -> int:
    return span[1]


@dataclass(frozen=True, slots=True)
class Terms:
    """The telling terms of a text: ``ln(papers / papers with it)`` of each, by stem.

    ``spans`` are all its words by stem; ``forms`` how each telling one is written there.
    """

    text: str
    spans: Sequence[Span]
    rarity: Mapping[str, float]
    forms: Mapping[str, Collection[str]]

    @property
    def total(self) -> float:
        """The weight of the text."""
        return sum(self.rarity.values())

    def within(self, start: int, end: int) -> Terms:
        """Return the terms of a part of the text; spans stay those in the whole."""
        first = bisect_left(self.spans, start, key=_get_start)
        spans = self.spans[first : bisect_left(self.spans, end, key=_get_start)]
        stems = self.rarity.keys() & {stem for stem, _, _ in spans}
        rarity = {stem: self.rarity[stem] for stem in stems}
        return Terms(self.text, spans, rarity, self.forms)

    def common(self, other: Terms) -> frozenset[str]:
        """Return the stems of the telling words that both texts have."""
        return frozenset(
            stem
            for stem in self.rarity.keys() & other.rarity.keys()
            if _are_one_word(self.forms[stem], other.forms[stem])
        )

    def belong_to_theme(self, theme: frozenset[str], stems: Collection[str]) -> bool:
        """Tell whether some of its terms say nothing but what a whole manuscript is about."""
        return theme.issuperset(stems) and not any(
            map(is_marked, itertools.chain.from_iterable(self.forms[stem] for stem in stems))
        )

    def weight(self, stems: Collection[str]) -> float:
        """Return how much of the text's weight some of its terms hold."""
        return sum(self.rarity[stem] for stem in stems)


@dataclass(frozen=True, slots=True)
class Shared:
    """A word or phrase that two texts share: as the first one writes it, and its stems."""

    term_text: str
    stems: tuple[str, ...]
    weight: float

    def belongs_to_theme(self, theme: frozenset[str]) -> bool:
        """Tell whether it says nothing but what the whole manuscript is about."""
        return theme.issuperset(self.stems) and not is_marked(self.term_text)


class TellingTerms:
    """Finds them in texts, by the rarity of words in one library."""

    def __init__(self, words: WordIndex) -> None:
        self._words = words
        self._rarity = lru_cache(_REMEMBERED)(self._compute_rarity)
        self._topicality = lru_cache(_REMEMBERED)(self._compute_topicality)
        self._cached_terms = lru_cache(_TEXTS)(self._compute_terms)
        self._cached_stems = lru_cache(_SENTENCES)(self._compute_stems)

    def of(self, text: str) -> Terms:
        """Return the telling terms of a text."""
        return self._cached_terms(text, max(self._words.count(), 1))

    def find_theme(self, sentences: Sequence[str]) -> frozenset[str]:
        """Return the stems that tell no sentence of a manuscript from others: many have them.

        They are rare in a library of many subjects. Few sentences have no theme.
        """
        sample = sentences[:: max(len(sentences) // _SAMPLED, 1)]
        if len(sample) < _LEAST_SAMPLED:
            return frozenset()
        counts = Counter(itertools.chain.from_iterable(map(self._cached_stems, sample)))
        return frozenset(stem for stem, count in counts.items() if count >= _THEME * len(sample))

    def _compute_stems(self, sentence: str) -> frozenset[str]:
        return frozenset(stem for stem, _, _ in self._words.stem_spans(sentence))

    def _compute_terms(self, text: str, total: int) -> Terms:
        spans = self._words.stem_spans(text)
        forms: dict[str, set[str]] = {}
        for stem, start, end in spans:
            if _may_tell(text[start:end]):
                forms.setdefault(stem, set()).add(text[start:end])
        rarity = {stem: self._rarity(stem, total) for stem in forms}
        least = _least(total)
        telling = {stem: weight for stem, weight in rarity.items() if weight >= least}
        return Terms(text, spans, telling, forms)

    def shared(self, mine: Terms, other: Terms) -> list[Shared]:
        """Return what both texts speak of, the rarest first.

        Words that follow each other in both are one phrase.
        """
        single = mine.common(other)
        if not single:
            return []
        shared_terms: dict[tuple[str, ...], Shared] = {}
        in_phrases: set[str] = set()
        for stems, phrase in _phrases(mine.text, mine.spans, _trail(other.text, other.spans)):
            if single.intersection(stems):
                weight = mine.weight(mine.rarity.keys() & set(stems))
                shared_terms.setdefault(stems, Shared(phrase, stems, weight))
                in_phrases.update(stems)
        for stem in single - in_phrases:
            term_text = _as_written(mine.forms[stem], other.forms[stem])
            shared_terms[stem,] = Shared(term_text, (stem,), mine.rarity[stem])
        return sorted(
            (one for one in shared_terms.values() if not _is_told(one, shared_terms.values())),
            key=lambda shared_term: (-shared_term.weight, shared_term.term_text),
        )

    def are_enough(self, mine: Terms, stems: Collection[str], *, are_titled: bool = False) -> bool:
        """Tell whether sharing these words says something: two, or one that is rare.

        With ``are_titled``, titles must have that one: "documented" is rare, but in no title.
        """
        total = max(self._words.count(), 1)
        if len(stems) > 1:
            return True
        weight = sum(
            mine.rarity[stem] * (self._topicality(stem, total) if are_titled else 1.0)
            for stem in stems
        )
        return weight >= max(_ALONE * _least(total), 1e-9)

    def say_enough(self, mine: Terms, shared_terms: Sequence[Shared]) -> bool:
        """Tell whether single words say something of this text: a part of it, or a rare thing."""
        weight = sum(term.weight for term in shared_terms)
        total = max(self._words.count(), 1)
        return weight >= min(_LEAST_PART * mine.total, _LEAST_SAID * _least(total))

    def keep_topics(self, shared_terms: Sequence[Shared]) -> list[Shared]:
        """Return the phrases, and the single words that papers of the library are about.

        A word that says what a paper is about stands in its title too (Church & Gale, 1995).
        Several must weigh enough together by how often they do: "documented", "countries".
        """
        total = max(self._words.count(), 1)
        topics = {
            term: topicality
            for term in shared_terms
            if (topicality := self._topicality(term.stems[0], total)) >= _LEAST_TOPICAL
            or len(term.stems) > 1
        }
        if any(len(term.stems) > 1 for term in topics):
            return list(topics)
        weight = sum(term.weight * topicality for term, topicality in topics.items())
        least = _least(total) if len(topics) == 1 else math.log(total) / 2
        return list(topics) if weight >= min(_ALONE * least, _TOPIC) else []

    def are_rare(self, shared_terms: Sequence[Shared]) -> bool:
        """Tell whether one of the terms is so rare that it says something by itself."""
        total = max(self._words.count(), 1)
        least = min(_RARE * _least(total), math.log(total / _FEW))
        return max((term.weight for term in shared_terms), default=0.0) >= least

    def _compute_topicality(self, stem: str, _: int) -> float:
        """Return how surely papers that have a word are about it, from 0 to 1, by their titles."""
        titles = self._words.title_frequency(stem) + _DOUBTED_TITLES
        papers = self._words.document_frequency(stem) + _DOUBTED_PAPERS
        return min(titles / (_TITLES * papers), 1.0)

    def _compute_rarity(self, stem: str, total: int) -> float:
        return math.log(total / max(self._words.document_frequency(stem), 1))


def _least(total: int) -> float:
    """Return how rare a telling term is at least: among few papers, none is as rare."""
    return min(MIN_RARITY, math.log(total) / 2)


def _phrases(text: str, spans: Sequence[Span], trail: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the longest runs of words that ``trail`` has too, by stems and as written."""
    known_stems = frozenset(trail.split())
    first = 0
    while first < len(spans):
        most = min(_LONGEST, len(spans) - first) if spans[first][0] in known_stems else 0
        for length in range(most, 1, -1):
            part = spans[first : first + length]
            stems = tuple(stem for stem, _, _ in part)
            if f" {' '.join(stems)} " in trail and _is_phrase(text, part):
                yield stems, text[part[0][1] : part[-1][2]]
                first += length - 1
                break
        first += 1


@lru_cache(_REMEMBERED)
def _is_one_word(one: str, other: str) -> bool:
    """Tell whether two forms of a stem differ by an ending only.

    "intelligible" and "intelligence", which the stemmer takes for one, do not; nor do "position"
    and "positive", or "animal" and "animated".
    """
    least = max(len(one), len(other)) - _ENDING
    if one == other or not (least > 0 and one[:least] == other[:least]):
        return one == other
    words = [word.removesuffix("s") for word in (one, other)]
    return not any(
        word.endswith(ending) and second_word.endswith(second_ending)
        for word, second_word in (words, words[::-1])
        for ending, second_ending in _ENDINGS_APART
    )


def _is_told(term: Shared, terms: Iterable[Shared]) -> bool:
    """Tell whether a longer phrase says a shorter one too: "vector fields", "fields"."""
    return any(set(term.stems) < set(longer_term.stems) for longer_term in terms)


def _are_one_word(some: Collection[str], other_words: Collection[str]) -> bool:
    pairs = itertools.product(some, other_words)
    return any(_is_one_word(one.lower(), other.lower()) for one, other in pairs)


def _trail(text: str, spans: Sequence[Span]) -> str:
    """Return the stems of a text in their order, " | " between those that do not touch."""
    parts, before = [" "], -1
    for stem, start, end in spans:
        if before >= 0 and text[before:start] not in _JOINTS:
            parts.append("| ")
        parts.append(f"{stem} ")
        before = end
    return "".join(parts)


def _is_phrase(text: str, part: Sequence[Span]) -> bool:
    """Tell whether words belong together, and none is cut off.

    No plain word is among them, but in a compound, or between telling ones: "interrupted time
    series".
    """
    joints = [text[end:start] for (_, _, end), (_, start, _) in itertools.pairwise(part)]
    if not all(joint in _JOINTS for joint in joints):
        return False
    if text[part[0][1] - 1 : part[0][1]] == "-" or text[part[-1][2] : part[-1][2] + 1] == "-":
        return False
    first_word, *_, last_word = (text[start:end] for _, start, end in part)
    if _may_tell(first_word) and _may_tell(last_word):
        return True
    beside = ["", *joints, ""]
    return all(
        _may_join(text[start:end])
        or "-" in beside[which : which + 2]
        or _heads_name(text, part[which : which + 2])
        for which, (_, start, end) in enumerate(part)
    )


def _heads_name(text: str, part: Sequence[Span]) -> bool:
    """Tell whether a plain word begins the name of a place: "São Paulo"."""
    is_inside = text[: part[0][1]].rstrip()[-1:].isalnum()
    return is_inside and len(part) > 1 and all(text[start].isupper() for _, start, _ in part)


@lru_cache(_REMEMBERED)
def _may_tell(word: str) -> bool:
    """Tell whether a word is none that any paper uses, and more than a letter or a number."""
    return _may_join(word) and word.lower() not in general_words()


def _may_join(word: str) -> bool:
    """Tell whether a word may be part of a phrase: "hard", in "hard negatives", but not "new".

    Two letters must be capitals.
    """
    if not any(map(str.isalpha, word)) or len(word) < 2:
        return False
    return word.isupper() if len(word) == 2 else word.lower() not in plain_words()


def _as_written(forms: Collection[str], other_forms: Collection[str]) -> str:
    """Return a word of the first text, in small letters where one text writes it so."""
    best = min(forms, key=lambda form: (form[:1].isupper(), form))
    small = best.lower()
    if best.isupper() and not is_marked(best):
        return small if small in other_forms else best.capitalize()
    return small if best[1:] == small[1:] and small in other_forms else best


def is_marked(word: str) -> bool:
    """Tell whether a word is written as a name: "BERT", "word2vec", "CamVid"."""
    if word.isalpha() and word.isupper() and len(word) > _SHORT:
        return False
    return any(not letter.islower() and letter.isalnum() for letter in word[1:])


def uncapitalised(term: str) -> str:
    """Return a term without the capitals of a title; abbreviations and names in capitals stay."""
    return " ".join(
        word.lower() if word[1:].islower() or len(word) == 1 else word for word in term.split(" ")
    )


# --- sentences that say what a question says ---------------------------------------------------


_REMEMBERED = 2_048
"""Abstracts kept in sentences: splitting one takes half a millisecond."""
_AROUND = 0.25
"""Weight of a term of the text around the question beside those of the question itself."""
_LEAST_AROUND = 0.05
"""How close a sentence is at least that fits the text around."""
_DOUBT = 4.0
"""Added to the weight of each sentence: a share of three words says little."""
_LEAST_COMMON = 2
"""Telling words of a title in a sentence that says what the title says."""
_BETWEEN, _LINK = "\n\n", "://"


@dataclass(frozen=True, slots=True)
class Asked:
    """The telling terms of a question, of the text around it, and the manuscript's theme.

    For what ``is_weak`` the theme alone is no reason.
    """

    narrow: Terms
    wide: Terms
    theme: frozenset[str] = field(default_factory=frozenset)
    is_weak: bool = False

    @property
    def untold(self) -> frozenset[str]:
        """The stems that are no reason alone."""
        return self.theme if self.is_weak else frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper with the terms of its title and abstract, as one text."""

    paper: Paper
    terms: Terms

    @property
    def title(self) -> Terms:
        """The terms of the title alone."""
        return self.terms.within(0, len(self.paper.title))

    def has_in_title(self, term: Shared) -> bool:
        """Tell whether its title has all the words of a term."""
        end = len(self.paper.title)
        return {stem for stem, start, _ in self.terms.spans if start < end}.issuperset(term.stems)

    @property
    def before_abstract(self) -> int:
        """Where in that text the abstract begins."""
        return len(self.paper.title) + len(_BETWEEN)

    def spans(self, stems: Collection[str]) -> Iterator[tuple[str, int, int]]:
        """Yield where words stand in the paper: field, start, end."""
        before = self.before_abstract
        for stem, start, end in self.terms.spans:
            if stem in stems and start < before:
                yield "title", start, end
            elif stem in stems:
                yield "abstract", start - before, end - before


@dataclass(frozen=True, slots=True)
class Compared:
    """A sentence and how much it says of what the question says: ``closeness`` in 0..1.

    ``start`` is where it begins in its abstract. ``is_telling`` says that what it shares with the
    question itself is enough to be shown, ``focus`` where in the sentence that stands.
    ``is_one_word`` says that it shares a single word with it, ``fits_around`` that it shares enough
    with the text around.
    """

    text: str
    start: int
    closeness: float
    is_telling: bool
    focus: tuple[int, int]
    is_one_word: bool = False
    fits_around: bool = False


class TellingSentences:
    """Compares sentences in one library."""

    def __init__(self, words: WordIndex, split: Callable[[str], Sequence[str]]) -> None:
        """``split`` cuts an abstract into sentences."""
        self.terms = TellingTerms(words)
        self._split = lru_cache(_REMEMBERED)(lambda text: tuple(split(text)))

    def prepare_question(self, question: str, wider: str, manuscript: Sequence[str] = ()) -> Asked:
        """Return a question as sentences are compared with it; its theme is the manuscript's."""
        theme = self.terms.find_theme(manuscript)
        return Asked(self.terms.of(question), self.terms.of(wider), theme)

    def candidate(self, paper: Paper) -> Candidate:
        """Return a paper as it is compared."""
        return Candidate(paper, self.terms.of(f"{paper.title}{_BETWEEN}{paper.abstract}"))

    def best(self, question_terms: Asked, candidate: Candidate) -> Compared | None:
        """Return the sentence of the abstract that is closest to the question, if any is close."""
        if (question_terms.narrow.rarity.keys() | question_terms.wide.rarity.keys()).isdisjoint(
            candidate.terms.rarity
        ):
            return None
        comparisons = (self._compared(question_terms, *part) for part in self._parts(candidate))
        best = max(comparisons, key=lambda comparison: comparison.closeness, default=None)
        return best if best is not None and best.closeness > 0 else None

    def central(self, candidate: Candidate) -> Compared | None:
        """Return the sentence of the abstract that says most of what the title says.

        With one word of a longer title it says nothing: "Research on bats goes on".
        """
        title = candidate.title
        own, is_short = Asked(title, title), len(title.rarity) < _LEAST_COMMON
        comparisons = (self._compared(own, *part) for part in self._parts(candidate))
        fitting = (
            one for one in comparisons if is_short or (one.closeness and not one.is_one_word)
        )
        return max(fitting, key=lambda comparison: comparison.closeness, default=None)

    def compared(self, question_terms: Asked, sentence: str) -> Compared:
        """Compare a sentence with the question."""
        return self._compared(question_terms, sentence, 0, self.terms.of(sentence), 0)

    def _parts(self, candidate: Candidate) -> Iterator[tuple[str, int, Terms, int]]:
        """Yield each sentence, where it begins, its terms, and how far on these stand."""
        abstract, end = candidate.paper.abstract, 0
        for text in self._split(abstract) if abstract else ():
            start = abstract.find(text, end)
            if start >= 0 and _LINK not in text:  # "Our code is found at …"
                end = start + len(text)
                offset = candidate.before_abstract + start
                yield text, start, candidate.terms.within(offset, offset + len(text)), offset

    def _compared(
        self, question_terms: Asked, text: str, start: int, terms: Terms, offset: int
    ) -> Compared:
        both = question_terms.narrow.common(terms)
        around = question_terms.wide.common(terms) - both
        weight = terms.weight(both) + _AROUND * terms.weight(around)
        scale = math.sqrt((question_terms.narrow.total + _DOUBT) * (terms.total + _DOUBT))
        closeness = min(weight / scale, 1.0)
        stands = [(s - offset, e - offset) for stem, s, e in terms.spans if stem in both]
        return Compared(
            text=text,
            start=start,
            closeness=closeness,
            is_telling=bool(both)
            and not terms.belong_to_theme(question_terms.untold, both)
            and self.terms.are_enough(question_terms.narrow, both, are_titled=True),
            focus=(stands[0][0], stands[-1][1]) if stands else (0, 0),
            is_one_word=len(both) == 1,
            fits_around=closeness >= _LEAST_AROUND
            and len(both | around) > 1
            and not terms.belong_to_theme(question_terms.untold, both | around)
            and self.terms.are_enough(question_terms.wide, around),
        )
