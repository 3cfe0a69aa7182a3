"""Colours the map, and follows the legend: what is picked out, what is hidden."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QMenu, QWidget
from typing_extensions import override

from core.base.records import Group, PaperNumber
from desktop.language.wording import translate
from desktop.map.canvas import MapCanvas
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import colors, theme

if TYPE_CHECKING:
    from core.library_map.paper_map import MapCluster, PaperMap


# --- the legend; one can pick a colour out, or hide it ----------------------------------------


_LETTERS = 24
_SWATCH = 12
_SCALE = 3


class Legend(QListWidget):
    """A list of colours. A click picks out what has one, its box hides it.

    Signals:
        changed: another entry is picked out, or others are hidden.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Legend"))
        self.setIconSize(QSize(_SWATCH, _SWATCH))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setSpacing(1)
        self.itemSelectionChanged.connect(self.changed)
        self.itemChanged.connect(lambda _: self.changed.emit())
        self._pressed = -1

    def show_entries(self, entries: Sequence[tuple[QColor, str]], *, keep: bool) -> None:
        """Replace all entries; with ``keep``, what is picked out and hidden stays so."""
        picked, hidden = (self.picked(), self.hidden()) if keep else (-1, frozenset[int]())
        self.blockSignals(True)
        self.clear()
        for index, (color, text) in enumerate(entries):
            item = QListWidgetItem(_swatch(color), text, self)
            item.setToolTip(
                self.tr("{name}: click to highlight, clear the box to hide").format(name=text)
            )
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            is_shown = index not in hidden
            item.setCheckState(Qt.CheckState.Checked if is_shown else Qt.CheckState.Unchecked)
        if 0 <= picked < self.count():
            self.setCurrentRow(picked)
        self.blockSignals(False)
        self.setAccessibleDescription(", ".join(text for _, text in entries))

    def picked(self) -> int:
        """Return the entry that is picked out, -1 for none."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def hidden(self) -> frozenset[int]:
        """Return the entries that are hidden."""
        return frozenset(
            row
            for row in range(self.count())
            if self.item(row).checkState() == Qt.CheckState.Unchecked
        )

    def texts(self) -> list[str]:
        """Return what the entries say."""
        return [self.item(row).text() for row in range(self.count())]

    def show_all(self) -> None:
        """Hide nothing and pick nothing out."""
        self._check(range(self.count()))
        self.clearSelection()

    def show_only(self, row: int) -> None:
        """Hide all other entries."""
        self._check((row,))

    def _check(self, shown_rows: Sequence[int]) -> None:
        self.blockSignals(True)
        for row in range(self.count()):
            state = Qt.CheckState.Checked if row in shown_rows else Qt.CheckState.Unchecked
            self.item(row).setCheckState(state)
        self.blockSignals(False)
        self.changed.emit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_LETTERS * self.fontMetrics().averageCharWidth() + 48, 160)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self.picked() >= 0 or self.hidden()):
            self.show_all()
            return
        super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: object) -> None:
        self._pressed = self.picked()
        super().mousePressEvent(event)  # type: ignore[arg-type]

    @override
    def mouseReleaseEvent(self, event: object) -> None:
        super().mouseReleaseEvent(event)  # type: ignore[arg-type]
        if self._pressed >= 0 and self._pressed == self.picked():
            self.clearSelection()  # a second click puts it back
            self.setCurrentRow(-1)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        row = self.currentRow()
        if row >= 0:
            only = menu.addAction(self.tr("Show only this"))
            only.triggered.connect(lambda: self.show_only(row))
        every = menu.addAction(self.tr("Show all"))
        every.triggered.connect(self.show_all)
        menu.popup(event.globalPos() + QPoint(1, 1))


def _swatch(color: QColor) -> QIcon:
    picture = QPixmap(_SCALE * _SWATCH, _SCALE * _SWATCH)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(picture.rect().adjusted(2, 2, -2, -2))
    return QIcon(picture)


# --- the colours of the points ----------------------------------------------------------------


class Collections(Protocol):
    """Gives the collections and their papers. Its calls block."""

    def __call__(self) -> tuple[Sequence[Group], Mapping[int, Sequence[PaperNumber]]]:
        """Give both at once."""


class PaintedMap(QObject):
    """Keeps the colours of a canvas in step with what they mean and with the legend."""

    def __init__(
        self, canvas: MapCanvas, legend: Legend, runner: TaskRunner, collections: Collections
    ) -> None:
        super().__init__(canvas)
        self._canvas, self._legend = canvas, legend
        self._runner, self._collections = runner, collections
        self._shown_map: PaperMap | None = None
        self._coloring: Coloring | None = None
        self._colored_by = ""
        legend.changed.connect(self._pick_out)

    def show(self, paper_map: PaperMap, by: str) -> None:
        """Colour a map by "group", "year" or "collection"."""
        if paper_map is not self._shown_map:
            self._shown_map, self._coloring = paper_map, None
        if by == "collection":
            collections = self._collections
            self._runner.run(
                lambda: by_collection(paper_map, *collections()),
                partial(self._take, paper_map, by),
                owner=self,
            )
        else:
            new_coloring = by_year(paper_map) if by == "year" else by_group(paper_map)
            self._take(paper_map, by, new_coloring)

    def _take(self, paper_map: PaperMap, by: str, new_coloring: Coloring) -> None:
        if paper_map is self._shown_map:
            same = by == self._colored_by and self._coloring is not None
            self._coloring, self._colored_by = new_coloring, by
            self._legend.show_entries(new_coloring.legend, keep=same)
            self._pick_out()

    def _pick_out(self) -> None:
        """Let the colour that is picked out stand out, and hide what is hidden."""
        current_coloring = self._coloring
        if current_coloring is None:
            return
        hidden, picked = self._legend.hidden(), self._legend.picked()
        is_seen = np.array(
            [index not in hidden for index in range(len(current_coloring.legend))], bool
        )
        above, painted = current_coloring.belongs == picked, current_coloring.papers
        if picked >= 0:
            painted = np.where(above, painted, argb([colors().border])[0])
        self._canvas.set_colors(painted, is_seen[current_coloring.belongs], above)
        self._canvas.names.hide_groups(hidden if self._colored_by == "group" else frozenset())


# --- what the colours mean: year, collection or group -----------------------------------------

_HUES = (212, 28, 140, 340, 265, 48, 180, 8, 85, 300, 238, 160)
_TONES = ((0.44, 0.62), (0.62, 0.48), (0.31, 0.80), (0.53, 0.95))
"""Lightness and saturation on a light ground; each hue comes in each tone."""
_DARK_TONES = ((0.66, 0.62), (0.48, 0.55), (0.80, 0.70), (0.58, 0.95))
_AROUND = 5
"""So many groups around one have other hues, as far as there are enough."""
_COLLECTIONS = 24
_SPANS = 8


@dataclass(frozen=True, slots=True)
class Coloring:
    """Colours of papers and what they mean.

    ``belongs`` (papers,) are indexes of ``legend``, which has each colour once, with its meaning.
    """

    belongs: NDArray[np.int16]
    legend: tuple[tuple[QColor, str], ...]

    @property
    def papers(self) -> NDArray[np.uint32]:
        """The colours (papers,) as opaque ARGB."""
        return argb([color for color, _ in self.legend])[self.belongs]


def by_group(paper_map: PaperMap) -> Coloring:
    """Give each group a colour of its own, the hue another than that of the groups around it."""
    unnamed = translate("Map", "group without a name")
    chosen = _apart(paper_map.groups)
    legend = [
        (_color(index), group.name or unnamed)
        for index, group in zip(chosen, paper_map.groups, strict=True)
    ]
    return Coloring(paper_map.clusters, tuple(legend))


def by_year(paper_map: PaperMap) -> Coloring:
    """Colour old papers cold and new ones warm, some years at a time; unknown years are grey."""
    known_years = paper_map.years[paper_map.years > 0]
    unknown = (_grey(), translate("Map", "no year known"))
    if not len(known_years):
        return Coloring(np.zeros(len(paper_map.numbers), np.int16), (unknown,))
    first, last = int(np.quantile(known_years, 0.03)), int(known_years.max())
    span = max(1, -(-(last - first + 1) // _SPANS))
    starts = list(range(first, last + 1, span))
    belongs = ((paper_map.years.astype(np.int32) - first) // span).clip(0, len(starts) - 1)
    belongs[paper_map.years <= 0] = len(starts)
    legend = []
    for index, start in enumerate(starts):
        end = min(start + span - 1, last)
        text = str(start) if start == end else f"{start}–{end}"
        if index == 0 and first > int(known_years.min()):
            text = translate("Map", "{year} and earlier").format(year=end)
        legend.append((_year_color(index / max(len(starts) - 1, 1)), text))
    if len(known_years) < len(paper_map.years):
        legend.append(unknown)
    return Coloring(belongs.astype(np.int16), tuple(legend))


def by_collection(
    paper_map: PaperMap, groups: Sequence[Group], members: Mapping[int, Sequence[PaperNumber]]
) -> Coloring:
    """Colour the largest collections; a paper in several has the colour of the smallest."""
    largest = sorted((g for g in groups if g.papers), key=lambda g: -g.papers)[:_COLLECTIONS]
    belongs = np.full(len(paper_map.numbers), len(largest), np.int16)
    for index, group in enumerate(largest):
        belongs[paper_map.find_rows(members.get(group.number, ()))] = index
    none = translate("Map", "in none of these") if largest else translate("Map", "in no collection")
    legend = [(_color(index), group.name) for index, group in enumerate(largest)]
    return Coloring(belongs, (*legend, (_grey(), none)))


def _apart(groups: Sequence[MapCluster]) -> list[int]:
    """Return a colour for each group, no two alike, of another hue than the groups around it."""
    middles = np.array([(group.x, group.y) for group in groups]).reshape(-1, 2)
    chosen: list[int] = []
    for index in range(len(groups)):
        distances = np.linalg.norm(middles[:index] - middles[index], axis=1)
        around = {chosen[near] % len(_HUES) for near in np.argsort(distances)[:_AROUND].tolist()}
        free = (color for color in itertools.count() if color not in chosen)
        some = list(itertools.islice(free, len(_HUES)))
        chosen.append(next((color for color in some if color % len(_HUES) not in around), some[0]))
    return chosen


def _color(index: int) -> QColor:
    """Return a colour: first each hue, then each hue in another tone."""
    tones = _DARK_TONES if theme().dark else _TONES
    lightness, saturation = tones[index // len(_HUES) % len(tones)]
    # Beyond all tones, hues between these.
    turn = 15 * (index // (len(_HUES) * len(tones)))
    hue = (_HUES[index % len(_HUES)] + turn) % 360
    return QColor.fromHslF(hue / 360, saturation, lightness)


def _year_color(share: float) -> QColor:
    """Return a colour from blue over teal to orange, as light as the theme needs."""
    base = 0.58 if theme().dark else 0.50
    hue = 0.66 - 0.60 * share
    return QColor.fromHslF(hue, 0.35 + 0.45 * share, base - 0.08 * (1 - share) + 0.02 * share)


def _grey() -> QColor:
    return colors().strong_border


def argb(palette: Sequence[QColor]) -> NDArray[np.uint32]:
    """Return colours as numpy takes them."""
    return np.array([color.rgba() for color in palette], np.uint32)
