"""The passages of a cited paper that are nearest to what a sentence says of it.

The paper's own sentences are compared by words (BM25 within the paper), the nearest of these and
the abstract by meaning too; two of the best that follow one another are one passage. Reference
lists, acknowledgements and running heads are left out. A logistic function of the signals is the
chance that a reader agrees; its parameters were chosen on labelled pairs, see
``docs/quality.md``. A reranker that was trained for evidence may order the passages that are
shown; which these are, and what they are called, does not depend on it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.base.findings import (
    CitationEvidence,
    EvidencePassage,
    EvidenceState,
    NumberCheck,
    Quotation,
    SearchedText,
)
from core.base.records import Manuscript, Marker, PaperNumber, Sentence
from core.library.indexes.folding import fold_for_index, index_terms
from core.manuscript.text.common_titles import is_caption, is_references_title
from core.manuscript.text.languages import main_language
from core.recommend.bare import bare
from core.recommend.quotations import (
    QuotedText,
    check_numbers,
    check_quotation,
    find_quotations,
)

PASSAGES = 3
_JOINED = 10
"""The best sentences, of which those side by side are shown as one passage."""
_K1, _B = 1.2, 0.75
_BY_WORDS, _BY_POSITION = 12, 10
_LEAST_WORDS, _LEAST_LETTERS = 5, 0.5
_REPEATED = 3  # pages that have the same line: a running head
_NEAR = 1  # sentences beside a passage in which a number is near it
_LONGEST = 600

_LEFT_OUT = re.compile(
    r"acknowledg|funding|conflicts? of interest|competing interest|author contribution"
    r"|contributions? of|data availab|availability of|supporting information|disclosure"
    r"|declaration|ethics|consent|abbreviations|danksagung|remerciements|agradecimientos"
    r"|ringraziamenti|благодарност|致谢|謝辞|감사",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?:we|the authors?|i) (?:also )?(?:gratefully |sincerely )?(?:thank|acknowledge|are grateful"
    r"|declare)\b|(?:this|the) (?:work|research|study|project) (?:was|is|has been) "
    r"(?:\w+ )?(?:supported|funded|financed)|supported by|funded by|the online version of this"
    r"|all rights reserved|©|copyright",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"(?:\b[A-Z]\.[-,\s]*){2,}.*\b(?:19|20)\d\d\b.*\b(?:pp?\.|vol\.|arXiv|In Proc|doi|\d+\(\d+\))"
    r"|\bdoi:\s?10\.|https?://doi\.org/",
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_CAPTION_NUMBER = re.compile(
    r"\b(?:Fig(?:ure|s)?|Tab(?:le|s)?|Abb(?:ildung)?|Tabelle)\.?\s*[\dA-Z.]+(?:\s?\([a-z]\))?[:.]?",
)
_OWN_CLAIM = re.compile(
    r"\b(?:we|this (?:paper|work|study|article|review)|our (?:results?|findings?|analys[ei]s|work"
    r"|experiments?|study|method|approach|model|data))\b",
    re.IGNORECASE,
)
_SUMMARY_KINDS = frozenset(("abstract", "conclusion"))


@dataclass(frozen=True, slots=True)
class PaperSentence:
    """A sentence of a paper that may be evidence."""

    text: str
    section: str = ""
    kind: str = "other"
    page: int = -1
    page_name: str = ""
    is_evidence: bool = True


@dataclass(frozen=True)
class PaperText:
    """The sentences of a cited paper, prepared once for all its citations.

    Those that may not be evidence, as acknowledgements, are only looked at for quotations.
    """

    paper: PaperNumber
    title: str
    sentences: tuple[PaperSentence, ...]
    searched: SearchedText
    rows: dict[int, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    """The vectors of sentences that were needed, by their index."""

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """The sentences that may be evidence."""
        return tuple(i for i, sentence in enumerate(self.sentences) if sentence.is_evidence)

    @cached_property
    def terms(self) -> tuple[Counter[str], ...]:
        """The index terms of these sentences."""
        return tuple(Counter(make_terms(self.sentences[index].text)) for index in self.indices)

    @cached_property
    def frequencies(self) -> Counter[str]:
        """In how many sentences each term occurs."""
        return Counter(term for counts in self.terms for term in counts)

    @cached_property
    def quoted(self) -> QuotedText:
        """The whole text, folded, to look quotations up in."""
        return QuotedText([sentence.text for sentence in self.sentences])

    @cached_property
    def language(self) -> str:
        """The language of most sentences."""
        return main_language([sentence.text for sentence in self.sentences[:200]])


class PassageEncoder(Protocol):
    """What compares texts by meaning."""

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        """Return a unit row for each (title, text)."""

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a unit row for each text."""


