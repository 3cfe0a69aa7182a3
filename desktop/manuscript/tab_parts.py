"""What the tabs of a manuscript page are given: what they share, and what a new one starts with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.records import NEEDS_CITATION
from desktop.manuscript.session import SUGGESTIONS
from desktop.ui.notify import Notify
from desktop.ui.tasks import TaskRunner
from desktop.ui.undo import LibraryUndo

if TYPE_CHECKING:
    from core.formats.cite import CopyStyle
    from core.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Services:
    """What every tab of the page shares."""

    workspace: Workspace
    runner: TaskRunner
    notify: Notify
    undo: LibraryUndo


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a new tab starts with."""

    breadth: float = 0.5
    cite_style: CopyStyle = "latex"
    gap_threshold: float = NEEDS_CITATION
    suggestions: int = SUGGESTIONS


def short_name(text: str) -> str:
    """Return how a typed passage is called: its beginning."""
    return " ".join(text.split())[:40]
