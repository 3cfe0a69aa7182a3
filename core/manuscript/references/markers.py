"""Citation markers in running text, and the entries of the reference list they lead to.

Which styles are looked for follows from the list: numbers only where its entries are numbered,
labels only where they carry labels, names and years where they have neither. That keeps equation
numbers, intervals and years in prose from being taken for citations. "(12)" and names beside a
numbered list are looked for only in documents that cite so throughout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from core.base.records import Marker, Reference
from core.manuscript.references.author_names import family_key
from core.manuscript.references.name_markers import name_markers, names_works, page_markers
from core.manuscript.references.reference_index import ReferenceIndex, find_short_names, label_key
from core.manuscript.text.scripts import HANGUL, SPACELESS, is_spaceless

__all__ = ["ReferenceIndex", "build_index", "find_markers", "raised_marker"]

_SEVERAL_NAMES = re.compile(r"\bet\s+al\b|&|\s(?:and|und|et|y)\s")
_DASH = "[–—−‐‑~～-]"
_NUMBER = re.compile(rf"(?P<low>\d{{1,4}})(?:\s*{_DASH}\s*(?P<high>\d{{1,4}}))?")
_BRACKET = re.compile(r"[\[［【〔](?P<inside>[^\[\]［］【】〔〕]{1,300})[\]］】〕]")
_LETTERED = r"\d{1,3}(?:[a-z](?![a-z]))?"
_RAISED = re.compile(
    rf"\s*{_LETTERED}(?:(?:\s*(?:[,;]|{_DASH})\s*|(?<=\d)\s(?=\d))(?:{_LETTERED}|(?<=[a-z],)\s?[a-z]\b|(?<=[a-z][–-])[a-z]\b))*"
    r"\s*,?"
)
_LETTERED_RANGE = re.compile(
    rf"(?P<number>\b\d{{1,3}})[a-z]\s*{_DASH}\s*(?:(?P=number))?[a-z](?![\w])"
)
_LETTERS_BEHIND = re.compile(r"(?P<number>\b\d{1,3})[a-z](?:\s*[,;]\s*[a-z](?![\w]))*(?![\w])")
_LETTER_IN_BRACKETS = re.compile(r"(?<=[\d,;–-])\((?P<letter>[a-z])\)")
_ROUND = re.compile(rf"\((?P<inside>\s*\d{{1,3}}(?:\s*(?:[,;]|{_DASH})\s*\d{{1,3}})*\s*)\)")
_ROUND_WITH_WORDS = re.compile(r"\((?P<inside>[^()]{1,120})\)")
_ROUND_LOCATOR = re.compile(
    r"(?P<number>\d{1,3}),?\s+(?:pp?|S|vols?|chs?|chap|chapters?|secs?|sections?|figs?|tables?|eqs?|§)\b"
    r"\.?\s?\d[\w.–—-]*",
    re.IGNORECASE,
)
_ROUND_CUE = re.compile(
    r"\s*(?:(?:but\s+)?see(?:\s+also)?|cf\.?|e\.\s?g\.?,?|reviewed\s+in|refs?\.?|vgl\.?|siehe(?:\s+auch)?"
    r"|voir(?:\s+aussi)?|véase)\s+(?=\d)",
    re.IGNORECASE,
)
"""What makes numbers in round brackets citations for certain, where a document cites so."""
_CUE = re.compile(
    r"(?:(?:see|also|cf|e\.\s?g|i\.\s?e|for|example|instance|and|used|by|in|more|most|notably|recently|refs?"
    r"|compare|especially|particularly|but|vgl|siehe|auch|u\.\s?a|z\.\s?B|voir|aussi|véase|también|ver|v[ée]d"
    r"|см|напр|также)\b[.,]*\s*)+",
    re.IGNORECASE,
)
_LOCATOR = re.compile(
    r"(?:(?:and\s)?(?:sub)?sec(?:tion|t)?s?|ch(?:apter|ap)?s?|thms?|theorems?|lemmas?|lem|prop(?:osition)?s?"
    r"|cor(?:ollary)?|def(?:inition)?|fig(?:ure)?s?|tab(?:le)?|eqn?s?|eqs|equation|alg(?:orithm)?"
    r"|app(?:endix)?|supp(?:lement)?|rem(?:ark)?|ex(?:ample)?|ass(?:umption)?|claim|fact|part|vol(?:ume)?|pages?|pp?|note"
    r"|footnote|line|step|problem|exercise|items?|online|col|kap(?:itel)?|abs(?:chnitt)?|abb|satz|s"
    r"|chapitre|théorème|cap(?:ítulo)?|sección|seção|teorema|разд(?:ел[а-я]*)?|гл(?:ав[а-я]*)?"
    r"|теор(?:ем[а-я]*)?|следстви[ея]|лемм[а-я]+|опр(?:еделени[ея])?|стр|рис|табл|с)\b\.?.*"
    r"|[^\W\d_]{1,9}\.\s?(?:\d|[ivxlc]+\b).*|\d{1,4}(?:[–-]\d{1,4})?\.?\s?(?:o|old|oldal|lpp|页|頁"
    r"|ページ|쪽|면)\.?"
    r"|§.*|第.*|[图圖図表].*|and references therein.*"
    r"|etc\.?|among (?:many )?others|inter alia",
    re.IGNORECASE,
)
_PAGES_BEHIND = re.compile(r":\s?\d{1,4}(?:[–-]\d{1,4})?")
_RAISED_LOCATOR = re.compile(
    r"\s?\((?:pp?|S|ch(?:ap)?|sec|fig|table|tab|vol|§)\.?\s?\d[^()]{0,30}\)"
    r"|,\s?(?:pp?|S|ch(?:ap)?|sec|fig|table|tab|vol|§)\.?\s?\d[\d.–-]*",
    re.IGNORECASE,
)
_RAISED_CUE = re.compile(r"\s*(?:see|cf|e\.\s?g|vgl|siehe|voir)\b", re.IGNORECASE)
_LABEL = re.compile(r"[A-Za-zÀ-ž]{1,8}\s?[+*]?\s?(?:19|20)?\d{2}[a-z]?")
_NAMES_BEFORE = re.compile(
    r"[^\W\d_a-z][\w’'-]+(?:\s+et\s+al\.|\s+(?:and|&)\s+[^\W\d_a-z][\w’'-]+)\s*\Z"
)
_INDEXED = re.compile(rf"(?<![\w.’'/-])(?:(?![{SPACELESS}{HANGUL}])[^\W\d_]\d?|\w*_\w*)\Z")
_CALLED = re.compile(r"(?<!\w)(?:[^\W\d_]{1,3}|[A-Z]+)\Z")
_OPERATOR = re.compile(r"[=<>≤≥∈⊂⊆×·∪∩→←≈∼]\s*\Z")
_FROM_ZERO = re.compile(r"\s*[01]\s*,\s*\d+\s*")
_PAIR = re.compile(r"\s*(?P<low>\d+)\s*,\s*(?P<high>\d+)\s*")
_BEFORE_BRACKET = r"\s*(?:of\s|in\s|from\s|within\s)?\s*\Z"
_INTERVAL_WORD = re.compile(
    r"\b(?:intervals?|ranges?|range of|values? (?:in|of|within|from)"
    rf"|uniform(?:ly)?(?: in| from| on| over)?|between|within){_BEFORE_BRACKET}",
    re.IGNORECASE,
)
_SCALE_WORD = re.compile(
    rf"\b(?:domain|scale|numbers?|dimensions?|size|shape){_BEFORE_BRACKET}", re.IGNORECASE
)
"""What has an interval at times, and as often a citation: "in this domain [6, 24]"."""
_EXPONENT = re.compile(r"\s?[×∪∩⊂^]|\d|[A-Za-z]\b(?!\.)")
_NUMBERED_THING = re.compile(
    r"\b(?:eqs?|eqns?|equations?|formulas?|formulae|figs?|figures?|tables?|sections?|theorems?|lemmas?"
    r"|propositions?|inequalit(?:y|ies)|expressions?|constraints?|algorithms?)\b\.?\s*\Z",
    re.IGNORECASE,
)
_SOMEONES = re.compile(r"[A-Z][\w-]+[’'`´]s?\s+(?:[a-z]+\s+)?[a-z]+\s*\Z")
"""What a person has found is no numbered thing of the paper: "Abbott's formula (21)"."""
_NOT_CITED_ROUND = re.compile(
    r"(?:\b(?:relations?|conditions?|problems?|steps?|lines?|cases?|items?|propert(?:y|ies)|rules?"
    r"|objective|identit(?:y|ies)|bounds?|definitions?|assumptions?|in|by|of|from|with|to|see|and|or"
    r"|that|into|on|using|solving|satisf(?:y|ies|ying)|is|are|via|under|for|at|than|volume|issue|no)\b"
    r"\.?|(?<!\b(?:19|20)\d{2})[^\w\s.)\]”’%])\s*\Z",
    re.IGNORECASE,
)
_WORD_BEFORE = re.compile(
    r"(?:[^\W\d_]{2,}[\w+.-]*|\b(?:19|20)\d{2},?|\bal\.|[)\]”’%]|\bversion \d+(?:\.\d+)*)\s*\Z"
)
_DESCRIBED = re.compile(
    r"\b(?!(?:the|these|this|those|that|by|under|with|of|from|in|following|above|two|three|four|both"
    r"|all|each|any|some|its|and|or|to|satisf(?:y|ies|ying)|see|via|using|for|has|have|hold|holds)\b)"
    r"[a-z][\w-]{3,}\s(?:conditions?|properties|cases|problems)\s*\Z",
)
"""What is described, which a list cites: "anti-inflammatory properties (28)"."""
_BASE = re.compile(r"(?:(?<![^\W_])[^\W\d_]|\d|\d\s?[a-zµ]{1,2}|[=+−×])\Z")
_UNIT = re.compile(r"\d\s?[a-zµ]{2}\Z")
_SEVERAL = re.compile(rf"\d\s*(?:,|{_DASH})\s*\d")
"""Several numbers, as no power has: "below 20 mm¹⁹⁻²⁵"."""
_NO_BASE = re.compile(
    r"(?:\b(?:v|ver|vers|version|release)\.?\s?\d+(?:\.\d+)*\.?|\d\.\d+\.\d+\.?|(?<!\d)(?:19|20)\d{2})\Z",
    re.IGNORECASE,
)
"""A version or a year, behind which a raised number cites."""
_WRITTEN = re.compile(
    r"(?<!\w)(?:[Rr]efs?\.\s?|(?:Ref|[Rr]efs|References?)\s|(?<=\()(?:ref|references?)\s"
    rf"|(?:(?<=\b[Ii]n )|(?<=\b[Ss]ee )|(?<=\bfrom ))references?\s)(?P<numbers>{_LETTERED}"
    rf"(?:\s?(?:,\s?(?:and\s)?|;\s?|\b(?:and|&|or)\s|{_DASH}\s?){_LETTERED})*)"
    r"(?!\w|\s?%|[.,:]\d)"
)
"""Numbers behind the word itself: "as in Refs. 9 and 12", "(refs 4,5)"."""
_AS_DASH = re.compile(r"(?<=\d)e(?=\d)")
"""What some presses' fonts call a dash: "[37e39]"."""
_JOINED = re.compile(rf"\s*{_DASH}\s*\Z")
_LONGEST_RANGE = 60
_LEAST_ROUND = 4
_LEAST_SHARE = 0.25
_LEAST_PAGED = 3
_REACH_OF_NAMES = 80  # characters before a number
_NAME_BEFORE = re.compile(
    r"(?<![\w’'-])(?P<name>[^\W\d_][\w’'-]*?)"
    r"(?:,?\s+(?:and|&|und|et|y|e|и)\s+(?P<second>[^\W\d_][\w-]*)|,?\s+et\s+al\b\.?"
    r"|\s+u\.\s?a\.|\s+и\s+др\.|\s?等人?|ら|\s?외)?"
    r"(?:[’']s?)?,?(?:\s*\((?:1[5-9]|20)\d\d[a-z]?\))?\s*\Z"
)
"""The last name before a number: "Roe [8]", "Roe et al. [8]", "Roe and Poe’s [8]"."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    """What a group of numbers leads to; ``single`` is its only number."""

    references: tuple[int, ...]
    unresolved: tuple[str, ...]
    single: int | None


def build_index(references: Sequence[Reference], texts: Sequence[str] = ()) -> ReferenceIndex:
    """Return the index of a list, with what the document's ``texts`` say of its style."""
    index = ReferenceIndex.of(references)
    if not texts:
        return index
    index.add_short_names(find_short_names(" ".join(texts)))
    if not index.is_numbered:
        index.by_page = _cites_by_pages(texts, index)
        return index
    squares = sum(len(_square_markers(text, index)) for text in texts)
    index.round_numbers = _cites_by_round_numbers(texts, squares, index)
    if not index.round_numbers and squares < 0.1 * len(references):
        named_count = sum(bool(m.references) for text in texts for m in name_markers(text, index))
        index.by_name = named_count > max(_LEAST_ROUND, 3 * squares)
    return index


