"""What keeps a library safe: folders, space, backups, sidecars, checks, and rebuilding it."""

from __future__ import annotations
