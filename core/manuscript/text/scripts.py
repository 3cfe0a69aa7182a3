"""Scripts: which are written without spaces between words, and which Cocite does not support."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import islice

SPACELESS = "\u3001-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff9f"
"""Chinese and Japanese characters and their punctuation, as ranges of a regular expression."""
HANGUL = "\u1100-\u11ff\u3131-\u318e\uac00-\ud7af"
_WITH_CASES = (*range(0x41, 0x530), *range(0x1E00, 0x2000))  # Latin, Greek, Cyrillic, Armenian
SMALL = "".join(filter(str.islower, map(chr, _WITH_CASES)))
"""All small letters, for a class of a regular expression: also "ł", "ş", "θ"."""
CAPITALS = "".join(filter(str.isupper, map(chr, _WITH_CASES)))
"""All capitals, likewise."""
_IS_SPACELESS = re.compile(f"[{SPACELESS}]")
_IS_EAST_ASIAN = re.compile(f"[{SPACELESS}{HANGUL}]")
_GAP = re.compile(rf"(?<=[{SPACELESS}])\s+(?=[{SPACELESS}])")
_SUPPORTED = frozenset(
    {"LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "FULLWIDTH"}
)
_NO_SCRIPT = frozenset(
    {"MATHEMATICAL", "MODIFIER", "FEMININE", "MASCULINE", "MICRO", "SUPERSCRIPT", "SUBSCRIPT",
     "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER", "ALEF", "BET", "PLANCK", "HALFWIDTH",
     "IDEOGRAPHIC", "KATAKANA-HIRAGANA", "OHM", "ANGSTROM", "KELVIN", "INFORMATION"}
)  # fmt: skip
_SAMPLED = 20_000


def is_spaceless(char: str) -> bool:
    """Say whether a character belongs to a script that is written without spaces."""
    return _IS_SPACELESS.match(char) is not None


def is_east_asian(text: str) -> bool:
    """Say whether a text holds Chinese, Japanese or Korean."""
    return _IS_EAST_ASIAN.search(text) is not None


def closed_up(text: str) -> str:
    """Return a text without the white space between characters of scripts that have none."""
    return _GAP.sub("", text)


def unsupported_script(texts: Iterable[str]) -> str:
    """Return the name of the script that most letters are in, if it is not supported, else "".

    Names are those of Unicode: "Arabic", "Thai".
    """
    letters = (char for text in texts for char in text if char.isalpha())
    counts: Counter[str] = Counter()
    for char, count in Counter(islice(letters, _SAMPLED)).items():
        script = unicodedata.name(char, "").partition(" ")[0]
        if script and script not in _NO_SCRIPT:
            counts[script] += count
    if not counts:
        return ""
    script, count = counts.most_common(1)[0]
    return "" if script in _SUPPORTED or 2 * count < counts.total() else script.capitalize()
