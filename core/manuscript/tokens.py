"""The words of a reference entry and what the labeller is told about each of them.

A word is a run of letters and digits; addresses, DOIs and arXiv numbers are one word each. What
stands between two words, mostly punctuation, is told of the words beside it. So entries that have
lost spaces or gained some look much like the others.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_ADDRESS = (
    r"(?:[Hh]ttps?:\s?//|www\.)[^\s<>“”\"]+(?:(?<=[./_?=&–-])\s(?=\S*[/=])[^\s<>“”\"A-Z]\S*)*"
)
ADDRESS = re.compile(_ADDRESS)
_NUMBER = r"\b10\.\d{4,9}/[^\s\"<>“”{}|]+"
_ARXIV = r"\b\d{4}\.\d{4,5}(?:v\d+)?\b"
_LETTER = r"(?:[^\W_]|[\u0300-\u036f])"
_WORD = re.compile(
    rf"(?P<address>{_ADDRESS})|(?P<doi>{_NUMBER})|(?P<arxiv>{_ARXIV})"
    rf"|{_LETTER}+(?:[-‐'’`´](?=[^\W\d_]){_LETTER}+)*"
)
_CLOSING = re.compile(r"[.,;:]+\Z")

_MONTHS = (
    "january february march april may june july august september october november december jan feb"
    " mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter janvier février"
    " mars avril mai juin juillet août septembre octobre novembre décembre"
)
_EDITORS = "ed eds editor editors edited hrsg hg dir édit éd red coord coords comp herausgeber"
_VENUES = (
    "journal proceedings proc conference conf transactions trans annals letters lett review rev"
    " bulletin symposium symp workshop workshops advances lecture notes international intl int acta"
    " archives magazine quarterly annual meeting congress corr arxiv biorxiv zeitschrift revue"
    " communications comm acm ieee neurips nips icml iclr acl emnlp naacl eacl cvpr iccv eccv aaai"
    " ijcai kdd sigir www chi findings track jmlr pmlr newsletter studies research science nature"
)
_PUBLISHERS = (
    "press publishers publisher publishing publications verlag university universität université"
    " books editions éditions springer elsevier wiley mit oxford cambridge kaufmann routledge"
    " association inc ltd co company academic society institute editorial presses sage dover zenodo"
    " figshare github openreview pmlr dryad"
)
_PLACES = (
    "new york london paris berlin cambridge oxford usa uk boston chicago san francisco ca ma ny"
    " amsterdam dordrecht heidelberg madrid rome milano leipzig vienna wien zürich tokyo beijing"
    " singapore canada germany france italy spain china japan australia netherlands"
)
_REPORTS = (
    "phd thesis dissertation master masters ph report technical tech rep manuscript preprint"
    " unpublished submitted press appear accessed retrieved available url isbn issn version patent"
    " standard draft working paper abstract software online package diss"
)
_COUNTED = "vol volume no number nr issue bd band tome t jg ser part pt ch chapter nos vols"
_PAGED = "pp p page pages art article seiten s"
_PARTICLES = "van von der den de del della di da dos du la le ten ter el al bin ibn af zu zur st"
_SMALL = "a an the of for on in to with from by at and or as is are its via using und der die das"
_LISTS = {
    "and": "and und et y e i en",
    "in": "in dans",
    "month": _MONTHS,
    "editor": _EDITORS,
    "venue": _VENUES,
    "publisher": _PUBLISHERS,
    "place": _PLACES,
    "report": _REPORTS,
    "counted": _COUNTED,
    "paged": _PAGED,
    "particle": _PARTICLES,
    "small": _SMALL,
    "suffix": "jr sr ii iii iv",
}
_KNOWN: dict[str, tuple[str, ...]] = {}
for _name, _words in _LISTS.items():
    for _word in _words.split():
        _KNOWN[_word] = (*_KNOWN.get(_word, ()), _name)
_OUTSIDE = ("", "", "")
_JOINING = frozenset(("", "_", "-", "-_", "'", "'_", "&_", "/", "_&_"))
_INITIAL = frozenset(("X", "XX"))
_SAME = str.maketrans("“”„«»‘’`´‐‑–—−", '"""""\'\'\'\'-----')


@dataclass(frozen=True, slots=True)
class Word:
    """``text[start:end]`` of an entry, in lower case with its ligatures undone as ``plain``."""

    start: int
    end: int
    text: str
    kind: str = ""


def words_of(entry: str) -> list[Word]:
    """Return the words of an entry with their places in it."""
    words = []
    for match in _WORD.finditer(entry):
        kind = match.lastgroup or ""
        text = match[0]
        if kind in ("address", "doi"):
            text = _CLOSING.sub("", text)
        words.append(Word(match.start(), match.start() + len(text), text, kind))
    return words


def features(entry: str, words: Sequence[Word]) -> list[list[str]]:
    """Return for each word the names of what holds for it."""
    gaps = [_gap(entry[start:end]) for start, end in _between(entry, words)]
    told = [_told(word.text, word.kind) for word in words]
    near = [told_near for _, told_near in told]
    near += [_OUTSIDE] * 3
    gaps += [""] * 3
    rows = []
    for at, state in enumerate(_states(gaps, words, near)):
        w, s, _ = near[at]
        (wa, sa, ka), (wb, sb, _) = near[at + 1 : at + 3]
        wz, sz, kz = near[at - 1]  # the last of all is outside, too
        wy, sy, _ = near[at - 2]
        b, a = gaps[at], gaps[at + 1]
        rows.append(
            [
                *told[at][0],
                *state,
                "b" + b,
                "a" + a,
                f"ba{b}|{a}",
                f"bs{b}{s}{a}",
                "-w" + wz,
                "+w" + wa,
                "-y" + wy,
                "+y" + wb,
                "-k" + kz,
                "+k" + ka,
                f"-s{sz}{b}{s}",
                f"+s{s}{a}{sa}",
                f"-v{wz}{b}{w}",
                f"+v{w}{a}{wa}",
                f"-t{sy}{gaps[at - 1]}{sz}{b}{s}",
                f"+t{s}{a}{sa}{gaps[at + 2]}{sb}",
                f"0s{sz}{b}{s}{a}{sa}",
            ]
        )
    return rows


