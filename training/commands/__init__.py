"""The commands of ``python -m training``, each imported when it is called."""

from __future__ import annotations