class PassageReader(Protocol):
    """A model that reads a sentence and a passage together."""

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Return how well each (title, passage) fits, from 0 to 1."""


def make_terms(text: str) -> list[str]:
    """Return the terms of a text as the word indexes have them."""
    return index_terms(fold_for_index(text))


# --- what may be evidence -----------------------------------------------------------------------


def prepare_text(
    paper: PaperNumber, title: str, abstract: Sequence[str], full_text: Manuscript | None
) -> PaperText:
    """Return the sentences of a paper: of its full text, with the abstract if that lacks it."""
    sentences = [] if full_text is None else list(_list_sentences(full_text))
    body = "".join(sentence.text for sentence in sentences).replace(" ", "").casefold()
    missing = [text for text in abstract if text.replace(" ", "").casefold() not in body]
    lead = [
        PaperSentence(text, "Abstract", "abstract", is_evidence=_is_prose(text)) for text in missing
    ]
    pages = max((sentence.page for sentence in sentences), default=-1) + 1
    searched = SearchedText(
        sentences=len(sentences) + len(lead), pages=pages, abstract_only=not sentences
    )
    return PaperText(paper, title, (*lead, *sentences), searched)


def _list_sentences(full_text: Manuscript) -> Iterator[PaperSentence]:
    heads = _running_heads(full_text.sentences)
    for sentence in full_text.sentences:
        section = None if sentence.section is None else full_text.sections[sentence.section]
        title = section.title if section is not None else ""
        if is_references_title(title):
            continue
        kind = section.kind if section is not None else "other"
        left_out = kind == "acknowledgements" or bool(_LEFT_OUT.search(title))
        text = sentence.text
        yield PaperSentence(
            text,
            title,
            kind,
            sentence.page,
            full_text.page_name(sentence.page),
            is_evidence=not left_out and text not in heads and _is_prose(text),
        )


def _running_heads(sentences: Iterable[Sentence]) -> frozenset[str]:
    """Return the short texts that several pages have: running heads and feet."""
    pages: dict[str, set[int]] = {}
    for sentence in sentences:
        if len(sentence.text) < 120:
            pages.setdefault(sentence.text, set()).add(sentence.page)
    return frozenset(text for text, places in pages.items() if len(places) >= _REPEATED)


def _is_prose(text: str) -> bool:
    """Tell whether a sentence says something: no formula, entry of a list, thanks or caption."""
    words = _WORD.findall(text)
    letters = sum(map(len, words))
    is_wide = len(words) < _LEAST_WORDS and not text.isascii() and letters > 12
    if not is_wide and (len(words) < _LEAST_WORDS or letters < _LEAST_LETTERS * len(text)):
        return False
    return not (
        _THANKS.match(text)
        or _ENTRY.search(text)
        or (is_caption(text) and len(words) < 3 * _LEAST_WORDS)
    )


# --- what the sentence says ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """A quotation as written. A block only may be one: it is not reported where it is not found."""

    text: str
    is_block: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says of a paper.

    ``text`` is the sentence without markers, ``part`` what of it belongs to the paper's own
    marker, where the sentence has several.
    """

    text: str
    part: str = ""
    quotations: tuple[QuotedWords, ...] = ()
    markers: tuple[str, ...] = ()
    language: str = ""


