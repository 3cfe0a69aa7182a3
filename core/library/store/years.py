"""The years of all papers at once, for what draws or counts by them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.library.database.connection import Database


def years_of_papers(database: Database) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return the papers outside the trash, ascending, and their years (papers,); 0 if unknown."""
    table = database.table(
        "SELECT number, COALESCE(year, 0) FROM papers WHERE trashed_at IS NULL ORDER BY number"
    )
    return table[:, 0], table[:, 1].clip(0, 9_999).astype(np.int16)
