"""Cutting paragraphs into sentences: NLTK's Punkt proposes, rules for scientific prose decide.

Punkt's parameters lie in ``resources``. They are set on ``PunktParameters`` by hand: NLTK's own
loader reads only from its data path and would have to download them. The rules know what Punkt
cannot: symbols at a sentence's end ("of the matrix A. The"), names in small letters at its
beginning, citations behind the stop, and displayed formulas, for which the text has "…".
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from core.manuscript.text.languages import (
    OTHERS_ABROAD,
    WIDE_STOP,
    Language,
    detect_language,
    ends_wide,
)
from core.manuscript.text.scripts import CAPITALS, SMALL

if TYPE_CHECKING:  # importing NLTK takes a second, which no window should wait for
    from nltk.tokenize.punkt import PunktSentenceTokenizer

_NEVER_LAST = re.compile(
    r"\b(?:e\.\s?g|i\.\s?e|c\.\s?f|cf|vs|resp|Figs?|Eqs?|Eqns?|Equ|Secs?|Sects?|Tabs?|Refs?|Thms?"
    r"|Props?|Defs?|Algs?|Chap|Ch|pp|viz|approx|w\.\s?r\.\s?t|s\.\s?t|a\.k\.a)\.,?\Z"
)
_NUMBER_SIGN = re.compile(r"\b(?:[Nn]os?|Nr|[Vv]ers?|[Vv]ol)\.\Z")
_LETTER = re.compile(rf"(?<![^\W_])(?P<letter>[{CAPITALS}{SMALL}])\.\Z")
_INITIAL = re.compile(rf"[{CAPITALS}]\.")
_ET_AL = re.compile(rf"(?:\bet\s+al\.|(?<!\w)(?:{OTHERS_ABROAD}))\Z")
_ETC = re.compile(r"\betc\.\Z")
_GOES_ON = re.compile(r"[a-z0-9(\[,;]|[A-Z]\.|and\b")
_STOP = re.compile(r"[.!?…](?:[)\]”’“»\"']|\s»)*\s+(?=\S)")
_STOP_AND_CITATION = re.compile(r"[.!?][)”’\"']*\s?\[\d[\d\s,;–-]{0,30}\]\s+(?=\S)")
_NEW = re.compile(rf"[“‘„«¿¡\"'(\[「『《〈]*(?:\d|[^\W\d_{SMALL}])")
_PLAIN_END = re.compile(r"(?<![\w.-])(?P<word>[a-z]{3,})[.!?]\Z")
_CITATION_AS_SUBJECT = re.compile(r"\[\d[\d\s,;–-]{0,30}\]\s+[a-z]")
_OPENING, _CLOSING = "“‘„«¿¡\"'([", ")]”’»“\"'"
_CITED_BEHIND = re.compile(r"[.!?][)”’\"']*\s?\[\d{1,3}(?:[\s,;–-]+\d{1,3})*\]\Z")
_CITATION_FIRST = re.compile(r"\[\d[\d\s,;–-]{0,30}\]\s+[“‘\"'(]*[A-Z]")
_CAPITAL = re.compile(rf"[“‘„«¿¡\"'(\[]*(?P<word>[^\W\d_{SMALL}][\w’'-]*)")
_SMALL = re.compile(rf"(?P<word>[{SMALL}][\w-]*)")
_ITEM = re.compile(r"\(?(?:[ivx]{1,4}|[a-z]|\d{1,2})\)\s")
_WORD_AND_STOP = re.compile(r"(?:(?P<word>[^\W\d_]{4,})|[)\]])[.!?][)\]”’\"']*\Z")
_LIST_NUMBER = re.compile(r"(?:\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]|[•‣▪◦●■–—∙·])\Z")
_NO_BEGINNING = re.compile(r"[)\]}”’.,;:!?…]|[\"'](?:\s|\Z)")
_SYMBOL_NOUN = re.compile(
    r"\b(?:matrix|matrices|set|variables?|parameter|class|type|appendix|appendices|case|function"
    r"|graph|node|point|vector|space|tensor|operator|domain|panel|column|part|vitamin|plan)\s*\Z"
    r"|[°˚º∘]\s?\Z",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(r"(?:[A-Z][\w’'-]*|[A-Z]\.|\band|&|\bby|\bvan|\bvon|\bde|[,;(\[“‘])\s*\Z")
_STOP_BEFORE = re.compile(r"[.!?…。！？｡．](?:[)\]”’»\"'」』）]|\s)*\Z")
_SENTENCE_BEHIND = re.compile(
    rf"[.!?。]?(?:\s*\Z|\s*[「『《〈\u3040-\u30ff\u3400-\u9fff]|\s+\((?:[a-z]|\d{{1,2}})\)\s"
    rf"|\s+[“‘„«¿¡\"']*(?P<word>\d|[^\W\d_{SMALL}][\w’'-]*))"
)
_SEPARATORS = " ,;–-"  # of citations in a row
_CITED_IN_BRACKETS = re.compile(r"[(\[（［【\d]")
_CITED_IN_REMARK = re.compile(
    r"[(\[（［](?:see|cf|compare|vgl|siehe|voir|véase|vedi)\b", re.IGNORECASE
)
_LEAST_WORDS = 4
_NEAR, _NEARER = 200, 48  # so many characters are looked back at: for a parenthesis, for words
_SMALL_FLAGS = 16 | 32 | 64  # Punkt's: seen with a small first letter, wherever in a sentence


@dataclass(frozen=True, slots=True)
class _Known:
    """Words learnt from scientific text: ``ordinary`` ones are written small when they can be."""

    abbreviations: frozenset[str]
    collocations: frozenset[tuple[str, str]]
    starters: frozenset[str]
    capitals: Mapping[str, int]
    ordinary: frozenset[str]


@cache
def _load_parameters() -> _Known:
    text = files("resources").joinpath("punkt", "scientific.json").read_text(encoding="utf-8")
    values = json.loads(text)
    capitals: dict[str, int] = values["capitals"]
    return _Known(
        frozenset(values["abbreviations"]),
        frozenset((first, second) for first, second in values["collocations"]),
        frozenset(values["starters"]),
        capitals,
        frozenset(word for word, flags in capitals.items() if flags & _SMALL_FLAGS),
    )


@cache
def _splitter() -> PunktSentenceTokenizer:
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    known_words = _load_parameters()
    parameters = PunktParameters()
    parameters.abbrev_types = set(known_words.abbreviations)
    parameters.collocations = set(known_words.collocations)
    parameters.sent_starters = set(known_words.starters)
    parameters.ortho_context = defaultdict(int, known_words.capitals)
    return PunktSentenceTokenizer(parameters)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of each sentence; together they cover all but the spaces between."""
    return _spans(text, _punkt_ends)


