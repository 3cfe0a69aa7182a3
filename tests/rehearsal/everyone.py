"""All a person can do, in one class."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer

from tests.rehearsal.elsewhere import Elsewhere
from tests.rehearsal.in_library import InLibrary
from tests.rehearsal.in_manuscripts import InManuscripts
from tests.rehearsal.person import Steps, Until, World


class Everyone(InLibrary, InManuscripts, Elsewhere):
    """A person who uses all of the program."""

    def another_library(self) -> Steps:
        """Open another library, or the first one again."""
        self.need(self.program.workspace)
        here = self.program.workspace.library.folder if self.program.workspace else None
        others = [folder for folder in self.world.libraries if folder != here]
        self.need(others)
        chosen = self.random.choice(others)
        QTimer.singleShot(0, lambda: self.window.library_chosen.emit(chosen))
        yield 200
        yield Until(
            lambda: self.program.workspace is not None and self.window.pages is not None,
            "another library opens",
        )


def world_of(values: dict[str, Any]) -> World:
    """Return a world from what was written of it."""
    made = dict(values)
    for name in ("batches", "manuscripts", "libraries"):
        made[name] = [Path(one) for one in made[name]]
    for name in ("bib", "scratch"):
        made[name] = Path(made[name])
    return World(**made)
