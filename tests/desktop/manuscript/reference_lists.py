"""Reference lists of an open manuscript."""

from __future__ import annotations

from core.base.records import Link, PaperNumber
from desktop.manuscript.reference_panel import ReferencePanel
from tests.desktop.manuscript_desk import Desk

LISTED = 2  # “A network that knows three thousand voices”: in the library
MISSING = 1  # “Autonomous recorders in conservation”: not in the library


def entry(desk: Desk, reference: int) -> ReferencePanel:
    desk.side.show_reference(reference)
    desk.idle()
    return desk.side.entry


def opened(desk: Desk) -> None:
    desk.open()
    desk.until(lambda: desk.session.references.findings is not None)


def by_hand(desk: Desk) -> dict[int, PaperNumber | None]:
    """Return what the library remembers of entries."""
    said = desk.workspace.library.manuscripts.links(desk.session.opened.number)
    return {reference: link and link.paper for reference, link in said.items()}


def link(desk: Desk, reference: int) -> Link | None:
    return desk.session.references.links.get(reference)
