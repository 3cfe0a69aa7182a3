"""Citation keys and the commands that cite them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.base.records import Paper

CiteStyle = Literal["latex", "pandoc", "typst", "plain"]
CopyStyle = CiteStyle | Literal["word"]
"""How a citation is copied: as what one types, or as the field of a word processor."""

_ILLEGAL = re.compile(r"[\s#%,=\"\\{}~\x00-\x1f]")
_NOT_A_KEY = re.compile(r"\d*|ITEM-\d+|\w+:(?:.*/)?/.*", re.S)
_PANDOC_PLAIN = re.compile(r"\w(?:[\w:.#$%&+?<>~/-]*\w)?")
_TYPST_LABEL = re.compile(r"[\w.:-]*\w")


@dataclass(frozen=True, slots=True)
class Copied:
    """A citation for the clipboard: as plain text and, for word processors, as rich text (RTF)."""

    text: str
    rich: str = ""


def is_key(text: str) -> bool:
    """Whether what a file calls an entry by is a key that one would cite, no address or number."""
    return _NOT_A_KEY.fullmatch(text) is None


def keyed(papers: Iterable[Paper]) -> list[tuple[Paper, str]]:
    """Return each paper with the key that a file of all of them has for it."""
    papers = list(papers)
    return list(zip(papers, unique_keys(papers), strict=True))


def unique_keys(papers: Iterable[Paper]) -> list[str]:
    """Return a key for each paper: its own without what BibTeX forbids, with a letter if taken.

    The keys of two papers may differ only in case; a letter makes one that differs in more.
    """
    keys: list[str] = []
    used_keys: set[str] = set()
    lowered: set[str] = set()
    letters: Counter[str] = Counter()  # tried behind a key already
    for paper in papers:
        key = _ILLEGAL.sub("", paper.citation_key) or f"paper{paper.number}"
        free = key
        while free in used_keys or (free != key and free.lower() in lowered):
            letters[key.lower()] += 1
            free = key + _letters(letters[key.lower()])
        used_keys.add(free)
        lowered.add(free.lower())
        keys.append(free)
    return keys


def _letters(number: int) -> str:
    """Return a, b, … z, aa, ab, … for 1, 2, … 26, 27, 28, …."""
    letters = ""
    while number:
        number, remainder = divmod(number - 1, 26)
        letters = chr(ord("a") + remainder) + letters
    return letters


def cite_command(keys: Sequence[str], style: CiteStyle = "latex") -> str:
    r"""Return what to paste to cite ``keys`` together: ``\cite{a,b}``, ``[@a; @b]``, ``@a @b``.

    No keys give "".
    """
    match style:
        case _ if not keys:
            command = ""
        case "latex":
            command = rf"\cite{{{','.join(keys)}}}"
        case "pandoc":
            command = f"[{'; '.join(map(_pandoc_key, keys))}]"
        case "typst":
            command = " ".join(map(_typst_key, keys))
        case "plain":
            command = ", ".join(keys)
    return command


def _pandoc_key(key: str) -> str:
    return f"@{key}" if _PANDOC_PLAIN.fullmatch(key) else f"@{{{key}}}"


def _typst_key(key: str) -> str:
    if _TYPST_LABEL.fullmatch(key):
        return f"@{key}"
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'#cite(label("{escaped}"))'
