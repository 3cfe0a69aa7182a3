"""The words of a reference entry and the features that the labeller sees of each.

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

from core.base.identity import DOI_START

_ADDRESS = (
    r"(?:[Hh]ttps?:\s?//|www\.)[^\s<>“”\"]+(?:(?<=[./_?=&–-])\s(?=\S*[/=])[^\s<>“”\"A-Z]\S*)*"
)
ADDRESS = re.compile(_ADDRESS)
DOI = rf"\b{DOI_START}[^\s\"<>“”{{}}|]+"
"""Matches a DOI in running text."""
_ARXIV = r"\b\d{4}\.\d{4,5}(?:v\d+)?\b"
_LETTER = r"(?:[^\W_]|[\u0300-\u036f])"
_WORD = re.compile(
    rf"(?P<address>{_ADDRESS})|(?P<doi>{DOI})|(?P<arxiv>{_ARXIV})"
    rf"|{_LETTER}+(?:(?:\^?[*∗])?[-‐'’`´](?=[^\W\d_]){_LETTER}+)*"  # "C*-algebra", "O’Dell"
)
_CLOSING = re.compile(r"[.,;:]+\Z")

_MONTHS = (
    "january february march april may june july august september october november december jan"
    " feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter janvier"
    " février mars avril mai juin juillet août septembre octobre novembre décembre"
)
_EDITORS = (
    "ed eds editor editors edited hrsg hg hgg dir dirs édit éd éds red coord coords comp"
    " herausgeber herausgegeben herausgeberin cura direction traduction trad translated trans"
    " traduit übers pod"
)
_EDITIONS = "edition editions édition edn aufl auflage edición edizione izd wyd revised rev reprint"
_VENUES = (
    "journal proceedings proc conference conf transactions trans annals letters lett review rev"
    " bulletin symposium symp workshop workshops advances lecture notes international intl int"
    " acta archives magazine quarterly annual meeting congress corr arxiv biorxiv zeitschrift"
    " zeitung revue jahrbuch archiv archive actes atti actas rivista revista boletín bollettino"
    " cahiers annales mémoires vestnik вестник журнал colloque congrès congreso mitteilungen"
    " beiträge handbuch handbook encyclopedia colloquium communications comm acm ieee neurips"
    " nips icml iclr acl emnlp naacl eacl cvpr iccv eccv aaai ijcai kdd sigir www chi findings"
    " track jmlr pmlr newsletter studies research science nature"
)
_PUBLISHERS = (
    "verl éditeur éd editora editore editrice edizioni ediciones éditeurs mouton gruyter brill"
    " peter lang suhrkamp fischer reclam beck gallimard seuil puf armand colin harmattan cerf"
    " vrin mulino einaudi laterza feltrinelli наука изд hill mcgraw prentice hall sons basic free"
    " vintage penguin macmillan palgrave norton harper houghton guilford erlbaum blackwell kluwer"
    " crc birkhäuser press publishers publisher publishing publications verlag university"
    " universität université books editions éditions springer elsevier wiley mit oxford cambridge"
    " kaufmann routledge association inc ltd co company academic society institute editorial"
    " presses sage dover zenodo figshare github openreview pmlr dryad"
)
_PLACES = (
    "new york london paris berlin cambridge oxford usa uk boston chicago san francisco ca ma ny"
    " amsterdam dordrecht heidelberg madrid rome milano leipzig vienna wien zürich tokyo beijing"
    " singapore canada germany france italy spain china japan australia netherlands roma torino"
    " firenze napoli venezia bologna padova bari genève genf lausanne bruxelles brussels leuven"
    " louvain liège antwerp leiden hague den haag münchen munich frankfurt stuttgart hamburg köln"
    " göttingen tübingen bonn mainz münster wiesbaden weinheim jena basel bern graz innsbruck"
    " prague praha warszawa warsaw kraków budapest moscow москва ленинград petersburg киев софия"
    " barcelona valencia sevilla granada salamanca lisbon lisboa porto méxico mexico bogotá"
    " buenos aires lima santiago paulo rio janeiro montréal québec ottawa toronto vancouver lyon"
    " toulouse marseille bordeaux strasbourg rennes grenoble lille stockholm oslo copenhagen"
    " københavn helsinki dublin edinburgh manchester bristol princeton haven baltimore"
    " philadelphia washington angeles berkeley stanford bloomington minneapolis ann arbor austin"
    " thousand oaks englewood cliffs hillsdale mahwah delhi mumbai seoul taipei hong kong sydney"
    " melbourne canberra jerusalem istanbul athens cairo nairobi pretoria cape town nj il pa tx"
    " md dc va mi wi oh nc ct"
)
_REPORTS = (
    "thèse mémoire diplomarbeit tesis tesi rapport informe disponible disponível consulté"
    " abgerufen ligne line communication presented mimeo consultado acesso zugriff stand phd"
    " thesis dissertation master masters ph report technical tech rep manuscript preprint"
    " unpublished submitted press appear accessed retrieved available url isbn issn version"
    " patent standard draft working paper abstract software online package diss"
)
_COUNTED = (
    "vol volume no number nr issue bd bde band tome tomo t jg ser part pt ch chapter nos vols v n"
    " núm num № т вып кн вип heft h fasc jahrgang tom iss"
)
_PAGED = "pp p pág págs pag page pages art article seiten s с стр ss col"
_PARTICLES = "van von der den de del della di da dos du la le ten ter el al bin ibn af zu zur st"
_SMALL = "a an the of for on in to with from by at and or as is are its via using und der die das"
_LISTS = {
    "and": "and und et y e i en",
    "in": "in dans en im apud w в",
    "edition": _EDITIONS,
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
_TELLING = (
    "in", "editor", "edition", "venue", "publisher", "place", "report", "counted", "paged", "month",
    "and", "particle", "suffix", "small",
)  # fmt: skip
"""The lists of words, those first that say most about the words beside."""
_DIGITS = frozenset(("#1", "#2", "#3", "#4", "#5", "#6"))
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


@dataclass(frozen=True, slots=True)
class _WordFeatures:
    """What a word says: of itself, to the next, to the one before, to those two words away."""

    own: tuple[str, ...]
    text: str
    shape: str
    list_name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    far_before: str
    far_after: str


@dataclass(frozen=True, slots=True)
class _Segment:
    """A stretch between stops: words in it and beside it, and how many long ones came before."""

    number: int
    size: str
    sizes: str
    kind: str
    before: str
    ahead: str
    order: int


_OUTSIDE = _WordFeatures((), "", "", "", ("-w", "-k"), ("+w", "+k"), "-y", "+y")


def split_words(entry: str) -> list[Word]:
    """Return the words of an entry with their spans."""
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
    word_features = [_features(word.text, word.kind) for word in words]
    states = _states(gaps, words, word_features)
    word_features += [_OUTSIDE] * 3
    gaps += [""] * 3
    rows = []
    sy, sz = "", ""
    s, sa = word_features[0].shape, word_features[1].shape
    w, wa = word_features[0].text, word_features[1].text
    y, z = _OUTSIDE, _OUTSIDE
    bz, b = "", gaps[0]
    for at, state in enumerate(states):
        here, ahead, beyond = word_features[at], word_features[at + 1], word_features[at + 2]
        a, sb = gaps[at + 1], beyond.shape
        left_context, right = f"{sz}{b}{s}", f"{s}{a}{sa}"
        rows.append(
            [
                *here.own, *state, *z.before, *ahead.after,
                y.far_before, beyond.far_after,
                "b" + b, "a" + a, f"ba{b}|{a}", f"bs{b}{s}{a}",
                "-s" + left_context, "+s" + right, f"-v{z.text}{b}{w}", f"+v{w}{a}{wa}",
                f"-t{sy}{bz}{left_context}", f"+t{right}{gaps[at + 2]}{sb}",
                f"0s{left_context}{a}{sa}",
            ]
        )  # fmt: skip
        sy, sz, s, sa = sz, s, sa, sb
        w, wa = wa, beyond.text
        y, z = z, here
        bz, b = b, a
    return rows


def _between(entry: str, words: Sequence[Word]) -> list[tuple[int, int]]:
    starts = [word.start for word in words]
    ends = [word.end for word in words]
    return list(zip([0, *ends], [*starts, len(entry)], strict=True))


@lru_cache(maxsize=4096)
def _gap(gap: str) -> str:
    """Return what stands between two words: signs, and a space where there is one."""
    signs = "".join(gap.translate(_SAME).split()).replace("''", '"').replace('""', '"')[:4]
    return f"{signs}_" if gap != signs else signs


@lru_cache(maxsize=50_000)
def _features(text: str, kind: str) -> _WordFeatures:
    """Return what a word says of itself, and what it says to its neighbours."""
    if kind:
        return _make_features((f"k{kind}",), kind, kind, kind)
    plain = unicodedata.normalize("NFKC", text).casefold()
    shape = _shape(text)
    lists = _KNOWN.get(plain, ())
    plain_form = _number(plain) if plain.isdecimal() else plain
    own = [f"w{plain_form}", f"s{shape}", *(f"l{name}" for name in lists)]
    if not plain.isdecimal():
        own += [f"p{plain[:3]}", f"e{plain[-2:]}", f"e{plain[-3:]}"]
    telling = lists if shape != "X" else ()
    first = next(filter(telling.__contains__, _TELLING), "")
    return _make_features(tuple(own), plain_form, shape, first)


def _make_features(own: tuple[str, ...], text: str, shape: str, list_name: str) -> _WordFeatures:
    before, after = (f"-w{text}", f"-k{list_name}"), (f"+w{text}", f"+k{list_name}")
    return _WordFeatures(own, text, shape, list_name, before, after, f"-y{text}", f"+y{text}")


def _number(digits: str) -> str:
    if len(digits) == 4 and digits[:2] in ("16", "17", "18", "19", "20"):
        return "#year" if digits < "2030" else "#4"
    return f"#{min(len(digits), 6)}"


def _shape(text: str) -> str:
    """Return "Xx" for "Smith", "X" for "J", "XX" for "ACL", "#2" for "12", "x9" for "p12"."""
    if not text.isalpha():
        return _number(text) if text.isdecimal() else _shape_of_mixed(text)
    if text.isupper():
        return "X" * min(len(text), 4)
    if text.islower():
        return "xx"[: len(text)] if len(text) < 4 else "x"
    return ("Xx" if text[1:].islower() else "XxX") if text[0].isupper() else "xX"


def _shape_of_mixed(text: str) -> str:
    first = "9" if text[0].isdecimal() else ("X" if text[0].isupper() else "x")
    return first + ("9" if any(map(str.isdigit, text)) else "-") + ("X" if text.isupper() else "")


def _states(
    gaps: Sequence[str], words: Sequence[Word], word_features: Sequence[_WordFeatures]
) -> list[tuple[str, ...]]:
    """Return for each word where it stands: in brackets or quotes, behind what, how far on."""
    count = len(words)
    so_far = _SoFar(
        style="".join(
            word.shape + gap for word, gap in zip(word_features[:3], gaps[1:3], strict=False)
        ),
        years_left=sum(word.shape == "#year" for word in word_features),
        quotes_left=sum(gap.count('"') for gap in gaps),
    )
    ahead = _next_initials(word_features)
    behind = 5
    states: list[tuple[str, ...]] = []
    last: tuple[object, ...] = ()
    segment_says: tuple[str, ...] = ()
    for at, (position, segment) in enumerate(_segments(gaps, word_features)):
        gap = gaps[at]
        so_far.skip_gap(gap, word_features[at - 1] if at else _OUTSIDE, word_features[at], at)
        if last != (position, gap, segment.number):  # most words say what the one before says
            last = (position, gap, segment.number)
            segment_says = _describe_segment(segment, position, gap, so_far.inside)
        near = f"P{at if at < 4 else 4}{10 * at // count}", f"I{behind}{ahead[at]}"
        states.append((*so_far.state_features, f"Q{so_far.quoted}{gap}", *near, *segment_says))
        behind = 1 if word_features[at].shape in _INITIAL else (behind + 1 if behind < 5 else 5)
    return states


class _SoFar:
    """What was passed on the way to a word, and what of it is still to come."""

    def __init__(self, style: str, years_left: int, quotes_left: int) -> None:
        self.state_features: tuple[str, ...] = ()
        self.quoted = ""
        self.inside = 0
        self._style = style
        self._years, self._years_left = 0, years_left
        self._quotes, self._quotes_left = 0, quotes_left
        self._depth = self._stops = self._editors = 0
        self._last_gap = ""

    def skip_gap(self, gap: str, last: _WordFeatures, word: _WordFeatures, at: int) -> None:
        """Step over a gap to a word."""
        year = last.shape == "#year"
        entered = at > 1 and last.list_name == "in" and self._last_gap not in _JOINING
        self._last_gap = gap
        if at and gap == "_" and not (year or entered or word.list_name == "editor"):
            return
        if "(" in gap or "[" in gap:
            self._depth = 1
        elif ")" in gap or "]" in gap:
            self._depth = 0
        quotes = gap.count('"')
        self._quotes += quotes
        self._quotes_left -= quotes
        self._years += year
        self._years_left -= year
        self._stops = min(self._stops + ("." in gap and len(last.text) > 2), 4)
        self.inside |= entered
        self._editors |= word.list_name == "editor"
        self._tell()

    def _tell(self) -> None:
        stops, remaining_quotes = self._stops, min(self._quotes_left, 2)
        self.quoted = f"{self._quotes % 2}{remaining_quotes}"
        years = f"{min(self._years, 2)}{min(self._years_left, 2)}"
        self.state_features = (
            f"D{self._depth}{self.inside}{self._editors}{stops}",
            f"T{stops}{years}{min(self._quotes, 2)}{remaining_quotes}",
            f"Z{self._style}{min(stops, 2)}",
        )


def _describe_segment(segment: _Segment, position: str, gap: str, inside: int) -> tuple[str, ...]:
    """Return what a word's stretch says of it, by its position there and what stands before it."""
    return (
        f"G{position}{segment.size}{inside}",
        f"H{position}{gap}{segment.sizes}",
        f"J{position}{segment.kind}",
        f"K{position}{segment.before}{segment.kind}",
        f"M{position}{segment.kind}{segment.ahead}",
        f"R{position}{segment.order}{segment.kind}",
    )


