"""Contact sheets: all pictures of one state beside each other."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter

WIDTH = 960
COLUMNS = 2


def write_sheets(pictures: Path, folder: Path) -> None:
    """Write a sheet for each state."""
    folder.mkdir(parents=True, exist_ok=True)
    states: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(pictures.glob("*.webp")):
        states[path.name.partition(".")[0]].append(path)
    for name, paths in states.items():
        _sheet([QImage(str(path)) for path in paths]).save(str(folder / f"{name}.png"))


def _sheet(pictures: list[QImage]) -> QImage:
    smooth = Qt.TransformationMode.SmoothTransformation
    shown = [one.scaledToWidth(min(WIDTH, one.width()), smooth) for one in pictures]
    rows = [shown[at : at + COLUMNS] for at in range(0, len(shown), COLUMNS)]
    heights = [max(one.height() for one in row) for row in rows]
    sheet = QImage(COLUMNS * WIDTH, sum(heights), QImage.Format.Format_RGB32)
    sheet.fill(Qt.GlobalColor.gray)
    with QPainter(sheet) as painter:
        for number, row in enumerate(rows):
            for place, one in enumerate(row):
                painter.drawImage(QPoint(place * WIDTH, sum(heights[:number])), one)
    return sheet