def build_name_index(references: Sequence[Reference], texts: Sequence[str]) -> ReferenceIndex:
    """Return an index of a list for the names that are typed beside commands."""
    index = ReferenceIndex.of([replace(one, label="") for one in references])
    index.add_short_names(find_short_names(" ".join(texts)))
    return index


def _cites_by_round_numbers(texts: Sequence[str], squares: int, index: ReferenceIndex) -> bool:
    """Say whether "(12)" cites here: hardly any [12], and much of the list is named so."""
    if squares > 0.1 * sum(len(_ROUND.findall(text)) for text in texts):
        return False
    rounds = [marker for text in texts for marker in _round_markers(text, index)]
    cited = {at for marker in rounds for at in marker.references}
    return len(rounds) >= max(_LEAST_ROUND, 10 * squares) and len(cited) >= _LEAST_SHARE * len(
        index.references
    )


def _cites_by_pages(texts: Sequence[str], index: ReferenceIndex) -> bool:
    """Say whether "(Lind 12)" cites here, and hardly anything with a year does."""
    page_count = sum(names_works(marker) for text in texts for marker in page_markers(text, index))
    return page_count >= _LEAST_PAGED and page_count > 2 * sum(
        bool(marker.references) for text in texts for marker in name_markers(text, index)
    )


