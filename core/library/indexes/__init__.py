"""Indexes of a library that can be rebuilt: words, passages, citing sentences, vectors."""

from __future__ import annotations
