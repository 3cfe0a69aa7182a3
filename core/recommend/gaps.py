"""The probability that a sentence needs a citation.

A linear model over hashed words says what a sentence looks like, with weights mixed by the field of
the text; a small network weighs that with its position, the sentences around and those that share
its words, also with the citations that they show.
``tools/lab/fitting/gaps.py`` fitted both on sentences whose markers had been cut out.
"""

from __future__ import annotations

import importlib.resources
import logging
import re
import threading
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.base.arrays import convert_odds_to_chances
from core.base.messages import Message
from core.base.records import NEEDS_CITATION, Manuscript
from core.manuscript.text.languages import main_language
from core.recommend.gap_features import (
    BUCKETS,
    OWN_COLUMNS,
    SILENT,
    TABLES,
    WORDS,
    GapLine,
    Seen,
    Signs,
    build_signs,
    count_columns,
    find_own_work,
    is_plain,
    life_science_share,
    mix_fields,
    scan_lines,
    split_lines,
    sum_by_group,
    surrounds,
)

logger = logging.getLogger(__name__)

_UNLISTED_SOURCE = re.compile(
    r"[(\[][^()\[\]]*\b(?:pers(?:onal|\.) comm(?:unications?|s?\.)|unpublished"
    r"|in prep(?:aration|\.)|persönliche Mitteilung|communication personnelle"
    r"|comunicación personal)[^()\[\]]*[)\]]|\?\?",
    re.IGNORECASE,
)

OWN_WORK_ODDS = 1.0
"""Taken off the log-odds of a step in the laboratory, for a manuscript of a few sentences."""

ANNOUNCEMENT_ODDS = 4.0
"""Taken off the log-odds of a sentence about the text itself: "Here we focus on"."""

_LEAST_WORDS = 3

Rows = NDArray[np.float32]

_KEPT = 2
"""Manuscripts of which the look is kept: gaps are found, then the reason of each is asked for."""


@dataclass(frozen=True, slots=True)
class Head:
    """A network with one hidden layer; its inputs are standardised first."""

    mean: Rows
    spread: Rows
    inner: Rows
    inner_bias: Rows
    outer: Rows
    outer_bias: Rows

    def logits(self, rows: Rows) -> Rows:
        """Return one logit a row."""
        hidden = np.maximum((rows - self.mean) / self.spread @ self.inner + self.inner_bias, 0)
        result: Rows = hidden @ self.outer + self.outer_bias
        return result


@dataclass(frozen=True, slots=True)
class GapModel:
    """The linear weights by table and bucket (``TABLES``), and the network above them."""

    weights: NDArray[np.int8]
    head: Head


@dataclass(frozen=True, slots=True)
class Look:
    """A manuscript as the model sees it: its lines, their features, one logit a line.

    ``weights`` are the linear weights for it, by bucket; ``language`` is the code of the main
    language of the lines.
    """

    lines: list[GapLine]
    line_facts: Seen
    signs: Signs
    weights: Rows
    rows: Rows
    logits: Rows
    language: str


_looks: deque[tuple[Manuscript, GapModel, Look]] = deque(maxlen=_KEPT)
_looks_lock = threading.Lock()


def needs_citation(manuscript: Manuscript) -> list[float]:
    """Return for each sentence the chance, 0..1, that it needs a citation.

    Abstracts and acknowledgements do not cite: their sentences have the chance 0. So have one or
    two words alone, which are a heading or the like; a sentence with half a bracket, for the other
    half, with its citation, may have been missed; one that names a source which no list has, a
    personal communication or "??"; and all where there are no weights.
    What the authors did in the laboratory, and what they say of their own text, is less likely to
    need one than the model says.
    """
    fitted = model()
    if fitted is None or not manuscript.sentences:
        return [0.0] * len(manuscript.sentences)
    look = analyse_manuscript(manuscript, fitted)
    silent = [
        line.kind in SILENT or _is_fragment(sentence.text) or _may_cite(sentence.text)
        for line, sentence in zip(look.lines, manuscript.sentences, strict=True)
    ]
    own, _, announced = find_own_work(look.lines).T
    less = np.float32(OWN_WORK_ODDS) * own + np.float32(ANNOUNCEMENT_ODDS) * announced
    chances = convert_odds_to_chances(look.logits - less)
    return [float(chance) for chance in np.where(silent, 0.0, chances)]


def _is_fragment(text: str) -> bool:
    return len(text.split()) < _LEAST_WORDS


def _may_cite(text: str) -> bool:
    return text.count("[") != text.count("]") or bool(_UNLISTED_SOURCE.search(text))


def knows_language(manuscript: Manuscript) -> bool:
    """Tell whether gaps are recognised in the manuscript's language: the model knows English.

    A text in which no language can be told counts as English.
    """
    return main_language([sentence.text for sentence in manuscript.sentences]) in {"", "en"}