def find_markers(text: str, index: ReferenceIndex) -> tuple[Marker, ...]:
    """Return the markers of a sentence from left to right; they never overlap."""
    if not index.references:
        return ()
    markers: list[Marker] = []
    if index.is_numbered:
        markers += _square_markers(text, index)
        markers += _round_markers(text, index) if index.round_numbers else []
        markers += written_markers(text, index)
    else:
        markers += _label_markers(text, index)
    if index.by_name or not index.is_numbered:
        markers += name_markers(text, index)
    markers += page_markers(text, index) if index.by_page else []
    return tuple(drop_overlaps(markers))


def drop_overlaps(markers: Iterable[Marker]) -> list[Marker]:
    """Return markers from left to right, of those that overlap the first and longest."""
    result: list[Marker] = []
    for marker in sorted(markers, key=lambda marker: (marker.start, -marker.end)):
        if not result or marker.start >= result[-1].end:
            result.append(marker)
    return result


def add_typed_names(
    text: str, markers: Sequence[Marker], index: ReferenceIndex
) -> tuple[Marker, ...]:
    """Return the markers that commands made with what is typed beside them: "Roe et al. (2018)".

    They have a year: "(Kolmogorov)" and "(Theorem 21.4)" do not cite beside commands. Names of no
    entry count if they are several; "the Act (2010)" has one.
    """
    typed = []
    for marker in name_markers(text, index):
        unresolved = tuple(part for part in marker.unresolved if _SEVERAL_NAMES.search(part))
        is_free = not any(marker.start < one.end and one.start < marker.end for one in markers)
        if is_free and (marker.references or unresolved):
            typed.append(replace(marker, unresolved=unresolved))
    return tuple(sorted((*markers, *typed), key=lambda marker: marker.start))


