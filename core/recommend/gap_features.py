"""The features of a sentence by which it is decided whether it needs a citation.

Two views: *signs*, named features of the sentence and its neighbours, hashed into buckets of a
linear model; and a *surround*, a few numbers about the position and about what that linear model
says of the sentence, of those around, and of those that share its words. The linear model has
weights for two fields; a text gets a mixture of them. Training and use build all with the functions
here.
"""

from __future__ import annotations

import itertools
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from core.base.arrays import convert_odds_to_chances
from core.base.records import Manuscript, SectionKind
from core.manuscript.text.section_kinds import section_kinds
from core.recommend.bare import bare

_BITS = 20
BUCKETS = 1 << _BITS
SCALE = np.float32(32.0)
"""The linear weights are stored as whole numbers of a 32nd."""
TABLES = 3
"""Linear weights: of computer science, of the life sciences, and of words that tell them apart."""
WORD_VIEW = 1
"""The view of the words themselves."""
_FIELD_STRETCH, _FIELD_SHIFT = 2.0, 1.0
"""From the mean log-odds of a text's lines to those of the text."""
KINDS: tuple[str, ...] = get_args(SectionKind)
_KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
SILENT = frozenset({"abstract", "acknowledgements"})
"""Kinds of section whose sentences do not cite."""

WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+|[^\w\s]")
_NAME = re.compile(r"[^\W_][\w.+-]*[^\W_]|[^\W\d_]")
_UNREAD = re.compile(
    r"\s*[(\[][^()\[\]]*[^\W\d_a-z][^()\[\]]*,?\s(?:1[89]|20)\d\d[a-z]?[^()\[\]]{0,40}[)\]]"
    r"|,?\s+et\.?\s+al\b\.?(?:\s*[(\[]\d{1,4}[a-z]?[)\]])?"
)
_NOT_NAMES_TEXT = """
    figure fig table tab section sec eq eqs eqn equation theorem appendix algorithm lemma
    assumption proposition definition corollary remark example figures tables sections equations
    alg app thm prop line step i we our the a an in on for to this these with by as at it if let
    all both when while since however thus then here given note finally first second
    """
_NOT_NAMES = frozenset(_NOT_NAMES_TEXT.split())
_FUNCTION_WORDS_TEXT = """
    a an the of or and to in by with for from as is are was were be which that such but on at it its
    this these than into can we our has have been not also more their they other used using use
    between both one two however only most may when each all there where while if then same
    different new based over under through during after before
    """
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())
_TERM_COUNTS = ((2, 3), (4, 8), (9, 30))
"""In how many lines of a text a term is that is rare, known, or common in it."""
_U = np.uint64
_HASH, _SHAPE = np.uint64((1 << 32) - 1), np.uint64(255)
_DIGITS, _SIGN = 1, 2  # shapes of what is no word
_MIX = np.uint64(0x94D049BB133111EB)
_SHARES = "abw"  # in no other line, in no earlier line, in title or abstract
_SHORT = 3  # letters; words up to here say nothing of the subject
_NEAR = 2
"""Sentences on each side whose chances are looked at."""
_VIEW_GROUPS = ((1, 4), (2, 32, 33), (3, 5, 35, 36), (6,), (9,), (11,), (20,), (30,), (31,), (34,))
"""Views whose weights are summed: words, pairs, triples, and so on; long ones say less than they
seem to."""
OWN_COLUMNS = 1 + len(_VIEW_GROUPS) + 9 * len(_TERM_COUNTS)
"""How many columns of a surround, the first ones, are about the line and its words."""