def _next_initials(word_features: Sequence[_WordFeatures]) -> list[int]:
    """Return for each word how far on the next initials are, 5 where none are near."""
    distances, near = [], 5
    for word in reversed(word_features):
        distances.append(near)
        near = 1 if word.shape in _INITIAL else (near + 1 if near < 5 else 5)
    return distances[::-1]


def _segments(
    gaps: Sequence[str], word_features: Sequence[_WordFeatures]
) -> list[tuple[str, _Segment]]:
    """Return for each word its position in the stretch between stops that it is in, and this."""
    count = len(word_features)
    cuts = [0]
    for at in range(1, count):
        gap = gaps[at]
        if gap not in _JOINING and not (gap[0] == "." and word_features[at - 1].shape in _INITIAL):
            cuts.append(at)
    cuts.append(count)
    spans = list(itertools.pairwise(cuts))
    sizes = ["0", *(str(min(end - start, 7)) for start, end in spans), "0"]
    kinds = ["", *(_kind(word_features[start:end]) for start, end in spans), ""]
    segments = []
    long = 0
    for number, (start, end) in enumerate(spans, start=1):
        kind = kinds[number]
        segment = _Segment(
            number=number,
            size=sizes[number],
            sizes=f"{sizes[number - 1]}{sizes[number]}{kind[-1:]}{sizes[number + 1]}",
            kind=kind,
            before=kinds[number - 1],
            ahead=kinds[number + 1],
            order=min(long, 3),
        )
        long += end - start > 2 and kind[-1:] == "s"
        segments += [("l" if end - start > 1 else "o", segment)] * (end - start)
        if end - start > 1:
            segments[start] = ("f", segment)
            segments[start + 1 : end - 1] = [("m", segment)] * (end - start - 2)
    return segments


def _kind(word_features: Sequence[_WordFeatures]) -> str:
    """Return the most telling kind of word in a stretch, and "s" for words in small letters."""
    list_names = {word.list_name for word in word_features}
    shapes = {word.shape for word in word_features}
    first = next((name[:2] for name in _TELLING if name in list_names), "")
    if not first:
        first = "#y" if "#year" in shapes else ("#" if not _DIGITS.isdisjoint(shapes) else "")
    if not first and not _INITIAL.isdisjoint(shapes):
        first = "X"
    return f"{first}s" if "x" in shapes else f"{first}."