def named_markers(text: str, index: ReferenceIndex) -> Iterator[Marker]:
    """Yield the bracketed numbers that stand behind an author of their entry: "Roe et al. [8]".

    So texts cite that otherwise cite by superscripts.
    """
    if "[" not in text or not index.is_numbered:
        return
    for marker in _square_markers(text, index):
        bracket = text.index("[", marker.start)
        names = _NAME_BEFORE.search(text, max(0, bracket - _REACH_OF_NAMES), bracket)
        families = [
            author.split()[-1]
            for at in marker.references
            for author in index.references[at].authors
            if author.split()
        ]
        words = (names["name"], names["second"]) if names else ()
        if any(_is_family(word, family) for word in words if word for family in families):
            yield marker


def written_markers(text: str, index: ReferenceIndex) -> Iterator[Marker]:
    """Yield the numbers that the word "Ref." announces, if all are in the list: "Refs. 9 and 12".

    So texts cite within a sentence that otherwise cite by superscripts.
    """
    if "ef" not in text or not index.is_numbered:
        return
    for match in _WRITTEN.finditer(text):
        pieces = re.split(r"[,;&]|\b(?:and|or)\b", _drop_letters(match["numbers"]))
        numbers = _read_numbers([piece for piece in pieces if piece.strip()], index)
        if numbers is not None and not numbers.unresolved:
            yield Marker(match.start(), match.end(), match[0], numbers.references)


