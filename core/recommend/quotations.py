"""Verbatim quotations and numbers of a citing sentence, looked up in the cited paper's text.

Hyphens, ligatures, accents, case, punctuation and line breaks make no difference: words are
compared as runs of letters and digits. "[…]", "..." and words in brackets stand for anything.
A quotation is found where all its parts follow one another; else the text that is most like it is
aligned word by word (Levenshtein), and words that differ are reported.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from core.base.findings import NumberCheck, NumberState, Quotation, WordDifference

_PAIRS = {
    "“": "”“",
    "”": "”",
    "„": "“”‟",
    "‟": "”",
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹",
    "‘": "’",
    "‚": "‘’",
    "「": "」",
    "『": "』",
    "《": "》",
    "〈": "〉",
    "〝": "〞〟",
    "＂": "＂",
    '"': '"',
    "``": "''",
    "''": "''",
}
"""What opens a quotation, and what may close it."""
_OPENING = re.compile(r"``|''|[“”„‟«»‹›‘‚「『《〈〝＂\"]")
_EITHER = frozenset(("‘", "”", '"', "«", "»", "''"))
"""Marks that may also close a quotation, or be an apostrophe or an inch."""
_LEAST_WORDS = 3
_LEAST_LETTERS = 12
_WIDE_LETTERS = 6  # of Chinese, Japanese or Korean, which need fewer
_LONGEST = 3_000
_WIDE = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
_GAP = re.compile(
    r"\[\s*(?:\.\s*\.\s*\.|…)\s*\]|\(\s*(?:\.\s*\.\s*\.|…)\s*\)|…|\.\s*\.\s*\.(?:\s*\.)?"
)
_INSERTED = re.compile(r"\[[^\[\]]*\]")
_ADAPTED_LETTER = re.compile(r"\[(\w)\](?=\w)")
_EMPHASIS = re.compile(
    r"\(?(?:my|our)? ?emphasis (?:added|mine|ours|in (?:the )?original)\)?", re.I
)
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[%‰<>=≤≥±]")
_DIVISION = re.compile(
    r"(?<=[^\W\d_])(?:[-\u2010\u00ad\u00ac]\s*\n\s*|\u00ad|[\x02\ufffe])(?=[^\W\d_])"
)
_APART = 600
"""Letters that a gap in a quotation may stand for."""
_ALIKE = 55.0
"""A text that is less like a quotation (0..100) is another text."""
_SHARED, _SHARED_OF_FEW = 0.45, 0.6
"""The share of a quotation's words that the text has to have, in their order, by weight: of many
words and of few. More than half of the words have to be there, too."""
_FEW, _MANY = 6, 8
_LONG, _SHORT = 4, 0.25
_LOST_SIGN = re.compile(r"[<>=≤≥±]")
_MISREAD_SIGN = "5"
"""What the codes of some fonts for formulas make of a sign: "P < 0.001" is read as "P50.001"."""


class Word(NamedTuple):
    """A word as it is compared, and where it stands in a text."""

    text: str
    start: int
    end: int


def fold_words(text: str) -> list[Word]:
    """Return the words of a text in small letters, without accents and ligatures."""
    words: list[Word] = []
    divisions = {match.start(): match.end() for match in _DIVISION.finditer(text)}
    for match in _WORD.finditer(text):
        letters = unicodedata.normalize("NFKD", match[0]).casefold()
        folded = "".join(letter for letter in letters if not unicodedata.combining(letter))
        if words and divisions.get(words[-1].end) == match.start():
            last = words.pop()
            words.append(Word(last.text + folded, last.start, match.end()))
        else:
            words.append(Word(folded, match.start(), match.end()))
    return words


class QuotedText:
    """A text that quotations are looked up in, folded once."""

    def __init__(self, sentences: Sequence[str]) -> None:
        """Take the sentences of a paper in their order."""
        self.sentences = sentences
        self._starts: list[int] = []  # of sentences, in words
        self._words: list[str] = []
        self._sources: list[tuple[int, int, int]] = []  # sentence, and the word's span in it
        for index, sentence in enumerate(sentences):
            self._starts.append(len(self._words))
            for word in fold_words(sentence):
                self._words.append(word.text)
                self._sources.append((index, word.start, word.end))
        self._run = "".join(self._words)
        self._offsets: list[int] = []  # of words in the run
        length = 0
        for word_text in self._words:
            self._offsets.append(length)
            length += len(word_text)
        self._spaced = " ".join(self._words)
        self._spaced_offsets = [offset + at for at, offset in enumerate(self._offsets)]

    def find_exactly(self, parts: Sequence[Sequence[str]]) -> tuple[int, int] | None:
        """Return the first and last word of the text that has the parts one after the other.

        What stands between two parts is at most some hundred letters.
        """
        runs = ["".join(part) for part in parts]
        for start in self._occurrences(runs[0], 0):
            end: int | None = start + len(runs[0])
            for run in runs[1:]:
                begin = end
                assert begin is not None
                places = self._occurrences(run, begin)
                place = next((at for at in places if at - begin <= _APART), None)
                end = None if place is None else place + len(run)
                if end is None:
                    break
            if end is not None:
                return self._find_word(start), self._find_word(end - 1)
        return None

    def find_most_like(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Return the first and last word of what is most like some words, if that is like them."""
        if not self._words:
            return None
        needle = " ".join(words)
        alignment = fuzz.partial_ratio_alignment(needle, self._spaced, score_cutoff=_ALIKE)
        if alignment is None or len(needle) > len(self._spaced):
            return None
        first = bisect_right(self._spaced_offsets, alignment.dest_start) - 1
        last = bisect_right(self._spaced_offsets, max(alignment.dest_end - 1, 0)) - 1
        return self._fit(words, max(first, 0), max(last, 0))

    def count_letters(self, first: int, last: int) -> int:
        """Return how many letters a part of the text has."""
        return self._offsets[last] - self._offsets[first]

    def words(self, first: int, last: int) -> list[str]:
        """Return the folded words of a part of the text."""
        return self._words[first : last + 1]

    def printed(self, first: int, last: int) -> str:
        """Return a part of the text as it is printed."""
        (from_sentence, start, _), (to_sentence, _, end) = self._sources[first], self._sources[last]
        if from_sentence == to_sentence:
            return self.sentences[from_sentence][start:end]
        between = self.sentences[from_sentence + 1 : to_sentence]
        ends = self.sentences[from_sentence][start:], self.sentences[to_sentence][:end]
        return " ".join((ends[0], *between, ends[1]))

    def sentence(self, word: int) -> int:
        """Return the index of the sentence that a word stands in."""
        return self._sources[word][0]

    def _fit(self, words: Sequence[str], first: int, last: int) -> tuple[int, int]:
        """Move the ends by a few words to where the fewest differ."""
        best, fewest = (first, last), None
        for begin in range(max(first - 2, 0), min(first + 3, len(self._words))):
            for end in range(max(last - 2, begin), min(last + 3, len(self._words))):
                distance = Levenshtein.distance(words, self._words[begin : end + 1])
                key = distance, abs(begin - first) + abs(end - last)
                if fewest is None or key < fewest:
                    best, fewest = (begin, end), key
        return best

    def _occurrences(self, run: str, start: int) -> Iterator[int]:
        """Yield where a run of letters stands that begins and ends with whole words."""
        place = self._run.find(run, start)
        while place >= 0:
            if self._is_boundary(place) and self._is_boundary(place + len(run)):
                yield place
            place = self._run.find(run, place + 1)

    def _is_boundary(self, place: int) -> bool:
        at = bisect_right(self._offsets, place) - 1
        return place >= len(self._run) or self._offsets[at] == place

    def _find_word(self, place: int) -> int:
        return bisect_right(self._offsets, place) - 1


