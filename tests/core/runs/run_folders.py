"""Folders of runs, and the events in them."""

from __future__ import annotations

from collections.abc import Callable

from core.runs.records import RunRequest

Ask = Callable[..., RunRequest]
