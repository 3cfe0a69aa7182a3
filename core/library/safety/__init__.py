"""What keeps a library safe: places, space, backups, sidecars, checks, and making it anew."""

from __future__ import annotations