def find_quotations(text: str) -> list[tuple[int, int]]:
    """Return start and end of what stands between quotation marks, without the marks.

    A word or two in quotation marks is a term, not a quotation.
    """
    spans: list[tuple[int, int]] = []
    position = 0
    while (opening := _OPENING.search(text, position)) is not None:
        position = opening.end()
        end = _closing(text, opening)
        if end is None:
            continue
        if _is_quotation(text[opening.end() : end]):
            spans.append((opening.end(), end))
            position = end + 1
    return spans


def _closing(text: str, opening: re.Match[str]) -> int | None:
    """Return where the quotation that begins at a mark ends, ``None`` if the mark opens none."""
    mark, start = opening[0], opening.end()
    if mark in _EITHER and not _may_open(text, opening):
        return None
    nested = 0
    for place in range(start, min(len(text), start + _LONGEST)):
        letter = text[place]
        if any(text.startswith(close, place) for close in _closers(mark)):
            if letter == "’" and _is_apostrophe(text, place):
                continue
            if nested == 0:
                return place
            nested -= 1
        elif letter == mark and mark in "“«「『" and mark not in _PAIRS[mark]:
            nested += 1
    return None


def _closers(mark: str) -> tuple[str, ...]:
    return ("''",) if mark in ("``", "''") else tuple(_PAIRS[mark])