def read_claim(
    sentence: Sentence, reference: int, quotations: Sequence[QuotedWords] = (), language: str = ""
) -> Claim:
    """Return what a sentence says of one of the entries it cites."""
    spans = [(marker.start, marker.end) for marker in sentence.markers]
    return Claim(
        text=bare(sentence.text, spans),
        part=_own_part(sentence, reference),
        quotations=tuple(quotations),
        markers=tuple(marker.text for marker in sentence.markers),
        language=language,
    )


_BEHIND, _BEFORE = 80, 240  # letters between a quotation and its marker
_BLOCK_LETTERS = 80


def assign_quotations(manuscript: Manuscript) -> dict[tuple[int, int], list[QuotedWords]]:
    """Return the quotations of a manuscript by the sentence and the entry that are cited for them.

    The marker of a quotation is the first behind it, else the last before it. A paragraph that
    follows a colon and ends with a marker may be a block quotation.
    """
    by_citation: dict[tuple[int, int], list[QuotedWords]] = {}
    paragraphs: dict[tuple[int | None, int], list[Sentence]] = {}
    for sentence in manuscript.sentences:
        paragraphs.setdefault((sentence.section, sentence.paragraph), []).append(sentence)
    before: list[Sentence] = []
    for paragraph in paragraphs.values():
        joined = _Joined(paragraph)
        for start, end in find_quotations(joined.text):
            place = joined.nearest_markers(start, end)
            words = QuotedWords(joined.text[start:end].strip())
            _note(by_citation, place, words)
        if before and before[-1].text.rstrip().endswith(":"):
            _note(by_citation, *_block(joined, before[-1]))
        before = paragraph
    return by_citation


def _note(
    by_citation: dict[tuple[int, int], list[QuotedWords]],
    place: tuple[int, Sequence[Marker]] | None,
    words: QuotedWords,
) -> None:
    if place is None:
        return
    sentence, markers = place
    for reference in dict.fromkeys(entry for marker in markers for entry in marker.references):
        by_citation.setdefault((sentence, reference), []).append(words)


def _block(
    joined: _Joined, lead: Sentence
) -> tuple[tuple[int, Sequence[Marker]] | None, QuotedWords]:
    """Return the citation of a block quotation and its words; no citation if it is none."""
    text = joined.text
    place = joined.nearest_markers(len(text), len(text))
    words = QuotedWords(text, is_block=True)
    if place is not None and place[1][-1].end >= len(joined.sentences[-1].text) - 2:
        end = text.rfind(place[1][0].text)
        words = QuotedWords(text[:end].rstrip(" (["), is_block=True)
    elif lead.markers:
        place = lead.index, lead.markers[-1:]
    else:
        place = None
    is_long = len(words.text) >= _BLOCK_LETTERS and not find_quotations(text)
    return (place if is_long else None), words


