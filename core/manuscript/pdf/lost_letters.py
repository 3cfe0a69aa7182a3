"""Puts letters back that a PDF names no character, or another, for: "scienti�c", "eVect".

Fonts of web prints and of some presses draw "fi" or "Qu" as one glyph and do not say what it
stands for. How wide the glyph is says which letters fit in; the document's own words, then the
commonest words, then the letter behind it, say which of these it is. Fonts that hold nothing but
ligatures or signs say it by their names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any

from core.base.plain_words import plain_words
from core.manuscript.pdf.lines import Line, Page, TextRun

LOST = "\ufffd"
_LIGATURES = ("ffi", "ffl", "ff", "fi", "fl")
_SLACK = 0.08  # of the type's size, by which a ligature may differ for each letter it joins
_LEAST_WORD = 3
_WIDE_Q = 0.95  # of the type's size; no Q alone is so wide
_WORD = re.compile(rf"[^\W\d_{LOST}]+")
_WHOLE = re.compile(rf"(?<![^\W\d_])(?<!{LOST})[^\W\d_]+(?![^\W\d_]|{LOST})")
_PIECE = re.compile(rf"[^\W\d_{LOST}]*{LOST}[^\W\d_]*")
_BARE_T = re.compile(r"\bT(?=[aeioruy][a-z]*\b)")
_WIDE_T = 0.85  # of the type's size; a "Th" drawn as one glyph, whose h is lost
_WIDER_T = 1.75  # times the line's small letters
_BARE_Q = re.compile(r"\bQ(?=[aeio][a-z]{2,})")
_AFTER_FL = re.compile(r"[aouiy]|e[ctexwe]")
_AFTER_FFL = re.compile(r"[aoueiy]")

_SIGNS = tuple(
    ((re.compile(rf"{before}\Z"), re.compile(behind)), sign)
    for before, behind, sign in (
        (r"\d\s?", r"\s?C\b", "°"),
        (r"\b10", r"\d", "−"),
        (r"\d\s?(?:[kcmµn]?m|bp|px)\s?", r"\s?\d", "×"),
        (r"\d\s?", r"\s?10\D", "×"),
        (r"\d", r"\s?(?:coverage|depth|objective|lens|magnifi|zoom|faster|more|higher|lower)", "×"),
    )
)
"""Signs by what stands before and behind them."""
_TEX_SIGNS = re.compile("cmex", re.IGNORECASE)
_TEX_WIDTHS = (("∑", 1.056), ("∑", 1.444), ("∏", 0.944), ("ˆ", 0.556), ("|", 0.333))
_SAME_WIDTH = 0.015
_LIGATURE_FONT = re.compile("ligature", re.IGNORECASE)
_OF_LIGATURE_FONT = {"V": "ff", "W": "fi", "X": "fl", "Y": "ffi", "Z": "ffl"}
_SIGN_FONT = re.compile(r"AdvP(?:SMP(?:1|4|13)|S44A44B|4C4E74|i1)\Z|AdvTT(?:2a3365e1|74141cac)\Z")
_OF_SIGN_FONTS = {
    "AdvPSMP1": {"Æ": "·"},
    "AdvPSMP4": {"\\": "<", "[": ">"},
    "AdvPSMP13": {"l": "µ"},
    "AdvPS44A44B": {"e": "–"},
    "AdvP4C4E74": {"¼": "=", "þ": "+", "ð": "(", "Þ": ")", "0": "′"},
    "AdvPi1": {"m": "µ"},
    "AdvTT2a3365e1": {"q": "ü", "7": "ä"},
    "AdvTT74141cac": {"T": "*"},
}
"""What signs of fonts stand for that typesetters of several publishers have: "p \\ 0.05"."""
_ACCENT_FONTS = "AdvP4C4E5"
_ACCENT_FONT = re.compile(rf"{_ACCENT_FONTS}[0-9A-F]\Z")
"""Fonts of these typesetters that hold accents; the file says what its codes are called."""
_ACCENTS = {"C18": "`", "C19": "´", "C20": "ˇ", "C22": "¯", "C23": "˚"}
_ACCENTS_BY_SIGN = {"€": "¨", "~": "˜", "^": "ˆ"}
_CODE_OR_NAME = re.compile(r"(?P<code>\d+)|/(?P<name>\w+)")
_IN_WORD = re.compile(rf"(?<=[^\W\d_]){LOST}|{LOST}(?:[^\W\d_]{{2}}|[tx]\b)")

_Widths = dict[tuple[str, str], float]


def has_accent_font(raw: dict[str, Any]) -> bool:
    """Say whether a page's text has letters of a font of accents."""
    return any(_ACCENT_FONTS in span["font"] for span in _spans(raw))  # of all pages: in no time