def _may_open(text: str, mark: re.Match[str]) -> bool:
    """Tell whether a mark that may also close, or be an inch or an apostrophe, opens here."""
    before, behind = text[: mark.start()][-1:], text[mark.end() :][:1]
    if mark[0] in "«»":
        return not before.isalnum() or bool(_WIDE.match(before))
    return not before.isalnum() and bool(behind) and not behind.isspace()


def _is_apostrophe(text: str, place: int) -> bool:
    before, behind = text[:place][-1:], text[place + 1 : place + 3]
    if before == "s" and re.fullmatch(r" [a-z]", behind):  # "the authors’ results … well’"
        rest = text[place + 1 :].partition("‘")[0]
        return any(not _is_apostrophe(rest, at) for at in _list_places("’", rest))
    return before.isalnum() and behind[:1].isalnum()


def _list_places(letter: str, text: str) -> list[int]:
    return [at for at, other in enumerate(text) if other == letter]


def _is_quotation(text: str) -> bool:
    if len(_WIDE.findall(text)) >= _WIDE_LETTERS:
        return True
    words = fold_words(text)
    return len(words) >= _LEAST_WORDS and sum(len(word.text) for word in words) >= _LEAST_LETTERS


def check_quotation(
    text: str, source: QuotedText, markers: Iterable[str] = ()
) -> tuple[Quotation, int | None]:
    """Look a quotation up; also return the sentence of the paper where it stands.

    ``markers`` are citation markers within it, which the paper does not have.
    """
    parts = _parts(text, markers)
    if not parts:
        return Quotation(text=text, state="not found"), None
    span = source.find_exactly(parts)
    differences: list[WordDifference] = []
    if span is None:
        span, differences = _compare_parts(parts, source)
    if span is None and len(parts) > 1:  # dots that stand for nothing, as in "w1, ..., wk"
        span, differences = _compare_parts([[word for part in parts for word in part]], source)
    if span is None:
        return Quotation(text=text, state="not found"), None
    quotation = Quotation(
        text=text,
        state="differs" if differences else "found",
        passage=source.printed(*span),
        differences=tuple(differences),
    )
    return quotation, source.sentence(span[0])


def _compare_parts(
    parts: Sequence[Sequence[str]], source: QuotedText
) -> tuple[tuple[int, int] | None, list[WordDifference]]:
    """Return where the paper has most of a quotation, and how the parts differ from it there.

    Parts whose order is another one are a difference, too.
    """
    spans: list[tuple[int, int]] = []
    differences: list[WordDifference] = []
    shared = 0.0
    for part in parts:
        span, count = source.find_exactly([part]), _weigh_words(part)
        part_differences: list[WordDifference] = []
        if span is None and (span := source.find_most_like(part)) is not None:
            part_differences, count = compare_words(part, source.words(*span))
            different_count = sum(len(one.quoted.split()) for one in part_differences)
            if 2 * different_count >= len(part):
                span = None
        if span is None or count < _least_shared(part):
            differences.append(WordDifference(" ".join(part), ""))
        else:
            spans.append(span)
            differences += part_differences
            shared += count
    if shared < _least_shared([word for part in parts for word in part]):
        return None, []
    first = spans[0]
    in_order = all(one[1] < other[0] for one, other in itertools.pairwise(spans))
    near = (
        source.count_letters(first[0], spans[-1][1]) <= _APART * len(spans) if in_order else False
    )
    if not near:
        separate = " … ".join(" ".join(part) for part in parts[1:])
        differences = differences or [WordDifference(separate, "")]
        return first, differences
    return (first[0], spans[-1][1]), differences