def gap_sentences(
    manuscript: Manuscript,
    chances: Sequence[float],
    threshold: float = NEEDS_CITATION,
    dismissed: Collection[int] = frozenset(),
) -> list[int]:
    """Return the sentences that need a citation and have none, in reading order.

    ``dismissed`` are the positions of those of which a person said that they need none.
    """
    return [
        sentence.index
        for sentence, chance in zip(manuscript.sentences, chances, strict=True)
        if chance >= threshold and not sentence.markers and sentence.index not in dismissed
    ]


def analyse_manuscript(manuscript: Manuscript, fitted: GapModel) -> Look:
    """Look at a manuscript with at least one sentence, or return the look taken of it last.

    A look is of the whole text: one taken for each of its gaps would take minutes for a thesis.
    """
    with _looks_lock:
        for weighted, weights, look in _looks:
            if weighted is manuscript and weights is fitted:
                return look
    look = _new_look(manuscript, fitted)
    with _looks_lock:
        _looks.append((manuscript, fitted, look))
    return look


def _new_look(manuscript: Manuscript, fitted: GapModel) -> Look:
    lines = split_lines(manuscript)
    features = scan_lines(lines, f"{manuscript.title}. {manuscript.abstract}")
    signs = build_signs(lines, features)
    share = life_science_share(signs, fitted.weights, len(lines))
    weights = mix_fields(fitted.weights, share)
    sums = sum_by_group(signs, weights, len(lines))
    cited = np.array([line.cited for line in lines])
    rows = surrounds(lines, features, sums, cited, share)
    language = main_language([line.text for line in lines])
    return Look(lines, features, signs, weights, rows, fitted.head.logits(rows), language)


@cache
def model() -> GapModel | None:
    """Return the fitted model, or ``None`` if its file is missing, damaged or of other features."""
    file = importlib.resources.files("resources") / "ranking" / "gaps.npz"
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            head = Head(*(stored[name].astype(np.float32) for name in Head.__dataclass_fields__))
            fitted = GapModel(stored["weights"].astype(np.int8), head)
        if fitted.weights.shape != (TABLES, BUCKETS) or len(head.mean) != count_columns():
            raise ValueError("they are of another version of Cocite")
        return fitted
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        logger.error("The weights for gaps cannot be read: %s", error)
        return None


# --- why a sentence seems to need a citation, in words: the strongest features ----------
#
# Each kind of evidence is weighed by what the model itself gave for it, so a reason is never made
# up afterwards; where nothing speaks for a sentence, there is none.

_WORTH = 0.2
"""Evidence below this many logits is no reason."""
_PHRASE = 5
_OTHERS = re.compile(
    r"previous(?:ly)?|prior|earlier|recent(?:ly)?|existing|studies|literature|others|known"
    r"|shown|showed|proposed?|introduced|demonstrated|reported|found|developed|observed|suggested?"
    r"|according|inspired"
)
_CLAIMS = re.compile(
    r"widely|commonly|often|typically|usually|frequently|generally|traditionally|popular|prominent"
    r"|well|standard|state|sota|benchmarks?|datasets?|increas\w+|decreas\w+|reduc\w+|improv\w+"
    r"|caus\w+|lead(?:s|ing)?|led|associated|linked|related|depend\w*|affect\w*|influenc\w+|role"
    r"|estimated?|approximately|percent|million|billion|important|essential|crucial|major|most"
    r"|used|applied|achiev\w+|success\w*|rely|relies|called|termed|referred|defined|theory|law"
)
"""Words by which a phrase makes a claim of its own; others show nothing when they are quoted."""
_LEADING_TEXT = """
    has have had was were is are be been being it also not widely often commonly recently previously
    frequently generally typically usually well first largely increasingly strongly closely
    study studies research researchers authors work works reports experiments evidence findings
    many several most some few numerous various previous prior earlier recent existing other
    """
_LEADING = frozenset(_LEADING_TEXT.split())
"""Words that lead to a cue and are quoted with it."""
_TELLING_ALONE_TEXT = """
    previous previously recently prior earlier literature others according studies
    widely commonly often typically usually frequently generally traditionally popular prominent
    """