def _between(entry: str, words: Sequence[Word]) -> list[tuple[int, int]]:
    starts = [word.start for word in words]
    ends = [word.end for word in words]
    return list(zip([0, *ends], [*starts, len(entry)], strict=True))


@lru_cache(maxsize=4096)
def _gap(gap: str) -> str:
    """Return what stands between two words: signs, and a space where there is one."""
    signs = "".join(gap.translate(_SAME).split()).replace('""', '"')[:4]
    return f"{signs}_" if gap != signs else signs


@lru_cache(maxsize=50_000)
def _told(text: str, kind: str) -> tuple[tuple[str, ...], tuple[str, str, str]]:
    """Return what a word says of itself, and what it says to its neighbours."""
    if kind:
        return (f"k{kind}",), (kind, kind, kind)
    plain = unicodedata.normalize("NFKC", text).casefold()
    shape = _shape(text)
    lists = _KNOWN.get(plain, ())
    kept = _number(plain) if plain.isdigit() else plain
    told = [
        f"w{kept}",
        f"s{shape}",
        *(f"l{name}" for name in lists),
    ]
    if not plain.isdigit():
        told += [f"p{plain[:3]}", f"e{plain[-2:]}", f"e{plain[-3:]}"]
    return tuple(told), (kept, shape, lists[0] if lists else "")


def _number(digits: str) -> str:
    if len(digits) == 4 and digits[:2] in ("16", "17", "18", "19", "20"):
        return "#year" if digits < "2030" else "#4"
    return f"#{min(len(digits), 6)}"


def _shape(text: str) -> str:
    """Return "Xx" for "Smith", "X" for "J", "XX" for "ACL", "#2" for "12", "x9" for "p12"."""
    if not text.isalpha():
        return _number(text) if text.isdigit() else _shape_of_mixed(text)
    if text.isupper():
        return "X" * min(len(text), 4)
    if text.islower():
        return "xx"[: len(text)] if len(text) < 4 else "x"
    return ("Xx" if text[1:].islower() else "XxX") if text[0].isupper() else "xX"


def _shape_of_mixed(text: str) -> str:
    first = "9" if text[0].isdigit() else ("X" if text[0].isupper() else "x")
    return first + ("9" if any(map(str.isdigit, text)) else "-") + ("X" if text.isupper() else "")


def _states(
    gaps: Sequence[str], words: Sequence[Word], near: Sequence[tuple[str, str, str]]
) -> list[tuple[str, ...]]:
    """Return for each word where it stands: in brackets or quotes, behind what, how far on."""
    count = len(words)
    is_year = [_is_year(word.text) for word in words]
    segments = _segments(gaps, near, count)
    years_left, quotes_left = sum(is_year), sum(gap.count('"') for gap in gaps)
    style = "".join(s + g for (_, s, _), g in zip(near[:3], gaps[1:3], strict=False))
    depth = quotes = stops = years = inside = editors = 0
    states: list[tuple[str, ...]] = []
    for at in range(count):
        gap = gaps[at]
        if "(" in gap or "[" in gap:
            depth = 1
        elif ")" in gap or "]" in gap:
            depth = 0
        quoted = gap.count('"')
        quotes += quoted
        quotes_left -= quoted
        stops += "." in gap and at > 0 and len(words[at - 1].text) > 2
        inside = inside or (at > 1 and near[at - 1][2] == "in" and gaps[at - 1] not in _JOINING)
        editors = editors or near[at][2] == "editor"
        place, length, small, before, after = segments[at]
        seen = f"{min(years, 2)}{min(years_left, 2)}{min(quotes, 2)}{min(quotes_left, 2)}"
        far = f"{min(at, 4)}{10 * at // count}"
        states.append(
            (
                f"D{depth}{inside:d}{editors:d}{min(stops, 4)}",
                f"T{min(stops, 4)}{seen}",
                "P" + far,
                f"L{min(count - at, 4)}",
                f"G{place}{length}{small}{inside:d}",
                f"H{place}{gap}{before}{length}{small}{after}",
                f"Z{style}{min(stops, 2)}",
            )
        )
        years += is_year[at]
        years_left -= is_year[at]
    return states


def _segments(
    gaps: Sequence[str], near: Sequence[tuple[str, str, str]], count: int
) -> list[tuple[str, str, str, str, str]]:
    """Return for each word of the stretch between stops that it is in: place, length, looks."""
    cuts = [0]
    for at in range(1, count):
        gap = gaps[at]
        if gap not in _JOINING and not (gap[0] == "." and near[at - 1][1] in _INITIAL):
            cuts.append(at)
    cuts.append(count)
    sizes = ["0", *(str(min(b - a, 7)) for a, b in itertools.pairwise(cuts)), "0"]
    found = []
    for number, (start, end) in enumerate(itertools.pairwise(cuts), start=1):
        small = "s" if any(near[at][1] == "x" for at in range(start, end)) else ""
        for at in range(start, end):
            place = "f" if at == start else ("l" if at == end - 1 else "m")
            found.append((place, sizes[number], small, sizes[number - 1], sizes[number + 1]))
    return found


def _is_year(text: str) -> bool:
    return len(text) in (4, 5) and _number(text[:4]) == "#year" and text[:4].isdigit()