def _parts(text: str, markers: Iterable[str]) -> list[list[str]]:
    """Return the words of a quotation, apart where it leaves words out."""
    for marker in markers:
        text = text.replace(marker, " ")
    text = _EMPHASIS.sub(" ", _ADAPTED_LETTER.sub(r"\1", text))
    text = _INSERTED.sub("\x00", _GAP.sub("\x00", text))
    parts = [[word.text for word in fold_words(part)] for part in text.split("\x00")]
    return [part for part in parts if part]


def compare_words(
    quoted_words: Sequence[str], printed_words: Sequence[str]
) -> tuple[list[WordDifference], float]:
    """Return where two texts differ, word by word, and the weight of the words they share.

    Words that only a hyphen or a space sets apart are the same, and numbers whose sign the text
    has lost.
    """
    differences: list[WordDifference] = []
    shared, previous_end = 0.0, (-1, -1)
    for code in Levenshtein.opcodes(quoted_words, printed_words):
        quoted_part = " ".join(quoted_words[code.src_start : code.src_end])
        printed_part = " ".join(printed_words[code.dest_start : code.dest_end])
        if code.tag == "equal":
            shared += _weigh_words(quoted_words[code.src_start : code.src_end])
            continue
        if (code.src_start, code.dest_start) == previous_end:
            last = differences.pop()
            quoted_part = f"{last.quoted} {quoted_part}".strip()
            printed_part = f"{last.printed} {printed_part}".strip()
        differences.append(WordDifference(quoted_part, printed_part))
        previous_end = code.src_end, code.dest_end
    real = [one for one in differences if not _is_same(one)]
    shared += sum(_weigh_words(one.quoted.split()) for one in differences if one not in real)
    return real, shared


def _weigh_words(words: Iterable[str]) -> float:
    """Return how much words say: short ones ("of the", "x1") less; wide letters are words."""
    return sum(1.0 if len(word) >= _LONG or _WIDE.match(word) else _SHORT for word in words)


def _least_shared(words: Sequence[str]) -> float:
    """Return how much of some words a text has to have to be the one that is quoted."""
    weight = _weigh_words(words)
    fewness = min(max((_MANY - len(words)) / (_MANY - _FEW), 0.0), 1.0)
    share = _SHARED + fewness * (_SHARED_OF_FEW - _SHARED)
    return max(share * weight, min(1.5, weight))


def _is_same(difference: WordDifference) -> bool:
    quoted, printed = _letters(difference.quoted), _letters(difference.printed)
    unsigned = _LOST_SIGN.sub("", quoted)
    is_sign_lost = unsigned != quoted and printed in (unsigned, _MISREAD_SIGN + unsigned)
    return quoted == printed or is_sign_lost


def _letters(text: str) -> str:
    return text.replace(" ", "")


# --- numbers of a sentence ----------------------------------------------------------------------

_NUMBER = re.compile(
    r"(?<![\w.,–-])[-−]?(?P<value>\d+(?:[.,\u00a0\u202f]\d+)*)"
    r"(?P<unit>\s?(?:%|‰|percent\b|per\s?cent\b)|-?fold\b|\s?(?:°\s?[CF]|[kMGTmµnμ]?[gmLlsWVAJN]|[kMGT]i?B|[kMG]?Hz|ha|km|cm"
    r"|mm|nm|µm|μm|kg|mg|µg|μg|mL|ml|µL|μL|min|h|days?|weeks?|months?|years?|hours?|minutes?"
    r"|seconds?|ppm|mM|µM|μM|nM|kDa|bp|kb|Mb|Gb|million|billion|thousand)(?![\w/]))?(?![\w])"
)
_LABEL = (
    r"(?:\b(?:fig(?:ure|s)?|tab(?:le|s)?|sec(?:tion|s|t)?|chap(?:ter)?|eqs?|equations?|app(?:endix)?"
    r"|alg(?:orithm)?|theorem|lemma|step|note|no|nr|vol|pp?|pages?|refs?|experiment|study|phase"
    r"|version|v|abb(?:ildung)?|tabelle|abschnitt|kapitel|seite|s)\.?|§|#)\s*"
)
_LABELLED = re.compile(_LABEL + r"\Z", re.IGNORECASE)
_LABELLED_TOO = re.compile(_LABEL + r"(?:[\dA-Z.]+\s*(?:,|and|&|–|-)\s*)+\Z", re.IGNORECASE)
_MAGNITUDES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_PERCENT = re.compile(r"%|percent|per\s?cent")


