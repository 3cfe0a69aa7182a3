"""Captions: how they begin in the languages that Cocite reads."""

from __future__ import annotations

import re

_NAMES = (
    r"Abbildung|Abb\.|Tabelle|Tab\.|Tableau|Figura|Fig\.|Tabla|Tabela|Quadro|Tabella|Gráfico|Cuadro"
    r"|Рисунок|Рис\.|Таблица|Табл\.|Листинг"
)
_NUMBER = r"[A-ZА-Я]?\.?\d{1,3}(?:[.\-–]\d{1,3})?"
_EAST_ASIAN = rf"(?:图|圖|図|表|算法|アルゴリズム|그림|표)\s?{_NUMBER}(?P<wide>\s*[.:：．]|\s+|\Z)"
OTHER_CAPTION = re.compile(
    rf"(?:(?:{_NAMES}|{_NAMES.upper()})\s*{_NUMBER}(?P<sign>\s*[.:|—–]|\s*\Z)?|{_EAST_ASIAN})"
    r"(?P<rest>.*)"
)
"""A caption in another language than English: what stands behind the number, and the rest."""
_ENGLISH = re.compile(r"(?:Figure|Fig\.|Table)\s+\d+\s*[.:]")


def is_caption(text: str) -> bool:
    """Say whether a paragraph is a caption: named, numbered, with a sign behind the number."""
    other = OTHER_CAPTION.match(text)
    return bool(_ENGLISH.match(text) or (other and (other["sign"] or other["wide"])))
