"""The signs of the font "Symbol", with which Word writes Greek letters and signs of mathematics.

Source: the encoding of the font by Adobe; Word stores its signs from U+F020 on.
"""

from __future__ import annotations

_FIRST = 0xF000
_SYMBOL_FONTS = frozenset(("symbol", "symbolmt", "symbol mt"))
_ARROWS = {0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xF3: "↔"}
"""Those of the font Wingdings, which Word makes of "-->"."""
_ROWS = {
    0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?",
    0x40: "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
    0x60: "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    0xA1: "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…",
    0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑",
    0xF1: "〉∫",
}
_SIGNS = {first + at: sign for first, row in _ROWS.items() for at, sign in enumerate(row)}
_TABLE = {_FIRST + code: sign for code, sign in _SIGNS.items()}


def symbol(font: str, code: str) -> str:
    """Return the sign of a font by its hexadecimal code; a blank if nothing is known of it."""
    try:
        number = int(code, 16)
    except ValueError:
        return " "
    number -= _FIRST if _FIRST <= number < _FIRST + 0x100 else 0
    if font.lower() in _SYMBOL_FONTS:
        return _SIGNS.get(number, " ")
    if font.lower().startswith("wingdings"):
        return _ARROWS.get(number, " ")
    return chr(number) if 0x20 < number < 0xD800 else " "


def is_symbol_font(font: str) -> bool:
    """Say whether a font is that of Greek letters and signs of mathematics."""
    return font.lower() in _SYMBOL_FONTS


def in_unicode(text: str) -> str:
    """Return text of the font Symbol in Unicode."""
    return text.translate(_TABLE)