class Quantity(NamedTuple):
    """A number as it is written, its value, and its unit in one spelling ("" for none)."""

    text: str
    value: float
    unit: str


def find_quantities(text: str) -> list[Quantity]:
    """Return the numbers of a text, without those that only count figures, sections or pages."""
    quantities = []
    for match in _NUMBER.finditer(text):
        if _counts_parts(text, match) or _is_list_number(text, match):
            continue
        unit = " ".join((match["unit"] or "").split()).lstrip("-").replace("μ", "µ")
        value = _read_value(match["value"])
        if unit in _MAGNITUDES:
            value, unit = value * _MAGNITUDES[unit], ""
        if _PERCENT.fullmatch(unit):
            unit = "%"
        if len(unit) > 3 and unit.endswith("s"):
            unit = unit[:-1]
        quantities.append(Quantity(match[0].strip(), value, unit))
    return quantities


def has_quantity(quantity: Quantity, quantities: Iterable[Quantity]) -> bool:
    """Tell whether a number is among others; a small whole number only with its unit."""
    is_telling = quantity.value != int(quantity.value) or quantity.value >= 100
    return any(
        abs(other.value - quantity.value) <= 1e-9 * max(abs(quantity.value), 1.0)
        and (other.unit == quantity.unit or (is_telling and not (other.unit and quantity.unit)))
        for other in quantities
    )


def check_numbers(
    text: str, nearby_text: str, sentences: Sequence[str]
) -> list[tuple[NumberCheck, int | None]]:
    """Look the numbers of a sentence up: nearby, else in the first sentence that has them."""
    nearby = find_quantities(nearby_text)
    checks: list[tuple[NumberCheck, int | None]] = []
    for quantity in dict.fromkeys(find_quantities(text)):
        if has_quantity(quantity, nearby):
            checks.append((NumberCheck(text=quantity.text, state="near"), None))
            continue
        digits = re.sub(r"\D", "", quantity.text)[:2]
        index = next(
            (
                index
                for index, sentence in enumerate(sentences)
                if digits[:1] in sentence and has_quantity(quantity, find_quantities(sentence))
            ),
            None,
        )
        state: NumberState = "not found" if index is None else "elsewhere"
        checks.append((NumberCheck(text=quantity.text, state=state), index))
    return checks


def _counts_parts(text: str, match: re.Match[str]) -> bool:
    """Tell whether a number is that of a figure, section or page: "Fig. 2", "Tables 1 and 2"."""
    before = text[max(match.start() - 60, 0) : match.start()]
    is_short = len(match["value"]) < 3 and not match["unit"]
    return bool(_LABELLED.search(before) or (is_short and _LABELLED_TOO.search(before)))


def _is_list_number(text: str, match: re.Match[str]) -> bool:
    """Tell whether a number stands alone in brackets, as "(1)" and "[3]" do."""
    before, behind = text[: match.start()][-1:], text[match.end() :][:1]
    alone = (before, behind) in (("(", ")"), ("[", "]")) or (before in ("", " ") and behind == ")")
    return alone and not match["unit"] and match["value"].isdigit() and len(match["value"]) < 3


def _read_value(digits: str) -> float:
    digits = digits.replace("\u00a0", "").replace("\u202f", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        return float(digits.replace(",", ""))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?", digits):
        return float(digits.replace(".", "").replace(",", "."))
    if re.fullmatch(r"\d+,\d+", digits):
        return float(digits.replace(",", "."))
    parts = digits.replace(",", "").split(".")
    return float(".".join(parts[:2]))
