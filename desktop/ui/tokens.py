"""The colour tokens of the light and the dark theme."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor


@dataclass(frozen=True, slots=True)
class Colors:
    """The tokens. Text on ``window``, ``surface``, ``raised`` and the soft tones is AA readable.

    The ``page_…`` tones are for painting over a printed page, which is white in both themes.
    """

    window: QColor
    surface: QColor
    raised: QColor
    hover: QColor
    border: QColor
    strong_border: QColor
    text: QColor
    muted: QColor
    accent: QColor
    on_accent: QColor
    accent_soft: QColor
    selection: QColor
    cited: QColor
    gap: QColor
    gap_soft: QColor
    good: QColor
    warn: QColor
    bad: QColor
    bad_soft: QColor
    page_paper: QColor
    page_cited: QColor
    page_gap: QColor
    page_selection: QColor
    page_hover: QColor


def _tokens(**values: str) -> Colors:
    return Colors(**{name: QColor(value) for name, value in values.items()})


_PAGE = {
    "page_paper": "#ffffff",
    "page_cited": "#b02f66b0",
    "page_gap": "#59f0a81e",
    "page_selection": "#4d2f7be0",
    "page_hover": "#1f2f7be0",
}

LIGHT = _tokens(
    window="#f5f6f8",
    surface="#ffffff",
    raised="#ffffff",
    hover="#eceff3",
    border="#d8dce2",
    strong_border="#828b98",
    text="#1b1f24",
    muted="#525b66",
    accent="#1d5fbf",
    on_accent="#ffffff",
    accent_soft="#e1ecfb",
    selection="#d3e3fa",
    cited="#2c62ab",
    gap="#8a5200",
    gap_soft="#fdf0d5",
    good="#1a7044",
    warn="#8a5200",
    bad="#b3261e",
    bad_soft="#fce8e6",
    **_PAGE,
)

DARK = _tokens(
    window="#1b1e22",
    surface="#22262b",
    raised="#2a2f35",
    hover="#2f353c",
    border="#3a4149",
    strong_border="#78828e",
    text="#e7eaee",
    muted="#aab3bd",
    accent="#78aef8",
    on_accent="#0d1a2c",
    accent_soft="#26364d",
    selection="#2b4160",
    cited="#8ab8f5",
    gap="#f2bb58",
    gap_soft="#41351e",
    good="#74cf9f",
    warn="#f2bb58",
    bad="#ff9187",
    bad_soft="#4a2724",
    **_PAGE,
)
