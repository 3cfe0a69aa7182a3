"""Default folders for a first library, and the folder of Zotero."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from desktop.language.wording import translate

ZOTERO_DATABASE = "zotero.sqlite"


def suggested_folder() -> Path:
    """Return where a first library may lie."""
    return Path(platformdirs.user_documents_dir()) / translate("Folders", "Cocite library")


def zotero_database() -> Path | None:
    """Return the database of Zotero, if it lies where Zotero puts it."""
    path = Path.home() / "Zotero" / ZOTERO_DATABASE
    return path if path.is_file() else None
