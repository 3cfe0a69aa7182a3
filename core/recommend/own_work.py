"""Which sentences tell what the authors did themselves, with materials and devices of their own.

The texts from which gaps were learnt have no laboratories: "The gel was blocked for 1 h with a
buffer (Maker Inc., Town, Land)" looks to the model like a claim about a method. Such a sentence
needs a citation only if it points to one: "as described".
"""

from __future__ import annotations

import re

OWN_WORK_ODDS = 1.5
"""Taken off the log-odds of such a sentence; what it brings is in ``docs/quality.md``."""

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


def tells_own_work(text: str, kind: str) -> bool:
    """Tell whether a sentence, without its markers, of a section of this kind tells own work."""
    if kind in _ELSEWHERE or not _DONE.search(text) or _POINTS_ELSEWHERE.search(text):
        return False
    return bool(_MEASURED.search(text) or _BOUGHT.search(text))
