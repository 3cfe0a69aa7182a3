"""What can replace a damaged or missing database: backups and sidecars."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from core.base.jobs import Job
from core.library.safety import backups, rebuilding, restoring, sidecars
from core.library.safety.backups import Backup


class Recovery:
    """The backups and sidecars of a library that need not open. Calls block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def backups(self) -> list[Backup]:
        """Return the backups, the newest first."""
        return backups.stored(self.folder)

    def rebuildable(self) -> tuple[int, datetime] | None:
        """Return how many papers the sidecars know, and as of when; ``None`` if there are none."""
        state = sidecars.stored_state(self.folder)
        if not state:
            return None
        return int(state["papers"]), datetime.fromisoformat(state["written_at"])

    def restore(self, backup: Path, job: Job) -> None:
        """Put a backup in the place of the database; see ``core.library.safety.restoring``."""
        restoring.restore(self.folder, backup, job)

    def rebuild(self, job: Job) -> None:
        """Make the database again from the sidecars; see ``core.library.safety.rebuilding``."""
        rebuilding.rebuild(self.folder, job)
