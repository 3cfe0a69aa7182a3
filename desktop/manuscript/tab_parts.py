"""What the tabs of a manuscript page share, and how a typed passage is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop.ui.changes import LibraryUndo
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Services:
    """What every tab of the page shares."""

    workspace: Workspace
    runner: TaskRunner
    notify: Notify
    undo: LibraryUndo


def short_name(text: str) -> str:
    """Return how a typed passage is called: its beginning."""
    return " ".join(text.split())[:40]
