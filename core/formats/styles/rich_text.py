"""Text with italics and the like as runs; how runs are joined, cased and written."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

OPENING, CLOSING = "\ue011", "\ue012"
"""Stand for quotation marks until it is clear how deep they lie."""


class Run(NamedTuple):
    """A piece of text with its formats: "i", "b", "u", "sc", "sup", "sub"; "nocase" is kept."""

    text: str
    formats: frozenset[str] = frozenset()


Runs = list[Run]

_FORMATS: Mapping[tuple[str, str], str] = {
    ("font-style", "italic"): "i",
    ("font-style", "oblique"): "i",
    ("font-weight", "bold"): "b",
    ("text-decoration", "underline"): "u",
    ("font-variant", "small-caps"): "sc",
    ("vertical-align", "sup"): "sup",
    ("vertical-align", "sub"): "sub",
}
_TAGS = {
    "i": ("<i>", "</i>"),
    "b": ("<b>", "</b>"),
    "u": ("<u>", "</u>"),
    "sup": ("<sup>", "</sup>"),
    "sub": ("<sub>", "</sub>"),
    "sc": ('<span style="font-variant: small-caps">', "</span>"),
}
_FIRST_KEPT = frozenset(("!.", "?.", "?:", ":.", ";.", ";:", ",.", ":,", "..", ",,", "::", ";;"))
_SECOND_KEPT = frozenset(("!:", ":!", ":?", ":;", ";!", ";?", "  ", " ,", " .", " ;", " :"))
_WORD = re.compile(r"[^\s–—/‐‑-]+")
_AROUND_WORDS = f"(),.;:!?\"'“”‘’[]${OPENING}{CLOSING}"
_LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")
_STOP_WORDS = frozenset(
    "a an and as at but by d de down for from in into nor of on onto or over per so "  # noqa: SIM905
    "the till to toward up via von with yet van v v. vs vs. about".split()
)


def read_formats(attributes: Mapping[str, str]) -> frozenset[str]:
    """Return the formats that attributes of an element set."""
    return frozenset(
        name for (attribute, value), name in _FORMATS.items() if attributes.get(attribute) == value
    )


def format_runs(runs: Runs, formats: frozenset[str]) -> Runs:
    """Return runs with more formats; italics within italics stand upright."""
    if not formats:
        return runs
    return [Run(run.text, (run.formats ^ formats) | (formats - {"i"}) - {"i"}) for run in runs]


def plain(runs: Iterable[Run]) -> str:
    """Return the bare text of runs."""
    return "".join(run.text for run in runs)


def join(parts: Sequence[Runs], delimiter: str = "") -> Runs:
    """Return runs with a delimiter between them."""
    joined: Runs = []
    for part in parts:
        if not part:
            continue
        if joined and delimiter:
            joined.append(Run(delimiter))
        joined += part
    return joined


def affix(runs: Runs, prefix: str, suffix: str) -> Runs:
    """Return runs between affixes."""
    if not runs:
        return runs
    return [*([Run(prefix)] if prefix else []), *runs, *([Run(suffix)] if suffix else [])]


def quote(runs: Runs) -> Runs:
    """Return runs between quotation marks."""
    return [Run(OPENING), *runs, Run(CLOSING)] if runs else runs


def strip_periods(runs: Runs) -> Runs:
    """Return runs without full stops."""
    return [Run(run.text.replace(".", ""), run.formats) for run in runs]


# --- letter case --------------------------------------------------------------------------------


def change_case(runs: Runs, case: str, *, is_english: bool) -> Runs:
    """Return runs in another case, as ``text-case`` names it."""
    if case == "title" and not is_english:
        return runs
    change = _CASES.get(case)
    return change(runs) if change is not None else runs


def _sentence_case(runs: Runs) -> Runs:
    return _capitalize_first(_map_runs(runs, str.lower) if plain(runs).isupper() else runs)


def _map_runs(runs: Runs, change: Callable[[str], str]) -> Runs:
    return [run if "nocase" in run.formats else Run(change(run.text), run.formats) for run in runs]


def _capital(word: str) -> str:
    """Return a word with a capital; symbols such as "c(4×2)" and words with capitals stay."""
    first = _LETTERS_AND_DIGITS.search(word)
    if first is None or not first[0][0].isalpha() or not first[0].islower():
        return word
    if len(first[0]) == 1 and word[first.end() :].strip(_AROUND_WORDS):
        return word
    start = first.start()
    return f"{word[:start]}{word[start].upper()}{word[start + 1 :]}"


def _capitalize_first(runs: Runs) -> Runs:
    for index, run in enumerate(runs):
        match = _WORD.search(run.text.replace(OPENING, " "))
        if match:
            text = run.text
            word = _capital(match[0])
            changed = f"{text[: match.start()]}{word}{text[match.end() :]}"
            return [*runs[:index], Run(changed, run.formats), *runs[index + 1 :]]
    return runs


def _title_case(runs: Runs) -> Runs:
    text = plain(runs)
    words = list(_WORD.finditer(text))
    changed = list(text)
    for number, word in enumerate(words):
        before = text[: word.start()].rstrip()
        is_end = number in (0, len(words) - 1) or before[-1:] in (":", "?", "!", ".")
        hyphenated = text[word.start() - 1 : word.start()] in ("-", "/", "–", "‐", "‑")
        bare = word[0].strip(_AROUND_WORDS).lower()
        if bare in _STOP_WORDS and not is_end:
            continue
        if len(bare) < 2 and (not is_end or number == len(words) - 1 > 0):  # "cytochrome c"
            continue
        if number and bare[1:2] and bare[1:2] in "'’":  # an elided article
            continue
        if (hyphenated and bare in _STOP_WORDS) or (len(bare) < 2 and word[0][0] in "(["):
            continue
        changed[word.start() : word.end()] = _capital(word[0])
    recased = "".join(changed)
    position, result = 0, []
    for run in runs:
        end = position + len(run.text)
        result.append(run if "nocase" in run.formats else Run(recased[position:end], run.formats))
        position = end
    return result


_CASES: Mapping[str, Callable[[Runs], Runs]] = {
    "lowercase": lambda runs: _map_runs(runs, str.lower),
    "uppercase": lambda runs: _map_runs(runs, str.upper),
    "capitalize-first": _capitalize_first,
    "capitalize-all": lambda runs: _map_runs(
        runs, lambda text: _WORD.sub(lambda word: _capital(word[0]), text)
    ),
    "sentence": _sentence_case,
    "title": _title_case,
}


# --- final punctuation and quotation marks ------------------------------------------------------


def finish(runs: Runs, marks: Sequence[str], *, inside_quotes: bool) -> Runs:
    """Return runs with doubled punctuation removed and quotation marks in their places.

    ``marks`` are the outer and the inner pair; ``inside_quotes`` puts full stops and commas before
    the closing one.
    """
    cleaned: Runs = []
    for run in runs:
        if run.text:
            _append(cleaned, run, inside_quotes=inside_quotes)
    return _set_marks(cleaned, marks)


def _append(runs: Runs, run: Run, *, inside_quotes: bool) -> None:  # noqa: C901, PLR0912
    text = run.text
    if inside_quotes and text[0] in ".," and len(runs) > 1 and runs[-1].text == CLOSING:
        closing = runs.pop()  # the outermost alone
        if _last_sign(runs)[0] not in (".", "!", "?", ","):
            _append(runs, Run(text[0], run.formats), inside_quotes=False)
        runs.append(closing)
        text = text[1:]
    while runs and text:
        end, quotes = _last_sign(runs)
        pair = f"{end}{text[0]}"
        if quotes and text[0] not in ".,":
            break
        if pair in _FIRST_KEPT and text[0] != " ":
            text = text[1:]
        elif pair in _SECOND_KEPT and not quotes:
            if end == text[0]:
                text = text[1:]
            else:
                last = runs.pop()
                if last.text[:-1]:
                    runs.append(Run(last.text[:-1], last.formats))
        else:
            break
    if text:
        runs.append(Run(text, run.formats))


def _last_sign(runs: Runs) -> tuple[str, bool]:
    """Return the last sign before closing quotation marks, and whether there are any."""
    for index in range(len(runs) - 1, -1, -1):
        if runs[index].text != CLOSING:
            return runs[index].text[-1], index < len(runs) - 1
    return "", True


_TYPED_MARKS = re.compile(
    r"(?P<double>[“”„\"«»])"
    r"|(?P<open>(?<!\w)['‘](?=\w(?:[^'’‘]*[\w.,!?)])?['’](?!\w)))|(?P<single>['’])"
)
_BEFORE_CLOSING = re.compile(r"[\w.,!?)]")
_MARKS_CLOSED_BY = {"“": "„", "«": "»", "»": "«"}
"""Marks that open in some languages, and the one that each closes in others."""


def read_text(text: str) -> Runs:
    """Return a text whose quotation marks are set as those of the style."""
    if text.isalnum() or not _TYPED_MARKS.search(text):
        return [Run(text)]
    runs: Runs = []
    position = 0
    openings: list[tuple[int, str]] = []  # those that are not closed yet: where, and as typed
    for mark in _TYPED_MARKS.finditer(text):
        runs.append(Run(text[position : mark.start()]))
        typed, position = mark[0], mark.end()
        is_double = bool(mark["double"])
        levels = [one for _, one in openings if (one not in "'‘") == is_double]
        before, after = text[mark.start() - 1 : mark.start()], text[position : position + 1]
        if mark["open"] or (is_double and _opens(typed, before, after, levels)):
            openings.append((len(runs), typed))
            runs.append(Run(OPENING))
        elif levels and (is_double or not after.isalnum()):
            while (openings[-1][1] not in "'‘") != is_double:
                _restore(runs, *openings.pop())
            openings.pop()
            runs.append(Run(CLOSING))
        else:
            runs.append(Run(typed if is_double else "’"))
    runs.append(Run(text[position:]))
    for opening in openings:
        _restore(runs, *opening)
    return _merge([run for run in runs if run.text])


def _opens(typed: str, before: str, after: str, levels: Sequence[str]) -> bool:
    """Tell whether a double mark opens a quotation, given what stands around it."""
    if typed == "”" or _MARKS_CLOSED_BY.get(typed, "") in levels:
        return False
    is_free = not after.isspace() and after != "" and not _BEFORE_CLOSING.match(before)
    return typed in "„“" or is_free


def _restore(runs: Runs, at: int, typed: str) -> None:
    """Put back a mark that was typed and never closed."""
    runs[at] = Run("’" if typed in "'‘" else typed)


def _merge(runs: Runs) -> Runs:
    merged: Runs = []
    for run in runs:
        marks = (OPENING, CLOSING)
        if merged and run.text not in marks and merged[-1].text not in marks:
            merged[-1] = Run(merged[-1].text + run.text, run.formats)
        else:
            merged.append(run)
    return merged


def _set_marks(runs: Runs, marks: Sequence[str]) -> Runs:
    depth, placed = 0, []
    for run in runs:
        text = run.text
        if text == OPENING:
            placed.append(Run(marks[0 if depth % 2 == 0 else 2], run.formats))
            depth += 1
        elif text == CLOSING:
            depth = max(0, depth - 1)
            placed.append(Run(marks[1 if depth % 2 == 0 else 3], run.formats))
        else:
            placed.append(run)
    return placed


def write_html(runs: Iterable[Run]) -> str:
    """Return runs as HTML; their text is escaped."""
    pieces: list[str] = []
    merged: list[tuple[str, tuple[str, ...]]] = []
    for run in runs:
        formats = tuple(name for name in _TAGS if name in run.formats)
        if merged and merged[-1][1] == formats:
            merged[-1] = (merged[-1][0] + run.text, formats)
        else:
            merged.append((run.text, formats))
    for text, formats in merged:
        opening = "".join(_TAGS[name][0] for name in formats)
        closing = "".join(_TAGS[name][1] for name in reversed(formats))
        pieces.append(f"{opening}{html.escape(text, quote=False)}{closing}")
    return "".join(pieces)
