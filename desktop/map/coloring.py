"""What the colours of papers on the map mean: their year, their collection or their group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from core.records import Group, PaperNumber
from desktop.language.wording import translate
from desktop.map.protocols import MapGroup, PaperMap
from desktop.theme import colors, theme

ColorBy = Literal["group", "year", "collection"]

_HUES = (212, 28, 140, 340, 265, 48, 180, 8, 85, 300, 238, 160)
_STEPS = 32
_LISTED = 10
_AROUND = 5
"""So many groups around one never share its colour."""


@dataclass(frozen=True, slots=True)
class Coloring:
    """Colours (papers,) as opaque ARGB, and what they mean, with the colours to show it by."""

    papers: NDArray[np.uint32]
    legend: tuple[tuple[QColor, str], ...]


def by_group(shown: PaperMap) -> Coloring:
    """Colour each group so that those around it have other colours."""
    chosen = _apart(shown.groups)
    palette = [_hue(place) for place in chosen]
    papers = _argb(palette)[shown.clusters]
    listed = [
        (palette[place], group.name)
        for place, group in enumerate(shown.groups)
        if group.name and group.papers
    ]
    return Coloring(papers, tuple(listed[:_LISTED]))


def by_year(shown: PaperMap) -> Coloring:
    """Colour old papers cold and new ones warm; unknown years are grey."""
    known = shown.years[shown.years > 0]
    if not len(known):
        grey = np.full(len(shown.numbers), _argb([_grey()])[0], np.uint32)
        return Coloring(grey, ((_grey(), translate("Map", "no year known")),))
    first, last = int(np.quantile(known, 0.03)), int(known.max())
    ramp = [_year_color(step / (_STEPS - 1)) for step in range(_STEPS)]
    steps = (shown.years.astype(np.float32) - first) / max(last - first, 1) * (_STEPS - 1)
    places = np.rint(steps.clip(0, _STEPS - 1)).astype(np.intp)
    places[shown.years <= 0] = _STEPS
    papers = _argb([*ramp, _grey()])[places]
    marks = sorted({first, first + (last - first) // 3, last - (last - first) // 3, last})
    legend = [
        (ramp[round((year - first) / max(last - first, 1) * (_STEPS - 1))], str(year))
        for year in marks
    ]
    if first > int(known.min()):
        legend[0] = (legend[0][0], translate("Map", "{year} and before").format(year=first))
    if len(known) < len(shown.years):
        legend.append((_grey(), translate("Map", "no year known")))
    return Coloring(papers, tuple(legend))


def by_collection(
    shown: PaperMap, groups: Sequence[Group], members: Mapping[int, Sequence[PaperNumber]]
) -> Coloring:
    """Colour the largest collections; a paper in several has the colour of the smallest."""
    largest = sorted((g for g in groups if g.papers), key=lambda g: -g.papers)[: len(_HUES)]
    places = np.full(len(shown.numbers), len(largest), np.intp)
    for place, group in enumerate(largest):
        places[shown.rows_of(members.get(group.number, ()))] = place
    palette = [*(_hue(place) for place in range(len(largest))), _grey()]
    legend = [(palette[place], group.name) for place, group in enumerate(largest)]
    legend.append(
        (
            _grey(),
            translate("Map", "in none of these")
            if largest
            else translate("Map", "in no collection"),
        )
    )
    return Coloring(_argb(palette)[places], tuple(legend))


def _apart(groups: Sequence[MapGroup]) -> list[int]:
    """Return a colour for each group, other than those of the groups around it."""
    middles = np.array([(group.x, group.y) for group in groups]).reshape(-1, 2)
    chosen: list[int] = []
    for place in range(len(groups)):
        distances = np.linalg.norm(middles[:place] - middles[place], axis=1)
        around = {chosen[near] for near in np.argsort(distances)[:_AROUND].tolist()}
        free = [color for color in range(len(_HUES)) if color not in around]
        chosen.append(min(free, key=lambda color: (chosen.count(color), color)))
    return chosen


def _hue(place: int) -> QColor:
    lightness = 0.66 if theme().dark else 0.44
    return QColor.fromHslF(_HUES[place % len(_HUES)] / 360, 0.62, lightness)


def _year_color(share: float) -> QColor:
    """Return a colour from blue over teal to orange, as light as the theme needs."""
    base = 0.58 if theme().dark else 0.50
    hue = 0.66 - 0.60 * share
    return QColor.fromHslF(hue, 0.35 + 0.45 * share, base - 0.08 * (1 - share) + 0.02 * share)


def _grey() -> QColor:
    return colors().strong_border


def _argb(palette: Sequence[QColor]) -> NDArray[np.uint32]:
    return np.array([color.rgba() for color in palette], np.uint32)
