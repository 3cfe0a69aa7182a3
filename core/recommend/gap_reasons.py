"""Why a sentence seems to need a citation, in words: the strongest features.

Each kind of evidence is weighed by what the model itself gave for it, so a reason is never made
up afterwards; where nothing speaks for a sentence, there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from core.base.messages import Message
from core.base.records import Manuscript
from core.recommend.gap_features import SILENT, WORDS, is_plain
from core.recommend.gaps import GapModel, Look, Rows, analyse_manuscript, model

_WORTH = 0.3
"""Evidence below this many logits is no reason."""
_PHRASE = 5
_OTHERS = re.compile(
    r"previous(?:ly)?|prior|earlier|recent(?:ly)?|existing|studies|literature|others|known"
    r"|shown|showed|proposed?|introduced|demonstrated|reported|found|developed|observed|suggested?"
    r"|according|inspired"
)
_SMALL_TEXT = """
    a an the of or and to in by with for from as is are was were be which that such but on at it
    its this these than into can
    """
_SMALL = frozenset(_SMALL_TEXT.split())
"""Words that no phrase begins or ends with."""
_PARTS_TEXT = """
    chapter section subsection part paragraph appendix figure fig table tab algorithm listing
    equation eq theorem lemma definition example footnote
    """
_PARTS = frozenset(_PARTS_TEXT.split())
"""Words for a part of the manuscript itself, which names no work of others."""
_PLACES = {
    "introduction": Message("claims something about the field in the introduction"),
    "related": Message("is in the section on related work"),
    "data": Message("describes data that others may have made"),
}


def gap_reason(manuscript: Manuscript, index: int) -> str:
    """Return why the sentence at ``index`` seems to need a citation, one phrase; "" if nothing.

    For instance: says what others did or found ("has been shown").
    """
    fitted = model()
    if fitted is None or not manuscript.sentences:
        return ""
    look = analyse_manuscript(manuscript, fitted)
    if look.lines[index].kind in SILENT:
        return ""
    weight, reason = max(_reasons(look, fitted, index), default=(0.0, ""))
    return reason if weight >= _WORTH else ""


def _reasons(look: Look, fitted: GapModel, index: int) -> Iterator[tuple[float, str]]:
    """Yield each reason with the logits that speak for it."""
    line = look.lines[index]
    words = list(WORDS.finditer(line.text.lower()))
    by_word = _by_word(look, fitted, index)
    names = set(look.line_facts.names[index]) - look.line_facts.own
    if look.language == "de":  # every noun has a capital there
        names = {name for name in names if not is_plain(name)}
    word_names = [_find_name(line.text, match.start(), names) for match in words]
    yield from _of_names(look, word_names, by_word, index)
    plain = np.where([not name for name in word_names], by_word, -1.0)
    whole = [len(word.group()) > 1 and word.group() not in _SMALL for word in words]
    weight, start, end = _strongest(plain, whole)
    if weight > 0:
        phrase = line.text[words[start].start() : words[end - 1].end()]
        is_report = any(_OTHERS.fullmatch(word.group()) for word in words[start:end])
        yield (
            weight,
            (
                Message("says what others did or found (“{phrase}”)", phrase=phrase)
                if is_report
                else Message("is worded like a statement with a source (“{phrase}”)", phrase=phrase)
            ),
        )
    around = _of_neighbours(look, fitted, index)
    is_shown = any(
        look.lines[at].cited
        for at in range(max(index - 2, 0), min(index + 3, len(look.lines)))
        if at != index and look.lines[at].section == line.section
    )
    among = Message("is next to sentences that cite")
    yield around, among if is_shown else Message("is where papers often cite")
    if line.kind in _PLACES:
        yield _of_kind(look, fitted, index), _PLACES[line.kind]


def _by_word(look: Look, fitted: GapModel, index: int) -> Rows:
    """Return the weight that the linear model gives to each word of a sentence, pairs shared."""
    signs, of_line = look.signs, _line_signs(look, index)
    result = np.zeros(len(look.line_facts.words[index]), np.float32)
    # Words count over all lines; a line with words has the sign of its first one.
    begin = min((at for at in signs.position[of_line] if at >= 0), default=0)
    for at in range(of_line.start, of_line.stop):
        if signs.position[at] < 0:
            continue
        position, span = signs.position[at] - begin, {2: 2, 3: 3, 5: 3}.get(int(signs.view[at]), 1)
        result[position : position + span] += fitted.weights[signs.bucket[at]] / span
    return result


def _line_signs(look: Look, index: int) -> slice:
    """Return where the signs of a line stand among all, which are sorted by line."""
    start, stop = np.searchsorted(look.signs.row, (index, index + 1))
    return slice(int(start), int(stop))


def _of_names(
    look: Look, word_names: list[str], by_word: Rows, index: int
) -> Iterator[tuple[float, str]]:
    """Yield the name that speaks loudest, as one without a source where it stands first."""
    weights: dict[str, float] = {}
    for name, weight in zip(word_names, by_word, strict=True):
        if name and name.lower().removesuffix("s") not in _PARTS:
            weights[name] = weights.get(name, 0.0) + float(weight)
    if weights:
        name = max(weights, key=lambda name: (name in look.line_facts.new[index], weights[name]))
        first = name in look.line_facts.new[index]
        extra = 0.5 if first else 0.0  # first mentions also speak through their number
        yield weights[name] + extra, Message("names “{name}” without a source", name=name)


def _find_name(text: str, start: int, names: set[str]) -> str:
    """Return the name that the word at ``start`` is a part of, or ""."""
    for name in names:
        at = text.find(name, max(start - len(name) + 1, 0))
        if 0 <= at <= start < at + len(name):
            return name
    return ""


def _strongest(weights: Rows, whole: Sequence[bool]) -> tuple[float, int, int]:
    """Return the heaviest run of at most some words: its weight, start and end.

    It begins and ends with one that is ``whole``: no sign, no letter alone, no small word.
    """
    best = (0.0, 0, 0)
    for start in (at for at, is_whole in enumerate(whole) if is_whole):
        sums = weights[start : start + _PHRASE].cumsum()
        for length, total in enumerate(sums, start=1):
            if total > best[0] and whole[start + length - 1]:
                best = (float(total), start, start + length)
    return best


def _of_neighbours(look: Look, fitted: GapModel, index: int) -> float:
    """Return how much higher the chance is than in an average surrounding, in logits."""
    row = look.rows[index]
    average = fitted.head.mean.copy()
    average[0] = row[0]  # what the sentence itself says stays
    return float(look.logits[index] - fitted.head.logits(average[None])[0])


def _of_kind(look: Look, fitted: GapModel, index: int) -> float:
    """Return how much the words speak for a citation only because of their kind of section."""
    of_line = _line_signs(look, index)
    buckets = look.signs.bucket[of_line][look.signs.view[of_line] == 6]
    return float(fitted.weights[buckets].sum())
