"""Help: shortcuts, licences, the log, and what happens when the program itself fails."""

from __future__ import annotations
