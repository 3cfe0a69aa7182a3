"""Scripts that make the data under ``resources``. They run by hand, never in the application."""

from __future__ import annotations
