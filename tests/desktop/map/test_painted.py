"""The legend of the map.

What colours, sizes, names and lines on the map mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from pytestqt.qtbot import QtBot

from core.workspace import Workspace
from desktop.map import painted
from desktop.map.names import place_labels
from desktop.map.pane import MapPane
from desktop.ui.theme import theme
from tests import wording
from tests.desktop.drawn_map import NAMES
from tests.desktop.map.conftest import opened

# --- what the colours on the map mean; one can pick a colour out, or hide it ------------------


def test_the_legend_picks_out_and_hides(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    shown = pane.shown_map
    assert shown is not None
    inside = np.flatnonzero(shown.clusters == 1)
    usual = canvas.cloud._colors.copy()
    rect = pane.legend.visualItemRect(pane.legend.item(1))
    middle = QPoint(rect.left() + 60, rect.center().y())
    qtbot.mouseClick(pane.legend.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert pane.legend.picked() == 1
    assert np.array_equal(canvas.cloud._colors[inside], usual[inside])
    others = np.delete(canvas.cloud._colors, inside)
    assert len(set(others.tolist())) == 1
    qtbot.mouseClick(pane.legend.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert pane.legend.picked() == -1
    assert np.array_equal(canvas.cloud._colors, usual)
    pane.legend.setFocus()
    pane.legend.setCurrentRow(1)
    qtbot.keyClick(pane.legend, Qt.Key.Key_Space)
    assert not np.isin(inside, canvas.rows_in_view()).any()
    x, y = shown.positions[inside[0]].tolist()
    assert canvas.cloud.nearest(x, y, 5.0) not in inside
    assert shown.groups[1].name not in [label.text for label in canvas.labels_shown()]
    qtbot.keyClick(pane.legend, Qt.Key.Key_Escape)
    assert np.isin(inside, canvas.rows_in_view()).all()
    assert pane.legend.hidden() == frozenset()


# --- colours the map, and follows the legend: what is picked out, what is hidden --------------


def test_colours_mean_groups_years_or_collections(
    pane: MapPane, workspace: Workspace, qtbot: QtBot
) -> None:
    opened(pane, qtbot)
    shown = pane.shown_map
    assert shown is not None
    assert {*pane.legend.texts()} == {*NAMES, wording.fill("desktop.map.painted:by_group")} - {""}
    pane.tools.color_by.setFocus()
    qtbot.keyClick(pane.tools.color_by, Qt.Key.Key_Down)
    assert pane.legend.texts()[-1] == "no year known"
    years = painted.by_year(shown)
    unknown = shown.years == 0
    assert len(set(years.papers[unknown].tolist())) == 1
    assert years.papers[shown.years == 1995][0] != years.papers[shown.years == 2020][0]
    qtbot.keyClick(pane.tools.color_by, Qt.Key.Key_Down)
    names = [
        "Chapter two",
        "To read this week",
        wording.fill("desktop.map.painted:by_collection these"),
    ]
    qtbot.waitUntil(lambda: pane.legend.texts() == names)
    groups = workspace.library.collections.all()
    made = painted.by_collection(shown, groups, workspace.map.members())
    in_none = (shown.numbers % 7 > 0) & (shown.numbers % 13 > 0)
    assert len(set(made.papers.tolist())) == 3
    assert len(set(made.papers[in_none].tolist())) == 1


def test_groups_side_by_side_have_different_colours_in_both_themes(
    pane: MapPane, qtbot: QtBot
) -> None:
    opened(pane, qtbot)
    assert pane.shown_map is not None
    light = painted.by_group(pane.shown_map)
    assert len(set(light.papers.tolist())) == 6
    try:
        theme().choose("dark")
        dark = painted.by_group(pane.shown_map)
        assert np.all(dark.papers != light.papers)
        assert len({color.rgba() for color, _ in dark.legend}) == len(dark.legend)
    finally:
        theme().choose("light")


def test_names_of_groups_never_overlap(pane: MapPane, qtbot: QtBot) -> None:
    canvas = opened(pane, qtbot).canvas
    for _ in range(6):
        boxes = [label.box for label in canvas.labels_shown()]
        assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])
        canvas.zoom(0.7)
    size, view = QSizeF(60, 20), QRectF(0, 0, 200, 100)
    places = [(QPointF(50, 50), size), (QPointF(60, 55), size), (QPointF(150, 50), size)]
    assert [which for which, _ in place_labels(places, view)] == [0, 2]
    assert [which for which, _ in place_labels(places, view, [QRectF(0, 0, 100, 100)])] == [2]


@dataclass
class Spot:
    x: float
    y: float
    name: str = "spot"
    papers: int = 3


@pytest.mark.parametrize("count", [7, 24, 60])
def test_no_two_groups_share_a_colour(count: int) -> None:
    draws = np.random.default_rng(count)
    spots = [Spot(*place) for place in draws.uniform(-1, 1, (count, 2)).tolist()]
    colors = [painted._color(place).rgba() for place in painted._apart(spots)]
    assert len(set(colors)) == count
