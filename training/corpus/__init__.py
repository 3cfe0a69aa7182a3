"""A corpus, memory-mapped: papers, sentences, citations, held-out papers, what it suffices for."""

from __future__ import annotations
