"""Take the pictures of one screen and size of texts: FOLDER WIDTH HEIGHT PERCENT [NAME…]."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.desktop.snapshots import camera


def main() -> None:
    """See the module."""
    folder, names = Path(sys.argv[1]), sys.argv[5:]
    width, height, percent = map(int, sys.argv[2:5])
    with tempfile.TemporaryDirectory() as scratch:
        camera.prepare(Path(scratch), width, height)
        qt = camera.application(percent)
        photograph(folder, width, height, percent, names)
        del qt


def photograph(folder: Path, width: int, height: int, percent: int, names: list[str]) -> None:
    """Write a picture of each state in light and dark."""
    from desktop.theme import theme
    from tests.desktop.snapshots.states import STATES
    from tests.desktop.snapshots.studio import Studio

    for state in STATES:
        if names and not any(state.name.startswith(name) for name in names):
            continue
        if state.is_dialog and (width > 1280 or percent == 150):
            continue  # a dialog is as large as its texts are, whatever the screen
        theme().choose("light")
        studio = Studio(width, height)
        state.build(studio)
        for choice in ("light", "dark"):
            theme().choose(choice)
            studio.settle()
            picture = studio.shown.grab().toImage()
            name = f"{state.name}.{width}.{percent}.{choice}.webp"
            assert picture.save(str(folder / name), quality=100), name
        studio.close()
    theme().forget_icons()


if __name__ == "__main__":
    main()
