"""Take the pictures of one screen and size of texts: FOLDER KIND WIDTH HEIGHT PERCENT [NAME…].

KIND is "webp" for pictures to keep, in fewer colours, or "bmp" for those to compare at once.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.desktop.snapshots import camera

if TYPE_CHECKING:
    from PySide6.QtGui import QImage


def main() -> None:
    """See the module."""
    folder, kind, names = Path(sys.argv[1]), sys.argv[2], sys.argv[6:]
    width, height, percent = map(int, sys.argv[3:6])
    with tempfile.TemporaryDirectory() as scratch:
        camera.prepare(Path(scratch), width, height)
        qt = camera.application(percent)
        for state, picture in photograph(width, height, percent, names):
            plain = picture if kind == "bmp" else fewer_colours(picture)
            assert plain.save(str(folder / f"{state}.{kind}"), quality=100), state
        del qt


def photograph(
    width: int, height: int, percent: int, names: list[str]
) -> Iterator[tuple[str, QImage]]:
    """Yield a picture of each state in light and dark, with its name."""
    from desktop.ui.theme import theme
    from tests.desktop.snapshots.states import STATES
    from tests.desktop.snapshots.studio import Studio

    for state in STATES:
        themes = state.themes(width, percent)
        if (names and not any(state.name.startswith(name) for name in names)) or not themes:
            continue
        theme().choose("light")
        studio = Studio(width, height)
        state.build(studio)
        for choice in themes:
            theme().choose(choice)
            studio.settle()
            yield f"{state.name}.{width}.{percent}.{choice}", studio.shown.grab().toImage()
        studio.close()
    theme().forget_icons()


def fewer_colours(picture: QImage) -> QImage:
    """Keep 32 steps of each colour: half the bytes, and no eye sees it."""
    from PySide6.QtGui import QImage

    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    bits = np.frombuffer(plain.constBits(), np.uint8)
    steps = (np.round(bits.astype(np.float32) * (31 / 255)) * (255 / 31)).round().astype(np.uint8)
    size = plain.width(), plain.height()
    return QImage(steps.tobytes(), *size, QImage.Format.Format_RGB32).copy()


if __name__ == "__main__":
    main()