class _Joined:
    """A paragraph as one text, with where its markers stand."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        self._markers: list[tuple[int, int, int, Marker]] = []  # span, sentence, marker
        parts: list[str] = []
        offset = 0
        for sentence in sentences:
            parts.append(sentence.text)
            for marker in sentence.markers:
                span = offset + marker.start, offset + marker.end
                self._markers.append((*span, sentence.index, marker))
            offset += len(sentence.text) + 1
        self.text = " ".join(parts)

    def nearest_markers(self, start: int, end: int) -> tuple[int, Sequence[Marker]] | None:
        """Return the sentence and markers that belong to a part of the text, if any do."""
        behind = [one for one in self._markers if 0 <= one[0] - end <= _BEHIND]
        ahead = [one for one in self._markers if 0 <= start - one[1] <= _BEFORE]
        if behind:
            first = min(behind)
            side = [
                one
                for one in behind
                if one[2] == first[2] and not _WORD.search(self.text[first[1] : one[0]])
            ]
            return first[2], [one[3] for one in side]
        if ahead:
            last = max(ahead, key=lambda one: one[1])
            return last[2], [last[3]]
        return None


def _own_part(sentence: Sentence, reference: int) -> str:
    """Return the words between the marker before and the one that cites an entry."""
    groups = _marker_groups(sentence.markers, sentence.text)
    if len(groups) < 2:
        return ""
    for at, group in enumerate(groups):
        if any(reference in marker.references for marker in group):
            start = groups[at - 1][-1].end if at else 0
            text = sentence.text[start : group[0].start]
            if len(_WORD.findall(text)) < 2:  # the marker comes first: "[3] shows that"
                end = groups[at + 1][0].start if at + 1 < len(groups) else len(sentence.text)
                text = sentence.text[group[-1].end : end]
            return text
    return ""


def _marker_groups(markers: Sequence[Marker], text: str) -> list[list[Marker]]:
    """Return the markers, those side by side together."""
    groups: list[list[Marker]] = []
    for marker in sorted(markers, key=lambda one: one.start):
        if groups and not _WORD.search(text[groups[-1][-1].end : marker.start]):
            groups[-1].append(marker)
        else:
            groups.append([marker])
    return groups


# --- finding and judging passages ---------------------------------------------------------------

EncodedRow: TypeAlias = tuple[PaperText, int, NDArray[np.float32]]
"""A paper, the row of one of its sentences, and its vector."""

_WEIGHTS: Mapping[str, float] = {
    "words": 4.57,
    "meaning": 1.95,
    "summary": 0.36,
    "own": 0.28,
    "title": 0.46,
}
"""Of the signals of a passage, which add up to its order."""
_CURVE, _CURVE_BY_WORDS = (-7.4, 3.6), (-6.9, 4.8)
"""Intercept and slope of the chance that a reader agrees, with meaning and by words alone."""
EVIDENCE, RELATED = 0.82, 0.1
"""Chances from which on a passage is called evidence, and related."""
EVIDENCE_OF_ABSTRACT = 0.955
"""The chance for evidence where there is only an abstract: it has the subject of a sentence more
often than what is claimed."""


def find_passages(
    claim: Claim,
    text: PaperText,
    encoder: PassageEncoder | None,
    reader: PassageReader | None = None,
) -> list[EvidencePassage]:
    """Return the passages nearest to a claim, best first, each with its chance.

    A ``reader`` orders those that are chosen, and neither chooses nor judges them.
    """
    if not text.indices or not claim.text:
        return []
    signals = _signals_by_words(claim, text)
    rows = _choose_rows(signals, text)
    if encoder is None:  # without a word in common nothing speaks for a passage
        rows = rows[signals["words"][rows] > 0]
    chosen = {name: values[rows] for name, values in signals.items()}
    curve = _CURVE_BY_WORDS
    if encoder is not None:
        chosen["meaning"], curve = _compare_meaning(claim, text, rows, encoder), _CURVE
    scores = np.zeros(len(rows))
    for name, weight in _WEIGHTS.items():
        if name in chosen:
            scores += weight * chosen[name]
    best = np.argsort(-scores, kind="stable")
    chances = 1 / (1 + np.exp(-(curve[0] + curve[1] * scores)))
    by_index = {text.indices[rows[at]]: float(chances[at]) for at in best}
    passages = [
        _passage(text, indices, by_index[indices[0]])
        for indices in _join_neighbours(text, by_index)
    ]
    return passages if reader is None else _order_passages(claim, text, passages, reader)


def _join_neighbours(text: PaperText, chances: Mapping[int, float]) -> list[list[int]]:
    """Return the passages that are shown, best first, each with its better sentence first.

    One of the best sentences that stands beside a passage joins it. ``chances`` are those of the
    sentences, the best first.
    """
    passages: list[list[int]] = []
    for rank, (index, chance) in enumerate(chances.items()):
        sentence = text.sentences[index]
        beside = [
            passage
            for passage in passages
            if len(passage) == 1
            and abs(passage[0] - index) == 1
            and text.sentences[passage[0]].section == sentence.section
            and len(text.sentences[passage[0]].text) + len(sentence.text) < _LONGEST
        ]
        if beside and rank < _JOINED and chance >= RELATED:
            beside[0].append(index)
        elif len(passages) < PASSAGES:
            passages.append([index])
    return passages


def _order_passages(
    claim: Claim, text: PaperText, passages: Sequence[EvidencePassage], reader: PassageReader
) -> list[EvidencePassage]:
    """Return the passages as a reader orders them, evidence first, then what is related.

    So the first is always one on which the state rests.
    """
    if len(passages) < 2:
        return list(passages)
    texts = [(text.title, passage.text) for passage in passages]
    scores = reader.score(claim.text, texts).tolist()
    least = _least_for_evidence(text)
    order = sorted(
        range(len(passages)),
        key=lambda at: (
            -(passages[at].score >= least) - (passages[at].score >= RELATED),
            -scores[at],
        ),
    )
    return [passages[at] for at in order]


def _choose_rows(signals: Mapping[str, NDArray[np.float64]], text: PaperText) -> NDArray[np.int64]:
    """Return the rows of the sentences that are compared by meaning, the nearest by words first."""
    order = np.argsort(-signals["words"] - 0.5 * signals["part"], kind="stable")[:_BY_WORDS]
    lead = [
        row
        for row, index in enumerate(text.indices)
        if text.sentences[index].kind == "abstract" or text.sentences[index].section == "Abstract"
    ]
    return np.asarray(list(dict.fromkeys((*order.tolist(), *lead[:_BY_POSITION]))), np.int64)


def encode_passages(
    claims: Sequence[tuple[Claim, PaperText]], encoder: PassageEncoder
) -> list[EncodedRow]:
    """Encode what will be compared with several claims, at once: a third faster than one by one.

    Nothing is changed: ``keep_rows`` keeps the result.
    """
    places: list[tuple[PaperText, int]] = []
    for claim, text in claims:
        if text.indices and claim.text:
            rows = _choose_rows(_signals_by_words(claim, text), text).tolist()
            places += [(text, row) for row in rows]
    return _encode_rows(places, encoder)


def keep_rows(encoded: Iterable[EncodedRow]) -> None:
    """Keep the vectors of sentences with the papers that they are of."""
    for text, row, vector in encoded:
        text.rows[row] = vector


def _encode_rows(
    places: Iterable[tuple[PaperText, int]], encoder: PassageEncoder
) -> list[EncodedRow]:
    """Encode sentences of papers by their rows, but those that were encoded before."""
    missing = {(id(text), row): text for text, row in places if row not in text.rows}
    if not missing:
        return []
    texts = [
        (text.title, text.sentences[text.indices[row]].text) for (_, row), text in missing.items()
    ]
    vectors = encoder.encode_papers(texts).astype(np.float32)
    return [
        (text, row, vector)
        for ((_, row), text), vector in zip(missing.items(), vectors, strict=True)
    ]


def _passage(text: PaperText, indices: Sequence[int], chance: float) -> EvidencePassage:
    """Return one sentence, or two that follow one another; the first index is the better one's."""
    sentences = [text.sentences[index] for index in sorted(indices)]
    sentence = sentences[0]
    shown_text = " ".join(one.text for one in sentences)
    if len(shown_text) > _LONGEST:
        shown_text = f"{shown_text[: _LONGEST - 1].rstrip()}…"
    return EvidencePassage(
        text=shown_text,
        score=chance,
        section=sentence.section,
        page=sentence.page,
        page_name=sentence.page_name if sentence.page >= 0 else "",
        index=indices[0],
    )


