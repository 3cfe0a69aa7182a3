"""``python -m tools.lab measure``: what a machine, and each paper's claim, comes to."""

from __future__ import annotations