@dataclass(frozen=True, slots=True)
class GapLine:
    """A sentence as it is looked at: without markers. ``cited`` says that it had some.

    ``heading`` is the title of its section, without its number.
    """

    text: str
    kind: str
    section: int
    paragraph: int
    cited: bool = False
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one pass over the lines finds: names, first mentions, words, shares of known words.

    ``hashes``, ``shapes`` and ``row`` are the hash of each word of all lines, how it is written,
    and the line it stands in; ``lengths`` count the words of each line. ``term`` are the numbers of
    the words with a meaning, each once a line, ``term_row`` those lines.
    """

    lengths: NDArray[np.int64]
    names: tuple[tuple[str, ...], ...]
    new: tuple[frozenset[str], ...]
    own: frozenset[str]
    counts: Counter[str]
    hashes: NDArray[np.uint64]
    shapes: NDArray[np.uint64]
    row: NDArray[np.int64]
    shares: NDArray[np.float32]
    term: NDArray[np.int64]
    term_row: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Signs:
    """Features of lines, sorted by line: which bucket, in which view, from which word (or -1).

    Words count over all lines.
    """

    row: NDArray[np.int64]
    bucket: NDArray[np.int64]
    view: NDArray[np.int64]
    position: NDArray[np.int64]


def split_lines(manuscript: Manuscript) -> list[GapLine]:
    """Return the sentences of a manuscript as lines.

    Where there are headings, what stands before the first is taken for an abstract, unless there
    is one: then it is text whose heading was not recognised.
    """
    sections = manuscript.sections
    has_abstract = any(section.kind == "abstract" for section in sections)
    before: SectionKind = "abstract" if sections and not has_abstract else "other"
    if all(section.kind == "other" for section in sections):
        sections = tuple(section_kinds(sections))
    return [
        GapLine(
            line_text(sentence.text, [(marker.start, marker.end) for marker in sentence.markers]),
            line_kind(before if sentence.section is None else sections[sentence.section].kind),
            -1 if sentence.section is None else sentence.section,
            sentence.paragraph,
            bool(sentence.markers),
            "" if sentence.section is None else sections[sentence.section].title,
        )
        for sentence in manuscript.sentences
    ]


def line_kind(kind: SectionKind) -> SectionKind:
    """Return the kind a line is said to be of: the texts to learn from lack appendices."""
    return "other" if kind == "appendix" else kind


def line_text(text: str, markers: Sequence[tuple[int, int]]) -> str:
    """Return a sentence without its markers, and without citations that were not read as such."""
    cut = bare(text, markers)
    return bare(_UNREAD.sub("", cut), ()) if "et" in cut or "0" in cut or "1" in cut else cut


def has_unread(text: str) -> bool:
    """Tell whether a text without markers holds what looks like a citation all the same."""
    return bool(_UNREAD.search(text))


def scan_lines(lines: Sequence[GapLine], about: str) -> Seen:
    """Look through the lines once; ``about`` is title and abstract, whose names are one's own."""
    words = [WORDS.findall(line.text) for line in lines]
    names = tuple(tuple(_names(line.text)) for line in lines)
    own = frozenset(_names(f". {about}"))
    known_names: set[str] = set()
    new = []
    for line_names in names:
        new.append(frozenset(line_names) - known_names)
        known_names.update(line_names)
    counts = Counter(itertools.chain(*names))
    lengths = np.array([len(line) for line in words], np.int64)
    codes = np.fromiter(map(_code, itertools.chain(*words)), np.uint64)
    hashes, shapes = codes & _HASH, codes >> _U(32) & _SHAPE
    row = np.repeat(np.arange(len(words)), lengths)
    is_long = codes >> _U(40) > 0
    shares = _known_shares(hashes[is_long], row[is_long], len(words), WORDS.findall(about))
    terms = _find_terms(hashes, shapes, row, len(words))
    return Seen(lengths, names, tuple(new), own, counts, hashes, shapes, row, shares, *terms)


