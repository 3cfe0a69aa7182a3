"""What was published about a paper later: a retraction, an expression of concern, a correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.base.messages import Message

NoticeKind = Literal["retracted", "concern", "corrected", "reinstated"]
"""A reinstatement ends what was said before it; a corrected paper may still be relied on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What was published about a paper later; ``date`` is ISO 8601 as far as it is known, or "".

    ``doi`` is that of the notice, ``by`` who says so: "publisher", "retraction-watch", or the name
    of a service. ``reason`` is theirs, in English.
    """

    kind: NoticeKind
    by: str
    date: str = ""
    reason: str = ""
    doi: str = ""

    def about(self) -> str:
        """Return when, by whom and why it was published, as a message."""
        attribution: str = Message("the publisher") if self.by == "publisher" else self.by
        if self.by == "retraction-watch":
            attribution = "Retraction Watch"
        if self.date:
            attribution = Message(
                "{date}, according to {source}", date=self.date, source=attribution
            )
        else:
            attribution = Message("according to {source}", source=attribution)
        return (
            Message("{said}: {reason}", said=attribution, reason=self.reason)
            if self.reason
            else attribution
        )


def standing(notices: Sequence[Notice], *, corrections: bool = False) -> Notice | None:
    """Return the notice that a paper stands under now: a retraction before a concern.

    A reinstatement ends what was said until its day. Of several the latest counts, and among
    those of one day the one that gives a reason. A correction counts, after all others, only with
    ``corrections``: where somebody reviews what is cited, not where they are warned of a paper.
    """
    ended = max((notice.date for notice in notices if notice.kind == "reinstated"), default=None)
    valid = [
        notice
        for notice in notices
        if notice.kind == "corrected"
        or (notice.kind != "reinstated" and (ended is None or notice.date > ended))
    ]
    if not corrections:
        valid = [notice for notice in valid if notice.kind != "corrected"]
    return max(
        valid,
        key=lambda notice: (
            ("corrected", "concern", "retracted").index(notice.kind),
            notice.date,
            notice.reason != "",
            notice.doi != "",
        ),
        default=None,
    )