_TELLING_ALONE = frozenset(_TELLING_ALONE_TEXT.split())
"""Cues that say something when they are quoted alone."""
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
_REGIONS_TEXT = """
    africa african alpine american antarctic arab arabic arctic argentina asia asian atlantic
    australia australian austria austrian bangladesh belgian belgium brazil brazilian britain
    british canada canadian caribbean caucasian chile chilean china chinese christian colombia
    colombian cuba czech danish denmark dutch eastern egypt egyptian england english ethiopia
    ethiopian europe european finland finnish france french german germany ghana greece greek
    hindu hispanic hungarian hungary india indian indonesia indonesian iran iranian iraq ireland
    irish islamic israel israeli italian italy japan japanese jewish kenya kenyan korea korean
    latin malaysia malaysian mediterranean mexican mexico morocco muslim nepal netherlands nigeria
    nigerian nordic northern norway norwegian oceania pacific pakistan peru philippines poland
    polish portugal portuguese romania romanian russia russian saudi scandinavian scotland
    scottish singapore southern spain spanish sudan sweden swedish swiss switzerland taiwan
    tanzania thai thailand turkey turkish uganda ukraine ukrainian vietnam vietnamese wales
    western zealand
"""
_REGIONS = frozenset(_REGIONS_TEXT.split())
"""Places and peoples: written like a name, but nobody's method."""
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
    words = list(WORDS.finditer(line.text))
    by_word = _by_word(look, index)
    names = set(look.line_facts.names[index]) - look.line_facts.own
    if look.language == "de":  # every noun has a capital there
        names = {name for name in names if not is_plain(name)}
    word_names = [_find_name(line.text, match.start(), names) for match in words]
    yield from _of_names(look, word_names, by_word, index)
    plain = np.where([not name for name in word_names], by_word, -1.0)
    whole = [len(word.group()) > 1 and word.group().lower() not in _SMALL for word in words]
    weight, start, end = _strongest(plain, whole)
    if weight > 0:
        yield weight, _describe_phrase(line.text, words, (start, end))
    around = _of_neighbours(look, fitted, index)
    is_shown = any(
        look.lines[at].cited
        for at in range(max(index - 2, 0), min(index + 3, len(look.lines)))
        if at != index and look.lines[at].section == line.section
    )
    among = Message("is next to sentences that cite")
    yield around, among if is_shown else Message("is where papers often cite")
    if line.kind in _PLACES:
        yield _of_kind(look, index), _PLACES[line.kind]


def _describe_phrase(text: str, words: Sequence[re.Match[str]], phrase: tuple[int, int]) -> Message:
    """Return the reason for a phrase of a sentence; only what says something alone is quoted."""
    quoted = _find_quote(text, words, phrase, _OTHERS)
    if quoted:
        return Message("says what others did or found (“{phrase}”)", phrase=quoted)
    quoted = _find_quote(text, words, phrase, _CLAIMS)
    if quoted:
        return Message("is worded like a claim that needs a source (“{phrase}”)", phrase=quoted)
    return Message("is worded like a claim that needs a source")


def _find_quote(
    text: str, words: Sequence[re.Match[str]], phrase: tuple[int, int], cues: re.Pattern[str]
) -> str:
    """Return the longest telling expression of a phrase: a cue and what leads to it, or "".

    "have been shown" is quoted for "shown", and a cue without such words only if it says enough
    alone: "previously", not "used".
    """
    quotes = [""]
    for at in range(*phrase):
        cue = words[at].group().lower()
        if not cues.fullmatch(cue):
            continue
        start = at
        while start > 0 and words[start - 1].group().lower() in _LEADING:
            start -= 1
        if start < at or cue in _TELLING_ALONE:
            quotes.append(text[words[start].start() : words[at].end()])
    return max(quotes, key=len)


_SPANS = {2: 2, 3: 3, 5: 3, 32: 2, 33: 2, 35: 3, 36: 3}
"""How many words a sign tells of, by its view; all others tell of one."""
_HEADED = (6, 30, 31)
"""Views of the words with their kind of section, and of its heading."""


def _by_word(look: Look, index: int) -> Rows:
    """Return the weight that the linear model gives to each word of a sentence, pairs shared."""
    signs, of_line = look.signs, _line_signs(look, index)
    result = np.zeros(look.line_facts.lengths[index], np.float32)
    # Words count over all lines; a line with words has the sign of its first one.
    begin = min((at for at in signs.position[of_line] if at >= 0), default=0)
    for at in range(of_line.start, of_line.stop):
        if signs.position[at] < 0:
            continue
        position, span = signs.position[at] - begin, _SPANS.get(int(signs.view[at]), 1)
        result[position : position + span] += look.weights[signs.bucket[at]] / span
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
        if name and not {name.lower(), name.lower().removesuffix("s")} & (_PARTS | _REGIONS):
            weights[name] = weights.get(name, 0.0) + float(weight)
    if weights:
        name = max(weights, key=lambda name: (name in look.line_facts.new[index], weights[name]))
        first = name in look.line_facts.new[index]
        extra = 0.5 if first else 0.0  # first mentions also speak through their number
        yield weights[name] + extra, Message("names “{name}” without a source", name=name)


def _find_name(text: str, start: int, names: set[str]) -> str:
    """Return the longest name that the word at ``start`` is a part of, or ""."""
    begins = ((name, text.find(name, max(start - len(name) + 1, 0))) for name in names)
    around = (name for name, at in begins if 0 <= at <= start < at + len(name))
    return max(around, key=len, default="")


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
    average[:OWN_COLUMNS] = row[:OWN_COLUMNS]  # what the sentence itself says stays
    return float(look.logits[index] - fitted.head.logits(average[None])[0])


def _of_kind(look: Look, index: int) -> float:
    """Return how much the section speaks for a citation: its heading, and words as of its kind."""
    of_line = _line_signs(look, index)
    buckets = look.signs.bucket[of_line][np.isin(look.signs.view[of_line], _HEADED)]
    return float(look.weights[buckets].sum())