def _find_terms(
    hashes: NDArray[np.uint64], shapes: NDArray[np.uint64], row: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of each word with a meaning, once a line, and its line."""
    function_words = np.fromiter(map(_hash, _FUNCTION_WORDS), np.uint64)
    is_term = (shapes != _DIGITS) & (shapes != _SIGN) & ~np.isin(hashes, function_words)
    _, number = np.unique(hashes[is_term], return_inverse=True)
    pairs = np.unique(number * count + row[is_term])
    return pairs // max(count, 1), pairs % max(count, 1)


@lru_cache(1 << 16)
def _code(word: str) -> int:
    """Return the hash of a word in small letters, and above it its shape and whether it is long."""
    if word.isdigit():
        return _hash("0") | 1 << 32
    return _hash(word.lower()) | _shape(word) << 32 | (len(word) > _SHORT) << 40


def _shape(word: str) -> int:
    """Return how a word is written: 0 small, 2 a sign, 3 one capital, 4 all capitals, 5, 6 some."""
    if not word[0].isalpha() or word.islower():
        return 0 if word[0].isalpha() else 2
    if len(word) == 1 or word.isupper():
        return 3 if len(word) == 1 else 4
    return 5 if is_plain(word) else 6


def hash_words(texts: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the hash of each word of all texts and the text it stands in."""
    words = [WORDS.findall(text) for text in texts]
    codes = np.fromiter(map(_code, itertools.chain(*words)), np.uint64)
    return codes & _HASH, np.repeat(np.arange(len(words)), [len(text) for text in words])


def number_kind(kind: str) -> int:
    """Return the position of a kind of section in ``KINDS``, or -1."""
    return _KIND_NUMBERS.get(kind, -1)


def _known_shares(
    hashes: NDArray[np.uint64], row: NDArray[np.int64], count: int, about: Sequence[str]
) -> NDArray[np.float32]:
    """Return how much of each line is of the text itself, one row a line, each share 0..1.

    The columns are the shares of its longer words that no other line has, that no earlier line
    has, and that title and abstract have. What authors did comes again and stands in the abstract.
    """
    _, first, which = np.unique(hashes, return_index=True, return_inverse=True)
    last = np.zeros(len(first), np.int64)
    last[which] = np.arange(len(hashes))  # the last of equal indices stays
    counts = np.maximum(np.bincount(row, minlength=count), 1)
    marks = (
        row[first][which] == row[last][which],
        row[first][which] == row,
        np.isin(hashes, np.fromiter(map(_code, about), np.uint64, count=len(about)) & _HASH),
    )
    columns = [np.bincount(row, mark, count) / counts for mark in marks]
    return np.stack(columns, axis=1).astype(np.float32)


def build_signs(lines: Sequence[GapLine], line_facts: Seen) -> Signs:
    """Return the features of all lines: words, pairs and triples of words, neighbours, names.

    How the words are written and the words of the heading are among them.
    """
    hashes, row = line_facts.hashes, line_facts.row
    kind = np.array([_hash(line.kind) for line in lines], np.uint64)
    position = np.arange(len(row))
    pair = position[:-1][row[:-1] == row[1:]]
    triple = position[:-2][row[:-2] == row[2:]]
    two = hashes[pair] * _U(3) + hashes[pair + 1]
    three = hashes[triple] * _U(9) + hashes[triple + 1] * _U(3) + hashes[triple + 2]
    first = np.unique(row, return_index=True)[1]
    ends = triple[np.append(row[triple][1:] != row[triple][:-1], True)] if len(triple) else triple
    third = hashes[ends] * _U(9) + hashes[ends + 1] * _U(3) + hashes[ends + 2]
    parts = [
        _part(WORD_VIEW, row, hashes, position),
        _part(2, row[pair], two, pair),
        _part(3, row[triple], three, triple),
        _part(4, row[first], hashes[first], first),
        _part(5, row[ends], third, ends),
        _part(6, row, hashes ^ kind[row], position),
        *(_beside(lines, row, hashes, step) for step in (1, -1)),
        _stated(lines, line_facts),
        _shared(lines, line_facts),
        *_heading_signs(lines),
        *_shape_signs(line_facts, pair, triple),
        _part(36, row[triple], hashes[triple] * _U(5) + hashes[triple + 2], triple),
    ]
    view, rows, buckets, positions = (np.concatenate(column) for column in zip(*parts, strict=True))
    # Each bucket counts once for a line.
    once = _first_of_each(rows * BUCKETS + buckets)
    return Signs(rows[once], buckets[once], view[once], positions[once])


def _first_of_each(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each key stands first, by key; sorting keys and places in one is faster."""
    bits = len(keys).bit_length()
    placed = np.sort((keys << bits) | np.arange(len(keys)))
    sorted_keys = placed >> bits
    is_first = np.append(True, sorted_keys[1:] != sorted_keys[:-1])[: len(keys)]
    first: NDArray[np.int64] = placed[is_first] & ((1 << bits) - 1)
    return first


_Part = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def _part(
    view: int, rows: NDArray[np.int64], hashes: NDArray[np.uint64], positions: NDArray[np.int64]
) -> _Part:
    """Return one view of the lines: which it is, lines, buckets, and the words they come from."""
    salt = _U((view * 0x9E3779B97F4A7C15) % 2**64)
    mixed = (hashes + salt) * _U(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> _U(31)
    buckets = (mixed * _MIX) >> _U(64 - _BITS)
    return np.full(len(rows), view), rows, buckets.astype(np.int64), positions


def _hashed(words: Sequence[Sequence[str]]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the hash of each word of all lines and the line it stands in."""
    hashes = np.fromiter(map(_hash, itertools.chain(*words)), np.uint64)
    return hashes, np.repeat(np.arange(len(words)), [len(line) for line in words])


def _beside(
    lines: Sequence[GapLine], row: NDArray[np.int64], hashes: NDArray[np.uint64], step: int
) -> _Part:
    """Return the words of the line before (``step`` 1) or after (-1), within the section."""
    section = np.array([line.section for line in lines])
    target, same = _shifted(section, step)
    chosen = same[row]
    rows = target[row[chosen]]
    return _part(10 + step, rows, hashes[chosen], np.full(len(rows), -1))


def _stated(lines: Sequence[GapLine], line_facts: Seen) -> _Part:
    statements = [list(_statements(lines, line_facts, at)) for at in range(len(lines))]
    hashes, row = _hashed(statements)
    return _part(20, row, hashes, np.full(len(row), -1))


def _heading_signs(lines: Sequence[GapLine]) -> Iterator[_Part]:
    """Yield the words of each line's heading, alone and with what the line opens."""
    titles = {line.section: line.heading for line in lines}
    numbers = dict(zip(titles, range(len(titles)), strict=True))
    section = np.array([numbers[line.section] for line in lines])
    hashes, heading = hash_words(list(titles.values()))
    counts = np.bincount(heading, minlength=len(titles))
    starts = counts.cumsum() - counts
    row = np.repeat(np.arange(len(lines)), counts[section])
    begins = counts[section].cumsum() - counts[section]
    words = hashes[starts[section][row] + np.arange(len(row)) - begins[row]]
    opened = np.array([_hash(_opening(lines, at)) for at in range(len(lines))], np.uint64)
    yield _part(30, row, words, np.full(len(row), -1))
    yield _part(31, row, words * _U(3) + opened[row], np.full(len(row), -1))


def _shape_signs(
    line_facts: Seen, pair: NDArray[np.int64], triple: NDArray[np.int64]
) -> Iterator[_Part]:
    """Yield how words are written: beside others, of names, and three in a row."""
    hashes, row, shapes = line_facts.hashes, line_facts.row, line_facts.shapes
    capital = np.flatnonzero((shapes >= _U(3)) & (shapes <= _U(6)))
    in_a_row = shapes[triple] * _U(81) + shapes[triple + 1] * _U(9) + shapes[triple + 2]
    for view, at, signs in (
        (32, pair, hashes[pair] * _U(11) + shapes[pair + 1] + _U(1)),
        (33, pair, hashes[pair + 1] * _U(11) + shapes[pair] + _U(1)),
        (34, capital, hashes[capital] * _U(11) + shapes[capital]),
        (35, triple, in_a_row + _U(7)),
    ):
        yield _part(view, row[at], signs, at)


def _shared(lines: Sequence[GapLine], line_facts: Seen) -> _Part:
    """Return the shares of known words as signs, finer alone and coarser with the section."""
    kinds = np.array([number_kind(line.kind) for line in lines])
    fine, coarse = _share_hashes()
    steps = np.arange(len(_SHARES))
    hashes = np.concatenate(
        (
            fine[steps, (8 * line_facts.shares).astype(int)],
            coarse[steps, (4 * line_facts.shares).astype(int), kinds[:, None]],
        ),
        axis=1,
    )
    row = np.repeat(np.arange(len(lines)), hashes.shape[1])
    return _part(20, row, hashes.ravel(), np.full(len(row), -1))


@cache
def _share_hashes() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the hashes of the signs by column and step, the second also by kind of section."""
    fine = [[_hash(f"{name} {step}") for step in range(9)] for name in _SHARES]
    coarse = [
        [[_hash(f"{name} {step} {kind}") for kind in KINDS] for step in range(5)]
        for name in _SHARES
    ]
    return np.array(fine, np.uint64), np.array(coarse, np.uint64)


def _statements(lines: Sequence[GapLine], line_facts: Seen, at: int) -> Iterator[str]:
    """Yield what describes a line's position and its names: methods, data sets, tools."""
    line, names, length = lines[at], line_facts.names[at], int(line_facts.lengths[at])
    fresh = line_facts.new[at] - line_facts.own
    before = at > 0 and bool(line_facts.new[at - 1] - line_facts.own)
    most = max((line_facts.counts[name] for name in names if name not in line_facts.own), default=0)
    yield from (
        "bias",
        f"s {line.kind}",
        f"l {min(length // 5, 10)}",
        f"c {line.kind} {min(length // 10, 5)}",
        f"o {_opening(lines, at)} {line.kind}",
        f"r {10 * at // max(len(lines), 1)}",
        f"m {min(len(names), 4)}",
        f"f {min(len(fresh), 4)}",
        f"g {min(len(fresh), 2)} {line.kind}",
        f"u {min(sum(name in line_facts.own for name in names), 2)}",
        f"t {min(most, 8)}",
        f"v {before} {bool(fresh)}",
    )


def _opening(lines: Sequence[GapLine], at: int) -> str:
    """Tell what a line opens: a section, a paragraph, or nothing."""
    if not at or lines[at - 1].section != lines[at].section:
        return "section"
    return "paragraph" if lines[at - 1].paragraph != lines[at].paragraph else ""


def sum_by_group(signs: Signs, weights: NDArray[np.floating], count: int) -> NDArray[np.float32]:
    """Return what the linear model says of each line, by group of views: (lines, groups)."""
    groups = len(_VIEW_GROUPS)
    group_of_view = np.zeros(1 + max(itertools.chain(*_VIEW_GROUPS)), np.int64)
    for number, views in enumerate(_VIEW_GROUPS):
        group_of_view[list(views)] = number
    at = signs.row * groups + group_of_view[signs.view]
    sums = np.bincount(at, weights[signs.bucket], count * groups)
    return sums.reshape(count, groups).astype(np.float32)


def life_science_share(signs: Signs, tables: NDArray[np.int8], count: int) -> float:
    """Return how likely a text of ``count`` lines is of the life sciences, by its words."""
    words = signs.bucket[signs.view == WORD_VIEW]
    odds = tables[2, words].sum(dtype=np.float64) / SCALE / max(count, 1)
    return float(convert_odds_to_chances(_FIELD_STRETCH * (odds + _FIELD_SHIFT)))


def mix_fields(tables: NDArray[np.int8], share: float) -> NDArray[np.float32]:
    """Return the linear weights for a text, ``share`` of them those of the life sciences."""
    parts = np.array([1 - share, share], np.float32) / SCALE
    mixed: NDArray[np.float32] = (parts @ tables[:2]).astype(np.float32)
    return mixed


def surrounds(
    lines: Sequence[GapLine],
    line_facts: Seen,
    sums: NDArray[np.float32],
    visible_citations: NDArray[np.bool_],
    share: float,
) -> NDArray[np.float32]:
    """Return one row a line: its position, and the chances and visible citations around it.

    ``sums`` are the linear model's, by group; ``visible_citations`` says which lines are seen to
    cite; ``share`` is how much of the text is life science. Whether a line itself is shown to cite
    takes no part in its row.
    """
    count = len(lines)
    section = np.array([line.section for line in lines])
    paragraph = np.array([line.paragraph for line in lines])
    logits = sums.sum(1)
    chances = convert_odds_to_chances(logits)
    cited = visible_citations.astype(np.float32)
    columns: list[NDArray[Any]] = [logits, *sums.T]
    for least, most in _TERM_COUNTS:
        columns += _of_terms(line_facts, chances, cited, (least, most))
    for step in (*range(-_NEAR, 0), *range(1, _NEAR + 1)):
        beside, same = _shifted(section, step)
        columns += [np.where(same, chances[beside], 0), np.where(same, cited[beside], 0), same]
        columns.append(paragraph[beside] == paragraph)
    any_shown = float(visible_citations.sum())
    for group in (paragraph, section, np.zeros(count, int)):
        columns += _of_others(group, chances, cited)
    columns.append(np.where(any_shown - cited > 0, 1.0, 0.0))
    columns += _positions(paragraph) + _positions(section) + _positions(np.zeros(count, int))
    columns += [np.minimum(line_facts.lengths / 40, 2)]
    columns += list(line_facts.shares.T)
    kinds = np.array([number_kind(line.kind) for line in lines])
    columns += list((kinds == np.arange(len(KINDS))[:, None]).astype(np.float32))
    columns.append(np.full(count, share))
    columns += list(find_own_work(lines).T)
    return np.stack(columns, axis=1).astype(np.float32)


def _shifted(section: NDArray[np.int_], step: int) -> tuple[NDArray[np.int_], NDArray[np.bool_]]:
    """Return for each line the index of the one ``step`` further, and if it is in its section."""
    indices = np.arange(len(section)) + step
    beside = indices.clip(0, len(section) - 1)
    return beside, (indices == beside) & (section[beside] == section)


def count_columns() -> int:
    """Return how many numbers a surround has."""
    sums, cited = np.zeros((0, len(_VIEW_GROUPS)), np.float32), np.zeros(0, bool)
    return int(surrounds([], scan_lines([], ""), sums, cited, 0.0).shape[1])


def _of_others(
    group: NDArray[np.int_], chances: NDArray[np.floating], cited: NDArray[np.floating]
) -> list[NDArray[np.floating]]:
    """Return the mean chance and the share of visible citations of the others in a group."""
    _, which, size = np.unique(group, return_inverse=True, return_counts=True)
    other_counts = np.maximum(size[which] - 1, 1)
    return [(np.bincount(which, value)[which] - value) / other_counts for value in (chances, cited)]


def _of_terms(
    line_facts: Seen,
    chances: NDArray[np.floating],
    cited: NDArray[np.floating],
    counts: tuple[int, int],
) -> list[NDArray[np.floating]]:
    """Return what other lines say that share a term with a line, of terms in so many lines.

    The columns: mean and highest chance, highest and mean share of visible citations, number and
    share of terms that no earlier line has, chance and citation where a term stands first, number
    of terms. What is cited at first may need no citation later; what has one each time may.
    """
    count, term, row = len(chances), line_facts.term, line_facts.term_row
    size = np.bincount(term)
    chance_sum, cited_sum = (np.bincount(term, value[row]) for value in (chances, cited))
    first = np.full(len(size), count)
    np.minimum.at(first, term, row)
    chosen = (size[term] >= counts[0]) & (size[term] <= counts[1])
    term, row = term[chosen], row[chosen]
    other_count = size[term] - 1
    chance_mean = (chance_sum[term] - chances[row]) / other_count
    cited_share = (cited_sum[term] - cited[row]) / other_count
    is_first = first[term] == row
    first_chance, first_cited = (
        np.where(is_first, 0, value[first[term]]) for value in (chances, cited)
    )

    def highest(values: NDArray[Any]) -> NDArray[np.floating]:
        result = np.zeros(count)
        np.maximum.at(result, row, values)
        return result

    term_count = np.bincount(row, minlength=count)
    new_count = np.bincount(row, is_first, count)
    weight = 1 / np.maximum(term_count, 1)
    return [
        np.bincount(row, chance_mean, count) * weight,
        highest(chance_mean),
        highest(cited_share),
        np.bincount(row, cited_share, count) * weight,
        np.minimum(new_count / 4, 2),
        new_count * weight,
        highest(first_chance),
        highest(first_cited),
        np.minimum(term_count / 8, 2),
    ]


def _positions(group: NDArray[np.int_]) -> list[NDArray[Any]]:
    """Return how far each line stands in its group, 0..1, and whether it begins it or ends it."""
    _, first, which, size = np.unique(
        group, return_index=True, return_inverse=True, return_counts=True
    )
    since = np.arange(len(group)) - first[which]
    remaining_lines = size[which] - 1 - since
    return [since / np.maximum(size[which] - 1, 1), since == 0, remaining_lines <= 0]


def _names(text: str) -> list[str]:
    """Return what looks like the name of a method, a data set, a tool or a person."""
    names = [match for match in _NAME.findall(text) if not match.islower()]
    opening = text.lstrip()[:1]
    return [
        name
        for index, name in enumerate(names)
        if name.lower() not in _NOT_NAMES
        and not name.replace(".", "").replace("-", "").isdigit()
        and len(name) > 1
        and (index or not text.startswith(name) or not opening or not is_plain(name))
    ]


def is_plain(name: str) -> bool:
    """Tell whether a word may have its capital from standing first."""
    return name[1:].islower()


@lru_cache(1 << 16)
def _hash(word: str) -> int:
    return zlib.crc32(word.encode("utf-8", "surrogatepass"))


# --- what the authors say of their own text and work --------------------------------------------
#
# Which sentences tell what the authors did themselves, or what their own text does: "The gel was
# blocked for 1 h with a buffer (Maker Inc., Town, Land)" looks like a claim about a method, but
# needs a citation only if it points to one: "as described".

_ELSEWHERE = frozenset({"introduction", "related"})
"""Kinds of section that tell what others did."""

_DONE = re.compile(r"\b(?:was|were)\b")
_MEASURED = re.compile(
    r"\d\s?(?:[mµμn]?[lLgM]|[kmµμ]g|[mcµμn]m|[°˚º∘]\s?C|rpm|min(?:utes?)?|hr?s?|hours?|days?|weeks?"
    r"|Hz|kDa|[kM]?bp|kV|U|[×x] ?g|m?mol|ppm|psi)(?!\w)|\b[wv]/v\b"
)
_BOUGHT = re.compile(
    r"\([^()]{0,120}\b(?:Inc|Ltd|GmbH|Corp(?:oration)?|Company|Co\.)[^()]{0,120}\)"
    r"|\([^()]{0,120},\s{0,3}(?:[A-Z]{2}|U\.?S\.?A\.?|U\.?K\.?|Germany|India|Japan|China|France|Switzerland"
    r"|Canada|Sweden|Korea|Italy|Denmark|Austria|Australia|Netherlands)\.?\)"
    r"|\b(?:purchased|procured|obtained|bought|supplied|provided) (?:from|by)\b"
)
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:described|according to|previous(?:ly)?|methods? of|protocol|procedure of|reported"
    r"|proposed|developed|modified|modification|adapted|et al|published|studies|known|shown"
    r"|recommended|guidelines?|standard|software|package|algorithm|v(?:ersion)?\.? ?\d)\b",
    re.IGNORECASE,
)


def find_own_work(lines: Sequence[GapLine]) -> NDArray[np.bool_]:
    """Tell of each line whether it tells own work, own results, and of the text itself."""
    rows = [
        (
            tells_own_work(line.text, line.kind),
            tells_own_result(line.text),
            announces_own_text(line.text),
        )
        for line in lines
    ]
    return np.array(rows, bool).reshape(len(lines), 3)


def tells_own_work(text: str, kind: str) -> bool:
    """Tell whether a sentence, without its markers, of a section of this kind tells own work."""
    if kind in _ELSEWHERE or not _DONE.search(text) or _POINTS_ELSEWHERE.search(text):
        return False
    return bool(_MEASURED.search(text) or _BOUGHT.search(text))


_DOES = (
    r"(?:focus|present|show|describe|report|discuss|propose|review|introduce|summari[sz]e|consider"
    r"|study|investigate|extend|provide|argue|explore|develop|outline|give|examine|address|turn"
    r"|conclude|begin|end|organi[sz]e|first|then|next|finally|now|also)"
)
_ANNOUNCES = re.compile(
    r"(?:(?:Thus|Hence|So|Therefore|Finally|Next|First|Second|Third|Now),?\s)?"
    rf"(?:Here,?\s(?:(?:I|we)\s{_DOES}|the\sfocus)|To\s(?:summari[sz]e|sum\sup|conclude)\b"
    r"|In\s(?:summary|sum|conclusion|short|brief)\b"
    rf"|In\s(?:this|the\s(?:next|following|present))\s(?:section|paper|study|work|article|review"
    rf"|chapter|thesis|subsection|appendix),?\s(?:I|we)\s{_DOES}"
    r"|(?:This|The\spresent)\s(?:paper|study|work|article|section|review|chapter|subsection|thesis)"
    r"\s(?:is|has|was|will|does|aims?|focus\w*|present\w*|describ\w*|discuss\w*|propos\w*|introduc\w*"
    r"|review\w*|summari\w*|consider\w*|show\w*|provid\w*|explor\w*|investigat\w*|contribut\w*)"
    r"|The\s(?:rest|remainder)\sof\s(?:this|the|our)"
    r"|(?:The\s)?(?:[Mm]ain\s|[Kk]ey\s)?(?:[Cc]ontributions?|[Gg]oals?|[Aa]ims?|[Ff]ocus)\sof\s"
    r"(?:this|our|the\spresent)"
    r"|(?:I|We)\s(?:focus|conclude|summari[sz]e|organi[sz]e|begin|end)\b"
    r"|Our\s(?:(?:main|key)\s)?(?:work|study|paper|contributions?|goals?|aims?|focus)\b)"
)
_OF_OTHERS = re.compile(
    r"\b(?:previous(?:ly)?|prior|earlier|recent(?:ly)?|existing|similar(?:ly)?|et al"
    r"|inspired|based on|proposed by|due to|according to|build(?:s|ing)? (?:up)?on|extends?)\b",
    re.IGNORECASE,
)


_OWN_RESULT = re.compile(
    r"(?:(?:Thus|Hence|Therefore|Overall|Together|Finally|Moreover|However|In addition),?\s)?"
    r"(?:(?:[Ii]n|[Ff]or|[Tt]hroughout|[Ff]rom)\s(?:this|the\s(?:present|current)|our)\s"
    r"(?:study|work|paper|article|research|review|analysis|trial|survey|experiments?)\b"
    r"|(?:[Tt]he\s(?:present|current|aim|purpose|objective|goal|results\sof\s(?:this|our|the\spresent))"
    r"|[Tt]his\s(?:study|work|paper|article|review|research)|[Tt]hese\sresults"
    r"|[Oo]ur\s(?:study|results?|findings?|data|analys\w+|work|experiments?)"
    r"|[Hh]ere,?\s(?:we|I)|[Ww]e\s(?:found|observed|measured|collected|conducted|conclude|report"
    r"|hypothesi[sz]ed?))\b)"
)
_OWN_FIGURE = re.compile(
    r"[(\s](?:Supplementary\s|Suppl\.?\s|Additional\s)?(?:Fig(?:ure|s|\.)?s?|Tables?|Tab\.|File)"
    r"\s?\.?\s?[SA]?\d",
    re.IGNORECASE,
)
_TAKEN_OVER = re.compile(
    r"\b(?:adapted|adopted|reproduced|redrawn|taken|modified|reprinted)\b", re.IGNORECASE
)


def tells_own_result(text: str) -> bool:
    """Tell whether a sentence says what this work found, or what its own figures and tables show.

    What names work of others may need a citation all the same.
    """
    shows = ("ig" in text or "ab" in text or "File" in text) and _OWN_FIGURE.search(text)
    if not shows and not _OWN_RESULT.match(text):
        return False
    return not _OF_OTHERS.search(text) and not _TAKEN_OVER.search(text)


def announces_own_text(text: str) -> bool:
    """Tell whether a sentence says what the manuscript itself does, and names no work of others."""
    return _ANNOUNCES.match(text) is not None and not _OF_OTHERS.search(text)