def _signals_by_words(claim: Claim, text: PaperText) -> dict[str, NDArray[np.float64]]:
    sentences = [text.sentences[index] for index in text.indices]
    title = frozenset(make_terms(text.title))
    signals = {
        "own": [bool(_OWN_CLAIM.search(sentence.text)) for sentence in sentences],
        "summary": [
            sentence.kind in _SUMMARY_KINDS or sentence.section == "Abstract"
            for sentence in sentences
        ],
        "title": [len(title & counts.keys()) / max(len(title), 1) for counts in text.terms],
    }
    return {
        "words": share_of_words(claim.text, text),
        "part": share_of_words(claim.part, text),
    } | {name: np.asarray(values, np.float64) for name, values in signals.items()}


def share_of_words(query: str, text: PaperText) -> NDArray[np.float64]:
    """Return BM25 of each sentence as a share of what a sentence with every word would have."""
    query_terms = Counter(make_terms(query)) if query else Counter[str]()
    count = len(text.terms)
    rarity = {
        term: math.log(1 + (count - text.frequencies[term] + 0.5) / (text.frequencies[term] + 0.5))
        for term in query_terms
    }
    total = sum(rarity.values())
    shares = np.zeros(count)
    if not total:
        return shares
    average = sum(sum(counts.values()) for counts in text.terms) / count or 1.0
    for row, counts in enumerate(text.terms):
        length = sum(counts.values()) / average
        shares[row] = sum(
            weight * counts[term] * (_K1 + 1) / (counts[term] + _K1 * (1 - _B + _B * length))
            for term, weight in rarity.items()
            if counts[term]
        )
    return shares / total


