"""Models with gradients, what of them is trained, and their objectives."""

from __future__ import annotations
