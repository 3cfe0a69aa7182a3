"""Indexes of a library that can be rebuilt: keywords, passages, citing sentences, vectors."""

from __future__ import annotations
