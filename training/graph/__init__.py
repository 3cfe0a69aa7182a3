"""Vectors of papers from who cites whom alone."""

from __future__ import annotations