def name_accents(
    raw: dict[str, Any], coded: dict[str, Any], fonts: Iterable[tuple[str, Any, int]]
) -> None:
    """Name the accents of their fonts in the text of a page, in place.

    ``coded`` is the text with the codes of what has no name; ``fonts`` are names, document and
    number of the page's.
    """
    names = {
        name.rpartition("+")[2]: _read_encoding(document, number)
        for name, document, number in fonts
        if _ACCENT_FONT.search(name)
    }
    for span, other in zip(_spans(raw), _spans(coded), strict=False):
        if not _ACCENT_FONT.search(span["font"]):
            continue
        names_by_code = names.get(span["font"].rpartition("+")[2], {})
        for char, code in zip(span["chars"], other["chars"], strict=False):
            sign = char["c"]
            if sign == LOST:
                sign = _ACCENTS.get(names_by_code.get(ord(code["c"]), ""), LOST)
            char["c"] = _ACCENTS_BY_SIGN.get(sign, sign)


def _spans(raw: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            yield from line["spans"]


def _read_encoding(document: Any, number: int) -> dict[int, str]:  # noqa: ANN401 - PyMuPDF's
    """Return what a font of a PDF calls each code: "[1 /C19 160 /Euro]" is 1: C19, 160: Euro."""
    encoding = document.xref_get_key(number, "Encoding")[1]
    if encoding.endswith(" 0 R"):
        encoding = document.xref_object(int(encoding.split()[0]))
    names: dict[int, str] = {}
    code = 0
    for match in _CODE_OR_NAME.finditer(encoding.partition("[")[2]):
        if match["code"]:
            code = int(match["code"])
        else:
            names[code] = match["name"]
            code += 1
    return names


def put_back(pages: Sequence[Page]) -> None:
    """Mend the lines of all pages in place; each letter gets its share of the glyph's width."""
    lines = [line for page in pages for line in page.lines]
    for line in lines:
        if len(line.runs) > 1:
            _name_by_font(line)
    torn = [line for line in lines if LOST in line.text]
    short = [line for line in lines if _BARE_Q.search(line.text)]
    bare = [line for line in lines if _BARE_T.search(line.text)]
    for line in bare:
        _mend_t(line)
    if not torn and not short:
        return
    known_words = {word.casefold() for line in lines for word in _WORD.findall(line.text)}
    known_words |= plain_words()
    whole = {word.casefold() for line in lines for word in _WHOLE.findall(line.text)}
    whole |= plain_words()
    widths = _letter_widths(lines) if torn else {}
    for line in torn:
        _mend_signs(line)
        _mend_ligatures(line, widths, known_words)
    whole |= {word.casefold() for line in torn for word in _WHOLE.findall(line.text)}
    for line in torn:
        _mend_rest(line, whole)
    for line in short:
        _mend_q(line, known_words)


def _name_by_font(line: Line) -> None:
    """Name the letters of fonts that hold nothing but ligatures or signs."""
    for run in reversed(line.runs):
        if match := _SIGN_FONT.search(run.font):
            of_font = _OF_SIGN_FONTS[match[0]]
            signs = line.text[run.start : run.end]
            true_signs = "".join(of_font.get(sign, sign) for sign in signs)
            line.text = line.text[: run.start] + true_signs + line.text[run.end :]
        if _LIGATURE_FONT.search(run.font):
            for at in reversed(range(run.start, run.end)):
                if letters := _OF_LIGATURE_FONT.get(line.text[at]):
                    _replace(line, at, letters)


def _mend_signs(line: Line) -> None:
    """Name the signs that tell by what stands around them, or by their width in TeX's own font.

    What is left alone between blanks or signs is none of a word; "…" stands for it, as for a
    formula that cannot be read.
    """
    for at in [match.start() for match in re.finditer(LOST, line.text)]:
        run = _find_run(line, at)
        sign = next((sign for form, sign in _SIGNS if _fits_around(form, line.text, at)), "")
        if not sign and _TEX_SIGNS.search(run.font) and run.size:
            width = (line.rights[at] - line.lefts[at]) / run.size
            sign = next(
                (tex_sign for tex_sign, own in _TEX_WIDTHS if abs(own - width) < _SAME_WIDTH), ""
            )
        if not sign and not _IN_WORD.match(line.text, at):
            sign = "…" if any(map(str.isalpha, line.text)) else ""
        if sign:
            line.text = line.text[:at] + sign + line.text[at + 1 :]
    line.measure()


def _fits_around(form: tuple[re.Pattern[str], re.Pattern[str]], text: str, at: int) -> bool:
    before, behind = form
    return bool(before.search(text[:at]) and behind.match(text[at + 1 :]))


def _letter_widths(lines: Sequence[Line]) -> _Widths:
    """Return how wide f, i and l are in each font, as a share of the size."""
    widths_by_letter: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for line in lines:
        for run in line.runs:
            for at in range(run.start, run.end):
                if line.text[at] in "fil" and run.size:
                    width = (line.rights[at] - line.lefts[at]) / run.size
                    widths_by_letter[run.font, line.text[at]].append(width)
    return {key: median(values) for key, values in widths_by_letter.items()}


def _mend_ligatures(line: Line, widths: _Widths, known_words: set[str]) -> None:
    for start, word in reversed([(m.start(), m[0]) for m in _PIECE.finditer(line.text)]):
        at = start + word.index(LOST)
        run = _find_run(line, at)
        width = (line.rights[at] - line.lefts[at]) / run.size if run.size else 0.0
        before, _, behind = word.partition(LOST)
        fitting = _fitting(run.font, width, widths)
        fitting = _sole_word(before, behind, fitting) or fitting
        plain = any(
            f"{before}{ligature}{behind}".casefold() in plain_words() for ligature in fitting
        )
        if fitting and (plain or (before + behind)[:1].islower() or len(word) >= _LEAST_WORD):
            _replace(line, at, _likeliest(before, behind, fitting, known_words))


def _mend_rest(line: Line, whole: set[str]) -> None:
    """Settle what no ligature fits, by the words that stand ``whole`` in the document.

    At the end of a line it divides a word. Behind one word and before another it is a sign that
    cannot be read ("…"). Inside a word it is the ligature that makes a word of it, or stays lost.
    """
    for start, word in reversed([(m.start(), m[0]) for m in _PIECE.finditer(line.text)]):
        at = start + word.index(LOST)
        before, _, behind = word.partition(LOST)
        likely = [
            ligature for ligature in _LIGATURES if f"{before}{ligature}{behind}".casefold() in whole
        ]
        sign = not behind or behind[0].isupper() or behind.casefold() in whole
        if likely:
            _replace(line, at, likely[0])
        elif before and at == len(line.text) - 1:
            _replace(line, at, "-")
        elif word != LOST and (not before or sign):
            _replace(line, at, "… " if behind and before else "…")


def _fitting(font: str, width: float, widths: _Widths) -> list[str]:
    """Return the ligatures whose letters are about as wide as the glyph, and as none else."""
    apart = {
        letters: abs(sum(widths.get((font, char), 9.0) for char in letters) - width)
        / (len(letters) - 1)
        for letters in _LIGATURES
    }
    nearest = min(apart.values())
    if nearest > _SLACK:
        return []
    return [letters for letters in _LIGATURES if apart[letters] < nearest + _SLACK / 2]


def _sole_word(before: str, behind: str, fitting: Sequence[str]) -> list[str]:
    """Return the one ligature that makes a common word, where none of the ``fitting`` does.

    In some fonts "ff" is drawn as narrow as "fi".
    """
    words = [one for one in _LIGATURES if f"{before}{one}{behind}".casefold() in plain_words()]
    return words if fitting and len(words) == 1 else []


def _find_run(line: Line, at: int) -> TextRun:
    return next(run for run in line.runs if run.start <= at < run.end)


def _likeliest(before: str, behind: str, fitting: Sequence[str], known_words: set[str]) -> str:
    whole = [
        ligature for ligature in fitting if f"{before}{ligature}{behind}".casefold() in known_words
    ]
    return (
        whole or [ligature for ligature in fitting if _sounds(ligature, behind)] or list(fitting)
    )[0]


def _sounds(letters: str, behind: str) -> bool:
    """Say whether words have the letters before what follows: "fl" before "ow", "fi" before "n"."""
    if letters == "ff":
        return True
    liquid = (_AFTER_FFL if len(letters) == 3 else _AFTER_FL).match(behind) is not None
    return liquid == letters.endswith("l")


def _mend_q(line: Line, known_words: set[str]) -> None:
    for at in reversed([match.start() for match in _BARE_Q.finditer(line.text)]):
        word = next(_iterate_words(line.text, at))
        run = _find_run(line, at)
        wide = run.size > 0 and line.rights[at] - line.lefts[at] > _WIDE_Q * run.size
        if wide or (
            f"qu{word[1:]}".casefold() in known_words and word.casefold() not in plain_words()
        ):
            _replace(line, at, "Qu")


def _mend_t(line: Line) -> None:
    """Put the h back behind a T that is as wide as both."""
    for at in reversed([match.start() for match in _BARE_T.finditer(line.text)]):
        run = _find_run(line, at)
        width = line.rights[at] - line.lefts[at]
        if width > max(_WIDE_T * run.size, _WIDER_T * _usual_width(line)):
            _replace(line, at, "Th")


def _usual_width(line: Line) -> float:
    """Return how wide small letters of a line are; in small type they are wide for its size."""
    widths = (
        right - left_edge
        for char, left_edge, right in zip(line.text, line.lefts, line.rights, strict=True)
        if char.islower()
    )
    return median(widths)


def _iterate_words(text: str, at: int) -> Iterator[str]:
    return (match[0] for match in _WORD.finditer(text, at))


def _replace(line: Line, at: int, letters: str) -> None:
    """Set letters in place of one character, side by side in its room."""
    left_edge, right, more = line.lefts[at], line.rights[at], len(letters) - 1
    edges = [
        left_edge + (right - left_edge) * step / len(letters) for step in range(len(letters) + 1)
    ]
    line.text = line.text[:at] + letters + line.text[at + 1 :]
    line.lefts[at : at + 1] = edges[:-1]
    line.rights[at : at + 1] = edges[1:]
    for run in line.runs:
        run.start += more if run.start > at else 0
        run.end += more if run.end > at else 0
    line.measure()