def _compare_meaning(
    claim: Claim, text: PaperText, rows: NDArray[np.int64], encoder: PassageEncoder
) -> NDArray[np.float64]:
    """Return the cosine of the claim and each passage; what was encoded before is kept."""
    keep_rows(_encode_rows([(text, int(row)) for row in rows], encoder))
    (query,) = encoder.encode_queries([claim.text])
    return np.asarray([text.rows[int(row)] @ query for row in rows], np.float64)


# --- the evidence of one citation ---------------------------------------------------------------


def judge_claim(
    claim: Claim,
    text: PaperText,
    encoder: PassageEncoder | None = None,
    reader: PassageReader | None = None,
) -> CitationEvidence:
    """Return what a paper says about a claim; by words alone without an encoder."""
    passages = find_passages(claim, text, encoder, reader)
    looked_up = ((words, _look_up(words.text, claim, text)) for words in claim.quotations)
    quotations = tuple(
        quotation
        for words, quotation in looked_up
        if quotation.state != "not found" or not words.is_block
    )
    if not text.sentences:
        state: EvidenceState = "no text"
    else:
        state = _choose_state(passages, quotations, _least_for_evidence(text))
    return CitationEvidence(
        sentence=-1,
        reference=-1,
        paper=text.paper,
        state=state,
        passages=tuple(passages) if any(one.score >= RELATED for one in passages) else (),
        quotations=quotations,
        numbers=_check_numbers(claim, text, passages, quotations),
        searched=replace(
            text.searched,
            other_language="" not in (claim.language, text.language)
            and claim.language != text.language,
        ),
    )


def _least_for_evidence(text: PaperText) -> float:
    """Return the chance from which on a passage of a text is called evidence."""
    return EVIDENCE_OF_ABSTRACT if text.searched.abstract_only else EVIDENCE


def _choose_state(
    passages: Sequence[EvidencePassage], quotations: Sequence[Quotation], least: float
) -> EvidenceState:
    best = max((passage.score for passage in passages), default=0.0)
    if best >= least or any(quotation.state == "found" for quotation in quotations):
        return "evidence found"
    if best >= RELATED or any(quotation.state == "differs" for quotation in quotations):
        return "related passage"
    return "nothing near"


def _look_up(quotation_text: str, claim: Claim, text: PaperText) -> Quotation:
    quotation, index = check_quotation(quotation_text, text.quoted, claim.markers)
    if index is None:
        return quotation
    sentence = text.sentences[index]
    page_name = sentence.page_name if sentence.page >= 0 else ""
    return replace(quotation, page=sentence.page, page_name=page_name)


def _check_numbers(
    claim: Claim,
    text: PaperText,
    passages: Sequence[EvidencePassage],
    quotations: Sequence[Quotation],
) -> tuple[NumberCheck, ...]:
    texts = [_CAPTION_NUMBER.sub(" ", sentence.text) for sentence in text.sentences]
    nearby = [quotation.passage for quotation in quotations]
    for passage in passages:
        nearby += texts[max(passage.index - _NEAR, 0) : passage.index + _NEAR + 1]
    checks = []
    for check, index in check_numbers(claim.text, " ".join(nearby), texts):
        if index is None:
            checks.append(check)
        else:
            place = text.sentences[index]
            checks.append(replace(check, page_name=place.page_name if place.page >= 0 else ""))
    return tuple(checks)
