"""Characters as a reader sees them: ligatures taken apart, accents set on their letters, NFC.

TeX draws "é" as an acute and an e on top of each other, and PDFs store the two side by side with
any space between. Which letter an accent belongs to shows only in where they are drawn.
"""

from __future__ import annotations

import re
import unicodedata

_LIGATURES = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
    "Ĳ": "IJ", "ĳ": "ij",
}  # fmt: skip
_COMBINING = {
    "`": "\u0300", "´": "\u0301", "ˊ": "\u0301", "ˋ": "\u0300", "ˆ": "\u0302", "^": "\u0302",
    "˜": "\u0303", "¯": "\u0304", "ˉ": "\u0304", "˘": "\u0306", "˙": "\u0307", "¨": "\u0308",
    "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327", "˛": "\u0328",
}  # fmt: skip
_ODD_SPACE = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000\t\r\n\x0b\x0c]")
_SEEN = re.compile("[" + "".join(_LIGATURES) + re.escape("".join(_COMBINING)) + "\u0300-\u036f]")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BULLET = re.compile(r"\A[\uf0b7\uf0a7\uf0d8\uf0fc\ufffd](?=\s+[^\W\d_]{2}|[A-Z][a-z])")
"""What stands for a bullet where a symbol font says no more than its position among its signs."""
_PLAIN = {"ı": "i", "ȷ": "j"}

Glyphs = tuple[str, list[float], list[float], list[int]]


def tidy(text: str, lefts: list[float], rights: list[float], owners: list[int]) -> Glyphs:
    """Return the characters with ligatures taken apart and accents joined to their letters.

    ``owners`` is any number per character (its run); it travels with the character.
    """
    text = _BULLET.sub("•", _ODD_SPACE.sub(" ", text))
    if _INVISIBLE.search(text):
        kept_positions = [at for at, char in enumerate(text) if not _INVISIBLE.match(char)]
        text, lefts, rights, owners = _choose(kept_positions, text, lefts, rights, owners)
    if not _SEEN.search(text):
        return text, lefts, rights, owners
    return _set_accents(*_split_characters(text, lefts, rights, owners))


def _choose(
    kept_positions: list[int], text: str, lefts: list[float], rights: list[float], owners: list[int]
) -> Glyphs:
    return (
        "".join(text[at] for at in kept_positions),
        [lefts[at] for at in kept_positions],
        [rights[at] for at in kept_positions],
        [owners[at] for at in kept_positions],
    )


def _split_characters(
    text: str, lefts: list[float], rights: list[float], owners: list[int]
) -> tuple[list[str], list[float], list[float], list[int]]:
    chars: list[str] = []
    new_lefts: list[float] = []
    new_rights: list[float] = []
    new_owners: list[int] = []
    for char, left_edge, right, owner in zip(text, lefts, rights, owners, strict=True):
        parts = _LIGATURES.get(char, char)
        step = (right - left_edge) / len(parts)
        for index, part in enumerate(parts):
            chars.append(part)
            new_lefts.append(left_edge + index * step)
            new_rights.append(left_edge + (index + 1) * step)
            new_owners.append(owner)
    return chars, new_lefts, new_rights, new_owners


def _set_accents(
    chars: list[str], lefts: list[float], rights: list[float], owners: list[int]
) -> Glyphs:
    dropped: set[int] = set()
    for at, char in enumerate(chars):
        mark = _COMBINING.get(char) or (char if unicodedata.combining(char) else None)
        if mark is None or at in dropped:
            continue
        base = _letter_under(at, chars, lefts, rights)
        if base is None:
            continue
        composed = unicodedata.normalize("NFC", _PLAIN.get(chars[base], chars[base]) + mark)
        if len(composed) == 1:
            chars[base] = composed
            dropped.update(range(min(at, base) + 1, max(at, base)), {at})
            dropped.update(_space_inside_word(at, base, chars, lefts))
    kept_positions = [at for at in range(len(chars)) if at not in dropped]
    return _choose(kept_positions, "".join(chars), lefts, rights, owners)


def _letter_under(at: int, chars: list[str], lefts: list[float], rights: list[float]) -> int | None:
    """Return the letter the accent at ``at`` is drawn over, looking past one space."""
    if unicodedata.combining(chars[at]):
        return at - 1 if at and chars[at - 1].isalpha() else None
    middle = (lefts[at] + rights[at]) / 2
    for base in (at + 1, at - 1, at + 2, at - 2):
        if not 0 <= base < len(chars) or not chars[base].isalpha():
            continue
        between = chars[min(at, base) + 1 : max(at, base)]
        if any(char != " " for char in between):
            continue
        slack = 0.1 * (rights[base] - lefts[base])
        if lefts[base] - slack <= middle <= rights[base] + slack:
            return base
    return None


def _space_inside_word(at: int, base: int, chars: list[str], lefts: list[float]) -> set[int]:
    """Return the space that only the accent's odd position made, if there is one.

    "Kr ´eger": the space before the accent is narrower than the way back to the letter.
    """
    first = min(at, base)
    before = first - 1
    if before < 1 or chars[before] != " " or not chars[before - 1].isalpha():
        return set()
    return {before} if lefts[first] - lefts[before] < 0.5 else set()
