"""Where the benchmarks find the development data."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return COCITE_DATA, else ``../shared/data`` beside the checkout."""
    named = os.environ.get("COCITE_DATA")
    folder = Path(named) if named else Path(__file__).parents[4] / "shared" / "data"
    if not folder.is_dir():
        raise SystemExit(f"No development data in {folder}; set COCITE_DATA.")
    return folder