def _is_family(word: str, family: str) -> bool:
    """Say whether a word of the text is a family name; a small "he" is no "He"."""
    key, word_key = family_key(family), family_key(word)
    if len(key) < 2 or (word[0].islower() and word != family):
        return False
    return word_key == key or (is_spaceless(family[0]) and word_key.endswith(key))


def cited_by_notes(index: ReferenceIndex) -> set[int]:
    """Return the entries that notes cite which stand among the references, as in physics."""
    notes = [entry for entry in index.references if not entry.title and entry.year is None]
    return {
        at
        for entry in notes
        for marker in find_markers(entry.text, index)
        for at in marker.references
    }


def raised_marker(text: str, start: int, end: int, index: ReferenceIndex) -> Marker | None:
    """Return the marker that superscript ``start:end`` is, if its numbers are in the list."""
    marker_text = text[start:end]
    numbers_text = _LETTER_IN_BRACKETS.sub(r"\g<letter>", _without_words(marker_text))
    if not _RAISED.fullmatch(numbers_text):
        return None
    is_unit = _UNIT.search(text[:start]) and _SEVERAL.search(marker_text)
    if _BASE.search(text[:start]) and not is_unit and not _NO_BASE.search(text[:start]):
        return None  # a power: x², 10³, 5 cm²
    plain_text = _drop_letters(numbers_text.strip().rstrip(","))
    numbers = _read_numbers(re.split(r"[,;]|(?<=\d)\s+(?=\d)", plain_text), index)
    if numbers is None or numbers.unresolved:
        return None
    return Marker(start, end, marker_text, numbers.references)


def _without_words(marker_text: str) -> str:
    """Return the numbers of "4(p112)" and "see 5, also 4", any other text as it is."""
    plain_text = _RAISED_LOCATOR.sub("", marker_text)
    if not _RAISED_CUE.match(plain_text):
        return plain_text
    pieces = (_without_cue(piece.strip()) for piece in re.split(r"[,;]", plain_text))
    return ",".join(piece for piece in pieces if piece)


def _drop_letters(marker_text: str) -> str:
    """Return numbers without the letters of parts of entries: "2a,b", "4b–d", "4a–4d"."""
    numbers = _LETTERED_RANGE.sub(r"\g<number>", marker_text)
    return _LETTERS_BEHIND.sub(r"\g<number>", numbers)


# --- numbered markers such as [3] ---------------------------------------------------------------


