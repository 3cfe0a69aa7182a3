"""Where a first library may lie."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from desktop.language.wording import translate


def suggested_folder() -> Path:
    """Return where a first library may lie."""
    return Path(platformdirs.user_documents_dir()) / translate("Folders", "Cocite library")
