"""Vectors of papers from who cites whom alone, and how well they tell held-out citations."""

from __future__ import annotations
