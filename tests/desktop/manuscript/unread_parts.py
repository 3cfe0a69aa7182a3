"""Parts of a manuscript that were not read."""

from __future__ import annotations

from core.base.messages import Message
from core.base.records import UnreadPart

LOST_PAGE = UnreadPart(
    kind="page",
    text=Message("Page {page} is a picture: its text was not recognised.", page=2),
    page=2,
    characters=3_000,
)
