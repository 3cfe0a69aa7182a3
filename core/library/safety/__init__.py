"""What keeps a library safe: folders, space, backups, sidecars, checks, and making it anew."""

from __future__ import annotations
