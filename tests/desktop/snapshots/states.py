"""Every page and dialog that is photographed, and how one comes to it. Add a function here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop.ui.theme import Choice
from tests.desktop.snapshots import dialogs, pages
from tests.desktop.snapshots.studio import Studio


@dataclass(frozen=True, slots=True)
class State:
    """A state of the program; ``build`` brings the studio's window into it.

    A page is taken on both screens, in all sizes of texts, light and dark. A variant of a page is
    taken small and light, and with large texts in the dark; so is a dialog, which is as large as
    its texts are, whatever the screen.
    """

    name: str
    build: Callable[[Studio], None]
    in_full: bool = False

    def themes(self, width: int, percent: int) -> tuple[Choice, ...]:
        """Return the themes in which it is taken on a screen, in a size of texts."""
        if self.in_full:
            return ("light", "dark")
        few: dict[tuple[int, int], tuple[Choice, ...]] = {
            (1280, 100): ("light", "dark") if self.name.startswith("dialog-") else ("light",),
            (1280, 200): ("dark",),
        }
        return few.get((width, percent), ())


def _name(build: Callable[[Studio], None]) -> str:
    return build.__name__.replace("_", "-")


STATES: tuple[State, ...] = (
    *(State(_name(build), build, in_full=True) for build in pages.IN_FULL),
    *(State(_name(build), build) for build in pages.VARIANTS),
    *(State(f"dialog-{_name(build)}", build) for build in dialogs.ALL),
)