def cited_behind_stops(text: str, cited: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return those of the ``cited`` places that stand between a stop and the next sentence.

    So does "(Oak, 2006)" in "It thaws. (Oak, 2006) The reed bends"; not what a paragraph begins
    with, nor the subject of a sentence: "[3] shows that", "Oak (2006) shows that". Those in a row
    are one place.
    """
    ending: list[tuple[int, int]] = []
    following, is_ending = len(text) + 1, False
    for start, end in sorted(cited, reverse=True):
        is_chained = following < len(text) and not text[end:following].strip(_SEPARATORS)
        if not is_chained or not _CITED_IN_BRACKETS.match(text, following):
            is_ending = (is_chained and is_ending) or _is_before_sentence(text, start, end)
        following = start
        if is_ending:
            ending.append((start, end))
    behind_stops: list[tuple[int, int]] = []
    for start, end in reversed(ending):
        last = behind_stops[-1][1] if behind_stops else 0
        if last and not text[last:start].strip(_SEPARATORS):
            behind_stops[-1] = behind_stops[-1][0], end
        elif _is_behind_stop(text[max(0, start - _NEARER) : start]):
            behind_stops.append((start, end))
    return behind_stops


def spans_without(text: str, marks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the sentences' spans as if the ``marks`` were not there.

    Those behind a stop belong to the sentence before it.
    """
    if not marks:
        return sentence_spans(text)
    chars = list(text)
    for start, end in marks:
        chars[start:end] = " " * (end - start)
    spans = sentence_spans("".join(chars))
    starts = [start for start, _ in spans[1:]] + [len(text)]
    return [
        (start, max(end, start + len(text[start:following].rstrip())))
        for (start, end), following in zip(spans, starts, strict=True)
    ]


def _is_behind_stop(before: str) -> bool:
    stop = _STOP_BEFORE.search(before)
    return stop is not None and not _is_abbreviation(before[: stop.start() + 1])


def _is_before_sentence(text: str, start: int, end: int) -> bool:
    """Say whether a sentence or nothing follows a citation; one that names is often a subject."""
    sentence = _SENTENCE_BEHIND.match(text, end)
    if sentence is None or _CITED_IN_REMARK.match(text, start):
        return False
    if _CITED_IN_BRACKETS.match(text, start):
        return True
    word = sentence["word"]
    return word is None or word.casefold() in _load_parameters().ordinary


def split_quickly(text: str) -> list[str]:
    """Return the sentences of clean text such as an abstract, without loading NLTK.

    The rules are those of ``sentence_spans``; where they know nothing a capital or a number ends
    the sentence before. A window that only wants to quote an abstract needs no more.
    """
    return [text[start:end] for start, end in _spans(text, _capital_ends)]


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text, in order."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _spans(text: str, undecided: Callable[[str, str], bool]) -> list[tuple[int, int]]:
    starts = [len(text) - len(text.lstrip())]
    ends = {match.end() for stop in (_STOP, _STOP_AND_CITATION) for match in stop.finditer(text)}
    wide = {match.end() for match in WIDE_STOP.finditer(text)}
    language = detect_language(text) if ends else None
    for at in sorted(ends | wide):
        before, after = text[max(starts[-1], at - _NEAR) : at].rstrip(), text[at : at + 80]
        if not before:
            continue
        if ends_wide(before, after) if at in wide else _ends(before, after, undecided, language):
            starts.append(at)
    return list(_trimmed(text, starts))


def _trimmed(text: str, starts: list[int]) -> Iterable[tuple[int, int]]:
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        length = len(text[start:end].rstrip())
        if length:
            yield start, start + length


def _ends(
    before: str,
    after: str,
    undecided: Callable[[str, str], bool],
    language: Language | None = None,
) -> bool:
    """Say whether a sentence ends between two texts."""
    if _goes_on_in_any_case(before, after):
        return False
    near = before[-_NEARER:]
    decision = _in_language(near, after, language) if language is not None else None
    if decision is not None:
        return decision
    answers = (rule(near, after) for rule in _RULES)
    decided = next((answer for answer in answers if answer is not None), None)
    return undecided(near, after) if decided is None else decided


def _in_language(before: str, after: str, language: Language) -> bool | None:
    """Say what abbreviations and ordinals of another language than English mean, if they do."""
    if language.perhaps is not None and language.perhaps.search(before):
        capital = _CAPITAL.match(after)
        is_start = len(before.split()) < _LEAST_WORDS  # "В 2019 г. Иванов"
        return capital is not None and not is_start and _INITIAL.match(after) is None
    if language.never is not None and language.never.search(before):
        return False
    if language.number is not None and language.number.search(before) and _CAPITAL.match(after):
        return False
    is_foreign = language.never is not None  # where names in code hardly begin a sentence
    return False if is_foreign and _SMALL.match(after) and not _ITEM.match(after) else None


def _capital_ends(before: str, after: str) -> bool:
    return before[-1] not in "…]" and _NEW.match(after) is not None


def _punkt_ends(before: str, after: str) -> bool:
    """Ask Punkt, but for the many places where a plain word ends and a capital follows."""
    end = _PLAIN_END.search(before)
    is_plain = end is not None and end["word"] not in _load_parameters().abbreviations
    if is_plain and (_CAPITAL.match(after) or _CITATION_AS_SUBJECT.match(after)):
        return True
    token, following = before.rstrip(_CLOSING).split()[-1:], after.lstrip(_OPENING).split()[:1]
    if not token or token[0][-1] not in ".!?" or not following:
        return False
    return bool(_splitter().text_contains_sentbreak(f"{token[0]} {following[0]}"))


def _goes_on_in_any_case(before: str, after: str) -> bool:
    """Say whether one of the two is no sentence by itself, or a parenthesis is open."""
    return (
        _LIST_NUMBER.fullmatch(before) is not None
        or _NO_BEGINNING.match(after) is not None
        or _NEVER_LAST.search(before[-_NEARER:]) is not None
        or _is_open(before)
    )


def _citation(before: str, after: str) -> bool | None:
    """Leave a citation that stands behind the stop with the sentence before it."""
    cited = _CITED_BEHIND.search(before)
    if cited is not None:
        return _CAPITAL.match(after) is not None and not _is_abbreviation(
            before[: cited.start() + 1]
        )
    return False if before[-1] in ".!?" and _CITATION_FIRST.match(after) else None


def _formula(before: str, after: str) -> bool | None:
    """Say whether a sentence ended with the formula that "…" stands for, or with its stop.

    A formula in mid-sentence is followed by a small letter or a symbol, hardly by a common word
    with a capital.
    """
    if not before.endswith(("…", "….")):
        return None
    capital = _CAPITAL.match(after)
    if capital is None or before.endswith("."):
        return capital is not None
    return len(capital["word"]) > 1 and capital["word"].casefold() in _load_parameters().ordinary


def _is_abbreviation(before: str) -> bool:
    token = before.rpartition(" ")[2]
    return token.strip("([.").casefold() in _load_parameters().abbreviations


def _abbreviation(before: str, after: str) -> bool | None:
    """End a sentence behind "etc." and "no." before a capital, behind "et al." as Punkt says."""
    if _ETC.search(before) or _NUMBER_SIGN.search(before):
        capital = _CAPITAL.match(after)
        return capital is not None and capital["word"].isalpha()
    return False if _ET_AL.search(before) and _GOES_ON.match(after) else None


def _single_letter(before: str, after: str) -> bool | None:
    """Tell an initial ("J. Corso") from a symbol at a sentence's end ("the matrix A. The")."""
    letter = _LETTER.search(before)
    if letter is None or (letter[1].islower() and before[: letter.start()].endswith(".")):
        return None
    return _is_symbol(before[: letter.start()], letter[1], after)


def _is_symbol(before: str, letter: str, after: str) -> bool:
    """Say whether a letter with a stop is a symbol at a sentence's end, not an initial."""
    capital = _CAPITAL.match(after)
    if capital is None or before.endswith(".") or _INITIAL.match(after) or not before.strip():
        return False
    if _LETTER.search(before.rstrip()):  # "e. g. Ander", "P. Q. Ander"
        return False
    word = capital["word"].casefold()
    if letter.islower() or word in _load_parameters().starters or _SYMBOL_NOUN.search(before):
        return True
    return word in _load_parameters().ordinary and not _NAME_BEFORE.search(before)


def _small_beginning(before: str, after: str) -> bool | None:
    """Begin a sentence with a small letter: a name in code, or the item of a list.

    Behind a word in full that is no abbreviation only; a common word is one whose capital, or
    whose stop, is wrong.
    """
    item, small = _ITEM.match(after), _SMALL.match(after)
    if item is None and small is None:
        return None
    end = _WORD_AND_STOP.search(before)
    if end is None or (end["word"] or "").casefold() in _load_parameters().abbreviations:
        return None if item else False
    return item is not None or (
        small is not None and small["word"].casefold() not in _load_parameters().ordinary
    )


_RULES = (_formula, _citation, _abbreviation, _single_letter, _small_beginning)


def _is_open(before: str) -> bool:
    """Say whether a parenthesis opened shortly before is still open."""
    return any(
        before.count(left_bracket) > before.count(right)
        and before.rfind(left_bracket) > before.rfind(right)
        for left_bracket, right in ("()", "{}", "[]")
    )