def _square_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    markers: list[Marker] = []
    singles: list[int | None] = []
    for match in _BRACKET.finditer(text):
        numbers = _in_square(text, match, index)
        if numbers is None:
            continue
        through = _through(markers, singles, numbers, text[: match.start()], index)
        if through is not None:
            start, references = through
            markers[-1] = Marker(start, match.end(), text[start : match.end()], references)
            singles[-1] = None
            continue
        names = _NAMES_BEFORE.search(text, max(0, match.start() - 80), match.start())
        start = names.start() if names else match.start()
        marker_text = text[start : match.end()]
        markers.append(
            Marker(start, match.end(), marker_text, numbers.references, numbers.unresolved)
        )
        singles.append(numbers.single)
    return markers


def _through(
    markers: Sequence[Marker],
    singles: Sequence[int | None],
    numbers: _Numbers,
    before: str,
    index: ReferenceIndex,
) -> tuple[int, tuple[int, ...]] | None:
    """Return start and entries of "[3]–[5]", whose second half is ``numbers``."""
    if not markers or singles[-1] is None or numbers.single is None:
        return None
    low, high = singles[-1], numbers.single
    if not low < high < low + _LONGEST_RANGE or not _JOINED.fullmatch(before[markers[-1].end :]):
        return None
    between = [index.numbers[at] for at in range(low, high + 1) if at in index.numbers]
    return markers[-1].start, tuple(between)


def _in_square(text: str, match: re.Match[str], index: ReferenceIndex) -> _Numbers | None:
    """Return what "[1, 3–5, Sec. 2]" leads to; ``None`` for an interval or an array's index."""
    inside = _drop_letters(match["inside"].strip()) if _RAISED.fullmatch(match["inside"]) else ""
    inside = inside or match["inside"].strip()
    cue = _CUE.match(inside)
    inside = _AS_DASH.sub("–", inside[cue.end() :] if cue else inside)
    if not inside[:1].isdigit():
        return None
    numbers = _read_numbers(re.split(r"[,;，；、]|(?<=\d)\s(?=and\s\d|&)", inside), index)
    if numbers is None or _is_mathematics(text, match):
        return None
    return numbers if not numbers.unresolved or _is_plausible(numbers, inside, index) else None


def _is_mathematics(text: str, match: re.Match[str]) -> bool:
    """Say whether what stands around a bracket makes it an interval, an index or a factor."""
    before = text[max(0, match.start() - 40) : match.start()]
    return bool(
        _INDEXED.search(before)
        or _OPERATOR.search(before)
        or _EXPONENT.match(text, match.end())
        or (_is_rising_pair(match["inside"]) and _INTERVAL_WORD.search(before))
        or (_FROM_ZERO.fullmatch(match["inside"]) and _SCALE_WORD.search(before))
    )


def _is_rising_pair(inside: str) -> bool:
    """Say whether a bracket holds two numbers as an interval does."""
    pair = _PAIR.fullmatch(inside)
    return pair is not None and int(pair["low"]) < int(pair["high"])


