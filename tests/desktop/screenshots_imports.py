"""Pictures of the dialogs that import: pasted text and watched folders.

QT_QPA_PLATFORM=offscreen python -m tests.desktop.screenshots_imports FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from desktop.library.import_actions import PasteDialog
from desktop.library.watching import WatchedFoldersDialog
from desktop.theme import theme

TEXT = """10.1038/nature14539
https://arxiv.org/abs/1706.03762

[1] A. Vaswani, N. Shazeer, et al. Attention is all you need. In NeurIPS, 2017."""


class Watch(QObject):
    changed = Signal()
    failed = Signal(object)
    folders = (Path("/home/ann/Downloads"), Path("/home/ann/Papers/to read"))


def main() -> None:
    qt = QApplication(sys.argv)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for choice in ("light", "dark"):
        theme().install(qt, choice)
        theme().show_icons()
        for name, dialog in (
            ("paste", PasteDialog(TEXT)),
            ("watched", WatchedFoldersDialog(Watch())),  # type: ignore[arg-type]
        ):
            dialog.show()
            qt.processEvents()
            dialog.grab().save(str(folder / f"{name}-{choice}.png"))
            dialog.close()


if __name__ == "__main__":
    main()
