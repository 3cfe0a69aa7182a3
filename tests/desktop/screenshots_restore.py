"""Pictures of the dialog with backups: python -m tests.desktop.screenshots_restore FOLDER."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QApplication

from core.errors import LibraryCorruptError
from core.library.database import DATABASE
from core.library.library import Library
from core.library.safety.recovery import Recovery
from core.records import PaperRecord
from desktop.restore_dialog import Found, RestoreDialog
from desktop.theme import theme


def main(pictures: Path) -> None:
    """Show the dialog for a damaged library, light and dark."""
    application = QApplication([])
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "library"
        with Library.open(folder, create=True) as library:
            for titles in (("Olives",), ("Tulips", "Peat"), ("Moors",)):
                records = [PaperRecord(title=title) for title in titles]
                list(library.papers.add(records, source="test"))
                library.safekeeping.back_up()
        newest, oldest = sorted((folder / "backups").iterdir())[-2::-1][:2]
        oldest.write_bytes(b"damaged" * 999)
        newest.rename(newest.with_name(newest.name.replace(".db", "-before-v7.db")))
        recovery = Recovery(folder)
        found = Found(recovery.backups(), recovery.rebuildable())
        error = LibraryCorruptError(
            f"The database “/home/ann/papers/{DATABASE}” is damaged: it is no SQLite file."
        )
        for name in ("light", "dark"):
            theme().install(application, name)
            dialog = RestoreDialog(error, recovery, found)
            dialog.show()
            application.processEvents()
            dialog.grab().save(str(pictures / f"restore-{name}.png"))
            dialog.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