def _is_plausible(numbers: _Numbers, inside: str, index: ReferenceIndex) -> bool:
    """Say whether numbers that the list does not have are citations all the same.

    They go only a little beyond its end, and two rising numbers are rather an interval.
    """
    last = max(index.numbers)
    beyond = [
        int(number)
        for number_text in numbers.unresolved
        for number in re.findall(r"\d+", number_text)
    ]
    if min(beyond) == 0 or max(beyond) > last + max(10, last // 2) or last < _LEAST_ROUND:
        return False
    return not _is_rising_pair(inside) and (
        not numbers.references or len(numbers.references) >= len(numbers.unresolved)
    )


def _read_numbers(pieces: Sequence[str], index: ReferenceIndex) -> _Numbers | None:
    """Return what pieces such as "1", "3–5", "Sec. 2" lead to; ``None`` if one is no citation."""
    references: list[int] = []
    unresolved: list[str] = []
    count = 0
    for piece in pieces:
        number_text = _without_cue(piece.strip())
        numbers = _range(number_text)
        if not numbers:
            if not number_text or (count and _LOCATOR.fullmatch(number_text)):
                continue
            return None
        count += len(numbers)
        references += [index.numbers[at] for at in numbers if at in index.numbers]
        missing = [at for at in numbers if at not in index.numbers]
        if missing:
            unresolved.append(number_text if len(missing) > 1 else str(missing[0]))
    first = _NUMBER.match(pieces[0].strip())
    single = int(first["low"]) if first and count == 1 else None
    return _Numbers(tuple(dict.fromkeys(references)), tuple(unresolved), single)


def _without_cue(piece: str) -> str:
    """Return a piece of a bracket without the words before its number: "and more recently 12"."""
    piece = re.sub(r"\A(?:and|&)\s", "", piece)
    cue = _CUE.match(piece)
    return piece[cue.end() :] if cue else piece


def _range(number_text: str) -> range:
    """Return the numbers of "3", "3–5" or "3 Sec. 2"; none for anything else."""
    match = _NUMBER.match(number_text)
    rest = number_text[match.end() :].strip() if match else ""
    if match is None or (rest and not (_LOCATOR.fullmatch(rest) or _PAGES_BEHIND.fullmatch(rest))):
        return range(0)
    low, high = int(match["low"]), int(match["high"] or match["low"])
    if high >= low + _LONGEST_RANGE or (match["high"] and high <= low):
        return range(0)
    return range(low, high + 1)


def _round_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    """Return the markers "(12)" and "(3; 7)", as far as they stand where citations do."""
    markers = []
    for match in _ROUND_WITH_WORDS.finditer(text):
        numbers = _in_round(text, match, index)
        if numbers is not None:
            names = _NAMES_BEFORE.search(text, max(0, match.start() - 80), match.start())
            start = names.start() if names else match.start()
            markers.append(
                Marker(start, match.end(), text[start : match.end()], numbers.references)
            )
    return markers


def _in_round(text: str, match: re.Match[str], index: ReferenceIndex) -> _Numbers | None:
    """Return what "(12)", "(see 5, also 7)" or "(4, p. 12)" leads to; ``None`` if it cites not."""
    inside = match["inside"]
    has_words = _ROUND.fullmatch(match[0]) is None
    if has_words:
        inside = _ROUND_LOCATOR.sub(r"\g<number>", inside)
        cue = _ROUND_CUE.match(inside)
        if not cue and not (inside != match["inside"] and _ROUND.fullmatch(f"({inside})")):
            return None
        inside = inside[cue.end() :] if cue else inside
    numbers = _read_numbers(re.split(r"[,;]", inside), index)
    if numbers is None or numbers.unresolved:
        return None
    before = text[max(0, match.start() - 40) : match.start()]
    single = not has_words and inside.strip().isdigit()
    return numbers if _may_cite(before, single=single) else None


def _may_cite(before: str, *, single: bool) -> bool:
    """Say whether a citation "(12)" can stand behind a text; a lone number often is another."""
    if _CALLED.search(before):
        return False
    if _NUMBERED_THING.search(before) and not _SOMEONES.search(before):
        return False
    return not single or (
        _WORD_BEFORE.search(before) is not None
        and (_NOT_CITED_ROUND.search(before) is None or _DESCRIBED.search(before) is not None)
    )


# --- alphabetic markers such as [Smi20] ---------------------------------------------------------


def _label_markers(text: str, index: ReferenceIndex) -> list[Marker]:
    if not index.labels:
        return []
    return [marker for match in _BRACKET.finditer(text) for marker in _from_labels(match, index)]


def _from_labels(match: re.Match[str], index: ReferenceIndex) -> Iterator[Marker]:
    """Yield the marker of "[Smi20; SLW+20, Thm 2]"."""
    inside = match["inside"].strip()
    whole = index.labels.get(label_key(inside))
    references: list[int] = [] if whole is None else [whole]
    unresolved: list[str] = []
    cue = _CUE.match(inside)
    for part in re.split(r"[,;]", inside[cue.end() if cue else 0 :]) if whole is None else []:
        piece = part if label_key(part) in index.labels else _without_cue(part.strip())
        entry = index.labels.get(label_key(piece))
        if entry is not None:
            references.append(entry)
        elif _LABEL.fullmatch(piece.strip()):
            unresolved.append(piece.strip())
    if references:
        entry_indices = tuple(dict.fromkeys(references))
        yield Marker(match.start(), match.end(), match[0], entry_indices, tuple(unresolved))
