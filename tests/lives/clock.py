"""A clock that jumps, for what the engine asks the time."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta, tzinfo


class Clock:
    """Stands in for the clock in all modules of the engine that are loaded when it is made."""

    def __init__(self) -> None:
        clock = self
        self.ahead = timedelta(0)

        class Shifted(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return datetime.now(tz) + clock.ahead

        for name, module in list(sys.modules.items()):
            if name.startswith("core.") and getattr(module, "datetime", None) is datetime:
                module.datetime = Shifted  # type: ignore[attr-defined]
