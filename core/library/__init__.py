"""The library folder: SQLite holds the data, the indexes beside it can be rebuilt."""

from __future__ import annotations
